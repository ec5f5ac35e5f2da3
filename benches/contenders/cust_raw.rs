//! The raw functions of cust_raw, linked to the library.

#[macro_use]
mod harness;

use cust_raw::*;
use std::ptr::null_mut;

const OK: CUresult = CUresult::CUDA_SUCCESS;

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    let mut pointer = 0;
    count!(n, unsafe {
        cuMemAlloc_v2(&mut pointer, 4096) != OK || cuMemFree_v2(pointer) != OK
    })
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, unsafe {
        cuMemcpyHtoD_v2(4096, source.as_ptr().cast(), 64) != OK
    })
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe { cuMemsetD8Async(4096, 1, 64, null_mut()) != OK })
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(n, unsafe {
        let (mut free, mut total) = (0, 0);
        let code = cuMemGetInfo_v2(&mut free, &mut total);
        sum += free + total;
        code != OK
    });
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe {
        cuMemcpyDtoDAsync_v2(4096, 8192, 64, null_mut()) != OK
    })
}

fn memcpy2d<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    // All of it: 0 is no value of the enum, so that the record cannot be zeroed.
    let copy = CUDA_MEMCPY2D {
        srcXInBytes: 0,
        srcY: 0,
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: source.as_ptr().cast(),
        srcDevice: 0,
        srcArray: null_mut(),
        srcPitch: 16,
        dstXInBytes: 0,
        dstY: 0,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstHost: null_mut(),
        dstDevice: 4096,
        dstArray: null_mut(),
        dstPitch: 16,
        WidthInBytes: 16,
        Height: 4,
    };
    count!(n, unsafe { cuMemcpy2D_v2(&copy) != OK })
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
