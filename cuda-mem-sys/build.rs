//! Chooses the bindings to compile, and where to link: build/ holds the logic, this file the conversation with Cargo.
//!
//! Without the features `bindgen` and `linked` there is nothing to find: the shipped bindings are compiled, whatever
//! is installed, and no variable is read.

#[cfg(any(feature = "bindgen", feature = "linked"))]
#[path = "build/mod.rs"]
mod build;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before anything is told to Cargo, which would print it beside the error.
    if let Err(message) = has_driver() {
        eprintln!("error: {message}");
        return ExitCode::FAILURE;
    }
    println!("cargo:rerun-if-changed=build.rs");
    for name in ["from_header", "older_header", "offsets", "import_library"] {
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

/// Whether the target can have a driver at all; else this is the only error, in place of one for each record.
fn has_driver() -> Result<(), String> {
    let variable = |name: &str| std::env::var(name).map_err(|_| format!("Cargo did not set {name}"));
    let width = variable("CARGO_CFG_TARGET_POINTER_WIDTH")?;
    if width == "64" {
        return Ok(());
    }
    Err(format!(
        "{} is a {width}-bit target, and the CUDA driver is for 64-bit ones: Linux on x86_64 and aarch64, Windows on \
         x86_64. Build for one of these (--target x86_64-unknown-linux-gnu), or make cuda-mem-sys a dependency of 64-bit \
         targets only, under [target.'cfg(target_pointer_width = \"64\")'.dependencies]",
        variable("TARGET")?
    ))
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
