//! Memory pools: where [stream-ordered allocations](crate::stream_alloc) come from, and what happens to freed memory.
//!
//! Every device has a default pool, which is also its current one until another is set. A pool takes memory from the
//! system as it needs it; what is freed stays in the pool up to its
//! [release threshold](MemPoolAttribute::RELEASE_THRESHOLD), 0 at first, and is given out again without a call to the
//! system. A pool of one's own ([`mem_pool_create`]) can have a limit, another location, and can be shared with other
//! processes: the pool by a [handle](crate::shareable), then each allocation by 64 bytes that any channel may carry.
//!
//! Attributes are typed: see [`MemPoolAttribute`].
//!
//! [NVIDIA: Stream Ordered Memory Allocator](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//! use cuda_mem::MemPoolAttribute;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let device = cuda_mem::device_get(0)?;
//! # let stream = cuda_mem::stream_create(0)?;
//! let props = CUmemPoolProps {
//!     allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
//!     location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device),
//!     ..Default::default()
//! };
//! // SAFETY: the pool and the memory are used only between their creation and their end.
//! unsafe {
//!     let pool = cuda_mem::mem_pool_create(&props)?;
//!     // Keep up to 64 MiB when all of it is free.
//!     cuda_mem::mem_pool_set_attribute(pool, MemPoolAttribute::RELEASE_THRESHOLD, 64 << 20)?;
//!
//!     let memory = cuda_mem::mem_alloc_from_pool_async(1 << 20, pool, stream)?;
//!     let used = cuda_mem::mem_pool_get_attribute(pool, MemPoolAttribute::USED_MEM_CURRENT)?;
//!     assert!(used >= 1 << 20);
//!     cuda_mem::mem_free_async(memory, stream)?;
//!
//!     cuda_mem::stream_synchronize(stream)?;
//!     cuda_mem::mem_pool_destroy(pool)
//! }
//! # }
//! ```

mod attribute;

pub use attribute::MemPoolAttribute;

use crate::error::Error;
use crate::shareable::ShareableHandleType;
use crate::Result;
use core::mem::MaybeUninit;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::{
    CUdeviceptr, CUmemAccessDesc, CUmemAccess_flags, CUmemAllocationType, CUmemLocation, CUmemPoolProps,
    CUmemPoolPtrExportData, CUmemoryPool, CU_MEM_ACCESS_FLAGS_PROT_NONE,
};

/// A new pool.
///
/// Of `pool_props`: `allocType` is `CU_MEM_ALLOCATION_TYPE_PINNED`, or `…_MANAGED` (from CUDA 13.0; then
/// `handleTypes`, `maxSize` and `usage` are 0, and the location is only a preference, which may be
/// `CU_MEM_LOCATION_TYPE_NONE`). `location` is where the memory is: a device, which may use it from the start, or the
/// host or one of its NUMA nodes, from where the host may. `handleTypes` are all the ways in which the pool may be
/// shared, 0 for none. `maxSize` is the limit in bytes, which the driver may round up, 0 for its own default.
/// `usage`: 0, or `CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS` for [decompression](crate::decompress).
///
/// Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool_props.win32SecurityAttributes` must be null, or point to the Windows security attributes that
/// `CU_MEM_HANDLE_TYPE_WIN32` asks for.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a field has a value that it cannot have, such as handle types for host memory
///   without a node.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for a pool.
/// - `CUDA_ERROR_NOT_PERMITTED`: `CU_MEM_HANDLE_TYPE_FABRIC` was asked for, and the process may use no IMEX channel.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no pools (`CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`), or none with
///   such handles or such memory.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolCreate")]
#[inline]
pub unsafe fn mem_pool_create(pool_props: &CUmemPoolProps) -> Result<CUmemoryPool> {
    // SAFETY: both pointers are to whole values; the caller vouches for the pointer in the record.
    unsafe { handle!(pool: CUmemoryPool, cuMemPoolCreate(&mut pool, pool_props)) }
}

/// Ends a pool. Its memory goes back when the last allocation is freed; if it was a device's current pool, the
/// default one is current again.
///
/// Synchronous, without a wait for any stream; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that was not destroyed, and is not used afterwards. Allocations from it may be used, and are
/// to be freed as before.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, or a default one.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolDestroy")]
#[inline]
pub unsafe fn mem_pool_destroy(pool: CUmemoryPool) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuMemPoolDestroy(pool)) }
}

