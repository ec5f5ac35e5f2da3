//! Memory pools: what they hold, who may use it, and which is current.

use crate::stream_alloc::{end, stream};
use crate::support::{assert_same, tests, Answers, Gpu};
use crate::vmm::{access, read_write};
use cuda_mem::sys::ctypes::c_void;
use cuda_mem::sys::*;
use cuda_mem::{MemPoolAttribute, Origin};
use cuda_mem_tests::answers::code;
use std::ptr::null_mut;

tests! { "pool":
    a_pool_counts_what_it_gives, [cuMemPoolCreate, cuMemPoolGetAttribute, cuMemPoolSetAttribute, cuMemPoolDestroy];
    freed_memory_stays_until_it_is_trimmed, [cuMemPoolSetAttribute, cuMemPoolTrimTo, cuMemPoolGetAttribute];
    memory_outlives_its_pool, [cuMemPoolDestroy];
    attributes_are_set_and_read_back, [cuMemPoolGetAttribute, cuMemPoolSetAttribute];
    each_attribute_is_written_in_its_own_size, [cuMemPoolGetAttribute];
    attributes_that_cannot_be, [cuMemPoolGetAttribute, cuMemPoolSetAttribute];
    a_limit_is_kept, [cuMemPoolCreate];
    pools_that_cannot_be, [cuMemPoolCreate, cuMemPoolDestroy, cuMemPoolTrimTo];
    the_own_device_has_access, [cuMemPoolGetAccess, cuMemPoolSetAccess];
    accesses_that_cannot_be, [cuMemPoolGetAccess, cuMemPoolSetAccess];
    another_device_gets_access, [cuMemPoolGetAccess, cuMemPoolSetAccess], TwoGpus;
    the_default_pool_of_a_location, [cuMemGetDefaultMemPool];
    the_current_pool_of_a_location, [cuMemGetMemPool, cuMemSetMemPool];
    where_pages_are, [cuMemGetLocationInfo];
}

/// A pool of device memory that is not shared.
pub fn properties(device: CUdevice) -> CUmemPoolProps {
    CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, device),
        ..Default::default()
    }
}

/// A pool of device memory that other processes can open.
pub fn shared(device: CUdevice) -> CUmemPoolProps {
    // Windows asks for a record with the attributes of the handles to come: its own length, and no more.
    #[cfg(windows)]
    static ATTRIBUTES: [usize; 3] = [24, 0, 0];
    CUmemPoolProps {
        handleTypes: crate::vmm::SHAREABLE,
        #[cfg(windows)]
        win32SecurityAttributes: ATTRIBUTES.as_ptr() as *mut _,
        ..properties(device)
    }
}

/// Runs a test with a pool, which it leaves without allocations.
fn with_pool(props: &CUmemPoolProps, test: impl FnOnce(CUmemoryPool)) {
    // SAFETY: the properties hold no Windows attributes.
    let pool = unsafe { cuda_mem::mem_pool_create(props) }.expect("a pool");
    test(pool);
    // SAFETY: created above.
    unsafe { cuda_mem::mem_pool_destroy(pool) }.expect("destroy");
}

fn get<T: Copy>(pool: CUmemoryPool, attr: MemPoolAttribute<T>) -> T {
    // SAFETY: the tests' pools are alive.
    unsafe { cuda_mem::mem_pool_get_attribute(pool, attr) }.expect("an attribute")
}

fn set<T: Copy>(pool: CUmemoryPool, attr: MemPoolAttribute<T>, value: T) -> CUresult {
    // SAFETY: the tests' pools are alive.
    code(unsafe { cuda_mem::mem_pool_set_attribute(pool, attr, value) })
}

/// The code of a call, one of several that the driver may answer.
#[track_caller]
fn refused<T>(result: cuda_mem::Result<T>, codes: &[CUresult]) {
    let code = code(result);
    assert!(codes.contains(&code), "{code:?} instead of {codes:?}");
}

