//! The two sides of a 2D or 3D copy, and the records that C makes of them.
//!
//! C describes such a copy with one record of 16 or 25 fields. Its `srcMemoryType` and `dstMemoryType` decide which
//! of the other fields the driver reads: with `CU_MEMORYTYPE_HOST` the host pointer, with `CU_MEMORYTYPE_ARRAY` the
//! array, and no pitch. An operand here holds one side, tagged with its [`MemoryType`], so that only fields which
//! count can be given:
//!
//! - [`Operand2d`] for [`memcpy2d`] and its siblings; [`record2d`] joins two of them.
//! - [`Operand3d`] for [`memcpy3d`] and its siblings; [`record3d`] joins two, [`record3d_peer`] with their contexts.
//! - C's own [`CUmemcpy3DOperand`] for batches, which counts in elements and not in bytes; [`pointer_operand`] and
//!   [`array_operand`] make one, and [`batch_op`] joins two.
//!
//! The records' fields are public and have their C names: a program may fill them itself, or change what these
//! functions give. Nothing here calls the driver.
//!
//! ```
//! use cuda_mem::sys::CU_MEMORYTYPE_HOST;
//! use cuda_mem::{record2d, Operand2d};
//!
//! let image = [0u8; 64 * 48];
//! # let device = 0x7000_0000;
//! // 16 bytes of each of 8 rows, from column 4 of row 2, to the start of device memory whose rows are 512 bytes apart.
//! let source = Operand2d::host(image.as_ptr().cast(), 64).at(4, 2);
//! let copy = record2d(source, Operand2d::device(device, 512), 16, 8);
//!
//! assert_eq!(copy.srcMemoryType, CU_MEMORYTYPE_HOST);
//! assert_eq!((copy.srcXInBytes, copy.srcY, copy.srcPitch), (4, 2, 64));
//! assert_eq!((copy.dstDevice, copy.dstPitch), (device, 512));
//! ```
//!
//! [`memcpy2d`]: crate::memcpy2d()
//! [`memcpy3d`]: crate::memcpy3d()

use cuda_mem_sys::ctypes::{c_uint, c_void};
use cuda_mem_sys::*;

/// What kind of memory one side of a copy is, with the address or handle that this kind has: C's `CUmemorytype` and
/// the field that goes with it.
///
/// `P` is `*const c_void` where the side is a source and `*mut c_void` where it is a destination, so that memory
/// which may only be read cannot become a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryType<P> {
    /// Host memory, pageable or pinned: `CU_MEMORYTYPE_HOST`.
    Host(P),
    /// Device memory: `CU_MEMORYTYPE_DEVICE`.
    Device(CUdeviceptr),
    /// A CUDA array, or one level of a mipmapped one: `CU_MEMORYTYPE_ARRAY`.
    Array(CUarray),
    /// An address of the unified address space, host or device; the driver finds out which: `CU_MEMORYTYPE_UNIFIED`.
    Unified(CUdeviceptr),
}

/// One side of a 2D copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand2d<P> {
    /// What and where it is.
    pub memory: MemoryType<P>,
    /// Bytes from the start of one row to the start of the next. 0 means rows without gaps, as wide as the copy (so
    /// measured; C's documentation only says that a pitch may be left out). Not read for an array.
    pub pitch: usize,
    /// Bytes in each row before the copied rectangle; for an array, a multiple of its element's size.
    pub x_in_bytes: usize,
    /// Rows before the copied rectangle.
    pub y: usize,
}

/// One side of a 3D copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand3d<P> {
    /// What and where it is.
    pub memory: MemoryType<P>,
    /// Bytes from the start of one row to the start of the next. Not read for an array.
    pub pitch: usize,
    /// Rows from the start of one slice to the start of the next; may be 0 if the copy has one slice. Not read for an
    /// array.
    pub height: usize,
    /// Bytes in each row before the copied box; for an array, a multiple of its element's size.
    pub x_in_bytes: usize,
    /// Rows in each slice before the copied box.
    pub y: usize,
    /// Slices before the copied box; in a layered array, layers.
    pub z: usize,
    /// C's level of detail. Must be 0: a mipmap's levels are arrays of their own.
    pub lod: usize,
}

/// The side of a 2D copy that is read.
pub type Source2d = Operand2d<*const c_void>;
/// The side of a 2D copy that is written.
pub type Destination2d = Operand2d<*mut c_void>;
/// The side of a 3D copy that is read.
pub type Source3d = Operand3d<*const c_void>;
/// The side of a 3D copy that is written.
pub type Destination3d = Operand3d<*mut c_void>;

impl<P> Operand2d<P> {
    /// Any kind of memory, from its first byte.
    #[inline]
    pub fn new(memory: MemoryType<P>, pitch: usize) -> Self {
        Operand2d {
            memory,
            pitch,
            x_in_bytes: 0,
            y: 0,
        }
    }

