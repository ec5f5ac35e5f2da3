//! Copies of rectangles and boxes, from and to arrays, between contexts, and in batches.

use crate::arrays::deep;
use crate::ledger::{ok, Ledger};
use crate::machine::Kept;
use cuda_mem_sys::ctypes::c_void;
use cuda_mem_sys::*;
use std::ptr::{null, null_mut};

const SIDE: usize = 64;
/// Bytes of a row of the array.
const ROW: usize = 4 * SIDE;

pub unsafe fn copies(rows: &mut Ledger, kept: &Kept) {
    let host: Vec<f32> = (0..SIDE * SIDE).map(|i| i as f32).collect();
    unsafe {
        rectangles(rows, kept, &host);
        lines(rows, kept, &host);
        boxes(rows, kept);
        peers(rows, kept);
    }
}

/// The whole host image to the array.
fn to_array(kept: &Kept, host: *const f32) -> CUDA_MEMCPY2D {
    CUDA_MEMCPY2D {
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: host.cast(),
        srcPitch: ROW,
        dstMemoryType: CU_MEMORYTYPE_ARRAY,
        dstArray: kept.a,
        WidthInBytes: ROW,
        Height: SIDE,
        ..Default::default()
    }
}

unsafe fn rectangles(rows: &mut Ledger, kept: &Kept, host: &[f32]) {
    let whole = to_array(kept, host.as_ptr());
    let mut back = vec![0f32; host.len()];
    unsafe {
        for (case, copy) in [
            ("2D H->A", whole),
            (
                "2D H->A x over",
                CUDA_MEMCPY2D {
                    dstXInBytes: 4,
                    ..whole
                },
            ),
            (
                "2D H->A x unaligned",
                CUDA_MEMCPY2D {
                    dstXInBytes: 2,
                    WidthInBytes: 8,
                    ..whole
                },
            ),
            (
                "2D pitch<width",
                CUDA_MEMCPY2D {
                    srcPitch: ROW - 4,
                    ..whole
                },
            ),
            ("2D srcPitch 0", CUDA_MEMCPY2D { srcPitch: 0, ..whole }),
            (
                "2D memtype 9",
                CUDA_MEMCPY2D {
                    srcMemoryType: CUmemorytype(9),
                    ..whole
                },
            ),
            (
                "2D width0",
                CUDA_MEMCPY2D {
                    WidthInBytes: 0,
                    ..whole
                },
            ),
            ("2D height0", CUDA_MEMCPY2D { Height: 0, ..whole }),
            (
                "2D height over",
                CUDA_MEMCPY2D {
                    Height: SIDE + 1,
                    ..whole
                },
            ),
        ] {
            rows.code(case, cuMemcpy2D_v2(&copy));
        }
        rows.code("2D null", cuMemcpy2D_v2(null()));
        let out = CUDA_MEMCPY2D {
            srcMemoryType: CU_MEMORYTYPE_ARRAY,
            srcArray: kept.a,
            dstMemoryType: CU_MEMORYTYPE_HOST,
            dstHost: back.as_mut_ptr().cast(),
            dstPitch: ROW,
            WidthInBytes: ROW,
            Height: SIDE,
            ..Default::default()
        };
        let code = cuMemcpy2D_v2(&out);
        rows.row("2D A->H", code, format!("eq {}", u8::from(back == host)));
        rows.code("2DUnaligned A->H", cuMemcpy2DUnaligned_v2(&out));
        rows.code("2DAsync A->H", cuMemcpy2DAsync_v2(&out, kept.st));
        ok(cuStreamSynchronize(kept.st));
        let mut part = [0f32; 8];
        let sub = CUDA_MEMCPY2D {
            srcXInBytes: 2 * 4,
            srcY: 3,
            dstHost: part.as_mut_ptr().cast(),
            dstPitch: 16,
            WidthInBytes: 16,
            Height: 2,
            ..out
        };
        let code = cuMemcpy2D_v2(&sub);
        rows.row(
            "2D A->H sub",
            code,
            format!("{} {} {}", part[0], part[3], part[4]),
        );
        on_device(rows, host);
    }
}

