//! Allocations in stream order.

use crate::support::{assert_same, tests, Gpu};
use crate::vmm::pattern;
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "stream_alloc":
    memory_between_its_allocation_and_its_free, [cuMemAllocAsync, cuMemFreeAsync];
    memory_in_the_default_stream_of_a_thread, [cuMemAllocAsync, cuMemAllocFromPoolAsync, cuMemFreeAsync];
    memory_for_another_stream, [cuMemAllocAsync];
    memory_from_a_pool, [cuMemAllocFromPoolAsync];
    sizes_that_cannot_be, [cuMemAllocAsync, cuMemAllocFromPoolAsync];
    frees_that_cannot_be, [cuMemFreeAsync];
}

/// A stream that does not wait for the default one.
pub fn stream() -> CUstream {
    cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream")
}

/// Waits for a stream, and ends it.
pub fn end(stream: CUstream) {
    // SAFETY: each test ends its own stream, once.
    unsafe {
        cuda_mem::stream_synchronize(stream).expect("the stream's work");
        cuda_mem::stream_destroy(stream).expect("destroy");
    }
}

fn memory_between_its_allocation_and_its_free(_: &Gpu) {
    let stream = stream();
    let host = pattern(1 << 20, 5);
    let mut back = vec![0u32; host.len()];
    // SAFETY: all work is in one stream, which is waited for before the vectors go.
    unsafe {
        let allocated = cuda_mem::mem_alloc_async(1 << 20, stream);
        recorded("allocAsync").check(code(allocated));
        let memory = allocated.expect("1 MiB");
        cuda_mem::memcpy_htod_async(memory, host.as_ptr().cast(), 1 << 20, stream).expect("to the device");
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, 1 << 20, stream).expect("and back");
        recorded("freeAsync").check(code(cuda_mem::mem_free_async(memory, stream)));
        cuda_mem::stream_synchronize(stream).expect("done");
    }
    assert_same!(host, back);
    end(stream);
}

fn memory_in_the_default_stream_of_a_thread(gpu: &Gpu) {
    use cuda_mem::per_thread as cuda;
    let host = pattern(1 << 16, 6);
    let mut back = vec![0u32; host.len()];
    let props = crate::pool::properties(gpu.device);
    // SAFETY: all work is in this thread's default stream, which is waited for before the vectors go.
    unsafe {
        let pool = cuda::mem_pool_create(&props).expect("a pool");
        for memory in [
            cuda::mem_alloc_async(1 << 16, null_mut()).expect("64 KiB"),
            cuda::mem_alloc_from_pool_async(1 << 16, pool, null_mut()).expect("64 KiB of the pool"),
        ] {
            back.fill(0);
            cuda::memcpy_htod_async(memory, host.as_ptr().cast(), 1 << 16, null_mut())
                .expect("to the device");
            cuda::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, 1 << 16, null_mut()).expect("and back");
            cuda::mem_free_async(memory, null_mut()).expect("free");
            cuda::stream_synchronize(null_mut()).expect("done");
            assert_same!(host, back);
        }
        cuda::mem_pool_destroy(pool).expect("destroy");
    }
}

fn memory_for_another_stream(_: &Gpu) {
    let (one, other) = (stream(), stream());
    let event = cuda_mem::event_create(CU_EVENT_DISABLE_TIMING.0).expect("an event");
    let mut back = vec![0u32; 1024];
    // SAFETY: events order the other stream's work after the allocation, and the free after that work.
    unsafe {
        let memory = cuda_mem::mem_alloc_async(4096, one).expect("4 KiB");
        cuda_mem::event_record(event, one).expect("record");
        cuda_mem::stream_wait_event(other, event, 0).expect("wait");
        cuda_mem::memset_d32_async(memory, 0x0717e4, 1024, other).expect("fill");
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, 4096, other).expect("back");
        cuda_mem::event_record(event, other).expect("record");
        cuda_mem::stream_wait_event(one, event, 0).expect("wait");
        cuda_mem::mem_free_async(memory, one).expect("free");
        cuda_mem::stream_synchronize(one).expect("done");
        cuda_mem::event_destroy(event).expect("destroy");
    }
    assert!(back.iter().all(|word| *word == 0x0717e4));
    end(one);
    end(other);
}

fn memory_from_a_pool(gpu: &Gpu) {
    let stream = stream();
    let mut back = vec![0u8; 4096];
    let props = crate::pool::properties(gpu.device);
    // SAFETY: all work is in one stream, which is waited for before the vector and the pool go.
    unsafe {
        let pool = cuda_mem::mem_pool_create(&props).expect("a pool");
        let memory = cuda_mem::mem_alloc_from_pool_async(4096, pool, stream).expect("4 KiB");
        let used = cuda_mem::mem_pool_get_attribute(pool, cuda_mem::MemPoolAttribute::USED_MEM_CURRENT);
        assert!(used.expect("used") >= 4096, "it comes from this pool");
        cuda_mem::memset_d8_async(memory, 0x3c, 4096, stream).expect("fill");
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, 4096, stream).expect("back");
        cuda_mem::stream_synchronize(stream).expect("done");
        assert!(back.iter().all(|byte| *byte == 0x3c));
        // What is there when the stream has got past the allocation can be freed as any other.
        cuda_mem::mem_free(memory).expect("free");
        cuda_mem::mem_pool_destroy(pool).expect("destroy");
    }
    end(stream);
}

fn sizes_that_cannot_be(gpu: &Gpu) {
    let stream = stream();
    let props = crate::pool::properties(gpu.device);
    // SAFETY: nothing is allocated but 0 bytes.
    unsafe {
        let nothing = cuda_mem::mem_alloc_async(0, stream);
        recorded("allocAsync 0").check(code(nothing));
        assert_eq!(nothing, Ok(0), "{}", recorded("allocAsync 0").details);
        let much = cuda_mem::mem_alloc_async(1 << 50, stream);
        assert_eq!(code(much), CUDA_ERROR_OUT_OF_MEMORY, "a million gigabytes");
        let pool = cuda_mem::mem_pool_create(&props).expect("a pool");
        let much = cuda_mem::mem_alloc_from_pool_async(1 << 50, pool, stream);
        assert_eq!(code(much), CUDA_ERROR_OUT_OF_MEMORY, "nor from a pool");
        cuda_mem::mem_pool_destroy(pool).expect("destroy");
        let from_nothing = cuda_mem::mem_alloc_from_pool_async(4096, null_mut(), stream);
        assert_eq!(code(from_nothing), CUDA_ERROR_INVALID_VALUE, "no pool");
    }
    end(stream);
}

fn frees_that_cannot_be(_: &Gpu) {
    let stream = stream();
    // SAFETY: what is freed for good is freed once; the driver refuses the rest.
    unsafe {
        let memory = cuda_mem::mem_alloc_async(4096, stream).expect("4 KiB");
        cuda_mem::mem_free_async(memory, stream).expect("free");
        recorded("freeAsync twice").check(code(cuda_mem::mem_free_async(memory, stream)));
        let bogus = code(cuda_mem::mem_free_async(0x1234, stream));
        assert_eq!(bogus, CUDA_ERROR_INVALID_VALUE, "no allocation");
        let plain = cuda_mem::mem_alloc(4096).expect("plain memory");
        recorded("freeAsync of cuMemAlloc").check(code(cuda_mem::mem_free_async(plain, stream)));
        cuda_mem::stream_synchronize(stream).expect("done");
        assert!(cuda_mem::mem_free(plain).is_err(), "it is freed");
    }
    end(stream);
}
