//! What only the inside can show: the search over candidates, without the system's own.

use super::*;
use crate::bindings::types::*;
use std::path::PathBuf;
use std::string::ToString;
use std::vec::Vec;

#[test]
fn names_come_before_folders_and_nothing_is_a_stub() {
    let all: Vec<PathBuf> = candidates::usual().map(Cow::into_owned).collect();
    if cfg!(not(any(
        windows,
        target_os = "linux",
        target_os = "android",
        target_os = "nto"
    ))) {
        return assert!(all.is_empty(), "{all:?}");
    }
    assert_eq!(all.first(), Some(&PathBuf::from(candidates::NAME)));
    let text = |path: &PathBuf| path.display().to_string();
    assert!(all.iter().map(text).all(|path| !path.contains("stubs")));
    if cfg!(windows) {
        assert_eq!(all.len(), 1, "{all:?}");
    } else {
        assert!(
            all.contains(&PathBuf::from("/usr/lib/wsl/lib/libcuda.so.1")),
            "{all:?}"
        );
        assert!(
            all.contains(&PathBuf::from("/run/opengl-driver/lib/libcuda.so.1")),
            "{all:?}"
        );
    }
}

/// As on macOS.
#[test]
fn where_there_is_no_driver_nothing_is_said_to_be_tried() {
    let error = first_of(core::iter::empty()).expect_err("no candidate");
    assert_eq!(error.code(), CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    let text = error.to_string();
    let start = std::format!(
        "there is no CUDA driver for this system ({})",
        std::env::consts::OS
    );
    assert!(
        text.starts_with(&start) && text.contains("CUDA_MEM_DRIVER"),
        "{text}"
    );
    assert!(!text.contains("tried") && !text.contains("install"), "{text}");
}

#[test]
fn every_attempt_is_in_the_error() {
    let missing = [
        PathBuf::from("/nonexistent/libcuda.so.1"),
        PathBuf::from("/nonexistent/too.so"),
    ];
    let error = first_of(missing.iter().cloned().map(Cow::Owned)).expect_err("neither is there");
    assert_eq!(error.code(), CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    let text = error.to_string();
    for path in &missing {
        assert!(text.contains(&path.display().to_string()), "{text}");
    }
    assert!(
        text.contains("CUDA_MEM_DRIVER") && text.contains("nvidia-smi"),
        "{text}"
    );
}
