//! The most memory that a program had at once, as it ends: asked from inside, by a library that is loaded with it. What
//! `wait4` says of a child may be what its parent had when it was forked.

use crate::shell::{self, run};
use crate::{stub, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = r#"/* Writes the line VmHWM of /proc/self/status to standard error when the program ends. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

__attribute__((destructor)) static void say(void) {
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (length < 0) return;
    text[length] = 0;
    char *line = strstr(text, "VmHWM:"), *end = line ? strchr(line, '\n') : NULL;
    if (end && write(2, line, end + 1 - line) < 0) return;
}
"#;

/// Builds the library.
pub fn build() -> Result<PathBuf> {
    let folder = shell::folder("resident")?;
    let (source, library) = (folder.join("resident.c"), folder.join("resident.so"));
    shell::write(&source, SOURCE)?;
    let mut cc = stub::compiler();
    run(cc
        .args(["-O2", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(&source))?;
    Ok(library)
}

/// KiB of a run of the program, with the libraries in this folder.
pub fn of(program: &Path, libraries: &Path, library: &Path) -> Result<f64> {
    let mut command = Command::new(program);
    command
        .env("LD_LIBRARY_PATH", libraries)
        .env("LD_PRELOAD", library);
    let output = run(&mut command)?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    read(&text).ok_or_else(|| {
        format!(
            "{}: the kernel does not say its memory: `{text}`",
            program.display()
        )
    })
}

fn read(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_line_is_read() {
        assert_eq!(super::read("warning\nVmHWM:\t    1234 kB\n"), Some(1234.0));
        assert_eq!(super::read("VmRSS:\t 1 kB\n"), None);
    }

    #[test]
    fn a_program_is_asked_from_inside() {
        let library = super::build().unwrap();
        let of = |program: &str| super::of(program.as_ref(), "/".as_ref(), &library).unwrap();
        assert!(of("/bin/true") > 100.0);
    }
}
