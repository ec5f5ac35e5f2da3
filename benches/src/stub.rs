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
    let source = folder.join("stub.c");
    shell::write(&source, &text(code))?;
    let library = folder.join("libcuda.so.1");
    let mut cc = compiler();
    cc.args(["-O2", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1"]);
    // The functions' addresses in `find` need no work when the library is loaded.
    cc.args(["-Wl,-Bsymbolic-functions", "-o"]);
    run(cc.arg(&library).arg(&source))?;
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

fn text(code: u32) -> String {
    let mut symbols: Vec<&str> = cuda_mem_sys::functions()
        .flat_map(|function| [Some(function.symbol()), function.per_thread_symbol()])
        .flatten()
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    // These answer as the driver's do: some crates ask them for all others.
    symbols.retain(|symbol| !symbol.starts_with("cuGetProcAddress"));
    let mut text = format!("/* {} functions. */\n", symbols.len());
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
