//! Host memory that the device can reach: allocated page-locked, or page-locked where it is.
//!
//! The driver knows these ranges. Copies from and to them run at the bus's full speed and beside the host's work,
//! where pageable memory must be copied aside first; with unified addressing (every 64-bit program) kernels can use
//! them in place as well. Pages that are locked are lost to the rest of the system, so this is for buffers that data
//! passes through, not for everything.
//!
//! There are two ways to get such memory, each with its own way back:
//!
//! - [`mem_alloc_host`] and [`mem_host_alloc`] allocate it; [`mem_free_host`] frees it.
//! - [`mem_host_register`] locks pages that the program has already; [`mem_host_unregister`] releases them.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use std::ptr::null_mut;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let staging = cuda_mem::mem_alloc_host(4096)?;
//! let memory = cuda_mem::mem_alloc(4096)?;
//! // SAFETY: both are 4096 bytes, the default stream is waited for before they are freed.
//! unsafe {
//!     staging.cast::<u8>().write_bytes(0x2a, 4096);
//!     cuda_mem::memcpy_htod_async(memory, staging, 4096, null_mut())?;
//!     cuda_mem::stream_synchronize(null_mut())?;
//!     cuda_mem::mem_free(memory)?;
//!     cuda_mem::mem_free_host(staging)
//! }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_uint, c_void};
use cuda_mem_sys::CUdeviceptr;

/// Allocates `bytesize` bytes of page-locked host memory, on a page boundary. The contents are not set.
///
/// All contexts can reach it, at the address that is returned. 0 bytes succeed with a null pointer. Free it with
/// [`mem_free_host`]. Where the device walks the host's own page tables
/// (`CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES`) the pages may stay pageable. Synchronous;
/// since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the system cannot lock that many pages.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - `CUDA_ERROR_EXTERNAL_DEVICE`: a device beside the GPU failed.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemAllocHost")]
#[inline]
pub fn mem_alloc_host(bytesize: usize) -> Result<*mut c_void> {
    // SAFETY: the argument points to a writable pointer.
    unsafe { handle!(p: *mut c_void, cuMemAllocHost(&mut p, bytesize)) }
}

/// Frees what [`mem_alloc_host`] or [`mem_host_alloc`] gave; null is no allocation, and freeing it is no error.
///
/// Synchronous; since CUDA 2.0.
///
/// # Safety
///
/// Nothing may use the memory afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `p` is not the start of such an allocation (registered and pageable memory are not),
///   or was freed before.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemFreeHost")]
#[inline]
pub unsafe fn mem_free_host(p: *mut c_void) -> Result<()> {
    // SAFETY: the caller vouches for the allocation.
    unsafe { call!(cuMemFreeHost(p)) }
}

/// As [`mem_alloc_host`], with options. `flags`, or-ed together; 0 for none:
///
/// - `CU_MEMHOSTALLOC_PORTABLE`: page-locked for every context, not only the current one. With unified addressing it
///   always is.
/// - `CU_MEMHOSTALLOC_DEVICEMAP`: kernels can use it in place, see [`mem_host_get_device_pointer`]. With unified
///   addressing they always can.
/// - `CU_MEMHOSTALLOC_WRITECOMBINED`: past the processor's caches. The device may read it faster; the host writes it
///   at speed but reads it very slowly, and its device address may differ from the host's.
///
/// 0 bytes succeed with a null pointer. Free it with [`mem_free_host`]. Synchronous; since CUDA 2.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: unknown flags.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the system cannot lock that many pages.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - `CUDA_ERROR_EXTERNAL_DEVICE`: a device beside the GPU failed.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemHostAlloc")]
#[inline]
pub fn mem_host_alloc(bytesize: usize, flags: c_uint) -> Result<*mut c_void> {
    // SAFETY: the argument points to a writable pointer.
    unsafe { handle!(p: *mut c_void, cuMemHostAlloc(&mut p, bytesize, flags)) }
}

