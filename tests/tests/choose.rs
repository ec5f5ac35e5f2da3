//! Programs that choose the driver themselves: load_from and set_resolver, before and after calls.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use std::path::PathBuf;
use tempfile::{tempdir, TempDir};

/// A folder with two drivers that differ in nothing but their names.
fn two() -> Option<(TempDir, PathBuf, PathBuf)> {
    can_build().then(|| {
        let folder = tempdir().expect("a folder");
        let [one, two] = ["one.so", "two.so"].map(|name| Stub::all().put(folder.path(), name));
        (folder, one, two)
    })
}

const IN_USE: &str = "a CUDA driver is in use already: ";
const BEFORE: &str = ". Choose the driver before the first driver call";

#[test]
fn after_a_failed_load() {
    let Some((_folder, one, _)) = two() else { return };
    let load_from = format!("load_from {}", one.display());
    let commands = [
        "raw cuInit",
        "checked cuMemAlloc",
        &load_from,
        "raw cuInit",
        "raw cuMemFree_v2",
        "load",
    ];
    let answers = probe!().driver("/nonexistent").run(&commands);
    assert_eq!(answers[0], "303");
    assert!(answers[1].starts_with("Err 303 NoDriver: "), "{}", answers[1]);
    let loaded = format!("Ok Library {}", one.display());
    let codes = [code_of("cuInit").to_string(), code_of("cuMemFree_v2").to_string()];
    assert_eq!(
        answers[2..],
        [loaded.clone(), codes[0].clone(), codes[1].clone(), loaded]
    );
}

#[test]
fn the_same_path_twice_and_then_another() {
    let Some((_folder, one, two)) = two() else { return };
    let load = |path: &PathBuf| format!("load_from {}", path.display());
    let answers = probe!().run(&[&load(&one), &load(&one), &load(&two), "load"]);
    let loaded = format!("Ok Library {}", one.display());
    let refused = format!("Err 303: {IN_USE}{}{BEFORE}", one.display());
    assert_eq!(answers, [loaded.clone(), loaded.clone(), refused, loaded]);
}

#[test]
fn a_path_that_does_not_load_changes_nothing() {
    let Some((_folder, one, _)) = two() else { return };
    let answers = probe!().driver(&one).run(&[
        "load_from /nonexistent/x.so",
        "load_from ",
        "load_from a$b",
        "raw cuInit",
    ]);
    let text = "Err 303: the CUDA driver library could not be loaded; tried:\n  \
                /nonexistent/x.so: cannot open shared object file: No such file or directory\n\
                Give load_from the path of NVIDIA's libcuda.so.1, or call load to search the usual places";
    assert_eq!(answers[0], text);
    // Of an empty name the system's loader would make the program itself.
    assert!(
        answers[1].starts_with("Err 303: ") && answers[1].contains("no path was given"),
        "{}",
        answers[1]
    );
    assert!(answers[2].starts_with("Err 303: "), "{}", answers[2]);
    assert!(
        answers[2].contains(": a path cannot contain NUL\n"),
        "{}",
        answers[2]
    );
    assert_eq!(answers[3], code_of("cuInit").to_string());
}

#[test]
fn a_resolver_before_the_first_call() {
    let commands = [
        "set_resolver init",
        "load",
        "raw cuInit",
        "raw cuMemAlloc_v2",
        "version",
        "has_symbol cuMemAlloc_v2",
        "set_resolver init",
        "set_resolver nothing",
        "checked cuMemAlloc",
    ];
    let answers = probe!().run(&commands);
    assert_eq!(
        answers[..7],
        ["Ok", "Ok Resolver -", "4321", "302", "Ok(11080)", "false", "Ok"]
    );
    assert_eq!(answers[7], format!("Err: {IN_USE}a resolver{BEFORE}"));
    let text =
        "the driver has no symbol cuMemAlloc_v2, which came with CUDA 3.2; this one supports CUDA 11.8";
    assert!(answers[8].contains(text), "{}", answers[8]);
}

#[test]
fn a_resolver_that_has_nothing() {
    let commands = [
        "set_resolver nothing",
        "raw cuInit",
        "version",
        "has_symbol cuInit",
        "checked cuInit",
        "all_raw",
    ];
    let answers = probe!().run(&commands);
    assert_eq!(answers[..4], ["Ok", "302", "Err(302)", "false"]);
    let text = "the driver has no symbol cuInit, which came with CUDA 2.0; its own version is unknown";
    assert!(
        answers[4].starts_with("Err 302 NoSymbol: cuInit: ") && answers[4].contains(text),
        "{}",
        answers[4]
    );
    assert!(
        answers[5].lines().all(|line| line.ends_with(" 302")),
        "{}",
        answers[5]
    );
}

#[test]
fn a_resolver_after_calls() {
    let Some((_folder, one, _)) = two() else { return };
    let answers = probe!()
        .driver(&one)
        .run(&["raw cuInit", "set_resolver nothing", "raw cuMemFree_v2"]);
    let refused = format!("Err: {IN_USE}{}{BEFORE}", one.display());
    assert_eq!(
        answers,
        [
            code_of("cuInit").to_string(),
            refused,
            code_of("cuMemFree_v2").to_string()
        ]
    );
    // Calls that found no driver bound nothing.
    let answers = probe!()
        .driver("/nonexistent")
        .run(&["raw cuInit", "set_resolver init", "raw cuInit"]);
    assert_eq!(answers, ["303", "Ok", "4321"]);
}

#[test]
fn a_path_after_a_resolver() {
    let Some((_folder, one, _)) = two() else { return };
    let load_from = format!("load_from {}", one.display());
    let answers = probe!().run(&["set_resolver init", &load_from, "raw cuInit"]);
    assert_eq!(
        answers,
        ["Ok", &format!("Err 303: {IN_USE}a resolver{BEFORE}"), "4321"]
    );
}
