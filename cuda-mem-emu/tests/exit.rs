//! What is said at exit, and by which means a process sets the emulator: in children of this test.

mod common;

use common::{alloc, ok};
use cuda_mem_sys::*;
use std::process::Output;
use std::ptr::null_mut;

/// Runs the test `child` in a process of its own, with these settings.
fn run(settings: &str) -> Output {
    run_test("child", settings)
}

fn run_test(name: &str, settings: &str) -> Output {
    let mut command = common::runner::again();
    command
        .args([name, "--exact", "--nocapture"])
        .env("CHILD", "1")
        .env("CUDA_MEM_EMU", settings);
    command.output().expect("a child")
}

/// Leaves two of three allocations, frees what is none, and shows whether streams defer.
#[test]
fn child() {
    if std::env::var_os("CHILD").is_none() {
        return;
    }
    cuda_mem_emu::install().expect("no driver was called before");
    let mut pinned = null_mut();
    // SAFETY: locals; the memory lives as long as the process.
    unsafe {
        ok(cuInit(0));
        let (mut context, mut count) = (null_mut(), 0);
        ok(cuDeviceGetCount(&mut count));
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
        alloc(1000);
        alloc(24);
        ok(cuMemFree_v2(alloc(5000)));
        ok(cuMemHostAlloc(&mut pinned, 64, 0));
        ok(cuMemsetD8Async(pinned as u64, 7, 64, common::stream()));
        assert_eq!(cuMemFree_v2(0x1234), CUDA_ERROR_INVALID_VALUE);
        println!("devices {count}, filled {}", *pinned.cast::<u8>() == 7);
    }
}

/// Leaves memory and arrays in a context that ends, and what no context takes with it.
#[test]
fn child_without_its_context() {
    if std::env::var_os("CHILD").is_none() {
        return;
    }
    cuda_mem_emu::install().expect("no driver was called before");
    let (mut context, mut array, mut mipmap, mut pool) = (null_mut(), null_mut(), null_mut(), null_mut());
    let image = CUDA_ARRAY3D_DESCRIPTOR {
        Width: 8,
        Height: 8,
        Format: CU_AD_FORMAT_FLOAT,
        NumChannels: 1,
        ..Default::default()
    };
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 0);
    let kind = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let pools = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let (mut handle, mut address) = (0, 0);
    // SAFETY: locals; nothing is used after its context.
    unsafe {
        ok(cuInit(0));
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
        alloc(1000);
        ok(cuMemFree_v2(alloc(24)));
        ok(cuArray3DCreate_v2(&mut array, &image));
        ok(cuMipmappedArrayCreate(&mut mipmap, &image, 4));
        ok(cuMemCreate(&mut handle, 2 << 20, &kind, 0));
        ok(cuMemAddressReserve(&mut address, 2 << 20, 0, 0, 0));
        ok(cuMemPoolCreate(&mut pool, &pools));
        ok(cuDevicePrimaryCtxRelease_v2(0));
    }
}

#[test]
fn leaks_are_said_when_their_context_ends() {
    let said = |settings| {
        let output = run_test("child_without_its_context", settings);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{text}");
        text
    };
    let text = said("leaks");
    let wanted = [
        "at the end of its context: 1 of cuMemAlloc not freed, 1000 bytes",
        "at the end of its context: 1 of cuArrayCreate not destroyed",
        "at the end of its context: 1 of cuMipmappedArrayCreate not destroyed",
        "at exit: 1 of cuMemCreate not released",
        "at exit: 1 of cuMemAddressReserve not freed",
        "at exit: 1 of cuMemPoolCreate not destroyed",
    ];
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("cuda-mem-emu: "))
        .collect();
    assert_eq!(lines, wanted);
    assert_eq!(said(""), "", "only if it is asked for");
}

#[test]
fn leaks_are_counted_by_the_call_that_made_them() {
    let output = run("leaks");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    for line in [
        "at exit: 2 of cuMemAlloc not freed, 1024 bytes",
        "at exit: 1 of cuMemHostAlloc not freed, 64 bytes",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let text = String::from_utf8_lossy(&run("").stderr).into_owned();
    assert!(!text.contains("at exit"), "only if it is asked for: {text}");
}

#[test]
fn quiet_is_for_misuse() {
    let said = |settings| String::from_utf8_lossy(&run(settings).stderr).into_owned();
    let (loud, quiet) = (said("leaks"), said("leaks,quiet"));
    assert!(loud.contains("cuMemFree: 0x1234 is no allocation"), "{loud}");
    assert!(!quiet.contains("0x1234"), "{quiet}");
    assert!(quiet.contains("at exit: 2 of cuMemAlloc not freed"), "{quiet}");
}

#[test]
fn the_variable_sets_the_emulator() {
    let seen = |settings| String::from_utf8_lossy(&run(settings).stdout).into_owned();
    assert!(seen("").contains("devices 1, filled false"));
    assert!(seen("eager, devices=5").contains("devices 5, filled true"));
    let output = run("eagre");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("CUDA_MEM_EMU") && text.contains("`eagre`"),
        "{text}"
    );
}
