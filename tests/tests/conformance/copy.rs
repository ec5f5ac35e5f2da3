//! Copies of bytes between host and device, and on the device.

use crate::guards::{without_context, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{property, Kind, Surface, Volume};
use cuda_mem::sys::*;
use cuda_mem::{per_thread, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ffi::c_void;
use std::ptr::null_mut;

tests! { "copy":
    each_direction, [cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD];
    each_direction_in_a_stream, [cuMemcpyHtoDAsync, cuMemcpyDtoHAsync, cuMemcpyDtoDAsync];
    addresses_tell_the_direction, [cuMemcpy];
    addresses_tell_the_direction_in_a_stream, [cuMemcpyAsync];
    a_stream_keeps_its_order, [cuMemcpyHtoDAsync, cuMemcpyDtoDAsync, cuMemcpyDtoHAsync];
    random_ranges, [cuMemcpy, cuMemcpyAsync, cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD];
    recorded_answers, [cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD, cuMemcpyHtoDAsync, cuMemcpyDtoHAsync, cuMemcpyDtoDAsync,
        cuMemcpy, cuMemcpyAsync];
    addresses_that_are_none, [cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD, cuMemcpy, cuMemcpyHtoDAsync, cuMemcpyDtoHAsync,
        cuMemcpyDtoDAsync, cuMemcpyAsync];
    no_current_context, [cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD, cuMemcpy];
}

type HtoD = unsafe fn(CUdeviceptr, &[u8]) -> Result<()>;
type DtoH = unsafe fn(&mut [u8], CUdeviceptr) -> Result<()>;
type DtoD = unsafe fn(CUdeviceptr, CUdeviceptr, usize) -> Result<()>;
type DtoDAsync = unsafe fn(CUdeviceptr, CUdeviceptr, usize, CUstream) -> Result<()>;

const NO_STREAM: CUstream = null_mut();

fn line(bytes: usize, seed: u32) -> Vec<u8> {
    Volume::new((bytes, 1, 1), seed).bytes
}

/// To the middle of one allocation, from there to the middle of another, and back: nothing else changes.
fn each_direction(_: &Gpu) {
    let forms: [(HtoD, DtoH, DtoD); 2] = [
        (
            cuda_mem::memcpy_htod,
            cuda_mem::memcpy_dtoh,
            cuda_mem::memcpy_dtod,
        ),
        (
            per_thread::memcpy_htod,
            per_thread::memcpy_dtoh,
            per_thread::memcpy_dtod,
        ),
    ];
    for (htod, dtoh, dtod) in forms {
        let (mut first, mut second) = (line(5000, 1), line(5000, 2));
        let (a, b) = (Memory::of(&first), Memory::of(&second));
        let host = line(777, 3);
        let mut back = vec![0; 777];
        // SAFETY: all ranges are in the allocations.
        unsafe {
            htod(a.at + 1001, &host).expect("to the device");
            dtod(b.at + 33, a.at + 1001, 777).expect("on the device");
            dtoh(&mut back, b.at + 33).expect("from the device");
        }
        first[1001..1778].copy_from_slice(&host);
        second[33..810].copy_from_slice(&host);
        assert!(back == host && a.read() == first && b.read() == second);
    }
}

fn each_direction_in_a_stream(_: &Gpu) {
    type HtoDAsync = unsafe fn(CUdeviceptr, *const c_void, usize, CUstream) -> Result<()>;
    type DtoHAsync = unsafe fn(*mut c_void, CUdeviceptr, usize, CUstream) -> Result<()>;
    let forms: [(HtoDAsync, DtoHAsync, DtoDAsync); 2] = [
        (
            cuda_mem::memcpy_htod_async,
            cuda_mem::memcpy_dtoh_async,
            cuda_mem::memcpy_dtod_async,
        ),
        (
            per_thread::memcpy_htod_async,
            per_thread::memcpy_dtoh_async,
            per_thread::memcpy_dtod_async,
        ),
    ];
    for (htod, dtoh, dtod) in forms {
        // The program's own stream, then the default stream of these forms.
        for own in [true, false] {
            let (mut first, mut second) = (line(5000, 1), line(5000, 2));
            let (a, b) = (Memory::of(&first), Memory::of(&second));
            let stream = Stream::new();
            let queue = if own { stream.0 } else { NO_STREAM };
            let host = line(777, 3);
            let mut back = vec![0; 777];
            // SAFETY: all ranges are in the allocations, and the vectors live until the work is done.
            unsafe {
                htod(a.at + 1001, host.as_ptr().cast(), 777, queue).expect("to the device");
                dtod(b.at + 33, a.at + 1001, 777, queue).expect("on the device");
                dtoh(back.as_mut_ptr().cast(), b.at + 33, 777, queue).expect("from the device");
            }
            stream.wait();
            cuda_mem::ctx_synchronize().expect("the default stream too");
            first[1001..1778].copy_from_slice(&host);
            second[33..810].copy_from_slice(&host);
            assert!(back == host && a.read() == first && b.read() == second);
        }
    }
}

/// Copies 300 bytes between each pair of places, from byte 40 to byte 7.
fn each_pair(copy: impl Fn(CUdeviceptr, CUdeviceptr, usize) -> Result<()>) {
    for from in [Kind::Host, Kind::Device] {
        for to in [Kind::Host, Kind::Device] {
            let (src, mut dst) = (Volume::new((512, 1, 1), 4), Volume::new((512, 1, 1), 5));
            let source = Surface::line(from, &src, 1);
            let mut destination = Surface::line(to, &dst, 1);
            copy(destination.destination().0 + 7, source.source().0 + 40, 300).expect("any direction");
            dst.copy_from((7, 0, 0), &src, (40, 0, 0), (300, 1, 1));
            assert_same!(destination.read(), dst, "{from:?} to {to:?}");
            assert_same!(source.read(), src, "{from:?} to {to:?}");
        }
    }
}

fn addresses_tell_the_direction(_: &Gpu) {
    // SAFETY: the ranges are in both lines.
    each_pair(|dst, src, bytes| unsafe { cuda_mem::memcpy(dst, src, bytes) });
    // SAFETY: as above.
    each_pair(|dst, src, bytes| unsafe { per_thread::memcpy(dst, src, bytes) });
}

fn addresses_tell_the_direction_in_a_stream(_: &Gpu) {
    let forms: [DtoDAsync; 2] = [cuda_mem::memcpy_async, per_thread::memcpy_async];
    for form in forms {
        let stream = Stream::new();
        each_pair(|dst, src, bytes| {
            // SAFETY: the ranges are in both lines, which live until the stream is done.
            let result = unsafe { form(dst, src, bytes, stream.0) };
            stream.wait();
            result
        });
        // SAFETY: as above; reading a side waits for the whole context.
        each_pair(|dst, src, bytes| unsafe { form(dst, src, bytes, NO_STREAM) });
    }
}

/// A chain of copies, each of which needs the one before.
fn a_stream_keeps_its_order(_: &Gpu) {
    let host = line(4096, 6);
    let links: Vec<Memory> = (0..16).map(|i| Memory::of(&line(4096, 100 + i))).collect();
    let stream = Stream::new();
    let mut back = vec![0; 4096];
    // SAFETY: all are 4096 bytes long, and live until the stream is done.
    unsafe {
        cuda_mem::memcpy_htod_async(links[0].at, host.as_ptr().cast(), 4096, stream.0).expect("in");
        for pair in links.windows(2) {
            cuda_mem::memcpy_dtod_async(pair[1].at, pair[0].at, 4096, stream.0).expect("on");
        }
        cuda_mem::memcpy_dtoh_async(back.as_mut_ptr().cast(), links[15].at, 4096, stream.0).expect("out");
    }
    stream.wait();
    assert_same!(back, host);
}

fn random_ranges(_: &Gpu) {
    let stream = Stream::new();
    let kinds = || proptest::sample::select(vec![Kind::Host, Kind::Device]);
    let inputs = (
        (kinds(), kinds(), 0..3u8),
        (0..3000usize, 0..3000usize, 1..1096usize),
        proptest::num::u32::ANY,
    );
    property(inputs, |((from, to, form), (src_at, dst_at, bytes), seed)| {
        let (src, mut dst) = (Volume::new((4096, 1, 1), seed), Volume::new((4096, 1, 1), !seed));
        let source = Surface::line(from, &src, 1);
        let mut destination = Surface::line(to, &dst, 1);
        let (from_address, to_address) = (source.source().0, destination.destination().0);
        let (read, written) = (
            from_address + src_at as CUdeviceptr,
            to_address + dst_at as CUdeviceptr,
        );
        // SAFETY: both ranges are in their lines; where a slice is made, its side is a host line.
        unsafe {
            match (form, from, to) {
                (0, ..) => cuda_mem::memcpy(written, read, bytes),
                (1, ..) => cuda_mem::memcpy_async(written, read, bytes, stream.0),
                (_, Kind::Host, Kind::Device) => {
                    cuda_mem::memcpy_htod(written, std::slice::from_raw_parts(read as *const u8, bytes))
                }
                (_, Kind::Device, Kind::Host) => {
                    cuda_mem::memcpy_dtoh(std::slice::from_raw_parts_mut(written as *mut u8, bytes), read)
                }
                (_, Kind::Device, Kind::Device) => cuda_mem::memcpy_dtod(written, read, bytes),
                _ => cuda_mem::memcpy(written, read, bytes),
            }
        }
        .expect("ranges that are in their lines");
        stream.wait();
        dst.copy_from((dst_at, 0, 0), &src, (src_at, 0, 0), (bytes, 1, 1));
        assert_same!(destination.read(), dst);
        assert_same!(source.read(), src);
    });
}

fn recorded_answers(_: &Gpu) {
    let (memory, other) = (Memory::of(&line(4096, 7)), Memory::of(&line(4096, 8)));
    let (d, e) = (memory.at, other.at);
    let mut host = line(4096, 9);
    let mut second = line(4096, 10);
    let (h, g) = (host.as_mut_ptr(), second.as_mut_ptr());
    // SAFETY: all ranges are in their buffers, or refused; the stream's work is waited for.
    unsafe {
        recorded("HtoD 0").check(code(cuda_mem::memcpy_htod::<u8>(d, &[])));
        recorded("HtoD").check(code(cuda_mem::memcpy_htod(d, &host)));
        recorded("HtoD null dev").check(code(cuda_mem::memcpy_htod(0, &host)));
        recorded("DtoH null dev").check(code(cuda_mem::memcpy_dtoh(&mut second, 0)));
        recorded("DtoH").check(code(cuda_mem::memcpy_dtoh(&mut second, d)));
        assert_same!(host, second);
        recorded("memcpy UVA d2h").check(code(cuda_mem::memcpy(h as CUdeviceptr, d, 4096)));
        recorded("memcpy UVA h2h").check(code(cuda_mem::memcpy(g as CUdeviceptr, h as CUdeviceptr, 4096)));
        recorded("DtoD").check(code(cuda_mem::memcpy_dtod(e, d, 4096)));
        let stream = Stream::new();
        recorded("DtoDAsync").check(code(cuda_mem::memcpy_dtod_async(e, d, 4096, stream.0)));
        recorded("HtoDAsync").check(code(cuda_mem::memcpy_htod_async(e, h.cast(), 4096, stream.0)));
        recorded("DtoHAsync").check(code(cuda_mem::memcpy_dtoh_async(g.cast(), e, 4096, stream.0)));
        recorded("MemcpyAsync").check(code(cuda_mem::memcpy_async(d, e, 4096, stream.0)));
        recorded("sync").check(code(cuda_mem::stream_synchronize(stream.0)));
    }
    // The driver looks at whole blocks of 2 MiB: this is past the block of the only allocations that there are.
    let mut long = vec![0u8; (4 << 20) + 4096];
    // SAFETY: what leaves the allocation is refused.
    recorded("DtoH past 2MiB end").check(code(unsafe { cuda_mem::memcpy_dtoh(&mut long, d) }));
}

/// Address 0 is refused by all, on either side; the C functions' pointers to the host too.
fn addresses_that_are_none(_: &Gpu) {
    let memory = Memory::of(&line(64, 11));
    let d = memory.at;
    let stream = Stream::new();
    let (mut host, null) = ([0u8; 64], null_mut::<c_void>());
    // SAFETY: all are refused.
    unsafe {
        for result in [
            cuda_mem::memcpy_htod(0, &host),
            cuda_mem::memcpy_dtoh(&mut host, 0),
            cuda_mem::memcpy_dtod(0, d, 64),
            cuda_mem::memcpy_dtod(d, 0, 64),
            cuda_mem::memcpy(0, d, 64),
            cuda_mem::memcpy(d, 0, 64),
            cuda_mem::memcpy_htod_async(d, null, 64, stream.0),
            cuda_mem::memcpy_dtoh_async(null, d, 64, stream.0),
            cuda_mem::memcpy_dtod_async(0, d, 64, stream.0),
            cuda_mem::memcpy_async(0, d, 64, stream.0),
        ] {
            let error = result.expect_err("no address");
            assert!(error.is_invalid_value(), "{error}");
        }
        let raw = cuMemcpyHtoD(d, null, 64);
        recorded("HtoD null host").check(raw);
    }
    stream.wait();
    assert_same!(memory.read(), line(64, 11), "nothing was copied");
}

fn no_current_context(_: &Gpu) {
    let memory = Memory::new(64);
    let mut host = [0u8; 64];
    // SAFETY: the ranges are in their buffers.
    without_context(|| unsafe {
        for result in [
            cuda_mem::memcpy_htod(memory.at, &host),
            cuda_mem::memcpy_dtoh(&mut host, memory.at),
            cuda_mem::memcpy_dtod(memory.at, memory.at + 32, 32),
            cuda_mem::memcpy(memory.at, memory.at + 32, 32),
        ] {
            let error = result.expect_err("no context");
            assert_eq!(error.code(), CUDA_ERROR_INVALID_CONTEXT, "{error}");
        }
    });
}