fn a_pool_counts_what_it_gives(gpu: &Gpu) {
    let stream = stream();
    with_pool(&properties(gpu.device), |pool| {
        assert_eq!(get(pool, MemPoolAttribute::USED_MEM_CURRENT), 0);
        // SAFETY: nothing uses the memory.
        unsafe {
            let one = cuda_mem::mem_alloc_from_pool_async(1 << 20, pool, stream).expect("1 MiB");
            let two = cuda_mem::mem_alloc_from_pool_async(3 << 20, pool, stream).expect("3 MiB");
            assert_ne!(one, two);
            let used = get(pool, MemPoolAttribute::USED_MEM_CURRENT);
            assert!(used >= 4 << 20, "{used}");
            assert!(get(pool, MemPoolAttribute::RESERVED_MEM_CURRENT) >= used);
            cuda_mem::mem_free_async(one, stream).expect("free");
            cuda_mem::mem_free_async(two, stream).expect("free");
            cuda_mem::stream_synchronize(stream).expect("done");
            assert_eq!(get(pool, MemPoolAttribute::USED_MEM_CURRENT), 0);
            assert_eq!(
                get(pool, MemPoolAttribute::USED_MEM_HIGH),
                used,
                "the most that it ever was"
            );
            assert!(get(pool, MemPoolAttribute::RESERVED_MEM_HIGH) >= used);
        }
        assert_eq!(set(pool, MemPoolAttribute::USED_MEM_HIGH, 0), CUDA_SUCCESS);
        assert_eq!(
            get(pool, MemPoolAttribute::USED_MEM_HIGH),
            0,
            "counted from now on"
        );
    });
    end(stream);
}

fn freed_memory_stays_until_it_is_trimmed(gpu: &Gpu) {
    let stream = stream();
    with_pool(&properties(gpu.device), |pool| {
        assert_eq!(get(pool, MemPoolAttribute::RELEASE_THRESHOLD), 0, "the default");
        assert_eq!(
            set(pool, MemPoolAttribute::RELEASE_THRESHOLD, u64::MAX),
            CUDA_SUCCESS
        );
        let allocate_and_free = || {
            // SAFETY: nothing uses the memory.
            unsafe {
                let memory = cuda_mem::mem_alloc_from_pool_async(8 << 20, pool, stream).expect("8 MiB");
                cuda_mem::mem_free_async(memory, stream).expect("free");
                cuda_mem::stream_synchronize(stream).expect("done");
            }
            get(pool, MemPoolAttribute::RESERVED_MEM_CURRENT)
        };
        let reserved = allocate_and_free();
        assert!(reserved >= 8 << 20, "kept: {reserved}");
        assert_eq!(allocate_and_free(), reserved, "used again");
        let trimmed_to = |least| {
            // SAFETY: the pool is alive.
            unsafe { cuda_mem::mem_pool_trim_to(pool, least) }.expect("trim");
            get(pool, MemPoolAttribute::RESERVED_MEM_CURRENT)
        };
        // Not usize::MAX: measured on H200, that empties the pool.
        let mut answers = Answers::default();
        answers.note(
            "more than there is",
            trimmed_to(2 * reserved as usize),
            &[reserved],
        );
        answers.note("all there is", trimmed_to(reserved as usize), &[reserved]);
        answers.note("nothing", trimmed_to(0), &[0]);
        answers.check();
    });
    end(stream);
}

fn memory_outlives_its_pool(gpu: &Gpu) {
    let stream = stream();
    let mut back = [0u8; 4096];
    // SAFETY: the memory stays until it is freed, also when its pool is gone.
    unsafe {
        let pool = cuda_mem::mem_pool_create(&properties(gpu.device)).expect("a pool");
        let memory = cuda_mem::mem_alloc_from_pool_async(4096, pool, stream).expect("4 KiB");
        cuda_mem::memset_d8_async(memory, 0x77, 4096, stream).expect("fill");
        cuda_mem::mem_pool_destroy(pool).expect("destroy");
        cuda_mem::stream_synchronize(stream).expect("done");
        cuda_mem::memcpy_dtoh(&mut back, memory).expect("it is still there");
        cuda_mem::mem_free_async(memory, stream).expect("free");
    }
    assert_same!(back, [0x77; 4096]);
    end(stream);
}

