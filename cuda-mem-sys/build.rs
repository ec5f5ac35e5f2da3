//! Chooses the bindings to compile, and where to link: build/ holds the logic, this file the conversation with Cargo.
//!
//! Without the features `bindgen` and `linked` there is nothing to find: the shipped bindings are compiled, whatever
//! is installed, and no variable is read.

#[cfg(any(feature = "bindgen", feature = "linked"))]
#[path = "build/mod.rs"]
mod build;

use std::process::ExitCode;

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=build.rs");
    for name in ["from_header", "older_header", "offsets"] {
        println!("cargo:rustc-check-cfg=cfg(cuda_mem_sys_{name})");
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Cargo shows a build script's standard error when it fails.
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The shipped bindings, for dependents' build scripts: DEP_CUDA_MEM_SYS_BINDINGS.
#[cfg(not(any(feature = "bindgen", feature = "linked")))]
fn run() -> Result<(), String> {
    println!("cargo:bindings=shipped");
    Ok(())
}

#[cfg(any(feature = "bindgen", feature = "linked"))]
fn run() -> Result<(), String> {
    build::script::run()
}
