//! C's basic types on the targets that have a CUDA driver, all of them 64-bit. `core::ffi` has them too, but only
//! since Rust 1.64.

pub use core::ffi::c_void;

/// C's `char`: signed on x86-64 and on Windows, unsigned on 64-bit Arm elsewhere (and on POWER and RISC-V).
#[cfg(all(
    any(target_arch = "aarch64", target_arch = "powerpc64", target_arch = "riscv64"),
    not(any(windows, target_vendor = "apple"))
))]
pub type c_char = u8;
/// C's `char`: signed on x86-64 and on Windows, unsigned on 64-bit Arm elsewhere (and on POWER and RISC-V).
#[cfg(not(all(
    any(target_arch = "aarch64", target_arch = "powerpc64", target_arch = "riscv64"),
    not(any(windows, target_vendor = "apple"))
)))]
pub type c_char = i8;
/// C's `unsigned char`.
pub type c_uchar = u8;
/// C's `short`.
pub type c_short = i16;
/// C's `unsigned short`.
pub type c_ushort = u16;
/// C's `int`.
pub type c_int = i32;
/// C's `unsigned int`.
pub type c_uint = u32;
/// C's `long long`.
pub type c_longlong = i64;
/// C's `unsigned long long`.
pub type c_ulonglong = u64;
