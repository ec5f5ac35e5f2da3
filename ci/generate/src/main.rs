//! Writes bindings from two headers, or says what differs between two.
//!
//! - `cuda-mem-generate NEWEST BEFORE OUT`: NEWEST and BEFORE are folders that hold cuda.h and cudaTypedefs.h of the
//!   newest CUDA and of the last one before 13.0; OUT is the folder to write.
//! - `cuda-mem-generate --compare OLD NEW`: two such folders.

mod build;
mod compare;
mod older;

use build::{clang, header, model::Model, render, since};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let result = match arguments.as_slice() {
        [option, old, new] if option == Path::new("--compare") => compare(old, new),
        [newest, before, out] => run(newest, before, out),
        _ => Err("usage: cuda-mem-generate NEWEST BEFORE OUT, or --compare OLD NEW (folders)".to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cuda-mem-generate: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(newest: &Path, before: &Path, out: &Path) -> Result<(), String> {
    let (model, header, since, origin) = read(newest)?;
    let files = render::files(&model, &header, &|symbol| since.version(symbol), &origin)?;
    for (name, text) in files.named() {
        write(&out.join(name), text)?;
    }
    let (model, header, since, origin) = read(before)?;
    let [plain, per_thread] = older::files(&model, &header, &|symbol| since.version(symbol), &origin)?;
    write(&out.join("older.rs"), &plain)?;
    write(&out.join("older_per_thread.rs"), &per_thread)
}

fn compare(old: &Path, new: &Path) -> Result<(), String> {
    let (old_model, old_header, _, old) = read(old)?;
    let (new_model, new_header, _, new) = read(new)?;
    println!("From {old} to {new}:\n");
    let report = compare::report((&old_model, &old_header), (&new_model, &new_header));
    print!("{report}");
    Ok(())
}

fn read(folder: &Path) -> Result<(Model, header::Header, since::Since, String), String> {
    let sys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cuda-mem-sys");
    let file = clang::parse(&clang::Input {
        wrapper: &sys.join("wrapper.h"),
        header_dir: folder,
        stubs: &sys.join("build/include"),
        // One target's bindings serve all; the layout tests check the others.
        target: "x86_64-unknown-linux-gnu",
    })?;
    let model = Model::new(&file)?;
    let version = model
        .constants
        .iter()
        .find(|constant| constant.0 == "CUDA_VERSION");
    let version: u32 = version
        .and_then(|constant| constant.2.parse().ok())
        .ok_or("the header does not define CUDA_VERSION")?;
    let text = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let origin = format!("the cuda.h of CUDA {}.{}", version / 1000, version % 1000 / 10);
    Ok((
        model,
        header::read(&text("cuda.h")?),
        since::read(&text("cudaTypedefs.h")?),
        origin,
    ))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
