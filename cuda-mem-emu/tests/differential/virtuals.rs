//! Addresses reserved, allocations created, mapped, protected and unmapped.

use crate::dice::Dice;
use crate::setting::{code, ok, plain, Setting};
use cuda_mem_sys::*;
use std::ptr::null_mut;

const PAGE: usize = 2 << 20;

pub unsafe fn ask(setting: &Setting) {
    unsafe {
        properties(setting);
        reservations();
        mappings(setting);
        pieces(setting);
    }
}

fn prop(dice: &mut Dice, device: CUdevice) -> (CUmemAllocationProp, String) {
    let type_ = dice.of(&[1, 1, 1, 1, 1, 0, 2, 3]);
    let handles = dice.of(&[0, 0, 0, 1, 1, 2, 4, 3, 16]);
    let kind = dice.of(&[1, 1, 1, 1, 2, 0, 3, 4, 5]);
    let id = dice.of(&[device, device, device, 0, -1, 1]);
    let compression = dice.of(&[0, 0, 0, 0, 1, 2]);
    let rdma = dice.of(&[0, 0, 0, 1]);
    let usage = dice.of(&[0, 0, 0, 0, 0, 1, 2]);
    let mut prop = CUmemAllocationProp {
        type_: CUmemAllocationType(type_),
        requestedHandleTypes: CUmemAllocationHandleType(handles),
        location: CUmemLocation::new(CUmemLocationType(kind), id),
        ..Default::default()
    };
    prop.allocFlags.compressionType = compression;
    prop.allocFlags.gpuDirectRDMACapable = rdma;
    prop.allocFlags.usage = usage;
    let text =
        format!("type {type_} handles {handles} location {kind} {id} compression {compression} rdma {rdma} usage {usage}");
    (prop, text)
}

/// On the host, how large a page is depends on the machine.
unsafe fn properties(setting: &Setting) {
    let mut dice = Dice::new(10);
    for index in 0..500 {
        let (prop, text) = prop(&mut dice, setting.device);
        let option = dice.of(&[0, 1, 1, 2]);
        let mut size = 0;
        let result = unsafe {
            cuMemGetAllocationGranularity(&mut size, &prop, CUmemAllocationGranularity_flags(option))
        };
        code(format!("{index} granularity {option} {text}"), result, || {
            size.to_string()
        });
        let bytes = dice.of(&[PAGE, PAGE, PAGE, 2 * PAGE, 0, 1, 65536, PAGE + 1]);
        let flags = dice.of(&[0, 0, 0, 0, 1]);
        let mut handle = 0;
        let result = unsafe { cuMemCreate(&mut handle, bytes, &prop, flags) };
        code(
            format!("{index} create {bytes} flags {flags} {text}"),
            result,
            || unsafe {
                let mut given = CUmemAllocationProp::default();
                ok(cuMemGetAllocationPropertiesFromHandle(&mut given, handle));
                let mut fd = 0i32;
                let exported = cuMemExportToShareableHandle(
                    (&mut fd as *mut i32).cast(),
                    handle,
                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                    0,
                );
                let (kind, flags) = (given.location.type_.0, given.allocFlags);
                ok(cuMemRelease(handle));
                format!(
                "type {} handles {} location {kind} {} compression {} rdma {} usage {}, export {exported:?}",
                given.type_.0,
                given.requestedHandleTypes.0,
                given.location.id(),
                flags.compressionType,
                flags.gpuDirectRDMACapable,
                flags.usage
            )
            },
        );
    }
}

unsafe fn reservations() {
    let mut dice = Dice::new(11);
    for index in 0..200 {
        let size = dice.of(&[
            PAGE,
            PAGE,
            2 * PAGE,
            0,
            1,
            4096,
            65536,
            PAGE + 4096,
            1 << 40,
            1 << 47,
        ]);
        let alignment = dice.of(&[0, 0, PAGE, 2 * PAGE, 1 << 30, 1, 3, 4096, 65536, PAGE + 1]);
        let mut at = 0;
        let result = unsafe { cuMemAddressReserve(&mut at, size, alignment, 0, 0) };
        code(
            format!("{index} reserve {size} aligned {alignment}"),
            result,
            || unsafe {
                let half = cuMemAddressFree(at, size / 2);
                let inside = cuMemAddressFree(at + PAGE as u64, size - PAGE);
                let whole = cuMemAddressFree(at, size);
                let aligned = alignment == 0 || at % alignment as u64 == 0;
                format!("aligned {aligned}, half {half:?}, inside {inside:?}, whole {whole:?}")
            },
        );
    }
}

