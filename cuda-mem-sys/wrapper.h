/* The header that the bindings are made from. Everything that cuda.h declares is bound; nothing else is. */
#include <cuda.h>
