//! Fills.

use crate::ledger::{ok, Ledger};
use crate::machine::Kept;
use cuda_mem_sys::*;

pub unsafe fn fills(rows: &mut Ledger, kept: &Kept) {
    let (d, st) = (kept.d, kept.st);
    unsafe {
        rows.code("memset8", cuMemsetD8_v2(d, 1, 4096));
        rows.code("memset8 0", cuMemsetD8_v2(d, 1, 0));
        rows.code("memset16 odd", cuMemsetD16_v2(d + 1, 1, 8));
        rows.code("memset32 odd", cuMemsetD32_v2(d + 2, 1, 8));
        rows.code("memset16", cuMemsetD16_v2(d, 1, 2048));
        rows.code("memset32", cuMemsetD32_v2(d, 1, 1024));
        rows.code("memset8 null", cuMemsetD8_v2(0, 1, 16));
        rows.code("memset32 overrun", cuMemsetD32_v2(d, 1, 1 << 20));
        rows.code("memset2D8", cuMemsetD2D8_v2(d, 64, 1, 32, 8));
        rows.code("memset2D8 pitch<width", cuMemsetD2D8_v2(d, 16, 1, 32, 8));
        rows.code("memset2D16 odd pitch", cuMemsetD2D16_v2(d, 65, 1, 8, 8));
        rows.code("memset2D32 pitch 6", cuMemsetD2D32_v2(d, 6, 1, 1, 8));
        rows.code("memset2D height1 pitch0", cuMemsetD2D8_v2(d, 0, 1, 32, 1));
        rows.code("memset2D w0", cuMemsetD2D8_v2(d, 64, 1, 0, 8));
        rows.code("memset2D h0", cuMemsetD2D8_v2(d, 64, 1, 32, 0));
        rows.code("memset8A", cuMemsetD8Async(d, 1, 4096, st));
        rows.code("memset16A", cuMemsetD16Async(d, 1, 2048, st));
        rows.code("memset32A", cuMemsetD32Async(d, 1, 1024, st));
        rows.code("memset2D8A", cuMemsetD2D8Async(d, 64, 1, 32, 8, st));
        rows.code("memset2D16A", cuMemsetD2D16Async(d, 64, 1, 16, 8, st));
        rows.code("memset2D32A", cuMemsetD2D32Async(d, 64, 1, 8, 8, st));
        ok(cuStreamSynchronize(st));
    }
}
