//! Memory and events of one process in another: this program starts itself again to be the other one.

use crate::child::{hear, hex, tell, unhex, Part, Second};
use crate::support::{tests, with_context, Gpu};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "ipc":
    memory_in_two_processes, [cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcCloseMemHandle];
    an_event_in_two_processes, [cuIpcGetEventHandle, cuIpcOpenEventHandle, cuIpcOpenMemHandle];
    a_handle_is_the_allocations, [cuIpcGetMemHandle];
    handles_of_this_very_process, [cuIpcOpenMemHandle, cuIpcOpenEventHandle];
    memory_that_cannot_be_shared, [cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcCloseMemHandle];
    events_that_cannot_be_shared, [cuIpcGetEventHandle, cuIpcOpenEventHandle];
}

pub const PARTS: &[Part] = &[MEMORY, EVENT];

/// What is shared is a whole block of device memory, so that nothing else is in it.
const SIZE: usize = 2 << 20;

/// How far into the allocation one of the handles is asked for.
const INSIDE: u64 = 512 << 10;

const LAZY: u32 = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0;

fn shared_event() -> CUevent {
    let flags = CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING;
    let result = cuda_mem::event_create(flags.0);
    recorded("eventCreate interprocess").check(code(result));
    result.expect("checked above")
}

fn memory_in_two_processes(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(SIZE).expect("2 MiB");
    let mut bytes = [0u32; 2];
    // SAFETY: within the allocation, and nothing else uses it.
    unsafe {
        cuda_mem::memset_d32(memory, 0xdead_beef, SIZE / 4).expect("fill");
        cuda_mem::memset_d32(memory + INSIDE, 0x1234_5678, 1).expect("fill");
    }
    cuda_mem::ctx_synchronize().expect("done");
    let handle = cuda_mem::ipc_get_mem_handle(memory + INSIDE);
    recorded("ipcGet interior").check(code(handle));

    let mut second = Second::start(MEMORY);
    second.tell(&hex(&handle.expect("checked above").to_bytes()));
    assert_eq!(second.hear(), "written");
    // SAFETY: the second process is done with the memory.
    unsafe {
        cuda_mem::memcpy_dtoh(&mut bytes, memory).expect("back");
        assert_eq!(bytes, [0x7777_7777, 0xdead_beef], "what the second process wrote");
        second.end();
        // What it closed was its own mapping; the memory is still here.
        cuda_mem::memcpy_dtoh(&mut bytes, memory).expect("back");
        cuda_mem::mem_free(memory).expect("free");
    }
}

const MEMORY: Part = Part {
    name: "memory of another process",
    play: || with_context(use_memory),
};

fn use_memory(_: &Gpu) {
    let handle = CUipcMemHandle::from_bytes(unhex(&hear()));
    let mut bytes = [0u32; 2];
    // SAFETY: the first process keeps the memory until this one ends.
    unsafe {
        let result = cuda_mem::ipc_open_mem_handle(handle, LAZY);
        recorded("ipc child cuIpcOpenMemHandle flags=1").check(code(result));
        let memory = result.expect("checked above");
        let twice = cuda_mem::ipc_open_mem_handle(handle, LAZY);
        recorded("ipc child open twice").check(code(twice));
        assert_eq!(twice, Ok(memory), "the same address");

        // The start of the allocation, though the handle was asked for inside.
        let read = cuda_mem::memcpy_dtoh(&mut bytes, memory);
        recorded("ipc child read").check(code(read));
        assert_eq!(bytes, [0xdead_beef; 2]);
        cuda_mem::memcpy_dtoh(&mut bytes, memory + INSIDE).expect("read");
        assert_eq!(bytes, [0x1234_5678, 0xdead_beef]);

        let written = cuda_mem::memset_d8(memory, 0x77, 4);
        recorded("ipc child memset").check(code(written));
        cuda_mem::ctx_synchronize().expect("done");
        let freed = cuda_mem::mem_free(memory);
        recorded("ipc child cuMemFree of ipc pointer").check(code(freed));
        // Opened twice, closed twice.
        recorded("ipc child close").check(code(cuda_mem::ipc_close_mem_handle(memory)));
        recorded("ipc child close 2").check(code(cuda_mem::ipc_close_mem_handle(memory)));
        recorded("ipc child close 3").check(code(cuda_mem::ipc_close_mem_handle(memory)));
    }
    tell("written");
}

fn an_event_in_two_processes(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(SIZE).expect("2 MiB");
    let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream");
    let (mine, theirs) = (shared_event(), shared_event());
    let mut back = vec![0u32; SIZE / 4];
    // SAFETY: all of these live until the second process ends, and every use waits for the one before.
    unsafe {
        let handle = cuda_mem::ipc_get_event_handle(mine);
        recorded("ipcGetEventHandle").check(code(handle));
        let handles = [
            hex(&cuda_mem::ipc_get_mem_handle(memory).expect("a handle").to_bytes()),
            hex(&handle.expect("checked above").to_bytes()),
            hex(&cuda_mem::ipc_get_event_handle(theirs)
                .expect("a handle")
                .to_bytes()),
        ];
        let mut second = Second::start(EVENT);
        second.tell(&handles.join(" "));
        assert_eq!(second.hear(), "opened");

        // Queued, not waited for: the second process waits by the event.
        for value in 1..=200 {
            cuda_mem::memset_d32_async(memory, value, SIZE / 4, stream).expect("fill");
        }
        cuda_mem::event_record(mine, stream).expect("record");
        second.tell("recorded");
        assert_eq!(second.hear(), "recorded");

        // And back, by the event that the second process recorded.
        cuda_mem::stream_wait_event(stream, theirs, 0).expect("wait");
        let copy = cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), memory, SIZE, stream);
        copy.expect("copy");
        cuda_mem::stream_synchronize(stream).expect("done");
        assert!(
            back.iter().all(|value| *value == 0x5555_5555),
            "what the second process wrote"
        );
        second.tell("done");
        second.end();

        cuda_mem::event_destroy(mine).expect("destroy");
        cuda_mem::event_destroy(theirs).expect("destroy");
        cuda_mem::stream_destroy(stream).expect("destroy");
        cuda_mem::mem_free(memory).expect("free");
    }
}

