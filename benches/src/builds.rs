//! What a dependent's build costs: `check`, `build` and `build --release` from nothing, the build after its own file
//! changed, and what comes out. In turns, downloads done before.
//!
//! Ours is a path dependency here and a downloaded one to its users, so Cargo is told to treat both alike: no incremental
//! files, no lints.

use crate::calls::short;
use crate::contenders::{
    Contender, BARACUDA, CHECKED, CUDARC, CUDARC_DEFAULT, CUST, CUST_RAW, EMPTY, NVIDIA, RAW, RAW_BINDGEN,
};
use crate::limits::Verdict;
use crate::shell::{run, Table};
use crate::spread::median;
use crate::{shell, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

/// Crates that a dependent may have to build, itself not counted.
pub const CRATES: usize = 5;

/// What `check` may take of the peer's time.
pub const CHECK_OF_PEER: f64 = 1.0;

/// What `build --release` may take of the peer's time.
pub const RELEASE_OF_PEER: f64 = 0.8;

/// The most builds of a kind of one dependent.
pub const ROUNDS: usize = 5;

/// Seconds after which a dependent is not built once more in the same way.
pub const BUDGET: f64 = 10.0;

/// What is depended on; the first is held against `PEER`.
const CONTENDERS: &[Contender] = &[
    CHECKED,
    RAW,
    RAW_BINDGEN,
    PEER,
    CUDARC_DEFAULT,
    NVIDIA,
    CUST_RAW,
    CUST,
    BARACUDA,
];

/// The peer whose build cost is compared: its driver part only.
const PEER: Contender = CUDARC;

/// What is done to a dependent, in this order.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Check,
    Debug,
    /// After `Debug`, whose files are there: only the dependent's own is newer.
    Again,
    Release,
}

const KINDS: &[(Kind, &str, &[&str])] = &[
    (Kind::Check, "check", &["check"]),
    (Kind::Debug, "build", &["build"]),
    (Kind::Again, "build again", &["build"]),
    (Kind::Release, "build --release", &["build", "--release"]),
];

/// A program that makes one call.
struct Dependent {
    contender: Contender,
    folder: PathBuf,
    crates: usize,
}

/// Seconds of the clock and of processors, of each build.
type Times = (Vec<f64>, Vec<f64>);

/// What was found of a dependent.
struct Found {
    dependent: Dependent,
    /// In the order of `KINDS`.
    times: Vec<Times>,
    outcome: Outcome,
}

/// What a release build leaves, in bytes.
#[derive(Default)]
struct Outcome {
    libraries: u64,
    program: u64,
}

/// Makes the table; gives what our own is held to. `say` is told what is built next.
pub fn measure_all(say: &dyn Fn(String), sink: &mut dyn FnMut(Table)) -> Result<Vec<Verdict>> {
    let mut all: Vec<Result<Found>> = CONTENDERS
        .iter()
        .map(|contender| {
            Ok(Found {
                dependent: prepare(contender)?,
                times: Vec::new(),
                outcome: Outcome::default(),
            })
        })
        .collect();
    for (kind, name, arguments) in KINDS {
        let say = |round: usize, contender: &Contender| {
            say(format!("{name}, {} of {ROUNDS}: {}", round + 1, contender.name));
        };
        in_turns(&mut all, *kind, arguments, &say);
        for one in &mut all {
            let outcome = match (&one, kind) {
                (Ok(found), Kind::Release) => found.dependent.outcome(),
                _ => continue,
            };
            match (outcome, &mut *one) {
                (Ok(outcome), Ok(found)) => found.outcome = outcome,
                (Err(reason), _) => *one = Err(reason),
                _ => {}
            }
        }
    }
    let empty = stripped(&EMPTY.first()?)?;
    let rows: Vec<Vec<String>> = CONTENDERS
        .iter()
        .zip(&all)
        .map(|(contender, found)| {
            let mut row = vec![contender.name.to_string()];
            match found {
                Ok(found) => row.extend(cells(found, empty)),
                Err(reason) => row.push(short(reason)),
            }
            row
        })
        .collect();
    let mut head = vec!["", "crates"];
    head.extend(KINDS.iter().map(|kind| kind.1));
    head.extend(["rlibs, KiB", "program, KiB"]);
    let title = format!(
        "A dependent that makes one call, from nothing and again after its own file changed: seconds (processor seconds), \
         medians of {ROUNDS} builds in turns, or as many as it says, if the first ones took {BUDGET} s; the libraries and \
         the stripped program of a release build (over an empty program)"
    );
    let mut table = Table::new(&title, &head, &rows);
    table.notes = CONTENDERS
        .iter()
        .map(|contender| {
            format!(
                "{}: `{}`",
                contender.name,
                contender.dependency().replace("ROOT/", "")
            )
        })
        .collect();
    sink(table);
    let of = |wanted: &Contender| {
        let at = CONTENDERS.iter().position(|contender| contender == wanted)?;
        all.get(at).and_then(|found| found.as_ref().ok())
    };
    Ok(verdicts(of(&CHECKED), of(&PEER)))
}

