//! Managed memory, moved before it is used: prefetches, discards, and which stream may use what.
//!
//! A program is correct without any of these; they save the faults by which pages would move one by one. A *prefetch*
//! moves a range to a device or to the host. A *discard* says that its contents are no longer needed, so that pages
//! may move, or be taken, without being copied. The batch forms do many ranges by one call.
//!
//! All are queued on a stream, and need devices with `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`;
//! [`stream_attach_mem_async`] is for those without.
//!
//! [NVIDIA: Unified Addressing](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html),
//! [Stream Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUmemLocation, CU_MEM_ATTACH_GLOBAL, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST};
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let device = cuda_mem::device_get(0)?;
//! let stream = cuda_mem::stream_create(0)?;
//! let memory = cuda_mem::mem_alloc_managed(65536, CU_MEM_ATTACH_GLOBAL.0)?;
//! let there = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device);
//! let back = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0);
//! // SAFETY: the range is the allocation, and both live until the stream has been waited for.
//! unsafe {
//!     cuda_mem::mem_prefetch_async(memory, 65536, there, 0, stream)?;
//!     cuda_mem::memset_d8_async(memory, 0x2a, 65536, stream)?;
//!     cuda_mem::mem_prefetch_async(memory, 65536, back, 0, stream)?;
//!     cuda_mem::stream_synchronize(stream)?;
//!     assert_eq!(*(memory as *const u8), 0x2a);
//!     cuda_mem::mem_free(memory)?;
//!     cuda_mem::stream_destroy(stream)
//! }
//! # }
//! ```

use super::sys;
use crate::call::input;
use crate::{Error, Result};
use cuda_mem_sys::ctypes::{c_uint, c_ulonglong};
use cuda_mem_sys::{CUdevice, CUdeviceptr, CUmemLocation, CUstream};

/// Queues the move of `count` bytes of managed memory to `location`: a device, the host
/// (`CU_MEM_LOCATION_TYPE_HOST`), a NUMA node of the host, or the one nearest to the calling thread. The range is
/// widened to whole pages. The contents stay as they are, and may be used meanwhile.
///
/// Advice on the range decides what becomes of pages elsewhere: ranges that are read mostly are copied, not moved.
/// `flags` must be 0. Stream-ordered; since CUDA 12.2 in this form, which 13.0 gave the plain name:
/// [`mem_prefetch_async_v1`] is the older one.
///
/// # Safety
///
/// The range must stay allocated until the stream has done it; `stream` must be null, or a stream that is not
/// destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, `count` is 0, `flags` is not 0, or a kind of
///   location that this is not for.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device, or it or the stream's is without
///   `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS` (under WSL all are).
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system cannot do it.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 12.2.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemPrefetchAsync")]
#[doc(alias = "cuMemPrefetchAsync_v2")]
#[inline]
pub unsafe fn mem_prefetch_async(
    dev_ptr: CUdeviceptr,
    count: usize,
    location: CUmemLocation,
    flags: c_uint,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the range and the stream.
    unsafe { call!(cuMemPrefetchAsync(dev_ptr, count, location, flags, stream)) }
}

/// [`mem_prefetch_async`] as it was before CUDA 13.0: to a device by its ordinal, or to the host as `CU_DEVICE_CPU`.
/// Drivers of all versions since 8.0 have it; C programs built with a header before 13.0 call it
/// `cuMemPrefetchAsync`.
///
/// Stream-ordered; since CUDA 8.0.
///
/// # Safety
///
/// As [`mem_prefetch_async`].
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the range is not managed memory, or `count` is 0.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device, or it or the stream's is without
///   `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`.
/// - `CUDA_ERROR_NOT_SUPPORTED`: this system cannot do it.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemPrefetchAsync_v1")]
#[inline]
pub unsafe fn mem_prefetch_async_v1(
    dev_ptr: CUdeviceptr,
    count: usize,
    dst_device: CUdevice,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the caller vouches for the range and the stream.
    unsafe { call!(cuMemPrefetchAsync_v1(dev_ptr, count, dst_device, stream)) }
}

