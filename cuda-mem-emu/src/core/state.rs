//! The whole state of the emulated driver.

use crate::core::array::Arrays;
use crate::core::context::Context;
use crate::core::device::Device;
use crate::core::event::Event;
use crate::core::memory::{Kind, Map, Region};
use crate::core::notification::Listener;
use crate::core::pool::Pools;
use crate::core::share::Shared;
use crate::core::space::{Block, Space};
use crate::core::staging::Staging;
use crate::core::stream::Stream;
use crate::core::vmm::Virtual;
use crate::entry::Outcome;
use cuda_mem_sys::*;
use std::collections::{BTreeMap, HashMap};

/// What the driver knows once cuInit has run.
pub(crate) struct State {
    /// Answer as the recorded device where the emulator is stricter.
    pub(crate) hardware: bool,
    pub(crate) eager: bool,
    /// Copies of pageable memory are deferred like all others.
    pub(crate) defer_pageable: bool,
    pub(crate) devices: Vec<Device>,
    pub(crate) contexts: BTreeMap<u64, Context>,
    pub(crate) streams: HashMap<u64, Stream>,
    pub(crate) events: HashMap<u64, Event>,
    pub(crate) space: Space,
    pub(crate) map: Map,
    pub(crate) staging: Staging,
    pub(crate) arrays: Arrays,
    pub(crate) pools: Pools,
    pub(crate) shared: Shared,
    pub(crate) virtuals: Virtual,
    pub(crate) listeners: Vec<Listener>,
    /// How many ranges make calls wait for the work that uses them.
    pub(crate) waiting_ranges: usize,
    last_handle: u64,
    last_id: u64,
}

impl State {
    pub(crate) fn new() -> Outcome<State> {
        let space = Space::new().map_err(|error| {
            crate::report::say(&format!(
                "cuInit: no range of addresses to put memory in: {error}"
            ));
            CUDA_ERROR_OUT_OF_MEMORY
        })?;
        let (hardware, eager, defer_pageable, mut devices) = crate::config::with(|settings| {
            let devices = (0..settings.devices).map(|i| Device::new(settings, i));
            let devices = devices.collect::<Vec<Device>>();
            (
                settings.hardware,
                settings.eager,
                settings.defer_pageable,
                devices,
            )
        });
        if devices.len() > 1 {
            devices
                .iter_mut()
                .for_each(|device| device.set(CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 1));
        }
        Ok(State {
            hardware,
            eager,
            defer_pageable,
            devices,
            contexts: BTreeMap::new(),
            streams: HashMap::new(),
            events: HashMap::new(),
            space,
            staging: Staging::default(),
            map: Map::default(),
            arrays: Arrays::default(),
            pools: Pools::default(),
            shared: Shared::default(),
            virtuals: Virtual::default(),
            listeners: Vec::new(),
            waiting_ranges: 0,
            last_handle: 0x1_0000,
            last_id: 0,
        })
    }

    /// A handle that was never given before.
    pub(crate) fn handle(&mut self) -> u64 {
        self.last_handle += 0x10;
        self.last_handle
    }

    pub(crate) fn device(&self, ordinal: CUdevice) -> Outcome<usize> {
        let index = usize::try_from(ordinal)
            .ok()
            .filter(|&index| index < self.devices.len());
        index.ok_or(CUDA_ERROR_INVALID_DEVICE)
    }

    /// Takes memory of a device.
    pub(crate) fn take_device(&mut self, device: usize, size: u64) -> Outcome<Block> {
        let needed = Space::rounded(size).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let free = self.devices.get(device).map_or(0, Device::free);
        if needed > free {
            return Err(CUDA_ERROR_OUT_OF_MEMORY);
        }
        let block = self.space.take(size).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        self.count(device, block.size as i64);
        Ok(block)
    }

    /// Gives memory of a device back.
    pub(crate) fn give_device(&mut self, device: usize, block: Block) {
        self.space.give(block);
        self.count(device, -(block.size as i64));
    }

    /// Counts bytes of a device as used, or as free again.
    pub(crate) fn count(&mut self, device: usize, bytes: i64) {
        if let Some(device) = self.devices.get_mut(device) {
            device.used = match u64::try_from(bytes) {
                Ok(more) => device.used.saturating_add(more),
                Err(_) => device.used.saturating_sub(bytes.unsigned_abs()),
            };
        }
    }

    /// Enters a range into the map.
    pub(crate) fn enter(
        &mut self,
        made_by: &'static str,
        (base, size): (u64, u64),
        block: Option<Block>,
        kind: Kind,
        (context, device): (u64, usize),
    ) {
        self.last_id += 1;
        self.map.insert(Region {
            base,
            size,
            kind,
            block,
            context,
            device,
            id: self.last_id,
            made_by,
            sync_memops: false,
            advice: BTreeMap::new(),
        });
    }

    /// Takes a range out of the map.
    pub(crate) fn take_out(&mut self, base: u64) -> Option<Region> {
        let region = self.map.remove(base)?;
        self.waiting_ranges -= usize::from(region.sync_memops);
        Some(region)
    }

    /// Takes a range out of the map, and its memory back.
    pub(crate) fn forget(&mut self, base: u64) {
        let region = match self.take_out(base) {
            Some(region) => region,
            None => return,
        };
        let block = match region.block {
            Some(block) => block,
            None => return,
        };
        match region.kind {
            Kind::Device => self.give_device(region.device, block),
            Kind::Host { .. } | Kind::Managed => self.space.give(block),
            Kind::Pool { pool } => self.returned(pool, block, region.size),
            _ => {}
        }
    }
}
