//! Messages about misuse: each goes to a callback, or to stderr.

use cuda_mem_sys::CUresult;
use std::sync::{Mutex, PoisonError};

type Callback = Box<dyn FnMut(&str) + Send>;

static CALLBACK: Mutex<Option<Callback>> = Mutex::new(None);

/// Gives messages about misuse to this function instead of stderr. It runs while the emulator is locked, so it must not
/// call the driver.
pub fn set_callback(callback: impl FnMut(&str) + Send + 'static) {
    *CALLBACK.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(callback));
}

/// Says what was wrong with a call, and gives the code for it.
pub(crate) fn misuse(symbol: &str, code: CUresult, what: &str) -> CUresult {
    let printed = !crate::config::with(|settings| settings.quiet);
    give(
        &format!("{}: {what}", crate::symbols::public_name(symbol)),
        printed,
    );
    code
}

/// Says something that is no answer to misuse, so that the setting `quiet` does not keep it back.
pub(crate) fn say(text: &str) {
    give(text, true);
}

fn give(text: &str, printed: bool) {
    let mut callback = CALLBACK.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(callback) = &mut *callback {
        callback(text);
    } else if printed {
        eprintln!("cuda-mem-emu: {text}");
    }
}
