//! Nanoseconds of one iteration, taken in turns: each round runs every contender once. Ratios are those of the fastest
//! rounds: what else the machine does can only slow a round down.

use crate::calls::{short, CASES};
use crate::contenders::{Contender, C};
use crate::shell::{run, Table};
use crate::{stub, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a raw call may take of the time of one through a pointer that C got from dlsym.
pub const RAW_OF_C: f64 = 1.05;

/// Makes a table of medians of times, and ratios to C through dlsym.
pub fn measure_all(
    contenders: &[Contender],
    rounds: usize,
    iterations: u64,
    sink: &mut dyn FnMut(Table),
) -> Result<()> {
    let stub = stub::build(0)?;
    let programs: Vec<_> = contenders
        .iter()
        .map(|contender| (contender, contender.calls()))
        .collect();
    let mut rows: Vec<Vec<String>> = programs
        .iter()
        .map(|(contender, _)| vec![contender.name.to_string()])
        .collect();
    for (row, (_, program)) in rows.iter_mut().zip(&programs) {
        if let Err(reason) = program {
            row.push(short(reason));
        }
    }
    for (case, _) in CASES {
        let mut times = vec![Vec::new(); programs.len()];
        for _ in 0..rounds {
            for (times, (_, program)) in times.iter_mut().zip(&programs) {
                if let Ok(program) = program {
                    times.push(time(program, case, iterations, &stub)?);
                }
            }
        }
        let c = contenders.iter().position(|contender| *contender == C);
        let base = c.map_or(f64::NAN, |c| fastest(&times[c]));
        for (row, times) in rows.iter_mut().zip(times) {
            if !times.is_empty() {
                let ratio = fastest(&times) / base;
                row.push(format!("{:.2} ({ratio:.2})", median(times)));
            }
        }
    }
    let head: Vec<&str> = std::iter::once("")
        .chain(CASES.iter().map(|case| case.0))
        .collect();
    let title = format!(
        "Nanoseconds per iteration: median of {rounds} rounds of {iterations}, and the fastest against that of C through \
         dlsym (cuda-mem-sys is to stay within {RAW_OF_C})"
    );
    sink(Table::new(&title, &head, &rows));
    Ok(())
}

fn time(program: &PathBuf, case: &str, iterations: u64, stub: &Path) -> Result<f64> {
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

fn fastest(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The middle one; for an even number, the higher of the two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
