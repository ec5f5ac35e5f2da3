/* C that is linked to the driver library. */

#include "copy2d.h"

int cuMemAlloc_v2(unsigned long long *, size_t);
int cuMemFree_v2(unsigned long long);
int cuMemcpyHtoD_v2(unsigned long long, const void *, size_t);
int cuMemsetD8Async(unsigned long long, unsigned char, size_t, void *);
int cuMemGetInfo_v2(size_t *, size_t *);
int cuMemcpyDtoDAsync_v2(unsigned long long, unsigned long long, size_t, void *);
int cuMemcpy2D_v2(const struct copy2d *);

#include "calls.h"

int main(int argc, char **argv) { return run(argc, argv); }
