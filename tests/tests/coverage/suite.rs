//! What the conformance suite covers: the `tests!` lists of its families, read from the sources.

use crate::{in_workspace, read};
use std::collections::BTreeSet;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token};

/// A test, as its family's list has it.
pub struct Test {
    /// `family::what_is_shown`.
    pub name: String,
    pub covers: Vec<String>,
    /// It never runs on hardware.
    pub emulator_only: bool,
}

pub struct Suite {
    tests: Vec<Test>,
    /// The files that have a list, and the modules whose lists main.rs runs.
    listing: Vec<String>,
    run: Vec<String>,
}

/// `"family": test, [functions], Need; …`
struct List(Vec<Test>);

impl Parse for List {
    fn parse(input: ParseStream) -> syn::Result<List> {
        let family: LitStr = input.parse()?;
        input.parse::<Token![:]>()?;
        let mut tests = Vec::new();
        while !input.is_empty() {
            let test: Ident = input.parse()?;
            input.parse::<Token![,]>()?;
            let functions;
            syn::bracketed!(functions in input);
            let functions = Punctuated::<Ident, Token![,]>::parse_terminated(&functions)?;
            let need = match input.parse::<Option<Token![,]>>()? {
                Some(_) => Some(input.parse::<Ident>()?),
                None => None,
            };
            input.parse::<Token![;]>()?;
            tests.push(Test {
                name: format!("{}::{test}", family.value()),
                covers: functions.iter().map(Ident::to_string).collect(),
                emulator_only: need.is_some_and(|need| need == "Emulator"),
            });
        }
        Ok(List(tests))
    }
}

impl Suite {
    pub fn read() -> Suite {
        let folder = in_workspace("tests/tests/conformance");
        let (mut tests, mut listing) = (Vec::new(), Vec::new());
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry of the folder").path())
            .collect();
        paths.sort();
        for path in &paths {
            let parsed =
                syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            for item in parsed.items {
                let syn::Item::Macro(item) = item else { continue };
                if item.mac.path.is_ident("tests") {
                    let List(list) = item
                        .mac
                        .parse_body()
                        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    tests.extend(list);
                    listing.push(path.file_stem().expect("a file").to_string_lossy().into_owned());
                }
            }
        }
        // `family::TESTS` in main.rs.
        let main = read(&folder.join("main.rs"));
        let run = main
            .lines()
            .filter_map(|line| line.trim().strip_suffix("::TESTS,"));
        Suite {
            tests,
            listing,
            run: run.map(str::to_string).collect(),
        }
    }

    pub fn tests_of<'a>(&'a self, function: &'a str) -> impl Iterator<Item = &'a Test> {
        let tests = self.tests.iter();
        tests.filter(move |test| test.covers.iter().any(|covered| covered == function))
    }

    /// Tests that are listed twice or never run, and lists that name a function twice, or one that is none.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let names = self.tests.iter().map(|test| &test.name);
        faults.extend(twice(names).map(|name| format!("{name} is listed twice")));
        faults.extend(twice(self.run.iter()).map(|family| format!("main.rs runs {family} twice")));
        let never = self.listing.iter().filter(|family| !self.run.contains(family));
        faults.extend(never.map(|family| format!("main.rs does not run {family}")));
        for test in &self.tests {
            let name = &test.name;
            if test.covers.is_empty() {
                faults.push(format!("{name} covers nothing"));
            }
            faults
                .extend(twice(test.covers.iter()).map(|function| format!("{name} covers {function} twice")));
            let is_declared = |name: &str| cuda_mem_sys::functions().any(|function| function.name() == name);
            let unknown = test.covers.iter().filter(|covered| !is_declared(covered));
            faults.extend(unknown.map(|function| format!("{name} covers {function}, which is no function")));
        }
        faults
    }
}

/// Those that are there more than once.
fn twice<'a>(all: impl Iterator<Item = &'a String> + 'a) -> impl Iterator<Item = &'a String> + 'a {
    let mut seen = BTreeSet::new();
    all.filter(move |one| !seen.insert(*one))
}
