//! original.c, line by line: C's names, C's order, C's records.

use cuda_mem_sys::per_thread::*;
use std::process::exit;
use std::ptr::null_mut;

macro_rules! check {
    ($call:expr) => {
        let code: CUresult = $call;
        if code != CUDA_SUCCESS {
            eprintln!("{}: {code:?}", stringify!($call));
            exit(1);
        }
    };
}

const WIDTH: usize = 300;
const HEIGHT: usize = 200;
const SIDE: usize = 50;

fn main() {
    let mut image = [[0u8; WIDTH]; HEIGHT];
    // SAFETY: every pointer is to a variable that outlives the call; the copies stay within `image` and `memory`, the
    // fill within `memory`. The event is waited for before anything that it stands for is used.
    unsafe {
        let mut device = 0;
        let mut context = null_mut();
        check!(cuInit(0));
        check!(cuDeviceGet(&mut device, 0));
        check!(cuDevicePrimaryCtxRetain(&mut context, device));
        check!(cuCtxSetCurrent(context));

        let (mut memory, mut pitch) = (0, 0);
        let mut kind = CU_MEMORYTYPE_HOST;
        check!(cuMemAllocPitch(&mut memory, &mut pitch, WIDTH, HEIGHT, 4));
        check!(cuPointerGetAttribute(
            (&mut kind as *mut CUmemorytype).cast(),
            CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            memory
        ));
        println!("rows: {HEIGHT} of {WIDTH} bytes, {pitch} apart");
        let is_device = kind == CU_MEMORYTYPE_DEVICE;
        println!("memory: {}", if is_device { "of the device" } else { "another" });

        let copy = CUDA_MEMCPY2D {
            srcMemoryType: CU_MEMORYTYPE_HOST,
            srcHost: image.as_ptr().cast(),
            srcPitch: WIDTH,
            dstMemoryType: CU_MEMORYTYPE_DEVICE,
            dstDevice: memory,
            dstPitch: pitch,
            WidthInBytes: WIDTH,
            Height: HEIGHT,
            ..CUDA_MEMCPY2D::default()
        };
        check!(cuMemcpy2D(&copy));

        // The square, from row 20 and column 30 on, in this thread's default stream.
        let square = memory + (20 * pitch + 30) as CUdeviceptr;
        check!(cuMemsetD2D8Async(square, pitch, 255, SIDE, SIDE, null_mut()));
        let mut drawn = null_mut();
        check!(cuEventCreate(&mut drawn, CU_EVENT_DISABLE_TIMING.0));
        check!(cuEventRecord(drawn, null_mut()));
        check!(cuEventSynchronize(drawn));
        check!(cuEventDestroy(drawn));

        let copy = CUDA_MEMCPY2D {
            srcMemoryType: CU_MEMORYTYPE_DEVICE,
            srcDevice: memory,
            srcPitch: pitch,
            dstMemoryType: CU_MEMORYTYPE_HOST,
            dstHost: image.as_mut_ptr().cast(),
            dstPitch: WIDTH,
            WidthInBytes: WIDTH,
            Height: HEIGHT,
            ..CUDA_MEMCPY2D::default()
        };
        check!(cuMemcpy2D(&copy));

        let mut white = 0;
        for row in &image {
            for byte in row {
                white += i32::from(*byte == 255);
            }
        }
        println!(
            "white: {white} bytes, from {} to {}",
            image[20][30], image[69][79]
        );

        check!(cuMemFree(memory));
        println!("freed again: {:?}", cuMemFree(memory));
        check!(cuDevicePrimaryCtxRelease(device));
    }
}
