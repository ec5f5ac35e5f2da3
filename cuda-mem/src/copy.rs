//! Copies of bytes: between host and device, and on the device.
//!
//! The names say the direction: `htod` is host to device; [`memcpy`] and [`memcpy_async`] name none, and the driver
//! finds it out from the addresses. Plain forms return when the source may be changed again and, for copies to the
//! host, when the bytes are there. `_async` forms queue the copy on a stream and return; they take raw pointers,
//! since the driver uses the memory after they return.
//!
//! Lengths are bytes. The slices' element type is only a convenience: what is copied are its bytes.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! let host = [1.0f32, 2.0, 3.0, 4.0];
//! let mut back = [0.0f32; 4];
//! let device = cuda_mem::mem_alloc(std::mem::size_of_val(&host))?;
//! // SAFETY: the allocation is as long as both arrays, and any bytes are a float.
//! unsafe {
//!     cuda_mem::memcpy_htod(device, &host)?;
//!     cuda_mem::memcpy_dtoh(&mut back, device)?;
//!     cuda_mem::mem_free(device)?;
//! }
//! assert_eq!(host, back);
//! # Ok(())
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::{CUdeviceptr, CUstream};

/// Copies `byte_count` bytes from any address of the unified address space to any other: host or device, on either
/// side. The ranges must not overlap.
///
/// Synchronous where the host is on either side; between device addresses asynchronous to the host, ordered in the
/// default stream. Since CUDA 4.0.
///
/// # Safety
///
/// Both addresses must be good for `byte_count` bytes: device allocations, or host memory that may be read (`src`) or
/// written (`dst`). Nothing may write the source or use the destination meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: an address is null, or a range leaves its device allocation or spans host memory
///   that is registered in part.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy")]
#[inline]
pub unsafe fn memcpy(dst: CUdeviceptr, src: CUdeviceptr, byte_count: usize) -> Result<()> {
    // SAFETY: the caller vouches for both ranges.
    unsafe { call!(cuMemcpy(dst, src, byte_count)) }
}

/// Queues a copy of `byte_count` bytes from any address of the unified address space to any other. The ranges must
/// not overlap.
///
/// Stream-ordered; with pageable host memory the call may do part of the work itself, or wait. Since CUDA 4.0.
///
/// # Safety
///
/// As [`memcpy`], until the stream has done the copy; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: an address is null, or a range leaves its device allocation or spans host memory
///   that is registered in part.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyAsync")]
#[inline]
pub unsafe fn memcpy_async(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges and the stream.
    unsafe { call!(cuMemcpyAsync(dst, src, byte_count, stream)) }
}

/// Copies a slice to device memory.
///
/// Synchronous with the host: the slice may change when it returns. From pageable memory the device may still be
/// writing then; work in the default stream comes after it. Since CUDA 3.2.
///
/// # Safety
///
/// The bytes of `src` must fit into the allocation that `dst` points into; nothing may use that range meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyHtoD")]
#[inline]
pub unsafe fn memcpy_htod<T: Copy>(dst: CUdeviceptr, src: &[T]) -> Result<()> {
    // SAFETY: the slice is readable; the caller vouches for `dst`.
    unsafe { call!(cuMemcpyHtoD(dst, src.as_ptr().cast(), core::mem::size_of_val(src))) }
}

/// Copies device memory to a slice, and fills it.
///
/// Synchronous: the bytes are there when it returns. Since CUDA 3.2.
///
/// # Safety
///
/// The range from `src` must be in one allocation, nothing may write it meanwhile, and its bytes must be valid values
/// of `T`.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `src` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyDtoH")]
#[inline]
pub unsafe fn memcpy_dtoh<T: Copy>(dst: &mut [T], src: CUdeviceptr) -> Result<()> {
    // SAFETY: the slice is writable; the caller vouches for `src` and its bytes.
    unsafe { call!(cuMemcpyDtoH(dst.as_mut_ptr().cast(), src, core::mem::size_of_val(dst))) }
}

/// Copies `byte_count` bytes of device memory. The ranges must not overlap.
///
/// Asynchronous to the host, ordered in the default stream; since CUDA 3.2.
///
/// # Safety
///
/// Both ranges must be in allocations; nothing may write the source or use the destination meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: one of them is no device memory, or a range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyDtoD")]
#[inline]
pub unsafe fn memcpy_dtod(dst: CUdeviceptr, src: CUdeviceptr, byte_count: usize) -> Result<()> {
    // SAFETY: the caller vouches for both ranges.
    unsafe { call!(cuMemcpyDtoD(dst, src, byte_count)) }
}

/// Queues a copy of `byte_count` bytes of host memory to the device.
///
/// Stream-ordered. From pageable memory the driver may copy the bytes aside before it returns; from pinned memory it
/// reads them when the stream gets there. Since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done the copy: `src` must stay readable and unchanged for `byte_count` bytes, the range from
/// `dst` allocated and unused. `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dst` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyHtoDAsync")]
#[inline]
pub unsafe fn memcpy_htod_async(
    dst: CUdeviceptr,
    src: *const c_void,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges and the stream.
    unsafe { call!(cuMemcpyHtoDAsync(dst, src, byte_count, stream)) }
}

/// Queues a copy of `byte_count` bytes of device memory to the host.
///
/// Stream-ordered: the bytes are there when the stream has got past the copy. To pageable memory the call may wait
/// for that itself. Since CUDA 3.2.
///
/// # Safety
///
/// Until the stream has done the copy: `dst` must stay writable for `byte_count` bytes and must not be used, the
/// range from `src` allocated and unchanged. `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `src` is no device memory, or the range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyDtoHAsync")]
#[inline]
pub unsafe fn memcpy_dtoh_async(
    dst: *mut c_void,
    src: CUdeviceptr,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges and the stream.
    unsafe { call!(cuMemcpyDtoHAsync(dst, src, byte_count, stream)) }
}

/// Queues a copy of `byte_count` bytes of device memory. The ranges must not overlap.
///
/// Stream-ordered; since CUDA 3.2.
///
/// # Safety
///
/// As [`memcpy_dtod`], until the stream has done the copy; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: one of them is no device memory, or a range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyDtoDAsync")]
#[inline]
pub unsafe fn memcpy_dtod_async(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges and the stream.
    unsafe { call!(cuMemcpyDtoDAsync(dst, src, byte_count, stream)) }
}
