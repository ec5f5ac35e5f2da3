//! Which CUDA version introduced each symbol, from the text of cudaTypedefs.h, which lies beside cuda.h.

use std::collections::{BTreeMap, BTreeSet};

/// For each function's base name, the versions of its successive symbols, oldest first.
///
/// cudaTypedefs.h has one `PFN_cuMemAlloc_v3020` for every symbol that a driver exports; a per-thread form repeats
/// its function's version.
pub struct Since(BTreeMap<String, BTreeSet<u32>>);

/// Reads the text of cudaTypedefs.h.
pub fn read(text: &str) -> Since {
    let mut versions: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for chunk in text.split("*PFN_").skip(1) {
        let name = chunk.split(')').next().unwrap_or_default();
        let name = name
            .strip_suffix("_ptds")
            .or_else(|| name.strip_suffix("_ptsz"))
            .unwrap_or(name);
        if let Some((base, version)) = split(name) {
            versions.entry(base.to_string()).or_default().insert(version);
        }
    }
    Since(versions)
}

impl Since {
    /// The version that introduced `symbol`, as CUDA_VERSION encodes it: the second one of `cuMemAlloc` for
    /// `cuMemAlloc_v2`.
    pub fn version(&self, symbol: &str) -> Option<u32> {
        let (base, ordinal) = split(symbol).unwrap_or((symbol, 1));
        let ordinal = usize::try_from(ordinal).ok()?.checked_sub(1)?;
        self.0.get(base)?.iter().nth(ordinal).copied()
    }
}

/// `name_v2` to (`name`, 2).
fn split(name: &str) -> Option<(&str, u32)> {
    let (base, digits) = name.rsplit_once("_v")?;
    digits.parse().ok().map(|number| (base, number))
}
