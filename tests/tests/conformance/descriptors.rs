//! What the tests of shareable.rs do: allocations and pools by file descriptor to another process, fabric handles,
//! dma-buf.

use crate::fds::{self, Child};
use crate::stream_alloc::{end, stream};
use crate::support::Gpu;
use crate::vmm::{granularity, pattern, properties, read_write, shared};
use cuda_mem::sys::ctypes::c_int;
use cuda_mem::sys::*;
use cuda_mem::{DmaBufFd, FabricHandle, PosixFdHandle, RangeHandleType, Win32Handle};
use cuda_mem_tests::answers::{code, recorded};
use std::os::unix::io::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::null_mut;

/// The code of a call, one of several that the driver may answer.
#[track_caller]
fn refused<T>(result: cuda_mem::Result<T>, codes: &[CUresult]) {
    let code = code(result);
    assert!(codes.contains(&code), "{code:?} instead of {codes:?}");
}

/// A driver's descriptor, closed at the end.
fn owned(fd: c_int) -> OwnedFd {
    // SAFETY: a descriptor of this process that nobody else closes.
    assert_ne!(
        unsafe { libc::fcntl(fd, libc::F_GETFD) },
        -1,
        "{fd} is an open descriptor"
    );
    // SAFETY: as above.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// Maps an allocation, runs a test with its address, and unmaps it.
fn mapped(
    handle: CUmemGenericAllocationHandle,
    size: usize,
    device: CUdevice,
    test: impl FnOnce(CUdeviceptr),
) {
    // SAFETY: the range is made here and used only in between; the tests' handles are alive.
    unsafe {
        let address = cuda_mem::mem_address_reserve(size, 0, 0, 0).expect("addresses");
        cuda_mem::mem_map(address, size, 0, handle, 0).expect("map");
        cuda_mem::mem_set_access(address, size, &read_write(device)).expect("access");
        test(address);
        cuda_mem::mem_unmap(address, size).expect("unmap");
        cuda_mem::mem_address_free(address, size).expect("addresses");
    }
}

/// Device memory as this pattern of the test's, and nothing else.
#[track_caller]
fn holds(memory: CUdeviceptr, expected: &[u32]) {
    let mut back = vec![0u32; expected.len()];
    // SAFETY: the tests' memory is as long as its pattern.
    unsafe { cuda_mem::memcpy_dtoh(&mut back, memory) }.expect("to the host");
    assert!(back == expected, "the memory holds something else");
}

fn write(memory: CUdeviceptr, words: &[u32]) {
    // SAFETY: the tests' memory is as long as its pattern.
    unsafe { cuda_mem::memcpy_htod(memory, words) }.expect("to the device");
    cuda_mem::ctx_synchronize().expect("it is there");
}

pub fn an_allocation_in_two_processes(gpu: &Gpu) {
    let prop = shared(gpu.device);
    let size = granularity(&prop);
    if let Some(socket) = fds::parent() {
        let (hello, fd) = socket.receive_fd();
        assert_eq!(hello, b"allocation");
        // SAFETY: the parent's descriptor, open here.
        let handle = unsafe { cuda_mem::mem_import_from_shareable_handle(fd.as_raw_fd(), PosixFdHandle) };
        let handle = handle.expect("the parent's allocation");
        drop(fd);
        // SAFETY: imported above, released below.
        let read =
            unsafe { cuda_mem::mem_get_allocation_properties_from_handle(handle) }.expect("properties");
        assert_eq!(
            (read.location.type_, read.location.id()),
            (CU_MEM_LOCATION_TYPE_DEVICE, gpu.device)
        );
        mapped(handle, size, gpu.device, |address| {
            holds(address, &pattern(size, 10));
            write(address, &pattern(size, 11));
        });
        // SAFETY: its last use was above.
        unsafe { cuda_mem::mem_release(handle) }.expect("release");
        socket.send(b"read and written", None);
        return;
    }
    // SAFETY: the properties hold no Windows attributes.
    let handle = unsafe { cuda_mem::mem_create(size, &prop, 0) }.expect("memory");
    mapped(handle, size, gpu.device, |address| {
        write(address, &pattern(size, 10));
        // SAFETY: the handle is alive.
        let exported = unsafe { cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0) };
        recorded("export fd").check(code(exported));
        let fd = owned(exported.expect("a descriptor"));
        let child = Child::run("shareable::an_allocation_in_two_processes");
        child.socket.send(b"allocation", Some(fd.as_raw_fd()));
        drop(fd);
        assert_eq!(child.socket.receive().0, b"read and written");
        child.join();
        holds(address, &pattern(size, 11));
    });
    // SAFETY: its last use was above.
    unsafe { cuda_mem::mem_release(handle) }.expect("release");
}

