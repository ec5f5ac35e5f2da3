//! cuPointerGetAttribute, cuPointerGetAttributes and cuPointerSetAttribute.

use crate::support::{tests, Gpu};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::*;
use cuda_mem::PointerAttribute as Of;
use cuda_mem_tests::answers::code;
use std::fmt::Debug;
use std::ptr::null_mut;

tests! { "pointer":
    device_memory, [cuPointerGetAttribute];
    identities, [cuPointerGetAttribute];
    pinned_memory, [cuPointerGetAttribute];
    managed_memory, [cuPointerGetAttribute];
    no_attribute_is_longer_than_its_type, [cuPointerGetAttribute];
    attributes_of_later_drivers, [cuPointerGetAttribute];
    attributes_at_once_are_those_one_by_one, [cuPointerGetAttributes, cuPointerGetAttribute];
    addresses_that_the_driver_does_not_know, [cuPointerGetAttribute, cuPointerGetAttributes, cuPointerSetAttribute];
    synchronous_copies_can_be_made_to_wait, [cuPointerSetAttribute, cuPointerGetAttribute];
    attributes_that_cannot_be, [cuPointerGetAttribute, cuPointerGetAttributes, cuPointerSetAttribute];
}

/// Runs this with 4 KiB of device memory.
fn with_memory(run: impl FnOnce(CUdeviceptr)) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    run(memory);
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

#[track_caller]
fn is<T: Copy + PartialEq + Debug>(attribute: Of<T>, ptr: CUdeviceptr, expected: T) {
    let value = cuda_mem::pointer_get_attribute(attribute, ptr);
    assert_eq!(value, Ok(expected), "{:?}", attribute.attribute());
}

#[track_caller]
fn is_none<T: Copy + Debug>(attribute: Of<T>, ptr: CUdeviceptr) {
    let result = cuda_mem::pointer_get_attribute(attribute, ptr);
    assert_eq!(
        code(result),
        CUDA_ERROR_INVALID_VALUE,
        "{:?}",
        attribute.attribute()
    );
}

fn device_memory(gpu: &Gpu) {
    with_memory(|start| {
        for ptr in [start, start + 100, start + 4095] {
            is(Of::CONTEXT, ptr, gpu.context);
            is(Of::MEMORY_TYPE, ptr, CU_MEMORYTYPE_DEVICE);
            is(Of::DEVICE_POINTER, ptr, ptr);
            is_none(Of::HOST_POINTER, ptr);
            is(Of::IS_MANAGED, ptr, 0);
            is(Of::DEVICE_ORDINAL, ptr, gpu.device);
            is(Of::IS_LEGACY_CUDA_IPC_CAPABLE, ptr, 1);
            is(Of::RANGE_START_ADDR, ptr, start);
            is(Of::RANGE_SIZE, ptr, 4096);
            is(Of::MAPPED, ptr, 1);
            is(Of::ALLOWED_HANDLE_TYPES, ptr, 0);
            is(Of::ACCESS_FLAGS, ptr, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
            is(Of::MEMPOOL_HANDLE, ptr, null_mut());
            let base = cuda_mem::pointer_get_attribute(Of::MAPPING_BASE_ADDR, ptr).expect("a mapping");
            let size = cuda_mem::pointer_get_attribute(Of::MAPPING_SIZE, ptr).expect("a mapping");
            assert!(
                base <= start && start + 4096 <= base + size as u64,
                "{base:#x} + {size}"
            );
        }
    });
}

fn identities(_: &Gpu) {
    let (mut ids, get) = (vec![], cuda_mem::pointer_get_attribute::<u64>);
    for _ in 0..2 {
        with_memory(|first| {
            with_memory(|second| {
                for ptr in [first, second] {
                    let id = get(Of::BUFFER_ID, ptr).expect("an id");
                    assert_eq!(get(Of::BUFFER_ID, ptr + 4095), Ok(id), "one allocation, one id");
                    ids.push(id);
                    let block = get(Of::MEMORY_BLOCK_ID, ptr).expect("an id");
                    assert_eq!(get(Of::MEMORY_BLOCK_ID, ptr + 4095), Ok(block));
                }
            });
        });
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4, "an address that is used again has a new id");
}

fn pinned_memory(gpu: &Gpu) {
    let memory = cuda_mem::mem_alloc_host(4096).expect("4 KiB");
    let ptr = memory as CUdeviceptr + 100;
    is(Of::CONTEXT, ptr, gpu.context);
    is(Of::MEMORY_TYPE, ptr, CU_MEMORYTYPE_HOST);
    is(Of::DEVICE_POINTER, ptr, ptr);
    is(Of::HOST_POINTER, ptr, ptr as *mut c_void);
    is(Of::IS_MANAGED, ptr, 0);
    is(Of::RANGE_START_ADDR, ptr, memory as CUdeviceptr);
    is(Of::RANGE_SIZE, ptr, 4096);
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free_host(memory) }.expect("free");
    is_none(Of::MEMORY_TYPE, ptr);
}

