//! A buffer on the device that grows and never moves: addresses are reserved once, memory is mapped when it is needed.
//!
//! C functions: cuMemGetAllocationGranularity, cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess, cuMemUnmap,
//! cuMemRelease, cuMemAddressFree.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::*;
use std::process::ExitCode;

/// Addresses for all that the buffer may ever hold. They cost no memory.
const LARGEST: usize = 1 << 30;

fn main() -> ExitCode {
    common::run(|gpu: &Gpu| {
        if !gpu.can(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)? {
            return Ok("skipped: this device has no virtual memory management".to_string());
        }
        let mut buffer = Growing::new(gpu.device)?;
        let start = buffer.start;
        let mut contents = Vec::new();
        for step in 1..=4 {
            let new = numbers(1 << 20, step);
            let end = contents.len() * 4;
            contents.extend_from_slice(&new);
            buffer.grow_to(contents.len() * 4)?;
            // SAFETY: the buffer was made as long as what it holds with the new part.
            unsafe { cuda_mem::memcpy_htod(start + end as CUdeviceptr, &new)? };
        }
        let mut back = vec![0u32; contents.len()];
        // SAFETY: the buffer is at least as long as the vector.
        unsafe { cuda_mem::memcpy_dtoh(&mut back, start)? };
        verify("all parts", &back, &contents)?;
        ensure(buffer.start == start, "the buffer moved")?;
        buffer.end()?;
        Ok("verified: a buffer that grew four times and stayed where it was".to_string())
    })
}

/// A range of addresses, with memory behind the first of them.
struct Growing {
    start: CUdeviceptr,
    /// Bytes that are mapped, in parts of these sizes.
    parts: Vec<usize>,
    kind: CUmemAllocationProp,
    unit: usize,
}

impl Growing {
    fn new(device: CUdevice) -> cuda_mem::Result<Growing> {
        let kind = CUmemAllocationProp {
            type_: CU_MEM_ALLOCATION_TYPE_PINNED,
            location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device),
            ..CUmemAllocationProp::default()
        };
        // SAFETY: the properties hold no pointers.
        let unit =
            unsafe { cuda_mem::mem_get_allocation_granularity(&kind, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)? };
        let start = cuda_mem::mem_address_reserve(LARGEST, 0, 0, 0)?;
        println!(
            "reserved         {LARGEST} bytes of addresses at {start:#x}, memory comes in units of {unit}"
        );
        Ok(Growing {
            start,
            parts: Vec::new(),
            kind,
            unit,
        })
    }

    fn mapped(&self) -> usize {
        self.parts.iter().sum()
    }

    /// Maps as many units more as it takes. What is there already is not touched.
    fn grow_to(&mut self, bytes: usize) -> Result<(), Failure> {
        ensure(bytes <= LARGEST, "there are no addresses left")?;
        let mapped = self.mapped();
        if bytes <= mapped {
            return Ok(());
        }
        let more = (bytes - mapped + self.unit - 1) / self.unit * self.unit;
        let place = self.start + mapped as CUdeviceptr;
        let access = CUmemAccessDesc {
            location: self.kind.location,
            flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: the addresses are reserved and nothing is mapped there. The mapping keeps the memory, so that its
        // handle can be released at once.
        unsafe {
            let memory = cuda_mem::mem_create(more, &self.kind, 0)?;
            cuda_mem::mem_map(place, more, 0, memory, 0)?;
            cuda_mem::mem_release(memory)?;
            cuda_mem::mem_set_access(place, more, &[access])?;
        }
        self.parts.push(more);
        println!("mapped           {more} bytes at {place:#x}");
        Ok(())
    }

    /// Gives memory and addresses back.
    fn end(self) -> cuda_mem::Result<()> {
        let mut place = self.start;
        for part in &self.parts {
            // SAFETY: mapped as a whole by `grow_to`; copies are done, so nothing uses it.
            unsafe { cuda_mem::mem_unmap(place, *part)? };
            place += *part as CUdeviceptr;
        }
        // SAFETY: reserved by `new`, and nothing is mapped there any more.
        unsafe { cuda_mem::mem_address_free(self.start, LARGEST) }
    }
}
