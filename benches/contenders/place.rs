//! Where a loop lies. A call of a library that returns at once takes a few cycles, and what lies where within a cache line
//! decides up to a third of them: the same instructions were seen to take 1.2 ns in one build and 1.7 ns in another. So
//! each loop stands in its program four times, once at each place, and every contender's figure is of all four. place.h
//! is the same in C.

/// Before a loop, in a function that has a copy for each `PLACE` from 0 to 3: sixteen bytes further from the start of a
/// cache line in each.
macro_rules! place {
    () => {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: instructions that do nothing.
        unsafe {
            std::arch::asm!(
                ".p2align 6",
                ".skip 16 + 16 * {place}, 0x90",
                place = const PLACE,
                options(nomem, nostack, preserves_flags)
            )
        }
    };
}

/// The four copies of a function.
macro_rules! places {
    ($function:ident) => {
        [$function::<0>, $function::<1>, $function::<2>, $function::<3>]
    };
}
