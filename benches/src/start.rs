//! The first call of a process, over an empty Rust program: instructions, and calls of the dynamic linker.

use crate::callgrind::{profile, Profile};
use crate::calls::short;
use crate::contenders::{Contender, EMPTY};
use crate::shell::Table;
use crate::{stub, Result};
use std::path::Path;

/// What the first call may cost over an empty program.
pub const LIMIT: u64 = 15_000;

/// What one contender's first call cost.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// Instructions over the empty program's.
    pub instructions: u64,
    /// Calls of dlopen.
    pub dlopen: u64,
    /// Calls of dlsym.
    pub dlsym: u64,
}

/// Measures one contender.
pub fn measure(contender: &Contender) -> Result<Start> {
    let stub = stub::build(0)?;
    let empty = run(&EMPTY.first()?, &stub)?;
    let own = run(&contender.first()?, &stub)?;
    Ok(Start {
        instructions: counted(&own).saturating_sub(counted(&empty)),
        dlopen: own.calls("dlopen").saturating_sub(empty.calls("dlopen")),
        dlsym: own.calls("dlsym").saturating_sub(empty.calls("dlsym")),
    })
}

/// All programs run under one path, with the library beside them, whatever the folder is called that this is built in: the
/// dynamic linker and std read every byte of a path.
fn run(program: &Path, stub: &Path) -> Result<Profile> {
    let place = std::env::temp_dir().join(format!("cuda-mem-{:08x}", std::process::id()));
    let copy = |from: &Path, name: &str| {
        let copied = std::fs::create_dir_all(&place).and_then(|()| std::fs::copy(from, place.join(name)));
        copied.map_err(|error| format!("{}: {error}", from.display()))
    };
    copy(program, "program")?;
    for name in ["libcuda.so.1", "libcuda.so"] {
        copy(&stub.join(name), name)?;
    }
    let profile = profile(&place.join("program"), &[], &place);
    // A folder that stays behind is no reason to fail.
    let _ = std::fs::remove_dir_all(&place);
    profile
}

/// All but std's look at /proc/self/maps for its stack: what that costs depends on how the addresses there are written.
fn counted(profile: &Profile) -> u64 {
    profile
        .instructions
        .saturating_sub(profile.inclusive("pthread_getattr_np"))
}

/// What exceeds the limits, a sentence each.
pub fn exceeded(name: &str, start: &Start) -> Vec<String> {
    let mut found = Vec::new();
    if start.instructions > LIMIT {
        found.push(format!(
            "{name}: the first call takes {} instructions over an empty program; {LIMIT} are allowed",
            start.instructions
        ));
    }
    if (start.dlopen, start.dlsym) != (1, 1) {
        found.push(format!(
            "{name}: the first call makes {} calls of dlopen and {} of dlsym; one of each is allowed",
            start.dlopen, start.dlsym
        ));
    }
    found
}

/// Makes the table; gives what exceeds the limits of our own crates.
pub fn measure_all(contenders: &[Contender], sink: &mut dyn FnMut(Table)) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut rows = Vec::new();
    for contender in contenders.iter().filter(|contender| contender.is_rust()) {
        let name = contender.name.to_string();
        match measure(contender) {
            Ok(start) => {
                if contender.name.starts_with("cuda-mem") {
                    found.extend(exceeded(contender.name, &start));
                }
                let counts = [start.instructions, start.dlopen, start.dlsym];
                rows.push(
                    std::iter::once(name)
                        .chain(counts.iter().map(u64::to_string))
                        .collect(),
                );
            }
            Err(reason) => rows.push(vec![name, short(&reason)]),
        }
    }
    let head = ["", "instructions", "dlopen", "dlsym"];
    sink(Table::new(
        "The first call of a process, over an empty Rust program",
        &head,
        &rows,
    ));
    Ok(found)
}
