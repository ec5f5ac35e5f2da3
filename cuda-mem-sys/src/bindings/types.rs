// Types: enumerations, records, handles and typedefs, in the header's order.
// Generated from the cuda.h of CUDA 13.5 by ci/update-bindings; never edited.

pub type cuuint32_t = u32;

pub type cuuint64_t = u64;

pub type CUdeviceptr_v2 = c_ulonglong;

pub type CUdeviceptr = CUdeviceptr_v2;

pub type CUdevice_v1 = c_int;

pub type CUdevice = CUdevice_v1;

opaque! { CUctx_st }

pub type CUcontext = *mut CUctx_st;

opaque! { CUmod_st }

pub type CUmodule = *mut CUmod_st;

opaque! { CUfunc_st }

pub type CUfunction = *mut CUfunc_st;

opaque! { CUlib_st }

pub type CUlibrary = *mut CUlib_st;

opaque! { CUkern_st }

pub type CUkernel = *mut CUkern_st;

opaque! { CUarray_st }

pub type CUarray = *mut CUarray_st;

opaque! { CUmipmappedArray_st }

pub type CUmipmappedArray = *mut CUmipmappedArray_st;

opaque! { CUtexref_st }

pub type CUtexref = *mut CUtexref_st;

opaque! { CUsurfref_st }

pub type CUsurfref = *mut CUsurfref_st;

opaque! { CUevent_st }

pub type CUevent = *mut CUevent_st;

opaque! { CUstream_st }

pub type CUstream = *mut CUstream_st;

opaque! { CUgraphicsResource_st }

pub type CUgraphicsResource = *mut CUgraphicsResource_st;

pub type CUtexObject_v1 = c_ulonglong;

pub type CUtexObject = CUtexObject_v1;

pub type CUsurfObject_v1 = c_ulonglong;

pub type CUsurfObject = CUsurfObject_v1;

opaque! { CUextMemory_st }

pub type CUexternalMemory = *mut CUextMemory_st;

opaque! { CUextSemaphore_st }

pub type CUexternalSemaphore = *mut CUextSemaphore_st;

opaque! { CUgraph_st }

pub type CUgraph = *mut CUgraph_st;

opaque! { CUgraphNode_st }

pub type CUgraphNode = *mut CUgraphNode_st;

opaque! { CUgraphExec_st }

pub type CUgraphExec = *mut CUgraphExec_st;

opaque! { CUmemPoolHandle_st }

pub type CUmemoryPool = *mut CUmemPoolHandle_st;

opaque! { CUuserObject_st }

pub type CUuserObject = *mut CUuserObject_st;

pub type CUgraphConditionalHandle = cuuint64_t;

opaque! { CUgraphDeviceUpdatableNode_st }

pub type CUgraphDeviceNode = *mut CUgraphDeviceUpdatableNode_st;

opaque! { CUasyncCallbackEntry_st }

pub type CUasyncCallbackHandle = *mut CUasyncCallbackEntry_st;

opaque! { CUgreenCtx_st }

pub type CUgreenCtx = *mut CUgreenCtx_st;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUuuid {
    pub bytes: [c_char; 16usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemFabricHandle {
    pub data: [c_uchar; 64usize],
}

pub type CUmemFabricHandle_v1 = CUmemFabricHandle;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUipcEventHandle {
    pub reserved: [c_char; 64usize],
}

pub type CUipcEventHandle_v1 = CUipcEventHandle;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUipcMemHandle {
    pub reserved: [c_char; 64usize],
}

pub type CUipcMemHandle_v1 = CUipcMemHandle;

enumeration! {
    CUipcMem_flags:
    CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
}
bit_mask! { CUipcMem_flags }

enumeration! {
    CUmemAttach_flags:
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4,
}
bit_mask! { CUmemAttach_flags }

enumeration! {
    CUctx_flags:
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_SCHED_SPIN = 1,
    CU_CTX_SCHED_YIELD = 2,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_BLOCKING_SYNC = 4,
    CU_CTX_SCHED_MASK = 7,
    CU_CTX_MAP_HOST = 8,
    CU_CTX_LMEM_RESIZE_TO_MAX = 16,
    CU_CTX_COREDUMP_ENABLE = 32,
    CU_CTX_USER_COREDUMP_ENABLE = 64,
    CU_CTX_SYNC_MEMOPS = 128,
    CU_CTX_FLAGS_MASK = 255,
}
bit_mask! { CUctx_flags }

enumeration! {
    CUevent_sched_flags:
    CU_EVENT_SCHED_AUTO = 0,
    CU_EVENT_SCHED_SPIN = 1,
    CU_EVENT_SCHED_YIELD = 2,
    CU_EVENT_SCHED_BLOCKING_SYNC = 4,
}
bit_mask! { CUevent_sched_flags }

enumeration! {
    cl_event_flags:
    NVCL_EVENT_SCHED_AUTO = 0,
    NVCL_EVENT_SCHED_SPIN = 1,
    NVCL_EVENT_SCHED_YIELD = 2,
    NVCL_EVENT_SCHED_BLOCKING_SYNC = 4,
}
bit_mask! { cl_event_flags }

enumeration! {
    cl_context_flags:
    NVCL_CTX_SCHED_AUTO = 0,
    NVCL_CTX_SCHED_SPIN = 1,
    NVCL_CTX_SCHED_YIELD = 2,
    NVCL_CTX_SCHED_BLOCKING_SYNC = 4,
}
bit_mask! { cl_context_flags }

enumeration! {
    CUhostTaskSyncMode:
    CU_HOST_TASK_BLOCKING = 0,
    CU_HOST_TASK_SPINWAIT = 1,
}

enumeration! {
    CUstream_flags:
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
}
bit_mask! { CUstream_flags }

enumeration! {
    CUevent_flags:
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_EVENT_INTERPROCESS = 4,
}
bit_mask! { CUevent_flags }

enumeration! {
    CUevent_record_flags:
    CU_EVENT_RECORD_DEFAULT = 0,
    CU_EVENT_RECORD_EXTERNAL = 1,
}
bit_mask! { CUevent_record_flags }

enumeration! {
    CUevent_wait_flags:
    CU_EVENT_WAIT_DEFAULT = 0,
    CU_EVENT_WAIT_EXTERNAL = 1,
}
bit_mask! { CUevent_wait_flags }

enumeration! {
    CUatomicOperation:
    CU_ATOMIC_OPERATION_INTEGER_ADD = 0,
    CU_ATOMIC_OPERATION_INTEGER_MIN = 1,
    CU_ATOMIC_OPERATION_INTEGER_MAX = 2,
    CU_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
    CU_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
    CU_ATOMIC_OPERATION_AND = 5,
    CU_ATOMIC_OPERATION_OR = 6,
    CU_ATOMIC_OPERATION_XOR = 7,
    CU_ATOMIC_OPERATION_EXCHANGE = 8,
    CU_ATOMIC_OPERATION_CAS = 9,
    CU_ATOMIC_OPERATION_FLOAT_ADD = 10,
    CU_ATOMIC_OPERATION_FLOAT_MIN = 11,
    CU_ATOMIC_OPERATION_FLOAT_MAX = 12,
    CU_ATOMIC_OPERATION_MAX = 13,
}

enumeration! {
    CUatomicOperationCapability:
    CU_ATOMIC_CAPABILITY_SIGNED = 1,
    CU_ATOMIC_CAPABILITY_UNSIGNED = 2,
    CU_ATOMIC_CAPABILITY_REDUCTION = 4,
    CU_ATOMIC_CAPABILITY_SCALAR_32 = 8,
    CU_ATOMIC_CAPABILITY_SCALAR_64 = 16,
    CU_ATOMIC_CAPABILITY_SCALAR_128 = 32,
    CU_ATOMIC_CAPABILITY_VECTOR_32x4 = 64,
}

enumeration! {
    CUstreamWaitValue_flags:
    CU_STREAM_WAIT_VALUE_GEQ = 0,
    CU_STREAM_WAIT_VALUE_EQ = 1,
    CU_STREAM_WAIT_VALUE_AND = 2,
    CU_STREAM_WAIT_VALUE_NOR = 3,
    CU_STREAM_WAIT_VALUE_FLUSH = 1073741824,
}
bit_mask! { CUstreamWaitValue_flags }

enumeration! {
    CUstreamWriteValue_flags:
    CU_STREAM_WRITE_VALUE_DEFAULT = 0,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1,
}
bit_mask! { CUstreamWriteValue_flags }

enumeration! {
    CUstreamBatchMemOpType:
    CU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
    CU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
    CU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
    CU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
    CU_STREAM_MEM_OP_BARRIER = 6,
    CU_STREAM_MEM_OP_ATOMIC_REDUCTION = 8,
    CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
}

enumeration! {
    CUstreamMemoryBarrier_flags:
    CU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0,
    CU_STREAM_MEMORY_BARRIER_TYPE_GPU = 1,
}
bit_mask! { CUstreamMemoryBarrier_flags }

enumeration! {
    CUstreamAtomicReductionOpType:
    CU_STREAM_ATOMIC_REDUCTION_OP_OR = 6,
    CU_STREAM_ATOMIC_REDUCTION_OP_AND = 5,
    CU_STREAM_ATOMIC_REDUCTION_OP_ADD = 0,
}

enumeration! {
    CUstreamAtomicReductionDataType:
    CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32 = 14,
    CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64 = 22,
}

#[repr(C)]
#[derive(Copy)]
pub union CUstreamBatchMemOpParams {
    pub operation: CUstreamBatchMemOpType,
    pub waitValue: CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st,
    pub writeValue: CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st,
    pub flushRemoteWrites: CUstreamBatchMemOpParams_CUstreamMemOpFlushRemoteWritesParams_st,
    pub memoryBarrier: CUstreamBatchMemOpParams_CUstreamMemOpMemoryBarrierParams_st,
    pub atomicReduction: CUstreamBatchMemOpParams_CUstreamMemOpAtomicReductionParams_st,
    pub pad: [cuuint64_t; 6usize],
}

#[repr(C)]
#[derive(Copy)]
pub struct CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    pub flags: c_uint,
    pub alias: CUdeviceptr,
}

#[repr(C)]
#[derive(Copy)]
pub union CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    pub flags: c_uint,
    pub alias: CUdeviceptr,
}

#[repr(C)]
#[derive(Copy)]
pub union CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUstreamBatchMemOpParams_CUstreamMemOpFlushRemoteWritesParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUstreamBatchMemOpParams_CUstreamMemOpMemoryBarrierParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUstreamBatchMemOpParams_CUstreamMemOpAtomicReductionParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
    pub reductionOp: CUstreamAtomicReductionOpType,
    pub dataType: CUstreamAtomicReductionDataType,
    pub address: CUdeviceptr,
    pub value: cuuint64_t,
    pub alias: CUdeviceptr,
}