/// Queues [prefetches](mem_prefetch_async) of many ranges: `sizes[i]` bytes from `dptrs[i]` each, in any order among
/// themselves.
///
/// Each of `prefetch_locs` is for the ranges from its entry in `prefetch_loc_idxs` up to the next one's. With ten
/// ranges, `[0, 4]` sends the first four to the first location and the other six to the second. The entries start at
/// 0 and rise. `flags` must be 0. `stream` must not be the legacy default stream, so neither null (but null is
/// accepted in [`per_thread`](crate::per_thread)). Stream-ordered; since CUDA 13.0.
///
/// # Safety
///
/// The ranges must stay allocated until the stream has done it; `stream` must be a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, without a call: `dptrs` and `sizes`, or `prefetch_locs` and `prefetch_loc_idxs`, are
///   not equally long.
/// - `CUDA_ERROR_INVALID_VALUE`: no ranges, one of them is not managed memory or is empty, entries that do not start
///   at 0, do not rise or lead past the last range, `flags` is not 0, or the legacy default stream.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: a device of the system's is without `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 13.0.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemPrefetchBatchAsync")]
#[inline]
pub unsafe fn mem_prefetch_batch_async(
    dptrs: &[CUdeviceptr],
    sizes: &[usize],
    prefetch_locs: &[CUmemLocation],
    prefetch_loc_idxs: &[usize],
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    if dptrs.len() != sizes.len() || prefetch_locs.len() != prefetch_loc_idxs.len() {
        return Err(Error::of_arguments(&"cuMemPrefetchBatchAsync"));
    }
    // SAFETY: two pairs of arrays of one length each, which the driver reads before it returns; the caller vouches
    // for the ranges and the stream.
    unsafe {
        call!(cuMemPrefetchBatchAsync(
            input(dptrs),
            input(sizes),
            dptrs.len(),
            input(prefetch_locs),
            input(prefetch_loc_idxs),
            prefetch_locs.len(),
            flags,
            stream,
        ))
    }
}

/// Queues the discard of many ranges of managed memory, `sizes[i]` bytes from `dptrs[i]` each: their contents are no
/// longer needed. Until a range is written or prefetched again, reading it gives any value.
///
/// `flags` must be 0, `stream` not the legacy default stream. Stream-ordered; since CUDA 13.0.
///
/// # Safety
///
/// Until the stream has done it, the ranges must stay allocated, and nothing may read, write or prefetch them.
/// Afterwards their bytes must not be taken for valid values before they are written.
///
/// `stream` must be a stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, without a call: `dptrs` and `sizes` are not equally long.
/// - `CUDA_ERROR_INVALID_VALUE`: no ranges, one of them is not managed memory or is empty, `flags` is not 0, or the
///   legacy default stream.
/// - `CUDA_ERROR_NOT_SUPPORTED`: a device of the system's is without `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - [`is_no_symbol`](crate::Error::is_no_symbol): the driver is older than CUDA 13.0.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemDiscardBatchAsync")]
#[inline]
pub unsafe fn mem_discard_batch_async(
    dptrs: &[CUdeviceptr],
    sizes: &[usize],
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    if dptrs.len() != sizes.len() {
        return Err(Error::of_arguments(&"cuMemDiscardBatchAsync"));
    }
    // SAFETY: two arrays of one length, which the driver reads before it returns; the caller vouches for the ranges
    // and the stream.
    unsafe {
        call!(cuMemDiscardBatchAsync(
            input(dptrs),
            input(sizes),
            dptrs.len(),
            flags,
            stream,
        ))
    }
}

