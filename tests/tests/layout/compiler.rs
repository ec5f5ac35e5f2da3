//! The system's C compiler, asked about a header.

use crate::headers::Source;
use crate::system;
use cuda_mem_tests::runner;
use std::path::Path;
use std::process::{Command, Output};

/// The compiler and the arguments that it always takes.
pub fn find() -> Result<Command, String> {
    if let Some(compiler) = system::compiler() {
        return Ok(compiler);
    }
    // Outside a build script nothing tells cc these; the witness is compiled for the machine that runs it.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let tool = cc::Build::new()
        .target(&target)
        .host(&target)
        .opt_level(0)
        .cargo_metadata(false)
        .cargo_warnings(false)
        .try_get_compiler()
        .map_err(|error| format!("there is no C compiler: {error}"))?;
    let mut command = tool.to_command();
    let version = command.arg("--version").output();
    version.map_err(|error| format!("the C compiler {} does not run: {error}", tool.path().display()))?;
    Ok(tool.to_command())
}

/// The values of integer expressions in a C program that includes the header.
pub fn values(header: &Source, expressions: &[String]) -> Vec<i64> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The end of the program's name is for Windows; it means nothing elsewhere.
    let (source, program) = (folder.path().join("witness.c"), folder.path().join("witness.exe"));
    let list = expressions.join(",\n    ");
    let text = format!(
        "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <cuda.h>\n\
         static const long long answers[] = {{\n    {list}\n}};\n\
         int main(void)\n{{\n    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)\n        \
         printf(\"%lld\\n\", answers[i]);\n    return 0;\n}}\n"
    );
    std::fs::write(&source, text).expect("the witness is written");
    compile(header, &[&source, Path::new("-o"), &program]);
    let output = runner::command(&program).output().expect("the witness runs");
    assert!(
        output.status.success(),
        "the witness ended with {}",
        output.status
    );
    let text = String::from_utf8(output.stdout).expect("digits");
    let values: Vec<i64> = text.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(values.len(), expressions.len(), "one answer to each question");
    values
}

/// What the preprocessor makes of each of these names, with the default stream per thread or not.
pub fn expansions(header: &Source, names: &[String], per_thread: bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("names.c");
    let lines: String = names.iter().map(|name| format!("@ {name}\n")).collect();
    std::fs::write(&source, format!("#include <cuda.h>\n{lines}")).expect("the list is written");
    let mut arguments = vec![Path::new("-E"), Path::new("-P")];
    if per_thread {
        arguments.push(Path::new("-DCUDA_API_PER_THREAD_DEFAULT_STREAM"));
    }
    arguments.push(&source);
    let text = String::from_utf8(compile(header, &arguments).stdout).expect("C is ASCII");
    let found = text.split('@').skip(1).map(|text| text.trim().to_string());
    let found: Vec<String> = found.collect();
    assert_eq!(found.len(), names.len(), "one expansion of each name");
    found
}

/// The header's object-like macros that have a body: name and body.
pub fn macros(header: &Source) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("macros.c");
    let list = |text: &str| {
        std::fs::write(&source, text).expect("the source is written");
        let output = compile(header, &[Path::new("-E"), Path::new("-dM"), &source]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let define = |line: &str| {
            let (name, body) = line.strip_prefix("#define ")?.split_once(' ')?;
            let is_constant = !name.contains('(') && !body.trim().is_empty();
            is_constant.then(|| (name.to_string(), body.trim().to_string()))
        };
        text.lines().filter_map(define).collect::<Vec<_>>()
    };
    let others = list("#include <stdlib.h>\n#include <stdint.h>\n");
    let mut own = list("#include <cuda.h>\n");
    own.retain(|define| !others.contains(define) && !define.0.starts_with("__"));
    // On Windows CUDAAPI and CUDA_CB are the compiler's word for a calling convention.
    own.retain(|define| define.1 != "__stdcall");
    own
}

fn compile(header: &Source, arguments: &[&Path]) -> Output {
    let mut command = find().unwrap_or_else(|error| panic!("{error}"));
    command.arg("-I").arg(&header.folder).args(arguments);
    let output = command.output().expect("the C compiler runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "C does not compile with CUDA {}:\n{messages}",
        header.version
    );
    output
}
