//! Forked processes.

use cuda_mem::sys;
use cuda_mem_tests::functions::{all, with_symbol};
use cuda_mem_tests::stub::code_of;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Barrier;

/// The answer of this function, called in a forked child; how the child ended if it did not end well. A child that
/// hangs is killed after some seconds.
pub fn in_child(function: impl FnOnce() -> String) -> String {
    let mut ends = [0; 2];
    // SAFETY: pipe writes two descriptors.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
    // SAFETY: both are open, and nothing else has them.
    let (mut read, mut write) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
    // SAFETY: what the child does after this is what is being tested.
    match unsafe { libc::fork() } {
        0 => {
            // SAFETY: no pointers; the default action of SIGALRM ends the child.
            unsafe { libc::alarm(10) };
            let written = write.write_all(function().as_bytes());
            // SAFETY: it ends the child without the parent's exit handlers.
            unsafe { libc::_exit(i32::from(written.is_err())) }
        }
        child => {
            assert!(child > 0, "fork failed");
            drop(write);
            let (mut text, mut status) = (String::new(), 0);
            read.read_to_string(&mut text).expect("text");
            // SAFETY: the status is a writable int.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            match status {
                0 => text,
                _ => format!("{text}the child ended with wait status {status:#x}"),
            }
        }
    }
}

fn first_call() -> String {
    (with_symbol("cuMemAlloc_v2").call)().0.to_string()
}

/// The child's answer, then the parent's; neither called before.
pub fn first_call_in_the_child() -> String {
    format!("{} {}", in_child(first_call), first_call())
}

/// Forks while threads make the first calls of all functions of a driver that is loaded; then the child makes its own.
/// The driver must be loaded before: glibc's dlopen may fail in a child that was forked during another thread's dlopen.
pub fn while_others_resolve() -> String {
    const THREADS: usize = 4;
    sys::load().expect("a stub");
    // The list of the test itself is made once, under a lock: not while forking.
    code_of("cuInit");
    let start = Barrier::new(THREADS + 1);
    let call_all = || {
        let wrong = all().filter(|f| f.symbol != "cuDriverGetVersion" && (f.call)().0 != code_of(f.symbol));
        wrong.count().to_string()
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                call_all()
            });
        }
        start.wait();
        in_child(call_all)
    })
}

/// Forks again and again while threads search for a driver and find none; the child loads one and calls it.
pub fn while_others_fail(driver: &str) -> String {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    assert!(sys::load().is_err());
                }
            });
        }
        let child = || match sys::load_from(driver) {
            Ok(_) => first_call(),
            Err(error) => error.to_string(),
        };
        let mut answers: Vec<_> = (0..50).map(|_| in_child(child)).collect();
        done.store(true, Ordering::Relaxed);
        answers.dedup();
        answers.join(" | ")
    })
}
