//! Memory and events of other processes.

use crate::core::event::{Event, Signal};
use crate::core::memory::Kind;
use crate::core::share::Place;
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn get_mem_handle = cuIpcGetMemHandle: (call, out: *mut CUipcMemHandle, address: CUdeviceptr) {
        let driver = call.context()?;
        some(out)?;
        // A handle means the whole allocation: an address inside of it gives the same.
        let region = driver.map.find(address).filter(|region| region.kind == Kind::Device);
        let place = region.and_then(|region| Place::of(&driver, region)).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        // SAFETY: checked.
        unsafe { put(out, CUipcMemHandle::from_bytes(place.bytes())) }
    }

    fn open_mem_handle = cuIpcOpenMemHandle_v2: (
        call,
        out: *mut CUdeviceptr,
        handle: CUipcMemHandle,
        flags: c_uint,
    ) {
        let mut driver = call.context()?;
        some(out)?;
        check(flags == CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0)?;
        let place = Place::parse(&handle.to_bytes()).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        if place.process == std::process::id() {
            return Err(driver.misuse(CUDA_ERROR_INVALID_CONTEXT, "the handle is of this process"));
        }
        let address = driver.open_shared(&place, 0)?;
        // SAFETY: checked.
        unsafe { put(out, address) }
    }

    fn close_mem_handle = cuIpcCloseMemHandle: (call, address: CUdeviceptr) {
        call.context()?.close_shared(address)
    }

    fn get_event_handle = cuIpcGetEventHandle: (call, out: *mut CUipcEventHandle, event: CUevent) {
        let mut driver = call.context()?;
        some(out)?;
        let signal = driver.event(event)?.signal.as_ref().map(|signal| signal.place);
        // SAFETY: checked.
        unsafe { put(out, CUipcEventHandle::from_bytes(signal.ok_or(CUDA_ERROR_INVALID_HANDLE)?.bytes())) }
    }

    fn open_event_handle = cuIpcOpenEventHandle: (call, out: *mut CUevent, handle: CUipcEventHandle) {
        let mut driver = call.context()?;
        some(out)?;
        let place = Place::parse(&handle.to_bytes()).ok_or(CUDA_ERROR_MAP_FAILED)?;
        if place.process == std::process::id() {
            return Err(driver.misuse(CUDA_ERROR_INVALID_CONTEXT, "the handle is of this process"));
        }
        let signal = Signal::open(&mut driver, place)?;
        let (event, context) = (driver.handle(), driver.context);
        let flags = CU_EVENT_INTERPROCESS.0 | CU_EVENT_DISABLE_TIMING.0;
        driver.events.insert(event, Event::new(context, flags, Some(signal)));
        // SAFETY: checked.
        unsafe { put(out, event as CUevent) }
    }
}
