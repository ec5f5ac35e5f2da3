//! Fills: device memory set to a repeated value of 1, 2 or 4 bytes.
//!
//! Counts are elements, not bytes: `memset_d32(p, 0, 10)` sets 40 bytes. The `d2d` forms fill a rectangle: `width`
//! elements of each of `height` rows, which start `dst_pitch` *bytes* apart; what lies between the rows is left
//! alone.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! let memory = cuda_mem::mem_alloc(4096)?;
//! // SAFETY: 1024 elements of 4 bytes are the whole allocation.
//! unsafe { cuda_mem::memset_d32(memory, 0xdead_beef, 1024)? };
//! // SAFETY: 8 rows of 512 bytes are the whole allocation. Of each row, 100 elements of 2 bytes are set.
//! unsafe { cuda_mem::memset_d2d16(memory, 512, 0, 100, 8)? };
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
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a
/// stream that is not destroyed.
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
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 2, or the range leaves its
///   allocation.
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
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a
/// stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 2, or the range leaves its
///   allocation.
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
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 4, or the range leaves its
///   allocation.
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
/// Until the stream has done it, the range from `dst` must be allocated and unused. `stream` must be null, or a
/// stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or not a multiple of 4, or the range leaves its
///   allocation.
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

/// Sets `width` bytes of each of `height` rows of device memory to `uc`. Rows start `dst_pitch` bytes apart; the
/// pitch is not read if there is one row only. A pitch of cuMemAllocPitch is the fastest.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// All rows must be in one allocation; nothing may use them meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, the pitch is below the width in
///   bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D8")]
#[inline]
pub unsafe fn memset_d2d8(
    dst: CUdeviceptr,
    dst_pitch: usize,
    uc: c_uchar,
    width: usize,
    height: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows.
    unsafe { call!(cuMemsetD2D8(dst, dst_pitch, uc, width, height)) }
}

/// Queues a fill of `width` bytes of each of `height` rows of device memory with `uc`. Rows start `dst_pitch` bytes
/// apart; the pitch is not read if there is one row only.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, all rows must be in one allocation and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, the pitch is below the width in
///   bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D8Async")]
#[inline]
pub unsafe fn memset_d2d8_async(
    dst: CUdeviceptr,
    dst_pitch: usize,
    uc: c_uchar,
    width: usize,
    height: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows and the stream.
    unsafe { call!(cuMemsetD2D8Async(dst, dst_pitch, uc, width, height, stream)) }
}

/// Sets `width` elements of 2 bytes of each of `height` rows of device memory to `us`. Rows start `dst_pitch` bytes
/// apart; the pitch is not read if there is one row only. A pitch of cuMemAllocPitch is the fastest.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// All rows must be in one allocation; nothing may use them meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or it or the pitch is not a multiple of 2, the pitch is
///   below the width in bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D16")]
#[inline]
pub unsafe fn memset_d2d16(
    dst: CUdeviceptr,
    dst_pitch: usize,
    us: c_ushort,
    width: usize,
    height: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows.
    unsafe { call!(cuMemsetD2D16(dst, dst_pitch, us, width, height)) }
}

/// Queues a fill of `width` elements of 2 bytes of each of `height` rows of device memory with `us`. Rows start
/// `dst_pitch` bytes apart; the pitch is not read if there is one row only.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, all rows must be in one allocation and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or it or the pitch is not a multiple of 2, the pitch is
///   below the width in bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D16Async")]
#[inline]
pub unsafe fn memset_d2d16_async(
    dst: CUdeviceptr,
    dst_pitch: usize,
    us: c_ushort,
    width: usize,
    height: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows and the stream.
    unsafe { call!(cuMemsetD2D16Async(dst, dst_pitch, us, width, height, stream)) }
}

/// Sets `width` elements of 4 bytes of each of `height` rows of device memory to `ui`. Rows start `dst_pitch` bytes
/// apart; the pitch is not read if there is one row only. A pitch of cuMemAllocPitch is the fastest.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// All rows must be in one allocation; nothing may use them meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or it or the pitch is not a multiple of 4, the pitch is
///   below the width in bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D32")]
#[inline]
pub unsafe fn memset_d2d32(
    dst: CUdeviceptr,
    dst_pitch: usize,
    ui: c_uint,
    width: usize,
    height: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows.
    unsafe { call!(cuMemsetD2D32(dst, dst_pitch, ui, width, height)) }
}

/// Queues a fill of `width` elements of 4 bytes of each of `height` rows of device memory with `ui`. Rows start
/// `dst_pitch` bytes apart; the pitch is not read if there is one row only.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done it, all rows must be in one allocation and unused. `stream` must be null, or a stream
/// that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or it or the pitch is not a multiple of 4, the pitch is
///   below the width in bytes, or a row leaves the allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemsetD2D32Async")]
#[inline]
pub unsafe fn memset_d2d32_async(
    dst: CUdeviceptr,
    dst_pitch: usize,
    ui: c_uint,
    width: usize,
    height: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the rows and the stream.
    unsafe { call!(cuMemsetD2D32Async(dst, dst_pitch, ui, width, height, stream)) }
}
