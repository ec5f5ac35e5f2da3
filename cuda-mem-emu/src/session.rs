//! One call at work on the state: the lock, and the context that is current.

use crate::core::context;
use crate::core::state::State;
use crate::core::work::in_host_function;
use crate::entry::Outcome;
use cuda_mem_sys::*;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// None before cuInit.
static STATE: Mutex<Option<Box<State>>> = Mutex::new(None);
/// Rung whenever a stream that ran a host function goes on.
static PROGRESS: Condvar = Condvar::new();
/// Set in the child of a fork, where the driver does not work.
static FORKED: AtomicBool = AtomicBool::new(false);

/// A call of a C function.
pub(crate) struct Call {
    pub(crate) symbol: &'static str,
    /// Stream 0 is the thread's own.
    pub(crate) per_thread: bool,
}

impl Call {
    /// What cuInit does.
    pub(crate) fn init(&self) -> Outcome {
        if FORKED.load(Ordering::Relaxed) {
            return Err(CUDA_ERROR_NOT_INITIALIZED);
        }
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_none() {
            let new = State::new()?;
            if new.devices.is_empty() {
                return Err(CUDA_ERROR_NO_DEVICE);
            }
            *state = Some(Box::new(new));
            crate::os::after_fork(forked);
            crate::os::at_exit(exiting);
        }
        Ok(())
    }

    /// The driver, for calls that need no context.
    ///
    /// # Errors
    ///
    /// CUDA_ERROR_NOT_INITIALIZED before cuInit, and after a fork; CUDA_ERROR_NOT_PERMITTED in a stream's host
    /// function, which may wait for a stream that waits for it.
    pub(crate) fn driver(&self) -> Outcome<Session<'_>> {
        if FORKED.load(Ordering::Relaxed) {
            return Err(CUDA_ERROR_NOT_INITIALIZED);
        }
        if in_host_function() {
            let text = "a host function of a stream must not call the driver";
            return Err(crate::report::misuse(self.symbol, CUDA_ERROR_NOT_PERMITTED, text));
        }
        let guard = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        if guard.is_none() {
            return Err(CUDA_ERROR_NOT_INITIALIZED);
        }
        Ok(Session {
            guard: ManuallyDrop::new(guard),
            call: self,
            context: 0,
        })
    }

    /// The driver, with the context that is current on this thread.
    ///
    /// # Errors
    ///
    /// CUDA_ERROR_INVALID_CONTEXT if none is, CUDA_ERROR_CONTEXT_IS_DESTROYED if it was destroyed.
    pub(crate) fn context(&self) -> Outcome<Session<'_>> {
        let mut session = self.driver()?;
        let context = context::current().ok_or(CUDA_ERROR_INVALID_CONTEXT)?;
        let alive = session
            .contexts
            .get(&context)
            .map_or(false, |context| context.alive);
        if !alive {
            return Err(CUDA_ERROR_CONTEXT_IS_DESTROYED);
        }
        session.context = context;
        Ok(session)
    }
}

/// The state, locked for a call.
pub(crate) struct Session<'a> {
    guard: ManuallyDrop<MutexGuard<'static, Option<Box<State>>>>,
    pub(crate) call: &'a Call,
    /// The current context; 0 if the call asked for none.
    pub(crate) context: u64,
}

impl Session<'_> {
    /// The device of the current context.
    pub(crate) fn device_index(&self) -> usize {
        self.contexts
            .get(&self.context)
            .map_or(0, |context| context.device)
    }

    /// Says what is wrong with the call, and gives the code for it.
    pub(crate) fn misuse(&self, code: CUresult, what: &str) -> CUresult {
        crate::report::misuse(self.call.symbol, code, what)
    }

    /// Runs something that may wait or call back into the program, with the lock released.
    pub(crate) fn unlocked(&mut self, run: impl FnOnce()) {
        /// Locks again on the way out, however that comes about.
        struct Relock<'a, 'b>(&'a mut Session<'b>);
        impl Drop for Relock<'_, '_> {
            fn drop(&mut self) {
                let guard = STATE.lock().unwrap_or_else(PoisonError::into_inner);
                self.0.guard = ManuallyDrop::new(guard);
            }
        }
        // SAFETY: `Relock` puts a new guard in its place before anyone can use the session again.
        unsafe { ManuallyDrop::drop(&mut self.guard) };
        let relock = Relock(self);
        run();
        drop(relock);
    }

    /// Waits until another thread's host function has returned.
    pub(crate) fn wait_for_progress(&mut self) {
        // SAFETY: the guard is replaced by the one that the wait gives back; nothing between can unwind.
        let guard = unsafe { ManuallyDrop::take(&mut self.guard) };
        let guard = PROGRESS.wait(guard).unwrap_or_else(PoisonError::into_inner);
        self.guard = ManuallyDrop::new(guard);
    }

    pub(crate) fn ring(&self) {
        PROGRESS.notify_all();
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: dropped once, here.
        unsafe { ManuallyDrop::drop(&mut self.guard) };
    }
}

impl Deref for Session<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        match self.guard.as_deref() {
            Some(state) => state,
            // A session exists only after cuInit, and nothing takes the state away again.
            None => unreachable!(),
        }
    }
}

impl DerefMut for Session<'_> {
    fn deref_mut(&mut self) -> &mut State {
        match self.guard.as_deref_mut() {
            Some(state) => state,
            None => unreachable!(),
        }
    }
}

unsafe extern "C" fn forked() {
    FORKED.store(true, Ordering::Relaxed);
}

/// At exit: what was never freed, if that is asked for.
extern "C" fn exiting() {
    if FORKED.load(Ordering::Relaxed) || !crate::config::with(|settings| settings.leaks) {
        return;
    }
    // Another thread may hold the lock for ever by now.
    let guard = match STATE.try_lock() {
        Ok(guard) => guard,
        Err(_) => return,
    };
    if let Some(state) = guard.as_deref() {
        state.report_leaks();
    }
}
