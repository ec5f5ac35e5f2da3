//! Managed memory: one address for host and devices, with pages that move to where they are used.
//!
//! [`mem_alloc_managed`] gives memory that the program reads and writes by plain pointers, and the device by the same
//! address. On devices with `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS` both may use it at once and pages move at
//! each fault; on others (WSL, for one) the host must leave it alone while any kernel runs. Advice ([`mem_advise`])
//! tells the driver how a range will be used, the range attributes say what was advised, and
//! [`prefetch`](crate::prefetch) moves pages ahead of their use.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html),
//! [Unified Addressing](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//! use cuda_mem::MemRangeAttribute;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let device = cuda_mem::device_get(0)?;
//! let memory = cuda_mem::mem_alloc_managed(65536, CU_MEM_ATTACH_GLOBAL.0)?;
//! // SAFETY: allocated above; no work uses it yet.
//! unsafe { (memory as *mut u8).write_bytes(0x2a, 65536) };
//!
//! let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device);
//! cuda_mem::mem_advise(memory, 65536, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here)?;
//! let preferred = cuda_mem::mem_range_get_attribute(MemRangeAttribute::PREFERRED_LOCATION, memory, 65536)?;
//! assert_eq!(preferred, device);
//! // SAFETY: nothing uses it any more.
//! unsafe { cuda_mem::mem_free(memory) }
//! # }
//! ```

mod attribute;

pub use attribute::{MemRangeAttribute, MemRangeAttributes};

use crate::call::input;
use crate::{Error, Result};
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_uint, c_void};
use cuda_mem_sys::{CUdevice, CUdeviceptr, CUmemLocation, CUmem_advise, CUmem_range_attribute};

/// Allocates `bytesize` bytes of managed memory, aligned for every type. The contents are not set.
///
/// `flags`, one of the two: `CU_MEM_ATTACH_GLOBAL.0` (any stream on any device may use it), or `CU_MEM_ATTACH_HOST.0`
/// (only devices with `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS` may, until
/// [`stream_attach_mem_async`](crate::stream_attach_mem_async) says otherwise). Free it with
/// [`mem_free`](crate::mem_free). Synchronous, though pages may come into being at their first use only; since CUDA
/// 6.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `bytesize` is 0, or `flags` is neither of the two.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no managed memory (`CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY`).
/// - `CUDA_ERROR_OUT_OF_MEMORY`: there is no room for it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemAllocManaged")]
#[inline]
pub fn mem_alloc_managed(bytesize: usize, flags: c_uint) -> Result<CUdeviceptr> {
    // SAFETY: the argument points to a writable address.
    unsafe { value!(dptr: CUdeviceptr, cuMemAllocManaged(&mut dptr, bytesize, flags)) }
}

/// Tells the driver how `count` bytes of managed memory will be used, and by whom. The range is widened to whole
/// pages. Advice changes where pages lie and move, never what they hold.
///
/// | advice (`CU_MEM_ADVISE_…`) | means | location |
/// |---|---|---|
/// | `SET_READ_MOSTLY` | written rarely: processors that read a page get a copy of their own; a write ends all other copies | not used |
/// | `SET_PREFERRED_LOCATION` | pages stay there if others can reach them there, and return if they cannot | a device, the host, a NUMA node of the host |
/// | `SET_ACCESSED_BY` | pages stay mapped for this processor wherever they are, so that its accesses do not fault | a device or the host |
/// | `UNSET_…` | takes the advice of that name back | as for `SET_…`, used for `ACCESSED_BY` only |
///
/// Memory of the program's own, not managed, is accepted where the device can reach it
/// (`CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS`). Advice may be taken without effect: on an H200, none with a
/// NUMA node changed anything, and the range was not looked at. Synchronous; since CUDA 12.2 in this form, which 13.0
/// gave the plain name: [`mem_advise_v1`] is the older one.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, `count` is 0, an unknown advice, or a location that
///   does not go with it or does not exist (where [`mem_advise_v1`] has `CUDA_ERROR_INVALID_DEVICE`).
/// - `CUDA_ERROR_INVALID_DEVICE`: a device without `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system cannot do it.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 12.2.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemAdvise")]
#[doc(alias = "cuMemAdvise_v2")]
#[inline]
pub fn mem_advise(
    dev_ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    location: CUmemLocation,
) -> Result<()> {
    // SAFETY: the driver refuses ranges that are not the program's, and advice leaves contents and mappings valid.
    unsafe { call!(cuMemAdvise(dev_ptr, count, advice, location)) }
}

