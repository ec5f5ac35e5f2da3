//! Holds the table to the shipped bindings (every code, no other) and to one style of sentence.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Every code of the bindings: value to name. Driver codes are below 1000; ten times that is looked at.
fn shipped() -> BTreeMap<u32, &'static str> {
    let names = (0..10_000).filter_map(|value| CUresult(value).name().map(|name| (value, name)));
    let codes: BTreeMap<u32, &'static str> = names.collect();
    // CUDA 13.5 has 106 codes and none was ever removed: fewer means that this looks in the wrong place.
    assert!(codes.len() >= 106, "only {} codes found", codes.len());
    codes
}

#[test]
fn every_shipped_code_is_explained_and_no_other() {
    let shipped = shipped();
    let missing: Vec<_> = shipped
        .iter()
        .filter(|(value, _)| explain(CUresult(**value)).is_none())
        .collect();
    assert!(missing.is_empty(), "without an explanation: {missing:?}");

    let extra: Vec<_> = TABLE
        .iter()
        .filter(|entry| !shipped.contains_key(&entry.0 .0))
        .map(|entry| entry.0 .0)
        .collect();
    assert!(extra.is_empty(), "explained, but not in the bindings: {extra:?}");
}

#[test]
fn the_table_is_sorted_and_each_entry_is_found() {
    for pair in TABLE.windows(2) {
        let (low, high) = (pair[0].0 .0, pair[1].0 .0);
        assert!(low < high, "{low} stands before {high}");
    }
    for entry in TABLE {
        assert_eq!(explain(entry.0), Some(entry.1));
    }
}

#[test]
fn unknown_codes_have_no_explanation() {
    // In the gaps between the known codes, just past the last and far past it.
    for code in [9, 35, 99, 707, 998, 1000, 12345, u32::MAX] {
        assert_eq!(explain(CUresult(code)), None, "{code}");
    }
}

#[test]
fn each_explanation_is_one_line_in_the_house_style() {
    let mut seen = BTreeSet::new();
    for (code, text) in TABLE {
        let code = code.0;
        let first = text.chars().next().unwrap();
        assert!(seen.insert(text), "{code}: the same text twice: {text}");
        assert!((30..=110).contains(&text.len()), "{code}: length: {text}");
        assert!(
            text.bytes().all(|b| matches!(b, b' '..=b'~')),
            "{code}: not printable ASCII: {text}"
        );
        assert!(first.is_ascii_lowercase(), "{code}: first letter of: {text}");
        assert!(
            text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')'),
            "{code}: ends with punctuation: {text}"
        );
        assert!(!text.contains("  "), "{code}: two spaces: {text}");
    }
}

#[test]
fn faults_that_end_the_context_say_so() {
    // The codes after which CUDA 13.5 documents that the context, or the process, is finished.
    let lasting = [226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911];
    for (code, text) in TABLE {
        let says_so = text.contains("the context is lost");
        assert_eq!(says_so, lasting.contains(&code.0), "{}: {text}", code.0);
    }
}