/// Gives unused memory back to the system, until the pool holds no more than about `min_bytes_to_keep` bytes, and
/// never less. A pool that holds less already stays as it is. (Not so with `usize::MAX` on an H200 with CUDA 13.0,
/// which emptied the pool: name a size that memory can have.)
///
/// What is allocated stays; what was freed in a stream may count as allocated until the host has seen that stream
/// pass the free, by synchronising. Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolTrimTo")]
#[inline]
pub unsafe fn mem_pool_trim_to(pool: CUmemoryPool, min_bytes_to_keep: usize) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuMemPoolTrimTo(pool, min_bytes_to_keep)) }
}

/// The value of an attribute, in the attribute's type.
///
/// Synchronous; since CUDA 11.2 (each [attribute](MemPoolAttribute) says since when it is there).
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, or the driver does not know the attribute.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolGetAttribute")]
#[inline]
pub unsafe fn mem_pool_get_attribute<T: Copy>(pool: CUmemoryPool, attr: MemPoolAttribute<T>) -> Result<T> {
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: the buffer is what the driver writes for this attribute; the caller vouches for the handle.
    unsafe { call!(cuMemPoolGetAttribute(pool, attr.attribute(), value.as_mut_ptr().cast()))? };
    // SAFETY: written by the driver; any bytes, zeros too if it wrote nothing, are a value of the attribute's type.
    Ok(unsafe { value.assume_init() })
}

/// Sets an attribute to a value of its type.
///
/// `RELEASE_THRESHOLD` and the three `REUSE_…` can be set, and the two `…_HIGH` can be set to 0; the others are only
/// read. Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, the attribute is unknown or cannot be set, or a `…_HIGH` was to be
///   set to something else than 0.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolSetAttribute")]
#[inline]
pub unsafe fn mem_pool_set_attribute<T: Copy>(
    pool: CUmemoryPool,
    attr: MemPoolAttribute<T>,
    value: T,
) -> Result<()> {
    // C takes the value by a pointer that is not const; this is the driver's own copy.
    let mut value = value;
    let pointer: *mut T = &mut value;
    // SAFETY: the pointer is to what the driver reads for this attribute; the caller vouches for the handle.
    unsafe { call!(cuMemPoolSetAttribute(pool, attr.attribute(), pointer.cast())) }
}

/// What a location may do with the pool's memory: `CU_MEM_ACCESS_FLAGS_PROT_NONE`, `…_READ` or `…_READWRITE`.
///
/// Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `mem_pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, or the location's type is none that has accesses.
/// - `CUDA_ERROR_INVALID_DEVICE`: the location's device does not exist.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolGetAccess")]
#[inline]
pub unsafe fn mem_pool_get_access(
    mem_pool: CUmemoryPool,
    location: &CUmemLocation,
) -> Result<CUmemAccess_flags> {
    // C takes the location by a pointer that is not const; this is the driver's own copy.
    let mut location = *location;
    let mut flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    // SAFETY: both pointers are to writable values; the caller vouches for the handle.
    unsafe { call!(cuMemPoolGetAccess(&mut flags, mem_pool, &mut location))? };
    Ok(flags)
}

/// Sets what each location of `map` may do with the pool's memory: what is allocated already, and what will be.
///
/// Locations that are not named keep what they had; a device always may use its own pools. Synchronous; since CUDA
/// 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed; no running work may need an access that this takes away.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, or `map` names unknown flags or locations.
/// - `CUDA_ERROR_INVALID_DEVICE`: a location's device does not exist, or cannot reach the memory.
/// - `CUDA_ERROR_NOT_SUPPORTED`: a location cannot have this access to such memory.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolSetAccess")]
#[inline]
pub unsafe fn mem_pool_set_access(pool: CUmemoryPool, map: &[CUmemAccessDesc]) -> Result<()> {
    // SAFETY: the slice is readable; the caller vouches for the handle.
    unsafe { call!(cuMemPoolSetAccess(pool, map.as_ptr(), map.len())) }
}

/// A handle of this type for the whole pool, to give to another process. Its allocations are then shared one by one,
/// with [`mem_pool_export_pointer`].
///
/// The pool must have been created for handles of this type. The handle is the caller's to close. `flags` must be 0.
/// Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, the pool has no handles of this type (imported ones have none), or
///   `flags` is not 0.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for a handle.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolExportToShareableHandle")]
#[inline]
pub unsafe fn mem_pool_export_to_shareable_handle<T: ShareableHandleType>(
    pool: CUmemoryPool,
    handle_type: T,
    flags: c_ulonglong,
) -> Result<T::Handle> {
    let _ = handle_type;
    let mut handle = MaybeUninit::<T::Handle>::zeroed();
    // SAFETY: the buffer is what the type's handles are in C; the caller vouches for the pool.
    unsafe { call!(cuMemPoolExportToShareableHandle(handle.as_mut_ptr().cast(), pool, T::TYPE, flags))? };
    // SAFETY: written by the driver; all zero bytes, if it wrote nothing, are a handle too.
    Ok(unsafe { handle.assume_init() })
}

