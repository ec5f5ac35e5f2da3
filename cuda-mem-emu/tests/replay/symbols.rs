//! Places on the bus, functions by version, and the sizes of records.

use crate::ledger::Ledger;
use cuda_mem_sys::ctypes::c_char;
use cuda_mem_sys::*;
use std::ffi::{CStr, CString};
use std::mem::size_of;
use std::ptr::{null, null_mut};

pub unsafe fn bus(rows: &mut Ledger) {
    let mut text = [0 as c_char; 64];
    unsafe {
        let t = text.as_mut_ptr();
        let code = cuDeviceGetPCIBusId(t, 13, 0);
        let id = CStr::from_ptr(t.cast()).to_string_lossy().into_owned();
        rows.row("pciBusId 13", code, &*id);
        rows.code("pciBusId 12", cuDeviceGetPCIBusId(t, 12, 0));
        let code = cuDeviceGetPCIBusId(t, 64, 0);
        rows.row(
            "pciBusId 64",
            code,
            format!("len {}", CStr::from_ptr(t.cast()).to_bytes().len()),
        );
        rows.code("pciBusId 5", cuDeviceGetPCIBusId(t, 5, 0));
        rows.code("pciBusId 0", cuDeviceGetPCIBusId(t, 0, 0));
        rows.code("pciBusId dev 99", cuDeviceGetPCIBusId(t, 64, 99));
        for (case, id) in [
            ("getByPCI", id.as_str()),
            ("getByPCI short", id.trim_start_matches("0000:")),
            ("getByPCI junk", "junk"),
            ("getByPCI other", "0000:ff:1f.0"),
        ] {
            let id = CString::new(id).expect("no NUL");
            let mut device = -1;
            let code = cuDeviceGetByPCIBusId(&mut device, id.as_ptr().cast());
            let text = if code == CUDA_SUCCESS {
                device.to_string()
            } else {
                String::new()
            };
            rows.row(case, code, text);
        }
        let mut device = -1;
        rows.code("getByPCI null", cuDeviceGetByPCIBusId(&mut device, null()));
    }
}

/// The functions that were asked for, in order.
const NAMES: [&str; 8] = [
    "cuMemAlloc",
    "cuMemAlloc_v2",
    "cuMemcpyBatchAsync",
    "cuMemcpyHtoD",
    "cuMemcpyHtoDAsync",
    "cuNoSuchThing",
    "cuMemPrefetchAsync",
    "cuMemGetAddressRange",
];

pub unsafe fn by_version(rows: &mut Ledger) {
    for function in NAMES {
        // A question that is refused leaves what the one before it wrote.
        let mut pointer = null_mut();
        for version in [2000, 3020, 11000, 12000, 12080, 13000, 13010, 13050] {
            let mut query = CUdriverProcAddressQueryResult(99);
            let text = CString::new(function).expect("no NUL");
            // SAFETY: a string and two locals.
            let code =
                unsafe { cuGetProcAddress_v2(text.as_ptr().cast(), &mut pointer, version, 0, &mut query) };
            let found = u8::from(!pointer.is_null());
            rows.row(
                &format!("getProcAddress {function} {version}"),
                code,
                format!("ptr {found} query {}", query.0),
            );
        }
    }
    let sizes = [
        ("MEMCPY2D", size_of::<CUDA_MEMCPY2D>()),
        ("MEMCPY3D", size_of::<CUDA_MEMCPY3D>()),
        ("PEER", size_of::<CUDA_MEMCPY3D_PEER>()),
        ("BATCHOP", size_of::<CUDA_MEMCPY3D_BATCH_OP>()),
        ("DESC", size_of::<CUDA_ARRAY_DESCRIPTOR>()),
        ("DESC3D", size_of::<CUDA_ARRAY3D_DESCRIPTOR>()),
    ];
    let sizes = sizes.map(|(name, size)| format!("{name} {size}"));
    rows.text("sizeof", "-", sizes.join(" "));
}
