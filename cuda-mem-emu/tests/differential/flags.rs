//! Each function that takes a word of flags, with every small one and some large ones.

use crate::setting::{code, ok, plain, Setting, SIZE};
use cuda_mem_sys::*;
use std::ptr::null_mut;

const WORDS: &[u32] = &[0x20, 0x40, 0x80, 0x100, 0x1000, 0x8000_0000];

pub unsafe fn ask(setting: &Setting) {
    let words = || (0..0x20).chain(WORDS.iter().copied());
    let mut event = null_mut();
    let mut stream = null_mut();
    unsafe {
        ok(cuEventCreate(&mut event, 0));
        ok(cuStreamCreate(&mut stream, 0));
    }
    for flags in words() {
        unsafe { streams(flags, event, stream) };
        unsafe { memory(setting, flags) };
    }
}

unsafe fn streams(flags: u32, event: CUevent, stream: CUstream) {
    let (mut new, mut given) = (null_mut(), 0);
    let result = unsafe { cuStreamCreate(&mut new, flags) };
    code(format!("cuStreamCreate {flags:#x}"), result, || {
        unsafe { ok(cuStreamGetFlags(new, &mut given)) };
        unsafe { ok(cuStreamDestroy(new)) };
        given.to_string()
    });
    let mut new = null_mut();
    let result = unsafe { cuEventCreate(&mut new, flags) };
    code(format!("cuEventCreate {flags:#x}"), result, || {
        let mut handle = CUipcEventHandle::default();
        let ipc = unsafe { cuIpcGetEventHandle(&mut handle, new) };
        unsafe { ok(cuEventRecord(new, stream)) };
        unsafe { ok(cuEventSynchronize(new)) };
        let mut time = 0.0;
        let elapsed = unsafe { cuEventElapsedTime(&mut time, new, new) };
        unsafe { ok(cuEventDestroy(new)) };
        format!("ipc {ipc:?}, time {elapsed:?}")
    });
    plain(format!("cuEventRecordWithFlags {flags:#x}"), unsafe {
        cuEventRecordWithFlags(event, stream, flags)
    });
    plain(format!("cuStreamWaitEvent {flags:#x}"), unsafe {
        cuStreamWaitEvent(stream, event, flags)
    });
    unsafe { ok(cuStreamSynchronize(stream)) };
}

unsafe fn memory(setting: &Setting, flags: u32) {
    let mut pinned = null_mut();
    let result = unsafe { cuMemHostAlloc(&mut pinned, 4096, flags) };
    code(format!("cuMemHostAlloc {flags:#x}"), result, || {
        let (mut given, mut device) = (0, 0);
        unsafe { ok(cuMemHostGetFlags(&mut given, pinned)) };
        let mapped = unsafe { cuMemHostGetDevicePointer(&mut device, pinned, 0) };
        unsafe { ok(cuMemFreeHost(pinned)) };
        format!(
            "flags {given:#x}, {mapped:?}, same {}",
            device == pinned as CUdeviceptr
        )
    });
    let host = vec![0u8; SIZE].leak().as_mut_ptr().cast();
    let result = unsafe { cuMemHostRegister(host, SIZE, flags) };
    code(format!("cuMemHostRegister {flags:#x}"), result, || {
        let (mut given, mut device) = (0, 0);
        unsafe { ok(cuMemHostGetFlags(&mut given, host)) };
        let mapped = unsafe { cuMemHostGetDevicePointer(&mut device, host, 0) };
        unsafe { ok(cuMemHostUnregister(host)) };
        format!(
            "flags {given:#x}, {mapped:?}, same {}",
            device == host as CUdeviceptr
        )
    });
    let mut managed = 0;
    let result = unsafe { cuMemAllocManaged(&mut managed, 4096, flags) };
    code(format!("cuMemAllocManaged {flags:#x}"), result, || {
        unsafe { ok(cuMemFree(managed)) };
        String::new()
    });
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
    let mut managed = 0;
    unsafe { ok(cuMemAllocManaged(&mut managed, 4096, CU_MEM_ATTACH_GLOBAL.0)) };
    plain(format!("cuMemPrefetchAsync {flags:#x}"), unsafe {
        cuMemPrefetchAsync(managed, 4096, location, flags, null_mut())
    });
    unsafe { ok(cuCtxSynchronize()) };
    unsafe { ok(cuMemFree(managed)) };
    let mut reserved = 0;
    let result = unsafe { cuMemAddressReserve(&mut reserved, 2 << 20, 0, 0, u64::from(flags)) };
    code(format!("cuMemAddressReserve {flags:#x}"), result, || {
        unsafe { ok(cuMemAddressFree(reserved, 2 << 20)) };
        String::new()
    });
    let mut device = 0;
    let mut pinned = null_mut();
    unsafe { ok(cuMemHostAlloc(&mut pinned, 4096, 0)) };
    plain(format!("cuMemHostGetDevicePointer {flags:#x}"), unsafe {
        cuMemHostGetDevicePointer(&mut device, pinned, flags)
    });
    unsafe { ok(cuMemFreeHost(pinned)) };
    plain(format!("cuCtxSetFlags {flags:#x}"), unsafe {
        cuCtxSetFlags(flags)
    });
    let mut pointer = 0u64;
    let pointer = (&mut pointer as *mut u64).cast();
    let mut d = 0;
    unsafe { ok(cuMemAlloc(&mut d, 2 << 20)) };
    plain(
        format!("cuMemGetHandleForAddressRange dmabuf {flags:#x}"),
        unsafe {
            let fd: *mut i32 = pointer;
            let mut result = cuMemGetHandleForAddressRange(
                fd.cast(),
                d,
                2 << 20,
                CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD,
                u64::from(flags),
            );
            // Whether the device can is a matter of the machine's kernel.
            if result == CUDA_SUCCESS || result == CUDA_ERROR_NOT_SUPPORTED {
                result = CUDA_SUCCESS;
            }
            result
        },
    );
    unsafe { ok(cuMemFree(d)) };
}
