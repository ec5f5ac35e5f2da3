//! What the build script of cuda-mem-sys does with the toolkits that a machine may or may not have: which bindings are
//! compiled, what dependents are told, and what people read.
//!
//! The search for the toolkit has tests of its own beside it; here cargo is run, on fixtures/dependant.

#![cfg(target_os = "linux")] // The places and the driver are those of Linux.

use cuda_mem_tests::fixture::{self, Built, Fixture};
use cuda_mem_tests::headers;
use cuda_mem_tests::require::skip;
use std::fs;
use std::path::{Path, PathBuf};

const BINDGEN: &str = "bindgen";
const NO_FEATURES: &str = "";

struct Dependant {
    fixture: Fixture,
}

fn dependant() -> Dependant {
    Dependant {
        fixture: Fixture::new("dependant", env!("CARGO_TARGET_TMPDIR")),
    }
}

impl Dependant {
    /// Builds with feature `bindgen` and these variables, runs the program, and checks what it prints.
    #[track_caller]
    fn expect(&self, variables: &[(&str, &Path)], expected: &Expected) -> Built {
        let build = self.fixture.build(BINDGEN);
        let build = variables
            .iter()
            .fold(build, |build, (name, value)| build.env(name, value));
        let built = build.succeeds();
        self.prints(expected);
        built
    }

    #[track_caller]
    fn prints(&self, expected: &Expected) {
        let nowhere = Path::new("/nonexistent/libcuda.so.1");
        let printed = fixture::run(&self.fixture.program(), &[("CUDA_MEM_DRIVER", nowhere)]);
        let (version, include) = match &expected.header {
            Some((version, dir)) => (version.to_string(), dir.display().to_string()),
            None => ("(not told)".to_string(), "(not told)".to_string()),
        };
        let wanted = format!(
            "bindings: {}\nversion: {version}\ninclude: {include}\nCUDA_VERSION: {}\ncuMemAlloc: 303\n",
            expected.bindings, expected.constant
        );
        assert!(
            printed.starts_with(&wanted),
            "printed:\n{printed}wanted:\n{wanted}"
        );
    }
}

/// What the program on top shows.
struct Expected {
    bindings: &'static str,
    /// The version and folder that the build script told.
    header: Option<(u32, PathBuf)>,
    /// `CUDA_VERSION` of the bindings.
    constant: u32,
}

const SHIPPED: u32 = cuda_mem::sys::CUDA_VERSION;

fn shipped(header: Option<(u32, &Path)>) -> Expected {
    Expected {
        bindings: "shipped",
        header: header.map(|(version, dir)| (version, dir.to_path_buf())),
        constant: SHIPPED,
    }
}

fn from_header(version: u32, dir: &Path) -> Expected {
    Expected {
        bindings: "header",
        header: Some((version, dir.to_path_buf())),
        constant: version,
    }
}

/// The folder of a version's cuda.h, where that and libclang are there to read it.
fn header(version: &str) -> Option<PathBuf> {
    if let Err(reason) = clang_sys::load() {
        skip("libclang", &reason);
        return None;
    }
    headers::dir_or_skip(version)
}

/// A folder with a copy of a version's cuda.h, changed.
fn changed(version: &str, change: impl Fn(&str) -> String) -> Option<tempfile::TempDir> {
    let dir = header(version)?;
    let text = fs::read(dir.join("cuda.h")).expect("the header");
    let new = tempfile::tempdir().expect("a folder");
    let text = change(&String::from_utf8_lossy(&text));
    fs::write(new.path().join("cuda.h"), text).expect("the header's copy");
    Some(new)
}

#[track_caller]
fn assert_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

/// One warning, in whose lines all of these stand.
#[track_caller]
fn assert_warning(built: &Built, parts: &[&str]) {
    assert_parts(&built.warnings().join("\n"), parts);
}

#[track_caller]
fn assert_no_warning(built: &Built) {
    assert_eq!(built.warnings(), Vec::<&str>::new());
}

/// A toolkit in a place that the build script searches unasked; the tests cannot hide it.
fn conventional_toolkit() -> Option<PathBuf> {
    let roots = ["/usr/local", "/opt", "/usr/include", "/usr/lib", "/opt/nvidia"];
    let names = ["cuda", "cuda.h", "hpc_sdk"];
    let entries = roots
        .iter()
        .filter_map(|root| fs::read_dir(root).ok())
        .flatten()
        .flatten();
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        names.contains(&&*name) || name.starts_with("cuda-")
    })
}

