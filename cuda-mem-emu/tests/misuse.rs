//! Misuse is the driver's error, and a message that says what was wrong.

mod common;

use common::{alloc, ok, refused, stream, Alone};
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;
use std::ptr::null_mut;

const INVALID: CUresult = CUDA_ERROR_INVALID_VALUE;

fn ready() -> Alone {
    common::alone(Settings::new)
}

#[test]
fn a_byte_past_the_end() {
    let _alone = ready();
    let memory = alloc(100);
    let mut host = [0u8; 101];
    // SAFETY: the driver refuses it.
    unsafe {
        ok(cuMemcpyDtoH_v2(host.as_mut_ptr().cast(), memory, 100));
        refused(
            cuMemcpyDtoH_v2(host.as_mut_ptr().cast(), memory, 101),
            INVALID,
            &["cuMemcpyDtoH", "1 bytes past the end"],
        );
        refused(
            cuMemsetD8_v2(memory + 1, 0, 100),
            INVALID,
            &["cuMemsetD8", "1 bytes past the end", "cuMemAlloc"],
        );
        // The last row of a rectangle ends where its width ends, not its pitch.
        ok(cuMemsetD2D8_v2(memory, 40, 0, 20, 3));
        refused(
            cuMemsetD2D8_v2(memory, 40, 0, 21, 3),
            INVALID,
            &["cuMemsetD2D8", "1 bytes past the end"],
        );
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn memory_that_was_freed() {
    let _alone = ready();
    let memory = alloc(4096);
    // SAFETY: the driver refuses what is wrong.
    unsafe {
        refused(
            cuMemFree_v2(memory + 8),
            INVALID,
            &["cuMemFree", "lies in an allocation of 4096 bytes"],
        );
        ok(cuMemFree_v2(memory));
        refused(
            cuMemFree_v2(memory),
            INVALID,
            &["cuMemFree", "was it freed before?"],
        );
        refused(
            cuMemsetD8_v2(memory, 0, 1),
            INVALID,
            &["cuMemsetD8", "nothing is allocated there; was it freed?"],
        );
        let host = [0u8; 16];
        refused(
            cuMemcpy(memory, host.as_ptr() as u64, 16),
            INVALID,
            &["cuMemcpy", "was it freed?"],
        );
        refused(
            cuMemFree_v2(0x10),
            INVALID,
            &["cuMemFree", "no allocation of the driver"],
        );
    }
}

#[test]
fn addresses_on_the_wrong_side() {
    let _alone = ready();
    let memory = alloc(64);
    let host = [0u8; 64];
    // SAFETY: the driver refuses it.
    unsafe {
        let swapped = cuMemcpyHtoD_v2(host.as_ptr() as u64, memory as *const _, 64);
        refused(swapped, INVALID, &["cuMemcpyHtoD", "no device memory"]);
        // The other way round it is no misuse: the address says what it is (measured on H200).
        ok(cuMemcpyHtoD_v2(memory, memory as *const _, 64));
        let mut pinned = null_mut();
        ok(cuMemHostAlloc(&mut pinned, 64, 0));
        refused(
            cuMemFree_v2(pinned as u64),
            INVALID,
            &["cuMemFree", "for cuMemFreeHost"],
        );
        refused(
            cuMemFreeHost(memory as *mut _),
            INVALID,
            &["cuMemFreeHost", "not the beginning of pinned"],
        );
        ok(cuMemFreeHost(pinned));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn pinned_memory_that_work_still_needs() {
    let _alone = ready();
    let (memory, stream) = (alloc(64), stream());
    let mut pinned = null_mut();
    // SAFETY: the memory stays until the work has run.
    unsafe {
        ok(cuMemHostAlloc(&mut pinned, 64, 0));
        ok(cuMemcpyHtoDAsync_v2(memory, pinned, 64, stream));
        refused(cuMemFreeHost(pinned), INVALID, &["cuMemFreeHost", "still in use"]);
        ok(cuStreamSynchronize(stream));
        ok(cuMemFreeHost(pinned));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn copies_of_a_batch_that_meet() {
    let _alone = ready();
    let (memory, stream) = (alloc(4096), stream());
    let run = |mut to: [u64; 2], mut from: [u64; 2]| {
        let (mut sizes, mut start) = ([64usize; 2], 0);
        let mut attributes = CUmemcpyAttributes {
            srcAccessOrder: CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
            ..Default::default()
        };
        // SAFETY: arrays of two, and memory that lives.
        unsafe {
            cuMemcpyBatchAsync_v2(
                to.as_mut_ptr(),
                from.as_mut_ptr(),
                sizes.as_mut_ptr(),
                2,
                &mut attributes,
                &mut start,
                1,
                stream,
            )
        }
    };
    ok(run([memory, memory + 64], [memory + 1024, memory + 1024]));
    refused(
        run([memory, memory + 63], [memory + 1024, memory + 2048]),
        INVALID,
        &["cuMemcpyBatchAsync", "0 and 1", "meet"],
    );
    refused(
        run([memory, memory + 512], [memory + 1024, memory + 32]),
        INVALID,
        &["cuMemcpyBatchAsync", "meet"],
    );
    // SAFETY: the work has run.
    unsafe {
        ok(cuStreamSynchronize(stream));
        ok(cuMemFree_v2(memory));
    }
}

#[test]
fn handles_that_are_none() {
    let _alone = ready();
    let stream = stream();
    let mut event = null_mut();
    // SAFETY: the driver refuses what is wrong.
    unsafe {
        ok(cuStreamDestroy_v2(stream));
        refused(
            cuStreamSynchronize(stream),
            CUDA_ERROR_INVALID_HANDLE,
            &["cuStreamSynchronize", "is no stream"],
        );
        ok(cuEventCreate(&mut event, 0));
        ok(cuEventDestroy_v2(event));
        refused(
            cuEventSynchronize(event),
            CUDA_ERROR_INVALID_HANDLE,
            &["cuEventSynchronize", "is no event"],
        );
        refused(
            cuArrayDestroy(8 as CUarray),
            CUDA_ERROR_INVALID_HANDLE,
            &["cuArrayDestroy", "is no array"],
        );
    }
}

#[test]
fn virtual_memory_in_part() {
    let _alone = ready();
    let size = 2usize << 20;
    let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 0);
    let properties = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        ..Default::default()
    };
    let access = |flags| CUmemAccessDesc { location, flags };
    // SAFETY: the driver refuses what is wrong; what is made is taken back.
    unsafe {
        let (mut handle, mut p) = (0, 0);
        ok(cuMemCreate(&mut handle, 2 * size, &properties, 0));
        ok(cuMemAddressReserve(&mut p, 4 * size, 0, 0, 0));
        ok(cuMemMap(p, 2 * size, 0, handle, 0));
        ok(cuMemMap(p + 2 * size as u64, 2 * size, 0, handle, 0));
        refused(
            cuMemMap(p, 2 * size, 0, handle, 0),
            INVALID,
            &["cuMemMap", "meet a mapping"],
        );
        refused(
            cuMemMap(p, size, 0, handle, 0),
            CUDA_ERROR_NOT_SUPPORTED,
            &["cuMemMap", "not all 4194304 bytes"],
        );
        refused(
            cuMemsetD8_v2(p, 1, 1),
            INVALID,
            &["cuMemsetD8", "cuMemSetAccess did not allow it"],
        );
        ok(cuMemSetAccess(
            p,
            4 * size,
            &access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE),
            1,
        ));
        // Both mappings are of the same memory; a copy may cross from one to the other.
        ok(cuMemsetD8_v2(p + 2 * size as u64 - 1, 9, 2));
        let mut seen = [0u8; 2];
        ok(cuMemcpyDtoH_v2(
            seen.as_mut_ptr().cast(),
            p + 4 * size as u64 - 1,
            1,
        ));
        ok(cuMemcpyDtoH_v2(seen[1..].as_mut_ptr().cast(), p, 1));
        assert_eq!(
            seen,
            [9, 9],
            "what is written through one mapping is there through the other"
        );
        ok(cuMemSetAccess(
            p,
            2 * size,
            &access(CU_MEM_ACCESS_FLAGS_PROT_READ),
            1,
        ));
        refused(
            cuMemsetD8_v2(p, 1, 1),
            INVALID,
            &["cuMemsetD8", "did not allow it"],
        );
        refused(
            cuMemUnmap(p, size),
            INVALID,
            &["cuMemUnmap", "none can be taken away in part"],
        );
        refused(
            cuMemAddressFree(p, 4 * size),
            INVALID,
            &["cuMemAddressFree", "without mappings"],
        );
        ok(cuMemUnmap(p, 4 * size));
        ok(cuMemRelease(handle));
        ok(cuMemAddressFree(p, 4 * size));
    }
}
