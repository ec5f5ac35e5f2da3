//! Why there is no driver, in words that say what to do.

use super::candidates::{NAME, VARIABLE};
use super::driver::{Driver, Source};
use crate::bindings::types::*;
use core::fmt;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;

/// No driver library could be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    why: Why,
    attempts: Vec<Attempt>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    /// The usual places hold none.
    NotFound,
    /// The one that the environment variable names did not load.
    #[cfg_attr(feature = "linked", allow(dead_code))] // the linker chose
    Variable,
    /// The one that the program named did not load.
    Path,
    /// The program named one while another is in use.
    AlreadyLoaded(AlreadyLoaded),
}

/// One library that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    path: PathBuf,
    reason: String,
    /// Where the toolkit's stub was found, if it is that.
    stub: Option<PathBuf>,
}

impl Attempt {
    /// A library that the system's loader did not open, with its reason.
    pub(super) fn new(path: impl AsRef<Path>, reason: String) -> Attempt {
        let path = path.as_ref().to_path_buf();
        // The reason begins with what was asked for; a line of the message does so anyway.
        let own = std::format!("{}: ", path.display());
        let reason = match reason.strip_prefix(&own) {
            // What glibc says of a library for another processor.
            Some(rest) if rest.contains("No such file") && path.is_file() => std::format!(
                "the file is there, but not for this processor ({})",
                std::env::consts::ARCH
            ),
            Some(rest) => String::from(rest),
            None => reason,
        };
        Attempt {
            path,
            reason,
            stub: None,
        }
    }

    /// A library that is the toolkit's stub: `found` is where it is.
    pub(super) fn stub(path: &Path, found: PathBuf) -> Attempt {
        let what = if path == found {
            String::from("this")
        } else {
            found.display().to_string()
        };
        Attempt {
            path: path.to_path_buf(),
            reason: what + " is the toolkit's stub: programs are linked against it, but it drives no GPU",
            stub: Some(found),
        }
    }

    /// What was tried: a path, or a name for the system's loader to look up.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why it was not taken; in the system's own words, where those are known.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether it is the toolkit's stub library.
    pub fn is_stub(&self) -> bool {
        self.stub.is_some()
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl LoadError {
    pub(super) fn not_found(attempts: Vec<Attempt>) -> LoadError {
        LoadError {
            why: Why::NotFound,
            attempts,
        }
    }

    #[cfg(not(feature = "linked"))]
    pub(super) fn from_variable(attempt: Attempt) -> LoadError {
        LoadError {
            why: Why::Variable,
            attempts: std::vec![attempt],
        }
    }

    pub(super) fn from_path(attempt: Attempt) -> LoadError {
        LoadError {
            why: Why::Path,
            attempts: std::vec![attempt],
        }
    }

    pub(super) fn already_loaded(path: &Path, driver: &Driver) -> LoadError {
        let attempt = Attempt::new(path, String::from("another driver is in use"));
        LoadError {
            why: Why::AlreadyLoaded(AlreadyLoaded::by(driver)),
            attempts: std::vec![attempt],
        }
    }

    /// All libraries that were tried, in order.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// What driver calls return for this reason: `CUDA_ERROR_STUB_LIBRARY` (34) if nothing but a stub was found, else
    /// `CUDA_ERROR_SHARED_OBJECT_INIT_FAILED` (303).
    pub fn code(&self) -> CUresult {
        if self.attempts.iter().any(Attempt::is_stub) {
            CUDA_ERROR_STUB_LIBRARY
        } else {
            CUDA_ERROR_SHARED_OBJECT_INIT_FAILED
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = match &self.why {
            Why::NotFound if self.attempts.is_empty() => {
                return write!(
                    f,
                    "there is no CUDA driver for this system ({}), so there is no place to look for one. {VARIABLE} may name \
                     a library that stands in for it",
                    std::env::consts::OS
                )
            }
            Why::NotFound => "no CUDA driver library could be loaded",
            Why::Variable => "the CUDA driver library that CUDA_MEM_DRIVER names could not be loaded",
            Why::Path => "the CUDA driver library could not be loaded",
            Why::AlreadyLoaded(other) => return other.fmt(f),
        };
        writeln!(f, "{head}; tried:")?;
        for attempt in &self.attempts {
            writeln!(f, "  {attempt}")?;
        }
        match self.why {
            Why::Variable => return write!(f, "Correct {VARIABLE}, or unset it to search the usual places"),
            Why::Path => {
                return write!(
                    f,
                    "Give load_from the path of NVIDIA's {NAME}, or call load to search the usual places"
                )
            }
            Why::NotFound | Why::AlreadyLoaded(_) => {}
        }
        f.write_str(
            "The library comes with NVIDIA's GPU driver, not with the CUDA toolkit: install the driver (nvidia-smi shows \
             whether it works)",
        )?;
        if cfg!(windows) {
            return write!(f, " or set {VARIABLE} to the path of {NAME}");
        }
        write!(
            f,
            ", add its folder to LD_LIBRARY_PATH, or set {VARIABLE} to the path of {NAME}. A container gets the driver \
             from its host (docker run --gpus all)"
        )?;
        let mut stubs = self
            .attempts
            .iter()
            .filter_map(|attempt| attempt.stub.as_deref()?.parent());
        match stubs.next() {
            Some(folder) => write!(
                f,
                ". Take {} off LD_LIBRARY_PATH, where it may hide a driver",
                folder.display()
            ),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LoadError {}

/// A driver is in use, so another one cannot take its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlreadyLoaded {
    source: Source,
    path: Option<PathBuf>,
}

impl AlreadyLoaded {
    pub(super) fn by(driver: &Driver) -> AlreadyLoaded {
        AlreadyLoaded {
            source: driver.source(),
            path: driver.path().map(Path::to_path_buf),
        }
    }

    pub(super) fn linked() -> AlreadyLoaded {
        AlreadyLoaded {
            source: Source::Linked,
            path: None,
        }
    }
}

impl fmt::Display for AlreadyLoaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a CUDA driver is in use already: ")?;
        match (self.source, &self.path) {
            (Source::Library, Some(path)) => write!(f, "{}", path.display())?,
            (Source::Library, None) => f.write_str("a library")?,
            (Source::Linked, _) => {
                return f.write_str(
                    "the program is linked to it. Turn the feature `linked` of cuda-mem-sys off to choose at run time",
                )
            }
            (Source::Resolver, _) => f.write_str("a resolver")?,
        }
        f.write_str(". Choose the driver before the first driver call")
    }
}

impl std::error::Error for AlreadyLoaded {}
