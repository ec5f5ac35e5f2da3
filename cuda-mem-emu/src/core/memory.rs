//! The map of memory: every range that the driver knows, by address, and what calls may do with it.

use crate::core::advice::Table;
use crate::core::range::units;
use crate::core::space::{Block, CHUNK};
use crate::core::state::State;
use crate::entry::Outcome;
use crate::os::Rights;
use cuda_mem_sys::{CUDA_ERROR_INVALID_VALUE, CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTALLOC_PORTABLE};
use std::collections::BTreeMap;

/// What a range is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of cuMemAlloc or cuMemAllocPitch.
    Device,
    /// Of cuMemHostAlloc or cuMemAllocHost, with the flags that cuMemHostGetFlags gives.
    Host { flags: u32 },
    /// Registered by cuMemHostRegister.
    Registered { flags: u32, read_only: bool },
    /// Of cuMemAllocManaged.
    Managed,
    /// Of a pool.
    Pool { pool: u64 },
    /// Virtual memory, mapped to an allocation of cuMemCreate.
    Mapped {
        handle: u64,
        /// What any location may do.
        rights: Rights,
        /// By location: type, then id.
        access: BTreeMap<(u32, i32), Rights>,
    },
    /// Opened from another process; with an imported pool, as memory of it.
    Imported { opened: u64, pool: u64 },
}

/// A range that the driver knows.
#[derive(Debug, Clone)]
pub(crate) struct Region {
    pub(crate) base: u64,
    pub(crate) size: u64,
    pub(crate) kind: Kind,
    /// Where it was taken from, if the emulator gave it.
    pub(crate) block: Option<Block>,
    pub(crate) context: u64,
    pub(crate) device: usize,
    /// A number that no other range of this process ever has.
    pub(crate) id: u64,
    /// The call that made it.
    pub(crate) made_by: &'static str,
    pub(crate) sync_memops: bool,
    /// What managed memory was advised.
    pub(crate) advice: Table,
}

impl Region {
    #[cfg(test)]
    pub(crate) fn sample(base: u64, size: u64, kind: Kind) -> Region {
        Region {
            base,
            size,
            kind,
            block: None,
            context: 0,
            device: 0,
            id: 0,
            made_by: "test",
            sync_memops: false,
            advice: Table::new(),
        }
    }

    pub(crate) fn end(&self) -> u64 {
        self.base + self.size
    }

    /// Memory of the host, to copies.
    pub(crate) fn is_host(&self) -> bool {
        matches!(self.kind, Kind::Host { .. } | Kind::Registered { .. })
    }

    /// The flags that cuMemHostGetFlags gives. Measured on H200: managed and virtual memory have some, too.
    pub(crate) fn host_flags(&self) -> Option<u32> {
        match self.kind {
            Kind::Host { flags } | Kind::Registered { flags, .. } => Some(flags),
            Kind::Managed => Some(CU_MEMHOSTALLOC_DEVICEMAP),
            Kind::Mapped { .. } => Some(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
            _ => None,
        }
    }

    /// What cuMemHostGetDevicePointer gives for an address. Measured on H200: for virtual memory, where its mapping
    /// begins.
    pub(crate) fn device_pointer(&self, address: u64) -> Option<u64> {
        match self.kind {
            Kind::Host { .. } | Kind::Registered { .. } => Some(address),
            Kind::Mapped { .. } => Some(self.base),
            _ => None,
        }
    }

    /// Hardware knows memory by its pages: accesses up to here are not refused there.
    fn hardware_end(&self) -> u64 {
        match self.kind {
            Kind::Device | Kind::Pool { .. } => units(self.end(), CHUNK) * CHUNK,
            _ => self.end(),
        }
    }

    fn describe(&self) -> String {
        format!(
            "the {} bytes at {:#x} of {}",
            self.size,
            self.base,
            crate::symbols::public_name(self.made_by)
        )
    }
}

/// All ranges, by their first addresses.
#[derive(Default)]
pub(crate) struct Map {
    regions: BTreeMap<u64, Region>,
}

impl Map {
    /// The range that an address lies in.
    pub(crate) fn find(&self, address: u64) -> Option<&Region> {
        let (_, region) = self.regions.range(..=address).next_back()?;
        (address < region.end()).then_some(region)
    }

    pub(crate) fn find_mut(&mut self, address: u64) -> Option<&mut Region> {
        let (_, region) = self.regions.range_mut(..=address).next_back()?;
        (address < region.end()).then_some(region)
    }

    /// The range that begins at this address.
    pub(crate) fn at(&self, base: u64) -> Option<&Region> {
        self.regions.get(&base)
    }

    /// Any range that has a byte in common with this one.
    pub(crate) fn overlapping(&self, address: u64, size: u64) -> Option<&Region> {
        self.touched(address, size).next()
    }

    /// All of them, the last first.
    pub(crate) fn touched(&self, address: u64, size: u64) -> impl Iterator<Item = &Region> {
        let before = self.regions.range(..address.saturating_add(size)).rev();
        before
            .map(|(_, region)| region)
            .take_while(move |region| region.end() > address)
    }

