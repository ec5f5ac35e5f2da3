//! What can be set: by Rust code before the first call, or by the variable `CUDA_MEM_EMU`.

use crate::fault::Fault;
use cuda_mem_sys::CUresult;
use std::fmt;
use std::sync::{Mutex, PoisonError, RwLock};

/// The variable that holds settings for programs that do not set them.
pub(crate) const VARIABLE: &str = "CUDA_MEM_EMU";

/// How the emulator behaves. The default is one `h200` whose streams defer their work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub(crate) eager: bool,
    pub(crate) hardware: bool,
    pub(crate) defer_pageable: bool,
    pub(crate) device: String,
    pub(crate) devices: usize,
    pub(crate) memory: Option<u64>,
    pub(crate) version: i32,
    pub(crate) hidden: Vec<String>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) quiet: bool,
    pub(crate) leaks: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            eager: false,
            hardware: false,
            defer_pageable: false,
            device: "h200".into(),
            devices: 1,
            memory: None,
            version: 13_000,
            hidden: Vec::new(),
            faults: Vec::new(),
            quiet: false,
            leaks: false,
        }
    }
}

impl Settings {
    /// The defaults.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Asynchronous work runs at once, not when something orders it.
    pub fn eager(mut self, on: bool) -> Settings {
        self.eager = on;
        self
    }

    /// Where the emulator is stricter than the recorded device: answer what the device answered.
    pub fn hardware(mut self, on: bool) -> Settings {
        self.hardware = on;
        self
    }

    /// Asynchronous copies of pageable memory are deferred like all others. CUDA's documentation allows a driver to do
    /// so; real ones are done with such memory when the call returns, and programs may drop it then. So this is for
    /// programs that keep it until they have synchronized, to find where they do not.
    pub fn defer_pageable(mut self, on: bool) -> Settings {
        self.defer_pageable = on;
        self
    }

    /// The description of all devices: `h200` or `decompress`.
    pub fn device(mut self, name: &str) -> Settings {
        self.device = name.into();
        self
    }

    /// How many devices there are.
    pub fn devices(mut self, count: usize) -> Settings {
        self.devices = count;
        self
    }

    /// The memory of each device, in bytes.
    pub fn memory(mut self, bytes: u64) -> Settings {
        self.memory = Some(bytes);
        self
    }

    /// The CUDA version of the driver, as cuDriverGetVersion encodes it. Functions of later versions are absent.
    pub fn version(mut self, version: i32) -> Settings {
        self.version = version;
        self
    }

    /// This symbol is absent from the driver.
    pub fn hide(mut self, symbol: &str) -> Settings {
        self.hidden.push(symbol.into());
        self
    }

    /// The `nth` call of this function (1 is the next) returns `code` and does nothing else. A C name means all of its
    /// symbols together.
    pub fn fail(mut self, function: &str, nth: u64, code: CUresult) -> Settings {
        self.faults.push(Fault {
            function: function.into(),
            countdown: nth,
            code,
        });
        self
    }

    /// Misuse is answered, but not printed.
    pub fn quiet(mut self, on: bool) -> Settings {
        self.quiet = on;
        self
    }

    /// What is still allocated when the process exits, or when its context ends, is printed.
    pub fn leaks(mut self, on: bool) -> Settings {
        self.leaks = on;
        self
    }

    /// Makes these the settings of the process. What describes the machine (devices, memory) counts from cuInit on, so
    /// it must come before; the rest counts at once.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if no device is described under the name.
    pub fn apply(self) -> Result<(), SettingsError> {
        if !crate::core::device::known(&self.device) {
            return Err(SettingsError::new(
                "device",
                &self.device,
                "the devices are h200 and decompress",
            ));
        }
        crate::fault::order(self.faults.clone());
        *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
        Ok(())
    }

