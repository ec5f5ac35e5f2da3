//! Allocations of the device and of the host, and copies of bytes in a row.

use crate::ledger::{align, ok, Ledger};
use crate::machine::Kept;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;
use std::ptr::null_mut;

const CHUNK: usize = 2 << 20;

pub unsafe fn allocations(rows: &mut Ledger, kept: &mut Kept) {
    unsafe {
        let (mut free, mut total) = (0, 0);
        let code = cuMemGetInfo_v2(&mut free, &mut total);
        rows.row(
            "cuMemGetInfo",
            code,
            format!("free<=total {}", u8::from(free <= total)),
        );
        rows.code("cuMemGetInfo null free", cuMemGetInfo_v2(null_mut(), &mut total));
        rows.code("cuMemGetInfo both null", cuMemGetInfo_v2(null_mut(), null_mut()));
        let mut p = 0;
        rows.code("cuMemAlloc 0", cuMemAlloc_v2(&mut p, 0));
        rows.code("cuMemAlloc null", cuMemAlloc_v2(null_mut(), 4096));
        rows.code("cuMemAlloc huge", cuMemAlloc_v2(&mut p, 1 << 50));
        rows.code("cuMemAlloc SIZE_MAX", cuMemAlloc_v2(&mut p, usize::MAX));
        let code = cuMemAlloc_v2(&mut p, 1);
        rows.row("cuMemAlloc 1", code, align(p));
        let (mut base, mut size) = (0, 0);
        let code = cuMemGetAddressRange_v2(&mut base, &mut size, p);
        rows.row(
            "cuMemGetAddressRange of 1B",
            code,
            format!("base=={} size {size}", u8::from(base == p)),
        );
        ok(cuMemFree_v2(p));
        rows.code("cuMemFree twice", cuMemFree_v2(p));
        rows.code("cuMemFree 0", cuMemFree_v2(0));
        rows.code("cuMemFree bogus", cuMemFree_v2(0x1234));
        ok(cuMemAlloc_v2(&mut kept.d, 4096));
        let d = kept.d;
        rows.code("cuMemFree interior", cuMemFree_v2(d + 16));
        let code = cuMemGetAddressRange_v2(&mut base, &mut size, d + 100);
        rows.row(
            "range interior",
            code,
            format!("off {} size {size}", base.wrapping_sub(d)),
        );
        rows.code(
            "range null outs",
            cuMemGetAddressRange_v2(null_mut(), null_mut(), d),
        );
        rows.code(
            "range bogus",
            cuMemGetAddressRange_v2(&mut base, &mut size, 0x1234),
        );
        rows.code(
            "range end",
            cuMemGetAddressRange_v2(&mut base, &mut size, d + 4096),
        );
    }
}

pub unsafe fn copies(rows: &mut Ledger, kept: &Kept) {
    let (d, st) = (kept.d, kept.st);
    let mut host: Vec<u8> = (0..3 * CHUNK).map(|i| (i % 251) as u8).collect();
    let mut back = vec![0u8; 3 * CHUNK];
    let h = host.as_mut_ptr().cast::<c_void>();
    let b = back.as_mut_ptr().cast::<c_void>();
    unsafe {
        rows.code("HtoD 0", cuMemcpyHtoD_v2(d, h, 0));
        rows.code("HtoD", cuMemcpyHtoD_v2(d, h, 4096));
        let code = cuMemcpyDtoH_v2(b, d, 4096);
        rows.row(
            "DtoH",
            code,
            format!("eq {}", u8::from(host[..4096] == back[..4096])),
        );
        rows.code("HtoD overrun 2x", cuMemcpyHtoD_v2(d, h, 8192));
        rows.code("HtoD null host", cuMemcpyHtoD_v2(d, null_mut(), 4096));
        rows.code("HtoD null dev", cuMemcpyHtoD_v2(0, h, 4096));
        rows.code("DtoH null dev", cuMemcpyDtoH_v2(b, 0, 4096));
        rows.code("DtoH past 2MiB end", cuMemcpyDtoH_v2(b, d, 2 * CHUNK + 4096));
        rows.code("memcpy UVA d2h", cuMemcpy(b as CUdeviceptr, d, 4096));
        rows.code(
            "memcpy UVA h2h",
            cuMemcpy(b as CUdeviceptr, h as CUdeviceptr, 4096),
        );
        rows.code("DtoD", cuMemcpyDtoD_v2(d + 2048, d, 1024));
        rows.code("DtoD overlap", cuMemcpyDtoD_v2(d + 16, d, 1024));
        rows.code("DtoDAsync", cuMemcpyDtoDAsync_v2(d + 2048, d, 1024, st));
        rows.code("HtoDAsync", cuMemcpyHtoDAsync_v2(d, h, 4096, st));
        rows.code("DtoHAsync", cuMemcpyDtoHAsync_v2(b, d, 4096, st));
        rows.code("MemcpyAsync", cuMemcpyAsync(d, h as CUdeviceptr, 4096, st));
        rows.code("sync", cuStreamSynchronize(st));
        // Chance made this succeed when it was recorded; it has ended the process, too.
        if !crate::asks_the_driver() {
            let code = cuMemcpyHtoDAsync_v2(d, h, 4096, 3 as CUstream);
            rows.code("HtoDAsync bad stream 0x3", code);
        }
        ok(cuCtxSynchronize());
    }
}