unsafe fn on_device(rows: &mut Ledger, host: &[f32]) {
    unsafe {
        let (mut from, mut to) = (0, 0);
        ok(cuMemAlloc_v2(&mut from, 1 << 16));
        ok(cuMemAlloc_v2(&mut to, 1 << 16));
        let copy = CUDA_MEMCPY2D {
            srcMemoryType: CU_MEMORYTYPE_DEVICE,
            srcDevice: from,
            srcPitch: 101,
            dstMemoryType: CU_MEMORYTYPE_DEVICE,
            dstDevice: to,
            dstPitch: 103,
            WidthInBytes: 100,
            Height: 10,
            ..Default::default()
        };
        rows.code("2D D->D odd pitch", cuMemcpy2D_v2(&copy));
        rows.code("2DUnaligned D->D odd pitch", cuMemcpy2DUnaligned_v2(&copy));
        let wide = CUDA_MEMCPY2D {
            srcPitch: 257,
            dstPitch: 301,
            WidthInBytes: 256,
            ..copy
        };
        rows.code("2D D->D pitch 257/301", cuMemcpy2D_v2(&wide));
        let beyond = CUDA_MEMCPY2D {
            srcPitch: 1 << 31,
            Height: 2,
            ..copy
        };
        rows.code("2D pitch > MAX", cuMemcpy2D_v2(&beyond));
        rows.code(
            "2D pitch > MAX h1",
            cuMemcpy2D_v2(&CUDA_MEMCPY2D { Height: 1, ..beyond }),
        );
        let unified = CUDA_MEMCPY2D {
            srcMemoryType: CU_MEMORYTYPE_UNIFIED,
            srcDevice: host.as_ptr() as CUdeviceptr,
            srcPitch: ROW,
            dstMemoryType: CU_MEMORYTYPE_UNIFIED,
            dstPitch: ROW,
            WidthInBytes: ROW,
            Height: SIDE,
            ..copy
        };
        rows.code("2D UNIFIED", cuMemcpy2D_v2(&unified));
        ok(cuMemFree_v2(from));
        ok(cuMemFree_v2(to));
    }
}

unsafe fn lines(rows: &mut Ledger, kept: &Kept, host: &[f32]) {
    let h = host.as_ptr().cast::<c_void>();
    let (a, l1, d, st) = (kept.a, kept.l1, kept.d, kept.st);
    let mut back = vec![0f32; 1024];
    let b = back.as_mut_ptr().cast::<c_void>();
    unsafe {
        let mut l2 = null_mut();
        ok(cuArray3DCreate_v2(
            &mut l2,
            &deep([1024, 0, 0], CU_AD_FORMAT_FLOAT, 1, 0),
        ));
        rows.code("HtoA", cuMemcpyHtoA_v2(l1, 0, h, 4096));
        rows.code("HtoA off 2", cuMemcpyHtoA_v2(l1, 2, h, 8));
        rows.code("HtoA count 3", cuMemcpyHtoA_v2(l1, 0, h, 3));
        rows.code("HtoA over", cuMemcpyHtoA_v2(l1, 4, h, 4096));
        rows.code("HtoA 0", cuMemcpyHtoA_v2(l1, 0, h, 0));
        rows.code("HtoA into 2D array", cuMemcpyHtoA_v2(a, 0, h, 256));
        rows.code("HtoA into 2D array 512", cuMemcpyHtoA_v2(a, 0, h, 512));
        ok(cuMemcpyHtoA_v2(l1, 0, h, 4096));
        rows.code("AtoA", cuMemcpyAtoA_v2(l2, 0, l1, 0, 4096));
        rows.code("AtoA same array", cuMemcpyAtoA_v2(l1, 0, l1, 2048, 1024));
        rows.code("AtoD", cuMemcpyAtoD_v2(d, l2, 0, 4096));
        rows.code("DtoA", cuMemcpyDtoA_v2(l1, 0, d, 4096));
        let code = cuMemcpyAtoH_v2(b, l1, 0, 4096);
        rows.row("AtoH", code, format!("eq {}", u8::from(back[..] == host[..1024])));
        rows.code("AtoD unaligned dst", cuMemcpyAtoD_v2(d + 1, l1, 0, 16));
        rows.code("HtoAAsync", cuMemcpyHtoAAsync_v2(l1, 0, h, 4096, st));
        rows.code("AtoHAsync", cuMemcpyAtoHAsync_v2(b, l1, 0, 4096, st));
        ok(cuStreamSynchronize(st));
        ok(cuArrayDestroy(l2));
    }
}

