//! Where the comparison with C cannot be made, the program says why and ends with 2: it neither passes nor crashes.

use cuda_mem_bench::{shell, stub};
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
fn with_peer(stub: &Path) -> PathBuf {
    let folder = shell::folder("against-c").unwrap();
    let mut cc = stub::compiler();
    cc.args(["-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o"])
        .arg(folder.join("calls.so"))
        .arg(shell::root().join("benches/gpu/calls.c"))
        .arg(stub.join("libcuda.so.1"));
    shell::run(&mut cc).unwrap();
    let copy = folder.join("against-c");
    std::fs::copy(program(), &copy).unwrap();
    copy
}

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
    let program = with_peer(&STUB);
    let text = refusal(&program, &STUB.join("libcuda.so.1"), &STUB);
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
    let text = refusal(&program, &other, &STUB);
    assert!(text.contains("two drivers cannot be compared"), "{text}");
}

#[test]
fn a_sweep_of_no_size_is_refused_before_anything_is_opened() {
    for (arguments, reason) in [
        (
            &["sweep", "many"][..],
            "`many` is no number of bytes from 16384 to 1073741824",
        ),
        (&["sweep", "16383"], "`16383` is no number of bytes"),
        (&["sweep", "1073741825"], "`1073741825` is no number of bytes"),
        (&["sweeps"], "usage: against-c [tsv FILE | sweep [BYTES]]"),
    ] {
        let output = Command::new(program()).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}
