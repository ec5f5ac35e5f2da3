//! Arrays and mipmapped arrays of every shape, and what they say of themselves.

use crate::dice::Dice;
use crate::setting::{code, Setting};
use cuda_mem_sys::*;
use std::ptr::null_mut;

const FORMATS: &[u32] = &[
    0, 1, 2, 3, 8, 9, 0x0a, 0x10, 0x20, 0x40, 0x50, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x98, 0x99, 0x9a,
    0x9b, 0x9c, 0x9d, 0xb0, 0xc0, 0xc1, 0xc5, 0xca,
];

const PLAIN: &[u32] = &[1, 2, 3, 8, 9, 10, 16, 32];

fn descriptor(dice: &mut Dice) -> CUDA_ARRAY3D_DESCRIPTOR {
    let size = |dice: &mut Dice| dice.of(&[0, 0, 1, 2, 4, 6, 6, 8, 16, 16, 17, 32, 64, 64, 128, 2050, 40000]);
    let odd = dice.once_in(3);
    let format = dice.of(if odd { FORMATS } else { PLAIN });
    let channels = dice.of(&[1, 1, 2, 4, 4, 3, 0, 1, 2, 4, 5, 8]);
    let flag = |dice: &mut Dice| dice.of(&[0, 0, 0, 1, 1, 2, 4, 8, 16, 32, 64, 128]);
    let flags = match dice.of(&[1, 1, 2, 3]) {
        1 => flag(dice),
        2 => flag(dice) | flag(dice),
        _ => flag(dice) | flag(dice) | flag(dice),
    };
    let cube = flags & CUDA_ARRAY3D_CUBEMAP != 0 && dice.once_in(2);
    let width = size(dice);
    CUDA_ARRAY3D_DESCRIPTOR {
        Width: width,
        Height: if cube { width } else { size(dice) },
        Depth: if cube {
            dice.of(&[6, 6, 12, 5])
        } else {
            dice.of(&[0, 0, 0, 1, 2, 6, 16, 2050])
        },
        Format: CUarray_format(format),
        NumChannels: channels,
        Flags: flags,
    }
}

fn text(of: &CUDA_ARRAY3D_DESCRIPTOR) -> String {
    let (width, height, depth) = (of.Width, of.Height, of.Depth);
    format!(
        "{width} x {height} x {depth}, format {:#x} x {}, flags {:#x}",
        of.Format.0, of.NumChannels, of.Flags
    )
}

/// Nothing of a thousand such sizes fits into less than all of a device.
fn is_large(of: &CUDA_ARRAY3D_DESCRIPTOR) -> bool {
    of.Width.max(1) * of.Height.max(1) * of.Depth.max(1) > 1 << 24
}

unsafe fn details(setting: &Setting, array: CUarray) -> String {
    let mut given = CUDA_ARRAY3D_DESCRIPTOR::default();
    let mut requirements = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
    let mut sparse = CUDA_ARRAY_SPARSE_PROPERTIES::default();
    let mut plane = null_mut();
    unsafe {
        let described = cuArray3DGetDescriptor(&mut given, array);
        let required = cuArrayGetMemoryRequirements(&mut requirements, array, setting.device);
        let tiles = cuArrayGetSparseProperties(&mut sparse, array);
        let planes = cuArrayGetPlane(&mut plane, array, 0);
        let extent = sparse.tileExtent;
        format!(
            "{described:?} {}; {required:?} {} {}; {tiles:?} {}x{}x{} {} {} {}; {planes:?}",
            text(&given),
            requirements.size,
            requirements.alignment,
            extent.width,
            extent.height,
            extent.depth,
            sparse.miptailFirstLevel,
            sparse.miptailSize,
            sparse.flags
        )
    }
}

pub unsafe fn ask(setting: &Setting) {
    let mut dice = Dice::new(5);
    for index in 0..1500 {
        let wanted = descriptor(&mut dice);
        if is_large(&wanted) {
            continue;
        }
        let mut array = null_mut();
        let result = unsafe { cuArray3DCreate(&mut array, &wanted) };
        code(format!("array {index} {}", text(&wanted)), result, || unsafe {
            let text = details(setting, array);
            format!("{text}; {:?}", cuArrayDestroy(array))
        });
    }
    let mut dice = Dice::new(6);
    for index in 0..800 {
        let wanted = descriptor(&mut dice);
        let levels = dice.of(&[0, 1, 1, 2, 3, 4, 5, 7, 20]);
        if is_large(&wanted) {
            continue;
        }
        let mut mipmapped = null_mut();
        let result = unsafe { cuMipmappedArrayCreate(&mut mipmapped, &wanted, levels) };
        code(
            format!("mipmapped {index} {}, {levels} levels", text(&wanted)),
            result,
            || unsafe {
                let mut found = Vec::new();
                for level in 0..20 {
                    let (mut array, mut given) = (null_mut(), CUDA_ARRAY3D_DESCRIPTOR::default());
                    let result = cuMipmappedArrayGetLevel(&mut array, mipmapped, level);
                    if result != CUDA_SUCCESS {
                        found.push(format!("{result:?}"));
                        break;
                    }
                    let described = cuArray3DGetDescriptor(&mut given, array);
                    found.push(format!(
                        "{described:?} {}x{}x{}",
                        given.Width, given.Height, given.Depth
                    ));
                }
                let mut requirements = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
                let required =
                    cuMipmappedArrayGetMemoryRequirements(&mut requirements, mipmapped, setting.device);
                let mut sparse = CUDA_ARRAY_SPARSE_PROPERTIES::default();
                let tiles = cuMipmappedArrayGetSparseProperties(&mut sparse, mipmapped);
                format!(
                    "{}; {required:?} {} {}; {tiles:?} {} {}; {:?}",
                    found.join(", "),
                    requirements.size,
                    requirements.alignment,
                    sparse.miptailFirstLevel,
                    sparse.miptailSize,
                    cuMipmappedArrayDestroy(mipmapped)
                )
            },
        );
    }
}