fn attributes_are_set_and_read_back(gpu: &Gpu) {
    with_pool(&properties(gpu.device), |pool| {
        for attr in [
            MemPoolAttribute::REUSE_FOLLOW_EVENT_DEPENDENCIES,
            MemPoolAttribute::REUSE_ALLOW_OPPORTUNISTIC,
            MemPoolAttribute::REUSE_ALLOW_INTERNAL_DEPENDENCIES,
        ] {
            assert_eq!(get(pool, attr), 1, "the default of {:?}", attr.attribute());
            for value in [0, 1] {
                assert_eq!(set(pool, attr, value), CUDA_SUCCESS);
                assert_eq!(get(pool, attr), value, "{:?}", attr.attribute());
            }
        }
        // More than 32 bits of it arrive.
        let threshold = (5 << 32) + (1 << 20);
        assert_eq!(
            set(pool, MemPoolAttribute::RELEASE_THRESHOLD, threshold),
            CUDA_SUCCESS
        );
        assert_eq!(get(pool, MemPoolAttribute::RELEASE_THRESHOLD), threshold);
        if cuda_mem::driver_get_version().expect("the version") >= 13020 {
            assert_eq!(
                get(pool, MemPoolAttribute::ALLOCATION_TYPE),
                CU_MEM_ALLOCATION_TYPE_PINNED
            );
            assert_eq!(
                get(pool, MemPoolAttribute::EXPORT_HANDLE_TYPES),
                CU_MEM_HANDLE_TYPE_NONE
            );
            assert_eq!(
                get(pool, MemPoolAttribute::LOCATION_TYPE),
                CU_MEM_LOCATION_TYPE_DEVICE
            );
            assert_eq!(get(pool, MemPoolAttribute::LOCATION_ID), gpu.device);
            assert_eq!(get(pool, MemPoolAttribute::HW_DECOMPRESS_ENABLED), 0);
        }
    });
}

fn each_attribute_is_written_in_its_own_size(gpu: &Gpu) {
    let version = cuda_mem::driver_get_version().expect("the version");
    with_pool(&properties(gpu.device), |pool| {
        for (attr, since) in (1..=8)
            .map(|attr| (attr, 11030))
            .chain((9..=14).map(|attr| (attr, 13020)))
            .chain([(15, 13040)])
        {
            let attr = CUmemPool_attribute(attr);
            let size = match attr.0 {
                4..=8 | 13 => 8,
                _ => 4,
            };
            let mut buffers =
                [[0x5au64; 2], [0xa5; 2]].map(|words| words.map(|byte| byte * 0x0101_0101_0101_0101));
            for buffer in &mut buffers {
                // SAFETY: 16 bytes, aligned for 8: more than any attribute has.
                let code = unsafe { cuMemPoolGetAttribute(pool, attr, buffer.as_mut_ptr().cast::<c_void>()) };
                let expected = if version >= since {
                    CUDA_SUCCESS
                } else {
                    CUDA_ERROR_INVALID_VALUE
                };
                assert_eq!(code, expected, "{attr:?} of driver {version}");
            }
            // What was written is the same in both buffers; what was not kept two different bytes.
            let bytes = buffers.map(|buffer| buffer.map(u64::to_ne_bytes).concat());
            let written = bytes[0]
                .iter()
                .zip(&bytes[1])
                .take_while(|(one, other)| one == other)
                .count();
            assert_eq!(written, if version >= since { size } else { 0 }, "{attr:?}");
            assert!(
                bytes[0][written..].iter().all(|byte| *byte == 0x5a),
                "{attr:?}: {bytes:x?}"
            );
        }
    });
}

fn attributes_that_cannot_be(gpu: &Gpu) {
    with_pool(&properties(gpu.device), |pool| {
        let invalid = CUDA_ERROR_INVALID_VALUE;
        assert_eq!(set(pool, MemPoolAttribute::USED_MEM_HIGH, 1), invalid, "only 0");
        assert_eq!(
            set(pool, MemPoolAttribute::RESERVED_MEM_HIGH, 1),
            invalid,
            "only 0"
        );
        assert_eq!(
            set(pool, MemPoolAttribute::USED_MEM_CURRENT, 0),
            invalid,
            "only read"
        );
        assert_eq!(
            set(pool, MemPoolAttribute::RESERVED_MEM_CURRENT, 0),
            invalid,
            "only read"
        );
        // SAFETY: no driver knows the attribute, so none writes.
        let unknown = unsafe { MemPoolAttribute::<u64>::new(CUmemPool_attribute(999)) };
        assert_eq!(set(pool, unknown, 0), invalid);
        // SAFETY: the pool is alive.
        assert_eq!(
            code(unsafe { cuda_mem::mem_pool_get_attribute(pool, unknown) }),
            invalid
        );
    });
    // SAFETY: null is no pool, and the driver says so.
    let of_null =
        unsafe { cuda_mem::mem_pool_get_attribute(null_mut(), MemPoolAttribute::RELEASE_THRESHOLD) };
    assert_eq!(code(of_null), CUDA_ERROR_INVALID_VALUE);
    assert_eq!(
        set(null_mut(), MemPoolAttribute::RELEASE_THRESHOLD, 0),
        CUDA_ERROR_INVALID_VALUE
    );
}