/// [`mem_advise`] as it was before CUDA 13.0: for a device by its ordinal, or for the host as `CU_DEVICE_CPU`.
/// Drivers of all versions since 8.0 have it; C programs built with a header before 13.0 call it `cuMemAdvise`.
///
/// Synchronous; since CUDA 8.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, `count` is 0, or an unknown advice.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device, or one without `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system cannot do it.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemAdvise_v1")]
#[inline]
pub fn mem_advise_v1(
    dev_ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> Result<()> {
    // SAFETY: as `mem_advise`.
    unsafe { call!(cuMemAdvise_v1(dev_ptr, count, advice, device)) }
}

/// One attribute of `count` bytes of managed memory: what all pages of the range have in common.
///
/// The attribute has the type of its value with it, so a buffer of the wrong size cannot be passed. What it tells is
/// what was asked for, by advice or prefetch; not where pages are. Synchronous; since CUDA 8.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, `count` is 0, or the driver does not know the
///   attribute.
/// - `CUDA_ERROR_INVALID_DEVICE`: no device of the program's has managed memory that this could be about.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemRangeGetAttribute")]
#[inline]
pub fn mem_range_get_attribute<T: Copy>(
    attribute: MemRangeAttribute<T>,
    dev_ptr: CUdeviceptr,
    count: usize,
) -> Result<T> {
    // SAFETY: a type that an attribute may have is valid as zeros.
    let mut value: T = unsafe { core::mem::zeroed() };
    let data: *mut T = &mut value;
    // SAFETY: the buffer is as long as the call says; what the driver writes for this attribute is a valid `T`.
    unsafe {
        call!(cuMemRangeGetAttribute(
            data.cast(),
            core::mem::size_of::<T>(),
            attribute.attribute(),
            dev_ptr,
            count,
        ))?
    };
    Ok(value)
}

/// Several attributes of a range by one call: a tuple of up to eight in, a tuple of their values out.
///
/// ```no_run
/// use cuda_mem::MemRangeAttribute as Of;
/// # let (memory, count) = (0, 0);
/// let (kind, id) = cuda_mem::mem_range_get_attributes(
///     (Of::PREFERRED_LOCATION_TYPE, Of::PREFERRED_LOCATION_ID), memory, count)?;
/// # let _: (cuda_mem::sys::CUmemLocationType, i32) = (kind, id);
/// # Ok::<(), cuda_mem::Error>(())
/// ```
///
/// Synchronous; since CUDA 8.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, `count` is 0, or the driver does not know one of
///   them.
/// - `CUDA_ERROR_INVALID_DEVICE`: no device of the program's has managed memory that this could be about.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemRangeGetAttributes")]
#[inline]
pub fn mem_range_get_attributes<A: MemRangeAttributes>(
    attributes: A,
    dev_ptr: CUdeviceptr,
    count: usize,
) -> Result<A::Values> {
    attributes.get(dev_ptr, count)
}

/// [`mem_range_get_attributes`] with C's own arguments, for lists that are made at run time: the value of
/// `attributes[i]` goes to the `data_sizes[i]` bytes at `data[i]`.
///
/// Synchronous; since CUDA 8.0.
///
/// # Safety
///
/// Each of `data` must point to as many writable bytes as its entry of `data_sizes` says.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, without a call: the three slices are not equally long.
/// - `CUDA_ERROR_INVALID_VALUE`: a size that is not the attribute's, or as [`mem_range_get_attributes`], whose other
///   errors are this function's too.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemRangeGetAttributes")]
#[inline]
pub unsafe fn mem_range_get_attributes_raw(
    data: &[*mut c_void],
    data_sizes: &[usize],
    attributes: &[CUmem_range_attribute],
    dev_ptr: CUdeviceptr,
    count: usize,
) -> Result<()> {
    if data.len() != attributes.len() || data_sizes.len() != attributes.len() {
        return Err(Error::of_arguments(&"cuMemRangeGetAttributes"));
    }
    // SAFETY: three arrays of one length, which the driver only reads; the caller vouches for the pointers in `data`.
    unsafe {
        call!(cuMemRangeGetAttributes(
            input(data),
            input(data_sizes),
            input(attributes),
            attributes.len(),
            dev_ptr,
            count,
        ))
    }
}

#[cfg(test)]
mod tests;
