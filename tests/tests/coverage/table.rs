//! docs/functions.md, written from what the gate reads; and where each function was shown to work.

use crate::functions::Function;
use crate::{in_workspace, read, rule, Gate};
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Once;

/// Set, it has the table written instead of checked.
const WRITE: &str = "CUDA_MEM_WRITE_DOCS";

const FILE: &str = "docs/functions.md";

/// Where the suite ran: data/shown-on.tsv, kept by hand after a run on hardware.
pub struct Shown {
    places: BTreeMap<&'static str, &'static str>,
    faults: Vec<String>,
}

/// The device and driver of the last run.
const DEVICE: &str = "H200 580.159 (CUDA 13.0)";
const REFUSALS: &str = "H200 580.159 (CUDA 13.0), refusals only";
const DEVICE_VERSION: u32 = 13000;

impl Shown {
    pub fn read() -> Shown {
        const TABLE: &str = include_str!("../../data/shown-on.tsv");
        let (mut places, mut faults) = (BTreeMap::new(), Vec::new());
        for line in TABLE.lines().skip(1) {
            match line.split_once('\t') {
                Some((name, place)) if places.insert(name, place).is_none() => {}
                _ => faults.push(format!(
                    "shown-on.tsv: `{line}` is no row, or the second for its function"
                )),
            }
        }
        Shown { places, faults }
    }

    /// What is wrong with the place of this function, which has a test that runs on hardware or not.
    pub fn fault(&self, function: &Function, has_hardware_test: bool) -> Option<String> {
        if let Some(fault) = self.faults.first() {
            return Some(fault.clone());
        }
        let place = self.places.get(function.name).copied().unwrap_or("nothing");
        let expected = match (has_hardware_test, function.introduced > DEVICE_VERSION) {
            (false, _) => "never called on hardware".to_string(),
            (true, true) => format!("missing there (introduced in {})", function.since()),
            (true, false) => DEVICE.to_string(),
        };
        // What the device cannot do, or must not be asked to, it refuses.
        let is_expected = place == expected || (expected == DEVICE && place == REFUSALS);
        (!is_expected).then(|| format!("shown-on.tsv says `{place}`, and its version and tests `{expected}`"))
    }
}

/// Fails if the file is not what the sources make of it now.
pub fn check(gate: &Gate) -> Result<(), Failed> {
    let (path, table) = (in_workspace(FILE), written(gate));
    if std::env::var_os(WRITE).is_some() {
        let folder = path.parent().expect("a folder");
        std::fs::create_dir_all(folder)?;
        std::fs::write(&path, table)?;
        return Ok(());
    }
    let current = path.exists() && read(&path) == table;
    match current {
        true => Ok(()),
        false => Err(format!(
            "{FILE} is not current; write it by: {WRITE}=1 cargo test -p cuda-mem-tests --test coverage"
        )
        .into()),
    }
}

/// Whether the emulator, as a driver of the shipped bindings' version, has the function.
pub fn is_emulated(function: &Function) -> bool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let settings = cuda_mem_emu::Settings::new().version(cuda_mem::sys::CUDA_VERSION as i32);
        settings.apply().expect("the default device");
        cuda_mem_emu::install().expect("this program calls no other driver");
    });
    let known = cuda_mem::sys::function(function.name).expect("a function of the bindings");
    cuda_mem::sys::has_symbol(known.symbol())
}

fn written(gate: &Gate) -> String {
    let mut text = format!(
        "# The memory functions\n\n\
         Each memory function of the driver API, with its wrapper in cuda-mem. This table is written from the sources by\n\
         `{WRITE}=1 cargo test -p cuda-mem-tests --test coverage`, and the same program fails when it is not current.\n\n\
         - *since*: the CUDA version that introduced the form which is called; a driver that is older answers with an\n  \
           error that says so.\n\
         - *per thread*: also in `cuda_mem::per_thread`, bound to the symbol for per-thread default streams.\n\
         - *done*: when the call's work is done. What is in the default stream, or stream-ordered, may be still to do\n  \
           when the call returns.\n\
         - *emulator*: the emulator has it, and the suite runs on it wherever there is no driver.\n\
         - *shown on*: where the conformance suite has called it. *refusals only*: that device cannot do it,\n  \
           or must not be asked to. *missing there*: that driver is older than the function, and the call said so.\n\n\
         {}.\n",
        gate.count()
    );
    let forms = [
        ("Functions", false),
        (
            "Older and second forms, which C has under another function's plain name",
            true,
        ),
    ];
    for (title, other_form) in forms {
        text += &format!(
            "\n## {title}\n\n\
             | C | Rust | file | since | safe? | per thread | done | emulator | shown on |\n|---|---|---|---|---|---|---|---|---|\n"
        );
        let mut functions: Vec<&Function> = gate
            .functions
            .iter()
            .filter(|function| function.is_other_form == other_form)
            .collect();
        functions.sort_by_key(|function| function.name);
        for function in functions {
            let wrapper = gate.crate_.wrapper(function);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                function.name,
                rule::rust_name(function.name),
                wrapper.map_or("", |wrapper| wrapper.file.as_str()),
                function.since(),
                wrapper.map_or("", |wrapper| if wrapper.is_unsafe { "unsafe" } else { "safe" }),
                function.per_thread_symbol.map_or("", |_| "yes"),
                wrapper.and_then(|wrapper| wrapper.order()).unwrap_or(""),
                if is_emulated(function) { "yes" } else { "" },
                gate.shown.places.get(function.name).copied().unwrap_or(""),
            );
        }
    }
    text
}
