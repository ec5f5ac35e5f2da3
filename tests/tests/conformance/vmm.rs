//! Virtual memory: ranges, allocations, mappings, accesses.

use crate::support::{assert_same, tests, Answers, Gpu};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{code, recorded};

/// What this system shares memory by.
pub const SHAREABLE: CUmemAllocationHandleType = if cfg!(windows) {
    CU_MEM_HANDLE_TYPE_WIN32
} else {
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
};

tests! { "vmm":
    memory_behind_an_address, [
        cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess, cuMemUnmap, cuMemRelease, cuMemAddressFree,
    ];
    one_allocation_behind_two_addresses, [cuMemMap, cuMemSetAccess];
    two_allocations_side_by_side, [cuMemMap, cuMemUnmap];
    a_mapping_keeps_the_memory, [cuMemRelease, cuMemUnmap];
    accesses_are_read_back, [cuMemSetAccess, cuMemGetAccess];
    the_unit_of_sizes, [cuMemGetAllocationGranularity];
    properties_are_read_back, [cuMemGetAllocationPropertiesFromHandle];
    the_handle_of_an_address, [cuMemRetainAllocationHandle];
    ranges_that_cannot_be, [cuMemAddressReserve, cuMemAddressFree];
    a_range_where_it_is_wished, [cuMemAddressReserve];
    allocations_that_cannot_be, [cuMemCreate, cuMemGetAllocationGranularity];
    mappings_that_cannot_be, [cuMemMap, cuMemUnmap, cuMemSetAccess, cuMemGetAccess];
}

/// Memory of a device that need not be shared.
pub fn properties(device: CUdevice) -> CUmemAllocationProp {
    CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device),
        ..Default::default()
    }
}

/// Memory of a device that other processes can open.
pub fn shared(device: CUdevice) -> CUmemAllocationProp {
    // Windows asks for a record with the attributes of the handles to come: its own length, and no more.
    #[cfg(windows)]
    static ATTRIBUTES: [usize; 6] = [48, 0, 0, 0, 0, 0];
    CUmemAllocationProp {
        requestedHandleTypes: SHAREABLE,
        #[cfg(windows)]
        win32HandleMetaData: ATTRIBUTES.as_ptr() as *mut _,
        ..properties(device)
    }
}

/// The smallest unit of allocations like this.
pub fn granularity(prop: &CUmemAllocationProp) -> usize {
    // SAFETY: the tests' properties hold no Windows attributes.
    let unit = unsafe { cuda_mem::mem_get_allocation_granularity(prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM) };
    unit.expect("the granularity")
}

pub fn access(device: CUdevice, flags: CUmemAccess_flags) -> CUmemAccessDesc {
    CUmemAccessDesc {
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device),
        flags,
    }
}

pub fn read_write(device: CUdevice) -> [CUmemAccessDesc; 1] {
    [access(device, CU_MEM_ACCESS_FLAGS_PROT_READWRITE)]
}

/// Bytes that tell their place.
pub fn pattern(length: usize, seed: u32) -> Vec<u32> {
    (0..length as u32 / 4)
        .map(|i| i.wrapping_mul(2_654_435_761) ^ seed)
        .collect()
}

