//! Arrays and mipmapped arrays.

use crate::ledger::{name, ok, Ledger};
use crate::machine::Kept;
use cuda_mem_sys::*;
use std::ptr::{null, null_mut};

const FLOAT: CUarray_format = CU_AD_FORMAT_FLOAT;

pub fn flat(width: usize, height: usize, format: CUarray_format, channels: u32) -> CUDA_ARRAY_DESCRIPTOR {
    CUDA_ARRAY_DESCRIPTOR {
        Width: width,
        Height: height,
        Format: format,
        NumChannels: channels,
    }
}

pub fn deep(
    extent: [usize; 3],
    format: CUarray_format,
    channels: u32,
    flags: u32,
) -> CUDA_ARRAY3D_DESCRIPTOR {
    let [width, height, depth] = extent;
    CUDA_ARRAY3D_DESCRIPTOR {
        Width: width,
        Height: height,
        Depth: depth,
        Format: format,
        NumChannels: channels,
        Flags: flags,
    }
}

pub unsafe fn arrays(rows: &mut Ledger, kept: &mut Kept) {
    unsafe {
        rows.code(
            "arrayCreate 64x64 f1",
            cuArrayCreate_v2(&mut kept.a, &flat(64, 64, FLOAT, 1)),
        );
        let mut d = CUDA_ARRAY_DESCRIPTOR::default();
        let code = cuArrayGetDescriptor_v2(&mut d, kept.a);
        let text = format!(
            "{}x{} fmt {:#x} ch {}",
            d.Width, d.Height, d.Format.0, d.NumChannels
        );
        rows.row("arrayGetDescriptor", code, text);
        let mut d = CUDA_ARRAY3D_DESCRIPTOR::default();
        let code = cuArray3DGetDescriptor_v2(&mut d, kept.a);
        let text = format!(
            "{}x{}x{} fmt {:#x} ch {} flags {:#x}",
            d.Width, d.Height, d.Depth, d.Format.0, d.NumChannels, d.Flags
        );
        rows.row("array3DGetDescriptor of 2D", code, text);
        let mut a = null_mut();
        for (case, descriptor) in [
            ("arrayCreate ch3", flat(64, 64, FLOAT, 3)),
            ("arrayCreate ch0", flat(64, 64, FLOAT, 0)),
            ("arrayCreate w0", flat(0, 64, FLOAT, 1)),
        ] {
            rows.code(case, cuArrayCreate_v2(&mut a, &descriptor));
        }
        rows.code(
            "arrayCreate h0 (1D)",
            cuArrayCreate_v2(&mut a, &flat(64, 0, FLOAT, 1)),
        );
        let mut d = CUDA_ARRAY_DESCRIPTOR::default();
        ok(cuArrayGetDescriptor_v2(&mut d, a));
        rows.text("  1D desc", "-", format!("{}x{}", d.Width, d.Height));
        ok(cuArrayDestroy(a));
        rows.code(
            "arrayCreate 1M wide",
            cuArrayCreate_v2(&mut a, &flat(1 << 20, 64, FLOAT, 1)),
        );
        rows.code(
            "arrayCreate fmt 0x77",
            cuArrayCreate_v2(&mut a, &flat(64, 64, CUarray_format(0x77), 1)),
        );
        rows.code("arrayCreate null desc", cuArrayCreate_v2(&mut a, null()));
        rows.code(
            "arrayCreate null out",
            cuArrayCreate_v2(null_mut(), &flat(64, 64, FLOAT, 1)),
        );
        rows.code("arrayDestroy null", cuArrayDestroy(null_mut()));
        formats(rows);
        shapes(rows);
        ok(cuArrayCreate_v2(&mut kept.l1, &flat(1024, 0, FLOAT, 1)));
    }
}

/// The formats in the recorder's order.
fn all_formats() -> impl Iterator<Item = u32> {
    let first = [0x01, 0x02, 0x03, 0x08, 0x09, 0x0a, 0x10, 0x20, 0xb0];
    let video = (0x9f..=0xaf).chain(0xb1..=0xb5).filter(|&format| format != 0xa0);
    first
        .into_iter()
        .chain(0xc0..=0xcb)
        .chain(0x91..=0x9e)
        .chain(video)
        .chain([0x50])
}

unsafe fn formats(rows: &mut Ledger) {
    for format in all_formats() {
        for channels in 1..=4 {
            let case = format!("fmt {format:#x} ch {channels}");
            let descriptor = deep([64, 64, 0], CUarray_format(format), channels, 0);
            unsafe {
                let mut a = null_mut();
                let code = cuArray3DCreate_v2(&mut a, &descriptor);
                if code != CUDA_SUCCESS {
                    rows.code(&case, code);
                    continue;
                }
                let mut needed = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
                let of_needed = cuArrayGetMemoryRequirements(&mut needed, a, 0);
                let mut plane = null_mut();
                let of_plane = cuArrayGetPlane(&mut plane, a, 0);
                let (size, align) = (needed.size, needed.alignment);
                let (of_needed, of_plane) = (name(of_needed), name(of_plane));
                rows.text(
                    &case,
                    "ok",
                    format!("req {of_needed} size {size} align {align} plane0 {of_plane}"),
                );
                ok(cuArrayDestroy(a));
            }
        }
    }
}

