//! Each symbol in turn is one that the driver lacks. A function stays bound once it was called, so each turn has a
//! process of its own.

use super::fork;
use cuda_mem::sys;
use cuda_mem_tests::{functions, stub, wrappers};
use std::ffi::{c_void, CStr, CString};
use std::sync::OnceLock;

/// The stub that answers for all symbols, and the one symbol that it is not asked for.
static DRIVER: OnceLock<(usize, &str)> = OnceLock::new();

/// For every symbol a line: the symbol, how many functions lacked it, what was wrong; then the errors of the checked
/// functions that need it. `library` is a stub with all symbols.
pub fn each(library: &str) -> String {
    let name = CString::new(library).expect("a path");
    // SAFETY: a stub has no initialisers.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) } as usize;
    assert_ne!(handle, 0, "{library}");
    let turns = stub::symbols()
        .iter()
        .map(|symbol| fork::in_child(|| without(handle, symbol)));
    turns.collect::<Vec<_>>().join("\n")
}

fn without(handle: usize, missing: &'static str) -> String {
    DRIVER.set((handle, missing)).expect("set once in this process");
    // SAFETY: the stub's functions ignore their arguments, and so fit every signature.
    unsafe { sys::set_resolver(resolve) }.expect("no driver before");

    let (mut lacking, mut wrong) = (0, Vec::new());
    for function in functions::all() {
        let pairs = [
            (function.symbol, (function.call)()),
            (function.per_thread_symbol, (function.call_per_thread)()),
        ];
        for (symbol, answer) in pairs {
            lacking += u32::from(symbol == missing);
            let right = match symbol {
                _ if symbol == missing => 302,
                "cuDriverGetVersion" => 0,
                _ => stub::code_of(symbol),
            };
            if answer.0 != right {
                wrong.push(format!("{symbol} answered {}, not {right}", answer.0));
            }
        }
    }

    let calls = wrappers::ALL
        .iter()
        .flat_map(|wrapper| [wrapper.call, wrapper.call_per_thread]);
    let errors = calls.filter_map(|call| call().err());
    let errors = errors.filter(|error| error.code() == sys::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND);
    let mut text = format!("{missing}\t{lacking}\t{}", wrong.join(", "));
    for error in errors {
        assert!(error.is_no_symbol() && !error.is_no_driver(), "{error}");
        text += &format!("\n\t{error}");
    }
    text
}

fn resolve(symbol: &CStr) -> *const c_void {
    match DRIVER.get() {
        Some((_, missing)) if symbol.to_bytes() == missing.as_bytes() => std::ptr::null(),
        // SAFETY: the handle is the stub's.
        Some((handle, _)) => unsafe { libc::dlsym(*handle as *mut c_void, symbol.as_ptr()) },
        None => std::ptr::null(),
    }
}
