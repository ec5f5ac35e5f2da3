//! The known differences: data/layout-growth.tsv. Each is there because a person has looked at it and written why.

use crate::facts::What;
use crate::headers;
use crate::report::Difference;
use std::collections::BTreeSet;

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

    /// Why this entry may not stand, if so, given what differs in one of its headers, and the records there that
    /// memory functions use.
    pub fn fault(
        &self,
        version: &str,
        differences: &[Difference],
        memory: &BTreeSet<String>,
    ) -> Option<String> {
        let line = self.line;
        if !differences
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
        if memory.contains(record) && !last.starts_with("reserved") {
            return Some(format!(
                "line {line}: memory functions use {record}, whose layout must not differ"
            ));
        }
        None
    }
}

/// Whether the table's rules hold: what it must refuse, on lines of this test's own.
pub fn check_rules() {
    let refused = |text| read(text).expect_err("a line that breaks a rule");
    assert_eq!(refused("CUx\tsize\t12.0\t8\t16"), "line 1 has 5 columns, not 6");
    assert_eq!(
        refused("# head\nCUx\tsize\t12.0\t8\t16\t "),
        "line 2 does not say why"
    );
    assert_eq!(
        refused("CUx\tsize\t12.7\t8\t16\tit grew"),
        "line 1: `12.7` are no headers"
    );
    assert_eq!(
        refused("CUx\tsize\t12.9..12.0\t8\t16\tit grew"),
        "line 1: `12.9..12.0` are no headers"
    );

    let entries = read("CUx\tsize\t12.0..12.2\t8\t16\tit grew\nCUx.reserved\toffset\t12.0\t8\t12\tit grew");
    let entries = entries.expect("two lines");
    assert_eq!(entries[0].versions, ["12.0", "12.1", "12.2"]);
    let differs = |name: &str, what, there: &str, now: &str| Difference {
        name: name.to_string(),
        what,
        there: there.to_string(),
        now: now.to_string(),
    };
    let found = [
        differs("CUx", What::Size, "8", "16"),
        differs("CUx.reserved", What::Offset, "8", "12"),
    ];
    let (none, memory) = (BTreeSet::new(), BTreeSet::from(["CUx".to_string()]));
    assert_eq!(entries[0].fault("12.0", &found, &none), None);
    let other = [differs("CUx", What::Size, "8", "24")];
    assert_eq!(
        entries[0].fault("12.0", &other, &none).as_deref(),
        Some("line 1: CUx does not differ so in its size in CUDA 12.0")
    );
    assert_eq!(
        entries[0].fault("12.0", &found, &memory).as_deref(),
        Some("line 1: memory functions use CUx, whose layout must not differ")
    );
    assert_eq!(
        entries[1].fault("12.0", &found, &memory),
        None,
        "a reserve may shrink"
    );
}
