//! The C program and its two ports print the same, on the emulator as libcuda.so.1; and each ends with the name of the
//! code where a call fails.
//!
//! Needs cc, and NVIDIA's header for the C program: `CUDA_MEM_REQUIRE=cc,headers` makes their absence a failure.
#![cfg(target_os = "linux")]

use cuda_mem_tests::fixture::{cargo, root, tool};
use cuda_mem_tests::stub::Stub;
use cuda_mem_tests::{headers, require};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PRINTED: &str = "\
rows: 200 of 300 bytes, 512 apart
memory: of the device
white: 2500 bytes, from 255 to 255
freed again: CUDA_ERROR_INVALID_VALUE
";

/// The emulator under the driver's name, in a folder of its own.
fn driver(folder: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
    let mut build = cargo();
    build.current_dir(root()).env("CARGO_PROFILE_DEV_DEBUG", "0");
    build.args([
        "build",
        "--quiet",
        "--offline",
        "-p",
        "cuda-mem-emu-driver",
        "--target-dir",
    ]);
    let status = build.arg(&target).status().expect("cargo runs");
    assert!(status.success(), "the emulator does not build");
    let lib = folder.join("lib");
    fs::create_dir(&lib).expect("a new folder");
    symlink(
        target.join("debug/libcuda_mem_emu_driver.so"),
        lib.join("libcuda.so.1"),
    )
    .expect("a link");
    symlink("libcuda.so.1", lib.join("libcuda.so")).expect("a link");
    lib
}

/// Compiles the C program, if the machine can.
fn original(folder: &Path, lib: &Path) -> Option<PathBuf> {
    let header = headers::dir_or_skip("13.5")?;
    if let Err(error) = Command::new("cc").arg("--version").output() {
        require::skip("cc", &format!("there is no C compiler: {error}"));
        return None;
    }
    let program = folder.join("original");
    let source = root().join("examples/porting/original.c");
    let strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-isystem"].map(OsStr::new);
    let files: [&OsStr; 6] = [
        header.as_ref(),
        "-o".as_ref(),
        program.as_ref(),
        source.as_ref(),
        "-L".as_ref(),
        lib.as_ref(),
    ];
    tool("cc", &[&strict[..], &files, &["-lcuda".as_ref()]].concat());
    Some(program)
}

fn run(program: &Path, lib: &Path, settings: &str) -> Output {
    let mut command = Command::new(program);
    command.env_remove("CUDA_MEM_DRIVER").env("LD_LIBRARY_PATH", lib);
    command.env("CUDA_MEM_EMU", settings);
    command.output().expect("the program starts")
}

#[test]
fn original_and_ports_do_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let lib = driver(folder.path());
    // A library in which only the fill for per-thread streams fails (and the function for the code's name).
    let only_per_thread = folder.path().join("stub");
    let stub = Stub::all().answering(|symbol| match symbol {
        "cuMemsetD2D8Async_ptsz" | "cuGetErrorName" => 1,
        _ => 0,
    });
    stub.put(&only_per_thread, "libcuda.so.1");
    let ports = [env!("CARGO_BIN_EXE_raw"), env!("CARGO_BIN_EXE_checked")].map(PathBuf::from);
    for program in original(folder.path(), &lib).into_iter().chain(ports) {
        let name = program.display();
        let output = run(&program, &lib, "quiet,leaks");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{name}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), PRINTED, "{name}");

        let output = run(&program, &only_per_thread, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name} draws by another form");
        assert!(said.contains("cuMemsetD2D8Async"), "{name}: {said}");

        for (function, code, text) in [
            ("cuMemAllocPitch", 2, "CUDA_ERROR_OUT_OF_MEMORY"),
            ("cuMemcpy2D", 700, "CUDA_ERROR_ILLEGAL_ADDRESS"),
        ] {
            let output = run(&program, &lib, &format!("fail={function}:1:{code}"));
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{name} goes on after {function}");
            assert!(said.contains(function) && said.contains(text), "{name}: {said}");
        }
    }
}
