//! The crate on a driver: the machine's own, else the emulator. `CUDA_MEM_REQUIRE=gpu` asks for the first.

use cuda_mem::sys;
use cuda_mem_buffers::{Array, Context, DeviceBuffer, Error, Pending, PinnedBuffer, Stream};
use std::sync::{Mutex, MutexGuard, OnceLock};

fn choose_driver() {
    static CHOICE: OnceLock<Result<(), String>> = OnceLock::new();
    if let Err(reason) = CHOICE.get_or_init(choice) {
        panic!("{reason}");
    }
}

fn choice() -> Result<(), String> {
    let required = std::env::var("CUDA_MEM_REQUIRE").unwrap_or_default();
    match sys::load() {
        Ok(driver) => println!("driver: {:?} {:?}", driver.source(), driver.path()),
        Err(error) if required.split(',').any(|part| part == "gpu") => return Err(error.to_string()),
        Err(_) => emulate()?,
    }
    Ok(())
}

#[cfg(any(target_os = "linux", windows))]
fn emulate() -> Result<(), String> {
    println!("driver: none on this machine, so the emulator");
    cuda_mem_emu::install().map_err(|error| error.to_string())
}

#[cfg(not(any(target_os = "linux", windows)))]
fn emulate() -> Result<(), String> {
    Err("no driver, and the emulator is for Linux and Windows".to_string())
}

/// Held by the test that runs: each sees what it leaves behind.
fn turn() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Runs a test with a stream of its own.
fn with_stream(test: impl FnOnce(&Context, &Stream) -> cuda_mem_buffers::Result<()>) {
    let _turn = turn();
    choose_driver();
    let context = Context::primary(0).expect("device 0");
    let stream = Stream::new(&context).expect("a stream");
    test(&context, &stream).expect("no error");
    assert!(current().is_null(), "a context is still current");
    drop((stream, context));
    assert!(!is_active(), "something keeps the context");
}

/// Whether anything holds the primary context.
fn is_active() -> bool {
    cuda_mem::device_primary_ctx_get_state(0).expect("device 0").1 == 1
}

fn current() -> sys::CUcontext {
    cuda_mem::ctx_get_current().expect("the driver is started")
}

fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect()
}

fn pinned(context: &Context, contents: &[u32]) -> cuda_mem_buffers::Result<PinnedBuffer<u32>> {
    let mut buffer = PinnedBuffer::zeroed(context, contents.len())?;
    buffer.copy_from_slice(contents);
    Ok(buffer)
}

const COUNT: usize = 1 << 16;

#[test]
fn plain_copies_go_there_and_back() {
    with_stream(|_, stream| {
        let mut memory = DeviceBuffer::zeroed(stream, COUNT)?;
        memory.write(10, &numbers(COUNT - 20))?;
        let mut back = vec![1; COUNT];
        memory.read(0, &mut back)?;
        assert_eq!(back[..10], [0; 10]);
        assert_eq!(back[10..COUNT - 10], numbers(COUNT - 20));
        assert_eq!(back[COUNT - 10..], [0; 10]);

        let mut copy = DeviceBuffer::zeroed(stream, COUNT)?;
        copy.copy_from(&memory)?;
        drop(memory);
        let mut last = [0; 20];
        copy.read(COUNT - 20, &mut last)?;
        assert_eq!(last, back[COUNT - 20..]);
        Ok(())
    });
}

#[test]
fn queued_copies_have_the_order_in_which_they_were_called_for() {
    with_stream(|context, stream| {
        let mut memory = DeviceBuffer::zeroed(stream, COUNT)?;
        let first = memory.download(0, PinnedBuffer::zeroed(context, COUNT)?)?;
        let upload = memory.upload(0, pinned(context, &numbers(COUNT))?)?;
        let second = memory.download(0, PinnedBuffer::zeroed(context, COUNT)?)?;
        // A plain copy waits for them by itself.
        let mut plain = vec![0; COUNT];
        memory.read(0, &mut plain)?;
        assert_eq!(plain, numbers(COUNT));
        memory.write(0, &[9; COUNT])?;
        assert!(first.is_done()? && second.is_done()?);
        assert!(first.wait()?.iter().all(|&number| number == 0));
        assert_eq!(second.wait()?[..], numbers(COUNT));
        assert_eq!(upload.wait()?[..], numbers(COUNT));
        Ok(())
    });
}

