//! bindgen's output as plain data: types under their typedef names, enumerations, constants, functions, layouts.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Expr, Item, Lit, Type};

/// All that a header declares.
#[derive(Debug, Default)]
pub struct Model {
    /// Types in the header's order.
    pub types: Vec<TypeItem>,
    /// Object-like macros that are integers: name, Rust type, value.
    pub constants: Vec<(String, String, String)>,
    /// Functions in the header's order.
    pub functions: Vec<Function>,
    /// What the compiler said of each record, by its Rust name, in the header's order.
    pub layouts: Vec<Layout>,
}

/// A type that the header declares.
#[derive(Debug)]
pub enum TypeItem {
    /// An `enum`: its name and enumerators.
    Enumeration(String, Vec<(String, u32)>),
    /// A `struct` or `union` with its fields.
    Record(Box<Item>),
    /// A struct that is only declared: handles point to it.
    Opaque(String),
    /// A typedef: its name, and the type that it stands for.
    Alias(String, Box<Type>),
}

/// A function that the header declares.
#[derive(Debug)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// Names and types of its arguments. Every function of the driver API returns CUresult.
    pub arguments: Vec<(String, Type)>,
}

/// Size, alignment and offsets of one record, in bytes.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Layout {
    pub name: String,
    pub size: u64,
    pub align: u64,
    /// Field and offset, in order.
    pub fields: Vec<(String, u64)>,
}

impl Model {
    /// Reads bindgen's output.
    pub fn new(file: &syn::File) -> Result<Model, String> {
        let names = Names::new(file);
        let tokens = names.rename(file.to_token_stream());
        let file: syn::File = syn::parse2(tokens)
            .map_err(|error| format!("bindgen's output with typedef names is not Rust: {error}"))?;
        let mut model = Model::default();
        for item in file.items {
            model.add(item, &names)?;
        }
        model.settle_enumerations(&names)?;
        Ok(model)
    }

    fn add(&mut self, item: Item, names: &Names) -> Result<(), String> {
        match item {
            Item::Const(item) if item.ident == "_" => {
                self.layouts.push(layout(&item.expr)?);
            }
            Item::Const(item) => {
                let (name, ty) = (item.ident.to_string(), item.ty.to_token_stream().to_string());
                let value = item.expr.to_token_stream().to_string().replace(' ', "");
                self.constants.push((name, ty, value));
            }
            Item::Struct(item) if is_enumeration(&item) => {
                let name = item.ident.to_string();
                self.types.push(TypeItem::Enumeration(name, Vec::new()));
            }
            Item::Struct(item) if is_opaque(&item) => {
                self.types.push(TypeItem::Opaque(item.ident.to_string()));
            }
            Item::Struct(_) | Item::Union(_) => self.types.push(TypeItem::Record(Box::new(item))),
            // The typedef whose name the type itself took.
            Item::Type(item) if names.is_own(&item.ident.to_string()) => {}
            Item::Type(item) => {
                let name = item.ident.to_string();
                self.types.push(TypeItem::Alias(name, item.ty));
            }
            Item::Use(item) => {
                if let Some((target, name)) = reexport(&item) {
                    if target != name && !names.is_own(&name) {
                        let ty = syn::parse_str(&target).map_err(|error| error.to_string())?;
                        self.types.push(TypeItem::Alias(name, Box::new(ty)));
                    }
                }
            }
            Item::ForeignMod(module) => {
                for item in module.items {
                    self.functions.push(function(&item)?);
                }
            }
            other => {
                let text = other.to_token_stream().to_string();
                return Err(format!("bindgen made an item of a kind unknown here: {text}"));
            }
        }
        Ok(())
    }

