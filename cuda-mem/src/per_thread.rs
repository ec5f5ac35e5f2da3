//! The same functions for programs in which a null stream means the calling thread's own default stream.
//!
//! In C, a macro decides this for each file that is compiled; here a `use` does. The families with a stream, or with
//! copies and fills, are compiled a second time from the same files, bound to the driver's `_ptds` and `_ptsz` symbols;
//! the rest are the crate's own, so that `use cuda_mem::per_thread as cuda;` is all that a module needs.
//!
//! ```no_run
//! use cuda_mem::per_thread as cuda;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! let memory = cuda::mem_alloc(1024)?;
//! // SAFETY: the whole allocation, in this thread's default stream.
//! unsafe { cuda::memset_d8_async(memory, 0, 1024, std::ptr::null_mut())? };
//! # Ok(())
//! # }
//! ```

// What the families below name `super::sys`.
use cuda_mem_sys::per_thread as sys;

#[doc(no_inline)]
pub use crate::{alloc::*, context::*, device::*, init::*, multicast::*, pool::*, shareable::*, vmm::*};

/// Declares the families that the crate's root declares too.
macro_rules! families {
    ($($file:literal $family:ident;)*) => {
        $(#[path = $file] #[allow(clippy::duplicate_mod)] pub mod $family;)*
        $(#[doc(no_inline)] pub use $family::*;)*
    };
}

families! {
    "stream.rs" stream;
    "event.rs" event;
    "copy.rs" copy;
    "set.rs" set;
    "decompress.rs" decompress;
    "sparse.rs" sparse;
    "stream_alloc.rs" stream_alloc;
}
