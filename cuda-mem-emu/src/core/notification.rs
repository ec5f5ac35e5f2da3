//! Who is told when a device's memory runs short.

use crate::core::work::Pointer;
use crate::entry::Outcome;
use crate::session::Session;
use cuda_mem_sys::*;
use std::cell::Cell;

/// A function that is told.
#[derive(Clone, Copy)]
pub(crate) struct Listener {
    pub(crate) handle: u64,
    pub(crate) device: usize,
    pub(crate) callback: CUasyncCallback,
    pub(crate) data: Pointer,
    /// It knows that memory is short; it is told again when memory has been free in between.
    pub(crate) told: bool,
}

thread_local! {
    static TELLING: Cell<bool> = const { Cell::new(false) };
}

/// Registration is not allowed inside of such a function.
pub(crate) fn outside() -> Outcome {
    match TELLING.try_with(Cell::get) {
        Ok(true) => Err(CUDA_ERROR_NOT_PERMITTED),
        _ => Ok(()),
    }
}

/// A device's budget: nine tenths of its memory.
fn budget(total: u64) -> u64 {
    total / 10 * 9
}

impl Session<'_> {
    /// After an allocation: tells the functions of every device that is over its budget.
    pub(crate) fn tell(&mut self) {
        if self.listeners.is_empty() {
            return;
        }
        let over: Vec<u64> = self
            .devices
            .iter()
            .map(|d| d.used.saturating_sub(budget(d.total)))
            .collect();
        let mut due = Vec::new();
        for listener in &mut self.listeners {
            let bytes = over.get(listener.device).copied().unwrap_or(0);
            if bytes > 0 && !listener.told {
                due.push((*listener, bytes));
            }
            listener.told = bytes > 0;
        }
        for (listener, bytes) in due {
            self.unlocked(|| call(&listener, bytes));
        }
    }
}

fn call(listener: &Listener, bytes: u64) {
    let callback = match listener.callback {
        Some(callback) => callback,
        None => return,
    };
    let mut info = CUasyncNotificationInfo {
        type_: CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET,
        info: CUasyncNotificationInfo__bindgen_ty_1 {
            overBudget: CUasyncNotificationInfo__bindgen_ty_1__bindgen_ty_1 {
                bytesOverBudget: bytes,
            },
        },
    };
    let telling = |on| TELLING.try_with(|telling| telling.set(on)).unwrap_or(());
    telling(true);
    // SAFETY: the caller of the registration gave the function with its argument.
    unsafe {
        callback(
            &mut info,
            listener.data.0,
            listener.handle as CUasyncCallbackHandle,
        )
    };
    telling(false);
}
