//! How a C function of the driver is defined: `entry_points!`, and what happens around every call.

use crate::session::Call;
use cuda_mem_sys::{CUresult, CUDA_ERROR_UNKNOWN, CUDA_SUCCESS};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// What a function's body gives: nothing, or the code that the call returns.
pub(crate) type Outcome<T = ()> = Result<T, CUresult>;

/// A symbol and the function behind it.
pub(crate) struct Entry {
    pub(crate) symbol: &'static str,
    pub(crate) address: *const (),
}

// SAFETY: the address is a function's.
unsafe impl Sync for Entry {}

/// Defines a family's functions: `fn body = symbol, per thread symbol: (call, arguments) { … }`. Each symbol becomes a
/// C function, and an entry of the family's `TABLE`.
///
/// The body sees its arguments as C gives them: its comments say what it relies on.
macro_rules! entry_points {
    ($(
        $(#[$attribute:meta])*
        fn $body:ident = $symbol:ident $(, per thread $per_thread:ident)?: $arguments:tt $block:block
    )*) => {
        $(
            entry_point! { body $(#[$attribute])* $body $arguments $block }
            entry_point! { symbol $symbol, false, $body $arguments }
            $(entry_point! { symbol $per_thread, true, $body $arguments })?
        )*
        pub(crate) static TABLE: &[crate::entry::Entry] = &[
            $(
                crate::entry::Entry { symbol: stringify!($symbol), address: $symbol as *const () },
                $(crate::entry::Entry { symbol: stringify!($per_thread), address: $per_thread as *const () },)?
            )*
        ];
    };
}

macro_rules! entry_point {
    (
        body $(#[$attribute:meta])* $body:ident
        ($call:ident $(, $argument:ident: $type:ty)* $(,)?) $block:block
    ) => {
        $(#[$attribute])*
        #[allow(clippy::too_many_arguments)]
        // SAFETY: what the symbol's C contract asks of the caller; the C functions below pass it on.
        unsafe fn $body($call: &crate::session::Call, $($argument: $type),*) -> crate::entry::Outcome $block
    };
    (
        symbol $symbol:ident, $per_thread:literal, $body:ident
        ($call:ident $(, $argument:ident: $type:ty)* $(,)?)
    ) => {
        #[cfg_attr(feature = "exports", no_mangle)]
        #[allow(clippy::too_many_arguments)]
        unsafe extern "C" fn $symbol($($argument: $type),*) -> cuda_mem_sys::CUresult {
            crate::entry::enter(stringify!($symbol), $per_thread, |call| {
                // SAFETY: the caller vouches for the arguments, by the symbol's contract.
                unsafe { $body(call, $($argument),*) }
            })
        }
    };
}

/// Runs a call: a fault that was ordered comes first, and a panic becomes a code instead of unwinding into C.
pub(crate) fn enter(symbol: &'static str, per_thread: bool, body: impl FnOnce(&Call) -> Outcome) -> CUresult {
    if let Some(code) = crate::fault::due(symbol) {
        return code;
    }
    // A library cannot take back what it exports.
    #[cfg(feature = "exports")]
    if crate::symbols::is_absent(symbol) {
        return cuda_mem_sys::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
    }
    let call = Call { symbol, per_thread };
    match catch_unwind(AssertUnwindSafe(|| body(&call))) {
        Ok(Ok(())) => CUDA_SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => CUDA_ERROR_UNKNOWN,
    }
}

/// Writes a call's out-argument.
///
/// # Errors
///
/// CUDA_ERROR_INVALID_VALUE for a null pointer.
///
/// # Safety
///
/// Null, or valid for a write of `T`.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) -> Outcome {
    if out.is_null() {
        return Err(cuda_mem_sys::CUDA_ERROR_INVALID_VALUE);
    }
    // SAFETY: not null, so valid by the caller's word. C programs pass pointers of any alignment.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// A null out-argument is refused before the call has effects.
pub(crate) fn some<T>(pointer: *const T) -> Outcome {
    if pointer.is_null() {
        return Err(cuda_mem_sys::CUDA_ERROR_INVALID_VALUE);
    }
    Ok(())
}

/// Fails with CUDA_ERROR_INVALID_VALUE unless this holds.
pub(crate) fn check(holds: bool) -> Outcome {
    if holds {
        Ok(())
    } else {
        Err(cuda_mem_sys::CUDA_ERROR_INVALID_VALUE)
    }
}

/// A C array as a slice; a count of zero needs no pointer.
///
/// # Safety
///
/// Null, or valid for `count` reads of `T` while the slice is used.
pub(crate) unsafe fn list<'a, T>(first: *const T, count: usize) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    some(first)?;
    // SAFETY: not null, so valid by the caller's word.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}
