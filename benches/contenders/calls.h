/* The loops of the contenders in C: what contenders/harness.rs is to those in Rust. Each includer says what a call
   compiles to. */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(failed)                  \
    long failures = 0;                 \
    for (long i = 0; i < n; i++)       \
        if (failed) failures++;        \
    return failures

static long alloc_free(long n) {
    unsigned long long pointer;
    COUNT(cuMemAlloc_v2(&pointer, 4096) != 0 || cuMemFree_v2(pointer) != 0);
}

static long memcpy_htod(long n) {
    char source[64] = {0};
    COUNT(cuMemcpyHtoD_v2(4096, source, 64) != 0);
}

static long memset_d8_async(long n) {
    COUNT(cuMemsetD8Async(4096, 1, 64, NULL) != 0);
}

static volatile size_t kept;

static int get_info(size_t *sum) {
    size_t free, total;
    int code = cuMemGetInfo_v2(&free, &total);
    *sum += free + total;
    return code;
}

static long info_loop(long n, size_t *sum) {
    COUNT(get_info(sum) != 0);
}

static long mem_get_info(long n) {
    size_t sum = 0;
    long failures = info_loop(n, &sum);
    kept = sum;
    return failures;
}

static long memcpy_dtod_async(long n) {
    COUNT(cuMemcpyDtoDAsync_v2(4096, 8192, 64, NULL) != 0);
}

static const struct {
    const char *name;
    long (*run)(long);
} cases[] = {
    {"alloc_free", alloc_free},     {"memcpy_htod", memcpy_htod},
    {"memset_d8_async", memset_d8_async}, {"mem_get_info", mem_get_info},
    {"memcpy_dtod_async", memcpy_dtod_async},
};

static int run(int argc, char **argv) {
    for (size_t i = 0; argc == 3 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1]) != 0) continue;
        struct timespec start, end;
        cases[i].run(1);
        clock_gettime(CLOCK_MONOTONIC, &start);
        long failures = cases[i].run(atol(argv[2]));
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("%ld %lld\n", failures, (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec);
        return 0;
    }
    fputs("usage: PROGRAM CASE COUNT\n", stderr);
    return 64;
}
