//! Copies of three dimensions.

use crate::dice::Dice;
use crate::setting::{answer, name, of_bytes, ok, pattern, sum, Memories, Setting, Solid};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

struct Side {
    kind: CUmemorytype,
    host: *mut c_void,
    device: CUdeviceptr,
    array: CUarray,
    place: [usize; 3],
    pitch: usize,
    height: usize,
    level: usize,
}

fn side(dice: &mut Dice, memories: &Memories, arrays: &[Solid]) -> (Side, String) {
    let kind = CUmemorytype(dice.of(&[1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 1, 2, 3, 0, 5]));
    let pinned = dice.once_in(2);
    let host = if pinned {
        memories.pinned
    } else {
        memories.pageable.as_ptr() as *mut c_void
    };
    let on_host = kind == CU_MEMORYTYPE_UNIFIED && dice.once_in(3);
    let which = dice.of(&[0, 1, 2, 3]);
    let side = Side {
        kind,
        host,
        device: if on_host {
            memories.pinned as CUdeviceptr
        } else {
            memories.device
        },
        array: arrays[which].array,
        place: [
            dice.of(&[0, 0, 0, 0, 1, 2, 4, 8, 16, 31, 64]),
            dice.of(&[0, 0, 0, 0, 1, 2, 7, 8]),
            dice.of(&[0, 0, 0, 0, 1, 2, 3]),
        ],
        pitch: dice.of(&[0, 0, 1, 16, 32, 64, 128, 512, 512, 512]),
        height: dice.of(&[0, 0, 1, 4, 8, 16, 16]),
        level: dice.of(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
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
    let [x, y, z] = side.place;
    let text = format!(
        "{place} x{x} y{y} z{z} pitch{} height{} level{}",
        side.pitch, side.height, side.level
    );
    (side, text)
}

pub unsafe fn ask(setting: &Setting) {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    let solids = || unsafe {
        [
            Solid::new(of_bytes(1), [32, 8, 4], 0),
            Solid::new(of_bytes(4), [16, 8, 0], 0),
            Solid::new(of_bytes(2), [16, 8, 3], CUDA_ARRAY3D_LAYERED),
            Solid::new(of_bytes(1), [32, 0, 4], CUDA_ARRAY3D_LAYERED),
        ]
    };
    let (source_arrays, target_arrays) = (solids(), solids());
    unsafe { sources.fill(&from) };
    source_arrays
        .iter()
        .for_each(|solid| unsafe { solid.fill(&from) });
    let mut dice = Dice::new(3);
    for index in 0..1500 {
        let (source, source_name) = side(&mut dice, &sources, &source_arrays);
        let (target, target_name) = side(&mut dice, &targets, &target_arrays);
        let size = [
            dice.of(&[0, 1, 2, 3, 4, 16, 16, 32, 32, 64]),
            dice.of(&[0, 1, 1, 2, 4, 8, 8, 9]),
            dice.of(&[0, 1, 1, 2, 3, 4, 5]),
        ];
        let copy = CUDA_MEMCPY3D {
            srcXInBytes: source.place[0],
            srcY: source.place[1],
            srcZ: source.place[2],
            srcLOD: source.level,
            srcMemoryType: source.kind,
            srcHost: source.host,
            srcDevice: source.device,
            srcArray: source.array,
            srcPitch: source.pitch,
            srcHeight: source.height,
            dstXInBytes: target.place[0],
            dstY: target.place[1],
            dstZ: target.place[2],
            dstLOD: target.level,
            dstMemoryType: target.kind,
            dstHost: target.host,
            dstDevice: target.device,
            dstArray: target.array,
            dstPitch: target.pitch,
            dstHeight: target.height,
            WidthInBytes: size[0],
            Height: size[1],
            Depth: size[2],
            ..Default::default()
        };
        unsafe { targets.fill(&to) };
        target_arrays.iter().for_each(|solid| unsafe { solid.fill(&to) });
        let (form, result) = match dice.of(&[0, 1, 2]) {
            0 => ("3D", unsafe { cuMemcpy3D(&copy) }),
            1 => ("3DAsync", unsafe { cuMemcpy3DAsync(&copy, null_mut()) }),
            _ => ("3DPeer", unsafe { peer(setting, &copy) }),
        };
        unsafe { ok(cuCtxSynchronize()) };
        let arrays: Vec<String> = target_arrays
            .iter()
            .map(|solid| format!("{:x}", unsafe { solid.sum() }))
            .collect();
        let sums = sum(format!("{} {}", unsafe { targets.sums() }, arrays.join(" ")).as_bytes());
        let [width, height, depth] = size;
        answer(
            format!("{index} {form} {source_name} to {target_name}, {width} x {height} x {depth}"),
            format!("{} {sums:x}", name(result)),
        );
    }
}

/// The same copy as one between contexts, which are one.
unsafe fn peer(setting: &Setting, copy: &CUDA_MEMCPY3D) -> CUresult {
    let copy = CUDA_MEMCPY3D_PEER {
        srcXInBytes: copy.srcXInBytes,
        srcY: copy.srcY,
        srcZ: copy.srcZ,
        srcLOD: copy.srcLOD,
        srcMemoryType: copy.srcMemoryType,
        srcHost: copy.srcHost,
        srcDevice: copy.srcDevice,
        srcArray: copy.srcArray,
        srcContext: setting.context,
        srcPitch: copy.srcPitch,
        srcHeight: copy.srcHeight,
        dstXInBytes: copy.dstXInBytes,
        dstY: copy.dstY,
        dstZ: copy.dstZ,
        dstLOD: copy.dstLOD,
        dstMemoryType: copy.dstMemoryType,
        dstHost: copy.dstHost,
        dstDevice: copy.dstDevice,
        dstArray: copy.dstArray,
        dstContext: setting.context,
        dstPitch: copy.dstPitch,
        dstHeight: copy.dstHeight,
        WidthInBytes: copy.WidthInBytes,
        Height: copy.Height,
        Depth: copy.Depth,
    };
    unsafe { cuMemcpy3DPeer(&copy) }
}
