//! Arrays: device memory in the layout that textures and surfaces want, reached through a handle and not by address.
//!
//! A descriptor says what an array is: its extents in *elements*, the elements' format and their number of channels
//! (1, 2 or 4; some formats fix it), and flags. Which extents are 0 and which flags are set decides the kind:
//!
//! | kind | width | height | depth | flags |
//! |---|---|---|---|---|
//! | 1D | w | 0 | 0 | |
//! | 2D | w | h | 0 | |
//! | 3D | w | h | d | |
//! | 1D layered | w | 0 | layers | `CUDA_ARRAY3D_LAYERED` |
//! | 2D layered | w | h | layers | `CUDA_ARRAY3D_LAYERED` |
//! | cubemap | w | w | 6 | `CUDA_ARRAY3D_CUBEMAP` |
//! | layered cubemap | w | w | 6 per cubemap | `CUDA_ARRAY3D_CUBEMAP`, `CUDA_ARRAY3D_LAYERED` |
//!
//! Other flags: `CUDA_ARRAY3D_SURFACE_LDST` (kernels may write it), `CUDA_ARRAY3D_TEXTURE_GATHER` (2D only),
//! `CUDA_ARRAY3D_SPARSE` and `CUDA_ARRAY3D_DEFERRED_MAPPING` (it has no memory until some is mapped to it). Sparse
//! arrays are of two or three dimensions, no cubemaps and no surfaces; `CUDA_ARRAY3D_COLOR_ATTACHMENT` and
//! `CUDA_ARRAY3D_DEPTH_TEXTURE` are for arrays that graphics APIs share, and refused here (measured on H200). The
//! largest extents are device attributes, such as `CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH`.
//!
//! The bytes are moved by [`copy_array`](crate::copy_array), [`copy2d`](mod@crate::copy2d) and
//! [`copy3d`](mod@crate::copy3d). Arrays with levels are in [`mipmap`](crate::mipmap).
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED, CU_AD_FORMAT_HALF};
//!
//! # fn main() -> cuda_mem::Result<()> {
//! // Five layers of 64 by 32 elements, each of four 16-bit floats.
//! let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
//!     Width: 64,
//!     Height: 32,
//!     Depth: 5,
//!     Format: CU_AD_FORMAT_HALF,
//!     NumChannels: 4,
//!     Flags: CUDA_ARRAY3D_LAYERED,
//! };
//! let array = cuda_mem::array3d_create(&descriptor)?;
//! // SAFETY: created above, destroyed after its last use.
//! unsafe {
//!     assert_eq!(cuda_mem::array3d_get_descriptor(array)?.Depth, 5);
//!     cuda_mem::array_destroy(array)
//! }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUarray, CUdevice};
use cuda_mem_sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY_DESCRIPTOR, CUDA_ARRAY_MEMORY_REQUIREMENTS, CUDA_ARRAY_SPARSE_PROPERTIES,
};

/// A new array of one dimension (`Height` is 0) or two. The contents are not set.
///
/// Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the width is 0, or an extent is above the device's limit; the format is unknown or
///   wants another number of channels; the number of channels is not 1, 2 or 4.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayCreate")]
#[inline]
pub fn array_create(descriptor: &CUDA_ARRAY_DESCRIPTOR) -> Result<CUarray> {
    // SAFETY: the first argument points to a writable handle, the second to a record of numbers.
    unsafe { handle!(array: CUarray, cuArrayCreate(&mut array, descriptor)) }
}

/// What an array of one dimension or two is: the descriptor that it was made from.
///
/// Synchronous; since CUDA 3.2.
///
/// # Safety
///
/// `array` must be an array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the array has three dimensions or layers, which this record cannot hold.
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayGetDescriptor")]
#[inline]
pub unsafe fn array_get_descriptor(array: CUarray) -> Result<CUDA_ARRAY_DESCRIPTOR> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe { value!(descriptor: CUDA_ARRAY_DESCRIPTOR, cuArrayGetDescriptor(&mut descriptor, array)) }
}

