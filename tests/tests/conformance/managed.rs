//! cuMemAllocManaged, cuMemAdvise in both forms, and the attributes of ranges. Allocations are kept to kilobytes.

use crate::since::absent;
use crate::support::{host_location, tests, without_context, Answers, Gpu};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::*;
use cuda_mem::{MemRangeAttribute, Result};
use cuda_mem_tests::answers::{code, recorded};

tests! { "managed":
    host_and_device_see_the_same_bytes, [cuMemAllocManaged, cuMemFree, cuMemcpyDtoH, cuMemsetD8];
    sizes_and_flags_that_cannot_be, [cuMemAllocManaged];
    ranges_are_as_asked_for, [cuMemAllocManaged, cuMemGetAddressRange];
    advice_is_remembered, [cuMemAdvise, cuMemRangeGetAttribute];
    advice_of_the_older_form_is_remembered, [cuMemAdvise_v1, cuMemRangeGetAttribute];
    places_by_kind_and_number, [cuMemAdvise, cuMemRangeGetAttribute, cuMemRangeGetAttributes];
    advice_for_a_part_is_not_for_all, [cuMemAdvise_v1, cuMemRangeGetAttribute];
    advice_that_cannot_be, [cuMemAdvise, cuMemAdvise_v1];
    attributes_at_once_are_those_one_by_one, [cuMemRangeGetAttributes, cuMemRangeGetAttribute];
    attributes_that_cannot_be, [cuMemRangeGetAttribute, cuMemRangeGetAttributes];
    a_thread_without_context, [cuMemAllocManaged];
    two_devices_may_be_named, [cuMemAdvise_v1, cuMemRangeGetAttribute], TwoGpus;
}

const SIZE: usize = 64 * 1024;

/// What advice and prefetches need: host and device may use managed memory at once.
const CONCURRENT: CUdevice_attribute = CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;

/// An allocation of `SIZE` bytes that every stream may use.
fn allocate() -> CUdeviceptr {
    cuda_mem::mem_alloc_managed(SIZE, CU_MEM_ATTACH_GLOBAL.0).expect("64 KiB")
}

fn free(memory: CUdeviceptr) {
    // SAFETY: the tests free what they allocated, when they are done with it.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

fn attribute<T: Copy>(attribute: MemRangeAttribute<T>, memory: CUdeviceptr) -> T {
    cuda_mem::mem_range_get_attribute(attribute, memory, SIZE).expect("an attribute")
}

fn host_and_device_see_the_same_bytes(_: &Gpu) {
    let memory = allocate();
    // SAFETY: the whole allocation; each side waits until the other is done.
    unsafe {
        let bytes = std::slice::from_raw_parts_mut(memory as *mut u8, SIZE);
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = (i % 251) as u8;
        }
        let mut back = vec![0u8; SIZE];
        let copied = cuda_mem::memcpy_dtoh(&mut back, memory);
        recorded("managed DtoH").check(code(copied));
        assert!(
            back.iter().enumerate().all(|(i, byte)| *byte == (i % 251) as u8),
            "the device's view"
        );

        cuda_mem::memset_d8(memory + 100, 0x2a, 1000).expect("fill");
        cuda_mem::ctx_synchronize().expect("done");
        let bytes = std::slice::from_raw_parts(memory as *const u8, SIZE);
        assert!(
            bytes[100..1100].iter().all(|byte| *byte == 0x2a),
            "the host's view"
        );
        assert_eq!((bytes[99], bytes[1100]), (99, (1100 % 251) as u8));
        recorded("free managed").check(code(cuda_mem::mem_free(memory)));
    }
}

fn sizes_and_flags_that_cannot_be(_: &Gpu) {
    let ask = cuda_mem::mem_alloc_managed;
    recorded("managed 0").check(code(ask(0, CU_MEM_ATTACH_GLOBAL.0)));
    recorded("managed flags0").check(code(ask(4096, 0)));
    recorded("managed flags4").check(code(ask(4096, 4)));
    recorded("managed SINGLE").check(code(ask(4096, CU_MEM_ATTACH_SINGLE.0)));
    let both = CU_MEM_ATTACH_GLOBAL | CU_MEM_ATTACH_HOST;
    assert_eq!(code(ask(4096, both.0)), CUDA_ERROR_INVALID_VALUE);
    for (case, flags) in [
        ("managed HOST", CU_MEM_ATTACH_HOST),
        ("managed GLOBAL", CU_MEM_ATTACH_GLOBAL),
    ] {
        let result = ask(4096, flags.0);
        recorded(case).check(code(result));
        free(result.expect("checked above"));
    }
}

