//! Memory pools: what they hold, what they have lent, and who may reach it.

use crate::core::memory::Kind;
use crate::core::range::up;
use crate::core::space::Block;
use crate::core::state::State;
use crate::core::stream::Point;
use crate::core::work::{Owner, Work};
use crate::entry::{check, Outcome};
use crate::os;
use crate::session::Session;
use cuda_mem_sys::*;
use std::collections::{BTreeMap, HashMap};

/// Pools take memory from their device in pieces of this size.
pub(crate) const PIECE: u64 = 32 << 20;

/// All pools.
#[derive(Default)]
pub(crate) struct Pools {
    pub(crate) pools: HashMap<u64, Pool>,
    /// By location (type, then id): the default pool, and the one in use.
    locations: HashMap<(u32, i32), (u64, u64)>,
}

/// A pool.
pub(crate) struct Pool {
    pub(crate) location: CUmemLocation,
    pub(crate) allocation: CUmemAllocationType,
    pub(crate) handle_types: u32,
    pub(crate) max: u64,
    /// It cannot be destroyed.
    pub(crate) default: bool,
    /// Not destroyed; a destroyed pool stays until all that it lent came back.
    pub(crate) alive: bool,
    /// Another process's: it gives pointers, and no memory.
    pub(crate) imported: bool,
    /// The three permissions to reuse memory, by attribute.
    pub(crate) reuse: [bool; 3],
    pub(crate) threshold: u64,
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
    pub(crate) used: u64,
    pub(crate) used_high: u64,
    /// What other devices may do, by ordinal.
    pub(crate) access: BTreeMap<i32, CUmemAccess_flags>,
}

impl Pool {
    fn new(location: CUmemLocation, allocation: CUmemAllocationType) -> Pool {
        Pool {
            location,
            allocation,
            handle_types: 0,
            max: 0,
            default: false,
            alive: true,
            imported: false,
            reuse: [true; 3],
            threshold: 0,
            reserved: 0,
            reserved_high: 0,
            used: 0,
            used_high: 0,
            access: BTreeMap::new(),
        }
    }

    /// The device whose memory it is; none for the host's.
    pub(crate) fn device(&self) -> Option<usize> {
        let device = self.location.type_ == CU_MEM_LOCATION_TYPE_DEVICE;
        usize::try_from(self.location.id()).ok().filter(|_| device)
    }
}

