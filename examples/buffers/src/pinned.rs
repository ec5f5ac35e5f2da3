//! Page-locked host memory, which copies need to be asynchronous.

use crate::{Context, Error, Pod, Result};
use cuda_mem::sys::CU_MEMHOSTALLOC_PORTABLE;
use std::alloc::Layout;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A slice in page-locked memory. A copy takes it, and gives it back when it is done.
#[derive(Debug)]
pub struct PinnedBuffer<T: Pod> {
    // Dangling if the slice has no bytes.
    elements: NonNull<T>,
    len: usize,
    context: Context,
}

// SAFETY: it owns its elements, as a Box does.
unsafe impl<T: Pod + Send> Send for PinnedBuffer<T> {}
// SAFETY: as above.
unsafe impl<T: Pod + Sync> Sync for PinnedBuffer<T> {}

impl<T: Pod> PinnedBuffer<T> {
    /// `len` zeros.
    pub fn zeroed(context: &Context, len: usize) -> Result<PinnedBuffer<T>> {
        let layout = Layout::array::<T>(len).map_err(|_| Error::Layout)?;
        let context = context.clone();
        if layout.size() == 0 {
            let elements = NonNull::dangling();
            return Ok(PinnedBuffer {
                elements,
                len,
                context,
            });
        }
        let memory = context.run(|| cuda_mem::mem_host_alloc(layout.size(), CU_MEMHOSTALLOC_PORTABLE))?;
        match NonNull::new(memory.cast::<T>()) {
            // The driver aligns to pages, and is not asked for more.
            Some(elements) if elements.is_aligned() => {
                // SAFETY: the allocation has these bytes; zeros are a value of any Pod.
                unsafe { elements.as_ptr().write_bytes(0, len) };
                Ok(PinnedBuffer {
                    elements,
                    len,
                    context,
                })
            }
            _ => {
                // SAFETY: allocated above, used by nobody.
                context.run(|| unsafe { cuda_mem::mem_free_host(memory) })?;
                Err(Error::Layout)
            }
        }
    }
}

impl<T: Pod> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: as many elements, written by `zeroed`; who else writes to them owns the buffer meanwhile.
        unsafe { std::slice::from_raw_parts(self.elements.as_ptr(), self.len) }
    }
}

impl<T: Pod> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and borrowed for this alone.
        unsafe { std::slice::from_raw_parts_mut(self.elements.as_ptr(), self.len) }
    }
}

impl<T: Pod> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        if std::mem::size_of_val::<[T]>(self) != 0 {
            let memory = self.elements.as_ptr().cast();
            // SAFETY: allocated by `zeroed`. A copy that needs it would own it.
            let _ = self.context.run(|| unsafe { cuda_mem::mem_free_host(memory) });
        }
    }
}
