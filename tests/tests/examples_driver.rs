//! What the examples run on: the machine's driver, the emulator in its place, or nothing. Shown with the tour; the choice
//! is the same code for all.

#![cfg(target_os = "linux")] // Drivers are made as on Linux.

use cuda_mem_tests::examples::{Ended, Run};
use cuda_mem_tests::probe;
use cuda_mem_tests::probe::no_driver_here;
use cuda_mem_tests::stub::{can_build, put, Stub};
use std::path::Path;

const LAST: &str = "all verified, on the emulator (no GPU was used)";

fn tour() -> Run {
    Run::of("tour")
}

/// The tour on a machine whose library path holds this driver.
fn tour_with(stub: &Stub, run: impl FnOnce(Run, &Path) -> Ended) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let library = stub.put(folder.path(), "libcuda.so.1");
    run(tour().env("LD_LIBRARY_PATH", folder.path()), &library)
}

#[test]
fn without_a_driver_the_emulator_takes_its_place_and_says_so() {
    if !no_driver_here(probe!()) {
        return;
    }
    for variable in ["CUDA_MEM_DRIVER", "CUDA_MEM_REQUIRE"] {
        // Empty is as good as unset.
        let ended = tour().env(variable, "").end();
        assert_eq!(ended.verified(), LAST);
        let first: Vec<_> = ended.stdout.lines().take(4).collect();
        let tried = "No CUDA driver was found on this machine. Tried: libcuda.so.1, libcuda.so, /";
        assert!(first[0].starts_with(tried), "{first:#?}");
        assert!(
            first[1].starts_with("So this runs on the emulator, not on a GPU."),
            "{first:#?}"
        );
        assert_eq!(first[2], "");
        assert_eq!(
            first[3],
            "driver           the emulator, on host memory: no GPU is used"
        );
    }
}

#[test]
fn the_emulator_never_stands_in_for_a_gpu_that_is_required() {
    if !no_driver_here(probe!()) {
        return;
    }
    for list in ["gpu", "headers, gpu"] {
        let ended = tour().env("CUDA_MEM_REQUIRE", list).end();
        let words = [
            "no CUDA driver library could be loaded; tried:\n  libcuda.so.1: ",
            "\n  /usr/lib/wsl/lib/libcuda.so.1: ",
            "install the driver",
        ];
        ended.refused(2, &words);
        assert_eq!(ended.stdout, "");
    }
    let ended = tour().env("CUDA_MEM_REQUIRE", "headers").end();
    assert_eq!(ended.verified(), LAST, "this list does not name the GPU");
}

#[test]
fn what_contradicts_itself_is_refused() {
    let ended = tour().env("CUDA_MEM_REQUIRE", "gpu").args(&["--emulate"]).end();
    ended.refused(
        2,
        &["--emulate asks for the emulator, and CUDA_MEM_REQUIRE for a GPU"],
    );
    assert_eq!(ended.stdout, "");
}

#[test]
fn the_emulator_on_demand() {
    // Whatever driver there is, it is not looked for.
    let ended = tour().env("CUDA_MEM_DRIVER", "/none").args(&["--emulate"]).end();
    assert_eq!(ended.verified(), LAST);
    assert!(
        ended.stdout.starts_with("driver           the emulator, "),
        "{ended:#?}"
    );
}

#[test]
fn a_driver_that_is_named_is_the_driver_or_none_is() {
    let ended = tour().env("CUDA_MEM_DRIVER", "/none/libcuda.so.1").end();
    ended.refused(
        2,
        &[
            "CUDA_MEM_DRIVER names could not be loaded; tried:\n  /none/libcuda.so.1: ",
            "Correct CUDA_MEM_DRIVER",
        ],
    );
    assert_eq!(ended.stdout, "");
}

#[test]
fn a_library_that_is_broken_is_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "libcuda.so.1", b"no library");
    if !no_driver_here(probe!()) {
        return;
    }
    let ended = tour().env("LD_LIBRARY_PATH", folder.path()).end();
    assert_eq!(ended.verified(), LAST);
    let broken = ended.stdout.lines().nth(1).unwrap_or_default();
    assert!(
        broken.starts_with("  libcuda.so.1: ") && broken.contains("file too short"),
        "{ended:#?}"
    );
}

/// A library once loaded stays, so the emulator runs in a second process.
#[test]
fn a_driver_without_a_gpu() {
    if !can_build() {
        return;
    }
    let no_device = Stub::all().answering(|symbol| if symbol == "cuInit" { 100 } else { 0 });
    // This one counts no devices.
    let empty = Stub::all().answering(|_| 0);
    for (stub, reason) in [
        (no_device, "cuInit: CUDA_ERROR_NO_DEVICE (100)"),
        (empty, "it has no device"),
    ] {
        let ended = tour_with(&stub, |run, _| run.end());
        assert_eq!(ended.verified(), LAST);
        let first = ended.stdout.lines().next().unwrap_or_default();
        assert!(first.starts_with("There is a CUDA driver (/"), "{first}");
        assert!(
            first.contains(&format!("libcuda.so.1), but no GPU for it: {reason}")),
            "{first}"
        );
        assert_eq!(ended.stdout.matches("no GPU is used").count(), 1, "{ended:#?}");

        // What the second process ends with is what the first one ends with.
        let ended = tour_with(&stub, |run, _| {
            run.env("CUDA_MEM_EMU", "fail=cuMemAlloc:1:2").end()
        });
        ended.refused(1, &["FAILED: cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)"]);

        for ended in [
            tour_with(&stub, |run, _| run.env("CUDA_MEM_REQUIRE", "gpu").end()),
            tour_with(&stub, |run, library| run.env("CUDA_MEM_DRIVER", library).end()),
        ] {
            ended.refused(2, &["There is a CUDA driver (/", reason]);
            assert_eq!(ended.stdout, "");
        }
    }
}

/// A GPU that does not work is not covered up.
#[test]
fn a_driver_that_fails() {
    if !can_build() {
        return;
    }
    let ended = tour_with(&Stub::all().answering(|_| 999), |run, _| run.end());
    ended.refused(1, &["FAILED: cuInit: CUDA_ERROR_UNKNOWN (999)", "--emulate"]);
    assert_eq!(ended.stdout, "");
}
