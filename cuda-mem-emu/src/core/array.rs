//! Arrays: memory that copies address by element, row and slice.

use crate::core::device::Device;
use crate::core::format::{self, Format};
use crate::core::range::{units, Extent, Side};
use crate::core::space::Block;
use crate::core::state::State;
use crate::entry::{check, Outcome};
use crate::session::Session;
use cuda_mem_sys::*;
use std::collections::HashMap;

/// All arrays.
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) arrays: HashMap<u64, Array>,
    pub(crate) mipmaps: HashMap<u64, Mipmap>,
}

/// An array.
#[derive(Debug, Clone)]
pub(crate) struct Array {
    pub(crate) descriptor: CUDA_ARRAY3D_DESCRIPTOR,
    pub(crate) format: Format,
    /// Where its bytes are; none while a deferred array has no memory.
    pub(crate) address: Option<u64>,
    /// What is given back with it; none for the parts of another array.
    block: Option<Block>,
    pub(crate) context: u64,
    pub(crate) device: usize,
    /// A level of a mipmapped array, or a plane: it goes with that.
    pub(crate) part: bool,
    pub(crate) planes: Vec<u64>,
    /// A deferred array's memory.
    pub(crate) memory: Option<u64>,
    /// A sparse array's tiles, by their first elements: the handle and the offset of each one's memory.
    pub(crate) tiles: HashMap<[u64; 3], (u64, u64)>,
}

/// A mipmapped array.
pub(crate) struct Mipmap {
    pub(crate) descriptor: CUDA_ARRAY3D_DESCRIPTOR,
    pub(crate) format: Format,
    pub(crate) levels: Vec<u64>,
    pub(crate) context: u64,
}

impl Array {
    fn blocks(&self, elements: usize) -> u64 {
        let block = self.format.block;
        units(elements as u64, block)
    }

    /// Bytes of a row.
    pub(crate) fn row(&self) -> u64 {
        self.blocks(self.descriptor.Width) * self.format.size
    }

    pub(crate) fn rows(&self) -> u64 {
        self.blocks(self.descriptor.Height.max(1))
    }

    pub(crate) fn slices(&self) -> u64 {
        self.descriptor.Depth.max(1) as u64
    }

    /// Its layers have one dimension.
    pub(crate) fn has_layers_of_rows(&self) -> bool {
        shape(&self.descriptor) == Some(Shape::OneLayered)
    }

    fn bytes(&self) -> Option<u64> {
        self.row().checked_mul(self.rows())?.checked_mul(self.slices())
    }

    /// The part of the array that a copy names: by byte in the row, row, slice.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn side(&self, (x, y, z): (u64, u64, u64), extent: Extent) -> Result<Side, String> {
        let address = match self.address {
            Some(address) => address,
            None => {
                return Err("the array has no memory; cuMemMapArrayAsync gives it some".into());
            }
        };
        let ends = [
            (x, extent.width, self.row(), "bytes of a row"),
            (y, extent.rows, self.rows(), "rows"),
        ];
        let ends = ends
            .into_iter()
            .chain([(z, extent.slices, self.slices(), "slices")]);
        for (first, count, all, what) in ends {
            if first.checked_add(count).map_or(true, |end| end > all) {
                return Err(format!("{count} from {first} on pass the array's {all} {what}"));
            }
        }
        let (pitch, slice) = (self.row(), self.row() * self.rows());
        Ok(Side {
            address: address + z * slice + y * pitch + x,
            pitch,
            slice,
        })
    }
}

/// What a descriptor's flags and extents make it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    Two,
    Three,
    OneLayered,
    TwoLayered,
    Cube,
    CubeLayered,
}

fn has(descriptor: &CUDA_ARRAY3D_DESCRIPTOR, flag: u32) -> bool {
    descriptor.Flags & flag != 0
}

