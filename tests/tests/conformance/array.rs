//! Arrays: which can be made, and what they say of themselves. Their contents are in copy_array.rs to copy3d.rs.

use crate::guards::{descriptor, without_context, Array};
use crate::support::{tests, Gpu};
use cuda_mem::sys::*;
use cuda_mem::Result;
use cuda_mem_tests::answers::{all, code, recorded};
use std::ptr::null_mut;

tests! { "array":
    one_and_two_dimensions, [cuArrayCreate, cuArrayGetDescriptor, cuArray3DGetDescriptor, cuArrayDestroy];
    descriptors_that_cannot_be, [cuArrayCreate];
    every_format_and_number_of_channels, [cuArray3DCreate, cuArrayGetMemoryRequirements, cuArrayGetPlane];
    every_kind, [cuArray3DCreate, cuArray3DGetDescriptor, cuArrayGetMemoryRequirements, cuArrayGetSparseProperties];
    memory_comes_and_goes, [cuArrayCreate, cuArrayDestroy];
    planes, [cuArrayGetPlane];
    handles_that_are_none, [cuArrayDestroy, cuArrayGetDescriptor, cuArray3DGetDescriptor, cuArrayGetPlane,
        cuArrayGetMemoryRequirements, cuArrayGetSparseProperties];
    any_device_will_do, [cuArrayGetMemoryRequirements];
    no_current_context, [cuArrayCreate, cuArray3DCreate];
}

fn flat(width: usize, height: usize, format: CUarray_format, channels: u32) -> CUDA_ARRAY_DESCRIPTOR {
    CUDA_ARRAY_DESCRIPTOR {
        Width: width,
        Height: height,
        Format: format,
        NumChannels: channels,
    }
}

/// The outcome of a query, as the recorder printed it.
fn outcome<T>(result: &Result<T>) -> String {
    let code = result.as_ref().err().map_or(CUDA_SUCCESS, |error| error.code());
    code.name().unwrap_or("a code without a name").to_string()
}

fn one_and_two_dimensions(_: &Gpu) {
    let made = cuda_mem::array_create(&flat(64, 64, CU_AD_FORMAT_FLOAT, 1));
    recorded("arrayCreate 64x64 f1").check(code(made));
    let array = Array(made.expect("64 by 64 floats"));
    // SAFETY: the array lives.
    let seen = unsafe { cuda_mem::array_get_descriptor(array.0) };
    let answer = recorded("arrayGetDescriptor");
    answer.check(code(seen));
    let seen = seen.expect("its descriptor");
    let text = format!(
        "{}x{} fmt {:#x} ch {}",
        seen.Width, seen.Height, seen.Format.0, seen.NumChannels
    );
    assert_eq!(text, answer.details);

    // SAFETY: the array lives.
    let seen = unsafe { cuda_mem::array3d_get_descriptor(array.0) };
    let answer = recorded("array3DGetDescriptor of 2D");
    answer.check(code(seen));
    let seen = seen.expect("its descriptor");
    let text = format!(
        "{}x{}x{} fmt {:#x} ch {} flags {:#x}",
        seen.Width, seen.Height, seen.Depth, seen.Format.0, seen.NumChannels, seen.Flags
    );
    assert_eq!(text, answer.details);

    let made = cuda_mem::array_create(&flat(64, 0, CU_AD_FORMAT_UNSIGNED_INT16, 4));
    recorded("arrayCreate h0 (1D)").check(code(made));
    let array = Array(made.expect("64 elements"));
    // SAFETY: the array lives.
    let seen = unsafe { cuda_mem::array_get_descriptor(array.0) }.expect("its descriptor");
    assert_eq!(
        format!("{}x{}", seen.Width, seen.Height),
        recorded("  1D desc").details
    );
    assert_eq!((seen.Format, seen.NumChannels), (CU_AD_FORMAT_UNSIGNED_INT16, 4));
}

fn descriptors_that_cannot_be(_: &Gpu) {
    let float = |width, height, channels| flat(width, height, CU_AD_FORMAT_FLOAT, channels);
    for (case, wrong) in [
        ("arrayCreate ch3", float(64, 64, 3)),
        ("arrayCreate ch0", float(64, 64, 0)),
        ("arrayCreate w0", float(0, 64, 1)),
        ("arrayCreate 1M wide", float(1 << 20, 64, 1)),
        ("arrayCreate fmt 0x77", flat(64, 64, CUarray_format(0x77), 1)),
    ] {
        recorded(case).check(code(cuda_mem::array_create(&wrong)));
    }
    let good = float(64, 64, 1);
    let mut array = null_mut();
    // SAFETY: null is refused, on either side.
    unsafe {
        recorded("arrayCreate null desc").check(cuArrayCreate(&mut array, std::ptr::null()));
        recorded("arrayCreate null out").check(cuArrayCreate(null_mut(), &good));
    }
    assert!(array.is_null());
}

