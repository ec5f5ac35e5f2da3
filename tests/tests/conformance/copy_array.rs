//! Copies of bytes to and from one-dimensional arrays.

use crate::guards::{descriptor, Array, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{property, Kind, Surface, Volume};
use cuda_mem::sys::*;
use cuda_mem::{per_thread, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ffi::c_void;
use std::ptr::null_mut;

tests! { "copy_array":
    each_pair_of_places, [cuMemcpyHtoA, cuMemcpyAtoH, cuMemcpyDtoA, cuMemcpyAtoD, cuMemcpyAtoA, cuMemcpyHtoAAsync,
        cuMemcpyAtoHAsync];
    random_ranges, [cuMemcpyHtoA, cuMemcpyAtoH, cuMemcpyDtoA, cuMemcpyAtoD, cuMemcpyAtoA, cuMemcpyHtoAAsync,
        cuMemcpyAtoHAsync];
    within_one_array, [cuMemcpyAtoA];
    into_the_first_row_of_a_2d_array, [cuMemcpyHtoA, cuMemcpyAtoH];
    recorded_answers, [cuMemcpyHtoA, cuMemcpyAtoH, cuMemcpyDtoA, cuMemcpyAtoD, cuMemcpyAtoA, cuMemcpyHtoAAsync,
        cuMemcpyAtoHAsync];
    ranges_that_leave_the_array, [cuMemcpyHtoA, cuMemcpyAtoH, cuMemcpyDtoA, cuMemcpyAtoD, cuMemcpyAtoA, cuMemcpyHtoAAsync,
        cuMemcpyAtoHAsync];
}

/// The functions that copy to and from arrays, of one kind of default stream.
#[derive(Clone, Copy)]
struct Forms {
    dtoa: unsafe fn(CUarray, usize, CUdeviceptr, usize) -> Result<()>,
    atod: unsafe fn(CUdeviceptr, CUarray, usize, usize) -> Result<()>,
    htoa: unsafe fn(CUarray, usize, &[u8]) -> Result<()>,
    atoh: unsafe fn(&mut [u8], CUarray, usize) -> Result<()>,
    atoa: unsafe fn(CUarray, usize, CUarray, usize, usize) -> Result<()>,
    htoa_async: unsafe fn(CUarray, usize, *const c_void, usize, CUstream) -> Result<()>,
    atoh_async: unsafe fn(*mut c_void, CUarray, usize, usize, CUstream) -> Result<()>,
}

const LEGACY: Forms = Forms {
    dtoa: cuda_mem::memcpy_dtoa,
    atod: cuda_mem::memcpy_atod,
    htoa: cuda_mem::memcpy_htoa,
    atoh: cuda_mem::memcpy_atoh,
    atoa: cuda_mem::memcpy_atoa,
    htoa_async: cuda_mem::memcpy_htoa_async,
    atoh_async: cuda_mem::memcpy_atoh_async,
};

const PER_THREAD: Forms = Forms {
    dtoa: per_thread::memcpy_dtoa,
    atod: per_thread::memcpy_atod,
    htoa: per_thread::memcpy_htoa,
    atoh: per_thread::memcpy_atoh,
    atoa: per_thread::memcpy_atoa,
    htoa_async: per_thread::memcpy_htoa_async,
    atoh_async: per_thread::memcpy_atoh_async,
};

/// A copy with an array on at least one side; in `queue` where the function takes a stream and `queue` is given.
struct Line {
    from: Kind,
    to: Kind,
    src_at: usize,
    dst_at: usize,
    bytes: usize,
    seed: u32,
}

impl Line {
    /// Lines of 4096 bytes; arrays have elements of 4.
    fn check(&self, forms: Forms, queue: Option<CUstream>) {
        let (src_at, dst_at, bytes) = (self.src_at, self.dst_at, self.bytes);
        let src = Volume::new((4096, 1, 1), self.seed);
        let mut dst = Volume::new((4096, 1, 1), !self.seed);
        let source = Surface::line(self.from, &src, 4);
        let mut destination = Surface::line(self.to, &dst, 4);
        let ((read, read_array), (written, written_array)) = (source.source(), destination.destination());
        let (read, written) = (read + src_at as CUdeviceptr, written + dst_at as CUdeviceptr);
        // SAFETY: both ranges are in their lines; slices are made of host lines; reading waits for the context.
        unsafe {
            match (self.from, self.to, queue) {
                (Kind::Host, Kind::Array, None) => {
                    let host = std::slice::from_raw_parts(read as *const u8, bytes);
                    (forms.htoa)(written_array, dst_at, host)
                }
                (Kind::Host, Kind::Array, Some(queue)) => {
                    (forms.htoa_async)(written_array, dst_at, read as *const c_void, bytes, queue)
                }
                (Kind::Array, Kind::Host, None) => {
                    let host = std::slice::from_raw_parts_mut(written as *mut u8, bytes);
                    (forms.atoh)(host, read_array, src_at)
                }
                (Kind::Array, Kind::Host, Some(queue)) => {
                    (forms.atoh_async)(written as *mut c_void, read_array, src_at, bytes, queue)
                }
                (Kind::Device, Kind::Array, _) => (forms.dtoa)(written_array, dst_at, read, bytes),
                (Kind::Array, Kind::Device, _) => (forms.atod)(written, read_array, src_at, bytes),
                (Kind::Array, Kind::Array, _) => {
                    (forms.atoa)(written_array, dst_at, read_array, src_at, bytes)
                }
                (from, to, _) => panic!("{from:?} to {to:?} has no array"),
            }
        }
        .expect("ranges that are in their lines");
        dst.copy_from((dst_at, 0, 0), &src, (src_at, 0, 0), (bytes, 1, 1));
        let which = format!(
            "{:?} to {:?}, {bytes} bytes from {src_at} to {dst_at}",
            self.from, self.to
        );
        assert_same!(destination.read(), dst, "{which}");
        assert_same!(source.read(), src, "{which}");
    }
}

const PAIRS: [(Kind, Kind); 5] = [
    (Kind::Host, Kind::Array),
    (Kind::Array, Kind::Host),
    (Kind::Device, Kind::Array),
    (Kind::Array, Kind::Device),
    (Kind::Array, Kind::Array),
];

fn each_pair_of_places(_: &Gpu) {
    for forms in [LEGACY, PER_THREAD] {
        let stream = Stream::new();
        for (from, to) in PAIRS {
            for queue in [None, Some(stream.0), Some(null_mut())] {
                let line = Line {
                    from,
                    to,
                    src_at: 400,
                    dst_at: 72,
                    bytes: 1000,
                    seed: 12,
                };
                line.check(forms, queue);
            }
        }
    }
}

fn random_ranges(_: &Gpu) {
    let stream = Stream::new();
    let inputs = (
        proptest::sample::select(PAIRS.to_vec()),
        proptest::bool::ANY,
        (0..700usize, 0..700usize, 1..325usize),
        proptest::num::u32::ANY,
    );
    property(inputs, |((from, to), queued, (src, dst, elements), seed)| {
        let line = Line {
            from,
            to,
            src_at: src * 4,
            dst_at: dst * 4,
            bytes: elements * 4,
            seed,
        };
        line.check(LEGACY, queued.then_some(stream.0));
    });
}

fn within_one_array(_: &Gpu) {
    let mut model = Volume::new((4096, 1, 1), 13);
    let line = Surface::line(Kind::Array, &model, 4);
    let array = line.source().1;
    // SAFETY: the two ranges are in the array and do not overlap.
    let result = unsafe { cuda_mem::memcpy_atoa(array, 2048, array, 16, 1000) };
    recorded("AtoA same array").check(code(result));
    model.bytes.copy_within(16..1016, 2048);
    assert_same!(line.read(), model);
}

fn into_the_first_row_of_a_2d_array(_: &Gpu) {
    let mut model = Volume::new((256, 64, 1), 14);
    let surface = Surface::new(Kind::Array, &model, 4);
    let array = surface.source().1;
    let row = Volume::new((256, 1, 1), 15).bytes;
    let mut back = vec![0; 256];
    // SAFETY: a row of the array is as long as the slices; what is longer is refused.
    unsafe {
        recorded("HtoA into 2D array").check(code(cuda_mem::memcpy_htoa(array, 0, &row)));
        recorded("HtoA into 2D array 512").check(code(cuda_mem::memcpy_htoa(array, 0, &[0u8; 512])));
        cuda_mem::memcpy_atoh(&mut back, array, 0).expect("the row again");
    }
    assert_same!(back, row);
    model.bytes[..256].copy_from_slice(&row);
    assert_same!(surface.read(), model);
}

fn recorded_answers(_: &Gpu) {
    let array = Array::new(&descriptor(4, (1024, 0, 0), 0));
    let other = Array::new(&descriptor(4, (1024, 0, 0), 0));
    let memory = Memory::new(8192);
    let host = Volume::new((4096, 1, 1), 16).bytes;
    let mut back = vec![0u8; 4096];
    // SAFETY: all ranges are in the arrays and buffers, or refused; the stream's work is waited for.
    unsafe {
        recorded("HtoA").check(code(cuda_mem::memcpy_htoa(array.0, 0, &host)));
        recorded("AtoH").check(code(cuda_mem::memcpy_atoh(&mut back, array.0, 0)));
        assert_same!(host, back);
        recorded("HtoA off 2").check(code(cuda_mem::memcpy_htoa(array.0, 2, &host[..4])));
        recorded("HtoA count 3").check(code(cuda_mem::memcpy_htoa(array.0, 0, &host[..3])));
        recorded("HtoA over").check(code(cuda_mem::memcpy_htoa(array.0, 4, &host)));
        recorded("HtoA 0").check(code(cuda_mem::memcpy_htoa::<u8>(array.0, 0, &[])));
        recorded("AtoA").check(code(cuda_mem::memcpy_atoa(other.0, 0, array.0, 0, 4096)));
        recorded("AtoD").check(code(cuda_mem::memcpy_atod(memory.at, other.0, 0, 4096)));
        recorded("DtoA").check(code(cuda_mem::memcpy_dtoa(array.0, 0, memory.at, 4096)));
        recorded("AtoD unaligned dst").check(code(cuda_mem::memcpy_atod(memory.at + 1, array.0, 0, 64)));
        let stream = Stream::new();
        let from = host.as_ptr().cast();
        recorded("HtoAAsync").check(code(cuda_mem::memcpy_htoa_async(
            array.0, 0, from, 4096, stream.0,
        )));
        let to = back.as_mut_ptr().cast();
        recorded("AtoHAsync").check(code(cuda_mem::memcpy_atoh_async(to, array.0, 0, 4096, stream.0)));
        stream.wait();
    }
    assert_same!(host, back);
}

fn ranges_that_leave_the_array(_: &Gpu) {
    let line = Surface::line(Kind::Array, &Volume::new((4096, 1, 1), 17), 4);
    let (array, memory) = (line.source().1, Memory::new(8192));
    let stream = Stream::new();
    let mut host = vec![0u8; 8192];
    let far = usize::MAX - 3;
    // SAFETY: the ranges fit the buffers; those that leave the array are refused.
    unsafe {
        for result in [
            cuda_mem::memcpy_htoa(array, 4, &host[..4096]),
            cuda_mem::memcpy_atoh(&mut host[..4096], array, 4),
            cuda_mem::memcpy_dtoa(array, 4, memory.at, 4096),
            cuda_mem::memcpy_atod(memory.at, array, 4, 4096),
            cuda_mem::memcpy_atoa(array, 4, array, 2048, 4096),
            cuda_mem::memcpy_htoa(array, far, &host[..8]),
            cuda_mem::memcpy_htoa_async(array, 4, host.as_ptr().cast(), 4096, stream.0),
            cuda_mem::memcpy_atoh_async(host.as_mut_ptr().cast(), array, 4, 4096, stream.0),
        ] {
            let error = result.expect_err("outside");
            assert!(error.is_invalid_value(), "{error}");
        }
    }
    stream.wait();
    assert_same!(line.read(), Volume::new((4096, 1, 1), 17), "nothing was copied");
}
