//! Streams run their work when something orders it, and not before.

mod common;

use common::{alloc, ok, read, stream, Alone};
use cuda_mem_emu::Settings;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

fn ready() -> Alone {
    common::alone(Settings::new)
}

/// Pinned memory of zeros, for as long as the program.
fn pinned() -> &'static mut [u8; 64] {
    let mut memory = null_mut();
    // SAFETY: a local; 64 bytes that are never freed.
    unsafe {
        ok(cuMemHostAlloc(&mut memory, 64, 0));
        std::ptr::write_bytes(memory.cast::<u8>(), 0, 64);
        &mut *memory.cast()
    }
}

/// A copy that was not waited for.
struct Pending {
    stream: CUstream,
    memory: CUdeviceptr,
    back: &'static mut [u8; 64],
    _alone: Alone,
}

impl Pending {
    fn new() -> Pending {
        let alone = ready();
        let (stream, memory) = (stream(), alloc(64));
        let back = pinned();
        // SAFETY: memory and array outlive the work.
        unsafe {
            ok(cuMemsetD8Async(memory, 7, 64, stream));
            ok(cuMemcpyDtoHAsync_v2(back.as_mut_ptr().cast(), memory, 64, stream));
        }
        assert_eq!(*back, [0; 64], "nothing ordered it");
        Pending {
            stream,
            memory,
            back,
            _alone: alone,
        }
    }

    /// # Panics
    ///
    /// Unless the copy has come.
    #[track_caller]
    fn came(self) {
        assert_eq!(*self.back, [7; 64]);
        // SAFETY: its work has run.
        unsafe {
            ok(cuStreamDestroy_v2(self.stream));
            ok(cuMemFree_v2(self.memory));
        }
    }
}

#[test]
fn a_synchronization_orders() {
    let pending = Pending::new();
    // SAFETY: a live stream.
    ok(unsafe { cuStreamSynchronize(pending.stream) });
    pending.came();
    let pending = Pending::new();
    // SAFETY: no contract.
    ok(unsafe { cuCtxSynchronize() });
    pending.came();
}

#[test]
fn a_query_is_answered_first_and_ends_a_loop() {
    let pending = Pending::new();
    let mut asked = 0;
    // SAFETY: a live stream.
    while unsafe { cuStreamQuery(pending.stream) } == CUDA_ERROR_NOT_READY {
        asked += 1;
        assert!(asked < 1000, "the loop has no end");
    }
    assert!(asked > 0, "the first answer is that work is pending");
    pending.came();
}

#[test]
fn an_event_orders_what_came_before_it() {
    let pending = Pending::new();
    let late = pinned();
    let mut event = null_mut();
    // SAFETY: locals that outlive the work.
    unsafe {
        ok(cuEventCreate(&mut event, 0));
        ok(cuEventRecord(event, pending.stream));
        ok(cuMemcpyDtoHAsync_v2(
            late.as_mut_ptr().cast(),
            pending.memory,
            64,
            pending.stream,
        ));
        ok(cuEventSynchronize(event));
        assert_eq!(*late, [0; 64], "what came after the event was not ordered");
        ok(cuStreamSynchronize(pending.stream));
        assert_eq!(*late, [7; 64]);
        ok(cuEventDestroy_v2(event));
    }
    pending.came();
}