pub unsafe fn pitched(rows: &mut Ledger) {
    unsafe {
        for element in [4, 8, 16, 1, 2, 3, 32, 0] {
            let (mut p, mut pitch) = (0, 0);
            let code = cuMemAllocPitch_v2(&mut p, &mut pitch, 100, 10, element);
            let details = match code {
                CUDA_SUCCESS => format!("pitch {pitch} {}", align(p)),
                _ => String::new(),
            };
            rows.row(&format!("allocPitch 100x10 es={element}"), code, details);
        }
        for width in [1, 512, 513, 4096, 4097, 100_000] {
            let (mut p, mut pitch, mut base, mut size) = (0, 0, 0, 0);
            let code = cuMemAllocPitch_v2(&mut p, &mut pitch, width, 3, 4);
            rows.row(&format!("allocPitch w={width}"), code, format!("pitch {pitch}"));
            ok(cuMemGetAddressRange_v2(&mut base, &mut size, p));
            rows.text("range size", "-", size.to_string());
            ok(cuMemFree_v2(p));
        }
        let (mut p, mut pitch) = (0, 0);
        rows.code("allocPitch w0", cuMemAllocPitch_v2(&mut p, &mut pitch, 0, 3, 4));
        rows.code("allocPitch h0", cuMemAllocPitch_v2(&mut p, &mut pitch, 100, 0, 4));
        rows.code(
            "allocPitch nullpitch",
            cuMemAllocPitch_v2(&mut p, null_mut(), 100, 3, 4),
        );
    }
}

pub unsafe fn host(rows: &mut Ledger) {
    unsafe {
        let mut p = null_mut();
        let code = cuMemAllocHost_v2(&mut p, 0);
        rows.row("allocHost 0", code, format!("p {}", pointer(p)));
        let code = cuMemAllocHost_v2(&mut p, 4096);
        rows.row("allocHost", code, align(p as u64));
        let mut flags = 0;
        let code = cuMemHostGetFlags(&mut flags, p);
        rows.row("getFlags allocHost", code, flags.to_string());
        let mut device = 0;
        let code = cuMemHostGetDevicePointer_v2(&mut device, p, 0);
        rows.row("getDevPtr allocHost", code, same(device, p));
        rows.code(
            "getDevPtr flags1",
            cuMemHostGetDevicePointer_v2(&mut device, p, 1),
        );
        rows.code("freeHost", cuMemFreeHost(p));
        rows.code("freeHost twice", cuMemFreeHost(p));
        rows.code("freeHost null", cuMemFreeHost(null_mut()));
        for wanted in 0..9 {
            let mut p = null_mut();
            let code = cuMemHostAlloc(&mut p, 4096, wanted);
            rows.code(&format!("hostAlloc flags={wanted}"), code);
            let (mut flags, mut device) = (0, 0);
            let (of_flags, of_device) = (
                cuMemHostGetFlags(&mut flags, p),
                cuMemHostGetDevicePointer_v2(&mut device, p, 0),
            );
            let text = |code: CUresult, text: String| if code == CUDA_SUCCESS { text } else { String::new() };
            rows.row("  flags", of_flags, text(of_flags, flags.to_string()));
            rows.row("  devptr", of_device, text(of_device, same(device, p)));
            if code == CUDA_SUCCESS {
                rows.code("  free", cuMemFreeHost(p));
            }
        }
        let code = cuMemHostAlloc(&mut p, 0, 0);
        rows.row("hostAlloc 0", code, format!("p {}", pointer(p)));
        registered(rows);
        managed(rows);
    }
}

