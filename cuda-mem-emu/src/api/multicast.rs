//! Multicast objects.

use crate::core::memory::Kind;
use crate::core::multicast::Multicast;
use crate::core::vmm::GRANULARITY;
use crate::entry::{check, put, some, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::c_ulonglong;
use cuda_mem_sys::*;

entry_points! {
    fn create = cuMulticastCreate: (
        call,
        out: *mut CUmemGenericAllocationHandle,
        properties: *const CUmulticastObjectProp,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        // SAFETY: null or the record.
        let properties = unsafe { properties.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        driver.able(properties)?;
        let size = properties.size as u64;
        check(size != 0 && size % GRANULARITY == 0)?;
        let handle = driver.new_multicast(size, Multicast::of(properties.numDevices as usize));
        // SAFETY: checked.
        unsafe { put(out, handle) }
    }

    fn get_granularity = cuMulticastGetGranularity: (
        call,
        out: *mut usize,
        properties: *const CUmulticastObjectProp,
        option: CUmulticastGranularity_flags,
    ) {
        let driver = call.driver()?;
        some(out)?;
        // SAFETY: null or the record.
        let properties = unsafe { properties.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        driver.able(properties)?;
        check(option.name().is_some())?;
        // SAFETY: checked.
        unsafe { put(out, GRANULARITY as usize) }
    }

    fn add_device = cuMulticastAddDevice: (call, handle: CUmemGenericAllocationHandle, device: CUdevice) {
        let mut driver = call.driver()?;
        let device = driver.device(device)?;
        driver.join(handle, device)
    }

    fn bind_mem = cuMulticastBindMem: (
        call,
        handle: CUmemGenericAllocationHandle,
        at: usize,
        memory: CUmemGenericAllocationHandle,
        offset: usize,
        size: usize,
        flags: c_ulonglong,
    ) {
        check(flags == 0)?;
        call.driver()?.bind(handle, None, at as u64, (memory, offset as u64), size as u64)
    }

    fn bind_mem_v2 = cuMulticastBindMem_v2: (
        call,
        handle: CUmemGenericAllocationHandle,
        device: CUdevice,
        at: usize,
        memory: CUmemGenericAllocationHandle,
        offset: usize,
        size: usize,
        flags: c_ulonglong,
    ) {
        check(flags == 0)?;
        let mut driver = call.driver()?;
        let device = driver.device(device)?;
        driver.bind(handle, Some(device), at as u64, (memory, offset as u64), size as u64)
    }

    fn bind_addr = cuMulticastBindAddr: (
        call,
        handle: CUmemGenericAllocationHandle,
        at: usize,
        address: CUdeviceptr,
        size: usize,
        flags: c_ulonglong,
    ) {
        check(flags == 0)?;
        bind_address(call, handle, None, at as u64, address, size as u64)
    }

    fn bind_addr_v2 = cuMulticastBindAddr_v2: (
        call,
        handle: CUmemGenericAllocationHandle,
        device: CUdevice,
        at: usize,
        address: CUdeviceptr,
        size: usize,
        flags: c_ulonglong,
    ) {
        check(flags == 0)?;
        bind_address(call, handle, Some(device), at as u64, address, size as u64)
    }

    fn unbind = cuMulticastUnbind: (
        call,
        handle: CUmemGenericAllocationHandle,
        device: CUdevice,
        at: usize,
        size: usize,
    ) {
        let mut driver = call.driver()?;
        let device = driver.device(device)?;
        driver.run_all();
        driver.unbind(handle, device, at as u64, size as u64)
    }
}

impl Session<'_> {
    /// Checks that there are such devices, and that they can do it.
    fn able(&self, properties: &CUmulticastObjectProp) -> Outcome {
        let able = |device: &crate::core::device::Device| {
            device.attribute(CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED).unwrap_or(0) != 0
        };
        if !self.devices.iter().all(able) {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        let count = properties.numDevices as usize;
        check(count != 0 && count <= self.devices.len() && properties.flags == 0)?;
        let types = CUmemAllocationHandleType(properties.handleTypes as u32);
        crate::core::pool::shareable(types)
    }
}

/// Binds the memory that an address is mapped to.
fn bind_address(
    call: &Call,
    handle: CUmemGenericAllocationHandle,
    device: Option<CUdevice>,
    at: u64,
    address: u64,
    size: u64,
) -> Outcome {
    let mut driver = call.driver()?;
    let device = device.map(|device| driver.device(device)).transpose()?;
    let region = driver.map.find(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
    let memory = match region.kind {
        Kind::Mapped { handle: memory, .. } => memory,
        _ => return Err(CUDA_ERROR_INVALID_VALUE),
    };
    check(address.checked_add(size).map_or(false, |end| end <= region.end()))?;
    let offset = address - region.base;
    driver.bind(handle, device, at, (memory, offset), size)
}
