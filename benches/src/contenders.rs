//! The programs that are measured, and how each is built.
//!
//! A Rust contender is a package of its own in the target folder, not a member of the workspace: it is built as a user
//! builds it, no other contender's features or versions reach it, and the workspace needs none of the peers. The
//! workspace's Cargo.lock is its start, so that our own need no network.

use crate::shell::{self, run};
use crate::{stub, Result};
use std::path::PathBuf;
use std::process::Command;

/// A way to call the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    /// What the tables call it.
    pub name: &'static str,
    /// Its file in contenders/, without the ending.
    pub file: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    C { linked: bool },
    Rust { dependency: &'static str },
}

/// C through dlsym'ed pointers: what the others are held against.
pub const C: Contender = Contender {
    name: "C, dlsym",
    file: "c_dlsym",
    kind: Kind::C { linked: false },
};

/// C, linked to the library.
pub const LINKED: Contender = Contender {
    name: "C, linked",
    file: "c_linked",
    kind: Kind::C { linked: true },
};

/// The raw crate.
pub const RAW: Contender = Contender {
    name: "cuda-mem-sys",
    file: "raw",
    kind: Kind::Rust {
        dependency: r#"cuda-mem-sys = { path = "ROOT/cuda-mem-sys", default-features = false, features = ["loaded"] }"#,
    },
};

/// The checked crate.
pub const CHECKED: Contender = Contender {
    name: "cuda-mem",
    file: "checked",
    kind: Kind::Rust {
        dependency: r#"cuda-mem = { path = "ROOT/cuda-mem" }"#,
    },
};

/// The peer whose build cost is compared: its driver part only.
pub const CUDARC: Contender = Contender {
    name: "cudarc 0.19.10",
    file: "cudarc",
    kind: Kind::Rust {
        dependency: r#"cudarc = { version = "=0.19.10", default-features = false, features = ["std", "driver", "cuda-13000", "dynamic-loading"] }"#,
    },
};

/// NVIDIA's own. It needs headers of CUDA 13 to build, named by CUDA_TOOLKIT_PATH, and libclang.
pub const NVIDIA: Contender = Contender {
    name: "cuda-bindings 0.5.0",
    file: "cuda_bindings",
    kind: Kind::Rust {
        dependency: r#"cuda-bindings = "=0.5.0""#,
    },
};

/// It links to the library, and looks for it in a toolkit: stub.rs makes one.
pub const CUST_RAW: Contender = Contender {
    name: "cust_raw 0.11.3",
    file: "cust_raw",
    kind: Kind::Rust {
        dependency: r#"cust_raw = "=0.11.3""#,
    },
};

/// baracuda's raw crate.
pub const BARACUDA: Contender = Contender {
    name: "baracuda-cuda-sys 0.0.1-alpha.158",
    file: "baracuda",
    kind: Kind::Rust {
        dependency: r#"baracuda-cuda-sys = "=0.0.1-alpha.158""#,
    },
};

/// The loops over many allocations and many copies, in C through dlsym.
pub const SCALE_C: Contender = Contender {
    name: "C, dlsym",
    file: "scale",
    kind: Kind::C { linked: false },
};

/// The same in Rust, on a driver library or on the emulator.
pub const SCALE: Contender = Contender {
    name: "cuda-mem",
    file: "scale",
    kind: Kind::Rust {
        dependency:
            "cuda-mem = { path = \"ROOT/cuda-mem\" }\ncuda-mem-emu = { path = \"ROOT/cuda-mem-emu\" }",
    },
};

/// A Rust program that does nothing.
pub const EMPTY: Contender = Contender {
    name: "an empty program",
    file: "empty",
    kind: Kind::Rust { dependency: "" },
};

/// All that make calls; the peers come last.
pub const ALL: &[Contender] = &[C, LINKED, RAW, CHECKED, CUDARC, NVIDIA, CUST_RAW, BARACUDA];

/// Those that need nothing but this repository.
pub const OWN: &[Contender] = &[C, RAW, CHECKED];

impl Contender {
    /// Whether it is a crate.
    pub fn is_rust(&self) -> bool {
        matches!(self.kind, Kind::Rust { .. })
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
        cc.args(["-O2", "-pthread"]).arg("-o").arg(&program).arg(source);
        match linked {
            true => cc.arg(stub::build(0)?.join("libcuda.so.1")),
            false => cc.arg("-ldl"),
        };
        run(&mut cc)?;
        Ok(program)
    }

    fn release(&self, source: &str, package: &str) -> Result<PathBuf> {
        let folder = self.package(source, package)?;
        let target = shell::folder("target")?;
        let toolkit = stub::toolkit()?;
        let build = |offline: &[&str]| {
            let mut cargo = cargo(&folder, "build");
            // cust_raw reads it.
            run(cargo
                .env("CUDA_LIBRARY_PATH", &toolkit)
                .arg("--release")
                .args(offline)
                .env("CARGO_TARGET_DIR", &target))
        };
        build(&["--offline"]).or_else(|_| build(&[]))?;
        Ok(target.join("release").join(package))
    }

    /// Makes a package that depends on it, with this source in contenders/ as its program.
    pub fn package(&self, source: &str, package: &str) -> Result<PathBuf> {
        let Kind::Rust { dependency } = self.kind else {
            return Err(format!("{} is not a crate", self.name));
        };
        let folder = shell::folder(&format!("packages/{package}"))?;
        let root = shell::root().canonicalize().map_err(|error| error.to_string())?;
        let root = root.to_string_lossy();
        let manifest = format!(
            "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[[bin]]\nname = {package:?}\n\
             path = \"{root}/benches/contenders/{source}.rs\"\n\n[dependencies]\n{}\n\n[workspace]\n",
            dependency.replace("ROOT", &root)
        );
        shell::write(&folder.join("Cargo.toml"), &manifest)?;
        let lock = folder.join("Cargo.lock");
        if !lock.exists() {
            let shared = shell::root().join("Cargo.lock");
            std::fs::copy(&shared, &lock).map_err(|error| format!("{}: {error}", shared.display()))?;
        }
        Ok(folder)
    }
}

/// Cargo in this folder. Nothing that the caller's environment asks of rustc reaches it.
pub fn cargo(folder: &std::path::Path, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).arg("--quiet").current_dir(folder);
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(name);
    }
    cargo
}
