//! For feature `linked`: where the linker finds the driver library.

use crate::build::script::{compiler, warn};
use crate::build::toolkit::{self, Request, Toolkit};

/// Names the toolkit's folders to the linker. Where there is none, the program's link fails with a line that names
/// neither CUDA nor a way out, so the warning says both before.
pub fn tell(toolkit: Option<&Toolkit>, request: &Request<'_>) {
    let library = if request.target.is_windows() {
        // From 1.65 on rustc makes the import library itself.
        if compiler().map_or(true, |minor| minor >= 65) {
            return;
        }
        println!("cargo:rustc-cfg=cuda_mem_sys_import_library");
        "cuda.lib"
    } else {
        "libcuda.so"
    };
    let folders = toolkit.map_or(&[][..], |toolkit| &toolkit.stub_dirs);
    for folder in folders {
        // They hold what the linker needs to see, on machines without a driver too; programs do not look there when
        // they run.
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
    if folders.is_empty() && !toolkit::is_on_linker_path(request) {
        let why = toolkit.map_or("no CUDA toolkit was found".to_string(), |toolkit| {
            format!(
                "the toolkit of {} has none (Python wheels do not)",
                toolkit.header_dir.display()
            )
        });
        warn(&format!(
            "feature `linked` needs a {library} to link programs with: {why}, and it is not in the linker's own \
             folders. Set CUDA_PATH to a full toolkit, which holds one, or name the folder of one with \
             RUSTFLAGS=-Lnative=…, or use the feature `loaded` instead, which links to nothing"
        ));
    }
}
