//! Devices: how many there are, and what they can do. A [`CUdevice`] is an ordinal, so these functions are safe.
//!
//! [NVIDIA: Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
//!
//! ```no_run
//! use cuda_mem::sys::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
//!
//! # fn main() -> cuda_mem::Result<()> {
//! cuda_mem::init(0)?;
//! for ordinal in 0..cuda_mem::device_get_count()? {
//!     let device = cuda_mem::device_get(ordinal)?;
//!     let pools = cuda_mem::device_get_attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device)?;
//!     println!("{:?}: {} bytes, pools: {}", cuda_mem::device_get_name(device)?,
//!         cuda_mem::device_total_mem(device)?, pools == 1);
//! }
//! # Ok(())
//! # }
//! ```

mod pci_bus_id;

pub use pci_bus_id::PciBusId;

use crate::Result;
use cuda_mem_sys as sys;
use cuda_mem_sys::ctypes::{c_char, c_int};
use cuda_mem_sys::{CUdevice, CUdevice_attribute, CUmemoryPool, CUuuid};
use std::ffi::{CStr, CString};

/// The device of this ordinal, from 0 to [`device_get_count`] - 1.
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: there is no such ordinal.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGet")]
#[inline]
pub fn device_get(ordinal: c_int) -> Result<CUdevice> {
    // SAFETY: the argument points to a writable CUdevice.
    unsafe { value!(device: CUdevice, cuDeviceGet(&mut device, ordinal)) }
}

/// How many devices of compute capability 2.0 or higher this process may use.
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetCount")]
#[inline]
pub fn device_get_count() -> Result<c_int> {
    // SAFETY: the argument points to a writable int.
    unsafe { value!(count: c_int, cuDeviceGetCount(&mut count)) }
}

/// The device's name, such as `NVIDIA H200`; at most 255 bytes of it.
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetName")]
pub fn device_get_name(dev: CUdevice) -> Result<CString> {
    let mut name = [0u8; 256];
    // SAFETY: the buffer holds the 256 bytes that the second argument names.
    unsafe { call!(cuDeviceGetName(name.as_mut_ptr().cast::<c_char>(), 256, dev))? };
    let length = name.iter().position(|byte| *byte == 0).unwrap_or(0);
    // There is no NUL before the first NUL, so this cannot fail.
    Ok(CString::new(&name[..length]).unwrap_or_default())
}

/// The device's UUID.
///
/// Synchronous; since CUDA 11.4 (the form that tells MIG instances apart).
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetUuid")]
#[inline]
pub fn device_get_uuid(dev: CUdevice) -> Result<CUuuid> {
    // SAFETY: the argument points to a writable CUuuid.
    unsafe { value!(uuid: CUuuid, cuDeviceGetUuid(&mut uuid, dev)) }
}

/// The device's memory in bytes, used or not.
///
/// Synchronous; since CUDA 3.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceTotalMem")]
#[inline]
pub fn device_total_mem(dev: CUdevice) -> Result<usize> {
    // SAFETY: the argument points to a writable usize.
    unsafe { value!(bytes: usize, cuDeviceTotalMem(&mut bytes, dev)) }
}

/// One property of the device: a number whose meaning and unit depend on the attribute (0 and 1 for capabilities).
///
/// Synchronous; since CUDA 2.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the driver does not know the attribute.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetAttribute")]
#[inline]
pub fn device_get_attribute(attrib: CUdevice_attribute, dev: CUdevice) -> Result<c_int> {
    // SAFETY: the argument points to a writable int.
    unsafe { value!(value: c_int, cuDeviceGetAttribute(&mut value, attrib, dev)) }
}

