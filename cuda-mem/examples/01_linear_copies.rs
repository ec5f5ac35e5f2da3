//! Linear device memory: allocated, filled, and copied in each direction.
//!
//! C functions: cuMemAlloc, cuMemGetAddressRange, cuMemsetD8, cuMemsetD16, cuMemsetD32, cuMemcpyHtoD, cuMemcpyDtoD,
//! cuMemcpyDtoH, cuMemcpy, cuMemFree.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::CUdeviceptr;
use std::process::ExitCode;

const COUNT: usize = 1 << 16;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        // The contents of new memory are not set.
        let memory = cuda_mem::mem_alloc(BYTES)?;
        let other = cuda_mem::mem_alloc(BYTES)?;

        addresses(memory)?;
        fills(memory)?;
        there_and_back(memory, other)?;
        any_direction(memory)?;

        // SAFETY: synchronous copies are done when they return, so nothing uses the memory any more.
        unsafe {
            cuda_mem::mem_free(memory)?;
            cuda_mem::mem_free(other)?;
        }
        Ok("verified: three fills, and copies in four ways".to_string())
    })
}

/// A device address is a number: one in the middle is made by adding, and the driver knows what it is the middle of.
fn addresses(memory: CUdeviceptr) -> Result<(), Failure> {
    let (base, size) = cuda_mem::mem_get_address_range(memory + 1000)?;
    println!(
        "address range    {:#x} lies in {size} bytes at {base:#x}",
        memory + 1000
    );
    ensure((base, size) == (memory, BYTES), "this is another allocation")
}

/// Fills count in elements, and write them all the same.
fn fills(memory: CUdeviceptr) -> Result<(), Failure> {
    let half = BYTES as CUdeviceptr / 2;
    let mut back = vec![0u8; BYTES];
    // SAFETY: all of these are within the allocation, and the vector is as long as that.
    unsafe {
        cuda_mem::memset_d32(memory, 0x0403_0201, COUNT)?;
        cuda_mem::memset_d16(memory + half, 0x2211, 1000)?;
        cuda_mem::memset_d8(memory + half, 0x55, 3)?;
        cuda_mem::memcpy_dtoh(&mut back, memory)?;
    }
    let mut expected = [1, 2, 3, 4].repeat(COUNT);
    expected[BYTES / 2..][..2000].copy_from_slice(&[0x11, 0x22].repeat(1000));
    expected[BYTES / 2..][..3].fill(0x55);
    verify("memset", &back, &expected)
}

/// From the host to the device, within the device, and back. A slice says how many bytes are copied.
fn there_and_back(memory: CUdeviceptr, other: CUdeviceptr) -> Result<(), Failure> {
    let sent = numbers(COUNT, 1);
    let mut back = vec![0u32; COUNT];
    // SAFETY: allocations and vectors are BYTES long.
    unsafe {
        cuda_mem::memcpy_htod(memory, &sent)?;
        cuda_mem::memcpy_dtod(other, memory, BYTES)?;
        cuda_mem::memcpy_dtoh(&mut back, other)?;
    }
    verify("HtoD DtoD DtoH", &back, &sent)
}

/// Host and devices share one address space, so that one function copies between any two addresses.
fn any_direction(memory: CUdeviceptr) -> Result<(), Failure> {
    let sent = numbers(COUNT, 2);
    let mut back = vec![0u32; COUNT];
    // SAFETY: the allocation and both vectors are BYTES long.
    unsafe {
        cuda_mem::memcpy(memory, sent.as_ptr() as CUdeviceptr, BYTES)?;
        cuda_mem::memcpy(back.as_mut_ptr() as CUdeviceptr, memory, BYTES)?;
    }
    verify("cuMemcpy", &back, &sent)
}
