//! Decompression by the device's engine.

use crate::core::inflate::inflate;
use crate::core::memory::{Accept, Place};
use crate::core::range::{Extent, Side};
use crate::core::work::Work;
use crate::entry::{check, list, put, Outcome};
use crate::session::Session;
use cuda_mem_sys::ctypes::c_uint;
use cuda_mem_sys::*;

entry_points! {
    /// The work that was given to the stream before runs now: whether input is damaged shows only when it is there, and
    /// the call is to say so.
    fn batch = cuMemBatchDecompressAsync, per thread cuMemBatchDecompressAsync_ptsz: (
        call,
        parameters: *mut CUmemDecompressParams,
        count: usize,
        flags: c_uint,
        error_index: *mut usize,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        let device = driver.devices.get(driver.device_index());
        let attribute = |attribute| device.and_then(|device| device.attribute(attribute)).unwrap_or(0);
        let mask = attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK) as u32;
        let longest = attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH) as usize;
        if mask == 0 {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        let mut failed = usize::MAX;
        // SAFETY: the caller gives `count` of them.
        let done = unsafe { list(parameters, count) }.and_then(|parameters| {
            check(flags == 0 && count != 0)?;
            driver.run_stream(stream);
            let mut results = Vec::with_capacity(count);
            for (index, parameters) in parameters.iter().enumerate() {
                failed = index;
                results.push(driver.decompress(parameters, mask, longest)?);
            }
            failed = usize::MAX;
            for work in results.into_iter().flatten() {
                driver.push(stream, work);
            }
            Ok(())
        });
        if done.is_err() && !error_index.is_null() {
            // SAFETY: not null, so writable.
            unsafe { put(error_index, failed) }?;
        }
        done
    }
}

impl Session<'_> {
    /// The writes that one decompression comes to.
    fn decompress(&self, p: &CUmemDecompressParams, mask: u32, longest: usize) -> Outcome<[Work; 2]> {
        check(p.algo != CU_MEM_DECOMPRESS_UNSUPPORTED && p.algo.name().is_some())?;
        if p.algo.0 & mask == 0 {
            return Err(CUDA_ERROR_NOT_SUPPORTED);
        }
        check(p.srcNumBytes != 0 && p.dstNumBytes <= longest)?;
        let own = |address: u64, size: usize, write: bool| {
            let place = self.reach(self.call.symbol, address, size as u64, Accept::Device, write)?;
            check(matches!(place, Place::Device))
        };
        own(p.src as u64, p.srcNumBytes, false)?;
        own(p.dst as u64, p.dstNumBytes, true)?;
        own(p.dstActBytes as u64, 4, true)?;
        // SAFETY: checked above; the bytes are copied out at once.
        let input = unsafe { list(p.src.cast::<u8>(), p.srcNumBytes) }?.to_vec();
        let bytes = match inflate(p.algo, &input, p.dstNumBytes) {
            Some(bytes) => bytes,
            None => {
                let text = format!("the {} bytes at {:?} are damaged, or longer than their room", p.srcNumBytes, p.src);
                return Err(self.misuse(CUDA_ERROR_INVALID_VALUE, &text));
            }
        };
        let length = (bytes.len() as u32).to_ne_bytes().to_vec();
        let write = |to: u64, bytes: Vec<u8>| {
            let extent = Extent::flat(bytes.len() as u64);
            Work::Write { bytes, to: Side::flat(to), extent }
        };
        Ok([write(p.dst as u64, bytes), write(p.dstActBytes as u64, length)])
    }
}