const EVENT: Part = Part {
    name: "event of another process",
    play: || with_context(use_events),
};

fn use_events(_: &Gpu) {
    let line = hear();
    let handles: Vec<_> = line.split(' ').collect();
    let mut bytes = vec![0u32; SIZE / 4];
    // SAFETY: the first process keeps memory and events until this one ends.
    unsafe {
        let memory = CUipcMemHandle::from_bytes(unhex(handles[0]));
        let memory = cuda_mem::ipc_open_mem_handle(memory, LAZY).expect("the memory");
        let open = |word| cuda_mem::ipc_open_event_handle(CUipcEventHandle::from_bytes(unhex(word)));
        let theirs = open(handles[1]).expect("the first event");
        let mine = open(handles[2]).expect("the second event");
        tell("opened");

        assert_eq!(hear(), "recorded");
        cuda_mem::event_synchronize(theirs).expect("wait");
        cuda_mem::event_query(theirs).expect("it was reached");
        cuda_mem::memcpy_dtoh(&mut bytes, memory).expect("read");
        assert!(bytes.iter().all(|value| *value == 200), "all fills are done");

        let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream");
        for _ in 0..100 {
            cuda_mem::memset_d8_async(memory, 0x11, SIZE, stream).expect("fill");
        }
        cuda_mem::memset_d8_async(memory, 0x55, SIZE, stream).expect("fill");
        cuda_mem::event_record(mine, stream).expect("record");
        tell("recorded");

        assert_eq!(hear(), "done");
        cuda_mem::stream_synchronize(stream).expect("done");
        cuda_mem::stream_destroy(stream).expect("destroy");
        cuda_mem::event_destroy(theirs).expect("close");
        cuda_mem::event_destroy(mine).expect("close");
        cuda_mem::ipc_close_mem_handle(memory).expect("close");
    }
}

fn a_handle_is_the_allocations(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(SIZE).expect("2 MiB");
    let start = cuda_mem::ipc_get_mem_handle(memory);
    recorded("ipcGetMemHandle").check(code(start));
    let inside = cuda_mem::ipc_get_mem_handle(memory + INSIDE).expect("a handle");
    assert_eq!(start.expect("checked above").to_bytes(), inside.to_bytes());
    assert_ne!(inside.to_bytes(), [0; 64]);
    // SAFETY: allocated above, and opened nowhere.
    unsafe { cuda_mem::mem_free(memory) }.expect("free");
}

fn handles_of_this_very_process(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(SIZE).expect("2 MiB");
    let event = shared_event();
    let handle = cuda_mem::ipc_get_mem_handle(memory).expect("a handle");
    // SAFETY: the driver refuses to open them; both are alive all the same.
    unsafe {
        let opened = cuda_mem::ipc_open_mem_handle(handle, LAZY);
        recorded("ipcOpen same process").check(code(opened));
        let no_flags = cuda_mem::ipc_open_mem_handle(handle, 0);
        recorded("ipcOpen flags 0").check(code(no_flags));
        let handle = cuda_mem::ipc_get_event_handle(event).expect("a handle");
        let opened = cuda_mem::ipc_open_event_handle(handle);
        recorded("ipcOpenEventHandle same process").check(code(opened));
        cuda_mem::event_destroy(event).expect("destroy");
        cuda_mem::mem_free(memory).expect("free");
    }
}

fn memory_that_cannot_be_shared(_: &Gpu) {
    let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
    let pinned = cuda_mem::mem_alloc_host(4096).expect("4 KiB");
    let host = cuda_mem::ipc_get_mem_handle(pinned as CUdeviceptr);
    recorded("ipcGet of host memory").check(code(host));
    assert_eq!(
        code(cuda_mem::ipc_get_mem_handle(0x1234)),
        CUDA_ERROR_INVALID_VALUE
    );
    // SAFETY: the driver refuses these bytes, and an address that was not opened.
    unsafe {
        let junk = CUipcMemHandle::from_bytes([0x5a; 64]);
        recorded("ipcOpen junk").check(code(cuda_mem::ipc_open_mem_handle(junk, LAZY)));
        let closed = cuda_mem::ipc_close_mem_handle(memory);
        recorded("ipcClose not opened").check(code(closed));
        cuda_mem::mem_free(memory).expect("free");
        cuda_mem::mem_free_host(pinned).expect("free");
    }
}

fn events_that_cannot_be_shared(_: &Gpu) {
    let plain = cuda_mem::event_create(CU_EVENT_DEFAULT.0).expect("an event");
    // SAFETY: the driver refuses all of these; the event is alive all the same.
    unsafe {
        let handle = cuda_mem::ipc_get_event_handle(plain);
        recorded("ipcGetEventHandle of plain event").check(code(handle));
        let null = cuda_mem::ipc_get_event_handle(null_mut());
        assert!(
            [CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_HANDLE].contains(&code(null)),
            "{null:?}"
        );
        let junk = CUipcEventHandle::from_bytes([0x5a; 64]);
        // Measured on H200.
        let opened = cuda_mem::ipc_open_event_handle(junk);
        assert_eq!(code(opened), CUDA_ERROR_MAP_FAILED);
        cuda_mem::event_destroy(plain).expect("destroy");
    }
}
