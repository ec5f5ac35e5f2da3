//! What C programs do with a record's fields directly, and Rust programs cannot: fields that moved between headers,
//! and bytes that C calls `char`.

use crate::bindings::types::*;
use crate::ctypes::*;

/// The layout of CUmemLocation under every header: 13.2 put `id` into an anonymous union, at the same offset.
#[repr(C)]
struct PlainLocation {
    ty: CUmemLocationType,
    id: c_int,
}

impl CUmemLocation {
    /// A location: its type, and the ordinal or node that the type asks for (0 where it asks for none).
    ///
    /// Code that uses this and [`id`](CUmemLocation::id) compiles with the bindings of every header; the field itself
    /// has another path since CUDA 13.2.
    pub fn new(ty: CUmemLocationType, id: c_int) -> CUmemLocation {
        // SAFETY: same size (checked by the compiler) and layout (checked against every header); all fields are
        // integers.
        unsafe { core::mem::transmute(PlainLocation { ty, id }) }
    }

    /// The ordinal or node of the location.
    pub fn id(&self) -> c_int {
        // SAFETY: as above; every bit pattern is an integer.
        unsafe { core::mem::transmute::<CUmemLocation, PlainLocation>(*self) }.id
    }
}

/// Records that are bytes to their users. C declares some of them `char`, whose sign varies from target to target.
macro_rules! bytes {
    ($($name:ident, $length:literal;)*) => {
        $(impl $name {
            /// The record with these bytes.
            pub fn from_bytes(bytes: [u8; $length]) -> $name {
                // SAFETY: same size (checked by the compiler); the record is an array of bytes.
                unsafe { core::mem::transmute(bytes) }
            }

            /// The record's bytes, to store or to send to another process.
            pub fn to_bytes(self) -> [u8; $length] {
                // SAFETY: as above.
                unsafe { core::mem::transmute(self) }
            }
        })*
    };
}

bytes! {
    CUipcMemHandle, 64;
    CUipcEventHandle, 64;
    CUmemFabricHandle, 64;
    CUuuid, 16;
}