fn cells(found: &Found, empty: u64) -> Vec<String> {
    let mut cells = vec![found.dependent.crates.to_string()];
    for (wall, processor) in &found.times {
        let rounds = match wall.len() {
            ROUNDS => String::new(),
            fewer => format!(" of {fewer}"),
        };
        cells.push(format!("{:.2} ({:.2}){rounds}", median(wall), median(processor)));
    }
    let outcome = &found.outcome;
    cells.push((outcome.libraries / 1024).to_string());
    cells.push(format!(
        "{} (+{})",
        outcome.program / 1024,
        outcome.program.saturating_sub(empty) / 1024
    ));
    cells
}

/// What our own is held to. What was not measured keeps no limit.
fn verdicts(own: Option<&Found>, peer: Option<&Found>) -> Vec<Verdict> {
    let times = |found: Option<&Found>, wanted: Kind| {
        let at = KINDS.iter().position(|kind| kind.0 == wanted)?;
        let (wall, processor) = found?.times.get(at)?;
        Some((median(wall), median(processor)))
    };
    let of_peer = |kind: Kind, name: &str, allowed: f64| {
        let seconds = |found| times(found, kind).unwrap_or((f64::NAN, f64::NAN));
        let ((own, own_processor), (peer, peer_processor)) = (seconds(own), seconds(peer));
        let limit = format!("{}: `{name}`, of {}'s time", CHECKED.name, PEER.name);
        let mut verdict = Verdict::at_most(&limit, "", own / peer, allowed, 2);
        verdict.why = format!(
            "{own:.2} s of {peer:.2} s; of processors, {own_processor:.2} s of {peer_processor:.2} s"
        );
        verdict
    };
    let crates = own.map_or(f64::NAN, |found| found.dependent.crates as f64);
    vec![
        Verdict::at_most(&format!("{}: crates", CHECKED.name), "", crates, CRATES as f64, 0),
        of_peer(Kind::Check, "check", CHECK_OF_PEER),
        of_peer(Kind::Release, "build --release", RELEASE_OF_PEER),
    ]
}

/// Builds all in turns, each at least once. What cannot be built has its reason from then on.
fn in_turns(all: &mut [Result<Found>], kind: Kind, arguments: &[&str], say: &dyn Fn(usize, &Contender)) {
    for found in all.iter_mut().flatten() {
        found.times.push(Times::default());
    }
    for round in 0..ROUNDS {
        for one in all.iter_mut() {
            let Ok(found) = one else { continue };
            let Some(times) = found.times.last_mut() else {
                continue;
            };
            if times.0.iter().sum::<f64>() >= BUDGET {
                continue;
            }
            say(round, &found.dependent.contender);
            let again = kind == Kind::Again;
            let built = match times.0.is_empty() && again {
                // Once untimed: this build keeps files that the ones from nothing do not.
                true => found.dependent.build(arguments, again).map(drop),
                false => Ok(()),
            };
            match built.and_then(|()| found.dependent.build(arguments, again)) {
                Ok((wall, processor)) => {
                    times.0.push(wall);
                    times.1.push(processor);
                }
                Err(reason) => *one = Err(reason),
            }
        }
    }
}

/// Makes the dependent, and downloads all that it needs.
fn prepare(contender: &Contender) -> Result<Dependent> {
    let name = contender
        .name
        .replace(|character: char| !character.is_ascii_alphanumeric(), "-");
    let folder = contender.package(&format!("dependent-{name}"), "src/main.rs")?;
    let source = shell::root().join(format!("benches/contenders/first/{}.rs", contender.file));
    let text = std::fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    let main = folder.join("src/main.rs");
    std::fs::create_dir_all(folder.join("src")).map_err(|error| format!("{}: {error}", folder.display()))?;
    shell::write(&main, &text)?;
    let fetch = |offline: &[&str]| run(contender.cargo(&folder, "fetch")?.args(offline));
    fetch(&["--offline"]).or_else(|_| fetch(&[]))?;
    let mut tree = contender.cargo(&folder, "tree")?;
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
    Ok(Dependent {
        contender: *contender,
        crates: crates.len(),
        folder,
    })
}

impl Dependent {
    fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// One build, from nothing or with what is there: seconds of the clock, and of processors.
    fn build(&self, arguments: &[&str], again: bool) -> Result<(f64, f64)> {
        let mut cargo = self.cargo(arguments)?;
        if again {
            cargo.env_remove("CARGO_INCREMENTAL");
            touch(&self.folder.join("src/main.rs"))?;
        } else if self.target().exists() {
            let target = self.target();
            std::fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
        }
        let (start, before) = (Instant::now(), processor_seconds());
        run(&mut cargo)?;
        Ok((start.elapsed().as_secs_f64(), processor_seconds() - before))
    }

