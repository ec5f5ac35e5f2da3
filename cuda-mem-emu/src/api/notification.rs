//! Notifications: a program asks to be told when a device's memory runs short.

use crate::core::notification::Listener;
use crate::core::work::Pointer;
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;

entry_points! {
    fn register = cuDeviceRegisterAsyncNotification: (
        call,
        device: CUdevice,
        callback: CUasyncCallback,
        data: *mut c_void,
        out: *mut CUasyncCallbackHandle,
    ) {
        crate::core::notification::outside()?;
        let mut driver = call.driver()?;
        let device = driver.device(device)?;
        some(out)?;
        check(callback.is_some())?;
        let handle = driver.handle();
        let listener = Listener { handle, device, callback, data: Pointer(data), told: false };
        driver.listeners.push(listener);
        // SAFETY: checked.
        unsafe { put(out, handle as CUasyncCallbackHandle) }
    }

    fn unregister = cuDeviceUnregisterAsyncNotification: (
        call,
        device: CUdevice,
        handle: CUasyncCallbackHandle,
    ) {
        crate::core::notification::outside()?;
        let mut driver = call.driver()?;
        let device = driver.device(device)?;
        let mine = |listener: &Listener| listener.handle == handle as u64 && listener.device == device;
        let index = driver.listeners.iter().position(mine).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        driver.listeners.remove(index);
        Ok(())
    }
}
