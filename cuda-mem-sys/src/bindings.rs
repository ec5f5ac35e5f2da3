//! The generated files: those that the crate ships, or those that its build script made from the toolkit's header.

pub(crate) mod types {
    use crate::ctypes::*;
    generated!("types.rs");
}

pub(crate) mod constants {
    use super::types::*;
    use crate::ctypes::*;
    generated!("constants.rs");
}

#[allow(
    clippy::too_many_arguments,
    clippy::missing_safety_doc,
    deprecated,
    unused_imports
)]
pub(crate) mod functions {
    use super::types::*;
    use crate::ctypes::*;
    generated!("functions.rs");
}

/// Always the shipped file: no header declares these together with their successors.
#[allow(clippy::too_many_arguments, clippy::missing_safety_doc, unused_imports)]
pub(crate) mod older {
    use super::types::*;
    use crate::ctypes::*;
    include!("bindings/older.rs");
}

mod layout {
    use super::types::*;
    generated!("layout.rs");
}

/// An older header's layouts of the memory records, held against the shipped records.
#[cfg(cuda_mem_sys_older_header)]
mod header_layout {
    use super::types::*;
    include!(concat!(env!("OUT_DIR"), "/layout.rs"));
}
