//! What a decompression engine does.

use cuda_mem_sys::*;
use flate2::{Decompress, FlushDecompress, Status};

/// Decompresses; none for damaged input, or output that is longer than the room.
pub(crate) fn inflate(algorithm: CUmemDecompressAlgorithm, input: &[u8], room: usize) -> Option<Vec<u8>> {
    match algorithm {
        CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE => {
            let mut output = Vec::with_capacity(room);
            // Not by flate2's readers: older ones take input that was cut for the end of it.
            let status = Decompress::new(false).decompress_vec(input, &mut output, FlushDecompress::Finish);
            (status.ok()? == Status::StreamEnd).then_some(output)
        }
        CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY => {
            // The length stands first; it is not believed before it is compared.
            let length = snap::raw::decompress_len(input).ok()?;
            if length > room {
                return None;
            }
            snap::raw::Decoder::new().decompress_vec(input).ok()
        }
        CU_MEM_DECOMPRESS_ALGORITHM_LZ4 => {
            let mut output = vec![0; room];
            let length = lz4_flex::block::decompress_into(input, &mut output).ok()?;
            output.truncate(length);
            Some(output)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn damaged_or_too_long_input_gives_nothing() {
        let text = b"abcabcabcabcabcabc".repeat(10);
        let mut deflate = flate2::read::DeflateEncoder::new(&text[..], flate2::Compression::default());
        let mut deflated = Vec::new();
        deflate.read_to_end(&mut deflated).expect("in memory");
        let snapped = snap::raw::Encoder::new().compress_vec(&text).expect("in memory");
        let lz4 = lz4_flex::block::compress(&text);
        for (algorithm, input) in [
            (CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE, deflated),
            (CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY, snapped),
            (CU_MEM_DECOMPRESS_ALGORITHM_LZ4, lz4),
        ] {
            assert_eq!(
                inflate(algorithm, &input, text.len()).as_deref(),
                Some(&text[..]),
                "{algorithm:?}"
            );
            assert_eq!(
                inflate(algorithm, &input, text.len() - 1),
                None,
                "{algorithm:?}: too long"
            );
            assert_eq!(
                inflate(algorithm, &input[..input.len() - 2], text.len()),
                None,
                "{algorithm:?}: cut"
            );
        }
        assert_eq!(inflate(CU_MEM_DECOMPRESS_UNSUPPORTED, &[], 10), None);
    }
}
