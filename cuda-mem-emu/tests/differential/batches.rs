//! Batches of copies, of prefetches and of discards.

use crate::dice::Dice;
use crate::setting::{answer, name, of_bytes, ok, pattern, plain, sum, Memories, Setting, Solid};
use cuda_mem_sys::*;
use std::ptr::null_mut;

/// Each entry writes to a range of its own.
const APART: u64 = 4096;

pub unsafe fn ask(setting: &Setting) {
    let mut stream = null_mut();
    unsafe {
        ok(cuStreamCreate(&mut stream, 0));
        lines(stream);
        boxes(stream);
        managed(setting, stream);
    }
}

fn location(dice: &mut Dice) -> (CUmemLocation, String) {
    let kind = dice.of(&[0, 0, 0, 1, 1, 2, 3, 4, 5]);
    let id = dice.of(&[0, 0, 0, -1, 1]);
    (
        CUmemLocation::new(CUmemLocationType(kind), id),
        format!("{kind}:{id}"),
    )
}

/// Memory of some kind, `index` ranges further on.
fn place(dice: &mut Dice, memories: &Memories, index: usize) -> (CUdeviceptr, &'static str) {
    let offset = index as u64 * APART;
    match dice.of(&[0, 0, 0, 1, 1, 2, 2, 3]) {
        0 => (memories.device + offset, "device"),
        1 => (memories.pinned as CUdeviceptr + offset, "pinned"),
        2 => (memories.pageable.as_ptr() as CUdeviceptr + offset, "pageable"),
        _ if dice.once_in(4) => (0, "null"),
        _ => (memories.device + offset, "device"),
    }
}

