//! baracuda's raw crate, called as its own safe layer does: the library, the function's pointer, the call.

#[macro_use]
mod harness;

use baracuda_cuda_sys::types::CUDA_MEMCPY2D;
use baracuda_cuda_sys::{driver, CUresult};
use std::ptr::null_mut;

/// Whether a call failed: on the way to its pointer, or by its code.
macro_rules! failed {
    ($name:ident($($argument:expr),*)) => {
        match driver().and_then(|driver| driver.$name()) {
            Ok(function) => unsafe { function($($argument),*) != CUresult::SUCCESS },
            Err(_) => true,
        }
    };
}

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    let mut pointer = Default::default();
    count!(
        n,
        failed!(cu_mem_alloc(&mut pointer, 4096)) || failed!(cu_mem_free(pointer))
    )
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, failed!(cu_memcpy_htod(at(4096), source.as_ptr().cast(), 64)))
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(n, failed!(cu_memset_d8_async(at(4096), 1, 64, null_mut())))
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(n, {
        let (mut free, mut total) = (0, 0);
        let failed = failed!(cu_mem_get_info(&mut free, &mut total));
        sum += free + total;
        failed
    });
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        failed!(cu_memcpy_dtod_async(at(4096), at(8192), 64, null_mut()))
    )
}

fn memcpy2d<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    let copy = CUDA_MEMCPY2D {
        src_memory_type: 1,
        src_host: source.as_ptr().cast(),
        src_pitch: 16,
        dst_memory_type: 2,
        dst_device: at(4096),
        dst_pitch: 16,
        width_in_bytes: 16,
        height: 4,
        ..Default::default()
    };
    count!(n, failed!(cu_memcpy_2d(&copy)))
}

fn at(address: u64) -> baracuda_cuda_sys::CUdeviceptr {
    baracuda_cuda_sys::CUdeviceptr(address)
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