fn a_limit_is_kept(gpu: &Gpu) {
    let stream = stream();
    let props = CUmemPoolProps {
        maxSize: 32 << 20,
        ..properties(gpu.device)
    };
    with_pool(&props, |pool| {
        // SAFETY: nothing uses the memory.
        unsafe {
            let memory = cuda_mem::mem_alloc_from_pool_async(1 << 20, pool, stream).expect("1 MiB of 32");
            let more = cuda_mem::mem_alloc_from_pool_async(512 << 20, pool, stream);
            assert_eq!(code(more), CUDA_ERROR_OUT_OF_MEMORY, "more than the limit");
            cuda_mem::mem_free_async(memory, stream).expect("free");
            cuda_mem::stream_synchronize(stream).expect("done");
        }
    });
    end(stream);
}

fn pools_that_cannot_be(gpu: &Gpu) {
    // SAFETY: the properties hold no Windows attributes; what the driver refuses is not made.
    let create = |props: CUmemPoolProps| unsafe { cuda_mem::mem_pool_create(&props) };
    let good = properties(gpu.device);
    let untyped = CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_INVALID,
        ..good
    };
    refused(create(untyped), &[CUDA_ERROR_INVALID_VALUE]);
    refused(
        create(properties(99)),
        &[CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_DEVICE],
    );
    let nowhere = CUmemPoolProps {
        location: CUmemLocation::default(),
        ..good
    };
    refused(create(nowhere), &[CUDA_ERROR_INVALID_VALUE]);
    let current = CUmemPoolProps {
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0),
        ..good
    };
    refused(create(current), &[CUDA_ERROR_INVALID_VALUE]);
    let shared_host = CUmemPoolProps {
        location: CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0),
        ..shared(gpu.device)
    };
    refused(
        create(shared_host),
        &[CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED],
    );

    let mut default = null_mut();
    // SAFETY: one writable handle.
    unsafe { cuDeviceGetDefaultMemPool(&mut default, gpu.device) }.check("the default pool");
    // SAFETY: the driver refuses all three.
    unsafe {
        refused(cuda_mem::mem_pool_destroy(default), &[CUDA_ERROR_INVALID_VALUE]);
        refused(
            cuda_mem::mem_pool_destroy(null_mut()),
            &[CUDA_ERROR_INVALID_VALUE],
        );
        refused(
            cuda_mem::mem_pool_trim_to(null_mut(), 0),
            &[CUDA_ERROR_INVALID_VALUE],
        );
    }
}

/// For raw calls that a test only prepares with.
trait Check {
    fn check(self, what: &str);
}

impl Check for CUresult {
    #[track_caller]
    fn check(self, what: &str) {
        assert_eq!(self, CUDA_SUCCESS, "{what}");
    }
}

