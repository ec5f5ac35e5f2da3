//! Finds and loads the driver library, once, and looks symbols up in it.
//!
//! There is no lock here. Threads that load at the same time all load (the system counts references), one of them
//! publishes its result, and the others drop theirs. So nothing of ours is held when a process forks, and nothing can be
//! poisoned. (The system's loader is another matter: glibc's may abort a child that was forked during another thread's
//! dlopen when the child loads something itself.) A loaded driver is never unloaded: programs call it from exit-time
//! destructors.

mod candidates;
mod driver;
mod error;
#[cfg_attr(unix, path = "library/unix.rs")]
#[cfg_attr(windows, path = "library/windows.rs")]
mod library;

pub use driver::{Driver, Resolver, Source};
pub use error::{AlreadyLoaded, Attempt, LoadError};

#[cfg(not(feature = "linked"))]
use crate::bindings::types::CUresult;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use library::Library;
use std::boxed::Box;
use std::path::{Path, PathBuf};
use std::string::String;
#[cfg(not(feature = "linked"))]
use std::{borrow::Cow, vec::Vec};

/// The driver in use, null before there is one. What it points to lives as long as the process.
static DRIVER: AtomicPtr<Driver> = AtomicPtr::new(core::ptr::null_mut());

/// What raw calls return since loading failed, so that not every call searches again; 0 while nothing failed.
static FAILED: AtomicU32 = AtomicU32::new(0);

/// Whether raw calls were refused for want of a driver.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Loads the driver library, or gives the one that is in use.
///
/// Nothing needs to call this: the first driver call does. It is for programs that want to know the driver's path or
/// version, or why there is none, and for those that fork while other threads run: the system's loader must not be at
/// work then, so they load before. Where an earlier attempt failed, this searches again.
///
/// The search, in this order; the first library that loads is taken:
///
/// 1. `CUDA_MEM_DRIVER`, where that variable is set: this library or none. Programs with raised rights (setuid) do not
///    obey it.
/// 2. Linux: `libcuda.so.1`, then `libcuda.so`, by the system's own rules (`LD_LIBRARY_PATH`, the linker's cache).
/// 3. Linux: the folders where distributions keep it outside of the linker's paths (WSL, NixOS, Debian, Jetson,
///    forward compatibility).
/// 4. Windows: `nvcuda.dll` from the system folder, nowhere else.
///
/// Other systems, macOS among them, have no driver: there the variable alone counts.
///
/// A library in a folder named `stubs`, or a link to one, is the toolkit's stand-in for linking; it is never taken. Where
/// it comes first on `LD_LIBRARY_PATH`, the folders behind it are searched too.
///
/// # Errors
///
/// [`LoadError`] lists every library that was tried, each with the system's reason.
pub fn load() -> Result<&'static Driver, LoadError> {
    if let Some(driver) = driver() {
        return Ok(driver);
    }
    remember(search())
}

/// The driver in use; none before one was loaded. This does not search.
pub fn driver() -> Option<&'static Driver> {
    // SAFETY: null, or a driver that was published and is never freed.
    unsafe { DRIVER.load(Ordering::Acquire).as_ref() }
}

/// Loads the driver library from this path (or this name, as the system's loader takes it), and from nowhere else.
///
/// It must come before the first driver call, or after calls that failed because no driver was found.
///
/// # Errors
///
/// [`LoadError`] if the library does not load, or if another one is in use.
pub fn load_from(path: impl AsRef<Path>) -> Result<&'static Driver, LoadError> {
    let path = path.as_ref();
    let library = open(path).map_err(LoadError::from_path)?;
    let new = Driver::library(library);
    if let Some(other) = driver() {
        return if other.same_library(&new) {
            Ok(other)
        } else {
            Err(LoadError::already_loaded(path, other))
        };
    }
    Ok(publish(new))
}

/// Puts a function in the driver library's place: it is asked for each symbol's address at the symbol's first call,
/// and answers null for those that it does not have. Emulators, recorders and test doubles use this.
///
/// It must come before the first driver call.
///
/// # Errors
///
/// [`AlreadyLoaded`] if a driver is in use: functions that were called stay bound to it. With feature `linked` that is
/// always so.
///
/// # Safety
///
/// For every symbol of cuda.h, the resolver must answer null or the address of a function that has the signature of
/// the symbol and keeps its contract, for as long as the process runs.
pub unsafe fn set_resolver(resolver: Resolver) -> Result<(), AlreadyLoaded> {
    if cfg!(feature = "linked") {
        return Err(AlreadyLoaded::linked());
    }
    let driver = publish(Driver::resolver(resolver));
    if driver.is_resolver(resolver) {
        Ok(())
    } else {
        Err(AlreadyLoaded::by(driver))
    }
}

