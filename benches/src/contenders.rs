//! The programs that are measured, and how each is built.
//!
//! A Rust contender is a package of its own in the target folder, not a member of the workspace: it is built as a user
//! builds it, no other contender's features or versions reach it, and the workspace needs none of the peers. The
//! workspace's Cargo.lock is its start, so that our own need no network.

use crate::shell::{self, run};
use crate::{headers, stub, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A way to call the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    /// What the tables call it.
    pub name: &'static str,
    /// Its file in contenders/, without the ending.
    pub file: &'static str,
    kind: Kind,
    /// A case that it has no function for, and why.
    lacks: Option<(&'static str, &'static str)>,
    /// Whether its build reads CUDA's headers.
    headers: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    C { linked: bool },
    Rust { dependency: &'static str },
}

const fn c(name: &'static str, file: &'static str, linked: bool) -> Contender {
    Contender {
        name,
        file,
        kind: Kind::C { linked },
        lacks: None,
        headers: false,
    }
}

const fn rust(name: &'static str, file: &'static str, dependency: &'static str) -> Contender {
    Contender {
        kind: Kind::Rust { dependency },
        ..c(name, file, false)
    }
}

/// C through dlsym'ed pointers: what the others are held against.
pub const C: Contender = c("C, dlsym", "c_dlsym", false);

/// C, linked to the library.
pub const LINKED: Contender = c("C, linked", "c_linked", true);

/// The raw crate.
pub const RAW: Contender = rust(
    "cuda-mem-sys",
    "raw",
    r#"cuda-mem-sys = { path = "ROOT/cuda-mem-sys", default-features = false, features = ["loaded"] }"#,
);

/// The raw crate as it comes when it is named itself: it makes its bindings from the installed header.
pub const RAW_BINDGEN: Contender = Contender {
    headers: true,
    ..rust(
        "cuda-mem-sys, defaults",
        "raw",
        r#"cuda-mem-sys = { path = "ROOT/cuda-mem-sys" }"#,
    )
};

/// The checked crate.
pub const CHECKED: Contender = rust("cuda-mem", "checked", r#"cuda-mem = { path = "ROOT/cuda-mem" }"#);

/// Its driver part only, the least that calls the driver.
pub const CUDARC: Contender = Contender {
    lacks: Some((
        "memcpy2d",
        "its checked layer, driver::result, has no function for cuMemcpy2D",
    )),
    ..rust(
        "cudarc 0.19.10",
        "cudarc",
        r#"cudarc = { version = "=0.19.10", default-features = false, features = ["std", "driver", "cuda-13000", "dynamic-loading"] }"#,
    )
};

/// With its default features, and the version of CUDA that it must be told.
pub const CUDARC_DEFAULT: Contender = rust(
    "cudarc 0.19.10, defaults",
    "cudarc",
    r#"cudarc = { version = "=0.19.10", features = ["cuda-13000"] }"#,
);

/// NVIDIA's own. It needs headers of CUDA 13 to build, and libclang.
pub const NVIDIA: Contender = Contender {
    headers: true,
    ..rust(
        "cuda-bindings 0.5.0",
        "cuda_bindings",
        r#"cuda-bindings = "=0.5.0""#,
    )
};

/// It links to the library, and looks for it in a toolkit: stub.rs makes one.
pub const CUST_RAW: Contender = rust("cust_raw 0.11.3", "cust_raw", r#"cust_raw = "=0.11.3""#);

/// The owning layer on cust_raw.
pub const CUST: Contender = Contender {
    lacks: Some(("memcpy2d", "it has no function for cuMemcpy2D")),
    ..rust("cust 0.3.2", "cust", r#"cust = "=0.3.2""#)
};

/// baracuda's raw crate.
pub const BARACUDA: Contender = rust(
    "baracuda-cuda-sys 0.0.1-alpha.158",
    "baracuda",
    r#"baracuda-cuda-sys = "=0.0.1-alpha.158""#,
);

/// The loops over many allocations and many copies, in C through dlsym.
pub const SCALE_C: Contender = c("C, dlsym", "scale", false);

/// The same in Rust, on a driver library or on the emulator.
pub const SCALE: Contender = rust(
    "cuda-mem",
    "scale",
    "cuda-mem = { path = \"ROOT/cuda-mem\" }\ncuda-mem-emu = { path = \"ROOT/cuda-mem-emu\" }",
);

/// A Rust program that does nothing.
pub const EMPTY: Contender = rust("an empty program", "empty", "");

/// All that make calls; the peers come last.
pub const ALL: &[Contender] = &[C, LINKED, RAW, CHECKED, CUDARC, NVIDIA, CUST_RAW, CUST, BARACUDA];

/// Those that need nothing but this repository.
pub const OWN: &[Contender] = &[C, LINKED, RAW, CHECKED];

impl Contender {
    /// Whether it is a crate.
    pub fn is_rust(&self) -> bool {
        matches!(self.kind, Kind::Rust { .. })
    }

    /// Why it has no figure for this case, if it has none.
    pub fn lacks(&self, case: &str) -> Option<&'static str> {
        self.lacks.filter(|lacks| lacks.0 == case).map(|lacks| lacks.1)
    }

    /// What its dependents write into their manifests.
    pub fn dependency(&self) -> &'static str {
        match self.kind {
            Kind::C { .. } => "",
            Kind::Rust { dependency } => dependency,
        }
    }

    /// Builds its program with the loops.
    pub fn calls(&self) -> Result<PathBuf> {
        match self.kind {
            Kind::C { linked } => self.compile(linked),
            Kind::Rust { .. } => self.release(self.file, &format!("calls-{}", self.file)),
        }
    }

    /// Builds its program with one call.
    pub fn first(&self) -> Result<PathBuf> {
        self.release(&format!("first/{}", self.file), &format!("first-{}", self.file))
    }

    fn compile(&self, linked: bool) -> Result<PathBuf> {
        let program = shell::folder("c")?.join(self.file);
        let source = shell::root().join(format!("benches/contenders/{}.c", self.file));
        let mut cc = stub::compiler();
        // Loops begin where LLVM begins them, so that the same places (contenders/place.h) are the same for all.
        cc.args(["-O2", "-falign-loops=16", "-pthread"])
            .arg("-o")
            .arg(&program)
            .arg(source);
        match linked {
            true => cc.arg(stub::build(0)?.join("libcuda.so.1")),
            false => cc.arg("-ldl"),
        };
        run(&mut cc)?;
        Ok(program)
    }

    fn release(&self, source: &str, package: &str) -> Result<PathBuf> {
        let program = format!("{}/benches/contenders/{source}.rs", root()?);
        let folder = self.package(package, &program)?;
        let target = shell::folder("target")?;
        let build = |offline: &[&str]| {
            let mut cargo = self.cargo(&folder, "build")?;
            run(cargo
                .arg("--release")
                .args(offline)
                .env("CARGO_TARGET_DIR", &target))
        };
        build(&["--offline"]).or_else(|_| build(&[]))?;
        Ok(target.join("release").join(package))
    }

    /// Makes a package that depends on it, with this file as its program.
    pub fn package(&self, package: &str, program: &str) -> Result<PathBuf> {
        let Kind::Rust { dependency } = self.kind else {
            return Err(format!("{} is not a crate", self.name));
        };
        let folder = shell::folder(&format!("packages/{package}"))?;
        let manifest = format!(
            "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[[bin]]\nname = {package:?}\n\
             path = {program:?}\n\n[dependencies]\n{}\n\n[workspace]\n",
            dependency.replace("ROOT", &root()?)
        );
        shell::write(&folder.join("Cargo.toml"), &manifest)?;
        let lock = folder.join("Cargo.lock");
        if !lock.exists() {
            let shared = shell::root().join("Cargo.lock");
            std::fs::copy(&shared, &lock).map_err(|error| format!("{}: {error}", shared.display()))?;
        }
        Ok(folder)
    }

    /// Cargo in a package that depends on it, with what its build script looks for.
    pub fn cargo(&self, folder: &Path, command: &str) -> Result<Command> {
        let mut cargo = cargo(folder, command);
        // cust_raw and cust read it.
        cargo.env("CUDA_LIBRARY_PATH", stub::toolkit()?);
        if self.headers {
            let headers = headers::toolkit()?;
            cargo
                .env("CUDA_TOOLKIT_PATH", &headers)
                .env("CUDA_HOME", &headers);
        }
        Ok(cargo)
    }
}

fn root() -> Result<String> {
    let root = shell::root().canonicalize().map_err(|error| error.to_string())?;
    Ok(root.to_string_lossy().into_owned())
}

/// Cargo in this folder. Nothing that the caller's environment asks of Cargo or rustc reaches it, but where Cargo is.
fn cargo(folder: &Path, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).arg("--quiet").current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if [
            "CARGO_PROFILE_",
            "CARGO_BUILD_",
            "CARGO_ENCODED_",
            "CARGO_INCREMENTAL",
            "RUSTFLAGS",
        ]
        .iter()
        .any(|start| text.starts_with(start))
        {
            cargo.env_remove(&name);
        }
    }
    cargo
}
