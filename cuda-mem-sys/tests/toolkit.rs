//! The toolkit search of the build script, on fake file systems and environments.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

#[path = "../build/toolkit.rs"]
mod toolkit;

#[path = "toolkit/fake.rs"]
mod fake;

use fake::{assert_parts, rows, target, triple, Fake, ARM, WINDOWS, X86};
use toolkit::{header_version, names, Source, VARIABLES};

/// The variables that name a toolkit, in order.
const EXPLICIT: &[&str] = &[
    "CUDA_MEM_HEADER_DIR_x86_64_unknown_linux_gnu",
    "CUDA_MEM_HEADER_DIR",
    "CUDA_PATH",
    "CUDA_HOME",
    "CUDA_ROOT",
    "CUDA_TOOLKIT_ROOT_DIR",
];

#[test]
fn every_layout_under_a_variable() {
    let layouts = "
        x86      include
        x86      .
        x86      targets/x86_64-linux/include
        arm      targets/sbsa-linux/include
        arm      targets/aarch64-linux/include
        windows  Library/include
        windows  Library/include/targets/x64
        windows  include/targets/x64
        x86      nvidia/cu13/include
        x86      nvidia/cu14/include
        x86      nvidia/cuda_runtime/include
        x86      lib/python3.12/site-packages/nvidia/cu13/include
        x86      lib/python3.12/site-packages/nvidia/cuda_runtime/include
        x86      lib/python3.13t/site-packages/nvidia/cu13/include
        windows  Lib/site-packages/nvidia/cu13/include
        windows  Lib/site-packages/nvidia/cuda_runtime/include
        x86      cuda/include
        x86      cuda/12.9/include
        x86      cuda/12.9/targets/x86_64-linux/include
        arm      cuda/12.9/targets/sbsa-linux/include
    ";
    let names = "CUDA_PATH CUDA_MEM_HEADER_DIR CONDA_PREFIX VIRTUAL_ENV";
    for name in names.split(' ') {
        for row in rows(layouts) {
            let dir = format!("some/root/{}", row[1]);
            let dir = dir.trim_end_matches("/.");
            let fake = Fake::new().build(triple(row[0]), triple(row[0]));
            let fake = fake.header(dir, 13000).set(name, "some/root");
            let wanted = (format!("/{dir}"), 13000, name.to_string(), vec![]);
            assert_eq!(fake.taken(), wanted);
        }
    }
    let wheel = Fake::new().header("v/nvidia/cu13/include", 13050);
    let wheel = wheel.set("CUDA_PATH", "v/nvidia/cu13");
    assert_eq!(wheel.taken().0, "/v/nvidia/cu13/include");
}

#[test]
fn newest_of_several_is_by_number() {
    // A folder, and what is in it, newest first.
    let cases = "
        usr/local/ cuda-12.10/include cuda-12.9/include cuda-9.2/include
        usr/local/ cuda-13.0/include cuda-13/include
        opt/nvidia/hpc_sdk/Linux_x86_64/ 25.11/cuda/include 25.9/cuda/13.0/include
        opt/nvidia/hpc_sdk/Linux_x86_64/25.9/cuda/ 12.10/include 12.9/include
        env/lib/python3. 12/site-packages/nvidia/cuda_runtime/include 9/site-packages/nvidia/cu13/include
        env/lib/python3.9/site-packages/nvidia/ cu13/include cu9/include cuda_runtime/include
    ";
    for row in rows(cases) {
        let (base, dirs) = (row[0], &row[1..]);
        for wanted in 0..dirs.len() {
            let mut fake = Fake::new().set("VIRTUAL_ENV", "env");
            for (index, dir) in dirs.iter().enumerate() {
                let dir = format!("{base}{dir}");
                // The newer ones are there as well, but partial.
                fake = match index < wanted {
                    true => fake.file(&format!("{dir}/cudart.h"), ""),
                    false => fake.header(&dir, 12000),
                };
            }
            assert_eq!(fake.taken().0, format!("/{base}{}", dirs[wanted]));
        }
    }
}

