//! One file serves every 64-bit target: the bindings made for each of them are the same text.

use crate::build::model::Model;
use crate::build::render::{self, Files};
use crate::build::{header, since};
use crate::headers::Source;

/// The target whose bindings are shipped.
pub const FIRST: &str = "x86_64-unknown-linux-gnu";

/// The others that have a driver, and one whose C compiler lays out enumerations like Windows's own.
pub const OTHERS: &[&str] = &[
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "x86_64-pc-windows-gnu",
];

/// Windows's compiler has integer types of its own for two typedefs: the same types under other names.
const SPELLINGS: &[(&str, &str)] = &[
    ("pub type cuuint32_t = c_uint;", "pub type cuuint32_t = u32;"),
    ("pub type cuuint64_t = c_ulonglong;", "pub type cuuint64_t = u64;"),
];
const _: (u32, u64) = (
    0 as cuda_mem_sys::ctypes::c_uint,
    0 as cuda_mem_sys::ctypes::c_ulonglong,
);

/// The bindings that the build script would make.
pub fn files(source: &Source, model: &Model) -> Files {
    let typedefs = since::read(&source.text("cudaTypedefs.h"));
    let (major, minor) = source.version.split_once('.').expect("major.minor");
    let number = |text: &str| text.parse::<u32>().expect("a number");
    // As the build script does for functions that cudaTypedefs.h of this version does not know.
    let since = |symbol: &str| {
        let version = number(major) * 1000 + number(minor) * 10;
        typedefs.version(symbol).or(Some(version))
    };
    let header = header::read(&source.text("cuda.h"));
    let origin = format!("the cuda.h of CUDA {}", source.version);
    let files = render::files(model, &header, &since, &origin);
    let mut files = files.unwrap_or_else(|error| panic!("CUDA {}: {error}", source.version));
    for (windows, elsewhere) in SPELLINGS {
        files.types = files.types.replace(windows, elsewhere);
    }
    files
}

/// Fails with the first line that differs.
pub fn check_same(what: &str, expected: &Files, found: &Files) {
    for ((name, expected), (_, found)) in expected.named().into_iter().zip(found.named()) {
        let mut lines = expected.lines().zip(found.lines()).enumerate();
        if let Some((line, (expected, found))) = lines.find(|(_, (a, b))| a != b) {
            panic!("{what}: {name}:{}: `{found}` in place of `{expected}`", line + 1);
        }
        assert_eq!(
            expected.lines().count(),
            found.lines().count(),
            "{what}: the length of {name}"
        );
    }
}

/// The files as the repository ships them.
pub fn shipped() -> Files {
    macro_rules! file {
        ($name:literal) => {
            include_str!(concat!("../../../cuda-mem-sys/src/bindings/", $name)).to_string()
        };
    }
    Files {
        types: file!("types.rs"),
        constants: file!("constants.rs"),
        functions: file!("functions.rs"),
        per_thread: file!("per_thread.rs"),
        layout: file!("layout.rs"),
    }
}
