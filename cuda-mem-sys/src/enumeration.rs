//! The names of the header's enumerators, and how their values print.

use core::fmt;

/// The first enumerator with this value.
pub(crate) fn name(value: u32, enumerators: &'static [(u32, &'static str)]) -> Option<&'static str> {
    let found = enumerators.iter().find(|(number, _)| *number == value);
    found.map(|(_, name)| *name)
}

/// The enumerator; the type and the number where there is none.
pub(crate) fn debug(f: &mut fmt::Formatter<'_>, ty: &str, value: u32, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => f.write_str(name),
        None => write!(f, "{ty}({value})"),
    }
}
