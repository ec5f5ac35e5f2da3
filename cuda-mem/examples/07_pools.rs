//! Memory from pools: allocated and freed in stream order, kept between uses, and given back when asked for.
//!
//! C functions: cuMemAllocAsync, cuMemFreeAsync, cuDeviceGetDefaultMemPool, cuMemPoolCreate, cuMemAllocFromPoolAsync,
//! cuMemPoolSetAttribute, cuMemPoolGetAttribute, cuMemPoolTrimTo, cuMemPoolDestroy.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{
    CUdeviceptr, CUmemLocation, CUmemPoolProps, CUmemoryPool, CUstream,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE,
    CU_STREAM_NON_BLOCKING,
};
use cuda_mem::MemPoolAttribute;
use std::process::ExitCode;

const COUNT: usize = 1 << 18;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

fn main() -> ExitCode {
    common::run(|gpu: &Gpu| {
        if !gpu.can(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? {
            return Ok("skipped: this device has no memory pools".to_string());
        }
        let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
        in_stream_order(gpu, stream)?;
        a_pool_of_ones_own(gpu, stream)?;
        // SAFETY: created above; each step waited for its work.
        unsafe { cuda_mem::stream_destroy(stream)? };
        Ok("verified: allocations of the device's pool and of another one".to_string())
    })
}

/// Work that is queued behind the allocation may use the memory, and work behind the free may not. No call waits.
fn in_stream_order(gpu: &Gpu, stream: CUstream) -> Result<(), Failure> {
    // The pool that cuMemAllocAsync takes from, unless another one was made current.
    let pool = cuda_mem::device_get_default_mem_pool(gpu.device)?;
    let sent = numbers(COUNT, 1);
    let mut back = vec![0u32; COUNT];
    // SAFETY: memory and vectors are BYTES long, and the vectors stay until the stream was waited for.
    unsafe {
        let memory = cuda_mem::mem_alloc_async(BYTES, stream)?;
        cuda_mem::memcpy_htod_async(memory, sent.as_ptr().cast(), BYTES, stream)?;
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, BYTES, stream)?;
        cuda_mem::mem_free_async(memory, stream)?;
        cuda_mem::stream_synchronize(stream)?;
    }
    let used = get(pool, MemPoolAttribute::USED_MEM_CURRENT)?;
    println!("default pool     {used} bytes in use after the free");
    verify("mem_alloc_async", &back, &sent)
}

/// A pool gives what is free back to the system at the next synchronization, down to its release threshold.
fn a_pool_of_ones_own(gpu: &Gpu, stream: CUstream) -> Result<(), Failure> {
    let properties = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device),
        ..CUmemPoolProps::default()
    };
    // SAFETY: the properties hold no pointers; the pool is alive until it is destroyed.
    let pool = unsafe {
        let pool = cuda_mem::mem_pool_create(&properties)?;
        cuda_mem::mem_pool_set_attribute(pool, MemPoolAttribute::RELEASE_THRESHOLD, u64::MAX)?;
        pool
    };
    let used = allocate_fill_free(pool, stream)?;
    ensure(
        used >= BYTES as u64,
        format!("the pool counts {used} bytes in use"),
    )?;

    let kept = get(pool, MemPoolAttribute::RESERVED_MEM_CURRENT)?;
    ensure(
        kept >= BYTES as u64,
        "the pool kept nothing for the next allocation",
    )?;
    // SAFETY: the pool is alive, and none of its memory is in use.
    unsafe { cuda_mem::mem_pool_trim_to(pool, 0)? };
    let left = get(pool, MemPoolAttribute::RESERVED_MEM_CURRENT)?;
    println!("own pool         used {used} bytes, kept {kept}, {left} after cuMemPoolTrimTo");
    ensure(left == 0, "the pool kept what it was to give back")?;
    // SAFETY: as above, and not used again.
    unsafe { cuda_mem::mem_pool_destroy(pool)? };
    Ok(())
}

/// Says how much of the pool was in use.
fn allocate_fill_free(pool: CUmemoryPool, stream: CUstream) -> Result<u64, Failure> {
    let mut back = vec![0u32; COUNT];
    // SAFETY: the pool is alive; memory and vector are BYTES long, and the vector stays until the stream was waited for.
    let used = unsafe {
        let memory: CUdeviceptr = cuda_mem::mem_alloc_from_pool_async(BYTES, pool, stream)?;
        cuda_mem::memset_d32_async(memory, 5, COUNT, stream)?;
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, BYTES, stream)?;
        let used = get(pool, MemPoolAttribute::USED_MEM_CURRENT)?;
        cuda_mem::mem_free_async(memory, stream)?;
        cuda_mem::stream_synchronize(stream)?;
        used
    };
    verify("of an own pool", &back, &[5u32; COUNT])?;
    Ok(used)
}

/// Each attribute has the type of its value.
fn get(pool: CUmemoryPool, attribute: MemPoolAttribute<u64>) -> cuda_mem::Result<u64> {
    // SAFETY: the pools of this example are alive when they are asked.
    unsafe { cuda_mem::mem_pool_get_attribute(pool, attribute) }
}