fn ranges_are_as_asked_for(_: &Gpu) {
    let memory = cuda_mem::mem_alloc_managed(4096, CU_MEM_ATTACH_GLOBAL.0).expect("4 KiB");
    let range = cuda_mem::mem_get_address_range(memory + 10);
    recorded("range managed").check(code(range));
    assert_eq!(range, Ok((memory, 4096)));
    free(memory);
}

/// What the attributes say after each piece of advice, however it was given.
fn remembers(gpu: &Gpu, memory: CUdeviceptr, advise: impl Fn(CUmem_advise, bool) -> Result<()>) {
    let (for_device, for_host) = (true, false);
    let accessed_by = || attribute(MemRangeAttribute::<[CUdevice; 4]>::ACCESSED_BY, memory);
    let none = CU_DEVICE_INVALID;
    assert_eq!(attribute(MemRangeAttribute::READ_MOSTLY, memory), 0);
    assert_eq!(attribute(MemRangeAttribute::PREFERRED_LOCATION, memory), none);
    assert_eq!(attribute(MemRangeAttribute::LAST_PREFETCH_LOCATION, memory), none);
    assert_eq!(accessed_by(), [none; 4]);

    advise(CU_MEM_ADVISE_SET_READ_MOSTLY, for_device).expect("advise");
    assert_eq!(attribute(MemRangeAttribute::READ_MOSTLY, memory), 1);
    advise(CU_MEM_ADVISE_UNSET_READ_MOSTLY, for_device).expect("advise");
    assert_eq!(attribute(MemRangeAttribute::READ_MOSTLY, memory), 0);

    advise(CU_MEM_ADVISE_SET_PREFERRED_LOCATION, for_device).expect("advise");
    assert_eq!(
        attribute(MemRangeAttribute::PREFERRED_LOCATION, memory),
        gpu.device
    );
    advise(CU_MEM_ADVISE_SET_PREFERRED_LOCATION, for_host).expect("advise");
    assert_eq!(
        attribute(MemRangeAttribute::PREFERRED_LOCATION, memory),
        CU_DEVICE_CPU
    );
    advise(CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, for_host).expect("advise");
    assert_eq!(attribute(MemRangeAttribute::PREFERRED_LOCATION, memory), none);

    advise(CU_MEM_ADVISE_SET_ACCESSED_BY, for_device).expect("advise");
    assert_eq!(accessed_by(), [gpu.device, none, none, none]);
    advise(CU_MEM_ADVISE_UNSET_ACCESSED_BY, for_device).expect("advise");
    assert_eq!(accessed_by(), [none; 4]);
}

fn advice_is_remembered(gpu: &Gpu) {
    let memory = allocate();
    let advise = |advice, for_device| {
        let location = if for_device {
            gpu.location()
        } else {
            host_location()
        };
        cuda_mem::mem_advise(memory, SIZE, advice, location)
    };
    let tried = advise(CU_MEM_ADVISE_UNSET_READ_MOSTLY, true);
    if !absent("cuMemAdvise_v2", &tried) {
        if gpu.can(CONCURRENT) {
            remembers(gpu, memory, advise);
        } else {
            let refused = advise(CU_MEM_ADVISE_SET_PREFERRED_LOCATION, true);
            assert_eq!(code(refused), CUDA_ERROR_INVALID_DEVICE);
        }
    }
    free(memory);
}

fn advice_of_the_older_form_is_remembered(gpu: &Gpu) {
    let memory = allocate();
    let advise = |advice, for_device| {
        let device = if for_device { gpu.device } else { CU_DEVICE_CPU };
        cuda_mem::mem_advise_v1(memory, SIZE, advice, device)
    };
    if gpu.can(CONCURRENT) {
        remembers(gpu, memory, advise);
    } else {
        let refused = advise(CU_MEM_ADVISE_SET_PREFERRED_LOCATION, true);
        assert_eq!(code(refused), CUDA_ERROR_INVALID_DEVICE);
    }
    free(memory);
}

