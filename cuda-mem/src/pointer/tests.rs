//! What needs no driver.

use super::*;
use crate::Origin;
use cuda_mem_sys::*;

#[test]
fn no_room_is_shorter_than_the_longest_attribute() {
    assert_eq!(core::mem::size_of::<CUDA_POINTER_ATTRIBUTE_P2P_TOKENS>(), 16);
    assert_eq!(core::mem::size_of::<Room<u8>>(), 16);
    assert_eq!(core::mem::size_of::<Room<[u64; 5]>>(), 40);
    assert_eq!(Room::of(7u8).value(), 7);
    assert_eq!(Room::<u64>::zeroed().value(), 0);
}

#[test]
fn lists_of_unequal_length_reach_no_driver() {
    let mut value = 0u64;
    let value: *mut u64 = &mut value;
    let attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    let lists: [(&[CUpointer_attribute], &[*mut c_void]); 3] = [
        (&[attribute], &[]),
        (&[], &[value.cast()]),
        (&[attribute, attribute], &[value.cast()]),
    ];
    for (attributes, data) in lists {
        // SAFETY: the pointers there are point to more bytes than the attribute has.
        let error = unsafe { pointer_get_attributes_raw(attributes, data, 0) }.expect_err("unequal lengths");
        assert_eq!(error.origin(), Origin::Arguments, "{error}");
        assert_eq!(error.function(), "cuPointerGetAttributes");
        assert!(error.is_invalid_value(), "{error}");
    }
}

#[test]
fn an_attribute_that_is_not_listed_can_be_made() {
    // SAFETY: never passed to a driver.
    let later = unsafe { PointerAttribute::<u64>::new(CUpointer_attribute(999)) };
    assert_eq!(later.attribute(), CUpointer_attribute(999));
}
