//! The build script proper: finds the toolkit, makes bindings of its header, tells Cargo and dependents' scripts.

use crate::build::toolkit::{self, Outcome, Request, Target, Toolkit};
use std::env;
use std::path::Path;

/// Runs the build script.
pub fn run() -> Result<(), String> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=wrapper.h");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    let variable = |name: &str| env::var(name).map_err(|_| format!("Cargo did not set {name}"));
    let target = Target {
        arch: variable("CARGO_CFG_TARGET_ARCH")?,
        os: variable("CARGO_CFG_TARGET_OS")?,
        env: env::var("CARGO_CFG_TARGET_ENV").unwrap_or_default(),
        triple: variable("TARGET")?,
    };
    let host = variable("HOST")?;
    for name in toolkit::names(&target, &host) {
        println!("cargo:rerun-if-env-changed={name}");
    }
    // docs.rs has no toolkit, and its pages must not depend on one.
    if env::var_os("DOCS_RS").is_some() {
        println!("cargo:bindings=shipped");
        return Ok(());
    }
    let triple = target.triple.clone();
    let request = Request {
        target,
        host,
        root: Path::new("/"),
        var: &|name| env::var_os(name),
    };
    let toolkit = match toolkit::find(&request) {
        Outcome::Wrong(message) => return Err(message),
        Outcome::NotFound(report) => {
            println!("cargo:bindings=shipped");
            if cfg!(feature = "bindgen") {
                warn(&format!("the shipped bindings are used: {report}"));
            }
            None
        }
        Outcome::Found(toolkit) => {
            found(&toolkit, &triple)?;
            Some(toolkit)
        }
    };
    link(toolkit.as_ref(), &request);
    Ok(())
}

#[cfg(feature = "linked")]
use crate::build::link::tell as link;

#[cfg(not(feature = "linked"))]
fn link(_: Option<&Toolkit>, _: &Request<'_>) {}

fn found(toolkit: &Toolkit, triple: &str) -> Result<(), String> {
    let header = toolkit.header_dir.join("cuda.h");
    println!("cargo:rerun-if-changed={}", header.display());
    println!(
        "cuda.h of {} ({}), found through {}",
        toolkit::cuda(toolkit.version),
        header.display(),
        toolkit.from
    );
    // For dependents' build scripts: DEP_CUDA_MEM_SYS_VERSION and so on.
    println!("cargo:version={}", toolkit.version);
    println!("cargo:include={}", toolkit.header_dir.display());
    for warning in &toolkit.warnings {
        warn(warning);
    }
    bindings(toolkit, triple)
}

#[cfg(not(feature = "bindgen"))]
fn bindings(_: &Toolkit, _: &str) -> Result<(), String> {
    println!("cargo:bindings=shipped");
    Ok(())
}

#[cfg(feature = "bindgen")]
fn bindings(toolkit: &Toolkit, triple: &str) -> Result<(), String> {
    use crate::build::bindings::{make, shipped_version, Made, Paths};
    let variable = |name: &str| env::var_os(name).ok_or_else(|| format!("Cargo did not set {name}"));
    let (root, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
    let paths = Paths {
        crate_root: Path::new(&root),
        header_dir: &toolkit.header_dir,
        out: Path::new(&out),
        target: triple,
    };
    println!("cargo:rerun-if-env-changed=LIBCLANG_PATH");
    match make(&paths, toolkit.version) {
        Ok(Made::FromHeader) => {
            println!("cargo:rustc-cfg=cuda_mem_sys_from_header");
            println!("cargo:bindings=header");
            if toolkit.version > shipped_version() {
                warn(&format!(
                    "{} is of {}, newer than the newest header that this version of cuda-mem-sys was tested with ({}); \
                     its bindings are used",
                    toolkit.header_dir.join("cuda.h").display(),
                    toolkit::cuda(toolkit.version),
                    toolkit::cuda(shipped_version())
                ));
            }
        }
        Ok(Made::Older) => {
            println!("cargo:rustc-cfg=cuda_mem_sys_older_header");
            println!("cargo:bindings=shipped");
        }
        // What a variable names is what was asked for: nothing else will do.
        Err(reason) if toolkit.explicit => {
            return Err(format!(
                "{} names the toolkit of {}, but no bindings could be made of its header: {reason}. Mend that, unset \
                 {}, or turn the feature `bindgen` of cuda-mem-sys off to use the shipped bindings",
                toolkit.from,
                toolkit.header_dir.display(),
                toolkit.from
            ));
        }
        Err(reason) => {
            println!("cargo:bindings=shipped");
            warn(&format!("the shipped bindings are used: {reason}"));
        }
    }
    // Whether there is `offset_of!`.
    if compiler().map_or(false, |minor| minor >= 77) {
        println!("cargo:rustc-cfg=cuda_mem_sys_offsets");
    }
    Ok(())
}

/// The compiler's minor version: 63 of Rust 1.63.
pub fn compiler() -> Option<u32> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output().ok()?;
    String::from_utf8_lossy(&output.stdout)
        .split('.')
        .nth(1)?
        .parse()
        .ok()
}

/// Cargo takes a warning line by line.
pub fn warn(text: &str) {
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        println!("cargo:warning={line}");
    }
}
