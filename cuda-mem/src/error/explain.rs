//! What each driver code means and what to do about it: one line per code, in numeric order.

use cuda_mem_sys::*;

#[cfg(test)]
mod tests;

/// The line for `code`, or `None` for a code newer than the table.
///
/// Never calls the driver and never allocates: it is used while reporting that the driver failed.
pub(super) fn explain(code: CUresult) -> Option<&'static str> {
    let index = TABLE.binary_search_by_key(&code.0, |entry| entry.0 .0).ok()?;
    TABLE.get(index).map(|entry| entry.1)
}

/// A fault that ends the context: the consequence is the same for each, so it is worded once.
macro_rules! sticky {
    ($cause:literal) => {
        concat!(
            $cause,
            "; the context is lost, all later calls fail: restart the process"
        )
    };
}

/// Sorted by code, as the binary search in `explain` needs.
#[rustfmt::skip] // one entry, one line
static TABLE: &[(CUresult, &str)] = &[
    (CUDA_SUCCESS, "the call did what it was asked to do"),
    (CUDA_ERROR_INVALID_VALUE, "the driver refused an argument; look for a null or stale pointer, a bad size, alignment, flag or range"),
    (CUDA_ERROR_OUT_OF_MEMORY, "the device, or the host for pinned memory, has no room for this; free memory or ask for less"),
    (CUDA_ERROR_NOT_INITIALIZED, "the driver is not initialized in this process; call cuInit first, and fork only before it"),
    (CUDA_ERROR_DEINITIALIZED, "the driver has shut down, as it does at process exit; call nothing from exit handlers or late drops"),
    (CUDA_ERROR_PROFILER_DISABLED, "a profiling tool owns the profiler, so the program cannot steer it; run without that tool"),
    (CUDA_ERROR_PROFILER_NOT_INITIALIZED, "the profiler was never set up; only drivers older than CUDA 5.0 return this"),
    (CUDA_ERROR_PROFILER_ALREADY_STARTED, "the profiler was on before; only drivers older than CUDA 5.0 return this"),
    (CUDA_ERROR_PROFILER_ALREADY_STOPPED, "the profiler was off before; only drivers older than CUDA 5.0 return this"),
    (CUDA_ERROR_STUB_LIBRARY, "the toolkit's link-time stub was loaded, not the driver; take its stubs folder off the library search path"),
    (CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, "the installed driver is too old for this call; install a newer one"),
    (CUDA_ERROR_DEVICE_UNAVAILABLE, "the device is taken or closed to this process; see its compute mode (exclusive, prohibited) in nvidia-smi"),
    (CUDA_ERROR_MULTICAST_RESOURCE_FULL, "the hardware cannot hold one more memory binding for multicast; unbind some first"),
    (CUDA_ERROR_NO_DEVICE, "the driver sees no GPU; check nvidia-smi, CUDA_VISIBLE_DEVICES and what the container was given"),
    (CUDA_ERROR_INVALID_DEVICE, "no device has this number (see cuDeviceGetCount), or the device cannot do what was asked of it"),
    (CUDA_ERROR_DEVICE_NOT_LICENSED, "the virtual GPU runs without a license; check the machine's NVIDIA license service"),
    (CUDA_ERROR_INVALID_IMAGE, "the module is damaged or holds no GPU code; check what was loaded, and its length"),
    (CUDA_ERROR_INVALID_CONTEXT, "this thread has no usable current context, or the one given is dead; call cuCtxSetCurrent with a live one"),
    (CUDA_ERROR_CONTEXT_ALREADY_CURRENT, "the context was current before; only drivers older than CUDA 3.2 return this"),
    (CUDA_ERROR_MAP_FAILED, "the memory or resource could not be mapped; check that its owner still holds it and allows this"),
    (CUDA_ERROR_UNMAP_FAILED, "the memory or resource could not be unmapped; check that it is mapped and no work still uses it"),
    (CUDA_ERROR_ARRAY_IS_MAPPED, "the array cannot be destroyed while it is mapped; unmap it first"),
    (CUDA_ERROR_ALREADY_MAPPED, "this was mapped before and still is; unmap it, or use the mapping there is"),
    (CUDA_ERROR_NO_BINARY_FOR_GPU, "the module has no code for this GPU's architecture; rebuild with that architecture or with PTX"),
    (CUDA_ERROR_ALREADY_ACQUIRED, "this was acquired before and still is; release it first"),
    (CUDA_ERROR_NOT_MAPPED, "this call needs a mapped resource; map it first"),
    (CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "the resource was mapped as linear memory; ask for its pointer, not for an array"),
    (CUDA_ERROR_NOT_MAPPED_AS_POINTER, "the resource was mapped as an array; ask for that array, not for a pointer"),
    (CUDA_ERROR_ECC_UNCORRECTABLE, "a memory fault on the GPU is beyond what ECC repairs; drop the results, restart the process, see nvidia-smi"),
    (CUDA_ERROR_UNSUPPORTED_LIMIT, "this device does not have the limit that was named; leave that CUlimit alone here"),
    (CUDA_ERROR_CONTEXT_ALREADY_IN_USE, "the context is current on another thread and can be on one only; pop it there first"),
    (CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, "these devices cannot reach each other's memory; copy with cuMemcpyPeer or through the host"),
    (CUDA_ERROR_INVALID_PTX, "the driver could not compile the PTX; ask for the JIT error log, it names the line"),
    (CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, "the OpenGL or Direct3D context is missing or unfit; make it current on this thread first"),
    (CUDA_ERROR_NVLINK_UNCORRECTABLE, "an NVLink transfer failed beyond repair; drop the results, restart the process, see nvidia-smi nvlink"),
    (CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "the driver's PTX compiler library is missing; install the whole driver, or ship code built for this GPU"),
    (CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the PTX is newer than the driver can read; update the driver or build with an older toolkit"),
    (CUDA_ERROR_JIT_COMPILATION_DISABLED, "compiling PTX is switched off here; see CUDA_DISABLE_PTX_JIT, or ship code built for this GPU"),
    (CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, "the device lacks this kind of execution affinity; ask cuDeviceGetExecAffinitySupport first"),
    (CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, "device code waits with cudaDeviceSynchronize, which this GPU no longer does; rewrite that kernel"),
    (CUDA_ERROR_CONTAINED, sticky!("the GPU fenced off a fault (hardware or peer)")),
    (CUDA_ERROR_INSUFFICIENT_LOADER_VERSION, "the driver is too old to unpack this fat binary; update it or build with an older toolkit"),
    (CUDA_ERROR_INVALID_SOURCE, "the device code does not compile or link; read the compiler's log"),
    (CUDA_ERROR_FILE_NOT_FOUND, "there is no file at this path; check the path and the working directory"),
    (CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "a library the driver loads lacks a symbol; parts of different driver versions may be mixed"),
    (CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "a library the driver loads would not start; check that the driver is installed whole and readable"),
    (CUDA_ERROR_OPERATING_SYSTEM, "the operating system turned the driver down; check permissions, process limits and free host memory"),
    (CUDA_ERROR_INVALID_HANDLE, "a handle is null, destroyed or of the wrong kind; pass a live stream, event, array or the like"),
    (CUDA_ERROR_ILLEGAL_STATE, "the object is not ready for this; finish or undo what was begun with it first"),
    (CUDA_ERROR_LOSSY_QUERY, "this query would hide part of the answer; use its newest form and pass every out-pointer"),
    (CUDA_ERROR_NOT_FOUND, "nothing has this name, or no allocation holds this address; check the spelling, or if it was freed"),
    (CUDA_ERROR_NOT_READY, "not an error: earlier work is still pending; ask again later, or synchronize"),
    (CUDA_ERROR_ILLEGAL_ADDRESS, sticky!("a kernel or copy touched memory it should not")),
    (CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "the launch wants more threads, registers or shared memory than there are, or its arguments do not fit"),
    (CUDA_ERROR_LAUNCH_TIMEOUT, sticky!("a kernel overran the display watchdog's time")),
    (CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, "the kernel and the launch disagree about textures; check how they are declared and bound"),
    (CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, "peer access to that context is on, so nothing is left to do; this may be ignored"),
    (CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access to that context is off, so nothing is left to switch off; this may be ignored"),
    (CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "the primary context is in use, so this is settled; set it before the first use, or reset the context"),
    (CUDA_ERROR_CONTEXT_IS_DESTROYED, "this thread's current context is destroyed or not yet active; make a live one current"),
    (CUDA_ERROR_ASSERT, "an assert in device code failed; the context is lost with its allocations: destroy it and begin again"),
    (CUDA_ERROR_TOO_MANY_PEERS, "a device has no slot left for one more peer; disable peer access that is no longer needed"),
    (CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "some of this host range is registered; keep that registration, or unregister it first"),
    (CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "no registration starts here; pass the pointer that cuMemHostRegister got, and only once"),
    (CUDA_ERROR_HARDWARE_STACK_ERROR, sticky!("a kernel overran or broke its stack")),
    (CUDA_ERROR_ILLEGAL_INSTRUCTION, sticky!("a kernel held an instruction the GPU lacks")),
    (CUDA_ERROR_MISALIGNED_ADDRESS, sticky!("a kernel access was not aligned to its size")),
    (CUDA_ERROR_INVALID_ADDRESS_SPACE, sticky!("a kernel address was in the wrong memory space")),
    (CUDA_ERROR_INVALID_PC, sticky!("a kernel jumped out of its code")),
    (CUDA_ERROR_LAUNCH_FAILED, sticky!("a kernel crashed, often over a bad pointer")),
    (CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "a cooperative launch must fit on the GPU all at once; launch fewer blocks"),
    (CUDA_ERROR_TENSOR_MEMORY_LEAK, sticky!("a kernel ended holding tensor memory")),
    (CUDA_ERROR_NOT_PERMITTED, "this is forbidden here: a host callback may not call CUDA, or the process or object lacks the right"),
    (CUDA_ERROR_NOT_SUPPORTED, "this device, driver or system cannot do this; query the matching device attribute before the call"),
    (CUDA_ERROR_SYSTEM_NOT_READY, "the machine is not ready for CUDA yet; check that its NVIDIA services (fabric manager and others) run"),
    (CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "libcuda and the kernel driver do not match; reboot after an update, or see which libcuda is loaded"),
    (CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, "this GPU cannot use a forward-compatibility libcuda; take its compat folder off the search path"),
    (CUDA_ERROR_MPS_CONNECTION_FAILED, "no MPS daemon answered; start nvidia-cuda-mps-control, or check CUDA_MPS_PIPE_DIRECTORY"),
    (CUDA_ERROR_MPS_RPC_FAILURE, "a request to the MPS server failed on its way; read the MPS logs and restart the server"),
    (CUDA_ERROR_MPS_SERVER_NOT_READY, "the MPS server takes no client now, perhaps while it recovers from a crash; try again shortly"),
    (CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, "the MPS server has all the clients the GPU can carry; end one first"),
    (CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, "the GPU has no connection left under MPS; end a client or lower CUDA_DEVICE_MAX_CONNECTIONS"),
    (CUDA_ERROR_MPS_CLIENT_TERMINATED, sticky!("the MPS server cut this process off")),
    (CUDA_ERROR_CDP_NOT_SUPPORTED, "the module launches kernels from kernels, which MPS and some other setups cannot; run it outside them"),
    (CUDA_ERROR_CDP_VERSION_MISMATCH, "parts of the module launch kernels from kernels in two unlike ways; build all with one toolkit"),
    (CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a stream is being captured and this call cannot be part of that; make it before or after"),
    (CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "an earlier error spoiled this capture; call cuStreamEndCapture and begin again"),
    (CUDA_ERROR_STREAM_CAPTURE_MERGE, "this would join two separate captures; wait only on events of the stream's own capture"),
    (CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "the capture began on another stream; end it on that one"),
    (CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "a stream that joined the capture never came back; have the first stream wait on it before the end"),
    (CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "this would tie the capture to work outside it; wait only on events recorded within"),
    (CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "the legacy default stream would wait on a capture; capture on a CU_STREAM_NON_BLOCKING stream"),
    (CUDA_ERROR_CAPTURED_EVENT, "the event belongs to a capture, so it cannot be queried or waited on; record it again outside"),
    (CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "another thread began the capture; end it there, or begin with CU_STREAM_CAPTURE_MODE_RELAXED"),
    (CUDA_ERROR_TIMEOUT, "the time allowed for this wait ran out; wait again, or for longer"),
    (CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph changed more than an update can carry over; instantiate it anew"),
    (CUDA_ERROR_EXTERNAL_DEVICE, "a device beside the GPU failed; if later calls give this too, the context is lost: restart the process"),
    (CUDA_ERROR_INVALID_CLUSTER_SIZE, "the kernel cannot be launched with this cluster size; ask cuOccupancyMaxPotentialClusterSize"),
    (CUDA_ERROR_FUNCTION_NOT_LOADED, "the function is known but its code is not on the device yet; call cuFuncLoad first"),
    (CUDA_ERROR_INVALID_RESOURCE_TYPE, "this call does not take a resource of this type; check the type of each one passed"),
    (CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, "the resources are too few or do not suit this call; check their counts and how they were split"),
    (CUDA_ERROR_KEY_ROTATION, "confidential computing could not renew its encryption keys; check that mode and the driver's log"),
    (CUDA_ERROR_STREAM_DETACHED, "the stream outlived its green context and cannot do this; create one in a live context"),
    (CUDA_ERROR_GRAPH_RECAPTURE_FAILURE, "capturing into an existing graph failed and was called off; capture a new graph"),
    (CUDA_ERROR_FABRIC_NOT_READY, "the links between GPUs are still starting; try again later, or raise CUDA_FABRIC_INIT_TIMEOUT_MS"),
    (CUDA_ERROR_UNKNOWN, "the driver gives no reason; look for NVRM or Xid lines in the system log, then restart the process"),
];
