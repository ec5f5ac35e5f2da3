//! Contexts: primary ones and created ones, and the stack of each thread.

use crate::core::context::{current, stack};
use crate::entry::{check, put, some};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::{c_int, c_uint, c_ulonglong};
use cuda_mem_sys::*;

entry_points! {
    fn primary_retain = cuDevicePrimaryCtxRetain: (call, out: *mut CUcontext, device: CUdevice) {
        let mut driver = call.driver()?;
        some(out)?;
        let index = driver.device(device)?;
        let known = driver.devices.get(index).map_or((0, 0), |device| (device.primary, device.primary_flags));
        let context = if known.0 == 0 { driver.new_context(index, known.1, true) } else { known.0 };
        if let Some(device) = driver.devices.get_mut(index) {
            device.primary = context;
            device.primary_uses += 1;
        }
        if let Some(context) = driver.contexts.get_mut(&context) {
            context.alive = true;
            context.flags = known.1;
        }
        // SAFETY: null or writable.
        unsafe { put(out, context as CUcontext) }
    }

    fn primary_release = cuDevicePrimaryCtxRelease_v2: (call, device: CUdevice) {
        let mut driver = call.driver()?;
        let index = driver.device(device)?;
        let device = driver.devices.get_mut(index).ok_or(CUDA_ERROR_INVALID_DEVICE)?;
        if device.primary_uses == 0 {
            return Err(CUDA_ERROR_INVALID_CONTEXT);
        }
        device.primary_uses -= 1;
        if device.primary_uses == 0 {
            let context = device.primary;
            driver.tear_down(context);
        }
        Ok(())
    }

    fn primary_reset = cuDevicePrimaryCtxReset_v2: (call, device: CUdevice) {
        let mut driver = call.driver()?;
        let index = driver.device(device)?;
        let known = driver.devices.get(index).map_or((0, 0), |device| (device.primary, device.primary_uses));
        if known.1 > 0 {
            driver.tear_down(known.0);
            if let Some(context) = driver.contexts.get_mut(&known.0) {
                context.alive = true;
            }
        }
        Ok(())
    }

    fn primary_set_flags = cuDevicePrimaryCtxSetFlags_v2: (call, device: CUdevice, flags: c_uint) {
        let mut driver = call.driver()?;
        let index = driver.device(device)?;
        check(are_flags(flags))?;
        let device = driver.devices.get_mut(index).ok_or(CUDA_ERROR_INVALID_DEVICE)?;
        device.primary_flags = flags;
        let context = device.primary;
        if let Some(context) = driver.contexts.get_mut(&context) {
            context.flags = flags;
        }
        Ok(())
    }

    fn primary_get_state = cuDevicePrimaryCtxGetState: (
        call,
        device: CUdevice,
        flags: *mut c_uint,
        active: *mut c_int,
    ) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        some(flags)?;
        some(active)?;
        let known = driver.devices.get(index).map_or((0, 0), |device| (device.primary_flags, device.primary_uses));
        // SAFETY: checked.
        unsafe {
            put(flags, known.0)?;
            put(active, c_int::from(known.1 > 0))
        }
    }

    fn create = cuCtxCreate_v4: (
        call,
        out: *mut CUcontext,
        parameters: *mut CUctxCreateParams,
        flags: c_uint,
        device: CUdevice,
    ) {
        // SAFETY: null or the record.
        let parameters = unsafe { parameters.as_ref() };
        if parameters.map_or(false, |p| p.numExecAffinityParams != 0 || !p.cigParams.is_null()) {
            return Err(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
        }
        // SAFETY: the caller's.
        unsafe { new(call, out, flags, device) }
    }

    fn create_v3 = cuCtxCreate_v3: (
        call,
        out: *mut CUcontext,
        _affinities: *mut CUexecAffinityParam,
        count: c_int,
        flags: c_uint,
        device: CUdevice,
    ) {
        if count != 0 {
            return Err(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
        }
        // SAFETY: the caller's.
        unsafe { new(call, out, flags, device) }
    }

    fn create_v2 = cuCtxCreate_v2: (call, out: *mut CUcontext, flags: c_uint, device: CUdevice) {
        // SAFETY: the caller's.
        unsafe { new(call, out, flags, device) }
    }

    fn destroy = cuCtxDestroy_v2: (call, context: CUcontext) {
        let mut driver = call.driver()?;
        check(!context.is_null())?;
        let context = driver.context_of(context)?;
        if driver.contexts.get(&context).map_or(false, |context| context.primary) {
            return Err(driver.misuse(CUDA_ERROR_INVALID_CONTEXT, "a primary context is released, not destroyed"));
        }
        driver.tear_down(context);
        if current() == Some(context) {
            stack(Vec::pop);
        }
        Ok(())
    }

    fn push_current = cuCtxPushCurrent_v2: (call, context: CUcontext) {
        let driver = call.driver()?;
        check(!context.is_null())?;
        let context = driver.context_of(context)?;
        stack(|stack| stack.push(context));
        Ok(())
    }

    fn pop_current = cuCtxPopCurrent_v2: (call, out: *mut CUcontext) {
        let _driver = call.driver()?;
        let context = stack(Vec::pop).ok_or(CUDA_ERROR_INVALID_CONTEXT)?;
        if out.is_null() {
            return Ok(());
        }
        // SAFETY: not null, so writable.
        unsafe { put(out, context as CUcontext) }
    }

    fn set_current = cuCtxSetCurrent: (call, context: CUcontext) {
        let driver = call.driver()?;
        if context.is_null() {
            stack(Vec::pop);
            return Ok(());
        }
        let context = driver.context_of(context)?;
        stack(|stack| match stack.last_mut() {
            Some(top) => *top = context,
            None => stack.push(context),
        });
        Ok(())
    }

    fn get_current = cuCtxGetCurrent: (call, out: *mut CUcontext) {
        let _driver = call.driver()?;
        // SAFETY: null or writable.
        unsafe { put(out, current().unwrap_or(0) as CUcontext) }
    }

    fn get_device = cuCtxGetDevice: (call, device: *mut CUdevice) {
        let driver = call.context()?;
        // SAFETY: null or writable.
        unsafe { put(device, driver.device_index() as CUdevice) }
    }

    fn get_device_v2 = cuCtxGetDevice_v2: (call, device: *mut CUdevice, context: CUcontext) {
        let driver = any(call, context)?;
        // SAFETY: null or writable.
        unsafe { put(device, driver.device_index() as CUdevice) }
    }

    fn get_flags = cuCtxGetFlags: (call, flags: *mut c_uint) {
        let driver = call.context()?;
        let own = driver.contexts.get(&driver.context).map_or(0, |context| context.flags);
        // SAFETY: null or writable.
        // Contexts map pinned memory, whatever they were made with (measured on H200).
        unsafe { put(flags, own | CU_CTX_MAP_HOST.0) }
    }

    fn set_flags = cuCtxSetFlags: (call, flags: c_uint) {
        let mut driver = call.context()?;
        check(are_flags(flags))?;
        let context = driver.context;
        if let Some(context) = driver.contexts.get_mut(&context) {
            context.flags = flags;
        }
        Ok(())
    }

    fn get_id = cuCtxGetId: (call, context: CUcontext, id: *mut c_ulonglong) {
        let driver = any(call, context)?;
        // SAFETY: null or writable.
        unsafe { put(id, driver.context) }
    }

    fn synchronize = cuCtxSynchronize: (call) {
        let mut driver = call.context()?;
        let context = driver.context;
        driver.run_context(context);
        Ok(())
    }

    fn synchronize_v2 = cuCtxSynchronize_v2: (call, context: CUcontext) {
        let mut driver = any(call, context)?;
        let context = driver.context;
        driver.run_context(context);
        Ok(())
    }

    fn set_limit = cuCtxSetLimit: (call, limit: CUlimit, value: usize) {
        let mut driver = call.context()?;
        let context = driver.context;
        let limits = driver.contexts.get_mut(&context).map(|context| &mut context.limits);
        if let Some(own) = limits.and_then(|limits| limits.get_mut(&limit.0)) {
            *own = value;
            return Ok(());
        }
        Err(driver.no_limit(limit))
    }

    fn get_limit = cuCtxGetLimit: (call, value: *mut usize, limit: CUlimit) {
        let driver = call.context()?;
        let context = driver.contexts.get(&driver.context);
        let own = context.and_then(|context| context.limits.get(&limit.0).copied());
        // SAFETY: null or writable.
        unsafe { put(value, own.ok_or_else(|| driver.no_limit(limit))?) }
    }

    fn get_api_version = cuCtxGetApiVersion: (call, context: CUcontext, version: *mut c_uint) {
        let _driver = any(call, context)?;
        // The version of the context functions' last change, as drivers answer it.
        // SAFETY: null or writable.
        unsafe { put(version, 3020) }
    }

    fn get_stream_priority_range = cuCtxGetStreamPriorityRange: (call, least: *mut c_int, greatest: *mut c_int) {
        let _driver = call.context()?;
        for (out, value) in [(least, 0), (greatest, super::stream::GREATEST)] {
            if !out.is_null() {
                // SAFETY: not null, so writable.
                unsafe { put(out, value) }?;
            }
        }
        Ok(())
    }
}

fn are_flags(flags: c_uint) -> bool {
    let schedule = flags & CU_CTX_SCHED_MASK.0;
    flags & !CU_CTX_FLAGS_MASK.0 == 0 && matches!(schedule, 0 | 1 | 2 | 4)
}

impl Session<'_> {
    /// The code for a limit that the current context does not have.
    fn no_limit(&self, limit: CUlimit) -> CUresult {
        match self.devices.get(self.device_index()) {
            Some(device) if device.knows_limit(limit) => CUDA_ERROR_UNSUPPORTED_LIMIT,
            _ => CUDA_ERROR_INVALID_VALUE,
        }
    }
}

/// # Safety
///
/// `out` is null or writable.
unsafe fn new(call: &Call, out: *mut CUcontext, flags: c_uint, device: CUdevice) -> crate::entry::Outcome {
    let mut driver = call.driver()?;
    some(out)?;
    let index = driver.device(device)?;
    check(are_flags(flags))?;
    let context = driver.new_context(index, flags, false);
    stack(|stack| stack.push(context));
    // SAFETY: checked.
    unsafe { put(out, context as CUcontext) }
}

/// The driver with this context, or with the current one for null.
fn any(call: &Call, context: CUcontext) -> crate::entry::Outcome<crate::session::Session<'_>> {
    if context.is_null() {
        return call.context();
    }
    let mut driver = call.driver()?;
    driver.context = driver.context_of(context)?;
    Ok(driver)
}
