//! Where emulated memory lies: addresses are handed out from one range, and are reused as late as possible, so that a
//! stale address is recognised.

use crate::core::free::Free;
use crate::core::range::up;
use crate::os::{self, Rights};
use std::collections::VecDeque;
use std::io;

/// The unit in which large memory is handed out; small allocations share one.
pub(crate) const CHUNK: u64 = 2 << 20;
/// Every allocation begins at a multiple of this.
const SMALLEST: u64 = 512;
/// The largest small allocation.
const LARGEST_SMALL: u64 = 1 << 20;
const CLASSES: usize = (LARGEST_SMALL / SMALLEST).trailing_zeros() as usize + 1;
/// So many freed blocks of a class wait before the first of them is used again.
const WAITING: usize = 64;

/// The range of all emulated memory.
pub(crate) struct Space {
    range: os::Range,
    /// Where memory begins that was never handed out.
    next: u64,
    small: [Class; CLASSES],
    /// Large ranges that were freed: used again once all addresses were handed out.
    freed: Free,
}

#[derive(Default)]
struct Class {
    /// The rest of the chunk that new blocks are cut from.
    next: u64,
    end: u64,
    freed: VecDeque<u64>,
}

/// Memory that was handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) address: u64,
    /// What was taken for it.
    pub(crate) size: u64,
}

impl Space {
    pub(crate) fn new() -> io::Result<Space> {
        let range = os::Range::new()?;
        Ok(Space {
            next: range.base(),
            range,
            small: Default::default(),
            freed: Free::default(),
        })
    }

    /// Whether the address is the emulator's, in use or not.
    pub(crate) fn contains(&self, address: u64) -> bool {
        (self.range.base()..self.end()).contains(&address)
    }

    fn end(&self) -> u64 {
        self.range.base() + self.range.size()
    }

    /// The file behind memory that was taken, and where in it an address lies.
    pub(crate) fn file(&self, address: u64) -> Option<(os::Raw, u64)> {
        self.range.file(address)
    }

    /// What a request takes.
    pub(crate) fn rounded(size: u64) -> Option<u64> {
        if size <= LARGEST_SMALL {
            Some(size.max(SMALLEST).next_power_of_two())
        } else {
            up(size, CHUNK)
        }
    }

    /// Memory that can be read and written.
    pub(crate) fn take(&mut self, size: u64) -> Option<Block> {
        let size = Space::rounded(size)?;
        if size > LARGEST_SMALL {
            let block = self.addresses(size, CHUNK)?;
            self.commit(block)?;
            return Some(block);
        }
        let index = (size / SMALLEST).trailing_zeros() as usize;
        let class = self.small.get_mut(index)?;
        if class.freed.len() <= WAITING && class.next == class.end {
            if let Some(chunk) = self.addresses(CHUNK, CHUNK) {
                self.commit(chunk)?;
                let class = self.small.get_mut(index)?;
                (class.next, class.end) = (chunk.address, chunk.address + chunk.size);
            }
        }
        let class = self.small.get_mut(index)?;
        if class.freed.len() > WAITING || class.next == class.end {
            return class.freed.pop_front().map(|address| Block { address, size });
        }
        class.next += size;
        Some(Block {
            address: class.next - size,
            size,
        })
    }

    /// Takes memory back.
    pub(crate) fn give(&mut self, block: Block) {
        if block.size > LARGEST_SMALL {
            // SAFETY: given back by its only user.
            unsafe { self.range.discard(block.address, block.size) };
            self.freed.give(block.address, block.size);
        } else if let Some(class) = self
            .small
            .get_mut((block.size / SMALLEST).trailing_zeros() as usize)
        {
            class.freed.push_back(block.address);
        }
    }

    /// Addresses without memory: what they hold is undefined until something is mapped there.
    pub(crate) fn addresses(&mut self, size: u64, align: u64) -> Option<Block> {
        let align = align.max(CHUNK);
        let size = up(size, CHUNK)?;
        let address = up(self.next, align)?;
        if address.checked_add(size)? <= self.end() {
            self.next = address + size;
            return Some(Block { address, size });
        }
        let address = self.freed.take(size, align)?;
        Some(Block { address, size })
    }

    /// Takes addresses back; whatever is mapped there goes.
    pub(crate) fn give_addresses(&mut self, block: Block) {
        // SAFETY: given back by their only user.
        if unsafe { self.range.unmap(block.address, block.size) }.is_ok() {
            self.freed.give(block.address, block.size);
        }
    }

    /// Maps a part of a file to addresses that have no memory.
    ///
    /// # Safety
    ///
    /// They were handed out, and nothing uses them.
    pub(crate) unsafe fn map(
        &mut self,
        at: Block,
        file: os::Raw,
        offset: u64,
        rights: Rights,
    ) -> io::Result<()> {
        // SAFETY: the caller's.
        unsafe { self.range.map(at.address, at.size, file, offset, rights) }
    }

    /// Takes what is mapped away from addresses, which stay handed out.
    ///
    /// # Safety
    ///
    /// Nothing uses them.
    pub(crate) unsafe fn unmap(&mut self, at: Block) -> io::Result<()> {
        // SAFETY: the caller's.
        unsafe { self.range.unmap(at.address, at.size) }
    }

    /// Changes the rights of a whole mapping.
    ///
    /// # Safety
    ///
    /// With fewer rights, nothing uses it.
    pub(crate) unsafe fn protect(&mut self, at: Block, rights: Rights) -> io::Result<()> {
        // SAFETY: the caller's.
        unsafe { self.range.protect(at.address, at.size, rights) }
    }

    fn commit(&mut self, block: Block) -> Option<()> {
        // SAFETY: addresses that were just taken, and nothing uses yet.
        unsafe { self.range.commit(block.address, block.size) }.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back_late() {
        let mut space = Space::new().expect("memory");
        let first = space.take(1).expect("a byte");
        assert_eq!(first.address % CHUNK, 0);
        space.give(first);
        let others: Vec<u64> = (0..WAITING)
            .map(|_| space.take(1).expect("a byte").address)
            .collect();
        assert!(!others.contains(&first.address));
        let mut blocks: Vec<Block> = (0..2 * WAITING)
            .map(|_| space.take(4096).expect("a page"))
            .collect();
        blocks.drain(..).for_each(|block| space.give(block));
        assert!(space.take(4096).map_or(false, |block| block.size == 4096));
    }

    #[test]
    fn freed_memory_reads_as_zeros() {
        let mut space = Space::new().expect("memory");
        let block = space.take(4 << 20).expect("4 MiB");
        // SAFETY: just taken.
        unsafe { *(block.address as *mut u8) = 7 };
        space.give(block);
        space.next = space.end();
        let again = space.take(4 << 20).expect("4 MiB");
        assert_eq!(again, block);
        // SAFETY: as above.
        assert_eq!(unsafe { *(again.address as *const u8) }, 0);
    }
}
