//! Where the driver library is looked for.

#[cfg(not(feature = "linked"))]
use std::{
    borrow::Cow,
    ffi::OsString,
    path::{Path, PathBuf},
    vec::Vec,
};

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
    let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    value.filter(|_| !runs_with_raised_rights())
}

/// Whether the program has rights that who started it has not (setuid, capabilities). A variable must not choose the
/// code that uses them; the system's loader ignores LD_LIBRARY_PATH for the same reason.
#[cfg(all(any(target_os = "linux", target_os = "android"), not(feature = "linked")))]
fn runs_with_raised_rights() -> bool {
    use std::os::raw::c_ulong;
    const AT_SECURE: c_ulong = 23;
    extern "C" {
        fn getauxval(kind: c_ulong) -> c_ulong;
    }
    // SAFETY: it reads a number that the kernel gave the process.
    unsafe { getauxval(AT_SECURE) != 0 }
}

#[cfg(not(any(target_os = "linux", target_os = "android", feature = "linked")))]
fn runs_with_raised_rights() -> bool {
    false
}

/// Folders that hold the driver on some systems, but are not on the linker's path there: WSL 2, NixOS, Debian's
/// alternatives, distributions that keep multiarch folders off the default path, containers of NVIDIA's runtime, the
/// toolkit's package for forward compatibility. (One text, as in LD_LIBRARY_PATH: an array's pointers would be relocated
/// at the start of every program.)
#[cfg(all(target_arch = "x86_64", not(any(windows, feature = "linked"))))]
const FOLDERS: &str = "/usr/lib/wsl/lib:/run/opengl-driver/lib:/usr/lib/x86_64-linux-gnu/nvidia/current:\
    /usr/lib/x86_64-linux-gnu:/usr/lib64:/usr/local/nvidia/lib64:/usr/local/cuda/compat";

/// As above; and Jetson's folders, of newer and of older releases.
#[cfg(all(not(target_arch = "x86_64"), not(any(windows, feature = "linked"))))]
const FOLDERS: &str = "/usr/lib/wsl/lib:/run/opengl-driver/lib:/usr/lib/aarch64-linux-gnu/nvidia/current:\
    /usr/lib/aarch64-linux-gnu/nvidia:/usr/lib/aarch64-linux-gnu/tegra:/usr/lib/aarch64-linux-gnu:/usr/lib64:\
    /usr/local/nvidia/lib64:/usr/local/cuda/compat";

/// All candidates in order: names first, which the system's loader looks up by its own rules. Most searches end at the
/// first, so no other one is put together before it is tried.
#[cfg(not(any(windows, feature = "linked")))]
pub(super) fn usual() -> impl Iterator<Item = Cow<'static, Path>> {
    let names = [NAME, "libcuda.so"]
        .into_iter()
        .map(|name| Cow::Borrowed(Path::new(name)));
    let folders = FOLDERS
        .split(':')
        .map(|folder| Cow::Owned(Path::new(folder).join(NAME)));
    // NVIDIA makes none for macOS and the BSDs, so there is nowhere to look.
    let exists = cfg!(any(target_os = "linux", target_os = "android", target_os = "nto"));
    names.chain(folders).filter(move |_| exists)
}

/// The system folder's library only: another folder's could be planted.
#[cfg(all(windows, not(feature = "linked")))]
pub(super) fn usual() -> impl Iterator<Item = Cow<'static, Path>> {
    core::iter::once(Cow::Borrowed(Path::new(NAME)))
}

/// The libraries of this name on the library path: those that one found by its name may hide. Folders of stubs are left
/// out.
#[cfg(not(any(windows, feature = "linked")))]
pub(super) fn on_library_path(name: &Path) -> Vec<PathBuf> {
    // A path hides nothing.
    if name.components().count() != 1 {
        return Vec::new();
    }
    let folders = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    // An empty entry means the current folder to the system's loader.
    let folders = std::env::split_paths(&folders).filter(|folder| !folder.as_os_str().is_empty());
    let paths = folders.map(|folder| folder.join(name));
    paths
        .filter(|path| path.exists() && super::stub(path).is_none())
        .collect()
}

/// There is one place only.
#[cfg(all(windows, not(feature = "linked")))]
pub(super) fn on_library_path(_: &Path) -> Vec<PathBuf> {
    Vec::new()
}
