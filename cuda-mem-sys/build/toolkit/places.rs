//! The places where a toolkit may be, in order: first what variables name, then what installers
//! choose.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::layout::{self, Candidate};
use super::variables::{Role, VARIABLES};
use super::{Request, Source};

pub struct Place {
    pub from: Source,
    /// The variable's value, for messages.
    pub value: PathBuf,
    /// A folder that the user named as the header's own, hence taken whatever tree it is part of.
    pub exact: Option<PathBuf>,
    pub candidates: Vec<Candidate>,
}

impl Place {
    pub fn name(&self) -> &str {
        match &self.from {
            Source::Variable(name) => name,
            Source::Convention => "",
        }
    }

    fn convention(candidates: Vec<Candidate>) -> Place {
        Place {
            from: Source::Convention,
            value: PathBuf::new(),
            exact: None,
            candidates,
        }
    }
}

/// What the variables that name a toolkit say.
pub fn explicit(request: &Request<'_>) -> Vec<Place> {
    named(request, |role| matches!(role, Role::HeaderDir | Role::Root))
}

/// Where to look when no variable names a toolkit.
pub fn implicit(request: &Request<'_>) -> Vec<Place> {
    let mut places = named(request, |role| matches!(role, Role::Hint | Role::WindowsHint));
    if !request.target.is_other_os(&request.host) {
        let conventions = if request.target.is_windows() {
            windows(request)
        } else {
            unix(request)
        };
        places.extend(conventions.into_iter().map(Place::convention));
    }
    places
}

fn named(request: &Request<'_>, wanted: impl Fn(Role) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for variable in VARIABLES.iter().filter(|variable| wanted(variable.role)) {
        for name in variable.names(&request.target, &request.host) {
            if let Some(value) = value(request, &name) {
                places.push(Place {
                    candidates: candidates(&value, variable.role, request),
                    exact: (variable.role == Role::HeaderDir).then(|| value.clone()),
                    from: Source::Variable(name),
                    value,
                });
            }
        }
    }
    places
}

/// Set to nothing counts as unset, as in most build systems.
fn value(request: &Request<'_>, name: &str) -> Option<PathBuf> {
    (request.var)(name)
        .filter(|value| value != &OsString::new())
        .map(PathBuf::from)
}

fn candidates(value: &Path, role: Role, request: &Request<'_>) -> Vec<Candidate> {
    if value.is_absolute() {
        // The wheels of an active environment are made for the machine that runs its Python.
        let hosts = role == Role::Hint && request.target.is_cross(&request.host);
        return layout::any(value, !hosts, request);
    }
    // It would start at this package's folder, wherever cargo has put that.
    vec![Candidate::skipped(
        value.to_path_buf(),
        "a relative path; a build script needs an absolute one",
    )]
}

fn unix(request: &Request<'_>) -> Vec<Vec<Candidate>> {
    let at = |path: &str| request.root.join(path);
    let toolkit = |root: &Path| layout::toolkit(root, request);
    let hpc_sdk = at("opt/nvidia/hpc_sdk").join(request.target.hpc_sdk());
    vec![
        toolkit(&at("usr/local/cuda")),
        layout::numbered(&at("usr/local"), "cuda-", toolkit),
        toolkit(&at("opt/cuda")),
        toolkit(&at("usr")),
        toolkit(&at("usr/lib/cuda")),
        layout::numbered(&hpc_sdk, "", |release| layout::hpc_sdk(release, request)),
    ]
}

fn windows(request: &Request<'_>) -> Vec<Vec<Candidate>> {
    let programs = value(request, "ProgramFiles").unwrap_or_else(|| request.root.join(r"C:\Program Files"));
    let toolkits = programs.join("NVIDIA GPU Computing Toolkit").join("CUDA");
    vec![layout::numbered(&toolkits, "v", |root| {
        layout::toolkit(root, request)
    })]
}