#[test]
fn without_a_toolkit_the_shipped_bindings_are_used_and_the_warning_says_where_it_looked() {
    if let Some(path) = conventional_toolkit() {
        return skip("no-toolkit", &format!("{} may hold a toolkit", path.display()));
    }
    let built = dependant().expect(&[], &shipped(None));
    assert_warning(
        &built,
        &[
            "the shipped bindings are used: no CUDA header found for ",
            "/usr/local/cuda/include/cuda.h",
            "/opt/cuda/include/cuda.h",
            "/usr/include/cuda.h",
            "Set CUDA_PATH to a toolkit's root, or CUDA_MEM_HEADER_DIR to the folder that holds cuda.h",
        ],
    );
    assert!(!built.has_cfg("cuda_mem_sys_from_header"));
}

#[test]
fn a_variable_that_names_no_toolkit_stops_the_build() {
    let dependant = dependant();
    let wrong = |fixture: &Fixture| fixture.build(BINDGEN).env("CUDA_PATH", "/nonexistent");
    let message = wrong(&dependant.fixture).fails();
    assert_parts(
        &message,
        &[
            "error: CUDA_PATH=/nonexistent names no folder with a CUDA header",
            "/nonexistent/cuda.h: ",
            "/nonexistent/include/cuda.h: ",
            "/nonexistent/nvidia/cuda_runtime/include/cuda.h: ",
            "Set CUDA_PATH to a toolkit's root, or CUDA_MEM_HEADER_DIR to the folder that holds cuda.h",
            "or unset CUDA_PATH",
        ],
    );
    // One message: Cargo indents what the script said.
    assert_eq!(message.matches("  error: ").count(), 1, "{message}");
    // Without bindgen there is nothing to find.
    let built = dependant
        .fixture
        .build(NO_FEATURES)
        .env("CUDA_PATH", "/nonexistent")
        .succeeds();
    assert_no_warning(&built);
    dependant.prints(&shipped(None));
}

#[test]
fn a_header_of_the_shipped_version_gives_the_shipped_bindings() {
    let Some(dir) = header("13.5") else {
        return;
    };
    let built = dependant().expect(&[("CUDA_PATH", &dir)], &from_header(SHIPPED, &dir));
    assert_no_warning(&built);
    assert!(built.has_cfg("cuda_mem_sys_from_header"));
    let generated = built.generated();
    let own = fixture::root().join("cuda-mem-sys/src/bindings");
    for name in [
        "constants.rs",
        "functions.rs",
        "layout.rs",
        "per_thread.rs",
        "types.rs",
    ] {
        let shipped = fs::read_to_string(own.join(name)).expect("a shipped file");
        assert!(generated[name] == shipped, "{name} differs from the shipped one");
    }
}

/// Declarations that no header has.
const MADE_UP: &str = "
typedef enum CUborrowUntil_enum { CU_BORROW_UNTIL_DAWN = 1, CU_BORROW_UNTIL_DUSK = 2 } CUborrowUntil;
typedef struct CUborrowTerms_st { size_t bytes; CUborrowUntil until; } CUborrowTerms;
CUresult cuMemBorrow(CUdeviceptr *dptr, const CUborrowTerms *terms);
";

#[test]
fn a_newer_header_adds_to_the_api() {
    let newer = |text: &str| {
        let text = text.replacen("#define CUDA_VERSION 13050", "#define CUDA_VERSION 13990", 1);
        let end = text.rfind("#endif").expect("the include guard's end");
        format!("{}{MADE_UP}{}", &text[..end], &text[end..])
    };
    let Some(dir) = changed("13.5", newer) else { return };
    let dir = dir.path();
    assert!(!dir.join("cudaTypedefs.h").exists());
    let dependant = dependant();
    let built = dependant.expect(&[("CUDA_MEM_HEADER_DIR", dir)], &from_header(13990, dir));
    assert_warning(
        &built,
        &["is of CUDA 13.99, newer than", "tested with (CUDA 13.5)"],
    );
    // What the header beside it would say: an older function's version is the shipped one, a new one's the header's.
    let functions = &built.generated()["functions.rs"];
    assert_parts(
        functions,
        &[
            "cuMemBorrow, since 13.99, symbol \"cuMemBorrow\"",
            "cuMemAlloc, since 3.2, symbol",
        ],
    );
    // The new function reaches the driver, with the new record.
    let driver = dir.join("libcuda.so.1");
    fixture::shared_library(&fixture::file("driver.c"), &driver);
    let printed = fixture::run(&dependant.fixture.program(), &[("CUDA_MEM_DRIVER", &driver)]);
    assert_parts(
        &printed,
        &[
            "driver: cuMemBorrow\n",
            "cuMemBorrow: 0 64002 CU_BORROW_UNTIL_DUSK",
        ],
    );

    // With cudaTypedefs.h beside it, the versions are the same.
    let typedefs = headers::dir("13.5").expect("found above").join("cudaTypedefs.h");
    fs::copy(typedefs, dir.join("cudaTypedefs.h")).expect("the header's copy");
    fs::write(
        dir.join("cuda.h"),
        fs::read(dir.join("cuda.h")).expect("the header"),
    )
    .expect("a newer date");
    let again = dependant.expect(&[("CUDA_MEM_HEADER_DIR", dir)], &from_header(13990, dir));
    assert!(again.generated()["functions.rs"] == *functions);
}

