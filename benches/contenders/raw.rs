//! The raw functions of cuda-mem-sys.

#[macro_use]
mod harness;

use cuda_mem_sys::*;
use std::ptr::null_mut;

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    let mut pointer = 0;
    count!(n, unsafe {
        cuMemAlloc(&mut pointer, 4096) != CUDA_SUCCESS || cuMemFree(pointer) != CUDA_SUCCESS
    })
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, unsafe {
        cuMemcpyHtoD(4096, source.as_ptr().cast(), 64) != CUDA_SUCCESS
    })
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe {
        cuMemsetD8Async(4096, 1, 64, null_mut()) != CUDA_SUCCESS
    })
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(n, unsafe {
        let (mut free, mut total) = (0, 0);
        let code = cuMemGetInfo(&mut free, &mut total);
        sum += free + total;
        code != CUDA_SUCCESS
    });
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, unsafe {
        cuMemcpyDtoDAsync(4096, 8192, 64, null_mut()) != CUDA_SUCCESS
    })
}

fn memcpy2d<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    let copy = CUDA_MEMCPY2D {
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: source.as_ptr().cast(),
        srcPitch: 16,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: 4096,
        dstPitch: 16,
        WidthInBytes: 16,
        Height: 4,
        ..Default::default()
    };
    count!(n, unsafe { cuMemcpy2D(&copy) != CUDA_SUCCESS })
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