fn places_by_kind_and_number(gpu: &Gpu) {
    let memory = allocate();
    let prefer =
        |location| cuda_mem::mem_advise(memory, SIZE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, location);
    let kind_and_number = || {
        let attributes = (
            MemRangeAttribute::PREFERRED_LOCATION_TYPE,
            MemRangeAttribute::PREFERRED_LOCATION_ID,
        );
        cuda_mem::mem_range_get_attributes(attributes, memory, SIZE)
    };
    // The attributes came with the function.
    let tried = prefer(gpu.location());
    if absent("cuMemAdvise_v2", &tried) {
        assert_eq!(code(kind_and_number()), CUDA_ERROR_INVALID_VALUE);
    } else if gpu.can(CONCURRENT) {
        tried.expect("advise");
        let here = Ok((CU_MEM_LOCATION_TYPE_DEVICE, gpu.device));
        let mut answers = Answers::default();
        answers.note("the device", kind_and_number(), &[here]);
        let number = attribute(MemRangeAttribute::PREFERRED_LOCATION_ID, memory);
        answers.note("its number", number, &[gpu.device]);
        prefer(CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA, 0)).expect("NUMA node 0");
        // Measured on H200: this advice is taken, and changes nothing.
        let node = Ok((CU_MEM_LOCATION_TYPE_HOST_NUMA, 0));
        answers.note("NUMA node 0", kind_and_number(), &[node, here]);
        prefer(host_location()).expect("the host");
        // The number that goes with the host has no meaning.
        let kind = attribute(MemRangeAttribute::PREFERRED_LOCATION_TYPE, memory);
        answers.note("the host", kind, &[CU_MEM_LOCATION_TYPE_HOST]);
        let last = attribute(MemRangeAttribute::LAST_PREFETCH_LOCATION_TYPE, memory);
        answers.note("never prefetched", last, &[CU_MEM_LOCATION_TYPE_INVALID]);
        answers.check();
    } else {
        assert_eq!(code(tried), CUDA_ERROR_INVALID_DEVICE);
    }
    free(memory);
}

fn advice_for_a_part_is_not_for_all(gpu: &Gpu) {
    let memory = allocate();
    let half = SIZE / 2;
    let advised = cuda_mem::mem_advise_v1(memory, half, CU_MEM_ADVISE_SET_READ_MOSTLY, gpu.device);
    if gpu.can(CONCURRENT) {
        advised.expect("advise");
        let of =
            |start, count| cuda_mem::mem_range_get_attribute(MemRangeAttribute::READ_MOSTLY, start, count);
        assert_eq!(of(memory, half), Ok(1));
        assert_eq!(of(memory + half as u64, half), Ok(0));
        assert_eq!(of(memory, SIZE), Ok(0));
    } else {
        assert!(
            advised.map_or_else(|error| error.code() == CUDA_ERROR_INVALID_DEVICE, |()| true),
            "{advised:?}"
        );
    }
    free(memory);
}

fn advice_that_cannot_be(gpu: &Gpu) {
    let managed = allocate();
    let plain = cuda_mem::mem_alloc(SIZE).expect("device memory");
    let advice = CU_MEM_ADVISE_SET_READ_MOSTLY;
    let older = |memory, count, advice| code(cuda_mem::mem_advise_v1(memory, count, advice, gpu.device));
    assert_eq!(
        older(plain, SIZE, advice),
        CUDA_ERROR_INVALID_VALUE,
        "not managed"
    );
    assert_eq!(older(managed, 0, advice), CUDA_ERROR_INVALID_VALUE, "no bytes");
    assert_eq!(
        older(managed, SIZE, CUmem_advise(99)),
        CUDA_ERROR_INVALID_VALUE,
        "no advice"
    );
    let prefer = CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    let nowhere = cuda_mem::mem_advise_v1(managed, SIZE, prefer, 99);
    assert_eq!(code(nowhere), CUDA_ERROR_INVALID_DEVICE);

    let newer = |memory, count, advice, location| cuda_mem::mem_advise(memory, count, advice, location);
    if !absent("cuMemAdvise_v2", &newer(plain, SIZE, advice, gpu.location())) {
        let refused = |memory, count, advice, location| code(newer(memory, count, advice, location));
        assert_eq!(
            refused(plain, SIZE, advice, gpu.location()),
            CUDA_ERROR_INVALID_VALUE,
            "not managed"
        );
        assert_eq!(
            refused(managed, 0, advice, gpu.location()),
            CUDA_ERROR_INVALID_VALUE,
            "no bytes"
        );
        let no_advice = CUmem_advise(99);
        assert_eq!(
            refused(managed, SIZE, no_advice, gpu.location()),
            CUDA_ERROR_INVALID_VALUE,
            "no advice"
        );
        // Measured on H200: the older form says CUDA_ERROR_INVALID_DEVICE.
        let nowhere = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 99);
        assert_eq!(refused(managed, SIZE, prefer, nowhere), CUDA_ERROR_INVALID_VALUE);
    }
    free(managed);
    free(plain);
}

