#![doc = include_str!("../README.md")]
#![doc = include_str!("tasks.md")]
// docs.rs says of each item which features it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// The names are C's.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(not(any(target_os = "linux", windows)))]
compile_error!(
    "cuda-mem-emu keeps its memory in files in memory of Linux or Windows: it runs on no other system"
);

#[macro_use]
mod entry;

mod api;
mod config;
mod core;
mod fault;
mod os;
mod report;
mod session;
mod symbols;

pub use config::{Settings, SettingsError};
pub use report::set_callback;

/// Puts the emulator in the driver library's place for this process: cuda-mem-sys, and all that stands on it, calls
/// it from here on. Settings come from the variable `CUDA_MEM_EMU`, unless [`Settings::apply`] came before.
///
/// # Errors
///
/// [`AlreadyLoaded`](cuda_mem_sys::AlreadyLoaded) if driver functions were called before, or if the program is linked
/// to a driver library.
#[cfg(not(feature = "exports"))]
pub fn install() -> Result<(), cuda_mem_sys::AlreadyLoaded> {
    // SAFETY: the resolver answers null or functions of this crate, each of which has the signature of its symbol
    // and lives as long as the program.
    unsafe { cuda_mem_sys::set_resolver(symbols::resolve) }
}
