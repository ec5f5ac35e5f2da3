//! Copies of boxes: some bytes of each of some rows of each of some slices, between any two of host memory, device
//! memory and arrays, within a context or between two.
//!
//! A record says what is copied: C's [`CUDA_MEMCPY3D`] or [`CUDA_MEMCPY3D_PEER`], filled field by field as in C or
//! made from two [`operand`](crate::operand)s by [`record3d`](crate::record3d) and
//! [`record3d_peer`](crate::record3d_peer). Widths, pitches and `x` are bytes; heights and `y` are rows; depths and
//! `z` are slices, or the layers of a layered array, or the faces of a cubemap. On each side, rows start a *pitch*
//! apart and slices a *height* of rows; the pitch must be at least `x` plus the width, and the height at least `y`
//! plus the copy's height. Arrays have neither.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUDA_ARRAY3D_DESCRIPTOR, CU_AD_FORMAT_UNSIGNED_INT8};
//! use cuda_mem::Operand3d;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
//!     Width: 32, Height: 16, Depth: 8, Format: CU_AD_FORMAT_UNSIGNED_INT8, NumChannels: 1, Flags: 0,
//! };
//! let array = cuda_mem::array3d_create(&descriptor)?;
//! // A box of 4 by 4 by 4 from the start of a packed host volume to the middle of the array.
//! let volume = [1u8; 4 * 4 * 4];
//! let source = Operand3d::host(volume.as_ptr().cast(), 4, 4);
//! let copy = cuda_mem::record3d(source, Operand3d::array(array).at(16, 8, 4), 4, 4, 4);
//! // SAFETY: the box is in both; the array is used no more.
//! unsafe {
//!     cuda_mem::memcpy3d(&copy)?;
//!     cuda_mem::array_destroy(array)
//! }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::{CUstream, CUDA_MEMCPY3D, CUDA_MEMCPY3D_BATCH_OP, CUDA_MEMCPY3D_PEER};

/// Copies a box.
///
/// Synchronous where the host is on either side; between device memory and arrays asynchronous to the host, ordered
/// in the default stream. A width, height or depth of 0 copies nothing, and is no error. Since CUDA 3.2.
///
/// Between device memory and an array whose layers have one dimension, the memory's slices are taken a row apart,
/// whatever height the record gives its side; host memory has them as far apart as the record says (measured on H200).
///
/// # Safety
///
/// The record's pointers and arrays must be valid for the box, on both sides; nothing may write the source or use the
/// destination meanwhile. The two boxes must not overlap.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a pitch is below its side's `x` plus the width, or above the device's
///   `CU_DEVICE_ATTRIBUTE_MAX_PITCH`; a height is below its side's `y` plus the copy's height; the box leaves an
///   array or an allocation; a memory type is unknown.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3D")]
#[inline]
pub unsafe fn memcpy3d(copy: &CUDA_MEMCPY3D) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names.
    unsafe { call!(cuMemcpy3D(copy)) }
}

/// Queues the copy of a box. The record itself is read before the call returns.
///
/// Stream-ordered; with pageable host memory the call may do part of the work itself, or wait. Since CUDA 3.2.
///
/// # Safety
///
/// As [`memcpy3d`], until the stream has done the copy; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: as [`memcpy3d`].
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DAsync")]
#[inline]
pub unsafe fn memcpy3d_async(copy: &CUDA_MEMCPY3D, stream: CUstream) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names, and the stream.
    unsafe { call!(cuMemcpy3DAsync(copy, stream)) }
}

/// Copies a box between two contexts, which may be of two devices. The contexts of sides that are arrays are not
/// read.
///
/// Peer access need not be enabled; with it, the copy between devices does not go through the host. Synchronous where
/// the host is on either side; else it may return before the bytes have arrived, but earlier work of the current
/// context and of the two named ones is done before it, and later work comes after it. Since CUDA 4.0.
///
/// # Safety
///
/// As [`memcpy3d`]; the record's contexts must not be destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: as [`memcpy3d`].
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or the record names none where one is needed.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DPeer")]
#[inline]
pub unsafe fn memcpy3d_peer(copy: &CUDA_MEMCPY3D_PEER) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names.
    unsafe { call!(cuMemcpy3DPeer(copy)) }
}

/// Queues the copy of a box between two contexts, which may be of two devices. The record itself is read before the
/// call returns.
///
/// Stream-ordered; since CUDA 4.0.
///
/// # Safety
///
/// As [`memcpy3d_peer`], until the stream has done the copy; `stream` must be null, or a stream that is not
/// destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: as [`memcpy3d`].
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or the record names none where one is needed.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DPeerAsync")]
#[inline]
pub unsafe fn memcpy3d_peer_async(copy: &CUDA_MEMCPY3D_PEER, stream: CUstream) -> Result<()> {
    // SAFETY: the record is readable; the caller vouches for what it names, and the stream.
    unsafe { call!(cuMemcpy3DPeerAsync(copy, stream)) }
}

/// Queues one copy of the kind that [`memcpy3d_batch_async`](crate::memcpy3d_batch_async) takes many of: counted in
/// elements, with a say in when the source is read.
///
/// `flags` must be 0. Stream-ordered, but the source is read as the operation's `srcAccessOrder` allows. Since CUDA
/// 13.2: in drivers before it, a [missing symbol](crate::Error::is_no_symbol).
///
/// # Safety
///
/// As [`memcpy3d_batch_async`](crate::memcpy3d_batch_async).
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `flags` is not 0; the access order is none of the three; an extent is 0; a row
///   length is below the width or a layer height below the height, and not 0.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DWithAttributesAsync")]
#[inline]
pub unsafe fn memcpy3d_with_attributes_async(
    op: &CUDA_MEMCPY3D_BATCH_OP,
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    let op: *const CUDA_MEMCPY3D_BATCH_OP = op;
    // SAFETY: the operation is readable, and C documents it as an input although its pointer is not const; the caller
    // vouches for what it names, and the stream.
    unsafe { call!(cuMemcpy3DWithAttributesAsync(op as *mut _, flags, stream)) }
}
