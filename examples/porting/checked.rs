//! original.c on the checked functions: results are values, errors are `Err`, and `unsafe` is where it matters.

use cuda_mem::per_thread as cuda;
use cuda_mem::sys::{CUdeviceptr, CU_EVENT_DISABLE_TIMING, CU_MEMORYTYPE_DEVICE};
use cuda_mem::{record2d, Operand2d, PointerAttribute};
use std::ptr::null_mut;

const WIDTH: usize = 300;
const HEIGHT: usize = 200;
const SIDE: usize = 50;

fn main() -> cuda_mem::Result<()> {
    let mut image = [[0u8; WIDTH]; HEIGHT];
    cuda::init(0)?;
    let device = cuda::device_get(0)?;
    let context = cuda::device_primary_ctx_retain(device)?;
    // SAFETY: released below, after its last use.
    unsafe { cuda::ctx_set_current(context)? };

    let (memory, pitch) = cuda::mem_alloc_pitch(WIDTH, HEIGHT, 4)?;
    let kind = cuda::pointer_get_attribute(PointerAttribute::MEMORY_TYPE, memory)?;
    println!("rows: {HEIGHT} of {WIDTH} bytes, {pitch} apart");
    let is_device = kind == CU_MEMORYTYPE_DEVICE;
    println!("memory: {}", if is_device { "of the device" } else { "another" });

    let host = Operand2d::host(image.as_ptr().cast(), WIDTH);
    let to = record2d(host, Operand2d::device(memory, pitch), WIDTH, HEIGHT);
    // SAFETY: both sides have HEIGHT rows of WIDTH bytes.
    unsafe { cuda::memcpy2d(&to)? };

    // The square, from row 20 and column 30 on, in this thread's default stream.
    let square = memory + (20 * pitch + 30) as CUdeviceptr;
    let drawn = cuda::event_create(CU_EVENT_DISABLE_TIMING.0)?;
    // SAFETY: the square lies within the rows; the event was created above, and is used no more.
    unsafe {
        cuda::memset_d2d8_async(square, pitch, 255, SIDE, SIDE, null_mut())?;
        cuda::event_record(drawn, null_mut())?;
        cuda::event_synchronize(drawn)?;
        cuda::event_destroy(drawn)?;
    }

    let host = Operand2d::host(image.as_mut_ptr().cast(), WIDTH);
    let from = record2d(Operand2d::device(memory, pitch), host, WIDTH, HEIGHT);
    // SAFETY: both sides have HEIGHT rows of WIDTH bytes.
    unsafe { cuda::memcpy2d(&from)? };

    let white = image.iter().flatten().filter(|byte| **byte == 255).count();
    println!(
        "white: {white} bytes, from {} to {}",
        image[20][30], image[69][79]
    );

    // SAFETY: allocated above, used no more; the driver refuses the second. Nothing is left in the context.
    unsafe {
        cuda::mem_free(memory)?;
        if let Err(error) = cuda::mem_free(memory) {
            println!("freed again: {:?}", error.code());
        }
        cuda::device_primary_ctx_release(device)
    }
}
