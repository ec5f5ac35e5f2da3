//! Functions that older drivers lack: their tests show the effect where the driver has them, and the error where not.

use cuda_mem::sys::has_symbol;
use cuda_mem::Result;
use std::fmt::Debug;

/// Whether the driver lacks this symbol. If so, the call that was tried must have said so, naming it.
#[track_caller]
pub fn absent<T: Debug>(symbol: &str, tried: &Result<T>) -> bool {
    if has_symbol(symbol) {
        return false;
    }
    let error = tried
        .as_ref()
        .expect_err("a call of a function that the driver lacks");
    assert!(error.is_no_symbol(), "{error}");
    assert!(error.to_string().contains(symbol), "{error}");
    eprintln!("this driver has no {symbol}: its error was shown, not its effect");
    true
}