    /// Host memory whose rows start `pitch` bytes apart.
    #[inline]
    pub fn host(base: P, pitch: usize) -> Self {
        Operand2d::new(MemoryType::Host(base), pitch)
    }

    /// Device memory whose rows start `pitch` bytes apart.
    #[inline]
    pub fn device(base: CUdeviceptr, pitch: usize) -> Self {
        Operand2d::new(MemoryType::Device(base), pitch)
    }

    /// An array. It has no pitch.
    #[inline]
    pub fn array(array: CUarray) -> Self {
        Operand2d::new(MemoryType::Array(array), 0)
    }

    /// Host or device memory, as the address says, whose rows start `pitch` bytes apart.
    #[inline]
    pub fn unified(base: CUdeviceptr, pitch: usize) -> Self {
        Operand2d::new(MemoryType::Unified(base), pitch)
    }

    /// The same side with the rectangle's first byte at column `x_in_bytes` of row `y`.
    #[inline]
    #[must_use]
    pub fn at(self, x_in_bytes: usize, y: usize) -> Self {
        Operand2d {
            x_in_bytes,
            y,
            ..self
        }
    }
}

impl<P> Operand3d<P> {
    /// Any kind of memory, from its first byte.
    #[inline]
    pub fn new(memory: MemoryType<P>, pitch: usize, height: usize) -> Self {
        Operand3d {
            memory,
            pitch,
            height,
            x_in_bytes: 0,
            y: 0,
            z: 0,
            lod: 0,
        }
    }

    /// Host memory whose rows start `pitch` bytes apart, and whose slices start `height` rows apart.
    #[inline]
    pub fn host(base: P, pitch: usize, height: usize) -> Self {
        Operand3d::new(MemoryType::Host(base), pitch, height)
    }

    /// Device memory whose rows start `pitch` bytes apart, and whose slices start `height` rows apart.
    #[inline]
    pub fn device(base: CUdeviceptr, pitch: usize, height: usize) -> Self {
        Operand3d::new(MemoryType::Device(base), pitch, height)
    }

    /// An array. It has no pitch, and knows its height.
    #[inline]
    pub fn array(array: CUarray) -> Self {
        Operand3d::new(MemoryType::Array(array), 0, 0)
    }

    /// Host or device memory, as the address says, whose rows start `pitch` bytes apart, and whose slices start
    /// `height` rows apart.
    #[inline]
    pub fn unified(base: CUdeviceptr, pitch: usize, height: usize) -> Self {
        Operand3d::new(MemoryType::Unified(base), pitch, height)
    }

    /// The same side with the box's first byte at column `x_in_bytes` of row `y` of slice `z`.
    #[inline]
    #[must_use]
    pub fn at(self, x_in_bytes: usize, y: usize, z: usize) -> Self {
        Operand3d {
            x_in_bytes,
            y,
            z,
            ..self
        }
    }

    /// The same side with this level of detail. C asks for 0, which is what the other constructors give; drivers were
    /// seen to ignore it.
    #[inline]
    #[must_use]
    pub fn lod(self, lod: usize) -> Self {
        Operand3d { lod, ..self }
    }
}

/// Writes a side's kind and its address or handle into the record's fields for that side.
macro_rules! place {
    ($record:ident, $memory:expr => $kind:ident, $host:ident, $device:ident, $array:ident) => {
        $record.$kind = match $memory {
            MemoryType::Host(base) => {
                $record.$host = base;
                CU_MEMORYTYPE_HOST
            }
            MemoryType::Device(base) => {
                $record.$device = base;
                CU_MEMORYTYPE_DEVICE
            }
            MemoryType::Array(array) => {
                $record.$array = array;
                CU_MEMORYTYPE_ARRAY
            }
            MemoryType::Unified(base) => {
                $record.$device = base;
                CU_MEMORYTYPE_UNIFIED
            }
        };
    };
}

/// Writes what the two 3D records have in common.
macro_rules! box_fields {
    ($record:ident, $src:ident, $dst:ident, $width_in_bytes:ident, $height:ident, $depth:ident) => {
        $record.srcXInBytes = $src.x_in_bytes;
        $record.srcY = $src.y;
        $record.srcZ = $src.z;
        $record.srcLOD = $src.lod;
        $record.srcPitch = $src.pitch;
        $record.srcHeight = $src.height;
        $record.dstXInBytes = $dst.x_in_bytes;
        $record.dstY = $dst.y;
        $record.dstZ = $dst.z;
        $record.dstLOD = $dst.lod;
        $record.dstPitch = $dst.pitch;
        $record.dstHeight = $dst.height;
        $record.WidthInBytes = $width_in_bytes;
        $record.Height = $height;
        $record.Depth = $depth;
        place!($record, $src.memory => srcMemoryType, srcHost, srcDevice, srcArray);
        place!($record, $dst.memory => dstMemoryType, dstHost, dstDevice, dstArray);
    };
}

