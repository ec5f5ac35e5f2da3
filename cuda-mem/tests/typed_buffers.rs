//! Values whose size depends on an argument, against a driver that writes what a real one writes, and has nothing
//! else: each buffer is as large as it must be, and each value arrives whole.
#![cfg(all(feature = "loaded", not(feature = "linked")))]

use cuda_mem::sys::ctypes::{c_int, c_ulonglong, c_void};
use cuda_mem::sys::*;
use cuda_mem::{
    DmaBufFd, FabricHandle, MemPoolAttribute, PosixFdHandle, RangeHandleType, ShareableHandleType,
    Win32Handle, Win32KmtHandle,
};
use std::ffi::CStr;
use std::sync::Mutex;

/// What the last call was given.
static SEEN: Mutex<Vec<u64>> = Mutex::new(Vec::new());

fn seen() -> Vec<u64> {
    SEEN.lock().unwrap().clone()
}

/// Bytes of the value of a pool's attribute. An H200's driver wrote 1 to 8 so; the rest is as cuda.h says.
fn attribute_size(attr: CUmemPool_attribute) -> usize {
    match attr.0 {
        4..=8 | 13 => 8,
        _ => 4,
    }
}

/// Bytes of a handle of this type.
fn handle_size(ty: CUmemAllocationHandleType) -> usize {
    match ty.0 {
        1 | 4 => 4,
        2 => std::mem::size_of::<usize>(),
        8 => 64,
        _ => panic!("{ty:?}"),
    }
}

unsafe extern "C" fn get_attribute(
    _: CUmemoryPool,
    attr: CUmemPool_attribute,
    value: *mut c_void,
) -> CUresult {
    // SAFETY: the size of this attribute's value.
    unsafe { value.cast::<u8>().write_bytes(0x91, attribute_size(attr)) };
    CUDA_SUCCESS
}

unsafe extern "C" fn set_attribute(
    _: CUmemoryPool,
    attr: CUmemPool_attribute,
    value: *mut c_void,
) -> CUresult {
    // SAFETY: the type of this attribute's value.
    let value = unsafe {
        match attribute_size(attr) {
            8 => *value.cast::<u64>(),
            _ => u64::from(*value.cast::<u32>()),
        }
    };
    *SEEN.lock().unwrap() = vec![u64::from(attr.0), value];
    CUDA_SUCCESS
}

unsafe extern "C" fn export(
    out: *mut c_void,
    _: CUmemGenericAllocationHandle,
    ty: CUmemAllocationHandleType,
    flags: c_ulonglong,
) -> CUresult {
    // SAFETY: the size of such handles.
    unsafe { out.cast::<u8>().write_bytes(0x92, handle_size(ty)) };
    *SEEN.lock().unwrap() = vec![u64::from(ty.0), flags];
    CUDA_SUCCESS
}

unsafe extern "C" fn import(
    handle: *mut CUmemGenericAllocationHandle,
    os_handle: *mut c_void,
    ty: CUmemAllocationHandleType,
) -> CUresult {
    let first = match ty {
        // SAFETY: a fabric handle comes by its address, all others as the pointer itself.
        CU_MEM_HANDLE_TYPE_FABRIC => unsafe { u64::from((*os_handle.cast::<CUmemFabricHandle>()).data[63]) },
        _ => os_handle as u64,
    };
    *SEEN.lock().unwrap() = vec![u64::from(ty.0), first];
    // SAFETY: a writable handle.
    unsafe { *handle = 77 };
    CUDA_SUCCESS
}

unsafe extern "C" fn export_pool(
    out: *mut c_void,
    _: CUmemoryPool,
    ty: CUmemAllocationHandleType,
    flags: c_ulonglong,
) -> CUresult {
    // SAFETY: as the caller's.
    unsafe { export(out, 0, ty, flags) }
}

unsafe extern "C" fn import_pool(
    pool: *mut CUmemoryPool,
    os_handle: *mut c_void,
    ty: CUmemAllocationHandleType,
    flags: c_ulonglong,
) -> CUresult {
    let mut handle = 0;
    // SAFETY: as the caller's.
    let code = unsafe { import(&mut handle, os_handle, ty) };
    SEEN.lock().unwrap().push(flags);
    // SAFETY: a writable handle.
    unsafe { *pool = handle as usize as CUmemoryPool };
    code
}

