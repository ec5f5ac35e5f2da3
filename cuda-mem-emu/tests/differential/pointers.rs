//! Every attribute of pointers to every kind of memory; addresses print as what they are relative to the pointer.

use crate::setting::{code, ok, plain, Setting, SIZE};
use cuda_mem_sys::*;
use std::ptr::null_mut;

pub unsafe fn ask(setting: &Setting) {
    for (kind, pointer) in unsafe { kinds(setting) } {
        for id in 0..26 {
            let mut value = [0u64; 8];
            let attribute = CUpointer_attribute(id);
            let result = unsafe { cuPointerGetAttribute(value.as_mut_ptr().cast(), attribute, pointer) };
            code(format!("{kind} {attribute:?}"), result, || {
                print(setting, attribute, value[0], value[1], pointer)
            });
            let mut value = [0u64; 8];
            let (mut attributes, mut data) = ([attribute], [value.as_mut_ptr().cast()]);
            let result =
                unsafe { cuPointerGetAttributes(1, attributes.as_mut_ptr(), data.as_mut_ptr(), pointer) };
            code(format!("{kind} list of {attribute:?}"), result, || {
                print(setting, attribute, value[0], value[1], pointer)
            });
        }
        let (mut base, mut size) = (0, 0);
        let result = unsafe { cuMemGetAddressRange(&mut base, &mut size, pointer) };
        code(format!("{kind} range"), result, || {
            format!("-{:#x} {size:#x}", pointer.wrapping_sub(base))
        });
        let mut flags = 0;
        let result = unsafe { cuMemHostGetFlags(&mut flags, pointer as *mut _) };
        code(format!("{kind} host flags"), result, || flags.to_string());
        let mut device = 0;
        let result = unsafe { cuMemHostGetDevicePointer(&mut device, pointer as *mut _, 0) };
        code(format!("{kind} device pointer"), result, || {
            (device == pointer).to_string()
        });
        let mut handle = CUipcMemHandle::default();
        plain(format!("{kind} ipc"), unsafe {
            cuIpcGetMemHandle(&mut handle, pointer)
        });
        let mut retained = 0;
        let result = unsafe { cuMemRetainAllocationHandle(&mut retained, pointer as *mut _) };
        code(format!("{kind} allocation handle"), result, || {
            unsafe { ok(cuMemRelease(retained)) };
            String::new()
        });
        for on in [1u32, 0] {
            plain(format!("{kind} sync memops {on}"), unsafe {
                cuPointerSetAttribute(
                    (&on as *const u32).cast(),
                    CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                    pointer,
                )
            });
        }
        plain(format!("{kind} set another attribute"), unsafe {
            cuPointerSetAttribute(
                (&1u32 as *const u32).cast(),
                CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                pointer,
            )
        });
        plain(format!("{kind} prefetch"), unsafe {
            let there = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
            cuMemPrefetchAsync(pointer, 16, there, 0, null_mut())
        });
    }
    // A free of the wrong kind, which must leave the memory as it was.
    for (kind, pointer) in unsafe { kinds(setting) } {
        let freed = |call: &str| kind == "null" || (call == "cuMemFree" && frees(kind));
        for (call, result) in unsafe {
            [
                (
                    "cuMemFreeHost",
                    if kind == "pinned" {
                        CUDA_SUCCESS
                    } else {
                        cuMemFreeHost(pointer as *mut _)
                    },
                ),
                (
                    "cuMemHostUnregister",
                    if kind == "registered" {
                        CUDA_SUCCESS
                    } else {
                        cuMemHostUnregister(pointer as *mut _)
                    },
                ),
                ("cuMemUnmap", cuMemUnmap(pointer, SIZE)),
                (
                    "cuMemFree",
                    if freed("cuMemFree") {
                        CUDA_SUCCESS
                    } else {
                        cuMemFree(pointer)
                    },
                ),
            ]
        } {
            plain(format!("{kind} {call}"), result);
        }
    }
}

