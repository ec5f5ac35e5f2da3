//! Drivers that have few symbols, and questions about symbols.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use tempfile::tempdir;

#[test]
fn four_symbols_are_enough_to_load_and_the_rest_is_named() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let stub = Stub::only(&["cuInit", "cuDriverGetVersion", "cuMemAlloc_v2", "cuMemFree_v2"]);
    let library = stub.version(11070).put(folder.path(), "driver.so");
    let commands = [
        "load",
        "raw cuMemAlloc_v2",
        "raw cuMemFree_v2",
        "raw cuInit",
        "raw cuMemAdvise_v2",
        "checked cuMemGetInfo",
        "checked cuMemAlloc",
        "checked cuDriverGetVersion",
    ];
    let answers = probe!().driver(&library).run(&commands);
    assert_eq!(answers[0], format!("Ok Library {}", library.display()));
    let code = |symbol| code_of(symbol).to_string();
    assert_eq!(
        answers[1..5],
        [
            code("cuMemAlloc_v2"),
            code("cuMemFree_v2"),
            code("cuInit"),
            "302".into()
        ]
    );
    assert_eq!(
        answers[5],
        "Err 302 NoSymbol: cuMemGetInfo: CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND (302): the driver has no symbol \
         cuMemGetInfo_v2, which came with CUDA 3.2; this one supports CUDA 11.7 and should have it. Reinstall the driver, or ask \
         cuda_mem::sys::has_symbol before calling"
    );
    assert!(
        answers[6].starts_with(&format!("Err {} Driver: cuMemAlloc: ", code("cuMemAlloc_v2"))),
        "{}",
        answers[6]
    );
    assert_eq!(answers[7], "Ok");
}

/// Names are the exported ones, to the letter; what cannot be a name is not there.
#[test]
fn has_symbol_is_exact() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let exported = [
        "cuInit",
        "cuMemAlloc_v2",
        "cuMemcpyHtoD_v2_ptds",
        "cuMemAdvise",
        "cuMemAdvise_v2",
    ];
    // `$` is NUL; main is in the process, but not the driver's.
    let not = [
        "cuMemAlloc",
        "cuinit",
        "cuInit ",
        " cuInit",
        "",
        "$",
        "cuInit$",
        "cuInit$x",
        "cu",
        "cuNonesuch",
        "ä",
        "main",
    ];
    let commands: Vec<_> = exported
        .iter()
        .chain(&not)
        .map(|name| format!("has_symbol {name}"))
        .collect();
    let commands: Vec<_> = commands.iter().map(String::as_str).collect();
    let answers = probe!().driver(&library).run(&commands);
    for (i, (command, answer)) in commands.iter().zip(&answers).enumerate() {
        assert_eq!(
            answer,
            if i < exported.len() { "true" } else { "false" },
            "{command}"
        );
    }
}

/// cuDriverGetVersion may fail or be absent; that is no reason not to name a missing symbol.
#[test]
fn a_driver_that_does_not_know_its_version() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::only(&["cuInit"]).put(folder.path(), "driver.so");
    let answers =
        probe!()
            .driver(&library)
            .run(&["version", "checked cuDriverGetVersion", "checked cuMemAlloc"]);
    assert_eq!(answers[0], "Err(302)");
    assert!(
        answers[1].contains("no symbol cuDriverGetVersion, which came with CUDA 2.2;"),
        "{}",
        answers[1]
    );
    assert!(
        answers[2].contains("no symbol cuMemAlloc_v2, which came with CUDA 3.2; its own version is unknown."),
        "{}",
        answers[2]
    );
}

/// What a process sees whose GPUs are hidden.
#[test]
fn a_driver_without_a_device() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let stub = Stub::all().answering(|symbol| if symbol == "cuInit" { 100 } else { 3 });
    let library = stub.put(folder.path(), "driver.so");
    let answers =
        probe!()
            .driver(&library)
            .run(&["raw cuInit", "checked cuInit", "kind cuInit", "kind cuMemAlloc"]);
    assert_eq!(answers[0], "100");
    assert!(
        answers[1].starts_with("Err 100 Driver: cuInit: CUDA_ERROR_NO_DEVICE (100): "),
        "{}",
        answers[1]
    );
    assert_eq!(answers[2..], ["no_device", ""]);
}

/// A driver of before CUDA 7.0 has no forms for per-thread default streams; those of some functions came later still.
#[test]
fn a_driver_without_a_per_thread_form() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::without(&["cuMemcpyHtoD_v2_ptds"]).put(folder.path(), "driver.so");
    let commands = [
        "raw cuMemcpyHtoD_v2",
        "raw_per_thread cuMemcpyHtoD_v2",
        "checked_per_thread cuMemcpyHtoD",
    ];
    let answers = probe!().driver(&library).run(&commands);
    assert_eq!(
        answers[..2],
        [code_of("cuMemcpyHtoD_v2").to_string(), "302".into()]
    );
    let text = &answers[2];
    assert!(text.starts_with("Err 302 NoSymbol: cuMemcpyHtoD: "), "{text}");
    assert!(
        text.contains("the driver has no symbol cuMemcpyHtoD_v2_ptds, which came with CUDA 7.0"),
        "{text}"
    );
}
