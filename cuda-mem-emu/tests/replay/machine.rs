//! Everything in the order of the recording; first the machine, its devices and attributes.

use crate::ledger::Ledger;
use crate::{arrays, boxes, memory, sets, shared, symbols, virtuals};
use cuda_mem_sys::*;
use std::ptr::null_mut;

/// What the recorder kept between cases.
pub struct Kept {
    /// An allocation of 4096 bytes.
    pub d: CUdeviceptr,
    /// A stream that does not wait for the legacy stream.
    pub st: CUstream,
    pub context: CUcontext,
    /// An array of 64 by 64 floats, and one of 1024 in a row.
    pub a: CUarray,
    pub l1: CUarray,
}

pub fn replay(rows: &mut Ledger) {
    crate::choose_driver();
    // SAFETY: out-arguments are locals; the cases pass wrong values where the driver is to refuse them.
    unsafe {
        let context = start(rows);
        let mut st = null_mut();
        rows.code(
            "cuStreamCreate",
            cuStreamCreate(&mut st, CU_STREAM_NON_BLOCKING.0),
        );
        let mut kept = Kept {
            d: 0,
            st,
            context,
            a: null_mut(),
            l1: null_mut(),
        };
        memory::allocations(rows, &mut kept);
        memory::copies(rows, &kept);
        sets::fills(rows, &kept);
        memory::pitched(rows);
        memory::host(rows);
        arrays::arrays(rows, &mut kept);
        boxes::copies(rows, &kept);
        arrays::mipmaps(rows);
        boxes::batches(rows, &kept);
        virtuals::engine(rows, &kept);
        symbols::bus(rows);
        virtuals::notifications(rows);
        virtuals::ordered(rows, &kept);
        virtuals::mapped(rows);
        shared::memory(rows);
        shared::events(rows);
        symbols::by_version(rows);
    }
}

unsafe fn start(rows: &mut Ledger) -> CUcontext {
    unsafe {
        let mut p = 0;
        rows.code("before cuInit cuMemAlloc", cuMemAlloc_v2(&mut p, 4096));
        let mut version = 0;
        let code = cuDriverGetVersion(&mut version);
        rows.row("cuDriverGetVersion", code, version.to_string());
        rows.code("cuInit flags=1", cuInit(1));
        rows.code("cuInit", cuInit(0));
        let mut device = -1;
        let code = cuDeviceGet(&mut device, 0);
        rows.row("cuDeviceGet", code, device.to_string());
        let mut none = -1;
        rows.code("cuDeviceGet 99", cuDeviceGet(&mut none, 99));
        rows.code("no context cuMemAlloc", cuMemAlloc_v2(&mut p, 4096));
        let (mut free, mut total) = (0, 0);
        rows.code("no context cuMemGetInfo", cuMemGetInfo_v2(&mut free, &mut total));
        for (name, attribute) in ATTRIBUTES {
            let mut value = -1;
            let code = cuDeviceGetAttribute(&mut value, *attribute, device);
            rows.row(&format!("attr {name}"), code, value.to_string());
        }
        let mut context = null_mut();
        rows.code(
            "cuDevicePrimaryCtxRetain",
            cuDevicePrimaryCtxRetain(&mut context, device),
        );
        rows.code("cuCtxSetCurrent", cuCtxSetCurrent(context));
        context
    }
}

const ATTRIBUTES: &[(&str, CUdevice_attribute)] = &[
    ("UNIFIED_ADDRESSING", CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING),
    ("MANAGED_MEMORY", CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY),
    (
        "CONCURRENT_MANAGED_ACCESS",
        CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
    ),
    (
        "PAGEABLE_MEMORY_ACCESS",
        CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
    ),
    (
        "CAN_USE_HOST_POINTER",
        CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM,
    ),
    ("MAX_PITCH", CU_DEVICE_ATTRIBUTE_MAX_PITCH),
    (
        "TEXTURE_PITCH_ALIGNMENT",
        CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT,
    ),
    ("IPC_EVENT", CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED),
    ("DMA_BUF", CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED),
    (
        "HOST_ALLOC_DMA_BUF",
        CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED,
    ),
    ("SPARSE_ARRAY", CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED),
    (
        "DEFERRED_MAPPING_ARRAY",
        CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED,
    ),
    ("MEMORY_POOLS", CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED),
    ("VMM", CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED),
    (
        "POSIX_FD",
        CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
    ),
    ("FABRIC", CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED),
    ("MULTICAST", CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED),
    (
        "DECOMPRESS_ALG_MASK",
        CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK,
    ),
    (
        "DECOMPRESS_MAX",
        CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH,
    ),
    (
        "READ_ONLY_REGISTER",
        CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,
    ),
    ("HOST_REGISTER", CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED),
    ("TEX1D", CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH),
    ("TEX2D_W", CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH),
    ("TEX2D_H", CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT),
    ("TEX3D_W", CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH),
    ("SURF2D_W", CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH),
    ("CUBEMAP_W", CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH),
    (
        "LAYERED_LAYERS",
        CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS,
    ),
    ("ASYNC_ENGINES", CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT),
];
