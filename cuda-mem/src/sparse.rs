//! Sparse and deferred arrays: memory put behind arrays that were created without it.
//!
//! An array created with `CUDA_ARRAY3D_SPARSE` has memory only where some is mapped, in tiles whose extent its sparse
//! properties tell (128 × 128 elements of 4 bytes on an H200: 64 KiB); one created with
//! `CUDA_ARRAY3D_DEFERRED_MAPPING` is mapped as a whole, and its memory requirements tell how much that takes. The
//! memory is of [`mem_create`](crate::mem_create), with `CU_MEM_CREATE_USAGE_TILE_POOL` in `allocFlags.usage`.
//!
//! Mapping is work in a stream: what comes after it in the stream sees it.
//!
//! [NVIDIA: Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//!
//! /// Puts the first tile of `pool` behind the tile at the origin of a sparse 2D array.
//! ///
//! /// # Safety
//! ///
//! /// All handles must be alive; `pool` is tile pool memory of device 0, and `stream` a stream there.
//! unsafe fn map_first_tile(
//!     array: CUarray,
//!     pool: CUmemGenericAllocationHandle,
//!     stream: CUstream,
//! ) -> cuda_mem::Result<()> {
//!     let mut info = CUarrayMapInfo {
//!         resourceType: CU_RESOURCE_TYPE_ARRAY,
//!         subresourceType: CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL,
//!         memOperationType: CU_MEM_OPERATION_TYPE_MAP,
//!         memHandleType: CU_MEM_HANDLE_TYPE_GENERIC,
//!         deviceBitMask: 1 << 0,
//!         ..Default::default()
//!     };
//!     info.resource.array = array;
//!     info.memHandle.memHandle = pool;
//!     info.subresource.sparseLevel.extentWidth = 128;
//!     info.subresource.sparseLevel.extentHeight = 128;
//!     info.subresource.sparseLevel.extentDepth = 1;
//!     // SAFETY: the caller vouches for the handles.
//!     unsafe { cuda_mem::mem_map_array_async(&mut [info], stream) }
//! }
//! # let _ = map_first_tile;
//! ```

use super::sys;
use crate::error::Error;
use crate::Result;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUarrayMapInfo, CUstream};

/// Queues mappings and unmappings of parts of sparse arrays, or of whole deferred ones.
///
/// Of each entry: `resourceType` and `resource` name the array or mipmapped array. `subresource` is a box of whole
/// tiles of one level and layer (offsets and extents in elements; `extentDepth` 1 for 2D), or a range of the mip tail
/// (in bytes); for deferred arrays it is not looked at. `memOperationType` is `CU_MEM_OPERATION_TYPE_MAP` or
/// `…_UNMAP`; to map, `memHandle` and `offset` (in bytes) say which memory; to unmap, `memHandle` is 0.
/// `deviceBitMask` has the one bit of the stream's device. `flags` and `reserved` are 0.
///
/// The list may change as soon as the call returns. Stream-ordered; since CUDA 11.1.
///
/// # Safety
///
/// All handles must be alive until the stream has done the work, the memory as long as it is mapped; nothing may use
/// the parts meanwhile. `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: an array is not sparse or deferred, or is a level of a mipmapped one; a box does not
///   consist of whole tiles within it; the memory is not for tiles, or too short; the mask is not the stream's
///   device; `flags` or `reserved` are not 0.
/// - `CUDA_ERROR_INVALID_VALUE` without a call ([`Origin::Arguments`](crate::Origin::Arguments)): the list is longer
///   than a 32-bit count.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such array, memory or stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html)
#[doc(alias = "cuMemMapArrayAsync")]
#[inline]
pub unsafe fn mem_map_array_async(map_info_list: &mut [CUarrayMapInfo], stream: CUstream) -> Result<()> {
    let count = match c_uint::try_from(map_info_list.len()) {
        Ok(count) => count,
        Err(_) => return Err(Error::of_arguments(&"cuMemMapArrayAsync")),
    };
    // SAFETY: the slice has `count` records; the caller vouches for the handles in them and the stream.
    unsafe { call!(cuMemMapArrayAsync(map_info_list.as_mut_ptr(), count, stream)) }
}
