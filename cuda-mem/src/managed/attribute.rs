//! Range attributes: each with the type of its value, whose size is the one that the driver asks for.

use super::sys;
use crate::Result;
use cuda_mem_sys::ctypes::c_int;
use cuda_mem_sys::{CUdevice, CUdeviceptr, CUmemLocationType, CUmem_range_attribute};

typed_attributes! {
    /// An attribute of a range of managed memory, and the type of its value.
    ///
    /// The driver's own are the constants below. [`MemRangeAttribute::new`] makes one that this crate does not know yet.
    MemRangeAttribute(CUmem_range_attribute);

    /// 1 if the whole range was advised to be read mostly, else 0. Since CUDA 8.0.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY")]
    READ_MOSTLY: c_int = CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;

    /// The device that the whole range prefers, or `CU_DEVICE_CPU` for the host; `CU_DEVICE_INVALID` if there is no
    /// such preference, or none that all pages share. Since CUDA 8.0.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION")]
    PREFERRED_LOCATION: CUdevice = CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION;

    /// Where the whole range was last prefetched to, or `CU_DEVICE_CPU` for the host; `CU_DEVICE_INVALID` if a page
    /// never was, or not all to one place. Whether the prefetch is done it does not say. Since CUDA 8.0.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION")]
    LAST_PREFETCH_LOCATION: CUdevice = CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION;

    /// The kind of place that the whole range prefers: `CU_MEM_LOCATION_TYPE_DEVICE`, `…_HOST` or `…_HOST_NUMA` (if
    /// such advice had an effect, see [`mem_advise`](crate::mem_advise())); `…_INVALID` if there is no such preference, or none that all pages share. Since CUDA 12.2.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE")]
    PREFERRED_LOCATION_TYPE: CUmemLocationType = CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE;

    /// The device or NUMA node of [`PREFERRED_LOCATION_TYPE`](MemRangeAttribute::PREFERRED_LOCATION_TYPE), if that
    /// has one. (An H200 gave `CU_DEVICE_CPU` for the host, `CU_DEVICE_INVALID` for no place.) Since CUDA 12.2.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID")]
    PREFERRED_LOCATION_ID: c_int = CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID;

    /// The kind of place that the whole range was last prefetched to, as for
    /// [`PREFERRED_LOCATION_TYPE`](MemRangeAttribute::PREFERRED_LOCATION_TYPE). Since CUDA 12.2.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE")]
    LAST_PREFETCH_LOCATION_TYPE: CUmemLocationType = CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE;

    /// The device or NUMA node of [`LAST_PREFETCH_LOCATION_TYPE`](MemRangeAttribute::LAST_PREFETCH_LOCATION_TYPE), as
    /// for [`PREFERRED_LOCATION_ID`](MemRangeAttribute::PREFERRED_LOCATION_ID). Since CUDA 12.2.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID")]
    LAST_PREFETCH_LOCATION_ID: c_int = CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID;
}

impl<const N: usize> MemRangeAttribute<[CUdevice; N]> {
    /// Up to `N` devices for which the whole range was advised to be accessed by; `CU_DEVICE_INVALID` in the places
    /// that are left. If there are more than `N`, which of them is not said; `N` of 0 is `CUDA_ERROR_INVALID_VALUE`.
    /// Since CUDA 8.0.
    #[doc(alias = "CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY")]
    pub const ACCESSED_BY: MemRangeAttribute<[CUdevice; N]> =
        MemRangeAttribute::of(sys::CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY);
}

/// A tuple of one to eight [`MemRangeAttribute`]s.
pub trait MemRangeAttributes: sealed::Get {}

pub(super) mod sealed {
    use super::*;

    pub trait Get {
        /// The tuple of their values.
        type Values;

        fn get(self, dev_ptr: CUdeviceptr, count: usize) -> Result<Self::Values>;
    }
}

macro_rules! tuple {
    ($($type:ident $index:tt),*) => {
        impl<$($type: Copy),*> MemRangeAttributes for ($(MemRangeAttribute<$type>,)*) {}

        impl<$($type: Copy),*> sealed::Get for ($(MemRangeAttribute<$type>,)*) {
            type Values = ($($type,)*);

            #[inline]
            fn get(self, dev_ptr: CUdeviceptr, count: usize) -> Result<Self::Values> {
                // SAFETY: a type that an attribute may have is valid as zeros.
                let mut values: Self::Values = unsafe { core::mem::zeroed() };
                let data = [$((&mut values.$index as *mut $type).cast()),*];
                let data_sizes = [$(core::mem::size_of::<$type>()),*];
                let attributes = [$(self.$index.attribute),*];
                // SAFETY: each value is as long as its size says; what the driver writes for it is valid.
                unsafe {
                    super::mem_range_get_attributes_raw(&data, &data_sizes, &attributes, dev_ptr, count)?
                };
                Ok(values)
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
