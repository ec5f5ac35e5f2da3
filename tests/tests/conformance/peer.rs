//! Copies between contexts: two of one device, and one each of two devices.

use crate::guards::{in_context, Context, Memory, Stream};
use crate::support::{assert_same, tests, Gpu};
use crate::volume::{Kind, Surface, Volume};
use cuda_mem::sys::*;
use cuda_mem::{per_thread, record3d_peer, Operand3d, Result};
use cuda_mem_tests::answers::{code, recorded};
use std::ptr::null_mut;

tests! { "peer":
    bytes_between_contexts, [cuMemcpyPeer, cuMemcpyPeerAsync];
    boxes_between_contexts, [cuMemcpy3DPeer, cuMemcpy3DPeerAsync];
    bytes_between_devices, [cuMemcpyPeer, cuMemcpyPeerAsync], TwoGpus;
    boxes_between_devices, [cuMemcpy3DPeer, cuMemcpy3DPeerAsync], TwoGpus;
    recorded_answers, [cuMemcpyPeer, cuMemcpyPeerAsync, cuMemcpy3DPeer, cuMemcpy3DPeerAsync];
    refused, [cuMemcpyPeer, cuMemcpyPeerAsync, cuMemcpy3DPeer, cuMemcpy3DPeerAsync];
}

/// Runs with the primary context of device 1, not current.
fn with_second_device(run: impl FnOnce(CUcontext)) {
    let device = cuda_mem::device_get(1).expect("device 1");
    run(cuda_mem::device_primary_ctx_retain(device).expect("its primary context"));
    // SAFETY: retained above; what was made in it is gone.
    unsafe { cuda_mem::device_primary_ctx_release(device) }.expect("release");
}

/// All work of both contexts is done.
fn settle(here: CUcontext, there: CUcontext) {
    for context in [here, there] {
        in_context(context, || cuda_mem::ctx_synchronize().expect("all work done"));
    }
}

type Peer = unsafe fn(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, usize) -> Result<()>;
type PeerAsync = unsafe fn(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, usize, CUstream) -> Result<()>;

/// There and back again, by each function, with a part of each allocation.
fn bytes_between(here: CUcontext, there: CUcontext) {
    let stream = Stream::new();
    let plain: [Peer; 2] = [cuda_mem::memcpy_peer, per_thread::memcpy_peer];
    let queued: [PeerAsync; 2] = [cuda_mem::memcpy_peer_async, per_thread::memcpy_peer_async];
    for queue in [None, Some(stream.0), Some(null_mut())] {
        for (plain, queued) in plain.into_iter().zip(queued) {
            let copy = |dst, dst_context, src, src_context, bytes| {
                // SAFETY: the ranges are in allocations of these contexts; all work is waited for below.
                let result = unsafe {
                    match queue {
                        None => plain(dst, dst_context, src, src_context, bytes),
                        Some(queue) => queued(dst, dst_context, src, src_context, bytes, queue),
                    }
                };
                result.expect("between contexts");
                settle(here, there);
            };
            let src = Volume::new((9000, 1, 1), 40).bytes;
            let mut middle = Volume::new((9000, 1, 1), 41).bytes;
            let mut dst = Volume::new((9000, 1, 1), 42).bytes;
            let (first, last) = (Memory::of(&src), Memory::of(&dst));
            let remote = in_context(there, || Memory::of(&middle));
            copy(remote.at + 500, there, first.at + 100, here, 8000);
            middle[500..8500].copy_from_slice(&src[100..8100]);
            assert!(remote.read() == middle, "there");
            copy(last.at + 3, here, remote.at + 400, there, 8500);
            dst[3..8503].copy_from_slice(&middle[400..8900]);
            assert!(last.read() == dst, "and back");
            assert!(first.read() == src, "the source is unchanged");
        }
    }
}

