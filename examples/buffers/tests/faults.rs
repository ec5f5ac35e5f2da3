//! A driver that refuses: no panic, every error is told, and memory that may still be in use is never freed.
#![cfg(target_os = "linux")]

use cuda_mem::sys::*;
use cuda_mem_buffers::{Array, Context, DeviceBuffer, Error, PinnedBuffer, Result, Stream};
use cuda_mem_emu::Settings;
use std::sync::Mutex;

/// What the emulator says of misuse.
static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Runs a test on the emulator, which must have nothing to say at the end.
fn with_driver(test: impl FnOnce(&Context, &Stream)) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(|broken| broken.into_inner());
    cuda_mem_emu::install().expect("no other driver is in use");
    cuda_mem_emu::set_callback(|message| SAID.lock().unwrap().push(message.to_string()));
    whole();
    let context = Context::primary(0).expect("device 0");
    let stream = Stream::new(&context).expect("a stream");
    test(&context, &stream);
    whole();
    assert_eq!(*SAID.lock().unwrap(), Vec::<String>::new(), "misuse");
}

/// From here on, these calls fail.
fn broken(functions: &[&str]) {
    let mut settings = Settings::new();
    for function in functions {
        for nth in 1..=50 {
            settings = settings.fail(function, nth, CUDA_ERROR_UNKNOWN);
        }
    }
    settings.apply().expect("the default device");
}

fn whole() {
    broken(&[]);
}

/// Bytes in use on the device.
fn in_use(context: &Context) -> usize {
    // SAFETY: the test's context, which outlives this.
    unsafe { cuda_mem::ctx_push_current(context.as_raw()) }.expect("current");
    let (free, total) = cuda_mem::mem_get_info().expect("the memory");
    cuda_mem::ctx_pop_current().expect("as before");
    total - free
}

fn refused<T>(result: Result<T>, function: &str) {
    match result {
        Err(Error::Driver(error)) => {
            assert_eq!(
                (error.code(), error.function()),
                (CUDA_ERROR_UNKNOWN, function),
                "{error}"
            );
        }
        Err(other) => panic!("{other} instead of {function}"),
        Ok(_) => panic!("{function} did not fail"),
    }
}

#[test]
fn every_call_passes_its_error_on() {
    with_driver(|context, stream| {
        let mut memory = DeviceBuffer::<u32>::zeroed(stream, 4).expect("memory");
        let host = || PinnedBuffer::<u32>::zeroed(context, 4).expect("pinned memory");
        let (one, other) = (host(), host());

        let before = in_use(context);
        broken(&["cuMemAlloc"]);
        refused(DeviceBuffer::<u8>::zeroed(stream, 4), "cuMemAlloc");
        broken(&["cuMemsetD8Async"]);
        refused(DeviceBuffer::<u8>::zeroed(stream, 4), "cuMemsetD8Async");
        broken(&["cuMemcpyHtoD"]);
        refused(DeviceBuffer::from_slice(stream, &[1u8; 4]), "cuMemcpyHtoD");
        broken(&["cuMemcpy2D"]);
        refused(Array::from_rows(stream, 2, 2, &[1u8; 4]), "cuMemcpy2D");
        assert_eq!(
            in_use(context),
            before,
            "an attempt that failed left memory behind"
        );

        broken(&["cuMemHostAlloc"]);
        refused(PinnedBuffer::<u8>::zeroed(context, 4), "cuMemHostAlloc");
        broken(&["cuMemcpyDtoH"]);
        refused(memory.read(0, &mut [0]), "cuMemcpyDtoH");
        broken(&["cuMemcpyHtoDAsync"]);
        refused(memory.upload(0, one), "cuMemcpyHtoDAsync");
        broken(&["cuMemcpyDtoHAsync"]);
        refused(memory.download(0, other), "cuMemcpyDtoHAsync");
        broken(&["cuStreamQuery"]);
        refused(stream.is_idle(), "cuStreamQuery");
        broken(&["cuStreamCreate"]);
        refused(Stream::new(context), "cuStreamCreate");
        broken(&["cuCtxPushCurrent"]);
        refused(memory.read(0, &mut [0]), "cuCtxPushCurrent");
        broken(&["cuDevicePrimaryCtxRetain"]);
        refused(Context::primary(0), "cuDevicePrimaryCtxRetain");
    });
}

#[test]
fn one_failed_wait_is_waited_for_again() {
    with_driver(|context, stream| {
        let memory = DeviceBuffer::from_slice(stream, &[7u8; 64]).expect("memory");
        let copy = memory.download(0, PinnedBuffer::zeroed(context, 64).expect("pinned"));
        let settings = Settings::new().fail("cuStreamSynchronize", 1, CUDA_ERROR_UNKNOWN);
        settings.apply().expect("the default device");
        refused(copy.expect("a copy").wait(), "cuStreamSynchronize");
        assert!(stream.is_idle().expect("the stream"), "the second wait succeeded");
    });
}

#[test]
fn a_leaked_copy_leaks_its_buffer() {
    with_driver(|context, stream| {
        let memory = DeviceBuffer::from_slice(stream, &[7u8; 4096]).expect("memory");
        let host = PinnedBuffer::<u8>::zeroed(context, 4096).expect("pinned");
        let at = host.as_ptr();
        std::mem::forget(memory.download(0, host).expect("a copy"));
        drop(memory);
        // SAFETY: leaked, hence readable.
        assert_eq!(unsafe { at.read() }, 7);
    });
}

#[test]
fn memory_in_doubt_is_not_freed() {
    with_driver(|context, stream| {
        let mut memory = DeviceBuffer::from_slice(stream, &[7u8; 4096]).expect("memory");
        let host = PinnedBuffer::<u8>::zeroed(context, 4096).expect("pinned");
        let at = host.as_ptr();
        let copy = memory.download(0, host).expect("a copy");
        broken(&["cuStreamSynchronize"]);
        refused(copy.wait(), "cuStreamSynchronize");
        whole();
        // The copy comes now, to memory that is still there.
        stream.synchronize().expect("the copy");
        // SAFETY: leaked, hence readable.
        assert_eq!(unsafe { at.read() }, 7);

        let before = in_use(context);
        let upload = memory.upload(0, PinnedBuffer::zeroed(context, 4096).expect("pinned"));
        broken(&["cuCtxSynchronize", "cuStreamSynchronize"]);
        drop(upload);
        drop(memory);
        whole();
        assert_eq!(in_use(context), before, "the device's memory was freed");
        stream.synchronize().expect("the copy");
    });
}
