//! Prefetches and discards of managed memory, one range or many, and cuStreamAttachMemAsync. Allocations are kept to
//! kilobytes.

use crate::child::{hear, tell, Part, Second};
use crate::since::absent;
use crate::support::{host_location, tests, with_context, Answers, Gpu};
use cuda_mem::per_thread;
use cuda_mem::sys::*;
use cuda_mem::{MemRangeAttribute, Result};
use cuda_mem_tests::answers::code;
use std::ptr::null_mut;

tests! { "prefetch":
    pages_go_there_and_back, [cuMemPrefetchAsync, cuMemRangeGetAttribute];
    pages_go_there_and_back_by_the_older_form, [cuMemPrefetchAsync_v1, cuMemRangeGetAttribute];
    pages_go_in_each_threads_own_stream, [cuMemPrefetchAsync, cuMemPrefetchAsync_v1, cuMemPrefetchBatchAsync];
    prefetches_that_cannot_be, [cuMemPrefetchAsync, cuMemPrefetchAsync_v1];
    a_batch_goes_to_two_places, [cuMemPrefetchBatchAsync];
    what_is_discarded_can_be_written_anew, [cuMemDiscardBatchAsync, cuMemDiscardAndPrefetchBatchAsync];
    batches_that_cannot_be, [cuMemPrefetchBatchAsync, cuMemDiscardBatchAsync, cuMemDiscardAndPrefetchBatchAsync];
    a_stream_has_memory_for_itself, [cuStreamAttachMemAsync];
    attachments_that_cannot_be, [cuStreamAttachMemAsync];
}

const SIZE: usize = 64 * 1024;

/// What all here but attachment needs: host and device may use managed memory at once.
const CONCURRENT: CUdevice_attribute = CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;

/// Managed memory that holds a pattern; freed when the test is done with it.
struct Memory(CUdeviceptr);

impl Memory {
    fn new(seed: u8) -> Memory {
        let memory = cuda_mem::mem_alloc_managed(SIZE, CU_MEM_ATTACH_GLOBAL.0).expect("64 KiB");
        let memory = Memory(memory);
        memory.fill(seed);
        memory
    }

