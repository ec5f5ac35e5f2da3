#![doc = include_str!("../README.md")]
#![doc = include_str!("tasks.md")]
// docs.rs says of each item which features it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]
// Without a way to the driver nothing is called, so that nothing of what calls are made of is used.
#![cfg_attr(
    not(any(feature = "loaded", feature = "linked")),
    allow(dead_code, unused_macros, unused_imports)
)]

#[cfg(any(feature = "loaded", feature = "linked"))]
#[macro_use]
mod attribute;
#[macro_use]
mod call;
mod error;

pub use cuda_mem_sys as sys;
pub use error::{Error, Origin, Result};

/// Declares the families: one file each, all functions reachable from the crate's root.
#[cfg(any(feature = "loaded", feature = "linked"))]
macro_rules! families {
    ($($(#[$attribute:meta])* $family:ident;)*) => {
        $(
            // Here too, for docs.rs: it sees what stands on the module.
            #[cfg(any(feature = "loaded", feature = "linked"))]
            $(#[$attribute])*
            pub mod $family;
            #[doc(no_inline)]
            pub use $family::*;
        )*
    };
}

#[cfg(any(feature = "loaded", feature = "linked"))]
families! {
    init;
    device;
    notification;
    context;
    stream;
    event;
    alloc;
    host;
    managed;
    prefetch;
    pointer;
    ipc;
    operand;
    copy;
    copy_array;
    copy2d;
    copy3d;
    copy_batch;
    peer;
    set;
    array;
    mipmap;
    decompress;
    vmm;
    shareable;
    sparse;
    pool;
    stream_alloc;
    multicast;
}

#[cfg(any(feature = "loaded", feature = "linked"))]
pub mod per_thread;
