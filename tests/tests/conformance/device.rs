//! A device's place on the PCI bus, and its memory pools.

use crate::support::{tests, Gpu};
use cuda_mem::sys::*;
use cuda_mem::PointerAttribute;
use cuda_mem_tests::answers::{code, recorded};
use std::ffi::CString;
use std::ptr::{null, null_mut};

tests! { "device":
    bus_ids_lead_back_to_their_device, [cuDeviceGetPCIBusId, cuDeviceGetByPCIBusId];
    bus_ids_in_other_forms, [cuDeviceGetByPCIBusId];
    bus_ids_that_cannot_be, [cuDeviceGetPCIBusId, cuDeviceGetByPCIBusId];
    what_only_the_raw_functions_can_ask, [cuDeviceGetPCIBusId, cuDeviceGetByPCIBusId];
    memory_comes_from_the_pool_that_was_chosen, [cuDeviceGetMemPool, cuDeviceSetMemPool, cuDeviceGetDefaultMemPool];
    pools_that_cannot_be, [cuDeviceGetMemPool, cuDeviceSetMemPool, cuDeviceGetDefaultMemPool];
}

fn bus_ids_lead_back_to_their_device(_: &Gpu) {
    for ordinal in 0..cuda_mem::device_get_count().expect("a count") {
        let device = cuda_mem::device_get(ordinal).expect("a device");
        let id = cuda_mem::device_get_pci_bus_id(device);
        recorded("pciBusId 64").check(code(id));
        let id = id.expect("checked above");
        let numbers: Vec<_> = id.as_str().split([':', '.']).collect();
        assert_eq!(numbers.len(), 4, "{id}");
        for number in numbers {
            assert!(u32::from_str_radix(number, 16).is_ok(), "{id}");
        }
        let back = cuda_mem::device_get_by_pci_bus_id(id.as_c_str());
        recorded("getByPCI").check(code(back));
        assert_eq!(back, Ok(device), "{id}");
    }
}

fn bus_ids_in_other_forms(gpu: &Gpu) {
    let id = cuda_mem::device_get_pci_bus_id(gpu.device).expect("an id");
    let by = |text: &str| cuda_mem::device_get_by_pci_bus_id(&CString::new(text).expect("no NUL in it"));
    let no_function = id.as_str().split('.').next().expect("a first part");
    assert_eq!(by(no_function), Ok(gpu.device), "{no_function}");
    assert_eq!(by(&id.as_str().to_uppercase()), Ok(gpu.device));
    // Without a domain it is domain 0.
    let (domain, no_domain) = id.as_str().split_once(':').expect("a domain");
    if u32::from_str_radix(domain, 16) == Ok(0) {
        let short = by(no_domain);
        recorded("getByPCI short").check(code(short));
        assert_eq!(short, Ok(gpu.device), "{no_domain}");
    } else {
        assert_eq!(code(by(no_domain)), CUDA_ERROR_INVALID_DEVICE, "{no_domain}");
    }
}

fn bus_ids_that_cannot_be(_: &Gpu) {
    recorded("pciBusId dev 99").check(code(cuda_mem::device_get_pci_bus_id(99)));
    let by = |text: &str| cuda_mem::device_get_by_pci_bus_id(&CString::new(text).expect("no NUL in it"));
    recorded("getByPCI junk").check(code(by("junk")));
    recorded("getByPCI junk").check(code(by("")));
    recorded("getByPCI other").check(code(by("ffff:ff:1f.7")));
}

fn what_only_the_raw_functions_can_ask(gpu: &Gpu) {
    for length in [0u8, 5, 12, 13, 64] {
        let mut text = [0u8; 64];
        // SAFETY: the buffer is at least as long as the call says.
        let code = unsafe { cuDeviceGetPCIBusId(text.as_mut_ptr().cast(), length.into(), gpu.device) };
        recorded(&format!("pciBusId {length}")).check(code);
        let end = text.iter().position(|byte| *byte == 0).expect("an end");
        assert!(end <= length.into(), "{length} bytes were offered");
    }
    let mut device = 0;
    // SAFETY: the driver checks for null before it reads.
    recorded("getByPCI null").check(unsafe { cuDeviceGetByPCIBusId(&mut device, null()) });
}

fn memory_comes_from_the_pool_that_was_chosen(gpu: &Gpu) {
    let default = cuda_mem::device_get_default_mem_pool(gpu.device);
    if !gpu.can(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) {
        assert_eq!(code(default), CUDA_ERROR_NOT_SUPPORTED);
        return;
    }
    let default = default.expect("the default pool");
    assert!(!default.is_null());
    assert_eq!(
        cuda_mem::device_get_mem_pool(gpu.device),
        Ok(default),
        "chosen at first"
    );

    let properties = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: gpu.location(),
        ..CUmemPoolProps::default()
    };
    let (mut pool, mut memory) = (null_mut(), 0);
    // SAFETY: the pool is chosen while it exists, and memory of its is freed before it is destroyed.
    unsafe {
        assert_eq!(cuMemPoolCreate(&mut pool, &properties), CUDA_SUCCESS);
        cuda_mem::device_set_mem_pool(gpu.device, pool).expect("choose it");
        assert_eq!(cuda_mem::device_get_mem_pool(gpu.device), Ok(pool));
        assert_eq!(cuda_mem::device_get_default_mem_pool(gpu.device), Ok(default));

        assert_eq!(cuMemAllocAsync(&mut memory, 4096, null_mut()), CUDA_SUCCESS);
        let of = cuda_mem::pointer_get_attribute(PointerAttribute::MEMPOOL_HANDLE, memory);
        assert_eq!(of, Ok(pool), "the allocation's pool");
        assert_eq!(cuMemFreeAsync(memory, null_mut()), CUDA_SUCCESS);
        cuda_mem::stream_synchronize(null_mut()).expect("done");

        cuda_mem::device_set_mem_pool(gpu.device, default).expect("choose the default again");
        assert_eq!(cuda_mem::device_get_mem_pool(gpu.device), Ok(default));
        assert_eq!(cuMemPoolDestroy(pool), CUDA_SUCCESS);
    }
}

fn pools_that_cannot_be(gpu: &Gpu) {
    let refusals = [CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_INVALID_VALUE];
    for result in [
        cuda_mem::device_get_mem_pool(99),
        cuda_mem::device_get_default_mem_pool(99),
    ] {
        assert!(refusals.contains(&code(result)), "{result:?}");
    }
    if gpu.can(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) {
        // SAFETY: the driver refuses null.
        let null = unsafe { cuda_mem::device_set_mem_pool(gpu.device, null_mut()) };
        assert_eq!(code(null), CUDA_ERROR_INVALID_VALUE);
    }
}
