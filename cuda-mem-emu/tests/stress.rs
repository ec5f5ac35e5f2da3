//! Many threads that do everything at once: no byte is lost, nothing waits for ever, and the counts come out even.
//!
//! Two seconds, or as many as `CUDA_MEM_STRESS_SECONDS` says.

mod common;

use common::ok;
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

const THREADS: u64 = 16;

#[test]
fn sixteen_threads() {
    common::with(|| Settings::new().quiet(true));
    let (mut before, mut after, mut total) = (0, 0, 0);
    // SAFETY: locals.
    ok(unsafe { cuMemGetInfo_v2(&mut before, &mut total) });
    let seconds = std::env::var("CUDA_MEM_STRESS_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2);
    let end = Instant::now() + Duration::from_secs(seconds);
    let rounds: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|number| scope.spawn(move || work(number, end)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no thread fails"))
            .collect()
    });
    assert!(
        rounds.iter().all(|&rounds| rounds > 0),
        "every thread comes on: {rounds:?}"
    );
    println!("{} rounds in {seconds} s", rounds.iter().sum::<u64>());
    // SAFETY: locals.
    unsafe {
        ok(cuCtxSynchronize());
        ok(cuMemGetInfo_v2(&mut after, &mut total));
    }
    assert_eq!(before, after, "all memory came back");
}

/// A sequence that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

fn work(number: u64, end: Instant) -> u64 {
    common::with(Settings::new);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ (number + 1));
    let (mut stream, mut event, mut rounds) = (null_mut(), null_mut(), 0);
    // SAFETY: this thread's own memory, streams and events; each is waited for before it goes.
    unsafe {
        ok(cuStreamCreate(&mut stream, (number % 2) as u32));
        ok(cuEventCreate(&mut event, CU_EVENT_DISABLE_TIMING.0));
        while Instant::now() < end {
            let size = 1 + numbers.next(100_000) as usize;
            let value = numbers.next(256) as u8;
            let mut memory = 0;
            match numbers.next(3) {
                0 => ok(cuMemAlloc_v2(&mut memory, size)),
                1 => ok(cuMemAllocAsync(&mut memory, size, stream)),
                _ => ok(cuMemAllocManaged(&mut memory, size, 1)),
            }
            ok(cuMemsetD8Async(memory, value, size, stream));
            let mut back = vec![!value; size];
            match numbers.next(3) {
                0 => ok(cuMemcpyDtoHAsync_v2(
                    back.as_mut_ptr().cast(),
                    memory,
                    size,
                    stream,
                )),
                1 => {
                    ok(cuEventRecord(event, stream));
                    ok(cuStreamWaitEvent(CU_STREAM_PER_THREAD, event, 0));
                    ok(cuMemcpyDtoHAsync_v2(
                        back.as_mut_ptr().cast(),
                        memory,
                        size,
                        CU_STREAM_PER_THREAD,
                    ));
                    ok(cuStreamSynchronize(CU_STREAM_PER_THREAD));
                }
                _ => {
                    ok(cuStreamSynchronize(stream));
                    ok(cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), memory, size));
                }
            }
            ok(cuStreamSynchronize(stream));
            assert!(
                back.iter().all(|&byte| byte == value),
                "thread {number}, round {rounds}"
            );
            match numbers.next(2) {
                0 => ok(cuMemFree_v2(memory)),
                _ => ok(cuMemFreeAsync(memory, stream)),
            }
            rounds += 1;
        }
        ok(cuStreamSynchronize(stream));
        ok(cuStreamDestroy_v2(stream));
        ok(cuEventDestroy_v2(event));
    }
    rounds
}
