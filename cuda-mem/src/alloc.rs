//! Device memory, allocated and freed at once: the plain allocator of the driver.
//!
//! A [`CUdeviceptr`] is an address in the unified address space, held as an integer: it can be stored, compared and
//! offset like one. Allocations belong to the context that was current; they end with [`mem_free`] or with the
//! context.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! # fn main() -> cuda_mem::Result<()> {
//! # cuda_mem::init(0)?;
//! # let device = cuda_mem::device_get(0)?;
//! # let context = cuda_mem::device_primary_ctx_retain(device)?;
//! # unsafe { cuda_mem::ctx_set_current(context)? };
//! let memory = cuda_mem::mem_alloc(1 << 20)?;
//! // SAFETY: the range is this allocation's first KiB.
//! unsafe { cuda_mem::memset_d8(memory, 0x2a, 1024)? };
//! // SAFETY: allocated above, and nothing uses it any more.
//! unsafe { cuda_mem::mem_free(memory) }
//! # }
//! ```

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::CUdeviceptr;

/// Free and total memory of the current context's device, in bytes: `(free, total)`.
///
/// Other processes allocate too, so the free part may have changed when this returns. Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemGetInfo")]
#[inline]
pub fn mem_get_info() -> Result<(usize, usize)> {
    let (mut free, mut total) = (0, 0);
    // SAFETY: both pointers are to writable integers.
    unsafe { call!(cuMemGetInfo(&mut free, &mut total))? };
    Ok((free, total))
}

/// Allocates `bytesize` bytes on the current context's device, aligned for every type (256 bytes and more on all
/// devices that were tried). The contents are not set.
///
/// Free it with [`mem_free`]. Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `bytesize` is 0.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it in one piece.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemAlloc")]
#[inline]
pub fn mem_alloc(bytesize: usize) -> Result<CUdeviceptr> {
    // SAFETY: the argument points to a writable address.
    unsafe { value!(dptr: CUdeviceptr, cuMemAlloc(&mut dptr, bytesize)) }
}

/// Allocates `height` rows of at least `width_in_bytes` bytes each: the address and the *pitch*, the distance in
/// bytes from one row's start to the next. The contents are not set.
///
/// The pitch is the width rounded up (to 512 bytes on an H200) so that every row starts as well aligned as the first,
/// and every 2D copy accepts it. Byte `x` of row `y` is at `dptr + y * pitch + x`. `element_size_bytes` is the size
/// of the largest single access that kernels will make: 4, 8 or 16. Free it with [`mem_free`]. Synchronous; since
/// CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: a size is 0, or `element_size_bytes` is not 4, 8 or 16.
/// - `CUDA_ERROR_OUT_OF_MEMORY`: the device has no room for it in one piece.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemAllocPitch")]
#[inline]
pub fn mem_alloc_pitch(
    width_in_bytes: usize,
    height: usize,
    element_size_bytes: c_uint,
) -> Result<(CUdeviceptr, usize)> {
    let (mut dptr, mut pitch) = (0, 0);
    // SAFETY: both pointers are to writable integers.
    unsafe {
        call!(cuMemAllocPitch(
            &mut dptr,
            &mut pitch,
            width_in_bytes,
            height,
            element_size_bytes,
        ))?
    };
    Ok((dptr, pitch))
}

/// Frees what [`mem_alloc`] and its siblings for pitched and managed memory gave; 0 is no allocation, and freeing it
/// is no error.
///
/// It waits for work that uses the memory; since CUDA 3.2.
///
/// # Safety
///
/// Nothing may use the allocation afterwards, work that was given to a stream included.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `dptr` is not the start of an allocation, or was freed before.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current. The driver of an H200 needs none.
/// - Any code of work that failed before, such as `CUDA_ERROR_ILLEGAL_ADDRESS`.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemFree")]
#[inline]
pub unsafe fn mem_free(dptr: CUdeviceptr) -> Result<()> {
    // SAFETY: the caller vouches for the allocation.
    unsafe { call!(cuMemFree(dptr)) }
}

/// The allocation that an address lies in: its first address and its size in bytes, as it was asked for.
///
/// It answers for device and managed memory alike. For mapped virtual memory it gives the mapping. Synchronous; since
/// CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_FOUND`: no allocation holds `dptr`; the address just past an allocation's end is not in it.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemGetAddressRange")]
#[inline]
pub fn mem_get_address_range(dptr: CUdeviceptr) -> Result<(CUdeviceptr, usize)> {
    let (mut base, mut size) = (0, 0);
    // SAFETY: both pointers are to writable integers; the address is looked up, not followed.
    unsafe { call!(cuMemGetAddressRange(&mut base, &mut size, dptr))? };
    Ok((base, size))
}
