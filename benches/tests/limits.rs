//! The limits that do not depend on the machine's speed: instructions of a call, of the first call, and the code that a
//! checked call compiles to.

use cuda_mem_bench::contenders::{C, CHECKED, RAW};
use cuda_mem_bench::{callgrind, calls, limits, shell, start};
use cuda_mem_tests::require;
use std::process::Command;

fn none(missed: Vec<String>) {
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

fn has_valgrind() -> bool {
    let there = callgrind::is_there();
    if !there {
        require::skip(
            "valgrind",
            "it is not installed (Debian: apt-get install valgrind)",
        );
    }
    there
}

/// All that callgrind counts, in one test: its programs and its files are shared.
#[test]
fn calls_and_the_first_call_take_no_more_instructions_than_allowed() {
    if !has_valgrind() {
        return;
    }
    for code in [0, 2] {
        let of = |contender| calls::measure(contender, code).unwrap();
        let found = calls::verdicts(code, &of(&C), &of(&RAW), &of(&CHECKED));
        none(limits::missed(&found));
    }
    for contender in [RAW, CHECKED] {
        let start = start::measure(&contender).unwrap();
        none(limits::missed(&start::verdicts(contender.name, &start)));
    }
}

#[test]
fn a_result_is_two_registers_wide() {
    assert_eq!(std::mem::size_of::<cuda_mem::Error>(), 16);
    assert_eq!(std::mem::size_of::<cuda_mem::Result<()>>(), 16);
}

/// Else their times would say where the compiler happened to put them (contenders/place.rs).
#[cfg(target_arch = "x86_64")]
#[test]
fn the_copies_of_a_loop_lie_at_four_places() {
    if !shell::has("objdump") {
        return require::skip(
            "objdump",
            "it is not installed (Debian: apt-get install binutils)",
        );
    }
    for contender in [C, RAW, CHECKED] {
        let mut objdump = Command::new("objdump");
        objdump.args(["--disassemble", "--no-show-raw-insn", "-C"]);
        let output = shell::run(objdump.arg(contender.calls().unwrap())).unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let mut inside = false;
        let mut places = Vec::new();
        for line in text.lines() {
            if line.ends_with(">:") {
                inside = line.contains("memcpy_dtod_async");
                continue;
            }
            // `  1f00:	jne    1ef0 <function+0x20>`: back to the loop's first instruction.
            let words: Vec<&str> = line.split_whitespace().collect();
            if let (true, [at, jump, to, ..]) = (inside, &words[..]) {
                let (at, to) = (number(at.trim_end_matches(':')), number(to));
                let conditional = jump.starts_with('j') && *jump != "jmp";
                if let (true, Some(at), Some(to)) = (conditional, at, to) {
                    places.extend((to < at).then_some(to % 64));
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 4, "{}: {places:?}", contender.name);
    }
}

/// `probe_mem_free` of contenders/checked.rs is one checked call. Its code must be: the call, one compare, a jump that is
/// not taken, the return; after that, out of the way, what makes the error.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_checked_call_compiles_to_one_compare_and_a_cold_path() {
    if !shell::has("objdump") {
        return require::skip(
            "objdump",
            "it is not installed (Debian: apt-get install binutils)",
        );
    }
    let program = CHECKED.calls().unwrap();
    let mut objdump = Command::new("objdump");
    objdump.args([
        "--disassemble=probe_mem_free",
        "--no-show-raw-insn",
        "--no-addresses",
        "-C",
    ]);
    let output = shell::run(objdump.arg(program)).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let code: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("<probe_mem_free>:"))
        .skip(1)
        .map(str::trim)
        .take_while(|line| !line.starts_with("Disassembly"))
        .filter(|line| !line.is_empty() && !line.starts_with("int3") && !line.starts_with("nop"))
        .collect();
    let end = code
        .iter()
        .position(|line| line.starts_with("ret"))
        .expect("it returns")
        + 1;
    let (hot, cold) = code.split_at(end);
    let mnemonics = |code: &[&str], start: &str| code.iter().filter(|line| line.starts_with(start)).count();
    let shown = code.join("\n");
    // The driver's function is the only one that is called: no allocation, no helper.
    assert_eq!(mnemonics(hot, "call"), 1, "{shown}");
    assert_eq!(mnemonics(hot, "j"), 1, "{shown}");
    assert_eq!(mnemonics(hot, "test"), 1, "{shown}");
    // The result goes back in registers: nothing is written through a pointer.
    assert_eq!(
        hot.iter()
            .filter(|line| line.starts_with("mov") && line.ends_with(')'))
            .count(),
        0,
        "{shown}"
    );
    assert!(hot.len() <= 9, "{} instructions:\n{shown}", hot.len());
    // The error is its code and the function's name, in registers: nothing is called to make it.
    assert_eq!(mnemonics(cold, "call") + mnemonics(cold, "j"), 0, "{shown}");
    assert!(cold.len() <= 6, "{} instructions:\n{shown}", cold.len());
}
