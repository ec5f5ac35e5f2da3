//! Holds the table to the shipped bindings (every code, no other) and to one style of sentence.

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The `CUresult` constants of Rust source text, as name and value.
///
/// Works on text, not on the constants themselves, so that a new code in the bindings is found
/// without this test being told of it.
fn constants(source: &str) -> Vec<(String, u32)> {
    source
        .split("pub const ")
        .skip(1)
        .filter_map(|item| {
            let item = item.split(';').next().unwrap_or(item);
            let item: String = item.split_whitespace().collect();
            let (name, value) = item.split_once(":CUresult=")?;
            let number = value
                .strip_prefix("CUresult(")
                .and_then(|v| v.strip_suffix(')'))
                .and_then(|v| v.parse().ok())
                .unwrap_or_else(|| panic!("cannot read the value of {name}: `{value}`"));
            Some((name.to_owned(), number))
        })
        .collect()
}

/// Every code of the shipped bindings: value to name.
fn shipped() -> BTreeMap<u32, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda-mem-sys/src/bindings");
    let listing = std::fs::read_dir(&folder).unwrap_or_else(|e| {
        let folder = folder.display();
        panic!("{folder}: {e}; this test needs a checkout of the whole workspace")
    });
    let mut codes = BTreeMap::new();
    for path in listing.map(|file| file.unwrap().path()) {
        if path.extension() != Some("rs".as_ref()) {
            continue;
        }
        for (name, value) in constants(&std::fs::read_to_string(&path).unwrap()) {
            let known = codes.entry(value).or_insert_with(|| name.clone());
            assert_eq!(*known, name, "two names for code {value}");
        }
    }
    // CUDA 13.5 has 106 codes and none was ever removed: fewer means that the parser missed some.
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
    assert!(
        extra.is_empty(),
        "explained, but not in the bindings: {extra:?}"
    );
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
        assert!(
            first.is_ascii_lowercase(),
            "{code}: first letter of: {text}"
        );
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
    let lasting = [
        226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911,
    ];
    for (code, text) in TABLE {
        let says_so = text.contains("the context is lost");
        assert_eq!(says_so, lasting.contains(&code.0), "{}: {text}", code.0);
    }
}

#[test]
fn the_parser_reads_what_bindgen_writes() {
    let source = "pub const A: CUresult = CUresult(1);\n\
                  pub const OTHER: CUmemType = CUmemType(2);\n\
                  pub const LONG:\n    CUresult =\n    CUresult(302);\n";
    let expected = vec![("A".to_owned(), 1), ("LONG".to_owned(), 302)];
    assert_eq!(constants(source), expected);
}

#[test]
#[should_panic(expected = "cannot read the value of B: `OTHER`")]
fn the_parser_refuses_a_value_it_cannot_read() {
    constants("pub const B: CUresult = OTHER;");
}