/// The address by which the device reaches page-locked host memory: equal to the host's where every device that the
/// program sees can use host addresses (`CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM`).
///
/// `p` may lie inside the memory. `flags` must be 0. Virtual memory need not be refused: an H200 gave the address where
/// its mapping begins. Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `p` is not in page-locked memory of this program's or not mapped for the device, or
///   `flags` is not 0.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemHostGetDevicePointer")]
#[allow(clippy::not_unsafe_ptr_arg_deref)] // the address is looked up, not followed
#[inline]
pub fn mem_host_get_device_pointer(p: *mut c_void, flags: c_uint) -> Result<CUdeviceptr> {
    // SAFETY: the first argument points to a writable address; `p` is looked up, not followed.
    unsafe { value!(dptr: CUdeviceptr, cuMemHostGetDevicePointer(&mut dptr, p, flags)) }
}

/// The flags of page-locked host memory: those it was allocated or registered with, and `CU_MEMHOSTALLOC_DEVICEMAP`
/// where unified addressing implies it. Managed and virtual memory need not be refused: an H200 gave flags of theirs.
///
/// Synchronous; since CUDA 2.3.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `p` is not in page-locked memory of this program's.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemHostGetFlags")]
#[allow(clippy::not_unsafe_ptr_arg_deref)] // the address is looked up, not followed
#[inline]
pub fn mem_host_get_flags(p: *mut c_void) -> Result<c_uint> {
    // SAFETY: the first argument points to a writable int; `p` is looked up, not followed.
    unsafe { value!(flags: c_uint, cuMemHostGetFlags(&mut flags, p)) }
}

/// Page-locks `bytesize` bytes of host memory that the program has, and makes them known to the driver. Neither `p`
/// nor the size need be a multiple of the page size: the pages that they touch are locked whole.
///
/// `flags`, or-ed together; 0 for none:
///
/// - `CU_MEMHOSTREGISTER_PORTABLE`: page-locked for every context. With unified addressing it always is.
/// - `CU_MEMHOSTREGISTER_DEVICEMAP`: kernels can use it in place. With unified addressing they always can.
/// - `CU_MEMHOSTREGISTER_IOMEMORY`: the range is the memory of another device, mapped into this process.
/// - `CU_MEMHOSTREGISTER_READ_ONLY`: the device only reads it. Memory that the process itself may only read cannot be
///   registered without it.
///
/// Release it with [`mem_host_unregister`] before the memory is freed or unmapped. A copy that runs over the end of a
/// registered range into memory which is not fails. Where the device walks the host's own page tables, the pages are
/// only populated, not locked. Synchronous; since CUDA 6.5 (the form that with unified addressing maps for all
/// devices).
///
/// # Safety
///
/// The range must be mapped memory of this process, and stay so until it is unregistered.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `p` is null, `bytesize` is 0, unknown flags, or the process may only read the memory
///   and `CU_MEMHOSTREGISTER_READ_ONLY` is not given.
/// - `CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED`: part of the range is registered.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the system cannot lock that many pages.
/// - `CUDA_ERROR_NOT_PERMITTED`: the process may not lock this memory.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device cannot do what a flag asks
///   (`CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED`, `CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED`).
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - `CUDA_ERROR_EXTERNAL_DEVICE`: a device beside the GPU failed.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemHostRegister")]
#[inline]
pub unsafe fn mem_host_register(p: *mut c_void, bytesize: usize, flags: c_uint) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemHostRegister(p, bytesize, flags)) }
}

/// Undoes [`mem_host_register`]: the pages are the system's again. `p` is the address that was registered.
///
/// Synchronous; since CUDA 4.0.
///
/// # Safety
///
/// The device must not use the range afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED`: `p` is in no registered range, or was unregistered before.
/// - `CUDA_ERROR_INVALID_VALUE`: `p` lies inside a registered range but does not start it, or is memory of
///   [`mem_host_alloc`] or [`mem_alloc_host`].
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemHostUnregister")]
#[inline]
pub unsafe fn mem_host_unregister(p: *mut c_void) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemHostUnregister(p)) }
}
