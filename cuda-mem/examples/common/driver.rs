//! The driver that an example runs on: the machine's own, else the emulator.

use cuda_mem::sys::{self, LoadError, CUDA_ERROR_NO_DEVICE, CUDA_ERROR_STUB_LIBRARY};
use std::io::Write;
use std::process::{Command, ExitCode};

/// The argument that chooses the emulator.
pub const EMULATE: &str = "--emulate";

/// There is nothing to run on.
const NOTHING: u8 = 2;

/// Chooses the driver and initializes it; says whether it is the emulator. An error is this program's exit code, whose
/// reason is printed.
pub fn choose(loud: bool) -> Result<bool, ExitCode> {
    let emulate_it = std::env::args_os().any(|argument| argument == EMULATE);
    if emulate_it {
        if requires_gpu() {
            return Err(nothing(&format!(
                "{EMULATE} asks for the emulator, and CUDA_MEM_REQUIRE for a GPU"
            )));
        }
        emulate().map_err(|reason| nothing(&reason))?;
    } else if let Err(error) = sys::load() {
        instead_of_driver(&error, loud)?;
    }
    match cuda_mem::init(0).and_then(|()| cuda_mem::device_get_count()) {
        Ok(0) => Err(without_gpu("it has no device")),
        Ok(_) => Ok(is_emulator(loud)),
        Err(error) if [CUDA_ERROR_NO_DEVICE, CUDA_ERROR_STUB_LIBRARY].contains(&error.code()) => {
            Err(without_gpu(&error.to_string()))
        }
        // A GPU that does not work is no reason to show something else.
        Err(error) => {
            eprintln!("FAILED: {error}\nTo see this on the emulator: give the argument {EMULATE}");
            Err(ExitCode::FAILURE)
        }
    }
}

/// What was chosen.
fn is_emulator(loud: bool) -> bool {
    let driver = sys::driver();
    let emulator = driver.map_or(false, |driver| driver.source() == sys::Source::Resolver);
    if loud {
        match driver.and_then(|driver| driver.path()) {
            _ if emulator => println!("driver           the emulator, on host memory: no GPU is used"),
            Some(path) => println!("driver           {}", path.display()),
            None => println!("driver           the machine's own"),
        }
    }
    emulator
}

/// Puts the emulator in the place of a driver that was not found.
fn instead_of_driver(error: &LoadError, loud: bool) -> Result<(), ExitCode> {
    if is_told() {
        return Err(nothing(&error.to_string()));
    }
    emulate().map_err(|reason| nothing(&format!("{error}\nThe emulator cannot take its place: {reason}")))?;
    if loud {
        let tried: Vec<_> = error
            .attempts()
            .iter()
            .map(|attempt| attempt.path().display().to_string())
            .collect();
        println!(
            "No CUDA driver was found on this machine. Tried: {}.",
            tried.join(", ")
        );
        // One that is there and does not load is news.
        for attempt in error
            .attempts()
            .iter()
            .filter(|attempt| !attempt.reason().contains("No such file"))
        {
            println!("  {attempt}");
        }
        println!(
            "So this runs on the emulator, not on a GPU. CUDA_MEM_REQUIRE=gpu makes it an error, which says how to get a \
             driver.\n"
        );
    }
    Ok(())
}

/// A driver was loaded, and stays: only another process can have the emulator.
fn without_gpu(reason: &str) -> ExitCode {
    let driver = sys::driver().and_then(|driver| driver.path());
    let driver = driver.map_or(String::new(), |path| format!(" ({})", path.display()));
    let found = format!("There is a CUDA driver{driver}, but no GPU for it: {reason}");
    if is_told() || is_emulator(false) {
        return nothing(&found);
    }
    println!(
        "{found}.\nSo this runs on the emulator, not on a GPU. CUDA_MEM_REQUIRE=gpu makes it an error.\n"
    );
    // Before what the other process prints.
    let _ = std::io::stdout().flush();
    let again = std::env::current_exe().and_then(|program| {
        let arguments = std::env::args_os().skip(1);
        Command::new(program).args(arguments).arg(EMULATE).status()
    });
    match again.map(|status| status.code()) {
        // What a process ends with fits into a byte, but on Windows after a crash.
        Ok(code) => code.map_or(ExitCode::FAILURE, |code| {
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }),
        Err(error) => nothing(&format!("this program could not be started again: {error}")),
    }
}

/// Whether the environment says what to run on.
fn is_told() -> bool {
    requires_gpu() || std::env::var_os("CUDA_MEM_DRIVER").map_or(false, |path| !path.is_empty())
}

/// Whether `CUDA_MEM_REQUIRE`, a list with commas, names the GPU.
fn requires_gpu() -> bool {
    let list = std::env::var("CUDA_MEM_REQUIRE").unwrap_or_default();
    list.split(',').any(|part| part.trim() == "gpu")
}

fn nothing(reason: &str) -> ExitCode {
    eprintln!("{reason}");
    ExitCode::from(NOTHING)
}

#[cfg(any(target_os = "linux", windows))]
fn emulate() -> Result<(), String> {
    cuda_mem_emu::install().map_err(|error| error.to_string())
}

#[cfg(not(any(target_os = "linux", windows)))]
fn emulate() -> Result<(), String> {
    Err("the emulator runs on Linux and Windows only".to_string())
}
