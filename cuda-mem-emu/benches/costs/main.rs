//! What the emulator costs: copies against memcpy, and calls against the number of allocations that there are.
//!
//! `cargo bench -p cuda-mem-emu` prints two tables, and ends with 1 if a limit is exceeded. Limits are ratios of times
//! that this process measures in turns, each the best of some rounds, so that they hold on a slow machine too.

mod calls;
mod copies;

use cuda_mem_sys::*;
use std::process::ExitCode;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    cuda_mem_emu::install().expect("no driver was called before");
    let mut context = null_mut();
    // SAFETY: a local.
    unsafe {
        ok(cuInit(0));
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
    }
    let within = [copies::table(), calls::table()];
    if within == [true, true] {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[track_caller]
fn ok(code: CUresult) {
    assert_eq!(code, CUDA_SUCCESS);
}

fn alloc(size: usize) -> CUdeviceptr {
    let mut address = 0;
    // SAFETY: a local.
    ok(unsafe { cuMemAlloc_v2(&mut address, size) });
    address
}

fn free(address: CUdeviceptr) {
    // SAFETY: no caller uses the memory again.
    ok(unsafe { cuMemFree_v2(address) });
}

fn stream() -> CUstream {
    let mut stream = null_mut();
    // SAFETY: a local.
    ok(unsafe { cuStreamCreate(&mut stream, CU_STREAM_NON_BLOCKING.0) });
    stream
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// What a row's last column says of its limit.
fn verdict(within: bool, limit: &str) -> String {
    format!("{}{limit}", if within { "" } else { "EXCEEDED: " })
}
