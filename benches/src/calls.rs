//! Instructions of one iteration of each case: the loop, the binding, and a stub's function that returns at once.

use crate::callgrind::profile;
use crate::contenders::{self, Contender};
use crate::limits::Verdict;
use crate::shell::Table;
use crate::{stub, time, Result};
use std::path::Path;

/// The cases, and how many calls an iteration of each makes.
pub const CASES: &[(&str, u32)] = &[
    ("alloc_free", 2),
    ("memcpy_htod", 1),
    ("memset_d8_async", 1),
    ("mem_get_info", 1),
    ("memcpy_dtod_async", 1),
    ("memcpy2d", 1),
];

/// What a raw call may cost over one through a pointer that C got from dlsym: the load of that pointer.
pub const RAW_OVER_C: f64 = 1.0;

/// What a checked call that succeeds may cost over a raw one.
pub const CHECKED_OVER_RAW: f64 = 3.0;

/// Instructions per iteration of each case, in their order, nothing for one that the contender lacks; `code` is what the
/// stub's functions return.
pub fn measure(contender: &Contender, code: u32) -> Result<Vec<Option<f64>>> {
    let (program, stub) = (contender.calls()?, stub::build(code)?);
    let of = |(case, _): &(&str, u32)| match contender.lacks(case) {
        Some(_) => Ok(None),
        None => iteration(&program, case, &stub, code).map(Some),
    };
    CASES.iter().map(of).collect()
}

/// Twice as many iterations, less the first half: whatever the process does once is in both.
fn iteration(program: &Path, case: &str, stub: &Path, code: u32) -> Result<f64> {
    let count = |iterations: u64| {
        let profile = profile(program, &[case, &iterations.to_string()], stub)?;
        let failures = profile
            .output
            .split(' ')
            .next()
            .and_then(|count| count.parse::<u64>().ok());
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

/// What our own are held to. Where calls fail, `alloc_free` makes only the first of its two.
pub fn verdicts(code: u32, c: &[Option<f64>], raw: &[Option<f64>], checked: &[Option<f64>]) -> Vec<Verdict> {
    let mut found = Vec::new();
    let path = if code == 0 { "" } else { " when it fails" };
    let mut hold = |what: &str, index: usize, over: &[Option<f64>], under: &[Option<f64>], each: f64| {
        let (case, calls) = CASES[index];
        let calls = if code == 0 { calls } else { 1 };
        let at = |counts: &[Option<f64>]| counts.get(index).copied().flatten().unwrap_or(f64::NAN);
        let limit = format!("{what}, and {each} for each call{path}");
        let allowed = at(under) + each * f64::from(calls);
        let mut verdict = Verdict::at_most(&limit, case, at(over), allowed, 1);
        // The programs print their times, whose digits vary: a few instructions in a thousand iterations.
        verdict.met = at(over) <= allowed + 0.2;
        found.push(verdict);
    };
    for index in 0..CASES.len() {
        let what = "cuda-mem-sys: instructions of C through dlsym";
        hold(what, index, raw, c, RAW_OVER_C);
        let what = "cuda-mem: instructions of cuda-mem-sys";
        hold(what, index, checked, raw, CHECKED_OVER_RAW);
    }
    found
}

/// Makes the tables of both paths; gives what our own are held to.
pub fn measure_all(contenders: &[Contender], sink: &mut dyn FnMut(Table)) -> Result<Vec<Verdict>> {
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
                    let text =
                        |count: &Option<f64>| count.map_or("–".to_string(), |count| format!("{count:.1}"));
                    let counts = counts.iter().map(text);
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
        let mut table = Table::new(title, &head, &rows);
        table.notes = time::lacking(contenders);
        sink(table);
        let of = |wanted: &Contender| {
            let found = measured.iter().find(|(contender, _)| *contender == wanted);
            found.map_or(Err(format!("{} was not measured", wanted.name)), |(_, counts)| {
                counts.clone()
            })
        };
        let (c, raw) = (of(&contenders::C)?, of(&contenders::RAW)?);
        found.extend(verdicts(code, &c, &raw, &of(&contenders::CHECKED)?));
    }
    Ok(found)
}

/// Why a contender is not in a table, in a line: what a build script wrote before it gave up, else the first error.
pub fn short(reason: &str) -> String {
    let lines = reason.lines().map(str::trim);
    let telling: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("cargo:") && !line.starts_with("thread '"))
        .collect();
    let script = telling.iter().position(|line| *line == "--- stderr");
    let line = script
        .and_then(|at| telling.get(at + 1))
        .or_else(|| telling.iter().find(|line| line.contains("error")))
        // The first one is the command.
        .or(telling.get(1))
        .or(telling.first());
    format!("not measured: {}", line.unwrap_or(&"no reason given"))
}

#[cfg(test)]
mod tests {
    use super::{short, verdicts};
    use crate::limits::missed;

    #[test]
    fn one_instruction_more_than_allowed_is_found() {
        let c = [18.0, 11.0, 12.0, 16.0, 12.0, 9.0].map(Some);
        let raw = [20.0, 12.0, 13.0, 17.0, 13.0, 10.0].map(Some);
        let checked = [26.0, 15.0, 16.0, 20.0, 16.0, 13.0].map(Some);
        assert!(missed(&verdicts(0, &c, &raw, &checked)).is_empty());
        for case in 0..6 {
            let (mut more_raw, mut more_checked) = (raw, checked);
            more_raw[case] = raw[case].map(|count| count + 1.0);
            more_checked[case] = checked[case].map(|count| count + 1.0);
            let found = missed(&verdicts(0, &c, &more_raw, &checked));
            assert!(
                found.len() == 1 && found[0].starts_with("cuda-mem-sys: "),
                "{found:?}"
            );
            let found = missed(&verdicts(0, &c, &raw, &more_checked));
            assert!(
                found.len() == 1 && found[0].starts_with("cuda-mem: "),
                "{found:?}"
            );
        }
        // One call where two were: of each kind, no more than one call's share.
        let found = missed(&verdicts(2, &c, &raw, &checked));
        assert!(
            found.len() == 2
                && found[0].contains("alloc_free: 20.0 of 19.0")
                && found[1].contains("alloc_free: 26.0 of 23.0"),
            "{found:?}"
        );
        // What was not measured keeps no limit.
        assert_eq!(missed(&verdicts(0, &c, &[None; 6], &checked)).len(), 12);
    }

    #[test]
    fn a_reason_is_the_line_that_tells_it() {
        for (reason, told) in [
            (
                "\"cargo\" \"build\" failed (exit status: 101):\nerror: failed to run custom build command for `x`\n\
                 --- stdout\ncargo:rerun-if-changed=a\n--- stderr\n\nthread 'main' panicked at build.rs:1:\nno libclang\n",
                "no libclang",
            ),
            (
                "\"cargo\" \"build\" failed (exit status: 101):\nerror: no matching package named `x` found\n",
                "error: no matching package named `x` found",
            ),
            ("\"x\" failed (signal: 6):\nthread 'main' panicked:\nzero", "zero"),
            ("x does not start: not found", "x does not start: not found"),
            ("", "no reason given"),
        ] {
            assert_eq!(short(reason), format!("not measured: {told}"));
        }
    }
}
