//! What a dependent's cold build costs: `check`, `build`, `build --release`, in turns, downloads done before.
//!
//! Ours is a path dependency here and a downloaded one to its users, so Cargo is told to treat both alike: no incremental
//! files, no lints.

use crate::calls::short;
use crate::contenders::{cargo, Contender, CHECKED, CUDARC};
use crate::shell::{run, Table};
use crate::time::median;
use crate::{shell, Result};
use std::path::Path;
use std::time::Instant;

/// Crates that a dependent may have to build, itself not counted.
pub const CRATES: usize = 5;

/// What `check` may take of the peer's time.
pub const CHECK_OF_PEER: f64 = 1.0;

/// What `build --release` may take of the peer's time.
pub const RELEASE_OF_PEER: f64 = 0.8;

const BUILDS: &[(&str, &[&str])] = &[
    ("check", &["check"]),
    ("build", &["build"]),
    ("build --release", &["build", "--release"]),
];

/// Makes the table; gives what exceeds the limits.
pub fn measure_all(rounds: usize, sink: &mut dyn FnMut(Table)) -> Result<Vec<String>> {
    let contenders = [CHECKED, CUDARC];
    let mut rows: Vec<Vec<String>> = contenders
        .iter()
        .map(|contender| vec![contender.name.to_string()])
        .collect();
    let mut folders = Vec::new();
    for (contender, row) in contenders.iter().zip(&mut rows) {
        match prepare(contender) {
            Ok((folder, crates)) => {
                row.push(crates.to_string());
                folders.push((folder, crates));
            }
            Err(reason) => row.push(short(&reason)),
        }
    }
    let mut found = Vec::new();
    if folders.len() == contenders.len() {
        if folders[0].1 > CRATES {
            found.push(format!("{} crates are built; {CRATES} are allowed", folders[0].1));
        }
        for (name, arguments) in BUILDS {
            let mut times = vec![(Vec::new(), Vec::new()); folders.len()];
            for _ in 0..rounds {
                for (times, (folder, _)) in times.iter_mut().zip(&folders) {
                    let (wall, processor) = build(folder, arguments)?;
                    times.0.push(wall);
                    times.1.push(processor);
                }
            }
            let medians: Vec<_> = times
                .into_iter()
                .map(|(wall, cpu)| (median(wall), median(cpu)))
                .collect();
            for (row, (wall, processor)) in rows.iter_mut().zip(&medians) {
                row.push(format!("{wall:.2} ({processor:.2})"));
            }
            let ratio = medians[0].0 / medians[1].0;
            let limit = match *name {
                "check" => CHECK_OF_PEER,
                "build --release" => RELEASE_OF_PEER,
                _ => continue,
            };
            if ratio > limit {
                found.push(format!(
                    "{name} takes {ratio:.2} of the peer's time; {limit} is allowed"
                ));
            }
        }
    }
    let head = ["", "crates", "check", "build", "build --release"];
    let title = format!(
        "A dependent's cold build: seconds, and processor seconds; medians of {rounds} builds in turns"
    );
    sink(Table::new(&title, &head, &rows));
    Ok(found)
}

/// Makes the dependent, and downloads all that it needs; gives the crates that are built for it.
fn prepare(contender: &Contender) -> Result<(std::path::PathBuf, usize)> {
    let folder = contender.package("first/empty", &format!("dependent-{}", contender.file))?;
    let fetch = |offline: &[&str]| run(cargo(&folder, "fetch").args(offline));
    fetch(&["--offline"]).or_else(|_| fetch(&[]))?;
    let mut tree = cargo(&folder, "tree");
    let output = run(tree.args([
        "--offline",
        "--prefix",
        "none",
        "--edges",
        "normal,build",
        "--no-dedupe",
    ]))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut crates: Vec<&str> = text
        .lines()
        .skip(1)
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    crates.sort_unstable();
    crates.dedup();
    Ok((folder, crates.len()))
}

/// One cold build: seconds of the clock, and of processors.
fn build(folder: &Path, arguments: &[&str]) -> Result<(f64, f64)> {
    let target = shell::folder("cold")?;
    std::fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let (command, rest) = arguments.split_first().ok_or("no Cargo command was given")?;
    let mut cargo = cargo(folder, command);
    cargo.args(rest).arg("--offline").env("CARGO_TARGET_DIR", &target);
    cargo
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", "--cap-lints=allow");
    let (start, before) = (Instant::now(), processor_seconds());
    run(&mut cargo)?;
    Ok((start.elapsed().as_secs_f64(), processor_seconds() - before))
}

/// What ended child processes have used.
fn processor_seconds() -> f64 {
    // SAFETY: the record is integers, for which zero is a value, and the call fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
