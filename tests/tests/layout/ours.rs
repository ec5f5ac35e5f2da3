//! What the compiled crate has: names from the shipped lists, everything else from the compiler. Rust 1.63 compiles this
//! file too, for print.rs.

use crate::facts::{Facts, Key, What};
use crate::shape::{self, Shape};
use cuda_mem_sys as sys;
use std::mem::{align_of, size_of};

pub struct Record {
    pub name: &'static str,
    pub size: usize,
    pub align: usize,
    pub fields: &'static [Field],
}

pub struct Field {
    pub name: &'static str,
    pub ty: &'static str,
    pub offset: fn() -> usize,
    pub size: usize,
}

pub struct Enumeration {
    pub name: &'static str,
    pub size: usize,
    /// In the header's order.
    pub values: &'static [(&'static str, u32)],
    /// How a value of this type prints.
    pub debug: fn(u32) -> String,
}

pub struct Alias {
    pub name: &'static str,
    pub size: usize,
    pub align: usize,
}

pub struct Constant {
    pub name: &'static str,
    /// Its type as the shipped list writes it.
    pub ty: &'static str,
    pub value: i64,
    pub size: usize,
}

pub struct Function {
    pub symbol: &'static str,
    /// Without blanks.
    pub arguments: Vec<String>,
}

const fn pointee_size<R, F>(_: fn(*const R) -> *const F) -> usize {
    size_of::<F>()
}

/// `offset_of!` came with Rust 1.77.
macro_rules! offset {
    ($record:ty, $field:ident) => {{
        let record = std::mem::MaybeUninit::<$record>::uninit();
        // SAFETY: inside of the record; nothing is read.
        let field = unsafe { std::ptr::addr_of!((*record.as_ptr()).$field) };
        field as usize - record.as_ptr() as usize
    }};
}

include!(concat!(env!("OUT_DIR"), "/types.rs"));

/// A constant's value as C would print it.
trait Number {
    fn number(self) -> i64;
}

impl Number for u32 {
    fn number(self) -> i64 {
        self.into()
    }
}

impl Number for i32 {
    fn number(self) -> i64 {
        self.into()
    }
}

impl<T> Number for *mut T {
    fn number(self) -> i64 {
        self as i64
    }
}

impl Number for sys::CUlaunchAttributeID {
    fn number(self) -> i64 {
        self.0.into()
    }
}

macro_rules! constants {
    ($($name:ident: $type:ty = $value:expr;)*) => {
        pub fn constants() -> Vec<Constant> {
            vec![$(Constant {
                name: stringify!($name),
                ty: stringify!($type),
                value: sys::$name.number(),
                size: std::mem::size_of_val(&sys::$name),
            }),*]
        }
    };
}

macro_rules! functions {
    (
        table $table:ident;
        $(
            $(#[$attribute:meta])*
            $public:ident, since $since:literal, symbol $symbol:literal $(, per thread $per_thread:literal)?:
            fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        )*
    ) => {
        pub fn functions() -> Vec<Function> {
            vec![$(Function {
                symbol: $symbol,
                arguments: vec![$(stringify!($type).replace(' ', "")),*],
            }),*]
        }
    };
}

macro_rules! aliases {
    ($($name:ident = $function:ident,)*) => {
        /// Name and function. That the crate has the name is checked by naming it.
        pub fn aliases() -> Vec<(&'static str, &'static str)> {
            vec![$({
                let _ = sys::$name;
                (stringify!($name), stringify!($function))
            }),*]
        }
    };
}

include!("../../../cuda-mem-sys/src/bindings/constants.rs");

pub mod newest {
    use super::{sys, Function};
    include!("../../../cuda-mem-sys/src/bindings/functions.rs");
}

pub mod older {
    use super::Function;
    include!("../../../cuda-mem-sys/src/bindings/older.rs");
}

/// All that can be compared with a C compiler's answers.
pub fn facts() -> Facts {
    let mut facts = Facts::new();
    for record in RECORDS {
        if !shape::is_nested(record.name, RECORDS.iter().map(|record| record.name)) {
            size_and_align(&mut facts, record.name, record.size, record.align);
        }
    }
    for alias in ALIASES {
        size_and_align(&mut facts, alias.name, alias.size, alias.align);
    }
    for path in shape::paths(&shape()) {
        let fields: Vec<&Field> = path.steps.iter().map(field).collect();
        let offset = fields.iter().map(|field| (field.offset)()).sum();
        let size = fields.last().map_or(0, |field| field.size);
        facts.insert(Key::field(&path, What::Offset), number(offset));
        facts.insert(Key::field(&path, What::Size), number(size));
    }
    for enumeration in ENUMERATIONS {
        size_and_align(&mut facts, enumeration.name, enumeration.size, enumeration.size);
        for (name, value) in enumeration.values {
            facts.insert(Key::new(*name, What::Value), i64::from(*value));
        }
    }
    for constant in constants() {
        facts.insert(Key::new(constant.name, What::Value), constant.value);
        facts.insert(Key::new(constant.name, What::Size), number(constant.size));
    }
    facts
}

fn size_and_align(facts: &mut Facts, name: &str, size: usize, align: usize) {
    facts.insert(Key::new(name, What::Size), number(size));
    facts.insert(Key::new(name, What::Align), number(align));
}

fn shape() -> Shape {
    let fields = |record: &Record| {
        let fields = record.fields.iter();
        fields
            .map(|field| (field.name.to_string(), field.ty.to_string()))
            .collect()
    };
    RECORDS
        .iter()
        .map(|record| (record.name.to_string(), fields(record)))
        .collect()
}

fn field((record, field): &(String, String)) -> &'static Field {
    let record = RECORDS.iter().find(|known| known.name == record);
    let mut fields = record.expect("a step names a record of the table").fields.iter();
    fields
        .find(|known| known.name == field)
        .expect("and a field of it")
}

fn number(size: usize) -> i64 {
    i64::try_from(size).expect("sizes are small")
}
