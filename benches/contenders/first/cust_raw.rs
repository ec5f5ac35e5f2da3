//! One call of cust_raw, the process's first.

fn main() {
    let _ = std::hint::black_box(unsafe { cust_raw::cuInit(0) });
}
