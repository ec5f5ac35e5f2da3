//! Work in streams, put into order by events: what the host must wait for, and what it need not.
//!
//! C functions: cuStreamCreate, cuMemcpyHtoDAsync, cuMemcpyDtoDAsync, cuMemcpyDtoHAsync, cuMemsetD32Async, cuEventCreate,
//! cuEventRecord, cuStreamWaitEvent, cuEventQuery, cuEventSynchronize, cuEventElapsedTime.

#![deny(unsafe_op_in_unsafe_fn)]

mod common;

use common::{ensure, numbers, verify, Gpu};
use cuda_mem::sys::{CUdeviceptr, CUevent, CUstream, CU_EVENT_DEFAULT, CU_STREAM_NON_BLOCKING};
use std::process::ExitCode;

/// 4 MiB, which keeps a copy engine busy for a while.
const COUNT: usize = 1 << 20;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        let (input, output) = (cuda_mem::mem_alloc(BYTES)?, cuda_mem::mem_alloc(BYTES)?);
        let host = cuda_mem::mem_alloc_host(BYTES)?.cast::<u32>();
        let sent = numbers(COUNT, 1);
        // Streams of this kind do not wait for the default stream, nor it for them.
        let producer = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
        let consumer = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
        let events = [0; 3].map(|_| cuda_mem::event_create(CU_EVENT_DEFAULT.0));
        let [start, ready, end] = events;
        let (start, ready, end) = (start?, ready?, end?);

        // SAFETY: pinned memory of BYTES, like the vector and both allocations; all stay until the end was waited for.
        let early = unsafe {
            host.copy_from_nonoverlapping(sent.as_ptr(), COUNT);
            produce(producer, start, ready, host, input)?;
            consume(consumer, ready, end, host, input, output)?;
            // Nothing was waited for yet.
            cuda_mem::event_query(end)
        };
        match early {
            Ok(()) => println!("event_query      the device was done before the host asked"),
            Err(error) if error.is_not_ready() => {
                println!("event_query      not ready: the host is ahead of the device")
            }
            Err(error) => return Err(error.into()),
        }
        // SAFETY: the events and streams are alive; after the wait nothing uses them, nor the memory.
        unsafe {
            cuda_mem::event_synchronize(end)?;
            let milliseconds = cuda_mem::event_elapsed_time(start, end)?;
            println!("elapsed          {milliseconds:.3} ms from the first event to the last");
            ensure(milliseconds >= 0.0, "time went backwards")?;
            verify(
                "both streams",
                std::slice::from_raw_parts(host, COUNT),
                &expected(&sent),
            )?;
            for event in [start, ready, end] {
                cuda_mem::event_destroy(event)?;
            }
            cuda_mem::stream_destroy(producer)?;
            cuda_mem::stream_destroy(consumer)?;
            cuda_mem::mem_free_host(host.cast())?;
            cuda_mem::mem_free(input)?;
            cuda_mem::mem_free(output)?;
        }
        Ok("verified: one stream took over where an event of the other allowed it".to_string())
    })
}

/// Sends the data, and marks the place where it has arrived.
///
/// # Safety
///
/// All handles must be alive, and both memories BYTES long, until the work is done.
unsafe fn produce(
    stream: CUstream,
    start: CUevent,
    ready: CUevent,
    host: *const u32,
    input: CUdeviceptr,
) -> cuda_mem::Result<()> {
    // SAFETY: as the caller says.
    unsafe {
        cuda_mem::event_record(start, stream)?;
        cuda_mem::memcpy_htod_async(input, host.cast(), BYTES, stream)?;
        cuda_mem::event_record(ready, stream)
    }
}

/// Waits on the device, not on the host, for the other stream's event; then changes the data and fetches it.
///
/// # Safety
///
/// As [`produce`].
unsafe fn consume(
    stream: CUstream,
    ready: CUevent,
    end: CUevent,
    host: *mut u32,
    input: CUdeviceptr,
    output: CUdeviceptr,
) -> cuda_mem::Result<()> {
    // SAFETY: as the caller says.
    unsafe {
        cuda_mem::stream_wait_event(stream, ready, 0)?;
        cuda_mem::memcpy_dtod_async(output, input, BYTES, stream)?;
        cuda_mem::memset_d32_async(output, 9, 1000, stream)?;
        cuda_mem::memcpy_dtoh_async(host.cast(), output, BYTES, stream)?;
        cuda_mem::event_record(end, stream)
    }
}

fn expected(sent: &[u32]) -> Vec<u32> {
    let mut expected = sent.to_vec();
    expected[..1000].fill(9);
    expected
}
