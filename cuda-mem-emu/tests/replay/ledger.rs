//! The rows of a replay, and their comparison with the recording.

use crate::runner;
use cuda_mem_sys::CUresult;
use std::fmt;

const RECORDING: &str = include_str!("../../../tests/data/h200-answers.tsv");

/// Takes the answers of one replay, in order, and prints them for the process that compares.
pub struct Ledger;

impl Ledger {
    /// A call's answer.
    pub fn row(&mut self, case: &str, code: CUresult, details: impl Into<String>) {
        self.text(case, &name(code), details);
    }

    /// A call's answer without details.
    pub fn code(&mut self, case: &str, code: CUresult) {
        self.row(case, code, "");
    }

    /// An answer that is no code.
    pub fn text(&mut self, case: &str, code: &str, details: impl Into<String>) {
        // At once: a driver may end the process, and then the last row says after what.
        println!("ROW\t{case}\t{code}\t{}", details.into());
    }
}

/// A code's C name.
pub fn name(code: CUresult) -> String {
    code.name().map_or_else(|| code.0.to_string(), str::to_string)
}

/// A call between cases, which must succeed.
#[track_caller]
pub fn ok(code: CUresult) {
    assert_eq!(name(code), "CUDA_SUCCESS");
}

/// How many rows are what.
pub struct Report {
    pub equal: usize,
    pub deliberate: usize,
    pub missing: usize,
    pub other: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.equal + self.deliberate + self.missing + self.other;
        let Report {
            equal,
            deliberate,
            missing,
            other,
        } = self;
        write!(
            f,
            "rows {rows}, equal {equal}, deliberate {deliberate}, not replayed {missing}, other {other}"
        )
    }
}

/// Replays in a process of its own, with these settings of the emulator.
pub fn in_child(settings: &str) -> Report {
    let output = runner::again()
        .env("REPLAY", "1")
        .env("CUDA_MEM_EMU", settings)
        .output()
        .expect("a child");
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let last = text.lines().last().unwrap_or("no row");
        panic!(
            "{}: {}\nafter {last}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    compare(
        &text
            .lines()
            .filter_map(|line| line.strip_prefix("ROW\t"))
            .map(columns)
            .collect::<Vec<_>>(),
    )
}

fn columns(line: &str) -> [&str; 3] {
    let mut columns = line.splitn(3, '\t');
    let mut next = || columns.next().unwrap_or("");
    [next(), next(), next()]
}

/// Walks both lists. A recorded row that the replay has not comes out as missing; a replayed row that is not recorded
/// in its place is a fault of the replay.
fn compare(rows: &[[&str; 3]]) -> Report {
    let mut report = Report {
        equal: 0,
        deliberate: 0,
        missing: 0,
        other: 0,
    };
    let mut rows = rows.iter().peekable();
    for wanted in RECORDING.lines().map(columns) {
        let Some(row) = rows.next_if(|row| row[0] == wanted[0]) else {
            report.missing += 1;
            continue;
        };
        let deliberate = super::DELIBERATE.iter().any(|d| d.0 == row[0] && d.1 == row[1]);
        if row[1] == wanted[1] && same_details(row[2], wanted[2]) {
            report.equal += 1;
        } else if deliberate {
            report.deliberate += 1;
        } else {
            report.other += 1;
            println!(
                "{}: {} {} / the device: {} {}",
                row[0], row[1], row[2], wanted[1], wanted[2]
            );
        }
    }
    if let Some(row) = rows.next() {
        panic!("`{}` is not recorded there: the replay is out of step", row[0]);
    }
    report
}

/// Details are equal word by word. How far an address happens to be aligned is not the device's promise: it must be
/// the documented alignment at least.
fn same_details(got: &str, wanted: &str) -> bool {
    let (got, wanted): (Vec<&str>, Vec<&str>) = (got.split(' ').collect(), wanted.split(' ').collect());
    let aligned = |word: &str| matches!(word.parse::<u64>(), Ok(align) if align >= 512);
    got.len() == wanted.len()
        && got
            .iter()
            .zip(&wanted)
            .enumerate()
            .all(|(i, (a, b))| a == b || (i > 0 && wanted[i - 1] == "align" && aligned(a) && aligned(b)))
}

/// The largest power of two that divides an address.
pub fn align(address: u64) -> String {
    format!("align {}", 1u64 << address.trailing_zeros())
}
