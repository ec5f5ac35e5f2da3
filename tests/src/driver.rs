//! The driver that the conformance suite runs on: the machine's own, else the emulator.

use crate::require;
use cuda_mem::sys;

/// Chooses, before the first driver call, and says what was chosen. The emulator has two devices, so that what needs
/// two is tried, and is quiet about misuse, which the suite tries on purpose. The variable `CUDA_MEM_EMU` overrules
/// both: with `devices=2` in it, each message stands beside the test that caused it. With `CUDA_MEM_REQUIRE=gpu` the
/// emulator never stands in.
pub fn choose() -> String {
    match sys::load() {
        Ok(driver) => match driver.path() {
            Some(path) => format!("driver: {}", path.display()),
            None => format!("driver: {:?}", driver.source()),
        },
        Err(error) if require::is_required("gpu") => format!("no driver: {error}"),
        Err(_) => emulator(),
    }
}

#[cfg(any(target_os = "linux", windows))]
fn emulator() -> String {
    if std::env::var_os("CUDA_MEM_EMU").is_none() {
        cuda_mem_emu::Settings::new()
            .devices(2)
            .quiet(true)
            .apply()
            .expect("before the first call");
    }
    cuda_mem_emu::install().expect("before the first call");
    "driver: none on this machine, so the emulator".to_string()
}

#[cfg(not(any(target_os = "linux", windows)))]
fn emulator() -> String {
    "no driver, and the emulator is for Linux and Windows".to_string()
}