fn memory_behind_an_address(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let host = pattern(size, 1);
    let mut back = vec![0u32; host.len()];
    // SAFETY: all that is mapped, used and freed is made here, and as long as the vectors. What the driver refuses
    // has no effect.
    unsafe {
        let made = cuda_mem::mem_create(size, &prop, 0);
        recorded("memCreate").check(code(made));
        let handle = made.expect("memory");
        let reserved = cuda_mem::mem_address_reserve(size, 0, 0, 0);
        recorded("reserve").check(code(reserved));
        let address = reserved.expect("addresses");
        recorded("map").check(code(cuda_mem::mem_map(address, size, 0, handle, 0)));
        recorded("HtoD before SetAccess").check(code(cuda_mem::memcpy_htod(address, &host)));
        recorded("setAccess").check(code(cuda_mem::mem_set_access(
            address,
            size,
            &read_write(gpu.device),
        )));
        recorded("HtoD mapped").check(code(cuda_mem::memcpy_htod(address, &host)));
        cuda_mem::memcpy_dtoh(&mut back, address).expect("back to the host");
        assert_same!(host, back);

        let (mut base, mut length) = (0, 0);
        let range = cuMemGetAddressRange(&mut base, &mut length, address + 4096);
        recorded("range mapped").check(range);
        assert_eq!((base, length), (address, size), "the range is the mapping");

        recorded("unmap").check(code(cuda_mem::mem_unmap(address, size)));
        assert!(
            cuda_mem::memcpy_htod(address, &host).is_err(),
            "nothing is there any more"
        );
        recorded("release").check(code(cuda_mem::mem_release(handle)));
        recorded("addressFree").check(code(cuda_mem::mem_address_free(address, size)));
        recorded("addressFree twice").check(code(cuda_mem::mem_address_free(address, size)));
    }
}

fn one_allocation_behind_two_addresses(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let host = pattern(size, 2);
    let mut back = vec![0u32; host.len()];
    // SAFETY: as above.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let address = cuda_mem::mem_address_reserve(2 * size, 0, 0, 0).expect("addresses");
        let alias = address + size as CUdeviceptr;
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("once");
        cuda_mem::mem_map(alias, size, 0, handle, 0).expect("and again");
        cuda_mem::mem_set_access(address, 2 * size, &read_write(gpu.device)).expect("access to both");
        cuda_mem::memcpy_htod(address, &host).expect("through the first");
        cuda_mem::memcpy_dtoh(&mut back, alias).expect("through the second");
        assert_same!(host, back);
        cuda_mem::memset_d32(alias, 0x5eed, host.len()).expect("through the second");
        cuda_mem::ctx_synchronize().expect("done");
        cuda_mem::memcpy_dtoh(&mut back, address).expect("through the first");
        assert!(back.iter().all(|word| *word == 0x5eed));
        cuda_mem::mem_unmap(address, size).expect("the first goes");
        cuda_mem::memcpy_dtoh(&mut back, alias).expect("the second stays");
        assert!(back.iter().all(|word| *word == 0x5eed));
        cuda_mem::mem_unmap(alias, size).expect("the second goes");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_address_free(address, 2 * size).expect("addresses");
    }
}

fn two_allocations_side_by_side(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let host = pattern(2 * size, 3);
    let mut back = vec![0u32; host.len()];
    // SAFETY: as above.
    unsafe {
        let address = cuda_mem::mem_address_reserve(2 * size, 0, 0, 0).expect("addresses");
        for part in 0..2 {
            let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
            let place = address + (part * size) as CUdeviceptr;
            cuda_mem::mem_map(place, size, 0, handle, 0).expect("map");
            cuda_mem::mem_release(handle).expect("the mapping keeps it");
        }
        cuda_mem::mem_set_access(address, 2 * size, &read_write(gpu.device)).expect("access");
        cuda_mem::memcpy_htod(address, &host).expect("over the border");
        cuda_mem::memcpy_dtoh(&mut back, address).expect("and back");
        assert_same!(host, back);
        cuda_mem::mem_unmap(address, 2 * size).expect("both at once");
        cuda_mem::mem_address_free(address, 2 * size).expect("addresses");
    }
}

fn a_mapping_keeps_the_memory(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let host = pattern(size, 4);
    let mut back = vec![0u32; host.len()];
    // SAFETY: as above.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let address = cuda_mem::mem_address_reserve(size, 0, 0, 0).expect("addresses");
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map");
        cuda_mem::mem_set_access(address, size, &read_write(gpu.device)).expect("access");
        cuda_mem::memcpy_htod(address, &host).expect("to the device");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::memcpy_dtoh(&mut back, address).expect("it is still there");
        assert_same!(host, back);
        cuda_mem::mem_unmap(address, size).expect("unmap");
        // The addresses can be mapped again, without the access that the first mapping had.
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map again");
        recorded("HtoD before SetAccess").check(code(cuda_mem::memcpy_htod(address, &host)));
        cuda_mem::mem_unmap(address, size).expect("unmap");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_address_free(address, size).expect("addresses");
    }
}