fn managed_memory(gpu: &Gpu) {
    let memory = cuda_mem::mem_alloc_managed(4096, CU_MEM_ATTACH_GLOBAL.0).expect("4 KiB");
    let ptr = memory + 100;
    is(Of::IS_MANAGED, ptr, 1);
    is(Of::DEVICE_POINTER, ptr, ptr);
    is(Of::HOST_POINTER, ptr, ptr as *mut c_void);
    is(Of::DEVICE_ORDINAL, ptr, gpu.device);
    is(Of::RANGE_START_ADDR, ptr, memory);
    is(Of::RANGE_SIZE, ptr, 4096);
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

/// Asks by the raw function, into a buffer of its own marks: the answer, and how many bytes the driver wrote.
fn written(attribute: CUpointer_attribute, ptr: CUdeviceptr) -> (CUresult, usize) {
    let (mut code, mut changed) = (CUDA_SUCCESS, 0);
    // A value may happen to be like one mark, but not like both.
    for mark in [0xa5, 0x5a] {
        let mut buffer = [mark; 64];
        // SAFETY: the buffer is longer than any attribute.
        code = unsafe { cuPointerGetAttribute(buffer.as_mut_ptr().cast(), attribute, ptr) };
        let last = buffer.iter().rposition(|byte| *byte != mark);
        changed = changed.max(last.map_or(0, |last| last + 1));
    }
    (code, changed)
}

fn no_attribute_is_longer_than_its_type(_: &Gpu) {
    fn size<T: Copy>(attribute: Of<T>) -> (CUpointer_attribute, usize) {
        (attribute.attribute(), std::mem::size_of::<T>())
    }
    let sizes = [
        size(Of::CONTEXT),
        size(Of::MEMORY_TYPE),
        size(Of::DEVICE_POINTER),
        size(Of::HOST_POINTER),
        size(Of::P2P_TOKENS),
        size(Of::SYNC_MEMOPS),
        size(Of::BUFFER_ID),
        size(Of::IS_MANAGED),
        size(Of::DEVICE_ORDINAL),
        size(Of::IS_LEGACY_CUDA_IPC_CAPABLE),
        size(Of::RANGE_START_ADDR),
        size(Of::RANGE_SIZE),
        size(Of::MAPPED),
        size(Of::ALLOWED_HANDLE_TYPES),
        size(Of::IS_GPU_DIRECT_RDMA_CAPABLE),
        size(Of::ACCESS_FLAGS),
        size(Of::MEMPOOL_HANDLE),
        size(Of::MAPPING_SIZE),
        size(Of::MAPPING_BASE_ADDR),
        size(Of::MEMORY_BLOCK_ID),
        size(Of::IS_HW_DECOMPRESS_CAPABLE),
        size(Of::LOCALITY_DOMAIN_ORDINAL),
    ];
    let pinned = cuda_mem::mem_alloc_host(4096).expect("4 KiB");
    with_memory(|memory| {
        let mut answered = 0;
        for (number, (attribute, size)) in (1..).zip(sizes) {
            assert_eq!(attribute.0, number, "every attribute, in order");
            for ptr in [memory, pinned as CUdeviceptr] {
                let (code, written) = written(attribute, ptr);
                // Measured on H200: CU_POINTER_ATTRIBUTE_HOST_POINTER of device memory is refused, and written.
                let least = usize::from(code == CUDA_SUCCESS);
                assert!(
                    (least..=size).contains(&written),
                    "{attribute:?}: {code:?}, and {written} bytes, not {size}"
                );
                answered += least;
            }
        }
        // Host pointers, tokens and some others are not for all memory, nor for all drivers.
        assert!(answered >= 30, "only {answered} answers");
    });
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free_host(pinned) }.expect("free");
}

fn attributes_of_later_drivers(_: &Gpu) {
    let version = cuda_mem::driver_get_version().expect("a version");
    with_memory(|ptr| {
        let decompress = cuda_mem::pointer_get_attribute(Of::IS_HW_DECOMPRESS_CAPABLE, ptr);
        match version {
            12080.. => assert!(matches!(decompress, Ok(0 | 1)), "{decompress:?}"),
            _ => assert_eq!(code(decompress), CUDA_ERROR_INVALID_VALUE),
        }
        let domain = cuda_mem::pointer_get_attribute(Of::LOCALITY_DOMAIN_ORDINAL, ptr);
        match version {
            13040.. => assert_eq!(domain, Ok(-1), "not allocated in a domain"),
            _ => assert_eq!(code(domain), CUDA_ERROR_INVALID_VALUE),
        }
    });
}

