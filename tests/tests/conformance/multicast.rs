//! Multicast objects: on an emulator only. Creating one can put a host's GPUs out of service, so on hardware the suite
//! does not call cuMulticastCreate at all; the other functions show the granularity, and that they refuse no object.

use crate::support::{is_emulator, tests, Gpu};
use crate::vmm::{granularity, pattern, properties, read_write};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::code;
use std::ptr::null_mut;

tests! { "multicast":
    the_unit_of_sizes, [cuMulticastGetGranularity];
    objects_that_cannot_be, [cuMulticastCreate], Emulator;
    calls_without_an_object, [
        cuMulticastAddDevice, cuMulticastBindMem, cuMulticastBindMem_v2, cuMulticastBindAddr, cuMulticastBindAddr_v2,
        cuMulticastUnbind,
    ];
    a_write_reaches_the_bound_memory, [
        cuMulticastCreate, cuMulticastAddDevice, cuMulticastBindMem, cuMulticastBindMem_v2, cuMulticastUnbind,
    ], Emulator;
    memory_is_bound_by_its_address, [cuMulticastBindAddr, cuMulticastBindAddr_v2, cuMulticastUnbind], Emulator;
}

/// The answer of a call that must fail: the driver's code, or none where it lacks the function, which the call then
/// says.
#[track_caller]
fn failure<T: std::fmt::Debug>(symbol: &str, result: cuda_mem::Result<T>) -> Option<CUresult> {
    let error = result.expect_err(symbol);
    assert_eq!(error.is_no_symbol(), !has_symbol(symbol), "{error}");
    (!error.is_no_symbol()).then(|| error.code())
}

/// What a driver answers to arguments that cannot be, or for devices that cannot do it.
const REFUSED: [CUresult; 3] = [
    CUDA_ERROR_INVALID_VALUE,
    CUDA_ERROR_NOT_SUPPORTED,
    CUDA_ERROR_INVALID_DEVICE,
];

fn supported(gpu: &Gpu) -> bool {
    // Drivers before 12.1 do not know the attribute.
    cuda_mem::device_get_attribute(CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, gpu.device) == Ok(1)
}

fn the_unit_of_sizes(gpu: &Gpu) {
    let prop = CUmulticastObjectProp {
        numDevices: 1,
        size: 2 << 20,
        ..Default::default()
    };
    let minimum = cuda_mem::multicast_get_granularity(&prop, CU_MULTICAST_GRANULARITY_MINIMUM);
    let recommended = cuda_mem::multicast_get_granularity(&prop, CU_MULTICAST_GRANULARITY_RECOMMENDED);
    if !has_symbol("cuMulticastGetGranularity") {
        failure("cuMulticastGetGranularity", minimum);
        return;
    }
    match (minimum, recommended) {
        (Ok(minimum), Ok(recommended)) => {
            assert!(minimum.is_power_of_two() && minimum >= 4096, "{minimum}");
            assert!(
                recommended >= minimum && recommended % minimum == 0,
                "{recommended} of {minimum}"
            );
        }
        (minimum, recommended) => {
            assert!(!supported(gpu), "{minimum:?} {recommended:?}");
            assert!(REFUSED.contains(&code(minimum)) && REFUSED.contains(&code(recommended)));
        }
    }
    let unknown = cuda_mem::multicast_get_granularity(&prop, CUmulticastGranularity_flags(99));
    assert!(REFUSED.contains(&code(unknown)), "{unknown:?}");
}

fn objects_that_cannot_be(_: &Gpu) {
    never_on_hardware();
    // Wrong in every field: no devices, a size that is no multiple of anything, unknown handles, reserved flags.
    let wrong = CUmulticastObjectProp {
        numDevices: 0,
        size: 1,
        handleTypes: u64::MAX,
        flags: u64::MAX,
    };
    // SAFETY: there is nowhere to write a handle to, so there can be none; the record is whole.
    let code = unsafe { cuMulticastCreate(null_mut(), &wrong) };
    if has_symbol("cuMulticastCreate") {
        assert!(REFUSED.contains(&code), "{code:?}");
    } else {
        assert_eq!(code, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND);
    }
    if let Some(code) = failure("cuMulticastCreate", cuda_mem::multicast_create(&wrong)) {
        assert!(REFUSED.contains(&code), "{code:?}");
    }
}

fn calls_without_an_object(gpu: &Gpu) {
    let device = gpu.device;
    // SAFETY: 0 is no handle; the driver says so.
    let failures = unsafe {
        [
            failure("cuMulticastAddDevice", cuda_mem::multicast_add_device(0, device)),
            failure(
                "cuMulticastBindMem",
                cuda_mem::multicast_bind_mem(0, 0, 0, 0, 0, 0),
            ),
            failure(
                "cuMulticastBindMem_v2",
                cuda_mem::multicast_bind_mem_v2(0, device, 0, 0, 0, 0, 0),
            ),
            failure(
                "cuMulticastBindAddr",
                cuda_mem::multicast_bind_addr(0, 0, 0, 0, 0),
            ),
            failure(
                "cuMulticastBindAddr_v2",
                cuda_mem::multicast_bind_addr_v2(0, device, 0, 0, 0, 0),
            ),
            failure("cuMulticastUnbind", cuda_mem::multicast_unbind(0, device, 0, 0)),
        ]
    };
    for code in failures.into_iter().flatten() {
        assert!(REFUSED.contains(&code), "{code:?}");
    }
}

/// Holds also where somebody runs the tests that are marked as skipped.
fn never_on_hardware() {
    assert!(
        is_emulator(),
        "this suite never calls cuMulticastCreate on hardware"
    );
}

