/* The loops of the comparison in C: what cases.rs is in Rust. A library that is linked to libcuda.so.1, so that a call
   takes the way that it takes in any linked program: through the linkage table, to an address that is bound already. */

#include <stddef.h>

typedef unsigned int code;
typedef unsigned long long address;

code cuMemFree_v2(address);
code cuPointerGetAttribute(void *, unsigned int, address);
code cuMemGetAddressRange_v2(address *, size_t *, address);
code cuMemAllocAsync(address *, size_t, void *);
code cuMemFreeAsync(address, void *);
code cuMemcpyHtoD_v2(address, const void *, size_t);
code cuMemcpyDtoH_v2(void *, address, size_t);
code cuMemcpyDtoD_v2(address, address, size_t);
code cuMemsetD8_v2(address, unsigned char, size_t);
code cuCtxSynchronize(void);

/* As in place.rs. */
struct place {
    address memory, other;
    unsigned char *source, *back;
    size_t size;
    void *stream;
    address kept;
};

#define TRY(call)                                   \
    do {                                            \
        code result = call;                         \
        if (result != 0) return result;             \
    } while (0)

/* The function that these calls reach: it must be the one that Rust's reach. */
void *reached(void) { return (void *)cuMemFree_v2; }

code mem_free(struct place *place, size_t times) {
    (void)place;
    for (size_t i = 0; i < times; i++) TRY(cuMemFree_v2(0));
    return 0;
}

code pointer_get_attribute(struct place *place, size_t times) {
    address sum = 0;
    for (size_t i = 0; i < times; i++) {
        unsigned int type;
        TRY(cuPointerGetAttribute(&type, 2 /* CU_POINTER_ATTRIBUTE_MEMORY_TYPE */, place->memory));
        sum += type;
    }
    place->kept = sum;
    return 0;
}

code mem_get_address_range(struct place *place, size_t times) {
    address sum = 0;
    for (size_t i = 0; i < times; i++) {
        address base;
        size_t size;
        TRY(cuMemGetAddressRange_v2(&base, &size, place->memory + 100));
        sum += base + size;
    }
    place->kept = sum;
    return 0;
}

code mem_alloc_free_async(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) {
        address memory;
        TRY(cuMemAllocAsync(&memory, 4096, place->stream));
        TRY(cuMemFreeAsync(memory, place->stream));
    }
    return 0;
}

code memcpy_htod_small(struct place *place, size_t times) {
    const unsigned int value = 7;
    for (size_t i = 0; i < times; i++) TRY(cuMemcpyHtoD_v2(place->memory, &value, sizeof value));
    return 0;
}

code memcpy_htod(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) TRY(cuMemcpyHtoD_v2(place->memory, place->source, place->size));
    return cuCtxSynchronize();
}

code memcpy_dtod(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) TRY(cuMemcpyDtoD_v2(place->other, place->memory, place->size));
    return cuCtxSynchronize();
}

code memcpy_dtoh(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) TRY(cuMemcpyDtoH_v2(place->back, place->other, place->size));
    return cuCtxSynchronize();
}

code memset_d8(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) TRY(cuMemsetD8_v2(place->other, 0x5a, place->size));
    return cuCtxSynchronize();
}
