//! Stream-ordered allocation, and memory pools.

use crate::core::memory::Kind;
use crate::core::share::{self, PoolRecord};
use crate::entry::{check, list, put, some, Outcome};
use crate::os;
use crate::session::Call;
use cuda_mem_sys::ctypes::{c_int, c_ulonglong, c_void};
use cuda_mem_sys::*;

entry_points! {
    fn alloc_async = cuMemAllocAsync, per thread cuMemAllocAsync_ptsz: (
        call,
        out: *mut CUdeviceptr,
        size: usize,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        some(out)?;
        let device = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, driver.device_index() as c_int);
        let (_, pool) = driver.pools_of(&device)?;
        let address = driver.lend_ordered(pool, size as u64, stream)?;
        // SAFETY: checked.
        unsafe { put(out, address) }
    }

    fn alloc_from_pool_async = cuMemAllocFromPoolAsync, per thread cuMemAllocFromPoolAsync_ptsz: (
        call,
        out: *mut CUdeviceptr,
        size: usize,
        pool: CUmemoryPool,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        some(out)?;
        driver.pool(pool as u64)?;
        let address = driver.lend_ordered(pool as u64, size as u64, stream)?;
        // SAFETY: checked.
        unsafe { put(out, address) }
    }

    fn free_async = cuMemFreeAsync, per thread cuMemFreeAsync_ptsz: (call, address: CUdeviceptr, stream: CUstream) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        if address == 0 {
            return Ok(());
        }
        driver.freeable(address)?;
        if matches!(driver.map.at(address).map(|region| &region.kind), Some(Kind::Imported { .. })) {
            // The mapping goes, so the stream's work comes first.
            return driver.release(address);
        }
        driver.return_ordered(address, stream)?;
        Ok(())
    }

    fn create = cuMemPoolCreate: (call, out: *mut CUmemoryPool, properties: *const CUmemPoolProps) {
        let mut driver = call.driver()?;
        some(out)?;
        // SAFETY: null or the record.
        let properties = unsafe { properties.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let pool = driver.new_pool(properties)?;
        // SAFETY: checked.
        unsafe { put(out, pool as CUmemoryPool) }
    }

    fn destroy = cuMemPoolDestroy: (call, pool: CUmemoryPool) {
        call.driver()?.destroy_pool(pool as u64)
    }

    fn trim_to = cuMemPoolTrimTo: (call, pool: CUmemoryPool, keep: usize) {
        let mut driver = call.driver()?;
        driver.pool(pool as u64)?;
        driver.trim(pool as u64, keep as u64);
        Ok(())
    }

    fn get_attribute = cuMemPoolGetAttribute: (
        call,
        pool: CUmemoryPool,
        attribute: CUmemPool_attribute,
        value: *mut c_void,
    ) {
        let driver = call.driver()?;
        some(value)?;
        // Newer attributes are none to older drivers.
        let since = if attribute.0 < CU_MEMPOOL_ATTR_ALLOCATION_TYPE.0 { 0 } else { 13_020 };
        check(crate::config::with(|settings| settings.version) >= since)?;
        let pool = driver.pool(pool as u64)?;
        let reuse = |index: usize| Value::Int(c_int::from(pool.reuse.get(index) == Some(&true)));
        let known = match attribute {
            CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES => reuse(0),
            CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC => reuse(1),
            CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => reuse(2),
            CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => Value::Long(pool.threshold),
            CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => Value::Long(pool.reserved),
            CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => Value::Long(pool.reserved_high),
            CU_MEMPOOL_ATTR_USED_MEM_CURRENT => Value::Long(pool.used),
            CU_MEMPOOL_ATTR_USED_MEM_HIGH => Value::Long(pool.used_high),
            CU_MEMPOOL_ATTR_ALLOCATION_TYPE => Value::Int(pool.allocation.0 as c_int),
            CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES => Value::Int(pool.handle_types as c_int),
            CU_MEMPOOL_ATTR_LOCATION_ID => Value::Int(pool.location.id()),
            CU_MEMPOOL_ATTR_LOCATION_TYPE => Value::Int(pool.location.type_.0 as c_int),
            CU_MEMPOOL_ATTR_MAX_POOL_SIZE => Value::Long(pool.max),
            CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED | CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID => Value::Int(0),
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        // SAFETY: not null; the caller gives room for what the attribute is.
        unsafe {
            match known {
                Value::Int(known) => put(value.cast(), known),
                Value::Long(known) => put(value.cast(), known),
            }
        }
    }

    fn set_attribute = cuMemPoolSetAttribute: (
        call,
        pool: CUmemoryPool,
        attribute: CUmemPool_attribute,
        value: *mut c_void,
    ) {
        let mut driver = call.driver()?;
        some(value)?;
        let pool = driver.pool_mut(pool as u64)?;
        // SAFETY: not null; the attribute says which type it is.
        let int = || unsafe { value.cast::<c_int>().read_unaligned() };
        // SAFETY: as above.
        let long = || unsafe { value.cast::<cuuint64_t>().read_unaligned() };
        match attribute {
            CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES => pool.reuse[0] = int() != 0,
            CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC => pool.reuse[1] = int() != 0,
            CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => pool.reuse[2] = int() != 0,
            CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => pool.threshold = long(),
            // A high-water mark can only be set back.
            CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => {
                check(long() == 0)?;
                pool.reserved_high = pool.reserved;
            }
            CU_MEMPOOL_ATTR_USED_MEM_HIGH => {
                check(long() == 0)?;
                pool.used_high = pool.used;
            }
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        }
        Ok(())
    }

    fn set_access = cuMemPoolSetAccess: (
        call,
        pool: CUmemoryPool,
        descriptions: *const CUmemAccessDesc,
        count: usize,
    ) {
        let mut driver = call.driver()?;
        // SAFETY: the caller gives `count` of them.
        let descriptions = unsafe { list(descriptions, count) }?;
        let own = driver.pool(pool as u64)?.device();
        check(count != 0)?;
        for description in descriptions {
            if description.location.type_ != CU_MEM_LOCATION_TYPE_DEVICE {
                return Err(CUDA_ERROR_NOT_SUPPORTED);
            }
            let device = driver.device(description.location.id())?;
            match description.flags {
                CU_MEM_ACCESS_FLAGS_PROT_READWRITE => {}
                CU_MEM_ACCESS_FLAGS_PROT_READ => return Err(CUDA_ERROR_NOT_SUPPORTED),
                // A pool's own device always reaches its memory.
                CU_MEM_ACCESS_FLAGS_PROT_NONE if own == Some(device) => return Err(CUDA_ERROR_INVALID_DEVICE),
                CU_MEM_ACCESS_FLAGS_PROT_NONE => {}
                _ => return Err(CUDA_ERROR_INVALID_VALUE),
            }
        }
        let pool = driver.pool_mut(pool as u64)?;
        for description in descriptions {
            pool.access.insert(description.location.id(), description.flags);
        }
        Ok(())
    }

    fn get_access = cuMemPoolGetAccess: (
        call,
        flags: *mut CUmemAccess_flags,
        pool: CUmemoryPool,
        location: *mut CUmemLocation,
    ) {
        let driver = call.driver()?;
        some(flags)?;
        // SAFETY: null or the record.
        let location = unsafe { location.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        driver.stays(location)?;
        let pool = driver.pool(pool as u64)?;
        let own = pool.location.type_ == location.type_ && pool.location.id() == location.id();
        let granted = pool.access.get(&location.id()).copied();
        let known = granted.filter(|_| location.type_ == CU_MEM_LOCATION_TYPE_DEVICE);
        let known = known.unwrap_or(CU_MEM_ACCESS_FLAGS_PROT_NONE);
        // SAFETY: checked.
        unsafe { put(flags, if own { CU_MEM_ACCESS_FLAGS_PROT_READWRITE } else { known }) }
    }

    fn device_default = cuDeviceGetDefaultMemPool: (call, out: *mut CUmemoryPool, device: CUdevice) {
        // SAFETY: the caller's.
        unsafe { put_pool(call, out, &CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device), true) }
    }

    fn device_get = cuDeviceGetMemPool: (call, out: *mut CUmemoryPool, device: CUdevice) {
        // SAFETY: the caller's.
        unsafe { put_pool(call, out, &CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device), false) }
    }

    fn device_set = cuDeviceSetMemPool: (call, device: CUdevice, pool: CUmemoryPool) {
        let location = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device);
        call.driver()?.use_pool(&location, pool as u64)
    }

    fn default = cuMemGetDefaultMemPool: (
        call,
        out: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        kind: CUmemAllocationType,
    ) {
        check(kind == CU_MEM_ALLOCATION_TYPE_PINNED)?;
        // SAFETY: null or the record; the out-argument is the caller's.
        unsafe { put_pool(call, out, location.as_ref().ok_or(CUDA_ERROR_INVALID_VALUE)?, true) }
    }

    fn get = cuMemGetMemPool: (
        call,
        out: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        kind: CUmemAllocationType,
    ) {
        check(kind == CU_MEM_ALLOCATION_TYPE_PINNED)?;
        // SAFETY: null or the record; the out-argument is the caller's.
        unsafe { put_pool(call, out, location.as_ref().ok_or(CUDA_ERROR_INVALID_VALUE)?, false) }
    }

    fn set = cuMemSetMemPool: (call, location: *mut CUmemLocation, kind: CUmemAllocationType, pool: CUmemoryPool) {
        check(kind == CU_MEM_ALLOCATION_TYPE_PINNED)?;
        // SAFETY: null or the record.
        let location = unsafe { location.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        call.driver()?.use_pool(location, pool as u64)
    }

    fn export = cuMemPoolExportToShareableHandle: (
        call,
        handle: *mut c_void,
        pool: CUmemoryPool,
        kind: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) {
        let driver = call.driver()?;
        some(handle)?;
        check(flags == 0)?;
        let pool = driver.pool(pool as u64)?;
        let shared = pool.handle_types & os::SHAREABLE.0 != 0;
        check(shared && kind == os::SHAREABLE)?;
        let record = PoolRecord { device: pool.location.id(), location: pool.location.type_.0 };
        let exported = record.handle().map_err(|_| CUDA_ERROR_OPERATING_SYSTEM)?;
        // SAFETY: not null; with this type the caller gives room for such a handle.
        unsafe { put(handle.cast::<os::Handle>(), exported) }
    }

    fn import = cuMemPoolImportFromShareableHandle: (
        call,
        out: *mut CUmemoryPool,
        handle: *mut c_void,
        kind: CUmemAllocationHandleType,
        flags: c_ulonglong,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        check(flags == 0 && kind == os::SHAREABLE)?;
        let record = PoolRecord::of(handle as usize as os::Raw).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let location = CUmemLocation::new(CUmemLocationType(record.location), record.device);
        driver.located(&location)?;
        let pool = driver.import_pool(location);
        // SAFETY: checked.
        unsafe { put(out, pool as CUmemoryPool) }
    }

    fn export_pointer = cuMemPoolExportPointer: (call, out: *mut CUmemPoolPtrExportData, address: CUdeviceptr) {
        let driver = call.driver()?;
        some(out)?;
        let region = driver.map.at(address).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let pool = match region.kind {
            Kind::Pool { pool } => pool,
            _ => return Err(CUDA_ERROR_INVALID_VALUE),
        };
        check(driver.pools.pools.get(&pool).map_or(false, |pool| pool.handle_types != 0))?;
        let place = share::Place::of(&driver, region).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let reserved = place.bytes();
        // SAFETY: checked.
        unsafe { put(out, CUmemPoolPtrExportData { reserved }) }
    }

    fn import_pointer = cuMemPoolImportPointer: (
        call,
        out: *mut CUdeviceptr,
        pool: CUmemoryPool,
        data: *mut CUmemPoolPtrExportData,
    ) {
        let mut driver = call.driver()?;
        some(out)?;
        // SAFETY: null or the record.
        let data = unsafe { data.as_ref() }.ok_or(CUDA_ERROR_INVALID_VALUE)?;
        check(driver.pool(pool as u64)?.imported)?;
        let place = share::Place::parse(&data.reserved).ok_or(CUDA_ERROR_INVALID_VALUE)?;
        let address = driver.open_shared(&place, pool as u64)?;
        // SAFETY: checked.
        unsafe { put(out, address) }
    }
}

/// An attribute's value, by its C type.
enum Value {
    Int(c_int),
    Long(cuuint64_t),
}

/// # Safety
///
/// `out` is null or writable.
unsafe fn put_pool(call: &Call, out: *mut CUmemoryPool, location: &CUmemLocation, default: bool) -> Outcome {
    let mut driver = call.driver()?;
    some(out)?;
    let pools = driver.pools_of(location)?;
    // SAFETY: checked.
    unsafe { put(out, (if default { pools.0 } else { pools.1 }) as CUmemoryPool) }
}
