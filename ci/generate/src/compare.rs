//! What one header declares and another does not: what a new header brings, and whether it only adds.

use crate::build::header::Header;
use crate::build::model::{record_name, Model, TypeItem};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fmt::Write;

/// For each kind, in the report's order: what is declared, under its name, with what must not change.
type Items = Vec<(&'static str, BTreeMap<String, String>)>;

/// The report: a table of numbers, then each difference with its name.
pub fn report(old: (&Model, &Header), new: (&Model, &Header)) -> String {
    let mut table = format!(
        "{:<14}{:>8}{:>8}{:>8}{:>9}\n",
        "", "before", "added", "gone", "changed"
    );
    let mut names = String::new();
    let mut not_added = 0;
    for ((kind, old), (_, new)) in items(old).into_iter().zip(items(new)) {
        let added: Vec<_> = new.keys().filter(|name| !old.contains_key(*name)).collect();
        let gone: Vec<_> = old.keys().filter(|name| !new.contains_key(*name)).collect();
        let changed: Vec<_> = old
            .iter()
            .filter_map(|(name, was)| Some((name, was, new.get(name).filter(|is| *is != was)?)))
            .collect();
        let numbers = [old.len(), added.len(), gone.len(), changed.len()];
        let [before, more, fewer, other] = numbers;
        let _ = writeln!(table, "{kind:<14}{before:>8}{more:>8}{fewer:>8}{other:>9}");
        added
            .iter()
            .for_each(|name| line(&mut names, "added", kind, name));
        gone.iter().for_each(|name| line(&mut names, "gone", kind, name));
        for (name, was, is) in &changed {
            line(&mut names, "changed", kind, &format!("{name}: {was}, now {is}"));
        }
        not_added += gone.len() + changed.len();
    }
    format!("{table}\n{names}\n{not_added} differences are not additions\n")
}

fn line(out: &mut String, what: &str, kind: &str, name: &str) {
    let _ = writeln!(out, "{what:<8} {kind:<13} {name}");
}

fn items((model, header): (&Model, &Header)) -> Items {
    let functions = model.functions.iter().map(|function| {
        let types = function.arguments.iter().map(|(_, ty)| text(ty));
        (function.name.clone(), types.collect::<Vec<_>>().join(", "))
    });
    let mut types = BTreeMap::new();
    let mut enumerators = BTreeMap::new();
    for item in &model.types {
        match item {
            TypeItem::Enumeration(name, values) => {
                types.insert(name.clone(), "an enumeration".to_string());
                let values = values.iter();
                enumerators.extend(values.map(|(name, value)| (name.clone(), value.to_string())));
            }
            TypeItem::Record(record) => {
                types.insert(record_name(record), "a record".to_string());
            }
            TypeItem::Opaque(name) => {
                types.insert(name.clone(), "a handle's target".to_string());
            }
            TypeItem::Alias(name, ty) => {
                types.insert(name.clone(), text(ty));
            }
        }
    }
    let layouts = model.layouts.iter();
    let sizes = layouts.clone().map(|layout| {
        let size = format!("{} bytes, aligned to {}", layout.size, layout.align);
        (layout.name.clone(), size)
    });
    let fields = layouts.flat_map(|layout| {
        let fields = layout.fields.iter();
        fields.map(|(field, offset)| (format!("{}::{field}", layout.name), format!("at {offset}")))
    });
    let constants = model.constants.iter().map(|(name, ty, value)| {
        // The version differs, or there is nothing to compare.
        let value = if name == "CUDA_VERSION" { "" } else { value };
        (name.clone(), format!("{ty} {value}"))
    });
    vec![
        ("functions", functions.collect()),
        ("other names", header.aliases.iter().cloned().collect()),
        ("per thread", header.per_thread.clone()),
        ("types", types),
        ("records", sizes.collect()),
        ("fields", fields.collect()),
        ("enumerators", enumerators),
        ("constants", constants.collect()),
    ]
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
