//! Multicast: one address whose writes reach the memory of several devices, and whose reductions gather from all.
//!
//! 1. [`multicast_create`] makes an object for a team of devices, of some size.
//! 2. [`multicast_add_device`] adds each device of the team. Calls below wait until all are there.
//! 3. [`multicast_bind_mem`] or [`multicast_bind_addr`] puts memory of each device into the object.
//! 4. [`mem_map`](crate::mem_map) and [`mem_set_access`](crate::mem_set_access) give the object an address.
//!
//! Devices need an NVSwitch between them: `CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED`. Sizes and offsets are bytes, and
//! multiples of the [granularity](multicast_get_granularity). The object is released with
//! [`mem_release`](crate::mem_release), and shared with other processes by [`shareable`](crate::shareable).
//!
//! [NVIDIA: Multicast Object Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//!
//! /// A multicast object over two devices, with memory of each behind it.
//! ///
//! /// # Safety
//! ///
//! /// The handles must be allocations of at least `size` bytes on devices 0 and 1.
//! unsafe fn over_two(
//!     size: usize,
//!     memory: [CUmemGenericAllocationHandle; 2],
//! ) -> cuda_mem::Result<CUmemGenericAllocationHandle> {
//!     let mut prop = CUmulticastObjectProp { numDevices: 2, size, ..Default::default() };
//!     let unit = cuda_mem::multicast_get_granularity(&prop, CU_MULTICAST_GRANULARITY_MINIMUM)?;
//!     prop.size = (size + unit - 1) / unit * unit;
//!     let object = cuda_mem::multicast_create(&prop)?;
//!     // SAFETY: the object was just created; the caller vouches for the memory.
//!     unsafe {
//!         cuda_mem::multicast_add_device(object, 0)?;
//!         cuda_mem::multicast_add_device(object, 1)?;
//!         for handle in memory {
//!             cuda_mem::multicast_bind_mem(object, 0, handle, 0, prop.size, 0)?;
//!         }
//!     }
//!     Ok(object)
//! }
//! # let _ = over_two;
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::{
    CUdevice, CUdeviceptr, CUmemGenericAllocationHandle, CUmulticastGranularity_flags, CUmulticastObjectProp,
};

/// A multicast object: for how many devices, of how many bytes for each, and exportable as which types of handles.
///
/// `prop.size` is a multiple of the [granularity](multicast_get_granularity); `prop.flags` must be 0. It needs one
/// [`mem_release`](crate::mem_release). Synchronous; since CUDA 12.1.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the size is 0 or no multiple of the granularity, there are no devices in the team,
///   or `flags` or the handle types cannot be.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for an object.
/// - `CUDA_ERROR_NOT_PERMITTED`: fabric handles, and the process may use no IMEX channel.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system's devices cannot do it.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastCreate")]
#[inline]
pub fn multicast_create(prop: &CUmulticastObjectProp) -> Result<CUmemGenericAllocationHandle> {
    // SAFETY: both pointers are to whole values.
    unsafe { value!(mc_handle: CUmemGenericAllocationHandle, cuMulticastCreate(&mut mc_handle, prop)) }
}

/// Adds a device to the object's team, for as long as the object lives.
///
/// Synchronous; since CUDA 12.1.
///
/// # Safety
///
/// `mc_handle` must be a multicast object that is not released.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no multicast object, the team is full, or the device is in it already.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device, or it is not connected with those of the team.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left on the device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device cannot do it (`CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED`).
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastAddDevice")]
#[inline]
pub unsafe fn multicast_add_device(mc_handle: CUmemGenericAllocationHandle, dev: CUdevice) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuMulticastAddDevice(mc_handle, dev)) }
}

/// Puts `size` bytes of an allocation, from `mem_offset` on, into the object at `mc_offset`, for the device that the
/// memory is on.
///
/// The numbers are multiples of the [granularity](multicast_get_granularity). An object that can be shared takes only
/// memory that can be shared. `flags` must be 0. Synchronous, and waits until all devices of the team were added;
/// since CUDA 12.1.
///
/// # Safety
///
/// Both must be handles that are not released: a multicast object, and an allocation of
/// [`mem_create`](crate::mem_create).
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: one of them is another kind of handle; a part is not in the memory or in the object,
///   not aligned, or bound already; or `flags` is not 0.
/// - `CUDA_ERROR_INVALID_DEVICE`: the memory is on no device of the team.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for it.
/// - `CUDA_ERROR_MULTICAST_RESOURCE_FULL`: the hardware's resources for memory at such an offset are used up.
/// - `CUDA_ERROR_SYSTEM_NOT_READY`, `CUDA_ERROR_ILLEGAL_STATE`: the system's services for multicast do not run, or
///   not properly.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system's devices cannot do it.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastBindMem")]
#[inline]
pub unsafe fn multicast_bind_mem(
    mc_handle: CUmemGenericAllocationHandle,
    mc_offset: usize,
    mem_handle: CUmemGenericAllocationHandle,
    mem_offset: usize,
    size: usize,
    flags: c_ulonglong,
) -> Result<()> {
    // SAFETY: the caller vouches for both handles.
    unsafe { call!(cuMulticastBindMem(mc_handle, mc_offset, mem_handle, mem_offset, size, flags)) }
}

