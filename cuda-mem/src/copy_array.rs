//! Copies of bytes to and from one-dimensional arrays.
//!
//! In the names, `a` is an array: `htoa` is host to array. Offsets into arrays are bytes from the first element. They
//! and the lengths should be multiples of the element's size: C asks for it, and drivers were seen to take others
//! without saying what they do with them. Arrays of two and three dimensions are copied by
//! [`memcpy2d`](crate::memcpy2d()) and [`memcpy3d`](crate::memcpy3d()); of a 2D array, these functions reach the
//! first row.
//!
//! Plain forms return when the source may be changed again and, for copies to the host, when the bytes are there;
//! those between array and device are asynchronous to the host, ordered in the default stream. `_async` forms queue
//! the copy on a stream, and take raw pointers since the driver uses the memory after they return.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUDA_ARRAY_DESCRIPTOR, CU_AD_FORMAT_FLOAT};
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let descriptor = CUDA_ARRAY_DESCRIPTOR { Width: 1024, Height: 0, Format: CU_AD_FORMAT_FLOAT, NumChannels: 1 };
//! let array = cuda_mem::array_create(&descriptor)?;
//! let host = [1.0f32, 2.0, 3.0, 4.0];
//! let mut back = [0.0f32; 4];
//! // SAFETY: 16 bytes from byte 256 on are in the array, any bytes are a float, and the array is used no more.
//! unsafe {
//!     cuda_mem::memcpy_htoa(array, 256, &host)?;
//!     cuda_mem::memcpy_atoh(&mut back, array, 256)?;
//!     cuda_mem::array_destroy(array)?;
//! }
//! assert_eq!(host, back);
//! # Ok(())
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::{CUarray, CUdeviceptr, CUstream};

/// Copies `byte_count` bytes of device memory to an array, from byte `dst_offset` of the array on.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// `dst_array` must be an array that is not destroyed. The range from `src` must be in one allocation. Nothing may
/// write the source or use the destination meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `src` is no device memory, or a range leaves the array or the allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: `dst_array` is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyDtoA")]
#[inline]
pub unsafe fn memcpy_dtoa(
    dst_array: CUarray,
    dst_offset: usize,
    src: CUdeviceptr,
    byte_count: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the array and the range.
    unsafe { call!(cuMemcpyDtoA(dst_array, dst_offset, src, byte_count)) }
}

/// Copies `byte_count` bytes of an array, from byte `src_offset` on, to device memory.
///
/// C asks that `dst` be aligned as the array's elements, and that `byte_count` be a multiple of their size.
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// `src_array` must be an array that is not destroyed. The range from `dst` must be in one allocation. Nothing may
/// write the source or use the destination meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or a range leaves the array or the allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: `src_array` is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyAtoD")]
#[inline]
pub unsafe fn memcpy_atod(
    dst: CUdeviceptr,
    src_array: CUarray,
    src_offset: usize,
    byte_count: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the array and the range.
    unsafe { call!(cuMemcpyAtoD(dst, src_array, src_offset, byte_count)) }
}

/// Copies a slice to an array, from byte `dst_offset` of the array on.
///
/// Synchronous with the host: the slice may change when it returns. Since CUDA 3.2.
///
/// # Safety
///
/// `dst_array` must be an array that is not destroyed; nothing may use the written part meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range leaves the array, or the slice spans host memory that is registered in
///   part.
/// - `CUDA_ERROR_INVALID_HANDLE`: `dst_array` is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyHtoA")]
#[inline]
pub unsafe fn memcpy_htoa<T: Copy>(dst_array: CUarray, dst_offset: usize, src: &[T]) -> Result<()> {
    let bytes = core::mem::size_of_val(src);
    // SAFETY: the slice is readable; the caller vouches for the array.
    unsafe { call!(cuMemcpyHtoA(dst_array, dst_offset, src.as_ptr().cast(), bytes)) }
}

/// Copies a part of an array, from byte `src_offset` on, to a slice, and fills it.
///
/// Synchronous: the bytes are there when it returns. Since CUDA 3.2.
///
/// # Safety
///
/// `src_array` must be an array that is not destroyed; nothing may write the part meanwhile, and its bytes must be
/// valid values of `T`.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range leaves the array, or the slice spans host memory that is registered in
///   part.
/// - `CUDA_ERROR_INVALID_HANDLE`: `src_array` is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyAtoH")]
#[inline]
pub unsafe fn memcpy_atoh<T: Copy>(dst: &mut [T], src_array: CUarray, src_offset: usize) -> Result<()> {
    let bytes = core::mem::size_of_val(dst);
    // SAFETY: the slice is writable; the caller vouches for the array and its bytes.
    unsafe { call!(cuMemcpyAtoH(dst.as_mut_ptr().cast(), src_array, src_offset, bytes)) }
}

/// Copies `byte_count` bytes from one array to another: from byte `src_offset` of the one to byte `dst_offset` of the
/// other. Both may be the same array if the ranges do not overlap.
///
/// The formats may differ, the elements' sizes may not, and `byte_count` must be a multiple of that size.
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// Both must be arrays that are not destroyed; nothing may write the source or use the destination meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a range leaves its array.
/// - `CUDA_ERROR_INVALID_HANDLE`: one is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyAtoA")]
#[inline]
pub unsafe fn memcpy_atoa(
    dst_array: CUarray,
    dst_offset: usize,
    src_array: CUarray,
    src_offset: usize,
    byte_count: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for both arrays.
    unsafe { call!(cuMemcpyAtoA(dst_array, dst_offset, src_array, src_offset, byte_count)) }
}

/// Queues a copy of `byte_count` bytes of host memory to an array, from byte `dst_offset` of the array on.
///
/// Stream-ordered. From pageable memory the driver may copy the bytes aside before it returns; from pinned memory it
/// reads them when the stream gets there. Since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done the copy: `src` must stay readable and unchanged for `byte_count` bytes, and `dst_array`
/// must not be destroyed, nor the written part used. `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `src` is null, or the range leaves the array.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such array or stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyHtoAAsync")]
#[inline]
pub unsafe fn memcpy_htoa_async(
    dst_array: CUarray,
    dst_offset: usize,
    src: *const c_void,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the array, the range and the stream.
    unsafe { call!(cuMemcpyHtoAAsync(dst_array, dst_offset, src, byte_count, stream)) }
}

/// Queues a copy of `byte_count` bytes of an array, from byte `src_offset` on, to host memory.
///
/// Stream-ordered: the bytes are there when the stream has got past the copy. To pageable memory the call may wait
/// for that itself. Since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done the copy: `dst` must stay writable for `byte_count` bytes and must not be used, and
/// `src_array` must not be destroyed, nor the part changed. `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is null, or the range leaves the array.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such array or stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyAtoHAsync")]
#[inline]
pub unsafe fn memcpy_atoh_async(
    dst: *mut c_void,
    src_array: CUarray,
    src_offset: usize,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the array, the range and the stream.
    unsafe { call!(cuMemcpyAtoHAsync(dst, src_array, src_offset, byte_count, stream)) }
}
