//! Several devices, and what the second description has: decompression, planes; notifications.

mod common;

use common::{alloc, ok, refused, Alone};
use cuda_mem_emu::Settings;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;
use std::io::Read;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};

fn ready() -> Alone {
    common::alone(|| Settings::new().devices(3).device("decompress").memory(256 << 20))
}

fn at(device: i32) -> CUmemLocation {
    CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device)
}

#[test]
fn memory_goes_from_device_to_device() {
    let alone = ready();
    let first = alone.context;
    let mut second = null_mut();
    let from = alloc(64);
    // SAFETY: locals, and contexts that live.
    unsafe {
        ok(cuMemsetD8_v2(from, 5, 64));
        ok(cuDevicePrimaryCtxRetain(&mut second, 1));
        ok(cuCtxPushCurrent_v2(second));
        let to = alloc(64);
        let mut ordinal = -1i32;
        ok(cuPointerGetAttribute(
            (&raw mut ordinal).cast(),
            CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
            to,
        ));
        assert_eq!(ordinal, 1);
        ok(cuCtxEnablePeerAccess(first, 0));
        assert_eq!(
            cuCtxEnablePeerAccess(first, 0),
            CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
        );
        assert_eq!(cuCtxEnablePeerAccess(second, 0), CUDA_ERROR_INVALID_DEVICE);
        // The fill is in the other context's stream.
        ok(cuCtxSynchronize_v2(first));
        ok(cuMemcpyPeer(to, second, from, first, 64));
        let mut back = [0u8; 64];
        ok(cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), to, 64));
        assert_eq!(back, [5; 64]);
        ok(cuCtxDisablePeerAccess(first));
        ok(cuMemFree_v2(to));
        ok(cuCtxPopCurrent_v2(null_mut()));
        ok(cuMemFree_v2(from));
    }
}

#[test]
fn a_write_to_a_multicast_address_reaches_every_device() {
    let _alone = ready();
    let size = 4usize << 20;
    // SAFETY: locals; the driver refuses what is wrong.
    unsafe {
        let properties = CUmulticastObjectProp {
            numDevices: 3,
            size,
            ..Default::default()
        };
        let (mut object, mut multicast) = (0, 0);
        ok(cuMulticastCreate(&mut object, &properties));
        let mut memory = [(0, 0); 3];
        for device in 0..3 {
            ok(cuMulticastAddDevice(object, device));
        }
        for (device, (handle, address)) in (0..).zip(&mut memory) {
            let properties = CUmemAllocationProp {
                type_: CU_MEM_ALLOCATION_TYPE_PINNED,
                location: at(device),
                ..Default::default()
            };
            ok(cuMemCreate(handle, size, &properties, 0));
            ok(cuMemAddressReserve(address, size, 0, 0, 0));
            ok(cuMemMap(*address, size, 0, *handle, 0));
            let access = CUmemAccessDesc {
                location: at(device),
                flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
            };
            ok(cuMemSetAccess(*address, size, &access, 1));
            ok(cuMulticastBindMem(object, 0, *handle, 0, size, 0));
        }
        ok(cuMemAddressReserve(&mut multicast, size, 0, 0, 0));
        ok(cuMemMap(multicast, size, 0, object, 0));
        let access = CUmemAccessDesc {
            location: at(0),
            flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        ok(cuMemSetAccess(multicast, size, &access, 1));
        ok(cuMemsetD32_v2(multicast + 4096, 0x1234_5678, 1024));
        let text = *b"to all of them";
        ok(cuMemcpyHtoD_v2(
            multicast + 9000,
            text.as_ptr().cast(),
            text.len(),
        ));
        for (_, address) in memory {
            let (mut word, mut back) = (0u32, [0u8; 14]);
            ok(cuMemcpyDtoH_v2((&raw mut word).cast(), address + 4096 + 4092, 4));
            ok(cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), address + 9000, 14));
            assert_eq!((word, back), (0x1234_5678, text));
        }
        let mut back = [0u8; 4];
        let read = cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), multicast, 4);
        refused(
            read,
            CUDA_ERROR_INVALID_VALUE,
            &["cuMemcpyDtoH", "multicast address"],
        );
        ok(cuMulticastUnbind(object, 2, 0, size));
        let write = cuMemsetD8_v2(multicast, 0, 1);
        refused(
            write,
            CUDA_ERROR_INVALID_VALUE,
            &["cuMemsetD8", "device 2 has no memory bound"],
        );
        ok(cuMemUnmap(multicast, size));
        ok(cuMemRelease(object));
        for (handle, address) in memory {
            ok(cuMemUnmap(address, size));
            ok(cuMemRelease(handle));
            ok(cuMemAddressFree(address, size));
        }
        ok(cuMemAddressFree(multicast, size));
    }
}

