//! Device memory of one process in another: this program starts itself again, and both use the same bytes.
//!
//! C functions: cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcCloseMemHandle.

mod common;

use common::{arguments, ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{
    CUipcMemHandle, CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS,
};
use std::process::ExitCode;

/// 2 MiB: smaller allocations share a block with others, which another process could reach, too.
const COUNT: usize = 1 << 19;
const BYTES: usize = COUNT * std::mem::size_of::<u32>();

/// Tells the second process that it is that; the handle follows.
const OPEN: &str = "--open";

fn main() -> ExitCode {
    match arguments().as_slice() {
        [open, handle] if open == OPEN => common::run_quietly(|_: &Gpu| second(handle)),
        _ => common::run(first),
    }
}

/// Owns the memory, and keeps it until the other process has ended.
fn first(gpu: &Gpu) -> Result<String, Failure> {
    if !gpu.can(CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED)? {
        return Ok("skipped: this device shares no memory between processes".to_string());
    }
    let memory = cuda_mem::mem_alloc(BYTES)?;
    // SAFETY: the allocation is as long as the vector.
    unsafe { cuda_mem::memcpy_htod(memory, &numbers(COUNT, 1))? };
    // The other process does not wait for this one's device work; so this one does.
    cuda_mem::ctx_synchronize()?;

    // 64 bytes that mean the same in every process of this machine, to send by any means.
    let handle = cuda_mem::ipc_get_mem_handle(memory)?;
    println!(
        "process {:<8} owns {BYTES} bytes at {memory:#x}",
        std::process::id()
    );
    let mut command = gpu.again()?;
    let status = command.arg(OPEN).arg(hex(&handle.to_bytes())).status()?;
    ensure(
        status.success(),
        format!("the second process ended with {status}"),
    )?;

    let mut back = vec![0u32; COUNT];
    // SAFETY: the vector is as long as the allocation; the other process is done with it.
    unsafe {
        cuda_mem::memcpy_dtoh(&mut back, memory)?;
        cuda_mem::mem_free(memory)?;
    }
    verify("of the other one", &back, &numbers(COUNT, 2))?;
    Ok("verified: two processes read what the other one wrote".to_string())
}

/// Reads what the first process wrote, and answers with other data in the same memory.
fn second(handle: &str) -> Result<(), Failure> {
    let handle =
        CUipcMemHandle::from_bytes(unhex(handle).ok_or("the handle is not 64 bytes in hexadecimal")?);
    let mut seen = vec![0u32; COUNT];
    // SAFETY: the owner waits for the end of this process before it frees the memory, which is as long as the vectors.
    unsafe {
        let memory = cuda_mem::ipc_open_mem_handle(handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0)?;
        println!("process {:<8} opens it at {memory:#x}", std::process::id());
        cuda_mem::memcpy_dtoh(&mut seen, memory)?;
        cuda_mem::memcpy_htod(memory, &numbers(COUNT, 2))?;
        cuda_mem::ctx_synchronize()?;
        cuda_mem::ipc_close_mem_handle(memory)?;
    }
    verify("of the first one", &seen, &numbers(COUNT, 1))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 64]> {
    let digits = text.as_bytes().chunks_exact(2);
    let bytes = digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
    bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
}
