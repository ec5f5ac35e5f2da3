//! What the sweep copies: the loops in Rust that cases.rs has not, as in calls.c, and the list of all.

use crate::cases::{memcpy_dtod, memcpy_dtoh, memcpy_htod, Case, Loop};
use crate::place::Place;
use crate::sweep::verify::End;
use cuda_mem::{record2d, sys, Destination2d, Result, Source2d};

/// A copy at many sizes.
pub struct Family {
    pub case: Case,
    /// Whether the host's memory is pageable.
    pub pageable: bool,
    pub reads: End,
    pub writes: End,
    /// How many times the size the device's memory must have.
    pub room: usize,
}

/// Copies of one range. sweep.py has the same names.
pub const LINEAR: &[Family] = &[
    family(
        "HtoD, pinned",
        "memcpy_htod",
        memcpy_htod,
        End::Source,
        End::Memory,
    ),
    pageable(family(
        "HtoD, pageable",
        "memcpy_htod",
        memcpy_htod,
        End::Source,
        End::Memory,
    )),
    family("DtoH, pinned", "memcpy_dtoh", memcpy_dtoh, End::Other, End::Back),
    pageable(family(
        "DtoH, pageable",
        "memcpy_dtoh",
        memcpy_dtoh,
        End::Other,
        End::Back,
    )),
    family("DtoD", "memcpy_dtod", memcpy_dtod, End::Memory, End::Other),
];

/// Copies of rows: on the device, each row is followed by as many bytes that are left alone.
pub const PITCHED: &[Family] = &[
    pitched(family(
        "2D, HtoD, pinned",
        "memcpy2d_htod",
        memcpy2d_htod,
        End::Source,
        End::Pitched,
    )),
    pitched(family(
        "2D, DtoD",
        "memcpy2d_dtod",
        memcpy2d_dtod,
        End::Pitched,
        End::Other,
    )),
];

/// Copies to and from an array.
pub const ARRAY: &[Family] = &[
    family(
        "host to array, pinned",
        "memcpy2d_htoa",
        memcpy2d_htoa,
        End::Source,
        End::Array,
    ),
    family(
        "array to host, pinned",
        "memcpy2d_atoh",
        memcpy2d_atoh,
        End::Array,
        End::Back,
    ),
];

/// Many copies, a call each, or one call.
pub const MANY: &[Family] = &[
    family(
        "DtoD of 4 KiB, loop",
        "dtod_loop",
        dtod_loop,
        End::Memory,
        End::Other,
    ),
    family(
        "DtoD of 4 KiB, batch",
        "dtod_batch",
        dtod_batch,
        End::Memory,
        End::Other,
    ),
];

const fn family(name: &'static str, c: &'static str, rust: Loop, reads: End, writes: End) -> Family {
    let case = Case {
        name,
        c,
        rust,
        bytes: 0,
    };
    Family {
        case,
        pageable: false,
        reads,
        writes,
        room: 1,
    }
}

const fn pageable(family: Family) -> Family {
    Family {
        pageable: true,
        ..family
    }
}

const fn pitched(family: Family) -> Family {
    Family { room: 2, ..family }
}

fn copy2d(place: &Place, times: usize, from: Source2d, to: Destination2d) -> Result<()> {
    for _ in 0..times {
        let copy = record2d(from, to, place.row, place.size() / place.row);
        // SAFETY: both ends have as many rows, `pitch` apart; `place` keeps them.
        unsafe { cuda_mem::memcpy2d(&copy)? };
    }
    cuda_mem::ctx_synchronize()
}

fn memcpy2d_htod(place: &mut Place, times: usize) -> Result<()> {
    let from = Source2d::host(place.source().as_ptr().cast(), place.row);
    copy2d(
        place,
        times,
        from,
        Destination2d::device(place.memory, place.pitch),
    )
}

fn memcpy2d_dtod(place: &mut Place, times: usize) -> Result<()> {
    let from = Source2d::device(place.memory, place.pitch);
    copy2d(place, times, from, Destination2d::device(place.other, place.row))
}

pub fn memcpy2d_htoa(place: &mut Place, times: usize) -> Result<()> {
    let from = Source2d::host(place.source().as_ptr().cast(), place.row);
    copy2d(place, times, from, Destination2d::array(place.array))
}

pub fn memcpy2d_atoh(place: &mut Place, times: usize) -> Result<()> {
    let to = Destination2d::host(place.back_mut().as_mut_ptr().cast(), place.row);
    copy2d(place, times, Source2d::array(place.array), to)
}

fn dtod_loop(place: &mut Place, times: usize) -> Result<()> {
    let lists = place.lists();
    for _ in 0..times {
        let pairs = lists.destinations.iter().zip(&lists.sources);
        for ((destination, source), size) in pairs.zip(&lists.sizes) {
            // SAFETY: ranges of two allocations that `place` keeps.
            unsafe { cuda_mem::memcpy_dtod_async(*destination, *source, *size, place.stream)? };
        }
    }
    cuda_mem::ctx_synchronize()
}

fn dtod_batch(place: &mut Place, times: usize) -> Result<()> {
    let lists = place.lists();
    let attributes = sys::CUmemcpyAttributes {
        srcAccessOrder: sys::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM,
        ..Default::default()
    };
    for _ in 0..times {
        // SAFETY: as in `dtod_loop`; no two destinations meet.
        unsafe {
            cuda_mem::memcpy_batch_async(
                &lists.destinations,
                &lists.sources,
                &lists.sizes,
                &[attributes],
                &[0],
                place.stream,
            )?;
        }
    }
    cuda_mem::ctx_synchronize()
}
