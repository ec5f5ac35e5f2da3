//! What the families' tests stand on: the machine's devices, a context for each test, and a test's description.

use cuda_mem::sys::*;
use cuda_mem::Result;
use std::fmt::Debug;

/// One test.
#[derive(Clone, Copy)]
pub struct Test {
    /// `family::what_is_shown`.
    pub name: &'static str,
    /// The C functions whose effect or errors it shows.
    #[allow(dead_code)] // tests/coverage reads it from the sources
    pub covers: &'static [&'static str],
    pub need: Need,
    /// Runs with device 0's primary context current; fails by panic.
    pub run: fn(&Gpu),
}

/// What a test needs of the machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Gpu,
    TwoGpus,
    /// Not the hardware's driver.
    Emulator,
    /// A system with file descriptors.
    Descriptors,
    /// A system whose processes fork.
    Fork,
}

impl Need {
    /// As `CUDA_MEM_REQUIRE` names it.
    pub fn name(self) -> &'static str {
        match self {
            Need::Gpu => "gpu",
            Need::TwoGpus => "two-gpus",
            Need::Emulator => "emulator",
            Need::Descriptors => "descriptors",
            Need::Fork => "fork",
        }
    }
}

/// Declares a family's tests: `name, [C functions], need, function;`
macro_rules! tests {
    ($family:literal: $($test:ident, [$($function:ident),* $(,)?] $(, $need:ident)?;)*) => {
        pub const TESTS: &[crate::support::Test] = &[$(crate::support::Test {
            name: concat!($family, "::", stringify!($test)),
            covers: &[$(stringify!($function)),*],
            need: crate::support::need!($($need)?),
            run: crate::support::run!($test $(, $need)?),
        }),*];
    };
}
pub(crate) use tests;

macro_rules! need {
    () => {
        crate::support::Need::Gpu
    };
    ($need:ident) => {
        crate::support::Need::$need
    };
}
pub(crate) use need;

/// A test's function. What needs Unix is not compiled for other systems, where the test is never run.
#[cfg(unix)]
macro_rules! run {
    ($test:ident $(, $need:ident)?) => {
        $test
    };
}
#[cfg(not(unix))]
macro_rules! run {
    ($test:ident, Descriptors) => {
        |_| panic!("this system has no file descriptors")
    };
    ($test:ident, Fork) => {
        |_| panic!("this system has no fork")
    };
    ($test:ident $(, $need:ident)?) => {
        $test
    };
}
pub(crate) use run;

/// As `assert_eq!`, for lists of thousands: it says where they first differ, not all that they hold.
macro_rules! assert_same {
    ($seen:expr, $expected:expr $(,)?) => {
        crate::support::assert_same!($seen, $expected, "{}", stringify!($seen))
    };
    ($seen:expr, $expected:expr, $($what:tt)+) => {
        if let Some(difference) = crate::support::first_difference(&$seen, &$expected) {
            panic!("{}: {difference}", format_args!($($what)+));
        }
    };
}
pub(crate) use assert_same;

/// Where two lists first differ, and in how many places, if they do.
pub fn first_difference<T: PartialEq + Debug>(
    seen: &(impl AsRef<[T]> + ?Sized),
    expected: &(impl AsRef<[T]> + ?Sized),
) -> Option<String> {
    let (seen, expected) = (seen.as_ref(), expected.as_ref());
    if seen.len() != expected.len() {
        return Some(format!("{} elements instead of {}", seen.len(), expected.len()));
    }
    let differing = || (0..seen.len()).filter(|i| seen[*i] != expected[*i]);
    let first = differing().next()?;
    Some(format!(
        "element {first} is {:?} instead of {:?}; so many differ: {} of {}",
        seen[first],
        expected[first],
        differing().count(),
        seen.len()
    ))
}

/// Answers of a driver, of which a test wants to see all before it fails on one.
#[derive(Default)]
pub struct Answers {
    unexpected: Vec<String>,
}

impl Answers {
    /// Notes the answer if it is none of the expected ones.
    pub fn note<T: PartialEq + Debug>(&mut self, case: &str, answer: T, expected: &[T]) {
        if !expected.contains(&answer) {
            self.unexpected
                .push(format!("{case}: {answer:?}, not one of {expected:?}"));
        }
    }

    /// Fails if there was an unexpected one.
    #[track_caller]
    pub fn check(self) {
        let unexpected = self.unexpected;
        assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
    }
}

/// The devices that this process may use, and why there are none if so.
pub struct Machine {
    devices: Result<i32>,
}

impl Machine {
    pub fn look() -> Machine {
        let devices = cuda_mem::init(0).and_then(|()| cuda_mem::device_get_count());
        Machine { devices }
    }

    /// Why a test with this need cannot run here.
    pub fn lacks(&self, need: Need) -> Option<&'static str> {
        match (&self.devices, need) {
            (Err(error), _) if error.is_no_driver() => Some("no driver"),
            (Err(_), _) | (Ok(0), _) => Some("no device"),
            (Ok(1), Need::TwoGpus) => Some("one GPU only"),
            (Ok(_), Need::Emulator) if !is_emulator() => Some("never on hardware"),
            (Ok(_), Need::Descriptors) if cfg!(not(unix)) => Some("no file descriptors"),
            (Ok(_), Need::Fork) if cfg!(not(unix)) => Some("no fork"),
            (Ok(_), _) => None,
        }
    }
}

/// Whether an emulator, in this process, stands in for the driver.
pub fn is_emulator() -> bool {
    matches!(cuda_mem::sys::load(), Ok(driver) if driver.source() == cuda_mem::sys::Source::Resolver)
}

/// The device and context that a test runs on.
pub struct Gpu {
    pub device: CUdevice,
    pub context: CUcontext,
}

impl Gpu {
    /// Whether the device has this capability.
    pub fn can(&self, capability: CUdevice_attribute) -> bool {
        cuda_mem::device_get_attribute(capability, self.device) == Ok(1)
    }

    /// The device as a place for managed memory.
    pub fn location(&self) -> CUmemLocation {
        CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, self.device)
    }
}

/// The host as a place for managed memory.
pub fn host_location() -> CUmemLocation {
    CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0)
}

/// Runs a test with the primary context of device 0 current on this thread.
pub fn with_context(run: fn(&Gpu)) {
    cuda_mem::init(0).expect("cuInit");
    let device = cuda_mem::device_get(0).expect("device 0");
    let context = cuda_mem::device_primary_ctx_retain(device).expect("its primary context");
    // SAFETY: retained above, released below.
    unsafe { cuda_mem::ctx_set_current(context) }.expect("current");
    run(&Gpu { device, context });
    // SAFETY: null takes it off this thread.
    unsafe { cuda_mem::ctx_set_current(std::ptr::null_mut()) }.expect("no current context");
    // SAFETY: retained above; the test has ended.
    unsafe { cuda_mem::device_primary_ctx_release(device) }.expect("release");
}

/// Runs this on a thread of its own, on which no context is current; fails as it fails.
pub fn without_context(run: impl FnOnce() + Send) {
    let bare = || {
        assert_eq!(cuda_mem::ctx_get_current(), Ok(std::ptr::null_mut()));
        run()
    };
    let ended = std::thread::scope(|scope| scope.spawn(bare).join());
    if let Err(panic) = ended {
        std::panic::resume_unwind(panic);
    }
}