impl State {
    /// Checks where memory is to lie.
    pub(crate) fn located(&self, location: &CUmemLocation) -> Outcome {
        match location.type_ {
            CU_MEM_LOCATION_TYPE_DEVICE => self.device(location.id()).map(drop),
            CU_MEM_LOCATION_TYPE_HOST | CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(()),
            CU_MEM_LOCATION_TYPE_HOST_NUMA => check(location.id() == 0),
            _ => Err(CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// Checks where memory is to stay: at a place that does not depend on who asks.
    pub(crate) fn stays(&self, location: &CUmemLocation) -> Outcome {
        check(location.type_ != CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)?;
        self.located(location)
    }

    /// A new pool.
    pub(crate) fn new_pool(&mut self, properties: &CUmemPoolProps) -> Outcome<u64> {
        let shared = properties.handleTypes != CU_MEM_HANDLE_TYPE_NONE;
        let there = match properties.allocType {
            CU_MEM_ALLOCATION_TYPE_PINNED => self.stays(&properties.location),
            // Managed memory has one kind of pool (measured on H200).
            CU_MEM_ALLOCATION_TYPE_MANAGED if !shared && properties.usage == 0 && properties.maxSize == 0 => {
                self.located(&properties.location)
            }
            _ => Err(CUDA_ERROR_INVALID_VALUE),
        };
        // A device that does not exist is no other error here.
        check(there.is_ok())?;
        if cfg!(windows) {
            shareable(properties.handleTypes)?;
            // Handles come with attributes.
            check(!shared || !properties.win32SecurityAttributes.is_null())?;
        }
        let types = [CU_MEM_HANDLE_TYPE_NONE, os::SHAREABLE, CU_MEM_HANDLE_TYPE_FABRIC];
        check(types.contains(&properties.handleTypes))?;
        // The host's memory can be shared by its NUMA node only.
        check(!shared || properties.location.type_ != CU_MEM_LOCATION_TYPE_HOST)?;
        let mut pool = Pool::new(properties.location, properties.allocType);
        pool.handle_types = properties.handleTypes.0;
        pool.max = properties.maxSize as u64;
        let handle = self.handle();
        self.pools.pools.insert(handle, pool);
        Ok(handle)
    }

    /// A pool of another process.
    pub(crate) fn import_pool(&mut self, location: CUmemLocation) -> u64 {
        let mut pool = Pool::new(location, CU_MEM_ALLOCATION_TYPE_PINNED);
        pool.imported = true;
        let handle = self.handle();
        self.pools.pools.insert(handle, pool);
        handle
    }

    fn key(location: &CUmemLocation) -> (u32, i32) {
        let id = if location.type_ == CU_MEM_LOCATION_TYPE_DEVICE {
            location.id()
        } else {
            0
        };
        (location.type_.0, id)
    }

    /// A location's default pool and the one that its allocations come from.
    pub(crate) fn pools_of(&mut self, location: &CUmemLocation) -> Outcome<(u64, u64)> {
        self.located(location)?;
        let key = State::key(location);
        if let Some(&pools) = self.pools.locations.get(&key) {
            return Ok(pools);
        }
        let handle = self.handle();
        let mut pool = Pool::new(*location, CU_MEM_ALLOCATION_TYPE_PINNED);
        pool.default = true;
        self.pools.pools.insert(handle, pool);
        self.pools.locations.insert(key, (handle, handle));
        Ok((handle, handle))
    }

    /// Makes a pool the one that a location's allocations come from.
    pub(crate) fn use_pool(&mut self, location: &CUmemLocation, pool: u64) -> Outcome {
        let (default, _) = self.pools_of(location)?;
        let own = self.pool(pool)?;
        check(State::key(&own.location) == State::key(location) && !own.imported)?;
        self.pools.locations.insert(State::key(location), (default, pool));
        Ok(())
    }

    /// The pool that a handle means.
    pub(crate) fn pool(&self, handle: u64) -> Outcome<&Pool> {
        self.pools
            .pools
            .get(&handle)
            .filter(|pool| pool.alive)
            .ok_or(CUDA_ERROR_INVALID_VALUE)
    }

    pub(crate) fn pool_mut(&mut self, handle: u64) -> Outcome<&mut Pool> {
        self.pools
            .pools
            .get_mut(&handle)
            .filter(|pool| pool.alive)
            .ok_or(CUDA_ERROR_INVALID_VALUE)
    }

    /// Destroys a pool. What it lent stays valid.
    pub(crate) fn destroy_pool(&mut self, handle: u64) -> Outcome {
        check(!self.pool(handle)?.default)?;
        if let Some(pool) = self.pools.pools.get_mut(&handle) {
            pool.alive = false;
        }
        for (default, current) in self.pools.locations.values_mut() {
            if *current == handle {
                *current = *default;
            }
        }
        self.trim(handle, 0);
        Ok(())
    }

    /// Memory of a pool.
    pub(crate) fn lend(&mut self, handle: u64, size: u64) -> Outcome<Block> {
        let pool = self.pool(handle)?;
        check(!pool.imported)?;
        // The sizes that were asked for count, to the byte (measured on H200).
        let used = pool.used.checked_add(size).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let reserved = up(used, PIECE)
            .ok_or(CUDA_ERROR_OUT_OF_MEMORY)?
            .max(pool.reserved);
        let (more, device) = (reserved - pool.reserved, pool.device());
        let free = device
            .and_then(|device| self.devices.get(device))
            .map_or(u64::MAX, |device| device.free());
        // What may be reserved is whole pieces, too.
        let most = up(pool.max, PIECE).filter(|most| *most != 0).unwrap_or(u64::MAX);
        if more > free || reserved > most {
            return Err(CUDA_ERROR_OUT_OF_MEMORY);
        }
        let block = self.space.take(size).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let pool = self.pool_mut(handle)?;
        (pool.used, pool.reserved) = (used, reserved);
        pool.used_high = pool.used_high.max(used);
        pool.reserved_high = pool.reserved_high.max(reserved);
        if let Some(device) = device {
            self.count(device, more as i64);
        }
        Ok(block)
    }

    /// Memory comes back to its pool.
    pub(crate) fn returned(&mut self, handle: u64, block: Block, size: u64) {
        self.space.give(block);
        if let Some(pool) = self.pools.pools.get_mut(&handle) {
            pool.used = pool.used.saturating_sub(size);
            if !pool.alive {
                self.trim(handle, 0);
            }
        }
    }

    /// Gives back to the device what the pool has reserved and does not use, except so many bytes.
    pub(crate) fn trim(&mut self, handle: u64, keep: u64) {
        let pool = match self.pools.pools.get_mut(&handle) {
            Some(pool) => pool,
            None => return,
        };
        let needed = up(pool.used, PIECE).unwrap_or(pool.reserved);
        let reserved = needed.max(keep.min(pool.reserved)).min(pool.reserved);
        let less = pool.reserved - reserved;
        pool.reserved = reserved;
        let (device, gone) = (pool.device(), !pool.alive && pool.used == 0);
        if let Some(device) = device {
            self.count(device, -(less as i64));
        }
        if gone {
            self.pools.pools.remove(&handle);
        }
    }

    /// At a synchronization, pools give back what they hold beyond their thresholds.
    pub(crate) fn trim_pools(&mut self) {
        let over = |(&handle, pool): (&u64, &Pool)| {
            (pool.reserved > pool.threshold).then_some((handle, pool.threshold))
        };
        let pools: Vec<(u64, u64)> = self.pools.pools.iter().filter_map(over).collect();
        pools
            .into_iter()
            .for_each(|(handle, threshold)| self.trim(handle, threshold));
    }
}

/// Handle types that memory can be shared by. Fabric handles need a service that no emulator has.
pub(crate) fn shareable(types: CUmemAllocationHandleType) -> Outcome {
    match types {
        CU_MEM_HANDLE_TYPE_NONE | os::SHAREABLE => Ok(()),
        // The handles of other systems.
        types if cfg!(windows) && types.name().is_some() => Err(CUDA_ERROR_NOT_SUPPORTED),
        CU_MEM_HANDLE_TYPE_FABRIC => Err(CUDA_ERROR_NOT_PERMITTED),
        types if types.0 == CU_MEM_HANDLE_TYPE_FABRIC.0 | CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.0 => {
            Err(CUDA_ERROR_NOT_PERMITTED)
        }
        _ => Err(CUDA_ERROR_INVALID_VALUE),
    }
}

impl Session<'_> {
    /// Memory of a pool, in a stream's order. The address is known at once.
    pub(crate) fn lend_ordered(&mut self, pool: u64, size: u64, stream: u64) -> Outcome<u64> {
        if size == 0 {
            return Ok(0);
        }
        let block = self.lend(pool, size)?;
        let device = self.pool(pool)?.device().unwrap_or(0);
        let (place, symbol) = ((self.context, device), self.call.symbol);
        self.enter(
            symbol,
            (block.address, size),
            Some(block),
            Kind::Pool { pool },
            place,
        );
        self.push(stream, Work::Order);
        Ok(block.address)
    }

    /// Takes memory back in a stream's order. From the call on the address is not valid.
    pub(crate) fn return_ordered(&mut self, address: u64, stream: u64) -> Outcome<Option<Point>> {
        let region = match self.take_out(address) {
            Some(region) => region,
            None => return Ok(None),
        };
        let block = match region.block {
            Some(block) => block,
            None => return Ok(None),
        };
        let owner = match region.kind {
            Kind::Pool { pool } => Owner::Pool(pool, region.size),
            Kind::Device => Owner::Device(region.device),
            _ => Owner::Nobody,
        };
        Ok(Some(self.push(stream, Work::Give { owner, block })))
    }
}