/// The record of a 2D copy: `width_in_bytes` bytes of each of `height` rows, from `src` to `dst`.
#[doc(alias = "CUDA_MEMCPY2D")]
#[inline]
#[must_use]
pub fn record2d(
    src: Source2d,
    dst: Destination2d,
    width_in_bytes: usize,
    height: usize,
) -> CUDA_MEMCPY2D {
    let mut record = CUDA_MEMCPY2D {
        srcXInBytes: src.x_in_bytes,
        srcY: src.y,
        srcPitch: src.pitch,
        dstXInBytes: dst.x_in_bytes,
        dstY: dst.y,
        dstPitch: dst.pitch,
        WidthInBytes: width_in_bytes,
        Height: height,
        ..CUDA_MEMCPY2D::default()
    };
    place!(record, src.memory => srcMemoryType, srcHost, srcDevice, srcArray);
    place!(record, dst.memory => dstMemoryType, dstHost, dstDevice, dstArray);
    record
}

/// The record of a 3D copy within one context: `width_in_bytes` bytes of each of `height` rows of each of `depth`
/// slices, from `src` to `dst`.
#[doc(alias = "CUDA_MEMCPY3D")]
#[inline]
#[must_use]
pub fn record3d(
    src: Source3d,
    dst: Destination3d,
    width_in_bytes: usize,
    height: usize,
    depth: usize,
) -> CUDA_MEMCPY3D {
    let mut record = CUDA_MEMCPY3D::default();
    box_fields!(record, src, dst, width_in_bytes, height, depth);
    record
}

/// The record of a 3D copy between contexts: as [`record3d`], each side with the context that its memory belongs to.
/// C does not read the context of a side that is an array.
#[doc(alias = "CUDA_MEMCPY3D_PEER")]
#[inline]
#[must_use]
pub fn record3d_peer(
    src: Source3d,
    src_context: CUcontext,
    dst: Destination3d,
    dst_context: CUcontext,
    width_in_bytes: usize,
    height: usize,
    depth: usize,
) -> CUDA_MEMCPY3D_PEER {
    let mut record = CUDA_MEMCPY3D_PEER {
        srcContext: src_context,
        dstContext: dst_context,
        ..CUDA_MEMCPY3D_PEER::default()
    };
    box_fields!(record, src, dst, width_in_bytes, height, depth);
    record
}

/// One side of a batched 3D copy that is plain memory, host or device. `ptr` is where the copy begins: an offset is
/// added by the caller.
///
/// `row_length` is elements from row to row, `layer_height` rows from layer to layer; 0 for either means without
/// gaps, by the copy's extent. An element is a byte if both sides are plain memory, else the array's. `loc_hint` says
/// where managed or system-allocated memory is likely to be; for other memory it is not read, and
/// `CUmemLocation::default()` will do.
#[doc(alias = "CUmemcpy3DOperand")]
#[inline]
#[must_use]
pub fn pointer_operand(
    ptr: CUdeviceptr,
    row_length: usize,
    layer_height: usize,
    loc_hint: CUmemLocation,
) -> CUmemcpy3DOperand {
    let mut operand = CUmemcpy3DOperand {
        type_: CU_MEMCPY_OPERAND_TYPE_POINTER,
        ..CUmemcpy3DOperand::default()
    };
    operand.op.ptr.ptr = ptr;
    operand.op.ptr.rowLength = row_length;
    operand.op.ptr.layerHeight = layer_height;
    operand.op.ptr.locHint = loc_hint;
    operand
}

/// One side of a batched 3D copy that is an array, from element `offset` on.
#[doc(alias = "CUmemcpy3DOperand")]
#[inline]
#[must_use]
pub fn array_operand(array: CUarray, offset: CUoffset3D) -> CUmemcpy3DOperand {
    let mut operand = CUmemcpy3DOperand {
        type_: CU_MEMCPY_OPERAND_TYPE_ARRAY,
        ..CUmemcpy3DOperand::default()
    };
    operand.op.array.array = array;
    operand.op.array.offset = offset;
    operand
}

/// One copy of a batch: `extent` elements, none of its three numbers 0. `flags` are of
/// [`CUmemcpyFlags`], as a number.
#[doc(alias = "CUDA_MEMCPY3D_BATCH_OP")]
#[inline]
#[must_use]
pub fn batch_op(
    src: CUmemcpy3DOperand,
    dst: CUmemcpy3DOperand,
    extent: CUextent3D,
    src_access_order: CUmemcpySrcAccessOrder,
    flags: c_uint,
) -> CUDA_MEMCPY3D_BATCH_OP {
    CUDA_MEMCPY3D_BATCH_OP {
        src,
        dst,
        extent,
        srcAccessOrder: src_access_order,
        flags,
    }
}

#[cfg(test)]
mod tests;