/// The recorded rows `fmt 0x… ch …`: whether an array of 64 by 64 is made, and what its queries answer.
fn every_format_and_number_of_channels(gpu: &Gpu) {
    let mut rows = 0;
    for answer in all().filter(|answer| answer.case.starts_with("fmt ")) {
        let case = answer.case;
        let words: Vec<&str> = case.split(' ').collect();
        let format = words[1]
            .strip_prefix("0x")
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let channels = words[3].parse().ok();
        let (format, channels) = format
            .zip(channels)
            .unwrap_or_else(|| panic!("`{case}` names no format and channels"));
        let made = cuda_mem::array3d_create(&CUDA_ARRAY3D_DESCRIPTOR {
            Width: 64,
            Height: 64,
            Depth: 0,
            Format: CUarray_format(format),
            NumChannels: channels,
            Flags: 0,
        });
        let seen = match made {
            Err(_) => (outcome(&made), String::new()),
            Ok(array) => {
                let array = Array(array);
                // SAFETY: the array lives; a plane goes with it.
                let (requirements, plane) = unsafe {
                    (
                        cuda_mem::array_get_memory_requirements(array.0, gpu.device),
                        cuda_mem::array_get_plane(array.0, 0),
                    )
                };
                let sizes = requirements.unwrap_or_default();
                let details = format!(
                    "req {} size {} align {} plane0 {}",
                    outcome(&requirements),
                    sizes.size,
                    sizes.alignment,
                    outcome(&plane)
                );
                ("ok".to_string(), details)
            }
        };
        assert_eq!(
            (seen.0.as_str(), seen.1.as_str()),
            (answer.code, answer.details),
            "{case}"
        );
        rows += 1;
    }
    assert!(rows > 200, "only {rows} formats and channels are recorded");
}

/// Each kind of array of floats, with what it answers to every query.
fn every_kind(gpu: &Gpu) {
    const LAYERED: u32 = CUDA_ARRAY3D_LAYERED;
    const CUBEMAP: u32 = CUDA_ARRAY3D_CUBEMAP;
    for (case, extents, flags) in [
        ("array3D 1D", (64, 0, 0), 0),
        ("array3D 3D", (64, 32, 16), 0),
        ("array3D 1D layered", (64, 0, 5), LAYERED),
        ("array3D 2D layered", (64, 32, 5), LAYERED),
        ("array3D cubemap", (64, 64, 6), CUBEMAP),
        ("array3D cubemap depth5", (64, 64, 5), CUBEMAP),
        ("array3D cubemap w!=h", (64, 32, 6), CUBEMAP),
        ("array3D cubemap layered 12", (64, 64, 12), CUBEMAP | LAYERED),
        ("array3D cubemap layered 7", (64, 64, 7), CUBEMAP | LAYERED),
        ("array3D surface", (64, 64, 0), CUDA_ARRAY3D_SURFACE_LDST),
        ("array3D gather", (64, 64, 0), CUDA_ARRAY3D_TEXTURE_GATHER),
        ("array3D gather 3D", (64, 32, 16), CUDA_ARRAY3D_TEXTURE_GATHER),
        ("array3D depth w/o height", (64, 0, 16), 0),
        ("array3D sparse", (1024, 1024, 0), CUDA_ARRAY3D_SPARSE),
        ("array3D deferred", (1024, 1024, 0), CUDA_ARRAY3D_DEFERRED_MAPPING),
        ("array3D flag 0x8000", (64, 64, 0), 0x8000),
    ] {
        let answer = recorded(case);
        let made = cuda_mem::array3d_create(&descriptor(4, extents, flags));
        answer.check(code(made));
        let array = match made {
            Ok(array) => Array(array),
            Err(_) => continue,
        };
        // SAFETY: the array lives.
        let (seen, requirements, sparse) = unsafe {
            (
                cuda_mem::array3d_get_descriptor(array.0).expect("its descriptor"),
                cuda_mem::array_get_memory_requirements(array.0, gpu.device),
                cuda_mem::array_get_sparse_properties(array.0),
            )
        };
        assert_eq!((seen.Format, seen.NumChannels), (CU_AD_FORMAT_FLOAT, 1), "{case}");
        let mut text = format!(
            "{}x{}x{} flags {:#x} memreq {}",
            seen.Width,
            seen.Height,
            seen.Depth,
            seen.Flags,
            outcome(&requirements)
        );
        if let Ok(requirements) = &requirements {
            text += &format!(" size {} align {}", requirements.size, requirements.alignment);
        }
        text += &format!(" sparse {}", outcome(&sparse));
        if let Ok(sparse) = &sparse {
            let tile = sparse.tileExtent;
            text += &format!(
                " tile {}x{}x{} tailFirst {} tailSize {} flags {}",
                tile.width,
                tile.height,
                tile.depth,
                sparse.miptailFirstLevel,
                sparse.miptailSize,
                sparse.flags
            );
        }
        assert_eq!(text, answer.details, "{case}");
    }
}

