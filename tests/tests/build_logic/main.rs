//! The build script's reading of headers, on small texts: what it must take from them, and what it must say of those
//! that it cannot use.

mod bindings;
mod build;
mod header;
mod model;
mod since;
