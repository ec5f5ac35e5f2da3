//! The driver in use: where it came from, and its symbols.

use super::library::Library;
use crate::bindings::types::*;
use crate::ctypes::{c_int, c_void};
use core::fmt;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU32, Ordering};
use std::ffi::{CStr, CString};
use std::path::Path;

/// Answers the address of a symbol, or null: what [`set_resolver`](crate::set_resolver) takes.
pub type Resolver = fn(&CStr) -> *const c_void;

/// The driver library that the functions of this crate call.
pub struct Driver {
    found: Found,
    /// What it gave as its version when it turned out to lack a symbol; 0 before that.
    version_without_symbol: AtomicU32,
}

enum Found {
    Library(Library),
    #[cfg_attr(not(feature = "linked"), allow(dead_code))]
    Linked(Library),
    Resolver(Resolver),
}

/// How a driver came into use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A library, loaded at run time.
    Library,
    /// A library that the program was linked to.
    Linked,
    /// A function that stands in for the library.
    Resolver,
}

impl Driver {
    fn new(found: Found) -> Driver {
        Driver {
            found,
            version_without_symbol: AtomicU32::new(0),
        }
    }

    pub(super) fn library(library: Library) -> Driver {
        Driver::new(Found::Library(library))
    }

    #[cfg(feature = "linked")]
    pub(super) fn linked(library: Library) -> Driver {
        Driver::new(Found::Linked(library))
    }

    pub(super) fn resolver(resolver: Resolver) -> Driver {
        Driver::new(Found::Resolver(resolver))
    }

    pub(super) fn is_resolver(&self, resolver: Resolver) -> bool {
        matches!(self.found, Found::Resolver(own) if own as usize == resolver as usize)
    }

    pub(super) fn same_library(&self, other: &Driver) -> bool {
        match (&self.found, &other.found) {
            (Found::Library(one) | Found::Linked(one), Found::Library(two)) => one.is_same(two),
            _ => false,
        }
    }

    /// How this driver came into use.
    pub fn source(&self) -> Source {
        match self.found {
            Found::Library(_) => Source::Library,
            Found::Linked(_) => Source::Linked,
            Found::Resolver(_) => Source::Resolver,
        }
    }

    /// The file that was loaded, as the system names it; none where a resolver stands in, or the system does not say.
    pub fn path(&self) -> Option<&Path> {
        match &self.found {
            Found::Library(library) | Found::Linked(library) => library.path(),
            Found::Resolver(_) => None,
        }
    }

    /// The address of an exported symbol.
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        match &self.found {
            Found::Library(library) | Found::Linked(library) => library.symbol(name),
            Found::Resolver(resolver) => NonNull::new(resolver(name) as *mut c_void),
        }
    }

    /// Whether the driver exports this symbol: the exact name, such as `cuMemAlloc_v2`.
    pub fn has_symbol(&self, name: &str) -> bool {
        CString::new(name).map_or(false, |name| self.symbol(&name).is_some())
    }

    /// Asks for the version now, when a call finds no symbol, so that printing its error need not call the driver.
    #[cfg(not(feature = "linked"))]
    pub(super) fn lacks_symbol(&self) {
        let version = self
            .version()
            .ok()
            .and_then(|version| u32::try_from(version).ok());
        self.version_without_symbol
            .store(version.unwrap_or(0), Ordering::Relaxed);
    }

    /// For cuda-mem's messages: the version that the driver gave when a call found a symbol missing; 0 if it gave none.
    #[doc(hidden)]
    pub fn version_without_symbol(&self) -> u32 {
        self.version_without_symbol.load(Ordering::Relaxed)
    }

    /// The CUDA version that the driver supports, as cuDriverGetVersion encodes it: 13000 is 13.0.
    ///
    /// # Errors
    ///
    /// The driver's own code, or `CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND` where it does not export
    /// cuDriverGetVersion.
    pub fn version(&self) -> Result<c_int, CUresult> {
        let name = CStr::from_bytes_with_nul(b"cuDriverGetVersion\0");
        let address = name.ok().and_then(|name| self.symbol(name));
        let address = address.ok_or(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND)?;
        // SAFETY: the symbol's signature since CUDA 2.2; it needs no initialisation.
        let get: unsafe extern "C" fn(*mut c_int) -> CUresult =
            unsafe { core::mem::transmute(address.as_ptr()) };
        let mut version = 0;
        // SAFETY: the argument is one writable int.
        match unsafe { get(&mut version) } {
            CUDA_SUCCESS => Ok(version),
            code => Err(code),
        }
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver")
            .field("source", &self.source())
            .field("path", &self.path())
            .finish()
    }
}
