//! Managed memory: allocation, advice, prefetching, discarding.

use crate::core::advice::{older, place};
use crate::core::memory::Kind;
use crate::core::range::{Extent, Fill, Side, Value};
use crate::core::work::Work;
use crate::entry::{check, list, put, some, Outcome};
use crate::session::{Call, Session};
use cuda_mem_sys::ctypes::{c_uint, c_ulonglong};
use cuda_mem_sys::*;

entry_points! {
    fn alloc_managed = cuMemAllocManaged: (call, out: *mut CUdeviceptr, size: usize, flags: c_uint) {
        let mut driver = call.context()?;
        some(out)?;
        let attach = [CU_MEM_ATTACH_GLOBAL.0, CU_MEM_ATTACH_HOST.0];
        check(size != 0 && attach.contains(&flags))?;
        let device = driver.device_index();
        // It may be more than the device has: its pages move.
        let block = driver.space.take(size as u64).ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let place = (driver.context, device);
        driver.enter(call.symbol, (block.address, size as u64), Some(block), Kind::Managed, place);
        // SAFETY: checked.
        unsafe { put(out, block.address) }
    }

    fn advise = cuMemAdvise_v2: (
        call,
        address: CUdeviceptr,
        size: usize,
        advice: CUmem_advise,
        location: CUmemLocation,
    ) {
        let given = give_advice(call, address, size as u64, advice, &location);
        // Only the older form has a code of its own for a device that is none.
        given.map_err(|code| if code == CUDA_ERROR_INVALID_DEVICE { CUDA_ERROR_INVALID_VALUE } else { code })
    }

    fn advise_v1 = cuMemAdvise: (
        call,
        address: CUdeviceptr,
        size: usize,
        advice: CUmem_advise,
        device: CUdevice,
    ) {
        give_advice(call, address, size as u64, advice, &older(device))
    }

    fn prefetch = cuMemPrefetchAsync_v2, per thread cuMemPrefetchAsync_v2_ptsz: (
        call,
        address: CUdeviceptr,
        size: usize,
        location: CUmemLocation,
        flags: c_uint,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        check(flags == 0)?;
        driver.prefetch(stream, address, size as u64, &location)
    }

    fn prefetch_v1 = cuMemPrefetchAsync, per thread cuMemPrefetchAsync_ptsz: (
        call,
        address: CUdeviceptr,
        size: usize,
        device: CUdevice,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        driver.prefetch(stream, address, size as u64, &older(device))
    }

    fn prefetch_batch = cuMemPrefetchBatchAsync, per thread cuMemPrefetchBatchAsync_ptsz: (
        call,
        addresses: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        locations: *mut CUmemLocation,
        starts: *mut usize,
        location_count: usize,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        let places = (locations as *const _, starts as *const _, location_count);
        // SAFETY: the caller's.
        unsafe { batch(call, (addresses, sizes, count), Some(places), false, flags, stream) }
    }

    fn discard_batch = cuMemDiscardBatchAsync, per thread cuMemDiscardBatchAsync_ptsz: (
        call,
        addresses: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        // SAFETY: the caller's.
        unsafe { batch(call, (addresses, sizes, count), None, true, flags, stream) }
    }

    fn discard_and_prefetch_batch = cuMemDiscardAndPrefetchBatchAsync,
    per thread cuMemDiscardAndPrefetchBatchAsync_ptsz: (
        call,
        addresses: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        locations: *mut CUmemLocation,
        starts: *mut usize,
        location_count: usize,
        flags: c_ulonglong,
        stream: CUstream,
    ) {
        let places = (locations as *const _, starts as *const _, location_count);
        // SAFETY: the caller's.
        unsafe { batch(call, (addresses, sizes, count), Some(places), true, flags, stream) }
    }
}

/// What discarded memory holds: bytes that no program expects.
const DISCARDED: u8 = 0xdb;

