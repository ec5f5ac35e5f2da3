//! Without `loaded`, cuda-mem-sys needs no std: types and constants, and with `linked` the functions.

#![cfg(target_os = "linux")] // Shared libraries are made and looked at as on Linux.

use cuda_mem_tests::fixture::{self, tool, Fixture};
use cuda_mem_tests::require::skip;

/// A crate's part in mangled symbols, of either scheme.
fn has_crate(symbols: &str, name: &str) -> bool {
    let legacy = format!("_ZN{}{name}", name.len());
    let current = format!("_{}{name}", name.len());
    symbols.lines().any(|line| {
        let symbol = line.rsplit(' ').next().unwrap_or_default();
        symbol.starts_with(&legacy) || symbol.starts_with("_R") && symbol.contains(&current)
    })
}

fn symbols(fixture: &Fixture) -> String {
    tool("nm", &[fixture.archive().as_ref()])
}

#[test]
fn a_program_without_std_links_and_runs() {
    let bare = Fixture::new("bare", env!("CARGO_TARGET_TMPDIR"));
    // Imports need no std either; only the loader does.
    let symbols_of = |features| {
        bare.build(features).env("DOCS_RS", "1").succeeds();
        symbols(&bare)
    };
    for symbols in [symbols_of("linked"), symbols_of("")] {
        assert!(has_crate(&symbols, "core"), "{symbols}");
        assert!(
            !has_crate(&symbols, "std") && !has_crate(&symbols, "alloc"),
            "{symbols}"
        );
    }

    let dir = tempfile::tempdir().expect("a folder");
    let program = dir.path().join("main");
    let main = fixture::file("bare/main.c");
    fixture::cc(&[
        "-o".as_ref(),
        program.as_ref(),
        main.as_ref(),
        bare.archive().as_ref(),
    ]);
    let printed = fixture::run(&program, &[]);
    let wanted = format!(
        "CUmemorytype(0) 0\n3 CUDA_ERROR_OUT_OF_MEMORY\nCUresult(12345) \
         Some(\"CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER\")\n7 {}\ncuMemAlloc_v2 3020\n",
        cuda_mem::sys::CUDA_VERSION
    );
    assert_eq!(printed, wanted);
}

/// So that the search for std's symbols cannot miss them for being mangled in a new way.
#[test]
fn a_library_with_std_shows_it() {
    let exported = Fixture::new("exported", env!("CARGO_TARGET_TMPDIR"));
    exported.build("").succeeds();
    let symbols = symbols(&exported);
    assert!(has_crate(&symbols, "core") && has_crate(&symbols, "std") && has_crate(&symbols, "alloc"));
}

/// 64-bit targets that have core and no std.
const BARE: &[&str] = &[
    "x86_64-unknown-none",
    "aarch64-unknown-none",
    "aarch64-unknown-none-softfloat",
];

#[test]
fn it_compiles_for_targets_that_have_no_std() {
    let libdir = |target: &str| {
        let arguments = ["--print", "target-libdir", "--target", target].map(AsRef::as_ref);
        std::path::PathBuf::from(tool(fixture::rustc(), &arguments).trim())
    };
    let installed = BARE.iter().filter(|target| libdir(target).is_dir());
    let installed: Vec<_> = installed.collect();
    if installed.is_empty() {
        return skip(
            "bare-target",
            &format!("no core is installed for any of {BARE:?}"),
        );
    }
    let bare = Fixture::new("bare", env!("CARGO_TARGET_TMPDIR"));
    for target in installed {
        for features in ["", "linked"] {
            let check = bare.check(features).env("DOCS_RS", "1");
            check.env("CARGO_BUILD_TARGET", target).succeeds();
        }
    }
}
