//! How a call's time grows: with allocations that live, and with threads that call at once. C and Rust in turns, as
//! elsewhere: `against-c scale [LARGEST] [tsv FILE]`, with no more allocations or threads than LARGEST: a trial then, of a
//! few rounds.

use crate::cases::{Case, LIVE, THREADED};
use crate::driver;
use crate::peer::Peer;
use crate::place::Place;
use crate::rounds::{order, Pair, Side};
use cuda_mem::sys::{CUcontext, CUdeviceptr};
use cuda_mem_bench::against_c::{self, Times};
use cuda_mem_bench::Result;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// The most allocations that live.
pub const LARGEST: usize = 100_000;

const THREADS: &[usize] = &[1, 2, 4, 8, 16];

/// Multiples of the number of orders (rounds.rs).
const ROUNDS: usize = 102;
const TRIAL: usize = 6;

/// Room for what the cases move.
const SIZE: usize = 4096;

/// Reads the largest point.
pub fn largest(text: &str) -> Result<usize> {
    let found = text.parse().ok().filter(|count| (1..=LARGEST).contains(count));
    found.ok_or_else(|| format!("`{text}` is no number of allocations from 1 to {LARGEST}"))
}

/// Measures all, and prints it; gives whether all limits hold.
pub fn run(peer: &Peer, machine: &str, largest: usize, file: Option<&str>) -> Result<bool> {
    println!("{machine}");
    let rounds = if largest < LARGEST { TRIAL } else { ROUNDS };
    let mut found = live(peer, largest, rounds)?;
    for (case, times) in THREADED {
        for threads in THREADS.iter().filter(|threads| **threads <= largest) {
            // Who gets the driver's lock next is chance, and matters most between few threads.
            let rounds = rounds * (8 / threads).max(1);
            found.push((*threads, threaded(peer, case, *threads, *times, rounds)?));
        }
    }
    if let Some(file) = file {
        let mut text = against_c::tsv_head(machine, "point");
        for (point, times) in &found {
            text += &(times.tsv(*point, 1) + "\n");
        }
        std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(against_c::print_points(&found))
}

/// An allocation and its release while 1, 10, … others live.
fn live(peer: &Peer, largest: usize, rounds: usize) -> Result<Vec<(usize, Times)>> {
    let mut place = Place::new(SIZE)?;
    let c = peer.case(&LIVE)?;
    let pair = Pair { case: &LIVE, c };
    let mut others: Vec<CUdeviceptr> = Vec::new();
    let mut found = Vec::new();
    let points = std::iter::successors(Some(1usize), |count| count.checked_mul(10));
    for count in points.take_while(|count| *count <= largest) {
        while others.len() < count {
            others.push(cuda_mem::mem_alloc(256).map_err(driver)?);
        }
        found.push((count, pair.measure(&mut place, rounds, Duration::from_millis(1))?));
    }
    for memory in others {
        // SAFETY: allocated above, and used by nobody.
        unsafe { cuda_mem::mem_free(memory) }.map_err(driver)?;
    }
    place.free()?;
    Ok(found)
}

/// A place that a thread works on.
struct Lent<'a>(&'a mut Place);

// SAFETY: memory, streams and what the driver says of them belong to a context, not to a thread; a place is lent to one
// thread at a time.
unsafe impl Send for Lent<'_> {}

/// The current context, for other threads.
#[derive(Clone, Copy)]
struct Shared(CUcontext);

// SAFETY: a context may be current to any number of threads; `main` releases it when they have ended.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// The same case in all threads at once, each with memory and a stream of its own.
fn threaded(peer: &Peer, case: &'static Case, threads: usize, times: usize, rounds: usize) -> Result<Times> {
    let c = peer.case(case)?;
    let pair = Pair { case, c };
    let context = Shared(cuda_mem::ctx_get_current().map_err(driver)?);
    let mut places = (0..threads)
        .map(|_| Place::new(SIZE))
        .collect::<Result<Vec<_>>>()?;
    let mut found = Times::new(case.name, case.bytes);
    for round in 0..rounds {
        let mut answers = None;
        for side in order(round) {
            let seconds = together(&pair, side, context, &mut places, times)?;
            side.push(&mut found, seconds / times as f64);
            let kept: Vec<CUdeviceptr> = places.iter().map(|place| place.kept).collect();
            if *answers.get_or_insert_with(|| kept.clone()) != kept {
                return Err(format!("{}: C and Rust were given different answers", case.name));
            }
        }
    }
    places.into_iter().try_for_each(Place::free)?;
    Ok(found)
}

/// Seconds from when the first of all threads begins, once all are there, to when the last has made its calls. They look
/// at the clock themselves: this thread may be the last to be woken.
fn together(pair: &Pair, side: Side, context: Shared, places: &mut [Place], times: usize) -> Result<f64> {
    let barrier = &Barrier::new(places.len());
    std::thread::scope(|scope| {
        let run = |Lent(place): Lent| {
            let ready = enter(pair, side, context, place);
            // All wait here, a thread that could not begin, too: the others must not wait for it.
            barrier.wait();
            let start = Instant::now();
            ready.and_then(|()| pair.run(side, place, times))?;
            let end = Instant::now();
            cuda_mem::ctx_synchronize().map_err(driver)?;
            Ok((start, end))
        };
        let running: Vec<_> = places
            .iter_mut()
            .map(|place| {
                let lent = Lent(place);
                scope.spawn(move || run(lent))
            })
            .collect();
        let mut whole: Option<(Instant, Instant)> = None;
        for thread in running {
            let lasted: Result<(Instant, Instant)> = thread
                .join()
                .unwrap_or_else(|_| Err("a thread of the comparison panicked".to_string()));
            let (start, end) = lasted?;
            whole = match whole {
                Some((first, last)) => Some((first.min(start), last.max(end))),
                None => Some((start, end)),
            };
        }
        let took = whole.map(|(first, last)| last - first).unwrap_or_default();
        Ok(took.as_secs_f64())
    })
}

/// Makes the context current, and makes one call: what a thread's first one does is not timed.
fn enter(pair: &Pair, side: Side, context: Shared, place: &mut Place) -> Result<()> {
    place.kept = 0;
    // SAFETY: `main` releases it when all threads have ended.
    unsafe { cuda_mem::ctx_set_current(context.0) }.map_err(driver)?;
    pair.run(side, place, 1)
}
