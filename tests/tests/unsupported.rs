//! Targets and compilers that the crates are not for: one error, which says what they are for.

#![cfg(target_os = "linux")] // A script stands in for an old compiler.

use cuda_mem_tests::fixture::{rustc, Fixture};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// Needs no std of the target: the build script, which runs here, is asked first.
#[test]
fn a_32_bit_target() {
    let bare = Fixture::new("bare", env!("CARGO_TARGET_TMPDIR"));
    for target in ["i686-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"] {
        for features in ["", "linked"] {
            let check = bare.check(features).env("CARGO_BUILD_TARGET", target);
            let said = check.fails();
            let error = format!(
                "error: {target} is a 32-bit target, and the CUDA driver is for 64-bit ones: Linux on x86_64 and aarch64, \
                 Windows on x86_64."
            );
            assert_eq!(said.matches(&error).count(), 1, "{said}");
            assert!(said.contains("--target x86_64-unknown-linux-gnu"), "{said}");
            assert!(
                said.contains("[target.'cfg(target_pointer_width = \"64\")'.dependencies]"),
                "{said}"
            );
            // Cargo's own line, and ours; nothing was compiled for the target.
            let errors = said.lines().filter(|line| line.trim_start().starts_with("error"));
            assert_eq!(errors.count(), 2, "{said}");
            assert!(!said.contains("--- stdout"), "{said}");
        }
    }
}

/// All compiles where there is no driver to be found: of such targets those are tried whose std is installed.
#[test]
fn a_64_bit_target_without_a_driver() {
    const TARGETS: &[&str] = &[
        "x86_64-apple-darwin",
        "aarch64-apple-darwin",
        "x86_64-unknown-freebsd",
    ];
    let libdir = |target: &str| {
        let arguments = ["--print", "target-libdir", "--target", target].map(AsRef::as_ref);
        let folder = cuda_mem_tests::fixture::tool(rustc(), &arguments);
        std::path::Path::new(folder.trim()).is_dir()
    };
    let installed = TARGETS.iter().filter(|target| libdir(target));
    let installed: Vec<_> = installed.collect();
    if installed.is_empty() {
        return cuda_mem_tests::require::skip(
            "driverless-target",
            &format!("no std is installed for any of {TARGETS:?}"),
        );
    }
    let program = Fixture::new("program", env!("CARGO_TARGET_TMPDIR"));
    for target in installed {
        let check = program.check("loaded,export").env("CARGO_BUILD_TARGET", target);
        let built = check.succeeds();
        assert!(!built.stderr.contains("warning"), "{target}: {}", built.stderr);
    }
}

#[test]
fn an_old_compiler() {
    // A compiler that gives an older version, which Cargo goes by.
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("rustc");
    let rustc = rustc().into_string().expect("a path in UTF-8");
    let script = format!(
        "#!/bin/sh\ncase $* in\n\
         *-vV*) '{rustc}' -vV | sed 's/^release: .*/release: 1.62.1/; s/^rustc [0-9.]*/rustc 1.62.1/' ;;\n\
         *) exec '{rustc}' \"$@\" ;;\nesac\n"
    );
    fs::write(&old, script).expect("a script");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).expect("a mode");
    let program = Fixture::new("program", env!("CARGO_TARGET_TMPDIR"));
    let said = program.check("loaded").env("RUSTC", &old).fails();
    for package in ["cuda-mem-sys", "cuda-mem"] {
        let line = format!("{package}@");
        let requires = said.lines().find(|said| said.trim_start().starts_with(&line));
        assert!(
            requires.is_some_and(|line| line.contains("requires rustc 1.63")),
            "{package}: {said}"
        );
    }
    let errors = said.lines().filter(|line| line.trim_start().starts_with("error"));
    assert_eq!(errors.count(), 1, "{said}");
}
