//! What the generated files in bindings/ are written in: one macro per kind of declaration.

/// A generated file: the one that the crate ships.
#[cfg(not(cuda_mem_sys_from_header))]
macro_rules! generated {
    ($file:literal) => {
        include!(concat!("bindings/", $file));
    };
}

/// A generated file: the one that the build script made from the toolkit's header.
#[cfg(cuda_mem_sys_from_header)]
macro_rules! generated {
    ($file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $file));
    };
}

/// A C enumeration: a 32-bit integer of its own type, so that a value which this header does not know is a value
/// like any other. Debug prints the enumerator, or the number where none has it.
///
/// The names are one text, names and values in turn: an array of a thousand strings takes every dependent's build
/// longer, and its pointers are relocated at the start of every program that can print one.
macro_rules! enumeration {
    ($(#[$attribute:meta])* $name:ident: $($value:ident = $number:literal,)*) => {
        $(#[$attribute])*
        #[repr(transparent)]
        #[derive(Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub u32);
        $(pub const $value: $name = $name($number);)*
        impl Clone for $name {
            fn clone(&self) -> $name {
                *self
            }
        }
        impl $name {
            /// The C name of this value: the first of the header's enumerators that has it; none for a value that the
            /// header does not know.
            pub fn name(self) -> Option<&'static str> {
                crate::enumeration::name(self.0, stringify!($($value $number)*))
            }
        }
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::enumeration::debug(f, stringify!($name), self.0, self.name())
            }
        }
    };
}

/// The operators that C programs use on an enumeration of flags.
macro_rules! bit_mask {
    ($name:ident) => {
        impl core::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
        impl core::ops::BitAnd for $name {
            type Output = $name;
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }
        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }
    };
}

/// A struct that the header only declares: handles are pointers to it.
macro_rules! opaque {
    ($name:ident) => {
        #[repr(C)]
        pub struct $name {
            _private: [u8; 0],
            // The driver may move, share and change what stands behind the pointer.
            _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
        }
    };
}

/// Records whose default is all bytes zero, as C programs initialise them, and which are copied as they are.
macro_rules! zeroed {
    ($($name:ident),* $(,)?) => {
        $(impl Clone for $name {
            fn clone(&self) -> $name {
                *self
            }
        }
        impl Default for $name {
            fn default() -> $name {
                // SAFETY: the header's records hold integers, raw pointers, optional function pointers and unions of
                // these; all zero bytes are a value of each.
                unsafe { core::mem::zeroed() }
            }
        })*
    };
}

/// Records with unions in them: Debug cannot know which member is meant, so it prints the name alone.
macro_rules! nameless_fields {
    ($($name:ident),* $(,)?) => {
        $(impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        })*
    };
}

macro_rules! constants {
    ($($name:ident: $type:ty = $value:expr;)*) => {
        $(pub const $name: $type = $value;)*
    };
}

/// The header's other names for functions: `cuMemAlloc` for `cuMemAlloc_v2`.
macro_rules! aliases {
    ($($name:ident = $function:ident,)*) => {
        #[cfg(any(feature = "loaded", feature = "linked"))]
        #[doc(no_inline)]
        pub use self::{$($function as $name),*};
    };
}

/// Fails the build where a record's layout is not the header's.
macro_rules! layout {
    ($($name:ident, $size:literal bytes, aligned to $align:literal: { $($field:ident: $offset:literal),* };)*) => {
        // One constant for all: each is a body of its own for the compiler.
        const _: () = {
            $(
                assert!(
                    core::mem::size_of::<$name>() == $size && core::mem::align_of::<$name>() == $align,
                    concat!("the size or alignment of ", stringify!($name), " differs from the header's")
                );
                $(
                    // offset_of! came with Rust 1.77.
                    #[cfg(cuda_mem_sys_offsets)]
                    assert!(
                        core::mem::offset_of!($name, $field) == $offset,
                        concat!("the offset of ", stringify!($name), "::", stringify!($field), " differs from the header's")
                    );
                )*
            )*
        };
    };
}