/// The pool behind a handle that [`mem_pool_export_to_shareable_handle`] gave in another process.
///
/// Nothing can be allocated from it: it is for [`mem_pool_import_pointer`]. It needs one [`mem_pool_destroy`], and
/// maybe [`mem_pool_set_access`] first. `handle` stays open and the caller's. `flags` must be 0. Synchronous; since
/// CUDA 11.2.
///
/// # Safety
///
/// `handle` must be a handle of this type, open in this process.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no handle of a pool, or `flags` is not 0.
/// - `CUDA_ERROR_NOT_PERMITTED`: a fabric handle, and the process may not use the exporter's IMEX channel.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for a pool.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolImportFromShareableHandle")]
#[inline]
pub unsafe fn mem_pool_import_from_shareable_handle<T: ShareableHandleType>(
    handle: T::Handle,
    handle_type: T,
    flags: c_ulonglong,
) -> Result<CUmemoryPool> {
    let _ = handle_type;
    let pointer = T::as_pointer(&handle);
    // SAFETY: the first argument points to a writable handle; the second is what C passes for this type, and what it
    // may point to lives until the call returns. The caller vouches for the handle itself.
    unsafe {
        handle!(
            pool: CUmemoryPool,
            cuMemPoolImportFromShareableHandle(&mut pool, pointer, T::TYPE, flags)
        )
    }
}

/// What another process needs, besides the imported pool, to find this allocation. It is no handle: 64 bytes, to be
/// sent in any way, and nothing to close.
///
/// Synchronous; since CUDA 11.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `ptr` is no allocation from a pool that can be shared.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left for it.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolExportPointer")]
#[inline]
pub fn mem_pool_export_pointer(ptr: CUdeviceptr) -> Result<CUmemPoolPtrExportData> {
    // SAFETY: the first argument points to a writable record; the address is looked up, not used.
    unsafe { value!(share_data: CUmemPoolPtrExportData, cuMemPoolExportPointer(&mut share_data, ptr)) }
}

/// The address, in this process, of an allocation that another process exported from the same pool.
///
/// Free it with [`mem_free`](crate::mem_free) or [`mem_free_async`](crate::mem_free_async), in every importing
/// process before the exporting one frees it. Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be an imported pool that is not destroyed; `share_data` must come from [`mem_pool_export_pointer`] for
/// an allocation of that pool. The memory must not be used before the exporter's stream has got past its allocation.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no imported pool, or the data name no allocation of it.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: no resources are left to map the memory.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemPoolImportPointer")]
#[inline]
pub unsafe fn mem_pool_import_pointer(
    pool: CUmemoryPool,
    share_data: &CUmemPoolPtrExportData,
) -> Result<CUdeviceptr> {
    // C takes the data by a pointer that is not const; this is the driver's own copy.
    let mut share_data = *share_data;
    // SAFETY: both pointers are to writable values; the caller vouches for the pool and the data.
    unsafe { value!(ptr: CUdeviceptr, cuMemPoolImportPointer(&mut ptr, pool, &mut share_data)) }
}

/// The default pool of a location, for allocations of this type. It cannot be destroyed.
///
/// The location is a device, the host, or a NUMA node of the host; for `CU_MEM_ALLOCATION_TYPE_MANAGED` it may be
/// `CU_MEM_LOCATION_TYPE_NONE` too. Synchronous; since CUDA 13.0. Older drivers have `cuDeviceGetDefaultMemPool`, for
/// devices.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the location or allocation type is none of these.
/// - `CUDA_ERROR_INVALID_DEVICE`: the location's device does not exist.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the location has no pools of this type.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.0.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemGetDefaultMemPool")]
#[inline]
pub fn mem_get_default_mem_pool(
    location: &CUmemLocation,
    type_: CUmemAllocationType,
) -> Result<CUmemoryPool> {
    // C takes the location by a pointer that is not const; this is the driver's own copy.
    let mut location = *location;
    // SAFETY: both pointers are to writable values.
    unsafe { handle!(pool: CUmemoryPool, cuMemGetDefaultMemPool(&mut pool, &mut location, type_)) }
}

