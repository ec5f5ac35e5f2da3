//! Many allocations, many copies: `PROGRAM DRIVER CASE SIZE COUNT`, where DRIVER is `library` or `emulator`. Prints how
//! many calls failed, and the nanoseconds that COUNT iterations took. What scale.c is in C.
//!
//! - `live`: an allocation and its release while SIZE others live.
//! - `loop`: SIZE copies of 64 bytes on the device, a call each.
//! - `batch`: the same copies in one call.

#[macro_use]
mod place;

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

/// What the loops work on.
struct Work {
    destinations: Vec<CUdeviceptr>,
    sources: Vec<CUdeviceptr>,
    sizes: Vec<usize>,
    stream: sys::CUstream,
    /// Whether the driver has work that must be waited for.
    waits: bool,
}

type Loop = fn(&Work, u64) -> u64;

/// Once untimed, then `count` times, a quarter at each place.
fn timed(places: [Loop; 4], work: &Work, count: u64) -> (u64, u128) {
    for place in places {
        place(work, 1);
    }
    let start = Instant::now();
    let failures = places.iter().map(|place| place(work, count / 4)).sum();
    (failures, start.elapsed().as_nanos())
}

fn live(size: usize, count: u64) -> cuda_mem::Result<(u64, u128)> {
    let others: Vec<CUdeviceptr> = (0..size)
        .map(|_| cuda_mem::mem_alloc(256))
        .collect::<cuda_mem::Result<_>>()?;
    let work = Work {
        destinations: Vec::new(),
        sources: others,
        sizes: Vec::new(),
        stream: std::ptr::null_mut(),
        waits: false,
    };
    Ok(timed(places!(live_loop), &work, count))
}

fn live_loop<const PLACE: u32>(_: &Work, count: u64) -> u64 {
    let mut failures = 0;
    place!();
    for _ in 0..count {
        let failed = match cuda_mem::mem_alloc(256) {
            // SAFETY: allocated just now, and used by nobody.
            Ok(pointer) => unsafe { cuda_mem::mem_free(pointer) }.is_err(),
            Err(_) => true,
        };
        failures += u64::from(failed);
    }
    failures
}

fn copies(driver: &str, batch: bool, size: usize, count: u64) -> cuda_mem::Result<(u64, u128)> {
    let memory = cuda_mem::mem_alloc(2 * BYTES * size)?;
    let emulated = driver == "emulator";
    // Not the null stream: a driver takes no batch there. A library of functions that return at once gives none.
    let stream = match emulated {
        true => cuda_mem::stream_create(sys::CU_STREAM_NON_BLOCKING.0)?,
        false => std::ptr::null_mut(),
    };
    let at = |first: usize| (0..size).map(move |index| memory + ((first + index) * BYTES) as u64);
    let work = Work {
        sources: at(0).collect(),
        destinations: at(size).collect(),
        sizes: vec![BYTES; size],
        stream,
        waits: emulated,
    };
    Ok(match batch {
        true => timed(places!(batch_loop), &work, count),
        false => timed(places!(copy_loop), &work, count),
    })
}

fn copy_loop<const PLACE: u32>(work: &Work, count: u64) -> u64 {
    let mut failures = 0;
    place!();
    for _ in 0..count {
        for (destination, source) in work.destinations.iter().zip(&work.sources) {
            // SAFETY: the two halves of an allocation hold as many copies; it is not freed before the process ends.
            let result = unsafe { cuda_mem::memcpy_dtod_async(*destination, *source, BYTES, work.stream) };
            failures += u64::from(result.is_err());
        }
        failures += u64::from(work.waits && work.wait().is_err());
    }
    failures
}

fn batch_loop<const PLACE: u32>(work: &Work, count: u64) -> u64 {
    let attributes = [sys::CUmemcpyAttributes {
        srcAccessOrder: sys::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
        ..Default::default()
    }];
    let mut failures = 0;
    place!();
    for _ in 0..count {
        // SAFETY: as in `copy_loop`.
        let result = unsafe {
            cuda_mem::memcpy_batch_async(
                &work.destinations,
                &work.sources,
                &work.sizes,
                &attributes,
                &[0],
                work.stream,
            )
        };
        failures += u64::from(result.is_err() || (work.waits && work.wait().is_err()));
    }
    failures
}

impl Work {
    /// Out of the way: only the emulator has anything to wait for.
    #[cold]
    #[inline(never)]
    fn wait(&self) -> cuda_mem::Result<()> {
        // SAFETY: created by `copies`, never destroyed.
        unsafe { cuda_mem::stream_synchronize(self.stream) }
    }
}
