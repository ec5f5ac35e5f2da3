//! Ranges of addresses that were given back: neighbours become one, and the smallest that fits is found at once.

use crate::core::range::up;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct Free {
    /// Sizes by addresses.
    ranges: BTreeMap<u64, u64>,
    /// Sizes and addresses of the same ranges.
    sizes: BTreeSet<(u64, u64)>,
}

impl Free {
    pub(crate) fn give(&mut self, mut address: u64, mut size: u64) {
        let before = self.ranges.range(..address).next_back();
        if let Some((&start, &length)) = before.filter(|(&start, &length)| start + length == address) {
            self.remove(start, length);
            (address, size) = (start, length + size);
        }
        if let Some(&length) = self.ranges.get(&(address + size)) {
            self.remove(address + size, length);
            size += length;
        }
        self.insert(address, size);
    }

    /// Takes a range of this size at a multiple of `align`.
    pub(crate) fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        let fits = |&&(length, start): &&(u64, u64)| {
            up(start, align).map_or(false, |first| first - start <= length - size)
        };
        // All ranges begin at multiples of what most requests ask for, so the first one fits.
        let &(length, start) = self.sizes.range((size, 0)..).find(fits)?;
        let first = up(start, align)?;
        self.remove(start, length);
        if first > start {
            self.insert(start, first - start);
        }
        let end = start + length;
        if end > first + size {
            self.insert(first + size, end - first - size);
        }
        Some(first)
    }

    fn insert(&mut self, address: u64, size: u64) {
        self.ranges.insert(address, size);
        self.sizes.insert((size, address));
    }

    fn remove(&mut self, address: u64, size: u64) {
        self.ranges.remove(&address);
        self.sizes.remove(&(size, address));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one() {
        let mut free = Free::default();
        for address in [0x3000, 0x1000, 0x2000, 0x8000] {
            free.give(address, 0x1000);
        }
        assert_eq!(free.ranges.len(), 2);
        assert_eq!(free.take(0x4000, 0x1000), None);
        assert_eq!(free.take(0x3000, 0x1000), Some(0x1000));
        assert_eq!(free.take(0x1000, 0x1000), Some(0x8000));
        assert_eq!(free.take(0x1000, 0x1000), None);
        assert!(free.ranges.is_empty() && free.sizes.is_empty());
    }

    #[test]
    fn what_is_left_of_a_range_stays() {
        let mut free = Free::default();
        free.give(0x1000, 0x7000);
        assert_eq!(free.take(0x1000, 0x4000), Some(0x4000));
        assert_eq!(free.take(0x3000, 0x1000), Some(0x1000));
        assert_eq!(free.take(0x3000, 0x1000), Some(0x5000));
        assert_eq!(free.take(0x1000, 0x1000), None);
    }

    #[test]
    fn the_smallest_that_fits_is_taken() {
        let mut free = Free::default();
        free.give(0x10000, 0x8000);
        free.give(0x40000, 0x2000);
        assert_eq!(free.take(0x2000, 0x1000), Some(0x40000));
    }
}
