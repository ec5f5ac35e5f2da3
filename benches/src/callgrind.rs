//! Instruction counts, and counts of calls, by valgrind's callgrind.

use crate::shell::{self, run};
use crate::Result;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// What one run of a program did.
#[derive(Debug, Default)]
pub struct Profile {
    /// Instructions of the whole process, the dynamic linker included.
    pub instructions: u64,
    /// For each function: how often it was called, and the instructions of these calls, callees included.
    calls: HashMap<String, (u64, u64)>,
    /// What the program printed.
    pub output: String,
}

impl Profile {
    /// How often a function of the C library was called.
    pub fn calls(&self, function: &str) -> u64 {
        self.of(function).0
    }

    /// The instructions that calls of it took, callees included.
    pub fn inclusive(&self, function: &str) -> u64 {
        self.of(function).1
    }

    fn of(&self, function: &str) -> (u64, u64) {
        // Versioned symbols read dlsym@@GLIBC_2.34.
        let named = self
            .calls
            .iter()
            .filter(|(name, _)| name.split('@').next() == Some(function));
        named.fold((0, 0), |sum, (_, counts)| (sum.0 + counts.0, sum.1 + counts.1))
    }
}

/// Whether callgrind can be run.
pub fn is_there() -> bool {
    shell::has("valgrind")
}

/// Runs a program under callgrind, with the stub's folder on its library path and no other variable: the environment's
/// size is part of what starting costs.
pub fn profile(program: &Path, arguments: &[&str], stub: &Path) -> Result<Profile> {
    let out = shell::folder("callgrind")?.join("out");
    let mut valgrind = Command::new("valgrind");
    valgrind.env_clear().env("LD_LIBRARY_PATH", stub);
    for name in ["PATH", "HOME"] {
        if let Some(value) = std::env::var_os(name) {
            valgrind.env(name, value);
        }
    }
    valgrind.args(["--tool=callgrind", "--quiet"]);
    valgrind.arg(format!("--callgrind-out-file={}", out.display()));
    let output = run(valgrind.arg(program).args(arguments))?;
    let text = std::fs::read_to_string(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut profile = read(&text);
    profile.output = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(profile)
}

/// Reads callgrind's format: `fn=` opens a function, its lines end in counts; the line after `calls=` holds the
/// instructions of these calls. A name is spelt out once, as `(number) name`, and later is the number.
fn read(text: &str) -> Profile {
    let mut profile = Profile::default();
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut callee = "";
    let mut calls = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("fn=") {
            full(&mut names, name);
        } else if let Some(name) = line.strip_prefix("cfn=") {
            callee = full(&mut names, name);
        } else if let Some(counts) = line.strip_prefix("calls=") {
            calls = counts
                .split(' ')
                .next()
                .and_then(|count| count.parse::<u64>().ok());
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            let count = line
                .rsplit(' ')
                .next()
                .and_then(|count| count.parse::<u64>().ok());
            let count = count.unwrap_or(0);
            match calls.take() {
                Some(calls) => {
                    let entry = profile.calls.entry(callee.to_string()).or_default();
                    *entry = (entry.0 + calls, entry.1 + count);
                }
                None => profile.instructions += count,
            }
        }
    }
    profile
}

fn full<'a>(names: &mut HashMap<&'a str, &'a str>, name: &'a str) -> &'a str {
    match name.split_once(' ') {
        Some((number, name)) => {
            names.insert(number, name);
            name
        }
        None => names.get(name).copied().unwrap_or(name),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_profile_is_read() {
        let text = "events: Ir\nfn=(1) main\n16 4\n+3 5\ncfn=(2) dlsym@@GLIBC_2.34\ncalls=2 1\n* 100\nfn=(2)\n7 90\n\
                    cfn=(3) strcmp\ncalls=1 0\n* 10\nfn=(3)\n1 10\nfn=(1)\ncfn=(2)\ncalls=1 1\n* 50\n";
        let profile = super::read(text);
        assert_eq!(profile.instructions, 4 + 5 + 90 + 10);
        assert_eq!((profile.calls("dlsym"), profile.inclusive("dlsym")), (3, 150));
        assert_eq!(profile.calls("dlopen"), 0);
    }
}
