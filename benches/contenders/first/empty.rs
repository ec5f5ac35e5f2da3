//! An empty program: what the first calls are counted over.

fn main() {}
