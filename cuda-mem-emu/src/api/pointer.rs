//! What the driver knows of an address.

use crate::core::memory::{Kind, Region};
use crate::core::pool::PIECE;
use crate::core::range::units;
use crate::core::space::CHUNK;
use crate::core::state::State;
use crate::entry::{check, list, put, some, Outcome};
use cuda_mem_sys::ctypes::{c_int, c_uint, c_ulonglong, c_void};
use cuda_mem_sys::*;

entry_points! {
    fn get_attribute = cuPointerGetAttribute: (
        call,
        data: *mut c_void,
        attribute: CUpointer_attribute,
        address: CUdeviceptr,
    ) {
        // No context is needed (measured on H200).
        let mut driver = call.driver()?;
        some(data)?;
        known(attribute)?;
        let region = driver.map.find(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let value = value(&driver, region, attribute, address)?;
        if attribute == CU_POINTER_ATTRIBUTE_P2P_TOKENS {
            // Who asks for them lets others reach the memory, in no order with copies and fills that do not wait.
            driver.sync_memops(address, true);
        }
        // SAFETY: not null; the caller gives room for what the attribute is.
        unsafe { value.put(data) }
    }

    fn get_attributes = cuPointerGetAttributes: (
        call,
        count: c_uint,
        attributes: *mut CUpointer_attribute,
        data: *mut *mut c_void,
        address: CUdeviceptr,
    ) {
        let driver = call.context()?;
        check(count != 0)?;
        // SAFETY: the caller gives `count` of each.
        let (attributes, data) = unsafe { (list(attributes, count as usize)?, list(data, count as usize)?) };
        let region = driver.map.find(address);
        for (&attribute, &data) in attributes.iter().zip(data) {
            some(data)?;
            known(attribute)?;
            // Given one by one only.
            check(attribute != CU_POINTER_ATTRIBUTE_P2P_TOKENS)?;
            let value = match region.map(|region| value(&driver, region, attribute, address)) {
                Some(Ok(value)) => value,
                Some(Err(_)) => Data::nothing(attribute),
                None => driver.unknown(attribute, address),
            };
            // SAFETY: not null; the caller gives room for what the attribute is.
            unsafe { value.put(data) }?;
        }
        Ok(())
    }

    fn set_attribute = cuPointerSetAttribute: (
        call,
        value: *const c_void,
        attribute: CUpointer_attribute,
        address: CUdeviceptr,
    ) {
        let mut driver = call.context()?;
        some(value)?;
        let region = driver.map.find(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        if let Kind::Mapped { .. } = region.kind {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        check(attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)?;
        // SAFETY: not null; this attribute is an int.
        let on = unsafe { value.cast::<c_int>().read_unaligned() } != 0;
        driver.sync_memops(address, on);
        Ok(())
    }
}

/// Memory of the program's is registered by pages of this size.
const PAGE: u64 = 4096;

/// An attribute's value, by its C type.
enum Data {
    Int(c_int),
    Long(c_ulonglong),
    Size(usize),
    Tokens { peer: c_ulonglong, space: c_uint },
    /// C's `bool`.
    Bool(u8),
}

impl Data {
    /// # Safety
    ///
    /// There is room for the value.
    unsafe fn put(self, out: *mut c_void) -> Outcome {
        // SAFETY: the caller's.
        unsafe {
            match self {
                Data::Int(value) => put(out.cast(), value),
                Data::Long(value) => put(out.cast(), value),
                Data::Size(value) => put(out.cast(), value),
                // Field by field: what pads them is the program's.
                Data::Tokens { peer, space } => {
                    let out = out.cast::<CUDA_POINTER_ATTRIBUTE_P2P_TOKENS>();
                    put(std::ptr::addr_of_mut!((*out).p2pToken), peer)?;
                    put(std::ptr::addr_of_mut!((*out).vaSpaceToken), space)
                }
                Data::Bool(value) => put(out.cast(), value),
            }
        }
    }

    /// Zero, by the attribute's type.
    fn nothing(attribute: CUpointer_attribute) -> Data {
        match attribute {
            CU_POINTER_ATTRIBUTE_MEMORY_TYPE | CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => Data::Int(0),
            CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Data::Int(CU_DEVICE_INVALID),
            CU_POINTER_ATTRIBUTE_IS_MANAGED
            | CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE
            | CU_POINTER_ATTRIBUTE_MAPPED
            | CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
            | CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => Data::Bool(0),
            CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => Data::Int(0),
            _ => Data::Long(0),
        }
    }
}

fn value(state: &State, region: &Region, attribute: CUpointer_attribute, address: u64) -> Outcome<Data> {
    let host = region.is_host();
    let managed = region.kind == Kind::Managed;
    Ok(match attribute {
        CU_POINTER_ATTRIBUTE_CONTEXT => match region.kind {
            // Not made in any context.
            Kind::Mapped { .. } | Kind::Pool { .. } => Data::Long(0),
            _ => Data::Long(region.context),
        },
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE => {
            let kind = if host { CU_MEMORYTYPE_HOST } else { CU_MEMORYTYPE_DEVICE };
            Data::Int(kind.0 as c_int)
        }
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER => Data::Long(address),
        CU_POINTER_ATTRIBUTE_HOST_POINTER if host || managed => Data::Long(address),
        CU_POINTER_ATTRIBUTE_HOST_POINTER => return Err(CUDA_ERROR_INVALID_VALUE),
        // Measured on H200: the first is 0. All memory is of one space.
        CU_POINTER_ATTRIBUTE_P2P_TOKENS if !host => Data::Tokens { peer: 0, space: 1 },
        CU_POINTER_ATTRIBUTE_P2P_TOKENS => return Err(CUDA_ERROR_INVALID_VALUE),
        CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => Data::Int(c_int::from(region.sync_memops)),
        CU_POINTER_ATTRIBUTE_BUFFER_ID | CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => Data::Long(region.id),
        CU_POINTER_ATTRIBUTE_IS_MANAGED => Data::Bool(managed.into()),
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Data::Int(region.device as c_int),
        CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => Data::Bool((region.kind == Kind::Device).into()),
        CU_POINTER_ATTRIBUTE_RANGE_START_ADDR => Data::Long(state.range(region).0),
        CU_POINTER_ATTRIBUTE_RANGE_SIZE => Data::Size(state.range(region).1 as usize),
        CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => Data::Long(mapping(region).0),
        CU_POINTER_ATTRIBUTE_MAPPING_SIZE => Data::Size(mapping(region).1 as usize),
        CU_POINTER_ATTRIBUTE_MAPPED => Data::Bool(1),
        CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => Data::Long(state.handle_types(region)),
        CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE => {
            let capable = state.properties(region).map(|asked| asked.allocFlags.gpuDirectRDMACapable != 0);
            Data::Bool(capable.unwrap_or(matches!(region.kind, Kind::Device | Kind::Imported { .. })).into())
        }
        CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => {
            let flags = match region.kind {
                Kind::Mapped { rights: crate::os::Rights::None, .. } => CU_MEM_ACCESS_FLAGS_PROT_NONE,
                Kind::Mapped { rights: crate::os::Rights::Read, .. } => CU_MEM_ACCESS_FLAGS_PROT_READ,
                Kind::Registered { read_only: true, .. } => CU_MEM_ACCESS_FLAGS_PROT_READ,
                _ => CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
            };
            Data::Int(flags.0 as c_int)
        }
        CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => match region.kind {
            Kind::Pool { pool } => Data::Long(pool),
            _ => Data::Long(0),
        },
        CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => {
            let usage = state.properties(region).map(|asked| u32::from(asked.allocFlags.usage));
            let capable = usage.map(|usage| usage & CU_MEM_CREATE_USAGE_HW_DECOMPRESS != 0);
            // Measured on H200: told of the memory, even where the device decompresses nothing.
            Data::Bool(capable.unwrap_or(region.kind == Kind::Device).into())
        }
        // Allocated in no domain.
        CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL => Data::Int(-1),
        _ => return Err(CUDA_ERROR_INVALID_VALUE),
    })
}

/// Newer attributes are none to older drivers.
fn known(attribute: CUpointer_attribute) -> Outcome {
    let since = match attribute {
        CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => 12_080,
        CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL => 13_040,
        _ => 0,
    };
    check(attribute.name().is_some() && crate::config::with(|settings| settings.version) >= since)
}

/// The first byte and the size of the mapping behind a range: of the unit of memory that it was cut from.
fn mapping(region: &Region) -> (u64, u64) {
    let (page, unit) = match region.kind {
        Kind::Device | Kind::Managed | Kind::Host { .. } => (CHUNK, CHUNK),
        Kind::Pool { .. } => (CHUNK, PIECE),
        Kind::Registered { .. } => (PAGE, PAGE),
        Kind::Mapped { .. } | Kind::Imported { .. } => return (region.base, region.size),
    };
    let base = region.base / page * page;
    (base, units(region.end() - base, unit) * unit)
}

impl State {
    /// An attribute of an address that the driver does not know, in a list of attributes: zero, but for what can be
    /// said of any address or of a reserved one (measured on H200).
    fn unknown(&self, attribute: CUpointer_attribute, address: u64) -> Data {
        match (attribute, self.reservation(address)) {
            (CU_POINTER_ATTRIBUTE_HOST_POINTER, _) => Data::Long(address),
            (CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, Some(block)) => Data::Long(block.address),
            (CU_POINTER_ATTRIBUTE_RANGE_SIZE, Some(block)) => Data::Size(block.size as usize),
            _ => Data::nothing(attribute),
        }
    }

    /// The first byte and the size of an allocation, or of the reservation that virtual memory is mapped in.
    fn range(&self, region: &Region) -> (u64, u64) {
        let reservation = match region.kind {
            Kind::Mapped { .. } => self.reservation(region.base),
            _ => None,
        };
        reservation.map_or((region.base, region.size), |block| (block.address, block.size))
    }

    /// What mapped memory was created for.
    fn properties(&self, region: &Region) -> Option<&CUmemAllocationProp> {
        match &region.kind {
            Kind::Mapped { handle, .. } => self.virtuals.handles.get(handle).map(|memory| &memory.properties),
            _ => None,
        }
    }

    /// Sets whether calls wait for the work that uses the memory at an address.
    fn sync_memops(&mut self, address: u64, on: bool) {
        if let Some(region) = self.map.find_mut(address) {
            let before = std::mem::replace(&mut region.sync_memops, on);
            self.waiting_ranges += usize::from(on);
            self.waiting_ranges -= usize::from(before);
        }
    }

    /// Bits of CUmemAllocationHandleType by which a range can be shared.
    fn handle_types(&self, region: &Region) -> u64 {
        let types = match &region.kind {
            Kind::Pool { pool } => self.pools.pools.get(pool).map(|pool| pool.handle_types),
            _ => self.properties(region).map(|asked| asked.requestedHandleTypes.0),
        };
        types.unwrap_or(0).into()
    }
}
