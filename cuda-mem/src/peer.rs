//! Copies of bytes between the memory of two contexts, most often of two devices.
//!
//! Each side names its context beside the address. Peer access
//! ([`ctx_enable_peer_access`](crate::ctx_enable_peer_access)) is not needed; with it, the bytes do not go through
//! the host. Boxes are copied by [`memcpy3d_peer`](crate::memcpy3d_peer). Under unified addressing,
//! [`memcpy`](crate::memcpy) also copies between devices that reach each other.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! let contexts = [
//!     cuda_mem::device_primary_ctx_retain(cuda_mem::device_get(0)?)?,
//!     cuda_mem::device_primary_ctx_retain(cuda_mem::device_get(1)?)?,
//! ];
//! // SAFETY: both contexts were retained; each allocation is 4096 bytes long, in the context that is named with it.
//! unsafe {
//!     cuda_mem::ctx_set_current(contexts[1])?;
//!     let there = cuda_mem::mem_alloc(4096)?;
//!     cuda_mem::ctx_set_current(contexts[0])?;
//!     let here = cuda_mem::mem_alloc(4096)?;
//!     cuda_mem::memset_d8(here, 0x2a, 4096)?;
//!     cuda_mem::memcpy_peer(there, contexts[1], here, contexts[0], 4096)
//! }
//! # }
//! ```

use super::sys;
use crate::Result;
use cuda_mem_sys::{CUcontext, CUdeviceptr, CUstream};

/// Copies `byte_count` bytes from device memory of one context to device memory of another.
///
/// Asynchronous to the host: it may return before the bytes have arrived. But work that the current context and the
/// two named ones got earlier is done before it, and work that they get later comes after it. Since CUDA 4.0.
///
/// # Safety
///
/// Both ranges must be in allocations of their contexts, and the contexts not destroyed; nothing may write the source
/// or use the destination meanwhile. The ranges must not overlap.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: one of them is no device memory, or a range leaves its allocation.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or one that is named is none. Null was seen to be taken as
///   the current context.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyPeer")]
#[inline]
pub unsafe fn memcpy_peer(
    dst: CUdeviceptr,
    dst_context: CUcontext,
    src: CUdeviceptr,
    src_context: CUcontext,
    byte_count: usize,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges and contexts.
    unsafe { call!(cuMemcpyPeer(dst, dst_context, src, src_context, byte_count)) }
}

/// Queues a copy of `byte_count` bytes from device memory of one context to device memory of another.
///
/// Stream-ordered; the stream may belong to either device. Since CUDA 4.0.
///
/// # Safety
///
/// As [`memcpy_peer`], until the stream has done the copy; `stream` must be null, or a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: one of them is no device memory, or a range leaves its allocation.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or one that is named is none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyPeerAsync")]
#[inline]
pub unsafe fn memcpy_peer_async(
    dst: CUdeviceptr,
    dst_context: CUcontext,
    src: CUdeviceptr,
    src_context: CUcontext,
    byte_count: usize,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for both ranges, the contexts and the stream.
    unsafe { call!(cuMemcpyPeerAsync(dst, dst_context, src, src_context, byte_count, stream)) }
}
