/* The record of cuMemcpy2D. */

#include <stddef.h>

struct copy2d {
    struct {
        size_t x, y;
        unsigned type;
        const void *host;
        unsigned long long device;
        void *array;
        size_t pitch;
    } from, to;
    size_t width, height;
};
