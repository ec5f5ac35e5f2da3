//! Copies between memory and arrays of layers, slice by slice, and ends that are named as another kind of memory.

use crate::setting::{answer, name, of_bytes, ok, pattern, Memories, Setting, Solid};
use cuda_mem_sys::*;
use std::ptr::null_mut;

const WIDTH: usize = 32;
const LAYERS: usize = 4;

/// Rows that a layer has; 0 for one of a single dimension.
const ROWS: [usize; 2] = [0, 4];

pub unsafe fn ask(_: &Setting) {
    unsafe { layers() };
    unsafe { kinds() };
}

unsafe fn layers() {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    unsafe { sources.fill(&from) };
    for rows in ROWS {
        for flags in [CUDA_ARRAY3D_LAYERED, 0] {
            let height = if flags == 0 { rows.max(1) } else { rows };
            let solid = unsafe { Solid::new(of_bytes(1), [WIDTH, height, LAYERS], flags) };
            let array = solid.array;
            for kind in [CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED] {
                for height in [0, 1, 4, 8] {
                    for (y, count) in [(0, rows.max(1)), (0, 1), (1, 1)] {
                        for async_ in [false, true] {
                            let memory = |memories: &Memories| match kind {
                                CU_MEMORYTYPE_HOST => memories.pinned as CUdeviceptr,
                                _ => memories.device,
                            };
                            let mut copy = CUDA_MEMCPY3D {
                                srcMemoryType: kind,
                                srcHost: memory(&sources) as *const _,
                                srcDevice: memory(&sources),
                                srcPitch: 64,
                                srcHeight: height,
                                srcY: y,
                                dstMemoryType: CU_MEMORYTYPE_ARRAY,
                                dstArray: array,
                                dstZ: 1,
                                WidthInBytes: 16,
                                Height: count,
                                Depth: 3,
                                ..Default::default()
                            };
                            let run = |copy: &CUDA_MEMCPY3D| unsafe {
                                let result = if async_ {
                                    cuMemcpy3DAsync(copy, null_mut())
                                } else {
                                    cuMemcpy3D(copy)
                                };
                                ok(cuCtxSynchronize());
                                result
                            };
                            let case = format!(
                                "{rows} rows flags {flags} kind {} height {height} y {y} count {count} async {async_}",
                                kind.0
                            );
                            unsafe { solid.fill(&to) };
                            let result = run(&copy);
                            answer(
                                format!("in, {case}"),
                                format!("{} {:x}", name(result), unsafe { solid.sum() }),
                            );
                            copy = CUDA_MEMCPY3D {
                                srcMemoryType: CU_MEMORYTYPE_ARRAY,
                                srcArray: array,
                                srcZ: 1,
                                dstMemoryType: kind,
                                dstHost: memory(&targets) as *mut _,
                                dstDevice: memory(&targets),
                                dstPitch: 64,
                                dstHeight: height,
                                dstY: y,
                                WidthInBytes: 16,
                                Height: count,
                                Depth: 3,
                                ..Default::default()
                            };
                            unsafe { targets.fill(&to) };
                            unsafe { solid.fill(&from) };
                            let result = run(&copy);
                            answer(
                                format!("out, {case}"),
                                format!("{} {}", name(result), unsafe { targets.sums() }),
                            );
                        }
                    }
                }
            }
            unsafe { ok(cuArrayDestroy(array)) };
        }
    }
}

/// An address of one kind where another is said to be.
unsafe fn kinds() {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    unsafe { sources.fill(&from) };
    let places = |memories: &Memories| {
        [
            ("device", memories.device),
            ("pinned", memories.pinned as CUdeviceptr),
            ("pageable", memories.pageable.as_ptr() as CUdeviceptr),
        ]
    };
    let said = [CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED];
    for (source_name, source) in places(&sources) {
        for (target_name, target) in places(&targets) {
            for source_kind in said {
                for target_kind in said {
                    for form in ["2D", "2DAsync", "3D"] {
                        let plane = CUDA_MEMCPY2D {
                            srcMemoryType: source_kind,
                            srcHost: source as *const _,
                            srcDevice: source,
                            srcPitch: 128,
                            dstMemoryType: target_kind,
                            dstHost: target as *mut _,
                            dstDevice: target,
                            dstPitch: 256,
                            WidthInBytes: 100,
                            Height: 5,
                            ..Default::default()
                        };
                        let solid = CUDA_MEMCPY3D {
                            srcMemoryType: source_kind,
                            srcHost: source as *const _,
                            srcDevice: source,
                            srcPitch: 128,
                            srcHeight: 5,
                            dstMemoryType: target_kind,
                            dstHost: target as *mut _,
                            dstDevice: target,
                            dstPitch: 256,
                            dstHeight: 6,
                            WidthInBytes: 100,
                            Height: 5,
                            Depth: 3,
                            ..Default::default()
                        };
                        unsafe { targets.fill(&to) };
                        let result = unsafe {
                            match form {
                                "2D" => cuMemcpy2D(&plane),
                                "2DAsync" => cuMemcpy2DAsync(&plane, null_mut()),
                                _ => cuMemcpy3D(&solid),
                            }
                        };
                        unsafe { ok(cuCtxSynchronize()) };
                        answer(
                            format!(
                                "{form} {source_name} said to be {} to {target_name} said to be {}",
                                source_kind.0, target_kind.0
                            ),
                            format!("{} {}", name(result), unsafe { targets.sums() }),
                        );
                    }
                }
            }
        }
    }
}
