//! Every function of the driver's memory API, called for its effect and for its documented errors.
//!
//! The driver is the machine's own where it has one, else the emulator, and never the emulator with
//! `CUDA_MEM_REQUIRE=gpu`. Tests that a machine cannot run are listed as ignored, with the reason in their names; if
//! `CUDA_MEM_REQUIRE` names what they need (`gpu`, `two-gpus`), they run and fail.
//!
//! - There is one file for each family of cuda-mem. It starts with a `tests!` list: each test, the C functions whose
//!   effect or errors it shows, and what it needs if that is more than a GPU. The program in tests/coverage reads these
//!   lists, and fails where a function is in none, or a test is listed twice or never run.
//! - Expectations come from a real device: the rows of data/h200-answers.tsv by `recorded`, and what was seen in later
//!   runs as `Measured on H200`. Where drivers may differ, a test names all codes that are right.
//! - Each test starts with the primary context of device 0 current (support.rs), and ends all that it made (guards.rs).
//!   What two processes share, or what may end the process, is a part that this program plays when a test starts it
//!   again (child.rs). Copies are held against plain Rust (volume.rs).
//! - Nothing is repeated to pass. On a GPU, `ci/gpu run` gives each test a process of its own.

#![deny(unsafe_op_in_unsafe_fn)]

mod alloc;
mod array;
mod child;
mod copy;
mod copy2d;
mod copy3d;
mod copy_array;
mod copy_batch;
mod decompress;
#[cfg(unix)]
mod descriptors;
mod device;
#[cfg(unix)]
mod fds;
#[cfg(unix)]
mod fork;
mod guards;
#[cfg(windows)]
mod handles;
mod host;
mod ipc;
mod managed;
mod mipmap;
mod multicast;
mod notification;
mod pages;
mod peer;
mod pointer;
mod pool;
mod prefetch;
mod set;
mod shareable;
mod since;
mod sparse;
mod stream_alloc;
mod support;
mod vmm;
mod volume;

use libtest_mimic::{Arguments, Trial};
use support::Test;

/// All families. A family's file gives its tests with the C functions that each of them covers.
fn all() -> Vec<Test> {
    [
        device::TESTS,
        notification::TESTS,
        alloc::TESTS,
        host::TESTS,
        managed::TESTS,
        prefetch::TESTS,
        pointer::TESTS,
        ipc::TESTS,
        copy::TESTS,
        copy_array::TESTS,
        copy2d::TESTS,
        copy3d::TESTS,
        copy_batch::TESTS,
        peer::TESTS,
        set::TESTS,
        array::TESTS,
        mipmap::TESTS,
        decompress::TESTS,
        vmm::TESTS,
        shareable::TESTS,
        #[cfg(windows)]
        handles::TESTS,
        sparse::TESTS,
        pool::TESTS,
        stream_alloc::TESTS,
        multicast::TESTS,
    ]
    .concat()
}

/// What this program does when a test has started it again.
fn parts() -> Vec<child::Part> {
    [alloc::PARTS, ipc::PARTS, prefetch::PARTS].concat()
}

fn main() {
    let driver = cuda_mem_tests::driver::choose();
    child::play(&parts());
    eprintln!("{driver}");
    let mut arguments = Arguments::from_args();
    // Tests share devices, and some count what is allocated on them.
    arguments.test_threads = Some(1);
    let machine = support::Machine::look();
    let trials = all().into_iter().map(|test| {
        let missing = machine.lacks(test.need);
        let reason = missing.map_or(String::new(), |reason| format!("skipped: {reason}"));
        let ignored = missing.is_some() && !cuda_mem_tests::require::is_required(test.need.name());
        let run = move || {
            support::with_context(test.run);
            Ok(())
        };
        Trial::test(test.name, run)
            .with_kind(reason)
            .with_ignored_flag(ignored)
    });
    let trials = trials.collect();
    libtest_mimic::run(&arguments, trials).exit();
}
