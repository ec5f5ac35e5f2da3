//! How a call's cost grows: with threads, with allocations that live, with copies in a batch. In turns, and medians of
//! all rounds, as in time.rs.
//!
//! The stub's functions return at once and share nothing, so that what grows there is the binding. The emulator keeps
//! books of every allocation; its column says what a test on it pays, not what a driver takes.

use crate::chart::{Chart, Series};
use crate::contenders::{Contender, SCALE, SCALE_C};
use crate::shell::run;
use crate::spread::Spread;
use crate::time::{in_turns, nanoseconds};
use crate::{stub, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many threads call. Beyond the processors, it is also the scheduler that is measured.
pub const THREADS: &[u64] = &[1, 2, 4, 8, 16];

/// All charts.
pub fn all(contenders: &[Contender]) -> Result<Vec<Chart>> {
    Ok(vec![
        threads(contenders, THREADS, 9, 8_000_000)?,
        live(&[1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], 9, 1_000_000)?,
        batch(&[1, 4, 16, 64, 256, 1024, 4096], 9, 4_000_000)?,
    ])
}

/// A program with what it runs in, and its arguments at a point; gives the arguments and the calls that they make.
struct Runner<'a> {
    name: String,
    program: Result<PathBuf>,
    arguments: &'a dyn Fn(u64) -> (Vec<String>, f64),
}

/// Calls per second of all threads together, in millions.
pub fn threads(contenders: &[Contender], points: &[u64], rounds: usize, calls: u64) -> Result<Chart> {
    let arguments = |threads: u64| {
        let words = [
            "memcpy_dtod_async".to_string(),
            calls.to_string(),
            threads.to_string(),
        ];
        (words.to_vec(), (calls * threads) as f64)
    };
    let runners = contenders.iter().map(|contender| Runner {
        name: contender.name.to_string(),
        program: contender.calls(),
        arguments: &arguments,
    });
    let series = measure(&runners.collect::<Vec<_>>(), points, rounds, |nanoseconds| {
        1e3 / nanoseconds
    })?;
    Ok(Chart {
        file: "threads".to_string(),
        title: format!(
            "cuMemcpyDtoDAsync from several threads at once, on the stub: medians of {rounds} rounds in turns, of the figures and of their ratios to C"
        ),
        x: "threads".to_string(),
        points: points.to_vec(),
        unit: "million calls per second".to_string(),
        series,
    })
}

/// An allocation and its release, while others live.
pub fn live(points: &[u64], rounds: usize, pairs: u64) -> Result<Chart> {
    let on = |driver: &'static str, pairs: u64| {
        move |live: u64| {
            let words = [driver, "live", &live.to_string(), &pairs.to_string()].map(str::to_string);
            (words.to_vec(), pairs as f64)
        }
    };
    let (library, emulator) = (on("library", pairs), on("emulator", pairs / 100));
    let ours = SCALE.calls();
    let runners = [
        Runner {
            name: "C on the stub".to_string(),
            program: SCALE_C.calls(),
            arguments: &library,
        },
        Runner {
            name: "cuda-mem on the stub".to_string(),
            program: ours.clone(),
            arguments: &library,
        },
        Runner {
            name: "cuda-mem on the emulator".to_string(),
            program: ours,
            arguments: &emulator,
        },
    ];
    Ok(Chart {
        file: "live".to_string(),
        title: format!(
            "cuMemAlloc and cuMemFree of 256 bytes while others live: medians of {rounds} rounds in turns, of the figures and of their ratios to C on the \
             stub"
        ),
        x: "live allocations".to_string(),
        points: points.to_vec(),
        unit: "nanoseconds of the two calls".to_string(),
        series: measure(&runners, points, rounds, |nanoseconds| nanoseconds)?,
    })
}

/// A batch of copies, against as many calls.
pub fn batch(points: &[u64], rounds: usize, copies: u64) -> Result<Chart> {
    let on = |driver: &'static str, case: &'static str, copies: u64| {
        move |size: u64| {
            // A multiple of four: the loop stands in four places.
            let count = (copies / size / 4).max(1) * 4;
            let words = [driver, case, &size.to_string(), &count.to_string()].map(str::to_string);
            (words.to_vec(), (count * size) as f64)
        }
    };
    let looped = on("library", "loop", copies);
    let batched = on("library", "batch", copies);
    // A hundredth of the copies: each of them is made there.
    let (emulated, emulated_batch) = (
        on("emulator", "loop", copies / 100),
        on("emulator", "batch", copies / 100),
    );
    let (c, ours) = (SCALE_C.calls(), SCALE.calls());
    let runner = |name: &str, program: &Result<PathBuf>, arguments| Runner {
        name: name.to_string(),
        program: program.clone(),
        arguments,
    };
    let runners = [
        runner("C, loop", &c, &looped),
        runner("cuda-mem, loop", &ours, &looped),
        runner("C, batch", &c, &batched),
        runner("cuda-mem, batch", &ours, &batched),
        runner("emulator, loop", &ours, &emulated),
        runner("emulator, batch", &ours, &emulated_batch),
    ];
    Ok(Chart {
        file: "batch".to_string(),
        title: format!(
            "Copies of 64 bytes, a call each or cuMemcpyBatchAsync once, on the stub and on the emulator: medians of \
             {rounds} rounds in turns, of the figures and of their ratios to C's loop"
        ),
        x: "copies".to_string(),
        points: points.to_vec(),
        unit: "nanoseconds of a copy".to_string(),
        series: measure(&runners, points, rounds, |nanoseconds| nanoseconds)?,
    })
}

/// All runners at all points, in turns. `figure` is made of the nanoseconds of a call.
fn measure(
    runners: &[Runner],
    points: &[u64],
    rounds: usize,
    figure: impl Fn(f64) -> f64,
) -> Result<Vec<Series>> {
    let stub = stub::build(0)?;
    let mut series: Vec<Series> = runners
        .iter()
        .map(|runner| Series {
            name: runner.name.clone(),
            points: runner.program.clone().map(|_| Vec::new()),
        })
        .collect();
    for point in points {
        let run = |index: usize| {
            let runner = runners.get(index)?;
            let program = runner.program.as_ref().ok()?;
            Some(once(program, runner.arguments, *point, &stub).map(&figure))
        };
        let figures = in_turns(runners.len(), rounds, run)?;
        let first = figures.first().cloned().unwrap_or_default();
        for (series, figures) in series.iter_mut().zip(figures) {
            if let Ok(points) = &mut series.points {
                let ratio = Spread::of_ratios(&figures, &first);
                points.push((Spread::of(&figures).median, ratio.median));
            }
        }
    }
    Ok(series)
}

/// Nanoseconds of a call.
fn once(
    program: &Path,
    arguments: &dyn Fn(u64) -> (Vec<String>, f64),
    point: u64,
    stub: &Path,
) -> Result<f64> {
    let (words, calls) = arguments(point);
    let output = run(Command::new(program).args(words).env("LD_LIBRARY_PATH", stub))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    nanoseconds(&text)
        .map(|nanoseconds| nanoseconds / calls)
        .map_err(|reason| format!("{}: {reason}", program.display()))
}
