//! Runs bindgen on wrapper.h: from a folder that holds cuda.h to bindgen's own, unshaped, output.

use std::path::Path;

/// What bindgen is to read, and for which target.
pub struct Input<'a> {
    /// The file that includes cuda.h.
    pub wrapper: &'a Path,
    /// The folder that holds cuda.h.
    pub header_dir: &'a Path,
    /// The folder that holds our stand-ins for stdint.h and stdlib.h.
    pub stubs: &'a Path,
    /// The Rust target triple.
    pub target: &'a str,
}

/// Loads libclang, or says why that failed and how to get it. bindgen itself would panic.
pub fn load_libclang() -> Result<(), String> {
    if clang_sys::is_loaded() {
        return Ok(());
    }
    without_panic(clang_sys::load).map_err(|reason| {
        format!(
            "libclang, which bindgen reads cuda.h with, was not found: {}. Install it (Debian and Ubuntu: \
             libclang-dev; Fedora: clang-libs; pip: libclang) or set LIBCLANG_PATH to the folder that holds it",
            reason.trim_end_matches('.')
        )
    })
}

/// Runs what panics on some odd installations (`LIBCLANG_PATH=..`, an llvm-config that prints nothing, a libclang that
/// lacks functions), and makes an error of the panic.
fn without_panic<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    // What the closure leaves half done is not used again.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    std::panic::set_hook(hook);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!(
            "{} (check LIBCLANG_PATH and LLVM_CONFIG_PATH, where they are set)",
            text.unwrap_or("bindgen broke off").trim_end()
        ))
    })
}

/// bindgen's output for the header, parsed.
pub fn parse(input: &Input) -> Result<syn::File, String> {
    load_libclang()?;
    let mut arguments = vec![
        // Nothing but cuda.h is read from the system, so a libclang without resource headers will do.
        "-nostdinc".to_string(),
        "-isystem".to_string(),
        text(input.stubs)?,
        "-I".to_string(),
        text(input.header_dir)?,
    ];
    // The stand-ins keep their include guards out of the C library's way, so one target's clang will
    // read the header for any other.
    arguments.push(format!("--target={}", clang_target(input.target)));
    let builder = bindgen::Builder::default()
        .header(text(input.wrapper)?)
        .clang_args(arguments)
        .allowlist_file(r".*[/\\]cuda\.h")
        .rust_edition(bindgen::RustEdition::Edition2021)
        .use_core()
        .ctypes_prefix("crate::ctypes")
        .generate_comments(false)
        .prepend_enum_name(false)
        .default_enum_style(bindgen::EnumVariation::NewType {
            is_bitfield: false,
            is_global: true,
        })
        .derive_default(false)
        .layout_tests(true)
        .formatter(bindgen::Formatter::None);
    let bindings =
        without_panic(|| builder.generate().map_err(|error| error.to_string())).map_err(|error| {
            format!(
                "bindgen could not read {}: {error}. A missing standard header or compiler resource is named \
                 above by clang; the build gives it {} in place of the C library's",
                input.header_dir.join("cuda.h").display(),
                input.stubs.display()
            )
        })?;
    syn::parse_file(&bindings.to_string())
        .map_err(|error| format!("bindgen's output is not Rust that syn can read: {error}"))
}

/// Rust's name of a target to clang's, where the two differ.
fn clang_target(rust: &str) -> String {
    match rust {
        "x86_64-pc-windows-gnu" => "x86_64-pc-windows-gnu".to_string(),
        _ => rust.replace("-unknown-linux-", "-linux-"),
    }
}

fn text(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_string).ok_or_else(|| {
        format!(
            "{} is not UTF-8, and clang takes no other paths: use a folder with a plain name",
            path.display()
        )
    })
}
