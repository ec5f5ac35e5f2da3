//! The error of every checked call: which function failed, with which code, and what that means.

mod display;
mod explain;
mod origin;

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
    /// The code, and above it [`CONTRADICTION`] if the driver was not asked.
    packed: u64,
}

/// The bit of an error that was made here, from arguments that contradict each other.
const CONTRADICTION: u64 = 1 << 32;

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

/// The code of a raw call as a result: one compare. An error is two constants' worth of registers, less than a call
/// to make one would take; where it comes from is found out when somebody asks.
#[inline(always)]
pub(crate) fn check(code: CUresult, function: &'static &'static str) -> Result<()> {
    if code == CUDA_SUCCESS {
        Ok(())
    } else {
        cold();
        let packed = u64::from(code.0);
        Err(Error { function, packed })
    }
}

/// Tells the compiler that whoever calls this seldom gets there; it compiles to nothing.
#[cold]
#[inline]
fn cold() {}

impl Error {
    /// Arguments that contradict each other: `CUDA_ERROR_INVALID_VALUE` without a call.
    #[cold]
    #[inline(never)]
    #[allow(dead_code)] // unused where no function is compiled
    pub(crate) fn of_arguments(function: &'static &'static str) -> Error {
        let packed = CONTRADICTION | u64::from(CUDA_ERROR_INVALID_VALUE.0);
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
        if self.packed & CONTRADICTION != 0 {
            Origin::Arguments
        } else {
            origin::of(self.code(), self.function)
        }
    }

    /// What the code means, in a sentence; none for a code that this crate does not know.
    pub fn explanation(&self) -> Option<&'static str> {
        explain::explain(self.code())
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

#[cfg(test)]
mod tests;
