//! One call of cuda-bindings, the process's first.

fn main() {
    let _ = std::hint::black_box(unsafe { cuda_bindings::cuInit(0) });
}
