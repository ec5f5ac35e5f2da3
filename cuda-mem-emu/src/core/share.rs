//! Memory and events that other processes open: what the handles hold, and what was opened.

use crate::core::memory::{Kind, Region};
use crate::core::space::{Block, CHUNK};
use crate::core::state::State;
use crate::entry::Outcome;
use crate::os::{self, Rights};
use crate::session::Session;
use cuda_mem_sys::*;
use std::collections::HashMap;
use std::io;

/// The first bytes of each handle: a version of this layout, and what it is for.
const MEMORY: u64 = 0x6d65_6d5f_656d_7531;
const POOL: u64 = 0x706f_6f6c_656d_7531;

/// Where memory lies in another process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) process: u32,
    file: os::Raw,
    offset: u64,
    size: u64,
    /// The range's number in its process.
    id: u64,
    device: u32,
}

impl Place {
    pub(crate) fn of(state: &State, region: &Region) -> Option<Place> {
        let (file, offset) = state.space.file(region.base)?;
        Some(Place {
            process: std::process::id(),
            file,
            offset,
            size: region.size,
            id: region.id,
            device: region.device as u32,
        })
    }

    /// Where a block of this process lies.
    pub(crate) fn at(state: &State, block: Block) -> Option<Place> {
        let (file, offset) = state.space.file(block.address)?;
        Some(Place {
            process: std::process::id(),
            file,
            offset,
            size: block.size,
            id: 0,
            device: 0,
        })
    }

    /// As handles carry it.
    pub(crate) fn bytes(&self) -> [u8; 64] {
        let mut bytes = [0u8; 64];
        let fields = [
            MEMORY,
            u64::from(self.process) << 32 | u64::from(self.file as u32),
            self.offset,
            self.size,
            self.id,
            u64::from(self.device),
            self.sum(),
        ];
        for (place, field) in bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    /// None for bytes that are no handle.
    pub(crate) fn parse(bytes: &[u8; 64]) -> Option<Place> {
        let field = |index: usize| {
            let bytes = bytes.chunks_exact(8).nth(index)?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        };
        let place = Place {
            process: (field(1)? >> 32) as u32,
            file: field(1)? as u32 as os::Raw,
            offset: field(2)?,
            size: field(3)?,
            id: field(4)?,
            device: u32::try_from(field(5)?).ok()?,
        };
        (field(0)? == MEMORY && field(6)? == place.sum()).then_some(place)
    }

    /// Tells bytes that are no handle, or were changed, from handles.
    fn sum(&self) -> u64 {
        let fields = [
            u64::from(self.process),
            self.file as u64,
            self.offset,
            self.size,
            self.id,
            self.device.into(),
        ];
        fields.iter().fold(MEMORY, |sum, field| {
            sum.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ field
        })
    }
}

/// What this process opened of others.
#[derive(Default)]
pub(crate) struct Shared {
    /// By what was opened and the pool that it belongs to: the address, and how often it was opened.
    memory: HashMap<(Place, u64), Opened>,
    /// The same, by a number that the map of memory has.
    numbers: HashMap<u64, (Place, u64)>,
}

struct Opened {
    address: u64,
    uses: u64,
    block: Block,
    // Keeps the memory alive when its process ends.
    _file: os::File,
}

impl Session<'_> {
    /// Maps memory of another process; the same memory is mapped once.
    pub(crate) fn open_shared(&mut self, place: &Place, pool: u64) -> Outcome<u64> {
        if let Some(opened) = self.shared.memory.get_mut(&(*place, pool)) {
            opened.uses += 1;
            return Ok(opened.address);
        }
        let file = os::File::of_process(place.process, place.file).map_err(|_| CUDA_ERROR_INVALID_VALUE)?;
        let (block, address) = self.map_file(&file, place.offset, place.size)?;
        let number = self.handle();
        let opened = Opened {
            address,
            uses: 1,
            block,
            _file: file,
        };
        self.shared.memory.insert((*place, pool), opened);
        self.shared.numbers.insert(number, (*place, pool));
        let device = (place.device as usize).min(self.devices.len().saturating_sub(1));
        let (owner, symbol) = ((self.context, device), self.call.symbol);
        self.enter(
            symbol,
            (address, place.size),
            None,
            Kind::Imported { opened: number, pool },
            owner,
        );
        Ok(address)
    }

