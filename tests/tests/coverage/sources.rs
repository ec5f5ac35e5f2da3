//! What the sources of cuda-mem say of its public functions: names, files, documentation.

use crate::functions::Function;
use crate::{in_workspace, read, rule};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The words by which a wrapper's documentation says when the call's work is done, and what the table makes of them.
/// The first that stand there count.
pub const ORDERS: [(&str, &str); 5] = [
    ("Stream-ordered", "stream-ordered"),
    (
        "Synchronous where",
        "synchronous where the host is on either side",
    ),
    ("Asynchronous to the host", "in the default stream"),
    ("ynchronous", "synchronous"),
    ("It waits for", "waits for work"),
];

/// A public function.
pub struct Wrapper {
    /// In cuda-mem/src.
    pub file: String,
    /// The documentation's lines.
    pub docs: String,
    pub aliases: Vec<String>,
    pub is_unsafe: bool,
}

pub struct Crate {
    wrappers: BTreeMap<String, Wrapper>,
    /// The files that per_thread.rs compiles a second time.
    pub per_thread_files: BTreeSet<String>,
}

impl Crate {
    pub fn read() -> Crate {
        let folder = in_workspace("cuda-mem/src");
        let mut wrappers = BTreeMap::new();
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("an entry of the folder").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                read_wrappers(&path, &mut wrappers);
            }
        }
        Crate {
            wrappers,
            per_thread_files: per_thread_files(&read(&folder.join("per_thread.rs"))),
        }
    }

    /// The function with the name by rule.
    pub fn wrapper(&self, function: &Function) -> Option<&Wrapper> {
        self.wrappers.get(&rule::rust_name(function.name))
    }
}

fn read_wrappers(path: &Path, wrappers: &mut BTreeMap<String, Wrapper>) {
    let file = syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_name().expect("a file").to_string_lossy();
    for item in file.items {
        let syn::Item::Fn(function) = item else { continue };
        if !matches!(function.vis, syn::Visibility::Public(_)) {
            continue;
        }
        let mut wrapper = Wrapper {
            file: name.to_string(),
            docs: String::new(),
            aliases: Vec::new(),
            is_unsafe: matches!(function.sig.safety, syn::Safety::Unsafe(_)),
        };
        for attribute in &function.attrs {
            read_documentation(attribute, &mut wrapper);
        }
        let twice = wrappers.insert(function.sig.ident.to_string(), wrapper);
        assert!(twice.is_none(), "{} is defined twice", function.sig.ident);
    }
}

/// `/// text` or `#[doc(alias = "name")]`.
fn read_documentation(attribute: &syn::Attribute, wrapper: &mut Wrapper) {
    if !attribute.path().is_ident("doc") {
        return;
    }
    let text = |value: &syn::Expr| match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => text.value(),
        _ => panic!("documentation of a kind that the gate does not read"),
    };
    if let syn::Meta::NameValue(line) = &attribute.meta {
        wrapper.docs += text(&line.value).trim();
        wrapper.docs.push('\n');
    } else if let Ok(alias) = attribute.parse_args::<syn::MetaNameValue>() {
        if alias.path.is_ident("alias") {
            wrapper.aliases.push(text(&alias.value));
        }
    }
}

/// The literals of `families! { "copy.rs" copy; … }`.
fn per_thread_files(text: &str) -> BTreeSet<String> {
    let file = syn::parse_file(text).expect("per_thread.rs is Rust");
    let families = file.items.into_iter().find_map(|item| match item {
        syn::Item::Macro(item) if item.mac.path.is_ident("families") => Some(item.mac.tokens),
        _ => None,
    });
    let tokens = families.expect("per_thread.rs has a list of families");
    let literals = tokens.into_iter().filter_map(|token| match token {
        proc_macro2::TokenTree::Literal(literal) => Some(literal.to_string().trim_matches('"').to_string()),
        _ => None,
    });
    literals.collect()
}

impl Wrapper {
    /// The lines that are no code.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let mut in_code = false;
        self.docs.lines().filter(move |line| {
            let is_fence = line.starts_with("```");
            in_code ^= is_fence;
            !in_code && !is_fence
        })
    }

    pub fn has_section(&self, title: &str) -> bool {
        let heading = format!("# {title}");
        self.prose().any(|line| line == heading)
    }

    /// What stands before the first section, as one line.
    fn text(&self) -> String {
        let lines = self.prose().take_while(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join(" ")
    }

    /// The version of the first `since CUDA 12.2`.
    pub fn since(&self) -> Option<String> {
        let text = self.text();
        let (_, after) = text.split_once("ince CUDA ")?;
        let version: String = after
            .chars()
            .take_while(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        Some(version.trim_end_matches('.').to_string())
    }

    /// When the call's work is done.
    pub fn order(&self) -> Option<&'static str> {
        let text = self.text();
        let order = ORDERS.iter().find(|(words, _)| text.contains(words));
        order.map(|(_, order)| *order)
    }
}
