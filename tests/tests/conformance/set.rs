//! Fills of device memory.

use crate::guards::{without_context, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{property, Volume};
use cuda_mem::sys::*;
use cuda_mem::Result;
use cuda_mem_tests::answers::{code, recorded};
use proptest::strategy::Strategy;
use std::ptr::null_mut;

tests! { "set":
    each_width, [cuMemsetD8, cuMemsetD16, cuMemsetD32, cuMemsetD8Async, cuMemsetD16Async, cuMemsetD32Async];
    each_width_in_rows, [cuMemsetD2D8, cuMemsetD2D16, cuMemsetD2D32, cuMemsetD2D8Async, cuMemsetD2D16Async,
        cuMemsetD2D32Async];
    random_fills, [cuMemsetD2D8, cuMemsetD2D16, cuMemsetD2D32, cuMemsetD2D8Async, cuMemsetD2D16Async,
        cuMemsetD2D32Async];
    one_element_is_four_bytes, [cuMemsetD32];
    recorded_answers, [cuMemsetD8, cuMemsetD16, cuMemsetD32];
    recorded_answers_in_rows, [cuMemsetD2D8, cuMemsetD2D16, cuMemsetD2D32];
    recorded_answers_in_a_stream, [cuMemsetD8Async, cuMemsetD16Async, cuMemsetD32Async, cuMemsetD2D8Async,
        cuMemsetD2D16Async, cuMemsetD2D32Async];
    no_current_context, [cuMemsetD8, cuMemsetD2D32];
}

const NO_STREAM: CUstream = null_mut();

/// Which of a fill's functions is called.
#[derive(Debug, Clone, Copy)]
enum Form {
    Plain,
    Stream(CUstream),
    PerThread,
    PerThreadStream,
}

/// A fill of `height` rows with `width` elements of `size` bytes; in one dimension, of one row.
#[derive(Debug, Clone, Copy)]
struct Fill {
    size: usize,
    offset: usize,
    pitch: usize,
    width: usize,
    height: usize,
    value: u32,
}

macro_rules! fill_in_one_dimension {
    ($fill:ident, $dst:ident, $form:ident: $plain:ident, $queued:ident, $type:ty) => {
        match $form {
            Form::Plain => cuda_mem::$plain($dst, $fill.value as $type, $fill.width),
            Form::Stream(stream) => cuda_mem::$queued($dst, $fill.value as $type, $fill.width, stream),
            Form::PerThread => cuda_mem::per_thread::$plain($dst, $fill.value as $type, $fill.width),
            Form::PerThreadStream => {
                cuda_mem::per_thread::$queued($dst, $fill.value as $type, $fill.width, NO_STREAM)
            }
        }
    };
}

macro_rules! fill_in_rows {
    ($fill:ident, $dst:ident, $form:ident: $plain:ident, $queued:ident, $type:ty) => {{
        let Fill {
            pitch,
            value,
            width,
            height,
            ..
        } = *$fill;
        let value = value as $type;
        match $form {
            Form::Plain => cuda_mem::$plain($dst, pitch, value, width, height),
            Form::Stream(stream) => cuda_mem::$queued($dst, pitch, value, width, height, stream),
            Form::PerThread => cuda_mem::per_thread::$plain($dst, pitch, value, width, height),
            Form::PerThreadStream => {
                cuda_mem::per_thread::$queued($dst, pitch, value, width, height, NO_STREAM)
            }
        }
    }};
}

impl Fill {
    /// # Safety
    ///
    /// The rows must be in the allocation from `base`, and the stream be waited for.
    unsafe fn in_one_dimension(&self, base: CUdeviceptr, form: Form) -> Result<()> {
        let dst = base + self.offset as CUdeviceptr;
        // SAFETY: the caller vouches for the range.
        unsafe {
            match self.size {
                1 => fill_in_one_dimension!(self, dst, form: memset_d8, memset_d8_async, u8),
                2 => fill_in_one_dimension!(self, dst, form: memset_d16, memset_d16_async, u16),
                _ => fill_in_one_dimension!(self, dst, form: memset_d32, memset_d32_async, u32),
            }
        }
    }

    /// # Safety
    ///
    /// As above.
    unsafe fn in_rows(&self, base: CUdeviceptr, form: Form) -> Result<()> {
        let dst = base + self.offset as CUdeviceptr;
        // SAFETY: the caller vouches for the rows.
        unsafe {
            match self.size {
                1 => fill_in_rows!(self, dst, form: memset_d2d8, memset_d2d8_async, u8),
                2 => fill_in_rows!(self, dst, form: memset_d2d16, memset_d2d16_async, u16),
                _ => fill_in_rows!(self, dst, form: memset_d2d32, memset_d2d32_async, u32),
            }
        }
    }

    /// What the fill must do.
    fn in_rust(&self, bytes: &mut [u8]) {
        let element = &self.value.to_le_bytes()[..self.size];
        for row in 0..self.height {
            for column in 0..self.width {
                let at = self.offset + row * self.pitch + column * self.size;
                bytes[at..at + self.size].copy_from_slice(element);
            }
        }
    }

    /// Fills with every form, and compares all bytes.
    fn check(&self, call: unsafe fn(&Fill, CUdeviceptr, Form) -> Result<()>) {
        let before = Volume::new((16384, 1, 1), self.value).bytes;
        let mut after = before.clone();
        self.in_rust(&mut after);
        let stream = Stream::new();
        for form in [
            Form::Plain,
            Form::Stream(stream.0),
            Form::Stream(NO_STREAM),
            Form::PerThread,
            Form::PerThreadStream,
        ] {
            let memory = Memory::of(&before);
            // SAFETY: the fills of these tests lie in 16384 bytes; reading waits for all work.
            unsafe { call(self, memory.at, form) }.expect("a fill that is in the allocation");
            assert!(memory.read() == after, "{self:?} by {form:?}");
        }
    }
}

fn each_width(_: &Gpu) {
    for size in [1, 2, 4] {
        let fill = Fill {
            size,
            offset: 12,
            pitch: 0,
            width: 1001,
            height: 1,
            value: 0x89ab_cdef,
        };
        fill.check(Fill::in_one_dimension);
    }
}

fn each_width_in_rows(_: &Gpu) {
    for size in [1, 2, 4] {
        let fill = Fill {
            size,
            offset: 12,
            pitch: 508,
            width: 101,
            height: 17,
            value: 0x89ab_cdef,
        };
        fill.check(Fill::in_rows);
    }
}

/// Any pitch that the element's size divides, from the row's own length on.
fn random_fills(_: &Gpu) {
    let inputs = (
        proptest::sample::select(vec![1usize, 2, 4]),
        0..64usize,
        0..64usize,
        1..80usize,
        1..24usize,
    );
    let fills =
        (inputs, proptest::num::u32::ANY).prop_map(|((size, offset, gap, width, height), value)| Fill {
            size,
            offset: offset * size,
            pitch: (width + gap) * size,
            width,
            height,
            value,
        });
    property(fills, |fill| fill.check(Fill::in_rows));
}

/// Counts are elements: one of 32 bits sets four bytes and no more, and its address must be a multiple of four.
fn one_element_is_four_bytes(_: &Gpu) {
    let memory = Memory::of(&[0; 16]);
    // SAFETY: four bytes of the allocation; the other is refused.
    unsafe {
        cuda_mem::memset_d32(memory.at, 1, 1).expect("one element");
        let error = cuda_mem::memset_d32(memory.at + 2, 1, 1).expect_err("not aligned");
        assert!(error.is_invalid_value(), "{error}");
    }
    let mut expected = [0; 16];
    expected[0] = 1;
    assert_same!(memory.read(), expected);
}

fn recorded_answers(_: &Gpu) {
    let memory = Memory::of(&[0; 4096]);
    let d = memory.at;
    // SAFETY: the fills are in the allocation, or refused.
    unsafe {
        recorded("memset8").check(code(cuda_mem::memset_d8(d, 1, 4096)));
        recorded("memset8 0").check(code(cuda_mem::memset_d8(d, 2, 0)));
        recorded("memset16 odd").check(code(cuda_mem::memset_d16(d + 1, 3, 8)));
        recorded("memset32 odd").check(code(cuda_mem::memset_d32(d + 2, 4, 8)));
        recorded("memset8 null").check(code(cuda_mem::memset_d8(0, 5, 8)));
        // 1 GiB, far beyond what this context has allocated.
        recorded("memset32 overrun").check(code(cuda_mem::memset_d32(d, 6, 1 << 28)));
        assert_same!(memory.read(), [1; 4096], "what was refused wrote nothing");
        recorded("memset16").check(code(cuda_mem::memset_d16(d, 0x0707, 2048)));
        assert_same!(memory.read(), [7; 4096]);
        recorded("memset32").check(code(cuda_mem::memset_d32(d, 0x0808_0808, 1024)));
        assert_same!(memory.read(), [8; 4096]);
    }
}

fn recorded_answers_in_rows(_: &Gpu) {
    let memory = Memory::of(&[1; 4096]);
    let d = memory.at;
    // SAFETY: the fills are in the allocation, or refused.
    unsafe {
        recorded("memset2D8 pitch<width").check(code(cuda_mem::memset_d2d8(d, 16, 2, 32, 4)));
        recorded("memset2D16 odd pitch").check(code(cuda_mem::memset_d2d16(d, 33, 3, 8, 4)));
        recorded("memset2D32 pitch 6").check(code(cuda_mem::memset_d2d32(d, 6, 4, 1, 4)));
        recorded("memset2D w0").check(code(cuda_mem::memset_d2d8(d, 64, 5, 0, 4)));
        recorded("memset2D h0").check(code(cuda_mem::memset_d2d8(d, 64, 6, 32, 0)));
        for result in [
            cuda_mem::memset_d2d8(0, 64, 7, 32, 4),
            cuda_mem::memset_d2d16(d + 1, 64, 7, 8, 4),
            cuda_mem::memset_d2d32(d + 2, 64, 7, 8, 4),
            cuda_mem::memset_d2d16(d, 14, 7, 8, 4),
            cuda_mem::memset_d2d32(d, 28, 7, 8, 4),
        ] {
            let error = result.expect_err("an address, pitch or width that cannot be");
            assert!(error.is_invalid_value(), "{error}");
        }
        assert_same!(memory.read(), [1; 4096], "what was refused wrote nothing");
        recorded("memset2D8").check(code(cuda_mem::memset_d2d8(d, 64, 9, 64, 64)));
        assert_same!(memory.read(), [9; 4096]);
        recorded("memset2D height1 pitch0").check(code(cuda_mem::memset_d2d8(d, 0, 10, 4096, 1)));
        assert_same!(memory.read(), [10; 4096]);
    }
}

fn recorded_answers_in_a_stream(_: &Gpu) {
    let memory = Memory::of(&[0; 4096]);
    let (d, stream) = (memory.at, Stream::new());
    let s = stream.0;
    // SAFETY: each fill is the whole allocation, or refused; reading waits for all work.
    unsafe {
        recorded("memset8A").check(code(cuda_mem::memset_d8_async(d, 1, 4096, s)));
        assert_same!(memory.read(), [1; 4096]);
        recorded("memset16A").check(code(cuda_mem::memset_d16_async(d, 0x0202, 2048, s)));
        assert_same!(memory.read(), [2; 4096]);
        recorded("memset32A").check(code(cuda_mem::memset_d32_async(d, 0x0303_0303, 1024, s)));
        assert_same!(memory.read(), [3; 4096]);
        recorded("memset2D8A").check(code(cuda_mem::memset_d2d8_async(d, 64, 4, 64, 64, s)));
        assert_same!(memory.read(), [4; 4096]);
        recorded("memset2D16A").check(code(cuda_mem::memset_d2d16_async(d, 64, 0x0505, 32, 64, s)));
        assert_same!(memory.read(), [5; 4096]);
        recorded("memset2D32A").check(code(cuda_mem::memset_d2d32_async(d, 64, 0x0606_0606, 16, 64, s)));
        assert_same!(memory.read(), [6; 4096]);
        for result in [
            cuda_mem::memset_d8_async(0, 7, 8, s),
            cuda_mem::memset_d16_async(d + 1, 7, 8, s),
            cuda_mem::memset_d32_async(d + 2, 7, 8, s),
            cuda_mem::memset_d2d8_async(d, 16, 7, 32, 4, s),
            cuda_mem::memset_d2d16_async(d, 33, 7, 8, 4, s),
            cuda_mem::memset_d2d32_async(d, 6, 7, 1, 4, s),
        ] {
            let error = result.expect_err("an address or pitch that cannot be");
            assert!(error.is_invalid_value(), "{error}");
        }
    }
    assert_same!(memory.read(), [6; 4096], "what was refused wrote nothing");
}

fn no_current_context(_: &Gpu) {
    let memory = Memory::new(64);
    // SAFETY: both fills are in the allocation.
    without_context(|| unsafe {
        for result in [
            cuda_mem::memset_d8(memory.at, 1, 64),
            cuda_mem::memset_d2d32(memory.at, 16, 1, 2, 4),
        ] {
            let error = result.expect_err("no context");
            assert_eq!(error.code(), CUDA_ERROR_INVALID_CONTEXT, "{error}");
        }
    });
}
