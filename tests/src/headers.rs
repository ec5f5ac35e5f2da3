//! NVIDIA's headers: not part of this repository, but of the machine, in one folder for each CUDA version.

use crate::require;
use std::path::PathBuf;

/// The folder of these folders: `CUDA_MEM_HEADERS` names it, else it is `.headers` in the workspace.
pub fn all() -> PathBuf {
    let named = std::env::var_os("CUDA_MEM_HEADERS").filter(|value| !value.is_empty());
    named.map_or_else(|| crate::fixture::root().join(".headers"), PathBuf::from)
}

/// The folder that holds cuda.h of this CUDA version, if the machine has it.
pub fn dir(version: &str) -> Option<PathBuf> {
    let dir = all().join(version);
    dir.join("cuda.h").is_file().then_some(dir)
}

/// The same; where it is absent, the skip is said (or is a failure).
pub fn dir_or_skip(version: &str) -> Option<PathBuf> {
    let dir = dir(version);
    if dir.is_none() {
        require::skip(
            "headers",
            &format!("there is no cuda.h of CUDA {version}: see ci/headers"),
        );
    }
    dir
}