pub fn an_allocation_imported_where_it_was_made(gpu: &Gpu) {
    let prop = shared(gpu.device);
    let size = granularity(&prop);
    // SAFETY: each handle is released after its last use.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        let fd = owned(cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0).expect("export"));
        let imported =
            cuda_mem::mem_import_from_shareable_handle(fd.as_raw_fd(), PosixFdHandle).expect("import");
        mapped(handle, size, gpu.device, |one| {
            mapped(imported, size, gpu.device, |other| {
                write(one, &pattern(size, 12));
                holds(other, &pattern(size, 12));
            });
        });
        cuda_mem::mem_release(imported).expect("release");
        cuda_mem::mem_release(handle).expect("release");
    }
}

pub fn a_descriptor_keeps_the_memory(gpu: &Gpu) {
    let prop = shared(gpu.device);
    let size = granularity(&prop);
    // SAFETY: each handle is released after its last use.
    unsafe {
        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        mapped(handle, size, gpu.device, |address| {
            write(address, &pattern(size, 13))
        });
        let fd = owned(cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0).expect("export"));
        cuda_mem::mem_release(handle).expect("release");
        let imported =
            cuda_mem::mem_import_from_shareable_handle(fd.as_raw_fd(), PosixFdHandle).expect("import");
        drop(fd);
        mapped(imported, size, gpu.device, |address| {
            holds(address, &pattern(size, 13))
        });
        cuda_mem::mem_release(imported).expect("release");
    }
}

pub fn exports_and_imports_that_cannot_be(gpu: &Gpu) {
    let (plain, prop) = (properties(gpu.device), shared(gpu.device));
    let size = granularity(&prop);
    let invalid = [CUDA_ERROR_INVALID_VALUE];
    let foreign = [CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED];
    // SAFETY: each handle is released after its last use; what the driver refuses has no effect.
    unsafe {
        let handle = cuda_mem::mem_create(size, &plain, 0).expect("memory");
        refused(
            cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 0),
            &invalid,
        );
        cuda_mem::mem_release(handle).expect("release");

        let handle = cuda_mem::mem_create(size, &prop, 0).expect("memory");
        refused(
            cuda_mem::mem_export_to_shareable_handle(handle, PosixFdHandle, 1),
            &invalid,
        );
        refused(
            cuda_mem::mem_export_to_shareable_handle(handle, Win32Handle, 0),
            &foreign,
        );
        cuda_mem::mem_release(handle).expect("release");

        let closed = cuda_mem::mem_import_from_shareable_handle(-1, PosixFdHandle);
        assert!(closed.is_err(), "-1 is no descriptor");
        let null = std::fs::File::open("/dev/null").expect("/dev/null");
        let other = cuda_mem::mem_import_from_shareable_handle(null.as_raw_fd(), PosixFdHandle);
        assert!(other.is_err(), "/dev/null is no memory");
        refused(
            cuda_mem::mem_import_from_shareable_handle(null_mut(), Win32Handle),
            &foreign,
        );
    }
}

