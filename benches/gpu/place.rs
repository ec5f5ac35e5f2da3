//! The memory that both sides work on: the same for both, so that no allocation of one is luckier than the other's.

use crate::driver;
use cuda_mem::sys::{self, CUdeviceptr, CUstream};
use cuda_mem_bench::Result;

/// What one copy moves.
pub const SIZE: usize = 256 << 20;

/// As `struct place` in calls.c.
#[repr(C)]
pub struct Place {
    pub memory: CUdeviceptr,
    pub other: CUdeviceptr,
    pub source: *mut u8,
    pub back: *mut u8,
    pub size: usize,
    pub stream: CUstream,
    /// Sums of what the calls gave, where they gave something: both sides must come to the same.
    pub kept: CUdeviceptr,
}

impl Place {
    /// Two allocations on the device and two page-locked ones on the host, all of `SIZE`. A context must be current.
    pub fn new() -> Result<Place> {
        Ok(Place {
            memory: cuda_mem::mem_alloc(SIZE).map_err(driver)?,
            other: cuda_mem::mem_alloc(SIZE).map_err(driver)?,
            source: page_locked()?,
            back: page_locked()?,
            size: SIZE,
            stream: cuda_mem::stream_create(sys::CU_STREAM_NON_BLOCKING.0).map_err(driver)?,
            kept: 0,
        })
    }

    /// The page-locked memory that copies to the device read.
    pub fn source(&self) -> &[u8] {
        // SAFETY: SIZE bytes that were set by `page_locked`; only `source_mut` writes them.
        unsafe { std::slice::from_raw_parts(self.source, SIZE) }
    }

    pub fn source_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `source`; `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.source, SIZE) }
    }

    /// The page-locked memory that copies to the host write.
    pub fn back(&self) -> &[u8] {
        // SAFETY: SIZE bytes that were set by `page_locked`; the loops have waited for their copies when they return.
        unsafe { std::slice::from_raw_parts(self.back, SIZE) }
    }

    pub fn back_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `back`; `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.back, SIZE) }
    }

    /// Gives everything back.
    pub fn free(self) -> Result<()> {
        // SAFETY: all of it is this value's own, and goes with it; each timed run has waited for its work.
        unsafe {
            cuda_mem::stream_destroy(self.stream).map_err(driver)?;
            cuda_mem::mem_free_host(self.back.cast()).map_err(driver)?;
            cuda_mem::mem_free_host(self.source.cast()).map_err(driver)?;
            cuda_mem::mem_free(self.other).map_err(driver)?;
            cuda_mem::mem_free(self.memory).map_err(driver)
        }
    }
}

fn page_locked() -> Result<*mut u8> {
    let memory = cuda_mem::mem_host_alloc(SIZE, 0).map_err(driver)?.cast::<u8>();
    if memory.is_null() {
        return Err("cuMemHostAlloc reports success, but gave no memory: this is no driver".to_string());
    }
    // SAFETY: SIZE bytes, just allocated.
    unsafe { memory.write_bytes(0, SIZE) };
    Ok(memory)
}
