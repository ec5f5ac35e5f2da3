//! Functions: every one that the header declares has its symbol, its per-thread symbol, its version and its arguments
//! here.

use crate::build::model::Model;
use crate::facts::What;
use crate::headers::Source;
use crate::report::Difference;
use crate::{compiler, ours};
use cuda_mem_sys as sys;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};

const SYMBOLS: &str = include_str!("../../data/symbols.tsv");

/// What the driver exports: symbol to the version that introduced it and its per-thread form, if any.
pub fn exported() -> BTreeMap<&'static str, (u32, Option<&'static str>)> {
    let lines = SYMBOLS.lines().filter(|line| !line.starts_with('#'));
    let line = |line: &'static str| {
        let mut columns = line.split('\t');
        let (symbol, version) = (columns.next()?, columns.next()?.parse().ok()?);
        Some((symbol, (version, columns.next().filter(|text| !text.is_empty()))))
    };
    lines.filter_map(line).collect()
}

#[derive(Default)]
pub struct Calls {
    pub functions: usize,
    pub differences: Vec<Difference>,
    pub aliases: Vec<(String, String)>,
}

/// A header's functions and names for them against the crate's.
pub fn compare(source: &Source, model: &Model) -> Calls {
    let mut calls = Calls {
        functions: model.functions.len(),
        ..Calls::default()
    };
    arguments(model, &mut calls.differences);
    let names = names(source, model);
    let symbols = compiler::expansions(source, &names, false);
    let per_thread = compiler::expansions(source, &names, true);
    let mut forms: BTreeMap<&str, &str> = BTreeMap::new();
    for ((name, symbol), form) in names.iter().zip(&symbols).zip(&per_thread) {
        // A symbol that is written out means the same in both modes; one name for it has the form.
        if form != symbol && is_per_thread(form) {
            forms.insert(symbol, form);
        }
        if name != symbol {
            calls.aliases.push((name.clone(), symbol.clone()));
        }
        let known = sys::functions().find(|known| known.name() == name);
        match known.map(|known| known.symbol()) {
            Some(now) if now != symbol => calls.differences.push(difference(name, What::Name, symbol, now)),
            None if name != symbol => calls.differences.push(Difference::absent(name)),
            _ => {}
        }
    }
    for symbol in model.functions.iter().map(|function| function.name.as_str()) {
        if let Some(known) = sys::functions().find(|known| known.symbol() == symbol) {
            let there = forms.get(symbol).copied().unwrap_or("none");
            let now = known.per_thread_symbol().unwrap_or("none");
            if there != now {
                calls
                    .differences
                    .push(difference(symbol, What::PerThread, there, now));
            }
        }
    }
    calls
}

/// Every declared function is there, by its symbol, and takes the same types.
fn arguments(model: &Model, differences: &mut Vec<Difference>) {
    let shipped: Vec<ours::Function> = ours::newest::functions()
        .into_iter()
        .chain(ours::older::functions())
        .collect();
    for function in &model.functions {
        let Some(known) = shipped.iter().find(|known| known.symbol == function.name) else {
            differences.push(Difference::absent(&function.name));
            continue;
        };
        let types = function.arguments.iter();
        let types = types.map(|(_, ty)| ty.to_token_stream().to_string().replace(' ', ""));
        let (there, now) = (types.collect::<Vec<_>>().join(";"), known.arguments.join(";"));
        if there != now {
            differences.push(difference(&function.name, What::Arguments, &there, &now));
        }
    }
}

fn difference(name: &str, what: What, there: &str, now: &str) -> Difference {
    Difference {
        name: name.to_string(),
        what,
        there: there.to_string(),
        now: now.to_string(),
    }
}

fn is_per_thread(text: &str) -> bool {
    text.ends_with("_ptds") || text.ends_with("_ptsz")
}

/// The names that a program may call: the declared functions and the macros for them.
fn names(source: &Source, model: &Model) -> Vec<String> {
    let declared = model.functions.iter().map(|function| function.name.clone());
    let macros = compiler::macros(source).into_iter().map(|(name, _)| name);
    let names: BTreeSet<String> = declared
        .chain(macros.filter(|name| name.starts_with("cu")))
        .collect();
    names.into_iter().collect()
}

/// The crate's versions and per-thread symbols are those of the list.
pub fn check_versions() {
    let exported = exported();
    for function in sys::functions() {
        let symbol = function.symbol();
        let (since, per_thread) = exported
            .get(symbol)
            .unwrap_or_else(|| panic!("{symbol} is not in symbols.tsv"));
        assert_eq!(function.since(), *since, "the version that introduced {symbol}");
        assert_eq!(
            function.per_thread_symbol(),
            *per_thread,
            "the per-thread form of {symbol}"
        );
        assert_eq!(
            sys::function(function.name()),
            Some(function),
            "looked up by its name"
        );
    }
}
