//! Reads a cuda.h as far as its version.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

pub enum Finding {
    Version(u32),
    /// Why the file does not count.
    Unusable(String),
}

pub fn inspect(path: &Path) -> Finding {
    // Asked first, because reading a pipe of that name would wait for ever.
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => return Finding::Unusable("not a file".to_string()),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Finding::Unusable("not there".to_string())
        }
        Err(error) => return Finding::Unusable(format!("cannot be read: {error}")),
    }
    match fs::read(path) {
        Ok(bytes) => match header_version(&String::from_utf8_lossy(&bytes)) {
            Some(version) => Finding::Version(version),
            None => Finding::Unusable("holds cuda.h but no CUDA_VERSION".to_string()),
        },
        Err(error) => Finding::Unusable(format!("cannot be read: {error}")),
    }
}

/// The number that the text's first `#define CUDA_VERSION` gives. Comments and spliced lines are
/// seen as a compiler sees them; conditionals are not followed, since no CUDA header puts its
/// version into one.
pub fn header_version(text: &str) -> Option<u32> {
    let mut in_comment = false;
    let mut line = String::new();
    for part in text.trim_start_matches('\u{feff}').lines() {
        if let Some(spliced) = part.strip_suffix('\\') {
            line.push_str(spliced);
            continue;
        }
        line.push_str(part);
        let found = defined_version(&without_comments(&line, &mut in_comment));
        if found.is_some() {
            return found;
        }
        line.clear();
    }
    None
}

fn defined_version(line: &str) -> Option<u32> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = directive.strip_prefix("define")?;
    let name = rest.trim_start();
    let value = name.strip_prefix("CUDA_VERSION")?;
    // Both words must end where they were cut: CUDA_VERSION_MAJOR is another macro.
    if name.len() == rest.len() || !value.starts_with(char::is_whitespace) {
        return None;
    }
    let value = value.trim().trim_start_matches('(').trim_end_matches(')');
    let digits = value.trim().trim_end_matches(['u', 'U', 'l', 'L']);
    digits.parse().ok().filter(|version| *version > 0)
}

/// The line with a space for each comment; `in_comment` carries an open one over to the next line.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut code = String::new();
    let mut rest = line;
    loop {
        if *in_comment {
            match rest.find("*/") {
                Some(end) => rest = &rest[end + 2..],
                None => return code,
            }
            *in_comment = false;
            code.push(' ');
        }
        // Whichever opens first decides.
        let start = match (rest.find("/*"), rest.find("//")) {
            (Some(block), Some(line)) if line < block => return code + &rest[..line],
            (Some(block), _) => block,
            (None, Some(line)) => return code + &rest[..line],
            (None, None) => return code + rest,
        };
        code.push_str(&rest[..start]);
        rest = &rest[start + 2..];
        *in_comment = true;
    }
}
