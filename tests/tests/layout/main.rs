//! The crate's types, constants and functions against every CUDA version's cuda.h: a C compiler says what a header
//! means, rustc says what the crate has. The known differences are listed in data/layout-growth.tsv, with reasons.
//!
//! Both are of this system, or of another: see system.rs.
//!
//! Tests that this machine has no headers, C compiler or libclang for are listed as ignored, with the reason in their
//! names; with `CUDA_MEM_REQUIRE=headers` they run and fail.

mod build;
mod calls;
mod compiler;
mod facts;
mod growth;
mod headers;
mod ours;
mod report;
mod shape;
mod system;
mod targets;
mod types;

use cuda_mem_tests::require;
use headers::Source;
use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let no_tools = headers::no_tools();
    let headers = headers::all();
    let missing = |header: &Source| no_tools.clone().or_else(|| header.lacks());
    let absent: Vec<(&Source, String)> = headers
        .iter()
        .filter_map(|header| missing(header).map(|reason| (header, reason)))
        .collect();
    let mut trials = vec![
        plain(
            "the_table_of_known_differences_keeps_its_rules",
            growth::check_rules,
        ),
        plain("every_enumerator_prints_its_c_name", types::check_debug),
        plain("constants_have_the_types_of_their_casts", types::check_casts),
        plain(
            "versions_and_per_thread_symbols_are_the_listed_ones",
            calls::check_versions,
        ),
    ];
    for header in &headers {
        let absent = missing(header);
        let trial = |name: String, run: fn(&Source)| {
            let header = header.clone();
            needing_headers(
                format!("cuda_{}::{name}", header.version),
                absent.clone(),
                move || run(&header),
            )
        };
        trials.push(trial("as_c_has_it".to_string(), as_c_has_it));
        trials.push(trial(
            "known_differences_are_real".to_string(),
            known_differences_are_real,
        ));
        trials.push(trial("same_on_every_target".to_string(), same_on_every_target));
    }
    if let Some(newest) = headers.last().cloned() {
        let absent = missing(&newest);
        trials.push(needing_headers(
            "nothing_is_shipped_that_the_newest_header_lacks".into(),
            absent.clone(),
            {
                let newest = newest.clone();
                move || nothing_more(&newest)
            },
        ));
        trials.push(needing_headers(
            "the_shipped_files_are_current".into(),
            absent,
            move || {
                targets::check_same(
                    "the shipped files",
                    &report::of(&newest).files,
                    &targets::shipped(),
                );
            },
        ));
    }
    if !arguments.list {
        for (header, reason) in absent.iter().filter(|_| !require::is_required("headers")) {
            require::skip("headers", &format!("CUDA {}: {reason}", header.version));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        println!("{}\n", summary(&headers));
    }
    conclusion.exit();
}

fn plain(name: &str, run: fn()) -> Trial {
    Trial::test(name, move || {
        run();
        Ok(())
    })
}

fn needing_headers(name: String, absent: Option<String>, run: impl FnOnce() + Send + 'static) -> Trial {
    let kind = absent
        .as_ref()
        .map_or(String::new(), |reason| format!("skipped: {reason}"));
    let ignored = absent.is_some() && !require::is_required("headers");
    let run = move || {
        match absent {
            Some(reason) => require::skip("headers", &reason),
            None => run(),
        }
        Ok(())
    };
    Trial::test(name, run).with_kind(kind).with_ignored_flag(ignored)
}

/// Differences that no entry of the table explains.
fn unexplained(header: &Source) -> Vec<String> {
    let entries = growth::all();
    let differences = report::of(header).differences.iter();
    let new = differences.filter(|difference| {
        let explains = |entry: &growth::Entry| entry.explains(header.version, difference);
        !entries.iter().any(explains)
    });
    let line = |d: &report::Difference| {
        format!(
            "{}\t{}\t{}\t{}\t{}",
            d.name, d.what, header.version, d.there, d.now
        )
    };
    new.map(line).collect()
}

fn as_c_has_it(header: &Source) {
    let lines = unexplained(header);
    assert!(
        lines.is_empty(),
        "CUDA {} differs (name, what, header, there, now):\n{}",
        header.version,
        lines.join("\n")
    );
}

fn known_differences_are_real(header: &Source) {
    let report = report::of(header);
    let entries = growth::all();
    let entries = entries
        .iter()
        .filter(|entry| entry.versions.contains(&header.version));
    let faults: Vec<String> = entries
        .filter_map(|entry| entry.fault(header.version, &report.differences, &report.memory))
        .collect();
    assert!(faults.is_empty(), "layout-growth.tsv:\n{}", faults.join("\n"));
}

fn same_on_every_target(header: &Source) {
    let expected = &report::of(header).files;
    for target in targets::OTHERS {
        let found = targets::files(header, &header.model(target));
        targets::check_same(&format!("CUDA {} for {target}", header.version), expected, &found);
    }
}

fn nothing_more(newest: &Source) {
    let report = report::of(newest);
    let facts = system::facts();
    let more: Vec<_> = facts.keys().filter(|key| !report.asked.contains(key)).collect();
    assert!(more.is_empty(), "not in CUDA {}: {more:?}", newest.version);
    let mut aliases = ours::newest::aliases();
    aliases.sort_unstable();
    let found: Vec<_> = report
        .aliases
        .iter()
        .map(|(name, symbol)| (name.as_str(), symbol.as_str()))
        .collect();
    assert_eq!(aliases, found, "the macros that name functions");
}

/// The closing line: what was compared on this machine.
fn summary(headers: &[Source]) -> String {
    let mut sum = report::Counts::default();
    let (mut compared, mut known, mut differ) = (0, 0, 0);
    for header in headers {
        let Some(report) = report::made(header) else {
            continue;
        };
        compared += 1;
        sum.records += report.counts.records;
        sum.sizes += report.counts.sizes;
        sum.offsets += report.counts.offsets;
        sum.constants += report.counts.constants;
        sum.functions += report.counts.functions;
        let new = unexplained(header).len();
        differ += new;
        known += report.differences.len() - new;
    }
    if compared == 0 {
        return "no header was compared".to_string();
    }
    format!(
        "{compared} headers: {} records, {} sizes, {} offsets, {} constants, {} functions compared, {differ} differ \
         ({known} more as listed)",
        sum.records, sum.sizes, sum.offsets, sum.constants, sum.functions
    )
}
