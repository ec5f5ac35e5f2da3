//! `cargo run --release -p cuda-mem-bench -- [calls] [time] [start] [scale] [builds] [--own]`: prints the tables that
//! are named, or all; `report [--own]` writes docs/performance.md with all of them. It ends with 1 if a limit is exceeded. With `--own`, no other crate is downloaded, built or measured.

use cuda_mem_bench::contenders::{ALL, LINKED, OWN};
use cuda_mem_bench::shell::Table;
use cuda_mem_bench::{builds, callgrind, calls, report, scale, start, time, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(exceeded) if exceeded.is_empty() => ExitCode::SUCCESS,
        Ok(exceeded) => {
            eprintln!("\nLimits that are exceeded:");
            for line in exceeded {
                eprintln!("  {line}");
            }
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Vec<String>> {
    const TABLES: &[&str] = &["calls", "start", "time", "scale", "builds"];
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let report = arguments.first().is_some_and(|first| first == "report");
    if report {
        arguments.remove(0);
        if let Some(other) = arguments.iter().find(|other| *other != "--own") {
            return Err(format!(
                "`report` has all tables; it takes `--own` only, not `{other}`"
            ));
        }
    }
    if let Some(unknown) = arguments
        .iter()
        .find(|name| !TABLES.contains(&name.as_str()) && *name != "--own")
    {
        return Err(format!(
            "there is no table `{unknown}`; the tables are {}",
            TABLES.join(", ")
        ));
    }
    let own = arguments.iter().any(|name| name == "--own");
    let wanted = |table: &str| {
        let named = arguments.iter().any(|name| name == table);
        named || !arguments.iter().any(|name| TABLES.contains(&name.as_str()))
    };
    let mut contenders = if own { OWN.to_vec() } else { ALL.to_vec() };
    if own {
        contenders.push(LINKED);
    }
    let print: &mut dyn FnMut(Table) = &mut |table| table.print();
    if report {
        return report::write(&contenders, own);
    }
    let mut exceeded = Vec::new();
    for table in TABLES.iter().filter(|table| wanted(table)) {
        match *table {
            "calls" | "start" if !callgrind::is_there() => {
                eprintln!("SKIPPED: the table `{table}` needs valgrind (Debian: apt-get install valgrind)");
            }
            "calls" => exceeded.extend(calls::measure_all(&contenders, print)?),
            "start" => exceeded.extend(start::measure_all(&contenders, print)?),
            "time" => time::measure_all(&contenders, 41, 300_000, print)?,
            "scale" => scale::all(&contenders)?
                .iter()
                .for_each(|chart| chart.table().print()),
            _ if own => eprintln!("SKIPPED: the table `builds` needs a peer to compare with"),
            _ => exceeded.extend(builds::measure_all(3, print)?),
        }
    }
    Ok(exceeded)
}
