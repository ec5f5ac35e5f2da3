//! What ranges of managed memory were advised.

use crate::core::advice::{number, Advice};
use crate::entry::{check, list, put, some, Outcome};
use cuda_mem_sys::ctypes::{c_int, c_void};
use cuda_mem_sys::*;

entry_points! {
    fn get_attribute = cuMemRangeGetAttribute: (
        call,
        data: *mut c_void,
        size: usize,
        attribute: CUmem_range_attribute,
        address: CUdeviceptr,
        count: usize,
    ) {
        let mut driver = call.context()?;
        let pages = driver.managed(address, count as u64)?.advised(address, count as u64);
        // SAFETY: the caller gives `size` bytes.
        unsafe { answer(data, size, attribute, &pages) }
    }

    fn get_attributes = cuMemRangeGetAttributes: (
        call,
        data: *mut *mut c_void,
        sizes: *mut usize,
        attributes: *mut CUmem_range_attribute,
        attribute_count: usize,
        address: CUdeviceptr,
        count: usize,
    ) {
        let mut driver = call.context()?;
        check(attribute_count != 0)?;
        // SAFETY: the caller gives as many of each.
        let (data, sizes) = unsafe { (list(data, attribute_count)?, list(sizes, attribute_count)?) };
        // SAFETY: as above.
        let attributes = unsafe { list(attributes, attribute_count) }?;
        let pages = driver.managed(address, count as u64)?.advised(address, count as u64);
        for ((&data, &size), &attribute) in data.iter().zip(sizes).zip(attributes) {
            // SAFETY: the caller gives `size` bytes.
            unsafe { answer(data, size, attribute, &pages) }?;
        }
        Ok(())
    }
}

/// # Safety
///
/// `data` is null or has room for `size` bytes.
unsafe fn answer(data: *mut c_void, size: usize, attribute: CUmem_range_attribute, pages: &[Advice]) -> Outcome {
    some(data)?;
    let out = data.cast::<c_int>();
    if attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY {
        check(size != 0 && size % 4 == 0)?;
        let everywhere = |device: &&i32| pages.iter().all(|page| page.accessed_by.contains(device));
        let accessors = pages.first().into_iter().flat_map(|page| &page.accessed_by).filter(everywhere);
        // Measured on H200: the host comes last.
        let (hosts, devices): (Vec<i32>, Vec<i32>) = accessors.copied().partition(|accessor| *accessor == CU_DEVICE_CPU);
        let devices = devices.into_iter().chain(hosts).chain(std::iter::repeat(CU_DEVICE_INVALID));
        for (index, device) in devices.take(size / 4).enumerate() {
            // SAFETY: inside of the size.
            unsafe { put(out.add(index), device) }?;
        }
        return Ok(());
    }
    check(size == 4)?;
    // A location counts only if all pages have it.
    let common = |of: fn(&Advice) -> Option<(u32, i32)>| {
        let first = pages.first().and_then(of)?;
        pages.iter().all(|page| of(page) == Some(first)).then_some(first)
    };
    let preferred = || common(|page| page.preferred);
    let prefetched = || common(|page| page.prefetched);
    let kind = |place: Option<(u32, i32)>| place.map_or(CU_MEM_LOCATION_TYPE_INVALID.0 as c_int, |place| place.0 as c_int);
    let id = |place: Option<(u32, i32)>| match place {
        Some((kind, id)) if kind == CU_MEM_LOCATION_TYPE_HOST_NUMA.0 => id,
        // Measured on H200: the numbers of CU_DEVICE_CPU and CU_DEVICE_INVALID.
        place => number(place),
    };
    let value = match attribute {
        CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => c_int::from(pages.iter().all(|page| page.read_mostly)),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => number(preferred()),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => number(prefetched()),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE => kind(preferred()),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID => id(preferred()),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE => kind(prefetched()),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID => id(prefetched()),
        _ => return Err(CUDA_ERROR_INVALID_VALUE),
    };
    // SAFETY: four bytes, as checked.
    unsafe { put(out, value) }
}