fn the_own_device_has_access(gpu: &Gpu) {
    let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
    with_pool(&properties(gpu.device), |pool| {
        // SAFETY: the pool is alive.
        unsafe {
            let now = || cuda_mem::mem_pool_get_access(pool, &here);
            assert_eq!(now(), Ok(CU_MEM_ACCESS_FLAGS_PROT_READWRITE), "from the start");
            cuda_mem::mem_pool_set_access(pool, &read_write(gpu.device)).expect("as it is");
            assert_eq!(now(), Ok(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
        }
    });
}

fn accesses_that_cannot_be(gpu: &Gpu) {
    let nowhere = CUmemLocation::default();
    let no_device = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 99);
    let codes = [CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_DEVICE];
    with_pool(&properties(gpu.device), |pool| {
        // SAFETY: the pool is alive.
        unsafe {
            refused(cuda_mem::mem_pool_get_access(pool, &nowhere), &codes);
            refused(cuda_mem::mem_pool_get_access(pool, &no_device), &codes);
            refused(cuda_mem::mem_pool_set_access(pool, &read_write(99)), &codes);
            let unknown = [access(gpu.device, CUmemAccess_flags(0x40))];
            refused(cuda_mem::mem_pool_set_access(pool, &unknown), &codes);
        }
    });
    // SAFETY: null is no pool, and the driver says so.
    unsafe {
        refused(cuda_mem::mem_pool_get_access(null_mut(), &no_device), &codes);
        refused(
            cuda_mem::mem_pool_set_access(null_mut(), &read_write(gpu.device)),
            &codes,
        );
    }
}

fn another_device_gets_access(gpu: &Gpu) {
    let peer = cuda_mem::device_get(1).expect("device 1");
    let there = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, peer);
    let stream = stream();
    let mut back = [0u8; 4096];
    with_pool(&properties(gpu.device), |pool| {
        // SAFETY: the memory and the peer's own are alive while they are used.
        unsafe {
            let now = || cuda_mem::mem_pool_get_access(pool, &there);
            assert_eq!(now(), Ok(CU_MEM_ACCESS_FLAGS_PROT_NONE), "at first");
            let memory = cuda_mem::mem_alloc_from_pool_async(4096, pool, stream).expect("4 KiB");
            cuda_mem::memset_d8_async(memory, 0x99, 4096, stream).expect("fill");
            cuda_mem::stream_synchronize(stream).expect("done");
            cuda_mem::mem_pool_set_access(pool, &read_write(peer)).expect("access for device 1");
            assert_eq!(now(), Ok(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));

            let context = cuda_mem::device_primary_ctx_retain(peer).expect("its context");
            cuda_mem::ctx_push_current(context).expect("current");
            let own = cuda_mem::mem_alloc(4096).expect("its own memory");
            cuda_mem::memcpy_dtod(own, memory, 4096).expect("it reads what device 0 wrote");
            cuda_mem::memcpy_dtoh(&mut back, own).expect("back");
            cuda_mem::mem_free(own).expect("free");
            cuda_mem::ctx_pop_current().expect("back to device 0");
            cuda_mem::device_primary_ctx_release(peer).expect("release");

            let none = [access(peer, CU_MEM_ACCESS_FLAGS_PROT_NONE)];
            cuda_mem::mem_pool_set_access(pool, &none).expect("no access any more");
            assert_eq!(now(), Ok(CU_MEM_ACCESS_FLAGS_PROT_NONE));
            cuda_mem::mem_free_async(memory, stream).expect("free");
            cuda_mem::stream_synchronize(stream).expect("done");
        }
    });
    assert_same!(back, [0x99; 4096]);
    end(stream);
}

/// Whether the driver has the function; if not, the call says so.
fn present<T: std::fmt::Debug>(symbol: &str, call: impl FnOnce() -> cuda_mem::Result<T>) -> bool {
    if has_symbol(symbol) {
        return true;
    }
    let error = call().expect_err("a missing function");
    assert!(error.is_no_symbol() && error.function() == symbol, "{error}");
    false
}

fn the_default_pool_of_a_location(gpu: &Gpu) {
    let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
    let default = |location, ty| cuda_mem::mem_get_default_mem_pool(location, ty);
    if !present("cuMemGetDefaultMemPool", || {
        default(&here, CU_MEM_ALLOCATION_TYPE_PINNED)
    }) {
        return;
    }
    let mut of_device = null_mut();
    // SAFETY: one writable handle.
    unsafe { cuDeviceGetDefaultMemPool(&mut of_device, gpu.device) }.check("the default pool");
    assert_eq!(
        default(&here, CU_MEM_ALLOCATION_TYPE_PINNED),
        Ok(of_device),
        "the device's own"
    );
    refused(
        default(&here, CU_MEM_ALLOCATION_TYPE_INVALID),
        &[CUDA_ERROR_INVALID_VALUE],
    );
    let nowhere = CUmemLocation::default();
    refused(
        default(&nowhere, CU_MEM_ALLOCATION_TYPE_PINNED),
        &[CUDA_ERROR_INVALID_VALUE],
    );
    let no_device = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 99);
    let codes = [CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_INVALID_VALUE];
    refused(default(&no_device, CU_MEM_ALLOCATION_TYPE_PINNED), &codes);
}

