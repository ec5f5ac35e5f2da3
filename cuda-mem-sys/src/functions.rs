//! How a function is declared: the `functions!` macro, once for each way to reach the driver.
//!
//! An entry reads `public name, since version, symbol "…", per thread "…": fn name(arguments);`. A list with a name makes
//! a table of that name, too.

/// Loaded at run time. Each function jumps through a pointer of its own, which at first points to a resolver with
/// the function's own signature: that looks the symbol up, puts the driver's address in its place, and goes on there.
/// So a call costs one load more than a call through a pointer that C got from dlsym, and has no branch.
#[cfg(all(feature = "loaded", not(feature = "linked")))]
macro_rules! functions {
    (
        table $($table:ident)?;
        $(
            $(#[$attribute:meta])*
            $public:ident, since $since:literal, symbol $symbol:literal $(, per thread $per_thread:literal)?:
            fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        )*
    ) => {
        table! { $($table)?; $($public, $since, $symbol, ($($per_thread)?);)* }
        $(
            $(#[$attribute])*
            #[cfg_attr(docsrs, doc(cfg(any(feature = "loaded", feature = "linked"))))]
            #[doc = concat!("`", stringify!($public), "` of cuda.h: symbol `", $symbol, "`, since CUDA ", stringify!($since), ".")]
            #[cfg_attr(feature = "export", export_name = $symbol)]
            // The exported function is called from C; inlining is for Rust callers.
            #[cfg_attr(not(feature = "export"), inline)]
            pub unsafe extern "C" fn $name($($argument: $type),*) -> CUresult {
                static SLOT: crate::slot::Slot = crate::slot::Slot::new(first_call as *mut ());

                #[cold]
                unsafe extern "C" fn first_call($($argument: $type),*) -> CUresult {
                    match crate::slot::resolve(&SLOT, concat!($symbol, "\0")) {
                        // SAFETY: the caller's; the slot is filled now, so this comes here no second time.
                        CUDA_SUCCESS => unsafe { $name($($argument),*) },
                        code => code,
                    }
                }

                // SAFETY: the slot holds first_call or the driver's function; both have this signature.
                unsafe {
                    core::mem::transmute::<*mut (), unsafe extern "C" fn($($type),*) -> CUresult>(SLOT.get())(
                        $($argument),*
                    )
                }
            }
        )*
    };
}

/// Imported: the linker binds each function that the program uses to the driver library.
#[cfg(feature = "linked")]
macro_rules! functions {
    (
        table $($table:ident)?;
        $(
            $(#[$attribute:meta])*
            $public:ident, since $since:literal, symbol $symbol:literal $(, per thread $per_thread:literal)?:
            fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        )*
    ) => {
        table! { $($table)?; $($public, $since, $symbol, ($($per_thread)?);)* }
        // On Windows the import library is made by rustc, if it can: no toolkit is needed to link.
        #[cfg_attr(all(windows, not(cuda_mem_sys_import_library)), link(name = "nvcuda", kind = "raw-dylib"))]
        #[cfg_attr(any(not(windows), cuda_mem_sys_import_library), link(name = "cuda"))]
        extern "C" {
            $(
                $(#[$attribute])*
                #[cfg_attr(docsrs, doc(cfg(any(feature = "loaded", feature = "linked"))))]
                #[doc = concat!("`", stringify!($public), "` of cuda.h: symbol `", $symbol, "`, since CUDA ", stringify!($since), ".")]
                #[link_name = $symbol]
                pub fn $name($($argument: $type),*) -> CUresult;
            )*
        }
    };
}

/// Types and constants only.
#[cfg(not(any(feature = "loaded", feature = "linked")))]
macro_rules! functions {
    (
        table $($table:ident)?;
        $(
            $(#[$attribute:meta])*
            $public:ident, since $since:literal, symbol $symbol:literal $(, per thread $per_thread:literal)?:
            fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        )*
    ) => {
        table! { $($table)?; $($public, $since, $symbol, ($($per_thread)?);)* }
    };
}

/// The table of a list, as one text: names and versions, a function a line, a blank between two. A program that never
/// reads it has nothing of it to relocate when it starts.
macro_rules! table {
    (; $($rest:tt)*) => {};
    ($table:ident; $($public:ident, $since:literal, $symbol:literal, ($($per_thread:literal)?);)*) => {
        pub(crate) const $table: &str =
            concat!($(stringify!($public), " ", $since, " ", $symbol, $(" ", $per_thread,)? "\n"),*);
    };
}