/// An object for device 0 alone, and a size that suits it and the device's memory.
fn object(gpu: &Gpu) -> (CUmemGenericAllocationHandle, usize) {
    never_on_hardware();
    let mut prop = CUmulticastObjectProp {
        numDevices: 1,
        size: 2 << 20,
        ..Default::default()
    };
    let unit =
        cuda_mem::multicast_get_granularity(&prop, CU_MULTICAST_GRANULARITY_MINIMUM).expect("the unit");
    prop.size = unit.max(granularity(&properties(gpu.device)));
    let object = cuda_mem::multicast_create(&prop).expect("an object");
    // SAFETY: created above.
    unsafe { cuda_mem::multicast_add_device(object, gpu.device) }.expect("its device");
    (object, prop.size)
}

/// Reserves addresses and puts a handle's memory there.
fn map(handle: CUmemGenericAllocationHandle, size: usize, device: CUdevice) -> CUdeviceptr {
    let address = cuda_mem::mem_address_reserve(size, 0, 0, 0).expect("addresses");
    // SAFETY: the range was just reserved; the tests' handles are alive.
    unsafe {
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map");
        cuda_mem::mem_set_access(address, size, &read_write(device)).expect("access");
    }
    address
}

fn unmap(address: CUdeviceptr, size: usize) {
    // SAFETY: what `map` gave, after its last use.
    unsafe {
        cuda_mem::mem_unmap(address, size).expect("unmap");
        cuda_mem::mem_address_free(address, size).expect("addresses");
    }
}

/// What is written at the object's address arrives at the memory's own.
fn reaches(object: CUdeviceptr, memory: CUdeviceptr, size: usize, seed: u32) {
    let host = pattern(size, seed);
    let mut back = vec![0u32; host.len()];
    // SAFETY: both ranges are mapped and as long as the vectors.
    unsafe {
        cuda_mem::memcpy_htod(object, &host).expect("to all");
        cuda_mem::memcpy_dtoh(&mut back, memory).expect("from one");
        assert!(host == back, "a copy");
        cuda_mem::memset_d32(object, seed, host.len()).expect("to all");
        cuda_mem::ctx_synchronize().expect("done");
        cuda_mem::memcpy_dtoh(&mut back, memory).expect("from one");
        assert!(back.iter().all(|word| *word == seed), "a fill");
    }
}

fn a_write_reaches_the_bound_memory(gpu: &Gpu) {
    let (object, size) = object(gpu);
    // SAFETY: every handle and range is used between its making and its end.
    unsafe {
        let handle = cuda_mem::mem_create(size, &properties(gpu.device), 0).expect("memory");
        let (memory, all) = (map(handle, size, gpu.device), map(object, size, gpu.device));
        cuda_mem::multicast_bind_mem(object, 0, handle, 0, size, 0).expect("bind");
        reaches(all, memory, size, 30);
        let again = cuda_mem::multicast_bind_mem(object, 0, handle, 0, size, 0);
        assert_eq!(code(again), CUDA_ERROR_INVALID_VALUE, "bound already");
        cuda_mem::multicast_unbind(object, gpu.device, 0, size).expect("unbind");

        let half = cuda_mem::multicast_bind_mem(object, 1, handle, 0, size, 0);
        assert_eq!(code(half), CUDA_ERROR_INVALID_VALUE, "not aligned");
        let more = cuda_mem::multicast_bind_mem(object, 0, handle, 0, 2 * size, 0);
        assert_eq!(code(more), CUDA_ERROR_INVALID_VALUE, "more than there is");
        let flags = cuda_mem::multicast_bind_mem(object, 0, handle, 0, size, 1);
        assert_eq!(code(flags), CUDA_ERROR_INVALID_VALUE, "flags");
        let full = cuda_mem::multicast_add_device(object, gpu.device);
        assert_eq!(code(full), CUDA_ERROR_INVALID_VALUE, "in the team already");

        let bound = cuda_mem::multicast_bind_mem_v2(object, gpu.device, 0, handle, 0, size, 0);
        if has_symbol("cuMulticastBindMem_v2") {
            bound.expect("bind for a device");
            reaches(all, memory, size, 31);
            cuda_mem::multicast_unbind(object, gpu.device, 0, size).expect("unbind");
        } else {
            failure("cuMulticastBindMem_v2", bound);
        }
        unmap(all, size);
        unmap(memory, size);
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_release(object).expect("release");
    }
}

fn memory_is_bound_by_its_address(gpu: &Gpu) {
    let (object, size) = object(gpu);
    // SAFETY: every handle and range is used between its making and its end.
    unsafe {
        let handle = cuda_mem::mem_create(size, &properties(gpu.device), 0).expect("memory");
        let (memory, all) = (map(handle, size, gpu.device), map(object, size, gpu.device));
        cuda_mem::multicast_bind_addr(object, 0, memory, size, 0).expect("bind");
        reaches(all, memory, size, 32);
        cuda_mem::multicast_unbind(object, gpu.device, 0, size).expect("unbind");
        let bogus = cuda_mem::multicast_bind_addr(object, 0, 0x1000, size, 0);
        assert_eq!(code(bogus), CUDA_ERROR_INVALID_VALUE, "no memory is there");

        let bound = cuda_mem::multicast_bind_addr_v2(object, gpu.device, 0, memory, size, 0);
        if has_symbol("cuMulticastBindAddr_v2") {
            bound.expect("bind for a device");
            reaches(all, memory, size, 33);
            cuda_mem::multicast_unbind(object, gpu.device, 0, size).expect("unbind");
        } else {
            failure("cuMulticastBindAddr_v2", bound);
        }
        unmap(all, size);
        unmap(memory, size);
        cuda_mem::mem_release(handle).expect("release");
        cuda_mem::mem_release(object).expect("release");
    }
}
