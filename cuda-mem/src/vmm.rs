//! Virtual memory: address ranges, physical allocations, and mappings of one onto the other, each handled by itself.
//!
//! 1. [`mem_address_reserve`] takes a range of addresses; nothing is behind it.
//! 2. [`mem_create`] allocates memory; it has a handle, and no address.
//! 3. [`mem_map`] puts an allocation behind a part of the range. The same allocation may be behind several addresses.
//! 4. [`mem_set_access`] says which devices may read and write there. Before that, none may.
//!
//! The way back is [`mem_unmap`], [`mem_release`], [`mem_address_free`]. Memory is freed when its last handle is
//! released *and* its last mapping is gone, so a handle may be released as soon as it is mapped. This is how a buffer
//! grows in place: reserve much, and map more as it is needed.
//!
//! All sizes and offsets are bytes, and multiples of the [granularity](mem_get_allocation_granularity) (2 MiB on an
//! H200; ask, do not assume). Handles cross to other processes by [`shareable`](crate::shareable).
//!
//! [NVIDIA: Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # cuda_mem::init(0)?;
//! # let device = cuda_mem::device_get(0)?;
//! # let context = cuda_mem::device_primary_ctx_retain(device)?;
//! # unsafe { cuda_mem::ctx_set_current(context)? };
//! let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device);
//! let prop = CUmemAllocationProp { type_: CU_MEM_ALLOCATION_TYPE_PINNED, location, ..Default::default() };
//! let access = CUmemAccessDesc { location, flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
//! // SAFETY: all that is mapped, used and freed here was made here; `prop` holds no Windows attributes.
//! unsafe {
//!     let size = cuda_mem::mem_get_allocation_granularity(&prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM)?;
//!     let address = cuda_mem::mem_address_reserve(size, 0, 0, 0)?;
//!     let handle = cuda_mem::mem_create(size, &prop, 0)?;
//!     cuda_mem::mem_map(address, size, 0, handle, 0)?;
//!     cuda_mem::mem_release(handle)?; // the mapping keeps the memory
//!     cuda_mem::mem_set_access(address, size, &[access])?;
//!
//!     cuda_mem::memset_d8(address, 0x2a, size)?;
//!     cuda_mem::ctx_synchronize()?;
//!
//!     cuda_mem::mem_unmap(address, size)?;
//!     cuda_mem::mem_address_free(address, size)
//! }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_ulonglong, c_void};
use cuda_mem_sys::{
    CUdeviceptr, CUmemAccessDesc, CUmemAllocationGranularity_flags, CUmemAllocationProp, CUmemAccess_flags,
    CUmemGenericAllocationHandle, CUmemLocation,
};

/// Reserves `size` bytes of addresses, and gives the first. Nothing is allocated, and the range cannot be used until
/// memory is mapped there ([`mem_map`]).
///
/// `size` is a multiple of the granularity ([`mem_get_allocation_granularity`]). `alignment` is a power of two, or 0 for the default. `addr` is where
/// the range should be, or 0 for the driver's choice; it is a wish, so look at what comes back. `flags` must be 0.
///
/// Synchronous; since CUDA 10.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `size` is 0 or no multiple of the granularity, `alignment` is no power of two, or
///   `flags` is not 0.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no range of this size is free.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the system has no unified addresses.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemAddressReserve")]
#[inline]
pub fn mem_address_reserve(
    size: usize,
    alignment: usize,
    addr: CUdeviceptr,
    flags: c_ulonglong,
) -> Result<CUdeviceptr> {
    // SAFETY: the first argument points to a writable address; the others are numbers.
    unsafe { value!(ptr: CUdeviceptr, cuMemAddressReserve(&mut ptr, size, alignment, addr, flags)) }
}

/// Gives a reserved range back: `ptr` and `size` as [`mem_address_reserve`] gave and took them. Unmap it first.
///
/// Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// Nothing may use addresses of the range afterwards.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: this is no reserved range, or only a part of one, or it was freed before.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemAddressFree")]
#[inline]
pub unsafe fn mem_address_free(ptr: CUdeviceptr, size: usize) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemAddressFree(ptr, size)) }
}

