//! Mipmapped arrays: their levels, what is in them, and what they say of themselves.

use crate::guards::{descriptor, without_context};
use crate::support::{tests, Gpu};
use crate::volume::Volume;
use cuda_mem::sys::*;
use cuda_mem::{record3d, Operand3d, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "mipmap":
    levels_halve_and_are_clamped, [cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, cuMipmappedArrayDestroy,
        cuMipmappedArrayGetMemoryRequirements, cuMipmappedArrayGetSparseProperties];
    levels_hold_their_own_bytes, [cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, cuMipmappedArrayDestroy];
    volumes_and_layers, [cuMipmappedArrayCreate, cuMipmappedArrayGetLevel];
    sparse, [cuMipmappedArrayGetSparseProperties, cuMipmappedArrayGetMemoryRequirements, cuArrayGetSparseProperties];
    deferred, [cuMipmappedArrayGetMemoryRequirements, cuMipmappedArrayGetSparseProperties];
    descriptors_that_cannot_be, [cuMipmappedArrayCreate];
    handles_that_are_none, [cuMipmappedArrayDestroy, cuMipmappedArrayGetLevel, cuMipmappedArrayGetMemoryRequirements,
        cuMipmappedArrayGetSparseProperties];
    no_current_context, [cuMipmappedArrayCreate];
}

/// A mipmapped array that ends with its test.
struct Mipmap(CUmipmappedArray);

impl Mipmap {
    fn new(descriptor: &CUDA_ARRAY3D_DESCRIPTOR, levels: u32) -> Mipmap {
        Mipmap(cuda_mem::mipmapped_array_create(descriptor, levels).expect("a mipmapped array"))
    }

    fn level(&self, level: u32) -> Result<CUarray> {
        // SAFETY: the whole lives.
        unsafe { cuda_mem::mipmapped_array_get_level(self.0, level) }
    }

    /// A level that there is, and its extents.
    fn extents(&self, level: u32) -> (CUarray, (usize, usize, usize)) {
        let array = self.level(level).expect("a level");
        // SAFETY: the whole lives, and the level with it.
        let seen = unsafe { cuda_mem::array3d_get_descriptor(array) }.expect("its descriptor");
        (array, (seen.Width, seen.Height, seen.Depth))
    }
}

impl Drop for Mipmap {
    fn drop(&mut self) {
        // SAFETY: created once, destroyed once, after its levels were used.
        let result = unsafe { cuda_mem::mipmapped_array_destroy(self.0) };
        if !std::thread::panicking() {
            result.expect("destroy");
        }
    }
}

fn outcome<T>(result: &Result<T>) -> &'static str {
    let code = result.as_ref().err().map_or(CUDA_SUCCESS, |error| error.code());
    code.name().unwrap_or("a code without a name")
}

/// 64 by 32 allows seven levels; less than one makes one, more than seven make seven.
fn levels_halve_and_are_clamped(gpu: &Gpu) {
    for asked in 0..10 {
        let case = format!("mipmap 64x32 levels {asked}");
        let answer = recorded(&case);
        let made = cuda_mem::mipmapped_array_create(&descriptor(4, (64, 32, 0), 0), asked);
        answer.check(code(made));
        let mipmap = Mipmap(made.expect(&case));
        let mut text = String::new();
        for level in 0.. {
            assert!(level < 10, "{case}: levels without end");
            match mipmap.level(level) {
                Ok(_) => {
                    let (_, (width, height, _)) = mipmap.extents(level);
                    text += &format!(" L{level} {width}x{height}");
                }
                refused => {
                    text += &format!(" L{level} {}", outcome(&refused));
                    break;
                }
            }
        }
        // SAFETY: the whole lives.
        let (requirements, sparse) = unsafe {
            (
                cuda_mem::mipmapped_array_get_memory_requirements(mipmap.0, gpu.device),
                cuda_mem::mipmapped_array_get_sparse_properties(mipmap.0),
            )
        };
        text += &format!(" memreq {} sparse {}", outcome(&requirements), outcome(&sparse));
        assert_eq!(text, answer.details, "{case}");
    }
}

/// Copies all of a level in or out.
fn whole(
    array: CUarray,
    extents: (usize, usize, usize),
) -> (usize, usize, usize, Operand3d<*mut std::ffi::c_void>) {
    let (width, height, depth) = extents;
    (width * 4, height.max(1), depth.max(1), Operand3d::array(array))
}

/// Fills every level with bytes of its own, then reads all of them.
fn fill_and_read(mipmap: &Mipmap, levels: u32) {
    let contents =
        |level: u32, (w, h, d): (usize, usize, usize)| Volume::new((w * 4, h.max(1), d.max(1)), 70 + level);
    for level in 0..levels {
        let (array, extents) = mipmap.extents(level);
        let bytes = contents(level, extents).bytes;
        let (pitch, height, depth, destination) = whole(array, extents);
        let source = Operand3d::host(bytes.as_ptr().cast(), pitch, height);
        // SAFETY: both have the level's extents.
        unsafe { cuda_mem::memcpy3d(&record3d(source, destination, pitch, height, depth)) }
            .expect("into a level");
    }
    for level in 0..levels {
        let (array, extents) = mipmap.extents(level);
        let expected = contents(level, extents).bytes;
        let (pitch, height, depth, _) = whole(array, extents);
        let mut seen = vec![0u8; expected.len()];
        let destination = Operand3d::host(seen.as_mut_ptr().cast(), pitch, height);
        let copy = record3d(Operand3d::array(array), destination, pitch, height, depth);
        // SAFETY: both have the level's extents.
        unsafe { cuda_mem::memcpy3d(&copy) }.expect("out of a level");
        assert!(seen == expected, "level {level} of {extents:?}");
    }
}

