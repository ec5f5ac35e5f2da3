//! Sharing with other processes and devices: memory as handles of the operating system or of the GPU fabric.
//!
//! One process exports an allocation of [`mem_create`](crate::mem_create) as a handle of some type, sends that to the
//! other (a file descriptor over a Unix socket, say), and the other imports it, maps it, and reaches the same memory.
//! The type must be among the `requestedHandleTypes` with which the allocation was created. Whole
//! [pools](crate::mem_pool_export_to_shareable_handle) are shared with the same types of handles.
//!
//! In C a handle is a `void *` whose size follows from another argument. Here that argument has a Rust type, and with
//! it comes the handle's:
//!
//! | argument | C | handle |
//! |---|---|---|
//! | [`PosixFdHandle`] | `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR` | `c_int`, a file descriptor |
//! | [`Win32Handle`] | `CU_MEM_HANDLE_TYPE_WIN32` | `*mut c_void`, a Windows `HANDLE` |
//! | [`Win32KmtHandle`] | `CU_MEM_HANDLE_TYPE_WIN32_KMT` | `c_uint`, a Windows `D3DKMT_HANDLE` |
//! | [`FabricHandle`] | `CU_MEM_HANDLE_TYPE_FABRIC` | [`CUmemFabricHandle`](crate::sys::CUmemFabricHandle), 64 bytes |
//! | [`DmaBufFd`] | `CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD` | `c_int`, a file descriptor |
//!
//! For a type that is newer than this crate, implement [`ShareableHandleType`] or [`RangeHandleType`].
//!
//! Handles belong to the caller: an exported file descriptor stays open until it is closed, and so long the memory
//! stays allocated; an import leaves the descriptor open.
//!
//! [NVIDIA: Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//! use cuda_mem::PosixFdHandle;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # cuda_mem::init(0)?;
//! let prop = CUmemAllocationProp {
//!     type_: CU_MEM_ALLOCATION_TYPE_PINNED,
//!     requestedHandleTypes: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
//!     location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 0),
//!     ..Default::default()
//! };
//! // SAFETY: the handles are alive until their releases; `prop` holds no Windows attributes.
//! unsafe {
//!     let size = cuda_mem::mem_get_allocation_granularity(&prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM)?;
//!     let handle = cuda_mem::mem_create(size, &prop, 0)?;
//!     let fd: i32 = cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0)?;
//!     // … send `fd` to another process, which says:
//!     let imported = cuda_mem::mem_import_from_shareable_handle(fd, PosixFdHandle)?;
//!     cuda_mem::mem_release(imported)?;
//!     cuda_mem::mem_release(handle)
//! }
//! # }
//! ```

mod handle_type;

pub use handle_type::{
    DmaBufFd, FabricHandle, PosixFdHandle, RangeHandleType, ShareableHandleType, Win32Handle, Win32KmtHandle,
};

use crate::Result;
use core::mem::MaybeUninit;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::{CUdeviceptr, CUmemGenericAllocationHandle};

/// A handle of this type for an allocation or multicast object, to give to another process or another API.
///
/// The handle keeps the memory allocated until the caller closes it (a fabric handle: until the allocation is
/// released). `flags` must be 0. Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `handle` must be a handle that is not released.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the allocation was not created for handles of this type, or `flags` is not 0.
/// - `CUDA_ERROR_NOT_PERMITTED`: the process may use no IMEX channel, which fabric handles need.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system has no such handles.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemExportToShareableHandle")]
#[inline]
pub unsafe fn mem_export_to_shareable_handle<T: ShareableHandleType>(
    handle: CUmemGenericAllocationHandle,
    handle_type: T,
    flags: c_ulonglong,
) -> Result<T::Handle> {
    let _ = handle_type;
    let mut shareable = MaybeUninit::<T::Handle>::zeroed();
    // SAFETY: the buffer is what the type's handles are in C; the caller vouches for `handle`.
    unsafe { call!(cuMemExportToShareableHandle(shareable.as_mut_ptr().cast(), handle, T::TYPE, flags))? };
    // SAFETY: written by the driver; all zero bytes, if it wrote nothing, are a handle too.
    Ok(unsafe { shareable.assume_init() })
}

/// The allocation behind a handle that [`mem_export_to_shareable_handle`] gave, here or in another process.
///
/// The handle need not be the one that was exported, not even in the exporting process. It needs one
/// [`mem_release`](crate::mem_release). `os_handle` stays open and the caller's. Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `os_handle` must be a handle of this type, open in this process.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no such handle.
/// - `CUDA_ERROR_NOT_PERMITTED`: a fabric handle, and the process may not use the exporter's IMEX channel.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this process cannot use such memory.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemImportFromShareableHandle")]
#[inline]
pub unsafe fn mem_import_from_shareable_handle<T: ShareableHandleType>(
    os_handle: T::Handle,
    sh_handle_type: T,
) -> Result<CUmemGenericAllocationHandle> {
    let _ = sh_handle_type;
    let pointer = T::as_pointer(&os_handle);
    // SAFETY: the first argument points to a writable handle; the second is what C passes for this type, and what it
    // may point to lives until the call returns. The caller vouches for the handle itself.
    unsafe {
        value!(
            handle: CUmemGenericAllocationHandle,
            cuMemImportFromShareableHandle(&mut handle, pointer, T::TYPE)
        )
    }
}

/// A handle for a range of device memory, by its address: a dma-buf file descriptor, with which another device's
/// driver reaches the memory directly.
///
/// `dptr` and `size` are multiples of the host's page size. The range is of [`mem_alloc`](crate::mem_alloc), or a
/// reservation that is mapped throughout, on one device and with equal properties; pinned host memory works where
/// `CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED` says so. When other memory is mapped there, ask for a new
/// handle. `flags`: 0, or `CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE.0` to have the mapping go over PCI Express.
///
/// The file descriptor is the caller's to close. Synchronous; since CUDA 11.7.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is no such memory, or not aligned to pages; the type or `flags` are
///   unknown.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no such handles (`CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED`), or not for
///   these flags.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 11.7.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemGetHandleForAddressRange")]
#[inline]
pub fn mem_get_handle_for_address_range<T: RangeHandleType>(
    dptr: CUdeviceptr,
    size: usize,
    handle_type: T,
    flags: c_ulonglong,
) -> Result<T::Handle> {
    let _ = handle_type;
    let mut handle = MaybeUninit::<T::Handle>::zeroed();
    // SAFETY: the buffer is what the type's handles are in C; the address is looked up, not used.
    unsafe { call!(cuMemGetHandleForAddressRange(handle.as_mut_ptr().cast(), dptr, size, T::TYPE, flags))? };
    // SAFETY: written by the driver; all zero bytes, if it wrote nothing, are a handle too.
    Ok(unsafe { handle.assume_init() })
}
