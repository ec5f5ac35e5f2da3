//! Pointer attributes: each with the type of its value.

use crate::Result;
use cuda_mem_sys::ctypes::{c_int, c_uint, c_ulonglong, c_void};
use cuda_mem_sys::{
    CUcontext, CUdeviceptr, CUmemoryPool, CUmemorytype, CUpointer_attribute, CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS,
    CUDA_POINTER_ATTRIBUTE_P2P_TOKENS,
};

typed_attributes! {
    /// An attribute of an address, and the type of its value.
    ///
    /// The driver's own are the constants below; those that C calls boolean are integers here, 1 or 0. Where no version
    /// is given, the header of CUDA 11.7 has the attribute already. To a driver that is older than the attribute it is
    /// `CUDA_ERROR_INVALID_VALUE`. [`PointerAttribute::new`] makes one that this crate does not know yet.
    ///
    /// A variable of another size than the driver writes is an error of the compiler, not a write past its end:
    ///
    /// ```compile_fail,E0308
    /// let size: u32 = cuda_mem::pointer_get_attribute(cuda_mem::PointerAttribute::RANGE_SIZE, 0).unwrap_or(0);
    /// ```
    PointerAttribute(CUpointer_attribute);

    /// The context that the memory was allocated or registered in.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_CONTEXT")]
    CONTEXT: CUcontext = CU_POINTER_ATTRIBUTE_CONTEXT;

    /// `CU_MEMORYTYPE_DEVICE` or `CU_MEMORYTYPE_HOST`: where the memory is.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MEMORY_TYPE")]
    MEMORY_TYPE: CUmemorytype = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;

    /// The address by which kernels of the current context reach it.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_DEVICE_POINTER")]
    DEVICE_POINTER: CUdeviceptr = CU_POINTER_ATTRIBUTE_DEVICE_POINTER;

    /// The address by which the host reaches it; device memory has none.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_HOST_POINTER")]
    HOST_POINTER: *mut c_void = CU_POINTER_ATTRIBUTE_HOST_POINTER;

    /// Tokens for other drivers in the Linux kernel, for all memory but the host's. Asking sets
    /// [`SYNC_MEMOPS`](PointerAttribute::SYNC_MEMOPS).
    #[doc(alias = "CU_POINTER_ATTRIBUTE_P2P_TOKENS")]
    P2P_TOKENS: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS = CU_POINTER_ATTRIBUTE_P2P_TOKENS;

    /// 1 if synchronous copies and fills of the allocation always wait for their end, also those that might return
    /// earlier. It can be set.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_SYNC_MEMOPS")]
    SYNC_MEMOPS: c_uint = CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;

    /// A number that no other allocation of this process has, had or will have.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_BUFFER_ID")]
    BUFFER_ID: c_ulonglong = CU_POINTER_ATTRIBUTE_BUFFER_ID;

    /// 1 if it is managed memory.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_IS_MANAGED")]
    IS_MANAGED: c_uint = CU_POINTER_ATTRIBUTE_IS_MANAGED;

    /// The device that it was allocated or registered for.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL")]
    DEVICE_ORDINAL: c_int = CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;

    /// 1 if [`ipc_get_mem_handle`](crate::ipc_get_mem_handle) takes it.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE")]
    IS_LEGACY_CUDA_IPC_CAPABLE: c_uint = CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE;

    /// Where the allocation starts, or the reserved address range for virtual memory.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_RANGE_START_ADDR")]
    RANGE_START_ADDR: CUdeviceptr = CU_POINTER_ATTRIBUTE_RANGE_START_ADDR;

    /// Bytes of the allocation, or of the reserved address range for virtual memory.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_RANGE_SIZE")]
    RANGE_SIZE: usize = CU_POINTER_ATTRIBUTE_RANGE_SIZE;

    /// 1 if there is memory behind the address; 0 in a reserved range where nothing is mapped.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MAPPED")]
    MAPPED: c_uint = CU_POINTER_ATTRIBUTE_MAPPED;

    /// As what the memory may be exported: bits of
    /// [`CUmemAllocationHandleType`](cuda_mem_sys::CUmemAllocationHandleType).
    #[doc(alias = "CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES")]
    ALLOWED_HANDLE_TYPES: c_ulonglong = CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES;

    /// 1 if other devices can reach it by GPUDirect RDMA: memory of [`mem_alloc`](crate::mem_alloc()), and of
    /// [`mem_create`](crate::mem_create) if that was asked for.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE")]
    IS_GPU_DIRECT_RDMA_CAPABLE: c_uint = CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE;

    /// What the current context's device may do with it: nothing, read, or read and write.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_ACCESS_FLAGS")]
    ACCESS_FLAGS: CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS = CU_POINTER_ATTRIBUTE_ACCESS_FLAGS;

    /// The pool that it was allocated from; null for other memory.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE")]
    MEMPOOL_HANDLE: CUmemoryPool = CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;

    /// Bytes of the mapping that the address lies in: those of the unit that small allocations are cut from.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MAPPING_SIZE")]
    MAPPING_SIZE: usize = CU_POINTER_ATTRIBUTE_MAPPING_SIZE;

    /// Where the mapping that the address lies in starts.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR")]
    MAPPING_BASE_ADDR: CUdeviceptr = CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR;

    /// A number of the physical memory behind it, unique in this process: equal for two mappings of the same memory.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID")]
    MEMORY_BLOCK_ID: c_ulonglong = CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;

    /// 1 if hardware can decompress from and to it, on a device that decompresses. (An H200, which does not, gave 1 for
    /// memory of [`mem_alloc`](crate::mem_alloc()).) Since CUDA 12.8.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE")]
    IS_HW_DECOMPRESS_CAPABLE: c_uint = CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE;

    /// The part of the device's memory (locality domain) that it was allocated in; -1 if in none. Since CUDA 13.4.
    #[doc(alias = "CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL")]
    LOCALITY_DOMAIN_ORDINAL: c_int = CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL;
}

