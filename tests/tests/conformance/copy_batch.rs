//! Many copies with one call, in the forms of CUDA 13.0 and of 12.8, and single copies with attributes.

use crate::guards::{descriptor, has, Array, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{Kind, Surface, Volume};
use cuda_mem::sys::*;
use cuda_mem::{array_operand, batch_op, per_thread, pointer_operand, Origin, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "copy_batch":
    each_copy_of_a_batch, [cuMemcpyBatchAsync, cuMemcpyBatchAsync_v1];
    one_set_of_attributes_for_many_copies, [cuMemcpyBatchAsync, cuMemcpyBatchAsync_v1];
    a_source_on_the_stack, [cuMemcpyBatchAsync];
    recorded_answers, [cuMemcpyBatchAsync];
    the_old_form_names_the_copy_that_is_wrong, [cuMemcpyBatchAsync_v1, cuMemcpy3DBatchAsync_v1];
    lists_of_different_lengths, [cuMemcpyBatchAsync, cuMemcpyBatchAsync_v1];
    each_box_of_a_batch, [cuMemcpy3DBatchAsync, cuMemcpy3DBatchAsync_v1];
    recorded_answers_for_boxes, [cuMemcpy3DBatchAsync];
    one_with_attributes, [cuMemcpyWithAttributesAsync];
}

/// The arguments of a batch.
struct Batch<'a> {
    dsts: &'a [CUdeviceptr],
    srcs: &'a [CUdeviceptr],
    sizes: &'a [usize],
    attrs: &'a [CUmemcpyAttributes],
    idxs: &'a [usize],
}

type Form = unsafe fn(&Batch, CUstream) -> Result<()>;

/// The batch functions that are in this driver; each that is not must say so.
fn forms() -> Vec<(&'static str, Form)> {
    // SAFETY (all four): passed on to the caller.
    let all: [(&str, &str, &str, Form); 4] = [
        (
            "cuMemcpyBatchAsync",
            "cuMemcpyBatchAsync_v2",
            "13.0",
            |b, stream| unsafe {
                cuda_mem::memcpy_batch_async(b.dsts, b.srcs, b.sizes, b.attrs, b.idxs, stream)
            },
        ),
        (
            "per thread",
            "cuMemcpyBatchAsync_v2_ptsz",
            "13.0",
            |b, stream| unsafe {
                per_thread::memcpy_batch_async(b.dsts, b.srcs, b.sizes, b.attrs, b.idxs, stream)
            },
        ),
        (
            "cuMemcpyBatchAsync_v1",
            "cuMemcpyBatchAsync",
            "12.8",
            |b, stream| unsafe {
                cuda_mem::memcpy_batch_async_v1(b.dsts, b.srcs, b.sizes, b.attrs, b.idxs, &mut 0, stream)
            },
        ),
        (
            "per thread, v1",
            "cuMemcpyBatchAsync_ptsz",
            "12.8",
            |b, stream| unsafe {
                per_thread::memcpy_batch_async_v1(b.dsts, b.srcs, b.sizes, b.attrs, b.idxs, &mut 0, stream)
            },
        ),
    ];
    let nothing = Batch {
        dsts: &[],
        srcs: &[],
        sizes: &[],
        attrs: &[],
        idxs: &[],
    };
    let present = all.into_iter().filter(|(_, symbol, since, form)| {
        // SAFETY: without the symbol, nothing is called.
        has(symbol, since, || unsafe { form(&nothing, null_mut()) })
    });
    present.map(|(name, _, _, form)| (name, form)).collect()
}

fn in_order(order: CUmemcpySrcAccessOrder) -> CUmemcpyAttributes {
    CUmemcpyAttributes {
        srcAccessOrder: order,
        ..CUmemcpyAttributes::default()
    }
}

