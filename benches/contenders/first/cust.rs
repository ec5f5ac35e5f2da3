//! One call of cust, the process's first.

fn main() {
    let _ = std::hint::black_box(cust::init(cust::CudaFlags::empty()));
}
