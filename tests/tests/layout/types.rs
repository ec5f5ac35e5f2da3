//! Names and types that need no header to check: how enumerators print, and constants that C casts.

use crate::ours;
use cuda_mem_sys::*;
use std::ffi::c_void;

/// Debug prints the C enumerator, the header's first where several have the value; for other values type and number.
pub fn check_debug() {
    assert!(ours::ENUMERATIONS.len() > 90, "the table holds all enumerations");
    for enumeration in ours::ENUMERATIONS {
        let (values, debug) = (enumeration.values, enumeration.debug);
        assert!(!values.is_empty(), "{} has enumerators", enumeration.name);
        for (name, value) in values {
            let first = values.iter().find(|(_, other)| other == value).expect("itself");
            assert_eq!(debug(*value), first.0, "{}, {name}", enumeration.name);
        }
        let unknown = (0..)
            .map(|step| 0xdead_beef + step)
            .find(|n| values.iter().all(|(_, value)| value != n));
        let unknown = unknown.expect("an enumeration has few values");
        assert_eq!(debug(unknown), format!("{}({unknown})", enumeration.name));
    }
}

/// Constants that are casts in C have the type that the cast names.
pub fn check_casts() {
    let streams: [(CUstream, usize); 2] = [(CU_STREAM_LEGACY, 1), (CU_STREAM_PER_THREAD, 2)];
    for (stream, value) in streams {
        assert_eq!(stream as usize, value);
    }
    let devices: [CUdevice; 2] = [CU_DEVICE_CPU, CU_DEVICE_INVALID];
    assert_eq!(devices, [-1, -2]);
    let parameters: [*mut c_void; 3] = [
        CU_LAUNCH_PARAM_END,
        CU_LAUNCH_PARAM_BUFFER_POINTER,
        CU_LAUNCH_PARAM_BUFFER_SIZE,
    ];
    assert_eq!(parameters.map(|parameter| parameter as usize), [0, 1, 2]);
    let attributes: Vec<_> = ours::constants()
        .into_iter()
        .filter(|constant| constant.name.contains("_ATTRIBUTE_"))
        .collect();
    assert!(attributes.len() >= 15, "the launch attributes' other names");
    for attribute in attributes {
        assert_eq!(attribute.ty, "CUlaunchAttributeID", "{}", attribute.name);
    }
    let same: CUlaunchAttributeID = CU_STREAM_ATTRIBUTE_PRIORITY;
    assert_eq!(same, CU_LAUNCH_ATTRIBUTE_PRIORITY);
    assert_eq!(CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, CU_LAUNCH_ATTRIBUTE_PRIORITY);
    // `(~0u)` in C: not -1.
    let any: u32 = CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY;
    assert_eq!(any, u32::MAX);
}
