//! The formats of arrays: how many channels each may have, and how large its elements are.

use cuda_mem_sys::*;

/// How a format's elements lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    /// Bytes of an element, all channels together; of a block, for block-compressed formats.
    pub(crate) size: u64,
    /// Elements on each side of a block; 1 for formats without blocks.
    pub(crate) block: u64,
}

/// A plane of a multi-planar format: the format and channels of its array, and the factors by which it is smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plane {
    pub(crate) format: CUarray_format,
    pub(crate) channels: u32,
    pub(crate) narrower: u64,
    pub(crate) lower: u64,
}

/// The layout of a format with so many channels; none if an array cannot be made of it.
pub(crate) fn layout(format: CUarray_format, channels: u32) -> Option<Format> {
    let (wanted, size, block): (&[u32], u64, u64) = match format {
        CU_AD_FORMAT_UNSIGNED_INT8 | CU_AD_FORMAT_SIGNED_INT8 => (&[1, 2, 4], u64::from(channels), 1),
        CU_AD_FORMAT_UNSIGNED_INT16 | CU_AD_FORMAT_SIGNED_INT16 | CU_AD_FORMAT_HALF => {
            (&[1, 2, 4], 2 * u64::from(channels), 1)
        }
        CU_AD_FORMAT_UNSIGNED_INT32 | CU_AD_FORMAT_SIGNED_INT32 | CU_AD_FORMAT_FLOAT => {
            (&[1, 2, 4], 4 * u64::from(channels), 1)
        }
        CU_AD_FORMAT_UNORM_INT8X1 | CU_AD_FORMAT_SNORM_INT8X1 => (&[1], 1, 1),
        CU_AD_FORMAT_UNORM_INT8X2 | CU_AD_FORMAT_SNORM_INT8X2 => (&[2], 2, 1),
        CU_AD_FORMAT_UNORM_INT8X4 | CU_AD_FORMAT_SNORM_INT8X4 => (&[4], 4, 1),
        CU_AD_FORMAT_UNORM_INT16X1 | CU_AD_FORMAT_SNORM_INT16X1 => (&[1], 2, 1),
        CU_AD_FORMAT_UNORM_INT16X2 | CU_AD_FORMAT_SNORM_INT16X2 => (&[2], 4, 1),
        CU_AD_FORMAT_UNORM_INT16X4 | CU_AD_FORMAT_SNORM_INT16X4 => (&[4], 8, 1),
        CU_AD_FORMAT_UNORM_INT_101010_2 => (&[4], 4, 1),
        CU_AD_FORMAT_BC1_UNORM | CU_AD_FORMAT_BC1_UNORM_SRGB => (&[4], 8, 4),
        CU_AD_FORMAT_BC4_UNORM | CU_AD_FORMAT_BC4_SNORM => (&[1], 8, 4),
        CU_AD_FORMAT_BC5_UNORM | CU_AD_FORMAT_BC5_SNORM => (&[2], 16, 4),
        CU_AD_FORMAT_BC6H_UF16 | CU_AD_FORMAT_BC6H_SF16 => (&[3], 16, 4),
        CU_AD_FORMAT_BC2_UNORM
        | CU_AD_FORMAT_BC2_UNORM_SRGB
        | CU_AD_FORMAT_BC3_UNORM
        | CU_AD_FORMAT_BC3_UNORM_SRGB
        | CU_AD_FORMAT_BC7_UNORM
        | CU_AD_FORMAT_BC7_UNORM_SRGB => (&[4], 16, 4),
        _ => return None,
    };
    wanted.contains(&channels).then_some(Format { size, block })
}

/// The planes of a multi-planar format; empty for other formats.
pub(crate) fn planes(format: CUarray_format) -> Vec<Plane> {
    const BYTE: CUarray_format = CU_AD_FORMAT_UNSIGNED_INT8;
    const WORD: CUarray_format = CU_AD_FORMAT_UNSIGNED_INT16;
    let plane = |format, channels, narrower, lower| Plane {
        format,
        channels,
        narrower,
        lower,
    };
    let semi = |format, narrower, lower| vec![plane(format, 1, 1, 1), plane(format, 2, narrower, lower)];
    match format {
        CU_AD_FORMAT_NV12 => semi(BYTE, 2, 2),
        CU_AD_FORMAT_P010 | CU_AD_FORMAT_P016 => semi(WORD, 2, 2),
        CU_AD_FORMAT_NV16 => semi(BYTE, 2, 1),
        CU_AD_FORMAT_P210 | CU_AD_FORMAT_P216 => semi(WORD, 2, 1),
        CU_AD_FORMAT_YUV444_8bit_SemiPlanar => semi(BYTE, 1, 1),
        CU_AD_FORMAT_YUV444_16bit_SemiPlanar => semi(WORD, 1, 1),
        CU_AD_FORMAT_Y444_PLANAR8 => vec![plane(BYTE, 1, 1, 1); 3],
        CU_AD_FORMAT_Y444_PLANAR10 => vec![plane(WORD, 1, 1, 1); 3],
        _ => Vec::new(),
    }
}

/// The tile of a sparse array, in elements, or in blocks of a block-compressed format: 64 KiB of them.
pub(crate) fn tile(size: u64, three: bool) -> (u32, u32, u32) {
    match (size, three) {
        (1, false) => (256, 256, 1),
        (2, false) => (256, 128, 1),
        (4, false) => (128, 128, 1),
        (8, false) => (128, 64, 1),
        (_, false) => (64, 64, 1),
        (1, true) => (64, 32, 32),
        (2, true) => (32, 32, 32),
        (4, true) => (32, 32, 16),
        (8, true) => (32, 16, 16),
        (_, true) => (16, 16, 16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_64_kib() {
        for size in [1, 2, 4, 8, 16] {
            for three in [false, true] {
                let (width, height, depth) = tile(size, three);
                assert_eq!(
                    size * u64::from(width * height * depth),
                    64 << 10,
                    "{size} {three}"
                );
            }
        }
    }
}
