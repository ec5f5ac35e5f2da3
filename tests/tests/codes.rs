//! Every code that a driver may answer with, known or not, reaches the caller as that number.

#![cfg(target_os = "linux")]

use cuda_mem::sys::CUresult;
use cuda_mem_tests::stub::{can_build, Stub};
use cuda_mem_tests::{functions, probe, wrappers};
use tempfile::tempdir;

/// Those of newer drivers than the oldest header's, unused ones, and the largest.
const UNUSUAL: &[u32] = &[
    36,
    917,
    918,
    9,
    998,
    1000,
    12345,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
];

#[test]
fn each_from_every_function() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let known = (1..1000).filter(|code| CUresult(*code).name().is_some());
    let codes: Vec<u32> = known.chain(UNUSUAL.iter().copied()).collect();
    assert!(codes.len() > 100, "{codes:?}");
    for code in codes {
        let answer = format!("answer {code}");
        let commands = [
            &answer,
            "all_raw",
            "all_raw_per_thread",
            "all_checked",
            "all_checked_per_thread",
        ];
        let answers = probe!().driver(&library).run(&commands);
        for raw in &answers[1..3] {
            assert_eq!(raw.lines().count(), functions::all().count());
            let ending = format!(" {code}");
            assert!(raw.lines().all(|line| line.ends_with(&ending)), "{code}: {raw}");
        }
        for checked in &answers[3..] {
            assert_eq!(checked.lines().count(), wrappers::ALL.len(), "{checked}");
            for (line, wrapper) in checked.lines().zip(wrappers::ALL) {
                let begin = format!("Err {code} Driver: {}: ", wrapper.name);
                let rest = line
                    .strip_prefix(&begin)
                    .unwrap_or_else(|| panic!("{line}: not {begin}"));
                let named = match CUresult(code).name() {
                    Some(name) => format!("{name} ({code}): "),
                    None => format!("CUresult {code}: a code that is newer than this version of cuda-mem"),
                };
                assert!(rest.starts_with(&named), "{line}");
            }
        }
    }
}

#[test]
fn success_is_no_error() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let answers = probe!()
        .driver(&library)
        .run(&["answer 0", "all_checked", "all_checked_per_thread"]);
    for checked in &answers[1..] {
        assert_eq!(checked.lines().count(), wrappers::ALL.len());
        assert!(checked.lines().all(|line| line == "Ok"), "{checked}");
    }
}
