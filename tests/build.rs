//! Writes the tables that the layout tests compare with C, and tells the tests their target. Only names are taken from the shipped list of types; sizes,
//! offsets and values are left to the compiler that builds the tests, which has them from the crate itself.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use std::path::Path;

const TYPES: &str = "../cuda-mem-sys/src/bindings/types.rs";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={TYPES}");
    // For the tests that start cargo.
    let target = std::env::var("TARGET").expect("Cargo names the target");
    println!("cargo:rustc-env=TESTS_TARGET={target}");
    let text = std::fs::read_to_string(TYPES).expect("the shipped types");
    let file = syn::parse_file(&text).expect("the shipped types are Rust");
    let (mut records, mut enumerations, mut aliases) = (Vec::new(), Vec::new(), Vec::new());
    for item in file.items {
        match item {
            syn::Item::Struct(item) => records.push(record(&item.ident, item.fields.iter())),
            syn::Item::Union(item) => records.push(record(&item.ident, item.fields.named.iter())),
            syn::Item::Type(item) => {
                let (ident, name) = (&item.ident, item.ident.to_string());
                aliases.push(quote!(Alias {
                    name: #name,
                    size: size_of::<sys::#ident>(),
                    align: align_of::<sys::#ident>(),
                }));
            }
            syn::Item::Macro(item) if item.mac.path.is_ident("enumeration") => {
                enumerations.push(enumeration(item.mac.tokens));
            }
            // The other macros add traits to what stands in the items above, or declare structs without a size.
            syn::Item::Macro(_) => {}
            other => panic!(
                "{TYPES} has an item of an unknown kind: {}",
                other.to_token_stream()
            ),
        }
    }
    let tables = quote! {
        pub const RECORDS: &[Record] = &[#(#records),*];
        pub const ENUMERATIONS: &[Enumeration] = &[#(#enumerations),*];
        pub const ALIASES: &[Alias] = &[#(#aliases),*];
    };
    let out = std::env::var_os("OUT_DIR").expect("Cargo names the output folder");
    std::fs::write(Path::new(&out).join("types.rs"), tables.to_string()).expect("the tables are written");
}

fn record<'a>(ident: &syn::Ident, fields: impl Iterator<Item = &'a syn::Field>) -> TokenStream {
    let fields = fields.map(|field| {
        let field_ident = field.ident.as_ref().expect("the header's fields have names");
        let name = field_ident.to_string();
        let ty = field.ty.to_token_stream().to_string().replace(' ', "");
        quote!(Field {
            name: #name,
            ty: #ty,
            offset: || offset!(sys::#ident, #field_ident),
            // SAFETY: never called; its type alone is used.
            size: pointee_size(|record: *const sys::#ident| unsafe { std::ptr::addr_of!((*record).#field_ident) }),
        })
    });
    let name = ident.to_string();
    quote!(Record {
        name: #name,
        size: size_of::<sys::#ident>(),
        align: align_of::<sys::#ident>(),
        fields: &[#(#fields),*],
    })
}

/// `#[attribute] Name: A = 0, B = 1,`
fn enumeration(tokens: TokenStream) -> TokenStream {
    let idents = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    let mut idents = idents.map(|name| (format_ident!("{name}"), name));
    let (ident, name) = idents.next().expect("an enumeration has a name");
    let values = idents.map(|(value, name)| quote!((#name, sys::#value.0)));
    quote!(Enumeration {
        name: #name,
        size: size_of::<sys::#ident>(),
        values: &[#(#values),*],
        debug: |value| format!("{:?}", sys::#ident(value)),
    })
}