/// How a sparse array is cut into tiles, the pieces that memory is mapped to.
///
/// `tileExtent` is in elements. `miptailFirstLevel` is 0; `miptailSize` is the whole array's size in bytes if `flags`
/// has `CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL`, else 0. Synchronous; since CUDA 11.1.
///
/// # Safety
///
/// `array` must be an array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the array is not sparse (`CUDA_ARRAY3D_SPARSE`), or is a level of a mipmapped array:
///   ask [`mipmapped_array_get_sparse_properties`](crate::mipmapped_array_get_sparse_properties) then.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayGetSparseProperties")]
#[inline]
pub unsafe fn array_get_sparse_properties(array: CUarray) -> Result<CUDA_ARRAY_SPARSE_PROPERTIES> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe { value!(properties: CUDA_ARRAY_SPARSE_PROPERTIES, cuArrayGetSparseProperties(&mut properties, array)) }
}

/// How much memory must be mapped to an array that was made without any, and how it must be aligned: both in bytes.
///
/// Synchronous; since CUDA 11.6.
///
/// # Safety
///
/// `array` must be an array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the array was not made with `CUDA_ARRAY3D_DEFERRED_MAPPING`. A device that does not
///   exist need not be an error: the driver of an H200 does not look at it.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayGetMemoryRequirements")]
#[inline]
pub unsafe fn array_get_memory_requirements(
    array: CUarray,
    device: CUdevice,
) -> Result<CUDA_ARRAY_MEMORY_REQUIREMENTS> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe {
        value!(
            requirements: CUDA_ARRAY_MEMORY_REQUIREMENTS,
            cuArrayGetMemoryRequirements(&mut requirements, array, device)
        )
    }
}

/// One plane of an array with a planar video format, as an array of its own.
///
/// Of an NV12 array, plane 0 has its extents and one 8-bit channel, plane 1 half of both extents and two 8-bit
/// channels. The plane belongs to the array: it is not destroyed by itself, and goes with it. Synchronous; since CUDA
/// 11.2.
///
/// # Safety
///
/// `array` must be an array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the format has no planes, or not so many.
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no array.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayGetPlane")]
#[inline]
pub unsafe fn array_get_plane(array: CUarray, plane_idx: c_uint) -> Result<CUarray> {
    // SAFETY: the first argument points to a writable handle; the caller vouches for the array.
    unsafe { handle!(plane: CUarray, cuArrayGetPlane(&mut plane, array, plane_idx)) }
}

/// Ends an array, and frees its memory.
///
/// Synchronous; since CUDA 2.0.
///
/// # Safety
///
/// `array` must be an array of [`array_create`]'s or [`array3d_create`]'s that was not destroyed. Nothing may use it
/// or its planes afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no array.
/// - `CUDA_ERROR_ARRAY_IS_MAPPED`: a graphics interface has it.
/// - `CUDA_ERROR_CONTEXT_IS_DESTROYED`: its context is gone, and the array with it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArrayDestroy")]
#[inline]
pub unsafe fn array_destroy(array: CUarray) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuArrayDestroy(array)) }
}

/// A new array of any kind: see the [table](self). The contents are not set.
///
/// Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: extents and flags that make no kind (a depth without a height and without layers, a
///   cubemap that is not square or has not six faces, gather with three dimensions); an extent above the device's
///   limit; a format that is unknown or wants another number of channels or more flags; unknown flags, or flags that
///   do not go together.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no sparse arrays, or no deferred mapping, or the format cannot be a
///   surface's (an H200's answer to block-compressed ones).
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArray3DCreate")]
#[inline]
pub fn array3d_create(descriptor: &CUDA_ARRAY3D_DESCRIPTOR) -> Result<CUarray> {
    // SAFETY: the first argument points to a writable handle, the second to a record of numbers.
    unsafe { handle!(array: CUarray, cuArray3DCreate(&mut array, descriptor)) }
}

/// What an array of any kind is. Extents that the kind does not have are 0.
///
/// Synchronous; since CUDA 3.2.
///
/// # Safety
///
/// `array` must be an array that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no array.
/// - `CUDA_ERROR_CONTEXT_IS_DESTROYED`: its context is gone, and the array with it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuArray3DGetDescriptor")]
#[inline]
pub unsafe fn array3d_get_descriptor(array: CUarray) -> Result<CUDA_ARRAY3D_DESCRIPTOR> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the handle.
    unsafe { value!(descriptor: CUDA_ARRAY3D_DESCRIPTOR, cuArray3DGetDescriptor(&mut descriptor, array)) }
}
