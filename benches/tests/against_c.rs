//! Where the comparison with C cannot be made, the program says why and ends with 2: it neither passes nor crashes.

use cuda_mem_bench::{report, shell, stub};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Built once: while one test builds a library, another must not load it.
static STUB: LazyLock<PathBuf> = LazyLock::new(|| stub::build(0).unwrap());

/// What the program says with this driver library, which must be why nothing was compared.
fn refusal(program: &Path, driver: &Path, library_path: &Path) -> String {
    let mut command = Command::new(program);
    command
        .env("CUDA_MEM_DRIVER", driver)
        .env("LD_LIBRARY_PATH", library_path);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("nothing was compared: "), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_against-c").into()
}

/// The program beside the library of the loops in C, as `ci/gpu build` puts them.
static WITH_PEER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = shell::folder("against-c").unwrap();
    let mut cc = stub::compiler();
    cc.args(["-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o"])
        .arg(folder.join("calls.so"))
        .arg(shell::root().join("benches/gpu/calls.c"))
        .arg(STUB.join("libcuda.so.1"));
    shell::run(&mut cc).unwrap();
    let copy = folder.join("against-c");
    std::fs::copy(program(), &copy).unwrap();
    copy
});

#[test]
fn no_driver_and_no_gpu_are_told_apart() {
    let nowhere = Path::new("/nowhere/libcuda.so.1");
    let text = refusal(&program(), nowhere, Path::new(""));
    assert!(
        text.contains("there is no CUDA driver") && text.contains("/nowhere/libcuda.so.1"),
        "{text}"
    );

    let stub = stub::build(100).unwrap();
    let text = refusal(&program(), &stub.join("libcuda.so.1"), &stub);
    assert!(
        text.contains("there is no GPU to use: cuInit: CUDA_ERROR_NO_DEVICE (100)"),
        "{text}"
    );
}

#[test]
fn no_peer_is_named_with_what_makes_it() {
    let text = refusal(&program(), &STUB.join("libcuda.so.1"), &STUB);
    assert!(
        text.contains("the peer in C cannot be opened (`ci/gpu build` makes it)")
            && text.contains("calls.so"),
        "{text}"
    );
}

#[test]
fn two_drivers_and_what_is_no_driver_are_not_compared() {
    let text = refusal(&WITH_PEER, &STUB.join("libcuda.so.1"), &STUB);
    assert!(
        text.contains("cuMemHostAlloc reports success, but gave no memory"),
        "{text}"
    );

    // Without the driver's own name, the one that C is linked to is loaded beside it.
    let other = shell::folder("against-c").unwrap().join("other.so");
    let mut cc = stub::compiler();
    cc.args(["-shared", "-fPIC", "-o"])
        .arg(&other)
        .arg(STUB.join("stub.c"));
    shell::run(&mut cc).unwrap();
    let text = refusal(&WITH_PEER, &other, &STUB);
    assert!(text.contains("two drivers cannot be compared"), "{text}");
}

#[test]
fn a_size_out_of_range_is_refused_before_anything_is_opened() {
    for (arguments, reason) in [
        (
            &["sweep", "many"][..],
            "`many` is no number of bytes from 16384 to 1073741824",
        ),
        (&["sweep", "16383"], "`16383` is no number of bytes"),
        (&["sweep", "1073741825"], "`1073741825` is no number of bytes"),
        (
            &["scale", "0"],
            "`0` is no number of allocations from 1 to 100000",
        ),
        (&["scale", "100001"], "`100001` is no number of allocations"),
        (
            &["sweeps"],
            "usage: against-c [tsv FILE | sweep [BYTES] | scale [LARGEST] [tsv FILE]]",
        ),
    ] {
        let output = Command::new(program()).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

/// A real comparison, small, on the emulator: what it is asked, it measures, and the report reads what it writes.
#[test]
fn growth_is_compared_on_the_emulator_and_written_for_the_report() {
    let target = shell::folder("").unwrap().join("..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--quiet",
        "--package",
        "cuda-mem-emu-driver",
        "--target-dir",
    ]);
    shell::run(cargo.arg(&target).current_dir(shell::root())).unwrap();
    let library = target.join("debug/libcuda_mem_emu_driver.so");
    let folder = shell::folder("emulator").unwrap();
    let driver = folder.join("libcuda.so.1");
    let _ = std::fs::remove_file(&driver);
    std::os::unix::fs::symlink(library.canonicalize().unwrap(), &driver).unwrap();
    let file = folder.join("scale.tsv");
    let _ = std::fs::remove_file(&file);
    let output = Command::new(&*WITH_PEER)
        .args(["scale", "10", "tsv"])
        .arg(&file)
        .env("CUDA_MEM_DRIVER", &driver)
        .env("LD_LIBRARY_PATH", &folder)
        .env("CUDA_MEM_EMU", "quiet,leaks")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    // Whether the limits hold is chance here.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{text}");
    assert!(!text.contains("at exit:"), "memory is left behind: {text}");
    let measured = report::gpu::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let points = |word: &str| {
        let rows = measured.rows.iter().filter(|row| row.case.contains(word));
        rows.map(|row| row.bytes).collect::<Vec<_>>()
    };
    assert_eq!(points("live"), [1, 10]);
    assert_eq!(points("cuPointerGetAttribute"), [1, 2, 4, 8]);
    assert_eq!(points("cuMemcpyDtoDAsync"), [1, 2, 4, 8]);
    assert_eq!(measured.rows.len(), 10, "{text}");
}
