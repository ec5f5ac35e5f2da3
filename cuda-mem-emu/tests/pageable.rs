//! The setting that defers copies of pageable memory too.

mod common;

use common::{alloc, ok, stream};
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;

#[test]
fn copies_of_pageable_memory_wait_too() {
    common::with(|| Settings::new().defer_pageable(true));
    let (stream, memory) = (stream(), alloc(64));
    let (mut from, mut back) = ([3u8; 64], [0u8; 64]);
    // SAFETY: the arrays outlive the wait.
    unsafe {
        ok(cuMemcpyHtoDAsync_v2(memory, from.as_ptr().cast(), 64, stream));
        from.fill(9);
        ok(cuMemcpyDtoHAsync_v2(back.as_mut_ptr().cast(), memory, 64, stream));
        assert_eq!(back, [0; 64]);
        ok(cuStreamSynchronize(stream));
        assert_eq!(back, [9; 64], "the source is read when the copy runs");
        ok(cuMemFree_v2(memory));
    }
}