pub fn fabric_handles(gpu: &Gpu) {
    let prop = CUmemAllocationProp {
        requestedHandleTypes: CU_MEM_HANDLE_TYPE_FABRIC,
        ..properties(gpu.device)
    };
    let size = granularity(&properties(gpu.device));
    // What a system without a fabric, or without the right to use it, answers.
    let without = [
        CUDA_ERROR_NOT_PERMITTED,
        CUDA_ERROR_NOT_SUPPORTED,
        CUDA_ERROR_INVALID_VALUE,
    ];
    // SAFETY: each handle is released after its last use.
    unsafe {
        let handle = match cuda_mem::mem_create(size, &prop, 0) {
            Ok(handle) => handle,
            Err(error) => return assert!(without.contains(&error.code()), "{error}"),
        };
        match cuda_mem::mem_export_to_shareable_handle(handle, FabricHandle, 0) {
            Ok(exported) => {
                assert_ne!(exported.to_bytes(), [0; 64]);
                let imported =
                    cuda_mem::mem_import_from_shareable_handle(exported, FabricHandle).expect("import");
                mapped(handle, size, gpu.device, |address| {
                    write(address, &pattern(size, 14))
                });
                mapped(imported, size, gpu.device, |address| {
                    holds(address, &pattern(size, 14))
                });
                cuda_mem::mem_release(imported).expect("release");
            }
            Err(error) => assert!(without.contains(&error.code()), "{error}"),
        }
        cuda_mem::mem_release(handle).expect("release");
    }
}

pub fn a_pool_in_two_processes(gpu: &Gpu) {
    let size = 1 << 20;
    let stream = stream();
    if let Some(socket) = fds::parent() {
        let (share_data, fd) = socket.receive_fd();
        let share_data = CUmemPoolPtrExportData {
            reserved: share_data.try_into().expect("64 bytes"),
        };
        // SAFETY: the parent's descriptor and data; it keeps the memory until this process has answered.
        unsafe {
            let pool = cuda_mem::mem_pool_import_from_shareable_handle(fd.as_raw_fd(), PosixFdHandle, 0);
            let pool = pool.expect("the parent's pool");
            drop(fd);
            let here = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, gpu.device);
            let read_write = read_write(gpu.device);
            if cuda_mem::mem_pool_get_access(pool, &here) != Ok(CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
                cuda_mem::mem_pool_set_access(pool, &read_write).expect("access");
            }
            let own = cuda_mem::mem_alloc_from_pool_async(size, pool, stream);
            assert!(own.is_err(), "nothing can be allocated from an imported pool");
            let memory = cuda_mem::mem_pool_import_pointer(pool, &share_data).expect("the parent's memory");
            holds(memory, &pattern(size, 20));
            write(memory, &pattern(size, 21));
            cuda_mem::mem_free(memory).expect("free");
            cuda_mem::mem_pool_destroy(pool).expect("destroy");
        }
        end(stream);
        socket.send(b"read and written", None);
        return;
    }
    // SAFETY: the memory is used between its allocation and its free, by the child too.
    unsafe {
        let pool = cuda_mem::mem_pool_create(&crate::pool::shared(gpu.device)).expect("a pool");
        let memory = cuda_mem::mem_alloc_from_pool_async(size, pool, stream).expect("1 MiB");
        cuda_mem::stream_synchronize(stream).expect("it is there");
        write(memory, &pattern(size, 20));
        let fd = cuda_mem::mem_pool_export_to_shareable_handle(pool, PosixFdHandle, 0).expect("a descriptor");
        let fd = owned(fd);
        let share_data = cuda_mem::mem_pool_export_pointer(memory).expect("its data");
        let child = Child::run("shareable::a_pool_in_two_processes");
        child.socket.send(&share_data.reserved, Some(fd.as_raw_fd()));
        drop(fd);
        assert_eq!(child.socket.receive().0, b"read and written");
        child.join();
        holds(memory, &pattern(size, 21));
        cuda_mem::mem_free_async(memory, stream).expect("free");
        cuda_mem::stream_synchronize(stream).expect("done");
        cuda_mem::mem_pool_destroy(pool).expect("destroy");
    }
    end(stream);
}

