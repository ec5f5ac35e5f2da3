//! The commands. What each of them shows is in the tests that use it.

mod exit;
mod fork;
mod missing;
mod resolver;
mod threads;

use cuda_mem::sys::{self, CUresult, Driver, LoadError};
use cuda_mem_tests::{functions, wrappers};

/// Does one command.
pub fn answer(command: &str) -> String {
    let (name, argument) = command.split_once(' ').unwrap_or((command, ""));
    let lines = |lines: Vec<String>| lines.join("\n");
    match name {
        // The loader.
        "load" => loaded(sys::load()),
        // NUL cannot be in an argument, so a dollar sign stands for it, here and below.
        "load_from" => loaded(sys::load_from(argument.replace('$', "\0"))),
        "in_use" => sys::driver().is_some().to_string(),
        "version" => match sys::load() {
            Ok(driver) => format!("{:?}", driver.version().map_err(|code| code.0)),
            Err(error) => loaded(Err(error)),
        },
        "has_symbol" => sys::has_symbol(&argument.replace('$', "\0")).to_string(),
        "set_resolver" => resolver::set(argument),
        "answer" => overrule(argument),

        // One function.
        "raw" => (functions::with_symbol(argument).call)().0.to_string(),
        "checked" => checked((wrappers::of(argument).call)()),
        "raw_per_thread" => (functions::with_symbol(argument).call_per_thread)().0.to_string(),
        "checked_per_thread" => checked((wrappers::of(argument).call_per_thread)()),
        "kind" => kind((wrappers::of(argument).call)()),

        // All functions, a line for each.
        "all_raw" => lines(functions::all().map(|f| answers(f.symbol, (f.call)())).collect()),
        "all_raw_per_thread" => {
            let call = |f: &functions::Function| answers(f.symbol, (f.call_per_thread)());
            lines(functions::all().map(call).collect())
        }
        "all_checked" => lines(wrappers::ALL.iter().map(|w| checked((w.call)())).collect()),
        "all_checked_per_thread" => {
            let call = |w: &wrappers::Wrapper| checked((w.call_per_thread)());
            lines(wrappers::ALL.iter().map(call).collect())
        }

        // The process and its threads.
        "link" => link(argument),
        // SAFETY: it reads a number that the kernel gave the process.
        "has_raised_rights" => (unsafe { libc::getauxval(libc::AT_SECURE) } != 0).to_string(),
        "missing_each" => missing::each(argument),
        "threads" => threads::first_calls(),
        "fork_first" => fork::first_call_in_the_child(),
        "fork_while_resolving" => fork::while_others_resolve(),
        "fork_while_failing" => fork::while_others_fail(argument),
        "at_exit" => exit::call_at_exit(),
        "panic_strategy" => String::from(if cfg!(panic = "abort") { "abort" } else { "unwind" }),
        _ => panic!("the probe has no command `{name}`"),
    }
}

/// `Ok Library /path`, or `Err 303: text`.
fn loaded(result: Result<&'static Driver, LoadError>) -> String {
    match result {
        Ok(driver) => {
            let path = driver
                .path()
                .map_or("-".into(), |path| path.display().to_string());
            format!("Ok {:?} {path}", driver.source())
        }
        Err(error) => format!("Err {}: {error}", error.code().0),
    }
}

/// `Ok`, or `Err 2 Driver: text`.
fn checked(result: cuda_mem::Result<()>) -> String {
    match result {
        Ok(()) => String::from("Ok"),
        Err(error) => format!("Err {} {:?}: {error}", error.code().0, error.origin()),
    }
}

fn answers(symbol: &str, code: CUresult) -> String {
    format!("{symbol} {}", code.0)
}

/// Puts a file in its place while the process runs: `file place`.
fn link(argument: &str) -> String {
    let (file, place) = argument.split_once(' ').expect("two paths");
    std::fs::hard_link(file, place).expect("a link");
    String::from("Ok")
}

/// Makes all functions of the stub in use answer this code.
fn overrule(code: &str) -> String {
    let code: u32 = code.parse().expect("a code");
    let driver = sys::load().expect("a stub");
    for (name, value) in [(c"stub_answer", code), (c"stub_overruled", 1)] {
        let variable = driver.symbol(name).expect("a variable of the stub");
        // SAFETY: stubs define it as an int, and nothing else runs.
        unsafe { variable.as_ptr().cast::<u32>().write(value) };
    }
    code.to_string()
}

/// Which questions about a failed call's error are answered with yes.
fn kind(result: cuda_mem::Result<()>) -> String {
    let error = result.expect_err("a call that fails");
    let kinds = [
        ("no_device", error.is_no_device()),
        ("no_driver", error.is_no_driver()),
        ("no_symbol", error.is_no_symbol()),
    ];
    let kinds = kinds.iter().filter(|(_, is)| *is).map(|(name, _)| *name);
    kinds.collect::<Vec<_>>().join(" ")
}
