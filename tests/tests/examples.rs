//! Every example, run: it verifies what it shows, leaves nothing behind, and notices what goes wrong.

use cuda_mem_tests::examples::{all, Run};
use cuda_mem_tests::fixture::root;

const ON_EMULATOR: &str = ", on the emulator (no GPU was used)";

/// On the machine's driver if there is one, wherever that is; `CUDA_MEM_REQUIRE=gpu` demands it.
#[test]
fn each_verifies_what_it_shows() {
    assert!(all().len() > 12, "{:?}", all().keys());
    for name in all().keys() {
        let mut run = Run::of(name);
        for variable in ["CUDA_MEM_REQUIRE", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(variable) {
                run = run.env(variable, value);
            }
        }
        let ended = run.end();
        let last = ended.verified();
        let verified = last.starts_with("verified: ") || last.starts_with("all verified");
        assert!(verified && last.contains(", on "), "{name}: {ended:#?}");
    }
}

#[test]
fn each_frees_what_it_allocates() {
    for name in all().keys() {
        let ended = Run::of(name)
            .env("CUDA_MEM_EMU", "leaks")
            .args(&["--emulate"])
            .end();
        let last = ended.verified();
        assert!(last.ends_with(ON_EMULATOR), "{name}: {ended:#?}");
        // Two free an address that is none, on purpose.
        let said = ended.stderr.lines();
        let leaks: Vec<_> = said
            .filter(|line| !line.ends_with("0xdead0000 is no allocation of the driver"))
            .collect();
        assert!(leaks.is_empty(), "{name}: {leaks:#?}");
    }
}

/// For each example, a call that may do nothing and say that it succeeded, and what the example says of that.
const UNDONE: &[(&str, &str, &str)] = &[
    ("tour", "cuMemcpyDtoH:2", "memcpy: element 0 is"),
    ("01_linear_copies", "cuMemcpyDtoD:1", "HtoD DtoD DtoH: element"),
    ("02_pitched_2d", "cuMemcpy2D:1", "memcpy2d: element"),
    ("03_copies_3d_and_arrays", "cuMemcpy3D:3", "a box: element"),
    ("04_mipmaps", "cuMemcpy2D:5", "level 4: element"),
    (
        "05_pinned_and_registered_host_memory",
        "cuMemcpyDtoHAsync:2",
        "registered: element",
    ),
    (
        "06_streams_and_events",
        "cuMemcpyDtoDAsync:1",
        "both streams: element",
    ),
    ("07_pools", "cuMemsetD32Async:1", "of an own pool: element"),
    (
        "08_virtual_memory_that_grows",
        "cuMemcpyHtoD:3",
        "all parts: element",
    ),
    (
        "09_ipc_between_processes",
        "cuMemcpyHtoD:1",
        "the second process ended",
    ),
    (
        "10_batch_copies",
        "cuMemcpyBatchAsync:1",
        "tiles reversed: element",
    ),
    (
        "11_whatis",
        "cuPointerGetAttributes:2",
        "it should be pinned host memory",
    ),
    (
        "12_bandwidth",
        "cuEventElapsedTime:1",
        "HtoD, pageable: it took no time",
    ),
    ("13_errors", "cuMemFree:2", "a call that must fail succeeded"),
];

#[test]
fn each_notices_what_was_not_done() {
    let listed: Vec<_> = UNDONE.iter().map(|(name, ..)| name.to_string()).collect();
    let mut sorted = listed.clone();
    sorted.sort();
    assert!(
        sorted.iter().eq(all().keys()),
        "an example without a row: {sorted:?}"
    );
    for (name, call, said) in UNDONE {
        // The code is 0.
        let ended = Run::of(name)
            .env("CUDA_MEM_EMU", format!("fail={call}:0"))
            .args(&["--emulate"])
            .end();
        ended.refused(1, &["FAILED: ", said]);
        assert!(!ended.stdout.contains("verified"), "{name}: {ended:#?}");
    }
}

#[test]
fn each_says_which_call_failed() {
    for name in all().keys() {
        let settings = "fail=cuDevicePrimaryCtxRetain:1:2";
        let ended = Run::of(name)
            .env("CUDA_MEM_EMU", settings)
            .args(&["--emulate"])
            .end();
        ended.refused(
            1,
            &["FAILED: cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY (2)"],
        );
    }
}

#[test]
fn batches_of_older_drivers() {
    for (version, by) in [
        (12080, "256 copies by one call of the older form"),
        (12060, "256 copies by a loop"),
    ] {
        let settings = format!("version={version}");
        let ended = Run::of("10_batch_copies")
            .env("CUDA_MEM_EMU", settings)
            .args(&["--emulate"])
            .end();
        assert!(ended.verified().contains(by), "{ended:#?}");
        assert!(ended.stdout.contains("which came with CUDA 13.0"), "{ended:#?}");
    }
}

#[test]
fn an_address_from_the_command_line() {
    let ask = |arguments: &[&str]| Run::of("11_whatis").args(arguments).end();
    let known = ask(&["--emulate", "0x1234"]);
    assert!(known.verified().starts_with("one address looked up"));
    assert!(
        known.stdout.contains("0x0000000000001234 is not the driver's"),
        "{known:#?}"
    );
    ask(&["--emulate", "12x"]).refused(1, &["FAILED: `12x` is no address"]);
    ask(&["1", "2", "--emulate"]).refused(1, &["FAILED: one address is asked for"]);
}

/// The table of the examples' README names each of them, and the C functions that its file names.
#[test]
fn the_table_is_complete() {
    let folder = root().join("cuda-mem/examples");
    let table = std::fs::read_to_string(folder.join("README.md")).expect("the README");
    for name in all().keys() {
        let source = std::fs::read_to_string(folder.join(format!("{name}.rs"))).expect("a source");
        let row = table.lines().find(|line| line.contains(&format!("({name}.rs)")));
        let row = row.unwrap_or_else(|| panic!("{name} has no row"));
        let head = source.lines().take_while(|line| line.starts_with("//!"));
        let functions = head.skip_while(|line| !line.contains("C functions: "));
        let text: Vec<_> = functions.map(|line| line.trim_start_matches("//!")).collect();
        for word in text.concat().split(|c: char| !c.is_alphanumeric()) {
            assert!(
                !word.starts_with("cu") || row.contains(word),
                "{name}: no {word} in {row}"
            );
        }
    }
}
