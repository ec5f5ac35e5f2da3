//! Finds the CUDA header to make bindings from: which variables and places are asked, in which
//! order.
//!
//! Everything comes in through `Request`, so that a test can put a fake file system and a fake
//! environment there; build.rs and tests/toolkit.rs both include this file. The rules are told to
//! users in toolkit.md.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "toolkit/header.rs"]
mod header;
#[path = "toolkit/layout.rs"]
mod layout;
#[path = "toolkit/message.rs"]
mod message;
#[path = "toolkit/places.rs"]
mod places;
#[path = "toolkit/stubs.rs"]
mod stubs;
#[path = "toolkit/target.rs"]
mod target;
#[path = "toolkit/variables.rs"]
mod variables;

#[allow(unused_imports)] // the build script and the tests each use a part
pub use self::{
    header::header_version, message::cuda, stubs::is_on_linker_path, target::Target, variables::names,
    variables::VARIABLES,
};

use self::header::Finding;
use self::places::Place;

/// All that the search may depend on.
pub struct Request<'a> {
    pub target: Target,
    /// The triple of the machine that compiles.
    pub host: String,
    /// Where the file system starts: `/`, except in tests.
    pub root: &'a Path,
    pub var: &'a dyn Fn(&str) -> Option<OsString>,
}

/// A header that was found, and what goes with it.
#[derive(Debug)]
pub struct Toolkit {
    /// The folder that holds cuda.h.
    pub header_dir: PathBuf,
    /// `CUDA_VERSION` as that header defines it: 13050 is CUDA 13.5.
    pub version: u32,
    pub from: Source,
    /// Whether it was asked for, by a variable that names a toolkit; an environment that happens to be active asks for
    /// none.
    #[cfg_attr(not(feature = "bindgen"), allow(dead_code))]
    pub explicit: bool,
    /// Folders that hold a library to link against; empty for a pip wheel, which has none.
    pub stub_dirs: Vec<PathBuf>,
    /// One line each.
    pub warnings: Vec<String>,
}

/// Who named the folder.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Variable(String),
    Convention,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Variable(name) => f.write_str(name),
            Source::Convention => f.write_str("conventional path"),
        }
    }
}

#[derive(Debug)]
pub enum Outcome {
    Found(Toolkit),
    /// No variable names a toolkit and no place holds one: the text lists every path probed.
    NotFound(String),
    /// A variable names a toolkit that is not there: an error, since a fallback would bind another
    /// version unseen.
    Wrong(String),
}

/// A path that was looked at, and why it was not taken.
pub struct Probe {
    from: Source,
    path: PathBuf,
    reason: String,
}

pub struct Hit {
    header_dir: PathBuf,
    version: u32,
    /// The other target whose tree this is, if the user named that very folder.
    foreign: Option<String>,
}

pub fn find(request: &Request<'_>) -> Outcome {
    let mut explicit = places::explicit(request).into_iter();
    if let Some(first) = explicit.next() {
        let hit = match search(&first, &request.target) {
            Ok(hit) => hit,
            Err(probes) => return Outcome::Wrong(message::wrong(request, &first, &probes)),
        };
        let mut warnings = Vec::new();
        if let Some(tree) = &hit.foreign {
            warnings.push(message::foreign(request, &first, tree));
        }
        // A variable for one target is there to overrule the general ones: their disagreement is
        // its purpose.
        if !variables::is_per_target(first.name()) {
            warnings.extend(
                explicit.filter_map(|other| match search(&other, &request.target) {
                    Ok(lost) if same_folder(&hit.header_dir, &lost.header_dir) => None,
                    Ok(lost) => Some(message::disagreement(&first, &hit, &other, &lost)),
                    Err(_) => Some(message::ignored(&first, &hit, &other)),
                }),
            );
        }
        return Outcome::Found(Toolkit {
            explicit: true,
            warnings,
            ..toolkit(request, first.from, hit)
        });
    }

    let mut probed = Vec::new();
    let mut first: Option<Toolkit> = None;
    for place in places::implicit(request) {
        match search(&place, &request.target) {
            // The first header is the one; the first library may be a later place's, since wheels have none.
            Ok(hit) => match &mut first {
                None => first = Some(toolkit(request, place.from, hit)),
                Some(first) => first.stub_dirs = stubs::stub_dirs(&hit.header_dir, request),
            },
            Err(probes) => probed.extend(probes),
        }
        if first.as_ref().map_or(false, |found| !found.stub_dirs.is_empty()) {
            break;
        }
    }
    match first {
        Some(found) => Outcome::Found(found),
        None => Outcome::NotFound(message::not_found(request, &probed)),
    }
}

/// The first folder of a place that holds a CUDA header for the target, or everything that was
/// tried.
fn search(place: &Place, target: &Target) -> Result<Hit, Vec<Probe>> {
    let mut probes = Vec::new();
    for candidate in &place.candidates {
        let dir = &candidate.dir;
        let mut path = dir.join("cuda.h");
        let reason = match &candidate.skip {
            Some(why) => {
                path = dir.clone();
                why.clone()
            }
            None => match (header::inspect(&path), target.foreign_tree(dir)) {
                (Finding::Version(version), foreign)
                    if foreign.is_none() || place.exact.as_ref() == Some(dir) =>
                {
                    return Ok(Hit {
                        header_dir: dir.clone(),
                        version,
                        foreign,
                    })
                }
                (Finding::Version(_), foreign) => {
                    format!("belongs to {}, another target", foreign.unwrap_or_default())
                }
                (Finding::Unusable(reason), _) => reason,
            },
        };
        probes.push(Probe {
            from: place.from.clone(),
            path,
            reason,
        });
    }
    Err(probes)
}

fn toolkit(request: &Request<'_>, from: Source, hit: Hit) -> Toolkit {
    Toolkit {
        stub_dirs: stubs::stub_dirs(&hit.header_dir, request),
        header_dir: hit.header_dir,
        version: hit.version,
        from,
        explicit: false,
        warnings: Vec::new(),
    }
}

/// Links count as the folder they lead to: /usr/local/cuda and /usr/local/cuda-13.0 are mostly one.
fn same_folder(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    real(a) == real(b)
}
