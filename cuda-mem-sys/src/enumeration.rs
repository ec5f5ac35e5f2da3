//! The names of the header's enumerators, and how their values print.

use core::fmt;

/// The first enumerator with this value. The text is names and values in turn, with white space between them.
pub(crate) fn name(value: u32, enumerators: &'static str) -> Option<&'static str> {
    let mut words = enumerators.split_ascii_whitespace();
    while let (Some(name), Some(number)) = (words.next(), words.next()) {
        if number.parse() == Ok(value) {
            return Some(name);
        }
    }
    None
}

/// The enumerator; the type and the number where there is none.
pub(crate) fn debug(f: &mut fmt::Formatter<'_>, ty: &str, value: u32, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => f.write_str(name),
        None => write!(f, "{ty}({value})"),
    }
}
