//! The gate: every memory function of the driver API that the bindings declare has a checked wrapper with the name by
//! rule, documentation that says what it must, and a test in the conformance suite. It reads the bindings' own table,
//! the sources of cuda-mem and those of the suite, so nothing has to be listed by hand but where a function was shown
//! to work (data/shown-on.tsv); it keeps docs/functions.md current, and always prints how many functions are complete.

mod functions;
mod rule;
mod sources;
mod suite;
mod table;

use functions::Function;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All that the checks look at.
struct Gate {
    functions: Vec<Function>,
    crate_: sources::Crate,
    suite: suite::Suite,
    shown: table::Shown,
}

/// A check of one function: what is wrong, if something is.
type Check = fn(&Gate, &Function) -> Option<String>;

const CHECKS: &[(&str, Check)] = &[
    ("wrapped_under_the_name_by_rule", Gate::wrapped),
    ("found_by_the_c_name", Gate::found),
    ("says_since_when", Gate::says_since_when),
    ("says_which_errors", Gate::says_which_errors),
    ("says_what_makes_it_safe", Gate::says_what_makes_it_safe),
    ("says_when_it_is_done", Gate::says_when_it_is_done),
    ("links_to_nvidia", Gate::links_to_nvidia),
    ("tested", Gate::tested),
    ("there_per_thread", Gate::there_per_thread),
    ("shown_somewhere", Gate::shown_somewhere),
    ("emulated", Gate::emulated),
];

/// The wrapper, for checks that have nothing to say where there is none.
macro_rules! wrapper {
    ($gate:ident, $function:ident) => {
        match $gate.crate_.wrapper($function) {
            Some(wrapper) => wrapper,
            None => return Some("has no wrapper".to_string()),
        }
    };
}

impl Gate {
    fn read() -> Gate {
        let functions = functions::all();
        let shown = table::Shown::read();
        Gate {
            functions,
            crate_: sources::Crate::read(),
            suite: suite::Suite::read(),
            shown,
        }
    }

    fn wrapped(&self, function: &Function) -> Option<String> {
        let name = rule::rust_name(function.name);
        let missing = self.crate_.wrapper(function).is_none();
        missing.then(|| format!("no public function of cuda-mem is called {name}"))
    }

    fn found(&self, function: &Function) -> Option<String> {
        let wrapper = wrapper!(self, function);
        let missing = !wrapper.aliases.iter().any(|alias| alias == function.name);
        missing.then(|| format!("no #[doc(alias = \"{}\")]", function.name))
    }

    fn says_since_when(&self, function: &Function) -> Option<String> {
        let said = wrapper!(self, function).since();
        let since = function.since();
        (said.as_deref() != Some(&since)).then(|| match said {
            Some(said) => format!("says since CUDA {said}, and the bindings {since}"),
            None => format!("does not say since CUDA {since}"),
        })
    }

    fn says_which_errors(&self, function: &Function) -> Option<String> {
        let missing = !wrapper!(self, function).has_section("Errors");
        missing.then(|| "has no section Errors".to_string())
    }

    fn says_what_makes_it_safe(&self, function: &Function) -> Option<String> {
        let wrapper = wrapper!(self, function);
        match (wrapper.is_unsafe, wrapper.has_section("Safety")) {
            (true, false) => Some("is unsafe, and has no section Safety".to_string()),
            (false, true) => Some("is safe, and has a section Safety".to_string()),
            _ => None,
        }
    }

    fn says_when_it_is_done(&self, function: &Function) -> Option<String> {
        let missing = wrapper!(self, function).order().is_none();
        missing.then(|| {
            format!(
                "says none of: {}",
                sources::ORDERS.map(|(words, _)| words).join("; ")
            )
        })
    }

    fn links_to_nvidia(&self, function: &Function) -> Option<String> {
        const START: &str = "https://docs.nvidia.com/cuda/";
        let missing = !wrapper!(self, function).docs.contains(START);
        missing.then(|| format!("has no link to {START}"))
    }

    fn tested(&self, function: &Function) -> Option<String> {
        let missing = self.suite.tests_of(function.name).next().is_none();
        missing.then(|| "no test of the conformance suite covers it".to_string())
    }

    fn there_per_thread(&self, function: &Function) -> Option<String> {
        function.per_thread_symbol?;
        let file = &wrapper!(self, function).file;
        let missing = !self.crate_.per_thread_files.contains(file);
        missing.then(|| format!("has a per-thread symbol, and per_thread.rs has no {file}"))
    }

    /// The recorded place must be one that the function's version and tests allow.
    fn shown_somewhere(&self, function: &Function) -> Option<String> {
        let hardware = self.suite.tests_of(function.name).any(|test| !test.emulator_only);
        self.shown.fault(function, hardware)
    }

    /// All that is wrong with a function.
    fn faults(&self, function: &Function) -> Vec<String> {
        let faults = CHECKS.iter().filter_map(|(_, check)| check(self, function));
        faults.collect()
    }

    fn emulated(&self, function: &Function) -> Option<String> {
        (!table::is_emulated(function)).then(|| "the emulator does not have it".to_string())
    }

    /// `129 of 129 wrapped, documented and tested`, and the same for the forms that share another's plain name.
    fn count(&self) -> String {
        let count = |other_form| {
            let those = || self.functions.iter().filter(|f| f.is_other_form == other_form);
            let complete = those().filter(|function| self.faults(function).is_empty());
            format!("{} of {}", complete.count(), those().count())
        };
        format!(
            "{} wrapped, documented and tested; of older and second forms, {}",
            count(false),
            count(true)
        )
    }
}

/// A file or folder of the workspace.
fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn failed_unless_empty(faults: Vec<String>) -> Result<(), Failed> {
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n").into()),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    // Trials may run on other threads, for as long as the program runs.
    let gate: &'static Gate = Box::leak(Box::new(Gate::read()));
    if !arguments.list {
        println!("{}", gate.count());
    }
    let mut trials: Vec<Trial> = CHECKS
        .iter()
        .map(|(name, check)| {
            Trial::test(*name, move || {
                let faults = gate.functions.iter().filter_map(|function| {
                    check(gate, function).map(|fault| format!("{}: {fault}", function.name))
                });
                failed_unless_empty(faults.collect())
            })
        })
        .collect();
    trials.push(Trial::test("the_list_is_the_bindings_own", || {
        failed_unless_empty(functions::faults_of_the_list())
    }));
    trials.push(Trial::test("per_thread_forms_are_fifty", || {
        let plain = gate.functions.iter().filter(|f| !f.is_other_form);
        let names: BTreeSet<&str> = plain
            .filter(|function| function.per_thread_symbol.is_some())
            .map(|function| function.name)
            .collect();
        let wrong = names.len() != 50;
        failed_unless_empty(
            wrong
                .then(|| format!("{}: {names:?}", names.len()))
                .into_iter()
                .collect(),
        )
    }));
    trials.push(Trial::test("the_suite_lists_each_test_once", || {
        failed_unless_empty(gate.suite.faults())
    }));
    trials.push(Trial::test("the_written_table_is_current", || table::check(gate)));
    libtest_mimic::run(&arguments, trials).exit();
}
