//! Memory and events of one process, used in another on the same machine.
//!
//! The process that owns an allocation or event asks for a *handle*: 64 bytes that mean the same in every process
//! (`to_bytes` and `from_bytes` of [`CUipcMemHandle`] and [`CUipcEventHandle`]), to send over a pipe, a file or the
//! like. Another process opens it, and then both use the same memory. What is written by one is seen by the other
//! once the work is done; a shared event tells when, without a round trip through the hosts.
//!
//! The owner must keep the allocation or event until every other process has closed it. These functions are for
//! memory of [`mem_alloc`](crate::mem_alloc()); pools and virtual memory have handles of their own. The device says
//! with `CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED` whether it can do this.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUdeviceptr, CUipcMemHandle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS};
//!
//! /// In the process that owns the memory: what to send.
//! fn export(memory: CUdeviceptr) -> cuda_mem::Result<[u8; 64]> {
//!     Ok(cuda_mem::ipc_get_mem_handle(memory)?.to_bytes())
//! }
//!
//! /// In the process that received it: the first four bytes of the memory.
//! fn import(received: [u8; 64]) -> cuda_mem::Result<[u8; 4]> {
//!     let handle = CUipcMemHandle::from_bytes(received);
//!     let flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0;
//!     let mut first = [0; 4];
//!     // SAFETY: the handle is of `export`, whose process keeps the memory while this one reads it.
//!     unsafe {
//!         let memory = cuda_mem::ipc_open_mem_handle(handle, flags)?;
//!         cuda_mem::memcpy_dtoh(&mut first, memory)?;
//!         cuda_mem::ipc_close_mem_handle(memory)?;
//!     }
//!     Ok(first)
//! }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::{CUdeviceptr, CUevent, CUipcEventHandle, CUipcMemHandle};

/// A handle by which other processes open this event. The event must have been created with `CU_EVENT_INTERPROCESS`
/// and `CU_EVENT_DISABLE_TIMING`.
///
/// Once it is open elsewhere, either process may record it, wait for it and query it. Synchronous; since CUDA 4.1.
///
/// # Safety
///
/// `event` must be an event that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_HANDLE`: it is no event, or was not created for several processes.
/// - `CUDA_ERROR_INVALID_VALUE`: `event` is null.
/// - `CUDA_ERROR_OUT_OF_MEMORY`, `CUDA_ERROR_MAP_FAILED`: the system has no room to share it.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuIpcGetEventHandle")]
#[inline]
pub unsafe fn ipc_get_event_handle(event: CUevent) -> Result<CUipcEventHandle> {
    // SAFETY: the first argument points to a writable record; the caller vouches for the event.
    unsafe { value!(handle: CUipcEventHandle, cuIpcGetEventHandle(&mut handle, event)) }
}

/// Opens an event of another process. Close it with [`event_destroy`](crate::event_destroy).
///
/// Synchronous; since CUDA 4.1.
///
/// # Safety
///
/// `handle` must be of [`ipc_get_event_handle`], and the event must not be destroyed by its owner before this process
/// is done with it.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or the event is of this very process.
/// - `CUDA_ERROR_MAP_FAILED`: the shared part could not be mapped; so it is for bytes that are no handle.
/// - `CUDA_ERROR_INVALID_VALUE`, `CUDA_ERROR_INVALID_HANDLE`: its event is gone.
/// - `CUDA_ERROR_PEER_ACCESS_UNSUPPORTED`: it is of a device that this one cannot reach.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuIpcOpenEventHandle")]
#[inline]
pub unsafe fn ipc_open_event_handle(handle: CUipcEventHandle) -> Result<CUevent> {
    // SAFETY: the first argument points to a writable handle; the caller vouches for the bytes.
    unsafe { handle!(event: CUevent, cuIpcOpenEventHandle(&mut event, handle)) }
}

/// A handle by which other processes open the allocation that `dptr` lies in.
///
/// The handle is the allocation's, not the address's: wherever in it `dptr` lies, the other process gets the start,
/// and adds the offset itself ([`mem_get_address_range`](crate::mem_get_address_range) gives it). Small allocations
/// share one block of device memory, and the other process can reach the whole block: to share no more than is meant,
/// allocate in multiples of 2 MiB. Synchronous; since CUDA 4.1.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dptr` is not in memory of [`mem_alloc`](crate::mem_alloc()); host memory is not,
///   for one.
/// - `CUDA_ERROR_INVALID_HANDLE`: the allocation cannot be shared.
/// - `CUDA_ERROR_OUT_OF_MEMORY`, `CUDA_ERROR_MAP_FAILED`: the system has no room to share it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuIpcGetMemHandle")]
#[inline]
pub fn ipc_get_mem_handle(dptr: CUdeviceptr) -> Result<CUipcMemHandle> {
    // SAFETY: the first argument points to a writable record; the address is looked up, not followed.
    unsafe { value!(handle: CUipcMemHandle, cuIpcGetMemHandle(&mut handle, dptr)) }
}

/// Opens an allocation of another process: its start, at an address that may differ from process to process.
///
/// `flags` must be `CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0`: where the memory is on another device than the current
/// context's, access between the two is enabled. Opening it again gives the same address and counts; each opening
/// needs one [`ipc_close_mem_handle`]. In one process, only one context per device may open handles of a given device
/// of another process. Synchronous; since CUDA 11.0 in this form (before: 4.1).
///
/// # Safety
///
/// `handle` must be of [`ipc_get_mem_handle`], and its owner must not free the allocation before this process has
/// closed it.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or the memory is of this very process.
/// - `CUDA_ERROR_INVALID_VALUE`: another value of `flags`, or bytes that are no handle.
/// - `CUDA_ERROR_INVALID_HANDLE`: its allocation is gone.
/// - `CUDA_ERROR_MAP_FAILED`: it could not be mapped, as it is on a device that this one cannot reach, for one.
/// - `CUDA_ERROR_TOO_MANY_PEERS`: the hardware's limit of peers is reached.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuIpcOpenMemHandle")]
#[inline]
pub unsafe fn ipc_open_mem_handle(handle: CUipcMemHandle, flags: c_uint) -> Result<CUdeviceptr> {
    // SAFETY: the first argument points to a writable address; the caller vouches for the bytes.
    unsafe { value!(dptr: CUdeviceptr, cuIpcOpenMemHandle(&mut dptr, handle, flags)) }
}

/// Undoes one [`ipc_open_mem_handle`]; the last one unmaps the memory. The owner's allocation, and what other
/// processes have opened, are not touched.
///
/// Synchronous; since CUDA 4.1.
///
/// # Safety
///
/// After the last one, nothing in this process may use the memory, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dptr` is not what [`ipc_open_mem_handle`] gave, or was closed as often as opened.
/// - `CUDA_ERROR_INVALID_HANDLE`, `CUDA_ERROR_MAP_FAILED`: it could not be unmapped.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuIpcCloseMemHandle")]
#[inline]
pub unsafe fn ipc_close_mem_handle(dptr: CUdeviceptr) -> Result<()> {
    // SAFETY: the caller vouches for the mapping.
    unsafe { call!(cuIpcCloseMemHandle(dptr)) }
}
