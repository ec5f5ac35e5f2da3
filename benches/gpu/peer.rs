//! The library that calls.c was compiled to: found beside this program, opened once the driver is there.

use crate::cases::Case;
use crate::place::Place;
use cuda_mem::sys::{ctypes::c_void, Driver};
use cuda_mem_bench::Result;
use libloading::os::unix::{Library, Symbol};

/// A loop in C. It gives the first code that is not 0.
pub type Loop = unsafe extern "C" fn(*mut Place, usize) -> u32;

/// C that is linked to the driver.
pub struct Peer {
    library: Library,
}

impl Peer {
    /// Opens the library, and makes sure that its calls end where Rust's end.
    pub fn open(driver: &Driver) -> Result<Peer> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let path = program.with_file_name("calls.so");
        // SAFETY: opening it runs no code but that of libcuda.so.1, which is loaded already.
        let library = unsafe { Library::new(&path) }
            .map_err(|error| format!("the peer in C cannot be opened (`ci/gpu build` makes it): {error}"))?;
        let peer = Peer { library };
        let reached: Symbol<unsafe extern "C" fn() -> *mut c_void> = peer.symbol("reached")?;
        // SAFETY: it takes nothing and only answers.
        let theirs = unsafe { reached() };
        let ours = driver.symbol(c"cuMemFree_v2").map(|address| address.as_ptr());
        if ours != Some(theirs) {
            return Err(format!(
                "C calls cuMemFree at {theirs:?}, but Rust at {ours:?}: two drivers cannot be compared. C takes \
                 libcuda.so.1 from the system or LD_LIBRARY_PATH; leave CUDA_MEM_DRIVER unset"
            ));
        }
        Ok(peer)
    }

    /// The loop of a case. It must not be called when this peer is gone.
    pub fn case(&self, case: &Case) -> Result<Loop> {
        Ok(*self.symbol(case.c)?)
    }

    fn symbol<T>(&self, name: &str) -> Result<Symbol<T>> {
        // SAFETY: calls.c declares what the callers here say.
        unsafe { self.library.get(name.as_bytes()) }
            .map_err(|error| format!("calls.so is not of this program's version: {error}"))
    }
}