    fn cargo(&self, arguments: &[&str]) -> Result<Command> {
        let (command, rest) = arguments.split_first().ok_or("no Cargo command was given")?;
        let mut cargo = self.contender.cargo(&self.folder, command)?;
        cargo
            .args(rest)
            .arg("--offline")
            .env("CARGO_TARGET_DIR", self.target());
        cargo
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", "--cap-lints=allow");
        Ok(cargo)
    }

    /// What the release build that is there consists of; after that, it is no longer there.
    fn outcome(&self) -> Result<Outcome> {
        let mut cargo = self.cargo(&["build", "--release"])?;
        let output = run(cargo.arg("--message-format=json"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (libraries, program) = artifacts(&text)?;
        let mut outcome = Outcome::default();
        for library in libraries {
            outcome.libraries += size(&library)?;
        }
        outcome.program = stripped(&program)?;
        // It is hundreds of megabytes for some.
        let _ = std::fs::remove_dir_all(self.target());
        Ok(outcome)
    }
}

/// Reads Cargo's messages: the libraries that the program is linked from, and the program. What build scripts are made
/// of is not optimized.
fn artifacts(messages: &str) -> Result<(Vec<PathBuf>, PathBuf)> {
    let mut libraries = Vec::new();
    let mut program = None;
    for line in messages.lines() {
        let message: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("cargo printed `{line}`: {error}"))?;
        if message["reason"] != "compiler-artifact" {
            continue;
        }
        if let Some(executable) = message["executable"].as_str() {
            program = Some(PathBuf::from(executable));
        } else if message["profile"]["opt_level"] == "3" {
            let files = message["filenames"].as_array().into_iter().flatten();
            let files = files
                .filter_map(|file| file.as_str())
                .filter(|file| file.ends_with(".rlib"));
            libraries.extend(files.map(PathBuf::from));
        }
    }
    let program = program.ok_or("cargo names no program that it built")?;
    Ok((libraries, program))
}

fn size(path: &Path) -> Result<u64> {
    let found = std::fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(found.len())
}

/// The bytes of a program without its symbols.
fn stripped(program: &Path) -> Result<u64> {
    let copy = shell::folder("stripped")?.join("program");
    run(Command::new("strip").arg("-o").arg(&copy).arg(program))?;
    size(&copy)
}

fn touch(path: &Path) -> Result<()> {
    let file = std::fs::File::options().append(true).open(path);
    file.and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|error| format!("{}: {error}", path.display()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_linked_counts_as_a_library() {
        let line = |level: &str, file: &str, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","profile":{{"opt_level":"{level}"}},"filenames":["{file}"],"executable":{executable}}}"#
            )
        };
        let text = [
            line("0", "/t/libbindgen.rlib", "null"),
            line("3", "/t/liba.rlib", "null"),
            line("3", "/t/libderive.so", "null"),
            line("3", "/t/program", "\"/t/program\""),
            r#"{"reason":"build-finished","success":true}"#.to_string(),
        ]
        .join("\n");
        let (libraries, program) = artifacts(&text).unwrap();
        assert_eq!(libraries, [PathBuf::from("/t/liba.rlib")]);
        assert_eq!(program, PathBuf::from("/t/program"));
        assert!(artifacts("").unwrap_err().contains("no program"));
        assert!(artifacts("warning")
            .unwrap_err()
            .contains("cargo printed `warning`"));
    }

    #[test]
    fn limits_are_of_the_peer_and_what_was_not_built_keeps_none() {
        let found = |crates, check: f64, release: f64| Found {
            dependent: Dependent {
                contender: CHECKED,
                folder: PathBuf::new(),
                crates,
            },
            times: [check, 1.0, 1.0, release]
                .map(|seconds| (vec![seconds], vec![seconds]))
                .to_vec(),
            outcome: Outcome::default(),
        };
        let met = |own: Option<&Found>, peer: Option<&Found>| {
            let verdicts = verdicts(own, peer);
            verdicts.iter().map(|verdict| verdict.met).collect::<Vec<_>>()
        };
        let peer = found(9, 1.0, 1.0);
        assert_eq!(met(Some(&found(5, 1.0, 0.8)), Some(&peer)), [true; 3]);
        assert_eq!(met(Some(&found(6, 1.1, 0.9)), Some(&peer)), [false; 3]);
        assert_eq!(met(Some(&found(5, 1.0, 0.8)), None), [true, false, false]);
        assert_eq!(met(None, Some(&peer)), [false; 3]);
    }
}
