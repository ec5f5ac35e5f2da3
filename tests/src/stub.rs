//! Driver libraries that are no drivers: built with the C compiler, their functions answer what a test wants.

use crate::fixture::compiler;
use crate::require;
use cuda_mem::sys;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

/// What a fake driver library exports and answers. Without more said: every symbol, each with a code of its own
/// ([`code_of`]), cuDriverGetVersion with 13.0.
pub struct Stub {
    symbols: Vec<&'static str>,
    code: fn(&str) -> u32,
    version: u32,
}

/// All symbols that a driver can export for cuda.h, per-thread forms included.
pub fn symbols() -> &'static [&'static str] {
    static ALL: OnceLock<Vec<&'static str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let all = sys::functions().flat_map(|f| [Some(f.symbol()), f.per_thread_symbol()]);
        let all: BTreeSet<_> = all.flatten().collect();
        all.into_iter().collect()
    })
}

/// The code by which a stub's answer shows that it was this symbol that was called: a number that no driver answers.
pub fn code_of(symbol: &str) -> u32 {
    let place = symbols().binary_search(&symbol);
    10_000 + place.unwrap_or_else(|_| panic!("{symbol} is no symbol of cuda.h")) as u32
}

impl Stub {
    /// Every symbol.
    pub fn all() -> Stub {
        Stub {
            symbols: symbols().to_vec(),
            code: code_of,
            version: 13000,
        }
    }

    /// These symbols and no other.
    pub fn only(symbols: &[&'static str]) -> Stub {
        Stub {
            symbols: symbols.to_vec(),
            ..Stub::all()
        }
    }

    /// Every symbol but these.
    pub fn without(missing: &[&str]) -> Stub {
        let mut stub = Stub::all();
        stub.symbols.retain(|symbol| !missing.contains(symbol));
        stub
    }

    /// What each function returns. cuDriverGetVersion returns success in any case.
    pub fn answering(self, code: fn(&str) -> u32) -> Stub {
        Stub { code, ..self }
    }

    /// What cuDriverGetVersion writes.
    pub fn version(self, version: u32) -> Stub {
        Stub { version, ..self }
    }

    /// Puts the library into a folder (which is made if need be) under this name, and gives its path.
    pub fn put(&self, folder: &Path, name: &str) -> PathBuf {
        put(folder, name, &compiled(&self.source()))
    }

    /// As [`Stub::put`], for a machine of another architecture.
    pub fn put_foreign(&self, folder: &Path, name: &str) -> PathBuf {
        // The field e_machine of an ELF header, at offset 18.
        let mut bytes = compiled(&self.source()).to_vec();
        let (x86_64, aarch64) = ([62, 0], [183, 0]);
        let foreign = if bytes[18..20] == x86_64 { aarch64 } else { x86_64 };
        bytes[18..20].copy_from_slice(&foreign);
        put(folder, name, &bytes)
    }

    fn source(&self) -> String {
        let mut text = String::new();
        // A process may overrule all codes at run time: see the probe's command `answer`.
        text += "int stub_overruled, stub_answer;\n";
        for symbol in &self.symbols {
            if *symbol == "cuDriverGetVersion" {
                let version = self.version;
                text += &format!("int {symbol}(int *v) {{ if (v) *v = {version}; return stub_answer; }}\n");
            } else {
                let code = (self.code)(symbol);
                text += &format!("int {symbol}(void) {{ return stub_overruled ? stub_answer : {code}u; }}\n");
            }
        }
        text
    }
}

/// A file with these bytes.
pub fn put(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder for a stub");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a stub's file");
    path
}

/// Whether stubs can be built here; if not, this says the skip.
pub fn can_build() -> bool {
    let found = Command::new(compiler()).arg("--version").output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        require::skip("cc", &format!("the C compiler {:?} does not run", compiler()));
    }
    found
}

/// The library made from this source. Each is compiled once in a process: many tests want the same.
fn compiled(source: &str) -> Arc<[u8]> {
    static DONE: OnceLock<Mutex<HashMap<String, Arc<[u8]>>>> = OnceLock::new();
    // Held while compiling, so that tests which want the same library wait for it.
    let mut done = DONE
        .get_or_init(Mutex::default)
        .lock()
        .expect("no test failed in here");
    if let Some(bytes) = done.get(source) {
        return bytes.clone();
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (c, library) = (folder.path().join("stub.c"), folder.path().join("stub.so"));
    fs::write(&c, source).expect("the stub's source");
    let mut command = Command::new(compiler());
    command
        .args(["-shared", "-fPIC", "-O1", "-w", "-o"])
        .arg(&library)
        .arg(&c);
    let output = command
        .output()
        .expect("the C compiler runs: can_build() was asked");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let bytes: Arc<[u8]> = fs::read(&library).expect("the library").into();
    done.insert(source.to_string(), bytes.clone());
    bytes
}
