//! Memory behind sparse and deferred arrays.
//!
//! A sparse array keeps its elements in rows like any other, so that copies are plain; a tile's bytes move there from
//! the memory that the tile is mapped to, and back when it is unmapped. So the memory is up to date when no tile is
//! mapped to it. A deferred array lies in its memory itself.

use crate::core::array::Array;
use crate::core::footprint::{sparse, tile_of, TILE};
use crate::core::range::{units, Copy, Extent, Fill, Side, Value};
use crate::core::state::State;
use crate::entry::{check, Outcome};
use crate::session::Session;
use cuda_mem_sys::*;

/// A box of tiles in an array, and the memory behind it.
pub(crate) struct Change {
    array: u64,
    /// In elements: the first, and one past the last.
    first: [u64; 3],
    end: [u64; 3],
    /// The handle and the first byte in it; none to unmap.
    memory: Option<(u64, u64)>,
    /// The whole of a deferred array.
    whole: bool,
}

impl Session<'_> {
    /// Checks an entry of cuMemMapArrayAsync: what it changes.
    pub(crate) fn changes(&self, map: &CUarrayMapInfo) -> Outcome<Vec<Change>> {
        check(map.flags == 0 && map.memHandleType == CU_MEM_HANDLE_TYPE_GENERIC)?;
        check(map.offset % TILE == 0 && map.deviceBitMask != 0)?;
        check(u64::from(map.deviceBitMask) >> self.devices.len().min(32) == 0)?;
        let (flags, parts) = match map.resourceType {
            CU_RESOURCE_TYPE_ARRAY => {
                // SAFETY: the type says which member is set; a handle that is none is found out.
                let array = unsafe { map.resource.array };
                (self.array(array)?.descriptor.Flags, vec![array as u64])
            }
            CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
                // SAFETY: as above.
                let mipmap = self.mipmap(unsafe { map.resource.mipmap })?;
                (mipmap.descriptor.Flags, mipmap.levels.clone())
            }
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        let memory = match map.memOperationType {
            CU_MEM_OPERATION_TYPE_UNMAP => None,
            CU_MEM_OPERATION_TYPE_MAP => {
                // SAFETY: its only member is a number.
                let handle = unsafe { map.memHandle.memHandle };
                check(map.offset < self.physical(handle)?.size)?;
                Some((handle, map.offset))
            }
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        if flags & CUDA_ARRAY3D_DEFERRED_MAPPING != 0 {
            return self.whole(&parts, memory);
        }
        check(flags & CUDA_ARRAY3D_SPARSE != 0)?;
        self.tiles(map, &parts, memory)
    }

    /// A deferred array's memory comes all at once; its levels follow each other.
    fn whole(&self, parts: &[u64], memory: Option<(u64, u64)>) -> Outcome<Vec<Change>> {
        let (mut changes, mut taken) = (Vec::new(), 0);
        for &array in parts {
            let at = memory.map(|(handle, offset)| (handle, offset + taken));
            changes.push(Change {
                array,
                first: [0; 3],
                end: [0; 3],
                memory: at,
                whole: true,
            });
            taken += self
                .arrays
                .arrays
                .get(&array)
                .map_or(0, |a| a.row() * a.rows() * a.slices());
        }
        if let Some((handle, offset)) = memory {
            check(offset + taken <= self.physical(handle)?.size)?;
        }
        Ok(changes)
    }

    fn tiles(&self, map: &CUarrayMapInfo, parts: &[u64], memory: Option<(u64, u64)>) -> Outcome<Vec<Change>> {
        if map.subresourceType == CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL {
            // What is smaller than a tile lies in memory in an order that no program knows: its bytes stay in the array.
            let all = parts.first().and_then(|array| self.arrays.arrays.get(array));
            let is_tail =
                |array: &Array| !array.part && sparse(&array.descriptor, array.format, 0).miptailSize > 0;
            check(map.resourceType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY || all.map_or(false, is_tail))?;
            return Ok(Vec::new());
        }
        check(map.subresourceType == CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL)?;
        // SAFETY: the type says which member is set; all of it are numbers.
        let level = unsafe { map.subresource.sparseLevel };
        let &array = parts.get(level.level as usize).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let own = self.arrays.arrays.get(&array).ok_or(CUDA_ERROR_INVALID_HANDLE)?;
        let (width, height, depth) = tile_of(&own.descriptor, own.format);
        let tile = [width, height, depth].map(u64::from);
        let layered = depth == 1 && own.descriptor.Depth > 0;
        let (z, deep) = if layered {
            (level.layer, 1)
        } else {
            (level.offsetZ, level.extentDepth.max(1))
        };
        let first = [level.offsetX, level.offsetY, z].map(u64::from);
        let extent = [level.extentWidth, level.extentHeight, deep].map(u64::from);
        let all = [
            own.descriptor.Width,
            own.descriptor.Height.max(1),
            own.descriptor.Depth.max(1),
        ]
        .map(|e| e as u64);
        let mut end = [0; 3];
        for axis in 0..3 {
            end[axis] = first[axis] + extent[axis];
            check(extent[axis] != 0 && end[axis] <= all[axis] && first[axis] % tile[axis] == 0)?;
            // Tiles are whole, except at the array's end.
            check(end[axis] % tile[axis] == 0 || end[axis] == all[axis])?;
        }
        if let Some((handle, offset)) = memory {
            let count: u64 = (0..3).map(|axis| units(extent[axis], tile[axis])).product();
            check(offset + count * TILE <= self.physical(handle)?.size)?;
        }
        Ok(vec![Change {
            array,
            first,
            end,
            memory,
            whole: false,
        }])
    }
}

