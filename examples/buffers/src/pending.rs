//! A copy on its way, and the host memory that it needs.

use crate::{PinnedBuffer, Pod, Result, Stream};
use std::mem::ManuallyDrop;

/// A queued copy. It owns the host buffer, since the device uses that until the copy is done.
///
/// Dropped, it waits. Leaked, it leaks the buffer with it: the device never writes to memory that something else has.
///
/// ```compile_fail,E0382
/// # use cuda_mem_buffers::*;
/// # fn early(memory: DeviceBuffer<u8>, host: PinnedBuffer<u8>) -> Result<()> {
/// let copy = memory.download(0, host)?;
/// println!("{}", host[0]); // too early, and an error: the copy has the buffer
/// copy.wait()?;
/// # Ok(())
/// # }
/// ```
#[must_use = "`wait` gives the buffer back; dropped, the copy is waited for here"]
#[derive(Debug)]
pub struct Pending<T: Pod> {
    buffer: ManuallyDrop<PinnedBuffer<T>>,
    stream: Stream,
}

impl<T: Pod> Pending<T> {
    /// To be made before the copy is queued, so that the buffer is kept however the call ends.
    pub(crate) fn new(buffer: PinnedBuffer<T>, stream: &Stream) -> Pending<T> {
        Pending {
            buffer: ManuallyDrop::new(buffer),
            stream: stream.clone(),
        }
    }

    pub(crate) fn buffer(&mut self) -> &mut PinnedBuffer<T> {
        &mut self.buffer
    }

    /// Whether the stream has done all its work, this copy included.
    pub fn is_done(&self) -> Result<bool> {
        self.stream.is_idle()
    }

    /// Waits for the stream, and gives the buffer back. On an error the buffer is dropped, or leaked if the copy may
    /// still be running.
    pub fn wait(self) -> Result<PinnedBuffer<T>> {
        // If that fails, `drop` decides about the buffer.
        self.stream.synchronize()?;
        let mut done = ManuallyDrop::new(self);
        // SAFETY: each field is taken once, since `done` is not dropped. The copy is over.
        unsafe {
            std::ptr::drop_in_place(&mut done.stream);
            Ok(ManuallyDrop::take(&mut done.buffer))
        }
    }
}

impl<T: Pod> Drop for Pending<T> {
    fn drop(&mut self) {
        // Where nobody can tell whether the copy is over, the buffer is never freed.
        if self.stream.synchronize().is_ok() {
            // SAFETY: not taken before, and not used after.
            unsafe { ManuallyDrop::drop(&mut self.buffer) };
        }
    }
}
