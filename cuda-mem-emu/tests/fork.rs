//! In the child of a fork the driver does not work, as CUDA's does not: it says so, and waits for no lock.

#![cfg(unix)]

mod common;

use common::ok;
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;

#[test]
fn a_child_has_no_driver() {
    common::with(Settings::new);
    let (mut free, mut total) = (0, 0);
    // SAFETY: the child calls functions that return at once, and ends; the parent waits for it.
    let status = unsafe {
        ok(cuMemGetInfo_v2(&mut free, &mut total));
        let child = libc::fork();
        assert!(child >= 0, "fork");
        if child == 0 {
            let codes = [
                cuInit(0),
                cuMemGetInfo_v2(&mut free, &mut total),
                cuCtxSynchronize(),
            ];
            let refused = codes.iter().all(|&code| code == CUDA_ERROR_NOT_INITIALIZED);
            libc::_exit(if refused { 42 } else { 1 });
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        status
    };
    assert!(
        libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 42,
        "{status:#x}"
    );
    // SAFETY: locals. The parent goes on.
    ok(unsafe { cuMemGetInfo_v2(&mut free, &mut total) });
}
