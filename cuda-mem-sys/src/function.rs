//! The table of all functions: their names, symbols, and the CUDA version that introduced each.

use crate::bindings::{functions::FUNCTIONS, older::OLDER};

/// One function of the driver API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function {
    name: &'static str,
    since: u32,
    symbol: &'static str,
    per_thread_symbol: Option<&'static str>,
}

impl Function {
    /// Reads a line of the table: `cuMemcpyHtoD 3.2 cuMemcpyHtoD_v2 cuMemcpyHtoD_v2_ptds`.
    fn read(line: &'static str) -> Option<Function> {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?);
        let (major, minor) = version.split_once('.')?;
        Some(Function {
            name,
            since: major.parse::<u32>().ok()? * 1000 + minor.parse::<u32>().ok()? * 10,
            symbol: words.next()?,
            per_thread_symbol: words.next(),
        })
    }

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
        self.per_thread_symbol
    }

    /// The CUDA version that introduced the symbol, encoded as cuDriverGetVersion gives versions: 12020 is 12.2.
    pub fn since(&self) -> u32 {
        self.since
    }
}

/// All functions that these bindings declare, in the header's order; the older forms come last.
pub fn functions() -> impl Iterator<Item = Function> {
    FUNCTIONS.lines().chain(OLDER.lines()).filter_map(Function::read)
}

/// The function with this C name or symbol (per-thread symbols included).
pub fn function(name: &str) -> Option<Function> {
    let is_symbol = |f: &Function| f.symbol == name || f.per_thread_symbol == Some(name);
    functions()
        .find(|f| f.name == name)
        .or_else(|| functions().find(is_symbol))
}