fn accesses_are_read_back(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
    let mut back = vec![0u32; size / 4];
    // SAFETY: as above.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let address = cuda_mem::mem_address_reserve(size, 0, 0, 0).expect("addresses");
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map");
        let now = |when| cuda_mem::mem_get_access(&here, address).expect(when);
        assert_eq!(now("mapped"), CU_MEM_ACCESS_FLAGS_PROT_NONE);
        cuda_mem::mem_set_access(address, size, &read_write(gpu.device)).expect("read and write");
        assert_eq!(now("read and write"), CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        cuda_mem::memset_d32(address, 0xacce55, size / 4).expect("fill");
        cuda_mem::ctx_synchronize().expect("done");
        let read = [access(gpu.device, CU_MEM_ACCESS_FLAGS_PROT_READ)];
        cuda_mem::mem_set_access(address, size, &read).expect("read");
        assert_eq!(now("read"), CU_MEM_ACCESS_FLAGS_PROT_READ);
        cuda_mem::memcpy_dtoh(&mut back, address).expect("reading is allowed");
        assert!(back.iter().all(|word| *word == 0xacce55));
        let none = [access(gpu.device, CU_MEM_ACCESS_FLAGS_PROT_NONE)];
        cuda_mem::mem_set_access(address, size, &none).expect("none");
        assert_eq!(now("none"), CU_MEM_ACCESS_FLAGS_PROT_NONE);
        assert!(
            cuda_mem::memcpy_dtoh(&mut back, address).is_err(),
            "reading is not allowed any more"
        );
        cuda_mem::mem_unmap(address, size).expect("unmap");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_address_free(address, size).expect("addresses");
    }
}

fn the_unit_of_sizes(gpu: &Gpu) {
    let prop = properties(gpu.device);
    for (case, option) in [
        ("granularity min", CU_MEM_ALLOC_GRANULARITY_MINIMUM),
        ("granularity rec", CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
    ] {
        // SAFETY: the properties hold no Windows attributes.
        let unit = unsafe { cuda_mem::mem_get_allocation_granularity(&prop, option) };
        recorded(case).check(code(unit));
        assert_eq!(
            unit.map(|unit| unit.to_string()),
            Ok(recorded(case).details.to_string()),
            "{case}"
        );
    }
    // SAFETY: as above.
    let unknown =
        unsafe { cuda_mem::mem_get_allocation_granularity(&prop, CUmemAllocationGranularity_flags(99)) };
    assert_eq!(code(unknown), CUDA_ERROR_INVALID_VALUE, "an unknown option");
}

fn properties_are_read_back(gpu: &Gpu) {
    let prop = shared(gpu.device);
    let size = granularity(&prop);
    // SAFETY: as above.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let read = cuda_mem::mem_get_allocation_properties_from_handle(handle).expect("properties");
        assert_eq!(read.type_, CU_MEM_ALLOCATION_TYPE_PINNED);
        assert_eq!(read.requestedHandleTypes, SHAREABLE);
        assert_eq!(
            (read.location.type_, read.location.id()),
            (CU_MEM_LOCATION_TYPE_DEVICE, gpu.device)
        );
        assert_eq!(read.allocFlags.usage, 0);
        cuda_mem::mem_release(handle).expect("release");
        let of_null = cuda_mem::mem_get_allocation_properties_from_handle(0);
        assert_eq!(code(of_null), CUDA_ERROR_INVALID_VALUE, "no handle");
    }
}

