//! cust's own functions, over cust_raw: linked to the library.

#[macro_use]
mod harness;

use cust::memory::{self, AsyncCopyDestination, DevicePointer, DeviceSlice};
use cust::stream::{Stream, StreamFlags};

fn alloc_free<const PLACE: u32>(n: u64) -> u64 {
    count!(
        n,
        match unsafe { memory::cuda_malloc::<u8>(4096) } {
            Ok(pointer) => unsafe { memory::cuda_free(pointer) }.is_err(),
            Err(_) => true,
        }
    )
}

fn memcpy_htod<const PLACE: u32>(n: u64) -> u64 {
    let source = [0u8; 64];
    count!(
        n,
        unsafe { memory::memcpy_htod(4096, source.as_ptr().cast(), 64) }.is_err()
    )
}

fn memset_d8_async<const PLACE: u32>(n: u64) -> u64 {
    let (mut slice, stream) = (at(4096), stream());
    count!(n, unsafe { slice.set_8_async(1, &stream) }.is_err())
}

fn mem_get_info<const PLACE: u32>(n: u64) -> u64 {
    let mut sum = 0;
    let failures = count!(
        n,
        match memory::mem_get_info() {
            Ok((free, total)) => {
                sum += free + total;
                false
            }
            Err(_) => true,
        }
    );
    std::hint::black_box(sum);
    failures
}

fn memcpy_dtod_async<const PLACE: u32>(n: u64) -> u64 {
    let (mut to, from, stream) = (at(4096), at(8192), stream());
    count!(n, unsafe { to.async_copy_from(&from, &stream) }.is_err())
}

fn at(address: u64) -> DeviceSlice<u8> {
    unsafe { DeviceSlice::from_raw_parts(DevicePointer::from_raw(address), 64) }
}

fn stream() -> Stream {
    Stream::new(StreamFlags::DEFAULT, None).expect("the stub makes streams, whatever else fails")
}

fn main() {
    harness::main(cases![
        alloc_free,
        memcpy_htod,
        memset_d8_async,
        mem_get_info,
        memcpy_dtod_async,
    ]);
}
