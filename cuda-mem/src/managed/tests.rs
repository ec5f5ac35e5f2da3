//! What needs no driver.

use super::*;
use crate::Origin;
use cuda_mem_sys::*;

#[test]
fn every_attribute_is_four_bytes() {
    fn of<T: Copy>(attribute: MemRangeAttribute<T>) -> (CUmem_range_attribute, usize) {
        (attribute.attribute(), core::mem::size_of::<T>())
    }
    let devices: MemRangeAttribute<[CUdevice; 3]> = MemRangeAttribute::ACCESSED_BY;
    assert_eq!(of(devices), (CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, 12));
    let all = [
        of(MemRangeAttribute::READ_MOSTLY),
        of(MemRangeAttribute::PREFERRED_LOCATION),
        of(MemRangeAttribute::LAST_PREFETCH_LOCATION),
        of(MemRangeAttribute::PREFERRED_LOCATION_TYPE),
        of(MemRangeAttribute::PREFERRED_LOCATION_ID),
        of(MemRangeAttribute::LAST_PREFETCH_LOCATION_TYPE),
        of(MemRangeAttribute::LAST_PREFETCH_LOCATION_ID),
    ];
    assert_eq!(all.map(|(_, size)| size), [4; 7]);
    assert_eq!(all.map(|(attribute, _)| attribute.0), [1, 2, 4, 5, 6, 7, 8]);
}

#[test]
fn lists_of_unequal_length_reach_no_driver() {
    let mut value = 0u32;
    let value: *mut u32 = &mut value;
    let attribute = CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
    let lists: [(&[*mut c_void], &[usize], &[CUmem_range_attribute]); 3] = [
        (&[], &[4], &[attribute]),
        (&[value.cast()], &[], &[attribute]),
        (&[value.cast()], &[4], &[attribute, attribute]),
    ];
    for (data, sizes, attributes) in lists {
        // SAFETY: the pointers there are point to as many bytes as the sizes there are say.
        let error = unsafe { mem_range_get_attributes_raw(data, sizes, attributes, 0, 4096) }
            .expect_err("unequal lengths");
        assert_eq!(error.origin(), Origin::Arguments, "{error}");
        assert_eq!(error.function(), "cuMemRangeGetAttributes");
        assert!(error.is_invalid_value(), "{error}");
    }
}
