//! Pools: what can be created, their attributes, and their statistics.

use crate::dice::Dice;
use crate::setting::{code, ok, plain, Setting};
use cuda_mem_sys::*;
use std::ptr::null_mut;

pub unsafe fn ask(setting: &Setting) {
    unsafe {
        creations(setting);
        attributes(setting);
        statistics(setting);
        // Last: what is freed twice may end the process.
        frees(setting);
    }
}

unsafe fn creations(setting: &Setting) {
    let mut dice = Dice::new(13);
    for index in 0..400 {
        let type_ = dice.of(&[1, 1, 1, 1, 0, 2, 3]);
        let handles = dice.of(&[0, 0, 0, 1, 1, 2, 4, 8, 16, 3]);
        let kind = dice.of(&[1, 1, 1, 1, 2, 0, 3, 4, 5]);
        let id = dice.of(&[setting.device, setting.device, 0, -1, 1]);
        let usage = dice.of(&[0, 0, 0, 0, 0, 1, 2]);
        let largest = dice.of(&[0, 0, 0, 1 << 20, 64 << 20, 1]);
        let props = CUmemPoolProps {
            allocType: CUmemAllocationType(type_),
            handleTypes: CUmemAllocationHandleType(handles),
            location: CUmemLocation::new(CUmemLocationType(kind), id),
            maxSize: largest,
            usage,
            ..Default::default()
        };
        let mut pool = null_mut();
        let result = unsafe { cuMemPoolCreate(&mut pool, &props) };
        let name = format!(
            "{index} type {type_} handles {handles} location {kind} {id} usage {usage} largest {largest}"
        );
        code(name, result, || unsafe {
            let (mut one, mut large) = (0, 0);
            let small = cuMemAllocFromPoolAsync(&mut one, 4096, pool, null_mut());
            let too_large = cuMemAllocFromPoolAsync(&mut large, 96 << 20, pool, null_mut());
            let mut reserved = 0u64;
            ok(cuStreamSynchronize(null_mut()));
            ok(cuMemPoolGetAttribute(
                pool,
                CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
                (&mut reserved as *mut u64).cast(),
            ));
            for (result, at) in [(small, one), (too_large, large)] {
                if result == CUDA_SUCCESS {
                    ok(cuMemFreeAsync(at, null_mut()));
                }
            }
            ok(cuStreamSynchronize(null_mut()));
            let mut fd = 0i32;
            let exported = cuMemPoolExportToShareableHandle(
                (&mut fd as *mut i32).cast(),
                pool,
                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                0,
            );
            format!(
                "4096 {small:?}, 96 MiB {too_large:?}, reserved {reserved}, export {exported:?}, {:?}",
                cuMemPoolDestroy(pool)
            )
        });
    }
}

unsafe fn pool(setting: &Setting) -> CUmemoryPool {
    let props = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device),
        ..Default::default()
    };
    let mut pool = null_mut();
    unsafe { ok(cuMemPoolCreate(&mut pool, &props)) };
    pool
}

unsafe fn attributes(setting: &Setting) {
    let pool = unsafe { pool(setting) };
    for id in 0..16 {
        let attribute = CUmemPool_attribute(id);
        let mut value = 0u64;
        let result = unsafe { cuMemPoolGetAttribute(pool, attribute, (&mut value as *mut u64).cast()) };
        code(format!("get {attribute:?}"), result, || value.to_string());
        for new in [0u64, 1, 1 << 20, u64::MAX] {
            let mut value = new;
            plain(format!("set {attribute:?} {new}"), unsafe {
                cuMemPoolSetAttribute(pool, attribute, (&mut value as *mut u64).cast())
            });
            let result = unsafe { cuMemPoolGetAttribute(pool, attribute, (&mut value as *mut u64).cast()) };
            code(format!("get {attribute:?} after {new}"), result, || {
                value.to_string()
            });
        }
    }
    for kind in 0..6 {
        for rights in 0..5 {
            let location = CUmemLocation::new(CUmemLocationType(kind), 0);
            let access = CUmemAccessDesc {
                location,
                flags: CUmemAccess_flags(rights),
            };
            plain(format!("access of location {kind}, {rights}"), unsafe {
                cuMemPoolSetAccess(pool, &access, 1)
            });
            let (mut given, mut location) = (CUmemAccess_flags(0), location);
            let result = unsafe { cuMemPoolGetAccess(&mut given, pool, &mut location) };
            code(
                format!("access of location {kind} after {rights}"),
                result,
                || given.0.to_string(),
            );
        }
    }
    plain("access of none", unsafe {
        cuMemPoolSetAccess(pool, null_mut(), 0)
    });
    plain("set as the device's", unsafe {
        cuDeviceSetMemPool(setting.device, pool)
    });
    let mut now = null_mut();
    let result = unsafe { cuDeviceGetMemPool(&mut now, setting.device) };
    code("the device's", result, || (now == pool).to_string());
    plain("destroy the device's", unsafe { cuMemPoolDestroy(pool) });
    let (mut after, mut default) = (null_mut(), null_mut());
    unsafe { ok(cuDeviceGetDefaultMemPool(&mut default, setting.device)) };
    let result = unsafe { cuDeviceGetMemPool(&mut after, setting.device) };
    code("the device's after that", result, || {
        (after == default).to_string()
    });
    plain("destroy the default", unsafe { cuMemPoolDestroy(default) });
    plain("destroy null", unsafe { cuMemPoolDestroy(null_mut()) });
    plain("trim null", unsafe { cuMemPoolTrimTo(null_mut(), 0) });
}

