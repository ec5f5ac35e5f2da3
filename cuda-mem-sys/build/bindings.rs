//! From a toolkit's header to the bindings that are compiled: its own if it is as new as the shipped ones, else the
//! shipped ones, held against the older header's layouts.

use crate::build::{clang, header, model, render, since};
use std::fs;
use std::path::Path;

/// What was done with a header.
#[derive(Debug, PartialEq, Eq)]
pub enum Made {
    /// Its bindings lie in the output folder.
    FromHeader,
    /// It is older than the shipped bindings: its layouts of the memory records lie in the output folder.
    Older,
}

/// Where things are.
pub struct Paths<'a> {
    /// This crate's root.
    pub crate_root: &'a Path,
    /// The folder that holds cuda.h.
    pub header_dir: &'a Path,
    /// Where the files go.
    pub out: &'a Path,
    /// The Rust target triple.
    pub target: &'a str,
}

/// Makes the files. `version` is the header's.
pub fn make(paths: &Paths, version: u32) -> Result<Made, String> {
    let file = clang::parse(&clang::Input {
        wrapper: &paths.crate_root.join("wrapper.h"),
        header_dir: paths.header_dir,
        stubs: &paths.crate_root.join("build/include"),
        target: paths.target,
    })?;
    let model = model::Model::new(&file)?;
    if version < shipped_version() {
        let layouts = memory_layouts(&model)?;
        write(&paths.out.join("layout.rs"), &render::layout(&layouts))?;
        return Ok(Made::Older);
    }
    let text = read(&paths.header_dir.join("cuda.h"))?;
    // It lies beside cuda.h in every toolkit; without it the new functions' versions are not known exactly.
    let typedefs = read(&paths.header_dir.join("cudaTypedefs.h")).unwrap_or_default();
    let typedefs = since::read(&typedefs);
    let since = |symbol: &str| {
        let known = typedefs.version(symbol).or_else(|| shipped_since(symbol));
        known.or(Some(version))
    };
    let origin = format!("the cuda.h of CUDA {}.{}", version / 1000, version % 1000 / 10);
    let files = render::files(&model, &header::read(&text), &since, &origin)?;
    for (name, text) in files.named() {
        write(&paths.out.join(name), text)?;
    }
    Ok(Made::FromHeader)
}

/// The CUDA version of the shipped bindings.
pub fn shipped_version() -> u32 {
    let constants = include_str!("../src/bindings/constants.rs");
    let value = constants.split("CUDA_VERSION: u32 = ").nth(1);
    let digits = value.and_then(|rest| rest.split(';').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The version that introduced a symbol, as the shipped bindings have it: `symbol "cuInit"` follows `since 2.0`.
fn shipped_since(symbol: &str) -> Option<u32> {
    let functions = include_str!("../src/bindings/functions.rs");
    let marker = format!(", symbol \"{symbol}\"");
    let before = &functions[..functions.find(&marker)?];
    let (major, minor) = before.rsplit_once("since ")?.1.split_once('.')?;
    Some(major.parse::<u32>().ok()? * 1000 + minor.parse::<u32>().ok()? * 10)
}

/// The header's layouts of the records that memory functions use, in terms of the shipped records' fields.
pub fn memory_layouts(model: &model::Model) -> Result<Vec<model::Layout>, String> {
    let memory = model.records_of(model::is_memory_function);
    let shipped = shipped_layouts();
    let mut layouts = Vec::new();
    for layout in model
        .layouts
        .iter()
        .filter(|layout| memory.contains(&layout.name))
    {
        let own = shipped
            .iter()
            .find(|own| own.name == layout.name)
            .ok_or_else(|| {
                format!(
                    "the header's record {} has no counterpart in the shipped bindings",
                    layout.name
                )
            })?;
        let mut layout = layout.clone();
        let mut fields = Vec::new();
        for (field, offset) in layout.fields {
            // New fields are taken from the front of the reserved bytes: `CUmemPoolProps` of 13.4 so.
            if field.starts_with("reserved") {
                continue;
            }
            if own.fields.iter().any(|(name, _)| *name == field) {
                fields.push((field, offset));
            } else if !is_in_anonymous_member(&shipped, &own.name, &field) {
                let name = &own.name;
                return Err(format!(
                    "the header's field {name}::{field} is not in the shipped bindings"
                ));
            }
        }
        layout.fields = fields;
        layouts.push(layout);
    }
    Ok(layouts)
}

/// Whether a newer header moved this field into an anonymous member, as 13.2 did with `CUmemLocation::id`. Rust has
/// no offset of such a field from the record's start to compare; the record's size still is compared.
fn is_in_anonymous_member(shipped: &[model::Layout], record: &str, field: &str) -> bool {
    let member = format!("{record}__bindgen_ty_");
    shipped
        .iter()
        .filter(|inner| inner.name.starts_with(&member))
        .any(|inner| inner.fields.iter().any(|(name, _)| name == field))
}

/// The layouts in the shipped layout.rs: `Name, 8 bytes, aligned to 4: { field: 0, other: 4 };` a line.
fn shipped_layouts() -> Vec<model::Layout> {
    let text = include_str!("../src/bindings/layout.rs");
    text.lines().filter_map(shipped_layout).collect()
}

fn shipped_layout(line: &str) -> Option<model::Layout> {
    let (head, fields) = line.trim().split_once(": {")?;
    let mut head = head.split([',', ' ']).filter(|part| !part.is_empty());
    let name = head.next()?.to_string();
    let mut numbers = head.filter_map(|part| part.parse().ok());
    let (size, align) = (numbers.next()?, numbers.next()?);
    let fields = fields.trim_end_matches([' ', '}', ';']).split(',');
    let field = |text: &str| {
        let (name, offset) = text.split_once(':')?;
        Some((name.trim().to_string(), offset.trim().parse().ok()?))
    };
    Some(model::Layout {
        name,
        size,
        align,
        fields: fields.filter_map(field).collect(),
    })
}

fn read(path: &Path) -> Result<String, String> {
    // A vendor's comment may be in any encoding; the code is ASCII.
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
