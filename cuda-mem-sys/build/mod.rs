//! The build script's logic, in modules that the tests and the generator of the shipped bindings include too.

#[cfg(feature = "bindgen")]
pub mod bindings;
#[cfg(feature = "bindgen")]
pub mod clang;
#[cfg(feature = "bindgen")]
pub mod header;
#[cfg(feature = "linked")]
pub mod link;
#[cfg(feature = "bindgen")]
pub mod model;
#[cfg(feature = "bindgen")]
pub mod render;
pub mod script;
#[cfg(feature = "bindgen")]
pub mod since;
pub mod toolkit;
