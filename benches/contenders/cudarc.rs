//! The safe-to-C layer of cudarc: its module `driver::result`.

#[macro_use]
mod harness;

use cudarc::driver::result;
use std::ptr::null_mut;

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        match unsafe { result::malloc_sync(4096) } {
            Ok(pointer) => unsafe { result::free_sync(pointer) }.is_err(),
            Err(_) => true,
        }
    )
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(n, unsafe { result::memcpy_htod_sync(4096, &source) }.is_err())
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        unsafe { result::memset_d8_async(4096, 1, 64, null_mut()) }.is_err()
    )
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(
        n,
        match result::mem_get_info() {
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
        unsafe { result::memcpy_dtod_async(4096, 8192, 64, null_mut()) }.is_err()
    )
}

fn main() {
    harness::main(cases![
        alloc_free,
        memcpy_htod,
        memset_d8_async,
        mem_get_info,
        memcpy_dtod_async,
    ]);
}