#[test]
fn buffers_may_be_dropped_in_the_middle_of_a_copy() {
    with_stream(|context, stream| {
        let mut memory = DeviceBuffer::from_slice(stream, &numbers(COUNT))?;
        // The host's side, dropped: this waits.
        drop(memory.upload(0, pinned(context, &[5; COUNT])?)?);
        assert!(stream.is_idle()?);
        // The device's side, dropped: this waits, too.
        let copy = memory.download(0, PinnedBuffer::zeroed(context, COUNT)?)?;
        drop(memory);
        assert!(copy.is_done()?);
        assert!(copy.wait()?.iter().all(|&number| number == 5));
        Ok(())
    });
}

#[test]
fn what_is_used_last_keeps_the_context() {
    let _turn = turn();
    choose_driver();
    let copy = {
        let context = Context::primary(0).expect("device 0");
        let stream = Stream::new(&context).expect("a stream");
        let memory = DeviceBuffer::from_slice(&stream, &[1u8, 2, 3]).expect("memory");
        let host = PinnedBuffer::zeroed(&context, 3).expect("pinned memory");
        memory.download(0, host).expect("a copy")
    };
    let host = copy.wait().expect("the copy's end");
    assert_eq!(host[..], [1, 2, 3]);
    assert!(is_active());
    drop(host);
    assert!(!is_active());
}

#[test]
fn ranges_that_leave_the_buffer_are_refused() {
    with_stream(|context, stream| {
        let mut memory = DeviceBuffer::<u32>::zeroed(stream, 8)?;
        let range = |start, count| Error::Range { start, count, len: 8 };
        assert_eq!(memory.write(0, &[1; 9]), Err(range(0, 9)));
        assert_eq!(memory.write(5, &[1; 4]), Err(range(5, 4)));
        assert_eq!(memory.read(9, &mut []), Err(range(9, 0)));
        assert_eq!(memory.read(usize::MAX, &mut [0; 2]), Err(range(usize::MAX, 2)));
        let refused = memory.upload(7, pinned(context, &[1; 2])?);
        assert_eq!(refused.map(drop), Err(range(7, 2)));
        let refused = memory.download(1, PinnedBuffer::zeroed(context, 8)?);
        assert_eq!(refused.map(drop), Err(range(1, 8)));
        assert_eq!(
            memory.copy_from(&DeviceBuffer::zeroed(stream, 7)?),
            Err(range(0, 7))
        );
        assert_eq!(
            range(5, 4).to_string(),
            "4 elements from element 5 on are not in a buffer of 8"
        );
        let mut all = [1; 8];
        memory.read(0, &mut all)?;
        assert_eq!(all, [0; 8]);
        memory.write(8, &[])
    });
}

#[test]
fn nothing_is_a_length_too() {
    with_stream(|context, stream| {
        let mut memory = DeviceBuffer::<u64>::from_slice(stream, &[])?;
        assert!(memory.is_empty() && memory.as_raw() == 0);
        memory.read(0, &mut [])?;
        assert!(memory
            .upload(0, PinnedBuffer::zeroed(context, 0)?)?
            .wait()?
            .is_empty());
        memory.copy_from(&DeviceBuffer::zeroed(stream, 0)?)?;

        // Elements without bytes.
        let mut memory = DeviceBuffer::zeroed(stream, usize::MAX)?;
        let host = PinnedBuffer::<[u8; 0]>::zeroed(context, 7)?;
        assert_eq!(memory.upload(1 << 60, host)?.wait()?.len(), 7);
        memory.write(0, &[[]; 3])
    });
}

#[test]
fn too_much_is_an_error() {
    with_stream(|context, stream| {
        let words = usize::MAX / 4;
        let refused = DeviceBuffer::<u64>::zeroed(stream, words).map(drop);
        assert_eq!(refused, Err(Error::Layout));
        assert_eq!(
            PinnedBuffer::<u64>::zeroed(context, words).map(drop),
            Err(Error::Layout)
        );
        let Err(Error::Driver(error)) = DeviceBuffer::<u8>::zeroed(stream, 1 << 50) else {
            panic!("a pebibyte");
        };
        assert!(error.is_out_of_memory(), "{error}");
        assert_eq!(Error::Driver(error).to_string(), error.to_string());
        let refused = Array::from_rows(stream, 1 << 40, 1 << 40, &[0u8]).map(drop);
        assert_eq!(refused, Err(Error::Layout));
        Ok(())
    });
}

/// Of an alignment that the driver is not asked for.
#[derive(Clone, Copy)]
#[repr(C, align(33554432))]
struct Aligned([u8; 1 << 25]);
// SAFETY: bytes, without padding.
unsafe impl bytemuck::Zeroable for Aligned {}
// SAFETY: as above.
unsafe impl bytemuck::Pod for Aligned {}