/// Whatever is mapped is unmapped again before the next throw.
unsafe fn mappings(setting: &Setting) {
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
    let prop = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let (mut at, mut handle) = (0, 0);
    unsafe {
        ok(cuMemAddressReserve(&mut at, 4 * PAGE, 0, 0, 0));
        ok(cuMemCreate(&mut handle, 2 * PAGE, &prop, 0));
    }
    let mut dice = Dice::new(12);
    let sizes = [PAGE, PAGE, 2 * PAGE, 2 * PAGE, 4 * PAGE, 0, 4096, 65536, 3 * PAGE];
    let offsets = [0, 0, 0, PAGE, PAGE, 4096, 65536, 2 * PAGE];
    for index in 0..600 {
        let (start, size, offset) = (dice.of(&offsets), dice.of(&sizes), dice.of(&offsets));
        let flags = dice.of(&[0, 0, 0, 0, 0, 0, 1]);
        let result = unsafe { cuMemMap(at + start as u64, size, offset, handle, flags) };
        plain(
            format!("{index} map {start} {size} from {offset} flags {flags}"),
            result,
        );
        let (first, bytes) = (dice.of(&offsets), dice.of(&sizes));
        let kind = dice.of(&[1, 1, 1, 1, 1, 0, 2, 5]);
        let rights = dice.of(&[3, 3, 3, 1, 0, 2]);
        let access = CUmemAccessDesc {
            location: CUmemLocation::new(CUmemLocationType(kind), 0),
            flags: CUmemAccess_flags(rights),
        };
        plain(
            format!("{index} access {first} {bytes} location {kind} rights {rights}"),
            unsafe { cuMemSetAccess(at + first as u64, bytes, &access, 1) },
        );
        let mut given = 0;
        let result = unsafe { cuMemGetAccess(&mut given, &location, at + first as u64) };
        code(format!("{index} access of {first}"), result, || given.to_string());
        let (first, bytes) = (dice.of(&offsets), dice.of(&sizes));
        plain(format!("{index} unmap {first} {bytes}"), unsafe {
            cuMemUnmap(at + first as u64, bytes)
        });
        plain(format!("{index} free addresses"), unsafe {
            // Refused while anything is mapped; with one byte less, always.
            cuMemAddressFree(at, 4 * PAGE - 1)
        });
        if result == CUDA_SUCCESS {
            // The call's own range, which may be gone by now.
            let _ = unsafe { cuMemUnmap(at + start as u64, size) };
        }
        // Nothing may be left for the next throw.
        let mut found = 0;
        for page in 0..4u64 {
            while unsafe { cuMemRetainAllocationHandle(&mut found, (at + page * PAGE as u64) as *mut _) }
                == CUDA_SUCCESS
            {
                unsafe { ok(cuMemRelease(found)) };
                let pages = (1..=4)
                    .find(|n| unsafe { cuMemUnmap(at + page * PAGE as u64, n * PAGE) } == CUDA_SUCCESS);
                if pages.is_none() {
                    break;
                }
            }
        }
    }
}

/// Handles and their counts.
unsafe fn pieces(setting: &Setting) {
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, setting.device);
    let prop = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let (mut at, mut handle, mut again) = (0, 0, 0);
    unsafe {
        ok(cuMemAddressReserve(&mut at, 2 * PAGE, 0, 0, 0));
        ok(cuMemCreate(&mut handle, PAGE, &prop, 0));
        plain("map once", cuMemMap(at, PAGE, 0, handle, 0));
        plain(
            "map the same again elsewhere",
            cuMemMap(at + PAGE as u64, PAGE, 0, handle, 0),
        );
        plain("free addresses while mapped", cuMemAddressFree(at, 2 * PAGE));
        plain(
            "retain",
            cuMemRetainAllocationHandle(&mut again, (at + 5) as *mut _),
        );
        println!("the same handle\t{}", again == handle);
        plain("release", cuMemRelease(handle));
        plain("release the other", cuMemRelease(again));
        plain("release once more", cuMemRelease(again));
        plain(
            "retain while only mapped",
            cuMemRetainAllocationHandle(&mut again, at as *mut _),
        );
        plain("release that", cuMemRelease(again));
        plain("unmap over two", cuMemUnmap(at, 2 * PAGE));
        plain("unmap again", cuMemUnmap(at, PAGE));
        plain("free the addresses", cuMemAddressFree(at, 2 * PAGE));
        plain("free them again", cuMemAddressFree(at, 2 * PAGE));
        plain("map a released handle", cuMemMap(at, PAGE, 0, handle, 0));
        plain("release nothing", cuMemRelease(0));
        plain(
            "retain at null",
            cuMemRetainAllocationHandle(&mut again, null_mut()),
        );
    }
}