    fn fill(&self, seed: u8) {
        // SAFETY: the whole allocation; the tests wait for their streams before they come here.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.0 as *mut u8, SIZE) };
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = pattern(seed, i);
        }
    }

    /// The device reads the pattern, by a copy of the whole.
    #[track_caller]
    fn device_reads(&self, seed: u8) {
        let copy = cuda_mem::mem_alloc(SIZE).expect("device memory");
        let mut back = vec![0u8; SIZE];
        // SAFETY: all three are of that size.
        unsafe {
            cuda_mem::memcpy_dtod(copy, self.0, SIZE).expect("on the device");
            cuda_mem::memcpy_dtoh(&mut back, copy).expect("to the host");
            cuda_mem::mem_free(copy).expect("free");
        }
        assert!(holds(&back, seed), "the device reads other bytes");
    }

    #[track_caller]
    fn host_reads(&self, seed: u8) {
        // SAFETY: as in `fill`.
        let bytes = unsafe { std::slice::from_raw_parts(self.0 as *const u8, SIZE) };
        assert!(holds(bytes, seed), "the host reads other bytes");
    }

    fn last_prefetch(&self) -> Result<CUdevice> {
        cuda_mem::mem_range_get_attribute(MemRangeAttribute::LAST_PREFETCH_LOCATION, self.0, SIZE)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`; freeing waits for work that uses it.
        let _ = unsafe { cuda_mem::mem_free(self.0) };
    }
}

fn pattern(seed: u8, i: usize) -> u8 {
    (i * 13 + i / 241) as u8 ^ seed
}

fn holds(bytes: &[u8], seed: u8) -> bool {
    bytes
        .iter()
        .enumerate()
        .all(|(i, byte)| *byte == pattern(seed, i))
}

/// A stream that does not wait for the default one, and is destroyed when the test is done with it.
struct Stream(CUstream);

impl Stream {
    fn new() -> Stream {
        Stream(cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream"))
    }

    fn wait(&self) {
        // SAFETY: created by `new`, destroyed by `drop`.
        unsafe { cuda_mem::stream_synchronize(self.0) }.expect("done");
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: created by `new`.
        let _ = unsafe { cuda_mem::stream_destroy(self.0) };
    }
}

fn pages_go_there_and_back(gpu: &Gpu) {
    let (memory, stream) = (Memory::new(1), Stream::new());
    // SAFETY: memory and stream live until the stream was waited for.
    let prefetch = |location| unsafe { cuda_mem::mem_prefetch_async(memory.0, SIZE, location, 0, stream.0) };
    let tried = prefetch(gpu.location());
    if absent("cuMemPrefetchAsync_v2", &tried) {
        return;
    }
    if !gpu.can(CONCURRENT) {
        assert_eq!(code(tried), CUDA_ERROR_INVALID_DEVICE);
        return;
    }
    tried.expect("to the device");
    stream.wait();
    assert_eq!(memory.last_prefetch(), Ok(gpu.device));
    memory.device_reads(1);

    prefetch(host_location()).expect("to the host");
    stream.wait();
    assert_eq!(memory.last_prefetch(), Ok(CU_DEVICE_CPU));
    memory.host_reads(1);

    prefetch(CUmemLocation::new(CU_MEM_LOCATION_TYPE_HOST_NUMA, 0)).expect("to NUMA node 0");
    stream.wait();
    let attributes = (
        MemRangeAttribute::LAST_PREFETCH_LOCATION_TYPE,
        MemRangeAttribute::LAST_PREFETCH_LOCATION_ID,
    );
    let place = cuda_mem::mem_range_get_attributes(attributes, memory.0, SIZE);
    assert_eq!(place, Ok((CU_MEM_LOCATION_TYPE_HOST_NUMA, 0)));
    memory.host_reads(1);
}

fn pages_go_there_and_back_by_the_older_form(gpu: &Gpu) {
    let (memory, stream) = (Memory::new(2), Stream::new());
    // SAFETY: memory and stream live until the stream was waited for.
    let prefetch = |device| unsafe { cuda_mem::mem_prefetch_async_v1(memory.0, SIZE, device, stream.0) };
    let tried = prefetch(gpu.device);
    if !gpu.can(CONCURRENT) {
        assert_eq!(code(tried), CUDA_ERROR_INVALID_DEVICE);
        return;
    }
    tried.expect("to the device");
    stream.wait();
    assert_eq!(memory.last_prefetch(), Ok(gpu.device));
    memory.device_reads(2);
    prefetch(CU_DEVICE_CPU).expect("to the host");
    stream.wait();
    assert_eq!(memory.last_prefetch(), Ok(CU_DEVICE_CPU));
    memory.host_reads(2);
}

fn pages_go_in_each_threads_own_stream(gpu: &Gpu) {
    if !gpu.can(CONCURRENT) {
        let memory = Memory::new(3);
        // SAFETY: the driver refuses it.
        let refused = unsafe { per_thread::mem_prefetch_async_v1(memory.0, SIZE, gpu.device, null_mut()) };
        assert_eq!(code(refused), CUDA_ERROR_INVALID_DEVICE);
        return;
    }
    let memory = Memory::new(3);
    // SAFETY: the memory lives until the thread's default stream was waited for, each time.
    unsafe {
        per_thread::mem_prefetch_async_v1(memory.0, SIZE, gpu.device, null_mut()).expect("to the device");
        per_thread::stream_synchronize(null_mut()).expect("done");
        assert_eq!(memory.last_prefetch(), Ok(gpu.device));
        memory.device_reads(3);

        let back = per_thread::mem_prefetch_async(memory.0, SIZE, host_location(), 0, null_mut());
        if !absent("cuMemPrefetchAsync_v2_ptsz", &back) {
            back.expect("to the host");
            per_thread::stream_synchronize(null_mut()).expect("done");
            assert_eq!(memory.last_prefetch(), Ok(CU_DEVICE_CPU));
            memory.host_reads(3);
        }

        // Null is not the legacy stream here, so a batch may be queued on it.
        let batch = per_thread::mem_prefetch_batch_async(
            &[memory.0],
            &[SIZE],
            &[gpu.location()],
            &[0],
            0,
            null_mut(),
        );
        if !absent("cuMemPrefetchBatchAsync_ptsz", &batch) {
            batch.expect("a batch of one");
            per_thread::stream_synchronize(null_mut()).expect("done");
            assert_eq!(memory.last_prefetch(), Ok(gpu.device));
            memory.device_reads(3);
        }
    }
}

fn prefetches_that_cannot_be(gpu: &Gpu) {
    if !gpu.can(CONCURRENT) {
        // Every prefetch is refused there, as the tests above show.
        return pages_go_there_and_back_by_the_older_form(gpu);
    }
    let (memory, stream) = (Memory::new(4), Stream::new());
    let plain = cuda_mem::mem_alloc(SIZE).expect("device memory");
    // SAFETY: the driver refuses all of these; memory and stream are alive all the same.
    unsafe {
        let older =
            |memory, count, device| code(cuda_mem::mem_prefetch_async_v1(memory, count, device, stream.0));
        assert_eq!(
            older(plain, SIZE, gpu.device),
            CUDA_ERROR_INVALID_VALUE,
            "not managed"
        );
        assert_eq!(
            older(memory.0, 0, gpu.device),
            CUDA_ERROR_INVALID_VALUE,
            "no bytes"
        );
        assert_eq!(older(memory.0, SIZE, 99), CUDA_ERROR_INVALID_DEVICE);

        let newer = |memory, count, location, flags| {
            cuda_mem::mem_prefetch_async(memory, count, location, flags, stream.0)
        };
        if !absent("cuMemPrefetchAsync_v2", &newer(plain, SIZE, gpu.location(), 0)) {
            let refused = |memory, count, location, flags| code(newer(memory, count, location, flags));
            assert_eq!(
                refused(plain, SIZE, gpu.location(), 0),
                CUDA_ERROR_INVALID_VALUE,
                "not managed"
            );
            assert_eq!(
                refused(memory.0, 0, gpu.location(), 0),
                CUDA_ERROR_INVALID_VALUE,
                "no bytes"
            );
            assert_eq!(
                refused(memory.0, SIZE, gpu.location(), 1),
                CUDA_ERROR_INVALID_VALUE,
                "flags"
            );
            let nowhere = CUmemLocation::new(CU_MEM_LOCATION_TYPE_DEVICE, 99);
            assert_eq!(refused(memory.0, SIZE, nowhere, 0), CUDA_ERROR_INVALID_DEVICE);
            let nothing = CUmemLocation::new(CU_MEM_LOCATION_TYPE_INVALID, 0);
            assert_eq!(
                refused(memory.0, SIZE, nothing, 0),
                CUDA_ERROR_INVALID_VALUE,
                "no location"
            );
        }
        cuda_mem::mem_free(plain).expect("free");
    }
    assert_eq!(
        memory.last_prefetch(),
        Ok(CU_DEVICE_INVALID),
        "nothing was prefetched"
    );
}

fn a_batch_goes_to_two_places(gpu: &Gpu) {
    let memory = [Memory::new(5), Memory::new(6), Memory::new(7)];
    let stream = Stream::new();
    let dptrs = [memory[0].0, memory[1].0, memory[2].0];
    // The first to the device, the other two to the host.
    let (locations, indices) = ([gpu.location(), host_location()], [0, 1]);
    // SAFETY: memory and stream live until the stream was waited for.
    let batch =
        unsafe { cuda_mem::mem_prefetch_batch_async(&dptrs, &[SIZE; 3], &locations, &indices, 0, stream.0) };
    if absent("cuMemPrefetchBatchAsync", &batch) {
        return;
    }
    if !gpu.can(CONCURRENT) {
        assert!(batch.is_err(), "a device without concurrent access");
        return;
    }
    batch.expect("three ranges");
    stream.wait();
    assert_eq!(memory[0].last_prefetch(), Ok(gpu.device));
    assert_eq!(memory[1].last_prefetch(), Ok(CU_DEVICE_CPU));
    assert_eq!(memory[2].last_prefetch(), Ok(CU_DEVICE_CPU));
    memory[0].device_reads(5);
    memory[1].host_reads(6);
    memory[2].host_reads(7);
}

fn what_is_discarded_can_be_written_anew(gpu: &Gpu) {
    let memory = [Memory::new(8), Memory::new(9)];
    let kept = Memory::new(10);
    let stream = Stream::new();
    let dptrs = [memory[0].0, memory[1].0];
    // SAFETY: memory and stream live until the stream was waited for; nothing reads what was discarded.
    unsafe {
        let discarded = cuda_mem::mem_discard_batch_async(&dptrs, &[SIZE; 2], 0, stream.0);
        if !absent("cuMemDiscardBatchAsync", &discarded) {
            if gpu.can(CONCURRENT) {
                discarded.expect("two ranges");
                stream.wait();
                memory[0].fill(11);
                memory[1].fill(12);
                memory[0].device_reads(11);
                memory[1].device_reads(12);
            } else {
                assert!(discarded.is_err(), "a device without concurrent access");
            }
        }
        let locations = [gpu.location()];
        let both =
            cuda_mem::mem_discard_and_prefetch_batch_async(&dptrs, &[SIZE; 2], &locations, &[0], 0, stream.0);
        if !absent("cuMemDiscardAndPrefetchBatchAsync", &both) {
            if gpu.can(CONCURRENT) {
                both.expect("two ranges");
                stream.wait();
                assert_eq!(memory[0].last_prefetch(), Ok(gpu.device));
                assert_eq!(memory[1].last_prefetch(), Ok(gpu.device));
                cuda_mem::memset_d8(dptrs[0], 0x55, SIZE).expect("fill on the device");
                cuda_mem::ctx_synchronize().expect("done");
                let bytes = std::slice::from_raw_parts(dptrs[0] as *const u8, SIZE);
                assert!(bytes.iter().all(|byte| *byte == 0x55), "what the device wrote");
            } else {
                assert!(both.is_err(), "a device without concurrent access");
            }
        }
    }
    kept.host_reads(10);
}

fn batches_that_cannot_be(gpu: &Gpu) {
    if !gpu.can(CONCURRENT) {
        return a_batch_goes_to_two_places(gpu);
    }
    let (memory, stream) = (Memory::new(13), Stream::new());
    let plain = cuda_mem::mem_alloc(SIZE).expect("device memory");
    let locations = [gpu.location()];
    type Batch<'a> = (&'a [CUdeviceptr], &'a [usize], &'a [usize], u64, CUstream);
    let managed = [memory.0];
    let refused: [(&str, Batch); 7] = [
        ("the null stream", (&managed, &[SIZE], &[0], 0, null_mut())),
        (
            "the legacy stream",
            (&managed, &[SIZE], &[0], 0, CU_STREAM_LEGACY),
        ),
        ("flags", (&managed, &[SIZE], &[0], 1, stream.0)),
        ("no bytes", (&managed, &[0], &[0], 0, stream.0)),
        ("no ranges", (&[], &[], &[0], 0, stream.0)),
        ("not managed", (&[plain], &[SIZE], &[0], 0, stream.0)),
        ("a first index of 1", (&managed, &[SIZE], &[1], 0, stream.0)),
    ];
    for (why, (dptrs, sizes, indices, flags, stream)) in refused {
        // SAFETY: the driver refuses all of these; memory and stream are alive all the same.
        let (prefetched, both, discarded) = unsafe {
            (
                cuda_mem::mem_prefetch_batch_async(dptrs, sizes, &locations, indices, flags, stream),
                cuda_mem::mem_discard_and_prefetch_batch_async(
                    dptrs, sizes, &locations, indices, flags, stream,
                ),
                cuda_mem::mem_discard_batch_async(dptrs, sizes, flags, stream),
            )
        };
        if !absent("cuMemPrefetchBatchAsync", &prefetched) {
            assert_eq!(code(prefetched), CUDA_ERROR_INVALID_VALUE, "prefetch: {why}");
        }
        if !absent("cuMemDiscardAndPrefetchBatchAsync", &both) {
            assert_eq!(
                code(both),
                CUDA_ERROR_INVALID_VALUE,
                "discard and prefetch: {why}"
            );
        }
        // A discard has no indices that could be wrong.
        if !absent("cuMemDiscardBatchAsync", &discarded) && indices == [0] {
            assert_eq!(code(discarded), CUDA_ERROR_INVALID_VALUE, "discard: {why}");
        }
    }
    stream.wait();
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(plain) }.expect("free");
}

fn a_stream_has_memory_for_itself(_: &Gpu) {
    let (memory, stream) = (Memory::new(14), Stream::new());
    // SAFETY: memory and stream live until the stream was waited for; only this stream uses the memory.
    unsafe {
        let attach = |length, flags: CUmemAttach_flags| {
            cuda_mem::stream_attach_mem_async(stream.0, memory.0, length, flags.0)
        };
        attach(0, CU_MEM_ATTACH_SINGLE).expect("for this stream");
        cuda_mem::memset_d8_async(memory.0, 0x33, 1000, stream.0).expect("fill");
        stream.wait();
        let bytes = std::slice::from_raw_parts(memory.0 as *const u8, SIZE);
        assert!(
            bytes[..1000].iter().all(|byte| *byte == 0x33),
            "what the device wrote"
        );
        assert_eq!(bytes[1000], pattern(14, 1000));

        attach(SIZE, CU_MEM_ATTACH_HOST).expect("for the host");
        stream.wait();
        memory.fill(15);
        attach(0, CU_MEM_ATTACH_GLOBAL).expect("for all");
        stream.wait();
        memory.device_reads(15);

        // In each thread's default stream it is the same function.
        let own = per_thread::stream_attach_mem_async(null_mut(), memory.0, 0, CU_MEM_ATTACH_GLOBAL.0);
        own.expect("for all");
        per_thread::stream_synchronize(null_mut()).expect("done");
        memory.host_reads(15);
    }
}

/// Each in a process of its own: an attachment that is taken after all may leave memory that the host cannot read.
/// (Flags of 0 are not tried: the H200's driver does not survive them.)
fn attachments_that_cannot_be(_: &Gpu) {
    let invalid = &[Ok(CUDA_ERROR_INVALID_VALUE)][..];
    let no_stream = &[Ok(CUDA_ERROR_INVALID_VALUE), Ok(CUDA_ERROR_INVALID_HANDLE)][..];
    let mut answers = Answers::default();
    for (case, expected) in [
        ("not managed", invalid),
        ("a part of it", invalid),
        ("unknown flags", invalid),
        ("the null stream alone", no_stream),
    ] {
        let mut second = Second::start(ATTACH);
        second.tell(case);
        let answer = second
            .answer()
            .map(|line| CUresult(line.parse().expect("a code")));
        answers.note(case, answer, expected);
    }
    answers.check();
}

pub const PARTS: &[Part] = &[ATTACH];

const ATTACH: Part = Part {
    name: "an attachment that cannot be",
    play: || with_context(attach_wrongly),
};

fn attach_wrongly(_: &Gpu) {
    let (memory, stream) = (Memory::new(16), Stream::new());
    let plain = cuda_mem::mem_alloc(SIZE).expect("device memory");
    let (global, single) = (CU_MEM_ATTACH_GLOBAL.0, CU_MEM_ATTACH_SINGLE.0);
    let (stream_or_none, ptr, length, flags) = match hear().as_str() {
        "not managed" => (stream.0, plain, 0, global),
        "a part of it" => (stream.0, memory.0, SIZE / 2, global),
        "unknown flags" => (stream.0, memory.0, 0, 8),
        "the null stream alone" => (null_mut(), memory.0, 0, single),
        case => panic!("`{case}` is no case"),
    };
    // SAFETY: the driver refuses it; memory and stream are alive all the same.
    let attached = unsafe { cuda_mem::stream_attach_mem_async(stream_or_none, ptr, length, flags) };
    tell(&code(attached).0.to_string());
    if attached.is_err() {
        stream.wait();
        memory.host_reads(16);
    }
    // SAFETY: allocated above.
    unsafe { cuda_mem::mem_free(plain) }.expect("free");
}
