//! The system whose C and whose Rust are compared. It is this one, unless `CUDA_MEM_LAYOUT_OF` names a folder about
//! another, as ci/windows makes it: `cc` is its C compiler, and `facts.tsv` is what the program of print.rs printed there.
//! The C programs are then run by `CUDA_MEM_RUNNER`.

use crate::facts::{Facts, Key, What};
use crate::ours;
use std::path::PathBuf;
use std::process::Command;

fn other() -> Option<PathBuf> {
    std::env::var_os("CUDA_MEM_LAYOUT_OF").map(PathBuf::from)
}

/// The other system's C compiler.
pub fn compiler() -> Option<Command> {
    other().map(|folder| Command::new(folder.join("cc")))
}

/// What the crate has there.
pub fn facts() -> Facts {
    let Some(folder) = other() else {
        return ours::facts();
    };
    let path = folder.join("facts.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fact = |line: &str| {
        let mut columns = line.split('\t');
        let (name, what) = (columns.next()?, What::named(columns.next()?)?);
        Some((Key::new(name, what), columns.next()?.parse().ok()?))
    };
    let facts = text
        .lines()
        .map(|line| fact(line).unwrap_or_else(|| panic!("facts.tsv: `{line}`")));
    facts.collect()
}
