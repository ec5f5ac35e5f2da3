//! cuMemAllocHost, cuMemHostAlloc, cuMemHostRegister and what is asked about their memory.

use crate::pages::Pages;
use crate::support::{tests, without_context, Gpu};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{all, code, recorded};
use std::ptr::null_mut;

tests! { "host":
    pinned_memory_carries_data, [cuMemAllocHost, cuMemFreeHost, cuMemcpyHtoDAsync, cuMemcpyDtoHAsync];
    pinned_memory_is_known, [cuMemAllocHost, cuMemHostGetFlags, cuMemHostGetDevicePointer];
    nothing_is_no_allocation, [cuMemAllocHost, cuMemHostAlloc, cuMemFreeHost];
    every_combination_of_flags, [cuMemHostAlloc, cuMemHostGetFlags, cuMemHostGetDevicePointer, cuMemFreeHost];
    sizes_that_cannot_be, [cuMemAllocHost, cuMemHostAlloc];
    frees_that_cannot_be, [cuMemFreeHost];
    questions_about_pageable_memory, [cuMemHostGetFlags, cuMemHostGetDevicePointer, cuMemFreeHost];
    registered_memory_carries_data, [cuMemHostRegister, cuMemHostUnregister, cuMemcpyHtoDAsync];
    registered_memory_is_known, [cuMemHostRegister, cuMemHostGetFlags, cuMemHostGetDevicePointer];
    registrations_that_cannot_be, [cuMemHostRegister, cuMemHostUnregister];
    unregistrations_that_cannot_be, [cuMemHostUnregister, cuMemFreeHost];
    read_only_pages, [cuMemHostRegister, cuMemHostUnregister];
    copies_over_the_end_of_a_registration, [cuMemHostRegister, cuMemcpyHtoD, cuMemcpyHtoDAsync];
    a_thread_without_context, [cuMemAllocHost, cuMemHostAlloc, cuMemHostRegister];
}

/// Copies `size` bytes at `host` to the device and from there back to `back`, in the default stream.
///
/// # Safety
///
/// Both must be that long, and page-locked.
unsafe fn there_and_back(host: *const c_void, back: *mut c_void, size: usize) {
    let memory = cuda_mem::mem_alloc(size).expect("device memory");
    // SAFETY: all three are that long, and are kept until the stream is done.
    unsafe {
        cuda_mem::memcpy_htod_async(memory, host, size, null_mut()).expect("to the device");
        cuda_mem::memcpy_dtoh_async(back, memory, size, null_mut()).expect("and back");
        cuda_mem::stream_synchronize(null_mut()).expect("done");
        cuda_mem::mem_free(memory).expect("free");
    }
}

/// Fills `size` bytes with a pattern, and gives them as a slice.
///
/// # Safety
///
/// The memory must be that long and writable, and be used by this slice only while it lives.
unsafe fn filled<'a>(start: *mut c_void, size: usize) -> &'a [u8] {
    // SAFETY: as the caller vouches; filled before it is read.
    let bytes = unsafe {
        start.cast::<u8>().write_bytes(0, size);
        std::slice::from_raw_parts_mut(start.cast::<u8>(), size)
    };
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (i * 7 + i / 251) as u8;
    }
    bytes
}

fn pinned_memory_carries_data(_: &Gpu) {
    const SIZE: usize = 100_000;
    let (from, to) = (cuda_mem::mem_alloc_host(SIZE), cuda_mem::mem_alloc_host(SIZE));
    let (from, to) = (from.expect("100 kB"), to.expect("100 kB"));
    // SAFETY: two allocations of that size; the copies are done before they are read.
    unsafe {
        let sent = filled(from, SIZE);
        to.cast::<u8>().write_bytes(0, SIZE);
        there_and_back(from, to, SIZE);
        assert!(
            sent == std::slice::from_raw_parts(to.cast::<u8>(), SIZE),
            "the bytes differ"
        );
        cuda_mem::mem_free_host(from).expect("free");
        cuda_mem::mem_free_host(to).expect("free");
    }
}

