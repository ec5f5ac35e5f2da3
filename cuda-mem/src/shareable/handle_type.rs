//! Types of handles as Rust types, so that the handle's own type follows from them.

use cuda_mem_sys::ctypes::{c_int, c_uint, c_void};
use cuda_mem_sys::{
    CUmemAllocationHandleType, CUmemFabricHandle, CUmemRangeHandleType, CU_MEM_HANDLE_TYPE_FABRIC,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CU_MEM_HANDLE_TYPE_WIN32, CU_MEM_HANDLE_TYPE_WIN32_KMT,
    CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD,
};

/// A type of handle for allocations and pools, as an argument of the functions that export and import them.
///
/// Implement it for a type that the driver knows and this crate does not.
///
/// # Safety
///
/// `Handle` must be what the driver writes for `TYPE`, of the same size and alignment, and all zero bytes must be a
/// value of it; `as_pointer` must give what the driver's import functions take for `TYPE`.
pub unsafe trait ShareableHandleType: Copy {
    /// A handle of this type.
    type Handle: Copy;

    /// The type, as the driver numbers it.
    const TYPE: CUmemAllocationHandleType;

    /// The handle as C passes it to an import function: some types are the pointer itself, others are pointed to.
    fn as_pointer(handle: &Self::Handle) -> *mut c_void;
}

/// A file descriptor, on POSIX systems: `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`.
#[doc(alias = "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PosixFdHandle;

// SAFETY: an int, passed to imports as a pointer of the same value.
unsafe impl ShareableHandleType for PosixFdHandle {
    type Handle = c_int;
    const TYPE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

    fn as_pointer(handle: &c_int) -> *mut c_void {
        *handle as usize as *mut c_void
    }
}

/// An NT `HANDLE`, on Windows: `CU_MEM_HANDLE_TYPE_WIN32`.
#[doc(alias = "CU_MEM_HANDLE_TYPE_WIN32")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win32Handle;

// SAFETY: a pointer, passed to imports as it is.
unsafe impl ShareableHandleType for Win32Handle {
    type Handle = *mut c_void;
    const TYPE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_WIN32;

    fn as_pointer(handle: &*mut c_void) -> *mut c_void {
        *handle
    }
}

/// A kernel-mode handle of Windows' graphics, `D3DKMT_HANDLE`: `CU_MEM_HANDLE_TYPE_WIN32_KMT`.
#[doc(alias = "CU_MEM_HANDLE_TYPE_WIN32_KMT")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win32KmtHandle;

// SAFETY: an unsigned int, passed to imports as a pointer of the same value.
unsafe impl ShareableHandleType for Win32KmtHandle {
    type Handle = c_uint;
    const TYPE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_WIN32_KMT;

    fn as_pointer(handle: &c_uint) -> *mut c_void {
        *handle as usize as *mut c_void
    }
}

/// A handle that works across the machines of one NVLink fabric, for processes that share an IMEX channel:
/// `CU_MEM_HANDLE_TYPE_FABRIC`. Since CUDA 12.3.
#[doc(alias = "CU_MEM_HANDLE_TYPE_FABRIC")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FabricHandle;

// SAFETY: a record of 64 bytes, passed to imports by its address.
unsafe impl ShareableHandleType for FabricHandle {
    type Handle = CUmemFabricHandle;
    const TYPE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_FABRIC;

    fn as_pointer(handle: &CUmemFabricHandle) -> *mut c_void {
        (handle as *const CUmemFabricHandle as *mut CUmemFabricHandle).cast()
    }
}

/// A type of handle for address ranges, as an argument of
/// [`mem_get_handle_for_address_range`](crate::mem_get_handle_for_address_range).
///
/// Implement it for a type that the driver knows and this crate does not.
///
/// # Safety
///
/// `Handle` must be what the driver writes for `TYPE`, of the same size and alignment, and all zero bytes must be a
/// value of it.
pub unsafe trait RangeHandleType: Copy {
    /// A handle of this type.
    type Handle: Copy;

    /// The type, as the driver numbers it.
    const TYPE: CUmemRangeHandleType;
}

/// A file descriptor of Linux' dma-buf mechanism: `CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD`.
#[doc(alias = "CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DmaBufFd;

// SAFETY: an int.
unsafe impl RangeHandleType for DmaBufFd {
    type Handle = c_int;
    const TYPE: CUmemRangeHandleType = CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD;
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::size_of;

    fn size<T: ShareableHandleType>(_: T) -> (u32, usize) {
        (T::TYPE.0, size_of::<T::Handle>())
    }

    /// Types and sizes as cuda.h's comments state them: int, HANDLE, D3DKMT_HANDLE, CUmemFabricHandle.
    #[test]
    fn each_type_has_the_size_of_its_handles_in_c() {
        assert_eq!(size(PosixFdHandle), (1, 4));
        assert_eq!(size(Win32Handle), (2, size_of::<usize>()));
        assert_eq!(size(Win32KmtHandle), (4, 4));
        assert_eq!(size(FabricHandle), (8, 64));
        assert_eq!(
            (DmaBufFd::TYPE.0, size_of::<<DmaBufFd as RangeHandleType>::Handle>()),
            (1, 4)
        );
    }

    #[test]
    fn imports_get_small_handles_by_value_and_records_by_address() {
        assert_eq!(PosixFdHandle::as_pointer(&7) as usize, 7);
        assert_eq!(Win32KmtHandle::as_pointer(&0x8000_0001) as usize, 0x8000_0001);
        let handle = 0x1234 as *mut c_void;
        assert_eq!(Win32Handle::as_pointer(&handle), handle);
        let record = CUmemFabricHandle::default();
        assert_eq!(FabricHandle::as_pointer(&record) as usize, &record as *const _ as usize);
    }
}
