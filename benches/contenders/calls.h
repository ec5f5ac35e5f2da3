/* The loops of the contenders in C: what contenders/harness.rs is to those in Rust. Each includer says what a call
   compiles to. */

#include <pthread.h>
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

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

struct thread {
    pthread_t id;
    pthread_barrier_t *barrier;
    long (*run)(long);
    long count, failures;
};

static void *thread(void *argument) {
    struct thread *self = argument;
    pthread_barrier_wait(self->barrier);
    self->failures = self->run(self->count);
    return NULL;
}

/* From when all threads are there to when the last has ended. */
static long in_threads(long (*run)(long), long count, unsigned threads, long long *took) {
    struct thread *all = calloc(threads, sizeof *all);
    pthread_barrier_t barrier;
    long failures = 0;
    if (!all || pthread_barrier_init(&barrier, NULL, threads + 1) != 0) abort();
    for (unsigned i = 0; i < threads; i++) {
        all[i].barrier = &barrier;
        all[i].run = run;
        all[i].count = count;
        if (pthread_create(&all[i].id, NULL, thread, &all[i]) != 0) abort();
    }
    pthread_barrier_wait(&barrier);
    long long start = now();
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(all[i].id, NULL);
        failures += all[i].failures;
    }
    *took = now() - start;
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
        cases[i].run(1);
        if (threads == 1) {
            long long start = now();
            failures = cases[i].run(count);
            took = now() - start;
        } else {
            failures = in_threads(cases[i].run, count, threads, &took);
        }
        printf("%ld %lld\n", failures, took);
        return 0;
    }
    fputs("usage: PROGRAM CASE COUNT [THREADS]\n", stderr);
    return 64;
}
