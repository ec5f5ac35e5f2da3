//! A fake file system and environment for the toolkit search.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::toolkit::{self, Outcome, Request, Target, Toolkit};

pub const X86: &str = "x86_64-unknown-linux-gnu";
pub const ARM: &str = "aarch64-unknown-linux-gnu";
pub const WINDOWS: &str = "x86_64-pc-windows-msvc";

pub fn target(triple: &str) -> Target {
    let part = |index| triple.split('-').nth(index).unwrap_or("").to_string();
    Target {
        arch: part(0),
        os: part(2),
        env: part(3),
        triple: triple.to_string(),
    }
}

/// A folder that stands for `/`, and an environment.
pub struct Fake {
    pub root: PathBuf,
    pub vars: HashMap<String, OsString>,
    host: &'static str,
    target: &'static str,
    pub asked: RefCell<Vec<String>>,
}

impl Fake {
    pub fn new() -> Fake {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cuda-mem-sys-toolkit-{}-{count}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).unwrap();
        Fake {
            // The temporary folder may be behind a link, and links are followed.
            root: fs::canonicalize(root).unwrap(),
            vars: HashMap::new(),
            host: X86,
            target: X86,
            asked: RefCell::new(Vec::new()),
        }
    }

    pub fn build(mut self, host: &'static str, target: &'static str) -> Fake {
        self.host = host;
        self.target = target;
        self
    }

    pub fn file(self, path: &str, text: &str) -> Fake {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub fn header(self, dir: &str, version: u32) -> Fake {
        let text = format!("#define CUDA_VERSION {version}\n");
        self.file(&format!("{dir}/cuda.h"), &text)
    }

    #[cfg(unix)]
    pub fn link(self, path: &str, to: &str) -> Fake {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, path).unwrap();
        self
    }

    /// Sets a variable to a path below the root.
    pub fn set(self, name: &str, path: &str) -> Fake {
        let value = self.root.join(path).into();
        self.set_raw(name, value)
    }

    pub fn set_raw(mut self, name: &str, value: OsString) -> Fake {
        self.vars.insert(name.to_string(), value);
        self
    }

    pub fn find(&self) -> Outcome {
        self.ask(toolkit::find)
    }

    pub fn is_on_linker_path(&self) -> bool {
        self.ask(toolkit::is_on_linker_path)
    }

    fn ask<T>(&self, question: fn(&Request<'_>) -> T) -> T {
        question(&Request {
            target: target(self.target),
            host: self.host.to_string(),
            root: &self.root,
            var: &|name| {
                self.asked.borrow_mut().push(name.to_string());
                self.vars.get(name).cloned()
            },
        })
    }

    pub fn found(&self) -> Toolkit {
        match self.find() {
            Outcome::Found(toolkit) => toolkit,
            other => panic!("{}", self.show(&format!("{other:?}"))),
        }
    }

    /// The folder, version, source and warnings of what was found.
    pub fn taken(&self) -> (String, u32, String, Vec<String>) {
        let found = self.found();
        let warnings = found.warnings.iter().map(|text| self.show(text)).collect();
        let dir = self.show(&found.header_dir.display().to_string());
        (dir, found.version, found.from.to_string(), warnings)
    }

    pub fn wrong(&self) -> String {
        match self.find() {
            Outcome::Wrong(text) => self.show(&text),
            other => panic!("{}", self.show(&format!("{other:?}"))),
        }
    }

    pub fn not_found(&self) -> String {
        match self.find() {
            Outcome::NotFound(text) => self.show(&text),
            other => panic!("{}", self.show(&format!("{other:?}"))),
        }
    }

    /// As the text would read if the root were `/`.
    fn show(&self, text: &str) -> String {
        text.replace(&*self.root.to_string_lossy(), "").replace('\\', "/")
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Text in which each of the parts stands, in this order.
#[track_caller]
pub fn assert_parts(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => panic!("no `{part}` (in this order) in:\n{text}"),
        }
    }
}

/// The words of each line of a table.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().collect())
}

/// The triple that a table's first word stands for.
pub fn triple(word: &str) -> &'static str {
    match word {
        "x86" => X86,
        "arm" => ARM,
        "windows" => WINDOWS,
        _ => panic!("no such target: {word}"),
    }
}
