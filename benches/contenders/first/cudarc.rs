//! One call of cudarc, the process's first.

fn main() {
    let _ = std::hint::black_box(cudarc::driver::result::init());
}