unsafe extern "C" fn range_handle(
    out: *mut c_void,
    dptr: CUdeviceptr,
    size: usize,
    ty: CUmemRangeHandleType,
    flags: c_ulonglong,
) -> CUresult {
    // SAFETY: both types that this file uses have ints for handles.
    unsafe { out.cast::<c_int>().write(5) };
    *SEEN.lock().unwrap() = vec![dptr, size as u64, u64::from(ty.0), flags];
    CUDA_SUCCESS
}

fn driver(name: &CStr) -> *const c_void {
    match name.to_bytes() {
        b"cuMemPoolGetAttribute" => get_attribute as *const c_void,
        b"cuMemPoolSetAttribute" => set_attribute as *const c_void,
        b"cuMemExportToShareableHandle" => export as *const c_void,
        b"cuMemImportFromShareableHandle" => import as *const c_void,
        b"cuMemPoolExportToShareableHandle" => export_pool as *const c_void,
        b"cuMemPoolImportFromShareableHandle" => import_pool as *const c_void,
        b"cuMemGetHandleForAddressRange" => range_handle as *const c_void,
        _ => std::ptr::null(),
    }
}

/// Tests of one process share the driver and what it saw.
fn with_driver(test: impl FnOnce()) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|broken| broken.into_inner());
    // SAFETY: each address above is of a function with its symbol's signature.
    unsafe { set_resolver(driver) }.expect("no other driver is in use");
    test();
}

#[test]
fn an_attribute_arrives_whole_and_nothing_else_is_written() {
    fn get<T: Copy>(attr: MemPoolAttribute<T>) -> T {
        // SAFETY: this driver does not look at the pool.
        unsafe { cuda_mem::mem_pool_get_attribute(std::ptr::null_mut(), attr) }.expect("this driver's answer")
    }
    with_driver(|| {
        let four = 0x9191_9191_u32;
        let eight = 0x9191_9191_9191_9191_u64;
        assert_eq!(
            get(MemPoolAttribute::REUSE_FOLLOW_EVENT_DEPENDENCIES),
            four as i32
        );
        assert_eq!(get(MemPoolAttribute::REUSE_ALLOW_OPPORTUNISTIC), four as i32);
        assert_eq!(
            get(MemPoolAttribute::REUSE_ALLOW_INTERNAL_DEPENDENCIES),
            four as i32
        );
        assert_eq!(get(MemPoolAttribute::RELEASE_THRESHOLD), eight);
        assert_eq!(get(MemPoolAttribute::RESERVED_MEM_CURRENT), eight);
        assert_eq!(get(MemPoolAttribute::RESERVED_MEM_HIGH), eight);
        assert_eq!(get(MemPoolAttribute::USED_MEM_CURRENT), eight);
        assert_eq!(get(MemPoolAttribute::USED_MEM_HIGH), eight);
        assert_eq!(get(MemPoolAttribute::ALLOCATION_TYPE).0, four);
        assert_eq!(get(MemPoolAttribute::EXPORT_HANDLE_TYPES).0, four);
        assert_eq!(get(MemPoolAttribute::LOCATION_ID), four as i32);
        assert_eq!(get(MemPoolAttribute::LOCATION_TYPE).0, four);
        assert_eq!(get(MemPoolAttribute::MAX_POOL_SIZE), eight);
        assert_eq!(get(MemPoolAttribute::HW_DECOMPRESS_ENABLED), four as i32);
        assert_eq!(get(MemPoolAttribute::LOCALITY_DOMAIN_ID), four as i32);

        // A type of 16 bytes shows how many were written: the rest keeps the zeros that it began with.
        #[repr(C, align(8))]
        #[derive(Clone, Copy)]
        struct Canary([u8; 16]);
        for attr in (1..=15).map(CUmemPool_attribute) {
            // SAFETY: at least as large as the value, any bytes, and aligned for it.
            let Canary(bytes) = get(unsafe { MemPoolAttribute::<Canary>::new(attr) });
            let mut expected = [0; 16];
            expected[..attribute_size(attr)].fill(0x91);
            assert_eq!(bytes, expected, "{attr:?}");
        }
    });
}

#[test]
fn an_attribute_is_set_to_the_value_in_its_own_size() {
    fn set<T: Copy>(attr: MemPoolAttribute<T>, value: T) -> Vec<u64> {
        // SAFETY: this driver does not look at the pool.
        let result = unsafe { cuda_mem::mem_pool_set_attribute(std::ptr::null_mut(), attr, value) };
        result.expect("this driver's answer");
        seen()
    }
    with_driver(|| {
        assert_eq!(
            set(MemPoolAttribute::REUSE_ALLOW_OPPORTUNISTIC, -1),
            [2, 0xffff_ffff]
        );
        assert_eq!(
            set(MemPoolAttribute::RELEASE_THRESHOLD, u64::MAX - 1),
            [4, u64::MAX - 1]
        );
        assert_eq!(set(MemPoolAttribute::USED_MEM_HIGH, 0), [8, 0]);
    });
}