pub fn pools_that_cannot_be_shared(gpu: &Gpu) {
    let stream = stream();
    let invalid = [CUDA_ERROR_INVALID_VALUE];
    // SAFETY: what the driver refuses has no effect; the rest is used while it is alive.
    unsafe {
        let plain = cuda_mem::mem_pool_create(&crate::pool::properties(gpu.device)).expect("a pool");
        let memory = cuda_mem::mem_alloc_from_pool_async(4096, plain, stream).expect("4 KiB");
        cuda_mem::stream_synchronize(stream).expect("it is there");
        refused(
            cuda_mem::mem_pool_export_to_shareable_handle(plain, PosixFdHandle, 0),
            &invalid,
        );
        refused(cuda_mem::mem_pool_export_pointer(memory), &invalid);
        let empty = CUmemPoolPtrExportData { reserved: [0; 64] };
        refused(cuda_mem::mem_pool_import_pointer(plain, &empty), &invalid);
        refused(cuda_mem::mem_pool_import_pointer(null_mut(), &empty), &invalid);
        cuda_mem::mem_free_async(memory, stream).expect("free");
        cuda_mem::stream_synchronize(stream).expect("done");
        cuda_mem::mem_pool_destroy(plain).expect("destroy");

        let pool = cuda_mem::mem_pool_create(&crate::pool::shared(gpu.device)).expect("a pool");
        refused(
            cuda_mem::mem_pool_export_to_shareable_handle(pool, PosixFdHandle, 1),
            &invalid,
        );
        cuda_mem::mem_pool_destroy(pool).expect("destroy");

        let memory = cuda_mem::mem_alloc(4096).expect("plain memory");
        refused(cuda_mem::mem_pool_export_pointer(memory), &invalid);
        cuda_mem::mem_free(memory).expect("free");
        let closed = cuda_mem::mem_pool_import_from_shareable_handle(-1, PosixFdHandle, 0);
        assert!(closed.is_err(), "-1 is no descriptor");
        let null = std::fs::File::open("/dev/null").expect("/dev/null");
        let other = cuda_mem::mem_pool_import_from_shareable_handle(null.as_raw_fd(), PosixFdHandle, 0);
        assert!(other.is_err(), "/dev/null is no pool");
    }
    end(stream);
}

pub fn a_dma_buf_of_a_range(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(2 << 20).expect("2 MiB");
    for (case, size) in [("dmabuf", 4096), ("dmabuf 2MiB", 2 << 20)] {
        let exported = cuda_mem::mem_get_handle_for_address_range(memory, size, DmaBufFd, 0);
        recorded(case).check(code(exported));
        let fd = owned(exported.expect("a descriptor"));
        // SAFETY: an own descriptor; for a dma-buf, seeking to the end tells its size and does nothing else.
        let length = unsafe { libc::lseek(fd.as_raw_fd(), 0, libc::SEEK_END) };
        assert!(
            length >= size as libc::off_t,
            "{case}: {length} bytes, {}",
            std::io::Error::last_os_error()
        );
    }
    // SAFETY: allocated above; its descriptors are closed.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

/// A type of handles that no driver knows.
#[derive(Clone, Copy)]
struct Unknown;

// SAFETY: no driver writes one.
unsafe impl RangeHandleType for Unknown {
    type Handle = c_int;
    const TYPE: CUmemRangeHandleType = CUmemRangeHandleType(99);
}

pub fn ranges_without_a_handle(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(2 << 20).expect("2 MiB");
    let unaligned = cuda_mem::mem_get_handle_for_address_range(memory + 256, 4096, DmaBufFd, 0);
    recorded("dmabuf unaligned").check(code(unaligned));
    let unaligned = cuda_mem::mem_get_handle_for_address_range(memory, 100, DmaBufFd, 0);
    recorded("dmabuf unaligned").check(code(unaligned));
    let unknown = cuda_mem::mem_get_handle_for_address_range(memory, 4096, Unknown, 0);
    recorded("dmabuf type 99").check(code(unknown));
    let bogus = cuda_mem::mem_get_handle_for_address_range(0x1000, 4096, DmaBufFd, 0);
    assert!(bogus.is_err(), "no memory is there");
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}