/// The current pool of a location, for allocations of this type: the one that was set last, or the default pool.
///
/// Locations as for [`mem_get_default_mem_pool`]. Synchronous; since CUDA 13.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the location or allocation type is none of these.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the location has no pools of this type.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.0.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemGetMemPool")]
#[inline]
pub fn mem_get_mem_pool(location: &CUmemLocation, type_: CUmemAllocationType) -> Result<CUmemoryPool> {
    // C takes the location by a pointer that is not const; this is the driver's own copy.
    let mut location = *location;
    // SAFETY: both pointers are to writable values.
    unsafe { handle!(pool: CUmemoryPool, cuMemGetMemPool(&mut pool, &mut location, type_)) }
}

/// Makes `pool` the current pool of a location for allocations of this type:
/// [`mem_alloc_async`](crate::mem_alloc_async) in a stream of that device allocates from it from now on.
///
/// Location and type are the pool's own. Locations as for [`mem_get_default_mem_pool`]. Synchronous; since CUDA 13.0.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it is no pool, or an imported one, or the location or type are not the pool's.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the location has no pools of this type.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.0.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemSetMemPool")]
#[inline]
pub unsafe fn mem_set_mem_pool(
    location: &CUmemLocation,
    type_: CUmemAllocationType,
    pool: CUmemoryPool,
) -> Result<()> {
    // C takes the location by a pointer that is not const; this is the driver's own copy.
    let mut location = *location;
    // SAFETY: the first argument points to a writable record; the caller vouches for the pool.
    unsafe { call!(cuMemSetMemPool(&mut location, type_, pool)) }
}

/// Where the pages of a range are now: for each `summary_granularity` bytes from `ptr` on, the location that most
/// samples found; `CU_MEM_LOCATION_TYPE_NONE` for pages that are nowhere yet.
///
/// Samples are `sampling_granularity` bytes apart, at most `summary_granularity`; 0 lets the driver choose.
/// `location_out` has one entry for each part, the last of which may be shorter: `size / summary_granularity`,
/// rounded up. The range is managed memory, or the system's own pageable memory.
///
/// Synchronous; since CUDA 13.4.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE` without a call ([`Origin::Arguments`](crate::Origin::Arguments)):
///   `summary_granularity` is 0, or `location_out` has another length than said above.
/// - `CUDA_ERROR_INVALID_VALUE`: `size` is 0, a granularity is greater than what it divides, or the memory is of
///   another kind.
/// - `CUDA_ERROR_NOT_SUPPORTED`: a device of this system cannot share managed memory with the host while it works
///   (`CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`).
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 13.4.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemGetLocationInfo")]
#[inline]
pub fn mem_get_location_info(
    ptr: CUdeviceptr,
    size: usize,
    summary_granularity: usize,
    sampling_granularity: usize,
    location_out: &mut [CUmemLocation],
) -> Result<()> {
    if Some(location_out.len()) != parts(size, summary_granularity) {
        return Err(Error::of_arguments(&"cuMemGetLocationInfo"));
    }
    let locations = location_out.as_mut_ptr();
    // SAFETY: the slice has the entries that the driver writes, as just checked; the address is looked up, not used.
    unsafe { call!(cuMemGetLocationInfo(ptr, size, summary_granularity, sampling_granularity, locations)) }
}

/// How many parts of `granularity` bytes `size` bytes are, rounded up; none for parts of 0 bytes.
fn parts(size: usize, granularity: usize) -> Option<usize> {
    let whole = size.checked_div(granularity)?;
    Some(whole + usize::from(size % granularity != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    #[test]
    fn parts_are_counted_as_the_driver_writes_them() {
        assert_eq!(parts(1 << 30, 128 << 20), Some(8));
        assert_eq!(parts((1 << 30) + 1, 128 << 20), Some(9));
        assert_eq!(parts(1, usize::MAX), Some(1));
        assert_eq!(parts(usize::MAX, 1), Some(usize::MAX));
        assert_eq!(parts(0, 4096), Some(0));
        assert_eq!(parts(4096, 0), None);
    }

    #[test]
    fn a_buffer_of_another_length_is_refused_without_a_call() {
        let mut two = [CUmemLocation::default(); 2];
        for (size, granularity) in [(8192, 8192), (8193, 4096), (4096, 0)] {
            let error = mem_get_location_info(4096, size, granularity, 0, &mut two).unwrap_err();
            assert_eq!((error.origin(), error.is_invalid_value()), (Origin::Arguments, true));
            assert!(error.to_string().starts_with("cuMemGetLocationInfo: "), "{error}");
        }
    }
}
