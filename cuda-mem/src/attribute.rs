//! Attributes whose values C takes through a `void *`, each with the type of its value, so that a variable of the wrong
//! size does not compile.

/// Declares a family of attributes: its type, with its docs, and a constant for each attribute that this crate knows.
macro_rules! typed_attributes {
    (
        $(#[$documentation:meta])*
        $family:ident($number:ty);
        $($(#[$attribute:meta])* $name:ident: $type:ty = $enumerator:ident;)*
    ) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, Copy)]
        pub struct $family<T> {
            attribute: $number,
            value: core::marker::PhantomData<fn() -> T>,
        }

        impl<T> $family<T> {
            /// An attribute by number, for those that this crate does not know yet.
            ///
            /// # Safety
            ///
            /// `T` must be the type that the driver reads and writes for this attribute: as long as what it writes, and
            /// these bytes, zeros too, a value of it.
            pub const unsafe fn new(attribute: $number) -> $family<T> {
                $family::of(attribute)
            }

            const fn of(attribute: $number) -> $family<T> {
                $family {
                    attribute,
                    value: core::marker::PhantomData,
                }
            }
        }

        impl<T: Copy> $family<T> {
            /// The driver's number of it.
            pub const fn attribute(self) -> $number {
                self.attribute
            }
        }

        $(impl $family<$type> {
            $(#[$attribute])*
            pub const $name: $family<$type> = $family::of(cuda_mem_sys::$enumerator);
        })*

        /// Number and size of each value.
        #[cfg(test)]
        #[allow(dead_code)] // for the families whose sizes were measured
        fn sizes() -> Vec<(u32, usize)> {
            vec![$(($family::<$type>::$name.attribute().0, core::mem::size_of::<$type>())),*]
        }
    };
}
