//! What is read from a header's text.

use crate::build::header::{read, Constant};

fn aliases(text: &str) -> Vec<(String, String)> {
    read(text).aliases
}

fn pair(name: &str, symbol: &str) -> (String, String) {
    (name.to_string(), symbol.to_string())
}

fn cast(ty: &str, value: &str) -> Constant {
    Constant::Cast {
        ty: ty.to_string(),
        value: value.to_string(),
    }
}

#[test]
fn a_macro_that_names_a_function_is_an_alias() {
    let text = "#define cuPut cuPut_v2\n  #  define\tcuGet   cuGet_v3  \n";
    assert_eq!(
        aliases(text),
        [pair("cuPut", "cuPut_v2"), pair("cuGet", "cuGet_v3")]
    );
}

#[test]
fn a_macro_of_its_own_name_is_none() {
    assert_eq!(aliases("#define cuPut cuPut\n"), []);
}

#[test]
fn the_first_of_two_definitions_counts() {
    assert_eq!(
        aliases("#define cuPut cuPut_v2\n#define cuPut cuPut_v3\n"),
        [pair("cuPut", "cuPut_v2")]
    );
}

#[test]
fn a_macro_with_arguments_is_no_alias() {
    let header = read("#define cuPut(a) cuPut_v2\n#define CU_BOTH(a) ((CUdevice)a)\n");
    assert_eq!(header.aliases, []);
    assert_eq!(header.constants, []);
}

#[test]
fn a_line_goes_on_after_a_backslash() {
    for end in ["\n", "\r\n"] {
        let text =
            format!("#define cuPut \\{end}    cuPut_v2{end}#define CU_HOST \\{end} ((CUdevice)-1){end}");
        let header = read(&text);
        assert_eq!(header.aliases, [pair("cuPut", "cuPut_v2")], "{text:?}");
        assert_eq!(
            header.constants,
            [("CU_HOST".to_string(), cast("CUdevice", "-1"))],
            "{text:?}"
        );
    }
}

#[test]
fn comments_are_no_text() {
    let hidden = "/* #define cuA cuA_v2 */\n// #define cuB cuB_v2\n/*\n#define cuC cuC_v2\n*/\n";
    assert_eq!(aliases(hidden), []);
    let between = "#define /* the name */ cuPut cuPut_v2 // and so on\n#define cuGet/**/cuGet_v2\n";
    assert_eq!(
        aliases(between),
        [pair("cuPut", "cuPut_v2"), pair("cuGet", "cuGet_v2")]
    );
    // A comment that starts on a macro's line and ends on a later one.
    let across = "#define cuPut cuPut_v2 /* one\n two */\n#define cuGet cuGet_v2\n";
    assert_eq!(
        aliases(across),
        [pair("cuPut", "cuPut_v2"), pair("cuGet", "cuGet_v2")]
    );
    // One that never ends hides the rest, and nothing before it.
    assert_eq!(
        aliases("#define cuPut cuPut_v2\n/* open\n#define cuGet cuGet_v2\n"),
        [pair("cuPut", "cuPut_v2")]
    );
    assert_eq!(
        aliases("int a = 4 / 2;\n#define cuPut cuPut_v2\n"),
        [pair("cuPut", "cuPut_v2")]
    );
}

#[test]
fn per_thread_symbols_come_from_the_wrapping_macros() {
    let text = "#define cuPut __CUDA_API_PTDS(cuPut_v2)\n#define cuAsk __CUDA_API_PTSZ(cuAsk)\n\
                #define cuOdd OTHER(cuOdd_v2)\n";
    let header = read(text);
    let found: Vec<_> = header
        .per_thread
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, [("cuAsk", "cuAsk_ptsz"), ("cuPut_v2", "cuPut_v2_ptds")]);
    assert_eq!(
        header.aliases,
        [pair("cuPut", "cuPut_v2")],
        "cuAsk is its own symbol"
    );
}

#[test]
fn per_thread_symbols_are_no_aliases() {
    assert_eq!(
        aliases("#define cuPut cuPut_v2_ptds\n#define cuAsk cuAsk_ptsz\n"),
        []
    );
}

#[test]
fn constants_keep_the_type_that_they_are_cast_to() {
    let text = "#define CU_DEFAULT ((CUstream)0x1)\n#define CU_HOST ((CUdevice)-1)\n#define CU_END ((void*)CU_END_AS_INT)\n\
                #define CU_OTHER_NAME CU_NAME\n#define CU_PLAIN 7\n#define CU_EMPTY\n#define OTHER CU_NAME\n\
                #define CU_NOT_OURS ELSEWHERE\n#define CU_WIDE ((unsigned int)8u)\n";
    let names: Vec<_> = read(text).constants;
    let expected = [
        ("CU_DEFAULT", cast("CUstream", "0x1")),
        ("CU_HOST", cast("CUdevice", "-1")),
        ("CU_END", cast("void*", "CU_END_AS_INT")),
        ("CU_OTHER_NAME", Constant::Name("CU_NAME".to_string())),
        ("CU_WIDE", cast("unsigned int", "8")),
    ];
    // CU_PLAIN is bindgen's to read.
    assert_eq!(
        names,
        expected.map(|(name, constant)| (name.to_string(), constant))
    );
}

#[test]
fn an_expression_in_parentheses_is_no_cast() {
    assert_eq!(
        read("#define CU_ANY (~0u)\n#define CU_BOTH (1 | 2)\n#define CU_TYPE ((CUdevice))\n").constants,
        []
    );
}

#[test]
fn a_suffix_makes_a_constant_unsigned() {
    let header =
        read("#define CU_ANY (~0u)\n#define CU_BIT 0x80000000U\n#define CU_SIGNED 1\n#define CU_LESS (-1)\n");
    let unsigned: Vec<_> = header.unsigned.iter().map(String::as_str).collect();
    assert_eq!(unsigned, ["CU_ANY", "CU_BIT"]);
}

#[test]
fn helpers_that_are_undefined_again_are_known() {
    let header = read("#define RESERVE 56\n#undef RESERVE\n# undef  OTHER // no more\n");
    let undefined: Vec<_> = header.undefined.iter().map(String::as_str).collect();
    assert_eq!(undefined, ["OTHER", "RESERVE"]);
}

#[test]
fn deprecated_functions_are_those_that_the_mark_precedes() {
    let text = "#define __CUDA_DEPRECATED __attribute__((deprecated))\n\
                __CUDA_DEPRECATED CUresult CUDAAPI cuOld(int a);\nCUresult CUDAAPI cuNew(int a);\n\
                __CUDA_DEPRECATED CUresult CUDAAPI\n    cuOlder_v2 (void);\n\
                /* __CUDA_DEPRECATED CUresult CUDAAPI cuWritten(int a); */\n";
    let header = read(text);
    let deprecated: Vec<_> = header.deprecated.iter().map(String::as_str).collect();
    assert_eq!(deprecated, ["cuOld", "cuOlder_v2"]);
}

#[test]
fn a_body_that_is_no_rust_token_is_passed_over() {
    let header = read("#define CU_ODD '\\\n#define CU_OPEN ((\n#define cuPut cuPut_v2\n");
    assert_eq!(header.constants, []);
    // The backslash joined the first two lines.
    assert_eq!(header.aliases, [pair("cuPut", "cuPut_v2")]);
}
