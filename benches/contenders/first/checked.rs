//! One checked call, the process's first.

fn main() {
    let _ = std::hint::black_box(cuda_mem::init(0));
}
