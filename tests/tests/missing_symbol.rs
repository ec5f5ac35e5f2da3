//! Each symbol in turn is one that the driver lacks: its functions say so, all others work.

#![cfg(target_os = "linux")]

use cuda_mem::sys;
use cuda_mem_tests::stub::{can_build, symbols, Stub};
use cuda_mem_tests::{functions, probe, wrappers};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tempfile::tempdir;

#[test]
fn each_in_turn() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().version(12040).put(folder.path(), "driver.so");
    let answer = probe!().ask(&format!("missing_each {}", library.display()));
    let mut lines = answer.lines().peekable();
    let by_symbol = wrappers_by_symbol();
    let mut wrappers_seen = BTreeSet::new();
    for symbol in symbols() {
        let line = lines.next().unwrap_or_default();
        let parts: Vec<_> = line.split('\t').collect();
        let uses = functions::all().flat_map(|f| [f.symbol, f.per_thread_symbol]);
        let uses = uses.filter(|used| used == symbol).count();
        assert!(uses > 0, "nothing is bound to {symbol}");
        assert_eq!(parts, [*symbol, &uses.to_string(), ""]);

        let mut names = BTreeSet::new();
        while let Some(error) = lines.next_if(|line| line.starts_with('\t')) {
            let name = error.trim().split(':').next().unwrap_or_default();
            check_error(error.trim(), name, symbol);
            names.insert(name.to_string());
        }
        assert_eq!(
            names,
            by_symbol.get(symbol).cloned().unwrap_or_default(),
            "{symbol}"
        );
        wrappers_seen.extend(names);
    }
    assert_eq!(lines.next(), None);
    let all: BTreeSet<_> = wrappers::ALL
        .iter()
        .map(|wrapper| wrapper.name.to_string())
        .collect();
    assert_eq!(wrappers_seen, all);
}

/// The checked functions, by the symbols that they call.
fn wrappers_by_symbol() -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut all: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for wrapper in wrappers::ALL {
        let function =
            sys::function(wrapper.name).unwrap_or_else(|| panic!("{} is in no table", wrapper.name));
        for symbol in [Some(function.symbol()), function.per_thread_symbol()]
            .into_iter()
            .flatten()
        {
            all.entry(symbol).or_default().insert(wrapper.name.to_string());
        }
    }
    all
}

fn check_error(error: &str, name: &str, symbol: &str) {
    let has = |f: &sys::Function| f.symbol() == symbol || f.per_thread_symbol() == Some(symbol);
    let function = sys::functions().find(has).expect("a function");
    // Forms for per-thread default streams came with CUDA 7.0.
    let oldest = if function.symbol() == symbol { 0 } else { 7000 };
    let since = function.since().max(oldest);
    let version = format!("{}.{}", since / 1000, since % 1000 / 10);
    // The stub says that it is of 12.4, unless it lacks the function that says so.
    let own = match symbol {
        "cuDriverGetVersion" => "its own version is unknown. Install a newer driver",
        _ if since > 12040 => "this one supports CUDA 12.4. Install a newer driver",
        _ => "this one supports CUDA 12.4 and should have it. Reinstall the driver",
    };
    let text = format!(
        "{name}: CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND (302): the driver has no symbol {symbol}, which came with CUDA \
         {version}; {own}, or ask cuda_mem::sys::has_symbol before calling"
    );
    assert_eq!(error, text);
}

/// The list in tests/src/wrappers.rs against the sources of cuda-mem, where each checked function carries its C name.
#[test]
fn every_checked_function_is_tried() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../cuda-mem/src"));
    let mut in_sources = Vec::new();
    read_aliases(folder, &mut in_sources);
    in_sources.sort_unstable();
    let mut here: Vec<_> = wrappers::ALL.iter().map(|wrapper| wrapper.name).collect();
    here.sort_unstable();
    // Names stand here twice where two functions wrap one of C's.
    assert_eq!(here, in_sources, "tests/src/wrappers.rs, and what cuda-mem has");
}

/// The C names in the sources of a folder, and in those of the folders within.
fn read_aliases(folder: &Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_aliases(&path, names);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source");
        let aliases = text.split("#[doc(alias = \"").skip(1);
        let aliases = aliases.filter_map(|rest| rest.split('"').next());
        // Types, enumerators and symbols may be aliases too.
        let is_function = |name: &&str| sys::functions().any(|function| function.name() == *name);
        names.extend(aliases.filter(is_function).map(str::to_string));
    }
}
