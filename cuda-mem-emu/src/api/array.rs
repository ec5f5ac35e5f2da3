//! Arrays. Only to make one needs a context (measured on H200).

use crate::core::footprint::{requirements, sparse, TILE};
use crate::entry::{check, put, some};
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    fn create = cuArrayCreate_v2: (call, out: *mut CUarray, descriptor: *const CUDA_ARRAY_DESCRIPTOR) {
        let mut driver = call.context()?;
        some(out)?;
        // SAFETY: null or the record.
        let d = unsafe { descriptor.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
            Width: d.Width,
            Height: d.Height,
            Depth: 0,
            Format: d.Format,
            NumChannels: d.NumChannels,
            Flags: 0,
        };
        let array = driver.new_array(&descriptor)?;
        // SAFETY: checked.
        unsafe { put(out, array as CUarray) }
    }

    fn create_3d = cuArray3DCreate_v2: (call, out: *mut CUarray, descriptor: *const CUDA_ARRAY3D_DESCRIPTOR) {
        let mut driver = call.context()?;
        some(out)?;
        // SAFETY: null or the record.
        let descriptor = unsafe { descriptor.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let array = driver.new_array(descriptor)?;
        // SAFETY: checked.
        unsafe { put(out, array as CUarray) }
    }

    fn get_descriptor = cuArrayGetDescriptor_v2: (call, out: *mut CUDA_ARRAY_DESCRIPTOR, array: CUarray) {
        let driver = call.driver()?;
        some(out)?;
        let d = driver.array(array)?.descriptor;
        let flat = CUDA_ARRAY_DESCRIPTOR {
            Width: d.Width,
            Height: d.Height,
            Format: d.Format,
            NumChannels: d.NumChannels,
        };
        // SAFETY: checked.
        unsafe { put(out, flat) }
    }

    fn get_descriptor_3d = cuArray3DGetDescriptor_v2: (call, out: *mut CUDA_ARRAY3D_DESCRIPTOR, array: CUarray) {
        let driver = call.driver()?;
        some(out)?;
        // SAFETY: checked.
        unsafe { put(out, driver.array(array)?.descriptor) }
    }

    fn get_sparse_properties = cuArrayGetSparseProperties: (
        call,
        out: *mut CUDA_ARRAY_SPARSE_PROPERTIES,
        array: CUarray,
    ) {
        let driver = call.driver()?;
        some(out)?;
        let array = driver.array(array)?;
        // A level has none of its own.
        check(array.descriptor.Flags & CUDA_ARRAY3D_SPARSE != 0 && !array.part)?;
        // SAFETY: checked.
        unsafe { put(out, sparse(&array.descriptor, array.format, 0)) }
    }

    fn get_memory_requirements = cuArrayGetMemoryRequirements: (
        call,
        out: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS,
        array: CUarray,
        _device: CUdevice,
    ) {
        let driver = call.driver()?;
        some(out)?;
        let array = driver.array(array)?;
        check(array.descriptor.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING != 0 && !array.part)?;
        let size = requirements(&array.descriptor, array.format, 1).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let needed = CUDA_ARRAY_MEMORY_REQUIREMENTS {
            size: size as usize,
            alignment: TILE as usize,
            ..Default::default()
        };
        // SAFETY: checked.
        unsafe { put(out, needed) }
    }

    fn get_plane = cuArrayGetPlane: (call, out: *mut CUarray, array: CUarray, plane: c_uint) {
        let driver = call.driver()?;
        some(out)?;
        let plane = driver.array(array)?.planes.get(plane as usize).copied();
        // SAFETY: checked.
        unsafe { put(out, plane.ok_or(CUDA_ERROR_INVALID_VALUE)? as CUarray) }
    }

    fn destroy = cuArrayDestroy: (call, array: CUarray) {
        let mut driver = call.driver()?;
        if driver.array(array)?.part {
            let text = format!("{array:?} is a part of another array, and is destroyed with it");
            return Err(driver.misuse(CUDA_ERROR_INVALID_HANDLE, &text));
        }
        driver.run_all();
        driver.drop_array(array as u64);
        Ok(())
    }
}
