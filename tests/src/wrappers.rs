//! Every checked function, callable by its C name with arguments that a stub ignores.

/// One checked function.
pub struct Wrapper {
    /// The C function's name: `cuMemAlloc`.
    pub name: &'static str,
    /// Calls `cuda_mem::…`.
    pub call: fn() -> cuda_mem::Result<()>,
    /// Calls `cuda_mem::per_thread::…`.
    pub call_per_thread: fn() -> cuda_mem::Result<()>,
}

/// The wrapper of this C function.
pub fn of(name: &str) -> &'static Wrapper {
    let found = ALL.iter().find(|wrapper| wrapper.name == name);
    found.unwrap_or_else(|| panic!("no wrapper of {name} in tests/src/wrappers.rs"))
}

macro_rules! wrappers {
    ($($name:ident: $function:ident($($argument:expr),* $(,)?);)*) => {
        /// All of them. Slices are not empty: an empty one may not need the driver.
        pub const ALL: &[Wrapper] = &[$(Wrapper {
            name: stringify!($name),
            call: || {
                // SAFETY: the callee ignores its arguments (see `functions::Function`).
                #[allow(unused_unsafe)]
                unsafe { cuda_mem::$function($($argument),*) }.map(drop)
            },
            call_per_thread: || {
                // SAFETY: as above.
                #[allow(unused_unsafe)]
                unsafe { cuda_mem::per_thread::$function($($argument),*) }.map(drop)
            },
        }),*];
    };
}

use cuda_mem::{DmaBufFd, MemPoolAttribute, MemRangeAttribute, PointerAttribute, PosixFdHandle};
use std::ptr::null_mut;

/// An argument of zeros. Only for what C passes: numbers, pointers and records of them.
fn zero<T: Copy>() -> T {
    // SAFETY: see above.
    unsafe { std::mem::zeroed() }
}

