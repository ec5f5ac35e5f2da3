//! Reads from the text of cuda.h what bindgen does not carry over: function-name macros, constants that are
//! casts or other names, per-thread symbols, deprecations.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// What the header's text says beyond its declarations.
#[derive(Debug, Default)]
pub struct Header {
    /// `#define cuMemAlloc cuMemAlloc_v2`, in the header's order: (macro, symbol).
    pub aliases: Vec<(String, String)>,
    /// Symbol to the symbol that a unit compiled for per-thread default streams calls.
    pub per_thread: BTreeMap<String, String>,
    /// Functions marked `__CUDA_DEPRECATED`.
    pub deprecated: BTreeSet<String>,
    /// Constants that bindgen drops, in the header's order.
    pub constants: Vec<(String, Constant)>,
    /// Constants written with a `u` suffix, which bindgen takes for signed.
    pub unsigned: BTreeSet<String>,
    /// Names that the header undefines again: its own helpers, which no program sees.
    pub undefined: BTreeSet<String>,
}

/// The body of a macro that is a constant, but no literal.
#[derive(Debug, PartialEq, Eq)]
pub enum Constant {
    /// `((CUstream)0x1)`, `((CUdevice)-1)`, `((void*)NAME)`: the type in C and the value in Rust.
    Cast {
        /// A typedef's name, a type of C's own, or `void*`.
        ty: String,
        /// A literal, with its sign, or another constant's name.
        value: String,
    },
    /// Another constant's name.
    Name(String),
}

/// Reads a header's text.
pub fn read(text: &str) -> Header {
    let text = without_comments(&text.replace("\\\r\n", " ").replace("\\\n", " "));
    let mut header = Header::default();
    for line in text.lines() {
        if let Some((name, body)) = define(line) {
            read_define(&mut header, name, body);
        } else if let Some(name) = undef(line) {
            header.undefined.insert(name.to_string());
        }
    }
    for chunk in text.split("__CUDA_DEPRECATED").skip(1) {
        // `CUresult CUDAAPI name(`: the name stands before the first parenthesis, on the same declaration.
        let head = chunk.split(['(', ';', '#']).next();
        let name = head.and_then(|head| head.split_whitespace().last());
        if let Some(name) = name.filter(|name| name.starts_with("cu")) {
            header.deprecated.insert(name.to_string());
        }
    }
    header
}

fn define(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim();
    let end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let (name, body) = rest.split_at(end);
    // A parenthesis right after the name makes a function-like macro.
    (!body.starts_with('(')).then(|| (name, body.trim()))
}

fn undef(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    rest.strip_prefix("undef").map(str::trim)
}

fn read_define(header: &mut Header, name: &str, body: &str) {
    let tokens: Vec<TokenTree> = match body.parse::<TokenStream>() {
        Ok(stream) => stream.into_iter().collect(),
        // `_CONCAT`-like helpers and attribute text: no constant has such a body.
        Err(_) => return,
    };
    if is_unsigned(&tokens) {
        header.unsigned.insert(name.to_string());
    }
    match (name.starts_with("cu"), tokens.as_slice()) {
        (true, [TokenTree::Ident(symbol)]) => alias(header, name, &symbol.to_string()),
        // __CUDA_API_PTDS(symbol) or __CUDA_API_PTSZ(symbol)
        (true, [TokenTree::Ident(wrapper), TokenTree::Group(group)]) => {
            let suffix = match wrapper.to_string().as_str() {
                "__CUDA_API_PTDS" => "_ptds",
                "__CUDA_API_PTSZ" => "_ptsz",
                _ => return,
            };
            let symbol = group.stream().to_string();
            header
                .per_thread
                .insert(symbol.clone(), format!("{symbol}{suffix}"));
            alias(header, name, &symbol);
        }
        (false, [TokenTree::Ident(other)]) if name.starts_with("CU") => {
            let other = other.to_string();
            if other.starts_with("CU") {
                header.constants.push((name.to_string(), Constant::Name(other)));
            }
        }
        (false, [TokenTree::Group(group)]) if group.delimiter() == Delimiter::Parenthesis => {
            if let Some(constant) = cast(group.stream()) {
                header.constants.push((name.to_string(), constant));
            }
        }
        _ => {}
    }
}

fn is_unsigned(tokens: &[TokenTree]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Literal(literal) => literal.to_string().ends_with(['u', 'U']),
        TokenTree::Group(group) => is_unsigned(&group.stream().into_iter().collect::<Vec<_>>()),
        TokenTree::Ident(_) | TokenTree::Punct(_) => false,
    })
}

fn alias(header: &mut Header, name: &str, symbol: &str) {
    let per_thread_itself = symbol.ends_with("_ptds") || symbol.ends_with("_ptsz");
    let known = header.aliases.iter().any(|(other, _)| other == name);
    if name != symbol && !per_thread_itself && !known {
        header.aliases.push((name.to_string(), symbol.to_string()));
    }
}

/// `(type)value`, the inside of the outer parentheses.
fn cast(stream: TokenStream) -> Option<Constant> {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let (TokenTree::Group(ty), value) = tokens.split_first()? else {
        return None;
    };
    if ty.delimiter() != Delimiter::Parenthesis || value.is_empty() {
        return None;
    }
    let ty: Vec<String> = ty.stream().into_iter().map(|token| token.to_string()).collect();
    let value: String = value.iter().map(ToString::to_string).collect();
    let is_number = value
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    Some(Constant::Cast {
        // `unsigned int`, but `void*`
        ty: ty.join(" ").replace(" *", "*"),
        value: match is_number {
            // C's suffixes; the cast says the type.
            true => value.trim_end_matches(['u', 'U', 'l', 'L']).to_string(),
            false => value,
        },
    })
}

/// The text with `/* */` and `//` comments replaced by a blank each. String literals do not hold comment marks in
/// this header, and a wrong guess could only hide a macro, which the coverage tests would show.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 4);
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, after) = rest.split_at(start);
        out.push_str(before);
        rest = if let Some(body) = after.strip_prefix("/*") {
            out.push(' ');
            body.split_once("*/").map_or("", |(_, after)| after)
        } else if after.starts_with("//") {
            after.find('\n').map_or("", |end| &after[end..])
        } else {
            out.push('/');
            &after[1..]
        };
    }
    out.push_str(rest);
    out
}
