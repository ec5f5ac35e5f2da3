//! cuMemAlloc and its family.

use crate::child::{self, Part, Second};
use crate::support::{tests, without_context, Gpu};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{all, code, recorded};
use std::ptr::null_mut;

tests! { "alloc":
    memory_keeps_what_is_written, [cuMemAlloc, cuMemFree, cuMemcpyHtoD, cuMemcpyDtoH];
    sizes_that_cannot_be, [cuMemAlloc];
    free_and_total, [cuMemGetInfo];
    frees_that_cannot_be, [cuMemFree];
    pitched_rows_keep_what_is_written, [cuMemAllocPitch, cuMemFree, cuMemcpyHtoD, cuMemcpyDtoH];
    pitches_are_the_recorded_ones, [cuMemAllocPitch, cuMemGetAddressRange];
    pitches_that_cannot_be, [cuMemAllocPitch];
    ranges_are_as_asked_for, [cuMemGetAddressRange];
    ranges_that_are_none, [cuMemGetAddressRange];
    a_thread_without_context, [cuMemAlloc, cuMemGetInfo, cuMemAllocPitch, cuMemFree];
    a_forked_child, [cuMemAlloc, cuMemGetInfo], Fork;
    before_initialisation, [cuMemAlloc];
    what_only_the_raw_functions_can_ask, [cuMemAlloc, cuMemAllocPitch, cuMemGetAddressRange];
}

pub const PARTS: &[Part] = &[BEFORE_INITIALISATION];

fn memory_keeps_what_is_written(_: &Gpu) {
    let host: Vec<u32> = (0..100_000).map(|i: u32| i.wrapping_mul(2_654_435_761)).collect();
    let mut back = vec![0u32; host.len()];
    let memory = cuda_mem::mem_alloc(host.len() * 4).expect("400 kB");
    // SAFETY: the allocation is as long as both vectors.
    unsafe {
        cuda_mem::memcpy_htod(memory, &host).expect("to the device");
        cuda_mem::memcpy_dtoh(&mut back, memory).expect("and back");
        cuda_mem::mem_free(memory).expect("free");
    }
    assert!(host == back, "the bytes differ");
}

fn sizes_that_cannot_be(_: &Gpu) {
    recorded("cuMemAlloc 0").check(code(cuda_mem::mem_alloc(0)));
    recorded("cuMemAlloc SIZE_MAX").check(code(cuda_mem::mem_alloc(usize::MAX)));
    let huge = cuda_mem::mem_alloc(1 << 50);
    recorded("cuMemAlloc huge").check(code(huge));
    assert!(matches!(huge, Err(error) if error.is_out_of_memory()));
}

fn free_and_total(gpu: &Gpu) {
    let (free, total) = cuda_mem::mem_get_info().expect("cuMemGetInfo");
    assert!(0 < free && free <= total, "{free} of {total}");
    // The context reports what the device has, less what the driver keeps for itself.
    assert!(total <= cuda_mem::device_total_mem(gpu.device).expect("cuDeviceTotalMem"));
}

fn frees_that_cannot_be(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    // SAFETY: what is freed for good is freed once; the driver refuses the rest.
    unsafe {
        recorded("cuMemFree 0").check(code(cuda_mem::mem_free(0)));
        recorded("cuMemFree interior").check(code(cuda_mem::mem_free(memory + 16)));
        recorded("cuMemFree bogus").check(code(cuda_mem::mem_free(0x1234)));
        cuda_mem::mem_free(memory).expect("free");
        recorded("cuMemFree twice").check(code(cuda_mem::mem_free(memory)));
    }
}

fn pitched_rows_keep_what_is_written(_: &Gpu) {
    const WIDTH: usize = 100;
    let rows: Vec<[u8; WIDTH]> = (0..10)
        .map(|y| std::array::from_fn(|x| (y * 31 + x) as u8))
        .collect();
    for element in [4, 8, 16] {
        let (memory, pitch) = cuda_mem::mem_alloc_pitch(WIDTH, rows.len(), element).expect("100 by 10");
        assert!(pitch >= WIDTH && memory % u64::from(element) == 0);
        // SAFETY: every row is within the allocation.
        unsafe {
            for (y, row) in (0..).zip(&rows) {
                cuda_mem::memcpy_htod(memory + y * pitch as u64, row).expect("a row");
            }
            for (y, row) in (0..).zip(&rows) {
                let mut back = [0; WIDTH];
                cuda_mem::memcpy_dtoh(&mut back, memory + y * pitch as u64).expect("back");
                assert!(&back == row, "row {y}");
            }
            cuda_mem::mem_free(memory).expect("free");
        }
    }
}

