// Functions whose names mean something else since CUDA 13.0; drivers export these older forms still.
// Generated from the cuda.h of CUDA 12.9 by ci/update-bindings; never edited.

functions! {
    table OLDER;

    cuMemAdvise_v1, since 8.0, symbol "cuMemAdvise":
    fn cuMemAdvise_v1(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, device: CUdevice);

    cuMemPrefetchAsync_v1, since 8.0, symbol "cuMemPrefetchAsync", per thread "cuMemPrefetchAsync_ptsz":
    fn cuMemPrefetchAsync_v1(devPtr: CUdeviceptr, count: usize, dstDevice: CUdevice, hStream: CUstream);

    cuMemcpyBatchAsync_v1, since 12.8, symbol "cuMemcpyBatchAsync", per thread "cuMemcpyBatchAsync_ptsz":
    fn cuMemcpyBatchAsync_v1(
        dsts: *mut CUdeviceptr,
        srcs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attrs: *mut CUmemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        failIdx: *mut usize,
        hStream: CUstream,
    );

    cuMemcpy3DBatchAsync_v1, since 12.8, symbol "cuMemcpy3DBatchAsync", per thread "cuMemcpy3DBatchAsync_ptsz":
    fn cuMemcpy3DBatchAsync_v1(
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        failIdx: *mut usize,
        flags: c_ulonglong,
        hStream: CUstream,
    );
}
