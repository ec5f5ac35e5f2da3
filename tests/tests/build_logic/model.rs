//! What is made of bindgen's output, here written by hand in its form.

use crate::build::model::{Layout, Model, TypeItem};
use quote::ToTokens;

pub fn model(text: &str) -> Result<Model, String> {
    Model::new(&syn::parse_file(text).expect("Rust"))
}

pub fn good(text: &str) -> Model {
    model(text).expect("a model")
}

/// Each type as one line.
fn types(model: &Model) -> Vec<String> {
    let line = |item: &TypeItem| match item {
        TypeItem::Enumeration(name, values) => format!("enum {name} {values:?}"),
        TypeItem::Record(item) => item.to_token_stream().to_string().replace(' ', ""),
        TypeItem::Opaque(name) => format!("opaque {name}"),
        TypeItem::Alias(name, ty) => format!(
            "type {name} = {}",
            ty.to_token_stream().to_string().replace(' ', "")
        ),
    };
    model.types.iter().map(line).collect()
}

#[test]
fn a_record_has_its_typedefs_name_not_its_tag() {
    let model = good(
        "pub struct CUput_st { pub id: crate::ctypes::c_int, }
         pub type CUput_v1 = CUput_st;
         pub type CUput = CUput_v1;
         pub struct CUtake_v2_st { pub first: CUput_st, }
         pub type CUtake_v2 = CUtake_v2_st;
         pub type CUtake = CUtake_v2;",
    );
    let expected = [
        "pubstructCUput{pubid:c_int,}",
        "type CUput_v1 = CUput",
        "pubstructCUtake{pubfirst:CUput,}",
        "type CUtake_v2 = CUtake",
    ];
    assert_eq!(types(&model), expected);
}

#[test]
fn records_inside_a_record_follow_its_name() {
    let model = good(
        "pub struct CUput_st { pub __bindgen_anon_1: CUput_st__bindgen_ty_1, }
         pub union CUput_st__bindgen_ty_1 { pub a: CUput_st_CUinner_st, }
         pub struct CUput_st_CUinner_st { pub b: crate::ctypes::c_uint, }
         pub type CUput = CUput_st;
         pub struct CUput_st_other { pub c: u8, }",
    );
    let expected = [
        "pubstructCUput{pub__bindgen_anon_1:CUput__bindgen_ty_1,}",
        "pubunionCUput__bindgen_ty_1{puba:CUput_CUinner_st,}",
        "pubstructCUput_CUinner_st{pubb:c_uint,}",
        // No record inside: its name only starts alike.
        "pubstructCUput_st_other{pubc:u8,}",
    ];
    assert_eq!(types(&model), expected);
}

#[test]
fn enumerators_are_32_bits_on_every_target() {
    for (integer, value) in [("c_uint", "4294967295"), ("c_int", "-1")] {
        let text = format!(
            "#[repr(transparent)] pub struct CUkind_enum(pub crate::ctypes::{integer});
             pub const CU_KIND_NONE: CUkind_enum = CUkind_enum(0);
             pub const CU_KIND_ANY: CUkind_enum = CUkind_enum({value});
             pub const CU_PLAIN: u32 = 3;
             pub use self::CUkind_enum as CUkind;"
        );
        let model = good(&text);
        assert_eq!(
            types(&model),
            ["enum CUkind [(\"CU_KIND_NONE\", 0), (\"CU_KIND_ANY\", 4294967295)]"]
        );
        assert_eq!(
            model.constants,
            [("CU_PLAIN".to_string(), "u32".to_string(), "3".to_string())]
        );
    }
}

#[test]
fn declared_structs_are_opaque() {
    let model = good("pub struct CUhandle_st { _unused: [u8; 0], } pub type CUhandle = *mut CUhandle_st;");
    assert_eq!(
        types(&model),
        ["opaque CUhandle_st", "type CUhandle = *mutCUhandle_st"]
    );
}

