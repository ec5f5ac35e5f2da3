use super::*;

const HOST: *mut c_void = 0x1000 as *mut c_void;
const DEVICE: CUdeviceptr = 0x2000;
const UNIFIED: CUdeviceptr = 0x3000;
const ARRAY: CUarray = 0x4000 as CUarray;
const NOTHING: *mut c_void = core::ptr::null_mut();
const NO_ARRAY: CUarray = core::ptr::null_mut();

/// What C's record must hold for one side: type, host, device, array.
type Fields = (CUmemorytype, *mut c_void, CUdeviceptr, CUarray);

/// The four kinds, each with its fields.
fn kinds<P>(host: P) -> [(MemoryType<P>, Fields); 4] {
    [
        (MemoryType::Host(host), (CU_MEMORYTYPE_HOST, HOST, 0, NO_ARRAY)),
        (
            MemoryType::Device(DEVICE),
            (CU_MEMORYTYPE_DEVICE, NOTHING, DEVICE, NO_ARRAY),
        ),
        (
            MemoryType::Array(ARRAY),
            (CU_MEMORYTYPE_ARRAY, NOTHING, 0, ARRAY),
        ),
        (
            MemoryType::Unified(UNIFIED),
            (CU_MEMORYTYPE_UNIFIED, NOTHING, UNIFIED, NO_ARRAY),
        ),
    ]
}

/// Every field of a 2D record, in C's order; each pair of kinds sets its own fields and leaves the others zero.
#[test]
fn record2d_sets_exactly_the_fields_of_both_kinds() {
    for (src, in_src) in kinds(HOST as *const c_void) {
        for (dst, in_dst) in kinds(HOST) {
            let record = record2d(
                Operand2d::new(src, 64).at(3, 5),
                Operand2d::new(dst, 512).at(7, 9),
                16,
                8,
            );
            let CUDA_MEMCPY2D {
                srcXInBytes,
                srcY,
                srcMemoryType,
                srcHost,
                srcDevice,
                srcArray,
                srcPitch,
                dstXInBytes,
                dstY,
                dstMemoryType,
                dstHost,
                dstDevice,
                dstArray,
                dstPitch,
                WidthInBytes,
                Height,
            } = record;
            assert_eq!((srcXInBytes, srcY, srcPitch), (3, 5, 64));
            assert_eq!((dstXInBytes, dstY, dstPitch), (7, 9, 512));
            assert_eq!((WidthInBytes, Height), (16, 8));
            assert_eq!((srcMemoryType, srcHost as *mut c_void, srcDevice, srcArray), in_src);
            assert_eq!((dstMemoryType, dstHost, dstDevice, dstArray), in_dst);
        }
    }
}

macro_rules! assert_3d {
    ($record:expr, $in_src:expr, $in_dst:expr) => {
        let record = $record;
        assert_eq!(
            (record.srcXInBytes, record.srcY, record.srcZ, record.srcLOD),
            (1, 2, 3, 0)
        );
        assert_eq!((record.srcPitch, record.srcHeight), (64, 32));
        assert_eq!(
            (record.dstXInBytes, record.dstY, record.dstZ, record.dstLOD),
            (4, 5, 6, 2)
        );
        assert_eq!((record.dstPitch, record.dstHeight), (512, 48));
        assert_eq!((record.WidthInBytes, record.Height, record.Depth), (16, 8, 4));
        assert_eq!(
            (
                record.srcMemoryType,
                record.srcHost as *mut c_void,
                record.srcDevice,
                record.srcArray
            ),
            $in_src
        );
        assert_eq!(
            (
                record.dstMemoryType,
                record.dstHost,
                record.dstDevice,
                record.dstArray
            ),
            $in_dst
        );
    };
}

