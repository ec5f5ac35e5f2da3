//! What the comparison on a GPU (gpu/main.rs) found, as tables, and the limits that it is held to.
//!
//! The figures are ratios of runs in one process, one after the other: the median over the rounds of what Rust took by
//! what C took in the same round. Absolute times depend on the machine and on what else it does.

use crate::shell::Table;
use crate::spread::{median, Spread};

/// What a checked call may take of the time of the same call in C.
pub const TIME_OF_C: f64 = 1.03;

/// What a checked copy must reach of the bandwidth of the same copy in C.
pub const BANDWIDTH_OF_C: f64 = 0.99;

/// What stands above the lines of `Times::tsv`, whose second column has `bytes`, or the `point` of a case that grows.
pub fn tsv_head(machine: &str, second: &str) -> String {
    format!(
        "# machine\t{machine}\n# against\tcuda-mem of this repository\n\
         case\t{second}\tcopies\tcontender\tc_ns\tns\tratio\tagain\trounds\n"
    )
}

/// Seconds of one iteration, in each round.
#[derive(Debug, Clone)]
pub struct Times {
    name: &'static str,
    bytes: usize,
    /// C.
    pub c: Vec<f64>,
    /// The checked crate.
    pub rust: Vec<f64>,
    /// C once more, to show what the method takes for a difference.
    pub again: Vec<f64>,
}

impl Times {
    /// No rounds yet of a case that moves so many bytes, or none.
    pub fn new(name: &'static str, bytes: usize) -> Times {
        Times {
            name,
            bytes,
            c: Vec::new(),
            rust: Vec::new(),
            again: Vec::new(),
        }
    }

    /// Rust's time of C's.
    pub fn time_of_c(&self) -> f64 {
        median_ratio(&self.rust, &self.c)
    }

    /// Rust's bandwidth of C's.
    fn bandwidth_of_c(&self) -> f64 {
        median_ratio(&self.c, &self.rust)
    }

    /// C's time of C's, once more.
    pub fn again_of_c(&self) -> f64 {
        median_ratio(&self.again, &self.c)
    }

    /// A line of tab-separated values, with the bytes and the copies of an iteration: report/gpu.rs reads it.
    pub fn tsv(&self, bytes: usize, copies: usize) -> String {
        format!(
            "{}\t{bytes}\t{copies}\tcuda-mem\t{:.2}\t{:.2}\t{:.4}\t{:.4}\t{}",
            self.name,
            median(&self.c) * 1e9,
            median(&self.rust) * 1e9,
            self.time_of_c(),
            self.again_of_c(),
            self.c.len()
        )
    }

    fn row(&self, figure: impl Fn(f64) -> f64, ratio: f64, again: f64) -> Vec<String> {
        vec![
            self.name.to_string(),
            format!("{:.1}", figure(median(&self.c))),
            format!("{:.1}", figure(median(&self.rust))),
            format!("{ratio:.4}"),
            format!("{again:.4}"),
        ]
    }
}

fn median_ratio(over: &[f64], under: &[f64]) -> f64 {
    Spread::of_ratios(over, under).median
}

/// A line for each limit, and whether it holds. What was not measured holds nothing.
pub fn verdicts(calls: &[Times], copies: &[Times]) -> Vec<(bool, String)> {
    let call = |times: &Times| {
        let ratio = times.time_of_c();
        let line = format!("{}: {ratio:.4} of C's time, at most {TIME_OF_C}", times.name);
        (ratio <= TIME_OF_C, line)
    };
    let copy = |times: &Times| {
        let ratio = times.bandwidth_of_c();
        let line = format!(
            "{}: {ratio:.4} of C's bandwidth, at least {BANDWIDTH_OF_C}",
            times.name
        );
        (ratio >= BANDWIDTH_OF_C, line)
    };
    calls.iter().map(call).chain(copies.iter().map(copy)).collect()
}

