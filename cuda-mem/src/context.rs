//! Contexts: what a thread's calls work in. Almost every other function needs one to be current on the calling thread.
//!
//! Each device has one *primary* context, which all libraries of a process share; a program that needs a context of
//! its own creates one. Contexts are counted or destroyed by hand here, as in C.
//!
//! [NVIDIA: Primary Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html),
//! [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html),
//! [Peer Context Memory Access](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! cuda_mem::init(0)?;
//! let device = cuda_mem::device_get(0)?;
//! let context = cuda_mem::device_primary_ctx_retain(device)?;
//! // SAFETY: the context was retained, and is released only after its last use.
//! unsafe { cuda_mem::ctx_set_current(context)? };
//! println!("{} bytes free", cuda_mem::mem_get_info()?.0);
//! // SAFETY: null takes the context off this thread; what was retained above is used no more.
//! unsafe {
//!     cuda_mem::ctx_set_current(std::ptr::null_mut())?;
//!     cuda_mem::device_primary_ctx_release(device)
//! }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_int, c_uint};
use cuda_mem_sys::{CUcontext, CUctxCreateParams, CUdevice};

/// The device's primary context, created if need be and counted: each call needs one
/// [`device_primary_ctx_release`]. It is not made current.
///
/// Synchronous, and slow the first time (it starts the GPU); since CUDA 7.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for a context (some hundred megabytes).
/// - `CUDA_ERROR_DEVICE_UNAVAILABLE`: another process has the device for itself.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html)
#[doc(alias = "cuDevicePrimaryCtxRetain")]
#[inline]
pub fn device_primary_ctx_retain(dev: CUdevice) -> Result<CUcontext> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(context: CUcontext, cuDevicePrimaryCtxRetain(&mut context, dev)) }
}

/// Gives back one [`device_primary_ctx_retain`]. With the last one the context and everything allocated in it are
/// gone; threads on which it is current then get `CUDA_ERROR_CONTEXT_IS_DESTROYED` or `CUDA_ERROR_INVALID_CONTEXT`.
///
/// Synchronous; since CUDA 11.0 (the form that resets when the count reaches zero).
///
/// # Safety
///
/// The [`device_primary_ctx_retain`] that this undoes must be the caller's own, not undone before: others rely on
/// theirs. If it is the last, nothing allocated in the context may be used afterwards, page-locked host memory
/// included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: the context is not retained.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html)
#[doc(alias = "cuDevicePrimaryCtxRelease")]
#[inline]
pub unsafe fn device_primary_ctx_release(dev: CUdevice) -> Result<()> {
    // SAFETY: the argument is an ordinal; the caller vouches for what the release ends.
    unsafe { call!(cuDevicePrimaryCtxRelease(dev)) }
}

/// Flags of the device's primary context, and whether it is active (1 or 0). It need not be retained.
///
/// Synchronous; since CUDA 7.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html)
#[doc(alias = "cuDevicePrimaryCtxGetState")]
#[inline]
pub fn device_primary_ctx_get_state(dev: CUdevice) -> Result<(c_uint, c_int)> {
    let (mut flags, mut active) = (0, 0);
    // SAFETY: both pointers are to writable ints.
    unsafe { call!(cuDevicePrimaryCtxGetState(dev, &mut flags, &mut active))? };
    Ok((flags, active))
}

/// A new context on the device, made current on this thread. `params` may ask for properties that flags cannot.
///
/// `flags`: how a waiting thread behaves (`CU_CTX_SCHED_AUTO.0`, the default, `CU_CTX_SCHED_SPIN.0`, …), and others
/// of [`CUctx_flags`](cuda_mem_sys::CUctx_flags). Synchronous and slow; since CUDA 12.5 in this form: drivers before
/// it have primary contexts only here.
///
/// # Safety
///
/// Pointers in `params` must be as C's documentation asks.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: unknown flags, or params that contradict each other.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for a context.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxCreate")]
#[inline]
pub unsafe fn ctx_create(
    params: Option<&mut CUctxCreateParams>,
    flags: c_uint,
    dev: CUdevice,
) -> Result<CUcontext> {
    let params = params.map_or(core::ptr::null_mut(), |params| params as *mut CUctxCreateParams);
    // SAFETY: the first argument points to a writable handle; the caller vouches for `params`.
    unsafe { handle!(context: CUcontext, cuCtxCreate(&mut context, params, flags, dev)) }
}

