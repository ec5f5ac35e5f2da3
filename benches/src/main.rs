//! `cargo run --release -p cuda-mem-bench -- [calls] [start] [time] [scale] [builds] [--own]`: prints the tables that are
//! named, or all; `report [--own]` writes docs/performance.md with all of them. It ends with 1 if a limit is missed. With
//! `--own`, no other crate is downloaded, built or measured.

use cuda_mem_bench::contenders::{ALL, OWN};
use cuda_mem_bench::shell::Table;
use cuda_mem_bench::{builds, callgrind, calls, limits, report, scale, start, time, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(missed) if missed.is_empty() => ExitCode::SUCCESS,
        Ok(missed) => {
            eprintln!("\nLimits that are missed:");
            for line in missed {
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
    let contenders = if own { OWN } else { ALL };
    let print: &mut dyn FnMut(Table) = &mut |table| table.print();
    if report {
        return report::write(contenders, own);
    }
    let mut missed = Vec::new();
    for table in TABLES.iter().filter(|table| wanted(table)) {
        let verdicts = match *table {
            "calls" | "start" if !callgrind::is_there() => {
                eprintln!("SKIPPED: the table `{table}` needs valgrind (Debian: apt-get install valgrind)");
                continue;
            }
            "calls" => calls::measure_all(contenders, print)?,
            "start" => start::measure_all(contenders, start::ROUNDS, print)?,
            "time" => time::measure_all(contenders, time::ROUNDS, time::ITERATIONS, print)?,
            "scale" => {
                let charts = scale::all(contenders)?;
                charts.iter().for_each(|chart| chart.table().print());
                continue;
            }
            _ if own => {
                eprintln!("SKIPPED: the table `builds` needs a peer to compare with");
                continue;
            }
            _ => builds::measure_all(&|_| {}, print)?,
        };
        print(limits::table(&verdicts));
        missed.extend(limits::missed(&verdicts));
    }
    Ok(missed)
}
