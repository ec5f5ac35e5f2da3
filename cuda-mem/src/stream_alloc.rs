//! Stream-ordered allocation: memory that is allocated and freed by work in a stream, from a [pool](crate::pool).
//!
//! The address is known at once, but the memory is there only for work that comes after the allocation in the stream
//! (or that an event, or a synchronisation, has ordered after it), and only until the stream gets to the free.
//! Neither call waits for the device, so both are fit for inner loops.
//!
//! A null stream is the default stream: the legacy one here, the calling thread's own in
//! [`per_thread`](crate::per_thread).
//!
//! [NVIDIA: Stream Ordered Memory Allocator](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! # let stream = cuda_mem::stream_create(0)?;
//! // SAFETY: all work with the memory is in one stream, between its allocation and its free.
//! unsafe {
//!     let memory = cuda_mem::mem_alloc_async(4096, stream)?;
//!     cuda_mem::memset_d8_async(memory, 0, 4096, stream)?;
//!     // … more work in `stream` …
//!     cuda_mem::mem_free_async(memory, stream)?;
//!     cuda_mem::stream_synchronize(stream)
//! }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::{CUdeviceptr, CUmemoryPool, CUstream};

/// Queues an allocation of `bytesize` bytes from the current pool of the stream's device, and gives its address. The
/// contents are not set.
///
/// 0 bytes give the address 0. Free it with [`mem_free_async`], or with [`mem_free`](crate::mem_free) once the stream
/// has got past the allocation. In a capture the graph owns the memory.
///
/// Stream-ordered; since CUDA 11.2.
///
/// # Safety
///
/// `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it, or the pool may not grow so far.
/// - `CUDA_ERROR_INVALID_VALUE`: the size cannot be.
/// - `CUDA_ERROR_INVALID_CONTEXT`: a default stream, and no context is current.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no pools (`CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`).
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemAllocAsync")]
#[inline]
pub unsafe fn mem_alloc_async(bytesize: usize, stream: CUstream) -> Result<CUdeviceptr> {
    // SAFETY: the first argument points to a writable address; the caller vouches for the stream.
    unsafe { value!(dptr: CUdeviceptr, cuMemAllocAsync(&mut dptr, bytesize, stream)) }
}

/// Queues an allocation of `bytesize` bytes from this pool, and gives its address: as [`mem_alloc_async`], whatever
/// the current pool is.
///
/// The pool may be of another device than the stream. Stream-ordered; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the location has no room for it, or the pool may not grow so far.
/// - `CUDA_ERROR_INVALID_VALUE`: the size cannot be, or it is no pool, or an imported one.
/// - `CUDA_ERROR_INVALID_CONTEXT`: a default stream, and no context is current.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no pools (`CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`).
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemAllocFromPoolAsync")]
#[inline]
pub unsafe fn mem_alloc_from_pool_async(
    bytesize: usize,
    pool: CUmemoryPool,
    stream: CUstream,
) -> Result<CUdeviceptr> {
    // SAFETY: the first argument points to a writable address; the caller vouches for the pool and the stream.
    unsafe { value!(dptr: CUdeviceptr, cuMemAllocFromPoolAsync(&mut dptr, bytesize, pool, stream)) }
}

/// Queues the free of an allocation: of this family, of [`mem_alloc`](crate::mem_alloc), or imported by
/// [`mem_pool_import_pointer`](crate::mem_pool_import_pointer).
///
/// Work that comes before it in the stream may use the memory. Stream-ordered; since CUDA 11.2.
///
/// # Safety
///
/// No work that comes after the free, or is not ordered before it, may use the memory. `stream` must be null, or a
/// stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dptr` is not the start of such an allocation, or was freed before.
/// - `CUDA_ERROR_INVALID_CONTEXT`: a default stream, and no context is current.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no pools (`CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`).
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html)
#[doc(alias = "cuMemFreeAsync")]
#[inline]
pub unsafe fn mem_free_async(dptr: CUdeviceptr, stream: CUstream) -> Result<()> {
    // SAFETY: the caller vouches for the allocation and the stream.
    unsafe { call!(cuMemFreeAsync(dptr, stream)) }
}
