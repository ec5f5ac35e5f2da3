//! A loaded library, by the dynamic linker's own calls. A crate between would cost each program's start more than the
//! linker's lookup itself, for the sake of a few declarations.

use crate::ctypes::{c_char, c_int, c_void};
use core::ptr::NonNull;
use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::string::{String, ToString};

#[cfg_attr(target_os = "linux", link(name = "dl"))]
extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

/// Bind functions at their first call; the same number on every system.
const RTLD_LAZY: c_int = 1;
/// Do not offer the symbols to other libraries.
const RTLD_LOCAL: c_int = if cfg!(any(target_os = "macos", target_os = "ios")) {
    4
} else {
    0
};

/// A library, unloaded when dropped. The driver in use never is.
pub(in crate::loader) struct Library(NonNull<c_void>);

// SAFETY: the linker's calls may come from any thread; the handle only identifies the library.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// Loads it, or gives the system's reason.
    pub(in crate::loader) fn open(path: &Path) -> Result<Library, String> {
        open(path.as_os_str(), RTLD_LAZY | RTLD_LOCAL)
    }

    /// The library of this name, if the process has it already.
    #[cfg(feature = "linked")]
    pub(in crate::loader) fn loaded(name: &str) -> Result<Library, String> {
        /// Answer only if it is loaded; the same number on Linux with every C library.
        const RTLD_NOLOAD: c_int = 4;
        open(OsStr::new(name), RTLD_LAZY | RTLD_NOLOAD)
    }

    /// The address of a symbol.
    pub(in crate::loader) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the library is loaded; the name ends in NUL.
        NonNull::new(unsafe { dlsym(self.0.as_ptr(), name.as_ptr()) })
    }

    /// Whether both are the same library: the system gives one handle for it, however often it is opened.
    pub(in crate::loader) fn is_same(&self, other: &Library) -> bool {
        self.0 == other.0
    }

    /// The file, as the system names it.
    #[cfg(target_os = "linux")]
    pub(in crate::loader) fn path(&self) -> Option<&Path> {
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
        // SAFETY: the library is loaded, and this request writes one pointer.
        if unsafe { dlinfo(self.0.as_ptr(), RTLD_DI_LINKMAP, &mut map) } != 0 {
            return None;
        }
        // SAFETY: the record lives as long as the library is loaded, which is as long as `self`.
        let name = unsafe { map.as_ref() }?.name;
        if name.is_null() {
            return None;
        }
        // SAFETY: a NUL-terminated string of the linker's, alive as long as the record.
        let name = unsafe { CStr::from_ptr(name) }.to_bytes();
        (!name.is_empty()).then(|| Path::new(OsStr::from_bytes(name)))
    }

    /// The file: only Linux tells.
    #[cfg(not(target_os = "linux"))]
    pub(in crate::loader) fn path(&self) -> Option<&Path> {
        None
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        close(self.0);
    }
}

/// Gives a library back. Few programs ever do, and every import is looked up when a program starts; so this function of
/// the linker's is no import, but found here.
#[cold]
fn close(library: NonNull<c_void>) {
    /// All that the program was started with.
    const RTLD_DEFAULT: *mut c_void = if cfg!(any(target_os = "macos", target_os = "ios")) {
        -2isize as *mut c_void
    } else {
        core::ptr::null_mut()
    };
    // SAFETY: the name ends in NUL.
    let address = unsafe { dlsym(RTLD_DEFAULT, b"dlclose\0".as_ptr().cast()) };
    // SAFETY: null, or the linker's function, which has this signature.
    let dlclose: Option<unsafe extern "C" fn(*mut c_void) -> c_int> =
        unsafe { core::mem::transmute(address) };
    if let Some(dlclose) = dlclose {
        // SAFETY: `open` counted this reference, and nothing uses it any more.
        unsafe { dlclose(library.as_ptr()) };
    }
}

fn open(path: &OsStr, flags: c_int) -> Result<Library, String> {
    // SAFETY: this runs the library's initialisers; that the driver's may run is what using this crate means.
    match terminated(path, |path| unsafe { dlopen(path.as_ptr(), flags) }).map(NonNull::new) {
        Some(Some(library)) => Ok(Library(library)),
        Some(None) => Err(reason()),
        None => Err(String::from("a path cannot contain NUL")),
    }
}

/// Gives the path to `use_it` with a NUL at its end; none if it has one before.
fn terminated<T>(path: &OsStr, use_it: impl FnOnce(&CStr) -> T) -> Option<T> {
    let path = path.as_bytes();
    // The usual paths fit on the stack.
    let mut short = [0; 128];
    let long;
    let path = match short.get_mut(..path.len() + 1) {
        Some(buffer) => {
            buffer[..path.len()].copy_from_slice(path);
            &*buffer
        }
        None => {
            long = [path, b"\0"].concat();
            &*long
        }
    };
    CStr::from_bytes_with_nul(path).ok().map(use_it)
}

/// Whether the file is in a folder of that name, which is where the toolkit keeps its stubs. By bytes: taking a Path
/// apart costs more than dlsym does.
pub(in crate::loader) fn is_in_stubs(path: &Path) -> bool {
    let path = path.as_os_str().as_bytes();
    let end = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    let folder = &path[..end];
    folder == b"stubs" || folder.ends_with(b"/stubs")
}

/// Whether the file is a symbolic link.
pub(in crate::loader) fn is_link(path: &Path) -> bool {
    extern "C" {
        fn readlink(path: *const c_char, target: *mut c_char, size: usize) -> isize;
    }
    let mut target = 0;
    // SAFETY: the path ends in NUL; at most one byte is written.
    terminated(path.as_os_str(), |path| unsafe {
        readlink(path.as_ptr(), &mut target, 1)
    }) == Some(1)
}

/// Why the last call of this thread failed, in the linker's words.
#[cold]
fn reason() -> String {
    // SAFETY: the answer is null or a NUL-terminated string that lives until this thread's next call of this kind.
    let text = unsafe { dlerror().as_ref().map(|text| CStr::from_ptr(text)) };
    text.map_or_else(
        || String::from("the dynamic linker gave no reason"),
        |text| text.to_string_lossy().to_string(),
    )
}