#[test]
fn an_engine_decompresses_and_refuses_damage() {
    let _alone = ready();
    let text = b"a text of many words and many more words, many of them the same words".repeat(40);
    let mut deflated = Vec::new();
    flate2::read::DeflateEncoder::new(&text[..], flate2::Compression::best())
        .read_to_end(&mut deflated)
        .expect("deflate");
    let inputs = [
        (CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE, deflated),
        (
            CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY,
            snap::raw::Encoder::new().compress_vec(&text).expect("snappy"),
        ),
        (CU_MEM_DECOMPRESS_ALGORITHM_LZ4, lz4_flex::block::compress(&text)),
    ];
    let (source, target, lengths) = (alloc(1 << 16), alloc(1 << 16), alloc(64));
    let mut parameters = Vec::new();
    // SAFETY: allocations that are large enough for all of it.
    unsafe {
        for (index, (algo, input)) in inputs.iter().enumerate() {
            let (index, src) = (index as u64, source + index as u64 * 8192);
            ok(cuMemcpyHtoD_v2(src, input.as_ptr().cast(), input.len()));
            parameters.push(CUmemDecompressParams {
                srcNumBytes: input.len(),
                dstNumBytes: 8192,
                dstActBytes: (lengths + 4 * index) as *mut u32,
                src: src as *const c_void,
                dst: (target + index * 8192) as *mut c_void,
                algo: *algo,
                ..Default::default()
            });
        }
        let stream = common::stream();
        let mut index = 77;
        ok(cuMemBatchDecompressAsync(
            parameters.as_mut_ptr(),
            3,
            0,
            &mut index,
            stream,
        ));
        assert_eq!(index, 77, "written in case of error only");
        ok(cuStreamSynchronize(stream));
        for number in 0..3 {
            let (mut length, mut back) = (0u32, vec![0u8; text.len()]);
            ok(cuMemcpyDtoH_v2((&raw mut length).cast(), lengths + 4 * number, 4));
            ok(cuMemcpyDtoH_v2(
                back.as_mut_ptr().cast(),
                target + number * 8192,
                back.len(),
            ));
            assert_eq!(
                (length as usize, back == text),
                (text.len(), true),
                "{:?}",
                inputs[number as usize].0
            );
        }
        parameters[1].srcNumBytes -= 3;
        let damaged = cuMemBatchDecompressAsync(parameters.as_mut_ptr(), 3, 0, &mut index, stream);
        refused(
            damaged,
            CUDA_ERROR_INVALID_VALUE,
            &["cuMemBatchDecompressAsync", "are damaged"],
        );
        assert_eq!(index, 1, "which of them");
        for memory in [source, target, lengths] {
            ok(cuMemFree_v2(memory));
        }
    }
}

#[test]
fn a_device_that_runs_short_says_so_once() {
    static OVER: AtomicU64 = AtomicU64::new(0);
    static CALLS: AtomicU64 = AtomicU64::new(0);
    unsafe extern "C" fn short(
        info: *mut CUasyncNotificationInfo,
        _: *mut c_void,
        own: CUasyncCallbackHandle,
    ) {
        // SAFETY: the driver gives a record of this type.
        OVER.store(
            unsafe { (*info).info.overBudget.bytesOverBudget },
            Ordering::SeqCst,
        );
        CALLS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the driver refuses it here.
        assert_eq!(
            unsafe { cuDeviceUnregisterAsyncNotification(2, own) },
            CUDA_ERROR_NOT_PERMITTED
        );
    }
    let _alone = ready();
    let mut third = null_mut();
    let mut handle = null_mut();
    // SAFETY: locals; the function lives as long as the program.
    unsafe {
        ok(cuDevicePrimaryCtxRetain(&mut third, 2));
        ok(cuCtxPushCurrent_v2(third));
        ok(cuDeviceRegisterAsyncNotification(
            2,
            Some(short),
            null_mut(),
            &mut handle,
        ));
        let most = alloc(200 << 20);
        assert_eq!(CALLS.load(Ordering::SeqCst), 0);
        let more = alloc(40 << 20);
        assert_eq!(CALLS.load(Ordering::SeqCst), 1);
        assert!(OVER.load(Ordering::SeqCst) > 0);
        let last = alloc(4 << 20);
        assert_eq!(CALLS.load(Ordering::SeqCst), 1, "it is known already");
        ok(cuDeviceUnregisterAsyncNotification(2, handle));
        for memory in [most, more, last] {
            ok(cuMemFree_v2(memory));
        }
        ok(cuCtxPopCurrent_v2(null_mut()));
    }
}

#[test]
fn a_planar_array_has_the_planes_of_its_format() {
    let _alone = ready();
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
        Width: 64,
        Height: 32,
        Depth: 0,
        Format: CU_AD_FORMAT_NV12,
        NumChannels: 3,
        Flags: 0,
    };
    // SAFETY: locals; planes of an array that lives.
    unsafe {
        let (mut array, mut plane) = (null_mut(), null_mut());
        ok(cuArray3DCreate_v2(&mut array, &descriptor));
        for (index, wanted) in [(0, (64, 32, 1)), (1, (32, 16, 2))] {
            ok(cuArrayGetPlane(&mut plane, array, index));
            let mut d = CUDA_ARRAY_DESCRIPTOR::default();
            ok(cuArrayGetDescriptor_v2(&mut d, plane));
            assert_eq!((d.Width, d.Height, d.NumChannels), wanted);
            assert_eq!(d.Format, CU_AD_FORMAT_UNSIGNED_INT8);
        }
        assert_eq!(cuArrayGetPlane(&mut plane, array, 2), CUDA_ERROR_INVALID_VALUE);
        ok(cuArrayGetPlane(&mut plane, array, 1));
        refused(
            cuArrayDestroy(plane),
            CUDA_ERROR_INVALID_HANDLE,
            &["cuArrayDestroy", "a part of another array"],
        );
        ok(cuArrayDestroy(array));
    }
}
