//! Device memory: allocation, pitched allocation, ranges, and how much there is.

use crate::core::memory::Kind;
use crate::core::range::up;
use crate::entry::{check, put, some, Outcome};
use crate::os::{File, Handle};
use crate::session::Session;
use cuda_mem_sys::ctypes::{c_uint, c_ulonglong, c_void};
use cuda_mem_sys::*;

/// Rows of pitched memory begin at multiples of this.
const PITCH: u64 = 512;
/// What dma-buf ranges are counted in.
const PAGE: u64 = 4096;

entry_points! {
    fn get_info = cuMemGetInfo_v2: (call, free: *mut usize, total: *mut usize) {
        let driver = call.context()?;
        let device = driver.devices.get(driver.device_index());
        let known = device.map_or((0, 0), |device| (device.free(), device.total));
        for (out, value) in [(free, known.0), (total, known.1)] {
            if !out.is_null() {
                // SAFETY: not null, so writable.
                unsafe { put(out, value as usize) }?;
            }
        }
        Ok(())
    }

    fn alloc = cuMemAlloc_v2: (call, out: *mut CUdeviceptr, size: usize) {
        let mut driver = call.context()?;
        some(out)?;
        check(size != 0)?;
        let address = driver.allocate(size as u64)?;
        // SAFETY: checked.
        unsafe { put(out, address) }?;
        driver.tell();
        Ok(())
    }

    fn alloc_pitch = cuMemAllocPitch_v2: (
        call,
        out: *mut CUdeviceptr,
        pitch: *mut usize,
        width: usize,
        height: usize,
        element: c_uint,
    ) {
        let mut driver = call.context()?;
        some(out)?;
        some(pitch)?;
        check(width != 0 && height != 0 && matches!(element, 4 | 8 | 16))?;
        let row = up(width as u64, PITCH).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let size = row.checked_mul(height as u64).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let address = driver.allocate(size)?;
        // SAFETY: checked.
        unsafe {
            put(out, address)?;
            put(pitch, row as usize)?;
        }
        driver.tell();
        Ok(())
    }

    fn free = cuMemFree_v2: (call, address: CUdeviceptr) {
        // No context is needed (measured on H200).
        let mut driver = call.driver()?;
        if address == 0 {
            return Ok(());
        }
        driver.freeable(address)?;
        // The driver waits for all work before it takes memory away.
        driver.run_all();
        driver.release(address)
    }

    fn get_address_range = cuMemGetAddressRange_v2: (
        call,
        base: *mut CUdeviceptr,
        size: *mut usize,
        address: CUdeviceptr,
    ) {
        let driver = call.context()?;
        let found = driver.map.find(address).map(|region| (region.base, region.size as usize));
        // What is not found is zeros (measured on H200).
        let (first, bytes) = found.unwrap_or_default();
        if !base.is_null() {
            // SAFETY: not null, so writable.
            unsafe { put(base, first) }?;
        }
        if !size.is_null() {
            // SAFETY: not null, so writable.
            unsafe { put(size, bytes) }?;
        }
        found.map(drop).ok_or(CUDA_ERROR_NOT_FOUND)
    }

    fn get_handle_for_address_range = cuMemGetHandleForAddressRange: (
        call,
        handle: *mut c_void,
        address: CUdeviceptr,
        size: usize,
        kind: CUmemRangeHandleType,
        flags: c_ulonglong,
    ) {
        let driver = call.context()?;
        some(handle)?;
        check(kind == CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD)?;
        let device = driver.devices.get(driver.device_index());
        if device.and_then(|device| device.attribute(CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED)) == Some(0) {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        // Where this bit is set, the others are not looked at (measured on H200).
        check(flags == 0 || flags & u64::from(CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE.0) != 0)?;
        let size = size as u64;
        check(size != 0 && address % PAGE == 0 && size % PAGE == 0)?;
        let region = driver.map.find(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let end = up(region.end(), PAGE).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        check(!region.is_host() && address.checked_add(size).map_or(false, |last| last <= end))?;
        let (file, _) = driver.space.file(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let copy = File::duplicate(file).map_err(|_| CUDA_ERROR_OPERATING_SYSTEM)?;
        // SAFETY: not null; with this type the caller gives room for a descriptor.
        unsafe { put(handle.cast::<Handle>(), copy.into_handle()) }
    }
}

impl Session<'_> {
    fn allocate(&mut self, size: u64) -> Outcome<u64> {
        let device = self.device_index();
        let block = self.take_device(device, size)?;
        let (place, symbol) = ((self.context, device), self.call.symbol);
        self.enter(symbol, (block.address, size), Some(block), Kind::Device, place);
        Ok(block.address)
    }

    /// Checks that this is memory of the device which a free may take, by its first address.
    pub(super) fn freeable(&mut self, address: u64) -> Outcome {
        let refuse = |what: &str| Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &format!("{address:#x} {what}")));
        match self.map.find(address) {
            Some(region) if region.base != address => {
                refuse(&format!("lies in an allocation of {} bytes that begins at {:#x}", region.size, region.base))
            }
            Some(region) => match region.kind {
                Kind::Device | Kind::Managed | Kind::Pool { .. } => Ok(()),
                Kind::Imported { pool, .. } if pool != 0 => Ok(()),
                Kind::Host { .. } => refuse("is pinned host memory, for cuMemFreeHost"),
                Kind::Registered { .. } => refuse("is registered host memory, for cuMemHostUnregister"),
                Kind::Mapped { .. } => refuse("is mapped virtual memory, for cuMemUnmap"),
                Kind::Imported { .. } => refuse("was opened from another process, for cuIpcCloseMemHandle"),
            },
            None if self.space.contains(address) => refuse("is no allocation; was it freed before?"),
            None => refuse("is no allocation of the driver"),
        }
    }

    /// Takes back what [`freeable`](Session::freeable) agreed to.
    pub(super) fn release(&mut self, address: u64) -> Outcome {
        if matches!(self.map.at(address).map(|region| &region.kind), Some(Kind::Imported { .. })) {
            return self.close_shared(address);
        }
        self.forget(address);
        Ok(())
    }
}
