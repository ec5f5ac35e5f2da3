//! Memory behind sparse and deferred arrays.

use crate::core::sparse::Change;
use crate::entry::{check, list, Outcome};
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn map_array_async = cuMemMapArrayAsync, per thread cuMemMapArrayAsync_ptsz: (
        call,
        entries: *mut CUarrayMapInfo,
        count: c_uint,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        // SAFETY: the caller gives `count` of them.
        let entries = unsafe { list(entries, count as usize) }?;
        check(!entries.is_empty())?;
        let changes = entries.iter().map(|entry| driver.changes(entry)).collect::<Outcome<Vec<Vec<Change>>>>()?;
        // Copies are checked against an array's memory when they are called, so it changes now.
        driver.run_stream(stream);
        changes.iter().flatten().for_each(|change| driver.change(change));
        Ok(())
    }
}
