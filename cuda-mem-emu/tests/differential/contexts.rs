//! Calls with no context current, on objects that were made in one.

use crate::setting::{ok, plain, Setting, SIZE};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

macro_rules! ask {
    ($($function:ident($($argument:expr),* $(,)?);)*) => {
        let mut asked = 0;
        $(
            asked += 1;
            // Whether work is done yet is chance.
            let result = loop {
                match unsafe { $function($($argument),*) } {
                    CUDA_ERROR_NOT_READY => {}
                    result => break result,
                }
            };
            plain(format!("{asked} {}", stringify!($function)), result);
        )*
    };
}

pub unsafe fn ask(setting: &Setting) {
    let (mut d, mut managed, mut pinned, mut async_) = (0, 0, null_mut(), 0);
    let (mut stream, mut event, mut pool) = (null_mut(), null_mut(), null_mut());
    let (mut array, mut mipmapped) = (null_mut(), null_mut());
    let descriptor = CUDA_ARRAY_DESCRIPTOR {
        Width: 64,
        Height: 4,
        Format: CU_AD_FORMAT_UNSIGNED_INT8,
        NumChannels: 1,
    };
    let descriptor3d = CUDA_ARRAY3D_DESCRIPTOR {
        Width: 64,
        Height: 64,
        Format: CU_AD_FORMAT_UNSIGNED_INT8,
        NumChannels: 1,
        ..Default::default()
    };
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
    let prop = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let pool_props = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    const PAGE: usize = 2 << 20;
    let (mut reserved, mut handle) = (0, 0);
    unsafe {
        ok(cuMemAlloc(&mut d, SIZE));
        ok(cuMemAllocManaged(&mut managed, 4096, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemHostAlloc(&mut pinned, SIZE, 0));
        ok(cuStreamCreate(&mut stream, 0));
        ok(cuEventCreate(&mut event, 0));
        ok(cuMemPoolCreate(&mut pool, &pool_props));
        ok(cuMemAllocAsync(&mut async_, 4096, stream));
        ok(cuStreamSynchronize(stream));
        ok(cuArrayCreate(&mut array, &descriptor));
        ok(cuMipmappedArrayCreate(&mut mipmapped, &descriptor3d, 2));
        ok(cuMemAddressReserve(&mut reserved, PAGE, 0, 0, 0));
        ok(cuMemCreate(&mut handle, PAGE, &prop, 0));
        ok(cuMemMap(reserved, PAGE, 0, handle, 0));
        ok(cuCtxSetCurrent(null_mut()));
    }
    let host = vec![0u8; SIZE];
    let host: *mut c_void = host.leak().as_mut_ptr().cast();
    let (mut number, mut size, mut size2, mut flags) = (0i32, 0usize, 0usize, 0u32);
    let (mut pointer, mut out, mut context) = (null_mut(), 0, null_mut());
    let (mut new_stream, mut new_event, mut new_array, mut level) =
        (null_mut(), null_mut(), null_mut(), null_mut());
    let (mut new_pool, mut new_handle) = (null_mut(), 0);
    let mut float = 0f32;
    let mut read = [0u64; 8];
    let read = read.as_mut_ptr().cast::<c_void>();
    let mut described = CUDA_ARRAY_DESCRIPTOR::default();
    let mut described3d = CUDA_ARRAY3D_DESCRIPTOR::default();
    let mut requirements = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
    let mut ipc = CUipcMemHandle::default();
    let mut ipc_event = CUipcEventHandle::default();
    let plane = CUDA_MEMCPY2D {
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: host,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: d,
        WidthInBytes: 16,
        Height: 1,
        ..Default::default()
    };
    let block = CUDA_MEMCPY3D {
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: host,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: d,
        WidthInBytes: 16,
        Height: 1,
        Depth: 1,
        ..Default::default()
    };
    let access = CUmemAccessDesc {
        location,
        flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
    };
    let mut access_bits = 0u64;
    let mut given = CUmemAllocationProp::default();
    ask! {
        cuCtxGetDevice(&mut number);
        cuCtxGetFlags(&mut flags);
        cuCtxGetLimit(&mut size, CU_LIMIT_STACK_SIZE);
        cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024);
        cuCtxGetStreamPriorityRange(&mut number, &mut number);
        cuCtxGetApiVersion(null_mut(), &mut flags);
        cuCtxGetApiVersion(setting.context, &mut flags);
        cuCtxSynchronize();
        cuCtxPopCurrent(&mut context);
        cuCtxGetCurrent(&mut context);
        cuCtxResetPersistingL2Cache();
        cuMemGetInfo(&mut size, &mut size2);
        cuMemAlloc(&mut out, 64);
        cuMemAllocPitch(&mut out, &mut size, 64, 4, 4);
        cuMemAllocManaged(&mut out, 64, CU_MEM_ATTACH_GLOBAL.0);
        cuMemGetAddressRange(&mut out, &mut size, d);
        cuMemAllocHost(&mut pointer, 64);
        cuMemHostAlloc(&mut pointer, 64, 0);
        cuMemHostGetDevicePointer(&mut out, pinned, 0);
        cuMemHostGetFlags(&mut flags, pinned);
        cuMemHostRegister(host, 8192, 0);
        cuMemHostUnregister(host);
        cuMemcpy(d, d + 512, 16);
        cuMemcpyHtoD(d, host, 16);
        cuMemcpyDtoH(host, d, 16);
        cuMemcpyDtoD(d, d + 512, 16);
        cuMemcpyPeer(d, setting.context, d + 512, setting.context, 16);
        cuMemcpyAsync(d, d + 512, 16, null_mut());
        cuMemcpyHtoDAsync(d, host, 16, null_mut());
        cuMemcpyDtoHAsync(host, d, 16, null_mut());
        cuMemcpyDtoDAsync(d, d + 512, 16, null_mut());
        cuMemcpyHtoDAsync(d, host, 16, stream);
        cuMemcpyDtoDAsync(d, d + 512, 16, stream);
        cuMemcpyPeerAsync(d, setting.context, d + 512, setting.context, 16, stream);
        cuMemcpy2D(&plane);
        cuMemcpy2DUnaligned(&plane);
        cuMemcpy2DAsync(&plane, stream);
        cuMemcpy3D(&block);
        cuMemcpy3DAsync(&block, stream);
        cuMemcpyHtoA(array, 0, host, 16);
        cuMemcpyAtoH(host, array, 0, 16);
        cuMemcpyDtoA(array, 0, d, 16);
        cuMemcpyAtoD(d, array, 0, 16);
        cuMemcpyAtoA(array, 0, array, 32, 16);
        cuMemcpyHtoAAsync(array, 0, host, 16, stream);
        cuMemsetD8(d, 0, 16);
        cuMemsetD8Async(d, 0, 16, null_mut());
        cuMemsetD8Async(d, 0, 16, stream);
        cuMemsetD2D32(d, 64, 0, 4, 4);
        cuStreamCreate(&mut new_stream, 0);
        cuStreamCreateWithPriority(&mut new_stream, 0, 0);
        cuStreamQuery(null_mut());
        cuStreamQuery(stream);
        cuStreamSynchronize(null_mut());
        cuStreamSynchronize(stream);
        cuStreamGetFlags(stream, &mut flags);
        cuStreamGetFlags(null_mut(), &mut flags);
        cuStreamGetPriority(stream, &mut number);
        cuStreamGetCtx(stream, &mut context);
        cuStreamGetCtx(null_mut(), &mut context);
        cuStreamWaitEvent(stream, event, 0);
        cuStreamWaitEvent(null_mut(), event, 0);
        cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_GLOBAL.0);
        cuEventCreate(&mut new_event, 0);
        cuEventRecord(event, stream);
        cuEventRecord(event, null_mut());
        cuEventQuery(event);
        cuEventSynchronize(event);
        cuEventElapsedTime(&mut float, event, event);
        cuMemPrefetchAsync(managed, 4096, location, 0, stream);
        cuMemPrefetchAsync(managed, 4096, location, 0, null_mut());
        cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, location);
        cuMemRangeGetAttribute(read, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096);
        cuPointerGetAttribute(read, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d);
        cuPointerGetAttribute(read, CU_POINTER_ATTRIBUTE_CONTEXT, d);
        cuPointerGetAttribute(read, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pinned as CUdeviceptr);
        cuPointerGetAttribute(read, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host as CUdeviceptr);
        cuPointerGetAttribute(read, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0);
        cuArrayCreate(&mut new_array, &descriptor);
        cuArray3DCreate(&mut new_array, &descriptor3d);
        cuArrayGetDescriptor(&mut described, array);
        cuArray3DGetDescriptor(&mut described3d, array);
        cuArrayGetMemoryRequirements(&mut requirements, array, setting.device);
        cuMipmappedArrayCreate(&mut mipmapped, &descriptor3d, 2);
        cuMipmappedArrayGetLevel(&mut level, mipmapped, 1);
        cuMemAddressReserve(&mut out, PAGE, 0, 0, 0);
        cuMemCreate(&mut new_handle, PAGE, &prop, 0);
        cuMemGetAllocationGranularity(&mut size, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
        cuMemSetAccess(reserved, PAGE, &access, 1);
        cuMemGetAccess(&mut access_bits, &location, reserved);
        cuMemGetAllocationPropertiesFromHandle(&mut given, handle);
        cuMemRetainAllocationHandle(&mut new_handle, reserved as *mut c_void);
        cuMemUnmap(reserved, PAGE);
        cuMemRelease(handle);
        cuMemAddressFree(reserved, PAGE);
        cuMemPoolCreate(&mut new_pool, &pool_props);
        cuMemPoolTrimTo(pool, 0);
        cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, read);
        cuMemPoolSetAccess(pool, &access, 1);
        cuDeviceGetDefaultMemPool(&mut new_pool, setting.device);
        cuDeviceGetMemPool(&mut new_pool, setting.device);
        cuMemAllocAsync(&mut out, 64, null_mut());
        cuMemAllocAsync(&mut out, 64, stream);
        cuMemAllocFromPoolAsync(&mut out, 64, pool, stream);
        cuMemFreeAsync(async_, stream);
        cuMemPoolDestroy(pool);
        cuIpcGetMemHandle(&mut ipc, d);
        cuIpcGetEventHandle(&mut ipc_event, event);
        cuMemFree(0);
        cuMemFree(d);
        cuMemFree(managed);
        cuMemFreeHost(null_mut());
        cuMemFreeHost(pinned);
        cuArrayDestroy(array);
        cuMipmappedArrayDestroy(mipmapped);
        cuEventDestroy(event);
        cuStreamDestroy(stream);
    }
}
