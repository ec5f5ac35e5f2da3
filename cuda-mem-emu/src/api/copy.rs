//! Copies of bytes in a row.

use crate::core::memory::{Accept, Place};
use crate::core::range::{Copy, Extent, Side};
use crate::core::work::Work;
use crate::entry::Outcome;
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;

entry_points! {
    fn unified = cuMemcpy, per thread cuMemcpy_ptds: (call, to: CUdeviceptr, from: CUdeviceptr, count: usize) {
        blocking(call, (to, Accept::Unified), (from, Accept::Unified), count)
    }

    fn htod = cuMemcpyHtoD_v2, per thread cuMemcpyHtoD_v2_ptds: (
        call,
        to: CUdeviceptr,
        from: *const c_void,
        count: usize,
    ) {
        blocking(call, (to, Accept::Device), (from as u64, Accept::Unified), count)
    }

    fn dtoh = cuMemcpyDtoH_v2, per thread cuMemcpyDtoH_v2_ptds: (
        call,
        to: *mut c_void,
        from: CUdeviceptr,
        count: usize,
    ) {
        blocking(call, (to as u64, Accept::Unified), (from, Accept::Device), count)
    }

    fn dtod = cuMemcpyDtoD_v2, per thread cuMemcpyDtoD_v2_ptds: (
        call,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
    ) {
        blocking(call, (to, Accept::Device), (from, Accept::Device), count)
    }

    fn unified_async = cuMemcpyAsync, per thread cuMemcpyAsync_ptsz: (
        call,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, (to, Accept::Unified), (from, Accept::Unified), count, stream)
    }

    fn htod_async = cuMemcpyHtoDAsync_v2, per thread cuMemcpyHtoDAsync_v2_ptsz: (
        call,
        to: CUdeviceptr,
        from: *const c_void,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, (to, Accept::Device), (from as u64, Accept::Unified), count, stream)
    }

    fn dtoh_async = cuMemcpyDtoHAsync_v2, per thread cuMemcpyDtoHAsync_v2_ptsz: (
        call,
        to: *mut c_void,
        from: CUdeviceptr,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, (to as u64, Accept::Unified), (from, Accept::Device), count, stream)
    }

    fn dtod_async = cuMemcpyDtoDAsync_v2, per thread cuMemcpyDtoDAsync_v2_ptsz: (
        call,
        to: CUdeviceptr,
        from: CUdeviceptr,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, (to, Accept::Device), (from, Accept::Device), count, stream)
    }
}

type End = (u64, Accept);

fn blocking(call: &Call, to: End, from: End, count: usize) -> Outcome {
    let mut driver = call.context()?;
    let stream = driver.default_stream(call.per_thread)?;
    let extent = Extent::flat(count as u64);
    let copy = Copy { to: Side::flat(to.0), from: Side::flat(from.0), extent };
    driver.copy(stream, copy, to.1, from.1, When::Blocking)
}

fn ordered(call: &Call, to: End, from: End, count: usize, stream: CUstream) -> Outcome {
    let (mut driver, stream) = super::stream::of(call, stream)?;
    let extent = Extent::flat(count as u64);
    let copy = Copy { to: Side::flat(to.0), from: Side::flat(from.0), extent };
    driver.copy(stream, copy, to.1, from.1, When::Ordered)
}

/// When a copy's call returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// When the host may use both sides.
    Blocking,
    /// When nothing of pageable memory is needed any more.
    Ordered,
    /// At once; both sides are used in the stream's order, as the attributes of a batch say.
    Batch,
}

impl Session<'_> {
    /// Checks both sides of a copy and gives it to a stream.
    pub(super) fn copy(&mut self, stream: u64, copy: Copy, to: Accept, from: Accept, when: When) -> Outcome {
        if copy.extent.is_empty() {
            return Ok(());
        }
        let to = self.side(&copy.to, copy.extent, to, true)?;
        let from = self.side(&copy.from, copy.extent, from, false)?;
        self.copy_between(stream, copy, to, from, when)
    }

    /// Checks the memory of one side.
    pub(super) fn side(&self, side: &Side, extent: Extent, accept: Accept, write: bool) -> Outcome<Place> {
        let (first, length) = side.span(extent).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        self.reach(self.call.symbol, first, length, accept, write)
    }

    /// Gives a copy to a stream, between places that were checked.
    pub(super) fn copy_between(
        &mut self,
        stream: u64,
        copy: Copy,
        to: Place,
        from: Place,
        when: When,
    ) -> Outcome {
        if to == Place::Multicast {
            for to in self.members(&copy.to, copy.extent)? {
                self.copy_between(stream, Copy { to, ..copy }, Place::Device, from, when)?;
            }
            return Ok(());
        }
        // Of pageable memory the driver needs nothing once the call has returned: it was staged, or the copy is done.
        // Programs rely on it, and drop such memory at once.
        let at_once = when == When::Ordered && !self.defer_pageable;
        let work = if at_once && from == Place::Pageable && !to.is_host() {
            self.gather(copy)
        } else {
            Work::Copy(copy)
        };
        let point = self.push(stream, work);
        let device_only = to == Place::Device && from == Place::Device;
        let now = match when {
            When::Blocking => !device_only,
            When::Ordered => (to.is_host() && from.is_host()) || (at_once && to == Place::Pageable),
            When::Batch => false,
        };
        if now || self.waits(copy.to.address) || self.waits(copy.from.address) {
            self.run(point);
        }
        Ok(())
    }

    /// Whether calls wait for the work that uses this memory: CU_POINTER_ATTRIBUTE_SYNC_MEMOPS.
    pub(super) fn waits(&self, address: u64) -> bool {
        self.waiting_ranges > 0 && self.map.find(address).map_or(false, |region| region.sync_memops)
    }

    /// Reads a copy's source now.
    pub(super) fn gather(&mut self, copy: Copy) -> Work {
        let Extent { width, rows, slices } = copy.extent;
        let mut bytes = self.staging.take((width * rows * slices) as usize);
        let to = Side { address: bytes.as_mut_ptr() as u64, pitch: width, slice: width * rows };
        // SAFETY: the source was checked; the vector has room for all rows.
        unsafe { Copy { to, ..copy }.run() };
        Work::Write { bytes, to: copy.to, extent: copy.extent }
    }
}
