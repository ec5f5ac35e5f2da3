//! A driver library whose functions return at once, so that what is measured is the way there.

use crate::shell::{self, run};
use crate::Result;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// The functions that must write something for their callers to go on.
const BODIES: &[(&str, &str)] = &[
    (
        "cuMemAlloc_v2",
        "(unsigned long long *pointer) { *pointer = 0x7f0000000000; ",
    ),
    (
        "cuMemGetInfo_v2",
        "(unsigned long *free, unsigned long *total) { *free = 1 << 20; *total = 1 << 30; ",
    ),
    ("cuDriverGetVersion", "(int *version) { *version = 13000; "),
    // Made by the library whose calls fail, too: cust wants one for its calls.
    ("cuStreamCreateWithPriority", "(void) { return 0; "),
];

/// No function lies better than another; their addresses in `find` need no work when the library is loaded.
const ARGUMENTS: &[&str] = &[
    "-O2",
    "-shared",
    "-fPIC",
    "-falign-functions=64",
    "-Wl,-soname,libcuda.so.1",
    "-Wl,-Bsymbolic-functions",
];

/// Makes a folder that looks like a toolkit's to crates which link to the library: `lib64` has it.
pub fn toolkit() -> Result<PathBuf> {
    let folder = shell::folder("toolkit")?;
    let lib = folder.join("lib64");
    if !lib.exists() {
        std::os::unix::fs::symlink(build(0)?, &lib).map_err(|error| format!("{}: {error}", lib.display()))?;
    }
    Ok(folder)
}

/// Builds the library and gives its folder. All its functions return `code`, but those that
/// look for others.
pub fn build(code: u32) -> Result<PathBuf> {
    let folder = shell::folder(&format!("stub-{code}"))?;
    let (source, library) = (folder.join("stub.c"), folder.join("libcuda.so.1"));
    let text = text(code);
    if !library.exists() || std::fs::read_to_string(&source).ok().as_ref() != Some(&text) {
        shell::write(&source, &text)?;
        // What another source made must not stay if this one cannot be compiled.
        let _ = std::fs::remove_file(&library);
        run(compiler().args(ARGUMENTS).arg("-o").arg(&library).arg(&source))?;
    }
    // Drivers come with this link, and cudarc looks for it first.
    let link = folder.join("libcuda.so");
    if !link.exists() {
        std::os::unix::fs::symlink("libcuda.so.1", &link)
            .map_err(|error| format!("{}: {error}", link.display()))?;
    }
    Ok(folder)
}

/// The C compiler: `CC`, or `cc`.
pub fn compiler() -> Command {
    Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
}

/// All functions of the driver, but those that look for others.
fn symbols() -> Vec<&'static str> {
    let mut symbols: Vec<&str> = cuda_mem_sys::functions()
        .flat_map(|function| [Some(function.symbol()), function.per_thread_symbol()])
        .flatten()
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    // These answer as the driver's do: some crates ask them for all others.
    symbols.retain(|symbol| !symbol.starts_with("cuGetProcAddress"));
    symbols
}

/// How many functions the library has.
pub fn functions() -> usize {
    // cuGetProcAddress, and its second version.
    symbols().len() + 2
}

fn text(code: u32) -> String {
    let symbols = symbols();
    // A library that other arguments made is made again.
    let mut text = format!("/* {} functions; cc {} */\n", functions(), ARGUMENTS.join(" "));
    for symbol in &symbols {
        let body = BODIES.iter().find(|(name, _)| name == symbol);
        let body = body.map_or("(void) { ", |(_, body)| body);
        let _ = writeln!(text, "unsigned {symbol}{body}return {code}; }}");
    }
    text += "\nstatic int same(const char *one, const char *other) {\n    while (*one && *one == *other) one++, other++;\n    \
             return *one == *other;\n}\n\nstatic void *find(const char *name) {\n";
    for symbol in symbols {
        let _ = writeln!(text, "    if (same(name, \"{symbol}\")) return (void *){symbol};");
    }
    text += "    return 0;\n}\n\nunsigned cuGetProcAddress(const char *name, void **address, int version, unsigned long \
             long flags) {\n    return (*address = find(name)) ? 0 : 500;\n}\n\nunsigned cuGetProcAddress_v2(const char \
             *name, void **address, int version, unsigned long long flags, unsigned *status) {\n    if (status) *status = \
             0;\n    return cuGetProcAddress(name, address, version, flags);\n}\n";
    text
}
