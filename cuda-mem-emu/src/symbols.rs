//! All symbols: found by name, as a loader does, or by function and CUDA version, as cuGetProcAddress does.

use crate::entry::Entry;
use std::collections::HashMap;
use std::ffi::{c_void, CStr};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Symbols that today's header no longer declares, with the versions that introduced them.
const OLDER: &[(&str, &str, u32)] = &[
    ("cuCtxCreate_v2", "cuCtxCreate", 3020),
    ("cuCtxCreate_v3", "cuCtxCreate", 11040),
    ("cuEventElapsedTime", "cuEventElapsedTime", 2000),
    ("cuDeviceGetUuid", "cuDeviceGetUuid", 9020),
    ("cuGetProcAddress", "cuGetProcAddress", 11030),
    ("cuMemAdvise", "cuMemAdvise", 8000),
    ("cuMemPrefetchAsync", "cuMemPrefetchAsync", 8000),
    ("cuMemPrefetchAsync_ptsz", "cuMemPrefetchAsync", 8000),
    ("cuMemcpyBatchAsync", "cuMemcpyBatchAsync", 12080),
    ("cuMemcpyBatchAsync_ptsz", "cuMemcpyBatchAsync", 12080),
    ("cuMemcpy3DBatchAsync", "cuMemcpy3DBatchAsync", 12080),
    ("cuMemcpy3DBatchAsync_ptsz", "cuMemcpy3DBatchAsync", 12080),
];

/// What is known of a symbol.
struct Known {
    entry: &'static Entry,
    name: &'static str,
    since: u32,
    per_thread: bool,
}

type Table = HashMap<&'static str, Known>;

/// The table of all symbols, made at its first use. OnceLock came with Rust 1.70.
fn all() -> &'static Table {
    static ALL: AtomicPtr<Table> = AtomicPtr::new(null_mut());
    // SAFETY: null, or a table that is never freed and never changed.
    if let Some(table) = unsafe { ALL.load(Ordering::Acquire).as_ref() } {
        return table;
    }
    let entries = crate::api::TABLES.iter().flat_map(|table| table.iter());
    let table = Box::into_raw(Box::new(
        entries.map(|entry| (entry.symbol, known(entry))).collect(),
    ));
    match ALL.compare_exchange(null_mut(), table, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: made above, and never freed from here on.
        Ok(_) => unsafe { &*table },
        Err(first) => {
            // SAFETY: no one else has seen this thread's table; another thread's was first, and is never freed.
            unsafe {
                drop(Box::from_raw(table));
                &*first
            }
        }
    }
}

fn known(entry: &'static Entry) -> Known {
    let symbol = entry.symbol;
    let per_thread = symbol.ends_with("_ptds") || symbol.ends_with("_ptsz");
    if let Some(&(_, name, since)) = OLDER.iter().find(|older| older.0 == symbol) {
        return Known {
            entry,
            name,
            since,
            per_thread,
        };
    }
    let declared =
        cuda_mem_sys::functions().find(|f| f.symbol() == symbol || f.per_thread_symbol() == Some(symbol));
    // 7.0 introduced the per-thread symbols of all functions that were there.
    let first = if per_thread { 7000 } else { 0 };
    Known {
        entry,
        name: declared.map_or(symbol, |function| function.name()),
        since: declared.map_or(0, |function| function.since().max(first)),
        per_thread,
    }
}

/// The C name of a symbol's function: `cuMemAlloc` for `cuMemAlloc_v2`.
pub(crate) fn public_name(symbol: &str) -> &str {
    all().get(symbol).map_or(symbol, |known| known.name)
}

fn visible(known: &Known) -> bool {
    crate::config::with(|settings| {
        let hidden = settings.hidden.iter().any(|hidden| hidden == known.entry.symbol);
        !hidden && i64::from(known.since) <= i64::from(settings.version)
    })
}

/// The address of a symbol, or null: what a loader asks.
#[cfg(not(feature = "exports"))]
pub(crate) fn resolve(symbol: &CStr) -> *const c_void {
    let known = symbol.to_str().ok().and_then(|symbol| all().get(symbol));
    known
        .filter(|known| visible(known))
        .map_or(std::ptr::null(), |known| known.entry.address.cast())
}

/// Whether the settings take this symbol away: its call is answered as one that a loader does not find.
#[cfg(feature = "exports")]
pub(crate) fn is_absent(symbol: &str) -> bool {
    all().get(symbol).map_or(false, |known| !visible(known))
}

/// How a search by function and version ended.
pub(crate) enum Found {
    Address(*const c_void),
    /// There is such a function, but not in that version.
    TooOld,
    Nothing,
}

/// The newest symbol of a function that the version has.
pub(crate) fn by_version(name: &CStr, version: i32, per_thread: bool) -> Found {
    let name = match name.to_str() {
        Ok(name) => name,
        Err(_) => return Found::Nothing,
    };
    let forms = || {
        all()
            .values()
            .filter(|known| known.name == name && visible(known))
    };
    let fitting = || forms().filter(|known| i64::from(known.since) <= i64::from(version));
    // Functions that take no stream have one form for both.
    let wanted = |known: &&Known| known.per_thread == per_thread;
    let found = fitting().filter(wanted).max_by_key(|known| known.since);
    let found = found.or_else(|| {
        fitting()
            .filter(|known| !known.per_thread)
            .max_by_key(|known| known.since)
    });
    match found {
        Some(known) => Found::Address(known.entry.address.cast()),
        None if forms().next().is_some() => Found::TooOld,
        None => Found::Nothing,
    }
}
