//! A tour: opens the driver, allocates, fills, copies both ways, verifies, frees, and meets one error on purpose.
//!
//! `cargo run --example tour`: on the GPU, or on the emulator where there is none; `-- --emulate` chooses the emulator.
//! What decides, and the exit codes, are those of all examples: common/mod.rs.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{CUdeviceptr, CU_STREAM_NON_BLOCKING};
use std::process::ExitCode;

/// The numbers that travel: a megabyte.
const COUNT: usize = 1 << 18;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

fn main() -> ExitCode {
    common::run(tour)
}

fn tour(_: &Gpu) -> Result<String, Failure> {
    let (free, total) = cuda_mem::mem_get_info()?;
    println!("mem_get_info     {} MiB free of {} MiB", free >> 20, total >> 20);
    let memory = cuda_mem::mem_alloc(BYTES)?;
    let other = cuda_mem::mem_alloc(BYTES)?;
    println!("mem_alloc        2 x {BYTES} bytes at {memory:#x} and {other:#x}");

    fill(memory)?;
    copy(memory, other)?;
    in_a_stream(memory)?;

    // SAFETY: all work is done, and nothing uses the memory from here on.
    unsafe {
        cuda_mem::mem_free(memory)?;
        cuda_mem::mem_free(other)?;
    }
    println!("mem_free         both");

    println!("an error         on purpose, freeing an address that was never allocated:");
    // SAFETY: the driver knows its allocations, and refuses this.
    let refused = unsafe { cuda_mem::mem_free(0xdead_0000) };
    let error = refused.err().ok_or("the driver freed what was never allocated")?;
    println!("                 {error}");
    ensure(error.is_invalid_value(), "another error was expected")?;
    Ok("all verified".to_string())
}

fn fill(memory: CUdeviceptr) -> Result<(), Failure> {
    let mut back = vec![0u32; COUNT];
    // SAFETY: the allocation is as long as the vector.
    unsafe {
        cuda_mem::memset_d32(memory, 0x5a5a_5a5a, COUNT)?;
        cuda_mem::memcpy_dtoh(&mut back, memory)?;
    }
    verify("memset_d32", &back, &vec![0x5a5a_5a5a; COUNT])
}

/// To the device, within the device, and back.
fn copy(memory: CUdeviceptr, other: CUdeviceptr) -> Result<(), Failure> {
    let sent = numbers(COUNT, 1);
    let mut back = vec![0u32; COUNT];
    // SAFETY: both allocations and both vectors are as long as the copies.
    unsafe {
        cuda_mem::memcpy_htod(memory, &sent)?;
        cuda_mem::memcpy_dtod(other, memory, BYTES)?;
        cuda_mem::memcpy_dtoh(&mut back, other)?;
    }
    verify("memcpy", &back, &sent)
}

/// The calls return before the work is done; the stream keeps its order.
fn in_a_stream(memory: CUdeviceptr) -> Result<(), Failure> {
    let mut back = vec![0u32; COUNT];
    let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
    // SAFETY: both are as long as the work says, and stay untouched until the stream was waited for.
    unsafe {
        cuda_mem::memset_d32_async(memory, 0xc3c3_c3c3, COUNT, stream)?;
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, BYTES, stream)?;
        cuda_mem::stream_synchronize(stream)?;
        cuda_mem::stream_destroy(stream)?;
    }
    verify("on a stream", &back, &vec![0xc3c3_c3c3; COUNT])
}
