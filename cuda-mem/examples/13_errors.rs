//! What errors say: no memory, an argument that is wrong, a function that the driver is too old for, an unknown code.
//!
//! C functions: cuMemAlloc, cuMemFree, cuMemcpyWithAttributesAsync; no error's text comes from the driver.

mod common;

use common::{ensure, Failure, Gpu};
use cuda_mem::sys::{self, CUmemcpyAttributes, CUresult};
use cuda_mem::{Error, Origin};
use std::process::ExitCode;
use std::ptr::null_mut;

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        out_of_memory()?;
        wrong_argument()?;
        let missing = missing_function()?;
        unknown_code()?;
        Ok(format!(
            "verified: two errors of the driver, {missing}, and a code that nobody knows"
        ))
    })
}

/// The error of a call that must fail.
fn error_of<T>(result: cuda_mem::Result<T>) -> Result<Error, Failure> {
    let error = result.err().ok_or("a call that must fail succeeded")?;
    println!("{error}");
    Ok(error)
}

/// What many programs want to know has a method; `code` has the rest, and `function` says which call it was.
fn out_of_memory() -> Result<(), Failure> {
    let (_, total) = cuda_mem::mem_get_info()?;
    let error = error_of(cuda_mem::mem_alloc(2 * total))?;
    ensure(error.is_out_of_memory(), "another error was expected")?;
    ensure(error.function() == "cuMemAlloc", "it names another function")?;
    // The driver goes on as if nothing had been asked.
    let memory = cuda_mem::mem_alloc(1024)?;
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(memory)? };
    Ok(())
}

fn wrong_argument() -> Result<(), Failure> {
    // SAFETY: the driver knows its allocations, and refuses this.
    let error = error_of(unsafe { cuda_mem::mem_free(0xdead_0000) })?;
    ensure(
        error.code() == sys::CUDA_ERROR_INVALID_VALUE,
        "another code was expected",
    )?;
    ensure(error.origin() == Origin::Driver, "the driver was not asked")
}

/// A driver lacks what came after it. The call fails, says which CUDA version it takes, and all others work.
fn missing_function() -> Result<&'static str, Failure> {
    if sys::has_symbol("cuMemcpyWithAttributesAsync") {
        return Ok("none for a missing function, as this driver lacks none of these");
    }
    let attributes = CUmemcpyAttributes::default();
    // SAFETY: there is no such function, so nothing is copied.
    let result = unsafe { cuda_mem::memcpy_with_attributes_async(0, 0, 0, &attributes, null_mut()) };
    let error = error_of(result)?;
    ensure(error.is_no_symbol(), "another error was expected")?;
    Ok("one for a missing function")
}

/// A code from a driver that is newer than this crate is a number like any other, and printing it is always possible.
fn unknown_code() -> Result<(), Failure> {
    let code = CUresult(12_345);
    println!("{code:?} has the name {:?}", code.name());
    ensure(code.name().is_none(), "it has a name")?;
    ensure(format!("{code:?}").contains("12345"), "its number is lost")
}
