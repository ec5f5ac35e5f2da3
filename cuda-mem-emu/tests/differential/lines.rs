//! Copies of one dimension from and to arrays, and memory of all sizes and pitches.

use crate::dice::Dice;
use crate::setting::{answer, code, name, of_bytes, ok, pattern, sum, Memories, Setting, Solid};
use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

pub unsafe fn ask(_: &Setting) {
    unsafe {
        arrays();
        pitches();
        sizes();
    }
}

unsafe fn arrays() {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    let lines = || unsafe {
        [
            Solid::new(of_bytes(1), [64, 0, 0], 0),
            Solid::new(of_bytes(4), [32, 0, 0], 0),
            Solid::new(of_bytes(1), [64, 8, 0], 0),
            Solid::new(of_bytes(2), [16, 4, 2], 0),
            Solid::new(of_bytes(1), [64, 0, 3], CUDA_ARRAY3D_LAYERED),
        ]
    };
    let (source_lines, target_lines) = (lines(), lines());
    unsafe { sources.fill(&from) };
    source_lines.iter().for_each(|line| unsafe { line.fill(&from) });
    let mut dice = Dice::new(18);
    for index in 0..800 {
        let (source, target) = (dice.of(&[0, 0, 1, 2, 3, 4]), dice.of(&[0, 0, 1, 2, 3, 4]));
        let offsets = [0, 0, 0, 1, 2, 4, 16, 60, 63, 64, 100];
        let (source_at, target_at) = (dice.of(&offsets), dice.of(&offsets));
        let bytes = dice.of(&[0usize, 1, 2, 4, 4, 16, 16, 64, 65, 128, 200]);
        let pinned = dice.once_in(2);
        let host = |memories: &Memories| match pinned {
            true => memories.pinned,
            false => memories.pageable.as_ptr() as *mut c_void,
        };
        unsafe { targets.fill(&to) };
        target_lines.iter().for_each(|line| unsafe { line.fill(&to) });
        let (from_array, to_array) = (source_lines[source].array, target_lines[target].array);
        let stream = null_mut();
        let (form, result) = unsafe {
            match dice.of(&[0, 1, 2, 3, 4, 5, 6]) {
                0 => ("HtoA", cuMemcpyHtoA(to_array, target_at, host(&sources), bytes)),
                1 => ("AtoH", cuMemcpyAtoH(host(&targets), from_array, source_at, bytes)),
                2 => ("DtoA", cuMemcpyDtoA(to_array, target_at, sources.device, bytes)),
                3 => ("AtoD", cuMemcpyAtoD(targets.device, from_array, source_at, bytes)),
                4 => (
                    "AtoA",
                    cuMemcpyAtoA(to_array, target_at, from_array, source_at, bytes),
                ),
                5 => (
                    "HtoAAsync",
                    cuMemcpyHtoAAsync(to_array, target_at, host(&sources), bytes, stream),
                ),
                _ => (
                    "AtoHAsync",
                    cuMemcpyAtoHAsync(host(&targets), from_array, source_at, bytes, stream),
                ),
            }
        };
        unsafe { ok(cuCtxSynchronize()) };
        let lines: Vec<String> = target_lines
            .iter()
            .map(|line| format!("{:x}", unsafe { line.sum() }))
            .collect();
        let sums = sum(format!("{} {}", unsafe { targets.sums() }, lines.join(" ")).as_bytes());
        answer(
            format!("{index} {form} pinned {pinned} array{source}+{source_at} to array{target}+{target_at}, {bytes}"),
            format!("{} {sums:x}", name(result)),
        );
    }
}

unsafe fn pitches() {
    let mut dice = Dice::new(19);
    for index in 0..300 {
        let width = dice.of(&[
            0,
            1,
            4,
            31,
            32,
            100,
            511,
            512,
            513,
            1000,
            4096,
            100_000,
            1 << 31,
            usize::MAX,
        ]);
        let height = dice.of(&[0, 1, 1, 2, 7, 64, 100]);
        let element = dice.of(&[4, 4, 8, 16, 16, 0, 1, 2, 3, 32]);
        let (mut at, mut pitch) = (0, 0);
        let result = unsafe { cuMemAllocPitch(&mut at, &mut pitch, width, height, element) };
        code(
            format!("pitch {index} {width} x {height} of {element}"),
            result,
            || unsafe {
                let (mut base, mut size) = (0, 0);
                let range = cuMemGetAddressRange(&mut base, &mut size, at);
                let aligned = at % 512 == 0;
                ok(cuMemFree(at));
                format!(
                    "{pitch}, range {range:?} {size} from there {}, aligned {aligned}",
                    base == at
                )
            },
        );
    }
}

unsafe fn sizes() {
    for size in [
        0usize,
        1,
        255,
        256,
        257,
        4096,
        1 << 20,
        (1 << 20) + 1,
        2 << 20,
        (2 << 20) + 1,
        5 << 20,
        1 << 45,
        usize::MAX,
    ] {
        let mut at = 0;
        let result = unsafe { cuMemAlloc(&mut at, size) };
        code(format!("cuMemAlloc {size}"), result, || unsafe {
            let (mut base, mut bytes) = (0, 0);
            ok(cuMemGetAddressRange(&mut base, &mut bytes, at));
            let past = cuMemGetAddressRange(&mut base, &mut bytes, at + size as u64 + (1 << 32));
            ok(cuMemFree(at));
            format!("{bytes}, far past it {past:?}, freed again {:?}", cuMemFree(at))
        });
        let mut at = null_mut();
        let result = unsafe { cuMemAllocHost(&mut at, size) };
        code(format!("cuMemAllocHost {size}"), result, || unsafe {
            let null = at.is_null();
            ok(cuMemFreeHost(at));
            format!("null {null}")
        });
    }
}
