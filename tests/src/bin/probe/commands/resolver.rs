//! Resolvers in the library's place.

use cuda_mem::sys::{self, CUresult, CUDA_SUCCESS};
use std::ffi::{c_int, c_void, CStr};

/// Installs one of the resolvers below.
pub fn set(which: &str) -> String {
    let resolver: sys::Resolver = match which {
        "nothing" => nothing,
        "init" => init_only,
        _ => panic!("the probe has no resolver `{which}`"),
    };
    // SAFETY: each answers null, or a function with the symbol's signature.
    match unsafe { sys::set_resolver(resolver) } {
        Ok(()) => String::from("Ok"),
        Err(error) => format!("Err: {error}"),
    }
}

fn nothing(_: &CStr) -> *const c_void {
    std::ptr::null()
}

fn init_only(symbol: &CStr) -> *const c_void {
    extern "C" fn init(_: u32) -> CUresult {
        CUresult(4321)
    }
    extern "C" fn version(version: *mut c_int) -> CUresult {
        // SAFETY: the caller's pointer, where it is one.
        if let Some(version) = unsafe { version.as_mut() } {
            *version = 11080;
        }
        CUDA_SUCCESS
    }
    match symbol.to_bytes() {
        b"cuInit" => init as *const c_void,
        b"cuDriverGetVersion" => version as *const c_void,
        _ => std::ptr::null(),
    }
}