fn pinned_memory_is_known(_: &Gpu) {
    let result = cuda_mem::mem_alloc_host(4096);
    recorded("allocHost").check(code(result));
    let memory = result.expect("checked above");
    assert_eq!(memory as usize % 4096, 0, "page-aligned");

    let answer = recorded("getFlags allocHost");
    let flags = cuda_mem::mem_host_get_flags(memory);
    answer.check(code(flags));
    assert_eq!(flags.expect("checked above").to_string(), answer.details);

    let address = cuda_mem::mem_host_get_device_pointer(memory, 0);
    recorded("getDevPtr allocHost").check(code(address));
    assert_eq!(address, Ok(memory as CUdeviceptr));
    let inside = cuda_mem::mem_host_get_device_pointer(memory.cast::<u8>().wrapping_add(100).cast(), 0);
    assert_eq!(inside, Ok(memory as CUdeviceptr + 100));
    recorded("getDevPtr flags1").check(code(cuda_mem::mem_host_get_device_pointer(memory, 1)));
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free_host(memory) }.expect("free");
}

fn nothing_is_no_allocation(_: &Gpu) {
    let (plain, flagged) = (cuda_mem::mem_alloc_host(0), cuda_mem::mem_host_alloc(0, 0));
    recorded("allocHost 0").check(code(plain));
    recorded("hostAlloc 0").check(code(flagged));
    assert_eq!((plain, flagged), (Ok(null_mut()), Ok(null_mut())));
    // SAFETY: null is no allocation.
    recorded("freeHost null").check(code(unsafe { cuda_mem::mem_free_host(null_mut()) }));
}

fn every_combination_of_flags(_: &Gpu) {
    let answers: Vec<_> = all().collect();
    for flags in 0..=8 {
        let case = format!("hostAlloc flags={flags}");
        // The rows after it tell of the same allocation.
        let row = answers
            .iter()
            .position(|answer| answer.case == case)
            .expect("a row");
        let [allocated, told, address] = [answers[row], answers[row + 1], answers[row + 2]];
        assert_eq!((told.case, address.case), ("  flags", "  devptr"));

        let result = cuda_mem::mem_host_alloc(4096, flags);
        allocated.check(code(result));
        let memory = match result {
            Ok(memory) => memory,
            Err(_) => continue,
        };
        let seen = cuda_mem::mem_host_get_flags(memory);
        told.check(code(seen));
        assert_eq!(seen.expect("checked above").to_string(), told.details, "{case}");
        let reached = cuda_mem::mem_host_get_device_pointer(memory, 0);
        address.check(code(reached));
        assert_eq!(address.details, "same 1");
        assert_eq!(reached, Ok(memory as CUdeviceptr), "{case}");
        // SAFETY: an allocation of that size, which the copy back overwrites with what it had.
        unsafe {
            let sent = filled(memory, 4096).to_vec();
            there_and_back(memory, memory, 4096);
            assert!(
                sent == std::slice::from_raw_parts(memory.cast::<u8>(), 4096),
                "{case}"
            );
            cuda_mem::mem_free_host(memory).expect("free");
        }
    }
}

fn sizes_that_cannot_be(_: &Gpu) {
    for result in [
        cuda_mem::mem_alloc_host(1 << 50),
        cuda_mem::mem_host_alloc(1 << 50, CU_MEMHOSTALLOC_PORTABLE),
    ] {
        assert!(
            matches!(result, Err(error) if error.is_out_of_memory()),
            "{result:?}"
        );
    }
}