fn shape(d: &CUDA_ARRAY3D_DESCRIPTOR) -> Option<Shape> {
    let (layered, cube) = (has(d, CUDA_ARRAY3D_LAYERED), has(d, CUDA_ARRAY3D_CUBEMAP));
    let shape = match (d.Height > 0, d.Depth > 0) {
        (true, true) if cube && layered => Shape::CubeLayered,
        (true, true) if cube => Shape::Cube,
        (true, true) if layered => Shape::TwoLayered,
        (false, true) if layered && !cube => Shape::OneLayered,
        (true, true) => Shape::Three,
        (true, false) if !cube && !layered => Shape::Two,
        (false, false) if !cube && !layered => Shape::One,
        _ => return None,
    };
    (d.Width > 0).then_some(shape)
}

/// No limit.
const NO: CUdevice_attribute = CUdevice_attribute(0);

/// The largest extents of a shape, by the device's attributes: each a width, a height, a depth.
fn limits(shape: Shape, surface: bool, gather: bool) -> Vec<[CUdevice_attribute; 3]> {
    let texture = match shape {
        Shape::One => [CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, NO, NO],
        Shape::Two if gather => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT,
            NO,
        ],
        Shape::Two => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,
            NO,
        ],
        Shape::Three => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH,
        ],
        Shape::OneLayered => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,
            NO,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS,
        ],
        Shape::TwoLayered => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS,
        ],
        Shape::Cube => [CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, NO, NO],
        Shape::CubeLayered => [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
            NO,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS,
        ],
    };
    if surface {
        return vec![match shape {
            Shape::One => [CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, NO, NO],
            Shape::Two => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT,
                NO,
            ],
            Shape::Three => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH,
            ],
            Shape::OneLayered => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH,
                NO,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS,
            ],
            Shape::TwoLayered => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS,
            ],
            Shape::Cube => [CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, NO, NO],
            Shape::CubeLayered => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH,
                NO,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS,
            ],
        }];
    }
    if shape == Shape::Three {
        let alternate = [
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE,
            CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE,
        ];
        return vec![texture, alternate];
    }
    vec![texture]
}

fn within(d: &CUDA_ARRAY3D_DESCRIPTOR, device: &Device, limits: [CUdevice_attribute; 3]) -> bool {
    let within = |extent: usize, attribute: CUdevice_attribute| {
        let limit = device
            .attribute(attribute)
            .and_then(|limit| usize::try_from(limit).ok());
        attribute == NO || limit.map_or(false, |limit| extent <= limit)
    };
    let [width, height, depth] = limits;
    within(d.Width, width) && within(d.Height, height) && within(d.Depth, depth)
}

fn fits(d: &CUDA_ARRAY3D_DESCRIPTOR, device: &Device, shape: Shape) -> bool {
    let limits = limits(
        shape,
        has(d, CUDA_ARRAY3D_SURFACE_LDST),
        has(d, CUDA_ARRAY3D_TEXTURE_GATHER),
    );
    limits.into_iter().any(|limits| within(d, device, limits))
}

/// Flags that arrays may have. CUDA_ARRAY3D_DEPTH_TEXTURE and CUDA_ARRAY3D_COLOR_ATTACHMENT are only for what graphics
/// APIs share: no combination with them was accepted (measured on H200).
const FLAGS: u32 = CUDA_ARRAY3D_LAYERED
    | CUDA_ARRAY3D_SURFACE_LDST
    | CUDA_ARRAY3D_CUBEMAP
    | CUDA_ARRAY3D_TEXTURE_GATHER
    | CUDA_ARRAY3D_SPARSE
    | CUDA_ARRAY3D_DEFERRED_MAPPING;

