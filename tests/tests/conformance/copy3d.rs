//! Copies of boxes within a context, and one by one with attributes. Those between contexts are in peer.rs.

use crate::guards::{descriptor, has, Array, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{boxes, property, Box3, Kind, Surface, Triple, Volume};
use cuda_mem::sys::*;
use cuda_mem::{array_operand, batch_op, per_thread, pointer_operand, record3d, Operand3d, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "copy3d":
    each_pair_of_kinds, [cuMemcpy3D, cuMemcpy3DAsync];
    random_boxes, [cuMemcpy3D, cuMemcpy3DAsync];
    layers_and_faces_are_slices, [cuMemcpy3D];
    recorded_answers, [cuMemcpy3D, cuMemcpy3DAsync];
    refused_by_all_forms, [cuMemcpy3D, cuMemcpy3DAsync];
    one_with_attributes, [cuMemcpy3DWithAttributesAsync];
}

type Copy3d<'a> = &'a dyn Fn(&CUDA_MEMCPY3D) -> Result<()>;

/// Runs with each function, each stream, and both kinds of default stream.
fn each_form(mut run: impl FnMut(&str, Copy3d)) {
    let stream = Stream::new();
    // SAFETY: what the tests name is valid, or refused; all is waited for before it is compared or freed.
    unsafe {
        run("plain", &|copy| cuda_mem::memcpy3d(copy));
        run("in a stream", &|copy| cuda_mem::memcpy3d_async(copy, stream.0));
        run("in the default stream", &|copy| {
            cuda_mem::memcpy3d_async(copy, null_mut())
        });
        run("per thread", &|copy| per_thread::memcpy3d(copy));
        run("in the thread's stream", &|copy| {
            per_thread::memcpy3d_async(copy, null_mut())
        });
    }
}

fn copy_between(copy: Copy3d<'_>) -> impl Fn(&Surface, Triple, &mut Surface, Triple, Triple) + '_ {
    move |src, from, dst, to, (width, height, depth)| {
        let source = src.source3d().at(from.0, from.1, from.2);
        let destination = dst.destination3d().at(to.0, to.1, to.2);
        copy(&record3d(source, destination, width, height, depth)).expect("a box that is in both");
    }
}

fn each_pair_of_kinds(_: &Gpu) {
    each_form(|_, copy| {
        for src in Kind::ALL {
            for dst in Kind::ALL {
                let cut = Box3 {
                    src,
                    dst,
                    element: 4,
                    from: (2, 3, 1),
                    to: (4, 5, 2),
                    extent: (10, 6, 3),
                    beyond: ((4, 7, 2), (2, 3, 1)),
                    seed: 30,
                };
                cut.check(copy_between(copy));
            }
        }
    });
}

fn random_boxes(_: &Gpu) {
    each_form(|_, copy| property(boxes(5), |cut| cut.check(copy_between(copy))));
}

/// `z` is the layer of a layered array, 1D or 2D, and the face of a cubemap.
fn layers_and_faces_are_slices(_: &Gpu) {
    const CUBES: u32 = CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED;
    for (extents, flags) in [
        ((64, 0, 5), CUDA_ARRAY3D_LAYERED),
        ((64, 32, 5), CUDA_ARRAY3D_LAYERED),
        ((32, 32, 6), CUDA_ARRAY3D_CUBEMAP),
        ((16, 16, 12), CUBES),
    ] {
        let array = Array::new(&descriptor(2, extents, flags));
        let shape: Triple = (extents.0 * 2, extents.1.max(1), extents.2);
        let mut model = Volume::new(shape, 31);
        let whole = |operand| record3d(operand, Operand3d::array(array.0), shape.0, shape.1, shape.2);
        let base = Operand3d::host(model.bytes.as_ptr().cast(), shape.0, shape.1);
        // SAFETY: both have the array's extents.
        unsafe { cuda_mem::memcpy3d(&whole(base)) }.expect("all layers");
        // Half of each row of the last two layers.
        let patch = Volume::new((shape.0 / 2, shape.1, 2), 32);
        let source = Operand3d::host(patch.bytes.as_ptr().cast(), patch.pitch, patch.height);
        let destination = Operand3d::array(array.0).at(shape.0 / 2, 0, shape.2 - 2);
        let copy = record3d(source, destination, patch.pitch, patch.height, 2);
        // SAFETY: the box is in both.
        unsafe { cuda_mem::memcpy3d(&copy) }.expect("two layers");
        model.copy_from(
            (shape.0 / 2, 0, shape.2 - 2),
            &patch,
            (0, 0, 0),
            (patch.pitch, patch.height, 2),
        );
        let mut back = vec![0u8; model.bytes.len()];
        let host = Operand3d::host(back.as_mut_ptr().cast(), shape.0, shape.1);
        let copy = record3d(Operand3d::array(array.0), host, shape.0, shape.1, shape.2);
        // SAFETY: both have the array's extents.
        unsafe { cuda_mem::memcpy3d(&copy) }.expect("all layers again");
        assert_same!(back, model.bytes, "{extents:?}, flags {flags:#x}");
    }
}

fn recorded_answers(_: &Gpu) {
    let case = "array3D 16x8x4";
    let made = cuda_mem::array3d_create(&descriptor(4, (16, 8, 4), 0));
    recorded(case).check(code(made));
    let array = Array(made.expect(case));
    // One slice more than the array has.
    let volume: Vec<f32> = (0..16 * 8 * 5).map(|i| i as f32).collect();
    let mut back = vec![0f32; 16 * 8 * 4];
    let host = Operand3d::host(volume.as_ptr().cast(), 64, 8);
    let whole = record3d(host, Operand3d::array(array.0), 64, 8, 4);
    let out = record3d(
        Operand3d::array(array.0),
        Operand3d::host(back.as_mut_ptr().cast(), 64, 8),
        64,
        8,
        4,
    );
    let try_one = |case: &str, copy: &CUDA_MEMCPY3D| {
        // SAFETY: each record differs from a valid one as its case says, and is refused where that leaves the memory.
        recorded(case).check(code(unsafe { cuda_mem::memcpy3d(copy) }));
    };
    try_one("3D H->A", &whole);
    try_one(
        "3D LOD 1",
        &record3d(host.lod(1), Operand3d::array(array.0), 64, 8, 4),
    );
    try_one(
        "3D srcHeight<Height",
        &CUDA_MEMCPY3D {
            srcHeight: 7,
            ..whole
        },
    );
    let reserved = CUDA_MEMCPY3D {
        reserved0: std::ptr::NonNull::dangling().as_ptr(),
        ..whole
    };
    try_one("3D reserved0!=0", &reserved);
    try_one("3D depth0", &CUDA_MEMCPY3D { Depth: 0, ..whole });
    try_one("3D depth over", &CUDA_MEMCPY3D { Depth: 5, ..whole });
    let one_slice = CUDA_MEMCPY3D {
        srcHeight: 0,
        Depth: 1,
        ..whole
    };
    try_one("3D srcHeight 0 depth 1", &one_slice);
    try_one("3D A->H", &out);
    assert_same!(volume[..16 * 8 * 4], back);
    back.fill(0.0);
    let stream = Stream::new();
    // SAFETY: both have the array's extents.
    recorded("3DAsync A->H").check(code(unsafe { cuda_mem::memcpy3d_async(&out, stream.0) }));
    stream.wait();
    assert_same!(volume[..16 * 8 * 4], back);
}

fn refused_by_all_forms(_: &Gpu) {
    let array = Array::new(&descriptor(4, (16, 8, 4), 0));
    let memory = Memory::of(&[0x5a; 64 * 8 * 4]);
    let host = vec![0u8; 64 * 8 * 5];
    let read = Operand3d::host(host.as_ptr().cast(), 64, 8);
    let device = Operand3d::device(memory.at, 64, 8);
    let to_array = Operand3d::array(array.0);
    let unknown = CUDA_MEMCPY3D {
        dstMemoryType: CUmemorytype(9),
        ..record3d(read, device, 64, 8, 4)
    };
    let wrong = [
        (
            "a source pitch below the width",
            record3d(Operand3d::host(host.as_ptr().cast(), 60, 8), device, 64, 8, 4),
        ),
        (
            "a destination pitch below the width",
            record3d(read, Operand3d::device(memory.at, 60, 8), 64, 8, 4),
        ),
        (
            "a destination height below the height",
            record3d(read, Operand3d::device(memory.at, 64, 7), 64, 8, 4),
        ),
        (
            "a height below y and the height",
            record3d(read.at(0, 1, 0), device, 64, 8, 4),
        ),
        ("an unknown memory type", unknown),
        (
            "columns beyond the array",
            record3d(read, to_array.at(4, 0, 0), 64, 8, 4),
        ),
        (
            "rows beyond the array",
            record3d(read, to_array.at(0, 1, 0), 64, 8, 4),
        ),
        (
            "slices beyond the array",
            record3d(read, to_array.at(0, 0, 1), 64, 8, 4),
        ),
    ];
    each_form(|form, copy| {
        for (what, record) in &wrong {
            let error = copy(record).expect_err(what);
            assert!(error.is_invalid_value(), "{what}, {form}: {error}");
        }
    });
    assert_same!(memory.read(), [0x5a; 64 * 8 * 4], "nothing was copied");
}

/// Since CUDA 13.2; drivers before it say that they lack it.
fn one_with_attributes(_: &Gpu) {
    type WithAttributes = unsafe fn(&CUDA_MEMCPY3D_BATCH_OP, u64, CUstream) -> Result<()>;
    let forms: [(&str, WithAttributes); 2] = [
        (
            "cuMemcpy3DWithAttributesAsync",
            cuda_mem::memcpy3d_with_attributes_async,
        ),
        (
            "cuMemcpy3DWithAttributesAsync_ptsz",
            per_thread::memcpy3d_with_attributes_async,
        ),
    ];
    for (symbol, copy) in forms {
        let nothing = CUDA_MEMCPY3D_BATCH_OP::default();
        // SAFETY: without the symbol, nothing is called.
        if !has(symbol, "13.2", || unsafe { copy(&nothing, 0, null_mut()) }) {
            continue;
        }
        let src = Volume::new((64, 8, 4), 33);
        let mut dst = Volume::new((40, 6, 3), 34);
        let (source, mut destination) = (
            Surface::new(Kind::Array, &src, 4),
            Surface::new(Kind::Device, &dst, 4),
        );
        let offset = CUoffset3D { x: 3, y: 1, z: 1 };
        let from = array_operand(source.source().1, offset);
        // Rows of 10 elements, layers of 6 rows.
        let to = pointer_operand(destination.destination().0 + 8, 10, 6, CUmemLocation::default());
        let extent = CUextent3D {
            width: 7,
            height: 5,
            depth: 3,
        };
        let op = batch_op(from, to, extent, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, 0);
        let stream = Stream::new();
        // SAFETY: the box is in both, which live until the stream is done; the others are refused.
        unsafe {
            copy(&op, 0, stream.0).expect("one copy");
            stream.wait();
            dst.copy_from((8, 0, 0), &src, (12, 1, 1), (28, 5, 3));
            assert_same!(destination.read(), dst);
            assert!(copy(&op, 1, stream.0).expect_err("flags").is_invalid_value());
            let no_order = batch_op(from, to, extent, CU_MEMCPY_SRC_ACCESS_ORDER_INVALID, 0);
            assert!(copy(&no_order, 0, stream.0)
                .expect_err("no order")
                .is_invalid_value());
        }
        stream.wait();
        assert_same!(destination.read(), dst);
    }
}
