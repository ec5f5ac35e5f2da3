//! Events.

use crate::core::event::{Event, Signal};
use crate::core::work::Work;
use crate::entry::{check, put, some};
use crate::session::Call;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn create = cuEventCreate: (call, out: *mut CUevent, flags: c_uint) {
        let mut driver = call.context()?;
        some(out)?;
        let known = CU_EVENT_BLOCKING_SYNC.0 | CU_EVENT_DISABLE_TIMING.0 | CU_EVENT_INTERPROCESS.0;
        check(flags & !known == 0)?;
        // Events of several processes have no time in common.
        check(flags & CU_EVENT_INTERPROCESS.0 == 0 || flags & CU_EVENT_DISABLE_TIMING.0 != 0)?;
        let signal = match flags & CU_EVENT_INTERPROCESS.0 {
            0 => None,
            _ => Some(Signal::new(&mut driver)?),
        };
        let (event, context) = (driver.handle(), driver.context);
        driver.events.insert(event, Event::new(context, flags, signal));
        // SAFETY: checked.
        unsafe { put(out, event as CUevent) }
    }

    fn record = cuEventRecord, per thread cuEventRecord_ptsz: (call, event: CUevent, stream: CUstream) {
        at(call, event, stream)
    }

    fn record_with_flags = cuEventRecordWithFlags, per thread cuEventRecordWithFlags_ptsz: (
        call,
        event: CUevent,
        stream: CUstream,
        flags: c_uint,
    ) {
        not_external(flags)?;
        at(call, event, stream)
    }

    fn query = cuEventQuery: (call, event: CUevent) {
        let mut driver = call.driver()?;
        let event = driver.event(event)?;
        if let Some(signal) = event.signal {
            return if signal.has_run(signal.last()) { Ok(()) } else { Err(CUDA_ERROR_NOT_READY) };
        }
        match event.point {
            Some(point) => driver.query(point),
            None => Ok(()),
        }
    }

    fn synchronize = cuEventSynchronize: (call, event: CUevent) {
        let mut driver = call.driver()?;
        let event = driver.event(event)?;
        if let Some(signal) = event.signal {
            let last = signal.last();
            driver.unlocked(|| signal.wait(last));
            return Ok(());
        }
        if let Some(point) = event.point {
            driver.run(point);
            driver.trim_pools();
        }
        Ok(())
    }

    fn destroy = cuEventDestroy_v2: (call, event: CUevent) {
        let mut driver = call.driver()?;
        driver.event(event)?;
        let gone = driver.events.remove(&(event as u64));
        if let Some(signal) = gone.and_then(|event| event.signal) {
            // A stream may still look at the memory.
            driver.run_all();
            signal.close(&mut driver);
        }
        Ok(())
    }

    fn elapsed_time = cuEventElapsedTime_v2: (call, milliseconds: *mut f32, start: CUevent, end: CUevent) {
        let mut driver = call.driver()?;
        some(milliseconds)?;
        let mut times = [None; 2];
        for (time, handle) in times.iter_mut().zip([start, end]) {
            let event = driver.event(handle)?;
            if event.flags & CU_EVENT_DISABLE_TIMING.0 != 0 || event.point.is_none() {
                return Err(CUDA_ERROR_INVALID_HANDLE);
            }
            *time = event.time;
        }
        let (start, end) = match times {
            [Some(start), Some(end)] => (start, end),
            _ => return Err(CUDA_ERROR_NOT_READY),
        };
        let elapsed = match end.checked_duration_since(start) {
            Some(after) => after.as_secs_f32(),
            None => -start.duration_since(end).as_secs_f32(),
        };
        // SAFETY: checked.
        unsafe { put(milliseconds, elapsed * 1000.0) }
    }

    fn elapsed_time_v1 = cuEventElapsedTime: (call, milliseconds: *mut f32, start: CUevent, end: CUevent) {
        // SAFETY: the caller's.
        unsafe { elapsed_time(call, milliseconds, start, end) }
    }
}

/// No flags, or the one for streams that are captured into a graph, which no stream is.
pub(super) fn not_external(flags: c_uint) -> crate::entry::Outcome {
    // To wait for one has the same two flags.
    check(flags <= CU_EVENT_RECORD_EXTERNAL.0)?;
    if flags == CU_EVENT_RECORD_EXTERNAL.0 { Err(CUDA_ERROR_ILLEGAL_STATE) } else { Ok(()) }
}

fn at(call: &Call, handle: CUevent, stream: CUstream) -> crate::entry::Outcome {
    let (mut driver, stream) = super::stream::of(call, stream)?;
    let event = driver.event(handle)?;
    event.records += 1;
    event.time = None;
    let (number, signal) = (event.records, event.signal);
    let point = driver.push(stream, Work::Record { event: handle as u64, number });
    driver.event(handle)?.point = Some(point);
    if let Some(signal) = signal {
        let record = signal.record();
        driver.run(point);
        signal.done(record);
    }
    Ok(())
}
