#![doc = include_str!("../README.md")]
#![doc = include_str!("tasks.md")]
#![doc = "\n# Where a header is looked for\n"]
#![doc = include_str!("../build/toolkit.md")]
#![doc = "\n# What is done with it\n"]
#![doc = include_str!("../build/bindings.md")]
// docs.rs says of each item which features it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "loaded")]
extern crate std;

#[macro_use]
mod macros;
#[macro_use]
mod functions;

mod bindings;
pub mod ctypes;
mod enumeration;
mod function;
#[cfg(feature = "loaded")]
mod loader;
mod records;
#[cfg(all(feature = "loaded", not(feature = "linked")))]
mod slot;

pub use bindings::constants::*;
pub use bindings::types::*;
#[cfg(any(feature = "loaded", feature = "linked"))]
pub use bindings::{functions::*, older::*};
pub use function::{function, functions, Function};
#[cfg(feature = "loaded")]
pub use loader::{
    driver, has_symbol, load, load_from, refused, set_resolver, AlreadyLoaded, Attempt, Driver, LoadError,
    Resolver, Source,
};

#[cfg(any(feature = "loaded", feature = "linked"))]
#[allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
pub mod per_thread;