unsafe fn lines(stream: CUstream) {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    unsafe { sources.fill(&from) };
    let mut dice = Dice::new(15);
    for index in 0..500 {
        let count = dice.of(&[0, 1, 1, 2, 2, 3, 4]);
        let mut text = String::new();
        let (mut to_list, mut from_list, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for entry in 0..count {
            let (source, source_name) = place(&mut dice, &sources, entry);
            let (target, target_name) = place(&mut dice, &targets, entry);
            let bytes = dice.of(&[100usize, 1000, 1000, 4000, 1, 0]);
            text += &format!(", {source_name} to {target_name} {bytes}");
            to_list.push(target);
            from_list.push(source);
            sizes.push(bytes);
        }
        let several = dice.of(&[1, 1, 1, 1, 2, 2, 3, 0]);
        let mut attributes = Vec::new();
        let mut starts = Vec::new();
        for entry in 0..several {
            let (from_hint, from_text) = location(&mut dice);
            let (to_hint, to_text) = location(&mut dice);
            let order = dice.of(&[1, 1, 1, 2, 3, 3, 0, 4]);
            let flags = dice.of(&[0, 0, 0, 0, 1, 2]);
            let regular = if entry == 0 { 0 } else { entry.min(3) };
            let start = if dice.once_in(6) {
                dice.of(&[0usize, 1, 2, 5])
            } else {
                regular
            };
            text += &format!("; at {start} order {order} hints {from_text} {to_text} flags {flags}");
            attributes.push(CUmemcpyAttributes {
                srcAccessOrder: CUmemcpySrcAccessOrder(order),
                srcLocHint: from_hint,
                dstLocHint: to_hint,
                flags,
            });
            starts.push(start);
        }
        let (on, on_name) = dice.of(&[(0, "own"), (0, "own"), (0, "own"), (1, "null"), (2, "legacy")]);
        let on = [stream, null_mut(), CU_STREAM_LEGACY][on];
        unsafe { targets.fill(&to) };
        let result = unsafe {
            cuMemcpyBatchAsync(
                to_list.as_mut_ptr(),
                from_list.as_mut_ptr(),
                sizes.as_mut_ptr(),
                count,
                attributes.as_mut_ptr(),
                starts.as_mut_ptr(),
                several,
                on,
            )
        };
        unsafe { ok(cuCtxSynchronize()) };
        let sums = sum(unsafe { targets.sums() }.as_bytes());
        answer(
            format!("line {index} in {on_name}{text}"),
            format!("{} {sums:x}", name(result)),
        );
    }
}

fn operand(
    dice: &mut Dice,
    memories: &Memories,
    array: CUarray,
    index: usize,
) -> (CUmemcpy3DOperand, String) {
    let mut operand = CUmemcpy3DOperand {
        type_: CUmemcpy3DOperandType(dice.of(&[1, 1, 1, 1, 2, 2, 0, 3])),
        ..Default::default()
    };
    if operand.type_ == CU_MEMCPY_OPERAND_TYPE_ARRAY {
        let offset = CUoffset3D {
            x: dice.of(&[0, 0, 1, 8, 16]),
            y: dice.of(&[0, 0, 1, 7]),
            z: dice.of(&[0, 0, 3]),
        };
        operand.op.array.array = array;
        operand.op.array.offset = offset;
        return (operand, format!("array {} {} {}", offset.x, offset.y, offset.z));
    }
    let (at, place) = place(dice, memories, index);
    let (row, height) = (dice.of(&[0, 0, 4, 16, 32]), dice.of(&[0, 0, 2, 8]));
    let (hint, hint_text) = location(dice);
    operand.op.ptr.ptr = at;
    operand.op.ptr.rowLength = row;
    operand.op.ptr.layerHeight = height;
    operand.op.ptr.locHint = hint;
    (
        operand,
        format!(
            "type {} {place} row {row} height {height} hint {hint_text}",
            operand.type_.0
        ),
    )
}

unsafe fn boxes(stream: CUstream) {
    let (from, to) = (pattern(1), pattern(100));
    let (mut sources, mut targets) = unsafe { (Memories::new(), Memories::new()) };
    let array = || unsafe { Solid::new(of_bytes(2), [16, 8, 4], 0) };
    let (source_array, target_array) = (array(), array());
    unsafe {
        sources.fill(&from);
        source_array.fill(&from);
    }
    let mut dice = Dice::new(16);
    for index in 0..500 {
        let count = dice.of(&[0, 1, 1, 1, 2, 2, 3]);
        let mut text = String::new();
        let mut operations = Vec::new();
        // The array is one: two copies into it may meet.
        let mut into_array = false;
        for entry in 0..count {
            let (src, src_text) = operand(&mut dice, &sources, source_array.array, entry);
            let (dst, dst_text) = operand(&mut dice, &targets, target_array.array, entry);
            if dst.type_ == CU_MEMCPY_OPERAND_TYPE_ARRAY && std::mem::replace(&mut into_array, true) {
                continue;
            }
            let extent = CUextent3D {
                width: dice.of(&[1, 4, 4, 8, 16, 0]),
                height: dice.of(&[1, 1, 2, 8, 0]),
                depth: dice.of(&[1, 1, 2, 0]),
            };
            let order = dice.of(&[1, 1, 1, 1, 2, 3, 0, 4]);
            let flags = dice.of(&[0, 0, 0, 0, 0, 1, 2]);
            text += &format!(
                "; {src_text} to {dst_text}, {} x {} x {}, order {order} flags {flags}",
                extent.width, extent.height, extent.depth
            );
            let order = CUmemcpySrcAccessOrder(order);
            operations.push(CUDA_MEMCPY3D_BATCH_OP {
                src,
                dst,
                extent,
                srcAccessOrder: order,
                flags,
            });
        }
        let flags = dice.of(&[0, 0, 0, 0, 0, 0, 1]);
        let (on, on_name) = dice.of(&[(0, "own"), (0, "own"), (0, "own"), (0, "own"), (1, "null")]);
        let on = [stream, null_mut()][on];
        unsafe {
            targets.fill(&to);
            target_array.fill(&to);
        }
        let result = unsafe { cuMemcpy3DBatchAsync(operations.len(), operations.as_mut_ptr(), flags, on) };
        unsafe { ok(cuCtxSynchronize()) };
        let sums = format!("{} {:x}", unsafe { targets.sums() }, unsafe {
            target_array.sum()
        });
        let sums = sum(sums.as_bytes());
        answer(
            format!("box {index} in {on_name} flags {flags}{text}"),
            format!("{} {sums:x}", name(result)),
        );
    }
}

unsafe fn managed(setting: &Setting, stream: CUstream) {
    const SIZE: usize = 64 << 10;
    let (mut first, mut second, mut device) = (0, 0, 0);
    unsafe {
        ok(cuMemAllocManaged(&mut first, SIZE, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemAllocManaged(&mut second, SIZE, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemAlloc(&mut device, SIZE));
    }
    let mut dice = Dice::new(17);
    for index in 0..300 {
        let count = dice.of(&[0, 1, 1, 2, 2]);
        let mut text = String::new();
        let (mut addresses, mut sizes) = (Vec::new(), Vec::new());
        for entry in 0..count {
            let managed = if entry == 0 {
                ("first", first)
            } else {
                ("second", second)
            };
            let (name, at) = dice.of(&[
                managed,
                managed,
                managed,
                managed,
                managed,
                ("device", device),
                ("null", 0),
            ]);
            let offset = dice.of(&[0, 0, 0, 4096, 100]);
            let bytes = dice.of(&[SIZE, 4096, 4096, 5000, 0, 2 * SIZE]);
            text += &format!(", {name}+{offset} {bytes}");
            addresses.push(at + offset);
            sizes.push(bytes);
        }
        let several = dice.of(&[1, 1, 1, 2, 0]);
        let (mut locations, mut starts) = (Vec::new(), Vec::new());
        for entry in 0..several {
            let kind = dice.of(&[1, 1, 1, 2, 2, 3, 4, 0, 5]);
            let id = dice.of(&[setting.device, setting.device, 0, -1, 1]);
            let start = if dice.once_in(6) {
                dice.of(&[0usize, 1, 2])
            } else {
                entry
            };
            text += &format!("; at {start} to {kind}:{id}");
            locations.push(CUmemLocation::new(CUmemLocationType(kind), id));
            starts.push(start);
        }
        let flags = dice.of(&[0, 0, 0, 0, 0, 0, 1]);
        let (list, bytes) = (addresses.as_mut_ptr(), sizes.as_mut_ptr());
        let (to, at) = (locations.as_mut_ptr(), starts.as_mut_ptr());
        let (form, result) = unsafe {
            match dice.of(&[0, 1, 2]) {
                0 => (
                    "prefetch",
                    cuMemPrefetchBatchAsync(list, bytes, count, to, at, several, flags, stream),
                ),
                1 => (
                    "discard",
                    cuMemDiscardBatchAsync(list, bytes, count, flags, stream),
                ),
                _ => {
                    let result =
                        cuMemDiscardAndPrefetchBatchAsync(list, bytes, count, to, at, several, flags, stream);
                    ("discard and prefetch", result)
                }
            }
        };
        unsafe { ok(cuCtxSynchronize()) };
        plain(format!("{form} {index} flags {flags}{text}"), result);
    }
}
