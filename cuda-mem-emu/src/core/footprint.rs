//! How much memory sparse and deferred arrays take on the device, which keeps their elements in blocks instead of rows.
//!
//! A block is 64 bytes wide and 8 rows high, or some such ones above and behind each other: as many as the array can
//! fill, to the next power of two and at most 16, those behind each other first (measured on H200).

use crate::core::format::{self, Format};
use crate::core::range::{units, up};
use cuda_mem_sys::*;

/// Sparse and deferred arrays take memory in tiles of this size.
pub(crate) const TILE: u64 = 64 << 10;

/// The bytes in a row of a block.
const WIDTH: u64 = 64;
/// The rows of the smallest block.
const ROWS: u64 = 8;
/// The most of the smallest blocks in one.
const MOST: u64 = 16;

/// What a sparse array tells of itself; `levels` is 0 for one that has no levels.
pub(crate) fn sparse(
    d: &CUDA_ARRAY3D_DESCRIPTOR,
    format: Format,
    levels: usize,
) -> CUDA_ARRAY_SPARSE_PROPERTIES {
    let mut properties = CUDA_ARRAY_SPARSE_PROPERTIES::default();
    let (width, height, depth) = tile_of(d, format);
    (
        properties.tileExtent.width,
        properties.tileExtent.height,
        properties.tileExtent.depth,
    ) = (width, height, depth);
    let all = levels.max(1);
    let first = first_of_tail(d, format, all);
    if levels > 0 {
        properties.miptailFirstLevel = first as u32;
    }
    if first < all {
        // Measured on H200: an array smaller than a tile is a tail, as long as all its layers together.
        properties.miptailSize = bytes(d, format, first..all).unwrap_or(u64::MAX);
        if levels == 0 || is_layered(d) {
            properties.flags = CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL;
        }
    }
    properties
}

fn is_layered(d: &CUDA_ARRAY3D_DESCRIPTOR) -> bool {
    d.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP) != 0
}

/// The tile of an array, in elements.
pub(crate) fn tile_of(d: &CUDA_ARRAY3D_DESCRIPTOR, format: Format) -> (u32, u32, u32) {
    let (width, height, depth) = format::tile(format.size, d.Depth > 0 && !is_layered(d));
    let block = format.block as u32;
    (width * block, height * block, depth)
}

/// The first level that is smaller than a tile.
fn first_of_tail(d: &CUDA_ARRAY3D_DESCRIPTOR, format: Format, levels: usize) -> usize {
    let (width, height, depth) = tile_of(d, format);
    let whole = |level: usize| {
        d.Width >> level >= width as usize
            && d.Height >> level >= height as usize
            && (depth == 1 || d.Depth >> level >= depth as usize)
    };
    (0..levels).find(|&level| !whole(level)).unwrap_or(levels)
}

/// The memory that a deferred array asks for; `levels` is 1 for one that has no levels.
pub(crate) fn requirements(d: &CUDA_ARRAY3D_DESCRIPTOR, format: Format, levels: usize) -> Option<u64> {
    bytes(d, format, 0..levels)
}

/// The memory of some levels of an array, in all its layers.
fn bytes(d: &CUDA_ARRAY3D_DESCRIPTOR, format: Format, levels: std::ops::Range<usize>) -> Option<u64> {
    let (layers, depth) = if is_layered(d) { (d.Depth, 1) } else { (1, d.Depth) };
    let mut layer = 0u64;
    for level in levels {
        let smaller = |extent: usize| (extent >> level).max(1) as u64;
        let (width, height) = (smaller(d.Width), smaller(d.Height));
        let width = units(width, format.block) * format.size;
        layer = layer.checked_add(in_blocks(width, units(height, format.block), smaller(depth))?)?;
    }
    up(layer.checked_mul(layers as u64)?, TILE)
}

/// The bytes of whole blocks around so many bytes, rows and slices.
fn in_blocks(width: u64, rows: u64, slices: u64) -> Option<u64> {
    let deep = slices.checked_next_power_of_two()?.min(MOST);
    let high = units(rows, ROWS).checked_next_power_of_two()?.min(MOST / deep);
    let rows = up(rows, high * ROWS)?;
    up(width, WIDTH)?
        .checked_mul(rows)?
        .checked_mul(up(slices, deep)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_block_compressed_formats_are_larger() {
        let descriptor = |format, channels| CUDA_ARRAY3D_DESCRIPTOR {
            Width: 1024,
            Height: 1024,
            Format: format,
            NumChannels: channels,
            ..Default::default()
        };
        for (format, channels, tile) in [
            (CU_AD_FORMAT_BC7_UNORM, 4, (256, 256, 1)),
            (CU_AD_FORMAT_BC1_UNORM, 4, (512, 256, 1)),
            (CU_AD_FORMAT_FLOAT, 1, (128, 128, 1)),
        ] {
            let layout = format::layout(format, channels).expect("a format");
            assert_eq!(tile_of(&descriptor(format, channels), layout), tile, "{format:?}");
        }
    }

    #[test]
    fn blocks_are_as_large_as_the_array_fills() {
        // A row of a block; more rows make a block higher, until it is whole.
        assert_eq!(in_blocks(1, 1, 1), Some(64 * 8));
        assert_eq!(in_blocks(65, 17, 1), Some(128 * 32));
        assert_eq!(in_blocks(64, 513, 1), Some(64 * 640));
        // Slices come first, and leave no room for more rows.
        assert_eq!(in_blocks(64, 17, 3), Some(64 * 32 * 4));
        assert_eq!(in_blocks(64, 17, 17), Some(64 * 24 * 32));
    }
}
