//! Nanoseconds of one iteration, taken in turns: each round runs every contender once, in an order that is turned by one
//! from round to round. A ratio is that of a round, so that what slows the machine for a while slows both; the tables have
//! the median of all rounds and the quartiles around it.
//!
//! Criterion, which one would take first, times functions of one process one after the other. What is compared here are
//! whole programs, each built as its users build it, and the machine's speed changes while they run.

use crate::calls::{short, CASES};
use crate::contenders::{Contender, C, RAW};
use crate::limits::Verdict;
use crate::shell::{run, Table};
use crate::spread::Spread;
use crate::{stub, Result};
use std::path::Path;
use std::process::Command;

/// What a raw call may take of the time of one through a pointer that C got from dlsym.
pub const RAW_OF_C: f64 = 1.05;

/// How often each program is run for each case.
pub const ROUNDS: usize = 101;

/// How many iterations a run has.
pub const ITERATIONS: u64 = 400_000;

/// Makes a table of times and one of ratios to C through dlsym; gives what raw calls are held to.
pub fn measure_all(
    contenders: &[Contender],
    rounds: usize,
    iterations: u64,
    sink: &mut dyn FnMut(Table),
) -> Result<Vec<Verdict>> {
    let stub = stub::build(0)?;
    let base = contenders
        .iter()
        .position(|contender| *contender == C)
        .ok_or("there is no C to compare with")?;
    let programs: Vec<_> = contenders.iter().map(Contender::calls).collect();
    let program = |index: usize| programs.get(index).and_then(|program| program.as_ref().ok());
    let name = |contender: &Contender| vec![contender.name.to_string()];
    let mut times_rows: Vec<Vec<String>> = contenders.iter().map(name).collect();
    let mut ratio_rows = times_rows.clone();
    let again = contenders.len();
    ratio_rows.push(vec![format!("{}, again", C.name)]);
    let mut verdicts = Vec::new();
    for (case, _) in CASES {
        // C once more comes last: how far two runs of the same program are apart.
        let mut times = vec![Vec::new(); contenders.len() + 1];
        for round in 0..rounds {
            for turn in 0..times.len() {
                let index = (turn + round) % times.len();
                let from = if index == again { base } else { index };
                let measured = contenders.get(from).is_some_and(|one| one.lacks(case).is_none());
                if let (Some(program), Some(times), true) = (program(from), times.get_mut(index), measured) {
                    times.push(time(program, case, iterations, &stub)?);
                }
            }
        }
        let base = times.get(base).cloned().unwrap_or_default();
        let control = Spread::of_ratios(&base, times.last().map_or(&[], Vec::as_slice));
        for (index, times) in times.iter().enumerate() {
            let ratio = Spread::of_ratios(times, &base);
            let missing = times.is_empty();
            let cell = |spread: &Spread| {
                if missing {
                    "–".to_string()
                } else {
                    spread.text(2)
                }
            };
            if let Some(row) = times_rows.get_mut(index) {
                row.push(cell(&Spread::of(times)));
            }
            if let Some(row) = ratio_rows.get_mut(index) {
                row.push(cell(&ratio));
            }
            if contenders.get(index) == Some(&RAW) {
                let limit = format!("{}'s time of C's", RAW.name);
                let mut verdict = Verdict::at_most(&limit, case, ratio.median, RAW_OF_C, 2);
                verdict.why = format!(
                    "half of the rounds lie in {}, where C of itself lies in {}",
                    ratio.range(2),
                    control.range(2)
                );
                verdicts.push(verdict);
            }
        }
    }
    for (index, contender) in contenders.iter().enumerate() {
        let Some(Err(reason)) = programs.get(index) else {
            continue;
        };
        for rows in [&mut times_rows, &mut ratio_rows] {
            if let Some(row) = rows.get_mut(index) {
                *row = vec![contender.name.to_string(), short(reason)];
            }
        }
    }
    let head: Vec<&str> = std::iter::once("")
        .chain(CASES.iter().map(|case| case.0))
        .collect();
    let title =
        format!("Nanoseconds per iteration: median (quartiles) of {rounds} rounds of {iterations}, in turns");
    let mut table = Table::new(&title, &head, &times_rows);
    table.notes = lacking(contenders);
    sink(table);
    let title = "Time of C's through dlsym: median (quartiles) of the rounds' ratios";
    sink(Table::new(title, &head, &ratio_rows));
    Ok(verdicts)
}

/// Why cells of contenders are empty.
pub fn lacking(contenders: &[Contender]) -> Vec<String> {
    let lacks = |contender: &Contender| {
        let found = CASES
            .iter()
            .filter_map(|(case, _)| Some((case, contender.lacks(case)?)));
        let lines = found.map(|(case, why)| format!("{}, {case}: not measured: {why}", contender.name));
        lines.collect::<Vec<_>>()
    };
    contenders.iter().flat_map(lacks).collect()
}

fn time(program: &Path, case: &str, iterations: u64, stub: &Path) -> Result<f64> {
    let mut command = Command::new(program);
    let output = run(command
        .args([case, &iterations.to_string()])
        .env("LD_LIBRARY_PATH", stub))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let nanoseconds = text
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse::<f64>().ok());
    let nanoseconds = nanoseconds.ok_or_else(|| format!("{} printed `{text}`", program.display()))?;
    Ok(nanoseconds / iterations as f64)
}
