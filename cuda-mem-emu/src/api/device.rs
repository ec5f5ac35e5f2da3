//! Devices: their count, names, attributes and places on the bus.

use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::{c_char, c_int, c_uint};
use cuda_mem_sys::*;
use std::ffi::CStr;

entry_points! {
    fn get = cuDeviceGet: (call, device: *mut CUdevice, ordinal: c_int) {
        let driver = call.driver()?;
        some(device)?;
        driver.device(ordinal)?;
        // SAFETY: null or writable.
        unsafe { put(device, ordinal) }
    }

    fn get_count = cuDeviceGetCount: (call, count: *mut c_int) {
        let driver = call.driver()?;
        // SAFETY: null or writable.
        unsafe { put(count, driver.devices.len() as c_int) }
    }

    fn get_name = cuDeviceGetName: (call, name: *mut c_char, length: c_int, device: CUdevice) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        let full = driver.devices.get(index).map_or("", |device| &device.name);
        // SAFETY: as many bytes as `length` says.
        unsafe { put_string(name, length, full, true) }
    }

    fn get_uuid = cuDeviceGetUuid_v2: (call, uuid: *mut CUuuid, device: CUdevice) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        let bytes = driver.devices.get(index).map_or([0; 16], |device| device.uuid);
        // SAFETY: null or writable.
        unsafe { put(uuid, CUuuid::from_bytes(bytes)) }
    }

    fn get_uuid_v1 = cuDeviceGetUuid: (call, uuid: *mut CUuuid, device: CUdevice) {
        // SAFETY: the caller's.
        unsafe { get_uuid(call, uuid, device) }
    }

    fn total_mem = cuDeviceTotalMem_v2: (call, bytes: *mut usize, device: CUdevice) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        let total = driver.devices.get(index).map_or(0, |device| device.total);
        // SAFETY: null or writable.
        unsafe { put(bytes, total as usize) }
    }

    fn get_attribute = cuDeviceGetAttribute: (
        call,
        value: *mut c_int,
        attribute: CUdevice_attribute,
        device: CUdevice,
    ) {
        let driver = call.driver()?;
        some(value)?;
        let index = driver.device(device)?;
        let known = driver.devices.get(index).and_then(|device| device.attribute(attribute));
        // SAFETY: null or writable.
        unsafe { put(value, known.ok_or(CUDA_ERROR_INVALID_VALUE)?) }
    }

    fn get_pci_bus_id = cuDeviceGetPCIBusId: (call, text: *mut c_char, length: c_int, device: CUdevice) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        let id = driver.devices.get(index).map_or_else(String::new, |device| device.pci_text());
        // SAFETY: as many bytes as `length` says.
        unsafe { put_string(text, length, &id, false) }
    }

    fn get_by_pci_bus_id = cuDeviceGetByPCIBusId: (call, device: *mut CUdevice, text: *const c_char) {
        let driver = call.driver()?;
        some(device)?;
        some(text)?;
        // SAFETY: not null, so a NUL-terminated string.
        let text = unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| CUDA_ERROR_INVALID_VALUE)?;
        let place = parse(text).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let index = driver.devices.iter().position(|device| device.pci() == place);
        // SAFETY: null or writable.
        unsafe { put(device, index.ok_or(CUDA_ERROR_INVALID_DEVICE)? as CUdevice) }
    }

    fn compute_capability = cuDeviceComputeCapability: (
        call,
        major: *mut c_int,
        minor: *mut c_int,
        device: CUdevice,
    ) {
        // SAFETY: the caller's.
        unsafe {
            get_attribute(call, major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)?;
            get_attribute(call, minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device)
        }
    }

    fn get_texture1d_linear_max_width = cuDeviceGetTexture1DLinearMaxWidth: (
        call,
        width: *mut usize,
        format: CUarray_format,
        channels: c_uint,
        device: CUdevice,
    ) {
        let driver = call.driver()?;
        let index = driver.device(device)?;
        check(matches!(channels, 1 | 2 | 4) && format.name().is_some())?;
        let limit = CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH;
        let limit = driver.devices.get(index).and_then(|device| device.attribute(limit));
        // SAFETY: null or writable.
        unsafe { put(width, limit.unwrap_or(0) as usize) }
    }
}

/// Writes a string and its NUL; one that does not fit is cut, or refused.
///
/// # Safety
///
/// `out` is null or writable for `length` bytes.
unsafe fn put_string(out: *mut c_char, length: c_int, text: &str, cut: bool) -> crate::entry::Outcome {
    some(out)?;
    let room = usize::try_from(length).unwrap_or(0);
    check(room > 0 && (cut || text.len() < room))?;
    let count = text.len().min(room - 1);
    // SAFETY: `count` and the NUL fit into the room.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), out.cast::<u8>(), count);
        *out.add(count) = 0;
    }
    Ok(())
}

/// `[domain:]bus:device[.function]`, in hexadecimal digits.
fn parse(text: &str) -> Option<(i32, i32, i32)> {
    let number = |digits: &str| i32::from_str_radix(digits, 16).ok();
    let (place, function) = text.split_once('.').unwrap_or((text, "0"));
    number(function)?;
    let parts: Vec<&str> = place.split(':').collect();
    match parts[..] {
        [bus, device] => Some((0, number(bus)?, number(device)?)),
        [domain, bus, device] => Some((number(domain)?, number(bus)?, number(device)?)),
        _ => None,
    }
}
