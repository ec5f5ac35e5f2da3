//! Virtual memory: reservations of addresses, allocations without addresses, and mappings of one to the other.

use crate::core::memory::{Kind, Region};
use crate::core::space::{Block, CHUNK};
use crate::core::state::State;
use crate::entry::{check, Outcome};
use crate::os::{self, Rights};
use crate::session::Session;
use cuda_mem_sys::*;
use std::collections::{BTreeMap, HashMap};

/// Sizes and addresses of virtual memory are multiples of this.
pub(crate) const GRANULARITY: u64 = CHUNK;
/// All bits that are types of handles.
const HANDLE_TYPES: u32 = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.0
    | CU_MEM_HANDLE_TYPE_WIN32.0
    | CU_MEM_HANDLE_TYPE_WIN32_KMT.0
    | CU_MEM_HANDLE_TYPE_FABRIC.0;
/// After the memory in a file that is shared: what it is.
const RECORD: u64 = 4096;
const MAGIC: u64 = 0x766d_6d5f_656d_7531;

/// All virtual memory.
#[derive(Default)]
pub(crate) struct Virtual {
    pub(crate) handles: HashMap<u64, Physical>,
    /// By first address.
    reservations: BTreeMap<u64, Block>,
}

/// Memory without an address of its own, to the program.
pub(crate) struct Physical {
    pub(crate) size: u64,
    pub(crate) properties: CUmemAllocationProp,
    /// Where the emulator itself reaches it; nothing for a multicast object.
    pub(crate) address: u64,
    backing: Backing,
    /// Holds of the program: creation, retaining.
    uses: u64,
    /// Mappings to it.
    pub(crate) mappings: u64,
    /// The members of a multicast object.
    pub(crate) multicast: Option<super::multicast::Multicast>,
}

// SAFETY: the one pointer in it is the program's, and only given back to it.
unsafe impl Send for Physical {}

impl Physical {
    /// Whether the program has a handle that it has not released.
    pub(crate) fn is_held(&self) -> bool {
        self.uses > 0
    }
}

impl Virtual {
    /// How many ranges of addresses are reserved.
    pub(crate) fn reservations(&self) -> usize {
        self.reservations.len()
    }
}

enum Backing {
    /// A part of the common file, counted as memory of the device.
    Block(Block),
    /// A file of its own, which can be shared, and the addresses that it is mapped to.
    File(os::File, Block),
    None,
}

