//! Advice to managed memory and what its ranges say afterwards.

use crate::dice::Dice;
use crate::setting::{code, ok, plain, Setting};
use cuda_mem_sys::*;
use std::ptr::null_mut;

const SIZE: usize = 64 << 10;

pub unsafe fn ask(setting: &Setting) {
    let (mut managed, mut device, mut pinned) = (0, 0, null_mut());
    unsafe {
        ok(cuMemAllocManaged(&mut managed, SIZE, CU_MEM_ATTACH_GLOBAL.0));
        ok(cuMemAlloc(&mut device, SIZE));
        ok(cuMemHostAlloc(&mut pinned, SIZE, 0));
    }
    let mut dice = Dice::new(7);
    for index in 0..400 {
        let advice = dice.of(&[1, 2, 3, 4, 5, 6, 0, 7, 8]);
        let kind = dice.of(&[0, 1, 1, 1, 2, 2, 3, 4, 5]);
        let id = dice.of(&[0, 0, 0, -1, 1, 7, setting.device]);
        let (place, at) = dice.of(&[
            ("managed", managed),
            ("managed", managed),
            ("device", device),
            ("pinned", pinned as u64),
            ("null", 0),
        ]);
        let offset = dice.of(&[0u64, 0, 0, 4096, 100, SIZE as u64]);
        let bytes = dice.of(&[SIZE, 4096, 4096, 1, 0, 2 * SIZE, 5000]);
        let location = CUmemLocation::new(CUmemLocationType(kind), id);
        let name = format!("{index} advice {advice} location {kind} {id} {place}+{offset} {bytes}");
        plain(name, unsafe {
            cuMemAdvise(at + offset, bytes, CUmem_advise(advice), location)
        });
    }
    let mut dice = Dice::new(8);
    for index in 0..400 {
        let attribute = dice.of(&[1, 2, 3, 4, 5, 6, 7, 8, 0, 9]);
        let size = dice.of(&[4, 4, 8, 0, 1, 2, 12, 16]);
        let (place, at) = dice.of(&[
            ("managed", managed),
            ("managed", managed),
            ("device", device),
            ("pinned", pinned as u64),
            ("null", 0),
        ]);
        let offset = dice.of(&[0u64, 0, 0, 4096, 100, SIZE as u64]);
        let bytes = dice.of(&[SIZE, 4096, 1, 0, 2 * SIZE]);
        if dice.once_in(3) {
            // What is read has something to say, and the next read may say something else.
            let advice = CUmem_advise(dice.of(&[1, 2, 3, 4, 5, 6]));
            let there = dice.of(&[CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST]);
            plain(format!("{index} then advice {}", advice.0), unsafe {
                cuMemAdvise(managed, SIZE / 2, advice, CUmemLocation::new(there, 0))
            });
        }
        let mut read = [0i32; 8];
        let name = format!("{index} attribute {attribute} of {size} {place}+{offset} {bytes}");
        let result = unsafe {
            cuMemRangeGetAttribute(
                read.as_mut_ptr().cast(),
                size,
                CUmem_range_attribute(attribute),
                at + offset,
                bytes,
            )
        };
        code(name, result, || format!("{:?}", &read[..4]));
    }
    let mut dice = Dice::new(9);
    for index in 0..200 {
        let kind = dice.of(&[0, 1, 1, 2, 2, 3, 4, 5]);
        let id = dice.of(&[0, 0, -1, 1]);
        let (place, at) = dice.of(&[
            ("managed", managed),
            ("managed", managed),
            ("device", device),
            ("pinned", pinned as u64),
            ("null", 0),
        ]);
        let offset = dice.of(&[0u64, 0, 0, 4096, 100, SIZE as u64]);
        let bytes = dice.of(&[SIZE, 4096, 1, 0, 2 * SIZE]);
        let location = CUmemLocation::new(CUmemLocationType(kind), id);
        let name = format!("{index} prefetch to {kind} {id} {place}+{offset} {bytes}");
        plain(name, unsafe {
            cuMemPrefetchAsync(at + offset, bytes, location, 0, null_mut())
        });
        unsafe { ok(cuCtxSynchronize()) };
        let mut last = 0i32;
        let result = unsafe {
            let attribute = CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION;
            cuMemRangeGetAttribute((&mut last as *mut i32).cast(), 4, attribute, managed, SIZE)
        };
        code(format!("{index} last prefetch"), result, || last.to_string());
    }
}
