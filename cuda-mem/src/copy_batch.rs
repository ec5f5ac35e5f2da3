//! Many copies with one call, and copies that say when their source is read.
//!
//! A batch as a whole is ordered in its stream; its copies are not ordered among themselves, so none may need
//! another's result. Each copy has an *access order* for its source:
//!
//! - `CU_MEMCPY_SRC_ACCESS_ORDER_STREAM`: in stream order, as other copies do.
//! - `CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL`: at once; the source may go when the call returns. For buffers on
//!   the stack.
//! - `CU_MEMCPY_SRC_ACCESS_ORDER_ANY`: at any time until the stream has done the copy. For host memory that nothing
//!   in the stream writes.
//!
//! The stream of a batch must be a stream of the program's own or `CU_STREAM_PER_THREAD`; the legacy default stream
//! is refused, and so is null; where null means the thread's own, the H200's driver took it from `memcpy_batch_async_v1`,
//! and refused it from `memcpy_batch_async`.
//!
//! CUDA 13.0 took a parameter out of both batch functions. The forms with `_v1` are those of 12.8 and 12.9, which
//! drivers export still: they also tell which copy of the batch was wrong.
//!
//! [NVIDIA: Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
//!
//! ```no_run
//! use cuda_mem::sys::{CUmemcpyAttributes, CUdeviceptr, CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL};
//!
//! # fn main() -> cuda_mem::Result<()> {
//! # let stream = cuda_mem::stream_create(0)?;
//! let (first, second) = ([1u8; 100], [2u8; 200]);
//! let memory = cuda_mem::mem_alloc(300)?;
//! let attributes = CUmemcpyAttributes {
//!     srcAccessOrder: CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL,
//!     ..CUmemcpyAttributes::default()
//! };
//! let destinations = [memory, memory + 100];
//! let sources = [first.as_ptr() as CUdeviceptr, second.as_ptr() as CUdeviceptr];
//! // One set of attributes, for all copies from number 0 on.
//! // SAFETY: all ranges are in their buffers, and the two arrays may go when the call returns.
//! unsafe {
//!     cuda_mem::memcpy_batch_async(&destinations, &sources, &[100, 200], &[attributes], &[0], stream)?;
//!     cuda_mem::stream_synchronize(stream)?;
//!     cuda_mem::mem_free(memory)
//! }
//! # }
//! ```

use super::sys;
use crate::call::input;
use crate::{Error, Result};
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::{CUdeviceptr, CUmemcpyAttributes, CUstream, CUDA_MEMCPY3D_BATCH_OP};

/// Queues a batch of copies between addresses, host or device: `sizes[i]` bytes from `srcs[i]` to `dsts[i]`.
///
/// `attrs[k]` applies to the copies from number `attrs_idxs[k]` up to the next entry's, the last one to all that
/// remain. The first entry must be 0, and each be greater than the one before and less than the number of copies. All
/// five lists are read before the call returns. Stream-ordered; `stream` must not be the legacy default stream. Since
/// CUDA 13.0: in drivers before it, a [missing symbol](crate::Error::is_no_symbol), and [`memcpy_batch_async_v1`] is
/// the form to call.
///
/// # Safety
///
/// Every range must be valid: device allocations, or host memory that may be read or written. No copy may touch what
/// another one writes. Until the stream has done the batch, destinations must not be used, and sources not be changed
/// (sources with `…_DURING_API_CALL`: until the call returns), not even after an error of the driver's. `stream` must
/// not be destroyed.
///
/// # Errors
///
/// An error of the driver's need not mean that nothing was queued: where the second of two copies was of size 0, an
/// H200 made the first.
///
/// - `CUDA_ERROR_INVALID_VALUE` by this crate, without a call ([`Origin::Arguments`](crate::Origin::Arguments)):
///   `dsts`, `srcs` and `sizes` are not equally long, or `attrs` and `attrs_idxs` are not.
/// - `CUDA_ERROR_INVALID_VALUE` by the driver: no copies, or no attributes; a size is 0; an access order is none of
///   the three; a location hint is of no known type, or names a device that does not exist; `attrs_idxs` does not
///   start with 0 or does not ascend; the stream is null or the legacy default stream.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyBatchAsync")]
#[inline]
pub unsafe fn memcpy_batch_async(
    dsts: &[CUdeviceptr],
    srcs: &[CUdeviceptr],
    sizes: &[usize],
    attrs: &[CUmemcpyAttributes],
    attrs_idxs: &[usize],
    stream: CUstream,
) -> Result<()> {
    let count = dsts.len();
    if srcs.len() != count || sizes.len() != count || attrs.len() != attrs_idxs.len() {
        return Err(Error::of_arguments(&"cuMemcpyBatchAsync"));
    }
    // SAFETY: the lists are as long as the counts say; the caller vouches for the ranges and the stream.
    unsafe {
        call!(cuMemcpyBatchAsync(
            input(dsts),
            input(srcs),
            input(sizes),
            count,
            input(attrs),
            input(attrs_idxs),
            attrs.len(),
            stream,
        ))
    }
}

