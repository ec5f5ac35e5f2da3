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
use std::path::{Path, PathBuf};
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
    // C once more, last: how far two runs of the same program are apart.
    let all: Vec<Contender> = contenders.iter().copied().chain([C]).collect();
    let base = contenders
        .iter()
        .position(|contender| *contender == C)
        .ok_or("there is no C to compare with")?;
    let programs: Vec<Result<PathBuf>> = all.iter().map(Contender::calls).collect();
    let mut verdicts = Vec::new();
    let (mut times_cells, mut ratio_cells) = (vec![Vec::new(); all.len()], vec![Vec::new(); all.len()]);
    for (case, _) in CASES {
        let run = |index: usize| {
            let (one, program) = (all.get(index)?, programs.get(index)?.as_ref().ok()?);
            match one.lacks(case) {
                Some(_) => None,
                None => Some(time(program, case, iterations, &stub)),
            }
        };
        let times = in_turns(all.len(), rounds, run)?;
        let ratios: Vec<Spread> = times
            .iter()
            .map(|own| Spread::of_ratios(own, times.get(base).map_or(&[], Vec::as_slice)))
            .collect();
        let text = |spread: Spread, times: &[f64]| match times.is_empty() {
            true => "–".to_string(),
            false => spread.text(2),
        };
        for (cells, times) in times_cells.iter_mut().zip(&times) {
            cells.push(text(Spread::of(times), times));
        }
        for ((cells, times), ratio) in ratio_cells.iter_mut().zip(&times).zip(&ratios) {
            cells.push(text(*ratio, times));
        }
        let raw = contenders.iter().position(|contender| *contender == RAW);
        if let (Some(raw), Some(control)) = (raw.and_then(|index| ratios.get(index)), ratios.last()) {
            let limit = format!("{}'s time of C's", RAW.name);
            let mut verdict = Verdict::at_most(&limit, case, raw.median, RAW_OF_C, 2);
            verdict.why = format!(
                "half of the rounds lie in {}, where C of itself lies in {}",
                raw.range(2),
                control.range(2)
            );
            verdicts.push(verdict);
        }
    }
    let rows = |cells: &[Vec<String>]| -> Vec<Vec<String>> {
        let named = all.iter().zip(&programs).zip(cells);
        let row = |((contender, program), cells): ((&Contender, &Result<PathBuf>), &Vec<String>)| {
            let name = contender.name.to_string();
            match program {
                Ok(_) => std::iter::once(name).chain(cells.iter().cloned()).collect(),
                Err(reason) => vec![name, short(reason)],
            }
        };
        named.map(row).collect()
    };
    let head: Vec<&str> = std::iter::once("")
        .chain(CASES.iter().map(|case| case.0))
        .collect();
    let title =
        format!("Nanoseconds per iteration: median (quartiles) of {rounds} rounds of {iterations}, in turns");
    let mut times_rows = rows(&times_cells);
    times_rows.pop();
    let mut table = Table::new(&title, &head, &times_rows);
    table.notes = lacking(contenders);
    sink(table);
    let mut ratio_rows = rows(&ratio_cells);
    if let Some(name) = ratio_rows.last_mut().and_then(|row| row.first_mut()) {
        *name += ", again";
    }
    let title = "Time of C's through dlsym: median (quartiles) of the rounds' ratios";
    sink(Table::new(title, &head, &ratio_rows));
    Ok(verdicts)
}

/// The figures of each in all rounds; nothing for one that gives none. Who begins is turned by one from round to round.
pub fn in_turns(
    count: usize,
    rounds: usize,
    run: impl Fn(usize) -> Option<Result<f64>>,
) -> Result<Vec<Vec<f64>>> {
    let mut figures = vec![Vec::new(); count];
    for round in 0..rounds {
        for turn in 0..count {
            let index = (turn + round) % count;
            if let (Some(figure), Some(figures)) = (run(index), figures.get_mut(index)) {
                figures.push(figure?);
            }
        }
    }
    Ok(figures)
}

/// Reads what a program printed: how many calls failed, and the nanoseconds of all. A call that fails is fast, and is an
/// error here.
pub fn nanoseconds(text: &str) -> Result<f64> {
    let mut words = text.split_whitespace().map(str::parse::<f64>);
    match (words.next(), words.next(), words.next()) {
        (Some(Ok(0.0)), Some(Ok(nanoseconds)), None) => Ok(nanoseconds),
        (Some(Ok(_)), Some(Ok(_)), None) => Err(format!("calls failed: it printed `{}`", text.trim())),
        _ => Err(format!("it printed `{}`, not two numbers", text.trim())),
    }
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
    nanoseconds(&text)
        .map(|nanoseconds| nanoseconds / iterations as f64)
        .map_err(|reason| format!("{} {case}: {reason}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::{in_turns, nanoseconds};

    #[test]
    fn failed_calls_are_not_timed() {
        assert_eq!(nanoseconds("0 1500\n"), Ok(1500.0));
        assert_eq!(
            nanoseconds("3 10\n").unwrap_err(),
            "calls failed: it printed `3 10`"
        );
        assert_eq!(nanoseconds("0\n").unwrap_err(), "it printed `0`, not two numbers");
        assert_eq!(
            nanoseconds("0 1 2").unwrap_err(),
            "it printed `0 1 2`, not two numbers"
        );
    }

    #[test]
    fn each_is_first_in_its_round_and_what_gives_no_figure_has_none() {
        let order = std::cell::RefCell::new(String::new());
        let figures = in_turns(3, 3, |index| {
            order.borrow_mut().push_str(&index.to_string());
            (index != 1).then_some(Ok(index as f64))
        });
        assert_eq!(order.into_inner(), "012120201");
        assert_eq!(figures.unwrap(), [vec![0.0; 3], vec![], vec![2.0; 3]]);
    }
}