#[test]
fn places_in_order() {
    let places = [
        ("conda/include", "CONDA_PREFIX"),
        ("venv/nvidia/cu13/include", "VIRTUAL_ENV"),
        ("nv/include", "NVHPC_CUDA_HOME"),
        ("hpc/25.9/cuda/include", "NVHPC_ROOT"),
        ("usr/local/cuda/include", ""),
        ("usr/local/cuda-13.0/include", ""),
        ("opt/cuda/include", ""),
        ("usr/include", ""),
        ("usr/lib/cuda/include", ""),
        ("opt/nvidia/hpc_sdk/Linux_x86_64/25.9/cuda/include", ""),
    ];
    let mut fake = Fake::new()
        .set("CONDA_PREFIX", "conda")
        .set("VIRTUAL_ENV", "venv")
        .set("NVHPC_CUDA_HOME", "nv")
        .set("NVHPC_ROOT", "hpc/25.9")
        .header("opt/nvidia/hpc_sdk/Linux_aarch64/26.1/cuda/include", 13000)
        .header("usr/local/cuda-old/include", 13000);
    for (index, (dir, _)) in places.iter().enumerate() {
        fake = fake.header(dir, 12000 + index as u32);
    }
    for (index, (dir, variable)) in places.iter().enumerate() {
        let found = fake.found();
        assert_eq!(found.header_dir, fake.root.join(dir));
        assert_eq!(found.version, 12000 + index as u32);
        let from = match *variable {
            "" => Source::Convention,
            name => Source::Variable(name.to_string()),
        };
        assert_eq!(found.from, from);
        fs::remove_file(fake.root.join(dir).join("cuda.h")).unwrap();
    }
    fake.not_found();
}

#[test]
fn variables_in_order_and_their_disagreement() {
    // Conventional places never matter here, nor do hints.
    let mut fake = Fake::new()
        .header("usr/local/cuda/include", 13050)
        .header("conda/include", 13050)
        .set("CONDA_PREFIX", "conda");
    for name in EXPLICIT {
        // The folder's own name or its root, as the variable wants it.
        let dir = format!("{name}/include");
        let value = if name.contains("HEADER") { &*dir } else { *name };
        fake = fake.header(&dir, 12000).set(name, value);
    }
    for (index, name) in EXPLICIT.iter().enumerate() {
        let (dir, _, from, warnings) = fake.taken();
        assert_eq!((dir, &*from), (format!("/{name}/include"), *name));
        // The per-target variable overrules in silence.
        let silent = index == 0;
        let lower = if silent { 0 } else { EXPLICIT.len() - index - 1 };
        assert_eq!(warnings.len(), lower);
        fake.vars.remove(*name);
    }
    assert_eq!(fake.taken().2, "CONDA_PREFIX");
}

