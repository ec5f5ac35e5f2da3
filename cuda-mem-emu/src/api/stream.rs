//! Streams.

use crate::core::stream::Stream;
use crate::core::work::{HostWork, Pointer, Work};
use crate::entry::{check, put, some};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::{c_int, c_uint, c_ulonglong, c_void};
use cuda_mem_sys::*;
use std::time::Duration;

/// The greatest priority; the least is 0.
pub(super) const GREATEST: c_int = -5;

entry_points! {
    fn create = cuStreamCreate: (call, out: *mut CUstream, flags: c_uint) {
        // SAFETY: the caller's.
        unsafe { new(call, out, flags, 0) }
    }

    fn create_with_priority = cuStreamCreateWithPriority: (
        call,
        out: *mut CUstream,
        flags: c_uint,
        priority: c_int,
    ) {
        // SAFETY: the caller's.
        unsafe { new(call, out, flags, priority.clamp(GREATEST, 0)) }
    }

    fn get_priority = cuStreamGetPriority, per thread cuStreamGetPriority_ptsz: (
        call,
        stream: CUstream,
        priority: *mut c_int,
    ) {
        let (driver, stream) = of(call, stream)?;
        let own = driver.streams.get(&stream).map_or(0, |stream| stream.priority);
        // SAFETY: null or writable.
        unsafe { put(priority, own) }
    }

    fn get_flags = cuStreamGetFlags, per thread cuStreamGetFlags_ptsz: (
        call,
        stream: CUstream,
        flags: *mut c_uint,
    ) {
        let (driver, stream) = of(call, stream)?;
        let blocking = driver.streams.get(&stream).map_or(true, |stream| stream.blocking);
        let own = if blocking { CU_STREAM_DEFAULT } else { CU_STREAM_NON_BLOCKING };
        // SAFETY: null or writable.
        unsafe { put(flags, own.0) }
    }

    fn get_id = cuStreamGetId, per thread cuStreamGetId_ptsz: (call, stream: CUstream, id: *mut c_ulonglong) {
        let (_driver, stream) = of(call, stream)?;
        // SAFETY: null or writable.
        unsafe { put(id, stream) }
    }

    fn get_ctx = cuStreamGetCtx, per thread cuStreamGetCtx_ptsz: (call, stream: CUstream, out: *mut CUcontext) {
        let (driver, stream) = of(call, stream)?;
        let context = driver.streams.get(&stream).map_or(0, |stream| stream.context);
        // SAFETY: null or writable.
        unsafe { put(out, context as CUcontext) }
    }

    fn get_device = cuStreamGetDevice, per thread cuStreamGetDevice_ptsz: (
        call,
        stream: CUstream,
        device: *mut CUdevice,
    ) {
        let (driver, stream) = of(call, stream)?;
        let context = driver.streams.get(&stream).and_then(|stream| driver.contexts.get(&stream.context));
        // SAFETY: null or writable.
        unsafe { put(device, context.map_or(0, |context| context.device as CUdevice)) }
    }

    fn wait_event = cuStreamWaitEvent, per thread cuStreamWaitEvent_ptsz: (
        call,
        stream: CUstream,
        event: CUevent,
        flags: c_uint,
    ) {
        let (mut driver, stream) = of(call, stream)?;
        super::event::not_external(flags)?;
        let event = driver.event(event)?;
        if let Some(signal) = event.signal {
            let work = HostWork::Await(signal, signal.last());
            driver.push(stream, Work::Host(work));
            return Ok(());
        }
        // An event that was never recorded is not waited for.
        if let Some(point) = event.point {
            driver.push_after(stream, Work::Order, vec![point]);
        }
        Ok(())
    }

    fn add_callback = cuStreamAddCallback, per thread cuStreamAddCallback_ptsz: (
        call,
        stream: CUstream,
        callback: CUstreamCallback,
        data: *mut c_void,
        flags: c_uint,
    ) {
        check(callback.is_some() && flags == 0)?;
        let (driver, number) = of(call, stream)?;
        launch(driver, number, HostWork::Callback(callback, Pointer(stream.cast()), Pointer(data)));
        Ok(())
    }

    fn launch_host_func = cuLaunchHostFunc, per thread cuLaunchHostFunc_ptsz: (
        call,
        stream: CUstream,
        function: CUhostFn,
        data: *mut c_void,
    ) {
        check(function.is_some())?;
        let (driver, stream) = of(call, stream)?;
        launch(driver, stream, HostWork::Function(function, Pointer(data)));
        Ok(())
    }

    fn attach_mem_async = cuStreamAttachMemAsync, per thread cuStreamAttachMemAsync_ptsz: (
        call,
        handle: CUstream,
        address: CUdeviceptr,
        length: usize,
        flags: c_uint,
    ) {
        let (mut driver, stream) = of(call, handle)?;
        let known = [CU_MEM_ATTACH_GLOBAL, CU_MEM_ATTACH_HOST, CU_MEM_ATTACH_SINGLE];
        check(known.contains(&CUmemAttach_flags(flags)))?;
        // One stream must be a stream of its own.
        check(flags != CU_MEM_ATTACH_SINGLE.0 || handle as u64 > 2)?;
        let region = driver.map.at(address);
        let managed = region.map_or(false, |region| region.kind == crate::core::memory::Kind::Managed);
        let whole = region.map_or(false, |region| length == 0 || length as u64 == region.size);
        check(managed && whole)?;
        driver.push(stream, Work::Order);
        Ok(())
    }

    fn query = cuStreamQuery, per thread cuStreamQuery_ptsz: (call, stream: CUstream) {
        let (mut driver, stream) = of(call, stream)?;
        let last = driver.streams.get(&stream).map_or(0, Stream::last);
        driver.query((stream, last))
    }

    fn synchronize = cuStreamSynchronize, per thread cuStreamSynchronize_ptsz: (call, stream: CUstream) {
        let (mut driver, stream) = of(call, stream)?;
        driver.run_stream(stream);
        Ok(())
    }

    fn destroy = cuStreamDestroy_v2: (call, stream: CUstream) {
        let mut driver = call.driver()?;
        if (stream as u64) < 3 {
            return Err(CUDA_ERROR_INVALID_HANDLE);
        }
        let number = driver.stream(stream)?;
        // Its work still runs, when something orders it.
        let own = match driver.streams.get_mut(&number) {
            Some(own) => own,
            None => return Err(CUDA_ERROR_INVALID_HANDLE),
        };
        own.alive = false;
        let (idle, context) = (own.is_idle(), own.context);
        if idle {
            driver.streams.remove(&number);
            if let Some(context) = driver.contexts.get_mut(&context) {
                context.streams.remove(&number);
            }
        }
        Ok(())
    }

    fn is_capturing = cuStreamIsCapturing, per thread cuStreamIsCapturing_ptsz: (
        call,
        stream: CUstream,
        status: *mut CUstreamCaptureStatus,
    ) {
        let (_driver, _) = of(call, stream)?;
        // SAFETY: null or writable.
        unsafe { put(status, CU_STREAM_CAPTURE_STATUS_NONE) }
    }
}

