//! What an address is: of which kind of memory, where that starts, how long it is, and whose.
//!
//! `cargo run --example 11_whatis` asks about memory of its own, one of each kind; `-- 0x7f0000000000` about that number.
//! Another process's addresses mean nothing here.
//!
//! C functions: cuPointerGetAttributes, cuPointerGetAttribute, cuMemAllocManaged.

mod common;

use common::{arguments, ensure, Failure, Gpu};
use cuda_mem::sys::*;
use cuda_mem::PointerAttribute;
use std::ops::Range;
use std::process::ExitCode;
use std::ptr::null_mut;

const BYTES: usize = 4096;

fn main() -> ExitCode {
    common::run(|gpu: &Gpu| match arguments().as_slice() {
        [] => own_memory(gpu),
        [number] => {
            what_is(address(number)?)?;
            Ok("one address looked up".to_string())
        }
        _ => Err("one address is asked for, such as 0x7f0000000000, or none".into()),
    })
}

fn address(text: &str) -> Result<CUdeviceptr, Failure> {
    let digits = text.strip_prefix("0x");
    let number = digits.map_or_else(
        || text.parse().ok(),
        |digits| u64::from_str_radix(digits, 16).ok(),
    );
    number.ok_or_else(|| format!("`{text}` is no address: give a number such as 0x7f0000000000").into())
}

/// Prints what the driver knows of an address; gives its kind, and the range of its allocation.
fn what_is(address: CUdeviceptr) -> cuda_mem::Result<(&'static str, Range<CUdeviceptr>)> {
    // One call for many attributes. Those that an address does not have are zeros, and no error as for one attribute.
    let attributes = (
        PointerAttribute::MEMORY_TYPE,
        PointerAttribute::IS_MANAGED,
        PointerAttribute::MEMPOOL_HANDLE,
        PointerAttribute::RANGE_START_ADDR,
        PointerAttribute::RANGE_SIZE,
        PointerAttribute::DEVICE_ORDINAL,
    );
    let (kind, managed, pool, start, size, device) = cuda_mem::pointer_get_attributes(attributes, address)?;
    let kind = match kind {
        _ if managed == 1 => "managed memory",
        _ if !pool.is_null() => "a pool's memory",
        CU_MEMORYTYPE_DEVICE => "device memory",
        CU_MEMORYTYPE_HOST => "pinned host memory",
        _ => "not the driver's",
    };
    print!("{address:#018x} is {kind}");
    if start == 0 {
        println!();
    } else {
        println!(": {size} bytes from {start:#x}, device {device}");
    }
    Ok((kind, start..start + size as CUdeviceptr))
}

fn own_memory(gpu: &Gpu) -> Result<String, Failure> {
    let device = cuda_mem::mem_alloc(BYTES)?;
    let pinned = cuda_mem::mem_alloc_host(BYTES)?;
    let managed = cuda_mem::mem_alloc_managed(BYTES, CU_MEM_ATTACH_GLOBAL.0)?;
    let plain = vec![0u8; BYTES];
    let mut all = vec![
        (device, "device memory"),
        (pinned as CUdeviceptr, "pinned host memory"),
        (managed, "managed memory"),
        (plain.as_ptr() as CUdeviceptr, "not the driver's"),
    ];
    if gpu.can(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? {
        // SAFETY: null is the default stream.
        let pooled = unsafe { cuda_mem::mem_alloc_async(BYTES, null_mut())? };
        all.push((pooled, "a pool's memory"));
    }
    for (start, expected) in &all {
        // As good as the first address.
        let inside = start + 100;
        let (kind, range) = what_is(inside)?;
        ensure(kind == *expected, format!("it should be {expected}"))?;
        let known = *expected != "not the driver's";
        ensure(range.contains(&inside) == known, "its allocation is another one")?;
    }
    // Asked for one attribute, the driver answers with an error instead of zeros.
    let one = cuda_mem::pointer_get_attribute(PointerAttribute::MEMORY_TYPE, plain.as_ptr() as CUdeviceptr);
    ensure(
        one.err().map_or(false, |error| error.is_invalid_value()),
        "plain memory has a memory type",
    )?;

    // SAFETY: allocated above, each freed as its kind is, and no work uses them.
    unsafe {
        cuda_mem::mem_free(device)?;
        cuda_mem::mem_free_host(pinned)?;
        cuda_mem::mem_free(managed)?;
        if let Some((pooled, _)) = all.get(4) {
            cuda_mem::mem_free_async(*pooled, null_mut())?;
        }
        cuda_mem::ctx_synchronize()?;
    }
    Ok(format!("verified: {} kinds of memory told apart", all.len()))
}
