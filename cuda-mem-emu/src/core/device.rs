//! Emulated devices: what each is stands in a file of devices/.

use crate::config::Settings;
use cuda_mem_sys::*;
use std::collections::BTreeMap;

/// The version of the driver that the descriptions' attributes and limits were asked of.
const RECORDED_WITH: i32 = 13000;

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

/// What is different on this system, whatever the device.
const SYSTEM: &str = if cfg!(windows) {
    include_str!("../../devices/windows.tsv")
} else {
    ""
};

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
    /// What each limit of a new context is.
    pub(crate) limits: BTreeMap<u32, usize>,
    /// The driver is newer than the one that the description was recorded with, so it knows more.
    newer: bool,
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
    pub(crate) fn new(settings: &Settings, ordinal: usize) -> Device {
        let files = DESCRIPTIONS
            .iter()
            .find(|entry| entry.0 == settings.device)
            .map_or(&[][..], |entry| entry.1);
        let names = attribute_names();
        let mut device = Device {
            name: String::new(),
            total: 0,
            used: 0,
            attributes: BTreeMap::new(),
            limits: BTreeMap::new(),
            newer: settings.version > RECORDED_WITH,
            uuid: [0; 16],
            primary: 0,
            primary_uses: 0,
            primary_flags: 0,
            planar: false,
        };
        let lines = files.iter().chain([&SYSTEM]).flat_map(|file| file.lines());
        for (key, value) in lines.filter_map(|line| line.split_once('\t')) {
            match key {
                "name" => device.name = value.into(),
                "planar_arrays" => device.planar = value == "1",
                "total_memory" => device.total = value.parse().unwrap_or(0),
                _ => {
                    if let (Some(&number), Ok(value)) = (names.get(key), value.parse()) {
                        device.attributes.insert(number, value);
                    } else if let (Some(limit), Ok(value)) = (limit(key), value.parse()) {
                        device.limits.insert(limit.0, value);
                    }
                }
            }
        }
        device.total = settings.memory.unwrap_or(device.total);
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

    /// An attribute; none if the driver does not know it. Those that came after the recording are 0.
    pub(crate) fn attribute(&self, attribute: CUdevice_attribute) -> Option<i32> {
        let later = self.newer && (1..CU_DEVICE_ATTRIBUTE_MAX.0).contains(&attribute.0);
        let own = self.attributes.get(&attribute.0).copied();
        own.or(if later { Some(0) } else { None })
    }

    /// Whether the driver knows a limit, be it one that this device does not have.
    pub(crate) fn knows_limit(&self, limit: CUlimit) -> bool {
        limit.0
            < if self.newer {
                CU_LIMIT_MAX.0
            } else {
                CU_LIMIT_PER_BLOCK_MEMORY_SIZE.0
            }
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

/// The limit that a description calls so: `LIMIT_STACK_SIZE`.
fn limit(key: &str) -> Option<CUlimit> {
    let mut all = (0..CU_LIMIT_MAX.0).map(CUlimit);
    all.find(|limit| {
        limit
            .name()
            .map_or(false, |name| name.strip_prefix("CU_") == Some(key))
    })
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
            for line in files.iter().chain([&SYSTEM]).flat_map(|file| file.lines()) {
                let (key, value) = line
                    .split_once('\t')
                    .unwrap_or_else(|| panic!("{name}: no tab in `{line}`"));
                let number = value.parse::<i64>().is_ok();
                let known = key == "name"
                    || (limit(key).is_some() && number)
                    || (["total_memory", "planar_arrays"].contains(&key) && number)
                    || (names.contains_key(key) && number);
                assert!(known, "{name}: `{line}`");
            }
        }
    }
}
