//! Feature `export`: C code in the same program calls the driver through this crate, with no library of NVIDIA's at
//! link time.

#![cfg(target_os = "linux")] // Shared libraries are made and looked at as on Linux.

use cuda_mem_tests::fixture::{self, tool, Fixture};
use cuda_mem_tests::headers;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a Rust static library needs of the system.
const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm", "-lrt", "-lgcc_s"];

/// Compiles and links the C program with these flags.
fn link(archive: &Path, flags: &[OsString], program: PathBuf) -> PathBuf {
    let files = ["exported/caller.c", "exported/older.c"].map(|name| fixture::file(name).into_os_string());
    let strict = ["-Wall", "-Wextra", "-Werror", "-o"].map(OsString::from);
    let system = SYSTEM.iter().map(OsString::from).collect::<Vec<_>>();
    let all = [
        &strict[..],
        &[program.clone().into()],
        flags,
        &files,
        &[archive.into()],
        &system,
    ]
    .concat();
    let arguments: Vec<_> = all.iter().map(OsString::as_os_str).collect();
    fixture::cc(&arguments);
    program
}

#[test]
fn c_code_calls_through_the_crate() {
    let exported = Fixture::new("exported", env!("CARGO_TARGET_TMPDIR"));
    exported.build("").succeeds();
    let dir = tempfile::tempdir().expect("a folder");
    let driver = dir.path().join("libcuda.so.1");
    fixture::shared_library(&fixture::file("driver.c"), &driver);

    let header = headers::dir_or_skip("13.5").map(|header| {
        let include = [OsString::from("-isystem"), header.into(), "-DWITH_CUDA_H".into()];
        include.to_vec()
    });
    for (name, include) in [("prototypes", Some(Vec::new())), ("header", header)] {
        let Some(include) = include else { continue };
        for (form, flag) in [
            ("", None),
            ("_ptds", Some("-DCUDA_API_PER_THREAD_DEFAULT_STREAM")),
        ] {
            let flags = [include.clone(), flag.map(OsString::from).into_iter().collect()].concat();
            let program = link(
                &exported.archive(),
                &flags,
                dir.path().join(format!("{name}{form}")),
            );
            let needed = tool("readelf", &["-d".as_ref(), program.as_ref()]);
            assert!(
                needed.contains("libc.so") && !needed.contains("libcuda"),
                "{needed}"
            );

            let printed = fixture::run(&program, &[("CUDA_MEM_DRIVER", &driver)]);
            let wanted = format!(
                "driver: cuMemAlloc_v2\ndriver: cuMemcpyHtoD_v2{form}\ndriver: cuMemcpyDtoH_v2{form}\n\
                 driver: cuMemAdvise\ncaller: 0, from C to the device and back\n"
            );
            assert_eq!(printed, wanted, "{name}{form}");

            let nowhere = dir.path().join("nowhere.so");
            let printed = fixture::run(&program, &[("CUDA_MEM_DRIVER", &nowhere)]);
            assert_eq!(printed, "caller: 303, the bytes differ\n", "{name}{form}");
        }
    }
}

#[test]
fn every_function_has_its_c_name_in_the_archive() {
    let exported = Fixture::new("exported", env!("CARGO_TARGET_TMPDIR"));
    exported.build("").succeeds();
    let listing = tool("nm", &["--defined-only".as_ref(), exported.archive().as_ref()]);
    let defined: Vec<&str> = listing.lines().filter_map(global_function).collect();
    let defined: BTreeSet<&str> = defined
        .into_iter()
        .filter(|name| name.starts_with("cu"))
        .collect();
    let functions: Vec<_> = cuda_mem::sys::functions().collect();
    let plain: BTreeSet<&str> = functions.iter().map(|function| function.symbol()).collect();
    let per_thread: BTreeSet<&str> = functions.iter().filter_map(|f| f.per_thread_symbol()).collect();
    // 492 functions of CUDA 13.5, and four that an older header gave other meanings.
    assert_eq!(plain.len(), 496);
    assert!(per_thread.len() > 80, "{}", per_thread.len());
    let wanted: BTreeSet<&str> = plain.union(&per_thread).copied().collect();
    assert_eq!(defined, wanted);
}

/// The symbol of a line of nm's, if it is a function that other objects see.
fn global_function(line: &str) -> Option<&str> {
    let mut words = line.split(' ').rev();
    let name = words.next()?;
    (words.next() == Some("T")).then_some(name)
}