impl State {
    /// Makes a change that was checked. No work is pending that uses the array.
    pub(crate) fn change(&mut self, change: &Change) {
        if change.whole {
            return self.change_whole(change);
        }
        let array = match self.arrays.arrays.get(&change.array) {
            Some(array) => array,
            None => return,
        };
        let (width, height, depth) = tile_of(&array.descriptor, array.format);
        let step = |size: u32| size as usize;
        let mut memory = change.memory;
        for z in (change.first[2]..change.end[2]).step_by(step(depth)) {
            for y in (change.first[1]..change.end[1]).step_by(step(height)) {
                for x in (change.first[0]..change.end[0]).step_by(step(width)) {
                    self.unmap_tile(change.array, [x, y, z]);
                    if let Some((handle, offset)) = memory {
                        self.map_tile(change.array, [x, y, z], (handle, offset));
                        memory = Some((handle, offset + TILE));
                    }
                }
            }
        }
    }

    fn change_whole(&mut self, change: &Change) {
        let memory = change.memory.and_then(|(handle, offset)| {
            let physical = self.virtuals.handles.get_mut(&handle)?;
            physical.mappings += 1;
            Some((handle, physical.address + offset))
        });
        let array = match self.arrays.arrays.get_mut(&change.array) {
            Some(array) => array,
            None => return,
        };
        let before = std::mem::replace(&mut array.memory, memory.map(|memory| memory.0));
        array.address = memory.map(|memory| memory.1);
        self.unhold(before);
    }

    /// The memory behind an array is held once less.
    fn unhold(&mut self, handle: Option<u64>) {
        let handle = match handle {
            Some(handle) => handle,
            None => return,
        };
        if let Some(physical) = self.virtuals.handles.get_mut(&handle) {
            physical.mappings -= 1;
        }
        self.collect(handle);
    }

    fn map_tile(&mut self, array: u64, at: [u64; 3], memory: (u64, u64)) {
        self.move_tile(array, at, memory, true);
        if let Some(physical) = self.virtuals.handles.get_mut(&memory.0) {
            physical.mappings += 1;
        }
        if let Some(array) = self.arrays.arrays.get_mut(&array) {
            array.tiles.insert(at, memory);
        }
    }

    fn unmap_tile(&mut self, array: u64, at: [u64; 3]) {
        let memory = self
            .arrays
            .arrays
            .get_mut(&array)
            .and_then(|array| array.tiles.remove(&at));
        let memory = match memory {
            Some(memory) => memory,
            None => return,
        };
        self.move_tile(array, at, memory, false);
        self.unhold(Some(memory.0));
    }

    /// Moves a tile's bytes into the array, or back to their memory.
    fn move_tile(&mut self, array: u64, at: [u64; 3], (handle, offset): (u64, u64), into: bool) {
        let array = match self.arrays.arrays.get(&array) {
            Some(array) => array,
            None => return,
        };
        let physical = match self.virtuals.handles.get(&handle) {
            Some(physical) => physical,
            None => return,
        };
        let (rows, tile, extent) = match sides(array, at, physical.address + offset) {
            Some((rows, tile, extent)) => (rows, tile, extent),
            None => return,
        };
        if into {
            // SAFETY: the tile lies in the array and its 64 KiB in the memory, as was checked.
            unsafe {
                Copy {
                    to: rows,
                    from: tile,
                    extent,
                }
                .run()
            };
        } else {
            // SAFETY: as above. What is not mapped reads as zeros.
            unsafe {
                Copy {
                    to: tile,
                    from: rows,
                    extent,
                }
                .run();
                Fill {
                    to: rows,
                    value: Value::One(0),
                    extent,
                }
                .run();
            }
        }
    }

    /// Before an array goes: its tiles' bytes go back to their memory.
    pub(crate) fn let_tiles_go(&mut self, handle: u64) {
        let array = self.arrays.arrays.get_mut(&handle);
        let (tiles, memory) = array.map_or((Vec::new(), None), |array| {
            (array.tiles.keys().copied().collect(), array.memory.take())
        });
        tiles
            .into_iter()
            .for_each(|at: [u64; 3]| self.unmap_tile(handle, at));
        self.unhold(memory);
    }
}

/// A tile in its array and in memory, where the tile's rows follow each other.
fn sides(array: &Array, [x, y, z]: [u64; 3], memory: u64) -> Option<(Side, Side, Extent)> {
    let (size, block) = (array.format.size, array.format.block);
    let (width, height, depth) = tile_of(&array.descriptor, array.format);
    let (pitch, height) = (u64::from(width) / block * size, u64::from(height) / block);
    let (x, y) = (x / block * size, y / block);
    let extent = Extent {
        width: pitch.min(array.row() - x),
        rows: height.min(array.rows() - y),
        slices: u64::from(depth).min(array.slices() - z),
    };
    let rows = array.side((x, y, z), extent).ok()?;
    let tile = Side {
        address: memory,
        pitch,
        slice: pitch * height,
    };
    Some((rows, tile, extent))
}
