//! What the contenders in Rust share: `PROGRAM CASE COUNT [THREADS]` runs a case that often (a multiple of four), in each
//! thread, and prints how many of its iterations failed and how many nanoseconds all of them took.

#[macro_use]
#[path = "place.rs"]
mod place;

/// A case's name, and its loop at each place.
pub type Case = (&'static str, [fn(u64) -> u64; 4]);

/// Runs an expression `n` times, and counts how often it is true.
macro_rules! count {
    ($n:ident, $failed:expr) => {{
        let mut failures = 0;
        place!();
        for _ in 0..$n {
            if $failed {
                failures += 1;
            }
        }
        failures
    }};
}

/// Functions that count, under their names.
macro_rules! cases {
    ($($case:ident),* $(,)?) => {
        &[$((stringify!($case), places!($case))),*]
    };
}

pub fn main(cases: &[Case]) {
    let mut arguments = std::env::args().skip(1);
    let case = arguments
        .next()
        .and_then(|name| cases.iter().find(|case| case.0 == name));
    let count = arguments.next().and_then(|count| count.parse().ok());
    let threads = arguments.next().map_or(Ok(1), |threads| threads.parse());
    let (Some((_, places)), Some(count), Ok(threads)) = (case, count, threads) else {
        let names: Vec<&str> = cases.iter().map(|case| case.0).collect();
        eprintln!(
            "usage: PROGRAM CASE COUNT [THREADS]; the cases are {}",
            names.join(", ")
        );
        std::process::exit(64);
    };
    // What a first call does is not what is measured here.
    run(places, 4);
    let (failures, took) = if threads == 1 {
        let start = std::time::Instant::now();
        let failures = run(places, count);
        (failures, start.elapsed())
    } else {
        in_threads(places, count, threads)
    };
    println!("{failures} {}", took.as_nanos());
}

/// A quarter of the iterations at each place.
fn run(places: &[fn(u64) -> u64; 4], count: u64) -> u64 {
    places.iter().map(|place| place(count / 4)).sum()
}

/// From when the first thread begins, once all are there, to when the last has ended. They look at the clock themselves:
/// this one may be the last to be woken.
fn in_threads(places: &[fn(u64) -> u64; 4], count: u64, threads: usize) -> (u64, std::time::Duration) {
    use std::time::Instant;
    let barrier = std::sync::Barrier::new(threads);
    std::thread::scope(|scope| {
        let wait_and_run = || {
            barrier.wait();
            let start = Instant::now();
            let failures = run(places, count);
            (failures, start, Instant::now())
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(wait_and_run)).collect();
        let ended: Vec<(u64, Instant, Instant)> = running
            .into_iter()
            .map(|thread| thread.join().expect("a loop does not panic"))
            .collect();
        let first = ended.iter().map(|one| one.1).min();
        let last = ended.iter().map(|one| one.2).max();
        let took = first.zip(last).map(|(first, last)| last - first);
        let failures = ended.iter().map(|one| one.0).sum();
        (failures, took.unwrap_or_default())
    })
}
