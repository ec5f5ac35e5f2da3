// Functions with a form of their own for per-thread default streams.
// Generated from the cuda.h of CUDA 13.5 by ci/update-bindings; never edited.

functions! {
    table ;

    cuMemcpy, since 4.0, symbol "cuMemcpy_ptds":
    fn cuMemcpy(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize);

    cuMemcpyPeer, since 4.0, symbol "cuMemcpyPeer_ptds":
    fn cuMemcpyPeer(
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
    );

    cuMemcpyHtoD, since 3.2, symbol "cuMemcpyHtoD_v2_ptds":
    fn cuMemcpyHtoD_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize);

    cuMemcpyDtoH, since 3.2, symbol "cuMemcpyDtoH_v2_ptds":
    fn cuMemcpyDtoH_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyDtoD, since 3.2, symbol "cuMemcpyDtoD_v2_ptds":
    fn cuMemcpyDtoD_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyDtoA, since 3.2, symbol "cuMemcpyDtoA_v2_ptds":
    fn cuMemcpyDtoA_v2(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyAtoD, since 3.2, symbol "cuMemcpyAtoD_v2_ptds":
    fn cuMemcpyAtoD_v2(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize);

    cuMemcpyHtoA, since 3.2, symbol "cuMemcpyHtoA_v2_ptds":
    fn cuMemcpyHtoA_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize);

    cuMemcpyAtoH, since 3.2, symbol "cuMemcpyAtoH_v2_ptds":
    fn cuMemcpyAtoH_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize);

    cuMemcpyAtoA, since 3.2, symbol "cuMemcpyAtoA_v2_ptds":
    fn cuMemcpyAtoA_v2(
        dstArray: CUarray,
        dstOffset: usize,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
    );

    cuMemcpy2D, since 3.2, symbol "cuMemcpy2D_v2_ptds":
    fn cuMemcpy2D_v2(pCopy: *const CUDA_MEMCPY2D);

    cuMemcpy2DUnaligned, since 3.2, symbol "cuMemcpy2DUnaligned_v2_ptds":
    fn cuMemcpy2DUnaligned_v2(pCopy: *const CUDA_MEMCPY2D);

    cuMemcpy3D, since 3.2, symbol "cuMemcpy3D_v2_ptds":
    fn cuMemcpy3D_v2(pCopy: *const CUDA_MEMCPY3D);

    cuMemcpy3DPeer, since 4.0, symbol "cuMemcpy3DPeer_ptds":
    fn cuMemcpy3DPeer(pCopy: *const CUDA_MEMCPY3D_PEER);

    cuMemcpyAsync, since 4.0, symbol "cuMemcpyAsync_ptsz":
    fn cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream);

    cuMemcpyPeerAsync, since 4.0, symbol "cuMemcpyPeerAsync_ptsz":
    fn cuMemcpyPeerAsync(
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyHtoDAsync, since 3.2, symbol "cuMemcpyHtoDAsync_v2_ptsz":
    fn cuMemcpyHtoDAsync_v2(
        dstDevice: CUdeviceptr,
        srcHost: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyDtoHAsync, since 3.2, symbol "cuMemcpyDtoHAsync_v2_ptsz":
    fn cuMemcpyDtoHAsync_v2(
        dstHost: *mut c_void,
        srcDevice: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyDtoDAsync, since 3.2, symbol "cuMemcpyDtoDAsync_v2_ptsz":
    fn cuMemcpyDtoDAsync_v2(
        dstDevice: CUdeviceptr,
        srcDevice: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyHtoAAsync, since 3.2, symbol "cuMemcpyHtoAAsync_v2_ptsz":
    fn cuMemcpyHtoAAsync_v2(
        dstArray: CUarray,
        dstOffset: usize,
        srcHost: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyAtoHAsync, since 3.2, symbol "cuMemcpyAtoHAsync_v2_ptsz":
    fn cuMemcpyAtoHAsync_v2(
        dstHost: *mut c_void,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpy2DAsync, since 3.2, symbol "cuMemcpy2DAsync_v2_ptsz":
    fn cuMemcpy2DAsync_v2(pCopy: *const CUDA_MEMCPY2D, hStream: CUstream);

    cuMemcpy3DAsync, since 3.2, symbol "cuMemcpy3DAsync_v2_ptsz":
    fn cuMemcpy3DAsync_v2(pCopy: *const CUDA_MEMCPY3D, hStream: CUstream);

    cuMemcpy3DPeerAsync, since 4.0, symbol "cuMemcpy3DPeerAsync_ptsz":
    fn cuMemcpy3DPeerAsync(pCopy: *const CUDA_MEMCPY3D_PEER, hStream: CUstream);

    cuMemcpyBatchAsync, since 13.0, symbol "cuMemcpyBatchAsync_v2_ptsz":
    fn cuMemcpyBatchAsync_v2(
        dsts: *mut CUdeviceptr,
        srcs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attrs: *mut CUmemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        hStream: CUstream,
    );

    cuMemcpy3DBatchAsync, since 13.0, symbol "cuMemcpy3DBatchAsync_v2_ptsz":
    fn cuMemcpy3DBatchAsync_v2(
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemcpyWithAttributesAsync, since 13.2, symbol "cuMemcpyWithAttributesAsync_ptsz":
    fn cuMemcpyWithAttributesAsync(
        dst: CUdeviceptr,
        src: CUdeviceptr,
        size: usize,
        attr: *mut CUmemcpyAttributes,
        hStream: CUstream,
    );

    cuMemcpy3DWithAttributesAsync, since 13.2, symbol "cuMemcpy3DWithAttributesAsync_ptsz":
    fn cuMemcpy3DWithAttributesAsync(op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream);

    cuMemsetD8, since 3.2, symbol "cuMemsetD8_v2_ptds":
    fn cuMemsetD8_v2(dstDevice: CUdeviceptr, uc: c_uchar, N: usize);

    cuMemsetD16, since 3.2, symbol "cuMemsetD16_v2_ptds":
    fn cuMemsetD16_v2(dstDevice: CUdeviceptr, us: c_ushort, N: usize);

    cuMemsetD32, since 3.2, symbol "cuMemsetD32_v2_ptds":
    fn cuMemsetD32_v2(dstDevice: CUdeviceptr, ui: c_uint, N: usize);

    cuMemsetD2D8, since 3.2, symbol "cuMemsetD2D8_v2_ptds":
    fn cuMemsetD2D8_v2(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize);

    cuMemsetD2D16, since 3.2, symbol "cuMemsetD2D16_v2_ptds":
    fn cuMemsetD2D16_v2(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize);

    cuMemsetD2D32, since 3.2, symbol "cuMemsetD2D32_v2_ptds":
    fn cuMemsetD2D32_v2(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize);

    cuMemsetD8Async, since 3.2, symbol "cuMemsetD8Async_ptsz":
    fn cuMemsetD8Async(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream);

    cuMemsetD16Async, since 3.2, symbol "cuMemsetD16Async_ptsz":
    fn cuMemsetD16Async(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream);

    cuMemsetD32Async, since 3.2, symbol "cuMemsetD32Async_ptsz":
    fn cuMemsetD32Async(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream);

    cuMemsetD2D8Async, since 3.2, symbol "cuMemsetD2D8Async_ptsz":
    fn cuMemsetD2D8Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        uc: c_uchar,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuMemsetD2D16Async, since 3.2, symbol "cuMemsetD2D16Async_ptsz":
    fn cuMemsetD2D16Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        us: c_ushort,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuMemsetD2D32Async, since 3.2, symbol "cuMemsetD2D32Async_ptsz":
    fn cuMemsetD2D32Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        ui: c_uint,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuMemBatchDecompressAsync, since 12.6, symbol "cuMemBatchDecompressAsync_ptsz":
    fn cuMemBatchDecompressAsync(
        paramsArray: *mut CUmemDecompressParams,
        count: usize,
        flags: c_uint,
        errorIndex: *mut usize,
        stream: CUstream,
    );

    cuMemMapArrayAsync, since 11.1, symbol "cuMemMapArrayAsync_ptsz":
    fn cuMemMapArrayAsync(mapInfoList: *mut CUarrayMapInfo, count: c_uint, hStream: CUstream);

    cuMemFreeAsync, since 11.2, symbol "cuMemFreeAsync_ptsz":
    fn cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream);

    cuMemAllocAsync, since 11.2, symbol "cuMemAllocAsync_ptsz":
    fn cuMemAllocAsync(dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream);

    cuMemAllocFromPoolAsync, since 11.2, symbol "cuMemAllocFromPoolAsync_ptsz":
    fn cuMemAllocFromPoolAsync(
        dptr: *mut CUdeviceptr,
        bytesize: usize,
        pool: CUmemoryPool,
        hStream: CUstream,
    );

    cuFabricCpyBatchAsync, since 13.5, symbol "cuFabricCpyBatchAsync_ptsz":
    fn cuFabricCpyBatchAsync(
        numOps: usize,
        opList: *mut CUDA_FABRIC_COPY_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemPrefetchAsync, since 12.2, symbol "cuMemPrefetchAsync_v2_ptsz":
    fn cuMemPrefetchAsync_v2(
        devPtr: CUdeviceptr,
        count: usize,
        location: CUmemLocation,
        flags: c_uint,
        hStream: CUstream,
    );

    cuMemPrefetchBatchAsync, since 13.0, symbol "cuMemPrefetchBatchAsync_ptsz":
    fn cuMemPrefetchBatchAsync(
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut CUmemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemDiscardBatchAsync, since 13.0, symbol "cuMemDiscardBatchAsync_ptsz":
    fn cuMemDiscardBatchAsync(
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemDiscardAndPrefetchBatchAsync, since 13.0, symbol "cuMemDiscardAndPrefetchBatchAsync_ptsz":
    fn cuMemDiscardAndPrefetchBatchAsync(
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut CUmemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuStreamBeginCaptureToCig, since 13.1, symbol "cuStreamBeginCaptureToCig_ptsz":
    fn cuStreamBeginCaptureToCig(hStream: CUstream, streamCigCaptureParams: *mut CUstreamCigCaptureParams);

    cuStreamEndCaptureToCig, since 13.1, symbol "cuStreamEndCaptureToCig_ptsz":
    fn cuStreamEndCaptureToCig(hStream: CUstream);

    cuStreamGetPriority, since 5.5, symbol "cuStreamGetPriority_ptsz":
    fn cuStreamGetPriority(hStream: CUstream, priority: *mut c_int);

    cuStreamGetDevice, since 12.8, symbol "cuStreamGetDevice_ptsz":
    fn cuStreamGetDevice(hStream: CUstream, device: *mut CUdevice);

    cuStreamGetFlags, since 5.5, symbol "cuStreamGetFlags_ptsz":
    fn cuStreamGetFlags(hStream: CUstream, flags: *mut c_uint);

    cuStreamGetId, since 12.0, symbol "cuStreamGetId_ptsz":
    fn cuStreamGetId(hStream: CUstream, streamId: *mut c_ulonglong);

    cuStreamGetCtx, since 9.2, symbol "cuStreamGetCtx_ptsz":
    fn cuStreamGetCtx(hStream: CUstream, pctx: *mut CUcontext);

    cuStreamGetCtx_v2, since 12.5, symbol "cuStreamGetCtx_v2_ptsz":
    fn cuStreamGetCtx_v2(hStream: CUstream, pCtx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx);

    cuStreamWaitEvent, since 3.2, symbol "cuStreamWaitEvent_ptsz":
    fn cuStreamWaitEvent(hStream: CUstream, hEvent: CUevent, Flags: c_uint);

    cuStreamAddCallback, since 5.0, symbol "cuStreamAddCallback_ptsz":
    fn cuStreamAddCallback(
        hStream: CUstream,
        callback: CUstreamCallback,
        userData: *mut c_void,
        flags: c_uint,
    );

    cuStreamBeginCapture, since 10.1, symbol "cuStreamBeginCapture_v2_ptsz":
    fn cuStreamBeginCapture_v2(hStream: CUstream, mode: CUstreamCaptureMode);

    cuStreamBeginRecaptureToGraph, since 13.3, symbol "cuStreamBeginRecaptureToGraph_ptsz":
    fn cuStreamBeginRecaptureToGraph(
        hStream: CUstream,
        mode: CUstreamCaptureMode,
        hGraph: CUgraph,
        callbackFunc: CUgraphRecaptureCallback,
        userData: *mut c_void,
    );

    cuStreamBeginCaptureToGraph, since 12.3, symbol "cuStreamBeginCaptureToGraph_ptsz":
    fn cuStreamBeginCaptureToGraph(
        hStream: CUstream,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        mode: CUstreamCaptureMode,
    );

    cuStreamEndCapture, since 10.0, symbol "cuStreamEndCapture_ptsz":
    fn cuStreamEndCapture(hStream: CUstream, phGraph: *mut CUgraph);

    cuStreamIsCapturing, since 10.0, symbol "cuStreamIsCapturing_ptsz":
    fn cuStreamIsCapturing(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus);

    cuStreamGetCaptureInfo, since 12.3, symbol "cuStreamGetCaptureInfo_v3_ptsz":
    fn cuStreamGetCaptureInfo_v3(
        hStream: CUstream,
        captureStatus_out: *mut CUstreamCaptureStatus,
        id_out: *mut cuuint64_t,
        graph_out: *mut CUgraph,
        dependencies_out: *mut *const CUgraphNode,
        edgeData_out: *mut *const CUgraphEdgeData,
        numDependencies_out: *mut usize,
    );

    cuStreamUpdateCaptureDependencies, since 12.3, symbol "cuStreamUpdateCaptureDependencies_v2_ptsz":
    fn cuStreamUpdateCaptureDependencies_v2(
        hStream: CUstream,
        dependencies: *mut CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        flags: c_uint,
    );

    cuStreamAttachMemAsync, since 6.0, symbol "cuStreamAttachMemAsync_ptsz":
    fn cuStreamAttachMemAsync(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint);

    cuStreamQuery, since 2.0, symbol "cuStreamQuery_ptsz":
    fn cuStreamQuery(hStream: CUstream);

    cuStreamSynchronize, since 2.0, symbol "cuStreamSynchronize_ptsz":
    fn cuStreamSynchronize(hStream: CUstream);

    cuStreamCopyAttributes, since 11.0, symbol "cuStreamCopyAttributes_ptsz":
    fn cuStreamCopyAttributes(dst: CUstream, src: CUstream);

    cuStreamGetAttribute, since 11.0, symbol "cuStreamGetAttribute_ptsz":
    fn cuStreamGetAttribute(hStream: CUstream, attr: CUstreamAttrID, value_out: *mut CUstreamAttrValue);

    cuStreamSetAttribute, since 11.0, symbol "cuStreamSetAttribute_ptsz":
    fn cuStreamSetAttribute(hStream: CUstream, attr: CUstreamAttrID, value: *const CUstreamAttrValue);

    cuEventRecord, since 2.0, symbol "cuEventRecord_ptsz":
    fn cuEventRecord(hEvent: CUevent, hStream: CUstream);

    cuEventRecordWithFlags, since 11.1, symbol "cuEventRecordWithFlags_ptsz":
    fn cuEventRecordWithFlags(hEvent: CUevent, hStream: CUstream, flags: c_uint);

    cuSignalExternalSemaphoresAsync, since 10.0, symbol "cuSignalExternalSemaphoresAsync_ptsz":
    fn cuSignalExternalSemaphoresAsync(
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    );

    cuWaitExternalSemaphoresAsync, since 10.0, symbol "cuWaitExternalSemaphoresAsync_ptsz":
    fn cuWaitExternalSemaphoresAsync(
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    );

    cuStreamWaitValue32, since 11.7, symbol "cuStreamWaitValue32_v2_ptsz":
    fn cuStreamWaitValue32_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);

    cuStreamWaitValue64, since 11.7, symbol "cuStreamWaitValue64_v2_ptsz":
    fn cuStreamWaitValue64_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);

    cuStreamWriteValue32, since 11.7, symbol "cuStreamWriteValue32_v2_ptsz":
    fn cuStreamWriteValue32_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);

    cuStreamWriteValue64, since 11.7, symbol "cuStreamWriteValue64_v2_ptsz":
    fn cuStreamWriteValue64_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);

    cuStreamBatchMemOp, since 11.7, symbol "cuStreamBatchMemOp_v2_ptsz":
    fn cuStreamBatchMemOp_v2(
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    );

    cuLaunchKernel, since 4.0, symbol "cuLaunchKernel_ptsz":
    fn cuLaunchKernel(
        f: CUfunction,
        gridDimX: c_uint,
        gridDimY: c_uint,
        gridDimZ: c_uint,
        blockDimX: c_uint,
        blockDimY: c_uint,
        blockDimZ: c_uint,
        sharedMemBytes: c_uint,
        hStream: CUstream,
        kernelParams: *mut *mut c_void,
        extra: *mut *mut c_void,
    );

    cuLaunchKernelEx, since 11.6, symbol "cuLaunchKernelEx_ptsz":
    fn cuLaunchKernelEx(
        config: *const CUlaunchConfig,
        f: CUfunction,
        kernelParams: *mut *mut c_void,
        extra: *mut *mut c_void,
    );

    cuLaunchCooperativeKernel, since 9.0, symbol "cuLaunchCooperativeKernel_ptsz":
    fn cuLaunchCooperativeKernel(
        f: CUfunction,
        gridDimX: c_uint,
        gridDimY: c_uint,
        gridDimZ: c_uint,
        blockDimX: c_uint,
        blockDimY: c_uint,
        blockDimZ: c_uint,
        sharedMemBytes: c_uint,
        hStream: CUstream,
        kernelParams: *mut *mut c_void,
    );

    cuLaunchHostFunc, since 10.0, symbol "cuLaunchHostFunc_ptsz":
    fn cuLaunchHostFunc(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void);

    cuLaunchHostFunc_v2, since 13.1, symbol "cuLaunchHostFunc_v2_ptsz":
    fn cuLaunchHostFunc_v2(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint);

    cuGraphInstantiateWithParams, since 12.0, symbol "cuGraphInstantiateWithParams_ptsz":
    fn cuGraphInstantiateWithParams(
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    );

    cuGraphUpload, since 11.1, symbol "cuGraphUpload_ptsz":
    fn cuGraphUpload(hGraphExec: CUgraphExec, hStream: CUstream);

    cuGraphLaunch, since 10.0, symbol "cuGraphLaunch_ptsz":
    fn cuGraphLaunch(hGraphExec: CUgraphExec, hStream: CUstream);

    cuGraphicsMapResources, since 3.0, symbol "cuGraphicsMapResources_ptsz":
    fn cuGraphicsMapResources(count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);

    cuGraphicsUnmapResources, since 3.0, symbol "cuGraphicsUnmapResources_ptsz":
    fn cuGraphicsUnmapResources(count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);

    cuStreamGetDevResource, since 13.1, symbol "cuStreamGetDevResource_ptsz":
    fn cuStreamGetDevResource(hStream: CUstream, resource: *mut CUdevResource, type_: CUdevResourceType);
}

aliases! {
    cuMemPrefetchAsync = cuMemPrefetchAsync_v2,
    cuMemcpyHtoD = cuMemcpyHtoD_v2,
    cuMemcpyDtoH = cuMemcpyDtoH_v2,
    cuMemcpyDtoD = cuMemcpyDtoD_v2,
    cuMemcpyDtoA = cuMemcpyDtoA_v2,
    cuMemcpyAtoD = cuMemcpyAtoD_v2,
    cuMemcpyHtoA = cuMemcpyHtoA_v2,
    cuMemcpyAtoH = cuMemcpyAtoH_v2,
    cuMemcpyAtoA = cuMemcpyAtoA_v2,
    cuMemcpyHtoAAsync = cuMemcpyHtoAAsync_v2,
    cuMemcpyAtoHAsync = cuMemcpyAtoHAsync_v2,
    cuMemcpy2D = cuMemcpy2D_v2,
    cuMemcpy2DUnaligned = cuMemcpy2DUnaligned_v2,
    cuMemcpy3D = cuMemcpy3D_v2,
    cuMemcpyHtoDAsync = cuMemcpyHtoDAsync_v2,
    cuMemcpyDtoHAsync = cuMemcpyDtoHAsync_v2,
    cuMemcpyDtoDAsync = cuMemcpyDtoDAsync_v2,
    cuMemcpy2DAsync = cuMemcpy2DAsync_v2,
    cuMemcpy3DAsync = cuMemcpy3DAsync_v2,
    cuMemcpyBatchAsync = cuMemcpyBatchAsync_v2,
    cuMemcpy3DBatchAsync = cuMemcpy3DBatchAsync_v2,
    cuMemsetD8 = cuMemsetD8_v2,
    cuMemsetD16 = cuMemsetD16_v2,
    cuMemsetD32 = cuMemsetD32_v2,
    cuMemsetD2D8 = cuMemsetD2D8_v2,
    cuMemsetD2D16 = cuMemsetD2D16_v2,
    cuMemsetD2D32 = cuMemsetD2D32_v2,
    cuStreamBeginCapture = cuStreamBeginCapture_v2,
    cuStreamWriteValue32 = cuStreamWriteValue32_v2,
    cuStreamWaitValue32 = cuStreamWaitValue32_v2,
    cuStreamWriteValue64 = cuStreamWriteValue64_v2,
    cuStreamWaitValue64 = cuStreamWaitValue64_v2,
    cuStreamBatchMemOp = cuStreamBatchMemOp_v2,
    cuStreamGetCaptureInfo = cuStreamGetCaptureInfo_v3,
    cuStreamUpdateCaptureDependencies = cuStreamUpdateCaptureDependencies_v2,
}
