//! Copies of two dimensions.

use crate::dice::Dice;
use crate::setting::{answer, name, of_bytes, ok, pattern, sum, Memories, Setting, Solid};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

/// One side of a copy: where, and at what pitch.
#[derive(Clone, Copy)]
struct Side {
    kind: CUmemorytype,
    host: *mut c_void,
    device: CUdeviceptr,
    array: CUarray,
    x: usize,
    y: usize,
    pitch: usize,
}

fn side(dice: &mut Dice, memories: &Memories, arrays: &[Solid]) -> (Side, String) {
    let kinds = [1, 1, 2, 2, 2, 3, 3, 4, 4, 1, 2, 3, 0, 5];
    let kind = CUmemorytype(dice.of(&kinds));
    let pageable = memories.pageable.as_ptr() as *mut c_void;
    let pinned = dice.once_in(2);
    let host = if pinned { memories.pinned } else { pageable };
    let on_host = kind == CU_MEMORYTYPE_UNIFIED && dice.once_in(3);
    let which = dice.of(&[0, 1, 2]);
    let side = Side {
        kind,
        host,
        device: if on_host {
            memories.pinned as CUdeviceptr
        } else {
            memories.device
        },
        array: arrays[which].array,
        x: dice.of(&[0, 0, 0, 1, 2, 3, 4, 8, 16, 60, 63, 64, 100]),
        y: dice.of(&[0, 0, 0, 1, 2, 5, 31, 32]),
        pitch: dice.of(&[0, 0, 1, 16, 63, 64, 100, 128, 256, 512, 512]),
    };
    let place = match kind.0 {
        1 if pinned => "pinned".to_string(),
        1 => "pageable".to_string(),
        2 => "device".to_string(),
        3 => format!("array{which}"),
        4 if on_host => "unified host".to_string(),
        4 => "unified device".to_string(),
        other => format!("kind {other}"),
    };
    (
        side,
        format!("{place} x{} y{} pitch{}", side.x, side.y, side.pitch),
    )
}

pub unsafe fn ask(_: &Setting) {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    let planes = || unsafe {
        [
            Solid::new(of_bytes(1), [64, 32, 0], 0),
            Solid::new((CU_AD_FORMAT_UNSIGNED_INT32, 1, 4), [32, 16, 0], 0),
            Solid::new((CU_AD_FORMAT_FLOAT, 4, 4), [16, 0, 0], 0),
        ]
    };
    let (source_arrays, target_arrays) = (planes(), planes());
    unsafe { sources.fill(&from) };
    source_arrays
        .iter()
        .for_each(|plane| unsafe { plane.fill(&from) });
    let mut dice = Dice::new(2);
    for index in 0..1500 {
        let (source, source_name) = side(&mut dice, &sources, &source_arrays);
        let (target, target_name) = side(&mut dice, &targets, &target_arrays);
        let width = dice.of(&[0, 1, 2, 3, 4, 16, 16, 32, 60, 64, 65, 128]);
        let height = dice.of(&[0, 1, 1, 2, 3, 8, 16, 32, 33]);
        let copy = CUDA_MEMCPY2D {
            srcXInBytes: source.x,
            srcY: source.y,
            srcMemoryType: source.kind,
            srcHost: source.host,
            srcDevice: source.device,
            srcArray: source.array,
            srcPitch: source.pitch,
            dstXInBytes: target.x,
            dstY: target.y,
            dstMemoryType: target.kind,
            dstHost: target.host,
            dstDevice: target.device,
            dstArray: target.array,
            dstPitch: target.pitch,
            WidthInBytes: width,
            Height: height,
        };
        unsafe { targets.fill(&to) };
        target_arrays.iter().for_each(|plane| unsafe { plane.fill(&to) });
        let (form, result) = match dice.of(&[0, 1, 2]) {
            0 => ("2D", unsafe { cuMemcpy2D(&copy) }),
            1 => ("2DUnaligned", unsafe { cuMemcpy2DUnaligned(&copy) }),
            _ => ("2DAsync", unsafe { cuMemcpy2DAsync(&copy, null_mut()) }),
        };
        unsafe { ok(cuCtxSynchronize()) };
        let arrays: Vec<String> = target_arrays
            .iter()
            .map(|plane| format!("{:x}", unsafe { plane.sum() }))
            .collect();
        let sums = sum(format!("{} {}", unsafe { targets.sums() }, arrays.join(" ")).as_bytes());
        answer(
            format!("{index} {form} {source_name} to {target_name}, {width} x {height}"),
            format!("{} {sums:x}", name(result)),
        );
    }
}