/// Allocates `size` bytes as `prop` says, and gives a handle: memory without an address. The contents are not set.
///
/// Of `prop`: `type_` is `CU_MEM_ALLOCATION_TYPE_PINNED`; `location` is where the memory is, a device, the host, or a
/// NUMA node of the host; `requestedHandleTypes` are all the ways in which it may be shared later, or 0 for none
/// (host memory without a node cannot be shared); `allocFlags` ask for compressible memory, for access by other PCI
/// devices, or for use behind [sparse arrays](crate::sparse) (`CU_MEM_CREATE_USAGE_TILE_POOL`). `size` is a multiple
/// of [`mem_get_allocation_granularity`]'s minimum for this `prop`. `flags` must be 0. Compressible is only what is on
/// a device and not for sparse arrays.
///
/// Each handle needs one [`mem_release`]. Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `prop.win32HandleMetaData` must be null, or point to the Windows object attributes that
/// `CU_MEM_HANDLE_TYPE_WIN32` asks for.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `size` is 0 or no multiple of the granularity, a field of `prop` or `flags` has a
///   value that it cannot have, or the fields do not go together.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the location has no room for it.
/// - `CUDA_ERROR_INVALID_DEVICE`: the location's device does not exist, whatever else is wrong with `prop`.
/// - `CUDA_ERROR_NOT_PERMITTED`: `CU_MEM_HANDLE_TYPE_FABRIC` was asked for, and the process may use no IMEX channel.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device or system has no such memory or no such handles.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemCreate")]
#[inline]
pub unsafe fn mem_create(
    size: usize,
    prop: &CUmemAllocationProp,
    flags: c_ulonglong,
) -> Result<CUmemGenericAllocationHandle> {
    // SAFETY: both pointers are to whole records; the caller vouches for the pointer in `prop`.
    unsafe { value!(handle: CUmemGenericAllocationHandle, cuMemCreate(&mut handle, size, prop, flags)) }
}

/// Gives a handle back. The memory is freed when this was the last handle and nothing is mapped any more; mappings
/// stay as they are.
///
/// Each handle of [`mem_create`], [`mem_retain_allocation_handle`],
/// [`mem_import_from_shareable_handle`](crate::mem_import_from_shareable_handle) and
/// [`multicast_create`](crate::multicast_create) needs one call. Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `handle` must be a handle with a release due, and is not used afterwards: the driver does not find out what is
/// not.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver can tell that it is no handle.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemRelease")]
#[inline]
pub unsafe fn mem_release(handle: CUmemGenericAllocationHandle) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuMemRelease(handle)) }
}

