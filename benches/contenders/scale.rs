//! Many allocations, many copies: `PROGRAM DRIVER CASE SIZE COUNT`, where DRIVER is `library` or `emulator`. Prints how
//! many calls failed, and the nanoseconds that COUNT iterations took. What scale.c is in C.
//!
//! - `live`: an allocation and its release while SIZE others live.
//! - `loop`: SIZE copies of 64 bytes on the device, a call each.
//! - `batch`: the same copies in one call.

use cuda_mem::sys::{self, CUdeviceptr};
use std::time::Instant;

/// What one copy moves.
const BYTES: usize = 64;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [driver, case, size, count] = words[..] else {
        usage();
    };
    let (Ok(size), Ok(count)) = (size.parse::<usize>(), count.parse::<u64>()) else {
        usage();
    };
    let result = (|| {
        if driver == "emulator" {
            cuda_mem_emu::install().expect("nothing was called yet");
            cuda_mem::init(0)?;
            let context = cuda_mem::device_primary_ctx_retain(0)?;
            // SAFETY: retained above, never released.
            unsafe { cuda_mem::ctx_set_current(context)? };
        }
        match case {
            "live" => live(size, count),
            "loop" | "batch" => copies(driver, case == "batch", size, count),
            _ => usage(),
        }
    })();
    match result {
        Ok((failures, nanoseconds)) => println!("{failures} {nanoseconds}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn usage() -> ! {
    eprintln!("usage: PROGRAM library|emulator live|loop|batch SIZE COUNT");
    std::process::exit(64)
}

/// Runs it once untimed, then `count` times.
fn timed(count: u64, mut once: impl FnMut() -> bool) -> (u64, u128) {
    once();
    let mut failures = 0;
    let start = Instant::now();
    for _ in 0..count {
        if once() {
            failures += 1;
        }
    }
    (failures, start.elapsed().as_nanos())
}

fn live(size: usize, count: u64) -> cuda_mem::Result<(u64, u128)> {
    let others: Vec<CUdeviceptr> = (0..size)
        .map(|_| cuda_mem::mem_alloc(256))
        .collect::<cuda_mem::Result<_>>()?;
    let found = timed(count, || match cuda_mem::mem_alloc(256) {
        // SAFETY: allocated just now, and used by nobody.
        Ok(pointer) => unsafe { cuda_mem::mem_free(pointer) }.is_err(),
        Err(_) => true,
    });
    std::hint::black_box(&others);
    Ok(found)
}

fn copies(driver: &str, batch: bool, size: usize, count: u64) -> cuda_mem::Result<(u64, u128)> {
    let memory = cuda_mem::mem_alloc(2 * BYTES * size)?;
    // Not the null stream: a driver takes no batch there. A library of functions that return at once gives none.
    let stream = match driver {
        "emulator" => cuda_mem::stream_create(sys::CU_STREAM_NON_BLOCKING.0)?,
        _ => std::ptr::null_mut(),
    };
    let at = |first: usize| (0..size).map(move |index| memory + ((first + index) * BYTES) as u64);
    let sources: Vec<CUdeviceptr> = at(0).collect();
    let destinations: Vec<CUdeviceptr> = at(size).collect();
    let sizes = vec![BYTES; size];
    let attributes = sys::CUmemcpyAttributes {
        srcAccessOrder: sys::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
        ..Default::default()
    };
    let attributes = [attributes];
    let wait = || match driver {
        // SAFETY: created above, never destroyed.
        "emulator" => unsafe { cuda_mem::stream_synchronize(stream) }.is_err(),
        _ => false,
    };
    // SAFETY (all calls): the two halves of `memory` hold `size` copies each; nothing is freed before the process ends.
    Ok(match batch {
        true => timed(count, || {
            unsafe {
                cuda_mem::memcpy_batch_async(&destinations, &sources, &sizes, &attributes, &[0], stream)
            }
            .is_err()
                | wait()
        }),
        false => timed(count, || {
            let mut failed = false;
            for (destination, source) in destinations.iter().zip(&sources) {
                failed |=
                    unsafe { cuda_mem::memcpy_dtod_async(*destination, *source, BYTES, stream) }.is_err();
            }
            failed | wait()
        }),
    })
}
