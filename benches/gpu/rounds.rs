//! A case on both sides: run in turns and timed, and, for the copies, shown to do the work before it is timed.

use crate::cases::{Case, SIZE};
use crate::driver;
use crate::peer::Loop;
use crate::place::Place;
use cuda_mem_bench::against_c::Times;
use cuda_mem_bench::Result;
use std::time::{Duration, Instant};

/// A case, and its loop in C.
pub struct Pair {
    pub case: &'static Case,
    pub c: Loop,
}

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Side {
    C,
    Rust,
    /// C once more: how far two runs of the same code are apart.
    Again,
}

/// All orders in turn: each side is as often before as after each other one.
pub fn order(round: usize) -> [Side; 3] {
    let mut order = [Side::C, Side::Rust, Side::Again];
    order.rotate_left(round % 3);
    if round % 6 > 2 {
        order.reverse();
    }
    order
}

impl Side {
    /// Adds the seconds of an iteration.
    pub fn push(self, times: &mut Times, seconds: f64) {
        match self {
            Side::C => times.c.push(seconds),
            Side::Rust => times.rust.push(seconds),
            Side::Again => times.again.push(seconds),
        }
    }
}

impl Pair {
    /// Runs all sides in every round, in all orders in turn. A run lasts at least this long.
    pub fn measure(&self, place: &mut Place, rounds: usize, at_least: Duration) -> Result<Times> {
        let mut times = 1;
        // The bound is for a driver whose calls take no time at all.
        while self.time(Side::C, place, times)? < at_least && times < 1 << 24 {
            times *= 2;
        }
        let mut found = Times::new(self.case.name, self.case.bytes);
        for round in 0..rounds {
            let mut kept = None;
            for side in order(round) {
                let each = self.time(side, place, times)?.as_secs_f64() / times as f64;
                side.push(&mut found, each);
                if *kept.get_or_insert(place.kept) != place.kept {
                    return Err(format!(
                        "{}: C and Rust were given different answers",
                        self.case.name
                    ));
                }
            }
        }
        Ok(found)
    }

    /// The time of one run. What a first iteration does is not timed, nor is the wait for what the run has queued.
    pub fn time(&self, side: Side, place: &mut Place, times: usize) -> Result<Duration> {
        place.kept = 0;
        self.run(side, place, 1)?;
        let start = Instant::now();
        self.run(side, place, times)?;
        let took = start.elapsed();
        cuda_mem::ctx_synchronize().map_err(driver)?;
        Ok(took)
    }

    /// Runs one side.
    pub fn run(&self, side: Side, place: &mut Place, times: usize) -> Result<()> {
        if side == Side::Rust {
            return (self.case.rust)(place, times).map_err(driver);
        }
        // SAFETY: the loop is of this case, and does with the place what the one in Rust does. `main` keeps the peer.
        match unsafe { (self.c)(place, times) } {
            0 => Ok(()),
            code => Err(format!("{} in C: the driver answered {code}", self.case.name)),
        }
    }
}

/// Runs all copies once on each side, and looks at what arrived: a copy that does nothing is fast.
pub fn verify(copies: &[Pair], place: &mut Place) -> Result<()> {
    for (side, seed) in [(Side::C, 1), (Side::Rust, 2)] {
        let named = |name: &str| copies.iter().find(|pair| pair.case.c == name);
        let (Some(htod), Some(dtod), Some(dtoh), Some(memset)) = (
            named("memcpy_htod"),
            named("memcpy_dtod"),
            named("memcpy_dtoh"),
            named("memset_d8"),
        ) else {
            return Err("a copy is missing from the list of cases".to_string());
        };
        // The two sides move different bytes, so that neither finds what the other left.
        fill(place.source_mut(), seed);
        place.back_mut().fill(0);
        for pair in [htod, dtod, dtoh] {
            pair.run(side, place, 1)?;
        }
        if place.back() != place.source() {
            return Err(format!(
                "{side:?}: what was copied there and back is not what was sent"
            ));
        }
        for pair in [memset, dtoh] {
            pair.run(side, place, 1)?;
        }
        if place.back().iter().any(|byte| *byte != 0x5a) {
            return Err(format!("{side:?}: of {SIZE} bytes that were set, some are not"));
        }
    }
    Ok(())
}

/// Bytes that differ from each other, and with the seed.
fn fill(bytes: &mut [u8], seed: u64) {
    let mut state = seed;
    for byte in bytes {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *byte = (state >> 56) as u8;
    }
}
