//! Instructions of one iteration of each case: the loop, the binding, and a stub's function that returns at once.

use crate::callgrind::profile;
use crate::contenders::{self, Contender};
use crate::shell::Table;
use crate::{stub, Result};
use std::path::Path;

/// The cases, and how many calls an iteration of each makes.
pub const CASES: &[(&str, u32)] = &[
    ("alloc_free", 2),
    ("memcpy_htod", 1),
    ("memset_d8_async", 1),
    ("mem_get_info", 1),
    ("memcpy_dtod_async", 1),
];

/// What a raw call may cost over one through a pointer that C got from dlsym: the load of that pointer.
pub const RAW_OVER_C: f64 = 1.0;

/// What a checked call that succeeds may cost over a raw one.
pub const CHECKED_OVER_RAW: f64 = 3.0;

/// Instructions per iteration of each case, in their order; `code` is what the stub's functions return.
pub fn measure(contender: &Contender, code: u32) -> Result<Vec<f64>> {
    let (program, stub) = (contender.calls()?, stub::build(code)?);
    CASES
        .iter()
        .map(|(case, _)| iteration(&program, case, &stub, code))
        .collect()
}

/// Twice as many iterations, less the first half: whatever the process does once is in both.
fn iteration(program: &Path, case: &str, stub: &Path, code: u32) -> Result<f64> {
    let count = |iterations: u64| {
        let profile = profile(program, &[case, &iterations.to_string()], stub)?;
        let failures = profile
            .output
            .split(' ')
            .next()
            .and_then(|count| count.parse().ok());
        let expected = if code == 0 { 0 } else { iterations };
        match failures {
            Some(failures) if expected == failures => Ok(profile.instructions),
            _ => Err(format!(
                "{} {case}: {expected} of {iterations} calls should have failed, but it printed `{}`",
                program.display(),
                profile.output
            )),
        }
    };
    let (once, twice) = (count(1000)?, count(2000)?);
    Ok(twice.saturating_sub(once) as f64 / 1000.0)
}

/// What exceeds the limits, a sentence each.
pub fn exceeded(c: &[f64], raw: &[f64], checked: &[f64]) -> Vec<String> {
    let mut found = Vec::new();
    let mut hold = |what: &str, case: &str, calls: u32, base: f64, value: f64, each: f64| {
        // The programs print their times, whose digits vary: a few instructions in a thousand iterations.
        if value > base + each * f64::from(calls) + 0.2 {
            found.push(format!(
                "{case}: {what} takes {value:.1} instructions against {base:.1}; {each} more for each call are allowed"
            ));
        }
    };
    for (index, (case, calls)) in CASES.iter().enumerate() {
        hold(
            "cuda-mem-sys over C",
            case,
            *calls,
            c[index],
            raw[index],
            RAW_OVER_C,
        );
        hold(
            "cuda-mem over cuda-mem-sys",
            case,
            *calls,
            raw[index],
            checked[index],
            CHECKED_OVER_RAW,
        );
    }
    found
}

/// Makes the tables of both paths; gives what exceeds the limits.
pub fn measure_all(contenders: &[Contender], sink: &mut dyn FnMut(Table)) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (code, title) in [
        (
            0,
            "Instructions per iteration, calls that succeed (alloc_free is two calls)",
        ),
        (
            2,
            "Instructions per iteration, calls that fail (the stub returns 2)",
        ),
    ] {
        let measured: Vec<_> = contenders
            .iter()
            .map(|contender| (contender, measure(contender, code)))
            .collect();
        let rows: Vec<Vec<String>> = measured
            .iter()
            .map(|(contender, counts)| match counts {
                Ok(counts) => {
                    let counts = counts.iter().map(|count| format!("{count:.1}"));
                    std::iter::once(contender.name.to_string())
                        .chain(counts)
                        .collect()
                }
                Err(reason) => vec![contender.name.to_string(), short(reason)],
            })
            .collect();
        let head: Vec<&str> = std::iter::once("")
            .chain(CASES.iter().map(|case| case.0))
            .collect();
        sink(Table::new(title, &head, &rows));
        if code == 0 {
            let of = |wanted: &Contender| {
                let found = measured.iter().find(|(contender, _)| *contender == wanted);
                found.map_or(Err(format!("{} was not measured", wanted.name)), |(_, counts)| {
                    counts.clone()
                })
            };
            found = exceeded(
                &of(&contenders::C)?,
                &of(&contenders::RAW)?,
                &of(&contenders::CHECKED)?,
            );
        }
    }
    Ok(found)
}

/// Why a contender is not in a table, in a line: what a build script says of a missing toolkit, else the first error.
pub fn short(reason: &str) -> String {
    let lines = reason.lines().map(str::trim);
    let telling: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("cargo:"))
        .collect();
    let with = |word: &str| telling.iter().find(|line| line.contains(word));
    let line = with("toolkit was found")
        .or_else(|| with("error"))
        .or(telling.first());
    format!("not measured: {}", line.unwrap_or(&"no reason given"))
}

#[cfg(test)]
mod tests {
    use super::exceeded;

    #[test]
    fn one_instruction_more_than_allowed_is_found() {
        let c = [18.0, 11.0, 12.0, 16.0, 12.0];
        let raw = [20.0, 12.0, 13.0, 17.0, 13.0];
        let checked = [26.0, 15.0, 16.0, 20.0, 16.0];
        assert!(exceeded(&c, &raw, &checked).is_empty());
        for case in 0..5 {
            let (mut more_raw, mut more_checked) = (raw, checked);
            more_raw[case] += 1.0;
            more_checked[case] += 1.0;
            let found = exceeded(&c, &more_raw, &checked);
            assert!(
                found.len() == 1 && found[0].contains("cuda-mem-sys over C"),
                "{found:?}"
            );
            let found = exceeded(&c, &raw, &more_checked);
            assert!(
                found.len() == 1 && found[0].contains("cuda-mem over cuda-mem-sys"),
                "{found:?}"
            );
        }
    }
}
