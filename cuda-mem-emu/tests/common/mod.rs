//! What the emulator's tests share: the emulator in place with a context, and the messages that it gave.

#![allow(dead_code)]

pub mod runner;

use cuda_mem_emu::Settings;
use cuda_mem_sys::*;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Puts the emulator in place, with these settings the first time, and makes device 0's context current here.
pub fn with(settings: fn() -> Settings) -> CUcontext {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        settings().apply().expect("settings");
        cuda_mem_emu::set_callback(|text| MESSAGES.lock().expect("messages").push(text.into()));
        cuda_mem_emu::install().expect("no driver was called before");
        // SAFETY: no contract.
        ok(unsafe { cuInit(0) });
    });
    let mut context = null_mut();
    // SAFETY: a local; retained, and never released.
    unsafe {
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
    }
    context
}

/// A context for a test that no other runs beside: a free in one test orders the work of all.
pub struct Alone {
    pub context: CUcontext,
    _lock: MutexGuard<'static, ()>,
}

/// [`with`], for one test at a time.
pub fn alone(settings: fn() -> Settings) -> Alone {
    static LOCK: Mutex<()> = Mutex::new(());
    let lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    Alone {
        context: with(settings),
        _lock: lock,
    }
}

#[track_caller]
pub fn ok(code: CUresult) {
    assert_eq!(code, CUDA_SUCCESS);
}

/// Fails unless the code is this one and a message that has all of these words was given since.
#[track_caller]
pub fn refused(code: CUresult, wanted: CUresult, words: &[&str]) {
    assert_eq!(code, wanted);
    let messages = MESSAGES.lock().expect("messages");
    let said = messages
        .iter()
        .any(|text| words.iter().all(|word| text.contains(word)));
    assert!(
        said,
        "no message has {words:?}; the last are {:#?}",
        messages.iter().rev().take(4).collect::<Vec<_>>()
    );
}

pub fn alloc(size: usize) -> CUdeviceptr {
    let mut p = 0;
    // SAFETY: a local.
    ok(unsafe { cuMemAlloc_v2(&mut p, size) });
    p
}

pub fn stream() -> CUstream {
    let mut stream = null_mut();
    // SAFETY: a local.
    ok(unsafe { cuStreamCreate(&mut stream, CU_STREAM_NON_BLOCKING.0) });
    stream
}

/// What the device's memory holds, read in the stream and waited for.
pub fn read<const N: usize>(from: CUdeviceptr, stream: CUstream) -> [u8; N] {
    let mut bytes = [0; N];
    // SAFETY: the array outlives the wait.
    unsafe {
        ok(cuMemcpyDtoHAsync_v2(bytes.as_mut_ptr().cast(), from, N, stream));
        ok(cuStreamSynchronize(stream));
    }
    bytes
}
