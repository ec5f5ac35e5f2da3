//! One header against the compiled crate: what was compared, and what differs.

use crate::build::header::{self, Header};
use crate::build::model::{self, Model, TypeItem};
use crate::build::render::Files;
use crate::facts::{Key, What};
use crate::headers::Source;
use crate::shape::{self, Shape};
use crate::{calls, compiler, system, targets};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The header says one thing and the crate another. `-` stands for what is not there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    pub name: String,
    pub what: What,
    pub there: String,
    pub now: String,
}

impl Difference {
    /// The header declares this name, the crate does not.
    pub fn absent(name: &str) -> Difference {
        Difference {
            name: name.to_string(),
            what: What::Presence,
            there: "declared".to_string(),
            now: "-".to_string(),
        }
    }
}

/// How much was compared.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counts {
    pub records: usize,
    pub sizes: usize,
    pub offsets: usize,
    pub constants: usize,
    pub functions: usize,
}

pub struct Report {
    pub counts: Counts,
    pub differences: Vec<Difference>,
    /// Everything that was asked.
    pub asked: BTreeSet<Key>,
    /// The records that memory functions use.
    pub memory: BTreeSet<String>,
    /// The bindings of this header for the first target, to hold the other targets' against.
    pub files: Files,
    /// The header's function macros, with the symbols that they stand for.
    pub aliases: Vec<(String, String)>,
}

/// The header's report, made once.
pub fn of(source: &Source) -> &'static Report {
    slot(source).get_or_init(|| make(source))
}

/// The header's report, if a test has asked for it and it could be made.
pub fn made(source: &Source) -> Option<&'static Report> {
    slot(source).get()
}

fn slot(source: &Source) -> &'static OnceLock<Report> {
    static SLOTS: OnceLock<Vec<(&'static str, OnceLock<Report>)>> = OnceLock::new();
    let slots = SLOTS.get_or_init(|| {
        let headers = crate::headers::all();
        headers
            .iter()
            .map(|header| (header.version, OnceLock::new()))
            .collect()
    });
    let slot = slots.iter().find(|(version, _)| *version == source.version);
    &slot.expect("a listed header").1
}

fn make(source: &Source) -> Report {
    let model = source.model(targets::FIRST);
    let header = header::read(&source.text("cuda.h"));
    let mut counts = Counts::default();
    let questions = questions(source, &model, &header, &mut counts);
    let expressions: Vec<String> = questions.iter().map(|(_, text)| text.clone()).collect();
    let answers = compiler::values(source, &expressions);
    let facts = system::facts();
    let names: BTreeSet<&str> = facts.keys().map(|key| key.name.as_str()).collect();
    let mut differences = Vec::new();
    for ((key, _), there) in questions.iter().zip(answers) {
        // A type that is not there is one difference, not one for each of its fields.
        let whole = key.name.split('.').next().unwrap_or_default();
        if !names.contains(whole) {
            differences.push(Difference::absent(whole));
        } else if facts.get(key) != Some(&there) {
            differences.push(Difference {
                name: key.name.clone(),
                what: key.what,
                there: there.to_string(),
                now: facts.get(key).map_or("-".to_string(), i64::to_string),
            });
        }
    }
    let calls = calls::compare(source, &model);
    counts.functions = calls.functions;
    differences.extend(calls.differences);
    differences.sort();
    differences.dedup();
    let memory = model.records_of(model::is_memory_function);
    let nested = |name: &String| shape::is_nested(name, memory.iter().map(String::as_str));
    Report {
        counts,
        differences,
        asked: questions.into_iter().map(|(key, _)| key).collect(),
        files: targets::files(source, &model),
        aliases: calls.aliases,
        memory: memory.iter().filter(|name| !nested(name)).cloned().collect(),
    }
}

/// What to ask, and how C says it.
fn questions(source: &Source, model: &Model, header: &Header, counts: &mut Counts) -> Vec<(Key, String)> {
    let mut questions = Vec::new();
    let mut ask = |key: Key, expression: String| questions.push((key, expression));
    let shape = shape(model);
    for (name, is_record) in types(model, &shape) {
        ask(Key::new(&name, What::Size), format!("sizeof({name})"));
        ask(Key::new(&name, What::Align), format!("_Alignof({name})"));
        counts.records += usize::from(is_record);
        counts.sizes += 1;
    }
    for path in shape::paths(&shape) {
        let (record, field) = (&path.record, &path.path);
        ask(
            Key::field(&path, What::Offset),
            format!("offsetof({record}, {field})"),
        );
        ask(
            Key::field(&path, What::Size),
            format!("sizeof((({record} *)0)->{field})"),
        );
        counts.offsets += 1;
        counts.sizes += 1;
    }
    for item in &model.types {
        if let TypeItem::Enumeration(_, values) = item {
            for (name, _) in values {
                ask(Key::new(name, What::Value), format!("(uint32_t){name}"));
                counts.constants += 1;
            }
        }
    }
    for name in constants(source, model, header) {
        ask(Key::new(&name, What::Value), format!("(long long)({name})"));
        ask(Key::new(&name, What::Size), format!("sizeof({name})"));
        counts.constants += 1;
    }
    questions
}

/// All types that a C program can name, and whether each is a record.
fn types(model: &Model, shape: &Shape) -> Vec<(String, bool)> {
    let named = |item: &TypeItem| match item {
        TypeItem::Enumeration(name, _) | TypeItem::Alias(name, _) => Some((name.clone(), false)),
        TypeItem::Record(item) => {
            let name = model::record_name(item);
            (!shape::is_nested(&name, shape.keys().map(String::as_str))).then_some((name, true))
        }
        // Has no size.
        TypeItem::Opaque(_) => None,
    };
    model.types.iter().filter_map(named).collect()
}

fn shape(model: &Model) -> Shape {
    let record = |item: &TypeItem| {
        let TypeItem::Record(item) = item else {
            return None;
        };
        let fields: Vec<&syn::Field> = match &**item {
            syn::Item::Struct(item) => item.fields.iter().collect(),
            syn::Item::Union(item) => item.fields.named.iter().collect(),
            _ => return None,
        };
        let field = |field: &&syn::Field| {
            let name = field.ident.as_ref()?.to_string();
            Some((name, field.ty.to_token_stream().to_string().replace(' ', "")))
        };
        let fields = fields.iter().filter_map(field).collect();
        Some((model::record_name(item), fields))
    };
    model.types.iter().filter_map(record).collect()
}

/// The header's constants: those that the build script finds, and those that the preprocessor lists.
fn constants(source: &Source, model: &Model, header: &Header) -> BTreeSet<String> {
    let read = model.constants.iter().map(|constant| &constant.0);
    let read = read.filter(|name| !header.undefined.contains(*name));
    let read = read.chain(header.constants.iter().map(|constant| &constant.0));
    let mut names: BTreeSet<String> = read.cloned().collect();
    let macros = compiler::macros(source).into_iter().map(|(name, _)| name);
    names.extend(macros.filter(|name| !name.starts_with("cu")));
    names
}
