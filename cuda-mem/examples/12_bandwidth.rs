//! How fast copies are: from and to pinned and pageable host memory, and within the device. On the emulator all of it is
//! the host's memory.
//!
//! C functions: cuMemcpyHtoDAsync, cuMemcpyDtoHAsync, cuMemcpyDtoDAsync, cuEventRecord, cuEventElapsedTime.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{CUevent, CUstream, CU_EVENT_DEFAULT, CU_STREAM_NON_BLOCKING};
use std::process::ExitCode;

/// 32 MiB: enough for the time of a call not to count.
const COUNT: usize = 8 << 20;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();
const TIMES: usize = 5;

fn main() -> ExitCode {
    common::run(|gpu: &Gpu| {
        let (one, two) = (cuda_mem::mem_alloc(BYTES)?, cuda_mem::mem_alloc(BYTES)?);
        let pinned = cuda_mem::mem_alloc_host(BYTES)?;
        let mut pageable = numbers(COUNT, 1);
        let sent = pageable.clone();
        let clock = Clock::new()?;
        let (stream, pages) = (clock.stream, pageable.as_mut_ptr());
        if gpu.is_emulated() {
            println!("These figures are of the host's memory: no GPU is used.");
        }
        // SAFETY: all five are BYTES long, and the clock waits for each copy. The data goes round: from the pageable memory
        // to the device, within it, to the pinned memory, back to the device, and to the pageable memory again.
        unsafe {
            clock.time("HtoD, pageable", || {
                cuda_mem::memcpy_htod_async(one, pages.cast(), BYTES, stream)
            })?;
            clock.time("DtoD", || cuda_mem::memcpy_dtod_async(two, one, BYTES, stream))?;
            clock.time("DtoH, pinned", || {
                cuda_mem::memcpy_dtoh_async(pinned, two, BYTES, stream)
            })?;
            clock.time("HtoD, pinned", || {
                cuda_mem::memcpy_htod_async(one, pinned, BYTES, stream)
            })?;
            pages.write_bytes(0, COUNT);
            clock.time("DtoH, pageable", || {
                cuda_mem::memcpy_dtoh_async(pages.cast(), one, BYTES, stream)
            })?;
            clock.end()?;
            cuda_mem::mem_free_host(pinned)?;
            cuda_mem::mem_free(one)?;
            cuda_mem::mem_free(two)?;
        }
        verify("the way round", &pageable, &sent)?;
        Ok("verified: what went through all five copies".to_string())
    })
}

/// Two events with the work between them.
struct Clock {
    stream: CUstream,
    start: CUevent,
    end: CUevent,
}

impl Clock {
    fn new() -> cuda_mem::Result<Clock> {
        Ok(Clock {
            stream: cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?,
            start: cuda_mem::event_create(CU_EVENT_DEFAULT.0)?,
            end: cuda_mem::event_create(CU_EVENT_DEFAULT.0)?,
        })
    }

    /// Prints the best of some runs: whatever else the machine does makes a copy slower, never faster.
    fn time(&self, what: &str, copy: impl Fn() -> cuda_mem::Result<()>) -> Result<(), Failure> {
        let mut best = f32::INFINITY;
        for _ in 0..TIMES {
            // SAFETY: the stream and both events live until `end`.
            unsafe {
                cuda_mem::event_record(self.start, self.stream)?;
                copy()?;
                cuda_mem::event_record(self.end, self.stream)?;
                cuda_mem::event_synchronize(self.end)?;
                best = best.min(cuda_mem::event_elapsed_time(self.start, self.end)?);
            }
        }
        ensure(best > 0.0, format!("{what}: it took no time"))?;
        println!("{what:<17}{:.1} GB/s", BYTES as f32 / 1e6 / best);
        Ok(())
    }

    fn end(self) -> cuda_mem::Result<()> {
        // SAFETY: made by `new`, and all work was waited for.
        unsafe {
            cuda_mem::event_destroy(self.start)?;
            cuda_mem::event_destroy(self.end)?;
            cuda_mem::stream_destroy(self.stream)
        }
    }
}
