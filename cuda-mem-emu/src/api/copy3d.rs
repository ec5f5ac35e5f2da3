//! Copies of rectangles and boxes, and copies from and to arrays.

use crate::api::copy::When;
use crate::core::memory::{Accept, Place};
use crate::core::range::{Copy, Extent, Side};
use crate::entry::{check, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;

entry_points! {
    fn copy_2d = cuMemcpy2D_v2, per thread cuMemcpy2D_v2_ptds: (call, copy: *const CUDA_MEMCPY2D) {
        // SAFETY: null or the record.
        run(call, unsafe { flat(copy) }?, None)
    }

    fn copy_2d_unaligned = cuMemcpy2DUnaligned_v2, per thread cuMemcpy2DUnaligned_v2_ptds: (
        call,
        copy: *const CUDA_MEMCPY2D,
    ) {
        // SAFETY: null or the record.
        run(call, unsafe { flat(copy) }?, None)
    }

    fn copy_2d_async = cuMemcpy2DAsync_v2, per thread cuMemcpy2DAsync_v2_ptsz: (
        call,
        copy: *const CUDA_MEMCPY2D,
        stream: CUstream,
    ) {
        // SAFETY: null or the record.
        run(call, unsafe { flat(copy) }?, Some(stream))
    }

    fn copy_3d = cuMemcpy3D_v2, per thread cuMemcpy3D_v2_ptds: (call, copy: *const CUDA_MEMCPY3D) {
        // SAFETY: null or the record.
        run(call, unsafe { deep(copy) }?, None)
    }

    fn copy_3d_async = cuMemcpy3DAsync_v2, per thread cuMemcpy3DAsync_v2_ptsz: (
        call,
        copy: *const CUDA_MEMCPY3D,
        stream: CUstream,
    ) {
        // SAFETY: null or the record.
        run(call, unsafe { deep(copy) }?, Some(stream))
    }

    fn copy_3d_peer = cuMemcpy3DPeer, per thread cuMemcpy3DPeer_ptds: (call, copy: *const CUDA_MEMCPY3D_PEER) {
        // SAFETY: null or the record.
        run(call, unsafe { peer(copy) }?, None)
    }

    fn copy_3d_peer_async = cuMemcpy3DPeerAsync, per thread cuMemcpy3DPeerAsync_ptsz: (
        call,
        copy: *const CUDA_MEMCPY3D_PEER,
        stream: CUstream,
    ) {
        // SAFETY: null or the record.
        run(call, unsafe { peer(copy) }?, Some(stream))
    }

    fn htoa = cuMemcpyHtoA_v2, per thread cuMemcpyHtoA_v2_ptds: (
        call,
        to: CUarray,
        offset: usize,
        from: *const c_void,
        count: usize,
    ) {
        run(call, row(End::array(to, offset), End::host(from), count), None)
    }

    fn atoh = cuMemcpyAtoH_v2, per thread cuMemcpyAtoH_v2_ptds: (
        call,
        to: *mut c_void,
        from: CUarray,
        offset: usize,
        count: usize,
    ) {
        run(call, row(End::host(to), End::array(from, offset), count), None)
    }

    fn dtoa = cuMemcpyDtoA_v2, per thread cuMemcpyDtoA_v2_ptds: (
        call,
        to: CUarray,
        offset: usize,
        from: CUdeviceptr,
        count: usize,
    ) {
        run(call, row(End::array(to, offset), End::device(from), count), None)
    }

    fn atod = cuMemcpyAtoD_v2, per thread cuMemcpyAtoD_v2_ptds: (
        call,
        to: CUdeviceptr,
        from: CUarray,
        offset: usize,
        count: usize,
    ) {
        run(call, row(End::device(to), End::array(from, offset), count), None)
    }

    fn atoa = cuMemcpyAtoA_v2, per thread cuMemcpyAtoA_v2_ptds: (
        call,
        to: CUarray,
        to_offset: usize,
        from: CUarray,
        from_offset: usize,
        count: usize,
    ) {
        run(call, row(End::array(to, to_offset), End::array(from, from_offset), count), None)
    }

    fn htoa_async = cuMemcpyHtoAAsync_v2, per thread cuMemcpyHtoAAsync_v2_ptsz: (
        call,
        to: CUarray,
        offset: usize,
        from: *const c_void,
        count: usize,
        stream: CUstream,
    ) {
        run(call, row(End::array(to, offset), End::host(from), count), Some(stream))
    }

    fn atoh_async = cuMemcpyAtoHAsync_v2, per thread cuMemcpyAtoHAsync_v2_ptsz: (
        call,
        to: *mut c_void,
        from: CUarray,
        offset: usize,
        count: usize,
        stream: CUstream,
    ) {
        run(call, row(End::host(to), End::array(from, offset), count), Some(stream))
    }
}

/// One end of a copy, as the records describe it.
#[derive(Clone, Copy)]
pub(super) struct End {
    kind: CUmemorytype,
    address: u64,
    array: CUarray,
    /// Bytes in the row, row, slice.
    at: (u64, u64, u64),
    /// Bytes from row to row, rows from slice to slice; 0 where the copy's own extent is meant.
    pitch: u64,
    height: u64,
    /// Has to be 0 for an array: a level of a mipmapped one is an array by itself.
    level: usize,
    context: CUcontext,
}

impl End {
    fn new(kind: CUmemorytype) -> End {
        End {
            kind,
            address: 0,
            array: std::ptr::null_mut(),
            at: (0, 0, 0),
            pitch: 0,
            height: 0,
            level: 0,
            context: std::ptr::null_mut(),
        }
    }

    fn host(pointer: *const c_void) -> End {
        End { address: pointer as u64, ..End::new(CU_MEMORYTYPE_HOST) }
    }

    fn device(address: CUdeviceptr) -> End {
        End { address, ..End::new(CU_MEMORYTYPE_DEVICE) }
    }

    fn array(array: CUarray, offset: usize) -> End {
        End { array, at: (offset as u64, 0, 0), ..End::new(CU_MEMORYTYPE_ARRAY) }
    }

    /// A record's end; the type says which of its addresses counts.
    fn of(kind: CUmemorytype, host: *const c_void, device: CUdeviceptr, array: CUarray) -> End {
        let address = if kind == CU_MEMORYTYPE_HOST { host as u64 } else { device };
        End { address, array, ..End::new(kind) }
    }
}

/// A copy, as the records describe it.
struct Request {
    to: End,
    from: End,
    extent: Extent,
}

fn row(to: End, from: End, count: usize) -> Request {
    Request { to, from, extent: Extent::flat(count as u64) }
}

/// # Safety
///
/// Null, or a record.
unsafe fn flat(copy: *const CUDA_MEMCPY2D) -> Outcome<Request> {
    // SAFETY: the caller's.
    let c = unsafe { copy.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
    let to = End::of(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray);
    let from = End::of(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray);
    Ok(Request {
        to: End { at: (c.dstXInBytes as u64, c.dstY as u64, 0), pitch: c.dstPitch as u64, ..to },
        from: End { at: (c.srcXInBytes as u64, c.srcY as u64, 0), pitch: c.srcPitch as u64, ..from },
        extent: Extent { width: c.WidthInBytes as u64, rows: c.Height as u64, slices: 1 },
    })
}

/// The fields that CUDA_MEMCPY3D and its peer form have in common.
macro_rules! boxes {
    ($c:expr) => {{
        let c = $c;
        let to = End::of(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray);
        let from = End::of(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray);
        Request {
            to: End {
                at: (c.dstXInBytes as u64, c.dstY as u64, c.dstZ as u64),
                pitch: c.dstPitch as u64,
                height: c.dstHeight as u64,
                level: c.dstLOD,
                ..to
            },
            from: End {
                at: (c.srcXInBytes as u64, c.srcY as u64, c.srcZ as u64),
                pitch: c.srcPitch as u64,
                height: c.srcHeight as u64,
                level: c.srcLOD,
                ..from
            },
            extent: Extent { width: c.WidthInBytes as u64, rows: c.Height as u64, slices: c.Depth as u64 },
        }
    }};
}

/// # Safety
///
/// Null, or a record.
unsafe fn deep(copy: *const CUDA_MEMCPY3D) -> Outcome<Request> {
    // SAFETY: the caller's.
    Ok(boxes!(unsafe { copy.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?))
}

/// # Safety
///
/// Null, or a record.
unsafe fn peer(copy: *const CUDA_MEMCPY3D_PEER) -> Outcome<Request> {
    // SAFETY: the caller's.
    let c = unsafe { copy.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
    let mut request = boxes!(c);
    (request.to.context, request.from.context) = (c.dstContext, c.srcContext);
    Ok(request)
}

/// Does a copy; without a stream it is a blocking one, in the default stream.
fn run(call: &Call, request: Request, stream: Option<CUstream>) -> Outcome {
    let (mut driver, stream, when) = match stream {
        Some(stream) => {
            let (driver, stream) = super::stream::of(call, stream)?;
            (driver, stream, When::Ordered)
        }
        None => {
            let mut driver = call.context()?;
            let stream = driver.default_stream(call.per_thread)?;
            (driver, stream, When::Blocking)
        }
    };
    let extent = request.extent;
    if extent.is_empty() {
        // Whatever else the record says (measured on H200).
        return Ok(());
    }
    let known = [CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED];
    check(known.contains(&request.to.kind) && known.contains(&request.from.kind))?;
    driver.peers(request.to.context, request.from.context)?;
    let (mut to, to_place) = driver.end(&request.to, extent, true)?;
    let (mut from, from_place) = driver.end(&request.from, extent, false)?;
    driver.layers_of_rows(&request.from, &mut from, &request.to);
    driver.layers_of_rows(&request.to, &mut to, &request.from);
    driver.copy_between(stream, Copy { to, from, extent }, to_place, from_place, when)
}

impl Session<'_> {
    /// Where the rows of one end lie.
    fn end(&self, end: &End, extent: Extent, write: bool) -> Outcome<(Side, Place)> {
        if end.kind == CU_MEMORYTYPE_ARRAY {
            check(end.level == 0)?;
            return self.array_side(end.array, end.at, extent);
        }
        let accept = if end.kind == CU_MEMORYTYPE_DEVICE { Accept::Device } else { Accept::Unified };
        let (x, y, z) = end.at;
        let ends = |first: u64, count: u64| first.checked_add(count).ok_or(CUDA_ERROR_INVALID_VALUE);
        // A pitch that is 0 means rows without gaps. Where there is one row, any other may be over the limit, but not
        // too small (measured on H200).
        let pitch = if end.pitch == 0 { ends(x, extent.width)? } else { end.pitch };
        let limit = self.devices.get(self.device_index());
        let limit = limit.and_then(|device| device.attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH)).unwrap_or(0);
        check(pitch >= ends(x, extent.width)?)?;
        check(pitch <= limit as u64 || extent.rows * extent.slices == 1)?;
        let height = if end.height == 0 { ends(y, extent.rows)? } else { end.height };
        if extent.slices > 1 || end.height != 0 {
            check(height >= ends(y, extent.rows)?)?;
        }
        let slice = pitch.checked_mul(height).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let first = || {
            let rows = y.checked_mul(pitch)?.checked_add(x)?;
            end.address.checked_add(z.checked_mul(slice)?)?.checked_add(rows)
        };
        // An offset must not make a null address look like one that is not.
        check(end.address != 0)?;
        let address = first().ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let side = Side { address, pitch, slice };
        Ok((side, self.side(&side, extent, accept, write)?))
    }

    /// Device memory that is copied from or to an array with layers of one dimension has its slices a row apart,
    /// whatever height the record says; host memory has not (measured on H200).
    fn layers_of_rows(&self, end: &End, side: &mut Side, other: &End) {
        let layers = other.kind == CU_MEMORYTYPE_ARRAY
            && self.array(other.array).map_or(false, |array| array.has_layers_of_rows());
        if layers && [CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED].contains(&end.kind) {
            let z = end.at.2;
            side.address = side.address - z * side.slice + z * side.pitch;
            side.slice = side.pitch;
        }
    }

    /// The part of an array that a copy names.
    pub(super) fn array_side(&self, array: CUarray, at: (u64, u64, u64), extent: Extent) -> Outcome<(Side, Place)> {
        let side = self.array(array)?.side(at, extent);
        let side = side.map_err(|what| self.misuse(CUDA_ERROR_INVALID_VALUE, &what))?;
        Ok((side, Place::Device))
    }
}
