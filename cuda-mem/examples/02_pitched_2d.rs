//! An image in pitched memory: rows that start at aligned addresses, and copies of rectangles.
//!
//! C functions: cuMemAllocPitch, cuMemsetD2D32, cuMemcpy2D, cuMemcpy2DUnaligned, cuMemFree.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::CUdeviceptr;
use cuda_mem::{record2d, Operand2d};
use std::mem::size_of;
use std::process::ExitCode;

/// An image of 32-bit pixels, and its rows in bytes.
const WIDTH: usize = 300;
const HEIGHT: usize = 200;
const ROW: usize = WIDTH * size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        // The driver chooses how far apart rows are; the element's size is that of a kernel's widest access.
        let (image, pitch) = cuda_mem::mem_alloc_pitch(ROW, HEIGHT, size_of::<u32>() as u32)?;
        println!("mem_alloc_pitch  rows of {ROW} bytes, {pitch} bytes apart");
        ensure(pitch >= ROW, "the rows overlap")?;

        let mut pixels = numbers(WIDTH * HEIGHT, 1);
        whole(image, pitch, &pixels)?;
        rectangle(image, pitch, &mut pixels)?;

        // SAFETY: the copies above are done.
        unsafe { cuda_mem::mem_free(image)? };
        Ok("verified: an image and a rectangle in it".to_string())
    })
}

/// The host's rows have no gaps, the device's have: each side of a copy has a pitch of its own.
fn whole(image: CUdeviceptr, pitch: usize, pixels: &[u32]) -> Result<(), Failure> {
    let mut back = vec![0u32; pixels.len()];
    let device = Operand2d::device(image, pitch);
    let upload = record2d(Operand2d::host(pixels.as_ptr().cast(), ROW), device, ROW, HEIGHT);
    let device = Operand2d::device(image, pitch);
    let download = record2d(
        device,
        Operand2d::host(back.as_mut_ptr().cast(), ROW),
        ROW,
        HEIGHT,
    );
    // SAFETY: HEIGHT rows of ROW bytes are in the image and in both vectors.
    unsafe {
        cuda_mem::memcpy2d(&upload)?;
        cuda_mem::memcpy2d(&download)?;
    }
    verify("memcpy2d", &back, pixels)
}

/// A rectangle is filled where it lies, and cut out. Offsets and widths are in bytes, heights in rows.
fn rectangle(image: CUdeviceptr, pitch: usize, pixels: &mut [u32]) -> Result<(), Failure> {
    let (x, y, width, height) = (40, 30, 50, 20);
    let corner = image + (y * pitch + x * size_of::<u32>()) as CUdeviceptr;
    // One column and one row more on each side than what is filled.
    let (cut_width, cut_height) = (width + 2, height + 2);
    let mut cut = vec![0u32; cut_width * cut_height];
    let bytes = cut_width * size_of::<u32>();
    let copy = record2d(
        Operand2d::device(image, pitch).at((x - 1) * size_of::<u32>(), y - 1),
        Operand2d::host(cut.as_mut_ptr().cast(), bytes),
        bytes,
        cut_height,
    );
    // SAFETY: both rectangles are in the image, and the vector is as large as the second one. The unaligned form takes
    // pitches of any origin.
    unsafe {
        cuda_mem::memset_d2d32(corner, pitch, 0xff00_00ff, width, height)?;
        cuda_mem::memcpy2d_unaligned(&copy)?;
    }
    for row in pixels.chunks_mut(WIDTH).skip(y).take(height) {
        row[x..x + width].fill(0xff00_00ff);
    }
    let rows = pixels.chunks(WIDTH).skip(y - 1).take(cut_height);
    let expected: Vec<u32> = rows.flat_map(|row| &row[x - 1..][..cut_width]).copied().collect();
    verify("a rectangle", &cut, &expected)
}
