//! What our own crates are held to, and whether they keep it.

use crate::shell::Table;

/// One figure, and what it is allowed to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What is held to what.
    pub limit: String,
    /// The case that was measured.
    pub case: String,
    /// What was found of what is allowed.
    pub found: String,
    /// Whether the limit is kept.
    pub met: bool,
    /// What the same run says of a limit that is missed.
    pub why: String,
}

impl Verdict {
    /// A figure that must not be above another, both to be printed with so many digits.
    pub fn at_most(limit: &str, case: &str, found: f64, allowed: f64, digits: usize) -> Verdict {
        Verdict {
            limit: limit.to_string(),
            case: case.to_string(),
            found: format!("{found:.digits$} of {allowed:.digits$}"),
            // A figure that is not a number keeps no limit.
            met: found <= allowed,
            why: String::new(),
        }
    }

    /// What a reader of the missed ones is told.
    pub fn sentence(&self) -> String {
        let why = match self.why.is_empty() {
            true => String::new(),
            false => format!(": {}", self.why),
        };
        let case = match self.case.is_empty() {
            true => String::new(),
            false => format!(", {}", self.case),
        };
        format!("{}{case}: {}{why}", self.limit, self.found)
    }
}

/// The sentences of those that are missed.
pub fn missed(verdicts: &[Verdict]) -> Vec<String> {
    let missed = verdicts.iter().filter(|verdict| !verdict.met);
    missed.map(Verdict::sentence).collect()
}

/// A row for each limit, a column for each case.
pub fn table(verdicts: &[Verdict]) -> Table {
    let (mut limits, mut cases): (Vec<&str>, Vec<&str>) = Default::default();
    for verdict in verdicts {
        if !limits.contains(&verdict.limit.as_str()) {
            limits.push(&verdict.limit);
        }
        if !cases.contains(&verdict.case.as_str()) {
            cases.push(&verdict.case);
        }
    }
    let cell = |limit: &str, case: &str| {
        let verdict = verdicts
            .iter()
            .find(|verdict| verdict.limit == limit && verdict.case == case);
        verdict.map_or_else(
            || "–".to_string(),
            |verdict| {
                let mark = if verdict.met { "met" } else { "MISSED" };
                format!("{mark} ({})", verdict.found)
            },
        )
    };
    let rows: Vec<Vec<String>> = limits
        .iter()
        .map(|limit| {
            let cells = cases.iter().map(|case| cell(limit, case));
            std::iter::once(limit.to_string()).chain(cells).collect()
        })
        .collect();
    let head: Vec<&str> = std::iter::once("at most").chain(cases.iter().copied()).collect();
    let mut table = Table::new("Limits: found, of what is allowed", &head, &rows);
    table.notes = missed(verdicts)
        .iter()
        .map(|line| format!("missed: {line}"))
        .collect();
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_in_a_table_and_missed_limits_are_named_with_their_reasons() {
        let mut over = Verdict::at_most("time of C's", "memcpy", 1.06, 1.05, 2);
        over.why = "C of itself 1.07".to_string();
        let verdicts = [
            Verdict::at_most("time of C's", "memset", 1.05, 1.05, 2),
            over,
            Verdict::at_most("crates", "memset", f64::NAN, 5.0, 0),
        ];
        let table = table(&verdicts);
        assert_eq!(table.head, ["at most", "memset", "memcpy"]);
        assert_eq!(
            table.rows,
            [
                ["time of C's", "met (1.05 of 1.05)", "MISSED (1.06 of 1.05)"],
                ["crates", "MISSED (NaN of 5)", "–"]
            ]
        );
        assert_eq!(
            table.notes[0],
            "missed: time of C's, memcpy: 1.06 of 1.05: C of itself 1.07"
        );
        assert_eq!(missed(&verdicts).len(), 2);
    }
}
