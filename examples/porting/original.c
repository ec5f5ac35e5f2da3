/* Draws a square into an image in device memory, and counts the white bytes. raw.rs and checked.rs are its ports. */

#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                            \
    do {                                                                       \
        CUresult code_ = (call);                                               \
        if (code_ != CUDA_SUCCESS) {                                           \
            fprintf(stderr, "%s: %s\n", #call, name(code_));                   \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static const char *name(CUresult code)
{
    const char *text;
    return cuGetErrorName(code, &text) == CUDA_SUCCESS ? text : "unknown";
}

enum { WIDTH = 300, HEIGHT = 200, SIDE = 50 };

static unsigned char image[HEIGHT][WIDTH];

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    CUmemorytype type;
    CUevent drawn;
    CUDA_MEMCPY2D copy;
    size_t pitch;

    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));

    CHECK(cuMemAllocPitch(&memory, &pitch, WIDTH, HEIGHT, 4));
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    printf("rows: %d of %d bytes, %zu apart\n", HEIGHT, WIDTH, pitch);
    printf("memory: %s\n", type == CU_MEMORYTYPE_DEVICE ? "of the device" : "another");

    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = image;
    copy.srcPitch = WIDTH;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory;
    copy.dstPitch = pitch;
    copy.WidthInBytes = WIDTH;
    copy.Height = HEIGHT;
    CHECK(cuMemcpy2D(&copy));

    /* The square, from row 20 and column 30 on, in this thread's default stream. */
    CHECK(cuMemsetD2D8Async(memory + 20 * pitch + 30, pitch, 255, SIDE, SIDE, NULL));
    CHECK(cuEventCreate(&drawn, CU_EVENT_DISABLE_TIMING));
    CHECK(cuEventRecord(drawn, NULL));
    CHECK(cuEventSynchronize(drawn));
    CHECK(cuEventDestroy(drawn));

    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = memory;
    copy.srcPitch = pitch;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = image;
    copy.dstPitch = WIDTH;
    copy.WidthInBytes = WIDTH;
    copy.Height = HEIGHT;
    CHECK(cuMemcpy2D(&copy));

    int white = 0;
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            white += image[row][column] == 255;
    printf("white: %d bytes, from %d to %d\n", white, image[20][30], image[69][79]);

    CHECK(cuMemFree(memory));
    printf("freed again: %s\n", name(cuMemFree(memory)));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
