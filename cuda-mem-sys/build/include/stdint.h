/* All that cuda.h takes from stdint.h; stdlib.h beside this file says why. */
#ifndef CUDA_MEM_STDINT_H
#define CUDA_MEM_STDINT_H
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
#endif
