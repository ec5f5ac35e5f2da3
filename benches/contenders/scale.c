/* What scale.rs is in Rust, through pointers from dlsym: `PROGRAM library live|loop|batch SIZE COUNT`. */

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "place.h"

typedef unsigned long long address;

static int (*cuMemAlloc_v2)(address *, size_t);
static int (*cuMemFree_v2)(address);
static int (*cuMemcpyDtoDAsync_v2)(address, address, size_t, void *);
static int (*cuMemcpyBatchAsync_v2)(const address *, const address *, const size_t *, size_t, const void *,
                                    const size_t *, size_t, void *);

#define BYTES 64

/* The record of a batch: an access order, two places, flags. */
struct attributes {
    unsigned order;
    int hints[4];
    unsigned flags;
};

struct work {
    size_t size;
    address *destinations, *sources;
    size_t *sizes;
    void *stream;
};

PLACED long live(const struct work *work, long count, int place) {
    long failures = 0;
    (void)work;
    PLACE(place);
    for (long i = 0; i < count; i++) {
        address pointer;
        if (cuMemAlloc_v2(&pointer, 256) != 0 || cuMemFree_v2(pointer) != 0) failures++;
    }
    return failures;
}

PLACED long loop(const struct work *work, long count, int place) {
    const struct work own = *work;
    long failures = 0;
    PLACE(place);
    for (long i = 0; i < count; i++)
        for (size_t j = 0; j < own.size; j++)
            if (cuMemcpyDtoDAsync_v2(own.destinations[j], own.sources[j], BYTES, own.stream) != 0) failures++;
    return failures;
}

PLACED long batch(const struct work *work, long count, int place) {
    static const struct attributes attributes = {1 /* CU_MEMCPY_SRC_ACCESS_ORDER_STREAM */, {0}, 0};
    static const size_t first = 0;
    const struct work own = *work;
    long failures = 0;
    PLACE(place);
    for (long i = 0; i < count; i++)
        if (cuMemcpyBatchAsync_v2(own.destinations, own.sources, own.sizes, own.size, &attributes, &first, 1,
                                  own.stream) != 0)
            failures++;
    return failures;
}

#define COPY(name, place) \
    static __attribute__((noinline)) long name##_##place(const struct work *work, long n) { return name(work, n, place); }
#define CASE(name) COPY(name, 0) COPY(name, 1) COPY(name, 2) COPY(name, 3)
CASE(live)
CASE(loop)
CASE(batch)

typedef long (*placed)(const struct work *, long);
#define PLACES(name) {name##_0, name##_1, name##_2, name##_3}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Once untimed, then `count` times, a quarter at each place. */
static int timed(const placed *places, const struct work *work, long count) {
    long failures = 0;
    for (int place = 0; place < 4; place++) places[place](work, 1);
    long long start = now();
    for (int place = 0; place < 4; place++) failures += places[place](work, count / 4);
    printf("%ld %lld\n", failures, now() - start);
    return 0;
}

#define FIND(name)                                      \
    if (!(*(void **)&name = dlsym(driver, #name))) {    \
        fputs("no symbol " #name "\n", stderr);         \
        return 1;                                       \
    }

int main(int argc, char **argv) {
    static const placed live_places[] = PLACES(live), loop_places[] = PLACES(loop), batch_places[] = PLACES(batch);
    if (argc != 5 || strcmp(argv[1], "library") != 0) {
        fputs("usage: PROGRAM library live|loop|batch SIZE COUNT\n", stderr);
        return 64;
    }
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (!driver) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    FIND(cuMemAlloc_v2)
    FIND(cuMemFree_v2)
    FIND(cuMemcpyDtoDAsync_v2)
    FIND(cuMemcpyBatchAsync_v2)
    size_t size = strtoul(argv[3], NULL, 10);
    long count = atol(argv[4]);
    struct work work = {
        .size = size,
        .destinations = calloc(size, sizeof(address)),
        .sources = calloc(size, sizeof(address)),
        .sizes = calloc(size, sizeof(size_t)),
    };
    if (!work.sources || !work.destinations || !work.sizes) return 1;
    if (strcmp(argv[2], "live") == 0) {
        for (size_t i = 0; i < size; i++)
            if (cuMemAlloc_v2(&work.sources[i], 256) != 0) return 1;
        return timed(live_places, &work, count);
    }
    address memory;
    if (cuMemAlloc_v2(&memory, 2 * BYTES * size) != 0) return 1;
    for (size_t i = 0; i < size; i++) {
        work.sources[i] = memory + i * BYTES;
        work.destinations[i] = memory + (size + i) * BYTES;
        work.sizes[i] = BYTES;
    }
    return timed(strcmp(argv[2], "batch") == 0 ? batch_places : loop_places, &work, count);
}