/// Whether contexts of `dev` may be given direct access to allocations on `peer_dev`: 1 or 0.
///
/// Synchronous; since CUDA 4.0.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device, on either side.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html)
#[doc(alias = "cuDeviceCanAccessPeer")]
#[inline]
pub fn device_can_access_peer(dev: CUdevice, peer_dev: CUdevice) -> Result<c_int> {
    // SAFETY: the argument points to a writable int.
    unsafe { value!(can: c_int, cuDeviceCanAccessPeer(&mut can, dev, peer_dev)) }
}

/// The device at this place on the PCI bus: `domain:bus:device.function`, `domain:bus:device` or
/// `bus:device.function`, all numbers in hexadecimal. A place is the same in every process, where ordinals are not.
///
/// Synchronous; since CUDA 4.1.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: the text has none of these forms.
/// - `CUDA_ERROR_INVALID_DEVICE`: there is no device at this place that this process may use.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuDeviceGetByPCIBusId")]
#[inline]
pub fn device_get_by_pci_bus_id(pci_bus_id: &CStr) -> Result<CUdevice> {
    // SAFETY: the first argument points to a writable CUdevice, the second to a text that ends in NUL.
    unsafe { value!(device: CUdevice, cuDeviceGetByPCIBusId(&mut device, pci_bus_id.as_ptr())) }
}

/// The device's place on the PCI bus as text, such as `0000:00:06.0`: domain, bus, device and function, in hexadecimal.
///
/// Synchronous; since CUDA 4.1.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
#[doc(alias = "cuDeviceGetPCIBusId")]
#[inline]
pub fn device_get_pci_bus_id(dev: CUdevice) -> Result<PciBusId> {
    let mut text = [0u8; PciBusId::ROOM];
    // SAFETY: the buffer holds as many bytes as the second argument says.
    unsafe {
        call!(cuDeviceGetPCIBusId(
            text.as_mut_ptr().cast::<c_char>(),
            PciBusId::ROOM as c_int,
            dev,
        ))?
    };
    Ok(PciBusId::new(text))
}

/// The pool that memory of this device is taken from where no pool is named (`cuMemAllocAsync`): the last that
/// [`device_set_mem_pool`] chose, or else the device's default pool.
///
/// Synchronous; since CUDA 11.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`, `CUDA_ERROR_INVALID_VALUE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: it has no pools (`CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`).
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetMemPool")]
#[inline]
pub fn device_get_mem_pool(dev: CUdevice) -> Result<CUmemoryPool> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(pool: CUmemoryPool, cuDeviceGetMemPool(&mut pool, dev)) }
}

/// Chooses the pool that memory of this device is taken from where no pool is named (`cuMemAllocAsync`).
///
/// Synchronous; since CUDA 11.2.
///
/// # Safety
///
/// `pool` must be a pool that is not destroyed.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_VALUE`: `pool` is null, or of memory elsewhere than on this device.
/// - `CUDA_ERROR_INVALID_DEVICE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: it has no pools.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceSetMemPool")]
#[inline]
pub unsafe fn device_set_mem_pool(dev: CUdevice, pool: CUmemoryPool) -> Result<()> {
    // SAFETY: the caller vouches for the handle.
    unsafe { call!(cuDeviceSetMemPool(dev, pool)) }
}

/// The pool that the device has from the start. It cannot be destroyed.
///
/// Synchronous; since CUDA 11.2.
///
/// # Errors
///
/// - `CUDA_ERROR_INVALID_DEVICE`, `CUDA_ERROR_INVALID_VALUE`: no such device.
/// - `CUDA_ERROR_NOT_SUPPORTED`: it has no pools.
/// - `CUDA_ERROR_NOT_INITIALIZED`: [`init`](crate::init()) was not called.
///
/// [NVIDIA](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html)
#[doc(alias = "cuDeviceGetDefaultMemPool")]
#[inline]
pub fn device_get_default_mem_pool(dev: CUdevice) -> Result<CUmemoryPool> {
    // SAFETY: the argument points to a writable handle.
    unsafe { handle!(pool: CUmemoryPool, cuDeviceGetDefaultMemPool(&mut pool, dev)) }
}
