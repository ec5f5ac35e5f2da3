//! The folders that are searched besides the system's own, filled in a private view of the file system.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe::{no_driver_here, Probe};
use cuda_mem_tests::stub::{can_build, Stub};
use cuda_mem_tests::{probe, require, runner};
use std::process::Command;
use tempfile::tempdir;

/// Lays a writable layer over the folder's first two levels, then puts a library there and runs the rest of the
/// arguments. All of it goes when the process ends. Arguments: the layer's base, library, folder, command…
const SCRIPT: &str = r#"
set -e
base=$1 library=$2 folder=$3
shift 3
top=$(echo "$folder" | cut -d/ -f1-2)
mount -t tmpfs tmpfs "$base"
mkdir "$base/upper" "$base/work"
cp "$library" "$base/library"
if [ "$top" = /usr ]; then
    mount -t overlay overlay -o "lowerdir=$top,upperdir=$base/upper,workdir=$base/work" "$top"
else
    mount -t tmpfs tmpfs "$top"
fi
mkdir -p "$folder"
cp "$base/library" "$folder/libcuda.so.1"
exec "$@"
"#;

#[test]
fn wsl() {
    found_in("/usr/lib/wsl/lib");
}

#[test]
fn nixos() {
    found_in("/run/opengl-driver/lib");
}

/// Jetson's folders, of newer and of older releases.
#[cfg(target_arch = "aarch64")]
#[test]
fn jetson() {
    found_in("/usr/lib/aarch64-linux-gnu/nvidia");
    found_in("/usr/lib/aarch64-linux-gnu/tegra");
}

#[test]
fn debians_alternatives() {
    found_in(&format!(
        "/usr/lib/{}-linux-gnu/nvidia/current",
        std::env::consts::ARCH
    ));
}

#[test]
fn forward_compatibility() {
    found_in("/usr/local/cuda/compat");
}

fn found_in(folder: &str) {
    if !can_build() || !no_driver_here(probe!()) {
        return;
    }
    let scratch = tempdir().expect("a folder");
    let library = Stub::all().put(scratch.path(), "library");
    let base = scratch.path().join("base");
    std::fs::create_dir(&base).expect("a folder");
    let inside = |program: &[String]| {
        let mut command = Command::new("unshare");
        command
            .args(["-m", "sh", "-c", SCRIPT, "sh"])
            .arg(&base)
            .arg(&library)
            .arg(folder)
            .args(program);
        command
    };
    match inside(&["true".to_string()]).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => return require::skip("mount", String::from_utf8_lossy(&output.stderr).trim()),
        Err(error) => return require::skip("mount", &format!("unshare does not run: {error}")),
    }
    let mut program = runner::words();
    program.push(env!("CARGO_BIN_EXE_probe").to_string());
    let answers = Probe::wrapped(inside(&program)).run(&["raw cuInit", "load"]);
    let code = cuda_mem_tests::stub::code_of("cuInit").to_string();
    assert_eq!(answers, [code, format!("Ok Library {folder}/libcuda.so.1")]);
}