impl State {
    /// What an allocation is that is asked for like this, as its handle tells it afterwards (measured on H200).
    fn accepted(&self, asked: &CUmemAllocationProp) -> Outcome<CUmemAllocationProp> {
        let mut given = *asked;
        // A device that is none is found first.
        let on_device = asked.location.type_ == CU_MEM_LOCATION_TYPE_DEVICE;
        if on_device {
            self.device(asked.location.id())?;
        }
        check(asked.type_ == CU_MEM_ALLOCATION_TYPE_PINNED)?;
        self.stays(&asked.location)?;
        // Bits that are no type are let pass, and dropped.
        given.requestedHandleTypes.0 &= HANDLE_TYPES;
        super::pool::shareable(given.requestedHandleTypes)?;
        // Windows's handles come with attributes.
        let handles = given.requestedHandleTypes == CU_MEM_HANDLE_TYPE_WIN32;
        check(!handles || !given.win32HandleMetaData.is_null())?;
        if asked.location.type_ == CU_MEM_LOCATION_TYPE_HOST {
            // It comes from a node, and only who names the node can share it.
            check(given.requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE)?;
            given.location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA, 0);
        }
        let flags = &mut given.allocFlags;
        let for_tiles = u32::from(flags.usage) & CU_MEM_CREATE_USAGE_TILE_POOL != 0;
        check(flags.compressionType <= 1)?;
        check(flags.compressionType == 0 || (on_device && !for_tiles))?;
        // Refused together; either may be the reason.
        let of_devices = flags.gpuDirectRDMACapable != 0
            || u32::from(flags.usage) & CU_MEM_CREATE_USAGE_HW_DECOMPRESS != 0;
        check(on_device || !of_devices)?;
        // What it is for is not told.
        flags.usage &= !(CU_MEM_CREATE_USAGE_TILE_POOL as u16);
        Ok(given)
    }

    /// New memory without an address.
    pub(crate) fn new_physical(&mut self, size: u64, asked: &CUmemAllocationProp) -> Outcome<u64> {
        check(size != 0 && size % GRANULARITY == 0)?;
        let properties = self.accepted(asked)?;
        let device = self.device_of(&properties.location);
        if device
            .and_then(|device| self.devices.get(device))
            .map_or(false, |device| size > device.free())
        {
            return Err(CUDA_ERROR_OUT_OF_MEMORY);
        }
        let shared = properties.requestedHandleTypes == os::SHAREABLE;
        let (address, backing) = if shared {
            let whole = size.checked_add(RECORD).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
            let file = os::File::new(whole).map_err(|_| CUDA_ERROR_OUT_OF_MEMORY)?;
            record(&file, size, &properties).map_err(|_| CUDA_ERROR_OPERATING_SYSTEM)?;
            self.map_whole(file, size)?
        } else {
            let block = self.space.take(size).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
            (block.address, Backing::Block(block))
        };
        if let Some(device) = device {
            self.count(device, size as i64);
        }
        Ok(self.add_physical(size, properties, address, backing, None))
    }

    /// A multicast object.
    pub(crate) fn new_multicast(&mut self, size: u64, multicast: super::multicast::Multicast) -> u64 {
        self.add_physical(
            size,
            CUmemAllocationProp::default(),
            0,
            Backing::None,
            Some(multicast),
        )
    }

    /// Memory that another handle's shareable one gives.
    pub(crate) fn import_physical(&mut self, raw: os::Raw) -> Outcome<u64> {
        let file = os::File::duplicate(raw).map_err(|_| CUDA_ERROR_INVALID_VALUE)?;
        let (size, properties) = recorded(&file).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        self.located(&properties.location)?;
        let (address, backing) = self.map_whole(file, size)?;
        Ok(self.add_physical(size, properties, address, backing, None))
    }

    fn map_whole(&mut self, file: os::File, size: u64) -> Outcome<(u64, Backing)> {
        let block = self
            .space
            .addresses(size, GRANULARITY)
            .ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        // SAFETY: addresses that were just taken, and nothing uses yet.
        let mapped = unsafe { self.space.map(block, file.raw(), 0, Rights::ReadWrite) };
        if mapped.is_err() {
            self.space.give_addresses(block);
            return Err(CUDA_ERROR_MAP_FAILED);
        }
        Ok((block.address, Backing::File(file, block)))
    }

    fn add_physical(
        &mut self,
        size: u64,
        properties: CUmemAllocationProp,
        address: u64,
        backing: Backing,
        multicast: Option<super::multicast::Multicast>,
    ) -> u64 {
        let handle = self.handle();
        let physical = Physical {
            size,
            properties,
            address,
            backing,
            uses: 1,
            mappings: 0,
            multicast,
        };
        self.virtuals.handles.insert(handle, physical);
        handle
    }

    fn device_of(&self, location: &CUmemLocation) -> Option<usize> {
        let device = location.type_ == CU_MEM_LOCATION_TYPE_DEVICE;
        usize::try_from(location.id()).ok().filter(|_| device)
    }

    /// The memory that a handle means.
    pub(crate) fn physical(&self, handle: u64) -> Outcome<&Physical> {
        self.virtuals
            .handles
            .get(&handle)
            .filter(|physical| physical.uses > 0)
            .ok_or(CUDA_ERROR_INVALID_VALUE)
    }

    pub(crate) fn physical_mut(&mut self, handle: u64) -> Outcome<&mut Physical> {
        let known = self.virtuals.handles.get_mut(&handle);
        known
            .filter(|physical| physical.uses > 0)
            .ok_or(CUDA_ERROR_INVALID_VALUE)
    }

    /// Holds memory once more, even if the program gave its handle up.
    pub(crate) fn hold(&mut self, handle: u64) {
        if let Some(physical) = self.virtuals.handles.get_mut(&handle) {
            physical.uses += 1;
        }
    }

    /// Undoes one hold.
    pub(crate) fn release_physical(&mut self, handle: u64) -> Outcome {
        self.physical_mut(handle)?.uses -= 1;
        self.collect(handle);
        Ok(())
    }

    /// Memory goes when nobody holds it and nothing is mapped to it.
    pub(crate) fn collect(&mut self, handle: u64) {
        let unused = |physical: &Physical| physical.uses == 0 && physical.mappings == 0;
        if !self.virtuals.handles.get(&handle).map_or(false, unused) {
            return;
        }
        let physical = match self.virtuals.handles.remove(&handle) {
            Some(physical) => physical,
            None => return,
        };
        let device = self.device_of(&physical.properties.location);
        match physical.backing {
            Backing::Block(block) => self.space.give(block),
            Backing::File(_, block) => self.space.give_addresses(block),
            Backing::None => {}
        }
        if let (Some(device), None) = (device, &physical.multicast) {
            self.count(device, -(physical.size as i64));
        }
        if let Some(multicast) = physical.multicast {
            self.unbind_all(multicast);
        }
    }

    /// A handle by which other processes open the memory.
    pub(crate) fn export_physical(&self, handle: u64) -> Outcome<os::Handle> {
        match &self.physical(handle)?.backing {
            Backing::File(file, _) => {
                let copy = os::File::duplicate(file.raw()).map_err(|_| CUDA_ERROR_OPERATING_SYSTEM)?;
                Ok(copy.into_handle())
            }
            _ => Err(CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// Reserves addresses. A wish for certain ones is not a demand.
    pub(crate) fn reserve(&mut self, size: u64, align: u64) -> Outcome<u64> {
        check(size != 0 && size % GRANULARITY == 0)?;
        check(align == 0 || align.is_power_of_two())?;
        let block = self
            .space
            .addresses(size, align.max(GRANULARITY))
            .ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        self.virtuals.reservations.insert(block.address, block);
        Ok(block.address)
    }

    /// Gives a reservation back, whole and with nothing mapped in it.
    pub(crate) fn unreserve(&mut self, address: u64, size: u64) -> Outcome {
        let block = self.virtuals.reservations.get(&address).copied();
        let block = block
            .filter(|block| block.size == size)
            .ok_or(CUDA_ERROR_INVALID_VALUE)?;
        check(self.map.overlapping(address, size).is_none())?;
        self.virtuals.reservations.remove(&address);
        self.space.give_addresses(block);
        Ok(())
    }

    /// The reservation that an address lies in.
    pub(crate) fn reservation(&self, address: u64) -> Option<Block> {
        let (_, &block) = self.virtuals.reservations.range(..=address).next_back()?;
        (address - block.address < block.size).then_some(block)
    }

    /// Whether a range lies in one reservation.
    fn is_reserved(&self, address: u64, size: u64) -> bool {
        let end = address.checked_add(size);
        self.reservation(address).map_or(false, |block| {
            end.map_or(false, |end| end <= block.address + block.size)
        })
    }

    /// The mappings that a range consists of, without gaps and each of them whole.
    fn mappings(&self, address: u64, size: u64) -> Outcome<Vec<u64>> {
        check(size != 0)?;
        let end = address.checked_add(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let (mut at, mut bases) = (address, Vec::new());
        while at < end {
            let region = self
                .map
                .at(at)
                .filter(|region| matches!(region.kind, Kind::Mapped { .. }));
            let region = region.ok_or(CUDA_ERROR_INVALID_VALUE)?;
            bases.push(region.base);
            at = region.end();
        }
        check(at == end)?;
        Ok(bases)
    }

    /// Sets what locations may do with mapped memory.
    pub(crate) fn set_access(
        &mut self,
        address: u64,
        size: u64,
        descriptions: &[CUmemAccessDesc],
    ) -> Outcome {
        let bases = self.mappings(address, size)?;
        for description in descriptions {
            self.located(&description.location)?;
            rights(description.flags)?;
        }
        for base in bases {
            let region = match self.map.find_mut(base) {
                Some(region) => region,
                None => continue,
            };
            let (access, effective) = match &mut region.kind {
                Kind::Mapped {
                    access,
                    rights: effective,
                    ..
                } => (access, effective),
                _ => continue,
            };
            for description in descriptions {
                let key = (description.location.type_.0, description.location.id());
                access.insert(key, rights(description.flags)?);
            }
            let most = |a: Rights, b: Rights| if a as u8 >= b as u8 { a } else { b };
            *effective = access.values().copied().fold(Rights::None, most);
            let (effective, size) = (*effective, region.size);
            // SAFETY: a mapping of the emulator's; work that used lost rights was run by the caller.
            unsafe { self.space.protect(Block { address: base, size }, effective) }
                .map_err(|_| CUDA_ERROR_OPERATING_SYSTEM)?;
        }
        Ok(())
    }
}

fn rights(flags: CUmemAccess_flags) -> Outcome<Rights> {
    match flags {
        CU_MEM_ACCESS_FLAGS_PROT_NONE => Ok(Rights::None),
        CU_MEM_ACCESS_FLAGS_PROT_READ => Ok(Rights::Read),
        CU_MEM_ACCESS_FLAGS_PROT_READWRITE => Ok(Rights::ReadWrite),
        _ => Err(CUDA_ERROR_INVALID_VALUE),
    }
}

impl Session<'_> {
    /// Maps memory to reserved addresses; nobody has access yet.
    pub(crate) fn map_physical(&mut self, address: u64, size: u64, offset: u64, handle: u64) -> Outcome {
        check(size != 0)?;
        let physical = self.physical(handle)?;
        // Measured on H200: it is mapped whole or not at all, and looked at before the addresses are.
        if offset != 0 || size != physical.size {
            let whole = physical.size;
            let text = format!("{size} bytes from {offset} on are not all {whole} bytes of the allocation");
            return Err(self.misuse(CUDA_ERROR_NOT_SUPPORTED, &text));
        }
        check(address % GRANULARITY == 0)?;
        let device = self.device_of(&physical.properties.location).unwrap_or(0);
        if !self.is_reserved(address, size) {
            let text = format!("{size} bytes at {address:#x} are not inside of one reservation");
            return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
        }
        if let Some(other) = self.map.overlapping(address, size) {
            let text = format!(
                "{size} bytes at {address:#x} meet a mapping of {} at {:#x}",
                other.size, other.base
            );
            return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
        }
        let file = match &physical.backing {
            Backing::Block(block) => Some(self.space.file(block.address).ok_or(CUDA_ERROR_MAP_FAILED)?),
            Backing::File(file, _) => Some((file.raw(), 0)),
            Backing::None => None,
        };
        if let Some((file, start)) = file {
            let at = Block { address, size };
            // SAFETY: reserved for the program, and nothing is mapped there.
            let mapped = unsafe { self.space.map(at, file, start, Rights::None) };
            mapped.map_err(|_| CUDA_ERROR_MAP_FAILED)?;
        }
        self.physical_mut(handle)?.mappings += 1;
        let (place, symbol) = ((self.context, device), self.call.symbol);
        let kind = Kind::Mapped {
            handle,
            rights: Rights::None,
            access: BTreeMap::new(),
        };
        self.enter(symbol, (address, size), None, kind, place);
        Ok(())
    }

    /// Takes the mappings of a range away.
    pub(crate) fn unmap_physical(&mut self, address: u64, size: u64) -> Outcome {
        check(size != 0 && self.reservation(address).is_some())?;
        let end = address.checked_add(size).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let mut bases = Vec::new();
        // Measured on H200: where nothing is mapped there is nothing to do, past the reservation's end too.
        for region in self.map.touched(address, size) {
            if !matches!(region.kind, Kind::Mapped { .. }) {
                continue;
            }
            if region.base < address || region.end() > end {
                let text = format!(
                    "{size} bytes at {address:#x} hold a part of the mapping of {} at {:#x}; none can be taken away in \
                     part",
                    region.size, region.base
                );
                return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
            }
            bases.push(region.base);
        }
        self.run_all();
        for base in bases {
            let region = match self.take_out(base) {
                Some(region) => region,
                None => continue,
            };
            let at = Block {
                address: base,
                size: region.size,
            };
            // SAFETY: the emulator's mapping; all work that used it has run.
            let unmapped = unsafe { self.space.unmap(at) };
            unmapped.map_err(|_| CUDA_ERROR_UNMAP_FAILED)?;
            if let Kind::Mapped { handle, .. } = region.kind {
                if let Some(physical) = self.virtuals.handles.get_mut(&handle) {
                    physical.mappings -= 1;
                }
                self.collect(handle);
            }
        }
        Ok(())
    }

    /// What a location may do at a mapped address.
    pub(crate) fn access_at(&self, location: &CUmemLocation, address: u64) -> Outcome<CUmemAccess_flags> {
        self.located(location)?;
        let access = match self.map.find(address) {
            Some(Region {
                kind: Kind::Mapped { access, .. },
                ..
            }) => access,
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        let rights = access
            .get(&(location.type_.0, location.id()))
            .copied()
            .unwrap_or(Rights::None);
        Ok(match rights {
            Rights::None => CU_MEM_ACCESS_FLAGS_PROT_NONE,
            Rights::Read => CU_MEM_ACCESS_FLAGS_PROT_READ,
            Rights::ReadWrite => CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        })
    }
}

/// Writes behind the memory of a file what it is.
fn record(file: &os::File, size: u64, properties: &CUmemAllocationProp) -> std::io::Result<()> {
    let flags = properties.allocFlags;
    let fields = [
        MAGIC,
        size,
        properties.location.type_.0.into(),
        properties.location.id() as u32 as u64,
        properties.requestedHandleTypes.0.into(),
        u64::from(flags.compressionType)
            | u64::from(flags.gpuDirectRDMACapable) << 8
            | u64::from(flags.usage) << 16,
    ];
    for (index, field) in fields.iter().enumerate() {
        file.write(size + 8 * index as u64, &field.to_le_bytes())?;
    }
    Ok(())
}

/// Reads it; none for a file that is of something else.
fn recorded(file: &os::File) -> Option<(u64, CUmemAllocationProp)> {
    let size = file.size().ok()?.checked_sub(RECORD)?;
    let field = |index: u64| {
        let mut bytes = [0u8; 8];
        file.read(size + 8 * index, &mut bytes).ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    if field(0)? != MAGIC || field(1)? != size {
        return None;
    }
    let mut properties = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: CUmemAllocationHandleType(field(4)? as u32),
        location: CUmemLocation::new(CUmemLocationType(field(2)? as u32), field(3)? as u32 as i32),
        ..Default::default()
    };
    let flags = field(5)?;
    properties.allocFlags.compressionType = flags as u8;
    properties.allocFlags.gpuDirectRDMACapable = (flags >> 8) as u8;
    properties.allocFlags.usage = (flags >> 16) as u16;
    Some((size, properties))
}
