//! A program in which every panic ends the process: with no driver, or half of one, it lives and gets errors.

#![cfg(target_os = "linux")]

use cuda_mem_tests::fixture;
use cuda_mem_tests::probe::Probe;
use cuda_mem_tests::require;
use cuda_mem_tests::stub::{can_build, Stub};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::tempdir;

/// The probe, built with panic = "abort"; none where cargo does not run.
fn built() -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if let Err(error) = Command::new(&cargo).arg("--version").output() {
        require::skip("cargo", &format!("{cargo:?} does not run: {error}"));
        return None;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("abort");
    let mut command = Command::new(cargo);
    command.args([
        "build",
        "--offline",
        "--quiet",
        "--bin",
        "probe",
        "--manifest-path",
    ]);
    command
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target);
    if let Some(target) = fixture::target() {
        command.args(["--target", target]);
    }
    command
        .env("CARGO_PROFILE_DEV_PANIC", "abort")
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    let output = command.output().expect("cargo, which ran above");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(fixture::built(&target).join("probe"))
}

#[test]
fn lives_and_gets_errors() {
    let Some(program) = built() else { return };
    let commands = [
        "panic_strategy",
        "raw cuInit",
        "checked cuMemAlloc",
        "all_raw",
        "all_checked",
        "has_symbol cuInit",
    ];
    let answers = Probe::new(&program).driver("/nonexistent").run(&commands);
    assert_eq!(answers[..2], ["abort", "303"]);
    assert!(
        answers[2].starts_with("Err 303 NoDriver: cuMemAlloc: "),
        "{}",
        answers[2]
    );
    assert!(
        answers[3].lines().all(|line| line.ends_with(" 303")),
        "{}",
        answers[3]
    );
    assert_eq!(answers[5], "false");

    if can_build() {
        let folder = tempdir().expect("a folder");
        let library = Stub::only(&["cuInit"]).put(folder.path(), "driver.so");
        let answers = Probe::new(&program)
            .driver(&library)
            .run(&["all_raw", "all_checked"]);
        let lacking = answers[0].lines().filter(|line| line.ends_with(" 302")).count();
        assert_eq!(lacking, cuda_mem_tests::functions::all().count() - 1);
        // A code that no header knows, from a function that is there.
        let answers = Probe::new(&program)
            .driver(&library)
            .run(&["answer 4294967295", "checked cuInit"]);
        assert!(
            answers[1].starts_with("Err 4294967295 Driver: cuInit: CUresult 4294967295: "),
            "{}",
            answers[1]
        );
    }
}