fn the_handle_of_an_address(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let mut back = vec![0u32; size / 4];
    // SAFETY: as above.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let address = cuda_mem::mem_address_reserve(2 * size, 0, 0, 0).expect("addresses");
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map");
        cuda_mem::mem_set_access(address, size, &read_write(gpu.device)).expect("access");
        cuda_mem::memset_d32(address, 0xface, size / 4).expect("fill");
        cuda_mem::ctx_synchronize().expect("done");
        for offset in [0, 4096, size - 1] {
            let retained = cuda_mem::mem_retain_allocation_handle((address as usize + offset) as *mut _);
            assert_eq!(retained, Ok(handle), "at {offset}");
            cuda_mem::mem_release(handle).expect("one release for each");
        }
        let beside = cuda_mem::mem_retain_allocation_handle((address as usize + size) as *mut _);
        assert_eq!(code(beside), CUDA_ERROR_INVALID_VALUE, "reserved, and not mapped");

        // A retained handle alone keeps the memory and its contents.
        cuda_mem::mem_retain_allocation_handle(address as usize as *mut _).expect("one more");
        cuda_mem::mem_release(handle).expect("the first");
        cuda_mem::mem_unmap(address, size).expect("unmap");
        let other = address + size as CUdeviceptr;
        cuda_mem::mem_map(other, size, 0, handle, 0).expect("map elsewhere");
        cuda_mem::mem_set_access(other, size, &read_write(gpu.device)).expect("access");
        cuda_mem::memcpy_dtoh(&mut back, other).expect("the same memory");
        assert!(back.iter().all(|word| *word == 0xface));
        cuda_mem::mem_unmap(other, size).expect("unmap");
        cuda_mem::mem_release(handle).expect("the last");
        cuda_mem::mem_address_free(address, 2 * size).expect("addresses");
        let memory = cuda_mem::mem_alloc(4096).expect("plain memory");
        let plain = cuda_mem::mem_retain_allocation_handle(memory as usize as *mut _);
        assert_eq!(
            code(plain),
            CUDA_ERROR_INVALID_VALUE,
            "memory of cuMemAlloc has no handle"
        );
        cuda_mem::mem_free(memory).expect("free");
    }
}

fn ranges_that_cannot_be(gpu: &Gpu) {
    let size = granularity(&properties(gpu.device));
    let refused = |size, alignment, flags| code(cuda_mem::mem_address_reserve(size, alignment, 0, flags));
    recorded("reserve unaligned").check(refused(size + 1, 0, 0));
    assert_eq!(refused(0, 0, 0), CUDA_ERROR_INVALID_VALUE, "no size");
    assert_eq!(
        refused(size, 3 << 20, 0),
        CUDA_ERROR_INVALID_VALUE,
        "no power of two"
    );
    assert_eq!(refused(size, 0, u64::MAX), CUDA_ERROR_INVALID_VALUE, "flags");
    let address = cuda_mem::mem_address_reserve(2 * size, 0, 0, 0).expect("addresses");
    // SAFETY: only the last call frees something, and it is made above.
    unsafe {
        assert_eq!(
            code(cuda_mem::mem_address_free(address, size)),
            CUDA_ERROR_INVALID_VALUE,
            "a part"
        );
        let within = address + size as CUdeviceptr;
        assert_eq!(
            code(cuda_mem::mem_address_free(within, size)),
            CUDA_ERROR_INVALID_VALUE,
            "not the start"
        );
        cuda_mem::mem_address_free(address, 2 * size).expect("the whole");
    }
}

fn a_range_where_it_is_wished(gpu: &Gpu) {
    let size = granularity(&properties(gpu.device));
    let aligned = cuda_mem::mem_address_reserve(size, 64 << 20, 0, 0).expect("aligned addresses");
    assert_eq!(aligned % (64 << 20), 0, "{aligned:#x}");
    // SAFETY: reserved above, used by nothing.
    unsafe { cuda_mem::mem_address_free(aligned, size) }.expect("free");
    // It was free a moment ago, but a wish is all that it is.
    let again = cuda_mem::mem_address_reserve(size, 0, aligned, 0).expect("there or elsewhere");
    assert_ne!(again, 0);
    // SAFETY: as above.
    unsafe { cuda_mem::mem_address_free(again, size) }.expect("free");
}

