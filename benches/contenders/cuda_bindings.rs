//! NVIDIA's cuda-bindings. It builds only where there is a toolkit of CUDA 13 and libclang.

#[macro_use]
mod harness;

use cuda_bindings::*;
use std::ptr::null_mut;

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    let mut pointer = 0;
    count!(n, unsafe {
        cuMemAlloc_v2(&mut pointer, 4096) != 0 || cuMemFree_v2(pointer) != 0
    })
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, unsafe {
        cuMemcpyHtoD_v2(4096, source.as_ptr().cast(), 64) != 0
    })
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe { cuMemsetD8Async(4096, 1, 64, null_mut()) != 0 })
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(n, unsafe {
        let (mut free, mut total) = (0, 0);
        let code = cuMemGetInfo_v2(&mut free, &mut total);
        sum += free + total;
        code != 0
    });
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe {
        cuMemcpyDtoDAsync_v2(4096, 8192, 64, null_mut()) != 0
    })
}

fn memcpy2d<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    let copy = CUDA_MEMCPY2D {
        srcMemoryType: 1,
        srcHost: source.as_ptr().cast(),
        srcPitch: 16,
        dstMemoryType: 2,
        dstDevice: 4096,
        dstPitch: 16,
        WidthInBytes: 16,
        Height: 4,
        ..unsafe { std::mem::zeroed() }
    };
    count!(n, unsafe { cuMemcpy2D_v2(&copy) != 0 })
}

fn main() {
    harness::main(cases![
        alloc_free,
        memcpy_htod,
        memset_d8_async,
        mem_get_info,
        memcpy_dtod_async,
        memcpy2d,
    ]);
}
