//! Calls in the last moments of a process: drops of programs' own objects may come this late.

use cuda_mem_tests::functions::with_symbol;
use std::sync::atomic::{AtomicBool, Ordering};

/// Prints the answer of a function that was called before, and of one that was not. Nothing of the standard library
/// that may be gone by now is used.
fn call(place: &str, unused: &str) {
    let before = (with_symbol("cuMemFree_v2").call)().0;
    let first = (with_symbol(unused).call)().0;
    let text = format!("{place} {before} {first}\n");
    // SAFETY: the text is readable for its length.
    unsafe { libc::write(1, text.as_ptr().cast(), text.len()) };
}

struct Dropped(&'static str, &'static str);

impl Drop for Dropped {
    fn drop(&mut self) {
        call(self.0, self.1);
    }
}

thread_local!(static LOCAL: std::cell::Cell<Option<Dropped>> = const { std::cell::Cell::new(None) });

static CALL_IN_DESTRUCTOR: AtomicBool = AtomicBool::new(false);

extern "C" fn handler() {
    call("atexit", "cuCtxGetCurrent");
}

/// What a C++ program's static objects become.
extern "C" fn destructor() {
    if CALL_IN_DESTRUCTOR.load(Ordering::Relaxed) {
        call("destructor", "cuCtxSynchronize");
    }
}

#[used]
#[link_section = ".fini_array"]
static DESTRUCTOR: extern "C" fn() = destructor;

/// Makes one call now, and arranges for others: from a thread's local, from the main thread's, from an exit handler, and
/// from a destructor of the program.
pub fn call_at_exit() -> String {
    // SAFETY: the handler takes no arguments and does not unwind.
    assert_eq!(unsafe { libc::atexit(handler) }, 0);
    CALL_IN_DESTRUCTOR.store(true, Ordering::Relaxed);
    let now = (with_symbol("cuMemFree_v2").call)().0.to_string();
    let thread = std::thread::spawn(|| LOCAL.set(Some(Dropped("thread", "cuMemAlloc_v2"))));
    thread.join().expect("no panic");
    LOCAL.set(Some(Dropped("main", "cuMemGetInfo_v2")));
    now
}