#[test]
fn a_handle_has_the_size_of_its_type() {
    fn handles<T: ShareableHandleType>(ty: T, flags: u64) -> [T::Handle; 2] {
        // SAFETY: this driver does not look at the handle.
        let memory = unsafe { cuda_mem::mem_export_to_shareable_handle(1, ty, flags) };
        assert_eq!(seen(), [u64::from(T::TYPE.0), flags]);
        // SAFETY: nor at the pool.
        let pool = unsafe { cuda_mem::mem_pool_export_to_shareable_handle(std::ptr::null_mut(), ty, flags) };
        assert_eq!(seen(), [u64::from(T::TYPE.0), flags]);
        [
            memory.expect("this driver's answer"),
            pool.expect("this driver's answer"),
        ]
    }
    with_driver(|| {
        assert_eq!(handles(PosixFdHandle, 0), [0x9292_9292_u32 as i32; 2]);
        let pointer = usize::MAX / 0xff * 0x92;
        assert_eq!(handles(Win32Handle, 0), [pointer as *mut c_void; 2]);
        assert_eq!(handles(Win32KmtHandle, 0), [0x9292_9292; 2]);
        assert_eq!(
            handles(FabricHandle, 9).map(|handle| handle.to_bytes()),
            [[0x92; 64]; 2]
        );
    });
}

#[test]
fn a_handle_is_imported_as_c_passes_it() {
    fn first<T: ShareableHandleType>(handle: T::Handle, ty: T) -> u64 {
        // SAFETY: this driver reads what the type's handles are.
        let imported = unsafe { cuda_mem::mem_import_from_shareable_handle(handle, ty) };
        assert_eq!(imported, Ok(77));
        let memory = seen();
        // SAFETY: as above.
        let pool = unsafe { cuda_mem::mem_pool_import_from_shareable_handle(handle, ty, 3) };
        assert_eq!(pool.map(|pool| pool as usize), Ok(77));
        assert_eq!(seen(), [memory[0], memory[1], 3]);
        assert_eq!(memory[0], u64::from(T::TYPE.0));
        memory[1]
    }
    with_driver(|| {
        assert_eq!(first(3, PosixFdHandle), 3);
        assert_eq!(first(0x40 as *mut c_void, Win32Handle), 0x40);
        assert_eq!(first(0x8000_0002, Win32KmtHandle), 0x8000_0002);
        let mut bytes = [0; 64];
        bytes[63] = 0xee;
        assert_eq!(first(CUmemFabricHandle::from_bytes(bytes), FabricHandle), 0xee);
    });
}

/// A type of handles that came after this crate.
#[derive(Clone, Copy)]
struct Later;

// SAFETY: ints, by this file's driver.
unsafe impl RangeHandleType for Later {
    type Handle = c_int;
    const TYPE: CUmemRangeHandleType = CUmemRangeHandleType(99);
}

#[test]
fn a_range_keeps_its_arguments_in_order_and_takes_later_types() {
    with_driver(|| {
        let fd = cuda_mem::mem_get_handle_for_address_range(0x2000, 4096, DmaBufFd, 1);
        assert_eq!((fd, seen()), (Ok(5), vec![0x2000, 4096, 1, 1]));
        let fd = cuda_mem::mem_get_handle_for_address_range(0x2000, 4096, Later, 0);
        assert_eq!((fd, seen()), (Ok(5), vec![0x2000, 4096, 99, 0]));
    });
}

#[test]
fn functions_that_the_driver_lacks_say_so() {
    with_driver(|| {
        let mut one = [CUmemLocation::default()];
        let error = cuda_mem::mem_get_location_info(4096, 4096, 4096, 0, &mut one).unwrap_err();
        assert!(error.is_no_symbol(), "{error}");
        assert!(error.to_string().contains("13.4"), "{error}");
        // SAFETY: the call gets no further than the missing symbol.
        let error = unsafe { cuda_mem::multicast_bind_mem_v2(0, 0, 0, 0, 0, 0, 0) }.unwrap_err();
        assert!(
            error.is_no_symbol() && error.to_string().contains("13.1"),
            "{error}"
        );
        assert_eq!(error.function(), "cuMulticastBindMem_v2");
    });
}
