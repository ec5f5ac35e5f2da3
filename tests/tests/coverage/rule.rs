//! The rule by which a C function's name becomes the wrapper's: without `cu`, in snake case, with C's abbreviations as
//! one word.

/// `mem_alloc` for `cuMemAlloc`, `memset_d2d8_async` for `cuMemsetD2D8Async`.
pub fn rust_name(c_name: &str) -> String {
    let mut rest = c_name.strip_prefix("cu").unwrap_or(c_name);
    let mut words = Vec::new();
    while !rest.is_empty() {
        let (word, after) = rest.split_at(word_length(rest));
        words.push(word.trim_start_matches('_').to_lowercase());
        rest = after;
    }
    words.join("_")
}

/// The length of the first word: `HtoD`, `D2D16`, `D8`, `PCI`, `_v2`, or a capital with small letters and perhaps a
/// dimension, as `Memcpy3D`.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is = |at: usize, test: fn(&u8) -> bool| bytes.get(at).is_some_and(test);
    let run = |from: usize, test: fn(&u8) -> bool| (from..).take_while(|at| is(*at, test)).count();
    if bytes.get(1..3) == Some(b"to") && is(3, u8::is_ascii_uppercase) {
        return 4;
    }
    if let Some(dimensions) = text.strip_prefix("D2D") {
        return 3 + dimensions.bytes().take_while(u8::is_ascii_digit).count();
    }
    if text.starts_with("PCI") {
        return 3;
    }
    let letters = 1 + run(1, u8::is_ascii_lowercase);
    let digits = run(letters, u8::is_ascii_digit);
    let dimension = usize::from(digits > 0 && bytes.get(letters + digits) == Some(&b'D'));
    letters + digits + dimension
}
