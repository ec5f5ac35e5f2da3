//! What the driver knows about an address: what kind of memory it is, whose, how large, and what can be done with it.
//!
//! With unified addressing one number means one place, whether it came from an allocation of device memory, managed
//! memory or page-locked host memory. [`pointer_get_attribute`] asks about one property, [`pointer_get_attributes`]
//! about several at once. Each attribute is a constant of [`PointerAttribute`] that has the type of its value with
//! it.
//!
//! [NVIDIA: Unified Addressing](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
//!
//! ```no_run
//! use cuda_mem::sys::CU_MEMORYTYPE_DEVICE;
//! use cuda_mem::PointerAttribute as Of;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let memory = cuda_mem::mem_alloc(4096)?;
//! assert_eq!(cuda_mem::pointer_get_attribute(Of::MEMORY_TYPE, memory)?, CU_MEMORYTYPE_DEVICE);
//!
//! let wanted = (Of::DEVICE_ORDINAL, Of::RANGE_START_ADDR, Of::RANGE_SIZE);
//! let (device, start, size) = cuda_mem::pointer_get_attributes(wanted, memory + 100)?;
//! assert_eq!((device, start, size), (0, memory, 4096));
//! # unsafe { cuda_mem::mem_free(memory) }
//! # }
//! ```

mod attribute;

pub use attribute::{PointerAttribute, PointerAttributes};

use crate::call::input;
use crate::{Error, Result};
use attribute::Room;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_uint, c_void};
use cuda_mem_sys::{CUdeviceptr, CUpointer_attribute};

/// One attribute of an address, which may lie anywhere in its allocation.
///
/// The attribute has the type of its value with it, so a buffer of the wrong size cannot be passed. Synchronous;
/// since CUDA 4.0; some attributes came later.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver does not know the address (pageable memory of the program's is unknown to
///   it), or not the attribute, or the attribute has no value for this kind of memory.
/// - `CUDA_ERROR_INVALID_CONTEXT`: the attribute depends on the current context, and there is none. (The driver of an H200
///   gave the kind and the context of memory without one.)
/// - `CUDA_ERROR_INVALID_DEVICE`: the device that the memory is of cannot be asked.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuPointerGetAttribute")]
#[inline]
pub fn pointer_get_attribute<T: Copy>(attribute: PointerAttribute<T>, ptr: CUdeviceptr) -> Result<T> {
    let mut room = Room::<T>::zeroed();
    // SAFETY: the room holds what the driver writes for this attribute; the address is looked up, not followed.
    unsafe {
        call!(cuPointerGetAttribute(
            room.as_mut_ptr(),
            attribute.attribute(),
            ptr
        ))?
    };
    Ok(room.value())
}

/// Sets an attribute of the allocation that `ptr` lies in. The driver lets one be set:
/// [`SYNC_MEMOPS`](PointerAttribute::SYNC_MEMOPS), to 1 or 0.
///
/// It waits for copies and fills of the memory that are not done; since CUDA 6.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver does not know the address, or the attribute cannot be set.
/// - `CUDA_ERROR_NOT_SUPPORTED`: virtual memory, of which nothing can be set.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_INVALID_DEVICE`: the device that the memory is of cannot be asked.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuPointerSetAttribute")]
#[inline]
pub fn pointer_set_attribute<T: Copy>(
    value: T,
    attribute: PointerAttribute<T>,
    ptr: CUdeviceptr,
) -> Result<()> {
    let mut room = Room::of(value);
    // SAFETY: the room is at least as long as what the driver reads for this attribute; the address is looked up.
    unsafe {
        call!(cuPointerSetAttribute(
            room.as_mut_ptr(),
            attribute.attribute(),
            ptr
        ))
    }
}

/// Several attributes of an address by one call: a tuple of up to twelve in, a tuple of their values out.
///
/// Unlike [`pointer_get_attribute`], an address that the driver does not know is no error here: values are zero then
/// (null, 0; [`DEVICE_ORDINAL`](PointerAttribute::DEVICE_ORDINAL) may be `CU_DEVICE_INVALID`), but an H200 gave the
/// address itself as [`HOST_POINTER`](PointerAttribute::HOST_POINTER), and the range of a reserved one. An attribute
/// that has no value for this kind of memory is zero, too. Synchronous; since CUDA 7.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver does not know one of the attributes, or answers it one by one only
///   ([`P2P_TOKENS`](PointerAttribute::P2P_TOKENS)).
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_INVALID_DEVICE`: the device that the memory is of cannot be asked.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuPointerGetAttributes")]
#[inline]
pub fn pointer_get_attributes<A: PointerAttributes>(attributes: A, ptr: CUdeviceptr) -> Result<A::Values> {
    attributes.get(ptr)
}

/// [`pointer_get_attributes`] with C's own arguments, for lists that are made at run time: the value of
/// `attributes[i]` goes to `data[i]`.
///
/// Synchronous; since CUDA 7.0.
///
/// # Safety
///
/// Each of `data` must point to as many writable bytes as the driver writes for the attribute; the types of
/// [`PointerAttribute`]'s constants say how many.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, without a call: the two slices are not equally long.
/// - As [`pointer_get_attributes`].
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuPointerGetAttributes")]
#[inline]
pub unsafe fn pointer_get_attributes_raw(
    attributes: &[CUpointer_attribute],
    data: &[*mut c_void],
    ptr: CUdeviceptr,
) -> Result<()> {
    let count = match c_uint::try_from(attributes.len()) {
        Ok(count) if data.len() == attributes.len() => count,
        _ => return Err(Error::of_arguments(&"cuPointerGetAttributes")),
    };
    // SAFETY: two arrays of one length, which the driver only reads; the caller vouches for the pointers in `data`.
    unsafe {
        call!(cuPointerGetAttributes(
            count,
            input(attributes),
            input(data),
            ptr,
        ))
    }
}

#[cfg(test)]
mod tests;