/// Puts an allocation behind the reserved addresses from `ptr` on. They cannot be used until [`mem_set_access`].
///
/// The allocation is mapped whole: drivers so far take no `offset` but 0, and no `size` but the allocation's. `ptr` is
/// a multiple of the granularity (for a multicast object, of
/// [`multicast_get_granularity`](crate::multicast_get_granularity)). Nothing may be mapped there yet. `flags` must
/// be 0.
///
/// Synchronous; since CUDA 10.2. For a multicast object it waits until all its devices were added.
///
/// # Safety
///
/// `handle` must be a handle that is not released; the range must be the caller's reservation.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is empty, not reserved or partly mapped, `ptr` is no multiple of the
///   granularity, or `flags` is not 0.
/// - `CUDA_ERROR_INVALID_DEVICE`: the memory cannot be mapped for this device.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for the mapping.
/// - `CUDA_ERROR_NOT_SUPPORTED`: memory of this kind cannot be mapped, or this is not all of the allocation (an H200's
///   answer to every part and to more than the whole).
/// - `CUDA_ERROR_ILLEGAL_STATE`: a multicast object, and the system's services for it are not in order.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemMap")]
#[inline]
pub unsafe fn mem_map(
    ptr: CUdeviceptr,
    size: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> Result<()> {
    // SAFETY: the caller vouches for the range and the handle.
    unsafe { call!(cuMemMap(ptr, size, offset, handle, flags)) }
}

/// Takes the memory away from behind the range; the addresses stay reserved, and can be mapped again. New mappings
/// start without access.
///
/// The range holds one mapping or several, each whole: a mapping cannot be split. It waits for work that may use it;
/// since CUDA 10.2.
///
/// # Safety
///
/// Nothing may use the range afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is empty, begins outside of a reservation, or has only a part of a mapping.
///   (That there is nothing to unmap, or that it passes the reservation's end, is no error: measured on H200.)
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemUnmap")]
#[inline]
pub unsafe fn mem_unmap(ptr: CUdeviceptr, size: usize) -> Result<()> {
    // SAFETY: the caller vouches for the range.
    unsafe { call!(cuMemUnmap(ptr, size)) }
}

/// Sets what each location of `desc` may do in a mapped range: nothing, read, or read and write. Locations that are
/// not named keep what they had.
///
/// The range consists of whole mappings. The host's NUMA nodes can be named only for memory that is on the host.
/// Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// The range must be the caller's mapping, and no running work may need an access that this takes away.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not mapped throughout, or ends within a mapping; `desc` is empty, or
///   names unknown flags.
/// - `CUDA_ERROR_INVALID_DEVICE`: a location's device does not exist, or cannot reach the memory.
/// - `CUDA_ERROR_NOT_SUPPORTED`: a location cannot have this access to such memory.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemSetAccess")]
#[inline]
pub unsafe fn mem_set_access(ptr: CUdeviceptr, size: usize, desc: &[CUmemAccessDesc]) -> Result<()> {
    // SAFETY: the slice is readable; the caller vouches for the range.
    unsafe { call!(cuMemSetAccess(ptr, size, desc.as_ptr(), desc.len())) }
}

/// What a location may do at a mapped address: `CU_MEM_ACCESS_FLAGS_PROT_NONE`, `…_READ` or `…_READWRITE`.
///
/// C writes the flags to a 64-bit integer here and to a 32-bit one in
/// [`mem_pool_get_access`](crate::mem_pool_get_access); both come back as the enumeration. Synchronous; since CUDA
/// 10.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: nothing is mapped at `ptr`, or the location's type is none that has accesses.
/// - `CUDA_ERROR_INVALID_DEVICE`: the location's device does not exist.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemGetAccess")]
#[inline]
pub fn mem_get_access(location: &CUmemLocation, ptr: CUdeviceptr) -> Result<CUmemAccess_flags> {
    // SAFETY: both pointers are to whole values; the address is looked up, not used.
    let flags = unsafe { value!(flags: c_ulonglong, cuMemGetAccess(&mut flags, location, ptr))? };
    // The flags are an enumeration of 32 bits; the upper half is padding of C's choice.
    Ok(CUmemAccess_flags(flags as u32))
}

/// The unit in bytes of sizes, offsets and addresses for allocations with these properties: with
/// `CU_MEM_ALLOC_GRANULARITY_MINIMUM` what [`mem_create`] and [`mem_map`] insist on, with `…_RECOMMENDED` what is
/// fastest.
///
/// Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `prop.win32HandleMetaData` must be null, or point to Windows object attributes.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `option` has a value that it cannot have. Fields of `prop` need not be looked at: the
///   driver of an H200 gave the same unit for properties that no allocation can have.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device cannot do virtual memory management.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemGetAllocationGranularity")]
#[inline]
pub unsafe fn mem_get_allocation_granularity(
    prop: &CUmemAllocationProp,
    option: CUmemAllocationGranularity_flags,
) -> Result<usize> {
    // SAFETY: both pointers are to whole values; the caller vouches for the pointer in `prop`.
    unsafe { value!(granularity: usize, cuMemGetAllocationGranularity(&mut granularity, prop, option)) }
}

/// The properties that an allocation has: those it was created with, and for what were only wishes (compression),
/// what came of them. A host without a node became a node of it, and `CU_MEM_CREATE_USAGE_TILE_POOL` is not told
/// (measured on H200). It works for imported handles too.
///
/// Synchronous; since CUDA 10.2.
///
/// # Safety
///
/// `handle` must be a handle that is not released.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver can tell that it is no handle.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemGetAllocationPropertiesFromHandle")]
#[inline]
pub unsafe fn mem_get_allocation_properties_from_handle(
    handle: CUmemGenericAllocationHandle,
) -> Result<CUmemAllocationProp> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe {
        value!(prop: CUmemAllocationProp, cuMemGetAllocationPropertiesFromHandle(&mut prop, handle))
    }
}

/// The handle of the memory that is mapped at this address, which may be anywhere in the mapping. It is the handle
/// that was mapped, with one more [`mem_release`] due.
///
/// Synchronous; since CUDA 11.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: nothing that [`mem_map`] mapped is at this address.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemRetainAllocationHandle")]
#[allow(clippy::not_unsafe_ptr_arg_deref)] // the address is looked up, not used
#[inline]
pub fn mem_retain_allocation_handle(addr: *mut c_void) -> Result<CUmemGenericAllocationHandle> {
    // SAFETY: the first argument points to a writable handle; any address can be looked up.
    unsafe { value!(handle: CUmemGenericAllocationHandle, cuMemRetainAllocationHandle(&mut handle, addr)) }
}