fn frees_that_cannot_be(_: &Gpu) {
    let memory = cuda_mem::mem_alloc_host(8192).expect("8 KiB");
    // SAFETY: what is freed for good is freed once; the driver refuses the rest.
    unsafe {
        let inside = cuda_mem::mem_free_host(memory.cast::<u8>().wrapping_add(4096).cast());
        assert_eq!(code(inside), CUDA_ERROR_INVALID_VALUE);
        recorded("freeHost").check(code(cuda_mem::mem_free_host(memory)));
        recorded("freeHost twice").check(code(cuda_mem::mem_free_host(memory)));
    }
}

fn questions_about_pageable_memory(_: &Gpu) {
    let pages = Pages::new(4096);
    recorded("getFlags pageable").check(code(cuda_mem::mem_host_get_flags(pages.start)));
    recorded("getDevPtr pageable").check(code(cuda_mem::mem_host_get_device_pointer(pages.start, 0)));
    // SAFETY: the driver refuses it.
    recorded("freeHost pageable").check(code(unsafe { cuda_mem::mem_free_host(pages.start) }));
}

fn registered_memory_carries_data(_: &Gpu) {
    const SIZE: usize = 64 * 1024;
    let (from, to) = (Pages::new(SIZE), Pages::new(SIZE));
    // SAFETY: both stay mapped until they are unregistered, and are read when the copies are done.
    unsafe {
        cuda_mem::mem_host_register(from.start, SIZE, 0).expect("register");
        cuda_mem::mem_host_register(to.start, SIZE, CU_MEMHOSTREGISTER_PORTABLE).expect("register");
        let sent = filled(from.start, SIZE);
        there_and_back(from.start, to.start, SIZE);
        assert!(
            sent == std::slice::from_raw_parts(to.start.cast::<u8>(), SIZE),
            "the bytes differ"
        );
        cuda_mem::mem_host_unregister(from.start).expect("unregister");
        cuda_mem::mem_host_unregister(to.start).expect("unregister");
    }
}

fn registered_memory_is_known(_: &Gpu) {
    let pages = Pages::new(8192);
    // SAFETY: the pages stay mapped until they are unregistered.
    unsafe {
        recorded("register").check(code(cuda_mem::mem_host_register(pages.start, 8192, 0)));
    }
    let answer = recorded("getFlags registered");
    let flags = cuda_mem::mem_host_get_flags(pages.start);
    answer.check(code(flags));
    assert_eq!(flags.expect("checked above").to_string(), answer.details);
    let address = cuda_mem::mem_host_get_device_pointer(pages.start, 0);
    recorded("devptr registered").check(code(address));
    assert_eq!(address, Ok(pages.start as CUdeviceptr));
    // SAFETY: no work uses the pages.
    recorded("unregister").check(code(unsafe { cuda_mem::mem_host_unregister(pages.start) }));
    assert_eq!(
        code(cuda_mem::mem_host_get_flags(pages.start)),
        CUDA_ERROR_INVALID_VALUE,
        "they are pageable again"
    );
}

fn registrations_that_cannot_be(_: &Gpu) {
    let pages = Pages::new(16384);
    // SAFETY: the pages stay mapped; what is registered is unregistered.
    unsafe {
        cuda_mem::mem_host_register(pages.start, 8192, 0).expect("register");
        let again = cuda_mem::mem_host_register(pages.start, 8192, 0);
        recorded("register again").check(code(again));
        let overlap = cuda_mem::mem_host_register(pages.at(4096), 8192, 0);
        recorded("register overlap").check(code(overlap));
        cuda_mem::mem_host_unregister(pages.start).expect("unregister");

        let nothing = cuda_mem::mem_host_register(pages.start, 0, 0);
        recorded("register 0 bytes").check(code(nothing));
        let null = cuda_mem::mem_host_register(null_mut(), 4096, 0);
        recorded("register null").check(code(null));
        let flags = cuda_mem::mem_host_register(pages.start, 4096, 64);
        recorded("register flags 64").check(code(flags));

        // Neither start nor length on a page boundary.
        let unaligned = cuda_mem::mem_host_register(pages.at(100), 1000, 0);
        recorded("register unaligned").check(code(unaligned));
        let unregistered = cuda_mem::mem_host_unregister(pages.at(100));
        recorded("unregister unaligned").check(code(unregistered));
    }
}

