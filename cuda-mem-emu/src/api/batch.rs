//! Many copies in one call.

use crate::api::copy::When;
use crate::core::memory::{Accept, Place};
use crate::core::range::{Copy, Extent, Side};
use crate::entry::{check, list, put, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::*;

entry_points! {
    fn rows = cuMemcpyBatchAsync_v2, per thread cuMemcpyBatchAsync_v2_ptsz: (
        call,
        to: *mut CUdeviceptr,
        from: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attributes: *mut CUmemcpyAttributes,
        starts: *mut usize,
        attribute_count: usize,
        stream: CUstream,
    ) {
        let mut failed = usize::MAX;
        // SAFETY: the caller's.
        unsafe { copy_rows(call, (to, from, sizes, count), (attributes, starts, attribute_count), stream, &mut failed) }
    }

    fn rows_v1 = cuMemcpyBatchAsync, per thread cuMemcpyBatchAsync_ptsz: (
        call,
        to: *mut CUdeviceptr,
        from: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attributes: *mut CUmemcpyAttributes,
        starts: *mut usize,
        attribute_count: usize,
        fail_index: *mut usize,
        stream: CUstream,
    ) {
        let mut failed = usize::MAX;
        // SAFETY: the caller's.
        unsafe {
            let lists = (to as *const _, from as *const _, sizes as *const _, count);
            let attributes = (attributes as *const _, starts as *const _, attribute_count);
            // Measured on H200: the older form takes null for the thread's own stream, where it means that.
            let own = call.per_thread && stream.is_null();
            let stream = if own { CU_STREAM_PER_THREAD } else { stream };
            let done = copy_rows(call, lists, attributes, stream, &mut failed);
            put_failed(done, fail_index, failed)
        }
    }

    fn boxes = cuMemcpy3DBatchAsync_v2, per thread cuMemcpy3DBatchAsync_v2_ptsz: (
        call,
        count: usize,
        operations: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        let mut failed = usize::MAX;
        // SAFETY: the caller's.
        unsafe { copy_boxes(call, count, operations, flags, stream, &mut failed) }
    }

    fn boxes_v1 = cuMemcpy3DBatchAsync, per thread cuMemcpy3DBatchAsync_ptsz: (
        call,
        count: usize,
        operations: *mut CUDA_MEMCPY3D_BATCH_OP,
        fail_index: *mut usize,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        let mut failed = usize::MAX;
        // SAFETY: the caller's.
        unsafe {
            let done = copy_boxes(call, count, operations, flags, stream, &mut failed);
            put_failed(done, fail_index, failed)
        }
    }

    fn with_attributes = cuMemcpyWithAttributesAsync, per thread cuMemcpyWithAttributesAsync_ptsz: (
        call,
        to: CUdeviceptr,
        from: CUdeviceptr,
        size: usize,
        attributes: *mut CUmemcpyAttributes,
        stream: CUstream,
    ) {
        let (mut driver, stream) = explicit(call, stream)?;
        // SAFETY: null or the record.
        let attributes = unsafe { attributes.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let order = order(attributes.srcAccessOrder, attributes.flags)?;
        let planned = driver.plan_row(to, from, size)?;
        driver.start(stream, vec![(planned, order)])
    }

    fn box_with_attributes = cuMemcpy3DWithAttributesAsync, per thread cuMemcpy3DWithAttributesAsync_ptsz: (
        call,
        operation: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        let mut failed = usize::MAX;
        // SAFETY: the caller's.
        unsafe { copy_boxes(call, 1, operation, flags, stream, &mut failed) }
    }
}

/// The older forms say which copy was at fault.
///
/// # Safety
///
/// `out` is null or writable.
unsafe fn put_failed(done: Outcome, out: *mut usize, failed: usize) -> Outcome {
    if done.is_err() && !out.is_null() {
        // SAFETY: not null, so writable.
        unsafe { put(out, failed) }?;
    }
    done
}

/// Batches run in streams of the program's own, or in the thread's default stream by its name; null names none, not
/// even in the newer forms for per-thread streams.
pub(super) fn explicit(call: &Call, stream: CUstream) -> Outcome<(Session<'_>, u64)> {
    check(!stream.is_null() && stream != CU_STREAM_LEGACY)?;
    super::stream::of(call, stream)
}

/// When a source may be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// In the stream's order. A copy that allows any time is read then too.
    Stream,
    /// Before the call returns.
    Call,
}

fn order(order: CUmemcpySrcAccessOrder, flags: u32) -> Outcome<Order> {
    check(flags <= CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE.0)?;
    match order {
        CU_MEMCPY_SRC_ACCESS_ORDER_STREAM | CU_MEMCPY_SRC_ACCESS_ORDER_ANY => Ok(Order::Stream),
        CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL => Ok(Order::Call),
        _ => Err(CUDA_ERROR_INVALID_VALUE),
    }
}

type Planned = (Copy, Place, Place);

/// # Safety
///
/// The lists have as many entries as their counts say.
unsafe fn copy_rows(
    call: &Call,
    (to, from, sizes, count): (*const CUdeviceptr, *const CUdeviceptr, *const usize, usize),
    (attributes, starts, attribute_count): (*const CUmemcpyAttributes, *const usize, usize),
    stream: CUstream,
    failed: &mut usize,
) -> Outcome {
    let (mut driver, stream) = explicit(call, stream)?;
    check(count != 0 && attribute_count != 0 && attribute_count <= count)?;
    // SAFETY: the caller's.
    let (to, from, sizes) = unsafe { (list(to, count)?, list(from, count)?, list(sizes, count)?) };
    // SAFETY: the caller's.
    let (attributes, starts) = unsafe { (list(attributes, attribute_count)?, list(starts, attribute_count)?) };
    // Each start says from which copy on its attributes hold.
    let rising = starts.windows(2).all(|pair| pair[0] < pair[1]);
    check(starts.first() == Some(&0) && rising && starts.last() < Some(&count))?;
    attributes.iter().try_for_each(|a| driver.hint(&a.srcLocHint).and(driver.hint(&a.dstLocHint)))?;
    let orders = attributes.iter().map(|a| order(a.srcAccessOrder, a.flags)).collect::<Outcome<Vec<Order>>>()?;
    let mut planned = Vec::with_capacity(count);
    for index in 0..count {
        *failed = index;
        let group = starts.partition_point(|&start| start <= index).saturating_sub(1);
        match driver.plan_row(to[index], from[index], sizes[index]) {
            Ok(copy) => planned.push((copy, orders.get(group).copied().unwrap_or(Order::Stream))),
            Err(code) => return driver.start_before(stream, planned, code),
        }
    }
    *failed = usize::MAX;
    driver.apart(&planned)?;
    driver.start(stream, planned)
}

/// # Safety
///
/// There are as many operations as the count says.
unsafe fn copy_boxes(
    call: &Call,
    count: usize,
    operations: *const CUDA_MEMCPY3D_BATCH_OP,
    flags: c_ulonglong,
    stream: CUstream,
    failed: &mut usize,
) -> Outcome {
    let (mut driver, stream) = explicit(call, stream)?;
    check(count != 0 && flags == 0)?;
    // SAFETY: the caller's.
    let operations = unsafe { list(operations, count) }?;
    let mut planned = Vec::with_capacity(count);
    for (index, operation) in operations.iter().enumerate() {
        *failed = index;
        let order = order(operation.srcAccessOrder, operation.flags);
        // Boxes are looked at before any is copied; rows are not (measured on H200).
        planned.push(order.and_then(|order| Ok((driver.plan_box(operation)?, order)))?);
    }
    *failed = usize::MAX;
    driver.apart(&planned)?;
    driver.start(stream, planned)
}

impl Session<'_> {
    /// Where memory is said to be: a kind of place that there is, and if that is a device, one that there is. Operands
    /// of boxes may say anything (measured on H200).
    fn hint(&self, location: &CUmemLocation) -> Outcome {
        let device = location.type_ == CU_MEM_LOCATION_TYPE_DEVICE;
        check(location.type_.0 <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT.0)?;
        check(!device || self.device(location.id()).is_ok())
    }

    fn plan_row(&self, to: u64, from: u64, size: usize) -> Outcome<Planned> {
        check(size != 0)?;
        let extent = Extent::flat(size as u64);
        let (to, from) = (Side::flat(to), Side::flat(from));
        let to_place = self.side(&to, extent, Accept::Unified, true)?;
        let from_place = self.side(&from, extent, Accept::Unified, false)?;
        Ok((Copy { to, from, extent }, to_place, from_place))
    }

    fn plan_box(&self, operation: &CUDA_MEMCPY3D_BATCH_OP) -> Outcome<Planned> {
        let e = &operation.extent;
        check(e.width != 0 && e.height != 0 && e.depth != 0)?;
        // Widths count the elements of the arrays that take part, or bytes where none does.
        let sizes = [self.element(&operation.src)?, self.element(&operation.dst)?];
        let size = sizes.into_iter().flatten().max().unwrap_or(1);
        check(sizes.into_iter().flatten().all(|own| own == size))?;
        let width = (e.width as u64).checked_mul(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let extent = Extent { width, rows: e.height as u64, slices: e.depth as u64 };
        let (to, to_place) = self.operand(&operation.dst, extent, size, true)?;
        let (from, from_place) = self.operand(&operation.src, extent, size, false)?;
        Ok((Copy { to, from, extent }, to_place, from_place))
    }

    /// The element size of an operand that is an array.
    fn element(&self, operand: &CUmemcpy3DOperand) -> Outcome<Option<u64>> {
        if operand.type_ != CU_MEMCPY_OPERAND_TYPE_ARRAY {
            return Ok(None);
        }
        // SAFETY: the type says which member is set; a handle that is none is found out.
        let array = unsafe { operand.op.array }.array;
        Ok(Some(self.array(array)?.format.size))
    }

    fn operand(&self, operand: &CUmemcpy3DOperand, extent: Extent, size: u64, write: bool) -> Outcome<(Side, Place)> {
        match operand.type_ {
            CU_MEMCPY_OPERAND_TYPE_ARRAY => {
                // SAFETY: the type says which member is set.
                let array = unsafe { operand.op.array };
                let x = (array.offset.x as u64).checked_mul(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
                self.array_side(array.array, (x, array.offset.y as u64, array.offset.z as u64), extent)
            }
            CU_MEMCPY_OPERAND_TYPE_POINTER => {
                // SAFETY: the type says which member is set.
                let pointer = unsafe { operand.op.ptr };
                let pitch = match pointer.rowLength {
                    0 => extent.width,
                    length => (length as u64).checked_mul(size).ok_or(CUDA_ERROR_INVALID_VALUE)?,
                };
                let height = if pointer.layerHeight == 0 { extent.rows } else { pointer.layerHeight as u64 };
                check(pitch >= extent.width && height >= extent.rows)?;
                let slice = pitch.checked_mul(height).ok_or(CUDA_ERROR_INVALID_VALUE)?;
                let side = Side { address: pointer.ptr, pitch, slice };
                Ok((side, self.side(&side, extent, Accept::Unified, write)?))
            }
            _ => Err(CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// The copies of a batch run in any order, so none may write what another reads or writes. Hardware does not look.
    fn apart(&self, planned: &[(Planned, Order)]) -> Outcome {
        if self.hardware {
            return Ok(());
        }
        // Every range, by its first byte; a written one may meet no other.
        let mut ranges = Vec::with_capacity(planned.len() * 2);
        for (index, ((copy, ..), _)) in planned.iter().enumerate() {
            for (side, written) in [(&copy.to, true), (&copy.from, false)] {
                if let Some((first, length)) = side.span(copy.extent) {
                    ranges.push((first, first + length, written, index));
                }
            }
        }
        ranges.sort_unstable();
        let (mut read_until, mut written_until) = ((0, 0), (0, 0));
        for (first, end, written, index) in ranges {
            let meets = |until: (u64, usize)| first < until.0 && until.1 != index;
            // Rows with gaps between them may lie inside each other: only copies of one row are certain.
            let flat = |index: usize| planned[index].0 .0.extent.rows * planned[index].0 .0.extent.slices == 1;
            let other = if meets(written_until) {
                Some(written_until.1)
            } else if written && meets(read_until) {
                Some(read_until.1)
            } else {
                None
            };
            if let Some(other) = other.filter(|&other| flat(other) && flat(index)) {
                let text = format!("copies {other} and {index} of the batch meet at {first:#x}, and one of them writes there");
                return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
            }
            let until = if written { &mut written_until } else { &mut read_until };
            *until = (*until).max((end, index));
        }
        Ok(())
    }

    /// The copies before one that is wrong are made all the same.
    fn start_before(&mut self, stream: u64, planned: Vec<(Planned, Order)>, wrong: CUresult) -> Outcome {
        self.apart(&planned)?;
        self.start(stream, planned)?;
        Err(wrong)
    }

    fn start(&mut self, stream: u64, planned: Vec<(Planned, Order)>) -> Outcome {
        for ((copy, to, from), order) in planned {
            match order {
                Order::Stream => self.copy_between(stream, copy, to, from, When::Batch)?,
                Order::Call if to == Place::Multicast => {
                    for to in self.members(&copy.to, copy.extent)? {
                        let work = self.gather(Copy { to, ..copy });
                        self.push(stream, work);
                    }
                }
                Order::Call => {
                    let work = self.gather(copy);
                    self.push(stream, work);
                }
            }
        }
        Ok(())
    }
}
