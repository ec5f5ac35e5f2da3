//! Feature `linked`: the functions are imports of the driver library. Which source a user writes does not depend on it.

#![cfg(target_os = "linux")] // Shared libraries are made and looked at as on Linux.

use cuda_mem_tests::fixture::{self, tool, Fixture};
use cuda_mem_tests::require::skip;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A toolkit with a stub of libcuda, of all symbols, and a folder with a driver.
struct Machine {
    dir: tempfile::TempDir,
}

impl Machine {
    fn new() -> Machine {
        let machine = Machine {
            dir: tempfile::tempdir().expect("a folder"),
        };
        machine.header("toolkit/include");
        // The stub of a toolkit answers each call with CUDA_ERROR_STUB_LIBRARY.
        let functions = cuda_mem::sys::functions();
        let symbols = functions.flat_map(|function| [Some(function.symbol()), function.per_thread_symbol()]);
        let symbols: BTreeSet<&str> = symbols.flatten().collect();
        let stub = symbols
            .iter()
            .map(|symbol| format!("int {symbol}(void) {{ return 34; }}\n"));
        let source = machine.path("stub.c");
        fs::write(&source, stub.collect::<String>()).expect("the stub's source");
        fixture::shared_library(&source, &machine.stubs().join("libcuda.so"));
        fixture::shared_library(&fixture::file("driver.c"), &machine.driver().join("libcuda.so.1"));
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn header(&self, dir: &str) {
        fs::create_dir_all(self.path(dir)).expect("the toolkit's folder");
        let header = "#define CUDA_VERSION 13050\n";
        fs::write(self.path(dir).join("cuda.h"), header).expect("the header");
    }

    fn toolkit(&self) -> PathBuf {
        self.path("toolkit")
    }

    fn stubs(&self) -> PathBuf {
        self.path("toolkit/lib64/stubs")
    }

    fn driver(&self) -> PathBuf {
        self.path("driver")
    }
}

fn program() -> Fixture {
    Fixture::new("program", env!("CARGO_TARGET_TMPDIR"))
}

const COPIES: &str = "\
driver: cuMemAlloc_v2
driver: cuMemcpyHtoD_v2
driver: cuMemcpyDtoH_v2
program: checked\u{20}
driver: cuMemcpyHtoD_v2
driver: cuMemcpyDtoH_v2
program: pointer\u{20}
driver: cuMemcpyHtoD_v2_ptds
driver: cuMemcpyDtoH_v2_ptds
program: perthrd\u{20}
driver: cuMemAdvise
";

/// What the loader says after that; `rest` is what it says to a resolver that comes late.
fn load(source: &str, path: &Path, rest: &str) -> String {
    format!(
        "{COPIES}load: {source} Some({path:?}) Ok(13050)\nhas cuMemAlloc_v2: true\nhas cuMemFree_v2: false\n\
         set_resolver: a CUDA driver is in use already: {rest}\n"
    )
}

const LINKED: &str =
    "the program is linked to it. Turn the feature `linked` of cuda-mem-sys off to choose at run time";

#[test]
fn one_source_is_loaded_or_linked() {
    let (machine, program) = (Machine::new(), program());
    let library = machine.driver().join("libcuda.so.1");
    program.build("loaded").succeeds();
    assert!(!needed(&program).contains("libcuda"), "{}", needed(&program));
    let printed = fixture::run(&program.program(), &[("CUDA_MEM_DRIVER", &library)]);
    let late = format!(
        "{}. Choose the driver before the first driver call",
        library.display()
    );
    assert_eq!(printed, load("Library", &library, &late));

    for (features, expected) in [
        ("linked", COPIES.to_string()),
        ("linked,loaded", load("Linked", &library, LINKED)),
    ] {
        let built = program
            .build(features)
            .env("CUDA_PATH", machine.toolkit())
            .succeeds();
        assert_eq!(built.warnings(), Vec::<&str>::new(), "{features}");
        let needed = needed(&program);
        assert!(
            needed.contains("(NEEDED)") && needed.contains("[libcuda.so.1]"),
            "{needed}"
        );
        // No path to the stubs stays in the program, which would answer in the driver's place.
        assert!(
            !needed.contains("RPATH") && !needed.contains("RUNPATH"),
            "{needed}"
        );
        let printed = fixture::run(&program.program(), &[("LD_LIBRARY_PATH", &machine.driver())]);
        assert_eq!(printed, expected, "{features}");
    }
}

#[test]
fn a_library_that_the_linker_left_out_is_told_of() {
    let (machine, program) = (Machine::new(), program());
    let build = program.build("linked,loaded").env("CUDA_PATH", machine.toolkit());
    build.succeeds();
    let printed = fixture::run(&program.binary("idle"), &[("LD_LIBRARY_PATH", &machine.driver())]);
    assert_order(
        &printed,
        &[
            "no CUDA driver library could be loaded",
            "libcuda.so.1: the program uses none",
        ],
    );
}

/// What the program's dynamic section asks for.
fn needed(program: &Fixture) -> String {
    tool("readelf", &["-d".as_ref(), program.program().as_ref()])
}

#[test]
fn without_a_stub_the_warning_comes_before_the_linkers_error() {
    if let Some(path) = linkers_own() {
        return skip("no-libcuda", &format!("the linker finds {}", path.display()));
    }
    let (machine, program) = (Machine::new(), program());
    // A Python wheel.
    machine.header("nvidia/cu13/include");
    let wheel = machine.path("nvidia/cu13");
    let message = program.build("linked").env("CUDA_PATH", &wheel).fails();
    let why = format!(
        "feature `linked` needs a libcuda.so to link programs with: the toolkit of {}/include has none",
        wheel.display()
    );
    assert_order(
        &message,
        &[&why, "Set CUDA_PATH to a full toolkit", "loaded", "-lcuda"],
    );

    // A library in a folder that the user names needs no toolkit.
    let flags = format!("-Lnative={}", machine.stubs().display());
    program
        .build("linked")
        .env("CUDA_PATH", &wheel)
        .env("RUSTFLAGS", flags)
        .succeeds();

    // Nothing is linked, nothing is missed.
    let built = program.build("loaded").env("CUDA_PATH", &wheel).succeeds();
    assert_eq!(built.warnings(), Vec::<&str>::new());
}

#[test]
fn a_variable_that_names_no_toolkit_stops_the_build() {
    let message = program().build("linked").env("CUDA_PATH", "/nonexistent").fails();
    assert_order(
        &message,
        &[
            "CUDA_PATH=/nonexistent names no folder with a CUDA header",
            "unset CUDA_PATH",
        ],
    );
}

#[track_caller]
fn assert_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("no `{part}` (in this order) in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

/// A libcuda.so where this machine's linker looks unasked.
fn linkers_own() -> Option<PathBuf> {
    let folders = fixture::cc(&["-print-search-dirs".as_ref()]);
    let libraries = folders.lines().find_map(|line| line.strip_prefix("libraries: ="));
    let libraries = libraries
        .unwrap_or_default()
        .split(':')
        .map(|dir| Path::new(dir).join("libcuda.so"));
    libraries.into_iter().find(|path| path.exists())
}

#[test]
fn features_only_add() {
    let (machine, program) = (Machine::new(), program());
    for more in [
        "",
        "linked",
        "export",
        "bindgen",
        "linked,export",
        "linked,bindgen,export",
    ] {
        let check = program.check(&format!("loaded,{more}"));
        // Without bindgen's own header there is nothing to read: this one declares nothing.
        let check = match more.contains("bindgen") {
            true => check.env("DOCS_RS", "1"),
            false => check.env("CUDA_PATH", machine.toolkit()),
        };
        let built = check.succeeds();
        assert!(!built.stderr.contains("warning"), "{more}: {}", built.stderr);
    }
}
