//! What the contenders in Rust share: `PROGRAM CASE COUNT` runs a case that often, and prints how many of its
//! iterations failed and how many nanoseconds all of them took.

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
    let (Some((_, case)), Some(count)) = (case, count) else {
        let names: Vec<&str> = cases.iter().map(|case| case.0).collect();
        eprintln!("usage: PROGRAM CASE COUNT; the cases are {}", names.join(", "));
        std::process::exit(64);
    };
    // What a first call does is not what is measured here.
    case(1);
    let start = std::time::Instant::now();
    let failures = case(count);
    println!("{failures} {}", start.elapsed().as_nanos());
}
