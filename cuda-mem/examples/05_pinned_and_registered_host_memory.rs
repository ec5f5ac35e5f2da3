//! Host memory that the device reaches by itself: allocated pinned, or pinned where it lies already.
//!
//! C functions: cuMemAllocHost, cuMemHostAlloc, cuMemHostGetFlags, cuMemHostGetDevicePointer, cuMemHostRegister,
//! cuMemHostUnregister, cuMemFreeHost.

#![deny(unsafe_op_in_unsafe_fn)]

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::{
    CUdeviceptr, CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE,
};
use std::process::ExitCode;
use std::ptr::null_mut;

const COUNT: usize = 1 << 16;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        let memory = cuda_mem::mem_alloc(BYTES)?;
        pinned(memory)?;
        mapped(memory)?;
        registered(memory)?;
        // SAFETY: each step waited for its copies.
        unsafe { cuda_mem::mem_free(memory)? };
        Ok("verified: copies from and to pinned, mapped and registered memory".to_string())
    })
}

/// Copies to the device and back in the default stream. Asynchronous copies run beside the host only if its memory is
/// pinned, and use it after they have returned.
///
/// # Safety
///
/// `from`, `to` and `memory` must be BYTES long.
unsafe fn there_and_back(from: *const c_void, memory: CUdeviceptr, to: *mut c_void) -> cuda_mem::Result<()> {
    // SAFETY: as the caller says; all is done when the stream was waited for.
    unsafe {
        cuda_mem::memcpy_htod_async(memory, from, BYTES, null_mut())?;
        cuda_mem::memcpy_dtoh_async(to, memory, BYTES, null_mut())?;
        cuda_mem::stream_synchronize(null_mut())
    }
}

/// Pinned memory is used like any other of the host's, by its pointer.
fn pinned(memory: CUdeviceptr) -> Result<(), Failure> {
    let (from, to) = (cuda_mem::mem_alloc_host(BYTES)?, cuda_mem::mem_alloc_host(BYTES)?);
    let sent = numbers(COUNT, 1);
    // SAFETY: both are BYTES long, as the vector is, and page-aligned. The slice ends before the memory does.
    unsafe {
        from.cast::<u32>().copy_from_nonoverlapping(sent.as_ptr(), COUNT);
        to.cast::<u8>().write_bytes(0, BYTES);
        there_and_back(from, memory, to)?;
        verify(
            "mem_alloc_host",
            std::slice::from_raw_parts(to.cast(), COUNT),
            &sent,
        )?;
        cuda_mem::mem_free_host(from)?;
        cuda_mem::mem_free_host(to)?;
    }
    Ok(())
}

/// Mapped memory has a device address, too: kernels read and write the host's memory by it, and so do copies within
/// the device.
fn mapped(memory: CUdeviceptr) -> Result<(), Failure> {
    let flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
    let host = cuda_mem::mem_host_alloc(BYTES, flags)?;
    ensure(
        cuda_mem::mem_host_get_flags(host)? & flags == flags,
        "it has other flags",
    )?;
    let address = cuda_mem::mem_host_get_device_pointer(host, 0)?;
    println!("mapped           {host:p} of the host is {address:#x} of the device");
    let sent = numbers(COUNT, 2);
    // SAFETY: both allocations and the vector are BYTES long; the fill is done before the host reads it.
    unsafe {
        host.cast::<u32>().copy_from_nonoverlapping(sent.as_ptr(), COUNT);
        cuda_mem::memcpy_dtod(memory, address, BYTES)?;
        cuda_mem::memset_d32(address, 7, COUNT)?;
        cuda_mem::ctx_synchronize()?;
        verify(
            "from the device",
            std::slice::from_raw_parts(host.cast(), COUNT),
            &[7u32; COUNT],
        )?;
        cuda_mem::memcpy_dtod(address, memory, BYTES)?;
        cuda_mem::ctx_synchronize()?;
        verify(
            "mem_host_alloc",
            std::slice::from_raw_parts(host.cast(), COUNT),
            &sent,
        )?;
        cuda_mem::mem_free_host(host)?;
    }
    Ok(())
}

/// A vector that exists already, pinned for a while. Pinning takes long: it pays for buffers that are used often.
fn registered(memory: CUdeviceptr) -> Result<(), Failure> {
    let sent = numbers(COUNT, 3);
    // One registration for both halves: two ranges that share a page cannot both be registered.
    let mut buffer = sent.clone();
    buffer.resize(2 * COUNT, 0);
    let start = buffer.as_mut_ptr();
    // SAFETY: each half is BYTES long, and the vector neither moves nor ends before it is unregistered.
    unsafe {
        cuda_mem::mem_host_register(start.cast(), 2 * BYTES, CU_MEMHOSTREGISTER_PORTABLE)?;
        there_and_back(start.cast(), memory, start.add(COUNT).cast())?;
        cuda_mem::mem_host_unregister(start.cast())?;
    }
    verify("registered", &buffer[COUNT..], &sent)
}
