//! Every function of cuda-mem-sys, callable by its symbol: made from the shipped declarations.

/// One function, called with every argument zero or null. That is safe with drivers that ignore their arguments, as the
/// stubs do, and with no other.
pub struct Function {
    /// The name in cuda-mem-sys: `cuMemcpyHtoD_v2`.
    pub name: &'static str,
    /// The symbol that it is declared with.
    pub symbol: &'static str,
    /// The symbol that `per_thread` binds the name to: the same, for functions that have no form of their own there.
    pub per_thread_symbol: &'static str,
    /// Calls `cuda_mem_sys::name`.
    pub call: fn() -> CUresult,
    /// Calls `cuda_mem_sys::per_thread::name`.
    pub call_per_thread: fn() -> CUresult,
}

/// All functions, in the order of the declarations.
pub fn all() -> impl Iterator<Item = &'static Function> {
    newest::TABLE.iter().chain(older::TABLE)
}

/// The function with this symbol.
pub fn with_symbol(symbol: &str) -> &'static Function {
    let found = all().find(|function| function.symbol == symbol);
    found.unwrap_or_else(|| panic!("no function has the symbol {symbol}"))
}

use cuda_mem::sys::CUresult;

/// Reads the declarations as cuda-mem-sys does, and makes callers of them.
macro_rules! functions {
    (
        table $table:ident;
        $(
            $(#[$attribute:meta])*
            $public:ident, since $since:literal, symbol $symbol:literal $(, per thread $per_thread:literal)?:
            fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        )*
    ) => {
        pub const TABLE: &[super::Function] = &[$(super::Function {
            name: stringify!($name),
            symbol: $symbol,
            // The last of the two: its own if it has one.
            per_thread_symbol: {
                let symbols: &[&str] = &[$symbol, $($per_thread)?];
                symbols[symbols.len() - 1]
            },
            // SAFETY: zero is a value of each argument's type; the callee ignores it (see `Function`).
            call: || unsafe { sys::$name($(zeroed::<$type>()),*) },
            // SAFETY: as above.
            call_per_thread: || unsafe { sys::per_thread::$name($(zeroed::<$type>()),*) },
        }),*];
    };
}

macro_rules! aliases {
    ($($rest:tt)*) => {};
}

#[allow(deprecated)]
mod newest {
    use cuda_mem::sys::{self, ctypes::*, *};
    use std::mem::zeroed;
    include!("../../cuda-mem-sys/src/bindings/functions.rs");
}

mod older {
    use cuda_mem::sys::{self, ctypes::*, *};
    use std::mem::zeroed;
    include!("../../cuda-mem-sys/src/bindings/older.rs");
}
