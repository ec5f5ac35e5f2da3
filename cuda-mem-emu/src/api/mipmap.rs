//! Mipmapped arrays. Only to make one needs a context (measured on H200).

use crate::core::footprint::{requirements, sparse, TILE};
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn create = cuMipmappedArrayCreate: (
        call,
        out: *mut CUmipmappedArray,
        descriptor: *const CUDA_ARRAY3D_DESCRIPTOR,
        levels: c_uint,
    ) {
        let mut driver = call.context()?;
        some(out)?;
        // SAFETY: null or the record.
        let descriptor = unsafe { descriptor.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let mipmap = driver.new_mipmap(descriptor, levels)?;
        // SAFETY: checked.
        unsafe { put(out, mipmap as CUmipmappedArray) }
    }

    fn get_level = cuMipmappedArrayGetLevel: (call, out: *mut CUarray, mipmap: CUmipmappedArray, level: c_uint) {
        let driver = call.driver()?;
        some(out)?;
        let level = driver.mipmap(mipmap)?.levels.get(level as usize).copied();
        // SAFETY: checked.
        unsafe { put(out, level.ok_or(CUDA_ERROR_INVALID_VALUE)? as CUarray) }
    }

    fn get_sparse_properties = cuMipmappedArrayGetSparseProperties: (
        call,
        out: *mut CUDA_ARRAY_SPARSE_PROPERTIES,
        mipmap: CUmipmappedArray,
    ) {
        let driver = call.driver()?;
        some(out)?;
        let mipmap = driver.mipmap(mipmap)?;
        check(mipmap.descriptor.Flags & CUDA_ARRAY3D_SPARSE != 0)?;
        // SAFETY: checked.
        unsafe { put(out, sparse(&mipmap.descriptor, mipmap.format, mipmap.levels.len())) }
    }

    fn get_memory_requirements = cuMipmappedArrayGetMemoryRequirements: (
        call,
        out: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS,
        mipmap: CUmipmappedArray,
        _device: CUdevice,
    ) {
        let driver = call.driver()?;
        some(out)?;
        let mipmap = driver.mipmap(mipmap)?;
        check(mipmap.descriptor.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING != 0)?;
        let size = requirements(&mipmap.descriptor, mipmap.format, mipmap.levels.len());
        let needed = CUDA_ARRAY_MEMORY_REQUIREMENTS {
            size: size.ok_or(CUDA_ERROR_INVALID_VALUE)? as usize,
            alignment: TILE as usize,
            ..Default::default()
        };
        // SAFETY: checked.
        unsafe { put(out, needed) }
    }

    fn destroy = cuMipmappedArrayDestroy: (call, mipmap: CUmipmappedArray) {
        let mut driver = call.driver()?;
        driver.mipmap(mipmap)?;
        driver.run_all();
        driver.drop_mipmap(mipmap as u64);
        Ok(())
    }
}