#[test]
fn pinned_elements_are_aligned_or_refused() {
    with_stream(|context, _| {
        for _ in 0..4 {
            // Pages in between, so that some allocation is not aligned by chance.
            let _page = PinnedBuffer::<u8>::zeroed(context, 4096)?;
            match PinnedBuffer::<Aligned>::zeroed(context, 1) {
                Ok(buffer) => assert_eq!(buffer.as_ptr() as usize % (1 << 25), 0),
                Err(error) => assert_eq!(error, Error::Layout),
            }
        }
        Ok(())
    });
}

#[test]
fn streams_do_not_mix() {
    with_stream(|context, stream| {
        let other = Stream::new(context)?;
        let mut memory = DeviceBuffer::zeroed(stream, 4)?;
        let refused = memory.copy_from(&DeviceBuffer::from_slice(&other, &[1u8; 4])?);
        assert_eq!(refused, Err(Error::Stream));
        memory.copy_from(&DeviceBuffer::from_slice(&stream.clone(), &[1u8; 4])?)
    });
}

#[test]
fn it_does_not_matter_which_context_is_current() {
    with_stream(|context, stream| {
        // SAFETY: no parameters.
        let own = match unsafe { cuda_mem::ctx_create(None, 0, 0) } {
            // A driver before CUDA 12.5, which has primary contexts only here: none is current.
            Err(error) if error.is_no_symbol() => std::ptr::null_mut(),
            own => own?,
        };
        assert!(own != context.as_raw() && current() == own);
        let mut memory = DeviceBuffer::from_slice(stream, &numbers(COUNT))?;
        let host = memory
            .download(0, PinnedBuffer::zeroed(context, COUNT)?)?
            .wait()?;
        assert_eq!(host[..], numbers(COUNT));
        memory.write(COUNT, &[])?;
        assert!(memory.write(COUNT, &[1]).is_err());
        let array = Array::from_rows(stream, 4, 2, &[1.5f32; 8])?;
        drop((array, memory, host));
        assert_eq!(current(), own, "what was current is so still");
        if !own.is_null() {
            // SAFETY: created above, and nothing is in it.
            unsafe { cuda_mem::ctx_destroy(own)? };
        }
        Ok(())
    });
}

#[test]
fn everything_goes_to_other_threads() {
    fn both<T: Send + Sync>() {}
    both::<Context>();
    both::<Stream>();
    both::<PinnedBuffer<u32>>();
    both::<DeviceBuffer<u32>>();
    both::<Array<u32>>();
    both::<Pending<u32>>();
    with_stream(|context, stream| {
        let mut memory = DeviceBuffer::zeroed(stream, COUNT)?;
        let upload = memory.upload(0, pinned(context, &numbers(COUNT))?)?;
        let waited = std::thread::spawn(move || upload.wait().map(|host| host.to_vec()));
        assert_eq!(waited.join().expect("no panic")?, numbers(COUNT));
        std::thread::scope(|scope| {
            for part in 0..4 {
                let memory = &memory;
                scope.spawn(move || {
                    let mut read = vec![0; COUNT / 4];
                    memory.read(part * COUNT / 4, &mut read).expect("a part");
                    assert_eq!(read, numbers(COUNT)[part * COUNT / 4..][..COUNT / 4]);
                });
            }
        });
        std::thread::spawn(move || drop(memory)).join().expect("no panic");
        Ok(())
    });
}

#[test]
fn arrays_hold_rows() {
    with_stream(|_, stream| {
        let rows: Vec<f32> = (0..60).map(|i| i as f32 / 4.0).collect();
        let mut array = Array::from_rows(stream, 12, 5, &rows)?;
        let mut back = [0.0; 60];
        array.read(&mut back)?;
        assert_eq!(back[..], rows);
        array.write(&[7.0; 60])?;
        array.read(&mut back)?;
        assert_eq!(back, [7.0; 60]);

        let range = |count| {
            Err(Error::Range {
                start: 0,
                count,
                len: 60,
            })
        };
        assert_eq!(array.read(&mut back[..59]), range(59));
        assert_eq!(array.write(&[0.0; 61]), range(61));
        assert_eq!(Array::from_rows(stream, 12, 5, &[1u16; 24]).map(drop), range(24));
        assert_eq!(
            Array::<u8>::from_rows(stream, 5, 0, &[]).map(drop),
            Err(Error::Layout)
        );
        Ok(())
    });
}
