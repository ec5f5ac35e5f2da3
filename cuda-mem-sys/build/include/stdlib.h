/* All that cuda.h takes from stdlib.h. libclang is often installed without a C library's headers, and its own
   resource headers are often missing too (pip's wheel, Nix), so the build depends on neither. */
#ifndef CUDA_MEM_STDLIB_H
#define CUDA_MEM_STDLIB_H
typedef __SIZE_TYPE__ size_t;
#endif
