//! Tells the raw crate's own 302, 303 and 34 from the driver's.
//!
//! It is found out when asked, not when the call fails, so that a failing call costs no more than one in C. The answer
//! does not change in between: a driver in use stays in use, with the symbols that it has, and the raw crate remembers
//! that it had to refuse calls.

use super::Origin;
use cuda_mem_sys::{CUresult, Function};

#[cfg(all(feature = "loaded", not(feature = "linked")))]
pub(super) fn of(code: CUresult, name: &str) -> Origin {
    use cuda_mem_sys::*;
    match code {
        CUDA_ERROR_SHARED_OBJECT_INIT_FAILED | CUDA_ERROR_STUB_LIBRARY if refused() => Origin::NoDriver,
        CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
            if function(name).map_or(false, |function| missing_symbol(&function).is_some()) =>
        {
            Origin::NoSymbol
        }
        _ => Origin::Driver,
    }
}

/// A linked program does not start without the driver and its symbols.
#[cfg(not(all(feature = "loaded", not(feature = "linked"))))]
pub(super) fn of(_: CUresult, _: &str) -> Origin {
    Origin::Driver
}

/// The symbol that the driver in use lacks: the function's own, or that of its per-thread form.
#[cfg(feature = "loaded")]
pub(super) fn missing_symbol(function: &Function) -> Option<&'static str> {
    // Not by has_symbol(): that searches for a driver, and may find one that was not there at the call.
    let driver = cuda_mem_sys::driver()?;
    let symbols = [Some(function.symbol()), function.per_thread_symbol()];
    let mut symbols = symbols.iter().flatten();
    symbols.find(|symbol| !driver.has_symbol(symbol)).copied()
}

#[cfg(not(feature = "loaded"))]
pub(super) fn missing_symbol(_: &Function) -> Option<&'static str> {
    None
}
