//! Managed memory.

use crate::core::memory::Kind;
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn alloc_managed = cuMemAllocManaged: (call, out: *mut CUdeviceptr, size: usize, flags: c_uint) {
        let mut driver = call.context()?;
        some(out)?;
        let attach = [CU_MEM_ATTACH_GLOBAL.0, CU_MEM_ATTACH_HOST.0];
        check(size != 0 && attach.contains(&flags))?;
        let device = driver.device_index();
        let block = driver.take_device(device, size as u64)?;
        let place = (driver.context, device);
        driver.enter(call.symbol, (block.address, size as u64), Some(block), Kind::Managed, place);
        // SAFETY: checked.
        unsafe { put(out, block.address) }
    }
}
