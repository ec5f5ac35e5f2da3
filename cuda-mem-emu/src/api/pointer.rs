//! What the driver knows of an address.

use crate::core::memory::{Kind, Region};
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
        let driver = call.context()?;
        some(data)?;
        known(attribute)?;
        let region = driver.map.find(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let value = value(&driver, region, attribute, address)?;
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
            // An address that the driver does not know has the value zero of everything.
            let value = region.map(|region| value(&driver, region, attribute, address));
            let value = match value {
                Some(Ok(value)) => value,
                _ => Data::nothing(attribute),
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
        check(attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)?;
        // SAFETY: not null; this attribute is an int.
        let on = unsafe { value.cast::<c_int>().read_unaligned() } != 0;
        let region = driver.map.find_mut(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        check(!region.is_host() && region.kind != Kind::Managed)?;
        let before = std::mem::replace(&mut region.sync_memops, on);
        driver.waiting_ranges += usize::from(on);
        driver.waiting_ranges -= usize::from(before);
        Ok(())
    }
}

/// An attribute's value, by its C type.
enum Data {
    Int(c_int),
    Long(c_ulonglong),
    Size(usize),
    Tokens(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS),
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
                Data::Tokens(value) => put(out.cast(), value),
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
            CU_POINTER_ATTRIBUTE_P2P_TOKENS => Data::Tokens(Default::default()),
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
        CU_POINTER_ATTRIBUTE_P2P_TOKENS => return Err(CUDA_ERROR_INVALID_VALUE),
        CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => Data::Int(c_int::from(region.sync_memops)),
        CU_POINTER_ATTRIBUTE_BUFFER_ID | CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => Data::Long(region.id),
        CU_POINTER_ATTRIBUTE_IS_MANAGED => Data::Bool(managed.into()),
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Data::Int(region.device as c_int),
        CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => Data::Bool((region.kind == Kind::Device).into()),
        CU_POINTER_ATTRIBUTE_RANGE_START_ADDR | CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => Data::Long(region.base),
        CU_POINTER_ATTRIBUTE_RANGE_SIZE | CU_POINTER_ATTRIBUTE_MAPPING_SIZE => Data::Size(region.size as usize),
        CU_POINTER_ATTRIBUTE_MAPPED => Data::Bool(1),
        CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => Data::Long(state.handle_types(region)),
        CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE => Data::Bool((!host && !managed).into()),
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
            let device = state.devices.get(region.device);
            let mask = device.and_then(|device| device.attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK));
            Data::Bool((mask.unwrap_or(0) != 0 && !host).into())
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

impl State {
    /// Bits of CUmemAllocationHandleType by which a range can be shared.
    fn handle_types(&self, region: &Region) -> u64 {
        let types = match &region.kind {
            Kind::Pool { pool } => self.pools.pools.get(pool).map(|pool| pool.handle_types),
            Kind::Mapped { handle, .. } => {
                self.virtuals.handles.get(handle).map(|memory| memory.properties.requestedHandleTypes.0)
            }
            _ => None,
        };
        types.unwrap_or(0).into()
    }
}