fn levels_hold_their_own_bytes(_: &Gpu) {
    let mipmap = Mipmap::new(&descriptor(4, (64, 32, 0), 0), 7);
    fill_and_read(&mipmap, 7);
}

/// Depth halves in a volume; layers stay.
fn volumes_and_layers(_: &Gpu) {
    let volume = Mipmap::new(&descriptor(4, (32, 16, 8), 0), 6);
    let seen: Vec<_> = (0..6).map(|level| volume.extents(level).1).collect();
    let halves = [
        (32, 16, 8),
        (16, 8, 4),
        (8, 4, 2),
        (4, 2, 1),
        (2, 1, 1),
        (1, 1, 1),
    ];
    assert_eq!(seen, halves);
    fill_and_read(&volume, 6);

    let layered = Mipmap::new(&descriptor(4, (32, 16, 5), CUDA_ARRAY3D_LAYERED), 3);
    let seen: Vec<_> = (0..3).map(|level| layered.extents(level).1).collect();
    assert_eq!(seen, [(32, 16, 5), (16, 8, 5), (8, 4, 5)]);
    fill_and_read(&layered, 3);
}

fn sparse(gpu: &Gpu) {
    let made = cuda_mem::mipmapped_array_create(&descriptor(4, (1024, 1024, 0), CUDA_ARRAY3D_SPARSE), 11);
    recorded("mipmap sparse").check(code(made));
    let mipmap = Mipmap(made.expect("a sparse one"));
    // SAFETY: the whole lives, and the level with it.
    unsafe {
        let properties = cuda_mem::mipmapped_array_get_sparse_properties(mipmap.0);
        let answer = recorded("mipmap sparse props");
        answer.check(code(properties));
        let seen = properties.expect("its properties");
        let tile = seen.tileExtent;
        let text = format!(
            "tile {}x{}x{} tailFirst {} tailSize {} flags {}",
            tile.width, tile.height, tile.depth, seen.miptailFirstLevel, seen.miptailSize, seen.flags
        );
        assert_eq!(text, answer.details);
        let requirements = cuda_mem::mipmapped_array_get_memory_requirements(mipmap.0, gpu.device);
        recorded("mipmap sparse memreq").check(code(requirements));
        // A level has no properties of its own.
        let level = mipmap.level(0).expect("level 0");
        let error = cuda_mem::array_get_sparse_properties(level).expect_err("ask the whole");
        assert!(error.is_invalid_value(), "{error}");
    }
}

fn deferred(gpu: &Gpu) {
    let made =
        cuda_mem::mipmapped_array_create(&descriptor(4, (1024, 1024, 0), CUDA_ARRAY3D_DEFERRED_MAPPING), 11);
    recorded("mipmap deferred").check(code(made));
    let mipmap = Mipmap(made.expect("a deferred one"));
    // SAFETY: the whole lives.
    unsafe {
        let requirements = cuda_mem::mipmapped_array_get_memory_requirements(mipmap.0, gpu.device);
        let answer = recorded("mipmap deferred memreq");
        answer.check(code(requirements));
        let seen = requirements.expect("its requirements");
        assert_eq!(format!("{}/{}", seen.size, seen.alignment), answer.details);
        let error = cuda_mem::mipmapped_array_get_sparse_properties(mipmap.0).expect_err("not sparse");
        assert!(error.is_invalid_value(), "{error}");
    }
}

fn descriptors_that_cannot_be(_: &Gpu) {
    let three_channels = CUDA_ARRAY3D_DESCRIPTOR {
        NumChannels: 3,
        ..descriptor(4, (64, 32, 0), 0)
    };
    for wrong in [
        descriptor(4, (0, 32, 0), 0),
        descriptor(4, (64, 0, 16), 0),
        descriptor(4, (64, 32, 6), CUDA_ARRAY3D_CUBEMAP),
        descriptor(4, (64, 32, 0), 0x8000),
        three_channels,
    ] {
        let error = cuda_mem::mipmapped_array_create(&wrong, 2).expect_err("no kind of array");
        assert!(error.is_invalid_value(), "{wrong:?}: {error}");
    }
}

fn handles_that_are_none(gpu: &Gpu) {
    let none: CUmipmappedArray = null_mut();
    // SAFETY: null is refused.
    let codes = unsafe {
        [
            code(cuda_mem::mipmapped_array_destroy(none)),
            code(cuda_mem::mipmapped_array_get_level(none, 0)),
            code(cuda_mem::mipmapped_array_get_memory_requirements(
                none, gpu.device,
            )),
            code(cuda_mem::mipmapped_array_get_sparse_properties(none)),
        ]
    };
    for code in codes {
        assert!(
            code == CUDA_ERROR_INVALID_HANDLE || code == CUDA_ERROR_INVALID_VALUE,
            "{code:?}"
        );
    }
}

fn no_current_context(_: &Gpu) {
    without_context(|| {
        let error =
            cuda_mem::mipmapped_array_create(&descriptor(4, (64, 32, 0), 0), 2).expect_err("no context");
        assert_eq!(error.code(), CUDA_ERROR_INVALID_CONTEXT, "{error}");
    });
}
