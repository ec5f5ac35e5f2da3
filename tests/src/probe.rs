//! Runs the program `probe`, whose process a test may spoil: with a driver of its own, with forks, with none at all.

use crate::runner;
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

/// A run of the probe that is being prepared.
pub struct Probe {
    command: Command,
}

/// The probe, in the tests of this package.
#[macro_export]
macro_rules! probe {
    () => {
        $crate::probe::Probe::new(env!("CARGO_BIN_EXE_probe"))
    };
}

impl Probe {
    /// A probe that no variable points to a driver.
    pub fn new(program: impl AsRef<OsStr>) -> Probe {
        Probe::wrapped(runner::command(program))
    }

    /// As [`Probe::new`], by a command that runs the program with the arguments that follow.
    pub fn wrapped(mut command: Command) -> Probe {
        command
            .env_remove("CUDA_MEM_DRIVER")
            .env_remove("LD_LIBRARY_PATH");
        Probe { command }
    }

    /// Sets `CUDA_MEM_DRIVER`.
    pub fn driver(mut self, value: impl AsRef<OsStr>) -> Probe {
        self.command.env("CUDA_MEM_DRIVER", value);
        self
    }

    /// Sets `LD_LIBRARY_PATH`.
    pub fn library_path(mut self, folders: &[&Path]) -> Probe {
        let joined = std::env::join_paths(folders).expect("folders without a colon");
        self.command.env("LD_LIBRARY_PATH", joined);
        self
    }

    /// Runs as this user.
    pub fn user(mut self, id: u32) -> Probe {
        std::os::unix::process::CommandExt::uid(&mut self.command, id);
        self
    }

    /// Runs these commands in one process and gives their answers.
    #[track_caller]
    pub fn run(self, commands: &[&str]) -> Vec<String> {
        let (answers, rest) = self.run_to_end(commands);
        assert_eq!(rest, "", "{commands:?}");
        answers
    }

    /// As [`Probe::run`], with what the process printed after the last answer. Fails unless it ended well and said
    /// nothing on standard error, where a panic would be.
    #[track_caller]
    pub fn run_to_end(self, commands: &[&str]) -> (Vec<String>, String) {
        let output = self.output(commands);
        let (stdout, stderr) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(
            output.status.success() && stderr.is_empty(),
            "{commands:?}: {}, signal {:?}\n{stdout}\n{stderr}",
            output.status,
            output.status.signal()
        );
        let mut answers: Vec<_> = stdout.split(END).map(str::to_string).collect();
        let rest = answers.pop().unwrap_or_default();
        assert_eq!(answers.len(), commands.len(), "{commands:?}: {stdout}");
        (answers, rest)
    }

    /// Runs one command.
    #[track_caller]
    pub fn ask(self, command: &str) -> String {
        self.run(&[command]).remove(0)
    }

    fn output(mut self, commands: &[&str]) -> Output {
        self.command.args(commands);
        let output = self.command.output();
        output.unwrap_or_else(|error| panic!("{:?}: {error}", self.command))
    }
}

/// Whether this machine has no driver of its own, which would be found where none should be; if it has, this says the
/// skip.
pub fn no_driver_here(probe: Probe) -> bool {
    let answer = probe.ask("load");
    let found = answer.starts_with("Ok");
    if found {
        crate::require::skip("no-driver", &format!("this machine has one: {answer}"));
    }
    !found
}

/// What the probe prints behind each answer.
pub const END: &str = "\n\u{1e}\n";