/// Whether the driver has this symbol: the exact exported name, such as `cuMemAlloc_v2`. False where there is no
/// driver; [`load`] says why.
///
/// A symbol that is missing is a normal case: drivers have those of their own CUDA version and of all before it.
pub fn has_symbol(symbol: &str) -> bool {
    load().map_or(false, |driver| driver.has_symbol(symbol))
}

/// The address of a symbol (the name ends in NUL), or the code that a raw call returns without it.
#[cfg(not(feature = "linked"))]
pub(crate) fn address(symbol: &'static str) -> Result<*mut (), CUresult> {
    use crate::bindings::types::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND as NOT_FOUND;
    let found = match (driver(), FAILED.load(Ordering::Relaxed)) {
        (Some(driver), _) => Ok(driver),
        (None, 0) => load().map_err(|error| error.code()),
        (None, code) => Err(CUresult(code)),
    };
    let driver = found.map_err(|code| {
        REFUSED.store(true, Ordering::Relaxed);
        code
    })?;
    let symbol = std::ffi::CStr::from_bytes_with_nul(symbol.as_bytes()).map_err(|_| NOT_FOUND)?;
    match driver.symbol(symbol) {
        Some(address) => Ok(address.as_ptr().cast()),
        None => {
            driver.lacks_symbol();
            Err(NOT_FOUND)
        }
    }
}

/// For cuda-mem's errors: whether raw calls were refused for want of a driver, though there may be one now.
#[doc(hidden)]
pub fn refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// Makes this the driver in use unless there is one, and gives the one in use.
fn publish(driver: Driver) -> &'static Driver {
    let new = Box::into_raw(Box::new(driver));
    let null = core::ptr::null_mut();
    match DRIVER.compare_exchange(null, new, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: from here on it is never freed.
        Ok(_) => unsafe { &*new },
        Err(other) => {
            // SAFETY: it was not published, so nothing else has it.
            drop(unsafe { Box::from_raw(new) });
            // SAFETY: published, never freed.
            unsafe { &*other }
        }
    }
}

fn remember(found: Result<Driver, LoadError>) -> Result<&'static Driver, LoadError> {
    match found {
        Ok(driver) => Ok(publish(driver)),
        Err(error) => {
            FAILED.store(error.code().0, Ordering::Relaxed);
            Err(error)
        }
    }
}

#[cfg(not(feature = "linked"))]
fn search() -> Result<Driver, LoadError> {
    if let Some(path) = candidates::from_variable() {
        let library = open(Path::new(&path)).map_err(LoadError::from_variable)?;
        return Ok(Driver::library(library));
    }
    first_of(candidates::usual())
}

/// The library that the linker bound the functions to.
#[cfg(feature = "linked")]
fn search() -> Result<Driver, LoadError> {
    let name = candidates::NAME;
    match Library::loaded(name) {
        Ok(library) => Ok(Driver::linked(library)),
        // It was there when the program started, or that would not run; so the linker has left it out.
        Err(_) => {
            let reason =
                "the program uses none of its functions, so the linker did not bind it to this library";
            Err(LoadError::not_found(std::vec![Attempt::new(name, reason.into())]))
        }
    }
}

#[cfg(not(feature = "linked"))]
fn first_of(mut candidates: impl Iterator<Item = Cow<'static, Path>>) -> Result<Driver, LoadError> {
    let mut attempts = Vec::new();
    // What stubs hide, the next one last.
    let mut hidden: Vec<PathBuf> = Vec::new();
    while let Some(candidate) = hidden.pop().map(Cow::Owned).or_else(|| candidates.next()) {
        match open(&candidate) {
            Ok(library) => return Ok(Driver::library(library)),
            Err(attempt) => {
                if attempt.is_stub() {
                    // The system's loader stops at the first that it finds. The driver may be further on.
                    hidden.extend(candidates::on_library_path(&candidate).into_iter().rev());
                }
                attempts.push(attempt);
            }
        }
    }
    Err(LoadError::not_found(attempts))
}

/// Opens a library, unless it is the toolkit's stub.
fn open(path: &Path) -> Result<Library, Attempt> {
    // The system's loader takes an empty name for the program itself.
    if path.as_os_str().is_empty() {
        return Err(Attempt::new(path, String::from("no path was given")));
    }
    let library = Library::open(path).map_err(|reason| Attempt::new(path, reason))?;
    match stub(library.path().unwrap_or(path)) {
        Some(found) => Err(Attempt::stub(path, found)),
        None => Ok(library),
    }
}

/// The library's path, if it is the toolkit's stub, or that of the stub that it is a link to.
fn stub(path: &Path) -> Option<PathBuf> {
    if library::is_in_stubs(path) {
        return Some(path.to_path_buf());
    }
    // Where a link leads takes many steps to find out: only links are asked.
    if !library::is_link(path) {
        return None;
    }
    let path = std::fs::canonicalize(path).ok();
    path.filter(|path| library::is_in_stubs(path))
}

#[cfg(all(test, not(feature = "linked")))]
mod tests;
