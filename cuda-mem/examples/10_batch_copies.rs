//! Many small copies with one call, which costs less than one call for each. Drivers before CUDA 12.8 cannot: then a
//! loop does the same.
//!
//! C functions: cuMemcpyBatchAsync, its older form (here memcpy_batch_async_v1), cuMemcpyDtoDAsync.

#![deny(unsafe_op_in_unsafe_fn)]

mod common;

use common::{numbers, verify, Failure, Gpu};
use cuda_mem::sys::{
    CUdeviceptr, CUmemcpyAttributes, CUstream, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, CU_STREAM_NON_BLOCKING,
};
use std::mem::size_of;
use std::process::ExitCode;

/// So many tiles, of so many numbers.
const TILES: usize = 256;
const TILE: usize = 64;
const COUNT: usize = TILES * TILE;
const BYTES: usize = COUNT * size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        let (source, destination) = (cuda_mem::mem_alloc(BYTES)?, cuda_mem::mem_alloc(BYTES)?);
        let stream = cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0)?;
        let sent = numbers(COUNT, 1);
        let mut back = vec![0u32; COUNT];
        let copies = Copies::reversing(source, destination);
        // SAFETY: memory and vectors are BYTES long, and so far the copies go; the stream is done at the end.
        let by = unsafe {
            cuda_mem::memcpy_htod(source, &sent)?;
            cuda_mem::ctx_synchronize()?;
            let by = copies.queue(stream)?;
            cuda_mem::stream_synchronize(stream)?;
            cuda_mem::memcpy_dtoh(&mut back, destination)?;
            cuda_mem::stream_destroy(stream)?;
            cuda_mem::mem_free(source)?;
            cuda_mem::mem_free(destination)?;
            by
        };
        let expected: Vec<u32> = sent.chunks(TILE).rev().flatten().copied().collect();
        verify("tiles reversed", &back, &expected)?;
        Ok(format!("verified: {TILES} copies by {by}"))
    })
}

/// `sizes[i]` bytes from `sources[i]` to `destinations[i]`.
struct Copies {
    destinations: Vec<CUdeviceptr>,
    sources: Vec<CUdeviceptr>,
    sizes: Vec<usize>,
}

impl Copies {
    /// The first tile becomes the last.
    fn reversing(source: CUdeviceptr, destination: CUdeviceptr) -> Copies {
        let tile = |i: usize| (i * TILE * size_of::<u32>()) as CUdeviceptr;
        Copies {
            destinations: (0..TILES).rev().map(|i| destination + tile(i)).collect(),
            sources: (0..TILES).map(|i| source + tile(i)).collect(),
            sizes: vec![TILE * size_of::<u32>(); TILES],
        }
    }

    /// Queues all of them by the newest means that this driver has; says which that is. A function that a driver lacks
    /// is an error of that call alone, which says what is missing.
    ///
    /// # Safety
    ///
    /// All ranges must be valid until the stream has done the copies.
    unsafe fn queue(&self, stream: CUstream) -> Result<&'static str, Failure> {
        // Sources are read in stream order. One set of attributes, for all copies from number 0 on.
        let attributes = [CUmemcpyAttributes {
            srcAccessOrder: CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
            ..CUmemcpyAttributes::default()
        }];
        let (dsts, srcs, sizes) = (&self.destinations, &self.sources, &self.sizes);
        // SAFETY: as the caller says; the attributes are read before the call returns.
        match unsafe { cuda_mem::memcpy_batch_async(dsts, srcs, sizes, &attributes, &[0], stream) } {
            Err(error) if error.is_no_symbol() => println!("{error}"),
            other => return Ok(other.map(|()| "one call")?),
        }
        let mut wrong = usize::MAX;
        // SAFETY: as above.
        match unsafe {
            cuda_mem::memcpy_batch_async_v1(dsts, srcs, sizes, &attributes, &[0], &mut wrong, stream)
        } {
            Err(error) if error.is_no_symbol() => println!("{error}"),
            other => return Ok(other.map(|()| "one call of the older form")?),
        }
        for ((destination, source), size) in dsts.iter().zip(srcs).zip(sizes) {
            // SAFETY: as above.
            unsafe { cuda_mem::memcpy_dtod_async(*destination, *source, *size, stream)? };
        }
        Ok("a loop, as this driver has no batches")
    }
}
