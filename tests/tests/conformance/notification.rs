//! cuDeviceRegisterAsyncNotification and cuDeviceUnregisterAsyncNotification.

use crate::since::absent;
use crate::support::{tests, Gpu};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::*;
use cuda_mem::Result;
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "notification":
    two_registrations_come_and_go, [cuDeviceRegisterAsyncNotification, cuDeviceUnregisterAsyncNotification];
    registrations_that_cannot_be, [cuDeviceRegisterAsyncNotification, cuDeviceUnregisterAsyncNotification];
}

/// Never has reason to run here: the driver calls it when device memory runs short.
unsafe extern "C" fn note(_: *mut CUasyncNotificationInfo, _: *mut c_void, _: CUasyncCallbackHandle) {}

fn register(device: CUdevice, callback: CUasyncCallback) -> Result<CUasyncCallbackHandle> {
    // SAFETY: the function can be called from any thread, with any data.
    unsafe { cuda_mem::device_register_async_notification(device, callback, null_mut()) }
}

fn unregister(device: CUdevice, handle: CUasyncCallbackHandle) -> Result<()> {
    // SAFETY: the tests pass handles that are registered, or null, which the driver refuses.
    unsafe { cuda_mem::device_unregister_async_notification(device, handle) }
}

fn two_registrations_come_and_go(gpu: &Gpu) {
    let first = register(gpu.device, Some(note));
    if absent("cuDeviceRegisterAsyncNotification", &first) {
        return;
    }
    recorded("registerNotif").check(code(first));
    let first = first.expect("checked above");
    let second = register(gpu.device, Some(note)).expect("a second one");
    assert!(!first.is_null() && !second.is_null());
    assert_ne!(first, second, "a handle is one registration's");
    recorded("unregisterNotif").check(code(unregister(gpu.device, first)));
    unregister(gpu.device, second).expect("the second one");
}

fn registrations_that_cannot_be(gpu: &Gpu) {
    let none = register(gpu.device, None);
    if !absent("cuDeviceRegisterAsyncNotification", &none) {
        recorded("registerNotif null cb").check(code(none));
        assert_eq!(code(register(99, Some(note))), CUDA_ERROR_INVALID_DEVICE);
    }
    let null = unregister(gpu.device, null_mut());
    if !absent("cuDeviceUnregisterAsyncNotification", &null) {
        recorded("unregisterNotif null").check(code(null));
    }
}
