//! Which fields a C program can name: records have records inside, some of them without a name.

use std::collections::BTreeMap;

/// Records with their fields and the fields' types, as the bindings spell them.
pub type Shape = BTreeMap<String, Vec<(String, String)>>;

/// A field that a C program can name.
#[derive(Debug)]
pub struct Path {
    /// The typedef that it is reached from.
    pub record: String,
    /// As C writes it: `params.fence.value`.
    pub path: String,
    /// Record and field of each step; members without a name are steps too.
    pub steps: Vec<(String, String)>,
}

/// Whether a record has no typedef of its own: bindgen names it after the record that it is declared in.
pub fn is_nested<'a>(name: &str, mut all: impl Iterator<Item = &'a str>) -> bool {
    all.any(|outer| {
        let rest = name.strip_prefix(outer).unwrap_or_default();
        rest.starts_with("__bindgen_ty_") || rest.starts_with("_CU")
    })
}

/// All fields of all records that have a typedef, and of the records inside them.
pub fn paths(shape: &Shape) -> Vec<Path> {
    let mut paths = Vec::new();
    for record in shape.keys() {
        if !is_nested(record, shape.keys().map(String::as_str)) {
            let start = Path {
                record: record.clone(),
                path: String::new(),
                steps: Vec::new(),
            };
            descend(shape, record, &start, &mut paths);
        }
    }
    paths
}

fn descend(shape: &Shape, record: &str, above: &Path, paths: &mut Vec<Path>) {
    for (field, ty) in &shape[record] {
        let mut steps = above.steps.clone();
        steps.push((record.to_string(), field.clone()));
        let nameless = field.starts_with("__bindgen_anon_");
        let path = Path {
            record: above.record.clone(),
            path: match above.path.as_str() {
                _ if nameless => above.path.clone(),
                "" => in_c(field).to_string(),
                above => format!("{above}.{}", in_c(field)),
            },
            steps,
        };
        if shape.contains_key(ty) && is_nested(ty, shape.keys().map(String::as_str)) {
            descend(shape, ty, &path, paths);
        }
        if !nameless {
            paths.push(path);
        }
    }
}

/// bindgen puts an underscore after names that are Rust's keywords.
fn in_c(field: &str) -> &str {
    match field {
        "type_" => "type",
        "fn_" => "fn",
        _ => field,
    }
}
