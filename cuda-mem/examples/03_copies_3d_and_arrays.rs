//! CUDA arrays, whose layout is the driver's own, and copies of boxes to, from and between them.
//!
//! C functions: cuArray3DCreate, cuArray3DGetDescriptor, cuMemcpy3D, cuArrayCreate, cuMemcpyHtoA, cuMemcpyAtoH,
//! cuArrayDestroy.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{CUarray, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY_DESCRIPTOR, CU_AD_FORMAT_UNSIGNED_INT32};
use cuda_mem::{record3d, Operand3d};
use std::mem::size_of;
use std::process::ExitCode;

/// A volume of 32-bit elements, and its rows in bytes.
const WIDTH: usize = 32;
const HEIGHT: usize = 24;
const DEPTH: usize = 16;
const ROW: usize = WIDTH * size_of::<u32>();

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        let volume = cuda_mem::array3d_create(&CUDA_ARRAY3D_DESCRIPTOR {
            Width: WIDTH,
            Height: HEIGHT,
            Depth: DEPTH,
            Format: CU_AD_FORMAT_UNSIGNED_INT32,
            NumChannels: 1,
            Flags: 0,
        })?;
        let contents = numbers(WIDTH * HEIGHT * DEPTH, 1);
        whole(volume, &contents)?;
        a_box(volume, &contents)?;
        // SAFETY: made above; the copies are done.
        unsafe { cuda_mem::array_destroy(volume)? };

        one_row()?;
        Ok("verified: a volume, a box of it, and an array of one row".to_string())
    })
}

/// An array has no address. What it is made of can be asked for.
fn whole(volume: CUarray, contents: &[u32]) -> Result<(), Failure> {
    // SAFETY: the array lives.
    let seen = unsafe { cuda_mem::array3d_get_descriptor(volume)? };
    println!(
        "an array         of {} x {} x {} elements",
        seen.Width, seen.Height, seen.Depth
    );
    ensure(
        (seen.Width, seen.Height, seen.Depth) == (WIDTH, HEIGHT, DEPTH),
        "it has other extents",
    )?;

    let mut back = vec![0u32; contents.len()];
    let host = Operand3d::host(contents.as_ptr().cast(), ROW, HEIGHT);
    let upload = record3d(host, Operand3d::array(volume), ROW, HEIGHT, DEPTH);
    let host = Operand3d::host(back.as_mut_ptr().cast(), ROW, HEIGHT);
    let download = record3d(Operand3d::array(volume), host, ROW, HEIGHT, DEPTH);
    // SAFETY: the array and both vectors are as large as the box.
    unsafe {
        cuda_mem::memcpy3d(&upload)?;
        cuda_mem::memcpy3d(&download)?;
    }
    verify("the whole", &back, contents)
}

/// A box goes to linear device memory, where its rows and slices have no gaps, and from there to the host. Widths and
/// offsets along a row are in bytes, all others in rows and slices.
fn a_box(volume: CUarray, contents: &[u32]) -> Result<(), Failure> {
    let (x, y, z) = (4, 5, 6);
    let (width, height, depth) = (10, 8, 3);
    let bytes = width * size_of::<u32>();
    let memory = cuda_mem::mem_alloc(bytes * height * depth)?;
    let mut back = vec![0u32; width * height * depth];
    let copy = record3d(
        Operand3d::array(volume).at(x * size_of::<u32>(), y, z),
        Operand3d::device(memory, bytes, height),
        bytes,
        height,
        depth,
    );
    // SAFETY: the box is in the array; the memory and the vector are as large as it.
    unsafe {
        cuda_mem::memcpy3d(&copy)?;
        cuda_mem::memcpy_dtoh(&mut back, memory)?;
        cuda_mem::mem_free(memory)?;
    }
    let mut expected = Vec::new();
    for slice in contents.chunks(WIDTH * HEIGHT).skip(z).take(depth) {
        for row in slice.chunks(WIDTH).skip(y).take(height) {
            expected.extend_from_slice(&row[x..x + width]);
        }
    }
    verify("a box", &back, &expected)
}

/// An array of one dimension, for which copies need no record.
fn one_row() -> Result<(), Failure> {
    /// Elements at the start that are not read.
    const SKIPPED: usize = 8;
    let array = cuda_mem::array_create(&CUDA_ARRAY_DESCRIPTOR {
        Width: WIDTH,
        Height: 0,
        Format: CU_AD_FORMAT_UNSIGNED_INT32,
        NumChannels: 1,
    })?;
    let sent = numbers(WIDTH, 2);
    let mut back = vec![0u32; WIDTH - SKIPPED];
    // SAFETY: the row is as long as what is sent; what is read starts some elements in, and ends with the row.
    unsafe {
        cuda_mem::memcpy_htoa(array, 0, &sent)?;
        cuda_mem::memcpy_atoh(&mut back, array, SKIPPED * size_of::<u32>())?;
        cuda_mem::array_destroy(array)?;
    }
    verify("part of a row", &back, &sent[SKIPPED..])
}
