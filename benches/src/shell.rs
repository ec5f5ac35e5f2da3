//! Commands, and where their files go.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder of this program's own in the target folder; made if it is missing.
pub fn folder(name: &str) -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let folder = target.join("bench").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    folder
        .canonicalize()
        .map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes a file unless it has this text already, so that nothing is built again for it.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{command:?} failed ({}):\n{text}", output.status))
}

/// Whether a program of this name starts.
pub fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// What was measured, in rows.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// What the figures are.
    pub title: String,
    /// The columns' names.
    pub head: Vec<String>,
    /// The rows; one of two cells in a wider table is a name and the reason why nothing was measured.
    pub rows: Vec<Vec<String>>,
    /// Lines below the table.
    pub notes: Vec<String>,
}

impl Table {
    /// A table without notes.
    pub fn new(title: &str, head: &[&str], rows: &[Vec<String>]) -> Table {
        Table {
            title: title.to_string(),
            head: head.iter().map(|cell| cell.to_string()).collect(),
            rows: rows.to_vec(),
            notes: Vec::new(),
        }
    }

    /// Prints it: the first column to the left, numbers to the right.
    pub fn print(&self) {
        let width = |column: usize| {
            // A contender that could not be built has its reason in the second column, as long as it is.
            let whole = self
                .rows
                .iter()
                .filter(|row| column == 0 || row.len() == self.head.len());
            let cells = whole.filter_map(|row| row.get(column)).map(|cell| cell.len());
            cells
                .chain(self.head.get(column).map(|cell| cell.len()))
                .max()
                .unwrap_or(0)
        };
        let line = |cells: &[String]| {
            for (column, cell) in cells.iter().enumerate() {
                let width = width(column);
                match column {
                    0 => print!("{cell:<width$}"),
                    _ => print!("  {cell:>width$}"),
                }
            }
            println!();
        };
        println!("\n{}", self.title);
        line(&self.head);
        for row in &self.rows {
            match &row[..] {
                [name, reason] if self.head.len() > 2 => println!("{name:<0$}  {reason}", width(0)),
                _ => line(row),
            }
        }
        for note in &self.notes {
            println!("{note}");
        }
    }
}
