//! Device memory, bound to a stream.

use crate::{Error, Pending, PinnedBuffer, Pod, Result, Stream};
use cuda_mem::sys::CUdeviceptr;
use std::marker::PhantomData;
use std::mem::size_of;

/// Elements in device memory.
///
/// It belongs to a stream, in which all its copies are: so they happen in the order in which they are called for, and
/// there is nothing to wait for between them. Dropped, it waits for the context's work.
#[derive(Debug)]
pub struct DeviceBuffer<T: Pod> {
    // 0 if the buffer has no bytes.
    address: CUdeviceptr,
    len: usize,
    stream: Stream,
    elements: PhantomData<T>,
}

impl<T: Pod> DeviceBuffer<T> {
    /// `len` zeros.
    pub fn zeroed(stream: &Stream, len: usize) -> Result<DeviceBuffer<T>> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(Error::Layout)?;
        let mut buffer = DeviceBuffer {
            address: 0,
            len,
            stream: stream.clone(),
            elements: PhantomData,
        };
        if bytes != 0 {
            buffer.address = stream.run(|| cuda_mem::mem_alloc(bytes))?;
            // SAFETY: the allocation has these bytes. From here on `drop` frees it.
            stream.run(|| unsafe { cuda_mem::memset_d8_async(buffer.address, 0, bytes, stream.as_raw()) })?;
        }
        Ok(buffer)
    }

    /// A copy of these elements.
    pub fn from_slice(stream: &Stream, elements: &[T]) -> Result<DeviceBuffer<T>> {
        let mut buffer = DeviceBuffer::zeroed(stream, elements.len())?;
        buffer.write(0, elements)?;
        Ok(buffer)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The stream that its work is in.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Its address, which is good as long as `self` is. Work that uses it belongs into [`stream`](DeviceBuffer::stream).
    pub fn as_raw(&self) -> CUdeviceptr {
        self.address
    }

    /// Writes elements from `start` on. The slice is used no more when this returns.
    pub fn write(&mut self, start: usize, source: &[T]) -> Result<()> {
        match self.place(start, source.len())? {
            // SAFETY: `place` found the range in the allocation.
            Some(place) => Ok(self
                .stream
                .run(|| unsafe { cuda_mem::memcpy_htod(place, source) })?),
            None => Ok(()),
        }
    }

    /// Reads elements from `start` on, after all work of the stream.
    pub fn read(&self, start: usize, destination: &mut [T]) -> Result<()> {
        match self.place(start, destination.len())? {
            // SAFETY: `place` found the range in the allocation; any bytes are a Pod.
            Some(place) => Ok(self
                .stream
                .run(|| unsafe { cuda_mem::memcpy_dtoh(destination, place) })?),
            None => Ok(()),
        }
    }

    /// Queues a copy from the host to the elements from `start` on. If it fails, the buffer is dropped.
    pub fn upload(&mut self, start: usize, source: PinnedBuffer<T>) -> Result<Pending<T>> {
        let place = self.place(start, source.len())?;
        let mut pending = Pending::new(source, &self.stream);
        if let Some(place) = place {
            let (from, bytes) = bytes(pending.buffer());
            let stream = self.stream.as_raw();
            // SAFETY: both ranges have these bytes; `pending` keeps the source until the copy is done.
            self.stream
                .run(|| unsafe { cuda_mem::memcpy_htod_async(place, from, bytes, stream) })?;
        }
        Ok(pending)
    }

    /// Queues a copy of the elements from `start` on to the host. If it fails, the buffer is dropped.
    pub fn download(&self, start: usize, destination: PinnedBuffer<T>) -> Result<Pending<T>> {
        let place = self.place(start, destination.len())?;
        let mut pending = Pending::new(destination, &self.stream);
        if let Some(place) = place {
            let (to, bytes) = bytes(pending.buffer());
            let stream = self.stream.as_raw();
            // SAFETY: both ranges have these bytes; `pending` keeps the destination until the copy is done.
            self.stream
                .run(|| unsafe { cuda_mem::memcpy_dtoh_async(to, place, bytes, stream) })?;
        }
        Ok(pending)
    }

    /// Queues a copy of another buffer of the same stream and length.
    pub fn copy_from(&mut self, source: &DeviceBuffer<T>) -> Result<()> {
        if !self.stream.is_same(&source.stream) {
            return Err(Error::Stream);
        }
        if source.len != self.len {
            let (start, count, len) = (0, source.len, self.len);
            return Err(Error::Range { start, count, len });
        }
        if let Some(place) = self.place(0, source.len)? {
            let (bytes, stream) = (self.len * size_of::<T>(), self.stream.as_raw());
            // SAFETY: both allocations have these bytes, and are freed after the stream's work.
            self.stream
                .run(|| unsafe { cuda_mem::memcpy_dtod_async(place, source.address, bytes, stream) })?;
        }
        Ok(())
    }

    /// Where these elements are; none if they have no bytes.
    fn place(&self, start: usize, count: usize) -> Result<Option<CUdeviceptr>> {
        let len = self.len;
        if start > len || count > len - start {
            return Err(Error::Range { start, count, len });
        }
        if count * size_of::<T>() == 0 {
            return Ok(None);
        }
        Ok(Some(self.address + (start * size_of::<T>()) as CUdeviceptr))
    }
}

/// As a copy wants it.
fn bytes<T: Pod>(buffer: &mut [T]) -> (*mut std::ffi::c_void, usize) {
    (buffer.as_mut_ptr().cast(), std::mem::size_of_val(buffer))
}

impl<T: Pod> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        // Where nobody can tell whether work that uses the memory is over, it is never freed. The whole context's work:
        // plain copies are in the default stream.
        if self.address != 0 && self.stream.run(cuda_mem::ctx_synchronize).is_ok() {
            // SAFETY: allocated by `zeroed`, and its work is done.
            let _ = self.stream.run(|| unsafe { cuda_mem::mem_free(self.address) });
        }
    }
}
