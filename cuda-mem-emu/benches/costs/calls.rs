//! The time of calls, by the number of allocations that are alive.

use crate::{alloc, free, ok, stream, time, verdict};
use cuda_mem_sys::*;
use std::time::Duration;

const ALIVE: [usize; 3] = [100, 10_000, 100_000];
/// The most that a call may cost with the last of these numbers, as a multiple of its cost with the first. It is twice
/// the ratio of their logarithms, since caches hold less of a larger map; a cost that grows with the number is at 1000.
const GROWTH: f64 = 5.0;
/// The most that an allocation and its free may take. On a machine that does nothing else they take less than 1 µs;
/// the rest is for machines that do.
const PAIR: Duration = Duration::from_micros(3);

const ROUNDS: usize = 7;
/// Calls in a round.
const CALLS: usize = 4_000;
/// Allocations that calls choose from, evenly among all: enough of them that their own bytes stay in the caches.
const CHOSEN: usize = 100;

/// What a call works with: some of the allocations, and a stream.
struct Among<'a> {
    chosen: &'a [CUdeviceptr],
    stream: CUstream,
}

/// What is called, the most that it may take, and the call with one of the allocations, which are of 256 bytes and alive.
type Call = (&'static str, Option<Duration>, unsafe fn(&Among, usize));

// SAFETY, of each: the caller's; other pointers are to locals, and memory that the call allocates is freed once.
const TABLE: &[Call] = &[
    ("cuMemAlloc, cuMemFree: 256 bytes", Some(PAIR), |_, _| {
        free(alloc(256))
    }),
    ("cuMemAlloc, cuMemFree: 64 KiB", Some(PAIR), |_, _| {
        free(alloc(64 << 10))
    }),
    ("cuMemAlloc, cuMemFree: 4 MiB", None, |_, _| free(alloc(4 << 20))),
    ("cuMemAllocAsync, cuMemFreeAsync", None, |some, _| unsafe {
        let mut address = 0;
        ok(cuMemAllocAsync(&mut address, 256, some.stream));
        ok(cuMemFreeAsync(address, some.stream));
        ok(cuStreamSynchronize(some.stream));
    }),
    ("cuMemcpyHtoD: 4 bytes", None, |some, i| unsafe {
        let word = 7u32;
        ok(cuMemcpyHtoD_v2(some.chosen[i], &word as *const _ as *const _, 4));
    }),
    ("cuMemGetAddressRange", None, |some, i| unsafe {
        let (mut base, mut size) = (0, 0);
        ok(cuMemGetAddressRange_v2(&mut base, &mut size, some.chosen[i] + 9));
    }),
];

/// Prints the table; whether all is within its limits.
pub fn table() -> bool {
    let stream = stream();
    let mut times = vec![[Duration::MAX; ALIVE.len()]; TABLE.len()];
    let mut alive = Vec::new();
    for (column, &count) in ALIVE.iter().enumerate() {
        alive.resize_with(count, || alloc(256));
        let chosen: Vec<CUdeviceptr> = alive.iter().copied().step_by(count / CHOSEN).collect();
        let some = Among {
            chosen: &chosen,
            stream,
        };
        for ((_, _, call), times) in TABLE.iter().zip(&mut times) {
            for _ in 0..ROUNDS {
                // SAFETY: the allocations are alive and of 256 bytes, and the stream is.
                let round = time(|| (0..CALLS).for_each(|i| unsafe { call(&some, i % CHOSEN) }));
                times[column] = times[column].min(round / CALLS as u32);
            }
        }
    }
    alive.into_iter().for_each(free);
    // SAFETY: of this function; all its work was waited for.
    ok(unsafe { cuStreamDestroy_v2(stream) });

    print!("\nns with so many allocations alive  ");
    ALIVE.iter().for_each(|count| print!("{count:>9}"));
    println!("   growth  limits");
    let mut within = true;
    for ((name, most, _), times) in TABLE.iter().zip(&times) {
        let last = times[ALIVE.len() - 1];
        let growth = last.as_secs_f64() / times[0].as_secs_f64();
        let mut limits = verdict(growth <= GROWTH, &format!("growth {GROWTH}"));
        within &= growth <= GROWTH;
        if let &Some(most) = most {
            limits += &format!(", {}", verdict(last <= most, &format!("{} ns", most.as_nanos())));
            within &= last <= most;
        }
        print!("{name:35}");
        times.iter().for_each(|time| print!("{:9}", time.as_nanos()));
        println!("{growth:9.2}  {limits}");
    }
    within
}