/// As [`multicast_bind_mem`], for a device that is named: memory of a host node can then be bound, for the device
/// that is closest to the node (`CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID`).
///
/// Synchronous, and waits until all devices of the team were added; since CUDA 13.1.
///
/// # Safety
///
/// As for [`multicast_bind_mem`].
///
/// # Errors
///
/// As for [`multicast_bind_mem`], and:
///
/// - `CUDA_ERROR_INVALID_DEVICE`, `CUDA_ERROR_INVALID_VALUE`: `dev` is not in the team, or not the device of this
///   memory.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastBindMem_v2")]
#[inline]
pub unsafe fn multicast_bind_mem_v2(
    mc_handle: CUmemGenericAllocationHandle,
    dev: CUdevice,
    mc_offset: usize,
    mem_handle: CUmemGenericAllocationHandle,
    mem_offset: usize,
    size: usize,
    flags: c_ulonglong,
) -> Result<()> {
    // SAFETY: the caller vouches for both handles.
    unsafe { call!(cuMulticastBindMem_v2(mc_handle, dev, mc_offset, mem_handle, mem_offset, size, flags)) }
}

/// Puts `size` bytes of mapped memory, from the address `memptr` on, into the object at `mc_offset`, for the device
/// that the memory is on.
///
/// The memory is of [`mem_create`](crate::mem_create) or of [`mem_alloc_async`](crate::mem_alloc_async). The numbers
/// are multiples of the [granularity](multicast_get_granularity). `flags` must be 0. Synchronous, and waits
/// until all devices of the team were added; since CUDA 12.1.
///
/// # Safety
///
/// `mc_handle` must be a multicast object that is not released; the range must be the caller's, and stay allocated
/// while it is bound.
///
/// # Errors
///
/// As for [`multicast_bind_mem`], and:
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is no such memory.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastBindAddr")]
#[inline]
pub unsafe fn multicast_bind_addr(
    mc_handle: CUmemGenericAllocationHandle,
    mc_offset: usize,
    memptr: CUdeviceptr,
    size: usize,
    flags: c_ulonglong,
) -> Result<()> {
    // SAFETY: the caller vouches for the handle and the range.
    unsafe { call!(cuMulticastBindAddr(mc_handle, mc_offset, memptr, size, flags)) }
}

/// As [`multicast_bind_addr`], for a device that is named: memory of a host node can then be bound, for the device
/// that is closest to the node (`CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID`).
///
/// Synchronous, and waits until all devices of the team were added; since CUDA 13.1.
///
/// # Safety
///
/// As for [`multicast_bind_addr`].
///
/// # Errors
///
/// As for [`multicast_bind_addr`], and:
///
/// - `CUDA_ERROR_INVALID_DEVICE`, `CUDA_ERROR_INVALID_VALUE`: `dev` is not in the team, or not the device of this
///   memory.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastBindAddr_v2")]
#[inline]
pub unsafe fn multicast_bind_addr_v2(
    mc_handle: CUmemGenericAllocationHandle,
    dev: CUdevice,
    mc_offset: usize,
    memptr: CUdeviceptr,
    size: usize,
    flags: c_ulonglong,
) -> Result<()> {
    // SAFETY: the caller vouches for the handle and the range.
    unsafe { call!(cuMulticastBindAddr_v2(mc_handle, dev, mc_offset, memptr, size, flags)) }
}

/// Takes the memory of one device out of the object again. `mc_offset` and `size` are those of the call that bound
/// it.
///
/// Synchronous; since CUDA 12.1.
///
/// # Safety
///
/// `mc_handle` must be a multicast object that is not released. The range must be exactly one that was bound for
/// `dev`, which the driver does not check, and nothing may use it through the object meanwhile.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no multicast object, or the range is not aligned or not in it.
/// - `CUDA_ERROR_INVALID_DEVICE`: the device is not in the team.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system's devices cannot do it.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastUnbind")]
#[inline]
pub unsafe fn multicast_unbind(
    mc_handle: CUmemGenericAllocationHandle,
    dev: CUdevice,
    mc_offset: usize,
    size: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for the handle and the range.
    unsafe { call!(cuMulticastUnbind(mc_handle, dev, mc_offset, size)) }
}

/// The unit in bytes of sizes, offsets and addresses for a multicast object with these properties: with
/// `CU_MULTICAST_GRANULARITY_MINIMUM` what the other calls insist on, with `…_RECOMMENDED` what is fastest.
///
/// Synchronous; since CUDA 12.1.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a field of `prop`, or `option`, has a value that it cannot have.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system's devices cannot do it.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.1.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html)
#[doc(alias = "cuMulticastGetGranularity")]
#[inline]
pub fn multicast_get_granularity(
    prop: &CUmulticastObjectProp,
    option: CUmulticastGranularity_flags,
) -> Result<usize> {
    // SAFETY: both pointers are to whole values.
    unsafe { value!(granularity: usize, cuMulticastGetGranularity(&mut granularity, prop, option)) }
}