pub type CUstreamBatchMemOpParams_v1 = CUstreamBatchMemOpParams;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS {
    pub ctx: CUcontext,
    pub count: c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: c_uint,
}

pub type CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 = CUDA_BATCH_MEM_OP_NODE_PARAMS;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {
    pub ctx: CUcontext,
    pub count: c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: c_uint,
}

enumeration! {
    CUoccupancy_flags:
    CU_OCCUPANCY_DEFAULT = 0,
    CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 1,
}
bit_mask! { CUoccupancy_flags }

enumeration! {
    CUstreamUpdateCaptureDependencies_flags:
    CU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0,
    CU_STREAM_SET_CAPTURE_DEPENDENCIES = 1,
}
bit_mask! { CUstreamUpdateCaptureDependencies_flags }

enumeration! {
    CUasyncNotificationType:
    CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET = 1,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUasyncNotificationInfo {
    pub type_: CUasyncNotificationType,
    pub info: CUasyncNotificationInfo__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUasyncNotificationInfo__bindgen_ty_1 {
    pub overBudget: CUasyncNotificationInfo__bindgen_ty_1__bindgen_ty_1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUasyncNotificationInfo__bindgen_ty_1__bindgen_ty_1 {
    pub bytesOverBudget: c_ulonglong,
}

pub type CUasyncCallback = ::core::option::Option<
    unsafe extern "C" fn(
        info: *mut CUasyncNotificationInfo,
        userData: *mut c_void,
        callback: CUasyncCallbackHandle,
    ),
>;

enumeration! {
    CUarray_format:
    CU_AD_FORMAT_UNSIGNED_INT8 = 1,
    CU_AD_FORMAT_UNSIGNED_INT16 = 2,
    CU_AD_FORMAT_UNSIGNED_INT32 = 3,
    CU_AD_FORMAT_SIGNED_INT8 = 8,
    CU_AD_FORMAT_SIGNED_INT16 = 9,
    CU_AD_FORMAT_SIGNED_INT32 = 10,
    CU_AD_FORMAT_HALF = 16,
    CU_AD_FORMAT_FLOAT = 32,
    CU_AD_FORMAT_NV12 = 176,
    CU_AD_FORMAT_UNORM_INT8X1 = 192,
    CU_AD_FORMAT_UNORM_INT8X2 = 193,
    CU_AD_FORMAT_UNORM_INT8X4 = 194,
    CU_AD_FORMAT_UNORM_INT16X1 = 195,
    CU_AD_FORMAT_UNORM_INT16X2 = 196,
    CU_AD_FORMAT_UNORM_INT16X4 = 197,
    CU_AD_FORMAT_SNORM_INT8X1 = 198,
    CU_AD_FORMAT_SNORM_INT8X2 = 199,
    CU_AD_FORMAT_SNORM_INT8X4 = 200,
    CU_AD_FORMAT_SNORM_INT16X1 = 201,
    CU_AD_FORMAT_SNORM_INT16X2 = 202,
    CU_AD_FORMAT_SNORM_INT16X4 = 203,
    CU_AD_FORMAT_BC1_UNORM = 145,
    CU_AD_FORMAT_BC1_UNORM_SRGB = 146,
    CU_AD_FORMAT_BC2_UNORM = 147,
    CU_AD_FORMAT_BC2_UNORM_SRGB = 148,
    CU_AD_FORMAT_BC3_UNORM = 149,
    CU_AD_FORMAT_BC3_UNORM_SRGB = 150,
    CU_AD_FORMAT_BC4_UNORM = 151,
    CU_AD_FORMAT_BC4_SNORM = 152,
    CU_AD_FORMAT_BC5_UNORM = 153,
    CU_AD_FORMAT_BC5_SNORM = 154,
    CU_AD_FORMAT_BC6H_UF16 = 155,
    CU_AD_FORMAT_BC6H_SF16 = 156,
    CU_AD_FORMAT_BC7_UNORM = 157,
    CU_AD_FORMAT_BC7_UNORM_SRGB = 158,
    CU_AD_FORMAT_P010 = 159,
    CU_AD_FORMAT_P016 = 161,
    CU_AD_FORMAT_NV16 = 162,
    CU_AD_FORMAT_P210 = 163,
    CU_AD_FORMAT_P216 = 164,
    CU_AD_FORMAT_YUY2 = 165,
    CU_AD_FORMAT_Y210 = 166,
    CU_AD_FORMAT_Y216 = 167,
    CU_AD_FORMAT_AYUV = 168,
    CU_AD_FORMAT_Y410 = 169,
    CU_AD_FORMAT_Y416 = 177,
    CU_AD_FORMAT_Y444_PLANAR8 = 178,
    CU_AD_FORMAT_Y444_PLANAR10 = 179,
    CU_AD_FORMAT_YUV444_8bit_SemiPlanar = 180,
    CU_AD_FORMAT_YUV444_16bit_SemiPlanar = 181,
    CU_AD_FORMAT_UNORM_INT_101010_2 = 80,
    CU_AD_FORMAT_UINT8_PACKED_422 = 81,
    CU_AD_FORMAT_UINT8_PACKED_444 = 82,
    CU_AD_FORMAT_UINT8_SEMIPLANAR_420 = 83,
    CU_AD_FORMAT_UINT16_SEMIPLANAR_420 = 84,
    CU_AD_FORMAT_UINT8_SEMIPLANAR_422 = 85,
    CU_AD_FORMAT_UINT16_SEMIPLANAR_422 = 86,
    CU_AD_FORMAT_UINT8_SEMIPLANAR_444 = 87,
    CU_AD_FORMAT_UINT16_SEMIPLANAR_444 = 88,
    CU_AD_FORMAT_UINT8_PLANAR_420 = 89,
    CU_AD_FORMAT_UINT16_PLANAR_420 = 90,
    CU_AD_FORMAT_UINT8_PLANAR_422 = 91,
    CU_AD_FORMAT_UINT16_PLANAR_422 = 92,
    CU_AD_FORMAT_UINT8_PLANAR_444 = 93,
    CU_AD_FORMAT_UINT16_PLANAR_444 = 94,
    CU_AD_FORMAT_MAX = 2147483647,
}

enumeration! {
    CUaddress_mode:
    CU_TR_ADDRESS_MODE_WRAP = 0,
    CU_TR_ADDRESS_MODE_CLAMP = 1,
    CU_TR_ADDRESS_MODE_MIRROR = 2,
    CU_TR_ADDRESS_MODE_BORDER = 3,
}

enumeration! {
    CUfilter_mode:
    CU_TR_FILTER_MODE_POINT = 0,
    CU_TR_FILTER_MODE_LINEAR = 1,
}

enumeration! {
    CUdevice_attribute:
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES = 29,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 44,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 = 92,
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 = 93,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 = 94,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
    CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
    CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED = 110,
    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
    CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED = 112,
    CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
    CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
    CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = 119,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
    CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED = 121,
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 122,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR = 123,
    CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,
    CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED = 125,
    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 126,
    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = 127,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED = 128,
    CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS = 129,
    CU_DEVICE_ATTRIBUTE_NUMA_CONFIG = 130,
    CU_DEVICE_ATTRIBUTE_NUMA_ID = 131,
    CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132,
    CU_DEVICE_ATTRIBUTE_MPS_ENABLED = 133,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
    CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED = 135,
    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK = 136,
    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH = 137,
    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED = 138,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID = 139,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID = 140,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 141,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED = 142,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED = 143,
    CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED = 144,
    CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 145,
    CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED = 146,
    CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED = 147,
    CU_DEVICE_ATTRIBUTE_ATOMIC_REDUCTION_SUPPORTED = 148,
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT = 149,
    CU_DEVICE_ATTRIBUTE_MAX_OVERSIZED_SHARED_MEMORY_PER_BLOCK = 150,
    CU_DEVICE_ATTRIBUTE_D3D12_CIG_STREAMS_SUPPORTED = 151,
    CU_DEVICE_ATTRIBUTE_DMA_BUF_MMAP_SUPPORTED = 152,
    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_SUPPORTED = 153,
    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_MULTICAST_SUPPORTED = 154,
    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_COUNTED_OPS_SUPPORTED = 155,
    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_ACCESS_ON_OWNER_DEVICE_SUPPORTED = 156,
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT = 157,
    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_SUPPORTED_HANDLE_TYPES = 158,
    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_STREAMS_SUPPORTED = 159,
    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_LARGE_TENSOR_MIN_SIZE = 160,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_LOCALIZED_MEMORY_SUPPORTED = 161,
    CU_DEVICE_ATTRIBUTE_MAX = 162,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUdevprop {
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3usize],
    pub maxGridSize: [c_int; 3usize],
    pub sharedMemPerBlock: c_int,
    pub totalConstantMemory: c_int,
    pub SIMDWidth: c_int,
    pub memPitch: c_int,
    pub regsPerBlock: c_int,
    pub clockRate: c_int,
    pub textureAlign: c_int,
}

pub type CUdevprop_v1 = CUdevprop;

enumeration! {
    CUpointer_attribute:
    CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
    CU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
    CU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
    CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE = 10,
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    CU_POINTER_ATTRIBUTE_MAPPED = 13,
    CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
    CU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    CU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
    CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,
    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID = 20,
    CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE = 21,
    CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL = 22,
}

enumeration! {
    CUfunction_attribute:
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
    CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
    CU_FUNC_ATTRIBUTE_DEVICE_NODE_UPDATE_SUPPORTED = 16,
    CU_FUNC_ATTRIBUTE_SHARED_MEMORY_MODE = 17,
    CU_FUNC_ATTRIBUTE_MAX = 18,
}

enumeration! {
    CUfunc_cache:
    CU_FUNC_CACHE_PREFER_NONE = 0,
    CU_FUNC_CACHE_PREFER_SHARED = 1,
    CU_FUNC_CACHE_PREFER_L1 = 2,
    CU_FUNC_CACHE_PREFER_EQUAL = 3,
}

enumeration! {
    CUsharedconfig:
    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0,
    CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 1,
    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 2,
}

enumeration! {
    CUshared_carveout:
    CU_SHAREDMEM_CARVEOUT_DEFAULT = 4294967295,
    CU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    CU_SHAREDMEM_CARVEOUT_MAX_L1 = 0,
}

enumeration! {
    CUmemorytype:
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE = 2,
    CU_MEMORYTYPE_ARRAY = 3,
    CU_MEMORYTYPE_UNIFIED = 4,
}

enumeration! {
    CUcomputemode:
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
}

enumeration! {
    CUmem_advise:
    CU_MEM_ADVISE_SET_READ_MOSTLY = 1,
    CU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
    CU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
    CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
    CU_MEM_ADVISE_SET_ACCESSED_BY = 5,
    CU_MEM_ADVISE_UNSET_ACCESSED_BY = 6,
}

enumeration! {
    CUmem_range_attribute:
    CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 5,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 6,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8,
}

enumeration! {
    CUjit_option:
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_TARGET = 9,
    CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_CACHE_MODE = 14,
    CU_JIT_NEW_SM3X_OPT = 15,
    CU_JIT_FAST_COMPILE = 16,
    CU_JIT_GLOBAL_SYMBOL_NAMES = 17,
    CU_JIT_GLOBAL_SYMBOL_ADDRESSES = 18,
    CU_JIT_GLOBAL_SYMBOL_COUNT = 19,
    CU_JIT_LTO = 20,
    CU_JIT_FTZ = 21,
    CU_JIT_PREC_DIV = 22,
    CU_JIT_PREC_SQRT = 23,
    CU_JIT_FMA = 24,
    CU_JIT_REFERENCED_KERNEL_NAMES = 25,
    CU_JIT_REFERENCED_KERNEL_COUNT = 26,
    CU_JIT_REFERENCED_VARIABLE_NAMES = 27,
    CU_JIT_REFERENCED_VARIABLE_COUNT = 28,
    CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES = 29,
    CU_JIT_POSITION_INDEPENDENT_CODE = 30,
    CU_JIT_MIN_CTA_PER_SM = 31,
    CU_JIT_MAX_THREADS_PER_BLOCK = 32,
    CU_JIT_OVERRIDE_DIRECTIVE_VALUES = 33,
    CU_JIT_SPLIT_COMPILE = 34,
    CU_JIT_BINARY_LOADER_THREAD_COUNT = 35,
    CU_JIT_NUM_OPTIONS = 36,
}

enumeration! {
    CUjit_target:
    CU_TARGET_COMPUTE_30 = 30,
    CU_TARGET_COMPUTE_32 = 32,
    CU_TARGET_COMPUTE_35 = 35,
    CU_TARGET_COMPUTE_37 = 37,
    CU_TARGET_COMPUTE_50 = 50,
    CU_TARGET_COMPUTE_52 = 52,
    CU_TARGET_COMPUTE_53 = 53,
    CU_TARGET_COMPUTE_60 = 60,
    CU_TARGET_COMPUTE_61 = 61,
    CU_TARGET_COMPUTE_62 = 62,
    CU_TARGET_COMPUTE_70 = 70,
    CU_TARGET_COMPUTE_72 = 72,
    CU_TARGET_COMPUTE_75 = 75,
    CU_TARGET_COMPUTE_80 = 80,
    CU_TARGET_COMPUTE_86 = 86,
    CU_TARGET_COMPUTE_87 = 87,
    CU_TARGET_COMPUTE_89 = 89,
    CU_TARGET_COMPUTE_90 = 90,
    CU_TARGET_COMPUTE_100 = 100,
    CU_TARGET_COMPUTE_110 = 110,
    CU_TARGET_COMPUTE_103 = 103,
    CU_TARGET_COMPUTE_107 = 107,
    CU_TARGET_COMPUTE_120 = 120,
    CU_TARGET_COMPUTE_121 = 121,
    CU_TARGET_COMPUTE_90A = 65626,
    CU_TARGET_COMPUTE_100A = 65636,
    CU_TARGET_COMPUTE_110A = 65646,
    CU_TARGET_COMPUTE_103A = 65639,
    CU_TARGET_COMPUTE_107A = 65643,
    CU_TARGET_COMPUTE_120A = 65656,
    CU_TARGET_COMPUTE_121A = 65657,
    CU_TARGET_COMPUTE_100F = 131172,
    CU_TARGET_COMPUTE_110F = 131182,
    CU_TARGET_COMPUTE_103F = 131175,
    CU_TARGET_COMPUTE_107F = 131179,
    CU_TARGET_COMPUTE_120F = 131192,
    CU_TARGET_COMPUTE_121F = 131193,
}

enumeration! {
    CUjit_fallback:
    CU_PREFER_PTX = 0,
    CU_PREFER_BINARY = 1,
}

enumeration! {
    CUjit_cacheMode:
    CU_JIT_CACHE_OPTION_NONE = 0,
    CU_JIT_CACHE_OPTION_CG = 1,
    CU_JIT_CACHE_OPTION_CA = 2,
}

enumeration! {
    CUjitInputType:
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX = 1,
    CU_JIT_INPUT_FATBINARY = 2,
    CU_JIT_INPUT_OBJECT = 3,
    CU_JIT_INPUT_LIBRARY = 4,
    CU_JIT_INPUT_NVVM = 5,
    CU_JIT_NUM_INPUT_TYPES = 6,
}

opaque! { CUlinkState_st }

pub type CUlinkState = *mut CUlinkState_st;

enumeration! {
    CUgraphicsRegisterFlags:
    CU_GRAPHICS_REGISTER_FLAGS_NONE = 0,
    CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 1,
    CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 2,
    CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 4,
    CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 8,
}
bit_mask! { CUgraphicsRegisterFlags }

enumeration! {
    CUgraphicsMapResourceFlags:
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0,
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2,
}
bit_mask! { CUgraphicsMapResourceFlags }

enumeration! {
    CUarray_cubemap_face:
    CU_CUBEMAP_FACE_POSITIVE_X = 0,
    CU_CUBEMAP_FACE_NEGATIVE_X = 1,
    CU_CUBEMAP_FACE_POSITIVE_Y = 2,
    CU_CUBEMAP_FACE_NEGATIVE_Y = 3,
    CU_CUBEMAP_FACE_POSITIVE_Z = 4,
    CU_CUBEMAP_FACE_NEGATIVE_Z = 5,
}

enumeration! {
    CUlimit:
    CU_LIMIT_STACK_SIZE = 0,
    CU_LIMIT_PRINTF_FIFO_SIZE = 1,
    CU_LIMIT_MALLOC_HEAP_SIZE = 2,
    CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
    CU_LIMIT_MAX_L2_FETCH_GRANULARITY = 5,
    CU_LIMIT_PERSISTING_L2_CACHE_SIZE = 6,
    CU_LIMIT_SHMEM_SIZE = 7,
    CU_LIMIT_CIG_ENABLED = 8,
    CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED = 9,
    CU_LIMIT_PER_BLOCK_MEMORY_SIZE = 10,
    CU_LIMIT_MAX = 11,
}

enumeration! {
    CUresourcetype:
    CU_RESOURCE_TYPE_ARRAY = 0,
    CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    CU_RESOURCE_TYPE_LINEAR = 2,
    CU_RESOURCE_TYPE_PITCH2D = 3,
}

pub type CUhostFn = ::core::option::Option<unsafe extern "C" fn(userData: *mut c_void)>;

enumeration! {
    CUaccessProperty:
    CU_ACCESS_PROPERTY_NORMAL = 0,
    CU_ACCESS_PROPERTY_STREAMING = 1,
    CU_ACCESS_PROPERTY_PERSISTING = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUaccessPolicyWindow {
    pub base_ptr: *mut c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: CUaccessProperty,
    pub missProp: CUaccessProperty,
}

pub type CUaccessPolicyWindow_v1 = CUaccessPolicyWindow;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_KERNEL_NODE_PARAMS_v1 {
    pub func: CUfunction,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub kernelParams: *mut *mut c_void,
    pub extra: *mut *mut c_void,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_KERNEL_NODE_PARAMS {
    pub func: CUfunction,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub kernelParams: *mut *mut c_void,
    pub extra: *mut *mut c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}

pub type CUDA_KERNEL_NODE_PARAMS_v2 = CUDA_KERNEL_NODE_PARAMS;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_KERNEL_NODE_PARAMS_v3 {
    pub func: CUfunction,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub kernelParams: *mut *mut c_void,
    pub extra: *mut *mut c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMSET_NODE_PARAMS {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: c_uint,
    pub elementSize: c_uint,
    pub width: usize,
    pub height: usize,
}

pub type CUDA_MEMSET_NODE_PARAMS_v1 = CUDA_MEMSET_NODE_PARAMS;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMSET_NODE_PARAMS_v2 {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: c_uint,
    pub elementSize: c_uint,
    pub width: usize,
    pub height: usize,
    pub ctx: CUcontext,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_HOST_NODE_PARAMS {
    pub fn_: CUhostFn,
    pub userData: *mut c_void,
}

pub type CUDA_HOST_NODE_PARAMS_v1 = CUDA_HOST_NODE_PARAMS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_HOST_NODE_PARAMS_v2 {
    pub fn_: CUhostFn,
    pub userData: *mut c_void,
    pub syncMode: c_uint,
    pub __bindgen_anon_1: CUDA_HOST_NODE_PARAMS_v2__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_HOST_NODE_PARAMS_v2__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

enumeration! {
    CUgraphConditionalNodeType:
    CU_GRAPH_COND_TYPE_IF = 0,
    CU_GRAPH_COND_TYPE_WHILE = 1,
    CU_GRAPH_COND_TYPE_SWITCH = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_CONDITIONAL_NODE_PARAMS {
    pub handle: CUgraphConditionalHandle,
    pub type_: CUgraphConditionalNodeType,
    pub size: c_uint,
    pub phGraph_out: *mut CUgraph,
    pub ctx: CUcontext,
}

enumeration! {
    CUgraphNodeType:
    CU_GRAPH_NODE_TYPE_KERNEL = 0,
    CU_GRAPH_NODE_TYPE_MEMCPY = 1,
    CU_GRAPH_NODE_TYPE_MEMSET = 2,
    CU_GRAPH_NODE_TYPE_HOST = 3,
    CU_GRAPH_NODE_TYPE_GRAPH = 4,
    CU_GRAPH_NODE_TYPE_EMPTY = 5,
    CU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
    CU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
    CU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
    CU_GRAPH_NODE_TYPE_MEM_FREE = 11,
    CU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12,
    CU_GRAPH_NODE_TYPE_CONDITIONAL = 13,
    CU_GRAPH_NODE_TYPE_MEMCPY_BATCH = 14,
    CU_GRAPH_NODE_TYPE_RESERVED_16 = 16,
    CU_GRAPH_NODE_TYPE_EXTERNAL_ENGINE = 17,
    CU_GRAPH_NODE_TYPE_FABRIC_CPY_BATCH = 18,
}

enumeration! {
    CUgraphDependencyType:
    CU_GRAPH_DEPENDENCY_TYPE_DEFAULT = 0,
    CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC = 1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUgraphEdgeData {
    pub from_port: c_uchar,
    pub to_port: c_uchar,
    pub type_: c_uchar,
    pub reserved: [c_uchar; 5usize],
}

enumeration! {
    CUgraphInstantiateResult:
    CUDA_GRAPH_INSTANTIATE_SUCCESS = 0,
    CUDA_GRAPH_INSTANTIATE_ERROR = 1,
    CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE = 2,
    CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED = 3,
    CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED = 4,
    CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED = 5,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_GRAPH_INSTANTIATE_PARAMS {
    pub flags: cuuint64_t,
    pub hUploadStream: CUstream,
    pub hErrNode_out: CUgraphNode,
    pub result_out: CUgraphInstantiateResult,
}

enumeration! {
    CUsynchronizationPolicy:
    CU_SYNC_POLICY_AUTO = 1,
    CU_SYNC_POLICY_SPIN = 2,
    CU_SYNC_POLICY_YIELD = 3,
    CU_SYNC_POLICY_BLOCKING_SYNC = 4,
}

enumeration! {
    CUclusterSchedulingPolicy:
    CU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
    CU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2,
    CU_CLUSTER_SCHEDULING_POLICY_RUBIN_DSMEM_LOCALITY = 3,
}

enumeration! {
    CUlaunchMemSyncDomain:
    CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT = 0,
    CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE = 1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchMemSyncDomainMap {
    pub default_: c_uchar,
    pub remote: c_uchar,
}

enumeration! {
    CUlaunchAttributePortableClusterMode:
    CU_LAUNCH_PORTABLE_CLUSTER_MODE_DEFAULT = 0,
    CU_LAUNCH_PORTABLE_CLUSTER_MODE_REQUIRE_PORTABLE = 1,
    CU_LAUNCH_PORTABLE_CLUSTER_MODE_ALLOW_NON_PORTABLE = 2,
}

enumeration! {
    CUsharedMemoryMode:
    CU_SHARED_MEMORY_MODE_DEFAULT = 0,
    CU_SHARED_MEMORY_MODE_REQUIRE_PORTABLE = 1,
    CU_SHARED_MEMORY_MODE_ALLOW_NON_PORTABLE = 2,
    CU_SHARED_MEMORY_MODE_ALLOW_OVERSIZED_SHARED_MEMORY = 3,
    CU_SHARED_MEMORY_MODE_PREFER_OVERSIZED_SHARED_MEMORY = 4,
}

enumeration! {
    CUlaunchAttributeID:
    CU_LAUNCH_ATTRIBUTE_IGNORE = 0,
    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
    CU_LAUNCH_ATTRIBUTE_PRIORITY = 8,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP = 9,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION = 11,
    CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT = 12,
    CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE = 13,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 14,
    CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING = 16,
    CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE = 17,
    CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE = 18,
}

#[repr(C)]
#[derive(Copy)]
pub union CUlaunchAttributeValue {
    pub pad: [c_char; 64usize],
    pub accessPolicyWindow: CUaccessPolicyWindow,
    pub cooperative: c_int,
    pub syncPolicy: CUsynchronizationPolicy,
    pub clusterDim: CUlaunchAttributeValue__bindgen_ty_1,
    pub clusterSchedulingPolicyPreference: CUclusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: c_int,
    pub programmaticEvent: CUlaunchAttributeValue__bindgen_ty_2,
    pub launchCompletionEvent: CUlaunchAttributeValue__bindgen_ty_3,
    pub priority: c_int,
    pub memSyncDomainMap: CUlaunchMemSyncDomainMap,
    pub memSyncDomain: CUlaunchMemSyncDomain,
    pub preferredClusterDim: CUlaunchAttributeValue__bindgen_ty_4,
    pub deviceUpdatableKernelNode: CUlaunchAttributeValue__bindgen_ty_5,
    pub sharedMemCarveout: c_uint,
    pub nvlinkUtilCentricScheduling: c_uint,
    pub portableClusterSizeMode: CUlaunchAttributePortableClusterMode,
    pub sharedMemoryMode: CUsharedMemoryMode,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchAttributeValue__bindgen_ty_1 {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchAttributeValue__bindgen_ty_2 {
    pub event: CUevent,
    pub flags: c_int,
    pub triggerAtBlockStart: c_int,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchAttributeValue__bindgen_ty_3 {
    pub event: CUevent,
    pub flags: c_int,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchAttributeValue__bindgen_ty_4 {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchAttributeValue__bindgen_ty_5 {
    pub deviceUpdatable: c_int,
    pub devNode: CUgraphDeviceNode,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUlaunchAttribute {
    pub id: CUlaunchAttributeID,
    pub pad: [c_char; 4usize],
    pub value: CUlaunchAttributeValue,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlaunchConfig {
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: CUstream,
    pub attrs: *mut CUlaunchAttribute,
    pub numAttrs: c_uint,
}

pub type CUkernelNodeAttrID = CUlaunchAttributeID;

pub type CUkernelNodeAttrValue_v1 = CUlaunchAttributeValue;

pub type CUkernelNodeAttrValue = CUkernelNodeAttrValue_v1;

enumeration! {
    CUstreamCaptureStatus:
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2,
}

enumeration! {
    CUstreamCaptureMode:
    CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    CU_STREAM_CAPTURE_MODE_RELAXED = 2,
}

pub type CUstreamAttrID = CUlaunchAttributeID;

pub type CUstreamAttrValue_v1 = CUlaunchAttributeValue;

pub type CUstreamAttrValue = CUstreamAttrValue_v1;

enumeration! {
    CUdriverProcAddress_flags:
    CU_GET_PROC_ADDRESS_DEFAULT = 0,
    CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2,
}
bit_mask! { CUdriverProcAddress_flags }

enumeration! {
    CUdriverProcAddressQueryResult:
    CU_GET_PROC_ADDRESS_SUCCESS = 0,
    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
}

enumeration! {
    CUexecAffinityType:
    CU_EXEC_AFFINITY_TYPE_SM_COUNT = 0,
    CU_EXEC_AFFINITY_TYPE_MAX = 1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUexecAffinitySmCount {
    pub val: c_uint,
}

pub type CUexecAffinitySmCount_v1 = CUexecAffinitySmCount;

#[repr(C)]
#[derive(Copy)]
pub struct CUexecAffinityParam {
    pub type_: CUexecAffinityType,
    pub param: CUexecAffinityParam__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUexecAffinityParam__bindgen_ty_1 {
    pub smCount: CUexecAffinitySmCount,
}

pub type CUexecAffinityParam_v1 = CUexecAffinityParam;

enumeration! {
    CUcigDataType:
    CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1,
    CIG_DATA_TYPE_NV_BLOB = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUctxCigParam {
    pub sharedDataType: CUcigDataType,
    pub sharedData: *mut c_void,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUctxCreateParams {
    pub execAffinityParams: *mut CUexecAffinityParam,
    pub numExecAffinityParams: c_int,
    pub cigParams: *mut CUctxCigParam,
}

enumeration! {
    CUstreamCigDataType:
    STREAM_CIG_DATA_TYPE_D3D12_COMMAND_LIST = 1,
    STREAM_CIG_DATA_TYPE_VULKAN_COMMAND_BUFFER_HANDLE_NV = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUstreamCigParam {
    pub streamSharedDataType: CUstreamCigDataType,
    pub streamSharedData: *mut c_void,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUstreamCigCaptureParams {
    pub streamCigParams: *mut CUstreamCigParam,
}

enumeration! {
    CUlibraryOption:
    CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE = 0,
    CU_LIBRARY_BINARY_IS_PRESERVED = 1,
    CU_LIBRARY_NUM_OPTIONS = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlibraryHostUniversalFunctionAndDataTable {
    pub functionTable: *mut c_void,
    pub functionWindowSize: usize,
    pub dataTable: *mut c_void,
    pub dataWindowSize: usize,
}

enumeration! {
    #[must_use = "the driver reports every failure in this code"]
    CUresult:
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_MULTICAST_RESOURCE_FULL = 47,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_DEVICE_NOT_LICENSED = 102,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INSUFFICIENT_LOADER_VERSION = 227,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_LOSSY_QUERY = 402,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_TENSOR_MEMORY_LEAK = 721,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
    CUDA_ERROR_MPS_RPC_FAILURE = 806,
    CUDA_ERROR_MPS_SERVER_NOT_READY = 807,
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
    CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
    CUDA_ERROR_CDP_NOT_SUPPORTED = 811,
    CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902,
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_CAPTURED_EVENT = 907,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUDA_ERROR_TIMEOUT = 909,
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUDA_ERROR_EXTERNAL_DEVICE = 911,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
    CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_KEY_ROTATION = 916,
    CUDA_ERROR_STREAM_DETACHED = 917,
    CUDA_ERROR_GRAPH_RECAPTURE_FAILURE = 918,
    CUDA_ERROR_FABRIC_NOT_READY = 919,
    CUDA_ERROR_UNKNOWN = 999,
}

enumeration! {
    CUdevice_P2PAttribute:
    CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK = 1,
    CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 2,
    CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 3,
    CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED = 4,
    CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED = 4,
    CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED = 5,
}

pub type CUstreamCallback = ::core::option::Option<
    unsafe extern "C" fn(hStream: CUstream, status: CUresult, userData: *mut c_void),
>;

pub type CUoccupancyB2DSize = ::core::option::Option<
    unsafe extern "C" fn(blockSize: c_int) -> usize,
>;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMCPY2D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

pub type CUDA_MEMCPY2D_v2 = CUDA_MEMCPY2D;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMCPY3D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub reserved0: *mut c_void,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub reserved1: *mut c_void,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

pub type CUDA_MEMCPY3D_v2 = CUDA_MEMCPY3D;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMCPY3D_PEER {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcContext: CUcontext,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstContext: CUcontext,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

pub type CUDA_MEMCPY3D_PEER_v1 = CUDA_MEMCPY3D_PEER;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEMCPY_NODE_PARAMS {
    pub flags: c_int,
    pub reserved: c_int,
    pub copyCtx: CUcontext,
    pub copyParams: CUDA_MEMCPY3D,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_ARRAY_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Format: CUarray_format,
    pub NumChannels: c_uint,
}

pub type CUDA_ARRAY_DESCRIPTOR_v2 = CUDA_ARRAY_DESCRIPTOR;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_ARRAY3D_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: CUarray_format,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

pub type CUDA_ARRAY3D_DESCRIPTOR_v2 = CUDA_ARRAY3D_DESCRIPTOR;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES {
    pub tileExtent: CUDA_ARRAY_SPARSE_PROPERTIES__bindgen_ty_1,
    pub miptailFirstLevel: c_uint,
    pub miptailSize: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 4usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES__bindgen_ty_1 {
    pub width: c_uint,
    pub height: c_uint,
    pub depth: c_uint,
}

pub type CUDA_ARRAY_SPARSE_PROPERTIES_v1 = CUDA_ARRAY_SPARSE_PROPERTIES;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_ARRAY_MEMORY_REQUIREMENTS {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [c_uint; 4usize],
}

pub type CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 = CUDA_ARRAY_MEMORY_REQUIREMENTS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_RESOURCE_DESC {
    pub resType: CUresourcetype,
    pub res: CUDA_RESOURCE_DESC__bindgen_ty_1,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_RESOURCE_DESC__bindgen_ty_1 {
    pub array: CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_1,
    pub mipmap: CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_2,
    pub linear: CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_3,
    pub pitch2D: CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_4,
    pub reserved: CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_5,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_1 {
    pub hArray: CUarray,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_2 {
    pub hMipmappedArray: CUmipmappedArray,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_3 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: c_uint,
    pub sizeInBytes: usize,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_4 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_5 {
    pub reserved: [c_int; 32usize],
}

pub type CUDA_RESOURCE_DESC_v1 = CUDA_RESOURCE_DESC;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_TEXTURE_DESC {
    pub addressMode: [CUaddress_mode; 3usize],
    pub filterMode: CUfilter_mode,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: CUfilter_mode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4usize],
    pub reserved: [c_int; 12usize],
}

pub type CUDA_TEXTURE_DESC_v1 = CUDA_TEXTURE_DESC;

enumeration! {
    CUresourceViewFormat:
    CU_RES_VIEW_FORMAT_NONE = 0,
    CU_RES_VIEW_FORMAT_UINT_1X8 = 1,
    CU_RES_VIEW_FORMAT_UINT_2X8 = 2,
    CU_RES_VIEW_FORMAT_UINT_4X8 = 3,
    CU_RES_VIEW_FORMAT_SINT_1X8 = 4,
    CU_RES_VIEW_FORMAT_SINT_2X8 = 5,
    CU_RES_VIEW_FORMAT_SINT_4X8 = 6,
    CU_RES_VIEW_FORMAT_UINT_1X16 = 7,
    CU_RES_VIEW_FORMAT_UINT_2X16 = 8,
    CU_RES_VIEW_FORMAT_UINT_4X16 = 9,
    CU_RES_VIEW_FORMAT_SINT_1X16 = 10,
    CU_RES_VIEW_FORMAT_SINT_2X16 = 11,
    CU_RES_VIEW_FORMAT_SINT_4X16 = 12,
    CU_RES_VIEW_FORMAT_UINT_1X32 = 13,
    CU_RES_VIEW_FORMAT_UINT_2X32 = 14,
    CU_RES_VIEW_FORMAT_UINT_4X32 = 15,
    CU_RES_VIEW_FORMAT_SINT_1X32 = 16,
    CU_RES_VIEW_FORMAT_SINT_2X32 = 17,
    CU_RES_VIEW_FORMAT_SINT_4X32 = 18,
    CU_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
    CU_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
    CU_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
    CU_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
    CU_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
    CU_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
    CU_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
    CU_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
    CU_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_RESOURCE_VIEW_DESC {
    pub format: CUresourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
    pub reserved: [c_uint; 16usize],
}

pub type CUDA_RESOURCE_VIEW_DESC_v1 = CUDA_RESOURCE_VIEW_DESC;

#[repr(C)]
#[repr(align(128))]
#[derive(Debug, Copy)]
pub struct CUtensorMap {
    pub opaque: [cuuint64_t; 16usize],
}

enumeration! {
    CUtensorMapDataType:
    CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
    CU_TENSOR_MAP_DATA_TYPE_UINT16 = 1,
    CU_TENSOR_MAP_DATA_TYPE_UINT32 = 2,
    CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
    CU_TENSOR_MAP_DATA_TYPE_UINT64 = 4,
    CU_TENSOR_MAP_DATA_TYPE_INT64 = 5,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12,
    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B = 13,
    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B = 14,
    CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B = 15,
}

enumeration! {
    CUtensorMapInterleave:
    CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
    CU_TENSOR_MAP_INTERLEAVE_16B = 1,
    CU_TENSOR_MAP_INTERLEAVE_32B = 2,
}

enumeration! {
    CUtensorMapSwizzle:
    CU_TENSOR_MAP_SWIZZLE_NONE = 0,
    CU_TENSOR_MAP_SWIZZLE_32B = 1,
    CU_TENSOR_MAP_SWIZZLE_64B = 2,
    CU_TENSOR_MAP_SWIZZLE_128B = 3,
    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B = 4,
    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5,
    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B = 6,
}

enumeration! {
    CUtensorMapL2promotion:
    CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
    CU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
    CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
    CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3,
}

enumeration! {
    CUtensorMapFloatOOBfill:
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1,
}

enumeration! {
    CUtensorMapIm2ColWideMode:
    CU_TENSOR_MAP_IM2COL_WIDE_MODE_W = 0,
    CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128 = 1,
}

enumeration! {
    CUtensorMapAllocClass:
    CU_TENSOR_MAP_ALLOC_CLASS_AUTO = 0,
    CU_TENSOR_MAP_ALLOC_CLASS_SMALL = 1,
    CU_TENSOR_MAP_ALLOC_CLASS_LARGE = 2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS {
    pub p2pToken: c_ulonglong,
    pub vaSpaceToken: c_uint,
}

pub type CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS;

enumeration! {
    CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE = 0,
    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ = 1,
    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 3,
}
bit_mask! { CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS }

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_LAUNCH_PARAMS {
    pub function: CUfunction,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut c_void,
}

pub type CUDA_LAUNCH_PARAMS_v1 = CUDA_LAUNCH_PARAMS;

enumeration! {
    CUexternalMemoryHandleType:
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF = 8,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD = 9,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
    pub type_: CUexternalMemoryHandleType,
    pub handle: CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1,
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16usize],
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1 {
    pub fd: c_int,
    pub win32: CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1,
    pub nvSciBufObject: *const c_void,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut c_void,
    pub name: *const c_void,
}

pub type CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 = CUDA_EXTERNAL_MEMORY_HANDLE_DESC;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
    pub offset: c_ulonglong,
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16usize],
}

pub type CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 = CUDA_EXTERNAL_MEMORY_BUFFER_DESC;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
    pub offset: c_ulonglong,
    pub arrayDesc: CUDA_ARRAY3D_DESCRIPTOR,
    pub numLevels: c_uint,
    pub reserved: [c_uint; 16usize],
}

pub type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;

enumeration! {
    CUexternalSemaphoreHandleType:
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC = 6,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {
    pub type_: CUexternalSemaphoreHandleType,
    pub handle: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1,
    pub flags: c_uint,
    pub reserved: [c_uint; 16usize],
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1 {
    pub fd: c_int,
    pub win32: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSyncObj: *const c_void,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut c_void,
    pub name: *const c_void,
}

pub type CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS {
    pub params: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1,
    pub flags: c_uint,
    pub reserved: [c_uint; 16usize],
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [c_uint; 12usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_1 {
    pub value: c_ulonglong,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut c_void,
    pub reserved: c_ulonglong,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_3 {
    pub key: c_ulonglong,
}

pub type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS {
    pub params: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1,
    pub flags: c_uint,
    pub reserved: [c_uint; 16usize],
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [c_uint; 10usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_1 {
    pub value: c_ulonglong,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut c_void,
    pub reserved: c_ulonglong,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_3 {
    pub key: c_ulonglong,
    pub timeoutMs: c_uint,
}

pub type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: c_uint,
}

pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: c_uint,
    pub __bindgen_anon_1: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: c_uint,
}

pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 = CUDA_EXT_SEM_WAIT_NODE_PARAMS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: c_uint,
    pub __bindgen_anon_1: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

pub type CUmemGenericAllocationHandle_v1 = c_ulonglong;

pub type CUmemGenericAllocationHandle = CUmemGenericAllocationHandle_v1;

enumeration! {
    CUmemAllocationHandleType:
    CU_MEM_HANDLE_TYPE_NONE = 0,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    CU_MEM_HANDLE_TYPE_WIN32 = 2,
    CU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
    CU_MEM_HANDLE_TYPE_FABRIC = 8,
    CU_MEM_HANDLE_TYPE_MAX = 2147483647,
}
bit_mask! { CUmemAllocationHandleType }

enumeration! {
    CUmemAccess_flags:
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
    CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CU_MEM_ACCESS_FLAGS_PROT_MAX = 2147483647,
}
bit_mask! { CUmemAccess_flags }

enumeration! {
    CUmemLocationType:
    CU_MEM_LOCATION_TYPE_INVALID = 0,
    CU_MEM_LOCATION_TYPE_NONE = 0,
    CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CU_MEM_LOCATION_TYPE_HOST = 2,
    CU_MEM_LOCATION_TYPE_HOST_NUMA = 3,
    CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 4,
    CU_MEM_LOCATION_TYPE_INVISIBLE = 5,
    CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN = 6,
    CU_MEM_LOCATION_TYPE_MAX = 2147483647,
}

enumeration! {
    CUmemAllocationType:
    CU_MEM_ALLOCATION_TYPE_INVALID = 0,
    CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CU_MEM_ALLOCATION_TYPE_MANAGED = 2,
    CU_MEM_ALLOCATION_TYPE_MAX = 2147483647,
}

enumeration! {
    CUmemAllocationGranularity_flags:
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
}
bit_mask! { CUmemAllocationGranularity_flags }

enumeration! {
    CUmemRangeHandleType:
    CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1,
    CU_MEM_RANGE_HANDLE_TYPE_MAX = 2147483647,
}

enumeration! {
    CUmemRangeFlags:
    CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 1,
}
bit_mask! { CUmemRangeFlags }

enumeration! {
    CUarraySparseSubresourceType:
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1,
}

enumeration! {
    CUmemOperationType:
    CU_MEM_OPERATION_TYPE_MAP = 1,
    CU_MEM_OPERATION_TYPE_UNMAP = 2,
}

enumeration! {
    CUmemHandleType:
    CU_MEM_HANDLE_TYPE_GENERIC = 0,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUarrayMapInfo {
    pub resourceType: CUresourcetype,
    pub resource: CUarrayMapInfo__bindgen_ty_1,
    pub subresourceType: CUarraySparseSubresourceType,
    pub subresource: CUarrayMapInfo__bindgen_ty_2,
    pub memOperationType: CUmemOperationType,
    pub memHandleType: CUmemHandleType,
    pub memHandle: CUarrayMapInfo__bindgen_ty_3,
    pub offset: c_ulonglong,
    pub deviceBitMask: c_uint,
    pub flags: c_uint,
    pub reserved: [c_uint; 2usize],
}

#[repr(C)]
#[derive(Copy)]
pub union CUarrayMapInfo__bindgen_ty_1 {
    pub mipmap: CUmipmappedArray,
    pub array: CUarray,
}

#[repr(C)]
#[derive(Copy)]
pub union CUarrayMapInfo__bindgen_ty_2 {
    pub sparseLevel: CUarrayMapInfo__bindgen_ty_2__bindgen_ty_1,
    pub miptail: CUarrayMapInfo__bindgen_ty_2__bindgen_ty_2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUarrayMapInfo__bindgen_ty_2__bindgen_ty_1 {
    pub level: c_uint,
    pub layer: c_uint,
    pub offsetX: c_uint,
    pub offsetY: c_uint,
    pub offsetZ: c_uint,
    pub extentWidth: c_uint,
    pub extentHeight: c_uint,
    pub extentDepth: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUarrayMapInfo__bindgen_ty_2__bindgen_ty_2 {
    pub layer: c_uint,
    pub offset: c_ulonglong,
    pub size: c_ulonglong,
}

#[repr(C)]
#[derive(Copy)]
pub union CUarrayMapInfo__bindgen_ty_3 {
    pub memHandle: CUmemGenericAllocationHandle,
}

pub type CUarrayMapInfo_v1 = CUarrayMapInfo;

#[repr(C)]
#[derive(Copy)]
pub struct CUmemLocation {
    pub type_: CUmemLocationType,
    pub __bindgen_anon_1: CUmemLocation__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUmemLocation__bindgen_ty_1 {
    pub id: c_int,
    pub localized: CUmemLocation__bindgen_ty_1__bindgen_ty_1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemLocation__bindgen_ty_1__bindgen_ty_1 {
    pub deviceId: c_uchar,
    pub localityDomainId: c_uchar,
}

pub type CUmemLocation_v1 = CUmemLocation;

enumeration! {
    CUmemAllocationCompType:
    CU_MEM_ALLOCATION_COMP_NONE = 0,
    CU_MEM_ALLOCATION_COMP_GENERIC = 1,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUmemAllocationProp {
    pub type_: CUmemAllocationType,
    pub requestedHandleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32HandleMetaData: *mut c_void,
    pub allocFlags: CUmemAllocationProp__bindgen_ty_1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemAllocationProp__bindgen_ty_1 {
    pub compressionType: c_uchar,
    pub gpuDirectRDMACapable: c_uchar,
    pub usage: c_ushort,
    pub reserved: [c_uchar; 4usize],
}

pub type CUmemAllocationProp_v1 = CUmemAllocationProp;

enumeration! {
    CUmulticastGranularity_flags:
    CU_MULTICAST_GRANULARITY_MINIMUM = 0,
    CU_MULTICAST_GRANULARITY_RECOMMENDED = 1,
}
bit_mask! { CUmulticastGranularity_flags }

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmulticastObjectProp {
    pub numDevices: c_uint,
    pub size: usize,
    pub handleTypes: c_ulonglong,
    pub flags: c_ulonglong,
}

pub type CUmulticastObjectProp_v1 = CUmulticastObjectProp;

#[repr(C)]
#[derive(Copy)]
pub struct CUmemAccessDesc {
    pub location: CUmemLocation,
    pub flags: CUmemAccess_flags,
}

pub type CUmemAccessDesc_v1 = CUmemAccessDesc;

enumeration! {
    CUgraphExecUpdateResult:
    CU_GRAPH_EXEC_UPDATE_SUCCESS = 0,
    CU_GRAPH_EXEC_UPDATE_ERROR = 1,
    CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 2,
    CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 3,
    CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 4,
    CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 5,
    CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 6,
    CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 7,
    CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED = 8,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUgraphExecUpdateResultInfo {
    pub result: CUgraphExecUpdateResult,
    pub errorNode: CUgraphNode,
    pub errorFromNode: CUgraphNode,
}

pub type CUgraphExecUpdateResultInfo_v1 = CUgraphExecUpdateResultInfo;

enumeration! {
    CUmemPool_attribute:
    CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
    CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
    CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
    CU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
    CU_MEMPOOL_ATTR_USED_MEM_HIGH = 8,
    CU_MEMPOOL_ATTR_ALLOCATION_TYPE = 9,
    CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES = 10,
    CU_MEMPOOL_ATTR_LOCATION_ID = 11,
    CU_MEMPOOL_ATTR_LOCATION_TYPE = 12,
    CU_MEMPOOL_ATTR_MAX_POOL_SIZE = 13,
    CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED = 14,
    CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID = 15,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUmemPoolProps {
    pub allocType: CUmemAllocationType,
    pub handleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32SecurityAttributes: *mut c_void,
    pub maxSize: usize,
    pub usage: c_ushort,
    pub gpuDirectRDMACapable: c_uchar,
    pub reserved: [c_uchar; 53usize],
}

pub type CUmemPoolProps_v1 = CUmemPoolProps;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemPoolPtrExportData {
    pub reserved: [c_uchar; 64usize],
}

pub type CUmemPoolPtrExportData_v1 = CUmemPoolPtrExportData;

enumeration! {
    CUmemcpyFlags:
    CU_MEMCPY_FLAG_DEFAULT = 0,
    CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 1,
}
bit_mask! { CUmemcpyFlags }

enumeration! {
    CUmemcpySrcAccessOrder:
    CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0,
    CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1,
    CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
    CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3,
    CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 2147483647,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUmemcpyAttributes {
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub srcLocHint: CUmemLocation,
    pub dstLocHint: CUmemLocation,
    pub flags: c_uint,
}

pub type CUmemcpyAttributes_v1 = CUmemcpyAttributes;

enumeration! {
    CUmemcpy3DOperandType:
    CU_MEMCPY_OPERAND_TYPE_POINTER = 1,
    CU_MEMCPY_OPERAND_TYPE_ARRAY = 2,
    CU_MEMCPY_OPERAND_TYPE_MAX = 2147483647,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUoffset3D {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

pub type CUoffset3D_v1 = CUoffset3D;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUextent3D {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

pub type CUextent3D_v1 = CUextent3D;

#[repr(C)]
#[derive(Copy)]
pub struct CUmemcpy3DOperand {
    pub type_: CUmemcpy3DOperandType,
    pub op: CUmemcpy3DOperand__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUmemcpy3DOperand__bindgen_ty_1 {
    pub ptr: CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_1,
    pub array: CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_2,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: CUdeviceptr,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: CUmemLocation,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_2 {
    pub array: CUarray,
    pub offset: CUoffset3D,
}

pub type CUmemcpy3DOperand_v1 = CUmemcpy3DOperand;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_MEMCPY3D_BATCH_OP {
    pub src: CUmemcpy3DOperand,
    pub dst: CUmemcpy3DOperand,
    pub extent: CUextent3D,
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub flags: c_uint,
}

pub type CUDA_MEMCPY3D_BATCH_OP_v1 = CUDA_MEMCPY3D_BATCH_OP;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}

pub type CUDA_MEM_ALLOC_NODE_PARAMS_v1 = CUDA_MEM_ALLOC_NODE_PARAMS;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_MEM_FREE_NODE_PARAMS {
    pub dptr: CUdeviceptr,
}

enumeration! {
    CUgraphMem_attribute:
    CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0,
    CU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3,
}

enumeration! {
    CUgraphChildGraphNodeOwnership:
    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE = 0,
    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE = 1,
    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_INVALID = 4294967295,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_CHILD_GRAPH_NODE_PARAMS {
    pub graph: CUgraph,
    pub ownership: CUgraphChildGraphNodeOwnership,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_EVENT_RECORD_NODE_PARAMS {
    pub event: CUevent,
    pub __bindgen_anon_1: CUDA_EVENT_RECORD_NODE_PARAMS__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_EVENT_RECORD_NODE_PARAMS__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUDA_EVENT_WAIT_NODE_PARAMS {
    pub event: CUevent,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_MEMCPY_BATCH_NODE_PARAMS_V1 {
    pub count: usize,
    pub dsts: *mut CUdeviceptr,
    pub srcs: *mut CUdeviceptr,
    pub sizes: *mut usize,
    pub attrs: *mut CUmemcpyAttributes,
    pub attrsIdxs: *mut usize,
    pub numAttrs: usize,
    pub __bindgen_anon_1: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_MEMCPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

pub type CUDA_MEMCPY_BATCH_NODE_PARAMS = CUDA_MEMCPY_BATCH_NODE_PARAMS_V1;

pub type CUDA_FABRIC_COPY_BATCH_OP_v1 = CUDA_FABRIC_COPY_BATCH_OP;

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 {
    pub numOps: usize,
    pub opList: *mut CUDA_FABRIC_COPY_BATCH_OP,
    pub flags: c_ulonglong,
    pub __bindgen_anon_1: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}

pub type CUDA_FABRIC_CPY_BATCH_NODE_PARAMS = CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1;

#[repr(C)]
#[derive(Copy)]
pub struct CUgraphNodeParams {
    pub type_: CUgraphNodeType,
    pub reserved0: [c_int; 3usize],
    pub __bindgen_anon_1: CUgraphNodeParams__bindgen_ty_1,
    pub reserved2: c_longlong,
}

#[repr(C)]
#[derive(Copy)]
pub union CUgraphNodeParams__bindgen_ty_1 {
    pub reserved1: [c_longlong; 29usize],
    pub kernel: CUDA_KERNEL_NODE_PARAMS_v3,
    pub memcpy: CUDA_MEMCPY_NODE_PARAMS,
    pub memset: CUDA_MEMSET_NODE_PARAMS_v2,
    pub host: CUDA_HOST_NODE_PARAMS_v2,
    pub graph: CUDA_CHILD_GRAPH_NODE_PARAMS,
    pub eventWait: CUDA_EVENT_WAIT_NODE_PARAMS,
    pub eventRecord: CUDA_EVENT_RECORD_NODE_PARAMS,
    pub extSemSignal: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2,
    pub extSemWait: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2,
    pub alloc: CUDA_MEM_ALLOC_NODE_PARAMS_v2,
    pub free: CUDA_MEM_FREE_NODE_PARAMS,
    pub memOp: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2,
    pub conditional: CUDA_CONDITIONAL_NODE_PARAMS,
    pub memcpyBatch: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1,
    pub fabricCpyBatch: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1,
    pub asBytes: [c_char; 232usize],
}

enumeration! {
    CUflushGPUDirectRDMAWritesOptions:
    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST = 1,
    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS = 2,
}

enumeration! {
    CUGPUDirectRDMAWritesOrdering:
    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE = 0,
    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER = 100,
    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES = 200,
}

enumeration! {
    CUflushGPUDirectRDMAWritesScope:
    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER = 100,
    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES = 200,
}

enumeration! {
    CUflushGPUDirectRDMAWritesTarget:
    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX = 0,
}

enumeration! {
    CUgraphDebugDot_flags:
    CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1,
    CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 2,
    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 4,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 8,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 16,
    CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 32,
    CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 64,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 128,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 256,
    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 512,
    CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1024,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 2048,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 4096,
    CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 8192,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 16384,
    CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS = 32768,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_BATCH_NODE_PARAMS = 65536,
    CU_GRAPH_DEBUG_DOT_FLAGS_FABRIC_CPY_BATCH_NODE_PARAMS = 131072,
}
bit_mask! { CUgraphDebugDot_flags }

enumeration! {
    CUuserObject_flags:
    CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1,
}
bit_mask! { CUuserObject_flags }

enumeration! {
    CUuserObjectRetain_flags:
    CU_GRAPH_USER_OBJECT_MOVE = 1,
}
bit_mask! { CUuserObjectRetain_flags }

enumeration! {
    CUgraphInstantiate_flags:
    CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
    CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
    CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
    CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8,
}
bit_mask! { CUgraphInstantiate_flags }

enumeration! {
    CUdeviceNumaConfig:
    CU_DEVICE_NUMA_CONFIG_NONE = 0,
    CU_DEVICE_NUMA_CONFIG_NUMA_NODE = 1,
}

enumeration! {
    CUprocessState:
    CU_PROCESS_STATE_RUNNING = 0,
    CU_PROCESS_STATE_LOCKED = 1,
    CU_PROCESS_STATE_CHECKPOINTED = 2,
    CU_PROCESS_STATE_FAILED = 3,
    CU_PROCESS_STATE_CHECKPOINTING = 4,
    CU_PROCESS_STATE_RESTORING = 5,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointCustomStoragePerDeviceData {
    pub devPtr: CUdeviceptr,
    pub size: usize,
    pub stream: CUstream,
}

opaque! { CUIcheckpointOperation_st }

pub type CUcheckpointOperationHandle = *mut CUIcheckpointOperation_st;

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointCustomStorageInfo {
    pub handle: CUcheckpointOperationHandle,
    pub perDeviceData: *mut CUcheckpointCustomStoragePerDeviceData,
    pub deviceCount: c_uint,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointLockArgs {
    pub timeoutMs: c_uint,
    pub reserved0: c_uint,
    pub reserved1: [cuuint64_t; 7usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointCheckpointArgs {
    pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo,
    pub reserved: [c_char; 56usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointGpuPair {
    pub oldUuid: CUuuid,
    pub newUuid: CUuuid,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointRestoreArgs {
    pub gpuPairs: *mut CUcheckpointGpuPair,
    pub gpuPairsCount: c_uint,
    pub padding0: c_uint,
    pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo,
    pub reserved: [c_char; 40usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcheckpointUnlockArgs {
    pub reserved: [cuuint64_t; 8usize],
}

enumeration! {
    CUmoduleLoadingMode:
    CU_MODULE_EAGER_LOADING = 1,
    CU_MODULE_LAZY_LOADING = 2,
}

enumeration! {
    CUmemDecompressAlgorithm:
    CU_MEM_DECOMPRESS_UNSUPPORTED = 0,
    CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE = 1,
    CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY = 2,
    CU_MEM_DECOMPRESS_ALGORITHM_LZ4 = 4,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUmemDecompressParams {
    pub srcNumBytes: usize,
    pub dstNumBytes: usize,
    pub dstActBytes: *mut cuuint32_t,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub algo: CUmemDecompressAlgorithm,
    pub padding: [c_uchar; 20usize],
}

enumeration! {
    CUcliqueType:
    CU_CLIQUE_TYPE_UNICAST_POINTER = 0,
    CU_CLIQUE_TYPE_MULTICAST_POINTER = 1,
    CU_CLIQUE_TYPE_UNICAST_LOGICAL_ENDPOINT = 2,
    CU_CLIQUE_TYPE_MULTICAST_LOGICAL_ENDPOINT = 3,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUcliqueInfo {
    pub type_: CUcliqueType,
    pub id: c_uint,
}

pub type CUlogicalEndpointId = cuuint32_t;

enumeration! {
    CUlogicalEndpointIpcHandleType:
    CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_NONE = 0,
    CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC = 1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlogicalEndpointFabricHandle {
    pub data: [c_uchar; 64usize],
}

enumeration! {
    CUlogicalEndpointType:
    CU_LOGICAL_ENDPOINT_TYPE_INVALID = 0,
    CU_LOGICAL_ENDPOINT_TYPE_UNICAST = 1,
    CU_LOGICAL_ENDPOINT_TYPE_MULTICAST = 2,
}

enumeration! {
    CUlogicalEndpointFlag:
    CU_LOGICAL_ENDPOINT_FLAG_NONE = 0,
    CU_LOGICAL_ENDPOINT_FLAG_COUNTED_OPS = 1,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUlogicalEndpointProp {
    pub type_: CUlogicalEndpointType,
    pub __bindgen_anon_1: CUlogicalEndpointProp__bindgen_ty_1,
    pub size: c_ulonglong,
    pub ipcHandleTypes: c_uint,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Copy)]
pub union CUlogicalEndpointProp__bindgen_ty_1 {
    pub unicast: CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_1,
    pub multicast: CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_2,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_1 {
    pub device: CUdevice,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_2 {
    pub numDevices: c_uint,
}

enumeration! {
    CUfabricCpyOperandType:
    CU_FABRIC_COPY_OPERAND_TYPE_POINTER = 1,
    CU_FABRIC_COPY_OPERAND_TYPE_LOGICAL_ENDPOINT = 2,
    CU_FABRIC_COPY_OPERAND_TYPE_MAX = 2147483647,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUfabricCpyOperand {
    pub type_: CUfabricCpyOperandType,
    pub op: CUfabricCpyOperand__bindgen_ty_1,
}

#[repr(C)]
#[derive(Copy)]
pub union CUfabricCpyOperand__bindgen_ty_1 {
    pub ptr: CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_1,
    pub le: CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_2,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: CUdeviceptr,
    pub locHint: CUmemLocation,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_2 {
    pub id: CUlogicalEndpointId,
    pub offset: cuuint64_t,
}

#[repr(C)]
#[derive(Copy)]
pub struct CUDA_FABRIC_COPY_BATCH_OP {
    pub src: CUfabricCpyOperand,
    pub dst: CUfabricCpyOperand,
    pub size: usize,
    pub flags: c_uint,
}

enumeration! {
    CUgraphRecaptureStatus:
    CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE = 0,
    CU_GRAPH_RECAPTURE_INELIGIBLE_FOR_UPDATE = 1,
    CU_GRAPH_RECAPTURE_ERROR = 2,
}

pub type CUgraphRecaptureCallback = ::core::option::Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        node: CUgraphNode,
        originalParams: *const CUgraphNodeParams,
        recaptureParams: *const CUgraphNodeParams,
        status: CUgraphRecaptureStatus,
    ) -> CUresult,
>;

enumeration! {
    CUfunctionLoadingState:
    CU_FUNCTION_LOADING_STATE_UNLOADED = 0,
    CU_FUNCTION_LOADING_STATE_LOADED = 1,
    CU_FUNCTION_LOADING_STATE_MAX = 2,
}

enumeration! {
    CUcoredumpSettings:
    CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
    CU_COREDUMP_TRIGGER_HOST = 2,
    CU_COREDUMP_LIGHTWEIGHT = 3,
    CU_COREDUMP_ENABLE_USER_TRIGGER = 4,
    CU_COREDUMP_FILE = 5,
    CU_COREDUMP_PIPE = 6,
    CU_COREDUMP_GENERATION_FLAGS = 7,
    CU_COREDUMP_MAX = 8,
}

enumeration! {
    CUCoredumpGenerationFlags:
    CU_COREDUMP_DEFAULT_FLAGS = 0,
    CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES = 1,
    CU_COREDUMP_SKIP_GLOBAL_MEMORY = 2,
    CU_COREDUMP_SKIP_SHARED_MEMORY = 4,
    CU_COREDUMP_SKIP_LOCAL_MEMORY = 8,
    CU_COREDUMP_SKIP_ABORT = 16,
    CU_COREDUMP_SKIP_CONSTBANK_MEMORY = 32,
    CU_COREDUMP_GZIP_COMPRESS = 64,
    CU_COREDUMP_FAULTED_CONTEXTS_ONLY = 128,
    CU_COREDUMP_SKIP_TENSOR_MEMORY = 256,
    CU_COREDUMP_NO_ERRBAR_AT_EXIT = 1073741824,
    CU_COREDUMP_LOG_ONLY = 2147483648,
    CU_COREDUMP_LIGHTWEIGHT_FLAGS = 303,
}
bit_mask! { CUCoredumpGenerationFlags }

opaque! { CUcoredumpCallbackEntry_st }

pub type CUcoredumpCallbackHandle = *mut CUcoredumpCallbackEntry_st;

pub type CUcoredumpStatusCallback = ::core::option::Option<
    unsafe extern "C" fn(userData: *mut c_void, pid: c_int, dev: CUdevice),
>;

opaque! { CUdevResourceDesc_st }

pub type CUdevResourceDesc = *mut CUdevResourceDesc_st;

enumeration! {
    CUgreenCtxCreate_flags:
    CU_GREEN_CTX_NONE = 0,
    CU_GREEN_CTX_DEFAULT_STREAM = 1,
}
bit_mask! { CUgreenCtxCreate_flags }

enumeration! {
    CUdevSmResourceGroup_flags:
    CU_DEV_SM_RESOURCE_GROUP_DEFAULT = 0,
    CU_DEV_SM_RESOURCE_GROUP_BACKFILL = 1,
    CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID = 2,
    CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS = 4,
}
bit_mask! { CUdevSmResourceGroup_flags }

enumeration! {
    CUdevSmResourceSplitByCount_flags:
    CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 1,
    CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 2,
}
bit_mask! { CUdevSmResourceSplitByCount_flags }

enumeration! {
    CUdevResourceType:
    CU_DEV_RESOURCE_TYPE_INVALID = 0,
    CU_DEV_RESOURCE_TYPE_SM = 1,
    CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG = 1000,
    CU_DEV_RESOURCE_TYPE_WORKQUEUE = 10000,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUdevSmResource {
    pub smCount: c_uint,
    pub minSmPartitionSize: c_uint,
    pub smCoscheduledAlignment: c_uint,
    pub flags: c_uint,
    pub localityDomainId: c_uint,
}

enumeration! {
    CUdevWorkqueueConfigScope:
    CU_WORKQUEUE_SCOPE_DEVICE_CTX = 0,
    CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED = 1,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUdevWorkqueueConfigResource {
    pub device: CUdevice,
    pub wqConcurrencyLimit: c_uint,
    pub sharingScope: CUdevWorkqueueConfigScope,
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CUdevWorkqueueResource {
    pub reserved: [c_uchar; 40usize],
}

#[repr(C)]
#[derive(Debug, Copy)]
pub struct CU_DEV_SM_RESOURCE_GROUP_PARAMS {
    pub smCount: c_uint,
    pub coscheduledSmCount: c_uint,
    pub preferredCoscheduledSmCount: c_uint,
    pub flags: c_uint,
    pub localityDomainId: c_uint,
    pub reserved: [c_uint; 11usize],
}

#[repr(C)]
#[derive(Copy)]
pub struct CUdevResource {
    pub type_: CUdevResourceType,
    pub _internal_padding: [c_uchar; 92usize],
    pub __bindgen_anon_1: CUdevResource__bindgen_ty_1,
    pub nextResource: *mut CUdevResource,
}

#[repr(C)]
#[derive(Copy)]
pub union CUdevResource__bindgen_ty_1 {
    pub sm: CUdevSmResource,
    pub wqConfig: CUdevWorkqueueConfigResource,
    pub wq: CUdevWorkqueueResource,
    pub _oversize: [c_uchar; 40usize],
}

pub type CUdevResource_v1 = CUdevResource;

enumeration! {
    CUlogLevel:
    CU_LOG_LEVEL_ERROR = 0,
    CU_LOG_LEVEL_WARNING = 1,
}

opaque! { CUlogsCallbackEntry_st }

pub type CUlogsCallbackHandle = *mut CUlogsCallbackEntry_st;

pub type CUlogsCallback = ::core::option::Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        logLevel: CUlogLevel,
        message: *mut c_char,
        length: usize,
    ),
>;

pub type CUlogIterator = c_uint;

zeroed! {
    CUuuid,
    CUmemFabricHandle,
    CUipcEventHandle,
    CUipcMemHandle,
    CUstreamBatchMemOpParams,
    CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    CUstreamBatchMemOpParams_CUstreamMemOpFlushRemoteWritesParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpMemoryBarrierParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpAtomicReductionParams_st,
    CUDA_BATCH_MEM_OP_NODE_PARAMS,
    CUDA_BATCH_MEM_OP_NODE_PARAMS_v2,
    CUasyncNotificationInfo,
    CUasyncNotificationInfo__bindgen_ty_1,
    CUasyncNotificationInfo__bindgen_ty_1__bindgen_ty_1,
    CUdevprop,
    CUaccessPolicyWindow,
    CUDA_KERNEL_NODE_PARAMS_v1,
    CUDA_KERNEL_NODE_PARAMS,
    CUDA_KERNEL_NODE_PARAMS_v3,
    CUDA_MEMSET_NODE_PARAMS,
    CUDA_MEMSET_NODE_PARAMS_v2,
    CUDA_HOST_NODE_PARAMS,
    CUDA_HOST_NODE_PARAMS_v2,
    CUDA_HOST_NODE_PARAMS_v2__bindgen_ty_1,
    CUDA_CONDITIONAL_NODE_PARAMS,
    CUgraphEdgeData,
    CUDA_GRAPH_INSTANTIATE_PARAMS,
    CUlaunchMemSyncDomainMap,
    CUlaunchAttributeValue,
    CUlaunchAttributeValue__bindgen_ty_1,
    CUlaunchAttributeValue__bindgen_ty_2,
    CUlaunchAttributeValue__bindgen_ty_3,
    CUlaunchAttributeValue__bindgen_ty_4,
    CUlaunchAttributeValue__bindgen_ty_5,
    CUlaunchAttribute,
    CUlaunchConfig,
    CUexecAffinitySmCount,
    CUexecAffinityParam,
    CUexecAffinityParam__bindgen_ty_1,
    CUctxCigParam,
    CUctxCreateParams,
    CUstreamCigParam,
    CUstreamCigCaptureParams,
    CUlibraryHostUniversalFunctionAndDataTable,
    CUDA_MEMCPY2D,
    CUDA_MEMCPY3D,
    CUDA_MEMCPY3D_PEER,
    CUDA_MEMCPY_NODE_PARAMS,
    CUDA_ARRAY_DESCRIPTOR,
    CUDA_ARRAY3D_DESCRIPTOR,
    CUDA_ARRAY_SPARSE_PROPERTIES,
    CUDA_ARRAY_SPARSE_PROPERTIES__bindgen_ty_1,
    CUDA_ARRAY_MEMORY_REQUIREMENTS,
    CUDA_RESOURCE_DESC,
    CUDA_RESOURCE_DESC__bindgen_ty_1,
    CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_1,
    CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_2,
    CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_3,
    CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_4,
    CUDA_RESOURCE_DESC__bindgen_ty_1__bindgen_ty_5,
    CUDA_TEXTURE_DESC,
    CUDA_RESOURCE_VIEW_DESC,
    CUtensorMap,
    CUDA_POINTER_ATTRIBUTE_P2P_TOKENS,
    CUDA_LAUNCH_PARAMS,
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC,
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1,
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1,
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC,
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_2,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_3,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_2,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_3,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2__bindgen_ty_1,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2__bindgen_ty_1,
    CUarrayMapInfo,
    CUarrayMapInfo__bindgen_ty_1,
    CUarrayMapInfo__bindgen_ty_2,
    CUarrayMapInfo__bindgen_ty_2__bindgen_ty_1,
    CUarrayMapInfo__bindgen_ty_2__bindgen_ty_2,
    CUarrayMapInfo__bindgen_ty_3,
    CUmemLocation,
    CUmemLocation__bindgen_ty_1,
    CUmemLocation__bindgen_ty_1__bindgen_ty_1,
    CUmemAllocationProp,
    CUmemAllocationProp__bindgen_ty_1,
    CUmulticastObjectProp,
    CUmemAccessDesc,
    CUgraphExecUpdateResultInfo,
    CUmemPoolProps,
    CUmemPoolPtrExportData,
    CUmemcpyAttributes,
    CUoffset3D,
    CUextent3D,
    CUmemcpy3DOperand,
    CUmemcpy3DOperand__bindgen_ty_1,
    CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_1,
    CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_2,
    CUDA_MEMCPY3D_BATCH_OP,
    CUDA_MEM_ALLOC_NODE_PARAMS,
    CUDA_MEM_ALLOC_NODE_PARAMS_v2,
    CUDA_MEM_FREE_NODE_PARAMS,
    CUDA_CHILD_GRAPH_NODE_PARAMS,
    CUDA_EVENT_RECORD_NODE_PARAMS,
    CUDA_EVENT_RECORD_NODE_PARAMS__bindgen_ty_1,
    CUDA_EVENT_WAIT_NODE_PARAMS,
    CUDA_MEMCPY_BATCH_NODE_PARAMS_V1,
    CUDA_MEMCPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
    CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1,
    CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
    CUgraphNodeParams,
    CUgraphNodeParams__bindgen_ty_1,
    CUcheckpointCustomStoragePerDeviceData,
    CUcheckpointCustomStorageInfo,
    CUcheckpointLockArgs,
    CUcheckpointCheckpointArgs,
    CUcheckpointGpuPair,
    CUcheckpointRestoreArgs,
    CUcheckpointUnlockArgs,
    CUmemDecompressParams,
    CUcliqueInfo,
    CUlogicalEndpointFabricHandle,
    CUlogicalEndpointProp,
    CUlogicalEndpointProp__bindgen_ty_1,
    CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_1,
    CUlogicalEndpointProp__bindgen_ty_1__bindgen_ty_2,
    CUfabricCpyOperand,
    CUfabricCpyOperand__bindgen_ty_1,
    CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_1,
    CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_2,
    CUDA_FABRIC_COPY_BATCH_OP,
    CUdevSmResource,
    CUdevWorkqueueConfigResource,
    CUdevWorkqueueResource,
    CU_DEV_SM_RESOURCE_GROUP_PARAMS,
    CUdevResource,
    CUdevResource__bindgen_ty_1
}

nameless_fields! {
    CUstreamBatchMemOpParams,
    CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st,
    CUstreamBatchMemOpParams_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    CUasyncNotificationInfo,
    CUasyncNotificationInfo__bindgen_ty_1,
    CUDA_HOST_NODE_PARAMS_v2,
    CUDA_HOST_NODE_PARAMS_v2__bindgen_ty_1,
    CUlaunchAttributeValue,
    CUlaunchAttribute,
    CUexecAffinityParam,
    CUexecAffinityParam__bindgen_ty_1,
    CUDA_RESOURCE_DESC,
    CUDA_RESOURCE_DESC__bindgen_ty_1,
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC,
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS__bindgen_ty_1__bindgen_ty_2,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS__bindgen_ty_1__bindgen_ty_2,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2__bindgen_ty_1,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2__bindgen_ty_1,
    CUarrayMapInfo,
    CUarrayMapInfo__bindgen_ty_1,
    CUarrayMapInfo__bindgen_ty_2,
    CUarrayMapInfo__bindgen_ty_3,
    CUmemLocation,
    CUmemLocation__bindgen_ty_1,
    CUmemAllocationProp,
    CUmemAccessDesc,
    CUmemPoolProps,
    CUmemcpyAttributes,
    CUmemcpy3DOperand,
    CUmemcpy3DOperand__bindgen_ty_1,
    CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_1,
    CUDA_MEMCPY3D_BATCH_OP,
    CUDA_MEM_ALLOC_NODE_PARAMS,
    CUDA_MEM_ALLOC_NODE_PARAMS_v2,
    CUDA_EVENT_RECORD_NODE_PARAMS,
    CUDA_EVENT_RECORD_NODE_PARAMS__bindgen_ty_1,
    CUDA_MEMCPY_BATCH_NODE_PARAMS_V1,
    CUDA_MEMCPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
    CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1,
    CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1__bindgen_ty_1,
    CUgraphNodeParams,
    CUgraphNodeParams__bindgen_ty_1,
    CUlogicalEndpointProp,
    CUlogicalEndpointProp__bindgen_ty_1,
    CUfabricCpyOperand,
    CUfabricCpyOperand__bindgen_ty_1,
    CUfabricCpyOperand__bindgen_ty_1__bindgen_ty_1,
    CUDA_FABRIC_COPY_BATCH_OP,
    CUdevResource,
    CUdevResource__bindgen_ty_1
}
