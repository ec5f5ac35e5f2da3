//! How values of the header's enumerations print.

use core::fmt;

/// The first enumerator with this value; the type and the number where there is none.
pub(crate) fn debug(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: u32,
    enumerators: &[(u32, &str)],
) -> fmt::Result {
    match enumerators.iter().find(|(number, _)| *number == value) {
        Some((_, enumerator)) => f.write_str(enumerator),
        None => write!(f, "{name}({value})"),
    }
}
