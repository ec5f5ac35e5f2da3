//! The known differences: data/layout-growth.tsv. Each is there because a person has looked at it and written why.

use crate::headers;
use crate::report::{Difference, Report};

const TABLE: &str = include_str!("../../data/layout-growth.tsv");

#[derive(Debug)]
pub struct Entry {
    pub line: usize,
    pub versions: Vec<&'static str>,
    name: &'static str,
    what: &'static str,
    there: &'static str,
    now: &'static str,
}

pub fn all() -> Vec<Entry> {
    read(TABLE).unwrap_or_else(|error| panic!("layout-growth.tsv: {error}"))
}

/// `name, what, headers, there, now, why`, with tabs.
pub fn read(text: &'static str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, what, versions, there, now, why] = columns[..] else {
            return Err(format!("line {} has {} columns, not 6", index + 1, columns.len()));
        };
        if why.trim().is_empty() {
            return Err(format!("line {} does not say why", index + 1));
        }
        entries.push(Entry {
            line: index + 1,
            versions: range(versions)
                .ok_or_else(|| format!("line {}: `{versions}` are no headers", index + 1))?,
            name,
            what,
            there,
            now,
        });
    }
    Ok(entries)
}

/// `12.0`, `11.7..12.9`
fn range(text: &str) -> Option<Vec<&'static str>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let all: Vec<&str> = headers::all().iter().map(|header| header.version).collect();
    let place = |version| all.iter().position(|known| *known == version);
    let range = all.get(place(first)?..=place(last)?)?;
    (!range.is_empty()).then(|| range.to_vec())
}

impl Entry {
    pub fn explains(&self, version: &str, difference: &Difference) -> bool {
        self.versions.contains(&version)
            && self.name == difference.name
            && self.what == difference.what.to_string()
            && self.there == difference.there
            && self.now == difference.now
    }

    /// Why this entry may not stand, if so, given a report of one of its headers.
    pub fn fault(&self, version: &str, report: &Report) -> Option<String> {
        let line = self.line;
        if !report
            .differences
            .iter()
            .any(|difference| self.explains(version, difference))
        {
            let (name, what) = (self.name, self.what);
            return Some(format!(
                "line {line}: {name} does not differ so in its {what} in CUDA {version}"
            ));
        }
        let (record, field) = self.name.split_once('.').unwrap_or((self.name, ""));
        let last = field.rsplit('.').next().unwrap_or_default();
        if report.memory.contains(record) && !last.starts_with("reserved") {
            return Some(format!(
                "line {line}: memory functions use {record}, whose layout must not differ"
            ));
        }
        None
    }
}
