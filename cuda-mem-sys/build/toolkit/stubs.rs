//! Finds the library that a program can be linked against, beside a header.

use std::path::{Path, PathBuf};

use super::{same_folder, Request};

/// The existing folders with a driver library for the linker, of the toolkit that the header is
/// part of.
pub fn stub_dirs(header_dir: &Path, request: &Request<'_>) -> Vec<PathBuf> {
    let target = &request.target;
    let library = if target.is_windows() {
        "cuda.lib"
    } else {
        "libcuda.so"
    };
    let mut found: Vec<PathBuf> = Vec::new();
    for dir in roots(header_dir)
        .iter()
        .flat_map(|root| library_dirs(root, request))
    {
        if dir.join(library).is_file()
            && target.foreign_tree(&dir).is_none()
            && !found.iter().any(|other| same_folder(other, &dir))
        {
            found.push(dir);
        }
    }
    found
}

/// Whether the linker finds the library with no help: a machine with a driver and its development files.
#[cfg_attr(not(feature = "linked"), allow(dead_code))]
pub fn is_on_linker_path(request: &Request<'_>) -> bool {
    let target = &request.target;
    let multiarch = target.multiarch().map(|name| Path::new("lib").join(name));
    let general = ["lib64", "lib", "local/lib"].map(PathBuf::from);
    let general = general.into_iter().filter(|_| !target.is_cross(&request.host));
    let mut dirs = multiarch.into_iter().chain(general);
    dirs.any(|dir| {
        let library = dir.join("libcuda.so");
        request.root.join("usr").join(&library).is_file() || request.root.join(library).is_file()
    })
}

/// What holds the `include` folder, and the toolkit around it if that is one tree of several.
fn roots(header_dir: &Path) -> Vec<&Path> {
    let include = header_dir
        .ancestors()
        .find(|dir| dir.file_name() == Some("include".as_ref()));
    let root = include.and_then(Path::parent);
    let around = root
        .and_then(Path::parent)
        .filter(|dir| dir.file_name() == Some("targets".as_ref()))
        .and_then(Path::parent);
    root.into_iter().chain(around).collect()
}

fn library_dirs(root: &Path, request: &Request<'_>) -> Vec<PathBuf> {
    let target = &request.target;
    let lib = root.join("lib");
    if target.is_windows() {
        return vec![lib.join(target.windows_arch()), lib];
    }
    let mut dirs: Vec<PathBuf> = target
        .trees()
        .iter()
        .map(|tree| root.join("targets").join(tree).join("lib"))
        .chain(target.multiarch().map(|name| lib.join(name)))
        .collect();
    // As with `include`: these are the host's as a rule.
    let general = vec![root.join("lib64"), lib];
    if target.is_cross(&request.host) {
        dirs.extend(general);
    } else {
        dirs.splice(0..0, general);
    }
    dirs.into_iter().map(|dir| dir.join("stubs")).collect()
}