unsafe fn registered(rows: &mut Ledger) {
    let mut memory = vec![0u8; 64 << 10];
    let page = memory
        .as_mut_ptr()
        .wrapping_add(memory.as_ptr().align_offset(4096));
    let p = page.cast::<c_void>();
    let at = |offset: usize| page.wrapping_add(offset).cast::<c_void>();
    unsafe {
        let (mut flags, mut device) = (0, 0);
        rows.code("getFlags pageable", cuMemHostGetFlags(&mut flags, p));
        rows.code(
            "getDevPtr pageable",
            cuMemHostGetDevicePointer_v2(&mut device, p, 0),
        );
        rows.code("freeHost pageable", cuMemFreeHost(p));
        rows.code("register", cuMemHostRegister_v2(p, 8192, 0));
        rows.code("register again", cuMemHostRegister_v2(p, 8192, 0));
        rows.code("register overlap", cuMemHostRegister_v2(at(4096), 8192, 0));
        let code = cuMemHostGetFlags(&mut flags, p);
        rows.row("getFlags registered", code, flags.to_string());
        let code = cuMemHostGetDevicePointer_v2(&mut device, p, 0);
        rows.row("devptr registered", code, same(device, p));
        rows.code("freeHost registered", cuMemFreeHost(p));
        rows.code("unregister interior", cuMemHostUnregister(at(16)));
        let mut d = 0;
        ok(cuMemAlloc_v2(&mut d, 64 << 10));
        rows.code("HtoD span registered+not", cuMemcpyHtoD_v2(d, p, 16384));
        rows.code("HtoDAsync span", cuMemcpyHtoDAsync_v2(d, p, 16384, null_mut()));
        ok(cuMemFree_v2(d));
        rows.code("unregister", cuMemHostUnregister(p));
        rows.code("unregister twice", cuMemHostUnregister(p));
        rows.code("unregister pageable", cuMemHostUnregister(at(8192)));
        rows.code("register unaligned", cuMemHostRegister_v2(at(100), 1000, 0));
        rows.code("unregister unaligned", cuMemHostUnregister(at(100)));
        rows.code("register 0 bytes", cuMemHostRegister_v2(p, 0, 0));
        rows.code("register null", cuMemHostRegister_v2(null_mut(), 4096, 0));
        rows.code("register flags 64", cuMemHostRegister_v2(p, 4096, 64));
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let read_only = libc::mmap(null_mut(), 4096, libc::PROT_READ, flags, -1, 0);
        rows.code("register PROT_READ", cuMemHostRegister_v2(read_only, 4096, 0));
        rows.code(
            "register PROT_READ READ_ONLY",
            cuMemHostRegister_v2(read_only, 4096, CU_MEMHOSTREGISTER_READ_ONLY),
        );
        ok(cuMemHostUnregister(read_only));
        let mut pinned = null_mut();
        ok(cuMemHostAlloc(&mut pinned, 4096, 0));
        rows.code("unregister of hostAlloc", cuMemHostUnregister(pinned));
        ok(cuMemFreeHost(pinned));
    }
}

unsafe fn managed(rows: &mut Ledger) {
    unsafe {
        let mut m = 0;
        rows.code("managed 0", cuMemAllocManaged(&mut m, 0, 1));
        rows.code("managed flags0", cuMemAllocManaged(&mut m, 4096, 0));
        rows.code("managed flags4", cuMemAllocManaged(&mut m, 4096, 4));
        rows.code(
            "managed SINGLE",
            cuMemAllocManaged(&mut m, 4096, CU_MEM_ATTACH_SINGLE.0),
        );
        rows.code(
            "managed HOST",
            cuMemAllocManaged(&mut m, 4096, CU_MEM_ATTACH_HOST.0),
        );
        ok(cuMemFree_v2(m));
        rows.code(
            "managed GLOBAL",
            cuMemAllocManaged(&mut m, 4096, CU_MEM_ATTACH_GLOBAL.0),
        );
        *(m as *mut u32) = 5;
        let mut back = 0u32;
        let code = cuMemcpyDtoH_v2((&raw mut back).cast(), m, 4);
        rows.row("managed DtoH", code, back.to_string());
        let (mut base, mut size) = (0, 0);
        let code = cuMemGetAddressRange_v2(&mut base, &mut size, m);
        rows.row(
            "range managed",
            code,
            format!("base {} size {size}", u8::from(base == m)),
        );
        rows.code("free managed", cuMemFree_v2(m));
        dma_buf(rows);
    }
}

unsafe fn dma_buf(rows: &mut Ledger) {
    unsafe {
        let (mut small, mut large) = (0, 0);
        ok(cuMemAlloc_v2(&mut small, 4096));
        ok(cuMemAlloc_v2(&mut large, 2 * CHUNK));
        let get = |at: CUdeviceptr, size: usize, kind: CUmemRangeHandleType| {
            let mut fd = -1;
            let code = cuMemGetHandleForAddressRange((&raw mut fd).cast(), at, size, kind, 0);
            (
                code,
                if code == CUDA_SUCCESS {
                    format!("fd>=0 {}", u8::from(fd >= 0))
                } else {
                    String::new()
                },
            )
        };
        let kind = CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD;
        for (case, (code, text)) in [
            // Of the large one: small allocations need not start at a page.
            ("dmabuf", get(large, 4096, kind)),
            ("dmabuf 2MiB", get(large, CHUNK, kind)),
            ("dmabuf unaligned", get(small + 16, 4096, kind)),
            ("dmabuf type 99", get(small, 4096, CUmemRangeHandleType(99))),
        ] {
            rows.row(case, code, text);
        }
        ok(cuMemFree_v2(small));
        ok(cuMemFree_v2(large));
    }
}

/// As C prints a pointer.
fn pointer(p: *mut c_void) -> String {
    if p.is_null() {
        "(nil)".into()
    } else {
        format!("{p:?}")
    }
}

fn same(device: CUdeviceptr, host: *mut c_void) -> String {
    format!("same {}", u8::from(device == host as CUdeviceptr))
}
