//! Two-dimensional arrays: device memory in the layout that textures want, behind a handle.

use crate::{Error, Pod, Result, Stream};
use cuda_mem::sys::*;
use cuda_mem::{record2d, Operand2d};
use std::marker::PhantomData;
use std::mem::size_of;

/// What an array can be made of.
///
/// # Safety
///
/// An element of this format and one channel has the size of `Self`.
pub unsafe trait Element: Pod {
    /// The format's code.
    const FORMAT: CUarray_format;
}

macro_rules! elements {
    ($($element:ty: $format:ident;)*) => {
        $(
            // SAFETY: the format's name says the size.
            unsafe impl Element for $element {
                const FORMAT: CUarray_format = $format;
            }
        )*
    };
}

elements! {
    u8: CU_AD_FORMAT_UNSIGNED_INT8;
    u16: CU_AD_FORMAT_UNSIGNED_INT16;
    u32: CU_AD_FORMAT_UNSIGNED_INT32;
    i8: CU_AD_FORMAT_SIGNED_INT8;
    i16: CU_AD_FORMAT_SIGNED_INT16;
    i32: CU_AD_FORMAT_SIGNED_INT32;
    f32: CU_AD_FORMAT_FLOAT;
}

/// An array of `height` rows of `width` elements.
#[derive(Debug)]
pub struct Array<T: Element> {
    array: CUarray,
    width: usize,
    height: usize,
    stream: Stream,
    elements: PhantomData<T>,
}

// SAFETY: a handle, and elements that only copies reach. The driver takes calls from all threads.
unsafe impl<T: Element + Send> Send for Array<T> {}
// SAFETY: as above.
unsafe impl<T: Element + Sync> Sync for Array<T> {}

impl<T: Element> Array<T> {
    /// An array of these elements, row after row.
    pub fn from_rows(stream: &Stream, width: usize, height: usize, rows: &[T]) -> Result<Array<T>> {
        let descriptor = CUDA_ARRAY_DESCRIPTOR {
            Width: width,
            Height: height,
            Format: T::FORMAT,
            NumChannels: 1,
        };
        // To C, no height means another kind of array.
        if rows.is_empty() {
            return Err(Error::Layout);
        }
        fits(width, height, rows.len())?;
        let mut array = Array {
            array: stream.run(|| cuda_mem::array_create(&descriptor))?,
            width,
            height,
            stream: stream.clone(),
            elements: PhantomData,
        };
        array.write(rows)?;
        Ok(array)
    }

    /// Its handle, which is good as long as `self` is.
    pub fn as_raw(&self) -> CUarray {
        self.array
    }

    /// Writes all elements.
    pub fn write(&mut self, rows: &[T]) -> Result<()> {
        fits(self.width, self.height, rows.len())?;
        let pitch = self.width * size_of::<T>();
        let host = Operand2d::host(rows.as_ptr().cast(), pitch);
        let copy = record2d(host, Operand2d::array(self.array), pitch, self.height);
        // SAFETY: both sides have as many rows of as many bytes.
        Ok(self.stream.run(|| unsafe { cuda_mem::memcpy2d(&copy) })?)
    }

    /// Reads all elements, after all work of the stream.
    pub fn read(&self, rows: &mut [T]) -> Result<()> {
        fits(self.width, self.height, rows.len())?;
        let pitch = self.width * size_of::<T>();
        let host = Operand2d::host(rows.as_mut_ptr().cast(), pitch);
        let copy = record2d(Operand2d::array(self.array), host, pitch, self.height);
        // SAFETY: as above, and any bytes are a Pod.
        Ok(self.stream.run(|| unsafe { cuda_mem::memcpy2d(&copy) })?)
    }
}

/// Whether a slice of this length is `height` rows of `width` elements.
fn fits(width: usize, height: usize, count: usize) -> Result<()> {
    match width.checked_mul(height) {
        Some(len) if len == count => Ok(()),
        Some(len) => Err(Error::Range { start: 0, count, len }),
        None => Err(Error::Layout),
    }
}

impl<T: Element> Drop for Array<T> {
    fn drop(&mut self) {
        // As a buffer's.
        if self.stream.run(cuda_mem::ctx_synchronize).is_ok() {
            // SAFETY: created by `from_rows`, and its work is done.
            let _ = self.stream.run(|| unsafe { cuda_mem::array_destroy(self.array) });
        }
    }
}