    /// Moves the enumerators, which bindgen gives as constants, to their enumerations.
    fn settle_enumerations(&mut self, names: &Names) -> Result<(), String> {
        let mut values: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
        let mut constants = Vec::new();
        for (name, ty, value) in std::mem::take(&mut self.constants) {
            if !names.is_enumeration(&ty) {
                constants.push((name, ty, value));
                continue;
            }
            let inner = value.strip_prefix(ty.as_str()).unwrap_or_default();
            let digits = inner.trim_start_matches('(').trim_end_matches(')');
            // Windows makes every C enum an int: the same 32 bits, read as u32 here.
            let number: i64 = digits
                .parse()
                .map_err(|_| format!("enumerator {name} has the value {value}, which is no number"))?;
            let bits = u32::try_from(number)
                .or_else(|_| i32::try_from(number).map(|signed| signed as u32))
                .map_err(|_| format!("enumerator {name} does not fit 32 bits: {number}"))?;
            values.entry(ty).or_default().push((name, bits));
        }
        self.constants = constants;
        for item in &mut self.types {
            if let TypeItem::Enumeration(name, enumerators) = item {
                *enumerators = values.remove(name).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// The records that the functions which `wanted` picks take or give, directly or through other records.
    pub fn records_of(&self, wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for item in &self.types {
            match item {
                TypeItem::Record(record) => {
                    uses.insert(record_name(record), identifiers(record.to_token_stream()));
                }
                TypeItem::Alias(name, ty) => {
                    uses.insert(name.clone(), identifiers(ty.to_token_stream()));
                }
                TypeItem::Enumeration(..) | TypeItem::Opaque(_) => {}
            }
        }
        let mut queue: Vec<String> = self
            .functions
            .iter()
            .filter(|function| wanted(&function.name))
            .flat_map(|function| &function.arguments)
            .flat_map(|(_, ty)| identifiers(ty.to_token_stream()))
            .collect();
        let mut seen = BTreeSet::new();
        while let Some(name) = queue.pop() {
            if let Some(used) = uses.get(&name) {
                if seen.insert(name) {
                    queue.extend(used.iter().cloned());
                }
            }
        }
        self.layouts
            .iter()
            .map(|layout| layout.name.clone())
            .filter(|name| seen.contains(name))
            .collect()
    }
}

/// The families whose records must never differ from the header's: those of the memory functions.
pub fn is_memory_function(name: &str) -> bool {
    [
        "cuMem",
        "cuArray",
        "cuMipmappedArray",
        "cuIpc",
        "cuPointer",
        "cuMulticast",
    ]
    .iter()
    .any(|family| name.starts_with(family))
}

/// A record's name.
pub fn record_name(item: &Item) -> String {
    match item {
        Item::Struct(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => String::new(),
    }
}

fn identifiers(tokens: TokenStream) -> Vec<String> {
    let mut out = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => out.push(ident.to_string()),
            TokenTree::Group(group) => out.extend(identifiers(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    out
}

/// Tags to the typedef names that replace them. Tags change between versions, typedefs do not.
struct Names {
    /// Tag to typedef name.
    typedef_of: BTreeMap<String, String>,
    /// Typedef names of enumerations.
    enumerations: BTreeSet<String>,
}

impl Names {
    fn new(file: &syn::File) -> Names {
        let mut records = BTreeSet::new();
        let mut enumerations = BTreeSet::new();
        let mut aliases: Vec<(String, String)> = Vec::new();
        for item in &file.items {
            match item {
                Item::Struct(item) if is_enumeration(item) => {
                    enumerations.insert(item.ident.to_string());
                }
                Item::Struct(item) if !is_opaque(item) => {
                    records.insert(item.ident.to_string());
                }
                Item::Union(item) => {
                    records.insert(item.ident.to_string());
                }
                Item::Type(item) => {
                    aliases.push((item.ident.to_string(), item.ty.to_token_stream().to_string()));
                }
                Item::Use(item) => {
                    if let Some((target, name)) = reexport(item) {
                        aliases.push((name, target));
                    }
                }
                _ => {}
            }
        }
        let mut typedef_of = BTreeMap::new();
        for tag in records.iter().chain(&enumerations) {
            let mut all: Vec<&str> = Vec::new();
            for (name, target) in &aliases {
                if target == tag || all.contains(&target.as_str()) {
                    all.push(name);
                }
            }
            if let Some(name) = choose(tag, &all) {
                typedef_of.insert(tag.clone(), name.to_string());
            }
        }
        let enumerations = enumerations
            .into_iter()
            .map(|tag| typedef_of.get(&tag).cloned().unwrap_or(tag))
            .collect();
        Names {
            typedef_of,
            enumerations,
        }
    }

    fn is_enumeration(&self, name: &str) -> bool {
        self.enumerations.contains(name)
    }

    /// Whether a typedef's name was given to the type itself.
    fn is_own(&self, name: &str) -> bool {
        self.typedef_of.values().any(|own| own == name)
    }

    fn new_name(&self, name: &str) -> Option<String> {
        if let Some(own) = self.typedef_of.get(name) {
            return Some(own.clone());
        }
        // Records inside a record have its tag as a prefix: `tag__bindgen_ty_1`, `tag_Inner_st`.
        let (tag, own) = self
            .typedef_of
            .iter()
            .filter(|(tag, _)| name.len() > tag.len() && name.starts_with(tag.as_str()))
            .max_by_key(|(tag, _)| tag.len())?;
        let rest = &name[tag.len()..];
        let inner = rest.starts_with("__bindgen_ty_") || rest.starts_with("_CU");
        inner.then(|| format!("{own}{rest}"))
    }

    /// Renames every identifier, and takes the path off C's basic types.
    fn rename(&self, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let ident = match self.new_name(&name) {
                        Some(new) => Ident::new(&new, ident.span()),
                        None => ident,
                    };
                    strip_ctypes_path(&mut out);
                    out.push(TokenTree::Ident(ident));
                }
                TokenTree::Group(group) => {
                    let inner = self.rename(group.stream());
                    out.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
                }
                other => out.push(other),
            }
        }
        out.into_iter().collect()
    }
}

/// Drops a trailing `crate :: ctypes ::`.
fn strip_ctypes_path(out: &mut Vec<TokenTree>) {
    let Some(start) = out.len().checked_sub(6) else {
        return;
    };
    let tail: String = out[start..].iter().map(ToString::to_string).collect();
    if tail == "crate::ctypes::" {
        out.truncate(start);
    }
}

/// The typedef that a tag is known by: the one that is the tag's own name, else the first without a version.
fn choose<'a>(tag: &str, typedefs: &[&'a str]) -> Option<&'a str> {
    let base = ["_st", "_enum", "_union", "_struct"]
        .iter()
        .find_map(|suffix| tag.strip_suffix(suffix))
        .unwrap_or(tag);
    let own = unversioned(base);
    typedefs
        .iter()
        .find(|name| **name == own)
        .or_else(|| typedefs.iter().find(|name| unversioned(name) == **name))
        .or_else(|| typedefs.first())
        .copied()
}

