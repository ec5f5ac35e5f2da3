//! What C programs do with the header's types, done with ours.

use cuda_mem_sys::*;

#[test]
fn flags_combine_and_every_bit_stays() {
    let both = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR | CU_MEM_HANDLE_TYPE_FABRIC;
    assert_eq!(both, CUmemAllocationHandleType(9));
    let prop = CUmemAllocationProp {
        requestedHandleTypes: both,
        ..Default::default()
    };
    assert_eq!(prop.requestedHandleTypes.0, 9);
    assert_eq!(both & CU_MEM_HANDLE_TYPE_FABRIC, CU_MEM_HANDLE_TYPE_FABRIC);
    // No enumerator has this value: the number is printed.
    assert_eq!(format!("{both:?}"), "CUmemAllocationHandleType(9)");
}

#[test]
fn enumerators_may_share_a_value() {
    assert_eq!(CU_MEM_LOCATION_TYPE_INVALID, CUmemLocationType(0));
    assert_eq!(CU_MEM_LOCATION_TYPE_NONE, CUmemLocationType(0));
    // The first of the header's is printed.
    assert_eq!(CUmemLocationType(0).name(), Some("CU_MEM_LOCATION_TYPE_INVALID"));
}

#[test]
fn codes_of_newer_drivers_are_values() {
    for number in [36, 917, 918, 1000, 12345, u32::MAX] {
        let code = CUresult(number);
        assert_ne!(code, CUDA_SUCCESS);
        if code.name().is_none() {
            assert_eq!(format!("{code:?}"), format!("CUresult({number})"));
        }
    }
    assert_eq!(
        format!("{:?}", CUDA_ERROR_OUT_OF_MEMORY),
        "CUDA_ERROR_OUT_OF_MEMORY"
    );
}

#[test]
fn handles_for_other_processes_are_bytes_and_back() {
    let bytes: [u8; 64] = core::array::from_fn(|index| (index * 7 + 200) as u8);
    assert_eq!(CUipcMemHandle::from_bytes(bytes).to_bytes(), bytes);
    assert_eq!(CUipcEventHandle::from_bytes(bytes).to_bytes(), bytes);
    assert_eq!(CUmemFabricHandle::from_bytes(bytes).to_bytes(), bytes);
    let id: [u8; 16] = core::array::from_fn(|index| 255 - index as u8);
    assert_eq!(CUuuid::from_bytes(id).to_bytes(), id);
}

#[test]
fn a_location_keeps_its_type_and_number() {
    for id in [0, 7, -1, i32::MIN] {
        let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA, id);
        assert_eq!(
            (location.type_, location.id()),
            (CU_MEM_LOCATION_TYPE_HOST_NUMA, id)
        );
    }
}

#[test]
fn the_casts_among_the_macros_have_their_types_and_values() {
    let streams: [CUstream; 2] = [CU_STREAM_LEGACY, CU_STREAM_PER_THREAD];
    assert_eq!(streams.map(|stream| stream as usize), [1, 2]);
    let devices: [CUdevice; 2] = [CU_DEVICE_CPU, CU_DEVICE_INVALID];
    assert_eq!(devices, [-1, -2]);
    let marks: [*mut ctypes::c_void; 3] = [
        CU_LAUNCH_PARAM_END,
        CU_LAUNCH_PARAM_BUFFER_POINTER,
        CU_LAUNCH_PARAM_BUFFER_SIZE,
    ];
    assert_eq!(marks.map(|mark| mark as usize), [0, 1, 2]);
    let attribute: CUlaunchAttributeID = CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE;
    assert_eq!(attribute, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
}

#[test]
fn records_start_as_zeros() {
    let copy = CUDA_MEMCPY3D::default();
    assert_eq!((copy.srcXInBytes, copy.WidthInBytes), (0, 0));
    assert!(copy.srcHost.is_null());
    // A record with a union in it prints its name only.
    assert_eq!(format!("{:?}", CUmemLocation::default()), "CUmemLocation { .. }");
}

#[cfg(feature = "loaded")]
#[test]
fn a_function_is_a_c_function_pointer() {
    let pointer: unsafe extern "C" fn(*mut CUdeviceptr, usize) -> CUresult = cuMemAlloc;
    assert_ne!(pointer as usize, 0);
}