fn attributes_at_once_are_those_one_by_one(gpu: &Gpu) {
    let memory = allocate();
    if gpu.can(CONCURRENT) {
        for advice in [
            CU_MEM_ADVISE_SET_READ_MOSTLY,
            CU_MEM_ADVISE_SET_PREFERRED_LOCATION,
            CU_MEM_ADVISE_SET_ACCESSED_BY,
        ] {
            cuda_mem::mem_advise_v1(memory, SIZE, advice, gpu.device).expect("advise");
        }
    }
    let all = (
        MemRangeAttribute::READ_MOSTLY,
        MemRangeAttribute::PREFERRED_LOCATION,
        MemRangeAttribute::<[CUdevice; 3]>::ACCESSED_BY,
        MemRangeAttribute::LAST_PREFETCH_LOCATION,
    );
    let together = cuda_mem::mem_range_get_attributes(all, memory, SIZE).expect("four attributes");
    let one_by_one = (
        attribute(all.0, memory),
        attribute(all.1, memory),
        attribute(all.2, memory),
        attribute(all.3, memory),
    );
    assert_eq!(together, one_by_one);
    if gpu.can(CONCURRENT) {
        let none = CU_DEVICE_INVALID;
        assert_eq!(together, (1, gpu.device, [gpu.device, none, none], none));
    }

    // The same by C's own arguments.
    let (mut read_mostly, mut preferred) = (-7i32, -7i32);
    let data = [
        &mut read_mostly as *mut i32 as *mut c_void,
        &mut preferred as *mut i32 as *mut c_void,
    ];
    let attributes = [
        CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
    ];
    // SAFETY: two writable integers of four bytes.
    unsafe { cuda_mem::mem_range_get_attributes_raw(&data, &[4, 4], &attributes, memory, SIZE) }
        .expect("two attributes");
    assert_eq!((read_mostly, preferred), (together.0, together.1));
    free(memory);
}

fn attributes_that_cannot_be(_: &Gpu) {
    let managed = allocate();
    let plain = cuda_mem::mem_alloc(SIZE).expect("device memory");
    let of = |memory, count| {
        code(cuda_mem::mem_range_get_attribute(
            MemRangeAttribute::READ_MOSTLY,
            memory,
            count,
        ))
    };
    assert_eq!(of(plain, SIZE), CUDA_ERROR_INVALID_VALUE, "not managed");
    assert_eq!(of(managed, 0), CUDA_ERROR_INVALID_VALUE, "no bytes");
    let none: MemRangeAttribute<[CUdevice; 0]> = MemRangeAttribute::ACCESSED_BY;
    let no_room = cuda_mem::mem_range_get_attribute(none, managed, SIZE);
    assert_eq!(code(no_room), CUDA_ERROR_INVALID_VALUE);
    // SAFETY: the driver knows no such attribute, so it writes nothing.
    let unknown = unsafe { MemRangeAttribute::<u32>::new(CUmem_range_attribute(99)) };
    let unknown = cuda_mem::mem_range_get_attribute(unknown, managed, SIZE);
    assert_eq!(code(unknown), CUDA_ERROR_INVALID_VALUE);

    let several = (
        MemRangeAttribute::READ_MOSTLY,
        MemRangeAttribute::PREFERRED_LOCATION,
    );
    let several = cuda_mem::mem_range_get_attributes(several, plain, SIZE);
    assert_eq!(code(several), CUDA_ERROR_INVALID_VALUE, "not managed");
    let mut value = 0u64;
    let data = [&mut value as *mut u64 as *mut c_void];
    let attributes = [CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY];
    // SAFETY: the size that is told is the variable's, though not the attribute's.
    let eight = unsafe { cuda_mem::mem_range_get_attributes_raw(&data, &[8], &attributes, managed, SIZE) };
    assert_eq!(code(eight), CUDA_ERROR_INVALID_VALUE, "a size of 8");
    free(managed);
    free(plain);
}

fn a_thread_without_context(_: &Gpu) {
    without_context(|| {
        let result = cuda_mem::mem_alloc_managed(4096, CU_MEM_ATTACH_GLOBAL.0);
        assert_eq!(code(result), CUDA_ERROR_INVALID_CONTEXT);
    });
}

fn two_devices_may_be_named(gpu: &Gpu) {
    let other = cuda_mem::device_get(1).expect("device 1");
    let memory = allocate();
    let advise = |device| cuda_mem::mem_advise_v1(memory, SIZE, CU_MEM_ADVISE_SET_ACCESSED_BY, device);
    if gpu.can(CONCURRENT) {
        advise(gpu.device).expect("for device 0");
        advise(other).expect("for device 1");
        let mut named = attribute(MemRangeAttribute::<[CUdevice; 3]>::ACCESSED_BY, memory);
        named.sort_unstable();
        assert_eq!(named, [CU_DEVICE_INVALID, gpu.device, other]);
        let [one] = attribute(MemRangeAttribute::<[CUdevice; 1]>::ACCESSED_BY, memory);
        assert!([gpu.device, other].contains(&one), "one of the two: {one}");
    } else {
        assert_eq!(code(advise(gpu.device)), CUDA_ERROR_INVALID_DEVICE);
    }
    free(memory);
}