#[test]
fn an_older_header_is_held_against_the_shipped_bindings() {
    let dependant = dependant();
    for (name, version) in [("11.7", 11070), ("12.9", 12090), ("13.4", 13040)] {
        let Some(dir) = header(name) else {
            continue;
        };
        let built = dependant.expect(&[("CUDA_PATH", &dir)], &shipped(Some((version, &dir))));
        assert_no_warning(&built);
        assert!(built.has_cfg("cuda_mem_sys_older_header"));
        assert_parts(
            &built.generated()["layout.rs"],
            &["CUDA_MEMCPY3D, 200 bytes", "srcXInBytes: 0"],
        );
    }
}

#[test]
fn an_older_header_with_another_layout_stops_the_build() {
    let swapped = |text: &str| {
        // The first definition is the one that C programs get.
        let start = text.find("struct CUDA_MEMCPY3D_st {").expect("the record");
        let (before, record) = text.split_at(start);
        let record = record.replacen("const void *srcHost;", "CUdeviceptr other;", 1);
        let record = record.replacen("CUdeviceptr srcDevice;", "const void *srcHost;", 1);
        before.to_string() + &record.replacen("CUdeviceptr other;", "CUdeviceptr srcDevice;", 1)
    };
    let longer = |text: &str| {
        let record = "struct CUDA_MEMCPY3D_st {";
        text.replacen(record, &format!("{record} size_t unheard_of;"), 1)
    };
    let dependant = dependant();
    let Some(dir) = changed("12.9", swapped) else {
        return;
    };
    let message = dependant
        .fixture
        .build(BINDGEN)
        .env("CUDA_PATH", dir.path())
        .fails();
    assert_parts(
        &message,
        &["the offset of CUDA_MEMCPY3D::src", " differs from the header's"],
    );

    let Some(dir) = changed("12.9", longer) else {
        return;
    };
    let message = dependant
        .fixture
        .build(BINDGEN)
        .env("CUDA_PATH", dir.path())
        .fails();
    assert_parts(
        &message,
        &["CUDA_MEMCPY3D", "unheard_of", "is not in the shipped bindings"],
    );
}

/// An environment with NVIDIA's wheels in it, as Python programs use them: nobody asked cargo to look there.
fn environment(header: &Path) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let include = wheel(root.path());
    fs::create_dir_all(&include).expect("the wheel's folder");
    fs::copy(header.join("cuda.h"), include.join("cuda.h")).expect("the header's copy");
    root
}

fn wheel(root: &Path) -> PathBuf {
    root.join("lib/python3.12/site-packages/nvidia/cu13/include")
}

#[test]
fn without_libclang_a_toolkit_that_was_named_stops_the_build_and_another_does_not() {
    let Some(dir) = header("13.5") else {
        return;
    };
    let dependant = dependant();
    // libclang is looked for in this folder only, once the variable is set.
    let empty = tempfile::tempdir().expect("a folder");
    let message = dependant.fixture.build(BINDGEN);
    let message = message
        .env("CUDA_PATH", &dir)
        .env("LIBCLANG_PATH", empty.path())
        .fails();
    let named = format!("CUDA_PATH names the toolkit of {}", dir.display());
    assert_parts(
        &message,
        &[
            &named,
            "libclang",
            "was not found",
            "libclang-dev",
            "LIBCLANG_PATH",
            "unset CUDA_PATH",
        ],
    );

    let environment = environment(&dir);
    let found = wheel(environment.path());
    let variables = [
        ("VIRTUAL_ENV", environment.path()),
        ("LIBCLANG_PATH", empty.path()),
    ];
    let built = dependant.expect(&variables, &shipped(Some((SHIPPED, &found))));
    assert_warning(
        &built,
        &[
            "the shipped bindings are used: libclang",
            "was not found",
            "LIBCLANG_PATH",
        ],
    );

    // And the environment's header is used where it can be read.
    let variables = [("VIRTUAL_ENV", environment.path())];
    assert_no_warning(&dependant.expect(&variables, &from_header(SHIPPED, &found)));
}

