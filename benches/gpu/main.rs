//! The checked crate against C, on a real driver, in one process and in turns.
//!
//! `ci/gpu build` puts this program beside the library of the loops in C, `ci/gpu bench` runs it, `ci/gpu sweep` runs it
//! with `sweep [BYTES]` (sweep/mod.rs), and `ci/gpu scale` with `scale [LARGEST]` (scale.rs); `tsv FILE` also writes the
//! figures for the report. Exit codes: 0 all limits hold, 1 one is exceeded, 2 nothing was measured, and why.

mod cases;
mod peer;
mod place;
mod rounds;
mod scale;
mod sweep;

use cases::{Case, CALLS, COPIES, SIZE};
use cuda_mem_bench::against_c::{self, Times};
use cuda_mem_bench::Result;
use peer::Peer;
use place::Place;
use rounds::Pair;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("nothing was compared: {reason}");
            ExitCode::from(2)
        }
    }
}

/// The driver's own words.
fn driver(error: cuda_mem::Error) -> String {
    error.to_string()
}

/// What is compared.
enum Mode<'a> {
    Bench(Option<&'a str>),
    Sweep(usize),
    Scale(usize, Option<&'a str>),
}

/// Whether all limits hold.
fn run() -> Result<bool> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mode = match words[..] {
        [] => Mode::Bench(None),
        ["tsv", file] => Mode::Bench(Some(file)),
        ["sweep"] => Mode::Sweep(sweep::LARGEST),
        ["sweep", bytes] => Mode::Sweep(sweep::largest(bytes)?),
        ["scale"] => Mode::Scale(scale::LARGEST, None),
        ["scale", "tsv", file] => Mode::Scale(scale::LARGEST, Some(file)),
        ["scale", largest] => Mode::Scale(scale::largest(largest)?, None),
        ["scale", largest, "tsv", file] => Mode::Scale(scale::largest(largest)?, Some(file)),
        _ => {
            return Err(
                "usage: against-c [tsv FILE | sweep [BYTES] | scale [LARGEST] [tsv FILE]]".to_string(),
            )
        }
    };
    let loaded = cuda_mem::sys::load().map_err(|error| format!("there is no CUDA driver: {error}"))?;
    let device = cuda_mem::init(0)
        .and_then(|()| cuda_mem::device_get(0))
        .map_err(|error| format!("there is no GPU to use: {error}"))?;
    let peer = Peer::open(loaded)?;
    let version = cuda_mem::driver_get_version().map_err(driver)?;
    let name = cuda_mem::device_get_name(device).map_err(driver)?;
    let (major, minor) = (version / 1000, version % 1000 / 10);
    let library = loaded
        .path()
        .map_or_else(String::new, |path| path.display().to_string());
    let machine = format!("{}, CUDA {major}.{minor}, {library}", name.to_string_lossy());

    let context = cuda_mem::device_primary_ctx_retain(device).map_err(driver)?;
    // SAFETY: retained above, released after its last use.
    unsafe { cuda_mem::ctx_set_current(context) }.map_err(driver)?;
    let holds = match mode {
        Mode::Bench(file) => compare(&peer, &machine, file),
        Mode::Sweep(largest) => sweep::run(&peer, &machine, largest).map(|()| true),
        Mode::Scale(largest, file) => scale::run(&peer, &machine, largest, file),
    }?;
    // SAFETY: retained above; all that was measured is freed.
    unsafe { cuda_mem::device_primary_ctx_release(device) }.map_err(driver)?;
    Ok(holds)
}

/// The comparison that has limits. The figures go into a file, too, if one is named.
fn compare(peer: &Peer, machine: &str, file: Option<&str>) -> Result<bool> {
    println!("{machine}");
    let mut place = Place::new(SIZE)?;
    let calls = pairs(CALLS, peer)?;
    let copies = pairs(COPIES, peer)?;
    rounds::verify(&copies, &mut place)?;

    // Multiples of the number of orders (rounds.rs).
    let calls = measure(&calls, &mut place, 300, Duration::from_millis(1))?;
    let copies = measure(&copies, &mut place, 102, Duration::from_millis(4))?;
    place.free()?;
    if let Some(file) = file {
        let mut text = against_c::tsv_head(machine, "bytes");
        for (times, case) in calls.iter().zip(CALLS).chain(copies.iter().zip(COPIES)) {
            text += &(times.tsv(case.bytes, 1) + "\n");
        }
        std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(against_c::print(&calls, &copies))
}

fn pairs(cases: &'static [Case], peer: &Peer) -> Result<Vec<Pair>> {
    let pair = |case| {
        let c = peer.case(case)?;
        Ok(Pair { case, c })
    };
    cases.iter().map(pair).collect()
}

fn measure(pairs: &[Pair], place: &mut Place, rounds: usize, at_least: Duration) -> Result<Vec<Times>> {
    let measure = |pair: &Pair| pair.measure(place, rounds, at_least);
    pairs.iter().map(measure).collect()
}
