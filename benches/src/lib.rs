//! What a call, the first call and a build cost. Counted with callgrind where that is possible: counts are the same on
//! every run, whatever else the machine does. Timed in turns where it is not; ratios hold within one run only.

pub mod against_c;
pub mod builds;
pub mod callgrind;
pub mod calls;
pub mod chart;
pub mod contenders;
pub mod headers;
pub mod limits;
pub mod report;
pub mod resident;
pub mod scale;
pub mod shell;
pub mod spread;
pub mod start;
pub mod stub;
pub mod time;

/// What went wrong, in words that say what to do.
pub type Result<T> = std::result::Result<T, String>;
