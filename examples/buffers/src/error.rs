//! What can go wrong: the driver's errors as they are, and three of this crate's own.

use std::fmt;

/// What every fallible function of this crate returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call did not succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The driver's answer, or that there is no driver.
    Driver(cuda_mem::Error),
    /// The copy would leave the memory.
    Range {
        /// The copy's first element.
        start: usize,
        /// The copy's elements.
        count: usize,
        /// The elements that there are.
        len: usize,
    },
    /// So many elements, or elements of this alignment, cannot be allocated.
    Layout,
    /// The two buffers belong to different streams, whose work has no order.
    Stream,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Driver(error) => error.fmt(f),
            Error::Range { start, count, len } => {
                write!(
                    f,
                    "{count} elements from element {start} on are not in a buffer of {len}"
                )
            }
            Error::Layout => {
                f.write_str("so many elements, or elements of this alignment, cannot be allocated")
            }
            Error::Stream => f.write_str("the buffers belong to different streams"),
        }
    }
}

// No source(): Driver prints as the error it holds, and a report of causes would print it twice.
impl std::error::Error for Error {}

impl From<cuda_mem::Error> for Error {
    fn from(error: cuda_mem::Error) -> Error {
        Error::Driver(error)
    }
}