/// Prints the tables and the verdicts; gives whether all limits hold.
pub fn print(calls: &[Times], copies: &[Times]) -> bool {
    let rounds = |times: &[Times]| times.first().map_or(0, |times| times.c.len());
    Table::new(
        &format!(
            "Nanoseconds of a call, C and cuda-mem in turns: medians of {} rounds",
            rounds(calls)
        ),
        &["", "C", "cuda-mem", "cuda-mem / C", "C again / C"],
        &calls
            .iter()
            .map(|times| times.row(|seconds| seconds * 1e9, times.time_of_c(), times.again_of_c()))
            .collect::<Vec<_>>(),
    )
    .print();
    Table::new(
        &format!(
            "GB/s of 256 MiB, C and cuda-mem in turns: medians of {} rounds",
            rounds(copies)
        ),
        &["", "C", "cuda-mem", "cuda-mem / C", "C again / C"],
        &copies
            .iter()
            .map(|times| {
                let figure = |seconds| times.bytes as f64 / seconds / 1e9;
                times.row(
                    figure,
                    times.bandwidth_of_c(),
                    median_ratio(&times.c, &times.again),
                )
            })
            .collect::<Vec<_>>(),
    )
    .print();
    println!();
    let verdicts = verdicts(calls, copies);
    for (holds, line) in &verdicts {
        println!("{} {line}", if *holds { "PASS" } else { "FAIL" });
    }
    verdicts.iter().all(|(holds, _)| *holds)
}

/// Prints cases that grow, at each point, and the verdicts; gives whether all limits hold.
pub fn print_points(found: &[(usize, Times)]) -> bool {
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|(point, times)| {
            let mut row = times.row(|seconds| seconds * 1e9, times.time_of_c(), times.again_of_c());
            row.insert(1, point.to_string());
            row
        })
        .collect();
    let rounds = found.first().map_or(0, |(_, times)| times.c.len());
    Table::new(
        &format!("Nanoseconds of an iteration, C and cuda-mem in turns: medians of {rounds} rounds"),
        &["", "", "C", "cuda-mem", "cuda-mem / C", "C again / C"],
        &rows,
    )
    .print();
    println!();
    let holds = |(point, times): &(usize, Times)| {
        let ratio = times.time_of_c();
        let holds = ratio <= TIME_OF_C;
        println!(
            "{} {} {point}: {ratio:.4} of C's time, at most {TIME_OF_C}",
            if holds { "PASS" } else { "FAIL" },
            times.name
        );
        holds
    };
    // All lines, whatever the first ones say.
    let verdicts: Vec<bool> = found.iter().map(holds).collect();
    !verdicts.is_empty() && verdicts.iter().all(|holds| *holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(bytes: usize, c: &[f64], rust: &[f64]) -> Times {
        let (c, rust, again) = (c.to_vec(), rust.to_vec(), c.to_vec());
        Times {
            c,
            rust,
            again,
            ..Times::new("a case", bytes)
        }
    }

    fn holds(calls: &[Times], copies: &[Times]) -> bool {
        verdicts(calls, copies).iter().all(|(holds, _)| *holds)
    }

    #[test]
    fn limits_are_held_to_their_last_digit() {
        let call = |rust| [times(0, &[100.0], &[rust])];
        assert!(holds(&call(103.0), &[]) && !holds(&call(103.1), &[]));
        // A bandwidth of 0.99 is a time of 1 / 0.99.
        let copy = |rust| [times(1, &[99.0], &[rust])];
        assert!(holds(&[], &copy(100.0)) && !holds(&[], &copy(100.1)));
        let both = verdicts(&call(103.1), &copy(100.1));
        assert_eq!(both[0].1, "a case: 1.0310 of C's time, at most 1.03");
        assert_eq!(both[1].1, "a case: 0.9890 of C's bandwidth, at least 0.99");
    }

    #[test]
    fn rounds_are_compared_one_by_one() {
        // The machine became slower by half: each round's own ratio is 1.01, save one that was disturbed.
        let all = times(
            0,
            &[100.0, 100.0, 150.0, 150.0, 150.0],
            &[101.0, 101.0, 900.0, 151.5, 151.5],
        );
        assert!((all.time_of_c() - 1.01).abs() < 1e-12);
    }

    #[test]
    fn the_report_reads_what_is_written() {
        let text = tsv_head("A GPU", "bytes") + &times(8, &[2e-7], &[3e-7]).tsv(8, 1) + "\n";
        let measured = crate::report::gpu::read(&text).unwrap();
        let row = &measured.rows[0];
        assert_eq!((row.bytes, row.c, row.own, row.ratio), (8, 200.0, 300.0, 1.5));
    }

    #[test]
    fn nothing_measured_is_not_within_the_limits() {
        assert!(!holds(&[times(0, &[], &[])], &[]) && !holds(&[], &[times(1, &[], &[])]));
    }
}
