//! The same names for programs whose default stream is each thread's own.
//!
//! In C, `CUDA_API_PER_THREAD_DEFAULT_STREAM` decides this for each file that is compiled. Here a `use` does: the
//! functions of this module that take a stream, or that copy or set memory, are bound to the driver's `_ptds` and
//! `_ptsz` symbols, for which stream 0 is the calling thread's default stream; all other names are the crate's own.
//!
//! One thing differs from C: there, only the names that are macros change (`cuMemcpyHtoD`), and a symbol that is written
//! out (`cuMemcpyHtoD_v2`) stays the legacy one. Here both names of a function are the same function.

#[doc(no_inline)]
pub use crate::bindings::{constants::*, functions::*, older::*, types::*};
use crate::ctypes::*;

generated!("per_thread.rs");
include!("bindings/older_per_thread.rs");

/// `cuGetProcAddress` of cuda.h, asking for the per-thread form of a symbol unless `flags` ask for either form. The
/// driver has no symbol of its own for this: in C it is an inline function.
///
/// # Safety
///
/// As in C: `symbol` is a NUL-terminated string, `pfn` and `symbolStatus` point to writable memory or are null.
pub unsafe extern "C" fn cuGetProcAddress_v2(
    symbol: *const c_char,
    pfn: *mut *mut c_void,
    cudaVersion: c_int,
    flags: cuuint64_t,
    symbolStatus: *mut CUdriverProcAddressQueryResult,
) -> CUresult {
    let either = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    let flags = if flags & cuuint64_t::from(either.0) == 0 {
        flags | cuuint64_t::from(CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM.0)
    } else {
        flags
    };
    // SAFETY: the caller vouches for the arguments.
    unsafe { crate::cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus) }
}

#[doc(no_inline)]
pub use self::cuGetProcAddress_v2 as cuGetProcAddress;
