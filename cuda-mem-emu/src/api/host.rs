//! Pinned host memory: allocated, or registered.

use crate::core::memory::Kind;
use crate::entry::{check, put, some, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::{c_uint, c_void};
use cuda_mem_sys::*;

const ALLOC_FLAGS: c_uint = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
/// Without CU_MEMHOSTREGISTER_IOMEMORY: that is for other devices' memory, and ordinary memory is refused with it.
const REGISTER_FLAGS: c_uint = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;

entry_points! {
    fn alloc_host = cuMemAllocHost_v2: (call, out: *mut *mut c_void, size: usize) {
        // SAFETY: the caller's.
        unsafe { allocate(call, out, size, 0) }
    }

    fn host_alloc = cuMemHostAlloc: (call, out: *mut *mut c_void, size: usize, flags: c_uint) {
        // SAFETY: the caller's.
        unsafe { allocate(call, out, size, flags) }
    }

    fn free_host = cuMemFreeHost: (call, pointer: *mut c_void) {
        // No context is needed (measured on H200).
        let mut driver = call.driver()?;
        let address = pointer as u64;
        if address == 0 {
            return Ok(());
        }
        let region = driver.map.at(address).filter(|region| matches!(region.kind, Kind::Host { .. }));
        let size = match region.map(|region| region.size) {
            Some(size) => size,
            None => {
                let text = format!("{address:#x} is not the beginning of pinned host memory; was it freed before?");
                return Err(driver.misuse(CUDA_ERROR_INVALID_VALUE, &text));
            }
        };
        driver.unused(address, size)?;
        driver.forget(address);
        Ok(())
    }

    fn get_device_pointer = cuMemHostGetDevicePointer_v2: (
        call,
        out: *mut CUdeviceptr,
        pointer: *mut c_void,
        flags: c_uint,
    ) {
        let driver = call.context()?;
        some(out)?;
        check(flags == 0)?;
        let region = driver.map.find(pointer as u64);
        let device = region.and_then(|region| region.device_pointer(pointer as u64));
        // SAFETY: checked.
        unsafe { put(out, device.ok_or(CUDA_ERROR_INVALID_VALUE)?) }
    }

    fn get_flags = cuMemHostGetFlags: (call, out: *mut c_uint, pointer: *mut c_void) {
        let driver = call.context()?;
        some(out)?;
        let flags = driver.map.find(pointer as u64).and_then(|region| region.host_flags());
        // SAFETY: checked.
        unsafe { put(out, flags.ok_or(CUDA_ERROR_INVALID_VALUE)?) }
    }

    fn register = cuMemHostRegister_v2: (call, pointer: *mut c_void, size: usize, flags: c_uint) {
        let mut driver = call.context()?;
        let (address, size) = (pointer as u64, size as u64);
        check(address != 0 && size != 0 && flags & !REGISTER_FLAGS == 0)?;
        check(address.checked_add(size).is_some())?;
        if let Some(other) = driver.map.overlapping(address, size) {
            let code = if other.is_host() { CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED } else { CUDA_ERROR_INVALID_VALUE };
            let text = format!("{size} bytes at {address:#x} meet {} bytes at {:#x} that the driver has already", other.size, other.base);
            return Err(driver.misuse(code, &text));
        }
        let read_only = flags & CU_MEMHOSTREGISTER_READ_ONLY != 0;
        check(read_only || crate::os::writable(address, size))?;
        let kept = flags & CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;
        let place = (driver.context, driver.device_index());
        driver.enter(call.symbol, (address, size), None, Kind::Registered { flags: kept, read_only }, place);
        Ok(())
    }

    fn unregister = cuMemHostUnregister: (call, pointer: *mut c_void) {
        // No context is needed (measured on H200).
        let mut driver = call.driver()?;
        let address = pointer as u64;
        check(address != 0)?;
        let region = match driver.map.find(address) {
            Some(region) => region,
            None => {
                let text = format!("{address:#x} is not registered; was it unregistered before?");
                return Err(driver.misuse(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, &text));
            }
        };
        if region.base != address || !matches!(region.kind, Kind::Registered { .. }) {
            let text = format!("{address:#x} is not the beginning of memory that was registered");
            return Err(driver.misuse(CUDA_ERROR_INVALID_VALUE, &text));
        }
        let size = region.size;
        driver.unused(address, size)?;
        driver.forget(address);
        Ok(())
    }
}

/// # Safety
///
/// `out` is null or writable.
unsafe fn allocate(call: &Call, out: *mut *mut c_void, size: usize, flags: c_uint) -> Outcome {
    let mut driver = call.context()?;
    some(out)?;
    check(flags & !ALLOC_FLAGS == 0)?;
    if size == 0 {
        // SAFETY: checked.
        return unsafe { put(out, std::ptr::null_mut()) };
    }
    let block = driver.space.take(size as u64).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
    // With unified addressing every pinned allocation is mapped.
    let kind = Kind::Host { flags: flags | CU_MEMHOSTALLOC_DEVICEMAP };
    let place = (driver.context, driver.device_index());
    driver.enter(call.symbol, (block.address, size as u64), Some(block), kind, place);
    // SAFETY: checked.
    unsafe { put(out, block.address as *mut c_void) }
}

impl Session<'_> {
    /// Before pinned memory goes away: no work may still need it. Hardware waits for such work.
    fn unused(&mut self, address: u64, size: u64) -> Outcome {
        if !self.is_pending(address, size) {
            return Ok(());
        }
        if self.hardware {
            self.run_all();
            return Ok(());
        }
        let text = format!("the {size} bytes at {address:#x} are still in use by work that was not waited for");
        Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text))
    }
}
