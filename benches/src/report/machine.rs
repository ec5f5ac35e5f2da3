//! What the figures depend on: the machine and the programs that built what was measured.

use crate::{headers, stub};
use std::process::Command;

/// Names and values.
pub fn describe() -> Vec<(&'static str, String)> {
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let processor = format!("{}, {processors} to use", processor().unwrap_or_else(unknown));
    let version = |program: &str| first_line(Command::new(program).arg("--version"));
    vec![
        ("processor", processor),
        ("kernel", first_line(Command::new("uname").arg("-srm"))),
        ("Rust", version("rustc")),
        ("C", first_line(stub::compiler().arg("--version"))),
        ("callgrind", version("valgrind")),
        ("headers, where a build reads them", headers::name()),
    ]
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().ok().filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.and_then(|text| text.lines().next().map(str::to_string));
    line.unwrap_or_else(unknown)
}

fn unknown() -> String {
    "not known".to_string()
}
