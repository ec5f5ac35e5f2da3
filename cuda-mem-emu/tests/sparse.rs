//! Sparse arrays of which no device was asked: of blocks, and smaller than a tile.

mod common;

use common::{alone, ok, Alone};
use cuda_mem_emu::Settings;
use cuda_mem_sys::*;
use std::ptr::null_mut;

fn ready() -> Alone {
    alone(|| Settings::new().quiet(true))
}

fn array(format: CUarray_format, channels: u32, width: usize, height: usize) -> CUarray {
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
        Width: width,
        Height: height,
        Depth: 0,
        Format: format,
        NumChannels: channels,
        Flags: CUDA_ARRAY3D_SPARSE,
    };
    let mut array = null_mut();
    // SAFETY: locals.
    ok(unsafe { cuArray3DCreate(&mut array, &descriptor) });
    array
}

/// Memory for 32 tiles.
fn memory() -> CUmemGenericAllocationHandle {
    let mut properties = CUmemAllocationProp {
        type_: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 0),
        ..Default::default()
    };
    properties.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL as u16;
    let mut handle = 0;
    // SAFETY: locals.
    ok(unsafe { cuMemCreate(&mut handle, 2 << 20, &properties, 0) });
    handle
}

fn entry(array: CUarray, part: CUarraySparseSubresourceType, memory: u64) -> CUarrayMapInfo {
    let mut info = CUarrayMapInfo {
        resourceType: CU_RESOURCE_TYPE_ARRAY,
        subresourceType: part,
        memOperationType: CU_MEM_OPERATION_TYPE_MAP,
        memHandleType: CU_MEM_HANDLE_TYPE_GENERIC,
        deviceBitMask: 1,
        ..Default::default()
    };
    info.resource.array = array;
    info.memHandle.memHandle = memory;
    if memory == 0 {
        info.memOperationType = CU_MEM_OPERATION_TYPE_UNMAP;
    }
    info
}

fn map(mut info: CUarrayMapInfo) -> CUresult {
    // SAFETY: one entry, with handles that are alive.
    unsafe { cuMemMapArrayAsync(&mut info, 1, null_mut()) }
}

/// Copies rows of blocks between the host and the array.
fn copy(array: CUarray, row: usize, host: &mut [u8], pitch: usize, to_array: bool) {
    let mut record = CUDA_MEMCPY2D {
        WidthInBytes: pitch,
        Height: host.len() / pitch,
        ..Default::default()
    };
    if to_array {
        record.srcMemoryType = CU_MEMORYTYPE_HOST;
        record.srcHost = host.as_ptr().cast();
        record.srcPitch = pitch;
        record.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        record.dstArray = array;
        record.dstY = row;
    } else {
        record.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        record.srcArray = array;
        record.srcY = row;
        record.dstMemoryType = CU_MEMORYTYPE_HOST;
        record.dstHost = host.as_mut_ptr().cast();
        record.dstPitch = pitch;
    }
    // SAFETY: the host's side has as many bytes.
    ok(unsafe { cuMemcpy2D(&record) });
}

#[test]
fn a_tile_of_blocks_keeps_its_bytes_in_memory() {
    let _alone = ready();
    // Two tiles below each other, of 128 by 64 blocks of 8 bytes.
    let (array, memory) = (array(CU_AD_FORMAT_BC1_UNORM, 4, 512, 512), memory());
    let tile = |y, memory| {
        let mut info = entry(array, CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL, memory);
        info.subresource.sparseLevel.offsetY = y;
        info.subresource.sparseLevel.extentWidth = 512;
        info.subresource.sparseLevel.extentHeight = 256;
        info.subresource.sparseLevel.extentDepth = 1;
        info
    };
    ok(map(tile(256, memory)));
    let mut bytes: Vec<u8> = (0..64 << 10).map(|index| (index % 251) as u8).collect();
    copy(array, 64, &mut bytes, 1024, true);
    ok(map(tile(256, 0)));
    // The same memory behind the other tile.
    ok(map(tile(0, memory)));
    let mut seen = vec![0; 64 << 10];
    copy(array, 0, &mut seen, 1024, false);
    assert!(seen == bytes, "the tile's bytes did not stay in its memory");
    copy(array, 64, &mut seen, 1024, false);
    assert!(
        seen.iter().all(|byte| *byte == 0),
        "what is not mapped reads as zeros"
    );
    assert_eq!(
        map(tile(64, memory)),
        CUDA_ERROR_INVALID_VALUE,
        "no tile begins there"
    );
    // SAFETY: made above.
    unsafe {
        ok(cuArrayDestroy(array));
        ok(cuMemRelease(memory));
    }
}

#[test]
fn an_array_smaller_than_a_tile_is_a_tail() {
    let _alone = ready();
    let (large, memory) = (array(CU_AD_FORMAT_FLOAT, 1, 128, 128), memory());
    let small = array(CU_AD_FORMAT_FLOAT, 1, 64, 64);
    let tail = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL;
    ok(map(entry(small, tail, memory)));
    ok(map(entry(small, tail, 0)));
    let refused = map(entry(large, tail, memory));
    assert_eq!(refused, CUDA_ERROR_INVALID_VALUE, "a whole tile has no tail");
    // SAFETY: made above.
    unsafe {
        ok(cuArrayDestroy(small));
        ok(cuArrayDestroy(large));
        ok(cuMemRelease(memory));
    }
}