/// Copies from and to each place, of sizes that differ, under two sets of attributes.
fn each_copy_of_a_batch(_: &Gpu) {
    for (name, form) in forms() {
        let places = [
            (Kind::Host, Kind::Device),
            (Kind::Device, Kind::Device),
            (Kind::Device, Kind::Host),
            (Kind::Host, Kind::Device),
            (Kind::Device, Kind::Host),
        ];
        let mut models = Vec::new();
        let mut sides = Vec::new();
        let (mut dsts, mut srcs, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (from, to)) in places.into_iter().enumerate() {
            let (src, mut dst) = (
                Volume::new((4096, 1, 1), i as u32),
                Volume::new((4096, 1, 1), 99 + i as u32),
            );
            let (src_at, dst_at, bytes) = (16 * i, 1000 - i, 1 + 700 * i);
            let (source, mut destination) = (Surface::line(from, &src, 1), Surface::line(to, &dst, 1));
            srcs.push(source.source().0 + src_at as CUdeviceptr);
            dsts.push(destination.destination().0 + dst_at as CUdeviceptr);
            sizes.push(bytes);
            dst.copy_from((dst_at, 0, 0), &src, (src_at, 0, 0), (bytes, 1, 1));
            models.push(dst);
            sides.push((source, destination));
        }
        let attrs = [
            in_order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM),
            CUmemcpyAttributes {
                flags: CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE.0,
                ..in_order(CU_MEMCPY_SRC_ACCESS_ORDER_ANY)
            },
        ];
        let batch = Batch {
            dsts: &dsts,
            srcs: &srcs,
            sizes: &sizes,
            attrs: &attrs,
            idxs: &[0, 3],
        };
        let stream = Stream::new();
        // SAFETY: all ranges are in their sides, which live until the stream is done; none overlap.
        unsafe { form(&batch, stream.0) }.unwrap_or_else(|error| panic!("{name}: {error}"));
        stream.wait();
        for ((_, destination), model) in sides.iter().zip(&models) {
            assert_same!(&destination.read(), model, "{name}");
        }
    }
}

/// The attributes are as many as their own indices, not as the copies: 4096 copies, one set.
fn one_set_of_attributes_for_many_copies(_: &Gpu) {
    const COUNT: usize = 4096;
    for (name, form) in forms() {
        let contents = Volume::new((COUNT, 1, 1), 50).bytes;
        let (source, destination) = (Memory::of(&contents), Memory::of(&[0; COUNT]));
        // Byte by byte, in reverse.
        let srcs: Vec<CUdeviceptr> = (0..COUNT as CUdeviceptr).map(|i| source.at + i).collect();
        let dsts: Vec<CUdeviceptr> = (1..=COUNT as CUdeviceptr)
            .map(|i| destination.at + COUNT as CUdeviceptr - i)
            .collect();
        let batch = Batch {
            dsts: &dsts,
            srcs: &srcs,
            sizes: &[1; COUNT],
            attrs: &[in_order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM)],
            idxs: &[0],
        };
        let stream = Stream::new();
        // SAFETY: each copy is of one byte of each allocation.
        unsafe { form(&batch, stream.0) }.unwrap_or_else(|error| panic!("{name}: {error}"));
        stream.wait();
        let reversed: Vec<u8> = contents.into_iter().rev().collect();
        assert!(destination.read() == reversed, "{name}");
    }
}

/// `DURING_API_CALL` is done with the source when the call returns: it may be overwritten at once.
fn a_source_on_the_stack(_: &Gpu) {
    for (name, form) in forms() {
        let memory = Memory::of(&[0; 256]);
        let stream = Stream::new();
        let mut host = [0x77u8; 256];
        let batch = Batch {
            dsts: &[memory.at],
            srcs: &[host.as_ptr() as CUdeviceptr],
            sizes: &[256],
            attrs: &[in_order(CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL)],
            idxs: &[0],
        };
        // SAFETY: both are 256 bytes long.
        unsafe { form(&batch, stream.0) }.unwrap_or_else(|error| panic!("{name}: {error}"));
        host.fill(0x11);
        stream.wait();
        assert_same!(memory.read(), [0x77; 256], "{name}");
        assert_same!(host, [0x11; 256]);
    }
}

