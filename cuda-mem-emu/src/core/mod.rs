//! What the emulated driver knows: one state, behind one lock.

pub(crate) mod advice;
pub(crate) mod array;
pub(crate) mod context;
pub(crate) mod device;
pub(crate) mod event;
pub(crate) mod footprint;
pub(crate) mod format;
pub(crate) mod free;
pub(crate) mod inflate;
pub(crate) mod leaks;
pub(crate) mod memory;
pub(crate) mod multicast;
pub(crate) mod notification;
pub(crate) mod pool;
pub(crate) mod range;
pub(crate) mod share;
pub(crate) mod space;
pub(crate) mod sparse;
pub(crate) mod staging;
pub(crate) mod state;
pub(crate) mod stream;
pub(crate) mod vmm;
pub(crate) mod work;
