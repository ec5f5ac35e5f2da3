/* The loops of the comparison in C: what cases.rs is in Rust. A library that is linked to libcuda.so.1, so that a call
   takes the way that it takes in any linked program: through the linkage table, to an address that is bound already. */

#include <stddef.h>

typedef unsigned int code;
typedef unsigned long long address;

code cuMemAlloc_v2(address *, size_t);
code cuMemFree_v2(address);
code cuPointerGetAttribute(void *, unsigned int, address);
code cuMemGetAddressRange_v2(address *, size_t *, address);
code cuMemAllocAsync(address *, size_t, void *);
code cuMemFreeAsync(address, void *);
code cuMemcpyHtoD_v2(address, const void *, size_t);
code cuMemcpyDtoH_v2(void *, address, size_t);
code cuMemcpyDtoD_v2(address, address, size_t);
code cuMemsetD8_v2(address, unsigned char, size_t);
code cuMemcpyDtoDAsync_v2(address, address, size_t, void *);
code cuCtxSynchronize(void);

struct copy2d {
    struct end {
        size_t x, y;
        unsigned int type;
        const void *host;
        address device;
        void *array;
        size_t pitch;
    } from, to;
    size_t width, height;
};
code cuMemcpy2D_v2(const struct copy2d *);

/* An access order, two places, flags. */
struct attributes {
    unsigned int order;
    int hints[4];
    unsigned int flags;
};
/* Drivers before CUDA 13.0 have none. */
__attribute__((weak)) code cuMemcpyBatchAsync_v2(const address *, const address *, const size_t *, size_t,
                                                 const struct attributes *, const size_t *, size_t, void *);

/* As in place.rs. */
struct place {
    address memory, other;
    unsigned char *source, *back;
    size_t size;
    void *stream;
    address kept;
    /* Of the sweep only. */
    void *array;
    size_t row, pitch;
    const address *destinations, *sources;
    const size_t *sizes;
    size_t count;
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

/* What the sweep has beside the copies above. A 2D copy has rows of `row` bytes, or one that is shorter. */

enum { HOST = 1, DEVICE = 2, ARRAY = 3 };

static code copy2d(struct place *place, size_t times, struct end from, struct end to) {
    for (size_t i = 0; i < times; i++) {
        struct copy2d copy = {from, to, place->row, place->size / place->row};
        TRY(cuMemcpy2D_v2(&copy));
    }
    return cuCtxSynchronize();
}

code memcpy2d_htod(struct place *place, size_t times) {
    struct end from = {.type = HOST, .host = place->source, .pitch = place->row};
    struct end to = {.type = DEVICE, .device = place->memory, .pitch = place->pitch};
    return copy2d(place, times, from, to);
}

code memcpy2d_dtod(struct place *place, size_t times) {
    struct end from = {.type = DEVICE, .device = place->memory, .pitch = place->pitch};
    struct end to = {.type = DEVICE, .device = place->other, .pitch = place->row};
    return copy2d(place, times, from, to);
}

code memcpy2d_htoa(struct place *place, size_t times) {
    struct end from = {.type = HOST, .host = place->source, .pitch = place->row};
    struct end to = {.type = ARRAY, .array = place->array};
    return copy2d(place, times, from, to);
}

code memcpy2d_atoh(struct place *place, size_t times) {
    struct end from = {.type = ARRAY, .array = place->array};
    struct end to = {.type = HOST, .host = place->back, .pitch = place->row};
    return copy2d(place, times, from, to);
}

code dtod_loop(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++)
        for (size_t j = 0; j < place->count; j++)
            TRY(cuMemcpyDtoDAsync_v2(place->destinations[j], place->sources[j], place->sizes[j], place->stream));
    return cuCtxSynchronize();
}

code dtod_batch(struct place *place, size_t times) {
    const struct attributes attributes = {1 /* CU_MEMCPY_SRC_ACCESS_ORDER_STREAM */, {0}, 0};
    const size_t first = 0;
    if (!cuMemcpyBatchAsync_v2) return 302; /* as cuda-mem-sys says */
    for (size_t i = 0; i < times; i++)
        TRY(cuMemcpyBatchAsync_v2(place->destinations, place->sources, place->sizes, place->count, &attributes, &first,
                                  1, place->stream));
    return cuCtxSynchronize();
}

/* What scale.rs has beside the above. */

code mem_alloc_free(struct place *place, size_t times) {
    (void)place;
    for (size_t i = 0; i < times; i++) {
        address memory;
        TRY(cuMemAlloc_v2(&memory, 256));
        TRY(cuMemFree_v2(memory));
    }
    return 0;
}

code memcpy_dtod_async_small(struct place *place, size_t times) {
    for (size_t i = 0; i < times; i++) TRY(cuMemcpyDtoDAsync_v2(place->other, place->memory, 4, place->stream));
    return 0;
}
