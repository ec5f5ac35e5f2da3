//! Where below a root the header lies, for each way in which toolkits are packed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Request;

/// A folder that may hold cuda.h.
pub struct Candidate {
    pub dir: PathBuf,
    /// Why there is nothing to look at; `dir` may then be a pattern.
    pub skip: Option<String>,
}

impl Candidate {
    pub fn folder(dir: PathBuf) -> Candidate {
        Candidate { dir, skip: None }
    }

    pub fn skipped(dir: PathBuf, why: impl Into<String>) -> Candidate {
        Candidate {
            dir,
            skip: Some(why.into()),
        }
    }
}

/// Every layout, for a root that a variable names; `wheels` says whether Python packages count.
pub fn any(root: &Path, wheels: bool, request: &Request<'_>) -> Vec<Candidate> {
    let mut found = vec![Candidate::folder(root.to_path_buf())];
    found.extend(toolkit(root, request));
    if request.target.is_windows() {
        found.extend(toolkit(&root.join("Library"), request)); // conda
    }
    if wheels {
        found.extend(python(root, request));
    }
    found.extend(hpc_sdk(root, request));
    found
}

/// A toolkit as its installer lays it out; Debian's and conda's packages on Linux have the same
/// shape.
pub fn toolkit(root: &Path, request: &Request<'_>) -> Vec<Candidate> {
    let target = &request.target;
    let include = root.join("include");
    let mut dirs: Vec<PathBuf> = target
        .trees()
        .iter()
        .map(|tree| root.join("targets").join(tree).join("include"))
        .collect();
    if target.is_cross(&request.host) {
        // `include` is the host's as a rule, so it comes last.
        if let Some(multiarch) = target.multiarch() {
            dirs.push(root.join(&multiarch).join("include"));
            dirs.push(include.join(multiarch));
        }
        dirs.push(include);
    } else {
        if target.is_windows() {
            dirs.push(include.join("targets").join(target.windows_arch())); // conda
        }
        dirs.insert(0, include);
    }
    dirs.into_iter().map(Candidate::folder).collect()
}

/// NVIDIA's wheels, in a site-packages folder or in the environment around it.
fn python(root: &Path, request: &Request<'_>) -> Vec<Candidate> {
    let mut found = wheels(root);
    if request.target.is_windows() {
        found.extend(wheels(&root.join("Lib").join("site-packages")));
    } else {
        found.extend(numbered(&root.join("lib"), "python", |python| {
            wheels(&python.join("site-packages"))
        }));
    }
    found
}

/// The wheels have had one folder for each CUDA major version since 13; before, one for each
/// library.
fn wheels(site_packages: &Path) -> Vec<Candidate> {
    let nvidia = site_packages.join("nvidia");
    let mut found = numbered(&nvidia, "cu", |root| {
        vec![Candidate::folder(root.join("include"))]
    });
    let runtime = nvidia.join("cuda_runtime").join("include");
    found.push(Candidate::folder(runtime));
    found
}

/// One release of the HPC SDK: its default toolkit, then all that it carries.
pub fn hpc_sdk(release: &Path, request: &Request<'_>) -> Vec<Candidate> {
    let cuda = release.join("cuda");
    let mut found = toolkit(&cuda, request);
    found.extend(numbered(&cuda, "", |root| toolkit(root, request)));
    found
}

/// What `each` makes of the folders called `prefix` and a version, newest first. The order is that
/// of the numbers: 12.10 is newer than 12.9.
pub fn numbered(parent: &Path, prefix: &str, each: impl Fn(&Path) -> Vec<Candidate>) -> Vec<Candidate> {
    let pattern = || parent.join(format!("{prefix}*"));
    let entries = match fs::read_dir(parent) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return vec![Candidate::skipped(pattern(), "no such folder")]
        }
        Err(error) => {
            let why = format!("cannot list {}: {error}", parent.display());
            return vec![Candidate::skipped(pattern(), why)];
        }
    };
    let mut versions: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name();
            let numbers = numbers(name.to_str()?.strip_prefix(prefix)?)?;
            Some((numbers, name))
        })
        .collect();
    if versions.is_empty() {
        return vec![Candidate::skipped(pattern(), "no such folder")];
    }
    versions.sort();
    versions
        .iter()
        .rev()
        .flat_map(|(_, name)| each(&parent.join(name)))
        .collect()
}

/// `12.9` as numbers. A free-threaded Python's `3.13t` counts as `3.13`.
fn numbers(version: &str) -> Option<Vec<u32>> {
    let version = version.strip_suffix('t').unwrap_or(version);
    version.split('.').map(|part| part.parse().ok()).collect()
}
