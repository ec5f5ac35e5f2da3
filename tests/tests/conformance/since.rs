//! Functions that older drivers lack: their tests show the effect where the driver has them, and the error where not.

use cuda_mem::sys::{functions, has_symbol};
use cuda_mem::Result;
use std::fmt::Debug;

/// Whether the driver lacks this symbol. If so, it must be older than the function, and the call that was tried must
/// have said so, naming the symbol.
#[track_caller]
pub fn absent<T: Debug>(symbol: &str, tried: &Result<T>) -> bool {
    if has_symbol(symbol) {
        return false;
    }
    let mut all = functions();
    let function =
        all.find(|function| [Some(function.symbol()), function.per_thread_symbol()].contains(&Some(symbol)));
    let since = function.expect("a function with this symbol").since();
    let version = cuda_mem::driver_get_version().expect("the driver's version");
    assert!(
        version < i32::try_from(since).expect("a version"),
        "a driver of CUDA {version} has no {symbol}, which came with {since}"
    );
    let error = tried
        .as_ref()
        .expect_err("a call of a function that the driver lacks");
    assert!(error.is_no_symbol(), "{error}");
    assert!(error.to_string().contains(symbol), "{error}");
    eprintln!("this driver has no {symbol}: its error was shown, not its effect");
    true
}