/// A record with its layout, as bindgen asserts it.
pub fn record(name: &str, size: u32, fields: &[(&str, &str, u32)]) -> String {
    let members: String = fields
        .iter()
        .map(|(field, ty, _)| format!("pub {field}: {ty}, "))
        .collect();
    let offset = |(field, _, offset): &(&str, &str, u32)| {
        format!("[\"Offset of field: {name}::{field}\"][::core::mem::offset_of!({name}, {field}) - {offset}usize];")
    };
    let offsets: String = fields
        .iter()
        .filter(|field| !field.0.starts_with("__"))
        .map(offset)
        .collect();
    format!(
        "pub struct {name} {{ {members} }}
         const _: () = {{
             [\"Size of {name}\"][::core::mem::size_of::<{name}>() - {size}usize];
             [\"Alignment of {name}\"][::core::mem::align_of::<{name}>() - 4usize];
             {offsets}
         }};"
    )
}

#[test]
fn layouts_are_known_by_the_records_new_name() {
    let text =
        record("CUput_st", 8, &[("type_", "c_int", 0), ("id", "c_int", 4)]) + "pub type CUput = CUput_st;";
    let expected = Layout {
        name: "CUput".to_string(),
        size: 8,
        align: 4,
        fields: vec![("type_".to_string(), 0), ("id".to_string(), 4)],
    };
    assert_eq!(good(&text).layouts, [expected]);
}

#[test]
fn a_function_keeps_its_arguments() {
    let model = good(
        "extern \"C\" { pub fn cuPut(at: *mut CUput_st, n: usize) -> CUresult; } pub type CUput = CUput_st; \
                      pub struct CUput_st { pub a: u8, }",
    );
    let function = &model.functions[0];
    let arguments = function.arguments.iter();
    let arguments: Vec<_> = arguments
        .map(|(name, ty)| format!("{name}: {}", ty.to_token_stream()))
        .collect();
    assert_eq!(function.name, "cuPut");
    assert_eq!(arguments, ["at: * mut CUput", "n: usize"]);
}

#[test]
fn records_are_found_through_pointers_typedefs_and_records() {
    let text = record("CUouter", 8, &[("inner", "CUalias", 0)])
        + &record("CUinner", 4, &[("a", "c_int", 0)])
        + &record("CUelse", 4, &[("a", "c_int", 0)])
        + "pub type CUalias = *const CUinner;
           extern \"C\" {
               pub fn cuMemPut(at: *const CUouter) -> CUresult;
               pub fn cuLaunchPut(at: *const CUelse) -> CUresult;
           }";
    let found = good(&text).records_of(crate::build::model::is_memory_function);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["CUinner", "CUouter"]);
}

#[test]
fn what_it_cannot_read_is_named() {
    let cases = [
        ("pub static A: u8 = 0;", "an item of a kind unknown here"),
        (
            "extern \"C\" { pub fn cuPut() -> c_int; }",
            "cuPut does not return CUresult",
        ),
        (
            "extern \"C\" { pub fn cuPut(a: c_int, ...) -> CUresult; }",
            "takes any number of arguments",
        ),
        (
            "extern \"C\" { pub static cuWord: c_int; }",
            "something other than functions",
        ),
        ("const _: () = 1;", "no block of layout assertions"),
        ("const _: () = { 1 + 1; };", "a form unknown here"),
        ("const _: () = {};", "gives no size"),
        (
            "#[repr(transparent)] pub struct CUk(pub u32); pub const CU_A: CUk = CUk(B);",
            "enumerator CU_A has the value CUk(B), which is no number",
        ),
        (
            "#[repr(transparent)] pub struct CUk(pub u32); pub const CU_A: CUk = CUk(4294967296);",
            "enumerator CU_A does not fit 32 bits: 4294967296",
        ),
    ];
    for (text, message) in cases {
        let error = model(text).expect_err(text);
        assert!(error.contains(message), "{text}: {error}");
    }
}