/// Ends a context of [`ctx_create`]'s, and frees all that was allocated in it.
///
/// Waits for the context's work; since CUDA 4.0.
///
/// # Safety
///
/// `ctx` must be a context of [`ctx_create`]'s that was not destroyed. Nothing allocated in it may be used afterwards.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, `CUDA_ERROR_INVALID_CONTEXT`: `ctx` is null, or no context.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxDestroy")]
#[inline]
pub unsafe fn ctx_destroy(ctx: CUcontext) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuCtxDestroy(ctx)) }
}

/// Puts a context on top of this thread's stack: it is the current one until [`ctx_pop_current`].
///
/// Synchronous; since CUDA 4.0.
///
/// # Safety
///
/// `ctx` must be a context that lives as long as it is current.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`, `CUDA_ERROR_INVALID_VALUE`: `ctx` is null, or no context.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxPushCurrent")]
#[inline]
pub unsafe fn ctx_push_current(ctx: CUcontext) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuCtxPushCurrent(ctx)) }
}

/// Takes the current context off this thread's stack and gives it; the one below becomes current.
///
/// Synchronous; since CUDA 4.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxPopCurrent")]
#[inline]
pub fn ctx_pop_current() -> Result<CUcontext> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(context: CUcontext, cuCtxPopCurrent(&mut context)) }
}

/// Makes this context the current one, in the place of the one that was; null leaves none current.
///
/// Synchronous; since CUDA 4.0.
///
/// # Safety
///
/// `ctx` must be null, or a context that lives as long as it is current.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: `ctx` is no context.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxSetCurrent")]
#[inline]
pub unsafe fn ctx_set_current(ctx: CUcontext) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuCtxSetCurrent(ctx)) }
}

/// This thread's current context; null if there is none.
///
/// Synchronous; since CUDA 4.0.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxGetCurrent")]
#[inline]
pub fn ctx_get_current() -> Result<CUcontext> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(context: CUcontext, cuCtxGetCurrent(&mut context)) }
}

/// The device of the current context.
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxGetDevice")]
#[inline]
pub fn ctx_get_device() -> Result<CUdevice> {
    // SAFETY: the argument points to a writable CUdevice.
    unsafe { value!(device: CUdevice, cuCtxGetDevice(&mut device)) }
}

/// Waits until all work of the current context is done.
///
/// Blocks; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - Any code of work that failed before, such as `CUDA_ERROR_ILLEGAL_ADDRESS`: the context is lost then.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
#[doc(alias = "cuCtxSynchronize")]
#[inline]
pub fn ctx_synchronize() -> Result<()> {
    // SAFETY: no arguments.
    unsafe { call!(cuCtxSynchronize()) }
}

/// Lets the current context reach all allocations of another device's context. One way only.
///
/// `flags` must be 0. Synchronous; since CUDA 4.0.
///
/// # Safety
///
/// `peer_context` must be a context that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_PEER_ACCESS_UNSUPPORTED`: the two devices cannot reach each other ([`device_can_access_peer`]).
/// - `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED`: it was enabled before.
/// - `CUDA_ERROR_TOO_MANY_PEERS`: the hardware's limit of peers is reached.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or both are of one device.
/// - `CUDA_ERROR_INVALID_VALUE`: `flags` is not 0.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html)
///
/// [`device_can_access_peer`]: crate::device_can_access_peer
#[doc(alias = "cuCtxEnablePeerAccess")]
#[inline]
pub unsafe fn ctx_enable_peer_access(peer_context: CUcontext, flags: c_uint) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuCtxEnablePeerAccess(peer_context, flags)) }
}

/// Ends the access that [`ctx_enable_peer_access`] gave.
///
/// Synchronous; since CUDA 4.0.
///
/// # Safety
///
/// `peer_context` must be a context that is not destroyed; no running work may need the access.
///
/// # Errors
///
/// - `CUDA_ERROR_PEER_ACCESS_NOT_ENABLED`: there was no access to end.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current, or `peer_context` is none.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html)
#[doc(alias = "cuCtxDisablePeerAccess")]
#[inline]
pub unsafe fn ctx_disable_peer_access(peer_context: CUcontext) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuCtxDisablePeerAccess(peer_context)) }
}
