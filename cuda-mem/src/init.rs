//! Start: initialising the driver API, and its version.
//!
//! [NVIDIA: Initialization](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__INITIALIZE.html),
//! [Version Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VERSION.html)
//!
//! ```
//! match cuda_mem::init(0) {
//!     Ok(()) => println!("CUDA {}", cuda_mem::driver_get_version().unwrap_or(0)),
//!     Err(error) if error.is_no_driver() => println!("no driver: {error}"),
//!     Err(error) => println!("{error}"),
//! }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_int, c_uint};

/// Initialises the driver API for the process. Every other function but [`driver_get_version`] needs it; calling it
/// again does no harm.
///
/// `flags` must be 0. Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `flags` is not 0.
/// - `CUDA_ERROR_NO_DEVICE`: the driver is there, but no GPU that this process may use (`CUDA_VISIBLE_DEVICES` hides
///   them all, for one).
/// - `CUDA_ERROR_SYSTEM_DRIVER_MISMATCH`: the library and the kernel module are of different versions.
/// - [`is_no_driver`](crate::Error::is_no_driver): no driver library could be loaded; the message lists what was tried.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__INITIALIZE.html)
#[doc(alias = "cuInit")]
#[inline]
pub fn init(flags: c_uint) -> Result<()> {
    // SAFETY: the argument is a number.
    unsafe { call!(cuInit(flags)) }
}

/// The newest CUDA version that the driver supports: 13000 is 13.0. It may be called before [`init`].
///
/// Synchronous; since CUDA 2.2.
///
/// # Errors
///
/// None of the driver's own on hardware that was tried.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VERSION.html)
#[doc(alias = "cuDriverGetVersion")]
#[inline]
pub fn driver_get_version() -> Result<c_int> {
    // SAFETY: the argument points to a writable int.
    unsafe { value!(version: c_int, cuDriverGetVersion(&mut version)) }
}
