//! Attributes of pools, each with the type of its value: C takes a `void *` for all of them.

use cuda_mem_sys::ctypes::c_int;
use cuda_mem_sys::*;

typed_attributes! {
    /// An attribute of a pool whose value is a `T`: what [`mem_pool_get_attribute`](crate::mem_pool_get_attribute) and
    /// [`mem_pool_set_attribute`](crate::mem_pool_set_attribute) take.
    ///
    /// Some values are 4 bytes and some 8, so that in C a wrong variable is a write past its end. Here
    /// `MemPoolAttribute::RELEASE_THRESHOLD` is a `MemPoolAttribute<u64>`, and its value a `u64`.
    MemPoolAttribute(CUmemPool_attribute);

    /// 1 (the default): memory freed in one stream may be given to another that an event or the default stream
    /// has ordered after it. Read and set; since CUDA 11.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES")]
    REUSE_FOLLOW_EVENT_DEPENDENCIES: c_int = CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;

    /// 1 (the default): memory may be given to any stream once its free turns out to be done, so what is reused
    /// depends on timing. Read and set; since CUDA 11.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC")]
    REUSE_ALLOW_OPPORTUNISTIC: c_int = CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC;

    /// 1 (the default): the driver may make one stream wait for another to reuse its memory. Read and set;
    /// since CUDA 11.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES")]
    REUSE_ALLOW_INTERNAL_DEPENDENCIES: c_int = CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;

    /// The device or NUMA node of the pool's memory; `CU_DEVICE_INVALID` if this process does not see it. Read;
    /// since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_LOCATION_ID")]
    LOCATION_ID: c_int = CU_MEMPOOL_ATTR_LOCATION_ID;

    /// 1 if the pool's memory may be used by hardware decompression. Read; since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED")]
    HW_DECOMPRESS_ENABLED: c_int = CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED;

    /// The part of the device that the pool's memory is in; -1 for no part in particular. Read; since CUDA
    /// 13.4.
    #[doc(alias = "CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID")]
    LOCALITY_DOMAIN_ID: c_int = CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID;

    /// Bytes that the pool may hold and not use: what is beyond goes back to the system at the next
    /// synchronisation of a stream, event or context. 0 by default. Read and set; since CUDA 11.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_RELEASE_THRESHOLD")]
    RELEASE_THRESHOLD: cuuint64_t = CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;

    /// Bytes that the pool has taken from the system. Read; since CUDA 11.3.
    #[doc(alias = "CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT")]
    RESERVED_MEM_CURRENT: cuuint64_t = CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;

    /// The most that it ever was since this was set to 0. Read, and set to 0; since CUDA 11.3.
    #[doc(alias = "CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH")]
    RESERVED_MEM_HIGH: cuuint64_t = CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH;

    /// Bytes of the pool that are allocated. Read; since CUDA 11.3.
    #[doc(alias = "CU_MEMPOOL_ATTR_USED_MEM_CURRENT")]
    USED_MEM_CURRENT: cuuint64_t = CU_MEMPOOL_ATTR_USED_MEM_CURRENT;

    /// The most that it ever was since this was set to 0. Read, and set to 0; since CUDA 11.3.
    #[doc(alias = "CU_MEMPOOL_ATTR_USED_MEM_HIGH")]
    USED_MEM_HIGH: cuuint64_t = CU_MEMPOOL_ATTR_USED_MEM_HIGH;

    /// The most bytes that the pool may take from the system; 0 for no limit of its own. Read; since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_MAX_POOL_SIZE")]
    MAX_POOL_SIZE: cuuint64_t = CU_MEMPOOL_ATTR_MAX_POOL_SIZE;

    /// The type of the pool's allocations. Read; since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_ALLOCATION_TYPE")]
    ALLOCATION_TYPE: CUmemAllocationType = CU_MEMPOOL_ATTR_ALLOCATION_TYPE;

    /// All types of handles that the pool may be exported as; none for imported pools. Read; since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES")]
    EXPORT_HANDLE_TYPES: CUmemAllocationHandleType = CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES;

    /// The type of the pool's location; `CU_MEM_LOCATION_TYPE_INVISIBLE` for an imported pool on a device that
    /// this process does not see. Read; since CUDA 13.2.
    #[doc(alias = "CU_MEMPOOL_ATTR_LOCATION_TYPE")]
    LOCATION_TYPE: CUmemLocationType = CU_MEMPOOL_ATTR_LOCATION_TYPE;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4 bytes for 1 to 3 and 8 for 4 to 8 is what an H200's driver wrote; the rest is as cuda.h's comments state it.
    #[test]
    fn each_attribute_has_the_size_of_its_value_in_c() {
        let mut sizes = sizes();
        sizes.sort_unstable();
        let expected = [4, 4, 4, 8, 8, 8, 8, 8, 4, 4, 4, 4, 8, 4, 4];
        let expected: Vec<(u32, usize)> = (1..).zip(expected).collect();
        assert_eq!(sizes, expected);
    }

    #[test]
    fn an_attribute_of_a_later_driver_can_be_named() {
        // SAFETY: never given to a driver.
        let later = unsafe { MemPoolAttribute::<u64>::new(CUmemPool_attribute(99)) };
        assert_eq!(later.attribute().0, 99);
    }
}