#[test]
fn warnings_say_who_lost() {
    let fake = || {
        Fake::new()
            .header("a/include", 13000)
            .header("b/include", 12090)
            .set("CUDA_PATH", "a")
    };
    let disagree = fake().set("CUDA_HOME", "b");
    assert_eq!(
        disagree.taken().3,
        [
            "CUDA_PATH=/a and CUDA_HOME=/b name different CUDA headers: /a/include (CUDA 13.0) is used, \
          /b/include (CUDA 12.9) is not, because CUDA_PATH is asked first. Unset one of the two, or let them agree."
        ]
    );
    let lower_wrong = fake().set("CUDA_ROOT", "gone");
    assert_eq!(
        lower_wrong.taken().3,
        [
            "CUDA_ROOT=/gone names no folder with a CUDA header for this target; /a/include (CUDA 13.0) is used, \
          from CUDA_PATH. Correct or unset CUDA_ROOT."
        ]
    );
    for (name, value) in [
        ("CUDA_HOME", "a"),
        ("CUDA_HOME", "a/include"),
        ("CONDA_PREFIX", "b"),
    ] {
        let agreeing = fake().set(name, value);
        assert_eq!(agreeing.taken().3, [""; 0], "{name}={value}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_agrees_with_what_it_leads_to() {
    let fake = Fake::new()
        .header("usr/local/cuda-13.0/include", 13000)
        .link("usr/local/cuda", "cuda-13.0")
        .set("CUDA_PATH", "usr/local/cuda")
        .set("CUDA_HOME", "usr/local/cuda-13.0");
    let (dir, _, from, warnings) = fake.taken();
    assert_eq!((&*dir, &*from), ("/usr/local/cuda/include", "CUDA_PATH"));
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_wrong_variable_is_an_error_with_every_path() {
    // Whatever else is there does not count.
    let fake = Fake::new()
        .header("usr/local/cuda/include", 13000)
        .header("other/include", 13000)
        .set("CUDA_PATH", "gone")
        .set("CUDA_HOME", "other");
    assert_eq!(
        fake.wrong(),
        "CUDA_PATH=/gone names no folder with a CUDA header for x86_64-unknown-linux-gnu. Probed, in this order:
  /gone/cuda.h: not there
  /gone/include/cuda.h: not there
  /gone/targets/x86_64-linux/include/cuda.h: not there
  /gone/nvidia/cu*: no such folder
  /gone/nvidia/cuda_runtime/include/cuda.h: not there
  /gone/lib/python*: no such folder
  /gone/cuda/include/cuda.h: not there
  /gone/cuda/targets/x86_64-linux/include/cuda.h: not there
  /gone/cuda/*: no such folder
Set CUDA_PATH to a toolkit's root, or CUDA_MEM_HEADER_DIR to the folder that holds cuda.h, \
or unset CUDA_PATH to have the usual places searched."
    );
    for name in EXPLICIT {
        let text = Fake::new().set(name, "gone").wrong();
        let (is, set) = (format!("{name}=/gone names no"), format!("Set {name} to"));
        assert_parts(
            &text,
            &[&is, "/gone/cuda.h: not there", &set, &format!("unset {name}")],
        );
    }
}

#[test]
fn nothing_found_lists_every_path() {
    let fake = Fake::new()
        .set("VIRTUAL_ENV", "v")
        .set_raw("CUDA_PATH", "".into());
    assert_eq!(
        fake.not_found(),
        "no CUDA header found for x86_64-unknown-linux-gnu. Unset: CUDA_MEM_HEADER_DIR_x86_64_unknown_linux_gnu, \
CUDA_MEM_HEADER_DIR, CUDA_PATH, CUDA_HOME, CUDA_ROOT, CUDA_TOOLKIT_ROOT_DIR. Probed, in this order:
  /v/cuda.h (VIRTUAL_ENV): not there
  /v/include/cuda.h (VIRTUAL_ENV): not there
  /v/targets/x86_64-linux/include/cuda.h (VIRTUAL_ENV): not there
  /v/nvidia/cu* (VIRTUAL_ENV): no such folder
  /v/nvidia/cuda_runtime/include/cuda.h (VIRTUAL_ENV): not there
  /v/lib/python* (VIRTUAL_ENV): no such folder
  /v/cuda/include/cuda.h (VIRTUAL_ENV): not there
  /v/cuda/targets/x86_64-linux/include/cuda.h (VIRTUAL_ENV): not there
  /v/cuda/* (VIRTUAL_ENV): no such folder
  /usr/local/cuda/include/cuda.h (conventional path): not there
  /usr/local/cuda/targets/x86_64-linux/include/cuda.h (conventional path): not there
  /usr/local/cuda-* (conventional path): no such folder
  /opt/cuda/include/cuda.h (conventional path): not there
  /opt/cuda/targets/x86_64-linux/include/cuda.h (conventional path): not there
  /usr/include/cuda.h (conventional path): not there
  /usr/targets/x86_64-linux/include/cuda.h (conventional path): not there
  /usr/lib/cuda/include/cuda.h (conventional path): not there
  /usr/lib/cuda/targets/x86_64-linux/include/cuda.h (conventional path): not there
  /opt/nvidia/hpc_sdk/Linux_x86_64/* (conventional path): no such folder
Set CUDA_PATH to a toolkit's root, or CUDA_MEM_HEADER_DIR to the folder that holds cuda.h."
    );
}

#[test]
fn headers_that_do_not_count_are_named() {
    let foreign_project = "#define CUDA_VERSION_MAJOR 13\nvoid f(void);\n";
    let no_version = "holds cuda.h but no CUDA_VERSION";
    let fake = || Fake::new().file("a/include/cuda.h", foreign_project);
    assert_parts(
        &fake().set("CUDA_HOME", "a").wrong(),
        &["/a/include/cuda.h", no_version],
    );
    assert_parts(
        &fake().set("CONDA_PREFIX", "a").not_found(),
        &["/a/include/cuda.h", no_version],
    );
    // The next layout, and the next place, are tried.
    let next = fake()
        .header("a/targets/x86_64-linux/include", 12000)
        .set("CUDA_PATH", "a");
    assert_eq!(next.taken().0, "/a/targets/x86_64-linux/include");
    let next = fake().header("usr/include", 12000).set("CONDA_PREFIX", "a");
    assert_eq!(next.taken().0, "/usr/include");

    let folder = Fake::new().file("a/include/cuda.h/x", "").set("CUDA_PATH", "a");
    assert_parts(&folder.wrong(), &["/a/include/cuda.h: not a file"]);
    let file = Fake::new().file("a", "").set("CUDA_PATH", "a/cuda.h");
    assert_parts(
        &file.wrong(),
        &["CUDA_PATH=/a/cuda.h names no folder", "/a/cuda.h/cuda.h: "],
    );
    let relative = Fake::new().set_raw("CUDA_PATH", "~/cuda 13".into());
    assert_parts(
        &relative.wrong(),
        &[
            "CUDA_PATH=~/cuda 13 names",
            "  ~/cuda 13: a relative path; a build script needs an absolute one",
        ],
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    // Reading this one would never end.
    let endless = Fake::new()
        .link("a/include/cuda.h", "/dev/zero")
        .set("CUDA_PATH", "a");
    assert_parts(&endless.wrong(), &["/a/include/cuda.h: not a file"]);
    let dangling = Fake::new().link("a/include/cuda.h", "gone").set("CUDA_PATH", "a");
    assert_parts(&dangling.wrong(), &["/a/include/cuda.h: not there"]);
    let looping = Fake::new()
        .link("a/include/cuda.h", "cuda.h")
        .set("CUDA_PATH", "a");
    assert_parts(&looping.wrong(), &["/a/include/cuda.h: cannot be read: "]);
    let unlisted = Fake::new().file("a/lib", "").set("CUDA_PATH", "a");
    assert_parts(&unlisted.wrong(), &["/a/lib/python*: cannot list /a/lib: "]);

    let locked = Fake::new().header("a/include", 13000).set("CUDA_PATH", "a");
    let path = locked.root.join("a/include/cuda.h");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser can read it all the same.
    match fs::read(&path) {
        Ok(_) => assert_eq!(locked.found().version, 13000),
        Err(error) => {
            let reason = format!("/a/include/cuda.h: cannot be read: {error}");
            assert_parts(&locked.wrong(), &[&reason]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_value_need_not_be_utf8() {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let mut value = Fake::new().root.as_os_str().as_bytes().to_vec();
    value.extend(b"/cu\xffda");
    let value = OsString::from_vec(value);
    let fake = Fake::new().set_raw("CUDA_PATH", value.clone());
    assert_parts(&fake.wrong(), &["/cu\u{fffd}da/include/cuda.h: not there"]);
    let dir = PathBuf::from(&value).join("include");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("cuda.h"), b"/* \xff */\n#define CUDA_VERSION 13000\n").unwrap();
    assert_eq!(fake.found().header_dir, dir);
    fs::remove_dir_all(dir.ancestors().nth(2).unwrap()).unwrap();
}

#[test]
fn each_target_takes_its_own_tree() {
    let both = || {
        let fake = Fake::new()
            .header("t/targets/aarch64-linux/include", 12020)
            .header("t/targets/sbsa-linux/include", 12030)
            .header("t/targets/x86_64-linux/include", 12040);
        #[cfg(unix)]
        let fake = fake.link("t/include", "targets/x86_64-linux/include");
        fake
    };
    for name in ["CUDA_PATH", "CONDA_PREFIX"] {
        for host in [X86, ARM] {
            let arm = both().set(name, "t").build(host, ARM);
            assert_eq!(arm.taken().0, "/t/targets/sbsa-linux/include");
            let x86 = both().set(name, "t").build(host, X86);
            assert_eq!(x86.found().version, 12040);
        }
    }
    // Jetson's own `include` says which of the two aarch64 trees the machine has.
    #[cfg(unix)]
    for (host, version) in [(ARM, 12020), (X86, 12030)] {
        let jetson = Fake::new()
            .header("t/targets/aarch64-linux/include", 12020)
            .header("t/targets/sbsa-linux/include", 12030)
            .link("t/include", "targets/aarch64-linux/include")
            .set("CUDA_PATH", "t")
            .build(host, ARM);
        assert_eq!(jetson.found().version, version);
    }
    // A user's folder called `targets` is not a tree.
    let own = Fake::new()
        .header("targets/mine/include", 12000)
        .set("CUDA_PATH", "targets/mine");
    assert_eq!(own.taken().0, "/targets/mine/include");
}

#[cfg(unix)]
#[test]
fn the_hosts_tree_is_refused_in_a_cross_build() {
    let fake = || {
        Fake::new()
            .build(X86, ARM)
            .header("usr/local/cuda-13.0/targets/x86_64-linux/include", 13000)
            .link("usr/local/cuda-13.0/include", "targets/x86_64-linux/include")
            .link("usr/local/cuda", "cuda-13.0")
    };
    let reason = "/usr/local/cuda/include/cuda.h";
    let belongs = "belongs to x86_64-linux, another target";
    let variable = "CUDA_MEM_HEADER_DIR_aarch64_unknown_linux_gnu";
    assert_parts(&fake().not_found(), &[reason, belongs, variable]);
    assert_parts(
        &fake().set("CUDA_PATH", "usr/local/cuda").wrong(),
        &[
            "targets/sbsa-linux/include/cuda.h: not there",
            reason,
            belongs,
            variable,
        ],
    );
    // Unless the user named that very folder.
    let include = "usr/local/cuda/include";
    let named = fake().set(variable, include).set("CUDA_PATH", "usr/local/cuda");
    assert_eq!(
        named.taken().3,
        [format!(
            "{variable}=/{include} is the tree of x86_64-linux, not of {ARM}. It is used because {variable} names \
             the folder itself."
        )]
    );
    // The variable of another target says nothing.
    let other = fake().set("CUDA_MEM_HEADER_DIR_x86_64_unknown_linux_gnu", include);
    other.not_found();

    let hpc = "opt/nvidia/hpc_sdk/Linux_x86_64/25.9";
    let hpc_sdk = Fake::new()
        .build(X86, ARM)
        .header(&format!("{hpc}/cuda/include"), 13000);
    assert_parts(
        &hpc_sdk.set("NVHPC_ROOT", hpc).not_found(),
        &["belongs to Linux_x86_64, another target", "Linux_aarch64/*"],
    );
}

#[test]
fn wheels_of_the_hosts_python_are_not_for_a_cross_build() {
    let fake = || Fake::new().header("v/lib/python3.12/site-packages/nvidia/cu13/include", 13000);
    let active = fake().set("VIRTUAL_ENV", "v");
    assert_eq!(active.found().version, 13000);
    active.build(X86, ARM).not_found();
    // A user may have unpacked the target's wheels somewhere.
    assert_eq!(
        fake().set("CUDA_HOME", "v").build(X86, ARM).found().version,
        13000
    );
}

#[test]
fn a_cross_build_searches_debians_folders() {
    let order = [
        "usr/aarch64-linux-gnu/include",
        "usr/include/aarch64-linux-gnu",
        "usr/include",
    ];
    for wanted in 0..order.len() {
        for variable in ["UNREAD", "CUDA_PATH"] {
            let mut fake = Fake::new().build(X86, ARM).set(variable, "usr");
            for dir in &order[wanted..] {
                fake = fake.header(dir, 11080);
            }
            assert_eq!(fake.taken().0, format!("/{}", order[wanted]));
        }
    }
    let native = Fake::new().header(order[0], 11080).header(order[1], 11080);
    native.not_found();
}

#[test]
fn another_system_is_searched_only_where_a_variable_says() {
    let fake = Fake::new()
        .header("usr/local/cuda/include", 13000)
        .set("CONDA_PREFIX", "usr/local/cuda")
        .build(X86, WINDOWS);
    let reason = format!("no place but these variables: those of {X86} hold nothing for windows");
    assert_parts(&fake.not_found(), &[&reason]);
    let fake = fake.set("CUDA_PATH", "usr/local/cuda");
    assert_eq!(fake.taken().0, "/usr/local/cuda/include");
    let same_system = Fake::new()
        .header("usr/include", 13000)
        .build(X86, "x86_64-unknown-linux-musl");
    assert_eq!(same_system.taken().0, "/usr/include");
}

#[test]
fn hosts_that_are_not_the_target() {
    // Host, target, whether the host's tree is wrong, whether its system is another one.
    let cases = "
        x86_64-unknown-linux-gnu   x86_64-unknown-linux-gnu   false false
        x86_64-unknown-linux-gnu   x86_64-unknown-linux-musl  false false
        x86_64-unknown-linux-gnu   aarch64-unknown-linux-gnu  true  false
        aarch64-unknown-linux-gnu  x86_64-unknown-linux-gnu   true  false
        x86_64-pc-windows-msvc     x86_64-pc-windows-gnu      false false
        x86_64-unknown-linux-gnu   x86_64-pc-windows-msvc     true  true
        x86_64-pc-windows-msvc     x86_64-unknown-linux-gnu   true  true
        aarch64-apple-darwin       aarch64-unknown-linux-gnu  true  true
        aarch64-linux-android      aarch64-unknown-linux-gnu  true  true
    ";
    for row in rows(cases) {
        let target = target(row[1]);
        let found = [target.is_cross(row[0]), target.is_other_os(row[0])];
        assert_eq!(found.map(|answer| answer.to_string()), row[2..], "{row:?}");
    }
}

#[test]
fn windows_places() {
    let programs = if cfg!(windows) {
        "Programs (x86)"
    } else {
        "C: Programs (x86);a:b"
    };
    let at = |version: &str| format!("{programs}/NVIDIA GPU Computing Toolkit/CUDA/{version}/include");
    let fake = || Fake::new().build(WINDOWS, WINDOWS).set("ProgramFiles", programs);
    let newest = fake()
        .header(&at("v9.2"), 9020)
        .header(&at("v12.10"), 12100)
        .header(&at("v12.9"), 12090);
    assert_eq!(
        newest.taken(),
        (
            format!("/{}", at("v12.10")),
            12100,
            "conventional path".to_string(),
            vec![]
        )
    );

    let hint = newest.header("d/include", 11080).set("CUDA_PATH_V11_8", "d");
    assert_eq!(hint.taken().0, "/d/include");
    let newer = hint
        .header("e/include", 13000)
        .set("CUDA_PATH_V13_0", "e")
        .set("CUDA_PATH_V13_1", "gone");
    assert_eq!(newer.taken().2, "CUDA_PATH_V13_0");
    let explicit = newer.header("f/include", 12000).set("CUDA_PATH", "f");
    assert_eq!(explicit.taken().2, "CUDA_PATH");

    // Elsewhere these names mean nothing.
    let linux = Fake::new().header("d/include", 11080).set("CUDA_PATH_V11_8", "d");
    linux.not_found();

    // On Windows itself this would be the machine's own folder.
    #[cfg(not(windows))]
    assert_parts(
        &Fake::new().build(WINDOWS, WINDOWS).not_found(),
        &["C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v* (conventional path): no such folder"],
    );
}

#[test]
fn a_value_is_one_path() {
    let names = if cfg!(windows) {
        vec!["Program Files (x86)", "a;b", "$HOME", "%HOME%"]
    } else {
        vec![r"C:\Program Files (x86)", "a:b", "a;b", " a ", "a'b\"c", "$HOME"]
    };
    for dir in names {
        let shown = dir.replace('\\', "/");
        let fake = Fake::new()
            .header(&format!("{dir}/include"), 13000)
            .set("CUDA_PATH", dir);
        assert_eq!(fake.taken().0, format!("/{shown}/include"));
        let gone = Fake::new().set("CUDA_PATH", dir);
        let (is, probed) = (
            format!("CUDA_PATH=/{shown} names"),
            format!("/{shown}/include/cuda.h: not there"),
        );
        assert_parts(&gone.wrong(), &[&is, &probed]);
    }
}

#[test]
fn the_version_is_the_headers() {
    let fake = Fake::new().header("usr/local/cuda-13.0/include", 12060);
    let fake = fake.file("usr/local/cuda-13.0/version.json", "13.0");
    assert_eq!(fake.found().version, 12060);
}

#[test]
fn libraries_for_the_linker() {
    // Host, target, folder of the header, setting, folders of the library.
    let cases = "
        x86 x86 t/include CUDA_PATH=t t/lib64/stubs t/lib/stubs
        x86 x86 t/include CUDA_MEM_HEADER_DIR=t/include t/lib64/stubs
        x86 x86 t/targets/x86_64-linux/include CUDA_PATH=t t/targets/x86_64-linux/lib/stubs
        x86 x86 t/targets/x86_64-linux/include CONDA_PREFIX=t t/lib/stubs
        x86 x86 t/include CUDA_PATH=t t/targets/x86_64-linux/lib/stubs
        x86 arm t/targets/sbsa-linux/include CUDA_PATH=t t/targets/sbsa-linux/lib/stubs
        x86 x86 usr/include - usr/lib/x86_64-linux-gnu/stubs
        x86 arm usr/include - usr/lib/aarch64-linux-gnu/stubs
        x86 arm usr/aarch64-linux-gnu/include - usr/aarch64-linux-gnu/lib/stubs
        x86 x86 t/cuda/12.9/include NVHPC_ROOT=t t/cuda/12.9/lib64/stubs
        x86 x86 t/nvidia/cu13/include CUDA_PATH=t/nvidia/cu13
        windows windows t/include CUDA_PATH=t t/lib/x64
        windows windows t/Library/include/targets/x64 CONDA_PREFIX=t t/Library/lib/x64 t/Library/lib
    ";
    for row in rows(cases) {
        let fake = Fake::new().build(triple(row[0]), triple(row[1]));
        let mut fake = fake.header(row[2], 13000);
        if let Some((name, value)) = row[3].split_once('=') {
            fake = fake.set(name, value);
        }
        // Folders without the file, and another system's file, do not count.
        fake = fake.file("t/lib64/stubs/libnvml.so", "");
        let (ours, theirs) = match row[0] {
            "windows" => ("cuda.lib", "libcuda.so"),
            _ => ("libcuda.so", "cuda.lib"),
        };
        for dir in &row[4..] {
            fake = fake.file(&format!("{dir}/{theirs}"), "");
        }
        assert_eq!(fake.found().stub_dirs, Vec::<PathBuf>::new(), "{row:?}");
        for dir in &row[4..] {
            fake = fake.file(&format!("{dir}/{ours}"), "");
        }
        let wanted: Vec<PathBuf> = row[4..].iter().map(|dir| fake.root.join(dir)).collect();
        assert_eq!(fake.found().stub_dirs, wanted, "{row:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_linker_gets_each_folder_once_and_none_of_another_target() {
    let fake = Fake::new()
        .header("t/targets/x86_64-linux/include", 13000)
        .file("t/targets/x86_64-linux/lib/stubs/libcuda.so", "")
        .link("t/include", "targets/x86_64-linux/include")
        .link("t/lib64", "targets/x86_64-linux/lib")
        .set("CUDA_PATH", "t");
    assert_eq!(fake.found().stub_dirs, [fake.root.join("t/lib64/stubs")]);
    let cross = fake.header("t/targets/sbsa-linux/include", 13000).build(X86, ARM);
    assert_eq!(cross.found().stub_dirs, Vec::<PathBuf>::new());
}

#[test]
fn an_environments_header_goes_with_a_later_places_library() {
    let wheel = "venv/lib/python3.12/site-packages/nvidia/cu13/include";
    let fake = Fake::new().header(wheel, 13050).set("VIRTUAL_ENV", "venv");
    assert_eq!(fake.found().stub_dirs, Vec::<PathBuf>::new());
    let fake = fake
        .header("usr/local/cuda/include", 12090)
        .file("usr/local/cuda/lib64/stubs/libcuda.so", "")
        .header("opt/cuda/include", 12080)
        .file("opt/cuda/lib64/stubs/libcuda.so", "");
    let found = fake.found();
    assert_eq!(found.header_dir, fake.root.join(wheel));
    assert_eq!(found.stub_dirs, [fake.root.join("usr/local/cuda/lib64/stubs")]);
    assert!(!found.explicit);
    // A toolkit that was named stands for itself.
    let fake = fake.set("CUDA_PATH", "venv");
    let found = fake.found();
    assert_eq!(found.stub_dirs, Vec::<PathBuf>::new());
    assert!(found.explicit);
}

#[test]
fn the_linkers_own_folders() {
    let cases = "
        x86 x86 usr/lib/x86_64-linux-gnu yes
        x86 x86 lib/x86_64-linux-gnu yes
        x86 x86 usr/lib64 yes
        x86 x86 usr/local/lib yes
        x86 x86 usr/lib/x86_64-linux-gnu/stubs no
        x86 x86 usr/lib/aarch64-linux-gnu no
        x86 arm usr/lib/aarch64-linux-gnu yes
        x86 arm usr/lib64 no
    ";
    for row in rows(cases) {
        let fake = Fake::new().build(triple(row[0]), triple(row[1]));
        // Without the development files there is only this one, which the linker does not look for.
        let fake = fake.file(&format!("{}/libcuda.so.1", row[2]), "");
        assert!(!fake.is_on_linker_path(), "{row:?}");
        let fake = fake.file(&format!("{}/libcuda.so", row[2]), "");
        assert_eq!(fake.is_on_linker_path(), row[3] == "yes", "{row:?}");
    }
}

#[test]
fn header_versions() {
    let cases: &[(&str, Option<u32>)] = &[
        ("#define CUDA_VERSION 13050", Some(13050)),
        ("#define CUDA_VERSION 13050\r\n", Some(13050)),
        ("\u{feff}#define CUDA_VERSION 11070\n", Some(11070)),
        ("  #\t define\tCUDA_VERSION\t12090 /* 12.9 */\n", Some(12090)),
        ("#define CUDA_VERSION 12090// 12.9\n", Some(12090)),
        ("#define CUDA_VERSION ( 12090u )\n", Some(12090)),
        ("#define CUDA_VERSION \\\n  12090\n", Some(12090)),
        ("/* old */ #define /* x */ CUDA_VERSION /**/ 1 /* y */\n", Some(1)),
        ("/* #define CUDA_VERSION 1 */\n#define CUDA_VERSION 2\n", Some(2)),
        (
            "/*\n#define CUDA_VERSION 1\n*/\n#define CUDA_VERSION 2\n",
            Some(2),
        ),
        ("/*\n*/#define CUDA_VERSION 2\n", Some(2)),
        ("// /* \n#define CUDA_VERSION 2\n", Some(2)),
        ("/* // */ #define CUDA_VERSION 2\n", Some(2)),
        ("// \\\n#define CUDA_VERSION 1\n#define CUDA_VERSION 2\n", Some(2)),
        ("#define CUDA_VERSION 3\n#define CUDA_VERSION 4\n", Some(3)),
        ("#define CUDA_VERSION_MAJOR 13\n", None),
        ("#define MY_CUDA_VERSION 13000\n", None),
        ("#defineCUDA_VERSION 13000\n", None),
        ("#define CUDA_VERSION13000\n", None),
        ("#define CUDA_VERSION\n", None),
        ("#define CUDA_VERSION 0\n", None),
        ("#define CUDA_VERSION -1\n", None),
        ("#define CUDA_VERSION 99999999999999999999\n", None),
        ("#define CUDA_VERSION OTHER\n#define CUDA_VERSION 5\n", Some(5)),
        ("#if CUDA_VERSION >= 12000\n#undef CUDA_VERSION\n", None),
        ("/* #define CUDA_VERSION 1", None),
        ("//", None),
        ("\\", None),
        ("", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(header_version(text), *wanted, "{text:?}");
    }
}

#[test]
fn every_variable_is_read_and_announced() {
    for (host, triple) in [
        (X86, X86),
        (X86, ARM),
        (WINDOWS, WINDOWS),
        (WINDOWS, X86),
        (X86, WINDOWS),
    ] {
        let fake = Fake::new().build(host, triple);
        fake.not_found();
        assert_eq!(*fake.asked.borrow(), names(&target(triple), host));
    }
    let count = |host, triple| names(&target(triple), host).len();
    assert_eq!(
        [count(X86, ARM), count(X86, WINDOWS), count(WINDOWS, WINDOWS)],
        [10, 6, 101]
    );
}

#[test]
fn the_documented_table_names_every_variable() {
    let table = include_str!("../build/toolkit.md");
    let rows = table.lines().filter_map(|line| line.split('|').nth(2));
    let documented: Vec<&str> = rows
        .filter_map(|cell| cell.split('`').nth(1))
        .filter(|name| !name.starts_with('/'))
        .collect();
    let read: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
    assert_eq!(documented, read);
    let unique: BTreeSet<_> = read.iter().collect();
    assert_eq!(unique.len(), read.len());
}
