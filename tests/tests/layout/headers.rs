//! The headers to compare with: data/headers.tsv lists them, ci/headers fetches them.

use crate::build::clang;
use std::path::{Path, PathBuf};

const LIST: &str = include_str!("../../data/headers.tsv");

/// A CUDA version's header.
#[derive(Debug, Clone)]
pub struct Source {
    /// `13.5`
    pub version: &'static str,
    /// The folder that holds cuda.h and cudaTypedefs.h.
    pub folder: PathBuf,
}

/// All listed headers, oldest first, fetched or not.
pub fn all() -> Vec<Source> {
    let root = cuda_mem_tests::headers::all();
    let versions = LIST.lines().filter(|line| !line.starts_with('#'));
    let versions = versions.filter_map(|line| line.split('\t').next());
    let source = |version| Source {
        version,
        folder: root.join(version),
    };
    versions.map(source).collect()
}

impl Source {
    /// Why this header cannot be compared with here, if so.
    pub fn lacks(&self) -> Option<String> {
        for name in ["cuda.h", "cudaTypedefs.h"] {
            let path = self.folder.join(name);
            if !path.is_file() {
                let path = path.display();
                return Some(format!(
                    "there is no {path}: run ci/headers, or set CUDA_MEM_HEADERS"
                ));
            }
        }
        None
    }

    pub fn text(&self, name: &str) -> String {
        let path = self.folder.join(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The header as the build script reads it.
    pub fn model(&self, target: &str) -> crate::build::model::Model {
        let sys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda-mem-sys");
        let file = clang::parse(&clang::Input {
            wrapper: &sys.join("wrapper.h"),
            header_dir: &self.folder,
            stubs: &sys.join("build/include"),
            target,
        });
        let file = file.unwrap_or_else(|error| panic!("CUDA {} for {target}: {error}", self.version));
        crate::build::model::Model::new(&file)
            .unwrap_or_else(|error| panic!("CUDA {}: {error}", self.version))
    }
}

/// Why no header can be compared with here, if so.
pub fn no_tools() -> Option<String> {
    clang::load_libclang()
        .err()
        .or_else(|| crate::compiler::find().err())
}
