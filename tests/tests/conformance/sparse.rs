//! Memory behind sparse and deferred arrays. The arrays are made with the raw functions: their own family has its
//! tests.

use crate::stream_alloc::{end, stream};
use crate::support::{tests, Gpu};
use crate::vmm::{granularity, properties};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::code;
use std::ptr::null_mut;

tests! { "sparse":
    tiles_are_mapped_and_unmapped, [cuMemMapArrayAsync];
    a_deferred_array_is_mapped_whole, [cuMemMapArrayAsync];
    the_form_for_a_threads_stream, [cuMemMapArrayAsync];
    mappings_that_cannot_be, [cuMemMapArrayAsync];
}

const WIDTH: usize = 1024;

/// A square array of floats with one channel.
fn array(flags: u32) -> CUarray {
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
        Width: WIDTH,
        Height: WIDTH,
        Format: CU_AD_FORMAT_FLOAT,
        NumChannels: 1,
        Flags: flags,
        ..Default::default()
    };
    let mut array = null_mut();
    // SAFETY: one writable handle and a whole record.
    assert_eq!(
        unsafe { cuArray3DCreate(&mut array, &descriptor) },
        CUDA_SUCCESS,
        "an array"
    );
    array
}

/// Memory for tiles, of at least this many bytes.
fn tile_pool(device: CUdevice, bytes: usize) -> CUmemGenericAllocationHandle {
    let mut prop = properties(device);
    prop.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL as u16;
    let unit = granularity(&prop);
    // SAFETY: the properties hold no Windows attributes.
    let handle = unsafe { cuda_mem::mem_create(bytes + (unit - bytes % unit) % unit, &prop, 0) };
    handle.expect("memory for tiles")
}

/// Width, height and bytes of the array's tiles.
fn tile(array: CUarray) -> [usize; 3] {
    let mut properties = CUDA_ARRAY_SPARSE_PROPERTIES::default();
    // SAFETY: a whole record and a live array.
    assert_eq!(
        unsafe { cuArrayGetSparseProperties(&mut properties, array) },
        CUDA_SUCCESS,
        "its properties"
    );
    let [width, height] = [
        properties.tileExtent.width as usize,
        properties.tileExtent.height as usize,
    ];
    assert_eq!(
        [width, height].map(|tile| WIDTH % tile),
        [0, 0],
        "{width}x{height}"
    );
    [width, height, width * height * 4]
}

/// Maps a box (x, y, width, height) of the array onto the memory.
fn entry(
    array: CUarray,
    memory: CUmemGenericAllocationHandle,
    area: [usize; 4],
    device: CUdevice,
) -> CUarrayMapInfo {
    let mut info = CUarrayMapInfo {
        resourceType: CU_RESOURCE_TYPE_ARRAY,
        subresourceType: CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL,
        memOperationType: CU_MEM_OPERATION_TYPE_MAP,
        memHandleType: CU_MEM_HANDLE_TYPE_GENERIC,
        deviceBitMask: 1 << device,
        ..Default::default()
    };
    info.resource.array = array;
    info.memHandle.memHandle = memory;
    let [x, y, width, height] = area.map(|number| number as u32);
    info.subresource.sparseLevel = CUarrayMapInfo__bindgen_ty_2__bindgen_ty_1 {
        offsetX: x,
        offsetY: y,
        extentWidth: width,
        extentHeight: height,
        extentDepth: 1,
        ..Default::default()
    };
    info
}

/// The same box, with nothing behind it.
fn unmapping(mut info: CUarrayMapInfo) -> CUarrayMapInfo {
    info.memOperationType = CU_MEM_OPERATION_TYPE_UNMAP;
    info.memHandle.memHandle = 0;
    info.offset = 0;
    info
}