/// Queues a batch of copies between addresses, as [`memcpy_batch_async`] does, and says which copy was wrong.
///
/// If the driver finds a fault in the batch, it sets `fail_idx` to that copy's number, or to `usize::MAX` if the
/// fault is in none of them. Stream-ordered; since CUDA 12.8. Drivers of 13.0 and later export it still.
///
/// # Safety
///
/// As [`memcpy_batch_async`].
///
/// # Errors
///
/// As [`memcpy_batch_async`]; the error names `cuMemcpyBatchAsync_v1`.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/archive/12.9.1/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyBatchAsync_v1")]
#[inline]
#[allow(clippy::too_many_arguments)] // C's, less the two counts
pub unsafe fn memcpy_batch_async_v1(
    dsts: &[CUdeviceptr],
    srcs: &[CUdeviceptr],
    sizes: &[usize],
    attrs: &[CUmemcpyAttributes],
    attrs_idxs: &[usize],
    fail_idx: &mut usize,
    stream: CUstream,
) -> Result<()> {
    let count = dsts.len();
    if srcs.len() != count || sizes.len() != count || attrs.len() != attrs_idxs.len() {
        return Err(Error::of_arguments(&"cuMemcpyBatchAsync_v1"));
    }
    // SAFETY: the lists are as long as the counts say, the index is writable; the caller vouches for the ranges and
    // the stream.
    unsafe {
        call!(cuMemcpyBatchAsync_v1(
            input(dsts),
            input(srcs),
            input(sizes),
            count,
            input(attrs),
            input(attrs_idxs),
            attrs.len(),
            fail_idx,
            stream,
        ))
    }
}

/// Queues a batch of copies of boxes, between plain memory and arrays in any combination.
///
/// Each operation has two sides ([`pointer_operand`](crate::pointer_operand),
/// [`array_operand`](crate::array_operand)), an extent in *elements* with no 0 in it, and an access order;
/// [`batch_op`](crate::batch_op) makes one. An element is the array's, or a byte if both sides are plain memory; two
/// arrays must have elements of one size. `flags` must be 0. The list is read before the call returns.
/// Stream-ordered; `stream` must not be the legacy default stream. Since CUDA 13.0: in drivers before it, a [missing
/// symbol](crate::Error::is_no_symbol), and [`memcpy3d_batch_async_v1`] is the form to call.
///
/// # Safety
///
/// Every box must be valid on both sides, and arrays not destroyed. No copy may touch what another one writes. Until
/// the stream has done the batch, destinations must not be used, and sources not be changed (sources with
/// `…_DURING_API_CALL`: until the call returns), not even after an error of the driver's. `stream` must not be
/// destroyed.
///
/// # Errors
///
/// An H200 looks at all operations before it queues any; other drivers may not.
///
/// - `CUDA_ERROR_INVALID_VALUE`: `flags` is not 0; there are no operations; an extent is 0; a row length is below the
///   width or a layer height below the height, and not 0; an access order is none of the three; a box leaves its
///   array; the stream is null or the legacy default stream.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DBatchAsync")]
#[inline]
pub unsafe fn memcpy3d_batch_async(
    op_list: &[CUDA_MEMCPY3D_BATCH_OP],
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the list is as long as the count says; the caller vouches for what it names, and the stream.
    unsafe { call!(cuMemcpy3DBatchAsync(op_list.len(), input(op_list), flags, stream)) }
}

