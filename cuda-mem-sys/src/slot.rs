//! The pointer behind each loaded function, and what happens at the first call through it.

use crate::bindings::types::{CUresult, CUDA_SUCCESS};
use core::sync::atomic::{AtomicPtr, Ordering};

/// A function pointer that starts at a resolver and ends at the driver's function.
pub(crate) struct Slot(AtomicPtr<()>);

impl Slot {
    pub(crate) const fn new(resolver: *mut ()) -> Slot {
        Slot(AtomicPtr::new(resolver))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> *mut () {
        self.0.load(Ordering::Acquire)
    }
}

/// Finds the symbol (its name ends in NUL) and fills the slot: `CUDA_SUCCESS`, or the code that the call is to return.
/// Threads that come here together all find the same address, so it does not matter whose store is last.
#[cold]
#[inline(never)]
pub(crate) fn resolve(slot: &Slot, symbol: &'static str) -> CUresult {
    match crate::loader::address(symbol) {
        Ok(address) => {
            slot.0.store(address, Ordering::Release);
            CUDA_SUCCESS
        }
        Err(code) => code,
    }
}