/// An array of 64 MiB takes as much from the device, and gives it back.
fn memory_comes_and_goes(_: &Gpu) {
    const BYTES: usize = 64 << 20;
    let free = || cuda_mem::mem_get_info().expect("cuMemGetInfo").0;
    let before = free();
    let array =
        cuda_mem::array_create(&flat(4096, 4096, CU_AD_FORMAT_FLOAT, 1)).expect("4096 by 4096 floats");
    let during = free();
    // SAFETY: created above, not used.
    unsafe { cuda_mem::array_destroy(array) }.expect("destroy");
    let after = free();
    assert!(
        during + BYTES <= before,
        "{before} free before, {during} with the array"
    );
    assert!(
        during + BYTES <= after,
        "{during} free with the array, {after} after"
    );
}

fn planes(_: &Gpu) {
    let array = Array::new(&descriptor(4, (64, 64, 0), 0));
    for index in [0, 1, 99] {
        // SAFETY: the array lives.
        let error = unsafe { cuda_mem::array_get_plane(array.0, index) }.expect_err("no planar format");
        assert!(error.is_invalid_value(), "{error}");
    }
    // NV12 has two planes, where the device makes such arrays at all.
    for flags in [0, CUDA_ARRAY3D_SURFACE_LDST, CUDA_ARRAY3D_VIDEO_ENCODE_DECODE] {
        let made = cuda_mem::array3d_create(&CUDA_ARRAY3D_DESCRIPTOR {
            Width: 64,
            Height: 32,
            Depth: 0,
            Format: CU_AD_FORMAT_NV12,
            NumChannels: 3,
            Flags: flags,
        });
        let array = match made {
            Ok(array) => Array(array),
            Err(error) => {
                assert!(error.is_invalid_value() || error.is_not_supported(), "{error}");
                eprintln!("NV12, flags {flags:#x}: {error}");
                continue;
            }
        };
        // SAFETY: the array lives, and so do its planes.
        unsafe {
            for (index, expected) in [(0, (64, 32, 1)), (1, (32, 16, 2))] {
                let plane = cuda_mem::array_get_plane(array.0, index).expect("a plane");
                let seen = cuda_mem::array3d_get_descriptor(plane).expect("its descriptor");
                assert_eq!(
                    (seen.Width, seen.Height, seen.NumChannels),
                    expected,
                    "plane {index}"
                );
                assert_eq!(seen.Format, CU_AD_FORMAT_UNSIGNED_INT8, "plane {index}");
            }
            let error = cuda_mem::array_get_plane(array.0, 2).expect_err("two planes only");
            assert!(error.is_invalid_value(), "{error}");
        }
    }
}

fn handles_that_are_none(gpu: &Gpu) {
    let none: CUarray = null_mut();
    // SAFETY: null is refused.
    let codes = unsafe {
        recorded("arrayDestroy null").check(code(cuda_mem::array_destroy(none)));
        [
            code(cuda_mem::array_get_descriptor(none)),
            code(cuda_mem::array3d_get_descriptor(none)),
            code(cuda_mem::array_get_plane(none, 0)),
            code(cuda_mem::array_get_memory_requirements(none, gpu.device)),
            code(cuda_mem::array_get_sparse_properties(none)),
        ]
    };
    for code in codes {
        assert!(
            code == CUDA_ERROR_INVALID_HANDLE || code == CUDA_ERROR_INVALID_VALUE,
            "{code:?}"
        );
    }
}

/// Measured on H200: no device is looked up, and the requirements are those of the array's own.
fn any_device_will_do(gpu: &Gpu) {
    let array = Array::new(&descriptor(4, (1024, 1024, 0), CUDA_ARRAY3D_DEFERRED_MAPPING));
    // SAFETY: the array lives.
    let [here, nowhere] =
        [gpu.device, 99].map(|device| unsafe { cuda_mem::array_get_memory_requirements(array.0, device) });
    let of = |requirements: CUDA_ARRAY_MEMORY_REQUIREMENTS| (requirements.size, requirements.alignment);
    assert_eq!(of(nowhere.expect("device 99")), of(here.expect("the own device")));
}

fn no_current_context(_: &Gpu) {
    without_context(|| {
        let codes = [
            code(cuda_mem::array_create(&flat(64, 64, CU_AD_FORMAT_FLOAT, 1))),
            code(cuda_mem::array3d_create(&descriptor(4, (64, 64, 64), 0))),
        ];
        assert_eq!(codes, [CUDA_ERROR_INVALID_CONTEXT; 2]);
    });
}
