//! The first call of a process, over an empty Rust program: instructions, symbols that are looked up, time, memory.

use crate::callgrind::{profile, Profile};
use crate::calls::short;
use crate::contenders::{Contender, EMPTY};
use crate::limits::Verdict;
use crate::resident;
use crate::shell::{self, Table};
use crate::spread::Spread;
use crate::{stub, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What the first call may cost over an empty program.
pub const LIMIT: u64 = 15_000;

/// How often each program is run for its time and its memory.
pub const ROUNDS: usize = 101;

/// What one contender's first call cost.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// Instructions over the empty program's.
    pub instructions: u64,
    /// Calls of dlopen.
    pub dlopen: u64,
    /// Calls of dlsym.
    pub dlsym: u64,
    /// Calls of the driver's own look-up.
    pub driver: u64,
}

/// Measures one contender.
pub fn measure(contender: &Contender) -> Result<Start> {
    let stub = stub::build(0)?;
    let empty = counted_run(&EMPTY.first()?, &stub)?;
    let own = counted_run(&contender.first()?, &stub)?;
    let over = |function: &str| own.calls(function).saturating_sub(empty.calls(function));
    Ok(Start {
        instructions: counted(&own).saturating_sub(counted(&empty)),
        dlopen: over("dlopen"),
        dlsym: over("dlsym"),
        // Its second version ends in the first.
        driver: over("cuGetProcAddress"),
    })
}

/// All programs run under one path, with the library beside them, whatever the folder is called that this is built in: the
/// dynamic linker and std read every byte of a path.
struct Place(PathBuf);

impl Place {
    fn new(name: &str, program: &Path, stub: &Path) -> Result<Place> {
        let folder = format!("cuda-mem-{name}-{:08x}", std::process::id());
        let place = Place(std::env::temp_dir().join(folder));
        let copy = |from: &Path, name: &str| {
            let copied =
                std::fs::create_dir_all(&place.0).and_then(|()| std::fs::copy(from, place.0.join(name)));
            copied.map_err(|error| format!("{}: {error}", from.display()))
        };
        copy(program, "program")?;
        for name in ["libcuda.so.1", "libcuda.so"] {
            copy(&stub.join(name), name)?;
        }
        Ok(place)
    }

    fn program(&self) -> PathBuf {
        self.0.join("program")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A folder that stays behind is no reason to fail.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn counted_run(program: &Path, stub: &Path) -> Result<Profile> {
    let place = Place::new("count", program, stub)?;
    profile(&place.program(), &[], &place.0)
}

/// All but std's look at /proc/self/maps for its stack: what that costs depends on how the addresses there are written.
fn counted(profile: &Profile) -> u64 {
    profile
        .instructions
        .saturating_sub(profile.inclusive("pthread_getattr_np"))
}

/// What our own are held to.
pub fn verdicts(name: &str, start: &Start) -> Vec<Verdict> {
    let limit = |what: &str, found: u64, allowed: u64| {
        let limit = format!("{name}: {what} of the first call");
        Verdict::at_most(&limit, "", found as f64, allowed as f64, 0)
    };
    let once = |what: &str, found: u64| {
        let mut verdict = limit(what, found, 1);
        // None at all would be another program.
        verdict.met = found == 1;
        verdict
    };
    vec![
        limit("instructions", start.instructions, LIMIT),
        once("calls of dlopen", start.dlopen),
        once("calls of dlsym", start.dlsym),
    ]
}

/// What the programs take over the empty one, in turns: microseconds of each round, KiB.
type Cost = (Vec<f64>, Vec<f64>);

/// Makes the table; gives what our own crates are held to.
pub fn measure_all(
    contenders: &[Contender],
    rounds: usize,
    sink: &mut dyn FnMut(Table),
) -> Result<Vec<Verdict>> {
    let contenders: Vec<&Contender> = contenders.iter().filter(|one| one.is_rust()).collect();
    let measured: Vec<_> = contenders.iter().map(|contender| measure(contender)).collect();
    let stub = stub::build(0)?;
    let library = resident::build()?;
    let place = |name: &str, program: Result<PathBuf>| Place::new(name, &program?, &stub);
    let empty = place("empty", EMPTY.first())?;
    let places: Vec<_> = contenders
        .iter()
        .map(|contender| place(contender.file, contender.first()))
        .collect();
    let mut costs: Vec<Cost> = vec![Cost::default(); contenders.len()];
    for _ in 0..rounds {
        let base = run(&empty)?;
        let memory = resident::of(&empty.program(), &empty.0, &library)?;
        for (cost, place) in costs.iter_mut().zip(&places) {
            let Ok(place) = place else { continue };
            cost.0.push(run(place)? - base);
            cost.1
                .push(resident::of(&place.program(), &place.0, &library)? - memory);
        }
    }
    let mut verdict = Vec::new();
    let mut rows = Vec::new();
    for ((contender, start), cost) in contenders.iter().zip(&measured).zip(&costs) {
        let name = contender.name.to_string();
        match start {
            Ok(start) => {
                if contender.name.starts_with("cuda-mem") {
                    verdict.extend(verdicts(contender.name, start));
                }
                let counts = [start.instructions, start.dlopen, start.dlsym, start.driver];
                let mut row = vec![name];
                row.extend(counts.iter().map(u64::to_string));
                row.push(Spread::of(&cost.0).text(0));
                row.push(Spread::of(&cost.1).text(0));
                rows.push(row);
            }
            Err(reason) => rows.push(vec![name, short(reason)]),
        }
    }
    let head = [
        "",
        "instructions",
        "dlopen",
        "dlsym",
        "cuGetProcAddress",
        "microseconds",
        "KiB resident",
    ];
    let title = format!(
        "The first call of a process, over an empty Rust program, with a library of {} functions; time and the most \
         memory: median (quartiles) of {rounds} runs in turns",
        stub::functions()
    );
    let mut table = Table::new(&title, &head, &rows);
    if contenders
        .iter()
        .any(|contender| contender.name.starts_with("cust"))
    {
        table.notes.push(
            "cust and cust_raw are linked: the dynamic linker opens the library and finds the functions before `main`"
                .to_string(),
        );
    }
    sink(table);
    Ok(verdict)
}

/// Microseconds from the start of a process to its end.
fn run(place: &Place) -> Result<f64> {
    let mut program = Command::new(place.program());
    program.env("LD_LIBRARY_PATH", &place.0);
    let start = Instant::now();
    shell::run(&mut program)?;
    Ok(start.elapsed().as_secs_f64() * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_and_the_symbol_are_looked_up_once_each() {
        let met = |instructions, dlopen, dlsym| {
            let start = Start {
                instructions,
                dlopen,
                dlsym,
                driver: 0,
            };
            let verdicts = verdicts("it", &start);
            verdicts.iter().map(|verdict| verdict.met).collect::<Vec<_>>()
        };
        assert_eq!(met(LIMIT, 1, 1), [true, true, true]);
        assert_eq!(met(LIMIT + 1, 2, 0), [false, false, false]);
    }
}
