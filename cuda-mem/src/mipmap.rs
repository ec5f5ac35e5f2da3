//! Mipmapped arrays: an array with smaller copies of itself, each level half as large as the one before.
//!
//! The descriptor is that of [`array`](crate::array) and describes level 0. A level is an array of its own, to copy
//! to and from, but belongs to the whole: it is never destroyed by itself.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUDA_ARRAY3D_DESCRIPTOR, CU_AD_FORMAT_FLOAT};
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
//!     Width: 64, Height: 32, Depth: 0, Format: CU_AD_FORMAT_FLOAT, NumChannels: 1, Flags: 0,
//! };
//! let mipmap = cuda_mem::mipmapped_array_create(&descriptor, 7)?;
//! // SAFETY: created above, destroyed after its last use and its levels'.
//! unsafe {
//!     let level = cuda_mem::mipmapped_array_get_level(mipmap, 2)?;
//!     let descriptor = cuda_mem::array3d_get_descriptor(level)?;
//!     assert_eq!((descriptor.Width, descriptor.Height), (16, 8));
//!     cuda_mem::mipmapped_array_destroy(mipmap)
//! }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUarray, CUdevice, CUmipmappedArray};
use cuda_mem_sys::{CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY_MEMORY_REQUIREMENTS, CUDA_ARRAY_SPARSE_PROPERTIES};

/// How a sparse mipmapped array is cut into tiles, and which levels lie together in its mip tail.
///
/// `tileExtent` is in elements, `miptailSize` in bytes: for all layers together if `flags` has
/// `CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL`, else for each. The tail begins with level `miptailFirstLevel`, which
/// means something only if `miptailSize` is not 0. Synchronous; since CUDA 11.1.
///
/// # Safety
///
/// `mipmap` must be a mipmapped array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it was not made with `CUDA_ARRAY3D_SPARSE`.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMipmappedArrayGetSparseProperties")]
#[inline]
pub unsafe fn mipmapped_array_get_sparse_properties(
    mipmap: CUmipmappedArray,
) -> Result<CUDA_ARRAY_SPARSE_PROPERTIES> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe {
        value!(
            properties: CUDA_ARRAY_SPARSE_PROPERTIES,
            cuMipmappedArrayGetSparseProperties(&mut properties, mipmap)
        )
    }
}

/// How much memory must be mapped to a mipmapped array that was made without any, and how it must be aligned: both in
/// bytes.
///
/// Synchronous; since CUDA 11.6.
///
/// # Safety
///
/// `mipmap` must be a mipmapped array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: it was not made with `CUDA_ARRAY3D_DEFERRED_MAPPING`.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMipmappedArrayGetMemoryRequirements")]
#[inline]
pub unsafe fn mipmapped_array_get_memory_requirements(
    mipmap: CUmipmappedArray,
    device: CUdevice,
) -> Result<CUDA_ARRAY_MEMORY_REQUIREMENTS> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe {
        value!(
            requirements: CUDA_ARRAY_MEMORY_REQUIREMENTS,
            cuMipmappedArrayGetMemoryRequirements(&mut requirements, mipmap, device)
        )
    }
}

/// A new mipmapped array. The contents are not set.
///
/// `num_mipmap_levels` below 1 makes one level; above what the extents allow (one more than the base-2 logarithm of
/// the largest, rounded down) it makes as many as they allow. Synchronous; since CUDA 5.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: as [`array3d_create`](crate::array3d_create). In one and two dimensions the limits are
///   lower: `CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH` and its like.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no sparse arrays, or no deferred mapping, or the format cannot be a
///   surface's.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMipmappedArrayCreate")]
#[inline]
pub fn mipmapped_array_create(
    descriptor: &CUDA_ARRAY3D_DESCRIPTOR,
    num_mipmap_levels: c_uint,
) -> Result<CUmipmappedArray> {
    // SAFETY: the first argument points to a writable handle, the second to a record of numbers.
    unsafe {
        handle!(
            mipmap: CUmipmappedArray,
            cuMipmappedArrayCreate(&mut mipmap, descriptor, num_mipmap_levels)
        )
    }
}

/// One level, as an array: level 0 has the descriptor's extents, each further one half of them, but at least 1.
///
/// The level belongs to the whole, and goes with it. Synchronous; since CUDA 5.0.
///
/// # Safety
///
/// `mipmap` must be a mipmapped array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: there is no such level.
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no mipmapped array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMipmappedArrayGetLevel")]
#[inline]
pub unsafe fn mipmapped_array_get_level(mipmap: CUmipmappedArray, level: c_uint) -> Result<CUarray> {
    // SAFETY: the first argument points to a writable handle; the caller vouches for the mipmapped array.
    unsafe { handle!(array: CUarray, cuMipmappedArrayGetLevel(&mut array, mipmap, level)) }
}

/// Ends a mipmapped array with all its levels, and frees its memory.
///
/// Synchronous; since CUDA 5.0.
///
/// # Safety
///
/// `mipmap` must be a mipmapped array of [`mipmapped_array_create`]'s that was not destroyed. Nothing may use it or
/// its levels afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no mipmapped array.
/// - `CUDA_ERROR_ARRAY_IS_MAPPED`: a graphics interface has it.
/// - `CUDA_ERROR_CONTEXT_IS_DESTROYED`: its context is gone, and the array with it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMipmappedArrayDestroy")]
#[inline]
pub unsafe fn mipmapped_array_destroy(mipmap: CUmipmappedArray) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuMipmappedArrayDestroy(mipmap)) }
}