unsafe fn frees(setting: &Setting) {
    let pool = unsafe { pool(setting) };
    let (mut at, mut device, mut stream) = (0, 0, null_mut());
    unsafe {
        ok(cuStreamCreate(&mut stream, 0));
        ok(cuMemAlloc(&mut device, 4096));
        plain("allocate 0", cuMemAllocAsync(&mut at, 0, stream));
        plain(
            "allocate from null",
            cuMemAllocFromPoolAsync(&mut at, 64, null_mut(), stream),
        );
        plain("free null", cuMemFreeAsync(0, stream));
        plain("free what cuMemAlloc gave", cuMemFreeAsync(device, stream));
        ok(cuStreamSynchronize(stream));
        ok(cuMemAllocFromPoolAsync(&mut at, 4096, pool, stream));
        plain("free inside", cuMemFreeAsync(at + 256, stream));
        plain("free by cuMemFree", cuMemFree(at));
        plain("and again by cuMemFreeAsync", cuMemFreeAsync(at, stream));
        ok(cuMemAllocFromPoolAsync(&mut at, 4096, pool, stream));
        plain("free by cuMemFreeAsync", cuMemFreeAsync(at, stream));
        plain("at once again", cuMemFreeAsync(at, stream));
        ok(cuStreamSynchronize(stream));
        plain("once more when done", cuMemFreeAsync(at, stream));
        plain("by cuMemFree when done", cuMemFree(at));
    }
}

unsafe fn statistics(setting: &Setting) {
    let pool = unsafe { pool(setting) };
    let mut keep = u64::MAX;
    unsafe {
        ok(cuMemPoolSetAttribute(
            pool,
            CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
            (&mut keep as *mut u64).cast(),
        ))
    };
    let mut stream = null_mut();
    unsafe { ok(cuStreamCreate(&mut stream, 0)) };
    let mut held: Vec<CUdeviceptr> = Vec::new();
    let mut dice = Dice::new(14);
    for index in 0..300 {
        let bytes = dice.of(&[
            1,
            256,
            512,
            513,
            4096,
            100_000,
            1 << 20,
            2 << 20,
            5 << 20,
            33 << 20,
        ]);
        let what = dice.of(&["allocate", "allocate", "free", "trim", "synchronize"]);
        match what {
            "free" if !held.is_empty() => unsafe {
                ok(cuMemFreeAsync(held.remove(index % held.len()), stream))
            },
            "trim" => unsafe { ok(cuMemPoolTrimTo(pool, bytes)) },
            "allocate" => {
                let mut at = 0;
                unsafe { ok(cuMemAllocFromPoolAsync(&mut at, bytes, pool, stream)) };
                held.push(at);
            }
            _ => {}
        }
        unsafe { ok(cuStreamSynchronize(stream)) };
        let used = |attribute| {
            let mut value = 0u64;
            unsafe {
                ok(cuMemPoolGetAttribute(
                    pool,
                    attribute,
                    (&mut value as *mut u64).cast(),
                ))
            };
            value
        };
        // What is reserved depends on where free pieces lie; what is used does not.
        let (used, high) = (
            used(CU_MEMPOOL_ATTR_USED_MEM_CURRENT),
            used(CU_MEMPOOL_ATTR_USED_MEM_HIGH),
        );
        println!("{index} {what} {bytes}, used\t{used} {high}");
    }
}
