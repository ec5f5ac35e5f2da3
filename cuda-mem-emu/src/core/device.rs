//! Emulated devices: what each is stands in a file of devices/.

use cuda_mem_sys::*;
use std::collections::BTreeMap;

/// The descriptions, by name: each line of a file is a key, a tab, a value.
const DESCRIPTIONS: &[(&str, &[&str])] = &[
    ("h200", &[include_str!("../../devices/h200.tsv")]),
    // Later lines replace earlier ones.
    (
        "decompress",
        &[
            include_str!("../../devices/h200.tsv"),
            include_str!("../../devices/decompress.tsv"),
        ],
    ),
];

/// Whether a device is described under this name.
pub(crate) fn known(name: &str) -> bool {
    DESCRIPTIONS.iter().any(|description| description.0 == name)
}

/// A device.
pub(crate) struct Device {
    pub(crate) name: String,
    /// Bytes.
    pub(crate) total: u64,
    /// Bytes in use.
    pub(crate) used: u64,
    attributes: BTreeMap<u32, i32>,
    pub(crate) uuid: [u8; 16],
    /// The primary context's number.
    pub(crate) primary: u64,
    pub(crate) primary_uses: u64,
    pub(crate) primary_flags: u32,
    /// It has arrays of multi-planar formats.
    pub(crate) planar: bool,
}

impl Device {
    /// The `ordinal`th of several devices of one description.
    pub(crate) fn new(description: &str, ordinal: usize, memory: Option<u64>) -> Device {
        let files = DESCRIPTIONS
            .iter()
            .find(|entry| entry.0 == description)
            .map_or(&[][..], |entry| entry.1);
        let names = attribute_names();
        let mut device = Device {
            name: String::new(),
            total: 0,
            used: 0,
            attributes: BTreeMap::new(),
            uuid: [0; 16],
            primary: 0,
            primary_uses: 0,
            primary_flags: 0,
            planar: false,
        };
        let lines = files.iter().flat_map(|file| file.lines());
        for (key, value) in lines.filter_map(|line| line.split_once('\t')) {
            match key {
                "name" => device.name = value.into(),
                "planar_arrays" => device.planar = value == "1",
                "total_memory" => device.total = value.parse().unwrap_or(0),
                _ => {
                    if let (Some(&number), Ok(value)) = (names.get(key), value.parse()) {
                        device.attributes.insert(number, value);
                    }
                }
            }
        }
        device.total = memory.unwrap_or(device.total);
        // Each device has a slot of its own, and a multi-device machine can do multicast.
        if let Some(bus) = device.attributes.get_mut(&CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID.0) {
            *bus += ordinal as i32;
        }
        for (index, byte) in device.uuid.iter_mut().enumerate() {
            *byte = (index as u8).wrapping_mul(37) ^ 0xe5;
        }
        device.uuid[15] = ordinal as u8;
        device
    }

    /// An attribute; none if there is no such attribute.
    pub(crate) fn attribute(&self, attribute: CUdevice_attribute) -> Option<i32> {
        let known = (1..CU_DEVICE_ATTRIBUTE_MAX.0).contains(&attribute.0);
        known.then(|| self.attributes.get(&attribute.0).copied().unwrap_or(0))
    }

    pub(crate) fn set(&mut self, attribute: CUdevice_attribute, value: i32) {
        self.attributes.insert(attribute.0, value);
    }

    /// Bytes that are free.
    pub(crate) fn free(&self) -> u64 {
        self.total.saturating_sub(self.used)
    }

    /// Domain, bus and device number, as PCI writes them.
    pub(crate) fn pci(&self) -> (i32, i32, i32) {
        let attribute = |attribute| self.attribute(attribute).unwrap_or(0);
        (
            attribute(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
            attribute(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
            attribute(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID),
        )
    }

    pub(crate) fn pci_text(&self) -> String {
        let (domain, bus, device) = self.pci();
        format!("{domain:04x}:{bus:02x}:{device:02x}.0")
    }
}

/// The numbers of attributes by their names, without the common beginning.
fn attribute_names() -> BTreeMap<&'static str, u32> {
    let name = |number| CUdevice_attribute(number).name();
    let short = |name: &'static str| name.strip_prefix("CU_DEVICE_ATTRIBUTE_").unwrap_or(name);
    (1..CU_DEVICE_ATTRIBUTE_MAX.0)
        .filter_map(|number| Some((short(name(number)?), number)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_description_means_something() {
        let names = attribute_names();
        for (name, files) in DESCRIPTIONS {
            for line in files.iter().flat_map(|file| file.lines()) {
                let (key, value) = line
                    .split_once('\t')
                    .unwrap_or_else(|| panic!("{name}: no tab in `{line}`"));
                let number = value.parse::<u64>().is_ok();
                let known = key == "name"
                    || (["total_memory", "planar_arrays"].contains(&key) && number)
                    || (names.contains_key(key) && number);
                assert!(known, "{name}: `{line}`");
            }
        }
    }
}