fn frees(kind: &str) -> bool {
    matches!(kind, "device" | "pitched" | "managed" | "of the pool")
}

/// Memory of each kind, by itself so that neighbours do not matter.
unsafe fn kinds(setting: &Setting) -> Vec<(&'static str, CUdeviceptr)> {
    let (mut device, mut pitched, mut managed, mut pool, mut pitch) = (0, 0, 0, 0, 0);
    let (mut pinned, mut mapped) = (null_mut(), null_mut());
    const PAGE: usize = 2 << 20;
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
    let prop = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let access = CUmemAccessDesc {
        location,
        flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
    };
    let (mut reserved, mut handle) = (0, 0);
    let registered = vec![0u8; SIZE].leak().as_mut_ptr();
    let pageable = vec![0u8; SIZE].leak().as_mut_ptr();
    unsafe {
        ok(cuMemAlloc(&mut device, SIZE));
        ok(cuMemAllocPitch(&mut pitched, &mut pitch, 100, 64, 4));
        ok(cuMemAllocManaged(&mut managed, 8192, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemHostAlloc(&mut pinned, SIZE, CU_MEMHOSTALLOC_PORTABLE));
        ok(cuMemHostAlloc(
            &mut mapped,
            SIZE,
            CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED,
        ));
        ok(cuMemHostRegister(registered.cast(), SIZE, 0));
        ok(cuMemAllocAsync(&mut pool, SIZE, null_mut()));
        ok(cuStreamSynchronize(null_mut()));
        ok(cuMemAddressReserve(&mut reserved, 2 * PAGE, 0, 0, 0));
        ok(cuMemCreate(&mut handle, PAGE, &prop, 0));
        ok(cuMemMap(reserved, PAGE, 0, handle, 0));
        ok(cuMemSetAccess(reserved, PAGE, &access, 1));
    }
    vec![
        ("device", device),
        ("inside device", device + 1000),
        ("pitched", pitched),
        ("managed", managed),
        ("inside managed", managed + 100),
        ("pinned", pinned as CUdeviceptr),
        ("inside pinned", pinned as CUdeviceptr + 100),
        ("mapped", mapped as CUdeviceptr + 100),
        ("registered", registered as CUdeviceptr),
        ("of the pool", pool),
        ("virtual", reserved),
        ("inside virtual", reserved + 4096),
        ("reserved", reserved + PAGE as CUdeviceptr),
        ("pageable", pageable as CUdeviceptr),
        ("null", 0),
        ("nowhere", 0x1000),
    ]
}

fn print(
    setting: &Setting,
    attribute: CUpointer_attribute,
    value: u64,
    second: u64,
    pointer: CUdeviceptr,
) -> String {
    match attribute {
        CU_POINTER_ATTRIBUTE_CONTEXT if value == setting.context as u64 => "the context".to_string(),
        CU_POINTER_ATTRIBUTE_CONTEXT => format!("a context: {}", value != 0),
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER
        | CU_POINTER_ATTRIBUTE_HOST_POINTER
        | CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
            if value != 0 =>
        {
            format!("the pointer - {:#x}", pointer.wrapping_sub(value))
        }
        // Where in its mapping memory lies is chance: it depends on what else was allocated, and on malloc.
        CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR if value != 0 => {
            let near = pointer.wrapping_sub(value) < 2 << 20;
            format!("less than 2 MiB before the pointer: {near}")
        }
        // Numbers that every allocation has of its own.
        CU_POINTER_ATTRIBUTE_BUFFER_ID | CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => {
            format!("a number: {}", value != 0)
        }
        CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => format!("a pool: {}", value != 0),
        CU_POINTER_ATTRIBUTE_P2P_TOKENS => format!("{} {}", value != 0, second != 0),
        // Four bytes are written, or one.
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => (value as u32 as i32).to_string(),
        _ => format!("{value:#x}"),
    }
}
