//! A fork of this process.

use cuda_mem::sys::CUresult;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::io::FromRawFd;

/// The code that this call answers in a forked child. One that hangs is ended after some seconds.
pub fn forked(call: fn() -> CUresult) -> CUresult {
    let mut ends = [0; 2];
    // SAFETY: pipe writes two descriptors.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0, "a pipe");
    // SAFETY: both are open, and nothing else has them.
    let (mut read, mut write) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
    // SAFETY: tests run one at a time on the main thread; the child makes its call, writes and ends.
    match unsafe { libc::fork() } {
        0 => {
            // SAFETY: no pointers; the default action of SIGALRM ends the child.
            unsafe { libc::alarm(10) };
            let written = write.write_all(&call().0.to_ne_bytes());
            // SAFETY: it ends the child without the parent's exit handlers.
            unsafe { libc::_exit(i32::from(written.is_err())) }
        }
        child => {
            assert!(child > 0, "fork failed");
            drop(write);
            let (mut code, mut status) = ([0; 4], 0);
            let answered = read.read_exact(&mut code);
            // SAFETY: the status is a writable int.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            assert!(
                answered.is_ok() && status == 0,
                "the child ended with wait status {status:#x}"
            );
            CUresult(u32::from_ne_bytes(code))
        }
    }
}