wrappers! {
    cuInit: init(0);
    cuDriverGetVersion: driver_get_version();

    cuDeviceGet: device_get(0);
    cuDeviceGetCount: device_get_count();
    cuDeviceGetName: device_get_name(0);
    cuDeviceGetUuid: device_get_uuid(0);
    cuDeviceTotalMem: device_total_mem(0);
    cuDeviceGetAttribute: device_get_attribute(zero(), 0);
    cuDeviceCanAccessPeer: device_can_access_peer(0, 0);
    cuDeviceGetByPCIBusId: device_get_by_pci_bus_id(c"0:0:0");
    cuDeviceGetPCIBusId: device_get_pci_bus_id(0);
    cuDeviceGetMemPool: device_get_mem_pool(0);
    cuDeviceSetMemPool: device_set_mem_pool(0, zero());
    cuDeviceGetDefaultMemPool: device_get_default_mem_pool(0);
    cuDeviceRegisterAsyncNotification: device_register_async_notification(0, zero(), null_mut());
    cuDeviceUnregisterAsyncNotification: device_unregister_async_notification(0, zero());

    cuDevicePrimaryCtxRetain: device_primary_ctx_retain(0);
    cuDevicePrimaryCtxRelease: device_primary_ctx_release(0);
    cuDevicePrimaryCtxGetState: device_primary_ctx_get_state(0);
    cuCtxCreate: ctx_create(None, 0, 0);
    cuCtxDestroy: ctx_destroy(zero());
    cuCtxPushCurrent: ctx_push_current(zero());
    cuCtxPopCurrent: ctx_pop_current();
    cuCtxSetCurrent: ctx_set_current(zero());
    cuCtxGetCurrent: ctx_get_current();
    cuCtxGetDevice: ctx_get_device();
    cuCtxSynchronize: ctx_synchronize();
    cuCtxEnablePeerAccess: ctx_enable_peer_access(zero(), 0);
    cuCtxDisablePeerAccess: ctx_disable_peer_access(zero());

    cuStreamCreate: stream_create(0);
    cuStreamDestroy: stream_destroy(zero());
    cuStreamSynchronize: stream_synchronize(zero());
    cuStreamQuery: stream_query(zero());
    cuStreamWaitEvent: stream_wait_event(zero(), zero(), 0);
    cuStreamAttachMemAsync: stream_attach_mem_async(zero(), 1, 1, 0);

    cuEventCreate: event_create(0);
    cuEventDestroy: event_destroy(zero());
    cuEventRecord: event_record(zero(), zero());
    cuEventQuery: event_query(zero());
    cuEventSynchronize: event_synchronize(zero());
    cuEventElapsedTime: event_elapsed_time(zero(), zero());

    cuMemGetInfo: mem_get_info();
    cuMemAlloc: mem_alloc(1);
    cuMemAllocPitch: mem_alloc_pitch(4, 1, 4);
    cuMemGetAddressRange: mem_get_address_range(1);
    cuMemFree: mem_free(1);
    cuMemAllocAsync: mem_alloc_async(1, zero());
    cuMemAllocFromPoolAsync: mem_alloc_from_pool_async(1, zero(), zero());
    cuMemFreeAsync: mem_free_async(1, zero());

    cuMemAllocHost: mem_alloc_host(1);
    cuMemFreeHost: mem_free_host(null_mut());
    cuMemHostAlloc: mem_host_alloc(1, 0);
    cuMemHostGetDevicePointer: mem_host_get_device_pointer(null_mut(), 0);
    cuMemHostGetFlags: mem_host_get_flags(null_mut());
    cuMemHostRegister: mem_host_register(null_mut(), 1, 0);
    cuMemHostUnregister: mem_host_unregister(null_mut());

    cuMemAllocManaged: mem_alloc_managed(1, 1);
    cuMemAdvise: mem_advise(1, 1, zero(), zero());
    cuMemAdvise_v1: mem_advise_v1(1, 1, zero(), 0);
    cuMemRangeGetAttribute: mem_range_get_attribute(MemRangeAttribute::READ_MOSTLY, 1, 1);
    cuMemRangeGetAttributes: mem_range_get_attributes((MemRangeAttribute::READ_MOSTLY,), 1, 1);
    cuMemRangeGetAttributes: mem_range_get_attributes_raw(&[null_mut()], &[4], &[zero()], 1, 1);
    cuMemPrefetchAsync: mem_prefetch_async(1, 1, zero(), 0, zero());
    cuMemPrefetchAsync_v1: mem_prefetch_async_v1(1, 1, 0, zero());
    cuMemPrefetchBatchAsync: mem_prefetch_batch_async(&[1], &[1], &[zero()], &[0], 0, zero());
    cuMemDiscardBatchAsync: mem_discard_batch_async(&[1], &[1], 0, zero());
    cuMemDiscardAndPrefetchBatchAsync: mem_discard_and_prefetch_batch_async(&[1], &[1], &[zero()], &[0], 0, zero());

    cuPointerGetAttribute: pointer_get_attribute(PointerAttribute::RANGE_SIZE, 1);
    cuPointerSetAttribute: pointer_set_attribute(0, PointerAttribute::SYNC_MEMOPS, 1);
    cuPointerGetAttributes: pointer_get_attributes((PointerAttribute::RANGE_SIZE,), 1);
    cuPointerGetAttributes: pointer_get_attributes_raw(&[zero()], &[null_mut()], 1);

    cuMemcpy: memcpy(1, 1, 1);
    cuMemcpyAsync: memcpy_async(1, 1, 1, zero());
    cuMemcpyHtoD: memcpy_htod(1, &[0u8]);
    cuMemcpyDtoH: memcpy_dtoh(&mut [0u8], 1);
    cuMemcpyDtoD: memcpy_dtod(1, 1, 1);
    cuMemcpyHtoDAsync: memcpy_htod_async(1, null_mut(), 1, zero());
    cuMemcpyDtoHAsync: memcpy_dtoh_async(null_mut(), 1, 1, zero());
    cuMemcpyDtoDAsync: memcpy_dtod_async(1, 1, 1, zero());
    cuMemcpyDtoA: memcpy_dtoa(zero(), 0, 1, 1);
    cuMemcpyAtoD: memcpy_atod(1, zero(), 0, 1);
    cuMemcpyHtoA: memcpy_htoa(zero(), 0, &[0u8]);
    cuMemcpyAtoH: memcpy_atoh(&mut [0u8], zero(), 0);
    cuMemcpyAtoA: memcpy_atoa(zero(), 0, zero(), 0, 1);
    cuMemcpyHtoAAsync: memcpy_htoa_async(zero(), 0, null_mut(), 1, zero());
    cuMemcpyAtoHAsync: memcpy_atoh_async(null_mut(), zero(), 0, 1, zero());
    cuMemcpy2D: memcpy2d(&zero());
    cuMemcpy2DUnaligned: memcpy2d_unaligned(&zero());
    cuMemcpy2DAsync: memcpy2d_async(&zero(), zero());
    cuMemcpy3D: memcpy3d(&zero());
    cuMemcpy3DAsync: memcpy3d_async(&zero(), zero());
    cuMemcpy3DPeer: memcpy3d_peer(&zero());
    cuMemcpy3DPeerAsync: memcpy3d_peer_async(&zero(), zero());
    cuMemcpy3DWithAttributesAsync: memcpy3d_with_attributes_async(&zero(), 0, zero());
    cuMemcpyPeer: memcpy_peer(1, zero(), 1, zero(), 1);
    cuMemcpyPeerAsync: memcpy_peer_async(1, zero(), 1, zero(), 1, zero());
    cuMemcpyBatchAsync: memcpy_batch_async(&[1], &[1], &[1], &[zero()], &[0], zero());
    cuMemcpyBatchAsync_v1: memcpy_batch_async_v1(&[1], &[1], &[1], &[zero()], &[0], &mut 0, zero());
    cuMemcpy3DBatchAsync: memcpy3d_batch_async(&[zero()], 0, zero());
    cuMemcpy3DBatchAsync_v1: memcpy3d_batch_async_v1(&[zero()], &mut 0, 0, zero());
    cuMemcpyWithAttributesAsync: memcpy_with_attributes_async(1, 1, 1, &zero(), zero());
    cuMemBatchDecompressAsync: mem_batch_decompress_async(&mut [zero()], 0, None, zero());

    cuMemsetD8: memset_d8(1, 0, 1);
    cuMemsetD8Async: memset_d8_async(1, 0, 1, zero());
    cuMemsetD16: memset_d16(1, 0, 1);
    cuMemsetD16Async: memset_d16_async(1, 0, 1, zero());
    cuMemsetD32: memset_d32(1, 0, 1);
    cuMemsetD32Async: memset_d32_async(1, 0, 1, zero());
    cuMemsetD2D8: memset_d2d8(1, 1, 0, 1, 1);
    cuMemsetD2D8Async: memset_d2d8_async(1, 1, 0, 1, 1, zero());
    cuMemsetD2D16: memset_d2d16(1, 2, 0, 1, 1);
    cuMemsetD2D16Async: memset_d2d16_async(1, 2, 0, 1, 1, zero());
    cuMemsetD2D32: memset_d2d32(1, 4, 0, 1, 1);
    cuMemsetD2D32Async: memset_d2d32_async(1, 4, 0, 1, 1, zero());

    cuArrayCreate: array_create(&zero());
    cuArrayGetDescriptor: array_get_descriptor(zero());
    cuArrayGetSparseProperties: array_get_sparse_properties(zero());
    cuArrayGetMemoryRequirements: array_get_memory_requirements(zero(), 0);
    cuArrayGetPlane: array_get_plane(zero(), 0);
    cuArrayDestroy: array_destroy(zero());
    cuArray3DCreate: array3d_create(&zero());
    cuArray3DGetDescriptor: array3d_get_descriptor(zero());
    cuMipmappedArrayCreate: mipmapped_array_create(&zero(), 1);
    cuMipmappedArrayGetLevel: mipmapped_array_get_level(zero(), 0);
    cuMipmappedArrayGetSparseProperties: mipmapped_array_get_sparse_properties(zero());
    cuMipmappedArrayGetMemoryRequirements: mipmapped_array_get_memory_requirements(zero(), 0);
    cuMipmappedArrayDestroy: mipmapped_array_destroy(zero());
    cuMemMapArrayAsync: mem_map_array_async(&mut [zero()], zero());

    cuMemPoolCreate: mem_pool_create(&zero());
    cuMemPoolDestroy: mem_pool_destroy(zero());
    cuMemPoolTrimTo: mem_pool_trim_to(zero(), 0);
    cuMemPoolGetAttribute: mem_pool_get_attribute(zero(), MemPoolAttribute::RELEASE_THRESHOLD);
    cuMemPoolSetAttribute: mem_pool_set_attribute(zero(), MemPoolAttribute::RELEASE_THRESHOLD, 0);
    cuMemPoolGetAccess: mem_pool_get_access(zero(), &zero());
    cuMemPoolSetAccess: mem_pool_set_access(zero(), &[zero()]);
    cuMemPoolExportToShareableHandle: mem_pool_export_to_shareable_handle(zero(), PosixFdHandle, 0);
    cuMemPoolImportFromShareableHandle: mem_pool_import_from_shareable_handle(0, PosixFdHandle, 0);
    cuMemPoolExportPointer: mem_pool_export_pointer(1);
    cuMemPoolImportPointer: mem_pool_import_pointer(zero(), &zero());
    cuMemGetDefaultMemPool: mem_get_default_mem_pool(&zero(), zero());
    cuMemGetMemPool: mem_get_mem_pool(&zero(), zero());
    cuMemSetMemPool: mem_set_mem_pool(&zero(), zero(), zero());
    cuMemGetLocationInfo: mem_get_location_info(1, 1, 1, 1, &mut [zero()]);

    cuMemAddressReserve: mem_address_reserve(1, 0, 0, 0);
    cuMemAddressFree: mem_address_free(1, 1);
    cuMemCreate: mem_create(1, &zero(), 0);
    cuMemRelease: mem_release(1);
    cuMemMap: mem_map(1, 1, 0, 1, 0);
    cuMemUnmap: mem_unmap(1, 1);
    cuMemSetAccess: mem_set_access(1, 1, &[zero()]);
    cuMemGetAccess: mem_get_access(&zero(), 1);
    cuMemGetAllocationGranularity: mem_get_allocation_granularity(&zero(), zero());
    cuMemGetAllocationPropertiesFromHandle: mem_get_allocation_properties_from_handle(1);
    cuMemRetainAllocationHandle: mem_retain_allocation_handle(null_mut());
    cuMemExportToShareableHandle: mem_export_to_shareable_handle(1, PosixFdHandle, 0);
    cuMemImportFromShareableHandle: mem_import_from_shareable_handle(0, PosixFdHandle);
    cuMemGetHandleForAddressRange: mem_get_handle_for_address_range(1, 1, DmaBufFd, 0);

    cuMulticastCreate: multicast_create(&zero());
    cuMulticastAddDevice: multicast_add_device(1, 0);
    cuMulticastBindMem: multicast_bind_mem(1, 0, 1, 0, 1, 0);
    cuMulticastBindMem_v2: multicast_bind_mem_v2(1, 0, 0, 1, 0, 1, 0);
    cuMulticastBindAddr: multicast_bind_addr(1, 0, 1, 1, 0);
    cuMulticastBindAddr_v2: multicast_bind_addr_v2(1, 0, 0, 1, 1, 0);
    cuMulticastUnbind: multicast_unbind(1, 0, 0, 1);
    cuMulticastGetGranularity: multicast_get_granularity(&zero(), zero());

    cuIpcGetEventHandle: ipc_get_event_handle(zero());
    cuIpcOpenEventHandle: ipc_open_event_handle(zero());
    cuIpcGetMemHandle: ipc_get_mem_handle(1);
    cuIpcOpenMemHandle: ipc_open_mem_handle(zero(), 0);
    cuIpcCloseMemHandle: ipc_close_mem_handle(1);
}
