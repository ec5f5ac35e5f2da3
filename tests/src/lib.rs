//! What several test programs share.

pub mod answers;
pub mod driver;
pub mod examples;
pub mod fixture;
pub mod functions;
pub mod headers;
#[cfg(target_os = "linux")]
pub mod probe;
pub mod require;
#[path = "../../cuda-mem-emu/tests/common/runner.rs"]
pub mod runner;
#[cfg(target_os = "linux")]
pub mod stub;
pub mod wrappers;

/// The guides' code is compiled, and run where it needs no GPU.
#[cfg(all(doctest, target_os = "linux"))]
mod guides {
    #[doc = include_str!("../../docs/testing-without-a-gpu.md")]
    mod testing_without_a_gpu {}
    #[doc = include_str!("../../docs/building-on-top.md")]
    mod building_on_top {}
    #[doc = include_str!("../../docs/porting-from-c.md")]
    mod porting_from_c {}
    #[doc = include_str!("../../docs/errors.md")]
    mod errors {}
}
