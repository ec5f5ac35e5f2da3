//! The functions of the last header before 13.0 that the newest one declares with another meaning.

use crate::build::header::Header;
use crate::build::model::Model;
use crate::build::render::{entry, head, list, SinceFn};

/// C symbol, and our name: the newest header gives the plain names to their successors.
const NAMES: &[(&str, &str)] = &[
    ("cuMemAdvise", "cuMemAdvise_v1"),
    ("cuMemPrefetchAsync", "cuMemPrefetchAsync_v1"),
    ("cuMemcpyBatchAsync", "cuMemcpyBatchAsync_v1"),
    ("cuMemcpy3DBatchAsync", "cuMemcpy3DBatchAsync_v1"),
];

/// The two files' texts: the functions, and their per-thread forms.
pub fn files(model: &Model, header: &Header, since: SinceFn, origin: &str) -> Result<[String; 2], String> {
    let mut plain = Vec::new();
    let mut per_thread = Vec::new();
    for (symbol, name) in NAMES {
        let mut functions = model.functions.iter();
        let function = functions
            .find(|function| function.name == *symbol)
            .ok_or_else(|| format!("the older header does not declare {symbol}"))?;
        let other = header.per_thread.get(*symbol);
        plain.push(entry(function, name, name, symbol, other, false, since)?);
        if let Some(other) = other {
            per_thread.push(entry(function, name, name, other, None, false, since)?);
        }
    }
    let head = head(
        "Functions whose names mean something else since CUDA 13.0; drivers export these older forms still.",
        origin,
    );
    Ok([
        head.clone() + &list("OLDER", &plain),
        head + &list("", &per_thread),
    ])
}