    /// Undoes one opening; the last one takes the mapping away.
    pub(crate) fn close_shared(&mut self, address: u64) -> Outcome {
        let opened = match self.map.at(address).map(|region| region.kind.clone()) {
            Some(Kind::Imported { opened, .. }) => opened,
            _ => {
                let text = format!("{address:#x} is not open; was it closed before?");
                return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
            }
        };
        let key = self
            .shared
            .numbers
            .get(&opened)
            .copied()
            .ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let entry = self.shared.memory.get_mut(&key).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        entry.uses -= 1;
        if entry.uses == 0 {
            self.run_all();
            self.take_out(address);
            self.shared.numbers.remove(&opened);
            if let Some(opened) = self.shared.memory.remove(&key) {
                self.space.give_addresses(opened.block);
            }
        }
        Ok(())
    }

    /// Maps what a handle means, once more.
    pub(crate) fn map_place(&mut self, place: &Place) -> Outcome<(Block, u64)> {
        let file = os::File::of_process(place.process, place.file).map_err(|_| CUDA_ERROR_INVALID_VALUE)?;
        self.map_file(&file, place.offset, place.size)
    }

    /// Maps a part of another process's file: the addresses that were taken for it, and the part's own.
    pub(crate) fn map_file(&mut self, file: &os::File, offset: u64, size: u64) -> Outcome<(Block, u64)> {
        let first = offset / CHUNK * CHUNK;
        let end = offset.checked_add(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        if file.size().map_or(true, |all| end > all) {
            return Err(CUDA_ERROR_INVALID_VALUE);
        }
        let block = self
            .space
            .addresses(end - first, CHUNK)
            .ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        // SAFETY: addresses that were just taken, and nothing uses yet.
        let mapped = unsafe { self.space.map(block, file.raw(), first, Rights::ReadWrite) };
        if mapped.is_err() {
            self.space.give_addresses(block);
            return Err(CUDA_ERROR_MAP_FAILED);
        }
        Ok((block, block.address + (offset - first)))
    }
}

/// What a pool's shareable handle says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PoolRecord {
    pub(crate) device: i32,
    pub(crate) location: u32,
}

impl PoolRecord {
    /// The size of its file: a page, since not every system has smaller ones.
    const SIZE: u64 = 4096;

    /// A new handle, for the program to pass on and close.
    pub(crate) fn handle(&self) -> io::Result<os::Handle> {
        let file = os::File::new(PoolRecord::SIZE)?;
        let fields = [POOL, self.device as u32 as u64, self.location.into()];
        for (index, field) in fields.iter().enumerate() {
            file.write(8 * index as u64, &field.to_le_bytes())?;
        }
        Ok(file.into_handle())
    }

    /// None for a handle that is no pool's.
    pub(crate) fn of(raw: os::Raw) -> Option<PoolRecord> {
        let file = os::File::duplicate(raw).ok()?;
        let field = |index: u64| {
            let mut bytes = [0u8; 8];
            file.read(8 * index, &mut bytes).ok()?;
            Some(u64::from_le_bytes(bytes))
        };
        let record = PoolRecord {
            device: field(1)? as u32 as i32,
            location: field(2)? as u32,
        };
        (field(0)? == POOL && matches!(file.size(), Ok(PoolRecord::SIZE))).then_some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_read_as_it_was_written_and_changed_bytes_are_refused() {
        let place = Place {
            process: 42,
            file: 7,
            offset: 1 << 33,
            size: 4096,
            id: 9,
            device: 1,
        };
        let bytes = place.bytes();
        assert_eq!(Place::parse(&bytes), Some(place));
        for index in 0..56 {
            let mut changed = bytes;
            changed[index] ^= 1;
            assert_eq!(Place::parse(&changed), None, "byte {index}");
        }
        assert_eq!(Place::parse(&[0; 64]), None);
    }
}
