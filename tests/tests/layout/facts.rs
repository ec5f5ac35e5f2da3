//! What is compared: a number, known by what it is about.

use crate::shape::Path;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Size,
    Align,
    Offset,
    /// Of an enumerator or a macro.
    Value,
    /// Whether it is declared at all.
    Presence,
    /// The symbol that a name stands for.
    Name,
    /// The symbol's form for per-thread default streams.
    PerThread,
    /// The types of a function's arguments.
    Arguments,
}

impl What {
    /// The other way round.
    pub fn named(name: &str) -> Option<What> {
        let measured = [What::Size, What::Align, What::Offset, What::Value];
        measured.into_iter().find(|what| what.to_string() == name)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            What::Size => "size",
            What::Align => "align",
            What::Offset => "offset",
            What::Value => "value",
            What::Presence => "presence",
            What::Name => "name",
            What::PerThread => "per-thread",
            What::Arguments => "arguments",
        })
    }
}

/// A type, a field (`CUmemLocation.id`), an enumerator, a macro or a function, and what about it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub name: String,
    pub what: What,
}

impl Key {
    pub fn new(name: impl Into<String>, what: What) -> Key {
        let name = name.into();
        Key { name, what }
    }

    pub fn field(path: &Path, what: What) -> Key {
        Key::new(format!("{}.{}", path.record, path.path), what)
    }
}

pub type Facts = BTreeMap<Key, i64>;