/// Copies a box between the host and the array, in the stream, and waits for it.
fn copy(
    array: CUarray,
    [x, y, width, height]: [usize; 4],
    host: &mut [f32],
    to_array: bool,
    stream: CUstream,
) {
    assert_eq!(host.len(), width * height);
    let mut record = CUDA_MEMCPY2D {
        WidthInBytes: width * 4,
        Height: height,
        ..Default::default()
    };
    if to_array {
        record.srcMemoryType = CU_MEMORYTYPE_HOST;
        record.srcHost = host.as_ptr().cast();
        record.srcPitch = width * 4;
        record.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        record.dstArray = array;
        (record.dstXInBytes, record.dstY) = (x * 4, y);
    } else {
        record.dstMemoryType = CU_MEMORYTYPE_HOST;
        record.dstHost = host.as_mut_ptr().cast();
        record.dstPitch = width * 4;
        record.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        record.srcArray = array;
        (record.srcXInBytes, record.srcY) = (x * 4, y);
    }
    // SAFETY: the box lies in the array where it is mapped, and the slice is as long as the box and outlives the
    // wait.
    unsafe {
        assert_eq!(cuMemcpy2DAsync(&record, stream), CUDA_SUCCESS, "the copy");
        cuda_mem::stream_synchronize(stream).expect("done");
    }
}

/// What is written to a box can be read from it.
fn keeps(array: CUarray, area: [usize; 4], seed: f32, stream: CUstream) {
    let mut host: Vec<f32> = (0..area[2] * area[3]).map(|i| i as f32 + seed).collect();
    let mut back = vec![0.0; host.len()];
    copy(array, area, &mut host, true, stream);
    copy(array, area, &mut back, false, stream);
    assert!(host == back, "{area:?}");
}

/// Ends what a test made, after the stream's work.
fn clean(array: CUarray, memory: CUmemGenericAllocationHandle, stream: CUstream) {
    // SAFETY: the tests' own, after their last use.
    unsafe {
        cuda_mem::stream_synchronize(stream).expect("done");
        assert_eq!(cuArrayDestroy(array), CUDA_SUCCESS);
        cuda_mem::mem_release(memory).expect("release");
    }
}

fn tiles_are_mapped_and_unmapped(gpu: &Gpu) {
    let stream = stream();
    let array = array(CUDA_ARRAY3D_SPARSE);
    let [width, height, bytes] = tile(array);
    let memory = tile_pool(gpu.device, 8 * bytes);
    // Two by two tiles at the origin, one tile elsewhere; the memory has them in another order.
    let square = [0, 0, 2 * width, 2 * height];
    let single = [3 * width, height, width, height];
    let mut infos = [
        entry(array, memory, square, gpu.device),
        entry(array, memory, single, gpu.device),
    ];
    infos[0].offset = 2 * bytes as u64;
    infos[1].offset = 0;
    // SAFETY: the array and the memory stay until the stream's work is done.
    unsafe { cuda_mem::mem_map_array_async(&mut infos, stream) }.expect("map both");
    keeps(array, square, 0.5, stream);
    keeps(array, single, 0.25, stream);
    // A part of a tile, across the border of two.
    keeps(array, [width / 2, height / 2, width, height], 0.125, stream);

    // The same memory behind another tile holds what was written through the first.
    let elsewhere = [4 * width, 2 * height, width, height];
    let mut expected = vec![0.0; width * height];
    copy(array, single, &mut expected, false, stream);
    let mut change = [unmapping(infos[1]), entry(array, memory, elsewhere, gpu.device)];
    // SAFETY: as above.
    unsafe { cuda_mem::mem_map_array_async(&mut change, stream) }.expect("move");
    let mut moved = vec![0.0; width * height];
    copy(array, elsewhere, &mut moved, false, stream);
    assert!(
        moved == expected && expected[1] == 1.25,
        "the memory moved, with what it holds"
    );

    let mut rest = [unmapping(infos[0]), unmapping(change[1])];
    // SAFETY: as above.
    unsafe { cuda_mem::mem_map_array_async(&mut rest, stream) }.expect("unmap");
    clean(array, memory, stream);
    end(stream);
}