impl Session<'_> {
    /// Checks a descriptor.
    fn valid(&self, d: &CUDA_ARRAY3D_DESCRIPTOR, planar: bool) -> Outcome<()> {
        let device = self
            .devices
            .get(self.device_index())
            .ok_or(CUDA_ERROR_INVALID_DEVICE)?;
        check(d.Flags & !FLAGS == 0)?;
        let shape = shape(d).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let format = format::layout(d.Format, d.NumChannels);
        // Before limits are looked at (measured on H200).
        if has(d, CUDA_ARRAY3D_SURFACE_LDST) && format.map_or(false, |format| format.block > 1) {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        check(fits(d, device, shape))?;
        match shape {
            Shape::Cube => check(d.Width == d.Height && d.Depth == 6)?,
            Shape::CubeLayered => check(d.Width == d.Height && d.Depth % 6 == 0)?,
            _ => {}
        }
        let gather = has(d, CUDA_ARRAY3D_TEXTURE_GATHER);
        check(!gather || shape == Shape::Two)?;
        let (sparse, deferred) = (has(d, CUDA_ARRAY3D_SPARSE), has(d, CUDA_ARRAY3D_DEFERRED_MAPPING));
        check(!(sparse && deferred))?;
        let sparse_shapes = [Shape::Two, Shape::TwoLayered, Shape::Three];
        // Measured on H200: neither surfaces nor cubes.
        check(!sparse || (sparse_shapes.contains(&shape) && !has(d, CUDA_ARRAY3D_SURFACE_LDST)))?;
        check(!planar || (shape == Shape::Two && !sparse && !deferred))
    }

    /// Mipmapped arrays may be less large: in one and two dimensions, that is, for which the device has limits of its own.
    fn fits_mipmapped(&self, d: &CUDA_ARRAY3D_DESCRIPTOR) -> Outcome<()> {
        let attributes = match shape(d) {
            Some(Shape::One) => [CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, NO, NO],
            Some(Shape::Two) => [
                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT,
                NO,
            ],
            _ => [NO; 3],
        };
        let device = self.devices.get(self.device_index());
        check(device.map_or(false, |device| within(d, device, attributes)))
    }

    /// A new array.
    pub(crate) fn new_array(&mut self, d: &CUDA_ARRAY3D_DESCRIPTOR) -> Outcome<u64> {
        let planes = self.planes_of(d);
        self.valid(d, !planes.is_empty())?;
        if !planes.is_empty() {
            return self.new_planar(d, &planes);
        }
        let format = format::layout(d.Format, d.NumChannels).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        self.with_memory(*d, format, false)
    }

    /// The planes that an array of this description has on this device.
    fn planes_of(&self, d: &CUDA_ARRAY3D_DESCRIPTOR) -> Vec<format::Plane> {
        let device = self.devices.get(self.device_index());
        let able = device.map_or(false, |device| device.planar) && d.NumChannels == 3;
        if able {
            format::planes(d.Format)
        } else {
            Vec::new()
        }
    }

    fn with_memory(&mut self, d: CUDA_ARRAY3D_DESCRIPTOR, format: Format, part: bool) -> Outcome<u64> {
        let (context, device) = (self.context, self.device_index());
        let mut array = Array {
            descriptor: d,
            format,
            address: None,
            block: None,
            context,
            device,
            part,
            planes: Vec::new(),
            memory: None,
            tiles: HashMap::new(),
        };
        let bytes = array.bytes().ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        if !has(&d, CUDA_ARRAY3D_DEFERRED_MAPPING) {
            let block = self.take_device(device, bytes)?;
            (array.address, array.block) = (Some(block.address), Some(block));
        }
        let handle = self.handle();
        self.arrays.arrays.insert(handle, array);
        Ok(handle)
    }

    fn new_planar(&mut self, d: &CUDA_ARRAY3D_DESCRIPTOR, planes: &[format::Plane]) -> Outcome<u64> {
        let even = |plane: &format::Plane| {
            d.Width as u64 % plane.narrower == 0 && d.Height as u64 % plane.lower == 0
        };
        check(planes.iter().all(even))?;
        // The whole is a row of bytes to itself: copies go to its planes.
        let whole = Format { size: 1, block: 1 };
        let mut parts = Vec::new();
        for plane in planes {
            let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
                Width: d.Width / plane.narrower as usize,
                Height: d.Height / plane.lower as usize,
                Format: plane.format,
                NumChannels: plane.channels,
                ..*d
            };
            let format = format::layout(plane.format, plane.channels).ok_or(CUDA_ERROR_INVALID_VALUE)?;
            match self.with_memory(descriptor, format, true) {
                Ok(part) => parts.push(part),
                Err(code) => {
                    parts.into_iter().for_each(|part| self.drop_array(part));
                    return Err(code);
                }
            }
        }
        let handle = self.handle();
        let (context, device) = (self.context, self.device_index());
        let array = Array {
            descriptor: *d,
            format: whole,
            address: None,
            block: None,
            context,
            device,
            part: false,
            planes: parts,
            memory: None,
            tiles: HashMap::new(),
        };
        self.arrays.arrays.insert(handle, array);
        Ok(handle)
    }

    /// A new mipmapped array.
    pub(crate) fn new_mipmap(&mut self, d: &CUDA_ARRAY3D_DESCRIPTOR, levels: u32) -> Outcome<u64> {
        self.valid(d, false)?;
        self.fits_mipmapped(d)?;
        let format = format::layout(d.Format, d.NumChannels).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let layered = d.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP) != 0;
        let depth = if layered { 1 } else { d.Depth };
        let largest = d.Width.max(d.Height).max(depth);
        let levels = (levels.max(1)).min(usize::BITS - largest.leading_zeros());
        let mut parts = Vec::new();
        for level in 0..levels {
            let smaller = |extent: usize| if extent == 0 { 0 } else { (extent >> level).max(1) };
            let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
                Width: smaller(d.Width),
                Height: smaller(d.Height),
                Depth: if layered { d.Depth } else { smaller(d.Depth) },
                ..*d
            };
            match self.with_memory(descriptor, format, true) {
                Ok(part) => parts.push(part),
                Err(code) => {
                    parts.into_iter().for_each(|part| self.drop_array(part));
                    return Err(code);
                }
            }
        }
        let (handle, context) = (self.handle(), self.context);
        self.arrays.mipmaps.insert(
            handle,
            Mipmap {
                descriptor: *d,
                format,
                levels: parts,
                context,
            },
        );
        Ok(handle)
    }

    /// The array that a handle means.
    pub(crate) fn array(&self, handle: CUarray) -> Outcome<&Array> {
        self.arrays.arrays.get(&(handle as u64)).ok_or_else(|| {
            self.misuse(
                CUDA_ERROR_INVALID_HANDLE,
                &format!("{handle:?} is no array; was it destroyed?"),
            )
        })
    }

    pub(crate) fn mipmap(&self, handle: CUmipmappedArray) -> Outcome<&Mipmap> {
        self.arrays.mipmaps.get(&(handle as u64)).ok_or_else(|| {
            self.misuse(
                CUDA_ERROR_INVALID_HANDLE,
                &format!("{handle:?} is no mipmapped array; was it destroyed?"),
            )
        })
    }

    /// Takes back the arrays that were made in a context.
    pub(crate) fn forget_arrays(&mut self, context: u64) {
        self.arrays.mipmaps.retain(|_, mipmap| mipmap.context != context);
        let mine = |(&handle, array): (&u64, &Array)| (array.context == context).then_some(handle);
        let handles: Vec<u64> = self.arrays.arrays.iter().filter_map(mine).collect();
        handles.into_iter().for_each(|handle| self.drop_array(handle));
    }
}

impl State {
    /// Takes an array back, with its planes.
    pub(crate) fn drop_array(&mut self, handle: u64) {
        self.let_tiles_go(handle);
        let array = match self.arrays.arrays.remove(&handle) {
            Some(array) => array,
            None => return,
        };
        if let Some(block) = array.block {
            self.give_device(array.device, block);
        }
        array.planes.into_iter().for_each(|plane| self.drop_array(plane));
    }

    /// Takes a mipmapped array back, with its levels.
    pub(crate) fn drop_mipmap(&mut self, handle: u64) {
        let mipmap = match self.arrays.mipmaps.remove(&handle) {
            Some(mipmap) => mipmap,
            None => return,
        };
        mipmap.levels.into_iter().for_each(|level| self.drop_array(level));
    }
}
