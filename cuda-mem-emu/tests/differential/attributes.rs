//! Every attribute of the device, and the limits of its context.

use crate::setting::{answer, code, Setting};
use cuda_mem_sys::*;
use std::ffi::CStr;

/// Attributes that say where in a machine the device is, or how it is shared.
const OF_THE_MACHINE: &[u32] = &[
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID.0,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID.0,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID.0,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID.0,
    CU_DEVICE_ATTRIBUTE_NUMA_ID.0,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID.0,
    CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED.0,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED.0,
];

pub unsafe fn ask(setting: &Setting) {
    for id in 0..160 {
        if OF_THE_MACHINE.contains(&id) {
            continue;
        }
        let mut value = 0;
        let result = unsafe { cuDeviceGetAttribute(&mut value, CUdevice_attribute(id), setting.device) };
        code(format!("{:?}", CUdevice_attribute(id)), result, || {
            value.to_string()
        });
    }
    let mut text = [0; 64];
    let result = unsafe { cuDeviceGetName(text.as_mut_ptr(), text.len() as i32, setting.device) };
    // SAFETY: the driver ends the name with NUL.
    let read = || {
        unsafe { CStr::from_ptr(text.as_ptr()) }
            .to_string_lossy()
            .into_owned()
    };
    code("name", result, read);
    let mut bytes = 0;
    let result = unsafe { cuDeviceTotalMem(&mut bytes, setting.device) };
    code("total memory", result, || bytes.to_string());
    let (mut free, mut total) = (0, 0);
    let result = unsafe { cuMemGetInfo(&mut free, &mut total) };
    // How much is free depends on what else runs, and on what a context takes for itself.
    code("memory of the context", result, || total.to_string());
    for id in 0..12 {
        let mut value = 0;
        let result = unsafe { cuCtxGetLimit(&mut value, CUlimit(id)) };
        code(format!("limit {id}"), result, || value.to_string());
    }
    let (mut least, mut greatest) = (0, 0);
    let result = unsafe { cuCtxGetStreamPriorityRange(&mut least, &mut greatest) };
    code("priorities", result, || format!("{least} {greatest}"));
    let mut version = 0;
    let result = unsafe { cuCtxGetApiVersion(setting.context, &mut version) };
    code("api version", result, || version.to_string());
    let mut flags = 0;
    let result = unsafe { cuCtxGetFlags(&mut flags) };
    code("context flags", result, || flags.to_string());
    answer("driver version", {
        let mut version = 0;
        let result = unsafe { cuDriverGetVersion(&mut version) };
        format!("{result:?} {version}")
    });
}
