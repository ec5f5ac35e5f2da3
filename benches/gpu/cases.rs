//! The loops of the comparison in Rust, and the list of all cases: what calls.c is in C, line by line.

use crate::place::Place;
use cuda_mem::{PointerAttribute, Result};

/// What one copy moves.
pub const SIZE: usize = 256 << 20;

/// What both sides do.
pub struct Case {
    /// What the table calls it.
    pub name: &'static str,
    /// The function in calls.c.
    pub c: &'static str,
    /// The function here.
    pub rust: fn(&mut Place, usize) -> Result<()>,
    /// The bytes that an iteration moves; 0 where the call itself is what is timed.
    pub bytes: usize,
}

/// The calls whose time is compared.
pub const CALLS: &[Case] = &[
    call("cuMemFree(0)", "mem_free", mem_free),
    call(
        "cuPointerGetAttribute",
        "pointer_get_attribute",
        pointer_get_attribute,
    ),
    call(
        "cuMemGetAddressRange",
        "mem_get_address_range",
        mem_get_address_range,
    ),
    call(
        "cuMemAllocAsync + cuMemFreeAsync",
        "mem_alloc_free_async",
        mem_alloc_free_async,
    ),
    call("cuMemcpyHtoD, 4 B", "memcpy_htod_small", memcpy_htod_small),
];

/// The copies whose bandwidth is compared, in an order in which each has the last one's result to work on.
pub const COPIES: &[Case] = &[
    copy("cuMemcpyHtoD, pinned", "memcpy_htod", memcpy_htod, SIZE),
    copy(
        "cuMemcpyDtoD, read and write",
        "memcpy_dtod",
        memcpy_dtod,
        2 * SIZE,
    ),
    copy("cuMemcpyDtoH, pinned", "memcpy_dtoh", memcpy_dtoh, SIZE),
    copy("cuMemsetD8", "memset_d8", memset_d8, SIZE),
];

/// An allocation and its release, while others live.
pub const LIVE: Case = call(
    "cuMemAlloc + cuMemFree of 256 B, allocations that live",
    "mem_alloc_free",
    mem_alloc_free,
);

/// What several threads call at once, and how often each in a run: no queue of copies becomes so long that a call waits
/// for its end.
pub const THREADED: &[(Case, usize)] = &[
    (
        call(
            "cuPointerGetAttribute, threads",
            "pointer_get_attribute",
            pointer_get_attribute,
        ),
        20_000,
    ),
    (
        call(
            "cuMemcpyDtoDAsync of 4 B, threads",
            "memcpy_dtod_async_small",
            memcpy_dtod_async_small,
        ),
        256,
    ),
];

pub type Loop = fn(&mut Place, usize) -> Result<()>;

const fn call(name: &'static str, c: &'static str, rust: Loop) -> Case {
    copy(name, c, rust, 0)
}

const fn copy(name: &'static str, c: &'static str, rust: Loop, bytes: usize) -> Case {
    Case { name, c, rust, bytes }
}

fn mem_free(_: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: 0 is no allocation, and may be freed.
        unsafe { cuda_mem::mem_free(0)? };
    }
    Ok(())
}

fn pointer_get_attribute(place: &mut Place, times: usize) -> Result<()> {
    let mut sum = 0;
    for _ in 0..times {
        let kind = cuda_mem::pointer_get_attribute(PointerAttribute::MEMORY_TYPE, place.memory)?;
        sum += u64::from(kind.0);
    }
    place.kept = sum;
    Ok(())
}

fn mem_get_address_range(place: &mut Place, times: usize) -> Result<()> {
    let mut sum = 0u64;
    for _ in 0..times {
        let (base, size) = cuda_mem::mem_get_address_range(place.memory + 100)?;
        sum = sum.wrapping_add(base.wrapping_add(size as u64));
    }
    place.kept = sum;
    Ok(())
}

fn mem_alloc_free_async(place: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: the stream lives as long as `place`; nothing uses the memory between the two calls.
        unsafe {
            let memory = cuda_mem::mem_alloc_async(4096, place.stream)?;
            cuda_mem::mem_free_async(memory, place.stream)?;
        }
    }
    Ok(())
}

fn memcpy_htod_small(place: &mut Place, times: usize) -> Result<()> {
    let value = [7u32];
    for _ in 0..times {
        // SAFETY: the allocation is longer, and nothing else uses it.
        unsafe { cuda_mem::memcpy_htod(place.memory, &value)? };
    }
    Ok(())
}

fn mem_alloc_free(_: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: nothing uses the memory between the two calls.
        unsafe { cuda_mem::mem_free(cuda_mem::mem_alloc(256)?)? };
    }
    Ok(())
}

fn memcpy_dtod_async_small(place: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: two allocations that `place` keeps, as it keeps the stream.
        unsafe { cuda_mem::memcpy_dtod_async(place.other, place.memory, 4, place.stream)? };
    }
    Ok(())
}

pub fn memcpy_htod(place: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: both are this long.
        unsafe { cuda_mem::memcpy_htod(place.memory, place.source())? };
    }
    cuda_mem::ctx_synchronize()
}

pub fn memcpy_dtod(place: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: two allocations of this size.
        unsafe { cuda_mem::memcpy_dtod(place.other, place.memory, place.size())? };
    }
    cuda_mem::ctx_synchronize()
}

pub fn memcpy_dtoh(place: &mut Place, times: usize) -> Result<()> {
    let other = place.other;
    for _ in 0..times {
        // SAFETY: both are this long, and any bytes are a u8.
        unsafe { cuda_mem::memcpy_dtoh(place.back_mut(), other)? };
    }
    cuda_mem::ctx_synchronize()
}

fn memset_d8(place: &mut Place, times: usize) -> Result<()> {
    for _ in 0..times {
        // SAFETY: the allocation is of this size.
        unsafe { cuda_mem::memset_d8(place.other, 0x5a, place.size())? };
    }
    cuda_mem::ctx_synchronize()
}
