//! cuInit, the driver's version, the names of errors, and the search for functions.

use crate::entry::{check, put, some, Outcome};
use crate::symbols::{by_version, Found};
use cuda_mem_sys::ctypes::{c_char, c_int, c_uint, c_void};
use cuda_mem_sys::*;
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::{Mutex, PoisonError};

entry_points! {
    fn init = cuInit: (call, flags: c_uint) {
        check(flags == 0)?;
        call.init()
    }

    fn driver_get_version = cuDriverGetVersion: (_call, version: *mut c_int) {
        // SAFETY: null or writable.
        unsafe { put(version, crate::config::with(|settings| settings.version)) }
    }

    fn get_error_name = cuGetErrorName: (_call, error: CUresult, text: *mut *const c_char) {
        // SAFETY: null or writable.
        unsafe { put_text(error, text, str::to_string) }
    }

    fn get_error_string = cuGetErrorString: (_call, error: CUresult, text: *mut *const c_char) {
        // SAFETY: null or writable.
        unsafe { put_text(error, text, describe) }
    }

    fn get_proc_address = cuGetProcAddress_v2: (
        _call,
        symbol: *const c_char,
        function: *mut *mut c_void,
        version: c_int,
        flags: cuuint64_t,
        status: *mut CUdriverProcAddressQueryResult,
    ) {
        // SAFETY: the caller's.
        let (address, result) = unsafe { search(symbol, function, version, flags) }?;
        // SAFETY: checked; the status may be null.
        unsafe {
            put(function, address)?;
            if !status.is_null() {
                put(status, result)?;
            }
        }
        Ok(())
    }

    fn get_proc_address_v1 = cuGetProcAddress: (
        _call,
        symbol: *const c_char,
        function: *mut *mut c_void,
        version: c_int,
        flags: cuuint64_t,
    ) {
        // SAFETY: the caller's.
        let (address, result) = unsafe { search(symbol, function, version, flags) }?;
        if result != CU_GET_PROC_ADDRESS_SUCCESS {
            return Err(CUDA_ERROR_NOT_FOUND);
        }
        // SAFETY: checked.
        unsafe { put(function, address) }
    }
}

/// # Safety
///
/// `symbol` is null or a NUL-terminated string.
unsafe fn search(
    symbol: *const c_char,
    function: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
) -> Outcome<(*mut c_void, CUdriverProcAddressQueryResult)> {
    some(symbol)?;
    some(function)?;
    let per_thread = u64::from(CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM.0);
    check(flags <= per_thread)?;
    // A version that this driver does not know is no question that it answers.
    check(version <= crate::config::with(|settings| settings.version))?;
    // SAFETY: not null, so a string.
    let name = unsafe { CStr::from_ptr(symbol) };
    Ok(match by_version(name, version, flags == per_thread) {
        Found::Address(address) => (address as *mut _, CU_GET_PROC_ADDRESS_SUCCESS),
        Found::TooOld => (std::ptr::null_mut(), CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT),
        Found::Nothing => (std::ptr::null_mut(), CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND),
    })
}

/// `CUDA_ERROR_INVALID_VALUE` as words.
fn describe(name: &str) -> String {
    let words = name.strip_prefix("CUDA_").unwrap_or(name);
    let words = words.strip_prefix("ERROR_").unwrap_or(words);
    words.to_lowercase().replace('_', " ")
}

/// Writes a text that lives as long as the process; null for a code that has none, as the driver does.
///
/// # Safety
///
/// `out` is null or writable.
unsafe fn put_text(error: CUresult, out: *mut *const c_char, make: fn(&str) -> String) -> Outcome {
    static TEXTS: Mutex<Option<HashMap<(u32, usize), CString>>> = Mutex::new(None);
    some(out)?;
    let name = match error.name() {
        Some(name) => name,
        None => {
            // SAFETY: checked.
            unsafe { put(out, std::ptr::null()) }?;
            return Err(CUDA_ERROR_INVALID_VALUE);
        }
    };
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = texts.get_or_insert_with(HashMap::new);
    let text = texts.entry((error.0, make as usize)).or_insert_with(|| CString::new(make(name)).unwrap_or_default());
    // The text's bytes stay where they are when the table grows, and no text is ever removed.
    // SAFETY: checked.
    unsafe { put(out, text.as_ptr().cast()) }
}
