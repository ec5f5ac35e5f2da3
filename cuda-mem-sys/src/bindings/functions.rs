// Functions, in the header's order, and the header's other names for them.
// Generated from the cuda.h of CUDA 13.5 by ci/update-bindings; never edited.

functions! {
    table FUNCTIONS;

    cuGetErrorString, since 6.0, symbol "cuGetErrorString":
    fn cuGetErrorString(error: CUresult, pStr: *mut *const c_char);

    cuGetErrorName, since 6.0, symbol "cuGetErrorName":
    fn cuGetErrorName(error: CUresult, pStr: *mut *const c_char);

    cuInit, since 2.0, symbol "cuInit":
    fn cuInit(Flags: c_uint);

    cuDriverGetVersion, since 2.2, symbol "cuDriverGetVersion":
    fn cuDriverGetVersion(driverVersion: *mut c_int);

    cuDeviceGet, since 2.0, symbol "cuDeviceGet":
    fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int);

    cuDeviceGetCount, since 2.0, symbol "cuDeviceGetCount":
    fn cuDeviceGetCount(count: *mut c_int);

    cuDeviceGetName, since 2.0, symbol "cuDeviceGetName":
    fn cuDeviceGetName(name: *mut c_char, len: c_int, dev: CUdevice);

    cuDeviceGetUuid, since 11.4, symbol "cuDeviceGetUuid_v2":
    fn cuDeviceGetUuid_v2(uuid: *mut CUuuid, dev: CUdevice);

    cuDeviceGetLuid, since 10.0, symbol "cuDeviceGetLuid":
    fn cuDeviceGetLuid(luid: *mut c_char, deviceNodeMask: *mut c_uint, dev: CUdevice);

    cuDeviceTotalMem, since 3.2, symbol "cuDeviceTotalMem_v2":
    fn cuDeviceTotalMem_v2(bytes: *mut usize, dev: CUdevice);

    cuDeviceGetTexture1DLinearMaxWidth, since 11.1, symbol "cuDeviceGetTexture1DLinearMaxWidth":
    fn cuDeviceGetTexture1DLinearMaxWidth(
        maxWidthInElements: *mut usize,
        format: CUarray_format,
        numChannels: c_uint,
        dev: CUdevice,
    );

    cuDeviceGetAttribute, since 2.0, symbol "cuDeviceGetAttribute":
    fn cuDeviceGetAttribute(pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice);

    cuDeviceGetHostAtomicCapabilities, since 13.0, symbol "cuDeviceGetHostAtomicCapabilities":
    fn cuDeviceGetHostAtomicCapabilities(
        capabilities: *mut c_uint,
        operations: *const CUatomicOperation,
        count: c_uint,
        dev: CUdevice,
    );

    cuDeviceGetNvSciSyncAttributes, since 10.2, symbol "cuDeviceGetNvSciSyncAttributes":
    fn cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList: *mut c_void, dev: CUdevice, flags: c_int);

    cuDeviceSetMemPool, since 11.2, symbol "cuDeviceSetMemPool":
    fn cuDeviceSetMemPool(dev: CUdevice, pool: CUmemoryPool);

    cuDeviceGetMemPool, since 11.2, symbol "cuDeviceGetMemPool":
    fn cuDeviceGetMemPool(pool: *mut CUmemoryPool, dev: CUdevice);

    cuDeviceGetDefaultMemPool, since 11.2, symbol "cuDeviceGetDefaultMemPool":
    fn cuDeviceGetDefaultMemPool(pool_out: *mut CUmemoryPool, dev: CUdevice);

    cuDeviceGetExecAffinitySupport, since 11.4, symbol "cuDeviceGetExecAffinitySupport":
    fn cuDeviceGetExecAffinitySupport(pi: *mut c_int, type_: CUexecAffinityType, dev: CUdevice);

    cuFlushGPUDirectRDMAWrites, since 11.3, symbol "cuFlushGPUDirectRDMAWrites":
    fn cuFlushGPUDirectRDMAWrites(
        target: CUflushGPUDirectRDMAWritesTarget,
        scope: CUflushGPUDirectRDMAWritesScope,
    );

    #[deprecated = "cuda.h marks this function deprecated"]
    cuDeviceGetProperties, since 2.0, symbol "cuDeviceGetProperties":
    fn cuDeviceGetProperties(prop: *mut CUdevprop, dev: CUdevice);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuDeviceComputeCapability, since 2.0, symbol "cuDeviceComputeCapability":
    fn cuDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, dev: CUdevice);

    cuDevicePrimaryCtxRetain, since 7.0, symbol "cuDevicePrimaryCtxRetain":
    fn cuDevicePrimaryCtxRetain(pctx: *mut CUcontext, dev: CUdevice);

    cuDevicePrimaryCtxRelease, since 11.0, symbol "cuDevicePrimaryCtxRelease_v2":
    fn cuDevicePrimaryCtxRelease_v2(dev: CUdevice);

    cuDevicePrimaryCtxSetFlags, since 11.0, symbol "cuDevicePrimaryCtxSetFlags_v2":
    fn cuDevicePrimaryCtxSetFlags_v2(dev: CUdevice, flags: c_uint);

    cuDevicePrimaryCtxGetState, since 7.0, symbol "cuDevicePrimaryCtxGetState":
    fn cuDevicePrimaryCtxGetState(dev: CUdevice, flags: *mut c_uint, active: *mut c_int);

    cuDevicePrimaryCtxReset, since 11.0, symbol "cuDevicePrimaryCtxReset_v2":
    fn cuDevicePrimaryCtxReset_v2(dev: CUdevice);

    cuCtxCreate, since 12.5, symbol "cuCtxCreate_v4":
    fn cuCtxCreate_v4(
        pctx: *mut CUcontext,
        ctxCreateParams: *mut CUctxCreateParams,
        flags: c_uint,
        dev: CUdevice,
    );

    cuCtxDestroy, since 4.0, symbol "cuCtxDestroy_v2":
    fn cuCtxDestroy_v2(ctx: CUcontext);

    cuCtxPushCurrent, since 4.0, symbol "cuCtxPushCurrent_v2":
    fn cuCtxPushCurrent_v2(ctx: CUcontext);

    cuCtxPopCurrent, since 4.0, symbol "cuCtxPopCurrent_v2":
    fn cuCtxPopCurrent_v2(pctx: *mut CUcontext);

    cuCtxSetCurrent, since 4.0, symbol "cuCtxSetCurrent":
    fn cuCtxSetCurrent(ctx: CUcontext);

    cuCtxGetCurrent, since 4.0, symbol "cuCtxGetCurrent":
    fn cuCtxGetCurrent(pctx: *mut CUcontext);

    cuCtxGetDevice, since 2.0, symbol "cuCtxGetDevice":
    fn cuCtxGetDevice(device: *mut CUdevice);

    cuCtxGetDevice_v2, since 13.0, symbol "cuCtxGetDevice_v2":
    fn cuCtxGetDevice_v2(device: *mut CUdevice, ctx: CUcontext);

    cuCtxGetFlags, since 7.0, symbol "cuCtxGetFlags":
    fn cuCtxGetFlags(flags: *mut c_uint);

    cuCtxSetFlags, since 12.1, symbol "cuCtxSetFlags":
    fn cuCtxSetFlags(flags: c_uint);

    cuCtxGetId, since 12.0, symbol "cuCtxGetId":
    fn cuCtxGetId(ctx: CUcontext, ctxId: *mut c_ulonglong);

    cuCtxSynchronize, since 2.0, symbol "cuCtxSynchronize":
    fn cuCtxSynchronize();

    cuCtxSynchronize_v2, since 13.0, symbol "cuCtxSynchronize_v2":
    fn cuCtxSynchronize_v2(ctx: CUcontext);

    cuCtxSetLimit, since 3.1, symbol "cuCtxSetLimit":
    fn cuCtxSetLimit(limit: CUlimit, value: usize);

    cuCtxGetLimit, since 3.1, symbol "cuCtxGetLimit":
    fn cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit);

    cuCtxGetCacheConfig, since 3.2, symbol "cuCtxGetCacheConfig":
    fn cuCtxGetCacheConfig(pconfig: *mut CUfunc_cache);

    cuCtxSetCacheConfig, since 3.2, symbol "cuCtxSetCacheConfig":
    fn cuCtxSetCacheConfig(config: CUfunc_cache);

    cuCtxGetApiVersion, since 3.2, symbol "cuCtxGetApiVersion":
    fn cuCtxGetApiVersion(ctx: CUcontext, version: *mut c_uint);

    cuCtxGetStreamPriorityRange, since 5.5, symbol "cuCtxGetStreamPriorityRange":
    fn cuCtxGetStreamPriorityRange(leastPriority: *mut c_int, greatestPriority: *mut c_int);

    cuCtxResetPersistingL2Cache, since 11.0, symbol "cuCtxResetPersistingL2Cache":
    fn cuCtxResetPersistingL2Cache();

    cuCtxGetExecAffinity, since 11.4, symbol "cuCtxGetExecAffinity":
    fn cuCtxGetExecAffinity(pExecAffinity: *mut CUexecAffinityParam, type_: CUexecAffinityType);

    cuCtxRecordEvent, since 12.5, symbol "cuCtxRecordEvent":
    fn cuCtxRecordEvent(hCtx: CUcontext, hEvent: CUevent);

    cuCtxWaitEvent, since 12.5, symbol "cuCtxWaitEvent":
    fn cuCtxWaitEvent(hCtx: CUcontext, hEvent: CUevent);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuCtxAttach, since 2.0, symbol "cuCtxAttach":
    fn cuCtxAttach(pctx: *mut CUcontext, flags: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuCtxDetach, since 2.0, symbol "cuCtxDetach":
    fn cuCtxDetach(ctx: CUcontext);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuCtxGetSharedMemConfig, since 4.2, symbol "cuCtxGetSharedMemConfig":
    fn cuCtxGetSharedMemConfig(pConfig: *mut CUsharedconfig);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuCtxSetSharedMemConfig, since 4.2, symbol "cuCtxSetSharedMemConfig":
    fn cuCtxSetSharedMemConfig(config: CUsharedconfig);

    cuModuleLoad, since 2.0, symbol "cuModuleLoad":
    fn cuModuleLoad(module: *mut CUmodule, fname: *const c_char);

    cuModuleLoadData, since 2.0, symbol "cuModuleLoadData":
    fn cuModuleLoadData(module: *mut CUmodule, image: *const c_void);

    cuModuleLoadDataEx, since 2.1, symbol "cuModuleLoadDataEx":
    fn cuModuleLoadDataEx(
        module: *mut CUmodule,
        image: *const c_void,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    );

    cuModuleLoadFatBinary, since 2.0, symbol "cuModuleLoadFatBinary":
    fn cuModuleLoadFatBinary(module: *mut CUmodule, fatCubin: *const c_void);

    cuModuleUnload, since 2.0, symbol "cuModuleUnload":
    fn cuModuleUnload(hmod: CUmodule);

    cuModuleGetLoadingMode, since 11.7, symbol "cuModuleGetLoadingMode":
    fn cuModuleGetLoadingMode(mode: *mut CUmoduleLoadingMode);

    cuModuleGetFunction, since 2.0, symbol "cuModuleGetFunction":
    fn cuModuleGetFunction(hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char);

    cuModuleGetFunctionCount, since 12.4, symbol "cuModuleGetFunctionCount":
    fn cuModuleGetFunctionCount(count: *mut c_uint, mod_: CUmodule);

    cuModuleEnumerateFunctions, since 12.4, symbol "cuModuleEnumerateFunctions":
    fn cuModuleEnumerateFunctions(functions: *mut CUfunction, numFunctions: c_uint, mod_: CUmodule);

    cuModuleGetGlobal, since 3.2, symbol "cuModuleGetGlobal_v2":
    fn cuModuleGetGlobal_v2(dptr: *mut CUdeviceptr, bytes: *mut usize, hmod: CUmodule, name: *const c_char);

    cuLinkCreate, since 6.5, symbol "cuLinkCreate_v2":
    fn cuLinkCreate_v2(
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
        stateOut: *mut CUlinkState,
    );

    cuLinkAddData, since 6.5, symbol "cuLinkAddData_v2":
    fn cuLinkAddData_v2(
        state: CUlinkState,
        type_: CUjitInputType,
        data: *mut c_void,
        size: usize,
        name: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    );

    cuLinkAddFile, since 6.5, symbol "cuLinkAddFile_v2":
    fn cuLinkAddFile_v2(
        state: CUlinkState,
        type_: CUjitInputType,
        path: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    );

    cuLinkComplete, since 5.5, symbol "cuLinkComplete":
    fn cuLinkComplete(state: CUlinkState, cubinOut: *mut *mut c_void, sizeOut: *mut usize);

    cuLinkDestroy, since 5.5, symbol "cuLinkDestroy":
    fn cuLinkDestroy(state: CUlinkState);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuModuleGetTexRef, since 2.0, symbol "cuModuleGetTexRef":
    fn cuModuleGetTexRef(pTexRef: *mut CUtexref, hmod: CUmodule, name: *const c_char);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuModuleGetSurfRef, since 3.0, symbol "cuModuleGetSurfRef":
    fn cuModuleGetSurfRef(pSurfRef: *mut CUsurfref, hmod: CUmodule, name: *const c_char);

    cuLibraryLoadData, since 12.0, symbol "cuLibraryLoadData":
    fn cuLibraryLoadData(
        library: *mut CUlibrary,
        code: *const c_void,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    );

    cuLibraryLoadFromFile, since 12.0, symbol "cuLibraryLoadFromFile":
    fn cuLibraryLoadFromFile(
        library: *mut CUlibrary,
        fileName: *const c_char,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    );

    cuLibraryUnload, since 12.0, symbol "cuLibraryUnload":
    fn cuLibraryUnload(library: CUlibrary);

    cuLibraryGetKernel, since 12.0, symbol "cuLibraryGetKernel":
    fn cuLibraryGetKernel(pKernel: *mut CUkernel, library: CUlibrary, name: *const c_char);

    cuLibraryGetKernelCount, since 12.4, symbol "cuLibraryGetKernelCount":
    fn cuLibraryGetKernelCount(count: *mut c_uint, lib: CUlibrary);

    cuLibraryEnumerateKernels, since 12.4, symbol "cuLibraryEnumerateKernels":
    fn cuLibraryEnumerateKernels(kernels: *mut CUkernel, numKernels: c_uint, lib: CUlibrary);

    cuLibraryGetModule, since 12.0, symbol "cuLibraryGetModule":
    fn cuLibraryGetModule(pMod: *mut CUmodule, library: CUlibrary);

    cuKernelGetFunction, since 12.0, symbol "cuKernelGetFunction":
    fn cuKernelGetFunction(pFunc: *mut CUfunction, kernel: CUkernel);

    cuKernelGetLibrary, since 12.5, symbol "cuKernelGetLibrary":
    fn cuKernelGetLibrary(pLib: *mut CUlibrary, kernel: CUkernel);

    cuLibraryGetGlobal, since 12.0, symbol "cuLibraryGetGlobal":
    fn cuLibraryGetGlobal(dptr: *mut CUdeviceptr, bytes: *mut usize, library: CUlibrary, name: *const c_char);

    cuLibraryGetManaged, since 12.0, symbol "cuLibraryGetManaged":
    fn cuLibraryGetManaged(
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        library: CUlibrary,
        name: *const c_char,
    );

    cuLibraryGetUnifiedFunction, since 12.0, symbol "cuLibraryGetUnifiedFunction":
    fn cuLibraryGetUnifiedFunction(fptr: *mut *mut c_void, library: CUlibrary, symbol: *const c_char);

    cuKernelGetAttribute, since 12.0, symbol "cuKernelGetAttribute":
    fn cuKernelGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice);

    cuKernelSetAttribute, since 12.0, symbol "cuKernelSetAttribute":
    fn cuKernelSetAttribute(attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice);

    cuKernelSetCacheConfig, since 12.0, symbol "cuKernelSetCacheConfig":
    fn cuKernelSetCacheConfig(kernel: CUkernel, config: CUfunc_cache, dev: CUdevice);

    cuKernelGetName, since 12.3, symbol "cuKernelGetName":
    fn cuKernelGetName(name: *mut *const c_char, hfunc: CUkernel);

    cuKernelGetParamInfo, since 12.4, symbol "cuKernelGetParamInfo":
    fn cuKernelGetParamInfo(
        kernel: CUkernel,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    );

    cuKernelGetParamCount, since 13.2, symbol "cuKernelGetParamCount":
    fn cuKernelGetParamCount(kernel: CUkernel, paramCount: *mut usize);

    cuMemGetInfo, since 3.2, symbol "cuMemGetInfo_v2":
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize);

    cuMemAlloc, since 3.2, symbol "cuMemAlloc_v2":
    fn cuMemAlloc_v2(dptr: *mut CUdeviceptr, bytesize: usize);

    cuMemAllocPitch, since 3.2, symbol "cuMemAllocPitch_v2":
    fn cuMemAllocPitch_v2(
        dptr: *mut CUdeviceptr,
        pPitch: *mut usize,
        WidthInBytes: usize,
        Height: usize,
        ElementSizeBytes: c_uint,
    );

    cuMemFree, since 3.2, symbol "cuMemFree_v2":
    fn cuMemFree_v2(dptr: CUdeviceptr);

    cuMemGetAddressRange, since 3.2, symbol "cuMemGetAddressRange_v2":
    fn cuMemGetAddressRange_v2(pbase: *mut CUdeviceptr, psize: *mut usize, dptr: CUdeviceptr);

    cuMemAllocHost, since 3.2, symbol "cuMemAllocHost_v2":
    fn cuMemAllocHost_v2(pp: *mut *mut c_void, bytesize: usize);

    cuMemFreeHost, since 2.0, symbol "cuMemFreeHost":
    fn cuMemFreeHost(p: *mut c_void);

    cuMemHostAlloc, since 2.2, symbol "cuMemHostAlloc":
    fn cuMemHostAlloc(pp: *mut *mut c_void, bytesize: usize, Flags: c_uint);

    cuMemHostGetDevicePointer, since 3.2, symbol "cuMemHostGetDevicePointer_v2":
    fn cuMemHostGetDevicePointer_v2(pdptr: *mut CUdeviceptr, p: *mut c_void, Flags: c_uint);

    cuMemHostGetFlags, since 2.3, symbol "cuMemHostGetFlags":
    fn cuMemHostGetFlags(pFlags: *mut c_uint, p: *mut c_void);

    cuMemAllocManaged, since 6.0, symbol "cuMemAllocManaged":
    fn cuMemAllocManaged(dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint);

    cuDeviceRegisterAsyncNotification, since 12.4, symbol "cuDeviceRegisterAsyncNotification":
    fn cuDeviceRegisterAsyncNotification(
        device: CUdevice,
        callbackFunc: CUasyncCallback,
        userData: *mut c_void,
        callback: *mut CUasyncCallbackHandle,
    );

    cuDeviceUnregisterAsyncNotification, since 12.4, symbol "cuDeviceUnregisterAsyncNotification":
    fn cuDeviceUnregisterAsyncNotification(device: CUdevice, callback: CUasyncCallbackHandle);

    cuDeviceGetByPCIBusId, since 4.1, symbol "cuDeviceGetByPCIBusId":
    fn cuDeviceGetByPCIBusId(dev: *mut CUdevice, pciBusId: *const c_char);

    cuDeviceGetPCIBusId, since 4.1, symbol "cuDeviceGetPCIBusId":
    fn cuDeviceGetPCIBusId(pciBusId: *mut c_char, len: c_int, dev: CUdevice);

    cuIpcGetEventHandle, since 4.1, symbol "cuIpcGetEventHandle":
    fn cuIpcGetEventHandle(pHandle: *mut CUipcEventHandle, event: CUevent);

    cuIpcOpenEventHandle, since 4.1, symbol "cuIpcOpenEventHandle":
    fn cuIpcOpenEventHandle(phEvent: *mut CUevent, handle: CUipcEventHandle);

    cuIpcGetMemHandle, since 4.1, symbol "cuIpcGetMemHandle":
    fn cuIpcGetMemHandle(pHandle: *mut CUipcMemHandle, dptr: CUdeviceptr);

    cuIpcOpenMemHandle, since 11.0, symbol "cuIpcOpenMemHandle_v2":
    fn cuIpcOpenMemHandle_v2(pdptr: *mut CUdeviceptr, handle: CUipcMemHandle, Flags: c_uint);

    cuIpcCloseMemHandle, since 4.1, symbol "cuIpcCloseMemHandle":
    fn cuIpcCloseMemHandle(dptr: CUdeviceptr);

    cuMemHostRegister, since 6.5, symbol "cuMemHostRegister_v2":
    fn cuMemHostRegister_v2(p: *mut c_void, bytesize: usize, Flags: c_uint);

    cuMemHostUnregister, since 4.0, symbol "cuMemHostUnregister":
    fn cuMemHostUnregister(p: *mut c_void);

    cuMemcpy, since 4.0, symbol "cuMemcpy", per thread "cuMemcpy_ptds":
    fn cuMemcpy(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize);

    cuMemcpyPeer, since 4.0, symbol "cuMemcpyPeer", per thread "cuMemcpyPeer_ptds":
    fn cuMemcpyPeer(
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
    );

    cuMemcpyHtoD, since 3.2, symbol "cuMemcpyHtoD_v2", per thread "cuMemcpyHtoD_v2_ptds":
    fn cuMemcpyHtoD_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize);

    cuMemcpyDtoH, since 3.2, symbol "cuMemcpyDtoH_v2", per thread "cuMemcpyDtoH_v2_ptds":
    fn cuMemcpyDtoH_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyDtoD, since 3.2, symbol "cuMemcpyDtoD_v2", per thread "cuMemcpyDtoD_v2_ptds":
    fn cuMemcpyDtoD_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyDtoA, since 3.2, symbol "cuMemcpyDtoA_v2", per thread "cuMemcpyDtoA_v2_ptds":
    fn cuMemcpyDtoA_v2(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize);

    cuMemcpyAtoD, since 3.2, symbol "cuMemcpyAtoD_v2", per thread "cuMemcpyAtoD_v2_ptds":
    fn cuMemcpyAtoD_v2(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize);

    cuMemcpyHtoA, since 3.2, symbol "cuMemcpyHtoA_v2", per thread "cuMemcpyHtoA_v2_ptds":
    fn cuMemcpyHtoA_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize);

    cuMemcpyAtoH, since 3.2, symbol "cuMemcpyAtoH_v2", per thread "cuMemcpyAtoH_v2_ptds":
    fn cuMemcpyAtoH_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize);

    cuMemcpyAtoA, since 3.2, symbol "cuMemcpyAtoA_v2", per thread "cuMemcpyAtoA_v2_ptds":
    fn cuMemcpyAtoA_v2(
        dstArray: CUarray,
        dstOffset: usize,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
    );

    cuMemcpy2D, since 3.2, symbol "cuMemcpy2D_v2", per thread "cuMemcpy2D_v2_ptds":
    fn cuMemcpy2D_v2(pCopy: *const CUDA_MEMCPY2D);

    cuMemcpy2DUnaligned, since 3.2, symbol "cuMemcpy2DUnaligned_v2", per thread "cuMemcpy2DUnaligned_v2_ptds":
    fn cuMemcpy2DUnaligned_v2(pCopy: *const CUDA_MEMCPY2D);

    cuMemcpy3D, since 3.2, symbol "cuMemcpy3D_v2", per thread "cuMemcpy3D_v2_ptds":
    fn cuMemcpy3D_v2(pCopy: *const CUDA_MEMCPY3D);

    cuMemcpy3DPeer, since 4.0, symbol "cuMemcpy3DPeer", per thread "cuMemcpy3DPeer_ptds":
    fn cuMemcpy3DPeer(pCopy: *const CUDA_MEMCPY3D_PEER);

    cuMemcpyAsync, since 4.0, symbol "cuMemcpyAsync", per thread "cuMemcpyAsync_ptsz":
    fn cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream);

    cuMemcpyPeerAsync, since 4.0, symbol "cuMemcpyPeerAsync", per thread "cuMemcpyPeerAsync_ptsz":
    fn cuMemcpyPeerAsync(
        dstDevice: CUdeviceptr,
        dstContext: CUcontext,
        srcDevice: CUdeviceptr,
        srcContext: CUcontext,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyHtoDAsync, since 3.2, symbol "cuMemcpyHtoDAsync_v2", per thread "cuMemcpyHtoDAsync_v2_ptsz":
    fn cuMemcpyHtoDAsync_v2(
        dstDevice: CUdeviceptr,
        srcHost: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyDtoHAsync, since 3.2, symbol "cuMemcpyDtoHAsync_v2", per thread "cuMemcpyDtoHAsync_v2_ptsz":
    fn cuMemcpyDtoHAsync_v2(
        dstHost: *mut c_void,
        srcDevice: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyDtoDAsync, since 3.2, symbol "cuMemcpyDtoDAsync_v2", per thread "cuMemcpyDtoDAsync_v2_ptsz":
    fn cuMemcpyDtoDAsync_v2(
        dstDevice: CUdeviceptr,
        srcDevice: CUdeviceptr,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyHtoAAsync, since 3.2, symbol "cuMemcpyHtoAAsync_v2", per thread "cuMemcpyHtoAAsync_v2_ptsz":
    fn cuMemcpyHtoAAsync_v2(
        dstArray: CUarray,
        dstOffset: usize,
        srcHost: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpyAtoHAsync, since 3.2, symbol "cuMemcpyAtoHAsync_v2", per thread "cuMemcpyAtoHAsync_v2_ptsz":
    fn cuMemcpyAtoHAsync_v2(
        dstHost: *mut c_void,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
        hStream: CUstream,
    );

    cuMemcpy2DAsync, since 3.2, symbol "cuMemcpy2DAsync_v2", per thread "cuMemcpy2DAsync_v2_ptsz":
    fn cuMemcpy2DAsync_v2(pCopy: *const CUDA_MEMCPY2D, hStream: CUstream);

    cuMemcpy3DAsync, since 3.2, symbol "cuMemcpy3DAsync_v2", per thread "cuMemcpy3DAsync_v2_ptsz":
    fn cuMemcpy3DAsync_v2(pCopy: *const CUDA_MEMCPY3D, hStream: CUstream);

    cuMemcpy3DPeerAsync, since 4.0, symbol "cuMemcpy3DPeerAsync", per thread "cuMemcpy3DPeerAsync_ptsz":
    fn cuMemcpy3DPeerAsync(pCopy: *const CUDA_MEMCPY3D_PEER, hStream: CUstream);

    cuMemcpyBatchAsync, since 13.0, symbol "cuMemcpyBatchAsync_v2", per thread "cuMemcpyBatchAsync_v2_ptsz":
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

    cuMemcpy3DBatchAsync, since 13.0, symbol "cuMemcpy3DBatchAsync_v2", per thread "cuMemcpy3DBatchAsync_v2_ptsz":
    fn cuMemcpy3DBatchAsync_v2(
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemcpyWithAttributesAsync, since 13.2, symbol "cuMemcpyWithAttributesAsync", per thread "cuMemcpyWithAttributesAsync_ptsz":
    fn cuMemcpyWithAttributesAsync(
        dst: CUdeviceptr,
        src: CUdeviceptr,
        size: usize,
        attr: *mut CUmemcpyAttributes,
        hStream: CUstream,
    );

    cuMemcpy3DWithAttributesAsync, since 13.2, symbol "cuMemcpy3DWithAttributesAsync", per thread "cuMemcpy3DWithAttributesAsync_ptsz":
    fn cuMemcpy3DWithAttributesAsync(op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream);

    cuMemsetD8, since 3.2, symbol "cuMemsetD8_v2", per thread "cuMemsetD8_v2_ptds":
    fn cuMemsetD8_v2(dstDevice: CUdeviceptr, uc: c_uchar, N: usize);

    cuMemsetD16, since 3.2, symbol "cuMemsetD16_v2", per thread "cuMemsetD16_v2_ptds":
    fn cuMemsetD16_v2(dstDevice: CUdeviceptr, us: c_ushort, N: usize);

    cuMemsetD32, since 3.2, symbol "cuMemsetD32_v2", per thread "cuMemsetD32_v2_ptds":
    fn cuMemsetD32_v2(dstDevice: CUdeviceptr, ui: c_uint, N: usize);

    cuMemsetD2D8, since 3.2, symbol "cuMemsetD2D8_v2", per thread "cuMemsetD2D8_v2_ptds":
    fn cuMemsetD2D8_v2(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize);

    cuMemsetD2D16, since 3.2, symbol "cuMemsetD2D16_v2", per thread "cuMemsetD2D16_v2_ptds":
    fn cuMemsetD2D16_v2(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize);

    cuMemsetD2D32, since 3.2, symbol "cuMemsetD2D32_v2", per thread "cuMemsetD2D32_v2_ptds":
    fn cuMemsetD2D32_v2(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize);

    cuMemsetD8Async, since 3.2, symbol "cuMemsetD8Async", per thread "cuMemsetD8Async_ptsz":
    fn cuMemsetD8Async(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream);

    cuMemsetD16Async, since 3.2, symbol "cuMemsetD16Async", per thread "cuMemsetD16Async_ptsz":
    fn cuMemsetD16Async(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream);

    cuMemsetD32Async, since 3.2, symbol "cuMemsetD32Async", per thread "cuMemsetD32Async_ptsz":
    fn cuMemsetD32Async(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream);

    cuMemsetD2D8Async, since 3.2, symbol "cuMemsetD2D8Async", per thread "cuMemsetD2D8Async_ptsz":
    fn cuMemsetD2D8Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        uc: c_uchar,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuMemsetD2D16Async, since 3.2, symbol "cuMemsetD2D16Async", per thread "cuMemsetD2D16Async_ptsz":
    fn cuMemsetD2D16Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        us: c_ushort,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuMemsetD2D32Async, since 3.2, symbol "cuMemsetD2D32Async", per thread "cuMemsetD2D32Async_ptsz":
    fn cuMemsetD2D32Async(
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        ui: c_uint,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    );

    cuArrayCreate, since 3.2, symbol "cuArrayCreate_v2":
    fn cuArrayCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR);

    cuArrayGetDescriptor, since 3.2, symbol "cuArrayGetDescriptor_v2":
    fn cuArrayGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR, hArray: CUarray);

    cuArrayGetSparseProperties, since 11.1, symbol "cuArrayGetSparseProperties":
    fn cuArrayGetSparseProperties(sparseProperties: *mut CUDA_ARRAY_SPARSE_PROPERTIES, array: CUarray);

    cuMipmappedArrayGetSparseProperties, since 11.1, symbol "cuMipmappedArrayGetSparseProperties":
    fn cuMipmappedArrayGetSparseProperties(
        sparseProperties: *mut CUDA_ARRAY_SPARSE_PROPERTIES,
        mipmap: CUmipmappedArray,
    );

    cuArrayGetMemoryRequirements, since 11.6, symbol "cuArrayGetMemoryRequirements":
    fn cuArrayGetMemoryRequirements(
        memoryRequirements: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS,
        array: CUarray,
        device: CUdevice,
    );

    cuMipmappedArrayGetMemoryRequirements, since 11.6, symbol "cuMipmappedArrayGetMemoryRequirements":
    fn cuMipmappedArrayGetMemoryRequirements(
        memoryRequirements: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS,
        mipmap: CUmipmappedArray,
        device: CUdevice,
    );

    cuArrayGetPlane, since 11.2, symbol "cuArrayGetPlane":
    fn cuArrayGetPlane(pPlaneArray: *mut CUarray, hArray: CUarray, planeIdx: c_uint);

    cuArrayDestroy, since 2.0, symbol "cuArrayDestroy":
    fn cuArrayDestroy(hArray: CUarray);

    cuArray3DCreate, since 3.2, symbol "cuArray3DCreate_v2":
    fn cuArray3DCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR);

    cuArray3DGetDescriptor, since 3.2, symbol "cuArray3DGetDescriptor_v2":
    fn cuArray3DGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR, hArray: CUarray);

    cuMipmappedArrayCreate, since 5.0, symbol "cuMipmappedArrayCreate":
    fn cuMipmappedArrayCreate(
        pHandle: *mut CUmipmappedArray,
        pMipmappedArrayDesc: *const CUDA_ARRAY3D_DESCRIPTOR,
        numMipmapLevels: c_uint,
    );

    cuMipmappedArrayGetLevel, since 5.0, symbol "cuMipmappedArrayGetLevel":
    fn cuMipmappedArrayGetLevel(pLevelArray: *mut CUarray, hMipmappedArray: CUmipmappedArray, level: c_uint);

    cuMipmappedArrayDestroy, since 5.0, symbol "cuMipmappedArrayDestroy":
    fn cuMipmappedArrayDestroy(hMipmappedArray: CUmipmappedArray);

    cuMemGetHandleForAddressRange, since 11.7, symbol "cuMemGetHandleForAddressRange":
    fn cuMemGetHandleForAddressRange(
        handle: *mut c_void,
        dptr: CUdeviceptr,
        size: usize,
        handleType: CUmemRangeHandleType,
        flags: c_ulonglong,
    );

    cuMemBatchDecompressAsync, since 12.6, symbol "cuMemBatchDecompressAsync", per thread "cuMemBatchDecompressAsync_ptsz":
    fn cuMemBatchDecompressAsync(
        paramsArray: *mut CUmemDecompressParams,
        count: usize,
        flags: c_uint,
        errorIndex: *mut usize,
        stream: CUstream,
    );

    cuMemAddressReserve, since 10.2, symbol "cuMemAddressReserve":
    fn cuMemAddressReserve(
        ptr: *mut CUdeviceptr,
        size: usize,
        alignment: usize,
        addr: CUdeviceptr,
        flags: c_ulonglong,
    );

    cuMemAddressFree, since 10.2, symbol "cuMemAddressFree":
    fn cuMemAddressFree(ptr: CUdeviceptr, size: usize);

    cuMemCreate, since 10.2, symbol "cuMemCreate":
    fn cuMemCreate(
        handle: *mut CUmemGenericAllocationHandle,
        size: usize,
        prop: *const CUmemAllocationProp,
        flags: c_ulonglong,
    );

    cuMemRelease, since 10.2, symbol "cuMemRelease":
    fn cuMemRelease(handle: CUmemGenericAllocationHandle);

    cuMemMap, since 10.2, symbol "cuMemMap":
    fn cuMemMap(
        ptr: CUdeviceptr,
        size: usize,
        offset: usize,
        handle: CUmemGenericAllocationHandle,
        flags: c_ulonglong,
    );

    cuMemMapArrayAsync, since 11.1, symbol "cuMemMapArrayAsync", per thread "cuMemMapArrayAsync_ptsz":
    fn cuMemMapArrayAsync(mapInfoList: *mut CUarrayMapInfo, count: c_uint, hStream: CUstream);

    cuMemUnmap, since 10.2, symbol "cuMemUnmap":
    fn cuMemUnmap(ptr: CUdeviceptr, size: usize);

    cuMemSetAccess, since 10.2, symbol "cuMemSetAccess":
    fn cuMemSetAccess(ptr: CUdeviceptr, size: usize, desc: *const CUmemAccessDesc, count: usize);

    cuMemGetAccess, since 10.2, symbol "cuMemGetAccess":
    fn cuMemGetAccess(flags: *mut c_ulonglong, location: *const CUmemLocation, ptr: CUdeviceptr);

    cuMemExportToShareableHandle, since 10.2, symbol "cuMemExportToShareableHandle":
    fn cuMemExportToShareableHandle(
        shareableHandle: *mut c_void,
        handle: CUmemGenericAllocationHandle,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    );

    cuMemImportFromShareableHandle, since 10.2, symbol "cuMemImportFromShareableHandle":
    fn cuMemImportFromShareableHandle(
        handle: *mut CUmemGenericAllocationHandle,
        osHandle: *mut c_void,
        shHandleType: CUmemAllocationHandleType,
    );

    cuMemGetAllocationGranularity, since 10.2, symbol "cuMemGetAllocationGranularity":
    fn cuMemGetAllocationGranularity(
        granularity: *mut usize,
        prop: *const CUmemAllocationProp,
        option: CUmemAllocationGranularity_flags,
    );

    cuMemGetAllocationPropertiesFromHandle, since 10.2, symbol "cuMemGetAllocationPropertiesFromHandle":
    fn cuMemGetAllocationPropertiesFromHandle(
        prop: *mut CUmemAllocationProp,
        handle: CUmemGenericAllocationHandle,
    );

    cuMemRetainAllocationHandle, since 11.0, symbol "cuMemRetainAllocationHandle":
    fn cuMemRetainAllocationHandle(handle: *mut CUmemGenericAllocationHandle, addr: *mut c_void);

    cuMemFreeAsync, since 11.2, symbol "cuMemFreeAsync", per thread "cuMemFreeAsync_ptsz":
    fn cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream);

    cuMemAllocAsync, since 11.2, symbol "cuMemAllocAsync", per thread "cuMemAllocAsync_ptsz":
    fn cuMemAllocAsync(dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream);

    cuMemPoolTrimTo, since 11.2, symbol "cuMemPoolTrimTo":
    fn cuMemPoolTrimTo(pool: CUmemoryPool, minBytesToKeep: usize);

    cuMemPoolSetAttribute, since 11.2, symbol "cuMemPoolSetAttribute":
    fn cuMemPoolSetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);

    cuMemPoolGetAttribute, since 11.2, symbol "cuMemPoolGetAttribute":
    fn cuMemPoolGetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);

    cuMemPoolSetAccess, since 11.2, symbol "cuMemPoolSetAccess":
    fn cuMemPoolSetAccess(pool: CUmemoryPool, map: *const CUmemAccessDesc, count: usize);

    cuMemPoolGetAccess, since 11.2, symbol "cuMemPoolGetAccess":
    fn cuMemPoolGetAccess(flags: *mut CUmemAccess_flags, memPool: CUmemoryPool, location: *mut CUmemLocation);

    cuMemPoolCreate, since 11.2, symbol "cuMemPoolCreate":
    fn cuMemPoolCreate(pool: *mut CUmemoryPool, poolProps: *const CUmemPoolProps);

    cuMemPoolDestroy, since 11.2, symbol "cuMemPoolDestroy":
    fn cuMemPoolDestroy(pool: CUmemoryPool);

    cuMemGetDefaultMemPool, since 13.0, symbol "cuMemGetDefaultMemPool":
    fn cuMemGetDefaultMemPool(
        pool_out: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        type_: CUmemAllocationType,
    );

    cuMemGetMemPool, since 13.0, symbol "cuMemGetMemPool":
    fn cuMemGetMemPool(pool: *mut CUmemoryPool, location: *mut CUmemLocation, type_: CUmemAllocationType);

    cuMemSetMemPool, since 13.0, symbol "cuMemSetMemPool":
    fn cuMemSetMemPool(location: *mut CUmemLocation, type_: CUmemAllocationType, pool: CUmemoryPool);

    cuMemAllocFromPoolAsync, since 11.2, symbol "cuMemAllocFromPoolAsync", per thread "cuMemAllocFromPoolAsync_ptsz":
    fn cuMemAllocFromPoolAsync(
        dptr: *mut CUdeviceptr,
        bytesize: usize,
        pool: CUmemoryPool,
        hStream: CUstream,
    );

    cuMemPoolExportToShareableHandle, since 11.2, symbol "cuMemPoolExportToShareableHandle":
    fn cuMemPoolExportToShareableHandle(
        handle_out: *mut c_void,
        pool: CUmemoryPool,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    );

    cuMemPoolImportFromShareableHandle, since 11.2, symbol "cuMemPoolImportFromShareableHandle":
    fn cuMemPoolImportFromShareableHandle(
        pool_out: *mut CUmemoryPool,
        handle: *mut c_void,
        handleType: CUmemAllocationHandleType,
        flags: c_ulonglong,
    );

    cuMemPoolExportPointer, since 11.2, symbol "cuMemPoolExportPointer":
    fn cuMemPoolExportPointer(shareData_out: *mut CUmemPoolPtrExportData, ptr: CUdeviceptr);

    cuMemPoolImportPointer, since 11.2, symbol "cuMemPoolImportPointer":
    fn cuMemPoolImportPointer(
        ptr_out: *mut CUdeviceptr,
        pool: CUmemoryPool,
        shareData: *mut CUmemPoolPtrExportData,
    );

    cuMulticastCreate, since 12.1, symbol "cuMulticastCreate":
    fn cuMulticastCreate(mcHandle: *mut CUmemGenericAllocationHandle, prop: *const CUmulticastObjectProp);

    cuMulticastAddDevice, since 12.1, symbol "cuMulticastAddDevice":
    fn cuMulticastAddDevice(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice);

    cuMulticastBindMem, since 12.1, symbol "cuMulticastBindMem":
    fn cuMulticastBindMem(
        mcHandle: CUmemGenericAllocationHandle,
        mcOffset: usize,
        memHandle: CUmemGenericAllocationHandle,
        memOffset: usize,
        size: usize,
        flags: c_ulonglong,
    );

    cuMulticastBindMem_v2, since 13.1, symbol "cuMulticastBindMem_v2":
    fn cuMulticastBindMem_v2(
        mcHandle: CUmemGenericAllocationHandle,
        dev: CUdevice,
        mcOffset: usize,
        memHandle: CUmemGenericAllocationHandle,
        memOffset: usize,
        size: usize,
        flags: c_ulonglong,
    );

    cuMulticastBindAddr, since 12.1, symbol "cuMulticastBindAddr":
    fn cuMulticastBindAddr(
        mcHandle: CUmemGenericAllocationHandle,
        mcOffset: usize,
        memptr: CUdeviceptr,
        size: usize,
        flags: c_ulonglong,
    );

    cuMulticastBindAddr_v2, since 13.1, symbol "cuMulticastBindAddr_v2":
    fn cuMulticastBindAddr_v2(
        mcHandle: CUmemGenericAllocationHandle,
        dev: CUdevice,
        mcOffset: usize,
        memptr: CUdeviceptr,
        size: usize,
        flags: c_ulonglong,
    );

    cuMulticastUnbind, since 12.1, symbol "cuMulticastUnbind":
    fn cuMulticastUnbind(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, size: usize);

    cuMulticastGetGranularity, since 12.1, symbol "cuMulticastGetGranularity":
    fn cuMulticastGetGranularity(
        granularity: *mut usize,
        prop: *const CUmulticastObjectProp,
        option: CUmulticastGranularity_flags,
    );

    cuDeviceGetFabricClusterUuid, since 13.4, symbol "cuDeviceGetFabricClusterUuid":
    fn cuDeviceGetFabricClusterUuid(uuid: *mut CUuuid, dev: CUdevice);

    cuDeviceGetCliqueCount, since 13.4, symbol "cuDeviceGetCliqueCount":
    fn cuDeviceGetCliqueCount(count: *mut usize, dev: CUdevice);

    cuDeviceGetCliqueInfo, since 13.4, symbol "cuDeviceGetCliqueInfo":
    fn cuDeviceGetCliqueInfo(cliqueInfo: *mut CUcliqueInfo, count: *mut usize, dev: CUdevice);

    cuLogicalEndpointIdReserve, since 13.3, symbol "cuLogicalEndpointIdReserve":
    fn cuLogicalEndpointIdReserve(baseLeId: *mut CUlogicalEndpointId, count: cuuint32_t);

    cuLogicalEndpointIdRelease, since 13.3, symbol "cuLogicalEndpointIdRelease":
    fn cuLogicalEndpointIdRelease(baseLeId: CUlogicalEndpointId, count: cuuint32_t);

    cuLogicalEndpointCreate, since 13.3, symbol "cuLogicalEndpointCreate":
    fn cuLogicalEndpointCreate(leId: CUlogicalEndpointId, prop: *const CUlogicalEndpointProp);

    cuLogicalEndpointAddDevice, since 13.3, symbol "cuLogicalEndpointAddDevice":
    fn cuLogicalEndpointAddDevice(leId: CUlogicalEndpointId, dev: CUdevice);

    cuLogicalEndpointDestroy, since 13.3, symbol "cuLogicalEndpointDestroy":
    fn cuLogicalEndpointDestroy(leId: CUlogicalEndpointId);

    cuLogicalEndpointBindAddr, since 13.3, symbol "cuLogicalEndpointBindAddr":
    fn cuLogicalEndpointBindAddr(
        leId: CUlogicalEndpointId,
        dev: CUdevice,
        offset: cuuint64_t,
        ptr: *mut c_void,
        size: cuuint64_t,
        flags: c_ulonglong,
    );

    cuLogicalEndpointBindMem, since 13.3, symbol "cuLogicalEndpointBindMem":
    fn cuLogicalEndpointBindMem(
        leId: CUlogicalEndpointId,
        dev: CUdevice,
        offset: cuuint64_t,
        memHandle: CUmemGenericAllocationHandle,
        memOffset: cuuint64_t,
        size: cuuint64_t,
        flags: c_ulonglong,
    );

    cuLogicalEndpointUnbind, since 13.3, symbol "cuLogicalEndpointUnbind":
    fn cuLogicalEndpointUnbind(
        leId: CUlogicalEndpointId,
        dev: CUdevice,
        offset: cuuint64_t,
        size: cuuint64_t,
    );

    cuLogicalEndpointExport, since 13.3, symbol "cuLogicalEndpointExport":
    fn cuLogicalEndpointExport(
        handle: *mut c_void,
        leId: CUlogicalEndpointId,
        handleType: CUlogicalEndpointIpcHandleType,
    );

    cuLogicalEndpointImport, since 13.3, symbol "cuLogicalEndpointImport":
    fn cuLogicalEndpointImport(
        leId: CUlogicalEndpointId,
        handle: *const c_void,
        handleType: CUlogicalEndpointIpcHandleType,
    );

    cuLogicalEndpointGetLimits, since 13.3, symbol "cuLogicalEndpointGetLimits":
    fn cuLogicalEndpointGetLimits(
        bindAlignment: *mut cuuint64_t,
        maxSize: *mut cuuint64_t,
        prop: *const CUlogicalEndpointProp,
    );

    cuLogicalEndpointQuery, since 13.3, symbol "cuLogicalEndpointQuery":
    fn cuLogicalEndpointQuery(leId: CUlogicalEndpointId, count: cuuint32_t, queryStatus: *mut c_int);

    cuFabricCpyBatchAsync, since 13.5, symbol "cuFabricCpyBatchAsync", per thread "cuFabricCpyBatchAsync_ptsz":
    fn cuFabricCpyBatchAsync(
        numOps: usize,
        opList: *mut CUDA_FABRIC_COPY_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuPointerGetAttribute, since 4.0, symbol "cuPointerGetAttribute":
    fn cuPointerGetAttribute(data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr);

    cuMemPrefetchAsync, since 12.2, symbol "cuMemPrefetchAsync_v2", per thread "cuMemPrefetchAsync_v2_ptsz":
    fn cuMemPrefetchAsync_v2(
        devPtr: CUdeviceptr,
        count: usize,
        location: CUmemLocation,
        flags: c_uint,
        hStream: CUstream,
    );

    cuMemAdvise, since 12.2, symbol "cuMemAdvise_v2":
    fn cuMemAdvise_v2(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation);

    cuMemPrefetchBatchAsync, since 13.0, symbol "cuMemPrefetchBatchAsync", per thread "cuMemPrefetchBatchAsync_ptsz":
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

    cuMemDiscardBatchAsync, since 13.0, symbol "cuMemDiscardBatchAsync", per thread "cuMemDiscardBatchAsync_ptsz":
    fn cuMemDiscardBatchAsync(
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    );

    cuMemDiscardAndPrefetchBatchAsync, since 13.0, symbol "cuMemDiscardAndPrefetchBatchAsync", per thread "cuMemDiscardAndPrefetchBatchAsync_ptsz":
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

    cuMemGetLocationInfo, since 13.4, symbol "cuMemGetLocationInfo":
    fn cuMemGetLocationInfo(
        ptr: CUdeviceptr,
        size: usize,
        summaryGranularity: usize,
        samplingGranularity: usize,
        location_out: *mut CUmemLocation,
    );

    cuMemRangeGetAttribute, since 8.0, symbol "cuMemRangeGetAttribute":
    fn cuMemRangeGetAttribute(
        data: *mut c_void,
        dataSize: usize,
        attribute: CUmem_range_attribute,
        devPtr: CUdeviceptr,
        count: usize,
    );

    cuMemRangeGetAttributes, since 8.0, symbol "cuMemRangeGetAttributes":
    fn cuMemRangeGetAttributes(
        data: *mut *mut c_void,
        dataSizes: *mut usize,
        attributes: *mut CUmem_range_attribute,
        numAttributes: usize,
        devPtr: CUdeviceptr,
        count: usize,
    );

    cuPointerSetAttribute, since 6.0, symbol "cuPointerSetAttribute":
    fn cuPointerSetAttribute(value: *const c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr);

    cuPointerGetAttributes, since 7.0, symbol "cuPointerGetAttributes":
    fn cuPointerGetAttributes(
        numAttributes: c_uint,
        attributes: *mut CUpointer_attribute,
        data: *mut *mut c_void,
        ptr: CUdeviceptr,
    );

    cuStreamCreate, since 2.0, symbol "cuStreamCreate":
    fn cuStreamCreate(phStream: *mut CUstream, Flags: c_uint);

    cuStreamCreateWithPriority, since 5.5, symbol "cuStreamCreateWithPriority":
    fn cuStreamCreateWithPriority(phStream: *mut CUstream, flags: c_uint, priority: c_int);

    cuStreamBeginCaptureToCig, since 13.1, symbol "cuStreamBeginCaptureToCig", per thread "cuStreamBeginCaptureToCig_ptsz":
    fn cuStreamBeginCaptureToCig(hStream: CUstream, streamCigCaptureParams: *mut CUstreamCigCaptureParams);

    cuStreamEndCaptureToCig, since 13.1, symbol "cuStreamEndCaptureToCig", per thread "cuStreamEndCaptureToCig_ptsz":
    fn cuStreamEndCaptureToCig(hStream: CUstream);

    cuStreamGetPriority, since 5.5, symbol "cuStreamGetPriority", per thread "cuStreamGetPriority_ptsz":
    fn cuStreamGetPriority(hStream: CUstream, priority: *mut c_int);

    cuStreamGetDevice, since 12.8, symbol "cuStreamGetDevice", per thread "cuStreamGetDevice_ptsz":
    fn cuStreamGetDevice(hStream: CUstream, device: *mut CUdevice);

    cuStreamGetFlags, since 5.5, symbol "cuStreamGetFlags", per thread "cuStreamGetFlags_ptsz":
    fn cuStreamGetFlags(hStream: CUstream, flags: *mut c_uint);

    cuStreamGetId, since 12.0, symbol "cuStreamGetId", per thread "cuStreamGetId_ptsz":
    fn cuStreamGetId(hStream: CUstream, streamId: *mut c_ulonglong);

    cuStreamGetCtx, since 9.2, symbol "cuStreamGetCtx", per thread "cuStreamGetCtx_ptsz":
    fn cuStreamGetCtx(hStream: CUstream, pctx: *mut CUcontext);

    cuStreamGetCtx_v2, since 12.5, symbol "cuStreamGetCtx_v2", per thread "cuStreamGetCtx_v2_ptsz":
    fn cuStreamGetCtx_v2(hStream: CUstream, pCtx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx);

    cuStreamWaitEvent, since 3.2, symbol "cuStreamWaitEvent", per thread "cuStreamWaitEvent_ptsz":
    fn cuStreamWaitEvent(hStream: CUstream, hEvent: CUevent, Flags: c_uint);

    cuStreamAddCallback, since 5.0, symbol "cuStreamAddCallback", per thread "cuStreamAddCallback_ptsz":
    fn cuStreamAddCallback(
        hStream: CUstream,
        callback: CUstreamCallback,
        userData: *mut c_void,
        flags: c_uint,
    );

    cuStreamBeginCapture, since 10.1, symbol "cuStreamBeginCapture_v2", per thread "cuStreamBeginCapture_v2_ptsz":
    fn cuStreamBeginCapture_v2(hStream: CUstream, mode: CUstreamCaptureMode);

    cuStreamBeginRecaptureToGraph, since 13.3, symbol "cuStreamBeginRecaptureToGraph", per thread "cuStreamBeginRecaptureToGraph_ptsz":
    fn cuStreamBeginRecaptureToGraph(
        hStream: CUstream,
        mode: CUstreamCaptureMode,
        hGraph: CUgraph,
        callbackFunc: CUgraphRecaptureCallback,
        userData: *mut c_void,
    );

    cuStreamBeginCaptureToGraph, since 12.3, symbol "cuStreamBeginCaptureToGraph", per thread "cuStreamBeginCaptureToGraph_ptsz":
    fn cuStreamBeginCaptureToGraph(
        hStream: CUstream,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        mode: CUstreamCaptureMode,
    );

    cuThreadExchangeStreamCaptureMode, since 10.1, symbol "cuThreadExchangeStreamCaptureMode":
    fn cuThreadExchangeStreamCaptureMode(mode: *mut CUstreamCaptureMode);

    cuStreamEndCapture, since 10.0, symbol "cuStreamEndCapture", per thread "cuStreamEndCapture_ptsz":
    fn cuStreamEndCapture(hStream: CUstream, phGraph: *mut CUgraph);

    cuStreamIsCapturing, since 10.0, symbol "cuStreamIsCapturing", per thread "cuStreamIsCapturing_ptsz":
    fn cuStreamIsCapturing(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus);

    cuStreamGetCaptureInfo, since 12.3, symbol "cuStreamGetCaptureInfo_v3", per thread "cuStreamGetCaptureInfo_v3_ptsz":
    fn cuStreamGetCaptureInfo_v3(
        hStream: CUstream,
        captureStatus_out: *mut CUstreamCaptureStatus,
        id_out: *mut cuuint64_t,
        graph_out: *mut CUgraph,
        dependencies_out: *mut *const CUgraphNode,
        edgeData_out: *mut *const CUgraphEdgeData,
        numDependencies_out: *mut usize,
    );

    cuStreamUpdateCaptureDependencies, since 12.3, symbol "cuStreamUpdateCaptureDependencies_v2", per thread "cuStreamUpdateCaptureDependencies_v2_ptsz":
    fn cuStreamUpdateCaptureDependencies_v2(
        hStream: CUstream,
        dependencies: *mut CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        flags: c_uint,
    );

    cuStreamAttachMemAsync, since 6.0, symbol "cuStreamAttachMemAsync", per thread "cuStreamAttachMemAsync_ptsz":
    fn cuStreamAttachMemAsync(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint);

    cuStreamQuery, since 2.0, symbol "cuStreamQuery", per thread "cuStreamQuery_ptsz":
    fn cuStreamQuery(hStream: CUstream);

    cuStreamSynchronize, since 2.0, symbol "cuStreamSynchronize", per thread "cuStreamSynchronize_ptsz":
    fn cuStreamSynchronize(hStream: CUstream);

    cuStreamDestroy, since 4.0, symbol "cuStreamDestroy_v2":
    fn cuStreamDestroy_v2(hStream: CUstream);

    cuStreamCopyAttributes, since 11.0, symbol "cuStreamCopyAttributes", per thread "cuStreamCopyAttributes_ptsz":
    fn cuStreamCopyAttributes(dst: CUstream, src: CUstream);

    cuStreamGetAttribute, since 11.0, symbol "cuStreamGetAttribute", per thread "cuStreamGetAttribute_ptsz":
    fn cuStreamGetAttribute(hStream: CUstream, attr: CUstreamAttrID, value_out: *mut CUstreamAttrValue);

    cuStreamSetAttribute, since 11.0, symbol "cuStreamSetAttribute", per thread "cuStreamSetAttribute_ptsz":
    fn cuStreamSetAttribute(hStream: CUstream, attr: CUstreamAttrID, value: *const CUstreamAttrValue);

    cuEventCreate, since 2.0, symbol "cuEventCreate":
    fn cuEventCreate(phEvent: *mut CUevent, Flags: c_uint);

    cuEventRecord, since 2.0, symbol "cuEventRecord", per thread "cuEventRecord_ptsz":
    fn cuEventRecord(hEvent: CUevent, hStream: CUstream);

    cuEventRecordWithFlags, since 11.1, symbol "cuEventRecordWithFlags", per thread "cuEventRecordWithFlags_ptsz":
    fn cuEventRecordWithFlags(hEvent: CUevent, hStream: CUstream, flags: c_uint);

    cuEventQuery, since 2.0, symbol "cuEventQuery":
    fn cuEventQuery(hEvent: CUevent);

    cuEventSynchronize, since 2.0, symbol "cuEventSynchronize":
    fn cuEventSynchronize(hEvent: CUevent);

    cuEventDestroy, since 4.0, symbol "cuEventDestroy_v2":
    fn cuEventDestroy_v2(hEvent: CUevent);

    cuEventElapsedTime, since 12.8, symbol "cuEventElapsedTime_v2":
    fn cuEventElapsedTime_v2(pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent);

    cuImportExternalMemory, since 10.0, symbol "cuImportExternalMemory":
    fn cuImportExternalMemory(
        extMem_out: *mut CUexternalMemory,
        memHandleDesc: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC,
    );

    cuExternalMemoryGetMappedBuffer, since 10.0, symbol "cuExternalMemoryGetMappedBuffer":
    fn cuExternalMemoryGetMappedBuffer(
        devPtr: *mut CUdeviceptr,
        extMem: CUexternalMemory,
        bufferDesc: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC,
    );

    cuExternalMemoryGetMappedMipmappedArray, since 10.0, symbol "cuExternalMemoryGetMappedMipmappedArray":
    fn cuExternalMemoryGetMappedMipmappedArray(
        mipmap: *mut CUmipmappedArray,
        extMem: CUexternalMemory,
        mipmapDesc: *const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC,
    );

    cuDestroyExternalMemory, since 10.0, symbol "cuDestroyExternalMemory":
    fn cuDestroyExternalMemory(extMem: CUexternalMemory);

    cuImportExternalSemaphore, since 10.0, symbol "cuImportExternalSemaphore":
    fn cuImportExternalSemaphore(
        extSem_out: *mut CUexternalSemaphore,
        semHandleDesc: *const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC,
    );

    cuSignalExternalSemaphoresAsync, since 10.0, symbol "cuSignalExternalSemaphoresAsync", per thread "cuSignalExternalSemaphoresAsync_ptsz":
    fn cuSignalExternalSemaphoresAsync(
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    );

    cuWaitExternalSemaphoresAsync, since 10.0, symbol "cuWaitExternalSemaphoresAsync", per thread "cuWaitExternalSemaphoresAsync_ptsz":
    fn cuWaitExternalSemaphoresAsync(
        extSemArray: *const CUexternalSemaphore,
        paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
        numExtSems: c_uint,
        stream: CUstream,
    );

    cuDestroyExternalSemaphore, since 10.0, symbol "cuDestroyExternalSemaphore":
    fn cuDestroyExternalSemaphore(extSem: CUexternalSemaphore);

    cuStreamWaitValue32, since 11.7, symbol "cuStreamWaitValue32_v2", per thread "cuStreamWaitValue32_v2_ptsz":
    fn cuStreamWaitValue32_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);

    cuStreamWaitValue64, since 11.7, symbol "cuStreamWaitValue64_v2", per thread "cuStreamWaitValue64_v2_ptsz":
    fn cuStreamWaitValue64_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);

    cuStreamWriteValue32, since 11.7, symbol "cuStreamWriteValue32_v2", per thread "cuStreamWriteValue32_v2_ptsz":
    fn cuStreamWriteValue32_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);

    cuStreamWriteValue64, since 11.7, symbol "cuStreamWriteValue64_v2", per thread "cuStreamWriteValue64_v2_ptsz":
    fn cuStreamWriteValue64_v2(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);

    cuStreamBatchMemOp, since 11.7, symbol "cuStreamBatchMemOp_v2", per thread "cuStreamBatchMemOp_v2_ptsz":
    fn cuStreamBatchMemOp_v2(
        stream: CUstream,
        count: c_uint,
        paramArray: *mut CUstreamBatchMemOpParams,
        flags: c_uint,
    );

    cuFuncGetAttribute, since 2.2, symbol "cuFuncGetAttribute":
    fn cuFuncGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, hfunc: CUfunction);

    cuFuncSetAttribute, since 9.0, symbol "cuFuncSetAttribute":
    fn cuFuncSetAttribute(hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int);

    cuFuncSetCacheConfig, since 3.0, symbol "cuFuncSetCacheConfig":
    fn cuFuncSetCacheConfig(hfunc: CUfunction, config: CUfunc_cache);

    cuFuncGetModule, since 11.0, symbol "cuFuncGetModule":
    fn cuFuncGetModule(hmod: *mut CUmodule, hfunc: CUfunction);

    cuFuncGetName, since 12.3, symbol "cuFuncGetName":
    fn cuFuncGetName(name: *mut *const c_char, hfunc: CUfunction);

    cuFuncGetParamInfo, since 12.4, symbol "cuFuncGetParamInfo":
    fn cuFuncGetParamInfo(
        func: CUfunction,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    );

    cuFuncGetParamCount, since 13.2, symbol "cuFuncGetParamCount":
    fn cuFuncGetParamCount(func: CUfunction, paramCount: *mut usize);

    cuFuncIsLoaded, since 12.4, symbol "cuFuncIsLoaded":
    fn cuFuncIsLoaded(state: *mut CUfunctionLoadingState, function: CUfunction);

    cuFuncLoad, since 12.4, symbol "cuFuncLoad":
    fn cuFuncLoad(function: CUfunction);

    cuLaunchKernel, since 4.0, symbol "cuLaunchKernel", per thread "cuLaunchKernel_ptsz":
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

    cuLaunchKernelEx, since 11.6, symbol "cuLaunchKernelEx", per thread "cuLaunchKernelEx_ptsz":
    fn cuLaunchKernelEx(
        config: *const CUlaunchConfig,
        f: CUfunction,
        kernelParams: *mut *mut c_void,
        extra: *mut *mut c_void,
    );

    cuLaunchCooperativeKernel, since 9.0, symbol "cuLaunchCooperativeKernel", per thread "cuLaunchCooperativeKernel_ptsz":
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

    cuLaunchHostFunc, since 10.0, symbol "cuLaunchHostFunc", per thread "cuLaunchHostFunc_ptsz":
    fn cuLaunchHostFunc(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void);

    cuLaunchHostFunc_v2, since 13.1, symbol "cuLaunchHostFunc_v2", per thread "cuLaunchHostFunc_v2_ptsz":
    fn cuLaunchHostFunc_v2(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuFuncSetBlockShape, since 2.0, symbol "cuFuncSetBlockShape":
    fn cuFuncSetBlockShape(hfunc: CUfunction, x: c_int, y: c_int, z: c_int);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuFuncSetSharedSize, since 2.0, symbol "cuFuncSetSharedSize":
    fn cuFuncSetSharedSize(hfunc: CUfunction, bytes: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuParamSetSize, since 2.0, symbol "cuParamSetSize":
    fn cuParamSetSize(hfunc: CUfunction, numbytes: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuParamSeti, since 2.0, symbol "cuParamSeti":
    fn cuParamSeti(hfunc: CUfunction, offset: c_int, value: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuParamSetf, since 2.0, symbol "cuParamSetf":
    fn cuParamSetf(hfunc: CUfunction, offset: c_int, value: f32);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuParamSetv, since 2.0, symbol "cuParamSetv":
    fn cuParamSetv(hfunc: CUfunction, offset: c_int, ptr: *mut c_void, numbytes: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuLaunch, since 2.0, symbol "cuLaunch":
    fn cuLaunch(f: CUfunction);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuLaunchGrid, since 2.0, symbol "cuLaunchGrid":
    fn cuLaunchGrid(f: CUfunction, grid_width: c_int, grid_height: c_int);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuLaunchGridAsync, since 2.0, symbol "cuLaunchGridAsync":
    fn cuLaunchGridAsync(f: CUfunction, grid_width: c_int, grid_height: c_int, hStream: CUstream);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuLaunchCooperativeKernelMultiDevice, since 9.0, symbol "cuLaunchCooperativeKernelMultiDevice":
    fn cuLaunchCooperativeKernelMultiDevice(
        launchParamsList: *mut CUDA_LAUNCH_PARAMS,
        numDevices: c_uint,
        flags: c_uint,
    );

    #[deprecated = "cuda.h marks this function deprecated"]
    cuParamSetTexRef, since 2.0, symbol "cuParamSetTexRef":
    fn cuParamSetTexRef(hfunc: CUfunction, texunit: c_int, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuFuncSetSharedMemConfig, since 4.2, symbol "cuFuncSetSharedMemConfig":
    fn cuFuncSetSharedMemConfig(hfunc: CUfunction, config: CUsharedconfig);

    cuGraphCreate, since 10.0, symbol "cuGraphCreate":
    fn cuGraphCreate(phGraph: *mut CUgraph, flags: c_uint);

    cuGraphAddKernelNode, since 12.0, symbol "cuGraphAddKernelNode_v2":
    fn cuGraphAddKernelNode_v2(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS,
    );

    cuGraphKernelNodeGetParams, since 12.0, symbol "cuGraphKernelNodeGetParams_v2":
    fn cuGraphKernelNodeGetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS);

    cuGraphKernelNodeSetParams, since 12.0, symbol "cuGraphKernelNodeSetParams_v2":
    fn cuGraphKernelNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS);

    cuGraphAddMemcpyNode, since 10.0, symbol "cuGraphAddMemcpyNode":
    fn cuGraphAddMemcpyNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        copyParams: *const CUDA_MEMCPY3D,
        ctx: CUcontext,
    );

    cuGraphMemcpyNodeGetParams, since 10.0, symbol "cuGraphMemcpyNodeGetParams":
    fn cuGraphMemcpyNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMCPY3D);

    cuGraphMemcpyNodeSetParams, since 10.0, symbol "cuGraphMemcpyNodeSetParams":
    fn cuGraphMemcpyNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D);

    cuGraphAddMemsetNode, since 10.0, symbol "cuGraphAddMemsetNode":
    fn cuGraphAddMemsetNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        memsetParams: *const CUDA_MEMSET_NODE_PARAMS,
        ctx: CUcontext,
    );

    cuGraphMemsetNodeGetParams, since 10.0, symbol "cuGraphMemsetNodeGetParams":
    fn cuGraphMemsetNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMSET_NODE_PARAMS);

    cuGraphMemsetNodeSetParams, since 10.0, symbol "cuGraphMemsetNodeSetParams":
    fn cuGraphMemsetNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS);

    cuGraphAddHostNode, since 10.0, symbol "cuGraphAddHostNode":
    fn cuGraphAddHostNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_HOST_NODE_PARAMS,
    );

    cuGraphHostNodeGetParams, since 10.0, symbol "cuGraphHostNodeGetParams":
    fn cuGraphHostNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_HOST_NODE_PARAMS);

    cuGraphHostNodeSetParams, since 10.0, symbol "cuGraphHostNodeSetParams":
    fn cuGraphHostNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS);

    cuGraphAddChildGraphNode, since 10.0, symbol "cuGraphAddChildGraphNode":
    fn cuGraphAddChildGraphNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        childGraph: CUgraph,
    );

    cuGraphChildGraphNodeGetGraph, since 10.0, symbol "cuGraphChildGraphNodeGetGraph":
    fn cuGraphChildGraphNodeGetGraph(hNode: CUgraphNode, phGraph: *mut CUgraph);

    cuGraphAddEmptyNode, since 10.0, symbol "cuGraphAddEmptyNode":
    fn cuGraphAddEmptyNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
    );

    cuGraphAddEventRecordNode, since 11.1, symbol "cuGraphAddEventRecordNode":
    fn cuGraphAddEventRecordNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        event: CUevent,
    );

    cuGraphEventRecordNodeGetEvent, since 11.1, symbol "cuGraphEventRecordNodeGetEvent":
    fn cuGraphEventRecordNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent);

    cuGraphEventRecordNodeSetEvent, since 11.1, symbol "cuGraphEventRecordNodeSetEvent":
    fn cuGraphEventRecordNodeSetEvent(hNode: CUgraphNode, event: CUevent);

    cuGraphAddEventWaitNode, since 11.1, symbol "cuGraphAddEventWaitNode":
    fn cuGraphAddEventWaitNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        event: CUevent,
    );

    cuGraphEventWaitNodeGetEvent, since 11.1, symbol "cuGraphEventWaitNodeGetEvent":
    fn cuGraphEventWaitNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent);

    cuGraphEventWaitNodeSetEvent, since 11.1, symbol "cuGraphEventWaitNodeSetEvent":
    fn cuGraphEventWaitNodeSetEvent(hNode: CUgraphNode, event: CUevent);

    cuGraphAddExternalSemaphoresSignalNode, since 11.2, symbol "cuGraphAddExternalSemaphoresSignalNode":
    fn cuGraphAddExternalSemaphoresSignalNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    );

    cuGraphExternalSemaphoresSignalNodeGetParams, since 11.2, symbol "cuGraphExternalSemaphoresSignalNodeGetParams":
    fn cuGraphExternalSemaphoresSignalNodeGetParams(
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    );

    cuGraphExternalSemaphoresSignalNodeSetParams, since 11.2, symbol "cuGraphExternalSemaphoresSignalNodeSetParams":
    fn cuGraphExternalSemaphoresSignalNodeSetParams(
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    );

    cuGraphAddExternalSemaphoresWaitNode, since 11.2, symbol "cuGraphAddExternalSemaphoresWaitNode":
    fn cuGraphAddExternalSemaphoresWaitNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    );

    cuGraphExternalSemaphoresWaitNodeGetParams, since 11.2, symbol "cuGraphExternalSemaphoresWaitNodeGetParams":
    fn cuGraphExternalSemaphoresWaitNodeGetParams(
        hNode: CUgraphNode,
        params_out: *mut CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    );

    cuGraphExternalSemaphoresWaitNodeSetParams, since 11.2, symbol "cuGraphExternalSemaphoresWaitNodeSetParams":
    fn cuGraphExternalSemaphoresWaitNodeSetParams(
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    );

    cuGraphAddBatchMemOpNode, since 11.7, symbol "cuGraphAddBatchMemOpNode":
    fn cuGraphAddBatchMemOpNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    );

    cuGraphBatchMemOpNodeGetParams, since 11.7, symbol "cuGraphBatchMemOpNodeGetParams":
    fn cuGraphBatchMemOpNodeGetParams(hNode: CUgraphNode, nodeParams_out: *mut CUDA_BATCH_MEM_OP_NODE_PARAMS);

    cuGraphBatchMemOpNodeSetParams, since 11.7, symbol "cuGraphBatchMemOpNodeSetParams":
    fn cuGraphBatchMemOpNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS);

    cuGraphExecBatchMemOpNodeSetParams, since 11.7, symbol "cuGraphExecBatchMemOpNodeSetParams":
    fn cuGraphExecBatchMemOpNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS,
    );

    cuGraphAddMemAllocNode, since 11.4, symbol "cuGraphAddMemAllocNode":
    fn cuGraphAddMemAllocNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    );

    cuGraphMemAllocNodeGetParams, since 11.4, symbol "cuGraphMemAllocNodeGetParams":
    fn cuGraphMemAllocNodeGetParams(hNode: CUgraphNode, params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS);

    cuGraphAddMemFreeNode, since 11.4, symbol "cuGraphAddMemFreeNode":
    fn cuGraphAddMemFreeNode(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        numDependencies: usize,
        dptr: CUdeviceptr,
    );

    cuGraphMemFreeNodeGetParams, since 11.4, symbol "cuGraphMemFreeNodeGetParams":
    fn cuGraphMemFreeNodeGetParams(hNode: CUgraphNode, dptr_out: *mut CUdeviceptr);

    cuDeviceGraphMemTrim, since 11.4, symbol "cuDeviceGraphMemTrim":
    fn cuDeviceGraphMemTrim(device: CUdevice);

    cuDeviceGetGraphMemAttribute, since 11.4, symbol "cuDeviceGetGraphMemAttribute":
    fn cuDeviceGetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);

    cuDeviceSetGraphMemAttribute, since 11.4, symbol "cuDeviceSetGraphMemAttribute":
    fn cuDeviceSetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);

    cuGraphClone, since 10.0, symbol "cuGraphClone":
    fn cuGraphClone(phGraphClone: *mut CUgraph, originalGraph: CUgraph);

    cuGraphNodeFindInClone, since 10.0, symbol "cuGraphNodeFindInClone":
    fn cuGraphNodeFindInClone(phNode: *mut CUgraphNode, hOriginalNode: CUgraphNode, hClonedGraph: CUgraph);

    cuGraphNodeGetType, since 10.0, symbol "cuGraphNodeGetType":
    fn cuGraphNodeGetType(hNode: CUgraphNode, type_: *mut CUgraphNodeType);

    cuGraphNodeGetContainingGraph, since 13.1, symbol "cuGraphNodeGetContainingGraph":
    fn cuGraphNodeGetContainingGraph(hNode: CUgraphNode, phGraph: *mut CUgraph);

    cuGraphNodeGetLocalId, since 13.1, symbol "cuGraphNodeGetLocalId":
    fn cuGraphNodeGetLocalId(hNode: CUgraphNode, nodeId: *mut c_uint);

    cuGraphNodeGetToolsId, since 13.1, symbol "cuGraphNodeGetToolsId":
    fn cuGraphNodeGetToolsId(hNode: CUgraphNode, toolsNodeId: *mut c_ulonglong);

    cuGraphGetId, since 13.1, symbol "cuGraphGetId":
    fn cuGraphGetId(hGraph: CUgraph, graphId: *mut c_uint);

    cuGraphExecGetId, since 13.1, symbol "cuGraphExecGetId":
    fn cuGraphExecGetId(hGraphExec: CUgraphExec, graphId: *mut c_uint);

    cuGraphGetNodes, since 10.0, symbol "cuGraphGetNodes":
    fn cuGraphGetNodes(hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize);

    cuGraphGetRootNodes, since 10.0, symbol "cuGraphGetRootNodes":
    fn cuGraphGetRootNodes(hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize);

    cuGraphGetEdges, since 12.3, symbol "cuGraphGetEdges_v2":
    fn cuGraphGetEdges_v2(
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numEdges: *mut usize,
    );

    cuGraphNodeGetDependencies, since 12.3, symbol "cuGraphNodeGetDependencies_v2":
    fn cuGraphNodeGetDependencies_v2(
        hNode: CUgraphNode,
        dependencies: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependencies: *mut usize,
    );

    cuGraphNodeGetDependentNodes, since 12.3, symbol "cuGraphNodeGetDependentNodes_v2":
    fn cuGraphNodeGetDependentNodes_v2(
        hNode: CUgraphNode,
        dependentNodes: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numDependentNodes: *mut usize,
    );

    cuGraphAddDependencies, since 12.3, symbol "cuGraphAddDependencies_v2":
    fn cuGraphAddDependencies_v2(
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        edgeData: *const CUgraphEdgeData,
        numDependencies: usize,
    );

    cuGraphRemoveDependencies, since 12.3, symbol "cuGraphRemoveDependencies_v2":
    fn cuGraphRemoveDependencies_v2(
        hGraph: CUgraph,
        from: *const CUgraphNode,
        to: *const CUgraphNode,
        edgeData: *const CUgraphEdgeData,
        numDependencies: usize,
    );

    cuGraphDestroyNode, since 10.0, symbol "cuGraphDestroyNode":
    fn cuGraphDestroyNode(hNode: CUgraphNode);

    cuGraphInstantiate, since 11.4, symbol "cuGraphInstantiateWithFlags":
    fn cuGraphInstantiateWithFlags(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, flags: c_ulonglong);

    cuGraphInstantiateWithParams, since 12.0, symbol "cuGraphInstantiateWithParams", per thread "cuGraphInstantiateWithParams_ptsz":
    fn cuGraphInstantiateWithParams(
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    );

    cuGraphExecGetFlags, since 12.0, symbol "cuGraphExecGetFlags":
    fn cuGraphExecGetFlags(hGraphExec: CUgraphExec, flags: *mut cuuint64_t);

    cuGraphExecKernelNodeSetParams, since 12.0, symbol "cuGraphExecKernelNodeSetParams_v2":
    fn cuGraphExecKernelNodeSetParams_v2(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_KERNEL_NODE_PARAMS,
    );

    cuGraphExecMemcpyNodeSetParams, since 10.2, symbol "cuGraphExecMemcpyNodeSetParams":
    fn cuGraphExecMemcpyNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        copyParams: *const CUDA_MEMCPY3D,
        ctx: CUcontext,
    );

    cuGraphExecMemsetNodeSetParams, since 10.2, symbol "cuGraphExecMemsetNodeSetParams":
    fn cuGraphExecMemsetNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        memsetParams: *const CUDA_MEMSET_NODE_PARAMS,
        ctx: CUcontext,
    );

    cuGraphExecHostNodeSetParams, since 10.2, symbol "cuGraphExecHostNodeSetParams":
    fn cuGraphExecHostNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_HOST_NODE_PARAMS,
    );

    cuGraphExecChildGraphNodeSetParams, since 11.1, symbol "cuGraphExecChildGraphNodeSetParams":
    fn cuGraphExecChildGraphNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph);

    cuGraphExecEventRecordNodeSetEvent, since 11.1, symbol "cuGraphExecEventRecordNodeSetEvent":
    fn cuGraphExecEventRecordNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);

    cuGraphExecEventWaitNodeSetEvent, since 11.1, symbol "cuGraphExecEventWaitNodeSetEvent":
    fn cuGraphExecEventWaitNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);

    cuGraphExecExternalSemaphoresSignalNodeSetParams, since 11.2, symbol "cuGraphExecExternalSemaphoresSignalNodeSetParams":
    fn cuGraphExecExternalSemaphoresSignalNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    );

    cuGraphExecExternalSemaphoresWaitNodeSetParams, since 11.2, symbol "cuGraphExecExternalSemaphoresWaitNodeSetParams":
    fn cuGraphExecExternalSemaphoresWaitNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    );

    cuGraphNodeSetEnabled, since 11.6, symbol "cuGraphNodeSetEnabled":
    fn cuGraphNodeSetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint);

    cuGraphNodeGetEnabled, since 11.6, symbol "cuGraphNodeGetEnabled":
    fn cuGraphNodeGetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: *mut c_uint);

    cuGraphUpload, since 11.1, symbol "cuGraphUpload", per thread "cuGraphUpload_ptsz":
    fn cuGraphUpload(hGraphExec: CUgraphExec, hStream: CUstream);

    cuGraphLaunch, since 10.0, symbol "cuGraphLaunch", per thread "cuGraphLaunch_ptsz":
    fn cuGraphLaunch(hGraphExec: CUgraphExec, hStream: CUstream);

    cuGraphExecDestroy, since 10.0, symbol "cuGraphExecDestroy":
    fn cuGraphExecDestroy(hGraphExec: CUgraphExec);

    cuGraphDestroy, since 10.0, symbol "cuGraphDestroy":
    fn cuGraphDestroy(hGraph: CUgraph);

    cuGraphExecUpdate, since 12.0, symbol "cuGraphExecUpdate_v2":
    fn cuGraphExecUpdate_v2(
        hGraphExec: CUgraphExec,
        hGraph: CUgraph,
        resultInfo: *mut CUgraphExecUpdateResultInfo,
    );

    cuGraphKernelNodeCopyAttributes, since 11.0, symbol "cuGraphKernelNodeCopyAttributes":
    fn cuGraphKernelNodeCopyAttributes(dst: CUgraphNode, src: CUgraphNode);

    cuGraphKernelNodeGetAttribute, since 11.0, symbol "cuGraphKernelNodeGetAttribute":
    fn cuGraphKernelNodeGetAttribute(
        hNode: CUgraphNode,
        attr: CUkernelNodeAttrID,
        value_out: *mut CUkernelNodeAttrValue,
    );

    cuGraphKernelNodeSetAttribute, since 11.0, symbol "cuGraphKernelNodeSetAttribute":
    fn cuGraphKernelNodeSetAttribute(
        hNode: CUgraphNode,
        attr: CUkernelNodeAttrID,
        value: *const CUkernelNodeAttrValue,
    );

    cuGraphDebugDotPrint, since 11.3, symbol "cuGraphDebugDotPrint":
    fn cuGraphDebugDotPrint(hGraph: CUgraph, path: *const c_char, flags: c_uint);

    cuUserObjectCreate, since 11.3, symbol "cuUserObjectCreate":
    fn cuUserObjectCreate(
        object_out: *mut CUuserObject,
        ptr: *mut c_void,
        destroy: CUhostFn,
        initialRefcount: c_uint,
        flags: c_uint,
    );

    cuUserObjectRetain, since 11.3, symbol "cuUserObjectRetain":
    fn cuUserObjectRetain(object: CUuserObject, count: c_uint);

    cuUserObjectRelease, since 11.3, symbol "cuUserObjectRelease":
    fn cuUserObjectRelease(object: CUuserObject, count: c_uint);

    cuGraphRetainUserObject, since 11.3, symbol "cuGraphRetainUserObject":
    fn cuGraphRetainUserObject(graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint);

    cuGraphReleaseUserObject, since 11.3, symbol "cuGraphReleaseUserObject":
    fn cuGraphReleaseUserObject(graph: CUgraph, object: CUuserObject, count: c_uint);

    cuGraphAddNode, since 12.3, symbol "cuGraphAddNode_v2":
    fn cuGraphAddNode_v2(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    );

    cuGraphAddNode_v3, since 13.4, symbol "cuGraphAddNode_v3":
    fn cuGraphAddNode_v3(
        phGraphNode: *mut CUgraphNode,
        hGraph: CUgraph,
        dependencies: *const CUgraphNode,
        dependencyData: *const CUgraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut CUgraphNodeParams,
    );

    cuGraphNodeSetParams, since 12.2, symbol "cuGraphNodeSetParams":
    fn cuGraphNodeSetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);

    cuGraphNodeSetParams_v2, since 13.4, symbol "cuGraphNodeSetParams_v2":
    fn cuGraphNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);

    cuGraphNodeGetParams, since 13.2, symbol "cuGraphNodeGetParams":
    fn cuGraphNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);

    cuGraphExecNodeSetParams, since 12.2, symbol "cuGraphExecNodeSetParams":
    fn cuGraphExecNodeSetParams(
        hGraphExec: CUgraphExec,
        hNode: CUgraphNode,
        nodeParams: *mut CUgraphNodeParams,
    );

    cuGraphConditionalHandleCreate, since 12.3, symbol "cuGraphConditionalHandleCreate":
    fn cuGraphConditionalHandleCreate(
        pHandle_out: *mut CUgraphConditionalHandle,
        hGraph: CUgraph,
        ctx: CUcontext,
        defaultLaunchValue: c_uint,
        flags: c_uint,
    );

    cuOccupancyMaxActiveBlocksPerMultiprocessor, since 6.5, symbol "cuOccupancyMaxActiveBlocksPerMultiprocessor":
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        numBlocks: *mut c_int,
        func: CUfunction,
        blockSize: c_int,
        dynamicSMemSize: usize,
    );

    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, since 7.0, symbol "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags":
    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks: *mut c_int,
        func: CUfunction,
        blockSize: c_int,
        dynamicSMemSize: usize,
        flags: c_uint,
    );

    cuOccupancyMaxPotentialBlockSize, since 6.5, symbol "cuOccupancyMaxPotentialBlockSize":
    fn cuOccupancyMaxPotentialBlockSize(
        minGridSize: *mut c_int,
        blockSize: *mut c_int,
        func: CUfunction,
        blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
        dynamicSMemSize: usize,
        blockSizeLimit: c_int,
    );

    cuOccupancyMaxPotentialBlockSizeWithFlags, since 7.0, symbol "cuOccupancyMaxPotentialBlockSizeWithFlags":
    fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        minGridSize: *mut c_int,
        blockSize: *mut c_int,
        func: CUfunction,
        blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
        dynamicSMemSize: usize,
        blockSizeLimit: c_int,
        flags: c_uint,
    );

    cuOccupancyAvailableDynamicSMemPerBlock, since 10.2, symbol "cuOccupancyAvailableDynamicSMemPerBlock":
    fn cuOccupancyAvailableDynamicSMemPerBlock(
        dynamicSmemSize: *mut usize,
        func: CUfunction,
        numBlocks: c_int,
        blockSize: c_int,
    );

    cuOccupancyMaxPotentialClusterSize, since 11.7, symbol "cuOccupancyMaxPotentialClusterSize":
    fn cuOccupancyMaxPotentialClusterSize(
        clusterSize: *mut c_int,
        func: CUfunction,
        config: *const CUlaunchConfig,
    );

    cuOccupancyMaxActiveClusters, since 11.7, symbol "cuOccupancyMaxActiveClusters":
    fn cuOccupancyMaxActiveClusters(numClusters: *mut c_int, func: CUfunction, config: *const CUlaunchConfig);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetArray, since 2.0, symbol "cuTexRefSetArray":
    fn cuTexRefSetArray(hTexRef: CUtexref, hArray: CUarray, Flags: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetMipmappedArray, since 5.0, symbol "cuTexRefSetMipmappedArray":
    fn cuTexRefSetMipmappedArray(hTexRef: CUtexref, hMipmappedArray: CUmipmappedArray, Flags: c_uint);

    cuTexRefSetAddress, since 3.2, symbol "cuTexRefSetAddress_v2":
    fn cuTexRefSetAddress_v2(ByteOffset: *mut usize, hTexRef: CUtexref, dptr: CUdeviceptr, bytes: usize);

    cuTexRefSetAddress2D, since 4.1, symbol "cuTexRefSetAddress2D_v3":
    fn cuTexRefSetAddress2D_v3(
        hTexRef: CUtexref,
        desc: *const CUDA_ARRAY_DESCRIPTOR,
        dptr: CUdeviceptr,
        Pitch: usize,
    );

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetFormat, since 2.0, symbol "cuTexRefSetFormat":
    fn cuTexRefSetFormat(hTexRef: CUtexref, fmt: CUarray_format, NumPackedComponents: c_int);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetAddressMode, since 2.0, symbol "cuTexRefSetAddressMode":
    fn cuTexRefSetAddressMode(hTexRef: CUtexref, dim: c_int, am: CUaddress_mode);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetFilterMode, since 2.0, symbol "cuTexRefSetFilterMode":
    fn cuTexRefSetFilterMode(hTexRef: CUtexref, fm: CUfilter_mode);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetMipmapFilterMode, since 5.0, symbol "cuTexRefSetMipmapFilterMode":
    fn cuTexRefSetMipmapFilterMode(hTexRef: CUtexref, fm: CUfilter_mode);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetMipmapLevelBias, since 5.0, symbol "cuTexRefSetMipmapLevelBias":
    fn cuTexRefSetMipmapLevelBias(hTexRef: CUtexref, bias: f32);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetMipmapLevelClamp, since 5.0, symbol "cuTexRefSetMipmapLevelClamp":
    fn cuTexRefSetMipmapLevelClamp(hTexRef: CUtexref, minMipmapLevelClamp: f32, maxMipmapLevelClamp: f32);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetMaxAnisotropy, since 5.0, symbol "cuTexRefSetMaxAnisotropy":
    fn cuTexRefSetMaxAnisotropy(hTexRef: CUtexref, maxAniso: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetBorderColor, since 8.0, symbol "cuTexRefSetBorderColor":
    fn cuTexRefSetBorderColor(hTexRef: CUtexref, pBorderColor: *mut f32);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefSetFlags, since 2.0, symbol "cuTexRefSetFlags":
    fn cuTexRefSetFlags(hTexRef: CUtexref, Flags: c_uint);

    cuTexRefGetAddress, since 3.2, symbol "cuTexRefGetAddress_v2":
    fn cuTexRefGetAddress_v2(pdptr: *mut CUdeviceptr, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetArray, since 2.0, symbol "cuTexRefGetArray":
    fn cuTexRefGetArray(phArray: *mut CUarray, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetMipmappedArray, since 5.0, symbol "cuTexRefGetMipmappedArray":
    fn cuTexRefGetMipmappedArray(phMipmappedArray: *mut CUmipmappedArray, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetAddressMode, since 2.0, symbol "cuTexRefGetAddressMode":
    fn cuTexRefGetAddressMode(pam: *mut CUaddress_mode, hTexRef: CUtexref, dim: c_int);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetFilterMode, since 2.0, symbol "cuTexRefGetFilterMode":
    fn cuTexRefGetFilterMode(pfm: *mut CUfilter_mode, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetFormat, since 2.0, symbol "cuTexRefGetFormat":
    fn cuTexRefGetFormat(pFormat: *mut CUarray_format, pNumChannels: *mut c_int, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetMipmapFilterMode, since 5.0, symbol "cuTexRefGetMipmapFilterMode":
    fn cuTexRefGetMipmapFilterMode(pfm: *mut CUfilter_mode, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetMipmapLevelBias, since 5.0, symbol "cuTexRefGetMipmapLevelBias":
    fn cuTexRefGetMipmapLevelBias(pbias: *mut f32, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetMipmapLevelClamp, since 5.0, symbol "cuTexRefGetMipmapLevelClamp":
    fn cuTexRefGetMipmapLevelClamp(
        pminMipmapLevelClamp: *mut f32,
        pmaxMipmapLevelClamp: *mut f32,
        hTexRef: CUtexref,
    );

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetMaxAnisotropy, since 5.0, symbol "cuTexRefGetMaxAnisotropy":
    fn cuTexRefGetMaxAnisotropy(pmaxAniso: *mut c_int, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetBorderColor, since 8.0, symbol "cuTexRefGetBorderColor":
    fn cuTexRefGetBorderColor(pBorderColor: *mut f32, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefGetFlags, since 2.0, symbol "cuTexRefGetFlags":
    fn cuTexRefGetFlags(pFlags: *mut c_uint, hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefCreate, since 2.0, symbol "cuTexRefCreate":
    fn cuTexRefCreate(pTexRef: *mut CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuTexRefDestroy, since 2.0, symbol "cuTexRefDestroy":
    fn cuTexRefDestroy(hTexRef: CUtexref);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuSurfRefSetArray, since 3.0, symbol "cuSurfRefSetArray":
    fn cuSurfRefSetArray(hSurfRef: CUsurfref, hArray: CUarray, Flags: c_uint);

    #[deprecated = "cuda.h marks this function deprecated"]
    cuSurfRefGetArray, since 3.0, symbol "cuSurfRefGetArray":
    fn cuSurfRefGetArray(phArray: *mut CUarray, hSurfRef: CUsurfref);

    cuTexObjectCreate, since 5.0, symbol "cuTexObjectCreate":
    fn cuTexObjectCreate(
        pTexObject: *mut CUtexObject,
        pResDesc: *const CUDA_RESOURCE_DESC,
        pTexDesc: *const CUDA_TEXTURE_DESC,
        pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC,
    );

    cuTexObjectDestroy, since 5.0, symbol "cuTexObjectDestroy":
    fn cuTexObjectDestroy(texObject: CUtexObject);

    cuTexObjectGetResourceDesc, since 5.0, symbol "cuTexObjectGetResourceDesc":
    fn cuTexObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC, texObject: CUtexObject);

    cuTexObjectGetTextureDesc, since 5.0, symbol "cuTexObjectGetTextureDesc":
    fn cuTexObjectGetTextureDesc(pTexDesc: *mut CUDA_TEXTURE_DESC, texObject: CUtexObject);

    cuTexObjectGetResourceViewDesc, since 5.0, symbol "cuTexObjectGetResourceViewDesc":
    fn cuTexObjectGetResourceViewDesc(pResViewDesc: *mut CUDA_RESOURCE_VIEW_DESC, texObject: CUtexObject);

    cuSurfObjectCreate, since 5.0, symbol "cuSurfObjectCreate":
    fn cuSurfObjectCreate(pSurfObject: *mut CUsurfObject, pResDesc: *const CUDA_RESOURCE_DESC);

    cuSurfObjectDestroy, since 5.0, symbol "cuSurfObjectDestroy":
    fn cuSurfObjectDestroy(surfObject: CUsurfObject);

    cuSurfObjectGetResourceDesc, since 5.0, symbol "cuSurfObjectGetResourceDesc":
    fn cuSurfObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC, surfObject: CUsurfObject);

    cuTensorMapEncodeTiled, since 12.0, symbol "cuTensorMapEncodeTiled":
    fn cuTensorMapEncodeTiled(
        tensorMap: *mut CUtensorMap,
        tensorDataType: CUtensorMapDataType,
        tensorRank: cuuint32_t,
        globalAddress: *mut c_void,
        globalDim: *const cuuint64_t,
        globalStrides: *const cuuint64_t,
        boxDim: *const cuuint32_t,
        elementStrides: *const cuuint32_t,
        interleave: CUtensorMapInterleave,
        swizzle: CUtensorMapSwizzle,
        l2Promotion: CUtensorMapL2promotion,
        oobFill: CUtensorMapFloatOOBfill,
    );

    cuTensorMapEncodeIm2col, since 12.0, symbol "cuTensorMapEncodeIm2col":
    fn cuTensorMapEncodeIm2col(
        tensorMap: *mut CUtensorMap,
        tensorDataType: CUtensorMapDataType,
        tensorRank: cuuint32_t,
        globalAddress: *mut c_void,
        globalDim: *const cuuint64_t,
        globalStrides: *const cuuint64_t,
        pixelBoxLowerCorner: *const c_int,
        pixelBoxUpperCorner: *const c_int,
        channelsPerPixel: cuuint32_t,
        pixelsPerColumn: cuuint32_t,
        elementStrides: *const cuuint32_t,
        interleave: CUtensorMapInterleave,
        swizzle: CUtensorMapSwizzle,
        l2Promotion: CUtensorMapL2promotion,
        oobFill: CUtensorMapFloatOOBfill,
    );

    cuTensorMapEncodeIm2colWide, since 12.8, symbol "cuTensorMapEncodeIm2colWide":
    fn cuTensorMapEncodeIm2colWide(
        tensorMap: *mut CUtensorMap,
        tensorDataType: CUtensorMapDataType,
        tensorRank: cuuint32_t,
        globalAddress: *mut c_void,
        globalDim: *const cuuint64_t,
        globalStrides: *const cuuint64_t,
        pixelBoxLowerCornerWidth: c_int,
        pixelBoxUpperCornerWidth: c_int,
        channelsPerPixel: cuuint32_t,
        pixelsPerColumn: cuuint32_t,
        elementStrides: *const cuuint32_t,
        interleave: CUtensorMapInterleave,
        mode: CUtensorMapIm2ColWideMode,
        swizzle: CUtensorMapSwizzle,
        l2Promotion: CUtensorMapL2promotion,
        oobFill: CUtensorMapFloatOOBfill,
    );

    cuTensorMapReplaceAddress, since 12.0, symbol "cuTensorMapReplaceAddress":
    fn cuTensorMapReplaceAddress(tensorMap: *mut CUtensorMap, globalAddress: *mut c_void);

    cuTensorMapSetAllocationClass, since 13.5, symbol "cuTensorMapSetAllocationClass":
    fn cuTensorMapSetAllocationClass(
        tensorMap: *mut CUtensorMap,
        allocClass: CUtensorMapAllocClass,
        outAllocClass: *mut CUtensorMapAllocClass,
    );

    cuDeviceCanAccessPeer, since 4.0, symbol "cuDeviceCanAccessPeer":
    fn cuDeviceCanAccessPeer(canAccessPeer: *mut c_int, dev: CUdevice, peerDev: CUdevice);

    cuCtxEnablePeerAccess, since 4.0, symbol "cuCtxEnablePeerAccess":
    fn cuCtxEnablePeerAccess(peerContext: CUcontext, Flags: c_uint);

    cuCtxDisablePeerAccess, since 4.0, symbol "cuCtxDisablePeerAccess":
    fn cuCtxDisablePeerAccess(peerContext: CUcontext);

    cuDeviceGetP2PAttribute, since 8.0, symbol "cuDeviceGetP2PAttribute":
    fn cuDeviceGetP2PAttribute(
        value: *mut c_int,
        attrib: CUdevice_P2PAttribute,
        srcDevice: CUdevice,
        dstDevice: CUdevice,
    );

    cuDeviceGetP2PAtomicCapabilities, since 13.0, symbol "cuDeviceGetP2PAtomicCapabilities":
    fn cuDeviceGetP2PAtomicCapabilities(
        capabilities: *mut c_uint,
        operations: *const CUatomicOperation,
        count: c_uint,
        srcDevice: CUdevice,
        dstDevice: CUdevice,
    );

    cuGraphicsUnregisterResource, since 3.0, symbol "cuGraphicsUnregisterResource":
    fn cuGraphicsUnregisterResource(resource: CUgraphicsResource);

    cuGraphicsSubResourceGetMappedArray, since 3.0, symbol "cuGraphicsSubResourceGetMappedArray":
    fn cuGraphicsSubResourceGetMappedArray(
        pArray: *mut CUarray,
        resource: CUgraphicsResource,
        arrayIndex: c_uint,
        mipLevel: c_uint,
    );

    cuGraphicsResourceGetMappedMipmappedArray, since 5.0, symbol "cuGraphicsResourceGetMappedMipmappedArray":
    fn cuGraphicsResourceGetMappedMipmappedArray(
        pMipmappedArray: *mut CUmipmappedArray,
        resource: CUgraphicsResource,
    );

    cuGraphicsResourceGetMappedPointer, since 3.2, symbol "cuGraphicsResourceGetMappedPointer_v2":
    fn cuGraphicsResourceGetMappedPointer_v2(
        pDevPtr: *mut CUdeviceptr,
        pSize: *mut usize,
        resource: CUgraphicsResource,
    );

    cuGraphicsResourceSetMapFlags, since 6.5, symbol "cuGraphicsResourceSetMapFlags_v2":
    fn cuGraphicsResourceSetMapFlags_v2(resource: CUgraphicsResource, flags: c_uint);

    cuGraphicsMapResources, since 3.0, symbol "cuGraphicsMapResources", per thread "cuGraphicsMapResources_ptsz":
    fn cuGraphicsMapResources(count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);

    cuGraphicsUnmapResources, since 3.0, symbol "cuGraphicsUnmapResources", per thread "cuGraphicsUnmapResources_ptsz":
    fn cuGraphicsUnmapResources(count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);

    cuGetProcAddress, since 12.0, symbol "cuGetProcAddress_v2":
    fn cuGetProcAddress_v2(
        symbol: *const c_char,
        pfn: *mut *mut c_void,
        cudaVersion: c_int,
        flags: cuuint64_t,
        symbolStatus: *mut CUdriverProcAddressQueryResult,
    );

    cuCoredumpGetAttribute, since 12.1, symbol "cuCoredumpGetAttribute":
    fn cuCoredumpGetAttribute(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);

    cuCoredumpGetAttributeGlobal, since 12.1, symbol "cuCoredumpGetAttributeGlobal":
    fn cuCoredumpGetAttributeGlobal(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);

    cuCoredumpSetAttribute, since 12.1, symbol "cuCoredumpSetAttribute":
    fn cuCoredumpSetAttribute(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);

    cuCoredumpSetAttributeGlobal, since 12.1, symbol "cuCoredumpSetAttributeGlobal":
    fn cuCoredumpSetAttributeGlobal(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);

    cuCoredumpRegisterStartCallback, since 13.2, symbol "cuCoredumpRegisterStartCallback":
    fn cuCoredumpRegisterStartCallback(
        callback: CUcoredumpStatusCallback,
        userData: *mut c_void,
        callbackOut: *mut CUcoredumpCallbackHandle,
    );

    cuCoredumpRegisterCompleteCallback, since 13.2, symbol "cuCoredumpRegisterCompleteCallback":
    fn cuCoredumpRegisterCompleteCallback(
        callback: CUcoredumpStatusCallback,
        userData: *mut c_void,
        callbackOut: *mut CUcoredumpCallbackHandle,
    );

    cuCoredumpDeregisterStartCallback, since 13.2, symbol "cuCoredumpDeregisterStartCallback":
    fn cuCoredumpDeregisterStartCallback(callback: CUcoredumpCallbackHandle);

    cuCoredumpDeregisterCompleteCallback, since 13.2, symbol "cuCoredumpDeregisterCompleteCallback":
    fn cuCoredumpDeregisterCompleteCallback(callback: CUcoredumpCallbackHandle);

    cuGetExportTable, since 3.0, symbol "cuGetExportTable":
    fn cuGetExportTable(ppExportTable: *mut *const c_void, pExportTableId: *const CUuuid);

    cuGreenCtxCreate, since 12.4, symbol "cuGreenCtxCreate":
    fn cuGreenCtxCreate(phCtx: *mut CUgreenCtx, desc: CUdevResourceDesc, dev: CUdevice, flags: c_uint);

    cuGreenCtxDestroy, since 12.4, symbol "cuGreenCtxDestroy":
    fn cuGreenCtxDestroy(hCtx: CUgreenCtx);

    cuCtxFromGreenCtx, since 12.4, symbol "cuCtxFromGreenCtx":
    fn cuCtxFromGreenCtx(pContext: *mut CUcontext, hCtx: CUgreenCtx);

    cuDeviceGetDevResource, since 12.4, symbol "cuDeviceGetDevResource":
    fn cuDeviceGetDevResource(device: CUdevice, resource: *mut CUdevResource, type_: CUdevResourceType);

    cuCtxGetDevResource, since 12.4, symbol "cuCtxGetDevResource":
    fn cuCtxGetDevResource(hCtx: CUcontext, resource: *mut CUdevResource, type_: CUdevResourceType);

    cuGreenCtxGetDevResource, since 12.4, symbol "cuGreenCtxGetDevResource":
    fn cuGreenCtxGetDevResource(hCtx: CUgreenCtx, resource: *mut CUdevResource, type_: CUdevResourceType);

    cuDevSmResourceSplitByCount, since 12.4, symbol "cuDevSmResourceSplitByCount":
    fn cuDevSmResourceSplitByCount(
        result: *mut CUdevResource,
        nbGroups: *mut c_uint,
        input: *const CUdevResource,
        remainder: *mut CUdevResource,
        flags: c_uint,
        minCount: c_uint,
    );

    cuDevSmResourceSplit, since 13.1, symbol "cuDevSmResourceSplit":
    fn cuDevSmResourceSplit(
        result: *mut CUdevResource,
        nbGroups: c_uint,
        input: *const CUdevResource,
        remainder: *mut CUdevResource,
        flags: c_uint,
        groupParams: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS,
    );

    cuDevResourceGenerateDesc, since 12.4, symbol "cuDevResourceGenerateDesc":
    fn cuDevResourceGenerateDesc(
        phDesc: *mut CUdevResourceDesc,
        resources: *mut CUdevResource,
        nbResources: c_uint,
    );

    cuGreenCtxRecordEvent, since 12.4, symbol "cuGreenCtxRecordEvent":
    fn cuGreenCtxRecordEvent(hCtx: CUgreenCtx, hEvent: CUevent);

    cuGreenCtxWaitEvent, since 12.4, symbol "cuGreenCtxWaitEvent":
    fn cuGreenCtxWaitEvent(hCtx: CUgreenCtx, hEvent: CUevent);

    cuStreamGetGreenCtx, since 12.4, symbol "cuStreamGetGreenCtx":
    fn cuStreamGetGreenCtx(hStream: CUstream, phCtx: *mut CUgreenCtx);

    cuGreenCtxStreamCreate, since 12.5, symbol "cuGreenCtxStreamCreate":
    fn cuGreenCtxStreamCreate(phStream: *mut CUstream, greenCtx: CUgreenCtx, flags: c_uint, priority: c_int);

    cuGreenCtxGetId, since 12.9, symbol "cuGreenCtxGetId":
    fn cuGreenCtxGetId(greenCtx: CUgreenCtx, greenCtxId: *mut c_ulonglong);

    cuStreamGetDevResource, since 13.1, symbol "cuStreamGetDevResource", per thread "cuStreamGetDevResource_ptsz":
    fn cuStreamGetDevResource(hStream: CUstream, resource: *mut CUdevResource, type_: CUdevResourceType);

    cuLogsRegisterCallback, since 12.9, symbol "cuLogsRegisterCallback":
    fn cuLogsRegisterCallback(
        callbackFunc: CUlogsCallback,
        userData: *mut c_void,
        callback_out: *mut CUlogsCallbackHandle,
    );

    cuLogsUnregisterCallback, since 12.9, symbol "cuLogsUnregisterCallback":
    fn cuLogsUnregisterCallback(callback: CUlogsCallbackHandle);

    cuLogsCurrent, since 12.9, symbol "cuLogsCurrent":
    fn cuLogsCurrent(iterator_out: *mut CUlogIterator, flags: c_uint);

    cuLogsDumpToFile, since 12.9, symbol "cuLogsDumpToFile":
    fn cuLogsDumpToFile(iterator: *mut CUlogIterator, pathToFile: *const c_char, flags: c_uint);

    cuLogsDumpToMemory, since 12.9, symbol "cuLogsDumpToMemory":
    fn cuLogsDumpToMemory(iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint);

    cuCheckpointProcessGetRestoreThreadId, since 12.8, symbol "cuCheckpointProcessGetRestoreThreadId":
    fn cuCheckpointProcessGetRestoreThreadId(pid: c_int, tid: *mut c_int);

    cuCheckpointProcessGetState, since 12.8, symbol "cuCheckpointProcessGetState":
    fn cuCheckpointProcessGetState(pid: c_int, state: *mut CUprocessState);

    cuCheckpointProcessLock, since 12.8, symbol "cuCheckpointProcessLock":
    fn cuCheckpointProcessLock(pid: c_int, args: *mut CUcheckpointLockArgs);

    cuCheckpointProcessCheckpoint, since 12.8, symbol "cuCheckpointProcessCheckpoint":
    fn cuCheckpointProcessCheckpoint(pid: c_int, args: *mut CUcheckpointCheckpointArgs);

    cuCheckpointProcessRestore, since 12.8, symbol "cuCheckpointProcessRestore":
    fn cuCheckpointProcessRestore(pid: c_int, args: *mut CUcheckpointRestoreArgs);

    cuCheckpointOperationComplete, since 13.4, symbol "cuCheckpointOperationComplete":
    fn cuCheckpointOperationComplete(handle: CUcheckpointOperationHandle);

    cuCheckpointProcessUnlock, since 12.8, symbol "cuCheckpointProcessUnlock":
    fn cuCheckpointProcessUnlock(pid: c_int, args: *mut CUcheckpointUnlockArgs);
}

aliases! {
    cuDeviceTotalMem = cuDeviceTotalMem_v2,
    cuCtxCreate = cuCtxCreate_v4,
    cuModuleGetGlobal = cuModuleGetGlobal_v2,
    cuMemGetInfo = cuMemGetInfo_v2,
    cuMemAlloc = cuMemAlloc_v2,
    cuMemAllocPitch = cuMemAllocPitch_v2,
    cuMemFree = cuMemFree_v2,
    cuMemGetAddressRange = cuMemGetAddressRange_v2,
    cuMemAllocHost = cuMemAllocHost_v2,
    cuMemHostGetDevicePointer = cuMemHostGetDevicePointer_v2,
    cuMemAdvise = cuMemAdvise_v2,
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
    cuArrayCreate = cuArrayCreate_v2,
    cuArrayGetDescriptor = cuArrayGetDescriptor_v2,
    cuArray3DCreate = cuArray3DCreate_v2,
    cuArray3DGetDescriptor = cuArray3DGetDescriptor_v2,
    cuTexRefSetAddress = cuTexRefSetAddress_v2,
    cuTexRefGetAddress = cuTexRefGetAddress_v2,
    cuGraphicsResourceGetMappedPointer = cuGraphicsResourceGetMappedPointer_v2,
    cuCtxDestroy = cuCtxDestroy_v2,
    cuCtxPopCurrent = cuCtxPopCurrent_v2,
    cuCtxPushCurrent = cuCtxPushCurrent_v2,
    cuStreamDestroy = cuStreamDestroy_v2,
    cuEventDestroy = cuEventDestroy_v2,
    cuTexRefSetAddress2D = cuTexRefSetAddress2D_v3,
    cuLinkCreate = cuLinkCreate_v2,
    cuLinkAddData = cuLinkAddData_v2,
    cuLinkAddFile = cuLinkAddFile_v2,
    cuMemHostRegister = cuMemHostRegister_v2,
    cuGraphicsResourceSetMapFlags = cuGraphicsResourceSetMapFlags_v2,
    cuStreamBeginCapture = cuStreamBeginCapture_v2,
    cuDevicePrimaryCtxRelease = cuDevicePrimaryCtxRelease_v2,
    cuDevicePrimaryCtxReset = cuDevicePrimaryCtxReset_v2,
    cuDevicePrimaryCtxSetFlags = cuDevicePrimaryCtxSetFlags_v2,
    cuDeviceGetUuid = cuDeviceGetUuid_v2,
    cuIpcOpenMemHandle = cuIpcOpenMemHandle_v2,
    cuGraphInstantiate = cuGraphInstantiateWithFlags,
    cuGraphExecUpdate = cuGraphExecUpdate_v2,
    cuGetProcAddress = cuGetProcAddress_v2,
    cuGraphAddKernelNode = cuGraphAddKernelNode_v2,
    cuGraphKernelNodeGetParams = cuGraphKernelNodeGetParams_v2,
    cuGraphKernelNodeSetParams = cuGraphKernelNodeSetParams_v2,
    cuGraphExecKernelNodeSetParams = cuGraphExecKernelNodeSetParams_v2,
    cuGraphGetEdges = cuGraphGetEdges_v2,
    cuGraphNodeGetDependencies = cuGraphNodeGetDependencies_v2,
    cuGraphNodeGetDependentNodes = cuGraphNodeGetDependentNodes_v2,
    cuGraphAddDependencies = cuGraphAddDependencies_v2,
    cuGraphRemoveDependencies = cuGraphRemoveDependencies_v2,
    cuGraphAddNode = cuGraphAddNode_v2,
    cuEventElapsedTime = cuEventElapsedTime_v2,
    cuStreamWriteValue32 = cuStreamWriteValue32_v2,
    cuStreamWaitValue32 = cuStreamWaitValue32_v2,
    cuStreamWriteValue64 = cuStreamWriteValue64_v2,
    cuStreamWaitValue64 = cuStreamWaitValue64_v2,
    cuStreamBatchMemOp = cuStreamBatchMemOp_v2,
    cuStreamGetCaptureInfo = cuStreamGetCaptureInfo_v3,
    cuStreamUpdateCaptureDependencies = cuStreamUpdateCaptureDependencies_v2,
}