/// The driver and a stream of it. A handle of a stream brings its own context.
pub(super) fn of(call: &Call, stream: CUstream) -> crate::entry::Outcome<(Session<'_>, u64)> {
    // Handles begin above the small numbers that name default streams, and that no stream has.
    let own = (stream as u64) > 0xf;
    let mut driver = if own { call.driver() } else { call.context() }?;
    let number = driver.stream(stream)?;
    if own {
        driver.context = driver.streams.get(&number).map_or(0, |stream| stream.context);
    }
    Ok((driver, number))
}

/// # Safety
///
/// `out` is null or writable.
unsafe fn new(call: &Call, out: *mut CUstream, flags: c_uint, priority: c_int) -> crate::entry::Outcome {
    let mut driver = call.context()?;
    some(out)?;
    check(flags <= CU_STREAM_NON_BLOCKING.0)?;
    let (stream, context) = (driver.handle(), driver.context);
    let blocking = flags == CU_STREAM_DEFAULT.0;
    driver.streams.insert(stream, Stream::new(context, blocking, priority, false));
    if let Some(context) = driver.contexts.get_mut(&context) {
        context.streams.insert(stream);
    }
    // SAFETY: checked.
    unsafe { put(out, stream as CUstream) }
}

/// Gives a stream a host function. Programs wait for such functions by their own means, so this work runs soon even if
/// no call orders it.
fn launch(mut driver: Session<'_>, stream: u64, work: HostWork) {
    /// Long enough that a program which reads too early does so.
    const SOON: Duration = Duration::from_millis(2);
    let point = driver.push(stream, Work::Host(work));
    let own = match driver.streams.get_mut(&stream) {
        Some(own) => own,
        None => return,
    };
    own.host_until = point.1;
    // One thread for each stream that has such functions, however many they are.
    if own.is_idle() || std::mem::replace(&mut own.has_runner, true) {
        return;
    }
    let run = move || loop {
        std::thread::sleep(SOON);
        let call = Call { symbol: "cuLaunchHostFunc", per_thread: false };
        let mut driver = match call.driver() {
            Ok(driver) => driver,
            Err(_) => return,
        };
        let until = match driver.streams.get(&stream).map(|stream| stream.host_until) {
            Some(until) => until,
            None => return,
        };
        driver.run((stream, until));
        match driver.streams.get_mut(&stream) {
            Some(stream) if stream.host_until == until => {
                stream.has_runner = false;
                return;
            }
            _ => {}
        }
    };
    // Without a thread they run when a call orders them.
    drop(std::thread::Builder::new().name("cuda-mem-emu".into()).spawn(run));
}
