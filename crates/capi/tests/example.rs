//! The examples in C are compiled, linked both ways, and run: as a user would, with what pkg-config says.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests run programs, and say what they skip"
)]

use std::path::Path;
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The libraries, under the names that an installation gives them. Cargo put them into the directory of this test.
fn installed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let test = std::env::current_exe().expect("a test has a file");
    let made = test.parent().expect("in a folder");
    for ending in ["so", "dylib", "a"] {
        let from = made.join(format!("libtilewright_capi.{ending}"));
        if from.exists() {
            std::fs::copy(&from, folder.path().join(format!("libtilewright.{ending}"))).expect("a copy");
        }
    }
    folder
}

/// Whether a tool is there; CI insists on it.
fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    let required = std::env::var_os("TILEWRIGHT_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(found || !required, "`{tool}` is not installed, and TILEWRIGHT_REQUIRE_TOOLS=1");
    if !found {
        eprintln!("skipped: `{tool}` is not installed");
    }
    found
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    output
}

/// Each is a file of `c`.
const EXAMPLES: [&str; 4] = ["vector_add", "compile", "externs", "measure"];

/// The output must equal the file; `BLESS=1` writes it.
fn check(example: &str, output: &Output) {
    let path = root().join(format!("c/{example}.out"));
    let printed = String::from_utf8_lossy(&output.stdout);
    real_tools::golden::compare(&path, &printed).unwrap_or_else(|stale| panic!("{stale}"));
}

/// Compiles an example with warnings as errors, and with these words at the end.
fn compile(example: &str, to: &Path, words: &[String]) {
    let source = root().join(format!("c/{example}.c"));
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    run(Command::new("cc").args(strict).arg(source).arg("-o").arg(to).args(words));
}

#[test]
fn the_examples_run_with_the_shared_library() {
    if !has("cc") || !has("pkg-config") {
        return;
    }
    let folder = installed();
    // As an installation has it: a prefix with `include` and `lib`, and the file of pkg-config filled in.
    let made = std::fs::read_to_string(root().join("tilewright.pc.in")).expect("the file of pkg-config");
    let made = made
        .replace("@libdir@", &folder.path().display().to_string())
        .replace("@includedir@", &root().join("include").display().to_string())
        .replace("@version@", env!("CARGO_PKG_VERSION"));
    assert!(!made.contains('@'), "a place is not filled in:\n{made}");
    std::fs::write(folder.path().join("tilewright.pc"), made).expect("a file");
    let mut ask = Command::new("pkg-config");
    ask.env("PKG_CONFIG_PATH", folder.path()).args(["--cflags", "--libs", "tilewright"]);
    let words = String::from_utf8(run(&mut ask).stdout).expect("words");
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    for example in EXAMPLES {
        let program = folder.path().join(example);
        compile(example, &program, &words);
        check(example, &run(Command::new(&program).env("LD_LIBRARY_PATH", folder.path())));
    }
}

#[test]
fn the_examples_run_with_the_static_library() {
    if !has("cc") {
        return;
    }
    let folder = installed();
    let include = format!("-I{}", root().join("include").display());
    let library = folder.path().join("libtilewright.a").display().to_string();
    for example in EXAMPLES {
        let program = folder.path().join(example);
        let words = [&include, &library, "-lpthread", "-ldl", "-lm"].map(str::to_owned);
        compile(example, &program, &words);
        check(example, &run(&mut Command::new(&program)));
    }
}

/// The functions and types that the header declares.
fn declared(header: &str) -> Vec<&str> {
    let words = header.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut names: Vec<&str> = words.filter(|word| word.starts_with("tw_")).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn everything_in_the_header_has_an_example() {
    let header = std::fs::read_to_string(root().join("include/tilewright.h")).expect("the header");
    let sources = EXAMPLES.map(|example| root().join(format!("c/{example}.c")));
    let code = sources.map(|path| std::fs::read_to_string(path).expect("an example")).concat();
    let used = declared(&code);
    let names = declared(&header);
    // Types that examples use by what they hold need no name in them.
    let held = ["tw_arg_kind", "tw_engine", "tw_extern_function"];
    let lacking: Vec<_> = names.iter().filter(|name| !used.contains(name) && !held.contains(name)).collect();
    assert!(names.len() > 40, "the header declares more than {} names", names.len());
    assert!(lacking.is_empty(), "no example in C has {lacking:?}");
}
