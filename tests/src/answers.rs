//! What a real device answered: data/h200-answers.tsv, recorded from C on an NVIDIA H200 (driver 580.159, CUDA 13.0).

use cuda_mem::sys::CUresult;

const TABLE: &str = include_str!("../data/h200-answers.tsv");

/// One recorded answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What was called.
    pub case: &'static str,
    /// The code's C name.
    pub code: &'static str,
    /// What else was seen; often empty.
    pub details: &'static str,
}

/// All recorded answers, in the order in which they were taken.
pub fn all() -> impl Iterator<Item = Answer> {
    TABLE.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Answer {
            case: columns.next()?,
            code: columns.next()?,
            details: columns.next().unwrap_or(""),
        })
    })
}

/// The answer of this case; a case that is not in the table is an error of the test.
pub fn recorded(case: &str) -> Answer {
    let found = all().find(|answer| answer.case == case);
    found.unwrap_or_else(|| panic!("no recorded answer is called `{case}`"))
}

impl Answer {
    /// Fails unless this is the code that the device answered.
    #[track_caller]
    pub fn check(&self, code: CUresult) {
        let name = code.name().map_or_else(|| code.0.to_string(), str::to_string);
        assert_eq!(
            name, self.code,
            "`{}`: this driver against the recorded device",
            self.case
        );
    }
}

/// A checked call's code.
pub fn code<T>(result: cuda_mem::Result<T>) -> CUresult {
    match result {
        Ok(_) => cuda_mem::sys::CUDA_SUCCESS,
        Err(error) => error.code(),
    }
}
