//! A loaded library: libloading's, plus the two things that it does not tell, the file's path and identity.

use crate::ctypes::c_void;
use core::ptr::NonNull;
use libloading::os::windows as system;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};

/// A library, unloaded when dropped. The driver in use never is.
pub(in crate::loader) struct Library {
    inner: system::Library,
    /// The system's handle of it, for questions only.
    handle: *mut c_void,
    path: Option<PathBuf>,
}

// SAFETY: system::Library is Send and Sync; the handle only identifies it.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// Loads it, or gives the system's reason.
    pub(in crate::loader) fn open(path: &Path) -> Result<Library, String> {
        if path.to_string_lossy().contains('\0') {
            return Err(String::from("a path cannot contain NUL"));
        }
        // A bare name is looked for in the system folder only; a path is taken as it is.
        let flags = if path.is_absolute() {
            0
        } else {
            system::LOAD_LIBRARY_SEARCH_SYSTEM32
        };
        // SAFETY: this runs the library's initialisers; that the driver's may run is what using this crate means.
        let opened = unsafe { system::Library::load_with_flags(path, flags) };
        opened.map(Library::new).map_err(|error| error.to_string())
    }

    /// The library of this name, if the process has it already.
    #[cfg(feature = "linked")]
    pub(in crate::loader) fn loaded(name: &str) -> Result<Library, String> {
        let opened = system::Library::open_already_loaded(name);
        opened.map(Library::new).map_err(|error| error.to_string())
    }

    fn new(library: system::Library) -> Library {
        let handle = library.into_raw();
        Library {
            // SAFETY: the handle that the line above took out, put back.
            inner: unsafe { system::Library::from_raw(handle) },
            // An integer in libloading.
            handle: handle as _,
            path: path(handle as _),
        }
    }

    /// The address of a symbol.
    pub(in crate::loader) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the address is only read, never called here.
        let symbol = unsafe { self.inner.get::<*mut c_void>(name.to_bytes_with_nul()) };
        NonNull::new(*symbol.ok()?)
    }

    /// Whether both are the same library: the system gives one handle for it, however often it is opened.
    pub(in crate::loader) fn is_same(&self, other: &Library) -> bool {
        self.handle == other.handle
    }

    /// The file, as the system names it.
    pub(in crate::loader) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// The toolkit has no stub of this library.
pub(in crate::loader) fn is_in_stubs(_: &Path) -> bool {
    false
}

/// Nothing needs to know: see `is_in_stubs`.
pub(in crate::loader) fn is_link(_: &Path) -> bool {
    false
}

fn path(handle: *mut c_void) -> Option<PathBuf> {
    use std::os::windows::ffi::OsStringExt;

    #[link(name = "kernel32")]
    extern "system" {
        fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
    }

    // The longest path that the driver's folder can have by far; a cut name would be worse than none.
    let mut name = [0u16; 1024];
    // SAFETY: the handle is a loaded module's; the buffer holds as many units as are named.
    let length = unsafe { GetModuleFileNameW(handle, name.as_mut_ptr(), 1024) } as usize;
    let whole = (1..name.len()).contains(&length);
    whole.then(|| PathBuf::from(std::ffi::OsString::from_wide(&name[..length])))
}
