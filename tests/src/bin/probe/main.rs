//! What the fault tests run in a process of its own: its arguments are commands, done in order, each with one answer on
//! standard output.

#[cfg(target_os = "linux")]
mod commands;

fn main() {
    #[cfg(target_os = "linux")]
    for command in std::env::args().skip(1) {
        print!("{}{}", commands::answer(&command), cuda_mem_tests::probe::END);
    }
}