/// Queues a batch of copies of boxes, as [`memcpy3d_batch_async`] does, and says which copy was wrong.
///
/// If the driver finds a fault in the batch, it sets `fail_idx` to that operation's number, or to `usize::MAX` if the
/// fault is in none of them. Stream-ordered; since CUDA 12.8. Drivers of 13.0 and later export it still.
///
/// # Safety
///
/// As [`memcpy3d_batch_async`].
///
/// # Errors
///
/// As [`memcpy3d_batch_async`]; the error names `cuMemcpy3DBatchAsync_v1`.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/archive/12.9.1/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpy3DBatchAsync_v1")]
#[inline]
pub unsafe fn memcpy3d_batch_async_v1(
    op_list: &[CUDA_MEMCPY3D_BATCH_OP],
    fail_idx: &mut usize,
    flags: c_ulonglong,
    stream: CUstream,
) -> Result<()> {
    // SAFETY: the list is as long as the count says, the index is writable; the caller vouches for what the list
    // names, and the stream.
    unsafe {
        call!(cuMemcpy3DBatchAsync_v1(
            op_list.len(),
            input(op_list),
            fail_idx,
            flags,
            stream,
        ))
    }
}

/// Queues one copy of `size` bytes between addresses, host or device, with the attributes of a batch.
///
/// Stream-ordered, but the source is read as `attr.srcAccessOrder` allows. Since CUDA 13.2: in drivers before it, a
/// [missing symbol](crate::Error::is_no_symbol).
///
/// # Safety
///
/// As [`memcpy_batch_async`], for this one copy.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the access order is none of the three, or an address is null.
/// - `CUDA_ERROR_INVALID_HANDLE`: no such stream.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuMemcpyWithAttributesAsync")]
#[inline]
pub unsafe fn memcpy_with_attributes_async(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    size: usize,
    attr: &CUmemcpyAttributes,
    stream: CUstream,
) -> Result<()> {
    let attr: *const CUmemcpyAttributes = attr;
    // SAFETY: the attributes are readable, and an input; the caller vouches for the ranges and the stream.
    unsafe { call!(cuMemcpyWithAttributesAsync(dst, src, size, attr as *mut _, stream)) }
}

// Inline, since this file is compiled in two places.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    const NO_STREAM: CUstream = core::ptr::null_mut();

    /// Refused with the function's name, and not by a driver: there, the addresses would be wrong too.
    fn assert_refused(result: Result<()>, function: &str) {
        let error = result.expect_err("lengths that differ");
        assert_eq!(error.origin(), Origin::Arguments, "{error}");
        assert_eq!(
            error.to_string(),
            format!(
                "{function}: CUDA_ERROR_INVALID_VALUE (1): the lengths of the slices differ, or do not fit what the \
                 function counts with; the driver was not called"
            )
        );
    }

    #[test]
    fn each_list_of_another_length_is_refused_without_a_call() {
        let attributes = [CUmemcpyAttributes::default(); 3];
        let (addresses, numbers) = ([0x1000; 3], [1, 2, 3]);
        // How many of each list: one of the first three differs, or one of the last two.
        for lengths in [
            [3, 2, 2, 1, 1],
            [2, 3, 2, 1, 1],
            [2, 2, 3, 1, 1],
            [2, 2, 2, 2, 1],
            [2, 2, 2, 1, 2],
            [2, 2, 2, 0, 1],
            [0, 1, 1, 1, 1],
        ] {
            let [dsts, srcs, sizes, attrs, idxs] = lengths;
            let (dsts, srcs, sizes) = (&addresses[..dsts], &addresses[..srcs], &numbers[..sizes]);
            let (attrs, idxs) = (&attributes[..attrs], &numbers[..idxs]);
            // SAFETY: the lengths are refused, so nothing is copied.
            let result = unsafe { memcpy_batch_async(dsts, srcs, sizes, attrs, idxs, NO_STREAM) };
            assert_refused(result, "cuMemcpyBatchAsync");
            let mut fail_idx = 77;
            // SAFETY: as above.
            let result =
                unsafe { memcpy_batch_async_v1(dsts, srcs, sizes, attrs, idxs, &mut fail_idx, NO_STREAM) };
            assert_refused(result, "cuMemcpyBatchAsync_v1");
            assert_eq!(fail_idx, 77, "what the driver did not see, it did not judge");
        }
    }

    /// The attributes need not be as many as the copies: this goes through to the driver, which is not initialised
    /// and would refuse access order 0, or is not there.
    #[test]
    fn fewer_attributes_than_copies_are_no_mismatch() {
        let attributes = [CUmemcpyAttributes::default()];
        // SAFETY: access order 0 is refused by any driver; the addresses are not used.
        let result = unsafe { memcpy_batch_async(&[16; 2], &[16; 2], &[1; 2], &attributes, &[0], NO_STREAM) };
        let error = result.expect_err("no driver takes this");
        assert_ne!(error.origin(), Origin::Arguments, "{error}");
    }
}
