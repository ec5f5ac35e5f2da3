//! Copies of 4 B to 1 GiB, C and Rust in turns: `against-c sweep [BYTES]` prints them as tab-separated values.
//!
//! Memory is allocated plainly, two times the largest size on the device. The columns: the case; the bytes and the copies
//! of an iteration; who is compared with C; nanoseconds of an iteration in C, and of theirs, medians of all rounds; the
//! median of the rounds' ratios, theirs by C's; the same of C once more; the rounds.

mod cases;
mod verify;

use crate::peer::Peer;
use crate::place::{Lists, Place};
use crate::rounds::{Pair, Side};
use cases::{Family, ARRAY, LINEAR, MANY, PITCHED};
use cuda_mem_bench::{against_c, Result};
use std::time::Duration;

/// The largest copy, unless another one is asked for.
pub const LARGEST: usize = 1 << 30;

/// A row of a 2D copy.
const ROW: usize = 16 << 10;

/// One of many copies.
const PART: usize = 4 << 10;

/// The most of many copies.
const PARTS: usize = 4096;

/// What a point may take. Copies so large that six rounds take longer have six rounds.
const BUDGET: Duration = Duration::from_millis(350);

/// Reads the largest size.
pub fn largest(text: &str) -> Result<usize> {
    let found = text.parse().ok().filter(|bytes| (ROW..=LARGEST).contains(bytes));
    found.ok_or_else(|| format!("`{text}` is no number of bytes from {ROW} to {LARGEST}"))
}

/// Prints all rows.
pub fn run(peer: &Peer, machine: &str, largest: usize) -> Result<()> {
    let batches = cuda_mem::sys::load().is_ok_and(|driver| driver.symbol(c"cuMemcpyBatchAsync_v2").is_some());
    if !batches {
        println!("# skipped\tbatches: this driver is older than CUDA 13.0 and has no cuMemcpyBatchAsync_v2");
    }
    print!("{}", against_c::tsv_head(machine, "bytes"));
    let mut place = Place::new(largest)?;
    sizes(LINEAR, peer, &mut place)?;
    for copies in fourfold(1, PARTS).filter(|copies| copies * PART <= largest) {
        place.set_size(copies * PART);
        place.set_lists(parts(&place, copies));
        for family in MANY
            .iter()
            .filter(|family| batches || family.case.c != "dtod_batch")
        {
            point(family, peer, &mut place, copies)?;
        }
    }
    sizes(PITCHED, peer, &mut place)?;
    place.array_for_other(ROW)?;
    sizes(ARRAY, peer, &mut place)?;
    place.free()
}

fn sizes(families: &'static [Family], peer: &Peer, place: &mut Place) -> Result<()> {
    for family in families {
        place.use_pageable(family.pageable);
        for size in fourfold(4, place.capacity() / family.room) {
            place.set_size(size);
            place.row = size.min(ROW);
            place.pitch = family.room * place.row;
            point(family, peer, place, 1)?;
        }
    }
    place.use_pageable(false);
    Ok(())
}

/// From the first to the last, four times as large each.
fn fourfold(first: usize, last: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(first), |size| size.checked_mul(4)).take_while(move |size| *size <= last)
}

/// Ranges of the first allocation, to the same in the second.
fn parts(place: &Place, copies: usize) -> Lists {
    let from = |base: u64| (0..copies).map(|index| base + (index * PART) as u64).collect();
    Lists {
        destinations: from(place.other),
        sources: from(place.memory),
        sizes: vec![PART; copies],
    }
}

fn point(family: &'static Family, peer: &Peer, place: &mut Place, copies: usize) -> Result<()> {
    let case = &family.case;
    let pair = Pair {
        case,
        c: peer.case(case)?,
    };
    verify::verify(&pair, family, place)?;
    let once = pair.time(Side::C, place, 1)?;
    // A round is three sides; each has a run that is not timed, of one iteration, and one that is.
    let at_least = Duration::from_micros(400);
    let round = 3 * (once + once.max(at_least));
    let rounds = (BUDGET.as_secs_f64() / round.as_secs_f64()) as usize / 6 * 6;
    let times = pair.measure(place, rounds.clamp(6, 120), at_least)?;
    println!("{}", times.tsv(place.size(), copies));
    Ok(())
}
