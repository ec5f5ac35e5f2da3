//! Streams: queues of work that run in order, each beside the others.
//!
//! A null stream is the default stream. Here it is the *legacy* one, which waits for all other streams and they for
//! it (unless created with `CU_STREAM_NON_BLOCKING`); in [`per_thread`](crate::per_thread) it is the calling thread's
//! own.
//!
//! [NVIDIA: Stream Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
//!
//! ```no_run
//! use cuda_mem::sys::CU_STREAM_NON_BLOCKING;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
//! // SAFETY: created above, destroyed after its last use.
//! unsafe {
//!     // … work …
//!     cuda_mem::stream_synchronize(stream)?;
//!     cuda_mem::stream_destroy(stream)
//! }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUevent, CUstream};

/// A new stream in the current context. `flags`: `CU_STREAM_DEFAULT.0` (0), or `CU_STREAM_NON_BLOCKING.0` for one that
/// does not wait for the legacy default stream.
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: unknown flags.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for a stream.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamCreate")]
#[inline]
pub fn stream_create(flags: c_uint) -> Result<CUstream> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(stream: CUstream, cuStreamCreate(&mut stream, flags)) }
}

/// Ends a stream. Work that it holds still runs; its resources go when that is done.
///
/// Does not wait; since CUDA 4.0.
///
/// # Safety
///
/// `stream` must be a stream of [`stream_create`]'s that was not destroyed, and is not used afterwards.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no stream, or a default one.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamDestroy")]
#[inline]
pub unsafe fn stream_destroy(stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuStreamDestroy(stream)) }
}

/// Waits until the stream has done all its work.
///
/// Blocks; since CUDA 2.0.
///
/// # Safety
///
/// `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no stream.
/// - Any code of work that failed, such as `CUDA_ERROR_ILLEGAL_ADDRESS`: the context is lost then.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamSynchronize")]
#[inline]
pub unsafe fn stream_synchronize(stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuStreamSynchronize(stream)) }
}

/// Whether the stream has done all its work: `Ok` if so.
///
/// Does not wait; since CUDA 2.0.
///
/// # Safety
///
/// `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_READY` ([`is_not_ready`](crate::Error::is_not_ready)): it has not.
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no stream.
/// - Any code of work that failed.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamQuery")]
#[inline]
pub unsafe fn stream_query(stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuStreamQuery(stream)) }
}

/// Makes all work that comes to the stream from now on wait for the event.
///
/// Stream-ordered: the calling thread does not wait. `flags`: 0, or `CU_EVENT_WAIT_EXTERNAL.0` in a capture. Since
/// CUDA 3.2.
///
/// # Safety
///
/// `stream` must be null, or a stream that is not destroyed; `event` an event that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream or event.
/// - `CUDA_ERROR_INVALID_VALUE`: unknown flags.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamWaitEvent")]
#[inline]
pub unsafe fn stream_wait_event(stream: CUstream, event: CUevent, flags: c_uint) -> Result<()> {
    // SAFETY: the caller vouches for the handles.
    unsafe { call!(cuStreamWaitEvent(stream, event, flags)) }
}
