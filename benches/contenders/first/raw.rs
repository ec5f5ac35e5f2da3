//! One raw call, the process's first.

fn main() {
    let _ = std::hint::black_box(unsafe { cuda_mem_sys::cuInit(0) });
}
