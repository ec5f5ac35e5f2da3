//! Events: marks in a stream, to wait for, to query, or to take the time between.
//!
//! [NVIDIA: Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
//!
//! ```no_run
//! use cuda_mem::sys::CU_EVENT_DEFAULT;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let stream = cuda_mem::stream_create(0)?;
//! let start = cuda_mem::event_create(CU_EVENT_DEFAULT.0)?;
//! let end = cuda_mem::event_create(CU_EVENT_DEFAULT.0)?;
//! // SAFETY: all three are alive until the last line.
//! unsafe {
//!     cuda_mem::event_record(start, stream)?;
//!     // … work …
//!     cuda_mem::event_record(end, stream)?;
//!     cuda_mem::event_synchronize(end)?;
//!     println!("{} ms", cuda_mem::event_elapsed_time(start, end)?);
//!     cuda_mem::event_destroy(start)?;
//!     cuda_mem::event_destroy(end)
//! }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUevent, CUstream};

/// A new event in the current context. `flags`: of [`CUevent_flags`](cuda_mem_sys::CUevent_flags), as numbers: 0;
/// `CU_EVENT_BLOCKING_SYNC.0` (waiting threads sleep); `CU_EVENT_DISABLE_TIMING.0` (cheaper, no times);
/// `CU_EVENT_INTERPROCESS.0` (with `DISABLE_TIMING`; for [`ipc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)).
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: unknown flags, or `INTERPROCESS` without `DISABLE_TIMING`.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for an event.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventCreate")]
#[inline]
pub fn event_create(flags: c_uint) -> Result<CUevent> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(event: CUevent, cuEventCreate(&mut event, flags)) }
}

/// Ends an event. If it was recorded and is not reached yet, its resources go when it is.
///
/// Does not wait; since CUDA 4.0.
///
/// # Safety
///
/// `event` must be an event that was not destroyed, and is not used afterwards.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`, `CUDA_ERROR_INVALID_VALUE`: it is no event.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventDestroy")]
#[inline]
pub unsafe fn event_destroy(event: CUevent) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuEventDestroy(event)) }
}

/// Puts the event into the stream: it is reached when all work before it is done. Recording again moves it.
///
/// Stream-ordered; since CUDA 2.0.
///
/// # Safety
///
/// `event` must be an event that is not destroyed; `stream` null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: no such event or stream, or they are of different contexts.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventRecord")]
#[inline]
pub unsafe fn event_record(event: CUevent, stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the handles.
    unsafe { call!(cuEventRecord(event, stream)) }
}

/// Whether the event was reached (or never recorded): `Ok` if so.
///
/// Does not wait; since CUDA 2.0.
///
/// # Safety
///
/// `event` must be an event that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_READY` ([`is_not_ready`](crate::Error::is_not_ready)): it was not.
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no event.
/// - Any code of work that failed.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventQuery")]
#[inline]
pub unsafe fn event_query(event: CUevent) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuEventQuery(event)) }
}

/// Waits until the event is reached; returns at once if it was never recorded.
///
/// Blocks; since CUDA 2.0.
///
/// # Safety
///
/// `event` must be an event that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no event.
/// - Any code of work that failed.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventSynchronize")]
#[inline]
pub unsafe fn event_synchronize(event: CUevent) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuEventSynchronize(event)) }
}

/// Milliseconds from `start` to `end`, about half a microsecond exact.
///
/// Does not wait; since CUDA 12.8 in this form, which 13.0 gave the plain name (before: 2.0). On older drivers it is a
/// [missing symbol](crate::Error::is_no_symbol).
///
/// # Safety
///
/// Both must be events that are not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_READY`: one of them is not reached yet.
/// - `CUDA_ERROR_INVALID_HANDLE`: one is no event, was never recorded, or takes no times.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html)
#[doc(alias = "cuEventElapsedTime")]
#[inline]
pub unsafe fn event_elapsed_time(start: CUevent, end: CUevent) -> Result<f32> {
    // SAFETY: the first argument points to a writable float; the caller vouches for the handles.
    unsafe { value!(milliseconds: f32, cuEventElapsedTime(&mut milliseconds, start, end)) }
}
