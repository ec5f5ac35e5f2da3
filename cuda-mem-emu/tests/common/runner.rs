//! How programs of the tests' own target are started: by their names, or, on a machine with another processor, by a
//! command such as `qemu-aarch64 -L /usr/aarch64-linux-gnu`, which the variable `CUDA_MEM_RUNNER` then holds. Cargo has a
//! setting of this kind, but keeps it from the tests. (The repository's own tests include this file: here it is in the
//! published package.)

use std::ffi::OsStr;
use std::process::Command;

/// The words to put before a program, none on most machines.
pub fn words() -> Vec<String> {
    let words = std::env::var("CUDA_MEM_RUNNER").unwrap_or_default();
    words.split_whitespace().map(str::to_string).collect()
}

/// A command that runs this program.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let words = words();
    match words.split_first() {
        Some((first, rest)) => {
            let mut command = Command::new(first);
            command.args(rest).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// A command that runs this very program, once more.
pub fn again() -> Command {
    command(std::env::current_exe().expect("this program's path"))
}
