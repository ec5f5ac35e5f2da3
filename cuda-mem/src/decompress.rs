//! Decompression by the GPU's own engine: Deflate, Snappy and LZ4 blocks, from device memory to device memory.
//!
//! Not all GPUs have the engine: `CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK` is 0 on those that do not, an
//! H200 among them, and the call is `CUDA_ERROR_NOT_SUPPORTED` there. The memory must be fit for it too: that of
//! [`mem_alloc`](crate::mem_alloc) is; [`mem_create`](crate::mem_create) and
//! [`mem_pool_create`](crate::mem_pool_create) have a usage flag to ask for it.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::*;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let stream = cuda_mem::stream_create(0)?;
//! # let block = [0x30, b'a', b'b', b'c'];
//! // SAFETY: the allocations are as long as is said, and freed after the stream has done its work.
//! unsafe {
//!     let compressed = cuda_mem::mem_alloc(block.len())?;
//!     let plain = cuda_mem::mem_alloc(65536)?;
//!     let length = cuda_mem::mem_alloc(4)?;
//!     cuda_mem::memcpy_htod(compressed, &block)?;
//!     let mut params = [CUmemDecompressParams {
//!         srcNumBytes: block.len(),
//!         dstNumBytes: 65536,
//!         dstActBytes: length as *mut u32,
//!         src: compressed as *const _,
//!         dst: plain as *mut _,
//!         algo: CU_MEM_DECOMPRESS_ALGORITHM_LZ4,
//!         ..Default::default()
//!     }];
//!     let mut failed = usize::MAX;
//!     cuda_mem::mem_batch_decompress_async(&mut params, 0, Some(&mut failed), stream)?;
//!     cuda_mem::stream_synchronize(stream)?;
//! #   cuda_mem::mem_free(length)?;
//! #   cuda_mem::mem_free(plain)?;
//! #   cuda_mem::mem_free(compressed)?;
//! }
//! # Ok(())
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUmemDecompressParams, CUstream};

/// Queues the decompression of several blocks, each as one entry says; the stream sees them as one piece of work, and
/// within it they have no order.
///
/// Of each entry: `src` and `srcNumBytes` are the compressed block, `dst` is where the bytes go, and `dstNumBytes`
/// how many there will be (0 if that is not known). The number that there were is written to `dstActBytes`, 32 bits
/// of device memory. `algo` is one of the device's algorithms; `padding` is 0. `flags` must be 0.
///
/// If the call fails for one entry's sake, that entry's index is written to `error_index`; `usize::MAX` there means
/// that the error is about no entry in particular. An H200, which has no engine, leaves it as it is. The list may
/// change as soon as the call returns.
///
/// Stream-ordered; since CUDA 12.6.
///
/// # Safety
///
/// Until the stream has done the work: each `src` must be readable for `srcNumBytes`, each `dst` writable for all
/// bytes that come out, each `dstActBytes` null or writable, and nothing may use them meanwhile. `stream` must be
/// null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no decompression engine.
/// - `CUDA_ERROR_INVALID_VALUE`: an entry's memory is unfit for decompression, its algorithm is unknown to the
///   device, or its padding is not 0; or `flags` is not 0.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than 12.6.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemBatchDecompressAsync")]
#[inline]
pub unsafe fn mem_batch_decompress_async(
    params_array: &mut [CUmemDecompressParams],
    flags: c_uint,
    error_index: Option<&mut usize>,
    stream: CUstream,
) -> Result<()> {
    let count = params_array.len();
    let error_index = error_index.map_or(core::ptr::null_mut(), |index| index as *mut usize);
    // SAFETY: the slice has `count` records, and the index is null or writable; the caller vouches for the memory
    // that the records name, and for the stream.
    unsafe { call!(cuMemBatchDecompressAsync(params_array.as_mut_ptr(), count, flags, error_index, stream)) }
}
