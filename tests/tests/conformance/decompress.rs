//! Decompression by the device: where it has the engine, by what comes out; where not, by what the call answers.

use crate::stream_alloc::{end, stream};
use crate::support::{tests, Gpu};
use cuda_mem::sys::*;
use cuda_mem_tests::answers::{code, recorded};

tests! { "decompress":
    blocks_of_each_algorithm, [cuMemBatchDecompressAsync];
    batches_that_cannot_be, [cuMemBatchDecompressAsync];
    the_form_for_a_threads_stream, [cuMemBatchDecompressAsync];
}

const PLAIN: &[u8; 11] = b"Hello World";

/// The eleven bytes as one literal in each format, with nothing compressed.
const BLOCKS: [(CUmemDecompressAlgorithm, &[u8]); 3] = [
    // A final block, stored; its length and the complement of that.
    (
        CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE,
        b"\x01\x0b\x00\xf4\xffHello World",
    ),
    // The whole length, then a literal of eleven.
    (CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY, b"\x0b\x28Hello World"),
    // A sequence of eleven literals and no match.
    (CU_MEM_DECOMPRESS_ALGORITHM_LZ4, b"\xb0Hello World"),
];

/// The algorithms that the device's engine knows; 0 without one.
fn algorithms(gpu: &Gpu) -> u32 {
    let mask = cuda_mem::device_get_attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK, gpu.device);
    // Drivers before 12.6 have neither the attribute nor the function.
    mask.unwrap_or(0) as u32
}

/// The driver's answer to a call; fails unless a driver without the function says so.
fn answer(result: cuda_mem::Result<()>) -> Option<CUresult> {
    if has_symbol("cuMemBatchDecompressAsync") {
        return Some(code(result));
    }
    let error = result.expect_err("a missing function");
    assert!(error.is_no_symbol(), "{error}");
    None
}

fn blocks_of_each_algorithm(gpu: &Gpu) {
    let stream = stream();
    let mask = algorithms(gpu);
    for (algo, block) in BLOCKS {
        let mut out = [0u8; 64];
        let mut length = [0u32; 1];
        // SAFETY: the allocations are as long as what is copied and decompressed, and outlive the stream's work.
        unsafe {
            let memory = cuda_mem::mem_alloc(4096).expect("4 KiB");
            let (src, dst, actual) = (memory, memory + 1024, memory + 2048);
            cuda_mem::memset_d8(memory, 0xee, 4096).expect("fill");
            cuda_mem::memcpy_htod(src, block).expect("the block");
            let mut params = [CUmemDecompressParams {
                srcNumBytes: block.len(),
                dstNumBytes: PLAIN.len(),
                dstActBytes: actual as *mut _,
                src: src as *const _,
                dst: dst as *mut _,
                algo,
                ..Default::default()
            }];
            let mut index = 77;
            let result = cuda_mem::mem_batch_decompress_async(&mut params, 0, Some(&mut index), stream);
            cuda_mem::stream_synchronize(stream).expect("the stream");
            cuda_mem::memcpy_dtoh(&mut out, dst).expect("what came out");
            cuda_mem::memcpy_dtoh(&mut length, actual).expect("and how much");
            cuda_mem::mem_free(memory).expect("free");
            let code = match answer(result) {
                Some(code) => code,
                None => continue,
            };
            if mask & algo.0 != 0 {
                assert_eq!(code, CUDA_SUCCESS, "{algo:?}");
                assert_eq!((&out[..11], length[0]), (&PLAIN[..], 11), "{algo:?}");
                assert_eq!(out[11..], [0xee; 53], "nothing is written past the end: {algo:?}");
            } else if mask == 0 {
                recorded("decompress").check(code);
                assert_eq!(
                    index.to_string(),
                    recorded("  errorIndex").details,
                    "the index is not written"
                );
                assert_eq!(out, [0xee; 64], "nothing came out");
            } else {
                assert!(
                    [CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_INVALID_VALUE].contains(&code),
                    "{algo:?}: {code:?}"
                );
            }
        }
    }
    end(stream);
}

fn batches_that_cannot_be(gpu: &Gpu) {
    let stream = stream();
    let without_engine = algorithms(gpu) == 0;
    // SAFETY: nothing is decompressed: each batch is wrong, or empty.
    unsafe {
        let mut one = [CUmemDecompressParams::default()];
        let flags = cuda_mem::mem_batch_decompress_async(&mut one, 1, None, stream);
        let empty = cuda_mem::mem_batch_decompress_async(&mut [], 0, None, stream);
        let mut index = 77;
        let blank = cuda_mem::mem_batch_decompress_async(&mut one, 0, Some(&mut index), stream);
        let invalid = [CUDA_ERROR_INVALID_VALUE].as_slice();
        // No contract says what an engine makes of an empty batch.
        let nothing = [CUDA_ERROR_INVALID_VALUE, CUDA_SUCCESS].as_slice();
        for (case, result, codes) in [
            ("decompress flags1", flags, invalid),
            ("decompress count0", empty, nothing),
            ("decompress", blank, invalid),
        ] {
            match answer(result) {
                Some(code) if without_engine => recorded(case).check(code),
                Some(code) => assert!(codes.contains(&code), "{case}: {code:?}"),
                None => {}
            }
        }
    }
    end(stream);
}

fn the_form_for_a_threads_stream(gpu: &Gpu) {
    let mut one = [CUmemDecompressParams::default()];
    // SAFETY: nothing is decompressed: the entry names no memory.
    let result =
        unsafe { cuda_mem::per_thread::mem_batch_decompress_async(&mut one, 0, None, std::ptr::null_mut()) };
    assert_eq!(
        has_symbol("cuMemBatchDecompressAsync"),
        has_symbol("cuMemBatchDecompressAsync_ptsz")
    );
    match answer(result) {
        Some(code) if algorithms(gpu) == 0 => recorded("decompress").check(code),
        Some(code) => assert_eq!(code, CUDA_ERROR_INVALID_VALUE, "no algorithm"),
        None => {}
    }
}
