//! Writes a model out as the source files of the bindings.

use crate::build::header::{Constant, Header};
use crate::build::model::{record_name, Function, Layout, Model, TypeItem};
use quote::{quote, ToTokens};
use std::fmt::Write;
use syn::Type;

/// The bindings as source text, one field per file.
#[derive(Debug, PartialEq, Eq)]
pub struct Files {
    pub types: String,
    pub constants: String,
    pub functions: String,
    pub per_thread: String,
    pub layout: String,
}

impl Files {
    /// File names and texts.
    pub fn named(&self) -> [(&'static str, &str); 5] {
        [
            ("types.rs", &self.types),
            ("constants.rs", &self.constants),
            ("functions.rs", &self.functions),
            ("per_thread.rs", &self.per_thread),
            ("layout.rs", &self.layout),
        ]
    }
}

/// The version that introduced a symbol, as CUDA_VERSION encodes it.
pub type SinceFn<'a> = &'a dyn Fn(&str) -> Option<u32>;

/// All files of a header's bindings. `origin` says in each file's head what they were made from.
pub fn files(model: &Model, header: &Header, since: SinceFn, origin: &str) -> Result<Files, String> {
    let head = |what: &str| head(what, origin);
    let public = |symbol: &str| {
        let alias = header.aliases.iter().find(|(_, target)| target == symbol);
        alias.map_or(symbol, |(name, _)| name.as_str()).to_string()
    };
    Ok(Files {
        types: head("Types: enumerations, records, handles and typedefs, in the header's order.")
            + &types(model)?,
        constants: head("Constants: the header's object-like macros.") + &constants(model, header)?,
        functions: head("Functions, in the header's order, and the header's other names for them.")
            + &functions(model, header, since, &public)?
            + &aliases(model, header, |_| true),
        per_thread: head("Functions with a form of their own for per-thread default streams.")
            + &per_thread(model, header, since, &public)?
            + &aliases(model, header, |symbol| header.per_thread.contains_key(symbol)),
        layout: head("Size, alignment and field offsets of every record, as the C compiler has them.")
            + &layout(&model.layouts),
    })
}

/// A file's first lines: what it holds, and where that comes from.
pub fn head(what: &str, origin: &str) -> String {
    format!("// {what}\n// Generated from {origin} by ci/update-bindings; never edited.\n\n")
}

fn types(model: &Model) -> Result<String, String> {
    let mut out = String::new();
    let mut names = Vec::new();
    let mut silent = Vec::new();
    for item in &model.types {
        match item {
            TypeItem::Enumeration(name, values) => enumeration(&mut out, name, values),
            TypeItem::Opaque(name) => line(&mut out, format_args!("opaque! {{ {name} }}")),
            TypeItem::Alias(name, ty) => {
                let ident: syn::Ident = parse(name)?;
                out.push_str(&pretty(quote!(pub type #ident = #ty;))?);
            }
            TypeItem::Record(record) => {
                let text = record.to_token_stream().to_string();
                if !text.contains("Debug") {
                    silent.push(record_name(record));
                }
                names.push(record_name(record));
                // `zeroed!` implements Clone: the derived one would look at every field again.
                out.push_str(&pretty(record.to_token_stream())?.replace("Copy, Clone)", "Copy)"));
            }
        }
        out.push('\n');
    }
    line(
        &mut out,
        format_args!("zeroed! {{\n    {}\n}}\n", names.join(",\n    ")),
    );
    line(
        &mut out,
        format_args!("nameless_fields! {{\n    {}\n}}", silent.join(",\n    ")),
    );
    Ok(out)
}

fn enumeration(out: &mut String, name: &str, values: &[(String, u32)]) {
    line(out, format_args!("enumeration! {{"));
    if name == "CUresult" {
        line(
            out,
            format_args!("    #[must_use = \"the driver reports every failure in this code\"]"),
        );
    }
    line(out, format_args!("    {name}:"));
    for (name, value) in values {
        line(out, format_args!("    {name} = {value},"));
    }
    line(out, format_args!("}}"));
    if is_bit_mask(name) {
        line(out, format_args!("bit_mask! {{ {name} }}"));
    }
}

/// Whether C code combines the enumerators of this type with `|`. The header does not say so itself: most such
/// types are called flags, the others are listed.
fn is_bit_mask(name: &str) -> bool {
    const OTHERS: &[&str] = &["CUmemAllocationHandleType", "CUexecAffinityType_flags"];
    name.to_ascii_lowercase().contains("flags") || OTHERS.contains(&name)
}

fn constants(model: &Model, header: &Header) -> Result<String, String> {
    let mut out = String::from("constants! {\n");
    for (name, ty, value) in &model.constants {
        if header.undefined.contains(name) {
            continue;
        }
        match value.parse::<i32>() {
            Ok(signed) if header.unsigned.contains(name) => {
                line(&mut out, format_args!("    {name}: u32 = {};", signed as u32));
            }
            _ => line(&mut out, format_args!("    {name}: {ty} = {value};")),
        }
    }
    for (name, constant) in &header.constants {
        let (ty, value) = match constant {
            Constant::Name(other) => match owner(model, other) {
                Some(ty) => (ty.to_string(), other.clone()),
                None => continue,
            },
            Constant::Cast { ty, value } => match cast(model, ty, value) {
                Some(cast) => cast,
                None => continue,
            },
        };
        line(&mut out, format_args!("    {name}: {ty} = {value};"));
    }
    out.push_str("}\n");
    Ok(out)
}

/// A cast's type and value in Rust. None for what is neither number, pointer nor enumeration: better one constant
/// less than bindings that do not compile.
fn cast(model: &Model, ty: &str, value: &str) -> Option<(String, String)> {
    let is_number = value
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    // Rust has no negative literal of these types.
    let bits = match value.starts_with('-') {
        true => format!("{value}i64"),
        false => value.to_string(),
    };
    if ty == "void*" || is_pointer(model, ty) {
        let ty = if ty == "void*" { "*mut c_void" } else { ty };
        return Some((ty.to_string(), format!("{bits} as {ty}")));
    }
    let mut enumerations = model.types.iter();
    if enumerations.any(|item| matches!(item, TypeItem::Enumeration(name, _) if name == ty)) {
        let value = format!("{ty}({bits} as u32)");
        return is_number.then(|| (ty.to_string(), value));
    }
    let (name, is_signed) = integer(model, ty)?;
    let value = match is_number && (is_signed || !value.starts_with('-')) {
        true => value.to_string(),
        false => format!("{bits} as {name}"),
    };
    Some((name, value))
}

/// An integer type's name in Rust, and whether it has a sign.
fn integer(model: &Model, ty: &str) -> Option<(String, bool)> {
    let own = |name: &str, is_signed| Some((name.to_string(), is_signed));
    match ty {
        "int" | "c_int" => own("c_int", true),
        "long long" | "c_longlong" => own("c_longlong", true),
        "unsigned" | "unsigned int" | "c_uint" => own("c_uint", false),
        "unsigned long long" | "c_ulonglong" => own("c_ulonglong", false),
        "size_t" | "usize" => own("usize", false),
        "u32" | "u64" => own(ty, false),
        _ => {
            let target = model.types.iter().find_map(|item| match item {
                TypeItem::Alias(name, target) if name == ty => Some(target.to_token_stream().to_string()),
                _ => None,
            })?;
            let (_, is_signed) = integer(model, &target)?;
            own(ty, is_signed)
        }
    }
}

/// The enumeration that an enumerator belongs to, or the type of a constant.
fn owner<'a>(model: &'a Model, name: &str) -> Option<&'a str> {
    let enumeration = model.types.iter().find_map(|item| match item {
        TypeItem::Enumeration(ty, values) if values.iter().any(|(value, _)| value == name) => {
            Some(ty.as_str())
        }
        _ => None,
    });
    let constant = || model.constants.iter().find(|constant| constant.0 == name);
    enumeration.or_else(|| constant().map(|constant| constant.1.as_str()))
}

fn is_pointer(model: &Model, name: &str) -> bool {
    model.types.iter().any(
        |item| matches!(item, TypeItem::Alias(alias, ty) if alias == name && matches!(**ty, Type::Ptr(_))),
    )
}

fn functions(
    model: &Model,
    header: &Header,
    since: SinceFn,
    public: &dyn Fn(&str) -> String,
) -> Result<String, String> {
    let mut entries = Vec::new();
    for function in &model.functions {
        let symbol = &function.name;
        let deprecated = header.deprecated.contains(symbol);
        let other = header.per_thread.get(symbol);
        entries.push(entry(
            function,
            symbol,
            &public(symbol),
            symbol,
            other,
            deprecated,
            since,
        )?);
    }
    Ok(list("FUNCTIONS", &entries))
}

fn per_thread(
    model: &Model,
    header: &Header,
    since: SinceFn,
    public: &dyn Fn(&str) -> String,
) -> Result<String, String> {
    let mut entries = Vec::new();
    for function in &model.functions {
        if let Some(symbol) = header.per_thread.get(&function.name) {
            entries.push(entry(
                function,
                &function.name,
                &public(&function.name),
                symbol,
                None,
                false,
                since,
            )?);
        }
    }
    Ok(list("", &entries))
}

/// A `functions!` call; with a name for the table of what it declares, or none.
pub fn list(table: &str, entries: &[String]) -> String {
    format!("functions! {{\n    table {table};\n\n{}}}\n", entries.join("\n"))
}

/// One function of a `functions!` call.
pub fn entry(
    function: &Function,
    name: &str,
    public: &str,
    symbol: &str,
    per_thread: Option<&String>,
    deprecated: bool,
    since: SinceFn,
) -> Result<String, String> {
    let base = symbol
        .strip_suffix("_ptds")
        .or_else(|| symbol.strip_suffix("_ptsz"));
    let version = since(base.unwrap_or(symbol))
        .ok_or_else(|| format!("no CUDA version is known to have introduced {symbol}"))?;
    let mut out = String::new();
    if deprecated {
        line(
            &mut out,
            format_args!("    #[deprecated = \"cuda.h marks this function deprecated\"]"),
        );
    }
    let per_thread = per_thread
        .map(|symbol| format!(", per thread \"{symbol}\""))
        .unwrap_or_default();
    line(
        &mut out,
        format_args!(
            "    {public}, since {}.{}, symbol \"{symbol}\"{per_thread}:",
            version / 1000,
            version % 1000 / 10
        ),
    );
    let mut arguments = Vec::new();
    for (name, ty) in &function.arguments {
        arguments.push(format!("{name}: {}", type_text(ty)?));
    }
    let one_line = format!("    fn {name}({});", arguments.join(", "));
    if one_line.len() <= 110 {
        line(&mut out, format_args!("{one_line}"));
    } else {
        line(
            &mut out,
            format_args!(
                "    fn {name}(\n        {},\n    );",
                arguments.join(",\n        ")
            ),
        );
    }
    Ok(out)
}

fn aliases(model: &Model, header: &Header, wanted: impl Fn(&str) -> bool) -> String {
    let mut out = String::from("\naliases! {\n");
    for (name, symbol) in &header.aliases {
        let declared = model.functions.iter().any(|function| function.name == *symbol);
        if declared && wanted(symbol) {
            line(&mut out, format_args!("    {name} = {symbol},"));
        }
    }
    out.push_str("}\n");
    out
}

/// The layout assertions as a `layout!` call.
pub fn layout(layouts: &[Layout]) -> String {
    let mut out = String::from("layout! {\n");
    for layout in layouts {
        let fields: Vec<String> = layout
            .fields
            .iter()
            .map(|(name, offset)| format!("{name}: {offset}"))
            .collect();
        let head = format!(
            "    {}, {} bytes, aligned to {}",
            layout.name, layout.size, layout.align
        );
        line(&mut out, format_args!("{head}: {{ {} }};", fields.join(", ")));
    }
    out.push_str("}\n");
    out
}

fn type_text(ty: &Type) -> Result<String, String> {
    let text = pretty(quote!(type T = #ty;))?;
    let text = text
        .trim()
        .trim_start_matches("type T =")
        .trim_end_matches(';')
        .trim();
    Ok(text.to_string())
}

fn parse<T: syn::parse::Parse>(text: &str) -> Result<T, String> {
    syn::parse_str(text).map_err(|error| format!("{text}: {error}"))
}

fn pretty(tokens: proc_macro2::TokenStream) -> Result<String, String> {
    let file: syn::File = syn::parse2(tokens).map_err(|error| error.to_string())?;
    Ok(prettyplease::unparse(&file))
}

/// Writing to a String cannot fail.
fn line(out: &mut String, text: std::fmt::Arguments) {
    let _ = out.write_fmt(text);
    out.push('\n');
}