#[test]
fn a_variable_that_names_no_libclang_is_an_error_too() {
    let Some(dir) = header("13.5") else {
        return;
    };
    // A library of this name that is another library.
    let other = tempfile::tempdir().expect("a folder");
    let source = other.path().join("other.c");
    fs::write(&source, "int other(void) { return 0; }\n").expect("a source");
    fixture::shared_library(&source, &other.path().join("libclang.so"));
    let other = other.path().to_str().expect("a plain path");
    let dependant = dependant();
    for path in ["/usr/lib/..", "..", "/", "", "relative", other] {
        let build = dependant.fixture.build(BINDGEN);
        let message = build.env("CUDA_PATH", &dir).env("LIBCLANG_PATH", path).fails();
        assert_parts(
            &message,
            &["CUDA_PATH names the toolkit", "libclang", "LIBCLANG_PATH"],
        );
    }
}

#[test]
fn libclang_without_its_headers_gives_the_same_bindings() {
    let Some(dir) = header("13.5") else {
        return;
    };
    let all = dir.parent().expect("one of several folders");
    let libclang = all.join("libclang");
    if !libclang.join("libclang.so").is_file() {
        return skip(
            "libclang-wheel",
            "there is no libclang of a Python wheel: see ci/libclang",
        );
    }
    let dependant = dependant();
    let first = dependant.expect(&[("CUDA_PATH", &dir)], &from_header(SHIPPED, &dir));
    let system = first.generated();
    // So that files of the first build cannot pass for the second one's.
    let older = header("12.9");
    let older = older.as_deref().unwrap_or(&dir);
    let variables = [("CUDA_PATH", &*dir), ("LIBCLANG_PATH", &libclang)];
    dependant.expect(
        &[("CUDA_PATH", older), ("LIBCLANG_PATH", &libclang)],
        &shipped(Some((12090, older))),
    );
    let built = dependant.expect(&variables, &from_header(SHIPPED, &dir));
    assert!(built.generated() == system);
}

#[test]
fn variables_that_disagree_are_told_of() {
    let (Some(newest), Some(older)) = (header("13.5"), header("12.9")) else {
        return;
    };
    let variables = [("CUDA_PATH", &*newest), ("CUDA_HOME", &*older)];
    let built = dependant().expect(&variables, &from_header(SHIPPED, &newest));
    assert_warning(
        &built,
        &[
            "name different CUDA headers",
            "CUDA 13.5) is used",
            "CUDA 12.9) is not",
            "CUDA_PATH is asked first",
        ],
    );
}

#[test]
fn docs_rs_builds_the_shipped_bindings_whatever_is_set() {
    let variables = [
        ("DOCS_RS", Path::new("1")),
        ("CUDA_PATH", Path::new("/nonexistent")),
    ];
    assert_no_warning(&dependant().expect(&variables, &shipped(None)));
}

#[test]
fn another_toolkit_in_the_same_variable_is_seen_at_the_next_build() {
    let (Some(newest), Some(older)) = (header("13.5"), header("12.9")) else {
        return;
    };
    let dependant = dependant();
    for _ in 0..2 {
        dependant.expect(&[("CUDA_PATH", &newest)], &from_header(SHIPPED, &newest));
        dependant.expect(&[("CUDA_PATH", &older)], &shipped(Some((12090, &older))));
    }
    // And so is another header in the same folder.
    let dir = tempfile::tempdir().expect("a folder");
    for (from, expected) in [
        (&older, shipped(Some((12090, dir.path())))),
        (&newest, from_header(SHIPPED, dir.path())),
    ] {
        fs::write(
            dir.path().join("cuda.h"),
            fs::read(from.join("cuda.h")).expect("the header"),
        )
        .expect("its copy");
        dependant.expect(&[("CUDA_PATH", dir.path())], &expected);
    }
}

/// The packages that a build of this one compiles, itself included.
fn packages(package: &str) -> Vec<String> {
    let mut cargo = fixture::cargo();
    cargo.current_dir(fixture::root());
    cargo.args([
        "tree",
        "--offline",
        "-e",
        "normal,build",
        "--prefix",
        "none",
        "-p",
        package,
    ]);
    let output = cargo.output().expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut names: Vec<String> = text
        .lines()
        .filter_map(|line| line.split(' ').next().map(str::to_string))
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn the_checked_layer_builds_few_packages() {
    let checked = packages("cuda-mem");
    assert!(checked.len() <= 5, "{checked:?}");
    assert!(checked.iter().any(|name| name == "cuda-mem-sys"), "{checked:?}");
    assert!(checked.iter().all(|name| name != "bindgen"), "{checked:?}");
    let raw = packages("cuda-mem-sys");
    assert!(raw.iter().any(|name| name == "bindgen"), "{raw:?}");
}
