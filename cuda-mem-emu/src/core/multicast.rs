//! Multicast objects: what is written through one reaches the memory of every device that is bound to it.

use crate::core::memory::Kind;
use crate::core::range::{Extent, Side};
use crate::core::state::State;
use crate::entry::{check, Outcome};
use crate::session::Session;
use cuda_mem_sys::*;

/// A multicast object.
#[derive(Debug, Default)]
pub(crate) struct Multicast {
    /// How many devices are to join.
    wanted: usize,
    pub(crate) devices: Vec<usize>,
    members: Vec<Member>,
}

/// Memory of a device, bound to a part of the object.
#[derive(Debug, Clone, Copy)]
struct Member {
    device: usize,
    /// In the object.
    offset: u64,
    size: u64,
    /// The memory: its handle, and where the bound part begins.
    handle: u64,
    address: u64,
}

impl Multicast {
    /// An object for so many devices.
    pub(crate) fn of(wanted: usize) -> Multicast {
        Multicast {
            wanted,
            ..Multicast::default()
        }
    }
}

impl State {
    pub(crate) fn multicast(&mut self, handle: u64) -> Outcome<&mut Multicast> {
        self.physical_mut(handle)?
            .multicast
            .as_mut()
            .ok_or(CUDA_ERROR_INVALID_VALUE)
    }

    /// Lets a device join.
    pub(crate) fn join(&mut self, handle: u64, device: usize) -> Outcome {
        let multicast = self.multicast(handle)?;
        check(multicast.devices.len() < multicast.wanted && !multicast.devices.contains(&device))?;
        multicast.devices.push(device);
        Ok(())
    }

    /// Binds memory to a part of the object. All devices must have joined.
    pub(crate) fn bind(
        &mut self,
        handle: u64,
        device: Option<usize>,
        at: u64,
        memory: (u64, u64),
        size: u64,
    ) -> Outcome {
        let (memory, offset) = memory;
        let granular = |value: u64| value % super::vmm::GRANULARITY == 0;
        check(size != 0 && granular(size) && granular(at) && granular(offset))?;
        let all = self.physical(handle)?.size;
        let physical = self.physical(memory)?;
        check(physical.multicast.is_none() && at.checked_add(size).map_or(false, |end| end <= all))?;
        check(offset.checked_add(size).map_or(false, |end| end <= physical.size))?;
        let location = physical.properties.location;
        check(location.type_ == CU_MEM_LOCATION_TYPE_DEVICE)?;
        let own = self.device(location.id())?;
        let address = self.physical(memory)?.address + offset;
        check(device.map_or(true, |device| device == own))?;
        let multicast = self.multicast(handle)?;
        if multicast.devices.len() < multicast.wanted {
            return Err(CUDA_ERROR_ILLEGAL_STATE);
        }
        check(multicast.devices.contains(&own))?;
        let meets = |other: &Member| {
            other.device == own && at < other.offset + other.size && other.offset < at + size
        };
        check(!multicast.members.iter().any(meets))?;
        multicast.members.push(Member {
            device: own,
            offset: at,
            size,
            handle: memory,
            address,
        });
        // The memory stays while it is bound.
        if let Some(physical) = self.virtuals.handles.get_mut(&memory) {
            physical.mappings += 1;
        }
        Ok(())
    }

    /// Undoes a binding, exactly as it was made.
    pub(crate) fn unbind(&mut self, handle: u64, device: usize, at: u64, size: u64) -> Outcome {
        let multicast = self.multicast(handle)?;
        let same = |member: &Member| member.device == device && member.offset == at && member.size == size;
        let index = multicast
            .members
            .iter()
            .position(same)
            .ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let member = multicast.members.remove(index);
        self.let_go(member);
        Ok(())
    }

    /// Undoes all bindings of an object that goes.
    pub(crate) fn unbind_all(&mut self, multicast: Multicast) {
        multicast
            .members
            .into_iter()
            .for_each(|member| self.let_go(member));
    }

    fn let_go(&mut self, member: Member) {
        if let Some(physical) = self.virtuals.handles.get_mut(&member.handle) {
            physical.mappings -= 1;
        }
        self.collect(member.handle);
    }
}

impl Session<'_> {
    /// The sides that a write to a multicast address reaches, one for each device.
    pub(crate) fn members(&self, side: &Side, extent: Extent) -> Outcome<Vec<Side>> {
        let (first, length) = side.span(extent).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let region = self.map.find(first).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let handle = match region.kind {
            Kind::Mapped { handle, .. } => handle,
            _ => return Ok(vec![*side]),
        };
        let multicast = match self
            .virtuals
            .handles
            .get(&handle)
            .and_then(|physical| physical.multicast.as_ref())
        {
            Some(multicast) => multicast,
            None => return Ok(vec![*side]),
        };
        let at = first - region.base;
        let mut sides = Vec::new();
        for device in &multicast.devices {
            let covers =
                |m: &&Member| m.device == *device && m.offset <= at && at + length <= m.offset + m.size;
            let member = match multicast.members.iter().find(covers) {
                Some(member) => member,
                None => {
                    let text =
                        format!("device {device} has no memory bound to the {length} bytes at {first:#x}");
                    return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
                }
            };
            let address = member.address + (at - member.offset) + (side.address - first);
            sides.push(Side { address, ..*side });
        }
        Ok(sides)
    }
}