unsafe fn shapes(rows: &mut Ledger) {
    let cases: [(&str, [usize; 3], u32); 16] = [
        ("1D", [64, 0, 0], 0),
        ("3D", [64, 32, 16], 0),
        ("1D layered", [64, 0, 5], CUDA_ARRAY3D_LAYERED),
        ("2D layered", [64, 32, 5], CUDA_ARRAY3D_LAYERED),
        ("cubemap", [64, 64, 6], CUDA_ARRAY3D_CUBEMAP),
        ("cubemap depth5", [64, 64, 5], CUDA_ARRAY3D_CUBEMAP),
        ("cubemap w!=h", [64, 32, 6], CUDA_ARRAY3D_CUBEMAP),
        (
            "cubemap layered 12",
            [64, 64, 12],
            CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED,
        ),
        (
            "cubemap layered 7",
            [64, 64, 7],
            CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED,
        ),
        ("surface", [64, 64, 0], CUDA_ARRAY3D_SURFACE_LDST),
        ("gather", [64, 64, 0], CUDA_ARRAY3D_TEXTURE_GATHER),
        ("gather 3D", [64, 32, 16], CUDA_ARRAY3D_TEXTURE_GATHER),
        ("depth w/o height", [64, 0, 16], 0),
        ("sparse", [1024, 1024, 0], CUDA_ARRAY3D_SPARSE),
        ("deferred", [1024, 1024, 0], CUDA_ARRAY3D_DEFERRED_MAPPING),
        ("flag 0x8000", [64, 64, 0], 0x8000),
    ];
    for (case, extent, flags) in cases {
        unsafe {
            let mut a = null_mut();
            let code = cuArray3DCreate_v2(&mut a, &deep(extent, FLOAT, 1, flags));
            let case = format!("array3D {case}");
            if code != CUDA_SUCCESS {
                rows.code(&case, code);
                continue;
            }
            let mut d = CUDA_ARRAY3D_DESCRIPTOR::default();
            ok(cuArray3DGetDescriptor_v2(&mut d, a));
            let mut needed = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
            let of_needed = cuArrayGetMemoryRequirements(&mut needed, a, 0);
            let mut text = format!(
                "{}x{}x{} flags {:#x} memreq {}",
                d.Width,
                d.Height,
                d.Depth,
                d.Flags,
                name(of_needed)
            );
            if of_needed == CUDA_SUCCESS {
                text += &format!(" size {} align {}", needed.size, needed.alignment);
            }
            let mut sparse = CUDA_ARRAY_SPARSE_PROPERTIES::default();
            let of_sparse = cuArrayGetSparseProperties(&mut sparse, a);
            text += &format!(" sparse {}", name(of_sparse));
            if of_sparse == CUDA_SUCCESS {
                text += &format!(" {}", tile(&sparse));
            }
            rows.row(&case, code, text);
            ok(cuArrayDestroy(a));
        }
    }
}

fn tile(sparse: &CUDA_ARRAY_SPARSE_PROPERTIES) -> String {
    let t = &sparse.tileExtent;
    let (first, size, flags) = (sparse.miptailFirstLevel, sparse.miptailSize, sparse.flags);
    format!(
        "tile {}x{}x{} tailFirst {first} tailSize {size} flags {flags}",
        t.width, t.height, t.depth
    )
}

pub unsafe fn mipmaps(rows: &mut Ledger) {
    for levels in 0..10 {
        unsafe {
            let mut m = null_mut();
            let code = cuMipmappedArrayCreate(&mut m, &deep([64, 32, 0], FLOAT, 1, 0), levels);
            let mut text = String::new();
            for level in 0.. {
                let mut a = null_mut();
                let of_level = cuMipmappedArrayGetLevel(&mut a, m, level);
                if of_level != CUDA_SUCCESS {
                    text += &format!(" L{level} {}", name(of_level));
                    break;
                }
                let mut d = CUDA_ARRAY_DESCRIPTOR::default();
                ok(cuArrayGetDescriptor_v2(&mut d, a));
                text += &format!(" L{level} {}x{}", d.Width, d.Height);
            }
            let mut needed = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
            text += &format!(
                " memreq {}",
                name(cuMipmappedArrayGetMemoryRequirements(&mut needed, m, 0))
            );
            let mut sparse = CUDA_ARRAY_SPARSE_PROPERTIES::default();
            text += &format!(
                " sparse {}",
                name(cuMipmappedArrayGetSparseProperties(&mut sparse, m))
            );
            rows.row(&format!("mipmap 64x32 levels {levels}"), code, text);
            ok(cuMipmappedArrayDestroy(m));
        }
    }
    unsafe {
        let (mut m, mut sparse) = (null_mut(), CUDA_ARRAY_SPARSE_PROPERTIES::default());
        let mut needed = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
        let descriptor = deep([1024, 1024, 0], FLOAT, 1, CUDA_ARRAY3D_SPARSE);
        rows.code("mipmap sparse", cuMipmappedArrayCreate(&mut m, &descriptor, 11));
        let code = cuMipmappedArrayGetSparseProperties(&mut sparse, m);
        rows.row("mipmap sparse props", code, tile(&sparse));
        rows.code(
            "mipmap sparse memreq",
            cuMipmappedArrayGetMemoryRequirements(&mut needed, m, 0),
        );
        ok(cuMipmappedArrayDestroy(m));
        let descriptor = deep([1024, 1024, 0], FLOAT, 1, CUDA_ARRAY3D_DEFERRED_MAPPING);
        rows.code("mipmap deferred", cuMipmappedArrayCreate(&mut m, &descriptor, 11));
        let code = cuMipmappedArrayGetMemoryRequirements(&mut needed, m, 0);
        rows.row(
            "mipmap deferred memreq",
            code,
            format!("{}/{}", needed.size, needed.alignment),
        );
        ok(cuMipmappedArrayDestroy(m));
    }
}