fn allocations_that_cannot_be(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    // SAFETY: the properties hold no Windows attributes; nothing is allocated.
    let refused =
        |size, prop: &CUmemAllocationProp, flags| code(unsafe { cuda_mem::mem_create(size, prop, flags) });
    recorded("memCreate unaligned").check(refused(6912, &prop, 0));
    assert_eq!(refused(0, &prop, 0), CUDA_ERROR_INVALID_VALUE, "no size");
    assert_eq!(refused(size, &prop, 1), CUDA_ERROR_INVALID_VALUE, "flags");
    assert_eq!(
        refused(1 << 50, &prop, 0),
        CUDA_ERROR_OUT_OF_MEMORY,
        "a million gigabytes"
    );
    let untyped = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_INVALID,
        ..prop
    };
    assert_eq!(refused(size, &untyped, 0), CUDA_ERROR_INVALID_VALUE, "no type");
    let nowhere = properties(99);
    let no_device = [CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_INVALID_VALUE];
    assert!(
        no_device.contains(&refused(size, &nowhere, 0)),
        "{:?}",
        refused(size, &nowhere, 0)
    );
    // Measured on H200: the unit is asked of no device in particular.
    assert_eq!(granularity(&nowhere), size);
    let mut current = prop;
    current.location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0);
    assert_eq!(
        refused(size, &current, 0),
        CUDA_ERROR_INVALID_VALUE,
        "no place to stay"
    );
}

fn mappings_that_cannot_be(gpu: &Gpu) {
    let prop = properties(gpu.device);
    let size = granularity(&prop);
    let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
    // SAFETY: as above; the driver refuses what is wrong before it changes anything.
    unsafe {
        let handle = cuda_mem::mem_create(2 * size, &prop, 0).expect("memory");
        let address = cuda_mem::mem_address_reserve(4 * size, 0, 0, 0).expect("addresses");
        let mut answers = Answers::default();
        let (ok, invalid) = (&[CUDA_SUCCESS][..], &[CUDA_ERROR_INVALID_VALUE][..]);
        let no_part = &[CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_INVALID_VALUE][..];
        let no_device = &[CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_INVALID_VALUE][..];
        let map = |ptr, size, offset, flags| code(cuda_mem::mem_map(ptr, size, offset, handle, flags));
        let set = |size, desc: &[CUmemAccessDesc]| code(cuda_mem::mem_set_access(address, size, desc));
        let unmap = |size| code(cuda_mem::mem_unmap(address, size));
        let (all, own) = (2 * size, read_write(gpu.device));

        // Measured on H200.
        let not_supported = &[CUDA_ERROR_NOT_SUPPORTED][..];
        answers.note("half a unit", map(address, size / 2, 0, 0), not_supported);
        answers.note("half of the allocation", map(address, size, 0, 0), not_supported);
        answers.note("its other half", map(address, size, size, 0), not_supported);
        answers.note("into a unit", map(address + 4096, all, 0, 0), invalid);
        answers.note("more than the allocation", map(address, 4 * size, 0, 0), no_part);
        answers.note("flags", map(address, all, 0, 1), invalid);
        answers.note("no reservation", map(0, all, 0, 0), invalid);
        answers.note("access to nothing", set(all, &own), invalid);
        let access = code(cuda_mem::mem_get_access(&here, address));
        answers.note("the access to nothing", access, invalid);
        // Measured on H200.
        answers.note("nothing to unmap", unmap(all), ok);

        answers.note("the whole", map(address, all, 0, 0), ok);
        answers.note("mapped already", map(address, all, 0, 0), invalid);
        answers.note("access to half of nothing", set(4 * size, &own), invalid);
        answers.note("no locations", set(all, &[]), invalid);
        answers.note("no such device", set(all, &read_write(99)), no_device);
        answers.note("half a mapping", unmap(size), invalid);
        answers.note("which is still whole", set(all, &own), ok);
        answers.check();
        cuda_mem::mem_unmap(address, 2 * size).expect("unmap");
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_address_free(address, 4 * size).expect("addresses");
    }
}
