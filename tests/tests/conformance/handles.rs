//! Sharing by Windows handles: as shareable.rs by file descriptors.

use crate::stream_alloc::{end, stream};
use crate::support::{tests, Gpu};
use crate::vmm::{granularity, pattern, read_write, shared};
use cuda_mem::sys::*;
use cuda_mem::{DmaBufFd, PosixFdHandle, Win32Handle};
use cuda_mem_tests::answers::code;
use std::os::windows::io::{FromRawHandle, OwnedHandle};

tests! { "handles":
    an_allocation_by_its_handle, [cuMemExportToShareableHandle, cuMemImportFromShareableHandle];
    a_pool_by_its_handle, [cuMemPoolExportToShareableHandle, cuMemPoolImportFromShareableHandle];
    handles_of_other_systems, [cuMemCreate, cuMemExportToShareableHandle, cuMemGetHandleForAddressRange];
}

fn an_allocation_by_its_handle(gpu: &Gpu) {
    let prop = shared(gpu.device);
    let size = granularity(&prop);
    let (host, mut back) = (pattern(size, 31), vec![0u32; size / 4]);
    // SAFETY: all that is mapped, used and freed is made here, and as long as the vectors.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let exported = cuda_mem::mem_export_to_shareable_handle(handle, Win32Handle, 0).expect("a handle");
        let exported = OwnedHandle::from_raw_handle(exported.cast());
        let raw = std::os::windows::io::AsRawHandle::as_raw_handle(&exported);
        let other = cuda_mem::mem_import_from_shareable_handle(raw.cast(), Win32Handle).expect("imported");
        // The memory stays without the handle that brought it here.
        drop(exported);
        let address = cuda_mem::mem_address_reserve(2 * size, 0, 0, 0).expect("addresses");
        let alias = address + size as CUdeviceptr;
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("the first");
        cuda_mem::mem_map(alias, size, 0, other, 0).expect("the imported");
        cuda_mem::mem_set_access(address, 2 * size, &read_write(gpu.device)).expect("access");
        cuda_mem::memcpy_htod(address, &host).expect("through the first");
        cuda_mem::memcpy_dtoh(&mut back, alias).expect("through the imported");
        assert!(back == host, "both are the same memory");
        let read = cuda_mem::mem_get_allocation_properties_from_handle(other).expect("properties");
        assert_eq!(read.requestedHandleTypes, CU_MEM_HANDLE_TYPE_WIN32);
        cuda_mem::mem_unmap(address, size).expect("unmap");
        cuda_mem::mem_unmap(alias, size).expect("unmap");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_release(other).expect("release");
        cuda_mem::mem_address_free(address, 2 * size).expect("addresses");
        let null = cuda_mem::mem_import_from_shareable_handle(std::ptr::null_mut(), Win32Handle);
        assert!(null.is_err(), "null is no handle");
    }
}

fn a_pool_by_its_handle(gpu: &Gpu) {
    let stream = stream();
    let pattern = pattern(4096, 32);
    // SAFETY: what is used is alive.
    unsafe {
        let pool = cuda_mem::mem_pool_create(&crate::pool::shared(gpu.device)).expect("a pool");
        let exported = cuda_mem::mem_pool_export_to_shareable_handle(pool, Win32Handle, 0).expect("a handle");
        let imported = cuda_mem::mem_pool_import_from_shareable_handle(exported, Win32Handle, 0);
        let imported = imported.expect("the same pool");
        drop(OwnedHandle::from_raw_handle(exported.cast()));
        let memory = cuda_mem::mem_alloc_from_pool_async(4096, pool, stream).expect("4 KiB");
        cuda_mem::stream_synchronize(stream).expect("it is there");
        cuda_mem::memcpy_htod(memory, &pattern).expect("to the device");
        let data = cuda_mem::mem_pool_export_pointer(memory).expect("its data");
        let other = cuda_mem::mem_pool_import_pointer(imported, &data).expect("its memory");
        let mut back = vec![0u32; pattern.len()];
        cuda_mem::memcpy_dtoh(&mut back, other).expect("to the host");
        assert_eq!(back, pattern);
        cuda_mem::mem_free_async(other, stream).expect("the imported one first");
        cuda_mem::mem_free_async(memory, stream).expect("free");
        cuda_mem::stream_synchronize(stream).expect("done");
        cuda_mem::mem_pool_destroy(imported).expect("destroy");
        cuda_mem::mem_pool_destroy(pool).expect("destroy");
    }
    end(stream);
}

fn handles_of_other_systems(gpu: &Gpu) {
    let mut prop = shared(gpu.device);
    let size = granularity(&prop);
    let of = |attribute| cuda_mem::device_get_attribute(attribute, gpu.device);
    // SAFETY: what the driver refuses has no effect.
    unsafe {
        for (attribute, kind) in [
            (
                CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
            ),
            (
                CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED,
                CU_MEM_HANDLE_TYPE_FABRIC,
            ),
        ] {
            assert_eq!(of(attribute), Ok(0), "{kind:?}");
            prop.requestedHandleTypes = kind;
            let made = cuda_mem::mem_create(size, &prop, 0);
            assert_eq!(code(made), CUDA_ERROR_NOT_SUPPORTED, "{kind:?}");
        }
        // The attributes of the handle, which Windows asks for.
        prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32;
        prop.win32HandleMetaData = std::ptr::null_mut();
        assert_eq!(
            code(cuda_mem::mem_create(size, &prop, 0)),
            CUDA_ERROR_INVALID_VALUE
        );

        let handle = cuda_mem::mem_create(size, &shared(gpu.device), 0).expect("memory");
        let exported = cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0);
        assert_eq!(code(exported), CUDA_ERROR_INVALID_VALUE);
        cuda_mem::mem_release(handle).expect("release");

        assert_eq!(of(CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED), Ok(0));
        let memory = cuda_mem::mem_alloc(2 << 20).expect("2 MiB");
        let exported = cuda_mem::mem_get_handle_for_address_range(memory, 4096, DmaBufFd, 0);
        assert_eq!(code(exported), CUDA_ERROR_NOT_SUPPORTED);
        cuda_mem::mem_free(memory).expect("free");
    }
}
