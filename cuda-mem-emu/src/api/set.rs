//! Fills of memory with a value.

use crate::core::memory::{Accept, Place};
use crate::core::range::{Extent, Fill, Side, Value};
use crate::core::work::Work;
use crate::entry::{check, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::{c_uchar, c_uint, c_ushort};
use cuda_mem_sys::*;

entry_points! {
    fn d8 = cuMemsetD8_v2, per thread cuMemsetD8_v2_ptds: (call, to: CUdeviceptr, value: c_uchar, count: usize) {
        blocking(call, to, Value::One(value), row(count))
    }

    fn d16 = cuMemsetD16_v2, per thread cuMemsetD16_v2_ptds: (
        call,
        to: CUdeviceptr,
        value: c_ushort,
        count: usize,
    ) {
        blocking(call, to, Value::Two(value), row(count))
    }

    fn d32 = cuMemsetD32_v2, per thread cuMemsetD32_v2_ptds: (
        call,
        to: CUdeviceptr,
        value: c_uint,
        count: usize,
    ) {
        blocking(call, to, Value::Four(value), row(count))
    }

    fn d2d8 = cuMemsetD2D8_v2, per thread cuMemsetD2D8_v2_ptds: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_uchar,
        width: usize,
        height: usize,
    ) {
        blocking(call, to, Value::One(value), Rows { pitch, width, height })
    }

    fn d2d16 = cuMemsetD2D16_v2, per thread cuMemsetD2D16_v2_ptds: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_ushort,
        width: usize,
        height: usize,
    ) {
        blocking(call, to, Value::Two(value), Rows { pitch, width, height })
    }

    fn d2d32 = cuMemsetD2D32_v2, per thread cuMemsetD2D32_v2_ptds: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_uint,
        width: usize,
        height: usize,
    ) {
        blocking(call, to, Value::Four(value), Rows { pitch, width, height })
    }

    fn d8_async = cuMemsetD8Async, per thread cuMemsetD8Async_ptsz: (
        call,
        to: CUdeviceptr,
        value: c_uchar,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::One(value), row(count), stream)
    }

    fn d16_async = cuMemsetD16Async, per thread cuMemsetD16Async_ptsz: (
        call,
        to: CUdeviceptr,
        value: c_ushort,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::Two(value), row(count), stream)
    }

    fn d32_async = cuMemsetD32Async, per thread cuMemsetD32Async_ptsz: (
        call,
        to: CUdeviceptr,
        value: c_uint,
        count: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::Four(value), row(count), stream)
    }

    fn d2d8_async = cuMemsetD2D8Async, per thread cuMemsetD2D8Async_ptsz: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_uchar,
        width: usize,
        height: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::One(value), Rows { pitch, width, height }, stream)
    }

    fn d2d16_async = cuMemsetD2D16Async, per thread cuMemsetD2D16Async_ptsz: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_ushort,
        width: usize,
        height: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::Two(value), Rows { pitch, width, height }, stream)
    }

    fn d2d32_async = cuMemsetD2D32Async, per thread cuMemsetD2D32Async_ptsz: (
        call,
        to: CUdeviceptr,
        pitch: usize,
        value: c_uint,
        width: usize,
        height: usize,
        stream: CUstream,
    ) {
        ordered(call, to, Value::Four(value), Rows { pitch, width, height }, stream)
    }
}

/// What is filled; the width counts values.
struct Rows {
    pitch: usize,
    width: usize,
    height: usize,
}

fn row(width: usize) -> Rows {
    Rows { pitch: 0, width, height: 1 }
}

fn blocking(call: &Call, to: CUdeviceptr, value: Value, rows: Rows) -> Outcome {
    let mut driver = call.context()?;
    let stream = driver.default_stream(call.per_thread)?;
    // The host waits only where it can see the memory.
    if let Some((point, place)) = driver.fill(stream, to, value, rows)? {
        if matches!(place, Place::Managed | Place::Pinned) {
            driver.run(point);
        }
    }
    Ok(())
}

fn ordered(call: &Call, to: CUdeviceptr, value: Value, rows: Rows, stream: CUstream) -> Outcome {
    let (mut driver, stream) = super::stream::of(call, stream)?;
    driver.fill(stream, to, value, rows)?;
    Ok(())
}

impl Session<'_> {
    fn fill(
        &mut self,
        stream: u64,
        address: u64,
        value: Value,
        rows: Rows,
    ) -> Outcome<Option<(crate::core::stream::Point, Place)>> {
        let (size, pitch) = (value.size(), rows.pitch as u64);
        let width = (rows.width as u64).checked_mul(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let extent = Extent { width, rows: rows.height as u64, slices: 1 };
        if extent.is_empty() {
            return Ok(None);
        }
        check(address % size == 0)?;
        // One row has no next one, so its pitch does not matter.
        check(rows.height == 1 || (pitch >= width && pitch % size == 0))?;
        let to = Side { address, pitch, slice: 0 };
        let (first, length) = to.span(extent).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let place = self.reach(self.call.symbol, first, length, Accept::Device, true)?;
        let sides = if place == Place::Multicast { self.members(&to, extent)? } else { vec![to] };
        let mut point = (stream, 0);
        for to in sides {
            point = self.push(stream, Work::Fill(Fill { to, value, extent }));
        }
        if self.waits(address) {
            self.run(point);
        }
        Ok(Some((point, place)))
    }
}
