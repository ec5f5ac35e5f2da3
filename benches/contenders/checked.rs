//! The checked functions of cuda-mem.

#[macro_use]
mod harness;

use std::ptr::null_mut;

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        match cuda_mem::mem_alloc(4096) {
            Ok(pointer) => unsafe { cuda_mem::mem_free(pointer) }.is_err(),
            Err(_) => true,
        }
    )
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, unsafe { cuda_mem::memcpy_htod(4096, &source) }.is_err())
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        unsafe { cuda_mem::memset_d8_async(4096, 1, 64, null_mut()) }.is_err()
    )
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(
        n,
        match cuda_mem::mem_get_info() {
            Ok((free, total)) => {
                sum += free + total;
                false
            }
            Err(_) => true,
        }
    );
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        unsafe { cuda_mem::memcpy_dtod_async(4096, 8192, 64, null_mut()) }.is_err()
    )
}

fn memcpy2d<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    let copy = cuda_mem::record2d(
        cuda_mem::Source2d::host(source.as_ptr().cast(), 16),
        cuda_mem::Destination2d::device(4096, 16),
        16,
        4,
    );
    count!(n, unsafe { cuda_mem::memcpy2d(&copy) }.is_err())
}

/// For the disassembler: what one checked call compiles to.
///
/// # Safety
///
/// As `mem_free`.
#[no_mangle]
#[inline(never)]
pub unsafe fn probe_mem_free(pointer: cuda_mem::sys::CUdeviceptr) -> cuda_mem::Result<()> {
    unsafe { cuda_mem::mem_free(pointer) }
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
    // Kept in the program.
    std::hint::black_box(probe_mem_free as unsafe fn(_) -> _);
}