/// A batch of two copies that is right: what a case changes about it is all that can be wrong.
struct Pair {
    source: Memory,
    destination: Memory,
    stream: Stream,
}

impl Pair {
    fn new() -> Pair {
        Pair {
            source: Memory::of(&[1; 512]),
            destination: Memory::of(&[2; 512]),
            stream: Stream::new(),
        }
    }

    fn addresses(&self) -> ([CUdeviceptr; 2], [CUdeviceptr; 2]) {
        let (dst, src) = (self.destination.at, self.source.at);
        ([dst, dst + 256], [src, src + 256])
    }
}

/// What a `Pair`'s destination holds after the first of its two copies.
fn first_half_of_two() -> [u8; 512] {
    let mut bytes = [2; 512];
    bytes[..256].fill(1);
    bytes
}

fn recorded_answers(_: &Gpu) {
    let pair = Pair::new();
    let (dsts, srcs) = pair.addresses();
    let stream_order = [in_order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM)];
    let good = Batch {
        dsts: &dsts,
        srcs: &srcs,
        sizes: &[256; 2],
        attrs: &stream_order,
        idxs: &[0],
    };
    let no_order = [in_order(CU_MEMCPY_SRC_ACCESS_ORDER_INVALID)];
    let (stream, null) = (pair.stream.0, null_mut());
    for (name, form) in forms() {
        let per_thread = name.starts_with("per thread");
        // SAFETY: the batch is right, or refused; all work is waited for.
        let try_one =
            |case: &str, batch: &Batch, stream| recorded(case).check(code(unsafe { form(batch, stream) }));
        try_one("batchAsync", &good, stream);
        assert_same!(pair.destination.read(), [1; 512], "{name}");
        pair.destination.write(&[2; 512]);
        try_one("batchAsync legacy stream", &good, CU_STREAM_LEGACY);
        if !per_thread {
            try_one("batchAsync null stream", &good, null);
        }
        try_one(
            "batchAsync order 0",
            &Batch {
                attrs: &no_order,
                ..good
            },
            stream,
        );
        try_one("batchAsync idx[0]=1", &Batch { idxs: &[1], ..good }, stream);
        let no_attributes = Batch {
            attrs: &[],
            idxs: &[],
            ..good
        };
        try_one("batchAsync numAttrs 0", &no_attributes, stream);
        let no_copies = Batch {
            dsts: &[],
            srcs: &[],
            sizes: &[],
            ..good
        };
        try_one("batchAsync count 0", &no_copies, stream);
        assert_same!(
            pair.destination.read(),
            [2; 512],
            "{name}: what was refused copied nothing"
        );
        try_one(
            "batchAsync one size 0",
            &Batch {
                sizes: &[256, 0],
                ..good
            },
            stream,
        );
        // Measured on H200: the copy before the wrong one is made.
        assert_same!(pair.destination.read(), first_half_of_two(), "{name}, one size 0");
        try_one("batchAsync perthread stream", &good, CU_STREAM_PER_THREAD);
        assert_same!(pair.destination.read(), [1; 512], "{name}");
        pair.destination.write(&[2; 512]);
        if per_thread {
            // Measured on H200: where null is the thread's own stream, the older form takes it, and the newer does not.
            // SAFETY: as above.
            let answer = code(unsafe { form(&good, null) });
            let older = name.contains("v1");
            let (expected, bytes) = if older {
                (CUDA_SUCCESS, 1)
            } else {
                (CUDA_ERROR_INVALID_VALUE, 2)
            };
            assert_eq!(answer, expected, "{name}, null stream");
            assert_same!(pair.destination.read(), [bytes; 512], "{name}, null stream");
            pair.destination.write(&[2; 512]);
        }
    }
}

