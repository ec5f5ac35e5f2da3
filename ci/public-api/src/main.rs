//! Prints a crate's public items, one a line, sorted, from the JSON that rustdoc wrote of it.
//!
//! `cuda-mem-public-api FILE`. Left out is what the compiler adds to every type by itself: blanket implementations, and
//! auto traits. With `--brief`, traits are not listed for each type but counted at the end: for a crate of hundreds of
//! records and enumerations, which all have the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let brief = arguments
        .first()
        .is_some_and(|first| first == Path::new("--brief"));
    if brief {
        arguments.remove(0);
    }
    let [file] = arguments.as_slice() else {
        eprintln!("usage: cuda-mem-public-api [--brief] FILE (rustdoc's JSON)");
        return ExitCode::FAILURE;
    };
    match if brief {
        listing_and_counts(file)
    } else {
        listing(file)
    } {
        Ok(lines) => {
            println!("{}", lines.join("\n"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cuda-mem-public-api: {}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}

fn listing(file: &Path) -> public_api::Result<Vec<String>> {
    let api = public_api::Builder::from_rustdoc_json(file)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()?;
    Ok(api.items().map(|item| item.to_string()).collect())
}

/// The methods of the traits that types have.
const METHODS: &[&str] = &[
    "bitand",
    "bitor",
    "bitor_assign",
    "clone",
    "default",
    "eq",
    "fmt",
    "hash",
];

fn listing_and_counts(file: &Path) -> public_api::Result<Vec<String>> {
    let mut counts = BTreeMap::new();
    let mut lines = listing(file)?;
    lines.retain(|line| {
        if let Some((implemented, _)) = line.split_once(" for ") {
            *counts.entry(implemented.to_string()).or_insert(0) += 1;
            return false;
        }
        let path = line.split('(').next().unwrap_or(line);
        let method = path.rsplit("::").next().unwrap_or(path);
        !METHODS.contains(&method.split('<').next().unwrap_or(method))
    });
    lines.extend(
        counts
            .iter()
            .map(|(implemented, count)| format!("{implemented}: {count} types")),
    );
    Ok(lines)
}
