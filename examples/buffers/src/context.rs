//! The context that calls work in: retained once, shared by all that was made in it, current only during a call.

use crate::Result;
use cuda_mem::sys::{CUcontext, CUdevice};
use std::sync::Arc;

/// A device's primary context, which all libraries of a process share. It is released with the last clone; every
/// stream and buffer holds one.
#[derive(Debug, Clone)]
pub struct Context(Arc<Retained>);

#[derive(Debug)]
struct Retained {
    context: CUcontext,
    device: CUdevice,
}

// SAFETY: a handle. The driver takes calls from all threads.
unsafe impl Send for Retained {}
// SAFETY: as above.
unsafe impl Sync for Retained {}

impl Context {
    /// The primary context of this device; 0 is the first.
    pub fn primary(ordinal: i32) -> Result<Context> {
        cuda_mem::init(0)?;
        let device = cuda_mem::device_get(ordinal)?;
        let context = cuda_mem::device_primary_ctx_retain(device)?;
        Ok(Context(Arc::new(Retained { context, device })))
    }

    /// Its handle, which is good as long as a clone of `self` is.
    pub fn as_raw(&self) -> CUcontext {
        self.0.context
    }

    /// Makes calls with this context current on the calling thread. Whatever was current before is again afterwards.
    pub(crate) fn run<T>(&self, calls: impl FnOnce() -> cuda_mem::Result<T>) -> cuda_mem::Result<T> {
        struct Pop;
        impl Drop for Pop {
            fn drop(&mut self) {
                // It fails only if nothing is current, and then there is nothing to undo.
                let _ = cuda_mem::ctx_pop_current();
            }
        }
        // SAFETY: retained, and `self` outlives this call.
        unsafe { cuda_mem::ctx_push_current(self.0.context)? };
        let _pop = Pop;
        calls()
    }
}

impl Drop for Retained {
    fn drop(&mut self) {
        // SAFETY: undoes the one retain of `primary`; all that was allocated in it held a clone.
        let _ = unsafe { cuda_mem::device_primary_ctx_release(self.device) };
    }
}
