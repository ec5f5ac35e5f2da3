/* What scale.rs is in Rust, through pointers from dlsym: `PROGRAM library live|loop|batch SIZE COUNT`. */

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static size_t size;
static address *sources, *destinations;
static size_t *sizes;

static inline int live(void) {
    address pointer;
    return cuMemAlloc_v2(&pointer, 256) != 0 || cuMemFree_v2(pointer) != 0;
}

static inline int loop(void) {
    int failed = 0;
    for (size_t i = 0; i < size; i++)
        failed |= cuMemcpyDtoDAsync_v2(destinations[i], sources[i], BYTES, NULL) != 0;
    return failed;
}

static inline int batch(void) {
    static const struct attributes attributes = {1 /* CU_MEMCPY_SRC_ACCESS_ORDER_STREAM */, {0}, 0};
    static const size_t first = 0;
    return cuMemcpyBatchAsync_v2(destinations, sources, sizes, size, &attributes, &first, 1, NULL) != 0;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Runs it once untimed, then `count` times. A macro, so that each case has a loop of its own, as in Rust. */
#define TIMED(once)                                    \
    do {                                               \
        long failures = 0;                             \
        once();                                        \
        long long start = now();                       \
        for (long i = 0; i < count; i++)               \
            if (once()) failures++;                    \
        printf("%ld %lld\n", failures, now() - start); \
        return 0;                                      \
    } while (0)

#define FIND(name)                                      \
    if (!(*(void **)&name = dlsym(driver, #name))) {    \
        fputs("no symbol " #name "\n", stderr);         \
        return 1;                                       \
    }

int main(int argc, char **argv) {
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
    size = strtoul(argv[3], NULL, 10);
    long count = atol(argv[4]);
    sources = calloc(size, sizeof *sources);
    destinations = calloc(size, sizeof *destinations);
    sizes = calloc(size, sizeof *sizes);
    if (!sources || !destinations || !sizes) return 1;
    if (strcmp(argv[2], "live") == 0) {
        for (size_t i = 0; i < size; i++)
            if (cuMemAlloc_v2(&sources[i], 256) != 0) return 1;
        TIMED(live);
    }
    address memory;
    if (cuMemAlloc_v2(&memory, 2 * BYTES * size) != 0) return 1;
    for (size_t i = 0; i < size; i++) {
        sources[i] = memory + i * BYTES;
        destinations[i] = memory + (size + i) * BYTES;
        sizes[i] = BYTES;
    }
    if (strcmp(argv[2], "batch") == 0) TIMED(batch);
    TIMED(loop);
}