fn pitches_are_the_recorded_ones(_: &Gpu) {
    for element in [4, 8, 16] {
        let answer = recorded(&format!("allocPitch 100x10 es={element}"));
        let result = cuda_mem::mem_alloc_pitch(100, 10, element);
        answer.check(code(result));
        let (memory, pitch) = result.expect("checked above");
        let expected = answer.details.split(' ').nth(1).expect("`pitch N align M`");
        assert_eq!(pitch.to_string(), expected, "{}", answer.case);
        // SAFETY: allocated above.
        unsafe { cuda_mem::mem_free(memory) }.expect("free");
    }
    let answers: Vec<_> = all().collect();
    for width in [1, 512, 513, 4096, 4097, 100_000] {
        let case = format!("allocPitch w={width}");
        let row = answers
            .iter()
            .position(|answer| answer.case == case)
            .expect("a row");
        let (memory, pitch) = cuda_mem::mem_alloc_pitch(width, 3, 4).expect("three rows");
        assert_eq!(format!("pitch {pitch}"), answers[row].details, "{case}");
        // The row after it tells the allocation's size.
        let (base, size) = cuda_mem::mem_get_address_range(memory).expect("its range");
        assert_eq!(base, memory);
        assert_eq!(answers[row + 1].case, "range size");
        assert_eq!(size.to_string(), answers[row + 1].details, "{case}");
        // SAFETY: allocated above.
        unsafe { cuda_mem::mem_free(memory) }.expect("free");
    }
}

fn pitches_that_cannot_be(_: &Gpu) {
    for element in [0, 1, 2, 3, 32] {
        let answer = recorded(&format!("allocPitch 100x10 es={element}"));
        answer.check(code(cuda_mem::mem_alloc_pitch(100, 10, element)));
    }
    recorded("allocPitch w0").check(code(cuda_mem::mem_alloc_pitch(0, 10, 4)));
    recorded("allocPitch h0").check(code(cuda_mem::mem_alloc_pitch(100, 0, 4)));
    let huge = cuda_mem::mem_alloc_pitch(1 << 30, 1 << 20, 4);
    assert!(matches!(huge, Err(error) if error.is_out_of_memory()), "{huge:?}");
}

fn ranges_are_as_asked_for(_: &Gpu) {
    let one = cuda_mem::mem_alloc(1).expect("1 byte");
    let many = cuda_mem::mem_alloc(4096).expect("4 KiB");
    let range = cuda_mem::mem_get_address_range(one);
    recorded("cuMemGetAddressRange of 1B").check(code(range));
    assert_eq!(range, Ok((one, 1)));
    for offset in [0, 1, 100, 4095] {
        let range = cuda_mem::mem_get_address_range(many + offset);
        recorded("range interior").check(code(range));
        assert_eq!(range, Ok((many, 4096)), "at {offset}");
    }
    // SAFETY: allocated above.
    unsafe {
        cuda_mem::mem_free(one).expect("free");
        cuda_mem::mem_free(many).expect("free");
    }
}

fn ranges_that_are_none(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    recorded("range bogus").check(code(cuda_mem::mem_get_address_range(0x1234)));
    recorded("range end").check(code(cuda_mem::mem_get_address_range(memory + 4096)));
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
    let freed = cuda_mem::mem_get_address_range(memory);
    assert_eq!(code(freed), CUDA_ERROR_NOT_FOUND);
}

fn a_thread_without_context(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    without_context(|| {
        recorded("no context cuMemAlloc").check(code(cuda_mem::mem_alloc(4096)));
        recorded("no context cuMemGetInfo").check(code(cuda_mem::mem_get_info()));
        let pitched = cuda_mem::mem_alloc_pitch(100, 10, 4);
        assert_eq!(code(pitched), CUDA_ERROR_INVALID_CONTEXT);
    });
    // SAFETY: allocated above; the other thread did not free it.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

#[cfg(unix)]
fn a_forked_child(_: &Gpu) {
    use crate::fork::forked;
    // This process has initialised the driver; a child that did not has nothing of it.
    assert_eq!(
        forked(|| code(cuda_mem::mem_alloc(16))),
        CUDA_ERROR_NOT_INITIALIZED
    );
    assert_eq!(
        forked(|| code(cuda_mem::mem_get_info())),
        CUDA_ERROR_NOT_INITIALIZED
    );
}

fn before_initialisation(_: &Gpu) {
    let mut second = Second::start(BEFORE_INITIALISATION);
    let answer = second.hear().parse().expect("a number");
    recorded("before cuInit cuMemAlloc").check(CUresult(answer));
    second.end();
}

const BEFORE_INITIALISATION: Part = Part {
    name: "before initialisation",
    play: || child::tell(&code(cuda_mem::mem_alloc(16)).0.to_string()),
};

fn what_only_the_raw_functions_can_ask(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    let mut pitched = 0;
    // SAFETY: the driver checks for null before it writes.
    unsafe {
        recorded("cuMemAlloc null").check(cuMemAlloc(null_mut(), 4096));
        recorded("allocPitch nullpitch").check(cuMemAllocPitch(&mut pitched, null_mut(), 100, 10, 4));
        recorded("range null outs").check(cuMemGetAddressRange(null_mut(), null_mut(), memory));
        cuda_mem::mem_free(memory).expect("free");
    }
}
