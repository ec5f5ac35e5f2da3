//! Faults on demand: the Nth call of a function returns a code instead of running.

use cuda_mem_sys::CUresult;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// A C name or a symbol.
    pub(crate) function: String,
    /// Calls until it strikes; 1 is the next call.
    pub(crate) countdown: u64,
    pub(crate) code: CUresult,
}

static ARMED: AtomicBool = AtomicBool::new(false);
static FAULTS: Mutex<Vec<Fault>> = Mutex::new(Vec::new());

/// Orders these faults, and no others.
pub(crate) fn order(faults: Vec<Fault>) {
    ARMED.store(!faults.is_empty(), Ordering::Release);
    *FAULTS.lock().unwrap_or_else(PoisonError::into_inner) = faults;
}

/// The code that this call is to return, if a fault strikes it. Without faults this costs one load.
pub(crate) fn due(symbol: &str) -> Option<CUresult> {
    if !ARMED.load(Ordering::Acquire) {
        return None;
    }
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut struck = None;
    for fault in faults.iter_mut() {
        let named = fault.function == symbol || fault.function == crate::symbols::public_name(symbol);
        if !named || fault.countdown == 0 {
            continue;
        }
        fault.countdown -= 1;
        if fault.countdown == 0 {
            struck = struck.or(Some(fault.code));
        }
    }
    struck
}
