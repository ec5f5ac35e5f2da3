//! What is read from the text of cudaTypedefs.h.

use crate::build::since::read;

const TEXT: &str = "
typedef CUresult (CUDAAPI *PFN_cuPut_v3020)(int);
typedef CUresult (CUDAAPI *PFN_cuPut_v2000)(int);
typedef CUresult (CUDAAPI *PFN_cuPut_v7000_ptds)(int);
typedef CUresult (CUDAAPI *PFN_cuPut_v7000_ptsz)(int);
typedef CUresult (CUDAAPI *PFN_cuGet3D_v12080)(int);
typedef CUresult (CUDAAPI *PFN_cuNoVersion)(int);
";

#[test]
fn the_ordinal_of_a_symbol_is_that_of_its_version() {
    let since = read(TEXT);
    assert_eq!(
        since.version("cuPut"),
        Some(2000),
        "the oldest, though it stands second"
    );
    assert_eq!(since.version("cuPut_v2"), Some(3020));
    assert_eq!(
        since.version("cuPut_v3"),
        Some(7000),
        "per-thread forms count once"
    );
    assert_eq!(since.version("cuGet3D"), Some(12080));
}

#[test]
fn what_the_text_does_not_say_is_not_known() {
    let since = read(TEXT);
    for symbol in ["cuPut_v4", "cuPut_v0", "cuGet3D_v2", "cuNoVersion", "cuElse", ""] {
        assert_eq!(since.version(symbol), None, "{symbol}");
    }
    assert_eq!(read("").version("cuPut"), None);
}