#[test]
fn a_stream_waits_for_another_ones_event() {
    let _alone = ready();
    let (first, second, memory) = (stream(), stream(), alloc(64));
    let mut event = null_mut();
    // SAFETY: memory and event outlive the work.
    unsafe {
        ok(cuEventCreate(&mut event, CU_EVENT_DISABLE_TIMING.0));
        ok(cuMemsetD8Async(memory, 1, 64, first));
        ok(cuEventRecord(event, first));
        ok(cuStreamWaitEvent(second, event, 0));
        ok(cuMemsetD8Async(memory, 2, 64, first));
        let seen = read::<64>(memory, second);
        assert_eq!(seen, [1; 64], "the first fill, and not what came after the event");
        ok(cuCtxSynchronize());
        ok(cuEventDestroy_v2(event));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn streams_without_an_order_do_not_see_each_other() {
    let _alone = ready();
    let (first, second, memory) = (stream(), stream(), alloc(64));
    // SAFETY: the memory outlives the work.
    unsafe {
        ok(cuMemsetD8_v2(memory, 1, 64));
        ok(cuCtxSynchronize());
        ok(cuMemsetD8Async(memory, 2, 64, first));
        assert_eq!(
            read::<64>(memory, second),
            [1; 64],
            "nothing ordered the first stream"
        );
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn the_legacy_stream_waits_and_is_waited_for() {
    let _alone = ready();
    let memory = alloc(64);
    let mut blocking = null_mut();
    // SAFETY: memory and stream outlive the work.
    unsafe {
        ok(cuStreamCreate(&mut blocking, CU_STREAM_DEFAULT.0));
        ok(cuMemsetD8Async(memory, 3, 64, blocking));
        let mut back = [0u8; 64];
        ok(cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), memory, 64));
        assert_eq!(back, [3; 64], "a blocking call is in the legacy stream");
        ok(cuMemsetD8_v2(memory, 4, 64));
        assert_eq!(
            read::<64>(memory, blocking),
            [4; 64],
            "the fill in the legacy stream came before"
        );
        ok(cuStreamDestroy_v2(blocking));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn work_of_a_destroyed_stream_still_runs() {
    let pending = Pending::new();
    // SAFETY: a live stream.
    ok(unsafe { cuStreamDestroy_v2(pending.stream) });
    assert_eq!(*pending.back, [0; 64], "destroying orders nothing");
    // SAFETY: no contract; afterwards nothing uses the memory.
    unsafe {
        ok(cuCtxSynchronize());
        assert_eq!(*pending.back, [7; 64]);
        assert_eq!(cuStreamSynchronize(pending.stream), CUDA_ERROR_INVALID_HANDLE);
        ok(cuMemFree_v2(pending.memory));
    }
}

unsafe extern "C" fn count(data: *mut c_void) {
    // SAFETY: the tests pass a counter that lives as long as the program.
    unsafe { &*data.cast::<AtomicU32>() }.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn a_host_function_comes_even_if_nothing_orders_it() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let _alone = ready();
    let stream = stream();
    let data = (&raw const CALLS).cast_mut().cast::<c_void>();
    // SAFETY: the counter is static.
    unsafe { ok(cuLaunchHostFunc(stream, Some(count), data)) };
    while CALLS.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    // SAFETY: as above.
    unsafe {
        ok(cuLaunchHostFunc(stream, Some(count), data));
        ok(cuStreamSynchronize(stream));
        ok(cuStreamDestroy_v2(stream));
    }
    assert_eq!(CALLS.load(Ordering::SeqCst), 2);
}

#[test]
fn freeing_waits_for_the_work() {
    let pending = Pending::new();
    // SAFETY: a live allocation; the driver waits for the work that uses it.
    ok(unsafe { cuMemFree_v2(pending.memory) });
    assert_eq!(*pending.back, [7; 64]);
}

#[test]
fn pinned_memory_shows_a_source_that_was_changed_too_early() {
    let _alone = ready();
    let (stream, memory) = (stream(), alloc(64));
    let mut pinned = null_mut();
    // SAFETY: all of it outlives the work.
    unsafe {
        ok(cuMemHostAlloc(&mut pinned, 64, 0));
        std::ptr::write_bytes(pinned.cast::<u8>(), 1, 64);
        ok(cuMemcpyHtoDAsync_v2(memory, pinned, 64, stream));
        std::ptr::write_bytes(pinned.cast::<u8>(), 2, 64);
        assert_eq!(read::<64>(memory, stream), [2; 64], "the copy reads when it runs");
        ok(cuMemFreeHost(pinned));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn elapsed_time_needs_both_events() {
    let _alone = ready();
    let stream = stream();
    let (mut start, mut end, mut time) = (null_mut(), null_mut(), -1.0f32);
    // SAFETY: locals.
    unsafe {
        ok(cuEventCreate(&mut start, 0));
        ok(cuEventCreate(&mut end, 0));
        assert_eq!(
            cuEventElapsedTime_v2(&mut time, start, end),
            CUDA_ERROR_INVALID_HANDLE
        );
        ok(cuEventRecord(start, stream));
        ok(cuEventRecord(end, stream));
        assert_eq!(cuEventElapsedTime_v2(&mut time, start, end), CUDA_ERROR_NOT_READY);
        ok(cuEventSynchronize(end));
        ok(cuEventElapsedTime_v2(&mut time, start, end));
    }
    assert!(time >= 0.0, "{time}");
}

unsafe extern "C" fn calls_back(data: *mut c_void) {
    // SAFETY: the test's own counter; the driver refuses the call.
    let code = unsafe { cuCtxSynchronize() };
    // SAFETY: as above.
    unsafe { &*data.cast::<AtomicU32>() }.store(code.0, Ordering::SeqCst);
}

#[test]
fn a_host_function_must_not_call_the_driver() {
    let _alone = ready();
    let stream = stream();
    let code = AtomicU32::new(0);
    // SAFETY: the counter outlives the wait.
    unsafe {
        ok(cuLaunchHostFunc(
            stream,
            Some(calls_back),
            (&raw const code).cast_mut().cast(),
        ));
        ok(cuStreamSynchronize(stream));
    }
    assert_eq!(CUresult(code.load(Ordering::SeqCst)), CUDA_ERROR_NOT_PERMITTED);
}

#[test]
fn pageable_memory_is_done_with_when_the_call_returns() {
    let _alone = ready();
    let (stream, memory) = (stream(), alloc(64));
    let (mut from, mut back) = ([3u8; 64], [0u8; 64]);
    // SAFETY: the driver needs nothing of the arrays after each call.
    unsafe {
        ok(cuMemcpyHtoDAsync_v2(memory, from.as_ptr().cast(), 64, stream));
        from.fill(9);
        ok(cuMemcpyDtoHAsync_v2(back.as_mut_ptr().cast(), memory, 64, stream));
        assert_eq!(back, [3; 64]);
        ok(cuMemFree_v2(memory));
    }
}
