//! Memory and events of other processes.

use crate::ledger::{name, ok, Ledger};
use crate::runner;
use cuda_mem_sys::*;
use std::ptr::null_mut;

const SIZE: usize = 1 << 20;

pub unsafe fn memory(rows: &mut Ledger) {
    let lazy = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0;
    unsafe {
        let mut p = 0;
        ok(cuMemAlloc_v2(&mut p, SIZE));
        ok(cuMemsetD32_v2(p, 0xdead_beef, SIZE / 4));
        ok(cuCtxSynchronize());
        let mut handle = CUipcMemHandle::default();
        rows.code("ipcGetMemHandle", cuIpcGetMemHandle(&mut handle, p));
        let mut opened = 0;
        rows.code(
            "ipcOpen same process",
            cuIpcOpenMemHandle_v2(&mut opened, handle, lazy),
        );
        rows.code("ipcOpen flags 0", cuIpcOpenMemHandle_v2(&mut opened, handle, 0));
        let junk = CUipcMemHandle::from_bytes([0x5a; 64]);
        rows.code("ipcOpen junk", cuIpcOpenMemHandle_v2(&mut opened, junk, lazy));
        let mut none = CUipcMemHandle::default();
        let mut host = null_mut();
        ok(cuMemHostAlloc(&mut host, 4096, 0));
        rows.code(
            "ipcGet of host memory",
            cuIpcGetMemHandle(&mut none, host as CUdeviceptr),
        );
        ok(cuMemFreeHost(host));
        rows.code("ipcClose not opened", cuIpcCloseMemHandle(p));
        let mut interior = CUipcMemHandle::default();
        rows.code("ipcGet interior", cuIpcGetMemHandle(&mut interior, p + 4096));
        assert_eq!(
            interior.to_bytes()[..],
            handle.to_bytes()[..],
            "a handle means the whole allocation"
        );
        let hex: String = handle
            .to_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let child = runner::again()
            .env("REPLAY_OPEN", hex)
            .env_remove("REPLAY")
            .output()
            .expect("a child");
        for line in String::from_utf8_lossy(&child.stdout).lines() {
            let mut columns = line.split('\t');
            let mut next = || columns.next().unwrap_or("");
            rows.text(next(), next(), next());
        }
        let mut value = 0u32;
        ok(cuMemcpyDtoH_v2((&raw mut value).cast(), p, 4));
        let code = child.status.code().unwrap_or(-1);
        rows.text("ipc parent reads", "-", format!("{value:x} child {code}"));
        ok(cuMemFree_v2(p));
    }
}

/// The other process.
pub fn child(handle: &str) {
    let mut bytes = [0u8; 64];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&handle[2 * index..2 * index + 2], 16).expect("a handle in hexadecimal");
    }
    let handle = CUipcMemHandle::from_bytes(bytes);
    let say = |case: &str, code: CUresult, text: &str| println!("ipc child {case}\t{}\t{text}", name(code));
    crate::choose_driver();
    unsafe {
        ok(cuInit(0));
        let mut context = null_mut();
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
        let (mut p, mut again) = (0, 0);
        let code = cuIpcOpenMemHandle_v2(&mut p, handle, 1);
        say("cuIpcOpenMemHandle flags=1", code, "");
        let code = cuIpcOpenMemHandle_v2(&mut again, handle, 1);
        say("open twice", code, &format!("same={}", u8::from(p == again)));
        let mut value = 0u32;
        let code = cuMemcpyDtoH_v2((&raw mut value).cast(), p, 4);
        say("read", code, &format!("{value:x}"));
        say("memset", cuMemsetD32_v2(p, 0x7777_7777, 1024), "");
        ok(cuCtxSynchronize());
        say("cuMemFree of ipc pointer", cuMemFree_v2(p), "");
        say("close", cuIpcCloseMemHandle(p), "");
        say("close 2", cuIpcCloseMemHandle(p), "");
        say("close 3", cuIpcCloseMemHandle(p), "");
    }
}

pub unsafe fn events(rows: &mut Ledger) {
    let flags = CU_EVENT_INTERPROCESS.0 | CU_EVENT_DISABLE_TIMING.0;
    unsafe {
        let (mut event, mut plain, mut opened) = (null_mut(), null_mut(), null_mut());
        rows.code("eventCreate interprocess", cuEventCreate(&mut event, flags));
        let mut handle = CUipcEventHandle::default();
        rows.code("ipcGetEventHandle", cuIpcGetEventHandle(&mut handle, event));
        rows.code(
            "ipcOpenEventHandle same process",
            cuIpcOpenEventHandle(&mut opened, handle),
        );
        ok(cuEventCreate(&mut plain, 0));
        rows.code(
            "ipcGetEventHandle of plain event",
            cuIpcGetEventHandle(&mut handle, plain),
        );
        ok(cuEventDestroy_v2(event));
        ok(cuEventDestroy_v2(plain));
    }
}
