/* Where a loop lies: place.rs says why. Before a loop, in a function that has a copy for each place from 0 to 3. */

#ifdef __x86_64__
#define PLACE(place) __asm__ volatile(".p2align 6\n.skip 16 + 16 * %c0, 0x90" ::"i"(place))
#else
#define PLACE(place) (void)(place)
#endif

/* The place must be a constant where PLACE stands. */
#define PLACED static inline __attribute__((always_inline))
