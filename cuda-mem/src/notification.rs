//! Notifications: a function of the program's, called by the driver when something happens to a device.
//!
//! There is one kind so far, `CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET`: the process uses more device memory than the
//! operating system grants it, and should give some back.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::ctypes::c_void;
//! use cuda_mem::sys::{CUasyncCallbackHandle, CUasyncNotificationInfo, CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET};
//! use std::sync::atomic::{AtomicU64, Ordering};
//!
//! unsafe extern "C" fn note(
//!     info: *mut CUasyncNotificationInfo,
//!     user_data: *mut c_void,
//!     _: CUasyncCallbackHandle,
//! ) {
//!     // SAFETY: the driver's record is readable during the call; the user data is the static below.
//!     let (info, bytes) = unsafe { (&*info, &*user_data.cast::<AtomicU64>()) };
//!     if info.type_ == CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET {
//!         // SAFETY: the member that goes with this type.
//!         bytes.store(unsafe { info.info.overBudget.bytesOverBudget }, Ordering::Relaxed);
//!     }
//! }
//!
//! static OVER_BUDGET: AtomicU64 = AtomicU64::new(0);
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let device = cuda_mem::device_get(0)?;
//! let user_data = &OVER_BUDGET as *const AtomicU64 as *mut c_void;
//! // SAFETY: the function and its data live as long as the program; nothing in it can panic.
//! let registered = unsafe { cuda_mem::device_register_async_notification(device, Some(note), user_data)? };
//! // … work, and a look at OVER_BUDGET now and then …
//! // SAFETY: registered above, and not from within a callback.
//! unsafe { cuda_mem::device_unregister_async_notification(device, registered) }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::{CUasyncCallback, CUasyncCallbackHandle, CUdevice};

/// Has the driver call `callback_func` with `user_data` when something happens to the device. The handle that is
/// returned is also passed to the function, which tells several registrations apart.
///
/// The function runs on a thread of the driver's. It should return within some ten milliseconds; longer work belongs
/// on another thread. Several functions run in no set order, perhaps one after another. Synchronous; since CUDA 12.4.
///
/// # Safety
///
/// Until [`device_unregister_async_notification`]: `callback_func` must be callable from any thread with `user_data`,
/// and must not unwind.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `callback_func` is `None`.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this device or system has no notifications.
/// - `CUDA_ERROR_NOT_PERMITTED`: called from within such a function.
/// - `CUDA_ERROR_UNKNOWN`: the driver could not set it up.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 12.4.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuDeviceRegisterAsyncNotification")]
#[inline]
pub unsafe fn device_register_async_notification(
    device: CUdevice,
    callback_func: CUasyncCallback,
    user_data: *mut c_void,
) -> Result<CUasyncCallbackHandle> {
    // SAFETY: the last argument points to a writable handle; the caller vouches for the function and its data.
    unsafe {
        handle!(
            callback: CUasyncCallbackHandle,
            cuDeviceRegisterAsyncNotification(device, callback_func, user_data, &mut callback)
        )
    }
}

/// Ends a registration: the function is not called for it any more.
///
/// Synchronous; since CUDA 12.4.
///
/// # Safety
///
/// `callback` must be a handle of [`device_register_async_notification`]'s for this device that was not unregistered.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `callback` is null, or no registration of this device's.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this device or system has no notifications.
/// - `CUDA_ERROR_NOT_PERMITTED`: called from within such a function.
/// - `CUDA_ERROR_UNKNOWN`: the driver could not take it back.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 12.4.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuDeviceUnregisterAsyncNotification")]
#[inline]
pub unsafe fn device_unregister_async_notification(
    device: CUdevice,
    callback: CUasyncCallbackHandle,
) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuDeviceUnregisterAsyncNotification(device, callback)) }
}
