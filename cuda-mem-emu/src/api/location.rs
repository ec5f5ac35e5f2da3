//! Where the pages of a range are.

use crate::core::advice::{place, Advice};
use crate::entry::{check, put, some};
use cuda_mem_sys::*;

entry_points! {
    /// Pages are where they were prefetched to; others are the host's, which is where all memory is here.
    fn get_location_info = cuMemGetLocationInfo: (
        call,
        address: CUdeviceptr,
        size: usize,
        summary: usize,
        sampling: usize,
        out: *mut CUmemLocation,
    ) {
        let mut driver = call.context()?;
        some(out)?;
        check(size != 0 && summary != 0 && summary <= size && sampling <= summary)?;
        let region = driver.managed(address, size as u64)?;
        let host = place(&CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0));
        let mut at = 0;
        for index in 0.. {
            let part = summary.min(size - at);
            let pages = region.advised(address + at as u64, part as u64);
            let first = pages.first().and_then(|page: &Advice| page.prefetched).unwrap_or(host);
            let location = CUmemLocation::new(CUmemLocationType(first.0), first.1);
            // SAFETY: the caller gives an entry for each part.
            unsafe { put(out.wrapping_add(index), location) }?;
            at += part;
            if at == size {
                break;
            }
        }
        Ok(())
    }
}
