//! Fills: device memory set to a repeated value of 1, 2 or 4 bytes.
//!
//! Counts are elements, not bytes: `memset_d32(p, 0, 10)` sets 40 bytes.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! let memory = cuda_mem::mem_alloc(4096)?;
//! // SAFETY: 1024 elements of 4 bytes are the whole allocation.
//! unsafe { cuda_mem::memset_d32(memory, 0xdead_beef, 1024)? };
//! # unsafe { cuda_mem::mem_free(memory) }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::{c_uchar, c_uint, c_ushort};
use cuda_mem_sys::{CUdeviceptr, CUstream};

/// Sets `n` bytes of device memory to `uc`.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// The range from `dst` must be in one allocation; nothing may use it meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD8")]
#[inline]
pub unsafe fn memset_d8(dst: CUdeviceptr, uc: c_uchar, n: usize) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemsetD8(dst, uc, n)) }
}

/// Queues a fill of `n` bytes of device memory with `uc`.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD8Async")]
#[inline]
pub unsafe fn memset_d8_async(dst: CUdeviceptr, uc: c_uchar, n: usize, stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the range and the stream.
    unsafe { call!(cuMemsetD8Async(dst, uc, n, stream)) }
}

/// Sets `n` elements of 2 bytes of device memory to `us`.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// The range from `dst` must be in one allocation; nothing may use it meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 2, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD16")]
#[inline]
pub unsafe fn memset_d16(dst: CUdeviceptr, us: c_ushort, n: usize) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemsetD16(dst, us, n)) }
}

/// Queues a fill of `n` elements of 2 bytes of device memory with `us`.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 2, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD16Async")]
#[inline]
pub unsafe fn memset_d16_async(dst: CUdeviceptr, us: c_ushort, n: usize, stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the range and the stream.
    unsafe { call!(cuMemsetD16Async(dst, us, n, stream)) }
}

/// Sets `n` elements of 4 bytes of device memory to `ui`.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// The range from `dst` must be in one allocation; nothing may use it meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 4, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD32")]
#[inline]
pub unsafe fn memset_d32(dst: CUdeviceptr, ui: c_uint, n: usize) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemsetD32(dst, ui, n)) }
}

/// Queues a fill of `n` elements of 4 bytes of device memory with `ui`.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 4, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD32Async")]
#[inline]
pub unsafe fn memset_d32_async(dst: CUdeviceptr, ui: c_uint, n: usize, stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the range and the stream.
    unsafe { call!(cuMemsetD32Async(dst, ui, n, stream)) }
}
