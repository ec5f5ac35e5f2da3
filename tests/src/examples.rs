//! The examples of cuda-mem: built once, and run as their readers would.

use crate::fixture::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// All examples by name: those whose files are in the folder.
pub fn all() -> &'static BTreeMap<String, PathBuf> {
    static ALL: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = std::fs::read_dir(root().join("cuda-mem/examples")).expect("the examples");
        let files = files.map(|file| file.expect("a folder's entry").path());
        let sources = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
        let built = build();
        let program = |source: PathBuf| {
            let name = stem(&source);
            let program = built.get(&name);
            let program =
                program.unwrap_or_else(|| panic!("cargo built no example {name}, but {:?}", built.keys()));
            (name, program.clone())
        };
        sources.map(program).collect()
    })
}

fn stem(path: &Path) -> String {
    let name = path.file_stem().expect("a name");
    name.to_string_lossy().into_owned()
}

/// Builds them as `cargo test` has done it already, if all of the workspace's tests run: with the same features, which
/// the second package brings in, and the same settings. So this is quick then.
fn build() -> BTreeMap<String, PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args([
            "build",
            "--offline",
            "-p",
            "cuda-mem",
            "-p",
            "cuda-mem-sys",
            "--examples",
        ])
        .arg("--message-format=json-render-diagnostics");
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.output().expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the examples do not build:\n{said}");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let programs = lines
        .lines()
        .filter(|line| line.contains("\"kind\":[\"example\"]"));
    let programs = programs.filter_map(|line| line.split("\"executable\":\"").nth(1)?.split('"').next());
    // A path on Windows has its separators escaped.
    let programs = programs.map(|path| PathBuf::from(path.replace("\\\\", "\\")));
    programs.map(|path| (stem(&path), path)).collect()
}

/// A run that is being prepared: of one example, with none of the variables that choose a driver or set the emulator.
pub struct Run(Command);

impl Run {
    /// The example of this name.
    pub fn of(name: &str) -> Run {
        let program = all().get(name);
        let mut command = Command::new(program.unwrap_or_else(|| panic!("there is no example {name}")));
        for variable in [
            "CUDA_MEM_DRIVER",
            "CUDA_MEM_REQUIRE",
            "CUDA_MEM_EMU",
            "LD_LIBRARY_PATH",
        ] {
            command.env_remove(variable);
        }
        Run(command)
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Run {
        self.0.env(name, value);
        self
    }

    /// With these arguments.
    pub fn args(mut self, arguments: &[&str]) -> Run {
        self.0.args(arguments);
        self
    }

    /// Runs it to its end.
    pub fn end(mut self) -> Ended {
        let Output {
            status,
            stdout,
            stderr,
        } = self.0.output().expect("an example runs");
        Ended {
            code: status.code(),
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&stderr).into_owned(),
        }
    }
}

/// How a run ended, and what it said.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// The last line, if it ended well.
    #[track_caller]
    pub fn verified(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self.stdout.lines().last().unwrap_or_default()
    }

    /// Fails unless it ended with this code and all of these words on standard error.
    #[track_caller]
    pub fn refused(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for word in words {
            assert!(self.stderr.contains(word), "no `{word}` in {self:#?}");
        }
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
    }
}
