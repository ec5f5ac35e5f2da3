//! A place on the PCI bus, as text.

use core::fmt;
use std::ffi::CStr;

/// A device's place on the PCI bus, such as `0000:00:06.0`, as the driver writes it: of fixed size, so that asking
/// for it allocates nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PciBusId {
    /// The text, and zeros after it: at least one.
    text: [u8; PciBusId::ROOM],
}

impl PciBusId {
    /// The form has 13 bytes with its NUL; machines that number domains beyond 16 bits need a few more.
    pub(super) const ROOM: usize = 32;

    /// What the driver wrote. Nothing after the first NUL is kept, so that equal texts are equal values.
    pub(super) fn new(mut text: [u8; PciBusId::ROOM]) -> PciBusId {
        let length = text[..PciBusId::ROOM - 1].iter().position(|byte| *byte == 0);
        text[length.unwrap_or(PciBusId::ROOM - 1)..].fill(0);
        PciBusId { text }
    }

    fn length(&self) -> usize {
        self.text.iter().position(|byte| *byte == 0).unwrap_or(0)
    }

    /// As C has it: what [`device_get_by_pci_bus_id`](super::device_get_by_pci_bus_id) takes.
    pub fn as_c_str(&self) -> &CStr {
        // There is a NUL in it, and the first is the last byte of the slice, so this cannot fail.
        CStr::from_bytes_with_nul(&self.text[..=self.length()]).unwrap_or_default()
    }

    /// The text; empty if the driver wrote anything but UTF-8.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.text[..self.length()]).unwrap_or_default()
    }
}

impl AsRef<CStr> for PciBusId {
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}

impl AsRef<str> for PciBusId {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for PciBusId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for PciBusId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PciBusId").field(&self.as_str()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(written: &[u8]) -> PciBusId {
        let mut text = [0; PciBusId::ROOM];
        text[..written.len()].copy_from_slice(written);
        PciBusId::new(text)
    }

    #[test]
    fn the_text_is_what_was_written() {
        let id = of(b"0000:00:06.0");
        assert_eq!(id.as_str(), "0000:00:06.0");
        assert_eq!(id.as_c_str().to_bytes_with_nul(), b"0000:00:06.0\0");
        assert_eq!(id.to_string(), "0000:00:06.0");
        assert_eq!(format!("{id:>14}"), "  0000:00:06.0");
        assert_eq!(format!("{id:?}"), r#"PciBusId("0000:00:06.0")"#);
    }

    #[test]
    fn what_stands_behind_the_end_does_not_count() {
        assert_eq!(of(b"0000:00:06.0\0junk"), of(b"0000:00:06.0"));
        assert_ne!(of(b"0000:00:06.0"), of(b"0000:00:07.0"));
    }

    #[test]
    fn odd_contents_are_no_panic() {
        assert_eq!(of(b"").as_str(), "");
        assert_eq!(of(&[b'f'; PciBusId::ROOM]).as_str().len(), PciBusId::ROOM - 1);
        assert_eq!(of(b"\xff\xfe").as_str(), "");
        assert_eq!(of(b"\xff\xfe").as_c_str().to_bytes(), b"\xff\xfe");
    }
}
