//! Streams: queues of work, in order.

use crate::{Context, Result};
use cuda_mem::sys::{CUstream, CU_STREAM_DEFAULT};
use std::sync::Arc;

/// A stream. Clones are the same stream; it is destroyed with the last, and every buffer holds one.
///
/// It is a blocking stream: plain copies, which are in the legacy default stream, come after all work that it was given
/// before them, and before all that it is given after them.
#[derive(Debug, Clone)]
pub struct Stream(Arc<Created>);

#[derive(Debug)]
struct Created {
    stream: CUstream,
    context: Context,
}

// SAFETY: a handle. The driver takes calls from all threads.
unsafe impl Send for Created {}
// SAFETY: as above.
unsafe impl Sync for Created {}

impl Stream {
    /// A new stream.
    pub fn new(context: &Context) -> Result<Stream> {
        let stream = context.run(|| cuda_mem::stream_create(CU_STREAM_DEFAULT.0))?;
        let context = context.clone();
        Ok(Stream(Arc::new(Created { stream, context })))
    }

    /// Waits until all its work is done. Errors of that work, and of work before, are told here.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: destroyed with the last clone only.
        Ok(self.run(|| unsafe { cuda_mem::stream_synchronize(self.as_raw()) })?)
    }

    /// Whether all its work is done.
    pub fn is_idle(&self) -> Result<bool> {
        // SAFETY: destroyed with the last clone only.
        match self.run(|| unsafe { cuda_mem::stream_query(self.as_raw()) }) {
            Err(error) if error.is_not_ready() => Ok(false),
            answer => Ok(answer.map(|()| true)?),
        }
    }

    /// The context that it is in.
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Its handle, which is good as long as a clone of `self` is.
    pub fn as_raw(&self) -> CUstream {
        self.0.stream
    }

    pub(crate) fn is_same(&self, other: &Stream) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn run<T>(&self, calls: impl FnOnce() -> cuda_mem::Result<T>) -> cuda_mem::Result<T> {
        self.0.context.run(calls)
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        // SAFETY: created by `new`, and this was the last to hold it.
        let _ = self
            .context
            .run(|| unsafe { cuda_mem::stream_destroy(self.stream) });
    }
}