fn attributes_at_once_are_those_one_by_one(_: &Gpu) {
    with_memory(|ptr| {
        let ptr = ptr + 8;
        let all = (
            Of::CONTEXT,
            Of::MEMORY_TYPE,
            Of::DEVICE_POINTER,
            Of::SYNC_MEMOPS,
            Of::BUFFER_ID,
            Of::IS_MANAGED,
            Of::DEVICE_ORDINAL,
            Of::RANGE_START_ADDR,
            Of::RANGE_SIZE,
            Of::MAPPED,
            Of::ALLOWED_HANDLE_TYPES,
            Of::MEMPOOL_HANDLE,
        );
        let together = cuda_mem::pointer_get_attributes(all, ptr).expect("twelve attributes");
        is(all.0, ptr, together.0);
        is(all.1, ptr, together.1);
        is(all.2, ptr, together.2);
        is(all.3, ptr, together.3);
        is(all.4, ptr, together.4);
        is(all.5, ptr, together.5);
        is(all.6, ptr, together.6);
        is(all.7, ptr, together.7);
        is(all.8, ptr, together.8);
        is(all.9, ptr, together.9);
        is(all.10, ptr, together.10);
        is(all.11, ptr, together.11);

        // Device memory has no host address: no error here, but null.
        let with_none = cuda_mem::pointer_get_attributes((Of::HOST_POINTER, Of::RANGE_SIZE), ptr);
        assert_eq!(with_none, Ok((null_mut(), 4096)));

        // The same by C's own arguments.
        let (mut kind, mut size) = (0u32, 0usize);
        let attributes = [CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_RANGE_SIZE];
        let data = [
            &mut kind as *mut u32 as *mut c_void,
            &mut size as *mut usize as *mut c_void,
        ];
        // SAFETY: variables of the attributes' types.
        unsafe { cuda_mem::pointer_get_attributes_raw(&attributes, &data, ptr) }.expect("two attributes");
        assert_eq!((CUmemorytype(kind), size), (CU_MEMORYTYPE_DEVICE, 4096));
    });
}

fn addresses_that_the_driver_does_not_know(_: &Gpu) {
    let pageable = vec![0u8; 4096];
    for ptr in [0x1234, pageable.as_ptr() as CUdeviceptr] {
        is_none(Of::MEMORY_TYPE, ptr);
        is_none(Of::CONTEXT, ptr);
        is_none(Of::IS_MANAGED, ptr);
        let set = cuda_mem::pointer_set_attribute(1, Of::SYNC_MEMOPS, ptr);
        assert_eq!(code(set), CUDA_ERROR_INVALID_VALUE);
        let several = (Of::CONTEXT, Of::MEMORY_TYPE, Of::IS_MANAGED, Of::RANGE_SIZE);
        let nothing = (null_mut(), CUmemorytype(0), 0, 0);
        assert_eq!(
            cuda_mem::pointer_get_attributes(several, ptr),
            Ok(nothing),
            "{ptr:#x}"
        );
    }
}

fn synchronous_copies_can_be_made_to_wait(_: &Gpu) {
    with_memory(|ptr| {
        is(Of::SYNC_MEMOPS, ptr, 0);
        cuda_mem::pointer_set_attribute(1, Of::SYNC_MEMOPS, ptr + 100).expect("set");
        is(Of::SYNC_MEMOPS, ptr, 1);
        // A fill waits now, so the bytes are there with no further wait.
        let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream");
        let mut back = [0u8; 4096];
        // SAFETY: memory, array and stream outlive the copy, which is waited for.
        unsafe {
            cuda_mem::memset_d8(ptr, 0x77, 4096).expect("fill");
            cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), ptr, 4096, stream).expect("copy");
            cuda_mem::stream_synchronize(stream).expect("done");
            cuda_mem::stream_destroy(stream).expect("destroy");
        }
        assert!(back == [0x77; 4096], "the copy came before the fill was done");
        cuda_mem::pointer_set_attribute(0, Of::SYNC_MEMOPS, ptr).expect("reset");
        is(Of::SYNC_MEMOPS, ptr, 0);
    });
}

fn attributes_that_cannot_be(_: &Gpu) {
    with_memory(|ptr| {
        // SAFETY: no driver knows this attribute, so none reads or writes anything.
        let unknown = unsafe { Of::<u64>::new(CUpointer_attribute(999)) };
        is_none(unknown, ptr);
        let set = cuda_mem::pointer_set_attribute(1, unknown, ptr);
        assert_eq!(code(set), CUDA_ERROR_INVALID_VALUE);
        let several = cuda_mem::pointer_get_attributes((Of::RANGE_SIZE, unknown), ptr);
        assert_eq!(code(several), CUDA_ERROR_INVALID_VALUE);
        let fixed = cuda_mem::pointer_set_attribute(CU_MEMORYTYPE_HOST, Of::MEMORY_TYPE, ptr);
        assert_eq!(code(fixed), CUDA_ERROR_INVALID_VALUE, "it can only be read");
        is(Of::MEMORY_TYPE, ptr, CU_MEMORYTYPE_DEVICE);
    });
}
