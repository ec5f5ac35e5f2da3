//! A tour: opens the driver, allocates, fills, copies both ways, verifies, frees, and meets one error on purpose.
//!
//! `cargo run --example tour`; with `-- --emulate` on the emulator, which needs no GPU.
//!
//! Exit codes: 0 all was as it should be, 1 something was not, 2 there is no driver or no GPU.

use cuda_mem::sys::{self, CUdevice, CUdeviceptr};
use std::process::ExitCode;

/// The bytes that travel.
const SIZE: usize = 1 << 20;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--emulate") {
        if let Err(reason) = emulate() {
            eprintln!("The emulator cannot be used: {reason}");
            return ExitCode::FAILURE;
        }
        println!("the emulator stands in for the driver: no GPU is used");
    }
    let driver = match sys::load() {
        Ok(driver) => driver,
        Err(error) => {
            eprintln!("There is no CUDA driver on this machine: {error}");
            eprintln!("To see the tour without one: cargo run --example tour -- --emulate");
            return ExitCode::from(2);
        }
    };
    match driver.path() {
        Some(path) => println!("driver library   {}", path.display()),
        None => println!("driver library   {:?}", driver.source()),
    }
    match tour() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Driver(error)) if error.is_no_device() || error.code() == sys::CUDA_ERROR_STUB_LIBRARY => {
            eprintln!("There is a driver, but no GPU to use: {error}");
            ExitCode::from(2)
        }
        Err(Stop::Driver(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        Err(Stop::Wrong(what)) => {
            eprintln!("wrong: {what}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_os = "linux")]
fn emulate() -> Result<(), String> {
    cuda_mem_emu::install().map_err(|error| error.to_string())
}

#[cfg(not(target_os = "linux"))]
fn emulate() -> Result<(), String> {
    Err("it runs on Linux only".to_string())
}

/// Why the tour ends early.
enum Stop {
    Driver(cuda_mem::Error),
    Wrong(String),
}

impl From<cuda_mem::Error> for Stop {
    fn from(error: cuda_mem::Error) -> Stop {
        Stop::Driver(error)
    }
}

fn tour() -> Result<(), Stop> {
    let version = cuda_mem::driver_get_version()?;
    println!("driver supports  CUDA {}.{}", version / 1000, version % 1000 / 10);
    cuda_mem::init(0)?;
    let device = cuda_mem::device_get(0)?;
    let name = cuda_mem::device_get_name(device)?;
    let gibibytes = cuda_mem::device_total_mem(device)? as f64 / f64::from(1 << 30);
    println!("device 0         {}, {gibibytes:.1} GiB", name.to_string_lossy());

    let context = cuda_mem::device_primary_ctx_retain(device)?;
    // SAFETY: retained above, released after its last use below.
    unsafe { cuda_mem::ctx_set_current(context)? };
    let result = with_context(device);
    // SAFETY: null takes the context off this thread.
    unsafe { cuda_mem::ctx_set_current(std::ptr::null_mut())? };
    cuda_mem::device_primary_ctx_release(device)?;
    result
}

fn with_context(device: CUdevice) -> Result<(), Stop> {
    let (free, total) = cuda_mem::mem_get_info()?;
    println!(
        "memory           {} MiB free of {} MiB on device {device}",
        free >> 20,
        total >> 20
    );
    let memory = cuda_mem::mem_alloc(SIZE)?;
    let other = cuda_mem::mem_alloc(SIZE)?;
    println!("mem_alloc        2 x {SIZE} bytes at {memory:#x} and {other:#x}");
    let moved = move_data(memory, other);
    // SAFETY: all work is done (or failed), and nothing uses the memory from here on.
    unsafe {
        cuda_mem::mem_free(memory)?;
        cuda_mem::mem_free(other)?;
    }
    println!("mem_free         both");
    moved?;

    println!("an error         on purpose, freeing an address that was never allocated:");
    // SAFETY: the driver knows its allocations, and refuses this.
    match unsafe { cuda_mem::mem_free(0xdead_0000) } {
        Err(error) => println!("                 {error}"),
        Ok(()) => {
            return Err(Stop::Wrong(
                "the driver freed what was never allocated".to_string(),
            ))
        }
    }
    println!("all verified");
    Ok(())
}

fn move_data(memory: CUdeviceptr, other: CUdeviceptr) -> Result<(), Stop> {
    let mut back = vec![0u8; SIZE];

    // SAFETY: `memory` is SIZE bytes long; so is `back`.
    unsafe {
        cuda_mem::memset_d8(memory, 0x5a, SIZE)?;
        cuda_mem::memcpy_dtoh(&mut back, memory)?;
    }
    verify("memset_d8        ", &back, |_| 0x5a)?;

    let pattern: Vec<u8> = (0..SIZE).map(pattern).collect();
    // SAFETY: both allocations and both vectors are SIZE bytes long.
    unsafe {
        cuda_mem::memcpy_htod(memory, &pattern)?;
        cuda_mem::memcpy_dtod(other, memory, SIZE)?;
        cuda_mem::memcpy_dtoh(&mut back, other)?;
    }
    verify("memcpy           ", &back, self::pattern)?;

    let stream = cuda_mem::stream_create(sys::CU_STREAM_NON_BLOCKING.0)?;
    let queued = queue(memory, &mut back, stream);
    // SAFETY: created above, and not used from here on.
    unsafe { cuda_mem::stream_destroy(stream)? };
    queued?;
    verify("on a stream      ", &back, |_| 0xc3)
}

fn queue(memory: CUdeviceptr, back: &mut [u8], stream: sys::CUstream) -> Result<(), Stop> {
    // SAFETY: both are SIZE bytes long, and stay untouched until the stream was waited for.
    unsafe {
        cuda_mem::memset_d8_async(memory, 0xc3, SIZE, stream)?;
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, SIZE, stream)?;
        cuda_mem::stream_synchronize(stream)?;
        cuda_mem::stream_query(stream)?;
    }
    Ok(())
}

/// A byte that depends on all of its position.
fn pattern(position: usize) -> u8 {
    (position.wrapping_mul(2_654_435_761) >> 13) as u8
}

fn verify(step: &str, bytes: &[u8], expected: impl Fn(usize) -> u8) -> Result<(), Stop> {
    match bytes
        .iter()
        .enumerate()
        .find(|(position, byte)| **byte != expected(*position))
    {
        None => {
            println!("{step}{} bytes written, copied back and equal", bytes.len());
            Ok(())
        }
        Some((position, byte)) => Err(Stop::Wrong(format!(
            "{}: byte {position} is {byte:#04x}, not {:#04x}",
            step.trim(),
            expected(position)
        ))),
    }
}