    /// Reads a list such as `eager,devices=2,fail=cuMemAlloc:3:2`.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] names the word that is none, or whose value is none.
    pub fn parse(text: &str) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            settings = settings.word(word)?;
        }
        Ok(settings)
    }

    fn word(self, word: &str) -> Result<Settings, SettingsError> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let wrong = |help| SettingsError::new(key, value, help);
        Ok(match key {
            "eager" => self.eager(true),
            "hardware" => self.hardware(true),
            "pageable" => self.defer_pageable(true),
            "quiet" => self.quiet(true),
            "leaks" => self.leaks(true),
            "device" => self.device(value),
            "devices" => self.devices(
                value
                    .parse()
                    .map_err(|_| wrong("a number of devices is asked for"))?,
            ),
            "memory" => {
                self.memory(bytes(value).ok_or_else(|| wrong("a size is a number, then K, M, G or nothing"))?)
            }
            "version" => self.version(
                value
                    .parse()
                    .map_err(|_| wrong("a version is a number such as 13000"))?,
            ),
            "hide" => self.hide(value),
            "fail" => {
                let (function, nth, code) = fault(value)
                    .ok_or_else(|| wrong("a fault is FUNCTION:N:CODE, such as cuMemAlloc:3:2"))?;
                self.fail(function, nth, code)
            }
            _ => return Err(wrong(
                "the words are eager, hardware, pageable, quiet, leaks, device, devices, memory, version, hide, fail",
            )),
        })
    }
}

fn bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

fn fault(text: &str) -> Option<(&str, u64, CUresult)> {
    let mut parts = text.split(':');
    let fault = (
        parts.next()?,
        parts.next()?.parse().ok()?,
        CUresult(parts.next()?.parse().ok()?),
    );
    (parts.next().is_none() && fault.1 > 0).then_some(fault)
}

/// A setting that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    text: String,
}

impl SettingsError {
    fn new(key: &str, value: &str, help: &str) -> SettingsError {
        let text = format!("`{key}` with value `{value}` is no setting of the emulator: {help}");
        SettingsError { text }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for SettingsError {}

static CURRENT: RwLock<Option<Settings>> = RwLock::new(None);
static FROM_VARIABLE: Mutex<bool> = Mutex::new(false);

/// Reads something from the settings in force.
pub(crate) fn with<T>(read: impl Fn(&Settings) -> T) -> T {
    if let Some(settings) = &*CURRENT.read().unwrap_or_else(PoisonError::into_inner) {
        return read(settings);
    }
    load();
    let settings = CURRENT.read().unwrap_or_else(PoisonError::into_inner);
    settings
        .as_ref()
        .map_or_else(|| read(&Settings::default()), &read)
}

/// Takes the settings from the variable, once. A word that is none is printed and the defaults are taken: the driver's
/// C functions have nowhere else to say it.
fn load() {
    let mut done = FROM_VARIABLE.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::replace(&mut *done, true) {
        return;
    }
    let text = std::env::var(VARIABLE).unwrap_or_default();
    let applied = Settings::parse(&text).and_then(Settings::apply);
    if let Err(error) = applied {
        eprintln!("cuda-mem-emu: {VARIABLE}: {error}");
        // The defaults describe a known device.
        let _ = Settings::default().apply();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_sets_what_it_names() {
        let settings = Settings::parse("eager, devices=3,memory=2M,fail=cuMemAlloc:2:999,hide=cuMemFree_v2");
        let wanted = Settings::new().eager(true).devices(3).memory(2 << 20);
        let wanted = wanted.fail("cuMemAlloc", 2, CUresult(999)).hide("cuMemFree_v2");
        assert_eq!(settings, Ok(wanted));
    }

    #[test]
    fn words_that_are_none_are_named() {
        for (text, named) in [
            ("egaer", "`egaer`"),
            ("memory=2T", "`2T`"),
            ("devices=two", "`two`"),
            ("fail=cuMemAlloc", "FUNCTION:N:CODE"),
            ("fail=cuMemAlloc:0:2", "FUNCTION:N:CODE"),
        ] {
            let error = Settings::parse(text).map_err(|error| error.to_string());
            assert!(
                error.as_ref().map_or_else(|text| text.contains(named), |_| false),
                "{text}: {error:?}"
            );
        }
        let error = Settings::new()
            .device("h999")
            .apply()
            .map_err(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .map_or_else(|text| text.contains("h999"), |_| false),
            "{error:?}"
        );
    }
}
