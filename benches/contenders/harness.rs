//! What the contenders in Rust share: `PROGRAM CASE COUNT [THREADS]` runs a case that often, in each thread, and prints
//! how many of its iterations failed and how many nanoseconds all of them took.

pub type Case = (&'static str, fn(u64) -> u64);

/// Runs an expression `n` times, and counts how often it is true.
macro_rules! count {
    ($n:ident, $failed:expr) => {{
        let mut failures = 0;
        for _ in 0..$n {
            if $failed {
                failures += 1;
            }
        }
        failures
    }};
}

pub fn main(cases: &[Case]) {
    let mut arguments = std::env::args().skip(1);
    let case = arguments
        .next()
        .and_then(|name| cases.iter().find(|case| case.0 == name));
    let count = arguments.next().and_then(|count| count.parse().ok());
    let threads = arguments.next().map_or(Ok(1), |threads| threads.parse());
    let (Some((_, case)), Some(count), Ok(threads)) = (case, count, threads) else {
        let names: Vec<&str> = cases.iter().map(|case| case.0).collect();
        eprintln!(
            "usage: PROGRAM CASE COUNT [THREADS]; the cases are {}",
            names.join(", ")
        );
        std::process::exit(64);
    };
    // What a first call does is not what is measured here.
    case(1);
    let (failures, took) = if threads == 1 {
        let start = std::time::Instant::now();
        let failures = case(count);
        (failures, start.elapsed())
    } else {
        in_threads(*case, count, threads)
    };
    println!("{failures} {}", took.as_nanos());
}

/// From when all threads are there to when the last has ended.
fn in_threads(case: fn(u64) -> u64, count: u64, threads: usize) -> (u64, std::time::Duration) {
    let barrier = std::sync::Barrier::new(threads + 1);
    std::thread::scope(|scope| {
        let run = || {
            barrier.wait();
            case(count)
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        barrier.wait();
        let start = std::time::Instant::now();
        let failures = running
            .into_iter()
            .map(|thread| thread.join().expect("a loop does not panic"))
            .sum();
        (failures, start.elapsed())
    })
}
