//! The toolkit's headers, for crates whose build scripts read them: NVIDIA's own packages, by pip, once.

use crate::shell::{self, run};
use crate::Result;
use std::path::PathBuf;
use std::process::Command;

/// What cuda-bindings includes: cuda.h, curand.h, and what these include.
const PACKAGES: &[&str] = &[
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-curand==10.4.5.25",
    "nvidia-cuda-crt==13.5.37",
];

fn named() -> Option<PathBuf> {
    let path = std::env::var_os("CUDA_TOOLKIT_PATH").filter(|path| !path.is_empty());
    path.map(PathBuf::from)
}

/// Where they come from.
pub fn name() -> String {
    match named() {
        Some(path) => path.display().to_string(),
        None => PACKAGES.join(", ").replace("==", " "),
    }
}

/// The folder that has `include`: the one that CUDA_TOOLKIT_PATH names, else pip's.
pub fn toolkit() -> Result<PathBuf> {
    if let Some(named) = named() {
        return Ok(named);
    }
    // The folder's name has the version: another one is installed beside it.
    let all = shell::folder("headers")?;
    let place = all.join(PACKAGES.join("+"));
    let toolkit = place.join("nvidia/cu13");
    if toolkit.join("include/cuda.h").exists() {
        return Ok(toolkit);
    }
    let new = all.join("new");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args([
            "--root-user-action=ignore",
            "--no-deps",
            "--only-binary=:all:",
            "--target",
        ])
        .arg(&new)
        .args(PACKAGES);
    // What a run that was interrupted left is in the way.
    let _ = std::fs::remove_dir_all(&new);
    run(&mut pip).map_err(|reason| {
        let last = reason.lines().last().unwrap_or_default();
        format!(
            "error: CUDA_TOOLKIT_PATH names no toolkit, and pip cannot install {}: {last}",
            name()
        )
    })?;
    std::fs::rename(&new, &place).map_err(|error| format!("{}: {error}", place.display()))?;
    Ok(toolkit)
}
