//! Many threads that make their first call at once.

use cuda_mem::sys;
use cuda_mem_tests::functions::with_symbol;
use cuda_mem_tests::stub::code_of;
use std::collections::BTreeSet;
use std::sync::Barrier;

const THREADS: usize = 64;

/// How many drivers the threads saw, and what was wrong.
pub fn first_calls() -> String {
    let start = Barrier::new(THREADS);
    let threads: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|i| {
                scope.spawn({
                    let start = &start;
                    move || {
                        start.wait();
                        first_call(i)
                    }
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    let drivers: BTreeSet<_> = threads.iter().map(|(driver, _)| *driver).collect();
    let wrong: Vec<_> = threads.iter().filter_map(|(_, wrong)| wrong.clone()).collect();
    format!("{} driver, wrong: {wrong:?}", drivers.len())
}

/// Threads differ in what comes first: the driver, a function of all threads, a function of few.
fn first_call(i: usize) -> (usize, Option<String>) {
    let few = ["cuMemAlloc_v2", "cuMemFree_v2", "cuInit", "cuCtxGetCurrent"][i % 4];
    if i.is_multiple_of(3) {
        let _ = sys::load();
    }
    let symbols = if i.is_multiple_of(2) {
        [few, "cuMemcpy"]
    } else {
        ["cuMemcpy", few]
    };
    let answers = symbols.map(|symbol| (with_symbol(symbol).call)().0);
    let wrong = (answers != symbols.map(code_of)).then(|| format!("{symbols:?} answered {answers:?}"));
    let driver = sys::load().map_or(0, |driver| driver as *const sys::Driver as usize);
    (driver, wrong)
}
