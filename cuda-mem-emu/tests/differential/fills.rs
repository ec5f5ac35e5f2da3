//! Fills, of a line and of a plane.

use crate::dice::Dice;
use crate::setting::{answer, name, ok, pattern, Memories, Setting};
use cuda_mem_sys::*;
use std::ptr::null_mut;

pub unsafe fn ask(_: &Setting) {
    let before = pattern(9);
    let mut memories = unsafe { Memories::new() };
    let mut dice = Dice::new(4);
    for index in 0..600 {
        let offset = dice.of(&[0, 0, 1, 2, 3, 4, 8, 30]);
        let on_host = dice.once_in(5);
        let null = dice.once_in(25);
        let at = if on_host {
            memories.pinned as CUdeviceptr
        } else {
            memories.device
        };
        let at = if null { 0 } else { at + offset };
        let value = dice.of(&[0u32, 1, 0xff, 0x1234_5678]);
        let pitch = dice.of(&[0, 1, 2, 3, 4, 6, 16, 30, 63, 64, 128, 1024]);
        let width = dice.of(&[0, 1, 2, 3, 5, 8, 16, 32, 64]);
        let height = dice.of(&[0, 1, 1, 2, 3, 8, 32]);
        let stream: CUstream = null_mut();
        unsafe { memories.fill(&before) };
        let (form, result) = unsafe {
            match dice.of(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
                0 => ("D8", cuMemsetD8(at, value as u8, width)),
                1 => ("D16", cuMemsetD16(at, value as u16, width)),
                2 => ("D32", cuMemsetD32(at, value, width)),
                3 => ("D8Async", cuMemsetD8Async(at, value as u8, width, stream)),
                4 => ("D16Async", cuMemsetD16Async(at, value as u16, width, stream)),
                5 => ("D32Async", cuMemsetD32Async(at, value, width, stream)),
                6 => ("D2D8", cuMemsetD2D8(at, pitch, value as u8, width, height)),
                7 => ("D2D16", cuMemsetD2D16(at, pitch, value as u16, width, height)),
                8 => ("D2D32", cuMemsetD2D32(at, pitch, value, width, height)),
                9 => (
                    "D2D8Async",
                    cuMemsetD2D8Async(at, pitch, value as u8, width, height, stream),
                ),
                10 => (
                    "D2D16Async",
                    cuMemsetD2D16Async(at, pitch, value as u16, width, height, stream),
                ),
                _ => (
                    "D2D32Async",
                    cuMemsetD2D32Async(at, pitch, value, width, height, stream),
                ),
            }
        };
        unsafe { ok(cuCtxSynchronize()) };
        let place = match (null, on_host) {
            (true, _) => "null",
            (_, true) => "pinned",
            _ => "device",
        };
        answer(
            format!("{index} {form} {place}+{offset} {value:#x} pitch{pitch} {width} x {height}"),
            format!("{} {}", name(result), unsafe { memories.sums() }),
        );
    }
}
