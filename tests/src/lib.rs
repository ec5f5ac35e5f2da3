//! What several test programs share.

pub mod answers;
pub mod functions;
#[cfg(target_os = "linux")]
pub mod probe;
pub mod require;
#[cfg(target_os = "linux")]
pub mod stub;
pub mod wrappers;