    pub(crate) fn insert(&mut self, region: Region) {
        self.regions.insert(region.base, region);
    }

    pub(crate) fn remove(&mut self, base: u64) -> Option<Region> {
        self.regions.remove(&base)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Region> {
        self.regions.values()
    }
}

/// What a call takes where it asks for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accept {
    /// Memory that the device reaches by this address: its own, managed, pinned.
    Device,
    /// Any, where host memory is asked for, too: with unified addressing an address says what it is (measured on H200).
    Unified,
}

/// Where an address lies, to a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Device,
    Managed,
    Pinned,
    Pageable,
    /// A write there reaches several devices.
    Multicast,
}

impl Place {
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Place::Pinned | Place::Pageable)
    }
}

impl State {
    /// Checks that a call may read, or write, so many bytes from an address on.
    ///
    /// # Errors
    ///
    /// CUDA_ERROR_INVALID_VALUE, with a message that says why.
    pub(crate) fn reach(
        &self,
        symbol: &str,
        address: u64,
        size: u64,
        accept: Accept,
        write: bool,
    ) -> Outcome<Place> {
        let verb = if write { "writes" } else { "reads" };
        let refuse = |why: &str| {
            let text = format!("{verb} {size} bytes at {address:#x}: {why}");
            Err(crate::report::misuse(symbol, CUDA_ERROR_INVALID_VALUE, &text))
        };
        if address == 0 {
            return refuse("the address is null");
        }
        let end = match address.checked_add(size) {
            Some(end) => end,
            None => return refuse("that passes the end of all addresses"),
        };
        let region = match self.map.find(address) {
            Some(region) => region,
            None => {
                if self.space.contains(address) {
                    return refuse("nothing is allocated there; was it freed?");
                }
                if accept == Accept::Device {
                    return refuse("no device memory or pinned host memory is there");
                }
                if let Some(region) = self.map.overlapping(address, size) {
                    return refuse(&format!(
                        "that begins in pageable memory and runs into {}",
                        region.describe()
                    ));
                }
                return Ok(Place::Pageable);
            }
        };
        let last = if self.hardware {
            region.hardware_end()
        } else {
            region.end()
        };
        if end > last && !self.continues(region, end) {
            let text = format!(
                "that is {} bytes past the end of {}",
                end - region.end(),
                region.describe()
            );
            return refuse(&text);
        }
        match &region.kind {
            Kind::Mapped { .. } => self.mapped(symbol, region, end, write, verb),
            Kind::Registered { read_only: true, .. } if write => refuse("it was registered for reading only"),
            Kind::Host { .. } | Kind::Registered { .. } => Ok(Place::Pinned),
            Kind::Managed => Ok(Place::Managed),
            _ => Ok(Place::Device),
        }
    }

    /// Whether mapped memory goes on, mapping after mapping, up to this address.
    fn continues(&self, region: &Region, end: u64) -> bool {
        let mut at = region.end();
        if !matches!(region.kind, Kind::Mapped { .. }) {
            return false;
        }
        while at < end {
            match self.map.at(at) {
                Some(next) if matches!(next.kind, Kind::Mapped { .. }) => at = next.end(),
                _ => return false,
            }
        }
        true
    }

    fn mapped(&self, symbol: &str, first: &Region, end: u64, write: bool, verb: &str) -> Outcome<Place> {
        let mut region = first;
        while let Kind::Mapped { rights, .. } = region.kind {
            if rights == Rights::None || (write && rights == Rights::Read) {
                let text = format!(
                    "{verb} at {:#x}, where cuMemSetAccess did not allow it",
                    region.base
                );
                return Err(crate::report::misuse(symbol, CUDA_ERROR_INVALID_VALUE, &text));
            }
            if region.end() >= end {
                break;
            }
            match self.map.at(region.end()) {
                Some(next) => region = next,
                None => break,
            }
        }
        let handle = match first.kind {
            Kind::Mapped { handle, .. } => handle,
            _ => return Ok(Place::Device),
        };
        if self
            .virtuals
            .handles
            .get(&handle)
            .map_or(true, |physical| physical.multicast.is_none())
        {
            return Ok(Place::Device);
        }
        if !write {
            let text = format!("reads at {:#x}, which is a multicast address", first.base);
            return Err(crate::report::misuse(symbol, CUDA_ERROR_INVALID_VALUE, &text));
        }
        Ok(Place::Multicast)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_belongs_to_the_range_around_it() {
        let mut map = Map::default();
        map.insert(Region::sample(0x1000, 0x10, Kind::Device));
        map.insert(Region::sample(0x1010, 0x10, Kind::Device));
        let base = |address| map.find(address).map(|region| region.base);
        assert_eq!(base(0xfff), None);
        assert_eq!(base(0x1000), Some(0x1000));
        assert_eq!(base(0x100f), Some(0x1000));
        assert_eq!(base(0x1010), Some(0x1010));
        assert_eq!(base(0x1020), None);
        let over = |address, size| map.overlapping(address, size).map(|region| region.base);
        assert_eq!(over(0xf00, 0x100), None);
        assert_eq!(over(0xf00, 0x101), Some(0x1000));
        assert_eq!(over(0x1020, 1), None);
    }
}
