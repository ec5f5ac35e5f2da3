//! Virtual memory.

use crate::core::memory::Kind;
use crate::core::vmm::GRANULARITY;
use crate::entry::{check, list, put, some};
use crate::os;
use cuda_mem_sys::ctypes::{c_ulonglong, c_void};
use cuda_mem_sys::*;

entry_points! {
    fn get_granularity = cuMemGetAllocationGranularity: (
        call,
        out: *mut usize,
        properties: *const CUmemAllocationProp,
        option: CUmemAllocationGranularity_flags,
    ) {
        let _driver = call.driver()?;
        some(out)?;
        // Measured on H200: what is in them does not matter.
        some(properties)?;
        check(option.name().is_some())?;
        // SAFETY: checked.
        unsafe { put(out, GRANULARITY as usize) }
    }

    fn create = cuMemCreate: (
        call,
        out: *mut CUmemGenericAllocationHandle,
        size: usize,
        properties: *const CUmemAllocationProp,
        flags: c_ulonglong,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        check(flags == 0)?;
        // SAFETY: null or the record.
        let properties = unsafe { properties.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let handle = driver.new_physical(size as u64, properties)?;
        // SAFETY: checked.
        unsafe { put(out, handle) }
    }

    fn release = cuMemRelease: (call, handle: CUmemGenericAllocationHandle) {
        let mut driver = call.driver()?;
        driver.physical(handle)?;
        // It may go at once.
        driver.run_all();
        driver.release_physical(handle)
    }

    fn reserve = cuMemAddressReserve: (
        call,
        out: *mut CUdeviceptr,
        size: usize,
        align: usize,
        _wish: CUdeviceptr,
        flags: c_ulonglong,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        check(flags == 0)?;
        let address = driver.reserve(size as u64, align as u64)?;
        // SAFETY: checked.
        unsafe { put(out, address) }
    }

    fn address_free = cuMemAddressFree: (call, address: CUdeviceptr, size: usize) {
        let mut driver = call.driver()?;
        let freed = driver.unreserve(address, size as u64);
        freed.map_err(|code| {
            let text = format!("{size} bytes at {address:#x} are no reservation without mappings; was it freed before?");
            driver.misuse(code, &text)
        })
    }

    fn map = cuMemMap: (
        call,
        address: CUdeviceptr,
        size: usize,
        offset: usize,
        handle: CUmemGenericAllocationHandle,
        flags: c_ulonglong,
    ) {
        let mut driver = call.driver()?;
        check(flags == 0)?;
        driver.map_physical(address, size as u64, offset as u64, handle)
    }

    fn unmap = cuMemUnmap: (call, address: CUdeviceptr, size: usize) {
        call.driver()?.unmap_physical(address, size as u64)
    }

    fn set_access = cuMemSetAccess: (
        call,
        address: CUdeviceptr,
        size: usize,
        descriptions: *const CUmemAccessDesc,
        count: usize,
    ) {
        let mut driver = call.driver()?;
        check(count != 0)?;
        // SAFETY: the caller gives `count` of them.
        let descriptions = unsafe { list(descriptions, count) }?;
        // Work that was allowed may lose its rights.
        driver.run_all();
        driver.set_access(address, size as u64, descriptions)
    }

    fn get_access = cuMemGetAccess: (
        call,
        flags: *mut c_ulonglong,
        location: *const CUmemLocation,
        address: CUdeviceptr,
    ) {
        let driver = call.driver()?;
        some(flags)?;
        // SAFETY: null or the record.
        let location = unsafe { location.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        // SAFETY: checked.
        unsafe { put(flags, driver.access_at(location, address)?.0.into()) }
    }

    fn export = cuMemExportToShareableHandle: (
        call,
        out: *mut c_void,
        handle: CUmemGenericAllocationHandle,
        kind: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) {
        let driver = call.driver()?;
        some(out)?;
        check(flags == 0 && kind == os::SHAREABLE)?;
        let exported = driver.export_physical(handle)?;
        // SAFETY: not null; with this type the caller gives room for such a handle.
        unsafe { put(out.cast::<os::Handle>(), exported) }
    }

    fn import = cuMemImportFromShareableHandle: (
        call,
        out: *mut CUmemGenericAllocationHandle,
        handle: *mut c_void,
        kind: CUmemAllocationHandleType,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        check(kind == os::SHAREABLE)?;
        // With this type the pointer itself is the descriptor, or the handle.
        let handle = driver.import_physical(handle as usize as os::Raw)?;
        // SAFETY: checked.
        unsafe { put(out, handle) }
    }

    fn get_properties = cuMemGetAllocationPropertiesFromHandle: (
        call,
        out: *mut CUmemAllocationProp,
        handle: CUmemGenericAllocationHandle,
    ) {
        let driver = call.driver()?;
        some(out)?;
        // SAFETY: checked.
        unsafe { put(out, driver.physical(handle)?.properties) }
    }

    fn retain = cuMemRetainAllocationHandle: (
        call,
        out: *mut CUmemGenericAllocationHandle,
        address: *mut c_void,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        let region = driver.map.find(address as u64).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let handle = match region.kind {
            Kind::Mapped { handle, .. } => handle,
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        driver.hold(handle);
        // SAFETY: checked.
        unsafe { put(out, handle) }
    }
}
