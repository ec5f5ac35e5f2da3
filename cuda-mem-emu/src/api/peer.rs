//! Several devices: who reaches whose memory, and copies between contexts.

use crate::core::memory::Accept;
use crate::core::range::{Copy, Extent, Side};
use crate::entry::{check, put, some, Outcome};
use crate::session::Session;
use cuda_mem_sys::ctypes::{c_int, c_uint};
use cuda_mem_sys::*;

entry_points! {
    fn can_access_peer = cuDeviceCanAccessPeer: (call, out: *mut c_int, device: CUdevice, peer: CUdevice) {
        let driver = call.driver()?;
        some(out)?;
        let (device, peer) = (driver.device(device)?, driver.device(peer)?);
        // SAFETY: checked.
        unsafe { put(out, c_int::from(device != peer)) }
    }

    fn get_p2p_attribute = cuDeviceGetP2PAttribute: (
        call,
        value: *mut c_int,
        attribute: CUdevice_P2PAttribute,
        from: CUdevice,
        to: CUdevice,
    ) {
        let driver = call.driver()?;
        some(value)?;
        let (from, to) = (driver.device(from)?, driver.device(to)?);
        if from == to {
            return Err(CUDA_ERROR_INVALID_DEVICE);
        }
        check(attribute.name().is_some())?;
        let known = match attribute {
            CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK
            | CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED => 0,
            _ => 1,
        };
        // SAFETY: checked.
        unsafe { put(value, known) }
    }

    fn enable = cuCtxEnablePeerAccess: (call, peer: CUcontext, flags: c_uint) {
        let mut driver = call.context()?;
        check(flags == 0)?;
        let peer = driver.context_of(peer)?;
        let device = driver.device_index();
        if driver.contexts.get(&peer).map_or(true, |peer| peer.device == device) {
            return Err(CUDA_ERROR_INVALID_DEVICE);
        }
        let context = driver.context;
        let peers = driver.contexts.get_mut(&context).map(|context| context.peers.insert(peer));
        if peers == Some(false) {
            return Err(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
        }
        Ok(())
    }

    fn disable = cuCtxDisablePeerAccess: (call, peer: CUcontext) {
        let mut driver = call.context()?;
        let peer = driver.context_of(peer)?;
        let context = driver.context;
        let peers = driver.contexts.get_mut(&context).map(|context| context.peers.remove(&peer));
        if peers != Some(true) {
            return Err(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
        }
        Ok(())
    }

    fn copy_peer = cuMemcpyPeer, per thread cuMemcpyPeer_ptds: (
        call,
        to: CUdeviceptr,
        to_context: CUcontext,
        from: CUdeviceptr,
        from_context: CUcontext,
        count: usize,
    ) {
        let mut driver = call.context()?;
        let stream = driver.default_stream(call.per_thread)?;
        driver.peers(to_context, from_context)?;
        between(&mut driver, stream, to, from, count, super::copy::When::Blocking)
    }

    fn copy_peer_async = cuMemcpyPeerAsync, per thread cuMemcpyPeerAsync_ptsz: (
        call,
        to: CUdeviceptr,
        to_context: CUcontext,
        from: CUdeviceptr,
        from_context: CUcontext,
        count: usize,
        stream: CUstream,
    ) {
        let (mut driver, stream) = super::stream::of(call, stream)?;
        driver.peers(to_context, from_context)?;
        between(&mut driver, stream, to, from, count, super::copy::When::Ordered)
    }
}

impl Session<'_> {
    /// Checks the contexts of a copy between devices. Null stands for the current one.
    pub(super) fn peers(&self, to: CUcontext, from: CUcontext) -> Outcome {
        for context in [to, from] {
            if !context.is_null() {
                self.context_of(context)?;
            }
        }
        Ok(())
    }
}

fn between(
    driver: &mut Session<'_>,
    stream: u64,
    to: u64,
    from: u64,
    count: usize,
    when: super::copy::When,
) -> Outcome {
    let copy = Copy { to: Side::flat(to), from: Side::flat(from), extent: Extent::flat(count as u64) };
    driver.copy(stream, copy, Accept::Device, Accept::Device, when)
}
