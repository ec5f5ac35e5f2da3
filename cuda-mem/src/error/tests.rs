//! The error's shape and words.

use super::*;

#[test]
fn two_registers() {
    assert_eq!(core::mem::size_of::<Error>(), 16);
    assert_eq!(core::mem::size_of::<Result<()>>(), 16);
}

/// Rust has laid out enums so since 1.64; with 1.63, an address and its error take a word more.
#[test]
fn two_registers_with_a_value() {
    assert_eq!(core::mem::size_of::<Result<CUdeviceptr>>(), 16);
}

#[test]
fn success_is_no_error() {
    assert_eq!(check(CUDA_SUCCESS, &"cuInit"), Ok(()));
}

#[test]
fn every_code_is_kept_and_printed() {
    for code in [1, 2, 36, 719, 917, 918, 999, 1000, 12345, u32::MAX] {
        let error = check(CUresult(code), &"cuMemAlloc").expect_err("not CUDA_SUCCESS");
        assert_eq!(error.code(), CUresult(code));
        assert_eq!(error.function(), "cuMemAlloc");
        assert_eq!(error.origin(), Origin::Driver);
        let text = error.to_string();
        assert!(
            text.starts_with("cuMemAlloc: ") && text.contains(&code.to_string()),
            "{text}"
        );
        if let Some(name) = CUresult(code).name() {
            assert!(text.contains(name), "{text}");
        }
    }
    let text = check(CUDA_ERROR_OUT_OF_MEMORY, &"cuMemAlloc")
        .expect_err("2")
        .to_string();
    assert!(
        text.starts_with("cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): "),
        "{text}"
    );
    let text = check(CUresult(12345), &"cuMemAlloc")
        .expect_err("12345")
        .to_string();
    assert!(
        text.starts_with("cuMemAlloc: CUresult 12345: a code that is newer"),
        "{text}"
    );
}

#[test]
fn contradicting_arguments_say_so() {
    let error = Error::of_arguments(&"cuMemcpyBatchAsync");
    assert_eq!(error.origin(), Origin::Arguments);
    assert!(error.is_invalid_value());
    let text = error.to_string();
    assert!(
        text.starts_with("cuMemcpyBatchAsync: CUDA_ERROR_INVALID_VALUE (1): "),
        "{text}"
    );
    assert!(text.contains("the driver was not called"), "{text}");
}