unsafe fn boxes(rows: &mut Ledger, kept: &Kept) {
    let host: Vec<f32> = (0..16 * 8 * 4).map(|i| i as f32).collect();
    let mut back = vec![0f32; host.len()];
    unsafe {
        let mut a = null_mut();
        let code = cuArray3DCreate_v2(&mut a, &deep([16, 8, 4], CU_AD_FORMAT_FLOAT, 1, 0));
        rows.code("array3D 16x8x4", code);
        let whole = CUDA_MEMCPY3D {
            srcMemoryType: CU_MEMORYTYPE_HOST,
            srcHost: host.as_ptr().cast(),
            srcPitch: 64,
            srcHeight: 8,
            dstMemoryType: CU_MEMORYTYPE_ARRAY,
            dstArray: a,
            WidthInBytes: 64,
            Height: 8,
            Depth: 4,
            ..Default::default()
        };
        for (case, copy) in [
            ("3D H->A", whole),
            ("3D LOD 1", CUDA_MEMCPY3D { srcLOD: 1, ..whole }),
            (
                "3D srcHeight<Height",
                CUDA_MEMCPY3D {
                    srcHeight: 7,
                    ..whole
                },
            ),
            (
                "3D reserved0!=0",
                CUDA_MEMCPY3D {
                    reserved0: 1 as *mut c_void,
                    ..whole
                },
            ),
            ("3D depth0", CUDA_MEMCPY3D { Depth: 0, ..whole }),
            ("3D depth over", CUDA_MEMCPY3D { Depth: 5, ..whole }),
            (
                "3D srcHeight 0 depth 1",
                CUDA_MEMCPY3D {
                    srcHeight: 0,
                    Depth: 1,
                    ..whole
                },
            ),
        ] {
            rows.code(case, cuMemcpy3D_v2(&copy));
        }
        let out = CUDA_MEMCPY3D {
            srcMemoryType: CU_MEMORYTYPE_ARRAY,
            srcArray: a,
            dstMemoryType: CU_MEMORYTYPE_HOST,
            dstHost: back.as_mut_ptr().cast(),
            dstPitch: 64,
            dstHeight: 8,
            WidthInBytes: 64,
            Height: 8,
            Depth: 4,
            ..Default::default()
        };
        let code = cuMemcpy3D_v2(&out);
        rows.row("3D A->H", code, format!("eq {}", u8::from(back == host)));
        rows.code("3DAsync A->H", cuMemcpy3DAsync_v2(&out, kept.st));
        ok(cuStreamSynchronize(kept.st));
        let peer = CUDA_MEMCPY3D_PEER {
            srcMemoryType: CU_MEMORYTYPE_ARRAY,
            srcArray: a,
            srcContext: kept.context,
            dstMemoryType: CU_MEMORYTYPE_HOST,
            dstHost: back.as_mut_ptr().cast(),
            dstContext: kept.context,
            dstPitch: 64,
            dstHeight: 8,
            WidthInBytes: 64,
            Height: 8,
            Depth: 4,
            ..Default::default()
        };
        rows.code("3DPeer same ctx", cuMemcpy3DPeer(&peer));
        rows.code("3DPeerAsync same ctx", cuMemcpy3DPeerAsync(&peer, kept.st));
        ok(cuStreamSynchronize(kept.st));
        ok(cuArrayDestroy(a));
    }
}

