//! Copies of rectangles.

use crate::guards::{descriptor, without_context, Array, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{boxes, property, Box3, Kind, Surface, Triple, Volume};
use cuda_mem::sys::*;
use cuda_mem::{per_thread, record2d, Operand2d, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "copy2d":
    each_pair_of_kinds, [cuMemcpy2D, cuMemcpy2DUnaligned, cuMemcpy2DAsync];
    random_rectangles, [cuMemcpy2D, cuMemcpy2DUnaligned, cuMemcpy2DAsync];
    a_record_filled_as_in_c, [cuMemcpy2D];
    a_pitch_of_0_means_rows_without_gaps, [cuMemcpy2D];
    odd_pitches_on_the_device, [cuMemcpy2D, cuMemcpy2DUnaligned];
    recorded_answers, [cuMemcpy2D, cuMemcpy2DUnaligned, cuMemcpy2DAsync];
    refused_by_all_forms, [cuMemcpy2D, cuMemcpy2DUnaligned, cuMemcpy2DAsync];
    no_current_context, [cuMemcpy2D];
}

type Copy2d<'a> = &'a dyn Fn(&CUDA_MEMCPY2D) -> Result<()>;

/// Runs with each function, each stream, and both kinds of default stream.
fn each_form(mut run: impl FnMut(&str, Copy2d)) {
    let stream = Stream::new();
    // SAFETY: what the tests name is valid, or refused; all is waited for before it is compared or freed.
    unsafe {
        run("plain", &|copy| cuda_mem::memcpy2d(copy));
        run("unaligned", &|copy| cuda_mem::memcpy2d_unaligned(copy));
        run("in a stream", &|copy| cuda_mem::memcpy2d_async(copy, stream.0));
        run("in the default stream", &|copy| {
            cuda_mem::memcpy2d_async(copy, null_mut())
        });
        run("per thread", &|copy| per_thread::memcpy2d(copy));
        run("per thread, unaligned", &|copy| {
            per_thread::memcpy2d_unaligned(copy)
        });
        run("in the thread's stream", &|copy| {
            per_thread::memcpy2d_async(copy, null_mut())
        });
    }
}

fn copy_between(copy: Copy2d<'_>) -> impl Fn(&Surface, Triple, &mut Surface, Triple, Triple) + '_ {
    move |src, from, dst, to, extent| {
        let source = src.source2d().at(from.0, from.1);
        let destination = dst.destination2d().at(to.0, to.1);
        copy(&record2d(source, destination, extent.0, extent.1)).expect("a rectangle that is in both");
    }
}

fn each_pair_of_kinds(_: &Gpu) {
    each_form(|_, copy| {
        for src in Kind::ALL {
            for dst in Kind::ALL {
                let rectangle = Box3 {
                    src,
                    dst,
                    element: 4,
                    from: (2, 3, 0),
                    to: (4, 5, 0),
                    extent: (10, 10, 1),
                    beyond: ((12, 7, 0), (18, 9, 0)),
                    seed: 20,
                };
                rectangle.check(copy_between(copy));
            }
        }
    });
}

fn random_rectangles(_: &Gpu) {
    each_form(|_, copy| property(boxes(1), |rectangle| rectangle.check(copy_between(copy))));
}

/// The record without the operands: only the fields that count are set.
fn a_record_filled_as_in_c(_: &Gpu) {
    let (src, mut dst) = (Volume::new((64, 48, 1), 21), Volume::new((512, 8, 1), 22));
    let memory = Memory::of(&dst.bytes);
    let copy = CUDA_MEMCPY2D {
        srcXInBytes: 4,
        srcY: 2,
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: src.bytes.as_ptr().cast(),
        srcPitch: 64,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: memory.at,
        dstPitch: 512,
        WidthInBytes: 16,
        Height: 8,
        ..CUDA_MEMCPY2D::default()
    };
    // SAFETY: the rectangle is in both.
    unsafe { cuda_mem::memcpy2d(&copy) }.expect("as in C");
    dst.copy_from((0, 0, 0), &src, (4, 2, 0), (16, 8, 1));
    assert_same!(memory.read(), dst.bytes);
}

fn a_pitch_of_0_means_rows_without_gaps(_: &Gpu) {
    let (packed, mut dst) = (Volume::new((24, 10, 1), 23), Volume::new((96, 12, 1), 24));
    let mut destination = Surface::new(Kind::Device, &dst, 1);
    let source = Operand2d::host(packed.bytes.as_ptr().cast(), 0);
    let copy = record2d(source, destination.destination2d().at(8, 1), 24, 10);
    // SAFETY: 10 rows of 24 bytes are the whole source.
    recorded("2D srcPitch 0").check(code(unsafe { cuda_mem::memcpy2d(&copy) }));
    dst.copy_from((8, 1, 0), &packed, (0, 0, 0), (24, 10, 1));
    assert_same!(destination.read(), dst);
}

/// Pitches that no allocation function gives, on both sides of a copy within the device.
fn odd_pitches_on_the_device(_: &Gpu) {
    for (case, src_pitch, dst_pitch) in [
        ("2D D->D odd pitch", 67, 67),
        ("2D D->D pitch 257/301", 257, 301),
        ("2DUnaligned D->D odd pitch", 67, 67),
    ] {
        let src = Volume::new((src_pitch, 12, 1), 25);
        let mut dst = Volume::new((dst_pitch, 9, 1), 26);
        let (source, mut destination) = (
            Surface::new(Kind::Device, &src, 1),
            Surface::new(Kind::Device, &dst, 1),
        );
        let copy = record2d(
            source.source2d().at(5, 3),
            destination.destination2d().at(1, 0),
            61,
            9,
        );
        // SAFETY: 61 bytes from column 5 on are in 67, and 9 rows from row 3 on in 12.
        let result = unsafe {
            if case.starts_with("2DUnaligned") {
                cuda_mem::memcpy2d_unaligned(&copy)
            } else {
                cuda_mem::memcpy2d(&copy)
            }
        };
        recorded(case).check(code(result));
        dst.copy_from((1, 0, 0), &src, (5, 3, 0), (61, 9, 1));
        assert_same!(destination.read(), dst, "{case}");
    }
}

fn recorded_answers(_: &Gpu) {
    let array = Array::new(&descriptor(4, (64, 64, 0), 0));
    // One row more than the array has.
    let image: Vec<f32> = (0..64 * 65).map(|i| i as f32).collect();
    let mut back = vec![0f32; 64 * 64];
    let whole = record2d(
        Operand2d::host(image.as_ptr().cast(), 256),
        Operand2d::array(array.0),
        256,
        64,
    );
    let out = record2d(
        Operand2d::array(array.0),
        Operand2d::host(back.as_mut_ptr().cast(), 256),
        256,
        64,
    );
    let try_one = |case: &str, copy: &CUDA_MEMCPY2D| {
        // SAFETY: each record differs from a valid one as its case says, and is refused where that leaves the memory.
        recorded(case).check(code(unsafe { cuda_mem::memcpy2d(copy) }));
    };
    try_one("2D H->A", &whole);
    try_one("2D A->H", &out);
    assert_same!(image[..64 * 64], back);
    try_one(
        "2D H->A x over",
        &CUDA_MEMCPY2D {
            dstXInBytes: 4,
            ..whole
        },
    );
    let x_unaligned = CUDA_MEMCPY2D {
        dstXInBytes: 2,
        WidthInBytes: 4,
        ..whole
    };
    try_one("2D H->A x unaligned", &x_unaligned);
    try_one(
        "2D pitch<width",
        &CUDA_MEMCPY2D {
            srcPitch: 128,
            ..whole
        },
    );
    let unknown = CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype(9),
        ..whole
    };
    try_one("2D memtype 9", &unknown);
    try_one(
        "2D width0",
        &CUDA_MEMCPY2D {
            WidthInBytes: 0,
            ..whole
        },
    );
    try_one("2D height0", &CUDA_MEMCPY2D { Height: 0, ..whole });
    try_one("2D height over", &CUDA_MEMCPY2D { Height: 65, ..whole });
    // SAFETY: null is refused.
    recorded("2D null").check(unsafe { cuMemcpy2D(std::ptr::null()) });

    // SAFETY: both have 64 rows of 256 bytes.
    unsafe {
        cuda_mem::memcpy2d(&whole).expect("again, after the unaligned one");
        back.fill(0.0);
        recorded("2DUnaligned A->H").check(code(cuda_mem::memcpy2d_unaligned(&out)));
        assert_same!(image[..64 * 64], back);
        back.fill(0.0);
        let stream = Stream::new();
        recorded("2DAsync A->H").check(code(cuda_mem::memcpy2d_async(&out, stream.0)));
        stream.wait();
        assert_same!(image[..64 * 64], back);
    }

    // The recorded rectangle: its first, fourth and last elements.
    let mut part = vec![0f32; 4 * 2];
    let sub = record2d(
        Operand2d::array(array.0).at(2 * 4, 3),
        Operand2d::host(part.as_mut_ptr().cast(), 16),
        16,
        2,
    );
    try_one("2D A->H sub", &sub);
    let seen = format!("{} {} {}", part[0], part[3], part[4]);
    assert_eq!(seen, recorded("2D A->H sub").details);

    let pinned_or_not = record2d(
        Operand2d::unified(image.as_ptr() as CUdeviceptr, 256),
        Operand2d::array(array.0),
        256,
        64,
    );
    try_one("2D UNIFIED", &pinned_or_not);

    // On the device, as recorded: of host memory the driver checks no pitch, and reads as far away as it says.
    let memory = Memory::new(4096);
    let beyond = record2d(
        Operand2d::device(memory.at, (1 << 31) + 256),
        Operand2d::device(memory.at + 2048, 256),
        256,
        2,
    );
    try_one("2D pitch > MAX", &beyond);
    try_one("2D pitch > MAX h1", &CUDA_MEMCPY2D { Height: 1, ..beyond });
}

/// What no form takes, on the side of the source and on that of the destination.
fn refused_by_all_forms(_: &Gpu) {
    let array = Array::new(&descriptor(4, (16, 16, 0), 0));
    let memory = Memory::of(&[0x5a; 64 * 16]);
    let mut host = vec![0u8; 64 * 17];
    let read = Operand2d::host(host.as_ptr().cast(), 64);
    let written = Operand2d::host(host.as_mut_ptr().cast(), 64);
    let device = Operand2d::device(memory.at, 64);
    let narrow = Operand2d::device(memory.at, 60);
    let wrong = [
        (
            "a source pitch below the width",
            record2d(read, narrow.at(0, 0), 64, 2),
        ),
        (
            "a destination pitch below the width",
            record2d(Operand2d::host(host.as_ptr().cast(), 60), device, 64, 2),
        ),
        (
            "a pitch below x and the width",
            record2d(read.at(8, 0), device, 60, 2),
        ),
        (
            "a null source",
            record2d(Operand2d::host(std::ptr::null(), 64), device, 64, 2),
        ),
        (
            "a null destination",
            record2d(read, Operand2d::host(null_mut(), 64), 64, 2),
        ),
        (
            "columns beyond the array",
            record2d(read, Operand2d::array(array.0).at(4, 0), 64, 2),
        ),
        (
            "rows beyond the array",
            record2d(read, Operand2d::array(array.0).at(0, 1), 64, 16),
        ),
        (
            "columns beyond the read array",
            record2d(Operand2d::array(array.0).at(4, 0), written, 64, 2),
        ),
        (
            "rows beyond the read array",
            record2d(Operand2d::array(array.0).at(0, 1), written, 64, 16),
        ),
    ];
    each_form(|form, copy| {
        for (what, record) in &wrong {
            let error = copy(record).expect_err(what);
            assert!(error.is_invalid_value(), "{what}, {form}: {error}");
        }
    });
    assert_same!(memory.read(), [0x5a; 64 * 16], "nothing was copied");
}

fn no_current_context(_: &Gpu) {
    let memory = Memory::new(64);
    let host = [0u8; 64];
    let copy = record2d(
        Operand2d::host(host.as_ptr().cast(), 8),
        Operand2d::device(memory.at, 8),
        8,
        8,
    );
    without_context(|| {
        // SAFETY: both are 64 bytes long.
        let error = unsafe { cuda_mem::memcpy2d(&copy) }.expect_err("no context");
        assert_eq!(error.code(), CUDA_ERROR_INVALID_CONTEXT, "{error}");
    });
}
