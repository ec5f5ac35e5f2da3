//! What is done with a header: an older one's memory records are held against the shipped ones, a newer one's bindings
//! are made.

use crate::build::bindings::{make, memory_layouts, shipped_version, Made, Paths};
use crate::build::clang;
use crate::model::{good, record};
use cuda_mem_tests::require;
use std::path::Path;

const USES_LOCATION: &str = "extern \"C\" { pub fn cuMemPut(at: *const CUmemLocation) -> CUresult; }";

#[test]
fn the_shipped_version_is_the_one_that_the_crate_has() {
    assert_eq!(shipped_version(), cuda_mem_sys::CUDA_VERSION);
}

#[test]
fn a_field_that_moved_into_a_nameless_member_is_the_same() {
    let text = record("CUmemLocation", 8, &[("type_", "c_int", 0), ("id", "c_int", 4)]) + USES_LOCATION;
    let layouts = memory_layouts(&good(&text)).expect("as before 13.2");
    assert_eq!(layouts.len(), 1);
    assert_eq!(
        (layouts[0].size, &layouts[0].fields[..]),
        (8, &[("type_".to_string(), 0)][..])
    );
}

#[test]
fn a_differing_offset_is_left_for_the_compiler_to_refuse() {
    let text = record("CUmemLocation", 12, &[("type_", "c_int", 8)]) + USES_LOCATION;
    let layouts = memory_layouts(&good(&text)).expect("known names");
    assert_eq!(
        (layouts[0].size, &layouts[0].fields[..]),
        (12, &[("type_".to_string(), 8)][..])
    );
}

#[test]
fn a_field_that_is_not_shipped_is_named() {
    let text = record(
        "CUmemLocation",
        8,
        &[("type_", "c_int", 0), ("vendor", "c_int", 4)],
    ) + USES_LOCATION;
    let error = memory_layouts(&good(&text)).expect_err("an unknown field");
    assert_eq!(
        error,
        "the header's field CUmemLocation::vendor is not in the shipped bindings"
    );
}

#[test]
fn a_record_that_is_not_shipped_is_named() {
    let text = record("CUmemVendor", 4, &[("a", "c_int", 0)])
        + "extern \"C\" { pub fn cuMemPut(at: *const CUmemVendor) -> CUresult; }";
    let error = memory_layouts(&good(&text)).expect_err("an unknown record");
    assert_eq!(
        error,
        "the header's record CUmemVendor has no counterpart in the shipped bindings"
    );
}

#[test]
fn reserved_bytes_and_other_functions_records_are_not_compared() {
    let reserve = record(
        "CUmemPoolProps",
        88,
        &[("allocType", "c_int", 0), ("reserved", "[u8; 64]", 24)],
    ) + &record("CUlaunchVendor", 4, &[("a", "c_int", 0)])
        + "extern \"C\" {
               pub fn cuMemPut(at: *const CUmemPoolProps) -> CUresult;
               pub fn cuLaunchPut(at: *const CUlaunchVendor) -> CUresult;
           }";
    let layouts = memory_layouts(&good(&reserve)).expect("only the reserve differs");
    assert_eq!(layouts.len(), 1);
    assert_eq!(layouts[0].fields, [("allocType".to_string(), 0)]);
}

/// What `make` does with a header of this text and version; none where there is no libclang.
fn made(text: &str, version: u32) -> Option<(Result<Made, String>, tempfile::TempDir)> {
    if let Err(reason) = clang::load_libclang() {
        require::skip("headers", &reason);
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("cuda.h"), text).expect("the header is written");
    let paths = Paths {
        crate_root: &Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda-mem-sys"),
        header_dir: folder.path(),
        out: folder.path(),
        target: "x86_64-unknown-linux-gnu",
    };
    Some((make(&paths, version), folder))
}

const SMALL: &str = "
#include <stdlib.h>
#define CUDA_VERSION 99990
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
typedef struct CUmemLocation_st { int type; int id; } CUmemLocation_v1;
typedef CUmemLocation_v1 CUmemLocation;
#define cuMemPut cuMemPut_v2
CUresult cuMemPut_v2(const CUmemLocation *at, size_t n);
CUresult cuMemGetInfo_v2(size_t *free, size_t *total);
";

