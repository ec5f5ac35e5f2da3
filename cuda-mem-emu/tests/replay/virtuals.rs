//! The decompression engine, notifications, stream-ordered allocation, and virtual memory.

use crate::ledger::{ok, Ledger};
use crate::machine::Kept;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;
use std::ptr::null_mut;

const CHUNK: usize = 2 << 20;

pub unsafe fn engine(rows: &mut Ledger, kept: &Kept) {
    let mut actual = 0u32;
    let mut parameters = CUmemDecompressParams {
        srcNumBytes: 64,
        dstNumBytes: 64,
        dstActBytes: &mut actual,
        src: kept.d as *const c_void,
        dst: (kept.d + 2048) as *mut c_void,
        algo: CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE,
        ..Default::default()
    };
    let mut index = 77usize;
    unsafe {
        let code = cuMemBatchDecompressAsync(&mut parameters, 1, 0, &mut index, kept.st);
        rows.code("decompress", code);
        rows.text("  errorIndex", "-", index.to_string());
        let code = cuMemBatchDecompressAsync(&mut parameters, 1, 1, &mut index, kept.st);
        rows.code("decompress flags1", code);
        let code = cuMemBatchDecompressAsync(&mut parameters, 0, 0, &mut index, kept.st);
        rows.code("decompress count0", code);
    }
}

unsafe extern "C" fn notified(_: *mut CUasyncNotificationInfo, _: *mut c_void, _: CUasyncCallbackHandle) {}

pub unsafe fn notifications(rows: &mut Ledger) {
    let mut handle = null_mut();
    unsafe {
        let code = cuDeviceRegisterAsyncNotification(0, Some(notified), null_mut(), &mut handle);
        rows.code("registerNotif", code);
        let mut none = null_mut();
        let code = cuDeviceRegisterAsyncNotification(0, None, null_mut(), &mut none);
        rows.code("registerNotif null cb", code);
        rows.code("unregisterNotif", cuDeviceUnregisterAsyncNotification(0, handle));
        rows.code(
            "unregisterNotif null",
            cuDeviceUnregisterAsyncNotification(0, null_mut()),
        );
    }
}

pub unsafe fn ordered(rows: &mut Ledger, kept: &Kept) {
    let st = kept.st;
    let (mut p, mut none) = (0, 99);
    unsafe {
        rows.code("allocAsync", cuMemAllocAsync(&mut p, 4096, st));
        let code = cuMemAllocAsync(&mut none, 0, st);
        rows.row("allocAsync 0", code, format!("ptr {none:x}"));
        rows.code("freeAsync", cuMemFreeAsync(p, st));
        rows.code("freeAsync twice", cuMemFreeAsync(p, st));
        ok(cuMemAlloc_v2(&mut p, 4096));
        rows.code("freeAsync of cuMemAlloc", cuMemFreeAsync(p, st));
        ok(cuStreamSynchronize(st));
    }
}

pub unsafe fn mapped(rows: &mut Ledger) {
    let device = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 0);
    let properties = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        location: device,
        ..Default::default()
    };
    let host = [7u8; 4096];
    unsafe {
        let mut size = 0;
        for (case, option) in [
            ("granularity min", CU_MEM_ALLOC_GRANULARITY_MINIMUM),
            ("granularity rec", CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
        ] {
            let code = cuMemGetAllocationGranularity(&mut size, &properties, option);
            rows.row(case, code, size.to_string());
        }
        let (mut handle, mut none) = (0, 0);
        rows.code("memCreate", cuMemCreate(&mut handle, CHUNK, &properties, 0));
        rows.code(
            "memCreate unaligned",
            cuMemCreate(&mut none, 6912, &properties, 0),
        );
        let mut p = 0;
        rows.code("reserve", cuMemAddressReserve(&mut p, CHUNK, 0, 0, 0));
        rows.code("reserve unaligned", cuMemAddressReserve(&mut none, 6912, 0, 0, 0));
        rows.code("map", cuMemMap(p, CHUNK, 0, handle, 0));
        rows.code(
            "HtoD before SetAccess",
            cuMemcpyHtoD_v2(p, host.as_ptr().cast(), 4096),
        );
        let access = CUmemAccessDesc {
            location: device,
            flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        rows.code("setAccess", cuMemSetAccess(p, CHUNK, &access, 1));
        rows.code("HtoD mapped", cuMemcpyHtoD_v2(p, host.as_ptr().cast(), 4096));
        let (mut base, mut size) = (0, 0);
        let code = cuMemGetAddressRange_v2(&mut base, &mut size, p + 64);
        rows.row(
            "range mapped",
            code,
            format!("base {} size {size}", u8::from(base == p)),
        );
        let mut fd = -1;
        let kind = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        let code = cuMemExportToShareableHandle((&raw mut fd).cast(), handle, kind, 0);
        rows.row("export fd", code, u8::from(fd >= 0).to_string());
        rows.code("unmap", cuMemUnmap(p, CHUNK));
        rows.code("release", cuMemRelease(handle));
        rows.code("addressFree", cuMemAddressFree(p, CHUNK));
        rows.code("addressFree twice", cuMemAddressFree(p, CHUNK));
    }
}
