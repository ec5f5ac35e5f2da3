//! cuMemAlloc and its family.

use crate::support::{tests, Gpu};
use cuda_mem_tests::answers::{code, recorded};

tests! { "alloc":
    memory_keeps_what_is_written, [cuMemAlloc, cuMemFree, cuMemcpyHtoD, cuMemcpyDtoH];
    sizes_that_cannot_be, [cuMemAlloc];
    free_and_total, [cuMemGetInfo];
    frees_that_cannot_be, [cuMemFree];
}

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
    assert_eq!(host, back);
}

fn sizes_that_cannot_be(_: &Gpu) {
    recorded("cuMemAlloc 0").check(code(cuda_mem::mem_alloc(0)));
    recorded("cuMemAlloc SIZE_MAX").check(code(cuda_mem::mem_alloc(usize::MAX)));
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
