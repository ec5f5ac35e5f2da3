//! What ranges of managed memory were advised, and where they were prefetched to.
//!
//! A range's table has an entry at each address where the advice changes; the first is at its first byte.

use crate::core::memory::{Kind, Region};
use crate::core::range::units;
use crate::core::state::State;
use crate::entry::{check, Outcome};
use cuda_mem_sys::*;
use std::collections::{BTreeMap, BTreeSet};

/// Advice holds for pages of this size.
const PAGE: u64 = 4096;

/// What a page was advised.
#[derive(Debug, Clone, Default)]
pub(crate) struct Advice {
    pub(crate) read_mostly: bool,
    /// A location's type and id; none where nothing was said.
    pub(crate) preferred: Option<(u32, i32)>,
    /// Ordinals of devices; CU_DEVICE_CPU for the host.
    pub(crate) accessed_by: BTreeSet<i32>,
    pub(crate) prefetched: Option<(u32, i32)>,
}

/// A location in the form that the tables keep.
pub(crate) fn place(location: &CUmemLocation) -> (u32, i32) {
    let has_id = [CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST_NUMA].contains(&location.type_);
    (location.type_.0, if has_id { location.id() } else { 0 })
}

/// The location that the older functions mean by a device's number.
pub(crate) fn older(device: CUdevice) -> CUmemLocation {
    if device == CU_DEVICE_CPU {
        CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0)
    } else {
        CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device)
    }
}

/// A location as the older attributes give it.
pub(crate) fn number(place: Option<(u32, i32)>) -> i32 {
    match place {
        Some((kind, id)) if kind == CU_MEM_LOCATION_TYPE_DEVICE.0 => id,
        Some(_) => CU_DEVICE_CPU,
        None => CU_DEVICE_INVALID,
    }
}

impl State {
    /// The managed allocation that a range lies in.
    pub(crate) fn managed(&mut self, address: u64, size: u64) -> Outcome<&mut Region> {
        check(size != 0)?;
        let end = address.checked_add(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let region = self.map.find_mut(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        check(region.kind == Kind::Managed && end <= region.end())?;
        Ok(region)
    }
}

impl Region {
    /// Changes the advice of the pages that a range touches.
    pub(crate) fn advise(&mut self, address: u64, size: u64, change: impl Fn(&mut Advice)) {
        let first = self.base.max(address / PAGE * PAGE);
        let end = self.end().min(units(address + size, PAGE) * PAGE);
        self.split(self.base);
        self.split(first);
        if end < self.end() {
            self.split(end);
        }
        self.advice
            .range_mut(first..end)
            .for_each(|(_, advice)| change(advice));
    }

    /// Begins a new entry at an address.
    fn split(&mut self, at: u64) {
        let before = self
            .advice
            .range(..=at)
            .next_back()
            .map(|(_, advice)| advice.clone());
        self.advice
            .entry(at)
            .or_insert_with(|| before.unwrap_or_default());
    }

    /// The advice of all pages that a range touches.
    pub(crate) fn advised(&self, address: u64, size: u64) -> Vec<Advice> {
        let first = self
            .advice
            .range(..=address)
            .next_back()
            .map(|(_, advice)| advice.clone());
        let rest = self.advice.range(address + 1..(address + size).max(address + 1));
        std::iter::once(first.unwrap_or_default())
            .chain(rest.map(|(_, advice)| advice.clone()))
            .collect()
    }
}

/// The table of a new range.
pub(crate) type Table = BTreeMap<u64, Advice>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_holds_for_the_pages_that_it_names() {
        let mut region = Region::sample(0x10000, 4 * PAGE, Kind::Managed);
        region.advise(0x11000, PAGE, |advice| advice.read_mostly = true);
        let mostly = |address, size| {
            region
                .advised(address, size)
                .iter()
                .all(|advice| advice.read_mostly)
        };
        assert!(mostly(0x11000, PAGE));
        assert!(!mostly(0x10fff, 2));
        assert!(!mostly(0x11000, PAGE + 1));
        assert!(!mostly(0x12000, 1));
    }
}