fn give_advice(call: &Call, address: u64, size: u64, advice: CUmem_advise, location: &CUmemLocation) -> Outcome {
    let mut driver = call.context()?;
    check(advice.name().is_some())?;
    let accessed_by = [CU_MEM_ADVISE_SET_ACCESSED_BY, CU_MEM_ADVISE_UNSET_ACCESSED_BY].contains(&advice);
    let nodes = [CU_MEM_LOCATION_TYPE_HOST_NUMA, CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT];
    let kinds = [CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST];
    if accessed_by || advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION {
        driver.located(location)?;
    }
    if nodes.contains(&location.type_) && !accessed_by {
        // Measured on H200: it succeeds without effect, whatever the range.
        return Ok(());
    }
    check(kinds.contains(&location.type_))?;
    let place = place(location);
    let accessor = crate::core::advice::number(Some(place));
    let region = driver.managed(address, size)?;
    region.advise(address, size, |page| match advice {
        CU_MEM_ADVISE_SET_READ_MOSTLY => page.read_mostly = true,
        CU_MEM_ADVISE_UNSET_READ_MOSTLY => page.read_mostly = false,
        CU_MEM_ADVISE_SET_PREFERRED_LOCATION => page.preferred = Some(place),
        CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => page.preferred = None,
        CU_MEM_ADVISE_SET_ACCESSED_BY => {
            page.accessed_by.insert(accessor);
        }
        _ => {
            page.accessed_by.remove(&accessor);
        }
    });
    Ok(())
}

impl Session<'_> {
    fn prefetch(&mut self, stream: u64, address: u64, size: u64, location: &CUmemLocation) -> Outcome {
        check(size != 0)?;
        self.located(location)?;
        let place = place(location);
        self.managed(address, size)?.advise(address, size, |page| page.prefetched = Some(place));
        self.push(stream, Work::Order);
        Ok(())
    }
}

type Places = (*const CUmemLocation, *const usize, usize);

/// # Safety
///
/// The lists have as many entries as their counts say.
unsafe fn batch(
    call: &Call,
    (addresses, sizes, count): (*const CUdeviceptr, *const usize, usize),
    places: Option<Places>,
    discard: bool,
    flags: c_ulonglong,
    stream: CUstream,
) -> Outcome {
    // Null is no name of the legacy stream here; that of the thread's own it is.
    let (mut driver, stream) = match call.per_thread && stream.is_null() {
        true => super::stream::of(call, stream)?,
        false => super::batch::explicit(call, stream)?,
    };
    check(count != 0 && flags == 0)?;
    // SAFETY: the caller's.
    let (addresses, sizes) = unsafe { (list(addresses, count)?, list(sizes, count)?) };
    let (locations, starts) = match places {
        // SAFETY: the caller's.
        Some((locations, starts, count)) => unsafe { (list(locations, count)?, list(starts, count)?) },
        None => (&[][..], &[][..]),
    };
    if places.is_some() {
        let rising = starts.windows(2).all(|pair| pair[0] < pair[1]);
        check(starts.first() == Some(&0) && rising && starts.last() < Some(&count))?;
        // A device that does not exist is no other error here.
        check(locations.iter().all(|location| driver.located(location).is_ok()))?;
    }
    for (&address, &size) in addresses.iter().zip(sizes) {
        driver.managed(address, size as u64)?;
    }
    for (index, (&address, &size)) in addresses.iter().zip(sizes).enumerate() {
        let size = size as u64;
        if discard {
            let fill = Fill { to: Side::flat(address), value: Value::One(DISCARDED), extent: Extent::flat(size) };
            driver.push(stream, Work::Fill(fill));
        }
        let group = starts.partition_point(|&start| start <= index).checked_sub(1);
        if let Some(location) = group.and_then(|group| locations.get(group)) {
            driver.prefetch(stream, address, size, location)?;
        }
    }
    Ok(())
}
