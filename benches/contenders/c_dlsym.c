/* C that calls through pointers which it got from dlsym. */

#include <dlfcn.h>

#include "copy2d.h"

static int (*cuMemAlloc_v2)(unsigned long long *, size_t);
static int (*cuMemFree_v2)(unsigned long long);
static int (*cuMemcpyHtoD_v2)(unsigned long long, const void *, size_t);
static int (*cuMemsetD8Async)(unsigned long long, unsigned char, size_t, void *);
static int (*cuMemGetInfo_v2)(size_t *, size_t *);
static int (*cuMemcpyDtoDAsync_v2)(unsigned long long, unsigned long long, size_t, void *);
static int (*cuMemcpy2D_v2)(const struct copy2d *);

#include "calls.h"

#define FIND(name)                                      \
    if (!(*(void **)&name = dlsym(driver, #name))) {    \
        fputs("no symbol " #name "\n", stderr);         \
        return 1;                                       \
    }

int main(int argc, char **argv) {
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (!driver) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    FIND(cuMemAlloc_v2)
    FIND(cuMemFree_v2)
    FIND(cuMemcpyHtoD_v2)
    FIND(cuMemsetD8Async)
    FIND(cuMemGetInfo_v2)
    FIND(cuMemcpyDtoDAsync_v2)
    FIND(cuMemcpy2D_v2)
    return run(argc, argv);
}
