//! How an error prints.

use super::{origin::missing_symbol, Error, Origin};
use core::fmt;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code();
        match code.name() {
            Some(name) => write!(f, "{}: {name} ({}): ", self.function(), code.0)?,
            None => write!(f, "{}: CUresult {}: ", self.function(), code.0)?,
        }
        match self.origin() {
            Origin::NoDriver => no_driver(f),
            Origin::NoSymbol => no_symbol(f, self),
            Origin::Arguments => f.write_str(
                "the lengths of the slices differ, or do not fit what the function counts with; the driver was not \
                 called",
            ),
            Origin::Driver => f.write_str(
                self.explanation()
                    .unwrap_or("a code that is newer than this version of cuda-mem; NVIDIA's release notes explain it"),
            ),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error(\"{self}\")")
    }
}

#[cfg(feature = "loaded")]
fn no_driver(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match cuda_mem_sys::load() {
        Err(error) => write!(f, "{error}"),
        Ok(_) => f.write_str("no CUDA driver library was loaded when this call was made; one is now"),
    }
}

#[cfg(not(feature = "loaded"))]
fn no_driver(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("no CUDA driver library was loaded")
}

/// The CUDA version that brought the forms for per-thread default streams, to all functions that there were.
const PER_THREAD_SINCE: u32 = 7000;

fn no_symbol(f: &mut fmt::Formatter<'_>, error: &Error) -> fmt::Result {
    let function = match cuda_mem_sys::function(error.function()) {
        Some(function) => function,
        None => return f.write_str("the driver has no such function"),
    };
    let symbol = missing_symbol(&function).unwrap_or_else(|| function.symbol());
    let since = match function.per_thread_symbol() {
        Some(own) if own == symbol => function.since().max(PER_THREAD_SINCE),
        _ => function.since(),
    };
    write!(
        f,
        "the driver has no symbol {symbol}, which came with CUDA {}; ",
        Version(since)
    )?;
    let version = version();
    match version {
        0 => f.write_str("its own version is unknown")?,
        _ => write!(f, "this one supports CUDA {}", Version(version))?,
    }
    f.write_str(if version < since {
        ". Install a newer driver"
    } else {
        " and should have it. Reinstall the driver"
    })?;
    f.write_str(", or ask cuda_mem::sys::has_symbol before calling")
}

/// What the driver gave as its version when it turned out to lack a symbol: no call of the driver is made here.
#[cfg(feature = "loaded")]
fn version() -> u32 {
    cuda_mem_sys::driver().map_or(0, |driver| driver.version_without_symbol())
}

#[cfg(not(feature = "loaded"))]
fn version() -> u32 {
    0
}

/// A CUDA version as people write it.
struct Version(u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 1000, self.0 % 1000 / 10)
    }
}
