//! One call of baracuda's raw crate, the process's first.

fn main() {
    let function = baracuda_cuda_sys::driver().and_then(|driver| driver.cu_init());
    let _ = std::hint::black_box(function.map(|function| unsafe { function(0) }));
}