#[test]
fn a_newer_header_gives_the_bindings() {
    let Some((made, folder)) = made(SMALL, 99_990) else {
        return;
    };
    assert_eq!(made, Ok(Made::FromHeader));
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let functions = text("functions.rs");
    // New here, so of this version; and one whose version the shipped bindings know.
    assert!(
        functions.contains("cuMemPut, since 99.99, symbol \"cuMemPut_v2\":"),
        "{functions}"
    );
    assert!(
        functions.contains("since 3.2, symbol \"cuMemGetInfo_v2\":"),
        "{functions}"
    );
    assert!(functions.contains("cuMemPut = cuMemPut_v2,"), "{functions}");
    assert!(text("types.rs").contains("pub struct CUmemLocation {"));
    assert!(text("layout.rs").contains("CUmemLocation, 8 bytes, aligned to 4: { type_: 0, id: 4 };"));
}

#[test]
fn casts_become_constants_that_rust_takes() {
    let text = "typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;\n\
                typedef struct CUstream_st *CUstream;\ntypedef int CUdevice_v1;\ntypedef CUdevice_v1 CUdevice;\n\
                typedef unsigned long long CUbits;\ntypedef struct CUpair_st { int a; } CUpair;\n";
    let cases = [
        ("((int)-1)", "c_int = -1"),
        ("((unsigned int)-1)", "c_uint = -1i64 as c_uint"),
        ("((unsigned long long)7ull)", "c_ulonglong = 7"),
        ("((size_t)0x10UL)", "usize = 0x10"),
        ("((CUdevice)-2)", "CUdevice = -2"),
        ("((CUbits)-1)", "CUbits = -1i64 as CUbits"),
        ("((CUstream)0x1)", "CUstream = 0x1 as CUstream"),
        ("((CUstream)-1)", "CUstream = -1i64 as CUstream"),
        ("((void*)CU_NUMBER)", "*mut c_void = CU_NUMBER as *mut c_void"),
        ("((CUbits)CU_NUMBER)", "CUbits = CU_NUMBER as CUbits"),
        ("((CUresult)801)", "CUresult = CUresult(801 as u32)"),
    ];
    let defines: String = cases
        .iter()
        .enumerate()
        .map(|(n, (body, _))| format!("#define CU_CASE_{n} {body}\n"))
        .collect();
    let none = "#define CU_NONE_1 ((CUelse)1)\n#define CU_NONE_2 ((CUpair)1)\n#define CU_NONE_3 ((CUresult)CU_NUMBER)\n";
    let header = format!("{text}#define CU_NUMBER 5\n{defines}{none}");
    let Some((made, folder)) = made(&header, 99_990) else {
        return;
    };
    assert_eq!(made, Ok(Made::FromHeader));
    let constants = std::fs::read_to_string(folder.path().join("constants.rs")).expect("constants.rs");
    for (n, (body, rust)) in cases.iter().enumerate() {
        assert!(
            constants.contains(&format!("    CU_CASE_{n}: {rust};\n")),
            "{body}: {constants}"
        );
    }
    assert!(!constants.contains("CU_NONE"), "{constants}");
}

#[test]
fn an_older_header_gives_its_layouts_alone() {
    let Some((made, folder)) = made(SMALL, 12_000) else {
        return;
    };
    assert_eq!(made, Ok(Made::Older));
    let layout = std::fs::read_to_string(folder.path().join("layout.rs")).expect("layout.rs");
    assert!(
        layout.contains("CUmemLocation, 8 bytes, aligned to 4: { type_: 0 };"),
        "{layout}"
    );
    assert!(!folder.path().join("types.rs").exists());
}

#[test]
fn a_header_that_is_no_c_is_named() {
    let Some((made, folder)) = made("this is no C\n", 99_990) else {
        return;
    };
    let error = made.expect_err("no C");
    let header = folder.path().join("cuda.h");
    assert!(
        error.contains(&format!("bindgen could not read {}", header.display())),
        "{error}"
    );
}

#[test]
fn a_missing_include_is_named() {
    let Some((made, _folder)) = made("#include <vendor.h>\n", 99_990) else {
        return;
    };
    let error = made.expect_err("nothing to include");
    assert!(error.contains("vendor.h"), "{error}");
}
