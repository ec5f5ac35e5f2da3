//! Where the driver library is looked for, and what is said when none is there or what is there is no driver.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe::no_driver_here;
use cuda_mem_tests::stub::{can_build, code_of, put, Stub};
use cuda_mem_tests::{probe, require};
use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::tempdir;

const NAME: &str = "libcuda.so.1";

/// What every message about a missing driver ends with.
fn says_what_to_do(text: &str) {
    for word in [
        "not with the CUDA toolkit",
        "nvidia-smi",
        "LD_LIBRARY_PATH",
        "CUDA_MEM_DRIVER",
        "--gpus",
    ] {
        assert!(text.contains(word), "no {word} in: {text}");
    }
}

#[test]
fn no_library_at_all() {
    if !no_driver_here(probe!()) {
        return;
    }
    let commands = [
        "raw cuMemAlloc_v2",
        "load",
        "checked cuMemAlloc",
        "has_symbol cuInit",
        "version",
        "raw cuInit",
    ];
    let answers = probe!().run(&commands);
    assert_eq!((answers[0].as_str(), answers[5].as_str()), ("303", "303"));
    assert_eq!(answers[3], "false");

    let load = &answers[1];
    assert!(
        load.starts_with("Err 303: no CUDA driver library could be loaded; tried:\n"),
        "{load}"
    );
    says_what_to_do(load);
    // Each candidate once, with the system's words and without its own path repeated in them.
    let candidates = [
        "libcuda.so.1",
        "libcuda.so",
        "/usr/lib/wsl/lib/libcuda.so.1",
        "/usr/local/cuda/compat/libcuda.so.1",
    ];
    for candidate in candidates {
        let line = format!("\n  {candidate}: cannot open shared object file: No such file or directory\n");
        assert_eq!(load.matches(&line).count(), 1, "{candidate} in: {load}");
    }
    assert_eq!(answers[4], *load);

    let (head, rest) = answers[2]
        .split_once("no CUDA")
        .expect("the loader's message in the error's");
    assert_eq!(
        head,
        "Err 303 NoDriver: cuMemAlloc: CUDA_ERROR_SHARED_OBJECT_INIT_FAILED (303): "
    );
    assert!(load.ends_with(rest), "{rest}");
}

#[test]
fn the_soname_alone_is_enough() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), NAME);
    let commands = ["load", "raw cuInit", "version", "has_symbol cuMemAlloc_v2"];
    let answers = probe!().library_path(&[folder.path()]).run(&commands);
    let code = code_of("cuInit").to_string();
    let found = format!("Ok Library {}", library.display());
    assert_eq!(answers, [found.as_str(), &code, "Ok(13000)", "true"]);
}

#[test]
fn the_name_for_linking_is_second() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "libcuda.so");
    let answer = probe!().library_path(&[folder.path()]).ask("load");
    // A machine's own libcuda.so.1 comes first.
    if no_driver_here(probe!()) {
        assert_eq!(answer, format!("Ok Library {}", library.display()));
    }
    let soname = Stub::all().put(folder.path(), NAME);
    let answer = probe!().library_path(&[folder.path()]).ask("load");
    assert_eq!(answer, format!("Ok Library {}", soname.display()));
}

#[test]
fn a_wrong_variable_is_an_error_whatever_else_is_there() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    Stub::all().put(folder.path(), NAME);
    let probe = probe!()
        .library_path(&[folder.path()])
        .driver("/nonexistent/driver.so");
    let answers = probe.run(&["raw cuInit", "load", "checked cuInit"]);
    let text = "the CUDA driver library that CUDA_MEM_DRIVER names could not be loaded; tried:\n  \
                /nonexistent/driver.so: cannot open shared object file: No such file or directory\n\
                Correct CUDA_MEM_DRIVER, or unset it to search the usual places";
    let checked = format!("Err 303 NoDriver: cuInit: CUDA_ERROR_SHARED_OBJECT_INIT_FAILED (303): {text}");
    assert_eq!(answers, ["303", &format!("Err 303: {text}"), &checked]);
}

#[test]
fn the_variable_comes_before_the_usual_places_unless_empty() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let usual = Stub::all().put(folder.path(), NAME);
    let other = Stub::all().put(folder.path(), "other.so");
    let path = [folder.path()];
    let answer = probe!().library_path(&path).driver(&other).ask("load");
    assert_eq!(answer, format!("Ok Library {}", other.display()));
    let answer = probe!().library_path(&path).driver("").ask("load");
    assert_eq!(answer, format!("Ok Library {}", usual.display()));
}

type NoDriver = (&'static str, fn(&Path), &'static str);

/// What cannot be a driver: how it is put into a folder, and a part of what is said about it.
const NO_DRIVERS: &[NoDriver] = &[
    (
        "an empty file",
        |folder| drop(put(folder, NAME, b"")),
        "file too short",
    ),
    (
        "a short text",
        |folder| drop(put(folder, NAME, b"hello\n")),
        "file too short",
    ),
    (
        "a text",
        |folder| drop(put(folder, NAME, &[b'x'; 4096])),
        "invalid ELF header",
    ),
    (
        "a folder",
        |folder| fs::create_dir_all(folder.join(NAME)).expect("a folder"),
        "Is a directory",
    ),
    (
        "a loop",
        |folder| symlink(NAME, folder.join(NAME)).expect("a link"),
        "symbolic links",
    ),
];

