//! The error of every checked call: which function failed, with which code, and what that means.

mod display;
mod explain;

use cuda_mem_sys::*;

/// What every checked function returns.
pub type Result<T> = core::result::Result<T, Error>;

/// A driver call that failed.
///
/// It is 16 bytes, `Copy`, and needs no allocation to be made. Printed, it reads
/// `cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): …`, with an explanation from a table of this crate, so that printing calls
/// no driver function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    /// The C function's name. A thin pointer keeps `Result<(), Error>` in two registers.
    function: &'static &'static str,
    /// From the lowest bit: the code (32), the origin (8), the driver's CUDA version (24, 0 if not asked).
    packed: u64,
}

/// Where an error comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// The driver answered with this code.
    Driver,
    /// No driver library could be loaded, or only the toolkit's stub was found: no driver function was called.
    NoDriver,
    /// The driver has no such function: it is older than the function.
    NoSymbol,
    /// The arguments contradict each other, such as slices of different lengths: no driver function was called.
    Arguments,
}

/// The code of a raw call as a result. One compare; all else is out of line.
#[inline(always)]
pub(crate) fn check(code: CUresult, function: &'static &'static str) -> Result<()> {
    if code == CUDA_SUCCESS {
        Ok(())
    } else {
        Err(Error::of_call(code, function))
    }
}

impl Error {
    #[cold]
    #[inline(never)]
    fn of_call(code: CUresult, function: &'static &'static str) -> Error {
        let (origin, version) = origin_of(code, function);
        Error::pack(code, function, origin, version)
    }

    /// Arguments that contradict each other: `CUDA_ERROR_INVALID_VALUE` without a call.
    #[cold]
    #[inline(never)]
    #[allow(dead_code)] // unused where no function is compiled
    pub(crate) fn of_arguments(function: &'static &'static str) -> Error {
        Error::pack(CUDA_ERROR_INVALID_VALUE, function, Origin::Arguments, 0)
    }

    fn pack(code: CUresult, function: &'static &'static str, origin: Origin, version: u32) -> Error {
        let packed = u64::from(code.0) | (origin as u64) << 32 | u64::from(version) << 40;
        Error { function, packed }
    }

    /// The driver's code, also one that this crate does not know.
    #[inline]
    pub fn code(&self) -> CUresult {
        CUresult(self.packed as u32)
    }

    /// The C function that failed: `cuMemAlloc`.
    #[inline]
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// Whether the driver said this, or the call did not get that far.
    pub fn origin(&self) -> Origin {
        match (self.packed >> 32) as u8 {
            origin if origin == Origin::NoDriver as u8 => Origin::NoDriver,
            origin if origin == Origin::NoSymbol as u8 => Origin::NoSymbol,
            origin if origin == Origin::Arguments as u8 => Origin::Arguments,
            _ => Origin::Driver,
        }
    }

    /// What the code means, in a sentence; none for a code that this crate does not know.
    pub fn explanation(&self) -> Option<&'static str> {
        explain::explain(self.code())
    }

    /// The version that the driver had when it turned out to lack the function.
    fn driver_version(&self) -> u32 {
        (self.packed >> 40) as u32
    }

    /// `CUDA_ERROR_OUT_OF_MEMORY`: the request may succeed once something was freed.
    pub fn is_out_of_memory(&self) -> bool {
        self.code() == CUDA_ERROR_OUT_OF_MEMORY
    }

    /// `CUDA_ERROR_NOT_READY`: what a query answers while work is still running.
    pub fn is_not_ready(&self) -> bool {
        self.code() == CUDA_ERROR_NOT_READY
    }

    /// `CUDA_ERROR_INVALID_VALUE`: an argument is out of the range that the function takes.
    pub fn is_invalid_value(&self) -> bool {
        self.code() == CUDA_ERROR_INVALID_VALUE
    }

    /// `CUDA_ERROR_NOT_SUPPORTED`: this device, driver or system cannot do it, whatever the arguments.
    pub fn is_not_supported(&self) -> bool {
        self.code() == CUDA_ERROR_NOT_SUPPORTED
    }

    /// `CUDA_ERROR_NO_DEVICE`: there is a driver, but no GPU that this process may use.
    pub fn is_no_device(&self) -> bool {
        self.code() == CUDA_ERROR_NO_DEVICE
    }

    /// No driver library could be loaded.
    pub fn is_no_driver(&self) -> bool {
        self.origin() == Origin::NoDriver
    }

    /// The driver is too old to have this function.
    pub fn is_no_symbol(&self) -> bool {
        self.origin() == Origin::NoSymbol
    }
}

impl std::error::Error for Error {}

/// Tells this crate's own 302, 303 and 34 from the driver's, and asks the version that a message will need.
#[cfg(all(feature = "loaded", not(feature = "linked")))]
fn origin_of(code: CUresult, name: &str) -> (Origin, u32) {
    match code {
        // Not by load(): that would search again, and may find what was not there at the call.
        CUDA_ERROR_SHARED_OBJECT_INIT_FAILED | CUDA_ERROR_STUB_LIBRARY if driver().is_none() => {
            (Origin::NoDriver, 0)
        }
        CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND => match function(name) {
            Some(function) if display::missing_symbol(&function).is_some() => {
                let version = load().ok().and_then(|driver| driver.version().ok());
                (
                    Origin::NoSymbol,
                    version
                        .and_then(|version| u32::try_from(version).ok())
                        .unwrap_or(0),
                )
            }
            _ => (Origin::Driver, 0),
        },
        _ => (Origin::Driver, 0),
    }
}

/// A linked program does not start without the driver and its symbols.
#[cfg(not(all(feature = "loaded", not(feature = "linked"))))]
fn origin_of(_: CUresult, _: &str) -> (Origin, u32) {
    (Origin::Driver, 0)
}

#[cfg(test)]
mod tests;
