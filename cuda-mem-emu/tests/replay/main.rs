//! Replays what a real device was asked, and compares the emulator's answers with the device's.
//!
//! The recording is tests/data/h200-answers.tsv: one process, in this order, later cases on the state that earlier ones
//! left. The comparison runs twice, with the emulator's own strictness and with the setting `hardware`, and prints how
//! many rows are equal, different on purpose, and different. Only the last must be none.
//!
//! On a machine with a GPU, `REPLAY_DRIVER=1` asks its driver instead, and prints where that differs from the recording:
//! other devices and drivers may.

mod arrays;
mod boxes;
mod ledger;
mod machine;
mod memory;
#[path = "../common/runner.rs"]
mod runner;
mod sets;
mod shared;
mod symbols;
mod virtuals;

use ledger::Ledger;

/// Rows that differ on purpose: the case, the emulator's code, and why.
const DELIBERATE: &[(&str, &str, &str)] = &[
    (
        "HtoD overrun 2x",
        "CUDA_ERROR_INVALID_VALUE",
        "past the end of an allocation",
    ),
    (
        "HtoDAsync bad stream 0x3",
        "CUDA_ERROR_INVALID_HANDLE",
        "a handle that was never created",
    ),
    (
        "getProcAddress cuMemAlloc 2000",
        "CUDA_SUCCESS",
        "32-bit forms are absent",
    ),
    (
        "getProcAddress cuMemcpyHtoD 2000",
        "CUDA_SUCCESS",
        "32-bit forms are absent",
    ),
    (
        "getProcAddress cuMemcpyHtoDAsync 2000",
        "CUDA_SUCCESS",
        "32-bit forms are absent",
    ),
    (
        "getProcAddress cuMemGetAddressRange 2000",
        "CUDA_SUCCESS",
        "32-bit forms are absent",
    ),
];

/// Set: the machine's own driver is asked.
const DRIVER: &str = "REPLAY_DRIVER";

fn asks_the_driver() -> bool {
    std::env::var_os(DRIVER).is_some()
}

/// The emulator, unless the machine's own driver is to be asked. Before the first call.
fn choose_driver() {
    if !asks_the_driver() {
        cuda_mem_emu::install().expect("no driver was called before");
    }
}

fn main() {
    if let Some(handle) = std::env::var_os("REPLAY_OPEN") {
        return shared::child(&handle.to_string_lossy());
    }
    if std::env::var_os("REPLAY").is_some() {
        return machine::replay(&mut Ledger);
    }
    if asks_the_driver() {
        println!("this machine's driver: {}", ledger::in_child("quiet"));
        return;
    }
    for settings in ["quiet", "quiet,hardware"] {
        let report = ledger::in_child(settings);
        println!("{settings}: {report}");
        assert_eq!(
            report.other, 0,
            "with {settings}, the emulator differs from the device"
        );
    }
}
