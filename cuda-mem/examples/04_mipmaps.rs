//! A mipmapped array: an image in all its sizes, each level an array of its own.
//!
//! C functions: cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, cuArray3DGetDescriptor, cuMemcpy2D,
//! cuMipmappedArrayDestroy.

mod common;

use common::{ensure, numbers, verify, Failure, Gpu};
use cuda_mem::sys::{CUarray, CUmipmappedArray, CUDA_ARRAY3D_DESCRIPTOR, CU_AD_FORMAT_UNSIGNED_INT32};
use cuda_mem::{record2d, Operand2d};
use std::mem::size_of;
use std::process::ExitCode;

/// The largest level.
const WIDTH: usize = 128;
const HEIGHT: usize = 64;

fn main() -> ExitCode {
    common::run(|_: &Gpu| {
        let levels = WIDTH.max(HEIGHT).trailing_zeros() + 1;
        let pyramid = CUDA_ARRAY3D_DESCRIPTOR {
            Width: WIDTH,
            Height: HEIGHT,
            Depth: 0,
            Format: CU_AD_FORMAT_UNSIGNED_INT32,
            NumChannels: 1,
            Flags: 0,
        };
        let mipmap = cuda_mem::mipmapped_array_create(&pyramid, levels)?;
        // All are written before one is read, so that a level which is part of another would show.
        for level in 0..levels {
            write(mipmap, level)?;
        }
        for level in 0..levels {
            read(mipmap, level)?;
        }
        // SAFETY: made above, copies are done. Its levels go with it.
        unsafe { cuda_mem::mipmapped_array_destroy(mipmap)? };
        Ok(format!(
            "verified: {levels} levels, each with contents of its own"
        ))
    })
}

/// A level, with its width in bytes and its height in rows. Each is half of the one before, and never less than 1.
fn level_of(mipmap: CUmipmappedArray, level: u32) -> Result<(CUarray, usize, usize), Failure> {
    // SAFETY: the mipmapped array lives, and its levels with it.
    let (array, seen) = unsafe {
        let array = cuda_mem::mipmapped_array_get_level(mipmap, level)?;
        (array, cuda_mem::array3d_get_descriptor(array)?)
    };
    let expected = ((WIDTH >> level).max(1), (HEIGHT >> level).max(1));
    ensure(
        (seen.Width, seen.Height) == expected,
        format!("level {level} has {} x {} elements", seen.Width, seen.Height),
    )?;
    Ok((array, seen.Width * size_of::<u32>(), seen.Height))
}

fn contents(level: u32, row: usize, height: usize) -> Vec<u32> {
    numbers(row / size_of::<u32>() * height, level)
}

fn write(mipmap: CUmipmappedArray, level: u32) -> Result<(), Failure> {
    let (array, row, height) = level_of(mipmap, level)?;
    let pixels = contents(level, row, height);
    let host = Operand2d::host(pixels.as_ptr().cast(), row);
    let copy = record2d(host, Operand2d::array(array), row, height);
    // SAFETY: the vector is as large as the level.
    unsafe { cuda_mem::memcpy2d(&copy)? };
    Ok(())
}

fn read(mipmap: CUmipmappedArray, level: u32) -> Result<(), Failure> {
    let (array, row, height) = level_of(mipmap, level)?;
    let expected = contents(level, row, height);
    let mut back = vec![0u32; expected.len()];
    let host = Operand2d::host(back.as_mut_ptr().cast(), row);
    let copy = record2d(Operand2d::array(array), host, row, height);
    // SAFETY: the vector is as large as the level.
    unsafe { cuda_mem::memcpy2d(&copy)? };
    verify(&format!("level {level}"), &back, &expected)
}