#[test]
fn what_is_no_library_is_named_with_the_reason() {
    for (what, make, reason) in NO_DRIVERS {
        let folder = tempdir().expect("a folder");
        make(folder.path());
        let library = folder.path().join(NAME);
        let answers = probe!().driver(&library).run(&["raw cuInit", "load"]);
        assert_eq!(answers[0], "303", "{what}");
        let text = &answers[1];
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("  {}: ", library.display())));
        assert!(line.is_some_and(|line| line.contains(reason)), "{what}: {text}");
        assert_eq!(text.matches(NAME).count(), 1, "{what}: {text}");
    }
}

#[test]
fn what_is_no_library_does_not_end_the_search() {
    if !can_build() || !no_driver_here(probe!()) {
        return;
    }
    for (what, make, _) in NO_DRIVERS {
        let folder = tempdir().expect("a folder");
        make(folder.path());
        let text = probe!().library_path(&[folder.path()]).ask("load");
        assert!(
            text.starts_with("Err 303: ") && text.contains("\n  libcuda.so.1: "),
            "{what}: {text}"
        );
        says_what_to_do(&text);
        let next = Stub::all().put(folder.path(), "libcuda.so");
        let answer = probe!().library_path(&[folder.path()]).ask("load");
        assert_eq!(answer, format!("Ok Library {}", next.display()), "{what}");
    }
}

#[test]
fn a_library_for_another_machine_is_called_that() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let (foreign, native) = (folder.path().join("foreign"), folder.path().join("native"));
    let library = Stub::all().put_foreign(&foreign, NAME);
    let text = probe!().driver(&library).ask("load");
    let line = format!(
        "{}: the file is there, but not for this processor ({})",
        library.display(),
        std::env::consts::ARCH
    );
    assert!(text.contains(&line), "{text}");
    // On the library path the system passes over it.
    let library = Stub::all().put(&native, NAME);
    let answer = probe!().library_path(&[&foreign, &native]).ask("load");
    assert_eq!(answer, format!("Ok Library {}", library.display()));
}

/// The probe, where every user can reach it. Another process copies it: a program that is open for writing cannot run,
/// and a child which another test starts meanwhile would keep it open.
fn copy_of_probe(folder: &Path) -> PathBuf {
    let program = folder.join("probe");
    let status = Command::new("cp")
        .args([Path::new(env!("CARGO_BIN_EXE_probe")), &program])
        .status();
    assert!(status.expect("cp runs").success());
    program
}

#[test]
fn what_may_not_be_read() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let closed = folder.path().join("closed");
    let library = Stub::all().put(&closed, NAME);
    // The superuser may read everything, so the probe runs as nobody, from where nobody can.
    let program = copy_of_probe(folder.path());
    let mode =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    mode(folder.path(), 0o755);
    mode(&closed, 0o000);
    // SAFETY: no arguments.
    let superuser = unsafe { libc::geteuid() } == 0;
    let probe = || match cuda_mem_tests::probe::Probe::new(&program) {
        probe if superuser => probe.user(65534),
        probe => probe,
    };
    let by_variable = probe().driver(&library).ask("load");
    let by_path = probe().library_path(&[&closed]).ask("load");
    mode(&closed, 0o755);
    let line = format!(
        "{}: cannot open shared object file: Permission denied",
        library.display()
    );
    assert!(
        by_variable.starts_with("Err 303: ") && by_variable.contains(&line),
        "{by_variable}"
    );
    // The system's loader passes over such folders without a word.
    assert!(!by_path.contains(&closed.display().to_string()), "{by_path}");
    if no_driver_here(probe()) {
        says_what_to_do(&by_path);
    }
}

/// A variable must not choose the code that runs with rights which its setter does not have.
#[test]
fn programs_with_raised_rights_do_not_obey_the_variable() {
    // SAFETY: no arguments.
    if unsafe { libc::geteuid() } != 0 {
        return require::skip("root", "only root can make a program that runs as another user");
    }
    if !can_build() || !no_driver_here(probe!()) {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let program = copy_of_probe(folder.path());
    let mode =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    mode(folder.path(), 0o755);
    mode(&library, 0o755);
    let probe = || cuda_mem_tests::probe::Probe::new(&program).user(65534);
    mode(&program, 0o755);
    let obeys = format!("Ok Library {}", library.display());
    assert_eq!(probe().driver(&library).ask("load"), obeys);
    mode(&program, 0o4755);
    let answers = probe().driver(&library).run(&["has_raised_rights", "load"]);
    if answers[0] == "false" {
        return require::skip(
            "setuid",
            "programs do not get their owner's rights in the temporary folder",
        );
    }
    assert!(
        answers[1].starts_with("Err 303: no CUDA driver library"),
        "{}",
        answers[1]
    );
}

/// A search that failed is not repeated at every call; `load` repeats it, and so does printing an error.
#[test]
fn a_driver_that_comes_later() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(folder.path(), "driver.so");
    let later = folder.path().join("later.so");
    let link = format!("link {} {}", library.display(), later.display());
    let commands = [
        "in_use",
        "raw cuInit",
        &link,
        "raw cuInit",
        "in_use",
        "checked cuInit",
        "in_use",
        "raw cuInit",
    ];
    let answers = probe!().driver(&later).run(&commands);
    let error = "Err 303 NoDriver: cuInit: CUDA_ERROR_SHARED_OBJECT_INIT_FAILED (303): no CUDA driver library was loaded \
                 when this call was made; one is now";
    let code = code_of("cuInit").to_string();
    assert_eq!(
        answers,
        ["false", "303", "Ok", "303", "false", error, "true", &code]
    );
}
