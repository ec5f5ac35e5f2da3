//! The toolkit's stub library: never taken for a driver, and called by its name.

#![cfg(target_os = "linux")]

use cuda_mem_tests::probe;
use cuda_mem_tests::probe::no_driver_here;
use cuda_mem_tests::stub::{can_build, code_of, Stub};
use std::os::unix::fs::symlink;
use tempfile::tempdir;

const NAME: &str = "libcuda.so.1";
const NO_GPU: &str = "is the toolkit's stub: programs are linked against it, but it drives no GPU";

#[test]
fn a_driver_further_on_is_taken() {
    if !can_build() {
        return;
    }
    for stub in [NAME, "libcuda.so"] {
        let folder = tempdir().expect("a folder");
        let (stubs, real) = (folder.path().join("lib64/stubs"), folder.path().join("real"));
        Stub::all().answering(|_| 34).put(&stubs, stub);
        let library = Stub::all().put(&real, NAME);
        let answers = probe!()
            .library_path(&[&stubs, &real])
            .run(&["load", "raw cuInit"]);
        let found = format!("Ok Library {}", library.display());
        assert_eq!(answers, [found, code_of("cuInit").to_string()], "{stub}");
    }
}

#[test]
fn alone_it_is_named_with_its_path() {
    if !can_build() || !no_driver_here(probe!()) {
        return;
    }
    let folder = tempdir().expect("a folder");
    let stubs = folder.path().join("stubs");
    let stub = Stub::all().answering(|_| 34).put(&stubs, NAME);
    let answers = probe!()
        .library_path(&[&stubs])
        .run(&["raw cuInit", "load", "checked cuInit"]);
    assert_eq!(answers[0], "34");
    let said = format!("  libcuda.so.1: {} {NO_GPU}\n", stub.display());
    let advice = format!("Take {} off LD_LIBRARY_PATH", stubs.display());
    for text in &answers[1..] {
        assert!(text.contains(&said) && text.contains(&advice), "{text}");
        assert!(text.contains("install the driver"), "{text}");
    }
    assert!(
        answers[1].starts_with("Err 34: no CUDA driver library"),
        "{}",
        answers[1]
    );
    let head = "Err 34 NoDriver: cuInit: CUDA_ERROR_STUB_LIBRARY (34): no CUDA driver library could be loaded; tried:\n";
    assert!(answers[2].starts_with(head), "{}", answers[2]);
}

#[test]
fn the_variable_cannot_choose_it() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let stub = Stub::all().put(&folder.path().join("stubs"), "libcuda.so");
    let answers = probe!().driver(&stub).run(&["raw cuInit", "load"]);
    let path = stub.display();
    let text = format!(
        "Err 34: the CUDA driver library that CUDA_MEM_DRIVER names could not be loaded; tried:\n  {path}: this {NO_GPU}\n\
         Correct CUDA_MEM_DRIVER, or unset it to search the usual places"
    );
    assert_eq!(answers, ["34", &text]);
}

#[test]
fn a_link_to_it_does_not_hide_it() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let stub = Stub::all().put(&folder.path().join("stubs"), "libcuda.so");
    let link = folder.path().join(NAME);
    symlink(&stub, &link).expect("a link");
    let text = probe!().driver(&link).ask("load");
    assert!(
        text.starts_with("Err 34: ") && text.contains(&format!("{} {NO_GPU}", stub.display())),
        "{text}"
    );
}

/// Only the folder that holds the library counts: a project may well be called so.
#[test]
fn a_driver_below_a_folder_of_that_name_is_no_stub() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().put(&folder.path().join("stubs/target"), NAME);
    let answer = probe!().driver(&library).ask("load");
    assert_eq!(answer, format!("Ok Library {}", library.display()));
}

/// A stub under another folder's name gives itself away by what it answers.
#[test]
fn code_34_of_the_library_itself_is_explained() {
    if !can_build() {
        return;
    }
    let folder = tempdir().expect("a folder");
    let library = Stub::all().answering(|_| 34).put(folder.path(), NAME);
    let answers = probe!().driver(&library).run(&["raw cuInit", "checked cuInit"]);
    assert_eq!(answers[0], "34");
    let text = &answers[1];
    assert!(
        text.starts_with("Err 34 Driver: cuInit: CUDA_ERROR_STUB_LIBRARY (34): "),
        "{text}"
    );
    assert!(text.contains("stub"), "{text}");
}
