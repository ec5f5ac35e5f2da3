//! What several test programs share.

pub mod answers;
pub mod driver;
pub mod fixture;
pub mod functions;
pub mod headers;
#[cfg(target_os = "linux")]
pub mod probe;
pub mod require;
#[cfg(target_os = "linux")]
pub mod stub;
pub mod wrappers;
