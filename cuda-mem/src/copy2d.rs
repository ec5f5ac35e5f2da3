//! Copies of rectangles: some bytes of each of some rows, between any two of host memory, device memory and arrays.
//!
//! A record says what is copied: C's [`CUDA_MEMCPY2D`], filled field by field as in C or made from two
//! [`operand`](crate::operand)s by [`record2d`](crate::record2d). Widths, pitches and `x` are bytes; heights and `y`
//! are rows. On each side, rows start a *pitch* apart. It may be 0 (rows without gaps, as wide as the copy); else it
//! must be at least `x` plus the width. Arrays have no pitch, and their `x` must be a multiple of the element's size.
//!
//! The longest pitch of device memory is the device's `CU_DEVICE_ATTRIBUTE_MAX_PITCH`, which is not checked for host
//! memory; pitches that cuMemAllocPitch gave are the fastest.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::Operand2d;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! // A tile of 16 bytes by 8 rows, cut out of a host image of 64 bytes by 48 rows.
//! let image = [7u8; 64 * 48];
//! let tile = cuda_mem::mem_alloc(16 * 8)?;
//! let source = Operand2d::host(image.as_ptr().cast(), 64).at(32, 20);
//! let copy = cuda_mem::record2d(source, Operand2d::device(tile, 16), 16, 8);
//! // SAFETY: columns 32 to 47 of rows 20 to 27 are in the image, 8 rows of 16 bytes in the allocation.
//! unsafe { cuda_mem::memcpy2d(&copy)? };
//! # unsafe { cuda_mem::mem_free(tile) }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::{CUstream, CUDA_MEMCPY2D};

/// Copies a rectangle.
///
/// Synchronous where the host is on either side; between device memory and arrays asynchronous to the host, ordered
/// in the default stream. A width or height of 0 copies nothing, and is no error. Since CUDA 3.2.
///
/// # Safety
///
/// The record's pointers and arrays must be valid for the rectangle, on both sides; nothing may write the source or
/// use the destination meanwhile. The two rectangles must not overlap.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a pitch is below its side's `x` plus the width, or one of device memory is above the
///   maximum (of a single row it is not looked at); the rectangle leaves an array or an allocation; a memory type is
///   unknown. Old devices also refuse pitches between device memory and arrays that cuMemAllocPitch would not give:
///   [`memcpy2d_unaligned`] takes them.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy2D")]
#[inline]
pub unsafe fn memcpy2d(copy: &CUDA_MEMCPY2D) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names.
    unsafe { call!(cuMemcpy2D(copy)) }
}

/// Copies a rectangle, with any pitches. It may be slower than [`memcpy2d`] where that one refuses.
///
/// Synchronous as [`memcpy2d`]; since CUDA 3.2.
///
/// # Safety
///
/// As [`memcpy2d`].
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a pitch is below its side's `x` plus the width; the rectangle leaves an array or an
///   allocation; a memory type is unknown.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy2DUnaligned")]
#[inline]
pub unsafe fn memcpy2d_unaligned(copy: &CUDA_MEMCPY2D) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names.
    unsafe { call!(cuMemcpy2DUnaligned(copy)) }
}

/// Queues the copy of a rectangle. The record itself is read before the call returns.
///
/// Stream-ordered; with pageable host memory the call may do part of the work itself, or wait. Since CUDA 3.2.
///
/// # Safety
///
/// As [`memcpy2d`], until the stream has done the copy; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: as [`memcpy2d`].
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy2DAsync")]
#[inline]
pub unsafe fn memcpy2d_async(copy: &CUDA_MEMCPY2D, stream: CUstream) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names, and the stream.
    unsafe { call!(cuMemcpy2DAsync(copy, stream)) }
}
