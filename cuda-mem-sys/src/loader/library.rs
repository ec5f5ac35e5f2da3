//! A loaded library: libloading's, plus the two things that it does not tell, the file's path and identity.

use crate::ctypes::c_void;
use core::ptr::NonNull;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};

#[cfg(unix)]
use libloading::os::unix as system;
#[cfg(windows)]
use libloading::os::windows as system;

/// A library, unloaded when dropped. The driver in use never is.
pub(super) struct Library {
    inner: system::Library,
    /// The system's handle of it, for questions only.
    handle: *mut c_void,
}

// SAFETY: system::Library is Send and Sync; the handle only identifies it.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// Loads it, or gives the system's reason.
    pub(super) fn open(path: &Path) -> Result<Library, String> {
        // SAFETY: this runs the library's initialisers; that the driver's may run is what using this crate means.
        let opened = unsafe { open(path) };
        opened.map(Library::new).map_err(|error| error.to_string())
    }

    /// The library of this name, if the process has it already.
    #[cfg(feature = "linked")]
    pub(super) fn loaded(name: &str) -> Result<Library, String> {
        loaded(name).map(Library::new).map_err(|error| error.to_string())
    }

    fn new(library: system::Library) -> Library {
        let handle = library.into_raw();
        Library {
            // SAFETY: the handle that the line above took out, put back.
            inner: unsafe { system::Library::from_raw(handle) },
            // An integer on Windows.
            handle: handle as _,
        }
    }

    /// The address of a symbol.
    pub(super) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the address is only read, never called here.
        let symbol = unsafe { self.inner.get::<*mut c_void>(name.to_bytes_with_nul()) };
        NonNull::new(*symbol.ok()?)
    }

    /// Whether both are the same library: the system gives one handle for it, however often it is opened.
    pub(super) fn is_same(&self, other: &Library) -> bool {
        self.handle == other.handle
    }

    /// The file, as the system names it.
    pub(super) fn path(&self) -> Option<PathBuf> {
        path(self.handle)
    }
}

#[cfg(unix)]
unsafe fn open(path: &Path) -> Result<system::Library, libloading::Error> {
    // SAFETY: the caller's.
    unsafe { system::Library::open(Some(path), system::RTLD_LAZY | system::RTLD_LOCAL) }
}

#[cfg(windows)]
unsafe fn open(path: &Path) -> Result<system::Library, libloading::Error> {
    // A bare name is looked for in the system folder only; a path is taken as it is.
    let flags = if path.is_absolute() {
        0
    } else {
        system::LOAD_LIBRARY_SEARCH_SYSTEM32
    };
    // SAFETY: the caller's.
    unsafe { system::Library::load_with_flags(path, flags) }
}

#[cfg(all(unix, feature = "linked"))]
fn loaded(name: &str) -> Result<system::Library, libloading::Error> {
    /// Answer only if it is loaded; the same number on Linux with every C library.
    const RTLD_NOLOAD: crate::ctypes::c_int = 4;
    // SAFETY: no initialiser runs for a library that is loaded already.
    unsafe { system::Library::open(Some(name), system::RTLD_LAZY | RTLD_NOLOAD) }
}

#[cfg(all(windows, feature = "linked"))]
fn loaded(name: &str) -> Result<system::Library, libloading::Error> {
    system::Library::open_already_loaded(name)
}

#[cfg(target_os = "linux")]
fn path(handle: *mut c_void) -> Option<PathBuf> {
    use crate::ctypes::{c_char, c_int};
    use std::os::unix::ffi::OsStrExt;

    /// The public head of the dynamic linker's record of a library (link.h).
    #[repr(C)]
    struct LinkMap {
        address: usize,
        name: *const c_char,
    }
    const RTLD_DI_LINKMAP: c_int = 2;
    extern "C" {
        fn dlinfo(handle: *mut c_void, request: c_int, answer: *mut *const LinkMap) -> c_int;
    }

    let mut map: *const LinkMap = core::ptr::null();
    // SAFETY: the handle is a loaded library's, and this request writes one pointer.
    if unsafe { dlinfo(handle, RTLD_DI_LINKMAP, &mut map) } != 0 {
        return None;
    }
    // SAFETY: the record lives as long as the library is loaded, which the caller's is.
    let name = unsafe { map.as_ref() }?.name;
    if name.is_null() {
        return None;
    }
    // SAFETY: a NUL-terminated string of the linker's, alive as long as the record.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    (!name.is_empty()).then(|| PathBuf::from(std::ffi::OsStr::from_bytes(name)))
}

#[cfg(windows)]
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

#[cfg(not(any(target_os = "linux", windows)))]
fn path(_: *mut c_void) -> Option<PathBuf> {
    None
}
