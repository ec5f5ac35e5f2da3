//! The guides in docs/ say what is so: a block that names a file is that file's text, and links lead somewhere.

use cuda_mem_tests::fixture::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The guides, and how many blocks of each are a file's text.
const EXCERPTS: &[(&str, usize)] = &[
    ("building-on-top.md", 7),
    ("interop.md", 5),
    ("porting-from-c.md", 15),
];

/// The pages of docs/, by name.
fn pages() -> BTreeMap<String, String> {
    let files = fs::read_dir(root().join("docs")).expect("docs/ is there");
    let paths = files.map(|file| file.expect("a folder's entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| {
            (
                path.file_name().expect("a name").to_string_lossy().into_owned(),
                read(&path),
            )
        })
        .collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fenced block of a page.
struct Block<'a> {
    /// What the last line before it says.
    before: &'a str,
    /// What stands after the fence: `rust`.
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut before) = (Vec::new(), "");
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block {
                before,
                language,
                lines,
            });
        } else if !line.is_empty() {
            before = line;
        }
    }
    blocks
}

/// The file that a line names as the next block's: the line is "[`FILE`](../FILE):".
fn named(line: &str) -> Option<&str> {
    let (file, link) = line.strip_prefix("[`")?.split_once("`](../")?;
    (link.strip_suffix("):")? == file).then_some(file)
}

/// Whether these lines stand in the file, one after the other, perhaps further to the right.
fn holds(file: &str, lines: &[&str]) -> bool {
    let file: Vec<&str> = file.lines().collect();
    file.windows(lines.len()).any(|window| {
        let Some(indent) = window[0].strip_suffix(lines[0]) else {
            return false;
        };
        let is_same = |(there, here): (&&str, &&str)| match here.is_empty() {
            true => there.is_empty(),
            false => there.strip_prefix(indent) == Some(*here),
        };
        indent.trim().is_empty() && window.iter().zip(lines).all(is_same)
    })
}

#[test]
fn a_block_that_names_a_file_is_its_text() {
    let (pages, mut counts) = (pages(), BTreeMap::new());
    for (name, page) in &pages {
        for block in blocks(page) {
            let Some(file) = named(block.before) else { continue };
            *counts.entry(name.as_str()).or_insert(0) += 1;
            assert!(!block.lines.is_empty(), "docs/{name}: an empty block of {file}");
            assert!(
                holds(&read(&root().join(file)), &block.lines),
                "docs/{name}: {file} has no such text any more:\n{}",
                block.lines.join("\n")
            );
        }
    }
    let expected = EXCERPTS.iter().copied().collect();
    assert_eq!(counts, expected, "the blocks that name a file");
}

/// rustdoc runs what is marked `rust`, in the pages that src/lib.rs includes.
#[test]
fn every_page_with_rust_is_tested() {
    let tested = read(&root().join("tests/src/lib.rs"));
    for (name, page) in &pages() {
        let has_rust = blocks(page)
            .iter()
            .any(|block| block.language.starts_with("rust"));
        let is_tested = tested.contains(&format!("include_str!(\"../../docs/{name}\")"));
        assert_eq!(
            has_rust, is_tested,
            "docs/{name}: has Rust, is included in tests/src/lib.rs"
        );
    }
}

#[test]
fn links_lead_somewhere() {
    let (mut files, mut headings) = (0, 0);
    for (name, page) in &pages() {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = root()
                .join("docs")
                .join(if file.is_empty() { name } else { file });
            assert!(path.exists(), "docs/{name}: there is no {file}");
            files += 1;
            if !heading.is_empty() {
                let there = read(&path);
                let mut anchors = there.lines().filter_map(anchor);
                assert!(
                    anchors.any(|anchor| anchor == heading),
                    "docs/{name}: no heading {link}"
                );
                headings += 1;
            }
        }
    }
    assert!(
        files > 20 && headings > 4,
        "{files} links, {headings} to headings"
    );
}

/// What a link to this line's heading says, as GitHub has it.
fn anchor(line: &str) -> Option<String> {
    let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}

#[test]
fn the_readme_knows_every_page() {
    let readme = read(&root().join("README.md"));
    for name in pages().keys() {
        assert!(
            readme.contains(&format!("](docs/{name})")),
            "README.md has no link to docs/{name}"
        );
    }
}

#[test]
fn text_that_differs_is_seen() {
    let file = "fn a() {\n    one();\n\n    two();\n}\n";
    assert!(holds(file, &["one();", "", "two();"]));
    assert!(holds(file, &["fn a() {", "    one();"]));
    for lines in [
        &["one();", "two();"][..],
        &["one()"],
        &["one();", "", "  two();"],
        &["a() {"],
    ] {
        assert!(!holds(file, lines), "{lines:?}");
    }
    assert_eq!(named("[`a/b.rs`](../a/b.rs):"), Some("a/b.rs"));
    assert_eq!(named("[`a/b.rs`](../a/c.rs):"), None);
}
