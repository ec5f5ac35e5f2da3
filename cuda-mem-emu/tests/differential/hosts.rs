//! Copies of one dimension between memories of every two kinds, each named in every function's way.

use crate::setting::{answer, name, ok, pattern, Memories, Setting};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

pub unsafe fn ask(setting: &Setting) {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    unsafe { sources.fill(&from) };
    let mut managed = 0;
    unsafe {
        ok(cuMemAllocManaged(&mut managed, 4096, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemcpyHtoD(managed, from.as_ptr().cast(), 4096));
    }
    let places = |memories: &Memories| {
        [
            ("device", memories.device),
            ("pinned", memories.pinned as CUdeviceptr),
            ("pageable", memories.pageable.as_ptr() as CUdeviceptr),
            ("managed", managed),
            ("null", 0),
        ]
    };
    for (source_name, source) in places(&sources) {
        for (target_name, target) in places(&targets) {
            for bytes in [0usize, 1000] {
                let forms: [(&str, &dyn Fn() -> CUresult); 10] = unsafe {
                    [
                        ("cuMemcpy", &|| cuMemcpy(target, source, bytes)),
                        ("cuMemcpyAsync", &|| {
                            cuMemcpyAsync(target, source, bytes, null_mut())
                        }),
                        ("cuMemcpyHtoD", &|| {
                            cuMemcpyHtoD(target, source as *const c_void, bytes)
                        }),
                        ("cuMemcpyDtoH", &|| {
                            cuMemcpyDtoH(target as *mut c_void, source, bytes)
                        }),
                        ("cuMemcpyDtoD", &|| cuMemcpyDtoD(target, source, bytes)),
                        ("cuMemcpyHtoDAsync", &|| {
                            cuMemcpyHtoDAsync(target, source as *const c_void, bytes, null_mut())
                        }),
                        ("cuMemcpyDtoHAsync", &|| {
                            cuMemcpyDtoHAsync(target as *mut c_void, source, bytes, null_mut())
                        }),
                        ("cuMemcpyDtoDAsync", &|| {
                            cuMemcpyDtoDAsync(target, source, bytes, null_mut())
                        }),
                        ("cuMemcpyPeer", &|| {
                            cuMemcpyPeer(target, setting.context, source, setting.context, bytes)
                        }),
                        ("cuMemcpyPeerAsync", &|| {
                            cuMemcpyPeerAsync(
                                target,
                                setting.context,
                                source,
                                setting.context,
                                bytes,
                                null_mut(),
                            )
                        }),
                    ]
                };
                for (form, call) in forms {
                    unsafe {
                        targets.fill(&to);
                        ok(cuMemcpyHtoD(managed, from.as_ptr().cast(), 4096));
                    }
                    let result = call();
                    unsafe { ok(cuCtxSynchronize()) };
                    answer(
                        format!("{form} {source_name} to {target_name}, {bytes}"),
                        format!("{} {}", name(result), unsafe { targets.sums() }),
                    );
                }
            }
        }
    }
}
