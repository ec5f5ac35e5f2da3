//! Thousands of calls with arguments from dice, and what an H200 answered to each.
//!
//! The recording, tests/data/h200-differential.tsv, was made by this program on the device:
//! `DIFFERENTIAL=record DIFFERENTIAL_DRIVER=1 differential > FILE`. The dice are the same everywhere, so the emulator
//! (set to `hardware`: no stricter than the device) is asked the same, and every answer is compared: codes, values, and
//! a sum of the bytes where a copy was to arrive. Each section is a process of its own, and starts anew.
//!
//! `DIFFERENTIAL_DRIVER=1 differential` compares the machine's own driver with the recording instead.

mod arrays;
mod attributes;
mod batches;
mod boxes;
mod contexts;
mod dice;
mod fills;
mod flags;
mod hosts;
mod layers;
mod lines;
mod planes;
mod pointers;
mod pools;
mod ranges;
#[path = "../common/runner.rs"]
mod runner;
mod setting;
mod virtuals;

use setting::Setting;
use std::collections::BTreeMap;
use std::process::ExitCode;

const RECORDING: &str = include_str!("../../../tests/data/h200-differential.tsv");

/// Set: the machine's own driver is asked.
const DRIVER: &str = "DIFFERENTIAL_DRIVER";

/// `record` prints all answers; a section's name makes this process that section.
const MODE: &str = "DIFFERENTIAL";

type Section = (&'static str, unsafe fn(&Setting));

/// No section of the recording: finds out how much room there is.
const ROOM: Section = ("room", room);

const SECTIONS: &[Section] = &[
    ("attributes", attributes::ask),
    ("contexts", contexts::ask),
    ("flags", flags::ask),
    ("planes", planes::ask),
    ("boxes", boxes::ask),
    ("arrays", arrays::ask),
    ("fills", fills::ask),
    ("hosts", hosts::ask),
    ("layers", layers::ask),
    ("pointers", pointers::ask),
    ("ranges", ranges::ask),
    ("virtuals", virtuals::ask),
    ("pools", pools::ask),
    ("batches", batches::ask),
    ("lines", lines::ask),
];

fn main() -> ExitCode {
    let mode = std::env::var(MODE).unwrap_or_default();
    let mut all = SECTIONS.iter().chain([&ROOM]);
    if let Some((_, ask)) = all.find(|(name, _)| *name == mode) {
        if std::env::var_os(DRIVER).is_none() {
            cuda_mem_emu::install().expect("no driver was called before");
        }
        // SAFETY: each section keeps the driver's rules with what it lets the driver write to.
        unsafe { ask(&Setting::new()) };
        return ExitCode::SUCCESS;
    }
    let answers: Vec<String> = SECTIONS.iter().flat_map(|(name, _)| section(name)).collect();
    if mode == "record" {
        answers.iter().for_each(|line| println!("{line}"));
        return ExitCode::SUCCESS;
    }
    compare(&answers)
}

/// The answers of a section: `section case<TAB>answer`.
fn section(name: &str) -> Vec<String> {
    let output = runner::again()
        .env(MODE, name)
        .env("CUDA_MEM_EMU", "quiet,hardware")
        .output()
        .expect("a child");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<String> = text.lines().map(|line| format!("{name} {line}")).collect();
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        eprintln!("{name}: {}: {reason}", output.status);
        lines.push(format!("{name} ended early\t{}", output.status));
    }
    lines
}

/// Whether a process here has as many addresses as the device was asked for: 1 TiB of them.
unsafe fn room(_: &Setting) {
    let mut at = 0;
    setting::plain(ROOM.0, unsafe {
        cuda_mem_sys::cuMemAddressReserve(&mut at, 1 << 40, 0, 0, 0)
    });
}

fn compare(answers: &[String]) -> ExitCode {
    let split = |line: &str| {
        line.split_once('\t')
            .map(|(case, answer)| (case.to_string(), answer.to_string()))
    };
    let recorded: BTreeMap<String, String> = RECORDING.lines().filter_map(split).collect();
    let given: BTreeMap<String, String> = answers.iter().filter_map(|line| split(line)).collect();
    // Some processors, and the emulations of some, have fewer addresses.
    let is_small = section(ROOM.0).iter().any(|line| line.ends_with("OUT_OF_MEMORY"));
    let (mut equal, mut no_room, mut other) = (0, 0, 0);
    for (case, answer) in &given {
        match recorded.get(case) {
            Some(wanted) if wanted == answer => equal += 1,
            Some(_) if is_small && answer == "OUT_OF_MEMORY" => no_room += 1,
            Some(wanted) => {
                other += 1;
                println!("{case}: the device answered {wanted}, here it is {answer}");
            }
            None => {
                other += 1;
                println!("{case}: not in the recording, here it is {answer}");
            }
        }
    }
    for case in recorded.keys().filter(|case| !given.contains_key(*case)) {
        other += 1;
        println!("{case}: recorded, and not asked here");
    }
    let rows = equal + no_room + other;
    println!("rows {rows}, equal {equal}, no room {no_room}, other {other}");
    if other == 0 && equal > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
