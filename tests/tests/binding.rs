//! Which symbol each name is bound to, with and without per-thread default streams: every stub's answer is its symbol's.

#![cfg(target_os = "linux")]

use cuda_mem::sys;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use cuda_mem_tests::{functions, probe, wrappers};
use std::collections::BTreeSet;
use tempfile::tempdir;

/// The answers of a stub to all functions, a line for each.
fn ask(command: &str) -> Option<Vec<String>> {
    can_build().then(|| {
        let folder = tempdir().expect("a folder");
        let library = Stub::all().put(folder.path(), "driver.so");
        let answer = probe!().driver(&library).ask(command);
        answer.lines().map(str::to_string).collect()
    })
}

/// What a stub's function for this symbol answers.
fn expected(symbol: &str) -> u32 {
    match symbol {
        "cuDriverGetVersion" => 0,
        _ => code_of(symbol),
    }
}

#[test]
fn every_function_to_its_symbol() {
    let Some(lines) = ask("all_raw") else { return };
    let right = functions::all().map(|f| format!("{} {}", f.symbol, expected(f.symbol)));
    assert_eq!(lines, right.collect::<Vec<_>>());
}

#[test]
fn every_function_to_its_per_thread_symbol() {
    let Some(lines) = ask("all_raw_per_thread") else {
        return;
    };
    let right = functions::all().map(|f| format!("{} {}", f.symbol, expected(f.per_thread_symbol)));
    assert_eq!(lines, right.collect::<Vec<_>>());
    let own = functions::all()
        .filter(|f| f.symbol != f.per_thread_symbol)
        .count();
    // CUDA 11.7 had 85, and none was ever removed.
    assert!(own >= 85, "only {own} functions have a form of their own");
}

#[test]
fn every_checked_function_to_its_symbol() {
    for (command, per_thread) in [("all_checked", false), ("all_checked_per_thread", true)] {
        let Some(lines) = ask(command) else { return };
        assert_eq!(lines.len(), wrappers::ALL.len());
        for (line, wrapper) in lines.iter().zip(wrappers::ALL) {
            let function = sys::function(wrapper.name).expect("a function of the table");
            let own = function.per_thread_symbol().filter(|_| per_thread);
            let right = match expected(own.unwrap_or(function.symbol())) {
                0 => String::from("Ok"),
                code => format!("Err {code} Driver: {}: ", wrapper.name),
            };
            assert!(line.starts_with(&right), "{line}: not {right}");
        }
    }
}

/// Names whose meaning changed with CUDA 13.0: the plain name is the newer function, `_v1` the older symbol.
#[test]
fn older_forms_to_the_plain_symbols() {
    let pairs: BTreeSet<_> = functions::all().map(|f| (f.name, f.symbol)).collect();
    for name in [
        "cuMemAdvise",
        "cuMemPrefetchAsync",
        "cuMemcpyBatchAsync",
        "cuMemcpy3DBatchAsync",
    ] {
        let (v1, v2) = (format!("{name}_v1"), format!("{name}_v2"));
        assert!(pairs.contains(&(v1.as_str(), name)), "{v1}");
        assert!(pairs.contains(&(v2.as_str(), v2.as_str())), "{v2}");
    }
    // That these are called, the tests above show. That the plain name is the newer one:
    let newer: unsafe extern "C" fn(u64, usize, sys::CUmem_advise, sys::CUmemLocation) -> sys::CUresult =
        sys::cuMemAdvise;
    let older: unsafe extern "C" fn(u64, usize, sys::CUmem_advise, sys::CUdevice) -> sys::CUresult =
        sys::cuMemAdvise_v1;
    assert_ne!(newer as usize, older as usize);
}