/// [`mem_discard_batch_async`] and then [`mem_prefetch_batch_async`] of the same ranges, by one call and faster: the
/// pages are where they will be written, and nothing was copied there.
///
/// The arguments are those of [`mem_prefetch_batch_async`]. Stream-ordered; since CUDA 13.0.
///
/// # Safety
///
/// As [`mem_discard_batch_async`].
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`, without a call: `dptrs` and `sizes`, or `prefetch_locs` and `prefetch_loc_idxs`, are
///   not equally long.
/// - `CUDA_ERROR_INVALID_VALUE`: as [`mem_prefetch_batch_async`], whose other errors are this function's too.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html)
#[doc(alias = "cuMemDiscardAndPrefetchBatchAsync")]
#[inline]
pub unsafe fn mem_discard_and_prefetch_batch_async(
    dptrs: &[CUdeviceptr],
    sizes: &[usize],
    prefetch_locs: &[CUmemLocation],
    prefetch_loc_idxs: &[usize],
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    if dptrs.len() != sizes.len() || prefetch_locs.len() != prefetch_loc_idxs.len() {
        return Err(Error::of_arguments(&"cuMemDiscardAndPrefetchBatchAsync"));
    }
    // SAFETY: as `mem_prefetch_batch_async`.
    unsafe {
        call!(cuMemDiscardAndPrefetchBatchAsync(
            input(dptrs),
            input(sizes),
            dptrs.len(),
            input(prefetch_locs),
            input(prefetch_loc_idxs),
            prefetch_locs.len(),
            flags,
            stream,
        ))
    }
}

/// Queues a change of who may use an allocation of managed memory, on devices without
/// `CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`: there, the host may use it while kernels run in other streams.
///
/// `flags`, one of the three: `CU_MEM_ATTACH_GLOBAL.0` (every stream of every device), `CU_MEM_ATTACH_HOST.0` (no
/// such device), `CU_MEM_ATTACH_SINGLE.0` (this stream only, until it is destroyed). `length` is 0 or the whole
/// allocation's; for memory of the program's own, which devices with `CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS`
/// take, it is the range's. Stream-ordered; since CUDA 6.0.
///
/// # Safety
///
/// The memory must stay allocated until the stream has done it, and then be used as `flags` allow; the driver does
/// not check that. `flags` must not be 0: the H200's driver ended the process with SIGSEGV. `stream` must be null, or a
/// stream that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: not managed memory, a part of an allocation, other flags, or `CU_MEM_ATTACH_SINGLE`
///   with the null stream.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
/// - `CUDA_ERROR_NOT_SUPPORTED`: the device has no managed memory.
/// - `CUDA_ERROR_INVALID_CONTEXT`: no context is current.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
/// - Any code of work that failed before.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html)
#[doc(alias = "cuStreamAttachMemAsync")]
#[inline]
pub unsafe fn stream_attach_mem_async(
    stream: CUstream,
    dptr: CUdeviceptr,
    length: usize,
    flags: c_uint,
) -> Result<()> {
    // SAFETY: the caller vouches for the memory and the stream.
    unsafe { call!(cuStreamAttachMemAsync(stream, dptr, length, flags)) }
}

#[cfg(test)]
mod tests {
    //! What needs no driver.

    use super::*;
    use crate::Origin;
    use core::ptr::null_mut;
    use cuda_mem_sys::CU_MEM_LOCATION_TYPE_HOST;

    fn refused(result: Result<()>, function: &str) {
        let error = result.expect_err("unequal lengths");
        assert_eq!(error.origin(), Origin::Arguments, "{error}");
        assert_eq!(error.function(), function);
        assert!(error.is_invalid_value(), "{error}");
    }

    #[test]
    fn lists_of_unequal_length_reach_no_driver() {
        let host = [CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0)];
        let (addresses, sizes) = ([4096, 8192], [4096, 4096]);
        let ranges: [(&[CUdeviceptr], &[usize]); 2] = [(&addresses, &sizes[..1]), (&addresses[..1], &sizes)];
        for (dptrs, sizes) in ranges {
            // SAFETY: the driver is not reached.
            unsafe {
                refused(
                    mem_prefetch_batch_async(dptrs, sizes, &host, &[0], 0, null_mut()),
                    "cuMemPrefetchBatchAsync",
                );
                refused(
                    mem_discard_batch_async(dptrs, sizes, 0, null_mut()),
                    "cuMemDiscardBatchAsync",
                );
                refused(
                    mem_discard_and_prefetch_batch_async(dptrs, sizes, &host, &[0], 0, null_mut()),
                    "cuMemDiscardAndPrefetchBatchAsync",
                );
            }
        }
        for indices in [&[] as &[usize], &[0, 1]] {
            // SAFETY: the driver is not reached.
            unsafe {
                refused(
                    mem_prefetch_batch_async(&addresses, &sizes, &host, indices, 0, null_mut()),
                    "cuMemPrefetchBatchAsync",
                );
                refused(
                    mem_discard_and_prefetch_batch_async(&addresses, &sizes, &host, indices, 0, null_mut()),
                    "cuMemDiscardAndPrefetchBatchAsync",
                );
            }
        }
    }
}
