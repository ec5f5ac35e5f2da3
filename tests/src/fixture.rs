//! Builds the small crates in fixtures/ as their users would, each time in an environment that the test chooses.
//!
//! A fixture is copied next to the test's other outputs, with the workspace's lock file: so the source tree stays as
//! it is, and the dependencies are those that are on the machine already.

use crate::runner;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The workspace's root.
pub fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("tests/ lies in the workspace")
}

/// A file of fixtures/.
pub fn file(name: &str) -> PathBuf {
    root().join("tests/fixtures").join(name)
}

/// A copy of one of the crates in fixtures/; while one is there, other threads that want one wait.
pub struct Fixture {
    name: &'static str,
    dir: PathBuf,
    target: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Fixture {
    /// Copies the crate into `scratch`. All crates there share one target folder, so that bindgen is compiled once; a
    /// program that was built is replaced by the next build.
    pub fn new(name: &'static str, scratch: &str) -> Fixture {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = Path::new(scratch).join("fixtures");
        let dir = scratch.join(name);
        copy(&file(name), &dir);
        copy_file(&root().join("Cargo.lock"), &dir.join("Cargo.lock"));
        Fixture {
            name,
            dir,
            target: scratch.join("target"),
            _turn: turn,
        }
    }

    /// `cargo build`, of these features and no default ones.
    pub fn build(&self, features: &str) -> Cargo {
        self.cargo("build", features)
    }

    /// `cargo check`, of these features and no default ones.
    pub fn check(&self, features: &str) -> Cargo {
        self.cargo("check", features)
    }

    fn cargo(&self, command: &str, features: &str) -> Cargo {
        let mut cargo = cargo();
        cargo
            .current_dir(&self.dir)
            .args([
                command,
                "--offline",
                "--no-default-features",
                "--features",
                features,
            ])
            .arg("--message-format=json-render-diagnostics")
            .env("CARGO_TARGET_DIR", &self.target)
            // Nobody debugs these; without it they are built in half the time.
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        Cargo(cargo)
    }

    /// The program that was built.
    pub fn program(&self) -> PathBuf {
        self.binary(self.name)
    }

    /// One of the crate's programs.
    pub fn binary(&self, name: &str) -> PathBuf {
        built(&self.target).join(name)
    }

    /// The static library that was built.
    pub fn archive(&self) -> PathBuf {
        built(&self.target).join(format!("lib{}.a", self.name))
    }
}

/// The target of the tests, for cargo to build for: none where that is cargo's own choice, the machine it runs on.
pub fn target() -> Option<&'static str> {
    (!runner::words().is_empty()).then_some(env!("TESTS_TARGET"))
}

/// The folder in a target folder where programs for [`target`] are built.
pub fn built(folder: &Path) -> PathBuf {
    let folder = target().map_or_else(|| folder.to_path_buf(), |target| folder.join(target));
    folder.join("debug")
}

/// Cargo, without the variables that the test itself was built and started with.
pub fn cargo() -> Command {
    const PREFIXES: &[&str] = &["CUDA", "NVHPC", "CARGO_", "DEP_", "LIBCLANG", "BINDGEN"];
    const NAMES: &[&str] = &[
        "CONDA_PREFIX",
        "VIRTUAL_ENV",
        "DOCS_RS",
        "OUT_DIR",
        "RUSTC",
        "RUSTFLAGS",
        "TARGET",
        "LD_LIBRARY_PATH",
    ];
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let own = PREFIXES.iter().any(|prefix| text.starts_with(prefix)) || NAMES.contains(&&*text);
        // Where the downloaded crates lie, and how the machine reaches more.
        if own && text != "CARGO_HOME" && !text.starts_with("CARGO_NET_") && !text.starts_with("CARGO_HTTP_")
        {
            command.env_remove(&name);
        }
    }
    if let Some(target) = target() {
        // Another target's compiler and linker are those that the tests were built with.
        command.env("CARGO_BUILD_TARGET", target);
        let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
        for name in ["RUSTC", &linker] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
    }
    command
}

/// A cargo command in the making.
pub struct Cargo(Command);

impl Cargo {
    /// Sets a variable for it.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Cargo {
        self.0.env(name, value);
        self
    }

    /// Runs it; it must succeed.
    #[track_caller]
    pub fn succeeds(self) -> Built {
        let (success, built) = self.run();
        assert!(success, "the build failed:\n{}", built.stderr);
        built
    }

    /// Runs it; it must fail. Gives what it said.
    #[track_caller]
    pub fn fails(self) -> String {
        let (success, built) = self.run();
        assert!(!success, "the build succeeded:\n{}", built.stderr);
        // A failure is told, never a panic.
        assert!(!built.stderr.contains("panicked at"), "{}", built.stderr);
        built.stderr
    }

    fn run(mut self) -> (bool, Built) {
        let output = self.0.output().expect("cargo runs");
        let built = Built {
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            messages: String::from_utf8_lossy(&output.stdout).into_owned(),
        };
        (output.status.success(), built)
    }
}

