//! What the sections share: a device with its primary context current, memory of every kind, and how answers print.

use cuda_mem_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

/// The bytes of each memory.
pub const SIZE: usize = 256 << 10;

pub struct Setting {
    pub device: CUdevice,
    pub context: CUcontext,
}

impl Setting {
    pub fn new() -> Setting {
        let (mut device, mut context) = (0, null_mut());
        // SAFETY: locals; the context is retained for the process's life.
        unsafe {
            ok(cuInit(0));
            ok(cuDeviceGet(&mut device, 0));
            ok(cuDevicePrimaryCtxRetain(&mut context, device));
            ok(cuCtxSetCurrent(context));
        }
        Setting { device, context }
    }
}

/// Prints one answer at once: a driver may end the process, and then the last one says after what.
pub fn answer(case: impl AsRef<str>, answer: impl AsRef<str>) {
    println!("{}\t{}", case.as_ref(), answer.as_ref());
}

/// A code, and what the call gave if it succeeded.
pub fn code(case: impl AsRef<str>, code: CUresult, value: impl FnOnce() -> String) {
    let value = if code == CUDA_SUCCESS {
        value()
    } else {
        String::new()
    };
    let space = if value.is_empty() { "" } else { " " };
    answer(case, format!("{}{space}{value}", name(code)));
}

/// A code without more.
pub fn plain(case: impl AsRef<str>, result: CUresult) {
    code(case, result, String::new);
}

pub fn name(code: CUresult) -> String {
    code.name()
        .map_or_else(|| code.0.to_string(), |name| name.replace("CUDA_ERROR_", ""))
}

/// A call between cases, which must succeed.
#[track_caller]
pub fn ok(code: CUresult) {
    assert_eq!(name(code), "CUDA_SUCCESS");
}

/// FNV-1a: a sum that differs where bytes do.
pub fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Bytes that tell where they were.
pub fn pattern(start: usize) -> Vec<u8> {
    (0..SIZE)
        .map(|index| ((index * 7 + index / 251 + start) % 255) as u8)
        .collect()
}

/// Device memory, pinned host memory and pageable host memory of one content.
pub struct Memories {
    pub device: CUdeviceptr,
    pub pinned: *mut c_void,
    pub pageable: Vec<u8>,
}

impl Memories {
    pub unsafe fn new() -> Memories {
        let (mut device, mut pinned) = (0, null_mut());
        unsafe {
            ok(cuMemAlloc(&mut device, SIZE));
            ok(cuMemHostAlloc(&mut pinned, SIZE, 0));
        }
        Memories {
            device,
            pinned,
            pageable: vec![0; SIZE],
        }
    }

    pub unsafe fn fill(&mut self, bytes: &[u8]) {
        self.pageable.copy_from_slice(bytes);
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.pinned.cast(), SIZE);
            ok(cuMemcpyHtoD(self.device, bytes.as_ptr().cast(), SIZE));
        }
    }

    /// The sums of all three.
    pub unsafe fn sums(&self) -> String {
        let mut bytes = vec![0; SIZE];
        unsafe { ok(cuMemcpyDtoH(bytes.as_mut_ptr().cast(), self.device, SIZE)) };
        let pinned = unsafe { std::slice::from_raw_parts(self.pinned.cast::<u8>(), SIZE) };
        format!("{:x} {:x} {:x}", sum(&bytes), sum(pinned), sum(&self.pageable))
    }
}

/// An array, and copies of all of it.
pub struct Solid {
    pub array: CUarray,
    /// Bytes of a row, rows, slices.
    extent: [usize; 3],
}

impl Solid {
    /// Of elements with so many channels, which are of so many bytes each.
    pub unsafe fn new(
        (format, channels, size): (CUarray_format, u32, usize),
        [width, height, depth]: [usize; 3],
        flags: u32,
    ) -> Solid {
        let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
            Width: width,
            Height: height,
            Depth: depth,
            Format: format,
            NumChannels: channels,
            Flags: flags,
        };
        let mut array = null_mut();
        unsafe { ok(cuArray3DCreate(&mut array, &descriptor)) };
        let row = width * channels as usize * size;
        Solid {
            array,
            extent: [row, height.max(1), depth.max(1)],
        }
    }

    pub unsafe fn fill(&self, bytes: &[u8]) {
        // The host's side is only read.
        unsafe { self.whole(bytes.as_ptr() as *mut u8, false) };
    }

    /// The sum of its bytes.
    pub unsafe fn sum(&self) -> u64 {
        let mut bytes = vec![0; self.extent.iter().product()];
        unsafe { self.whole(bytes.as_mut_ptr(), true) };
        sum(&bytes)
    }

    unsafe fn whole(&self, host: *mut u8, out: bool) {
        let (memory, own) = (CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_ARRAY);
        let copy = CUDA_MEMCPY3D {
            srcMemoryType: if out { own } else { memory },
            dstMemoryType: if out { memory } else { own },
            srcArray: self.array,
            dstArray: self.array,
            srcHost: host.cast(),
            dstHost: host.cast(),
            WidthInBytes: self.extent[0],
            Height: self.extent[1],
            Depth: self.extent[2],
            ..Default::default()
        };
        unsafe { ok(cuMemcpy3D(&copy)) };
    }
}

/// The elements of most arrays: bytes, in so many channels.
pub fn of_bytes(channels: u32) -> (CUarray_format, u32, usize) {
    (CU_AD_FORMAT_UNSIGNED_INT8, channels, 1)
}