/// The index that 13.0 took away: the copy's number, or `SIZE_MAX` if the fault is in none of them.
fn the_old_form_names_the_copy_that_is_wrong(_: &Gpu) {
    let pair = Pair::new();
    let ((dsts, srcs), stream) = (pair.addresses(), pair.stream.0);
    let attrs = [in_order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM)];
    // SAFETY: without the symbol, nothing is called; with it, one copy is refused, or all are.
    unsafe {
        let call = |sizes: &[usize], fail_idx: &mut usize, stream| {
            cuda_mem::memcpy_batch_async_v1(&dsts, &srcs, sizes, &attrs, &[0], fail_idx, stream)
        };
        let mut fail_idx = 77;
        if has("cuMemcpyBatchAsync", "12.8", || {
            call(&[1, 1], &mut fail_idx, stream)
        }) {
            let error = call(&[256, 256], &mut fail_idx, CU_STREAM_LEGACY).expect_err("the stream");
            assert!(error.is_invalid_value(), "{error}");
            assert_eq!(fail_idx, usize::MAX, "no copy in particular");
            assert_same!(pair.destination.read(), [2; 512], "no copy was made");
            let error = call(&[256, 0], &mut fail_idx, stream).expect_err("the second size is 0");
            assert!(error.is_invalid_value(), "{error}");
            assert_eq!(error.function(), "cuMemcpyBatchAsync_v1");
            assert_eq!(fail_idx, 1, "the second copy");
            assert_same!(
                pair.destination.read(),
                first_half_of_two(),
                "the copy before it is made"
            );
        }

        let right = pointer_op(dsts[0], srcs[0], (16, 4, 2));
        let ops = [right, pointer_op(dsts[1], srcs[1], (16, 4, 0))];
        let call = |fail_idx: &mut usize| cuda_mem::memcpy3d_batch_async_v1(&ops, fail_idx, 0, stream);
        let mut fail_idx = 77;
        if has("cuMemcpy3DBatchAsync", "12.8", || call(&mut fail_idx)) {
            let error = call(&mut fail_idx).expect_err("the second depth is 0");
            assert!(error.is_invalid_value(), "{error}");
            assert_eq!(error.function(), "cuMemcpy3DBatchAsync_v1");
            assert_eq!(fail_idx, 1, "the second copy");
            assert_same!(
                pair.destination.read()[256..],
                [2; 256],
                "the second copy is not made"
            );
        }
    }
}

fn lists_of_different_lengths(_: &Gpu) {
    let pair = Pair::new();
    let (dsts, srcs) = pair.addresses();
    let attrs = [in_order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM); 2];
    let good = Batch {
        dsts: &dsts,
        srcs: &srcs,
        sizes: &[256; 2],
        attrs: &attrs,
        idxs: &[0, 1],
    };
    for (name, form) in forms() {
        for batch in [
            Batch {
                dsts: &dsts[1..],
                ..good
            },
            Batch {
                srcs: &srcs[1..],
                ..good
            },
            Batch {
                sizes: &[256],
                ..good
            },
            Batch {
                attrs: &attrs[1..],
                ..good
            },
            Batch { idxs: &[0], ..good },
        ] {
            // SAFETY: the lengths are refused.
            let error = unsafe { form(&batch, pair.stream.0) }.expect_err("lengths that differ");
            assert_eq!(error.origin(), Origin::Arguments, "{name}: {error}");
            assert!(error.is_invalid_value(), "{name}: {error}");
            let text = error.to_string();
            assert!(text.contains("the driver was not called"), "{text}");
        }
    }
    assert_same!(pair.destination.read(), [2; 512], "nothing was copied");
}

/// A copy of rows without gaps between plain memory.
fn pointer_op(dst: CUdeviceptr, src: CUdeviceptr, extent: (usize, usize, usize)) -> CUDA_MEMCPY3D_BATCH_OP {
    let hint = CUmemLocation::default();
    let (width, height, depth) = extent;
    batch_op(
        pointer_operand(src, 0, 0, hint),
        pointer_operand(dst, 0, 0, hint),
        CUextent3D { width, height, depth },
        CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
        0,
    )
}

type Form3d = unsafe fn(&[CUDA_MEMCPY3D_BATCH_OP], u64, CUstream) -> Result<()>;