/// What a build said.
pub struct Built {
    /// What people see.
    pub stderr: String,
    messages: String,
}

impl Built {
    /// The warnings of cuda-mem-sys's build script.
    pub fn warnings(&self) -> Vec<&str> {
        let lines = self.stderr.lines();
        lines
            .filter_map(|line| line.strip_prefix("warning: cuda-mem-sys@")?.split_once(": "))
            .map(|(_, text)| text)
            .collect()
    }

    /// The files that the build script of cuda-mem-sys made, by name. Files of earlier builds lie there too.
    pub fn generated(&self) -> BTreeMap<String, String> {
        let dir = PathBuf::from(
            self.script("\"out_dir\":\"")
                .expect("the build script has an output folder"),
        );
        let files = fs::read_dir(dir).expect("the folder is there");
        files
            .map(|file| {
                let path = file.expect("a folder's entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, fs::read_to_string(&path).expect("a text"))
            })
            .collect()
    }

    /// Whether the build script of cuda-mem-sys set this cfg.
    pub fn has_cfg(&self, cfg: &str) -> bool {
        let cfgs = self.line().split("\"cfgs\":[").nth(1).unwrap_or_default();
        let cfgs = cfgs.split(']').next().unwrap_or_default();
        cfgs.split(',').any(|name| name.trim_matches('"') == cfg)
    }

    fn line(&self) -> &str {
        let mut lines = self.messages.lines();
        let script = lines.find(|line| {
            line.contains("\"reason\":\"build-script-executed\"") && line.contains("/cuda-mem-sys#")
        });
        script.unwrap_or_else(|| panic!("cargo did not tell of the build script:\n{}", self.stderr))
    }

    /// The string after this key in the build script's line.
    fn script(&self, key: &str) -> Option<&str> {
        self.line().split(key).nth(1)?.split('"').next()
    }
}

/// Runs a program, with these variables beside the inherited ones; gives what it printed.
#[track_caller]
pub fn run(program: &Path, variables: &[(&str, &Path)]) -> String {
    let mut command = runner::command(program);
    command
        .env_remove("CUDA_MEM_DRIVER")
        .env_remove("LD_LIBRARY_PATH");
    command.envs(variables.iter().copied());
    let output = command.output();
    text(&output.unwrap_or_else(|error| panic!("{}: {error}", program.display())))
}

/// The Rust compiler that the fixtures are built with.
pub fn rustc() -> OsString {
    let own = std::env::var_os("RUSTC").filter(|_| target().is_some());
    own.unwrap_or_else(|| "rustc".into())
}

/// Runs a tool that must succeed; gives what it printed.
#[track_caller]
pub fn tool(name: impl AsRef<OsStr>, arguments: &[&OsStr]) -> String {
    let name = name.as_ref();
    let output = Command::new(name).args(arguments).output();
    text(&output.unwrap_or_else(|error| panic!("{}: {error}", name.to_string_lossy())))
}

#[track_caller]
fn text(output: &Output) -> String {
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{}\n{stdout}\n{stderr}", output.status);
    stdout.into_owned()
}

/// The C compiler for what these tests load and run.
pub fn compiler() -> OsString {
    std::env::var_os("CC").unwrap_or_else(|| "cc".into())
}

/// Runs the C compiler; gives what it printed.
#[track_caller]
pub fn cc(arguments: &[&OsStr]) -> String {
    tool(compiler(), arguments)
}

/// Compiles C to a shared library.
#[track_caller]
pub fn shared_library(source: &Path, library: &Path) {
    let dir = library.parent().expect("a library lies in a folder");
    fs::create_dir_all(dir).expect("a folder for the library");
    let soname: &OsStr = "-Wl,-soname,libcuda.so.1".as_ref();
    let flags = ["-shared", "-fPIC", "-fno-builtin", "-o"].map(OsStr::new);
    cc(&[&flags[..], &[library.as_ref(), source.as_ref(), soname]].concat());
}

/// Copies a folder. What is the same already is left alone, since Cargo goes by the time of writing.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder for the fixture");
    for entry in fs::read_dir(from).expect("the fixture is there") {
        let entry = entry.expect("a folder's entry");
        let name = entry.file_name();
        if name == "target" || name == "Cargo.lock" {
            continue;
        }
        let (from, to) = (entry.path(), to.join(name));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            copy_file(&from, &to);
        }
    }
}

fn copy_file(from: &Path, to: &Path) {
    let mut text = fs::read_to_string(from).expect("a file of the fixture");
    if from.ends_with("Cargo.toml") {
        let root = root().to_str().expect("the workspace's path is UTF-8");
        text = text.replace("../../../", &format!("{root}/"));
    }
    if fs::read_to_string(to).ok().as_ref() != Some(&text) {
        fs::write(to, text).expect("the fixture's copy");
    }
}