#[test]
fn record3d_sets_exactly_the_fields_of_both_kinds() {
    let (here, there) = (0x5000 as CUcontext, 0x6000 as CUcontext);
    for (src, in_src) in kinds(HOST as *const c_void) {
        for (dst, in_dst) in kinds(HOST) {
            let src = Operand3d::new(src, 64, 32).at(1, 2, 3);
            let dst = Operand3d::new(dst, 512, 48).at(4, 5, 6).lod(2);
            let record = record3d(src, dst, 16, 8, 4);
            assert_eq!((record.reserved0, record.reserved1), (NOTHING, NOTHING));
            assert_3d!(record, in_src, in_dst);
            let record = record3d_peer(src, here, dst, there, 16, 8, 4);
            assert_eq!((record.srcContext, record.dstContext), (here, there));
            assert_3d!(record, in_src, in_dst);
        }
    }
}

#[test]
fn each_constructor_tags_its_own_kind_and_starts_at_the_first_byte() {
    let start = |memory, pitch| Destination2d {
        memory,
        pitch,
        x_in_bytes: 0,
        y: 0,
    };
    assert_eq!(Operand2d::host(HOST, 5), start(MemoryType::Host(HOST), 5));
    assert_eq!(Operand2d::device(DEVICE, 6), start(MemoryType::Device(DEVICE), 6));
    assert_eq!(Operand2d::array(ARRAY), start(MemoryType::Array(ARRAY), 0));
    assert_eq!(
        Operand2d::unified(UNIFIED, 7),
        start(MemoryType::Unified(UNIFIED), 7)
    );
    let start = |memory, pitch, height| Destination3d {
        memory,
        pitch,
        height,
        x_in_bytes: 0,
        y: 0,
        z: 0,
        lod: 0,
    };
    assert_eq!(
        Operand3d::host(HOST, 5, 8),
        start(MemoryType::Host(HOST), 5, 8)
    );
    assert_eq!(
        Operand3d::device(DEVICE, 6, 9),
        start(MemoryType::Device(DEVICE), 6, 9)
    );
    assert_eq!(Operand3d::array(ARRAY), start(MemoryType::Array(ARRAY), 0, 0));
    assert_eq!(
        Operand3d::unified(UNIFIED, 7, 10),
        start(MemoryType::Unified(UNIFIED), 7, 10)
    );
}

#[test]
fn batch_operands_hold_the_member_that_their_type_names() {
    let hint = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA, 3);
    let pointer = pointer_operand(DEVICE, 11, 12, hint);
    assert_eq!(pointer.type_, CU_MEMCPY_OPERAND_TYPE_POINTER);
    // SAFETY: the type says that this member was written.
    let ptr = unsafe { pointer.op.ptr };
    assert_eq!((ptr.ptr, ptr.rowLength, ptr.layerHeight), (DEVICE, 11, 12));
    assert_eq!(
        (ptr.locHint.type_, ptr.locHint.id()),
        (CU_MEM_LOCATION_TYPE_HOST_NUMA, 3)
    );

    let array = array_operand(ARRAY, CUoffset3D { x: 1, y: 2, z: 3 });
    assert_eq!(array.type_, CU_MEMCPY_OPERAND_TYPE_ARRAY);
    // SAFETY: the type says that this member was written.
    let member = unsafe { array.op.array };
    assert_eq!(member.array, ARRAY);
    assert_eq!((member.offset.x, member.offset.y, member.offset.z), (1, 2, 3));

    let extent = CUextent3D {
        width: 4,
        height: 5,
        depth: 6,
    };
    let op = batch_op(pointer, array, extent, CU_MEMCPY_SRC_ACCESS_ORDER_ANY, 1);
    assert_eq!(
        (op.src.type_, op.dst.type_),
        (CU_MEMCPY_OPERAND_TYPE_POINTER, CU_MEMCPY_OPERAND_TYPE_ARRAY)
    );
    assert_eq!((op.extent.width, op.extent.height, op.extent.depth), (4, 5, 6));
    assert_eq!((op.srcAccessOrder, op.flags), (CU_MEMCPY_SRC_ACCESS_ORDER_ANY, 1));
}
