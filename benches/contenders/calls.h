/* The loops of the contenders in C: what contenders/harness.rs is to those in Rust. Each includer says what a call
   compiles to. */

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "place.h"

#define COUNT(failed)                  \
    long failures = 0;                 \
    PLACE(place);                      \
    for (long i = 0; i < n; i++)       \
        if (failed) failures++;        \
    return failures

PLACED long alloc_free(long n, int place) {
    unsigned long long pointer;
    COUNT(cuMemAlloc_v2(&pointer, 4096) != 0 || cuMemFree_v2(pointer) != 0);
}

PLACED long memcpy_htod(long n, int place) {
    char source[64] = {0};
    COUNT(cuMemcpyHtoD_v2(4096, source, 64) != 0);
}

PLACED long memset_d8_async(long n, int place) {
    COUNT(cuMemsetD8Async(4096, 1, 64, NULL) != 0);
}

static volatile size_t kept;

static int get_info(size_t *sum) {
    size_t free, total;
    int code = cuMemGetInfo_v2(&free, &total);
    *sum += free + total;
    return code;
}

PLACED long info_loop(long n, size_t *sum, int place) {
    COUNT(get_info(sum) != 0);
}

PLACED long mem_get_info(long n, int place) {
    size_t sum = 0;
    long failures = info_loop(n, &sum, place);
    kept = sum;
    return failures;
}

PLACED long memcpy_dtod_async(long n, int place) {
    COUNT(cuMemcpyDtoDAsync_v2(4096, 8192, 64, NULL) != 0);
}

PLACED long memcpy2d(long n, int place) {
    char source[64] = {0};
    struct copy2d copy = {
        .from = {.type = 1 /* CU_MEMORYTYPE_HOST */, .host = source, .pitch = 16},
        .to = {.type = 2 /* CU_MEMORYTYPE_DEVICE */, .device = 4096, .pitch = 16},
        .width = 16,
        .height = 4,
    };
    COUNT(cuMemcpy2D_v2(&copy) != 0);
}

/* A copy of each loop at each place. */
#define COPY(name, place) \
    static __attribute__((noinline)) long name##_##place(long n) { return name(n, place); }
#define COPIES(name) COPY(name, 0) COPY(name, 1) COPY(name, 2) COPY(name, 3)
COPIES(alloc_free)
COPIES(memcpy_htod)
COPIES(memset_d8_async)
COPIES(mem_get_info)
COPIES(memcpy_dtod_async)
COPIES(memcpy2d)

typedef long (*loop)(long);

#define CASE(name) {#name, {name##_0, name##_1, name##_2, name##_3}}
static const struct {
    const char *name;
    loop places[4];
} cases[] = {
    CASE(alloc_free),   CASE(memcpy_htod),       CASE(memset_d8_async),
    CASE(mem_get_info), CASE(memcpy_dtod_async), CASE(memcpy2d),
};

/* A quarter of the iterations at each place. */
static long run_places(const loop *places, long count) {
    long failures = 0;
    for (int place = 0; place < 4; place++) failures += places[place](count / 4);
    return failures;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

struct thread {
    pthread_t id;
    pthread_barrier_t *barrier;
    const loop *places;
    long count, failures;
    long long start, end;
};

static void *thread(void *argument) {
    struct thread *self = argument;
    pthread_barrier_wait(self->barrier);
    self->start = now();
    self->failures = run_places(self->places, self->count);
    self->end = now();
    return NULL;
}

/* From when the first thread begins, once all are there, to when the last has ended. */
static long in_threads(const loop *places, long count, unsigned threads, long long *took) {
    struct thread *all = calloc(threads, sizeof *all);
    pthread_barrier_t barrier;
    long failures = 0;
    if (!all || pthread_barrier_init(&barrier, NULL, threads) != 0) abort();
    for (unsigned i = 0; i < threads; i++) {
        all[i].barrier = &barrier;
        all[i].places = places;
        all[i].count = count;
        if (pthread_create(&all[i].id, NULL, thread, &all[i]) != 0) abort();
    }
    long long first = 0, last = 0;
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(all[i].id, NULL);
        failures += all[i].failures;
        if (i == 0 || all[i].start < first) first = all[i].start;
        if (all[i].end > last) last = all[i].end;
    }
    *took = last - first;
    free(all);
    return failures;
}

static int run(int argc, char **argv) {
    for (size_t i = 0; (argc == 3 || argc == 4) && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1]) != 0) continue;
        long count = atol(argv[2]), failures;
        long long took;
        int threads = argc == 4 ? atoi(argv[3]) : 1;
        if (threads < 1) break;
        run_places(cases[i].places, 4);
        if (threads == 1) {
            long long start = now();
            failures = run_places(cases[i].places, count);
            took = now() - start;
        } else {
            failures = in_threads(cases[i].places, count, threads, &took);
        }
        printf("%ld %lld\n", failures, took);
        return 0;
    }
    fputs("usage: PROGRAM CASE COUNT [THREADS]\n", stderr);
    return 64;
}
