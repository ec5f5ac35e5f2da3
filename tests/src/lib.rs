//! What several test programs share.

pub mod answers;
pub mod require;
