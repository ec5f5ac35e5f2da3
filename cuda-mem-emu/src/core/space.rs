//! Where emulated memory lies: addresses are handed out from one range, and are reused as late as possible, so that a
//! stale address is recognised.

use crate::core::free::Free;
use crate::core::range::up;
use crate::os::{self, Rights};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// The unit in which large memory is handed out; small allocations share one.
pub(crate) const CHUNK: u64 = 2 << 20;
/// Every allocation begins at a multiple of this.
const SMALLEST: u64 = 512;
/// The largest small allocation.
const LARGEST_SMALL: u64 = 1 << 20;
const CLASSES: usize = (LARGEST_SMALL / SMALLEST).trailing_zeros() as usize + 1;
/// So many freed blocks of a class wait before the first of them is used again.
const WAITING: usize = 64;

/// How much is reserved; less where the system does not give so much.
const SIZES: [u64; 5] = [16 << 40, 1 << 40, 256 << 30, 64 << 30, 8 << 30];

/// The range of all emulated memory.
pub(crate) struct Space {
    base: u64,
    size: u64,
    fd: OwnedFd,
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
        let mut last = io::Error::from(io::ErrorKind::OutOfMemory);
        for size in SIZES {
            let reserved = os::file(size).and_then(|fd| Ok((os::reserve(fd.as_raw_fd(), size, CHUNK)?, fd)));
            match reserved {
                Ok((base, fd)) => {
                    return Ok(Space {
                        base,
                        size,
                        fd,
                        next: base,
                        small: Default::default(),
                        freed: Free::default(),
                    })
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Whether the address is the emulator's, in use or not.
    pub(crate) fn contains(&self, address: u64) -> bool {
        (self.base..self.base + self.size).contains(&address)
    }

    /// The file behind the range, and where in it an address lies.
    pub(crate) fn file(&self, address: u64) -> (RawFd, u64) {
        (self.fd.as_raw_fd(), address - self.base)
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
            let (fd, offset) = self.file(block.address);
            os::discard(fd, offset, block.size);
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
        if address.checked_add(size)? <= self.base + self.size {
            self.next = address + size;
            return Some(Block { address, size });
        }
        let address = self.freed.take(size, align)?;
        Some(Block { address, size })
    }

    /// Takes addresses back; whatever is mapped there goes.
    pub(crate) fn give_addresses(&mut self, block: Block) {
        let (fd, offset) = self.file(block.address);
        // SAFETY: the emulator's range, given back by its only user.
        if unsafe { os::map(block.address, block.size, fd, offset, Rights::None) }.is_ok() {
            self.freed.give(block.address, block.size);
        }
    }

    fn commit(&mut self, block: Block) -> Option<()> {
        // SAFETY: the emulator's range, which gains rights.
        unsafe { os::protect(block.address, block.size, Rights::ReadWrite) }.ok()
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
        assert!(space.take(4096).is_some_and(|block| block.size == 4096));
    }

    #[test]
    fn freed_memory_reads_as_zeros() {
        let mut space = Space::new().expect("memory");
        let block = space.take(4 << 20).expect("4 MiB");
        // SAFETY: just taken.
        unsafe { *(block.address as *mut u8) = 7 };
        space.give(block);
        // SAFETY: the range keeps its rights.
        assert_eq!(unsafe { *(block.address as *const u8) }, 0);
    }
}