fn the_current_pool_of_a_location(gpu: &Gpu) {
    let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
    let pinned = CU_MEM_ALLOCATION_TYPE_PINNED;
    // SAFETY: null is no pool, and the driver says so; so it does where it lacks the function.
    let set_null = || unsafe { cuda_mem::mem_set_mem_pool(&here, pinned, null_mut()) };
    let have = [
        present("cuMemGetMemPool", || cuda_mem::mem_get_mem_pool(&here, pinned)),
        present("cuMemSetMemPool", set_null),
    ];
    if have != [true, true] {
        return;
    }
    refused(set_null(), &[CUDA_ERROR_INVALID_VALUE]);
    refused(
        cuda_mem::mem_get_mem_pool(&CUmemLocation::default(), pinned),
        &[CUDA_ERROR_INVALID_VALUE],
    );
    let before = cuda_mem::mem_get_mem_pool(&here, pinned).expect("the current pool");
    let stream = stream();
    with_pool(&properties(gpu.device), |pool| {
        // SAFETY: the pool is current only while it is alive.
        unsafe {
            let host = CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST, 0);
            refused(
                cuda_mem::mem_set_mem_pool(&host, pinned, pool),
                &[CUDA_ERROR_INVALID_VALUE],
            );
            assert_eq!(
                cuda_mem::mem_get_mem_pool(&here, pinned),
                Ok(before),
                "nothing has changed"
            );
            cuda_mem::mem_set_mem_pool(&here, pinned, pool).expect("current");
            assert_eq!(cuda_mem::mem_get_mem_pool(&here, pinned), Ok(pool));
            let memory = cuda_mem::mem_alloc_async(1 << 20, stream).expect("1 MiB");
            let used = get(pool, MemPoolAttribute::USED_MEM_CURRENT);
            cuda_mem::mem_set_mem_pool(&here, pinned, before).expect("as before");
            assert_eq!(cuda_mem::mem_get_mem_pool(&here, pinned), Ok(before));
            cuda_mem::mem_free_async(memory, stream).expect("free");
            cuda_mem::stream_synchronize(stream).expect("done");
            assert!(used >= 1 << 20, "the stream's allocations come from it");
        }
    });
    end(stream);
}

fn where_pages_are(_: &Gpu) {
    let unit = 2 << 20;
    let mut parts = [CUmemLocation::default(); 4];
    // Lengths and granularities are looked at before the driver is.
    for (size, summary) in [(3 * unit, unit), (4 * unit, 0), (5 * unit, unit)] {
        let error = cuda_mem::mem_get_location_info(4096, size, summary, 0, &mut parts).expect_err("4 parts");
        assert_eq!(
            (error.origin(), error.code()),
            (Origin::Arguments, CUDA_ERROR_INVALID_VALUE)
        );
    }
    let mut managed = 0;
    // SAFETY: one writable address.
    unsafe { cuMemAllocManaged(&mut managed, 4 * unit, CU_MEM_ATTACH_GLOBAL.0) }.check("managed memory");
    // SAFETY: the range is the allocation; the host may write managed memory that no work uses.
    unsafe { std::ptr::write_bytes(managed as usize as *mut u8, 0x11, 4 * unit) };
    let ask = |parts: &mut _| cuda_mem::mem_get_location_info(managed, 4 * unit, unit, 0, parts);
    if present("cuMemGetLocationInfo", || ask(&mut [CUmemLocation::default(); 4])) {
        ask(&mut parts).expect("locations");
        let on_host = [CU_MEM_LOCATION_TYPE_HOST, CU_MEM_LOCATION_TYPE_HOST_NUMA];
        assert!(
            parts.iter().all(|part| on_host.contains(&part.type_)),
            "the host wrote it last"
        );
        // SAFETY: the range is the allocation; it is waited for.
        unsafe { cuda_mem::memset_d8(managed, 0x22, 4 * unit) }.expect("fill");
        cuda_mem::ctx_synchronize().expect("done");
        let mut one = [CUmemLocation::default()];
        cuda_mem::mem_get_location_info(managed, 4 * unit, 4 * unit, unit, &mut one).expect("in one");
        let invalid = [CUDA_ERROR_INVALID_VALUE];
        refused(
            cuda_mem::mem_get_location_info(managed, unit, unit, 2 * unit, &mut one),
            &invalid,
        );
        refused(
            cuda_mem::mem_get_location_info(managed, unit, 2 * unit, 0, &mut one),
            &invalid,
        );
        refused(
            cuda_mem::mem_get_location_info(managed, 0, unit, 0, &mut []),
            &invalid,
        );
        let plain = cuda_mem::mem_alloc(unit).expect("plain memory");
        refused(
            cuda_mem::mem_get_location_info(plain, unit, unit, 0, &mut one),
            &invalid,
        );
        // SAFETY: allocated above.
        unsafe { cuda_mem::mem_free(plain) }.expect("free");
    }
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(managed) }.expect("free");
}