fn a_deferred_array_is_mapped_whole(gpu: &Gpu) {
    let stream = stream();
    let array = array(CUDA_ARRAY3D_DEFERRED_MAPPING);
    let mut needs = CUDA_ARRAY_MEMORY_REQUIREMENTS::default();
    // SAFETY: a whole record and a live array.
    let code = unsafe { cuArrayGetMemoryRequirements(&mut needs, array, gpu.device) };
    assert_eq!(code, CUDA_SUCCESS, "its requirements");
    let memory = tile_pool(gpu.device, needs.size);
    let mut info = [entry(array, memory, [0; 4], gpu.device)];
    // SAFETY: the array and the memory stay until the stream's work is done.
    unsafe { cuda_mem::mem_map_array_async(&mut info, stream) }.expect("map");
    keeps(array, [0, 0, WIDTH, WIDTH], 3.5, stream);
    // SAFETY: as above.
    unsafe { cuda_mem::mem_map_array_async(&mut [unmapping(info[0])], stream) }.expect("unmap");
    clean(array, memory, stream);
    end(stream);
}

fn the_form_for_a_threads_stream(gpu: &Gpu) {
    // The raw copies here name the thread's stream by its constant, the mapping by null.
    let stream = CU_STREAM_PER_THREAD;
    let array = array(CUDA_ARRAY3D_SPARSE);
    let [width, height, bytes] = tile(array);
    let memory = tile_pool(gpu.device, bytes);
    let area = [width, height, width, height];
    let info = entry(array, memory, area, gpu.device);
    // SAFETY: the array and the memory stay until the stream's work is done.
    unsafe { cuda_mem::per_thread::mem_map_array_async(&mut [info], null_mut()) }.expect("map");
    keeps(array, area, 7.5, stream);
    // SAFETY: as above.
    unsafe { cuda_mem::per_thread::mem_map_array_async(&mut [unmapping(info)], null_mut()) }.expect("unmap");
    clean(array, memory, stream);
}

fn mappings_that_cannot_be(gpu: &Gpu) {
    let stream = stream();
    let (sparse, plain) = (array(CUDA_ARRAY3D_SPARSE), array(0));
    let [width, height, bytes] = tile(sparse);
    let memory = tile_pool(gpu.device, bytes);
    let good = entry(sparse, memory, [0, 0, width, height], gpu.device);
    // SAFETY: the driver refuses each before it maps anything.
    let refused = |info: CUarrayMapInfo| code(unsafe { cuda_mem::mem_map_array_async(&mut [info], stream) });
    let invalid = CUDA_ERROR_INVALID_VALUE;
    let at = |area| entry(sparse, memory, area, gpu.device);
    assert_eq!(
        refused(at([1, 0, width, height])),
        invalid,
        "not at a tile's border"
    );
    assert_eq!(refused(at([0, 0, width / 2, height])), invalid, "half a tile");
    assert_eq!(
        refused(at([WIDTH, 0, width, height])),
        invalid,
        "beside the array"
    );
    assert_eq!(
        refused(CUarrayMapInfo {
            deviceBitMask: 0,
            ..good
        }),
        invalid,
        "for no device"
    );
    assert_eq!(refused(CUarrayMapInfo { flags: 1, ..good }), invalid, "flags");
    assert_eq!(
        refused(entry(plain, memory, [0, 0, width, height], gpu.device)),
        invalid,
        "an array with memory"
    );
    let unknown = CUarrayMapInfo {
        memOperationType: CUmemOperationType(9),
        ..good
    };
    assert_eq!(refused(unknown), invalid, "an unknown operation");
    // SAFETY: as above.
    assert_eq!(unsafe { cuArrayDestroy(plain) }, CUDA_SUCCESS);
    clean(sparse, memory, stream);
    end(stream);
}