fn unregistrations_that_cannot_be(_: &Gpu) {
    let pages = Pages::new(8192);
    let pinned = cuda_mem::mem_host_alloc(4096, 0).expect("4 KiB");
    // SAFETY: what is unregistered and freed for good is so once; the driver refuses the rest.
    unsafe {
        let pageable = cuda_mem::mem_host_unregister(pages.start);
        recorded("unregister pageable").check(code(pageable));
        let allocated = cuda_mem::mem_host_unregister(pinned);
        recorded("unregister of hostAlloc").check(code(allocated));
        cuda_mem::mem_free_host(pinned).expect("free");

        cuda_mem::mem_host_register(pages.start, 8192, 0).expect("register");
        recorded("freeHost registered").check(code(cuda_mem::mem_free_host(pages.start)));
        let inside = cuda_mem::mem_host_unregister(pages.at(4096));
        recorded("unregister interior").check(code(inside));
        cuda_mem::mem_host_unregister(pages.start).expect("unregister");
        let twice = cuda_mem::mem_host_unregister(pages.start);
        recorded("unregister twice").check(code(twice));
    }
}

fn read_only_pages(gpu: &Gpu) {
    let pages = Pages::read_only(4096);
    // SAFETY: the pages stay mapped; what is registered is unregistered.
    unsafe {
        let plain = cuda_mem::mem_host_register(pages.start, 4096, 0);
        recorded("register PROT_READ").check(code(plain));
        let read_only = cuda_mem::mem_host_register(pages.start, 4096, CU_MEMHOSTREGISTER_READ_ONLY);
        if gpu.can(CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED) {
            recorded("register PROT_READ READ_ONLY").check(code(read_only));
            cuda_mem::mem_host_unregister(pages.start).expect("unregister");
        } else {
            assert_eq!(code(read_only), CUDA_ERROR_NOT_SUPPORTED);
        }
    }
}

fn copies_over_the_end_of_a_registration(_: &Gpu) {
    let pages = Pages::new(8192);
    let memory = cuda_mem::mem_alloc(8192).expect("8 KiB");
    // SAFETY: all 8192 bytes are mapped on both sides; the driver refuses to copy them by one call.
    unsafe {
        cuda_mem::mem_host_register(pages.start, 4096, 0).expect("register");
        let bytes = std::slice::from_raw_parts(pages.start.cast::<u8>(), 8192);
        recorded("HtoD span registered+not").check(code(cuda_mem::memcpy_htod(memory, bytes)));
        let queued = cuda_mem::memcpy_htod_async(memory, pages.start, 8192, null_mut());
        recorded("HtoDAsync span").check(code(queued));
        // Each half by itself can be copied.
        cuda_mem::memcpy_htod(memory, &bytes[..4096]).expect("the registered half");
        cuda_mem::memcpy_htod(memory, &bytes[4096..]).expect("the other half");
        cuda_mem::mem_host_unregister(pages.start).expect("unregister");
        cuda_mem::mem_free(memory).expect("free");
    }
}

fn a_thread_without_context(_: &Gpu) {
    without_context(|| {
        let pages = Pages::new(4096);
        assert_eq!(code(cuda_mem::mem_alloc_host(4096)), CUDA_ERROR_INVALID_CONTEXT);
        assert_eq!(
            code(cuda_mem::mem_host_alloc(4096, 0)),
            CUDA_ERROR_INVALID_CONTEXT
        );
        // SAFETY: the driver refuses it.
        let registered = unsafe { cuda_mem::mem_host_register(pages.start, 4096, 0) };
        assert_eq!(code(registered), CUDA_ERROR_INVALID_CONTEXT);
    });
}
