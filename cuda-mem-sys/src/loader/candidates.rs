//! Where the driver library is looked for.

#[cfg(not(feature = "linked"))]
use std::{ffi::OsString, path::PathBuf, vec::Vec};

/// The library's name for the system's loader.
pub(super) const NAME: &str = if cfg!(windows) {
    "nvcuda.dll"
} else {
    "libcuda.so.1"
};

/// The variable that names the library to load.
pub(super) const VARIABLE: &str = "CUDA_MEM_DRIVER";

/// What the variable holds, unless it is unset or empty.
#[cfg(not(feature = "linked"))]
pub(super) fn from_variable() -> Option<OsString> {
    std::env::var_os(VARIABLE).filter(|value| !value.is_empty())
}

/// Folders that hold the driver on some systems, but are not on the linker's path there.
#[cfg(not(any(windows, feature = "linked")))]
const FOLDERS: &[&str] = &[
    // WSL 2 puts the host's driver here.
    "/usr/lib/wsl/lib",
    // NixOS.
    "/run/opengl-driver/lib",
    // Debian's alternatives, and distributions that keep multiarch folders off the default path.
    #[cfg(target_arch = "x86_64")]
    "/usr/lib/x86_64-linux-gnu/nvidia/current",
    #[cfg(target_arch = "x86_64")]
    "/usr/lib/x86_64-linux-gnu",
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu/nvidia/current",
    // Jetson, newer and older releases.
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu/nvidia",
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu/tegra",
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    // Containers of NVIDIA's runtime.
    "/usr/local/nvidia/lib64",
    // The toolkit's forward-compatibility package.
    "/usr/local/cuda/compat",
];

/// All candidates in order: names first, which the system's loader looks up by its own rules.
#[cfg(not(any(windows, feature = "linked")))]
pub(super) fn usual() -> Vec<PathBuf> {
    let names = [NAME, "libcuda.so"].iter().map(PathBuf::from);
    names
        .chain(FOLDERS.iter().map(|folder| PathBuf::from(folder).join(NAME)))
        .collect()
}

/// The system folder's library only: another folder's could be planted.
#[cfg(all(windows, not(feature = "linked")))]
pub(super) fn usual() -> Vec<PathBuf> {
    std::vec![PathBuf::from(NAME)]
}
