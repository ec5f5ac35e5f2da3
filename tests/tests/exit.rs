//! Calls while the process ends: the driver library is still there for them.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use tempfile::tempdir;

#[test]
fn handlers_destructors_and_locals_may_call() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let (answers, rest) = probe!().driver(&library).run_to_end(&["at_exit"]);
    let before = code_of("cuMemFree_v2");
    // The thread ended before the answer was printed.
    let place = |name: &str, unused| format!("{name} {before} {}", code_of(unused));
    let now = format!("{}\n{before}", place("thread", "cuMemAlloc_v2"));
    assert_eq!(answers, [now]);
    let mut lines: Vec<_> = rest.lines().collect();
    lines.sort_unstable();
    let right = [
        place("atexit", "cuCtxGetCurrent"),
        place("destructor", "cuCtxSynchronize"),
        place("main", "cuMemGetInfo_v2"),
    ];
    assert_eq!(lines, right);
}

/// Without a driver these calls fail as any do.
#[test]
fn without_a_driver_too() {
    let (_, rest) = probe!().driver("/nonexistent").run_to_end(&["at_exit"]);
    let mut lines: Vec<_> = rest.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["atexit 303 303", "destructor 303 303", "main 303 303"]);
}