fn unversioned(name: &str) -> &str {
    match name.rsplit_once("_v") {
        Some((base, digits)) if digits.chars().all(|c| c.is_ascii_digit()) => base,
        _ => name,
    }
}

fn is_enumeration(item: &syn::ItemStruct) -> bool {
    item.attrs
        .iter()
        .any(|attribute| attribute.to_token_stream().to_string().contains("transparent"))
}

fn is_opaque(item: &syn::ItemStruct) -> bool {
    item.fields
        .iter()
        .any(|field| field.ident.iter().any(|name| name == "_unused"))
}

/// `pub use self::target as name;`
fn reexport(item: &syn::ItemUse) -> Option<(String, String)> {
    let syn::UseTree::Path(path) = &item.tree else {
        return None;
    };
    let syn::UseTree::Rename(rename) = &*path.tree else {
        return None;
    };
    Some((rename.ident.to_string(), rename.rename.to_string()))
}

fn function(item: &syn::ForeignItem) -> Result<Function, String> {
    let syn::ForeignItem::Fn(item) = item else {
        let text = item.to_token_stream();
        return Err(format!(
            "the header declares something other than functions: {text}"
        ));
    };
    let name = item.sig.ident.to_string();
    let output = item.sig.output.to_token_stream().to_string().replace(' ', "");
    if output != "->CUresult" || item.sig.variadic.is_some() {
        return Err(format!(
            "{name} does not return CUresult, or takes any number of arguments"
        ));
    }
    let mut arguments = Vec::new();
    for argument in &item.sig.inputs {
        match argument {
            syn::FnArg::Typed(argument) => {
                let name = argument.pat.to_token_stream().to_string();
                arguments.push((name, (*argument.ty).clone()));
            }
            syn::FnArg::Receiver(_) => return Err(format!("{name} takes self")),
        }
    }
    Ok(Function { name, arguments })
}

/// bindgen's assertions: a block of `["Size of X"][expression - 8usize];`
fn layout(block: &Expr) -> Result<Layout, String> {
    let mut layout = Layout::default();
    let Expr::Block(block) = block else {
        return Err("a nameless constant is no block of layout assertions".to_string());
    };
    for statement in &block.block.stmts {
        let (what, number) = assertion(statement).ok_or_else(|| {
            let text = statement.to_token_stream();
            format!("this layout assertion of bindgen's has a form unknown here: {text}")
        })?;
        // The message has the C tag; the expression, which was renamed, has the typedef.
        let name = subject(statement);
        if what.starts_with("Size of ") {
            layout.name = name;
            layout.size = number;
        } else if what.starts_with("Alignment of ") {
            layout.align = number;
        } else if let Some((_, field)) = what.rsplit_once("::") {
            layout.fields.push((field.to_string(), number));
        }
    }
    if layout.name.is_empty() {
        return Err("a block of layout assertions gives no size".to_string());
    }
    Ok(layout)
}

fn assertion(statement: &syn::Stmt) -> Option<(String, u64)> {
    let syn::Stmt::Expr(Expr::Index(index), _) = statement else {
        return None;
    };
    let Expr::Array(message) = &*index.expr else {
        return None;
    };
    let Some(Expr::Lit(message)) = message.elems.first() else {
        return None;
    };
    let Lit::Str(message) = &message.lit else {
        return None;
    };
    let Expr::Binary(difference) = &*index.index else {
        return None;
    };
    let Expr::Lit(number) = &*difference.right else {
        return None;
    };
    let Lit::Int(number) = &number.lit else {
        return None;
    };
    Some((message.value(), number.base10_parse().ok()?))
}

/// The record in `size_of::<X>()`, `align_of::<X>()` or `offset_of!(X, field)`: the first name that is none of the
/// path's own.
fn subject(statement: &syn::Stmt) -> String {
    identifiers(statement.to_token_stream())
        .into_iter()
        .find(|name| {
            !matches!(
                name.as_str(),
                "core" | "std" | "mem" | "size_of" | "align_of" | "offset_of"
            )
        })
        .unwrap_or_default()
}
