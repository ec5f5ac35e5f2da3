//! First calls of many threads at once, and of forked processes.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use tempfile::tempdir;

/// The first call is made once in a process, so each round is a process.
const ROUNDS: usize = 40;

#[test]
fn sixty_four_threads_at_once() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    for _ in 0..ROUNDS {
        assert_eq!(probe!().driver(&library).ask("threads"), "1 driver, wrong: []");
    }
}

#[test]
fn the_first_call_in_a_forked_child() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let code = code_of("cuMemAlloc_v2");
    assert_eq!(
        probe!().driver(&library).ask("fork_first"),
        format!("{code} {code}")
    );
}

#[test]
fn a_fork_while_others_look_symbols_up() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    for _ in 0..ROUNDS {
        let wrong = probe!().driver(&library).ask("fork_while_resolving");
        assert_eq!(wrong, "0");
    }
}

#[test]
fn forks_while_others_search_in_vain() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let command = format!("fork_while_failing {}", library.display());
    let answer = probe!().driver("/nonexistent").ask(&command);
    assert_eq!(answer, code_of("cuMemAlloc_v2").to_string());
}
