//! The bandwidth of copies, against that of memcpy on memory of the same size.

use crate::{alloc, free, ok, stream, time, verdict};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::time::Duration;

/// Of each copy.
const BYTES: usize = 64 << 20;
/// The least bandwidth, as a part of memcpy's.
const LEAST: f64 = 0.9;
const ROUNDS: usize = 15;

/// Where copies begin and end. All of it is written before the first copy, so that none waits for the system's pages.
struct Memory {
    source: *const c_void,
    back: *mut c_void,
    pinned: *mut c_void,
    one: CUdeviceptr,
    other: CUdeviceptr,
    stream: CUstream,
}

/// A copy's name, its limit, and how it is made; that is for a `Memory` whose parts are of 64 MiB and alive.
type Way = (&'static str, Option<f64>, unsafe fn(&Memory));

// SAFETY, of each: the caller's; a copy that the call leaves pending is waited for.
const WAYS: &[Way] = &[
    ("cuMemcpyHtoD", Some(LEAST), |m| unsafe {
        ok(cuMemcpyHtoD_v2(m.one, m.source, BYTES));
    }),
    ("cuMemcpyDtoH", Some(LEAST), |m| unsafe {
        ok(cuMemcpyDtoH_v2(m.back, m.one, BYTES));
    }),
    ("cuMemcpyDtoD", Some(LEAST), |m| unsafe {
        ok(cuMemcpyDtoD_v2(m.other, m.one, BYTES));
        ok(cuCtxSynchronize());
    }),
    ("cuMemcpyHtoDAsync, pinned", Some(LEAST), |m| unsafe {
        ok(cuMemcpyHtoDAsync_v2(m.one, m.pinned, BYTES, m.stream));
        ok(cuStreamSynchronize(m.stream));
    }),
    ("cuMemcpyDtoHAsync, pinned", Some(LEAST), |m| unsafe {
        ok(cuMemcpyDtoHAsync_v2(m.pinned, m.one, BYTES, m.stream));
        ok(cuStreamSynchronize(m.stream));
    }),
    // The call keeps the bytes for later, since the program may drop pageable memory once it has returned. So they
    // are copied twice.
    ("cuMemcpyHtoDAsync, pageable", None, |m| unsafe {
        ok(cuMemcpyHtoDAsync_v2(m.one, m.source, BYTES, m.stream));
        ok(cuStreamSynchronize(m.stream));
    }),
];

/// Prints the table; whether all is within its limits.
pub fn table() -> bool {
    let (source, mut back) = (vec![1u8; BYTES], vec![2u8; BYTES]);
    let mut pinned = null_mut();
    // SAFETY: a local.
    ok(unsafe { cuMemHostAlloc(&mut pinned, BYTES, 0) });
    let memory = Memory {
        source: source.as_ptr().cast(),
        back: back.as_mut_ptr().cast(),
        pinned,
        one: alloc(BYTES),
        other: alloc(BYTES),
        stream: stream(),
    };
    // SAFETY: 64 MiB each, of this function.
    unsafe {
        ok(cuMemsetD8_v2(memory.one, 3, BYTES));
        ok(cuMemsetD8_v2(memory.other, 4, BYTES));
        pinned.cast::<u8>().write_bytes(5, BYTES);
    }
    println!("64 MiB                           GiB/s  of memcpy  limit");
    let mut within = true;
    for (name, limit, run) in WAYS {
        let (mut plain, mut ours) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            // SAFETY: two vectors of this size.
            plain = plain.min(time(|| unsafe {
                memory.back.copy_from_nonoverlapping(memory.source, BYTES)
            }));
            // SAFETY: the memory is of this size, and each way waits for its copy.
            ours = ours.min(time(|| unsafe { run(&memory) }));
        }
        let part = plain.as_secs_f64() / ours.as_secs_f64();
        let kept = limit.map_or(true, |limit| part >= limit);
        within &= kept;
        let limit = limit.map_or("none: copied twice".into(), |limit| {
            verdict(kept, &format!("{limit}"))
        });
        let speed = 1.0 / 16.0 / ours.as_secs_f64();
        println!("{name:30} {speed:7.1} {part:10.2}  {limit}");
    }
    free(memory.one);
    free(memory.other);
    // SAFETY: of this function; all work was waited for.
    unsafe {
        ok(cuMemFreeHost(pinned));
        ok(cuStreamDestroy_v2(memory.stream));
    }
    within
}
