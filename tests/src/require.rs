//! Parts that a machine may lack: a GPU, a second one, the headers, a tool. A test that needs one and does not find it
//! is skipped in the open, or fails if `CUDA_MEM_REQUIRE` names the part.

use std::io::Write;

/// Whether `CUDA_MEM_REQUIRE`, a list with commas, names this part.
pub fn is_required(part: &str) -> bool {
    let list = std::env::var("CUDA_MEM_REQUIRE").unwrap_or_default();
    list.split(',').any(|name| name.trim() == part)
}

/// For a part that is absent: fails if it is required, else prints the skip (with the prefix that runners count).
pub fn skip(part: &str, reason: &str) {
    assert!(!is_required(part), "CUDA_MEM_REQUIRE names {part}, but {reason}");
    // Not by eprintln!, which the test harness keeps to itself when a test passes.
    let _ = writeln!(std::io::stderr(), "SKIPPED (needs {part}): {reason}");
}
