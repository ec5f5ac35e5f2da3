//! The memory that both sides work on: the same for both, so that no allocation of one is luckier than the other's.

use crate::driver;
use cuda_mem::sys::{self, CUarray, CUdeviceptr, CUstream};
use cuda_mem_bench::Result;
use std::ptr::null_mut;

/// As `struct place` in calls.c, and what only this side needs behind it.
#[repr(C)]
pub struct Place {
    pub memory: CUdeviceptr,
    pub other: CUdeviceptr,
    source: *mut u8,
    back: *mut u8,
    /// What one copy moves; not above `capacity`.
    size: usize,
    pub stream: CUstream,
    /// Sums of what the calls gave, where they gave something: both sides must come to the same.
    pub kept: CUdeviceptr,
    pub array: CUarray,
    /// Bytes of a row of a 2D copy, and from one row on the device to the next.
    pub row: usize,
    pub pitch: usize,
    destinations: *const CUdeviceptr,
    sources: *const CUdeviceptr,
    sizes: *const usize,
    count: usize,
    // C sees nothing of what follows.
    capacity: usize,
    page_locked: [*mut u8; 2],
    pageable: [Vec<u8>; 2],
    lists: Lists,
}

/// The copies of a batch.
#[derive(Default)]
pub struct Lists {
    pub destinations: Vec<CUdeviceptr>,
    pub sources: Vec<CUdeviceptr>,
    pub sizes: Vec<usize>,
}

impl Place {
    /// Two allocations on the device and two page-locked ones on the host, all of this size, and copies of it. A context
    /// must be current.
    pub fn new(capacity: usize) -> Result<Place> {
        let page_locked = [page_locked(capacity)?, page_locked(capacity)?];
        Ok(Place {
            memory: cuda_mem::mem_alloc(capacity).map_err(driver)?,
            other: cuda_mem::mem_alloc(capacity).map_err(driver)?,
            source: page_locked[0],
            back: page_locked[1],
            size: capacity,
            stream: cuda_mem::stream_create(sys::CU_STREAM_NON_BLOCKING.0).map_err(driver)?,
            kept: 0,
            array: null_mut(),
            row: capacity,
            pitch: capacity,
            destinations: std::ptr::null(),
            sources: std::ptr::null(),
            sizes: std::ptr::null(),
            count: 0,
            capacity,
            page_locked,
            pageable: [Vec::new(), Vec::new()],
            lists: Lists::default(),
        })
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// What one copy moves from here on.
    pub fn set_size(&mut self, size: usize) {
        assert!(size <= self.capacity, "{size} bytes do not fit");
        self.size = size;
    }

    /// The host's memory that copies use from here on: page-locked, or from the allocator.
    pub fn use_pageable(&mut self, pageable: bool) {
        if pageable && self.pageable[0].is_empty() {
            // Written, so that the pages are there.
            self.pageable = [vec![1; self.capacity], vec![1; self.capacity]];
        }
        let [source, back] = match pageable {
            false => self.page_locked,
            true => {
                let [source, back] = &mut self.pageable;
                [source.as_mut_ptr(), back.as_mut_ptr()]
            }
        };
        (self.source, self.back) = (source, back);
    }

    /// The copies of a batch from here on.
    pub fn set_lists(&mut self, lists: Lists) {
        self.lists = lists;
        self.destinations = self.lists.destinations.as_ptr();
        self.sources = self.lists.sources.as_ptr();
        self.sizes = self.lists.sizes.as_ptr();
        self.count = self.lists.sizes.len();
    }

    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The host's memory that copies to the device read.
    pub fn source(&self) -> &[u8] {
        // SAFETY: `capacity` bytes, all set, of which `size` are no more; only `source_mut` writes them.
        unsafe { std::slice::from_raw_parts(self.source, self.size) }
    }

    pub fn source_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `source`; `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.source, self.size) }
    }

    /// The host's memory that copies to the host write.
    pub fn back(&self) -> &[u8] {
        // SAFETY: as in `source`; the loops have waited for their copies when they return.
        unsafe { std::slice::from_raw_parts(self.back, self.size) }
    }

    pub fn back_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `back`; `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.back, self.size) }
    }

    /// An array of rows of `row` bytes, `capacity` bytes in all, in the second allocation's stead: there is never more
    /// than two times `capacity` on the device.
    pub fn array_for_other(&mut self, row: usize) -> Result<()> {
        // SAFETY: its last use, and nothing runs.
        unsafe { cuda_mem::mem_free(std::mem::take(&mut self.other)) }.map_err(driver)?;
        let descriptor = sys::CUDA_ARRAY_DESCRIPTOR {
            Width: row / 4,
            Height: (self.capacity / row).max(1),
            Format: sys::CU_AD_FORMAT_UNSIGNED_INT32,
            NumChannels: 1,
        };
        self.array = cuda_mem::array_create(&descriptor).map_err(driver)?;
        Ok(())
    }

    /// Gives everything back.
    pub fn free(self) -> Result<()> {
        // SAFETY: all of it is this value's own, and goes with it; each timed run has waited for its work. Freeing
        // address 0 does nothing.
        unsafe {
            cuda_mem::stream_destroy(self.stream).map_err(driver)?;
            for memory in self.page_locked {
                cuda_mem::mem_free_host(memory.cast()).map_err(driver)?;
            }
            if !self.array.is_null() {
                cuda_mem::array_destroy(self.array).map_err(driver)?;
            }
            cuda_mem::mem_free(self.other).map_err(driver)?;
            cuda_mem::mem_free(self.memory).map_err(driver)
        }
    }
}

fn page_locked(size: usize) -> Result<*mut u8> {
    let memory = cuda_mem::mem_host_alloc(size, 0).map_err(driver)?.cast::<u8>();
    if memory.is_null() {
        return Err("cuMemHostAlloc reports success, but gave no memory: this is no driver".to_string());
    }
    // SAFETY: `size` bytes, just allocated.
    unsafe { memory.write_bytes(0, size) };
    Ok(memory)
}
