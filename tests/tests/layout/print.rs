//! A program of its own, which prints what the crate has as the system sees it that the program is built for. ci/windows
//! builds it, with Rust 1.63.

#![allow(dead_code)] // the rest is for the comparison

mod facts;
mod ours;
mod shape;

fn main() {
    for (key, value) in ours::facts() {
        println!("{}\t{}\t{value}", key.name, key.what);
    }
}