unsafe fn peers(rows: &mut Ledger, kept: &Kept) {
    let (d, context, st) = (kept.d, kept.context, kept.st);
    unsafe {
        rows.code(
            "memcpyPeer same ctx",
            cuMemcpyPeer(d, context, d + 2048, context, 1024),
        );
        rows.code(
            "memcpyPeerAsync",
            cuMemcpyPeerAsync(d, context, d + 2048, context, 1024, st),
        );
        ok(cuStreamSynchronize(st));
        rows.code(
            "memcpyPeer null ctx",
            cuMemcpyPeer(d, null_mut(), d + 2048, null_mut(), 1024),
        );
    }
}

/// The arguments of a batch of two copies.
struct Batch {
    to: [CUdeviceptr; 2],
    from: [CUdeviceptr; 2],
    sizes: [usize; 2],
    attributes: CUmemcpyAttributes,
    start: usize,
    count: usize,
    attribute_count: usize,
}

impl Batch {
    unsafe fn run(mut self, stream: CUstream) -> CUresult {
        unsafe {
            let code = cuMemcpyBatchAsync_v2(
                self.to.as_mut_ptr(),
                self.from.as_mut_ptr(),
                self.sizes.as_mut_ptr(),
                self.count,
                &mut self.attributes,
                &mut self.start,
                self.attribute_count,
                stream,
            );
            ok(cuCtxSynchronize());
            code
        }
    }
}

pub unsafe fn batches(rows: &mut Ledger, kept: &Kept) {
    let (d, st) = (kept.d, kept.st);
    let host = vec![1u8; 4096];
    let h = host.as_ptr() as CUdeviceptr;
    let stream_order = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    let batch = || Batch {
        to: [d, d + 2048],
        from: [h, h + 2048],
        sizes: [1024, 1024],
        attributes: CUmemcpyAttributes {
            srcAccessOrder: stream_order,
            ..Default::default()
        },
        start: 0,
        count: 2,
        attribute_count: 1,
    };
    unsafe {
        rows.code("batchAsync", batch().run(st));
        rows.code("batchAsync null stream", batch().run(null_mut()));
        rows.code("batchAsync legacy stream", batch().run(CU_STREAM_LEGACY));
        rows.code("batchAsync perthread stream", batch().run(CU_STREAM_PER_THREAD));
        rows.code(
            "batchAsync order 0",
            Batch {
                attributes: Default::default(),
                ..batch()
            }
            .run(st),
        );
        rows.code("batchAsync idx[0]=1", Batch { start: 1, ..batch() }.run(st));
        rows.code(
            "batchAsync numAttrs 0",
            Batch {
                attribute_count: 0,
                ..batch()
            }
            .run(st),
        );
        rows.code("batchAsync count 0", Batch { count: 0, ..batch() }.run(st));
        rows.code(
            "batchAsync one size 0",
            Batch {
                sizes: [1024, 0],
                ..batch()
            }
            .run(st),
        );
        let pointer = |address: CUdeviceptr| CUmemcpy3DOperand {
            type_: CU_MEMCPY_OPERAND_TYPE_POINTER,
            op: CUmemcpy3DOperand__bindgen_ty_1 {
                ptr: CUmemcpy3DOperand__bindgen_ty_1__bindgen_ty_1 {
                    ptr: address,
                    rowLength: 64,
                    layerHeight: 4,
                    locHint: Default::default(),
                },
            },
        };
        let operation = CUDA_MEMCPY3D_BATCH_OP {
            src: pointer(h),
            dst: pointer(d),
            extent: CUextent3D {
                width: 64,
                height: 4,
                depth: 2,
            },
            srcAccessOrder: stream_order,
            flags: 0,
        };
        let run = |mut operation: CUDA_MEMCPY3D_BATCH_OP, flags, stream| {
            let code = cuMemcpy3DBatchAsync_v2(1, &mut operation, flags, stream);
            ok(cuCtxSynchronize());
            code
        };
        rows.code("3DBatch", run(operation, 0, st));
        let mut flat = operation;
        flat.extent.depth = 0;
        rows.code("3DBatch depth0", run(flat, 0, st));
        rows.code("3DBatch flags1", run(operation, 1, st));
        rows.code("3DBatch null stream", run(operation, 0, null_mut()));
        let mut wide = operation;
        wide.extent.width = 65;
        rows.code("3DBatch rowLength<width", run(wide, 0, st));
    }
}
