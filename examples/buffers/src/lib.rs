//! Owned GPU memory on cuda-mem: a small crate of the kind that docs/building-on-top.md is about, and walks through.
//!
//! No safe use of it breaks memory, whatever is leaked, dropped early, sent to other threads or answered by the driver.
//!
//! ```no_run
//! use cuda_mem_buffers::{Context, DeviceBuffer, PinnedBuffer, Stream};
//!
//! # fn main() -> cuda_mem_buffers::Result<()> {
//! let context = Context::primary(0)?;
//! let stream = Stream::new(&context)?;
//! let mut memory = DeviceBuffer::zeroed(&stream, 1000)?;
//! memory.write(0, &[1.0f32; 500])?;
//!
//! // Queued; the buffer is the copy's until it is done.
//! let copy = memory.download(0, PinnedBuffer::zeroed(&context, 1000)?)?;
//! let back = copy.wait()?;
//! assert_eq!((back[499], back[500]), (1.0, 0.0));
//! # Ok(())
//! # }
//! ```
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

#[cfg(not(any(feature = "loaded", feature = "linked")))]
compile_error!("cuda-mem-buffers calls the driver: turn its feature `loaded` or `linked` on");

mod array;
mod context;
mod device;
mod error;
mod pending;
mod pinned;
mod stream;

pub use array::{Array, Element};
pub use bytemuck::Pod;
pub use context::Context;
/// Its types are in this crate's signatures.
pub use cuda_mem;
pub use device::DeviceBuffer;
pub use error::{Error, Result};
pub use pending::Pending;
pub use pinned::PinnedBuffer;
pub use stream::Stream;
