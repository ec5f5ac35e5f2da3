//! The table of all functions: their names, symbols, and the CUDA version that introduced each.

/// One function of the driver API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    pub(crate) name: &'static str,
    pub(crate) symbol: &'static str,
    pub(crate) per_thread: Option<&'static str>,
    pub(crate) since: &'static str,
}

impl Function {
    /// The name that C programs call: `cuMemAlloc`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The symbol that the driver library exports for it: `cuMemAlloc_v2`.
    pub fn symbol(&self) -> &'static str {
        self.symbol
    }

    /// The symbol of its form for per-thread default streams, where it has one: `cuMemcpyHtoD_v2_ptds`.
    pub fn per_thread_symbol(&self) -> Option<&'static str> {
        self.per_thread
    }

    /// The CUDA version that introduced the symbol, encoded as cuDriverGetVersion gives versions: 12020 is 12.2.
    pub fn since(&self) -> u32 {
        let mut parts = self.since.split('.').map(|part| part.parse().unwrap_or(0));
        let mut next = || parts.next().unwrap_or(0u32);
        next() * 1000 + next() * 10
    }
}

/// All functions that these bindings declare, in the header's order; the older forms come last.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    use crate::bindings::{functions::FUNCTIONS, older::OLDER};
    FUNCTIONS.iter().chain(OLDER)
}

/// The function with this C name or symbol (per-thread symbols included).
pub fn function(name: &str) -> Option<&'static Function> {
    functions()
        .find(|function| function.name == name)
        .or_else(|| functions().find(|f| f.symbol == name || f.per_thread == Some(name)))
}