/// The batch functions for boxes that are in this driver; each that is not must say so.
fn forms3d() -> Vec<(&'static str, Form3d)> {
    // SAFETY (both): passed on to the caller.
    let all: [(&str, &str, &str, Form3d); 4] = [
        (
            "cuMemcpy3DBatchAsync",
            "cuMemcpy3DBatchAsync_v2",
            "13.0",
            cuda_mem::memcpy3d_batch_async,
        ),
        (
            "per thread",
            "cuMemcpy3DBatchAsync_v2_ptsz",
            "13.0",
            per_thread::memcpy3d_batch_async,
        ),
        (
            "cuMemcpy3DBatchAsync_v1",
            "cuMemcpy3DBatchAsync",
            "12.8",
            |ops, flags, stream| unsafe { cuda_mem::memcpy3d_batch_async_v1(ops, &mut 0, flags, stream) },
        ),
        (
            "per thread, v1",
            "cuMemcpy3DBatchAsync_ptsz",
            "12.8",
            |ops, flags, stream| unsafe { per_thread::memcpy3d_batch_async_v1(ops, &mut 0, flags, stream) },
        ),
    ];
    let present = all.into_iter().filter(|(_, symbol, since, form)| {
        // SAFETY: without the symbol, nothing is called.
        has(symbol, since, || unsafe { form(&[], 0, null_mut()) })
    });
    present.map(|(name, _, _, form)| (name, form)).collect()
}

/// Plain memory and arrays on both sides, with offsets, row lengths and layer heights of their own: elements, where
/// an array is on one side.
fn each_box_of_a_batch(_: &Gpu) {
    const ELEMENT: usize = 4;
    for (name, form) in forms3d() {
        let mut models = Vec::new();
        let mut sides = Vec::new();
        let mut ops = Vec::new();
        for (i, (from, to)) in Kind::PLAIN
            .into_iter()
            .flat_map(|from| Kind::PLAIN.map(|to| (from, to)))
            .enumerate()
        {
            let (seed, hint) = (60 + i as u32, CUmemLocation::default());
            let (src, mut dst) = (Volume::new((64, 8, 5), seed), Volume::new((96, 9, 6), !seed));
            let (source, mut destination) =
                (Surface::new(from, &src, ELEMENT), Surface::new(to, &dst, ELEMENT));
            let ((read, read_array), (written, written_array)) = (source.source(), destination.destination());
            let elements = from == Kind::Array || to == Kind::Array;
            // Element (2, 1, 1) of the source, (3, 2, 1) of the destination; 10 by 5 by 4 elements.
            let unit = if elements { ELEMENT } else { 1 };
            let offset = |x, y, z| CUoffset3D { x, y, z };
            let side = |kind, array, address, offset: CUoffset3D, pitch, height| {
                if kind == Kind::Array {
                    array_operand(array, offset)
                } else {
                    let at = (offset.z * height + offset.y) * pitch + offset.x * ELEMENT;
                    pointer_operand(address + at as CUdeviceptr, pitch / unit, height, hint)
                }
            };
            let extent = CUextent3D {
                width: 10 * ELEMENT / unit,
                height: 5,
                depth: 4,
            };
            ops.push(batch_op(
                side(from, read_array, read, offset(2, 1, 1), 64, 8),
                side(to, written_array, written, offset(3, 2, 1), 96, 9),
                extent,
                CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
                0,
            ));
            dst.copy_from((12, 2, 1), &src, (8, 1, 1), (40, 5, 4));
            models.push((from, to, dst));
            sides.push((source, destination));
        }
        let stream = Stream::new();
        // SAFETY: all boxes are in their sides, which live until the stream is done; none overlap.
        unsafe { form(&ops, 0, stream.0) }.unwrap_or_else(|error| panic!("{name}: {error}"));
        stream.wait();
        for ((_, destination), (from, to, model)) in sides.iter().zip(&models) {
            assert_same!(&destination.read(), model, "{name}, {from:?} to {to:?}");
        }
    }
}