/// Boxes between each pair of kinds, the source in one context and the destination in the other.
fn boxes_between(here: CUcontext, there: CUcontext) {
    let stream = Stream::new();
    type Form<'a> = &'a dyn Fn(&CUDA_MEMCPY3D_PEER) -> Result<()>;
    // SAFETY: the boxes are in both sides, which live until all work is done.
    let forms: [Form; 5] = unsafe {
        [
            &|copy| cuda_mem::memcpy3d_peer(copy),
            &|copy| cuda_mem::memcpy3d_peer_async(copy, stream.0),
            &|copy| cuda_mem::memcpy3d_peer_async(copy, null_mut()),
            &|copy| per_thread::memcpy3d_peer(copy),
            &|copy| per_thread::memcpy3d_peer_async(copy, null_mut()),
        ]
    };
    for copy in forms {
        for (from, to) in [(here, there), (there, here)] {
            for src_kind in Kind::PLAIN {
                for dst_kind in Kind::PLAIN {
                    let (src, mut dst) = (Volume::new((96, 12, 5), 43), Volume::new((128, 10, 6), 44));
                    let source = in_context(from, || Surface::new(src_kind, &src, 4));
                    let mut destination = in_context(to, || Surface::new(dst_kind, &dst, 4));
                    let read = source.source3d().at(8, 3, 1);
                    let written = destination.destination3d().at(20, 2, 2);
                    copy(&record3d_peer(read, from, written, to, 72, 7, 4)).expect("between contexts");
                    settle(here, there);
                    dst.copy_from((20, 2, 2), &src, (8, 3, 1), (72, 7, 4));
                    let seen = in_context(to, || destination.read());
                    assert_same!(seen, dst, "{src_kind:?} to {dst_kind:?}");
                    in_context(to, || drop(destination));
                    in_context(from, || drop(source));
                }
            }
        }
    }
}

fn bytes_between_contexts(gpu: &Gpu) {
    let second = Context::new(gpu.device);
    bytes_between(gpu.context, second.0);
}

fn boxes_between_contexts(gpu: &Gpu) {
    let second = Context::new(gpu.device);
    boxes_between(gpu.context, second.0);
}

fn bytes_between_devices(gpu: &Gpu) {
    with_second_device(|there| bytes_between(gpu.context, there));
}

fn boxes_between_devices(gpu: &Gpu) {
    with_second_device(|there| boxes_between(gpu.context, there));
}

fn recorded_answers(gpu: &Gpu) {
    let (src, dst) = (Volume::new((64, 8, 4), 45), Volume::new((64, 8, 4), 46));
    let (a, b) = (Memory::of(&src.bytes), Memory::of(&dst.bytes));
    let (context, stream) = (gpu.context, Stream::new());
    let bytes = src.bytes.len();
    let copy = record3d_peer(
        Operand3d::device(a.at, 64, 8),
        context,
        Operand3d::device(b.at, 64, 8),
        context,
        64,
        8,
        4,
    );
    let restored = |case: &str, result: Result<()>| {
        recorded(case).check(code(result));
        assert!(b.read() == src.bytes, "{case}");
        b.write(&dst.bytes);
    };
    // SAFETY: all ranges are the whole of both allocations; each is waited for when it is read.
    unsafe {
        restored(
            "memcpyPeer same ctx",
            cuda_mem::memcpy_peer(b.at, context, a.at, context, bytes),
        );
        let queued = cuda_mem::memcpy_peer_async(b.at, context, a.at, context, bytes, stream.0);
        restored("memcpyPeerAsync", queued);
        restored(
            "memcpyPeer null ctx",
            cuda_mem::memcpy_peer(b.at, null_mut(), a.at, null_mut(), bytes),
        );
        restored("3DPeer same ctx", cuda_mem::memcpy3d_peer(&copy));
        restored(
            "3DPeerAsync same ctx",
            cuda_mem::memcpy3d_peer_async(&copy, stream.0),
        );
    }
}

fn refused(gpu: &Gpu) {
    let memory = Memory::of(&[0x5a; 4096]);
    let (d, context, stream) = (memory.at, gpu.context, Stream::new());
    let narrow = record3d_peer(
        Operand3d::device(d, 32, 8),
        context,
        Operand3d::device(d + 2048, 64, 8),
        context,
        64,
        8,
        2,
    );
    // SAFETY: all are refused.
    unsafe {
        for result in [
            cuda_mem::memcpy_peer(0, context, d, context, 64),
            cuda_mem::memcpy_peer(d, context, 0, context, 64),
            cuda_mem::memcpy_peer_async(0, context, d, context, 64, stream.0),
            cuda_mem::memcpy_peer_async(d, context, 0, context, 64, stream.0),
            cuda_mem::memcpy3d_peer(&narrow),
            cuda_mem::memcpy3d_peer_async(&narrow, stream.0),
        ] {
            let error = result.expect_err("no address, or a pitch below the width");
            assert!(error.is_invalid_value(), "{error}");
        }
    }
    assert_same!(memory.read(), [0x5a; 4096], "nothing was copied");
}
