//! Faults on demand: absent symbols, failing calls, little memory, another version.

mod common;

use common::{alloc, ok};
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;
use std::ptr::null_mut;

fn settings() -> Settings {
    Settings::new()
        .hide("cuMemHostAlloc")
        .fail("cuMemAllocHost", 2, CUDA_ERROR_OPERATING_SYSTEM)
        .fail("cuMemAllocManaged", 1, CUresult(12345))
        .memory(64 << 20)
        .version(12_020)
}

#[test]
fn what_is_ordered_comes() {
    common::with(settings);
    let mut version = 0;
    let mut pinned = [null_mut(); 3];
    let (mut managed, mut p) = (0, 0);
    // SAFETY: locals.
    unsafe {
        ok(cuDriverGetVersion(&mut version));
        assert_eq!(version, 12_020);
        assert_eq!(
            cuMemHostAlloc(&mut pinned[0], 64, 0),
            CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
        );
        assert!(
            !has_symbol("cuMemHostAlloc")
                && !has_symbol("cuMemcpyBatchAsync_v2")
                && has_symbol("cuMemAdvise_v2")
        );
        let codes = pinned.each_mut().map(|pinned| cuMemAllocHost_v2(pinned, 64));
        assert_eq!(codes, [CUDA_SUCCESS, CUDA_ERROR_OPERATING_SYSTEM, CUDA_SUCCESS]);
        let codes = [(); 2].map(|()| cuMemAllocManaged(&mut managed, 64, 1));
        assert_eq!(codes, [CUresult(12345), CUDA_SUCCESS]);

        let (mut free, mut total) = (0, 0);
        ok(cuMemGetInfo_v2(&mut free, &mut total));
        assert_eq!(total, 64 << 20);
        let half = alloc(32 << 20);
        assert_eq!(cuMemAlloc_v2(&mut p, 33 << 20), CUDA_ERROR_OUT_OF_MEMORY);
        ok(cuMemFree_v2(half));
        ok(cuMemAlloc_v2(&mut p, 33 << 20));
        ok(cuMemFree_v2(p));
        let mut after = 0;
        ok(cuMemGetInfo_v2(&mut after, &mut total));
        assert_eq!(after, free, "what was taken came back");
    }
}
