//! Which functions are memory functions: those that the bindings declare with a name of these families.

use crate::rule::rust_name;

const FAMILIES: [&str; 6] = [
    "cuMem",
    "cuArray",
    "cuMipmappedArray",
    "cuIpc",
    "cuPointer",
    "cuMulticast",
];

/// Of families with other tasks, those that are about memory.
const SINGLE: [&str; 8] = [
    "cuDeviceGetByPCIBusId",
    "cuDeviceGetPCIBusId",
    "cuDeviceRegisterAsyncNotification",
    "cuDeviceUnregisterAsyncNotification",
    "cuDeviceGetMemPool",
    "cuDeviceSetMemPool",
    "cuDeviceGetDefaultMemPool",
    "cuStreamAttachMemAsync",
];

/// A function that must have a wrapper.
pub struct Function {
    pub name: &'static str,
    pub per_thread_symbol: Option<&'static str>,
    /// As cuDriverGetVersion gives versions.
    pub introduced: u32,
    /// `cuMemAdvise_v1`, `cuMulticastBindMem_v2`: C has another function under the plain name.
    pub is_other_form: bool,
}

impl Function {
    /// The CUDA version that introduced it: `12.2`.
    pub fn since(&self) -> String {
        format!("{}.{}", self.introduced / 1000, self.introduced % 1000 / 10)
    }
}

pub fn all() -> Vec<Function> {
    let is_memory =
        |name: &str| FAMILIES.iter().any(|family| name.starts_with(family)) || SINGLE.contains(&name);
    let memory = cuda_mem_sys::functions().filter(|function| is_memory(function.name()));
    memory
        .map(|function| Function {
            name: function.name(),
            per_thread_symbol: function.per_thread_symbol(),
            introduced: function.since(),
            is_other_form: function.name().contains("_v"),
        })
        .collect()
}

/// Differences between the bindings and data/memory-functions.tsv, which was made from the headers by other means.
pub fn faults_of_the_list() -> Vec<String> {
    const TABLE: &str = include_str!("../../data/memory-functions.tsv");
    let mut faults = Vec::new();
    let mut listed = Vec::new();
    for line in TABLE.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, rust, _, symbol, introduced] = columns[..] else {
            faults.push(format!("`{line}` has not five columns"));
            continue;
        };
        listed.push(name);
        if rust_name(name) != rust {
            faults.push(format!("{name}: {} by rule, {rust} in the list", rust_name(name)));
        }
        match cuda_mem_sys::functions().find(|function| function.name() == name) {
            None => faults.push(format!("{name}: not in the bindings")),
            Some(function) => {
                let ours = (function.symbol(), function.since().to_string());
                if ours != (symbol, introduced.to_string()) {
                    faults.push(format!(
                        "{name}: {ours:?} in the bindings, {symbol} {introduced} in the list"
                    ));
                }
            }
        }
    }
    let unlisted = all()
        .into_iter()
        .filter(|f| !f.is_other_form && !listed.contains(&f.name));
    faults.extend(unlisted.map(|function| format!("{}: in the bindings, not in the list", function.name)));
    faults
}