/// Where the driver writes a value: zeroed, and never shorter than the longest attribute, since the call does not say
/// how long the buffer is.
#[repr(C)]
pub(super) union Room<T: Copy> {
    value: T,
    longest: [u64; 2],
}

impl<T: Copy> Room<T> {
    #[inline(always)]
    pub(super) fn zeroed() -> Room<T> {
        // SAFETY: a type that an attribute may have is valid as zeros.
        unsafe { core::mem::zeroed() }
    }

    #[inline(always)]
    pub(super) fn of(value: T) -> Room<T> {
        let mut room = Room::zeroed();
        room.value = value;
        room
    }

    #[inline(always)]
    pub(super) fn as_mut_ptr(&mut self) -> *mut c_void {
        (self as *mut Room<T>).cast()
    }

    #[inline(always)]
    pub(super) fn value(self) -> T {
        // SAFETY: zeros, or what the driver wrote: both are valid for the type of an attribute.
        unsafe { self.value }
    }
}

/// A tuple of one to twelve [`PointerAttribute`]s.
pub trait PointerAttributes: sealed::Get {}

pub(super) mod sealed {
    use super::*;

    pub trait Get {
        /// The tuple of their values.
        type Values;

        fn get(self, ptr: CUdeviceptr) -> Result<Self::Values>;
    }
}

macro_rules! tuple {
    ($($type:ident $index:tt),*) => {
        impl<$($type: Copy),*> PointerAttributes for ($(PointerAttribute<$type>,)*) {}

        impl<$($type: Copy),*> sealed::Get for ($(PointerAttribute<$type>,)*) {
            type Values = ($($type,)*);

            #[inline]
            fn get(self, ptr: CUdeviceptr) -> Result<Self::Values> {
                let mut rooms = ($(Room::<$type>::zeroed(),)*);
                let attributes = [$(self.$index.attribute),*];
                let data = [$(rooms.$index.as_mut_ptr()),*];
                // SAFETY: each room holds what the driver writes for its attribute.
                unsafe { super::pointer_get_attributes_raw(&attributes, &data, ptr)? };
                Ok(($(rooms.$index.value(),)*))
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
