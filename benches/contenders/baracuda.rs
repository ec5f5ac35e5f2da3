//! baracuda's raw crate, called as its own safe layer does: the library, the function's pointer, the call.

#[macro_use]
mod harness;

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

fn alloc_free(n: u64) -> u64 {
    let mut pointer = Default::default();
    count!(n, failed!(cu_mem_alloc(&mut pointer, 4096)) || failed!(cu_mem_free(pointer)))
}

fn memcpy_htod(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, failed!(cu_memcpy_htod(at(4096), source.as_ptr().cast(), 64)))
}

fn memset_d8_async(n: u64) -> u64 {
    count!(n, failed!(cu_memset_d8_async(at(4096), 1, 64, null_mut())))
}

fn mem_get_info(n: u64) -> u64 {
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

fn memcpy_dtod_async(n: u64) -> u64 {
    count!(n, failed!(cu_memcpy_dtod_async(at(4096), at(8192), 64, null_mut())))
}

fn at(address: u64) -> baracuda_cuda_sys::CUdeviceptr {
    baracuda_cuda_sys::CUdeviceptr(address)
}

fn main() {
    harness::main(&[
        ("alloc_free", alloc_free),
        ("memcpy_htod", memcpy_htod),
        ("memset_d8_async", memset_d8_async),
        ("mem_get_info", mem_get_info),
        ("memcpy_dtod_async", memcpy_dtod_async),
    ]);
}
