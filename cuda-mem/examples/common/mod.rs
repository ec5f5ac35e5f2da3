//! What the examples share: the choice between GPU and emulator, a context, and the comparison of data.
//!
//! The driver is the machine's own where it has one, with a GPU. Where not, the emulator takes its place, and the first
//! lines and the last one say so. It never does where the environment says what to run on: with `CUDA_MEM_REQUIRE=gpu`,
//! and where `CUDA_MEM_DRIVER` names the driver. `-- --emulate` chooses it in any case.
//!
//! Exit codes: 0 all was as it should be, 1 something was not, 2 there is no driver or no GPU, and no emulator for it.

#![allow(dead_code)] // No example uses all of it.

mod driver;

use cuda_mem::sys::{CUcontext, CUdevice, CUdevice_attribute};
use std::error::Error;
use std::fmt::Debug;
use std::process::{Command, ExitCode};

/// What an example was not able to do, or found to be wrong.
pub type Failure = Box<dyn Error>;

/// Device 0, whose primary context is current while an example runs.
pub struct Gpu {
    pub device: CUdevice,
    pub context: CUcontext,
    emulated: bool,
}

impl Gpu {
    /// Whether the device has this capability.
    pub fn can(&self, capability: CUdevice_attribute) -> cuda_mem::Result<bool> {
        Ok(cuda_mem::device_get_attribute(capability, self.device)? != 0)
    }

    /// Whether it is the emulator's, so that no GPU is used.
    pub fn is_emulated(&self) -> bool {
        self.emulated
    }

    /// This program once more, on the same kind of driver: for examples of two processes.
    pub fn again(&self) -> Result<Command, Failure> {
        let mut command = Command::new(std::env::current_exe()?);
        if self.emulated {
            command.arg(driver::EMULATE);
        }
        Ok(command)
    }
}

/// Runs an example, which answers with what it has verified. That becomes the last line.
pub fn run(example: impl FnOnce(&Gpu) -> Result<String, Failure>) -> ExitCode {
    start(true, example)
}

/// As [`run`], for a second process, which prints nothing but failures.
pub fn run_quietly(part: impl FnOnce(&Gpu) -> Result<(), Failure>) -> ExitCode {
    start(false, |gpu| part(gpu).map(|()| String::new()))
}

/// The arguments of the command line that are meant for the example.
pub fn arguments() -> Vec<String> {
    let all = std::env::args_os().skip(1);
    let all = all.map(|argument| argument.to_string_lossy().into_owned());
    all.filter(|argument| argument != driver::EMULATE).collect()
}

/// Says that data came back as it was expected, or where it first differs.
pub fn verify<T: PartialEq + Debug>(step: &str, seen: &[T], expected: &[T]) -> Result<(), Failure> {
    if seen.len() != expected.len() {
        let (seen, expected) = (seen.len(), expected.len());
        return Err(format!("{step}: {seen} elements came back, not {expected}").into());
    }
    let differing = seen
        .iter()
        .zip(expected)
        .position(|(seen, expected)| seen != expected);
    if let Some(i) = differing {
        return Err(format!("{step}: element {i} is {:?}, not {:?}", seen[i], expected[i]).into());
    }
    println!(
        "{step:<17}{} bytes came back as expected",
        std::mem::size_of_val(seen)
    );
    Ok(())
}

/// Goes on if this is so.
pub fn ensure(right: bool, wrong: impl Into<String>) -> Result<(), Failure> {
    if right {
        Ok(())
    } else {
        Err(wrong.into().into())
    }
}

/// Numbers of which no two neighbours are equal, and which another seed makes different.
pub fn numbers(count: usize, seed: u32) -> Vec<u32> {
    (0..count as u32)
        .map(|i| i.wrapping_add(seed << 16).wrapping_mul(2_654_435_761))
        .collect()
}

fn start(loud: bool, example: impl FnOnce(&Gpu) -> Result<String, Failure>) -> ExitCode {
    let emulated = match driver::choose(loud) {
        Ok(emulated) => emulated,
        Err(code) => return code,
    };
    match on_device(loud, emulated, example) {
        Ok(last_line) => {
            if loud {
                println!("{last_line}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs it with the primary context of device 0 current. What a failed example leaves ends with the process.
fn on_device(
    loud: bool,
    emulated: bool,
    example: impl FnOnce(&Gpu) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let device = cuda_mem::device_get(0)?;
    let name = cuda_mem::device_get_name(device)?.to_string_lossy().into_owned();
    if loud {
        let version = cuda_mem::driver_get_version()?;
        let gibibytes = cuda_mem::device_total_mem(device)? as f64 / f64::from(1 << 30);
        println!("CUDA version     {}.{}", version / 1000, version % 1000 / 10);
        println!(
            "device 0         {name}, {gibibytes:.1} GiB{}",
            if emulated { ", emulated" } else { "" }
        );
    }
    let context = cuda_mem::device_primary_ctx_retain(device)?;
    // SAFETY: retained above, released after its last use below.
    unsafe { cuda_mem::ctx_set_current(context)? };
    let verified = example(&Gpu {
        device,
        context,
        emulated,
    })?;
    // SAFETY: null takes the context off this thread; what was retained above is used no more.
    unsafe {
        cuda_mem::ctx_set_current(std::ptr::null_mut())?;
        cuda_mem::device_primary_ctx_release(device)?;
    }
    Ok(if emulated {
        format!("{verified}, on the emulator (no GPU was used)")
    } else {
        format!("{verified}, on {name}")
    })
}