fn recorded_answers_for_boxes(_: &Gpu) {
    let pair = Pair::new();
    let (dst, src) = (pair.destination.at, pair.source.at);
    let (stream, hint) = (pair.stream.0, CUmemLocation::default());
    let good = pointer_op(dst, src, (16, 8, 4));
    let short_rows = CUDA_MEMCPY3D_BATCH_OP {
        src: pointer_operand(src, 15, 0, hint),
        ..good
    };
    let low_layers = CUDA_MEMCPY3D_BATCH_OP {
        dst: pointer_operand(dst, 0, 7, hint),
        ..good
    };
    let no_order = CUDA_MEMCPY3D_BATCH_OP {
        srcAccessOrder: CU_MEMCPY_SRC_ACCESS_ORDER_INVALID,
        ..good
    };
    let array = Array::new(&descriptor(1, (16, 8, 4), 0));
    let beyond = CUDA_MEMCPY3D_BATCH_OP {
        dst: array_operand(array.0, CUoffset3D { x: 1, y: 0, z: 0 }),
        ..good
    };
    for (name, form) in forms3d() {
        // SAFETY: the copy is right, or refused; all work is waited for.
        let try_one = |case: &str, op, flags, stream| {
            recorded(case).check(code(unsafe { form(&[op], flags, stream) }));
        };
        try_one("3DBatch depth0", pointer_op(dst, src, (16, 8, 0)), 0, stream);
        try_one("3DBatch flags1", good, 1, stream);
        if !name.starts_with("per thread") {
            try_one("3DBatch null stream", good, 0, null_mut());
        }
        try_one("3DBatch rowLength<width", short_rows, 0, stream);
        for (what, ops) in [
            ("a layer below the height", &[low_layers][..]),
            ("no access order", &[no_order]),
            ("columns beyond the array", &[beyond]),
            ("no operations", &[]),
        ] {
            // SAFETY: refused.
            let error = unsafe { form(ops, 0, stream) }.expect_err(what);
            assert!(error.is_invalid_value(), "{name}, {what}: {error}");
        }
        assert_same!(
            pair.destination.read(),
            [2; 512],
            "{name}: what was refused copied nothing"
        );
        try_one("3DBatch", good, 0, stream);
        assert_same!(pair.destination.read(), [1; 512], "{name}");
        pair.destination.write(&[2; 512]);
    }
}

/// Since CUDA 13.2; drivers before it say that they lack it.
fn one_with_attributes(_: &Gpu) {
    type WithAttributes =
        unsafe fn(CUdeviceptr, CUdeviceptr, usize, &CUmemcpyAttributes, CUstream) -> Result<()>;
    let forms: [(&str, WithAttributes); 2] = [
        (
            "cuMemcpyWithAttributesAsync",
            cuda_mem::memcpy_with_attributes_async,
        ),
        (
            "cuMemcpyWithAttributesAsync_ptsz",
            per_thread::memcpy_with_attributes_async,
        ),
    ];
    let attr = in_order(CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL);
    for (symbol, copy) in forms {
        // SAFETY: without the symbol, nothing is called.
        if !has(symbol, "13.2", || unsafe { copy(0, 0, 0, &attr, null_mut()) }) {
            continue;
        }
        let memory = Memory::of(&[2; 512]);
        let stream = Stream::new();
        let host = [1u8; 256];
        let no_order = in_order(CU_MEMCPY_SRC_ACCESS_ORDER_INVALID);
        // SAFETY: the range is in both, or the copy is refused.
        unsafe {
            copy(
                memory.at + 100,
                host.as_ptr() as CUdeviceptr,
                256,
                &attr,
                stream.0,
            )
            .expect("one copy");
            let error = copy(memory.at, memory.at + 256, 16, &no_order, stream.0).expect_err("no order");
            assert!(error.is_invalid_value(), "{error}");
        }
        stream.wait();
        let mut expected = [2; 512];
        expected[100..356].fill(1);
        assert_same!(memory.read(), expected);
    }
}
