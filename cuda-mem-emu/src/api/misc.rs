//! What programs ask of a driver before they use memory, and what has no effect without kernels.

use crate::core::work::Work;
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_int;
use cuda_mem_sys::*;

entry_points! {
    fn get_properties = cuDeviceGetProperties: (call, out: *mut CUdevprop, device: CUdevice) {
        let driver = call.driver()?;
        some(out)?;
        let index = driver.device(device)?;
        let device = driver.devices.get(index).ok_or(CUDA_ERROR_INVALID_DEVICE)?;
        let of = |attribute| device.attribute(attribute).unwrap_or(0);
        let properties = CUdevprop {
            maxThreadsPerBlock: of(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            maxThreadsDim: [
                of(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                of(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                of(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
            ],
            maxGridSize: [
                of(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
                of(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                of(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z),
            ],
            sharedMemPerBlock: of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
            totalConstantMemory: of(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
            SIMDWidth: of(CU_DEVICE_ATTRIBUTE_WARP_SIZE),
            memPitch: of(CU_DEVICE_ATTRIBUTE_MAX_PITCH),
            regsPerBlock: of(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
            clockRate: of(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
            textureAlign: of(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
        };
        // SAFETY: checked.
        unsafe { put(out, properties) }
    }

    fn get_cache_config = cuCtxGetCacheConfig: (call, out: *mut CUfunc_cache) {
        let driver = call.context()?;
        let own = driver.contexts.get(&driver.context).map_or(0, |context| context.cache);
        // SAFETY: null or writable.
        unsafe { put(out, CUfunc_cache(own)) }
    }

    fn set_cache_config = cuCtxSetCacheConfig: (call, config: CUfunc_cache) {
        let mut driver = call.context()?;
        check(config.name().is_some())?;
        let context = driver.context;
        if let Some(context) = driver.contexts.get_mut(&context) {
            context.cache = config.0;
        }
        Ok(())
    }

    fn reset_persisting_l2_cache = cuCtxResetPersistingL2Cache: (call) {
        call.context().map(drop)
    }

    fn record_in_context = cuCtxRecordEvent: (call, context: CUcontext, event: CUevent) {
        let mut driver = call.driver()?;
        driver.context = driver.context_of(context)?;
        let number = {
            let event = driver.event(event)?;
            event.records += 1;
            event.time = None;
            event.records
        };
        // After all work of the context.
        let (number_of_context, after) = (driver.context, driver.pending_points());
        let legacy = driver.contexts.get(&number_of_context).map_or(0, |context| context.legacy);
        let point = driver.push_after(legacy, Work::Record { event: event as u64, number }, after);
        driver.event(event)?.point = Some(point);
        Ok(())
    }

    fn wait_in_context = cuCtxWaitEvent: (call, context: CUcontext, event: CUevent) {
        let mut driver = call.driver()?;
        driver.context = driver.context_of(context)?;
        let point = match driver.event(event)?.point {
            Some(point) => point,
            None => return Ok(()),
        };
        let context = driver.context;
        let streams = driver.contexts.get(&context).map(|context| context.streams.clone());
        for stream in streams.unwrap_or_default() {
            driver.push_after(stream, Work::Order, vec![point]);
        }
        Ok(())
    }

    fn exchange_capture_mode = cuThreadExchangeStreamCaptureMode: (call, mode: *mut CUstreamCaptureMode) {
        let _driver = call.driver()?;
        some(mode)?;
        // SAFETY: not null; the caller gives a mode.
        let wanted = unsafe { mode.read_unaligned() };
        check(wanted.name().is_some())?;
        let before = CAPTURE_MODE.try_with(|own| own.replace(wanted.0)).unwrap_or(0);
        // SAFETY: checked.
        unsafe { put(mode, CUstreamCaptureMode(before)) }
    }

    fn flush_writes = cuFlushGPUDirectRDMAWrites: (
        call,
        target: CUflushGPUDirectRDMAWritesTarget,
        scope: CUflushGPUDirectRDMAWritesScope,
    ) {
        let _driver = call.context()?;
        check(target.name().is_some() && scope.name().is_some())
    }

    fn exec_affinity_support = cuDeviceGetExecAffinitySupport: (
        call,
        out: *mut c_int,
        kind: CUexecAffinityType,
        device: CUdevice,
    ) {
        let driver = call.driver()?;
        driver.device(device)?;
        check(kind.name().is_some())?;
        // SAFETY: null or writable.
        unsafe { put(out, 0) }
    }
}

thread_local! {
    static CAPTURE_MODE: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}
