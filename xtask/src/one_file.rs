//! `cargo xtask test FILE`: the tests that read one file.
//!
//! A test of a file is named after it, so the name chooses; files that only one test of a crate reads are listed.

use std::path::Path;
use std::process::Command;

/// Beginnings of paths, with the words that choose the test which reads all files there.
const WHOLE: [(&str, &[&str]); 7] = [
    ("tests/tileaa/", &["--package", "tilewright-tileaa", "--test", "programs", "files"]),
    ("crates/tileas/tests/pipelines/", &["--package", "tilewright-tileas", "--test", "pipelines"]),
    ("tests/bytecode/opcodes.txt", &["--package", "tilewright-cuda-tile", "--lib", "bytecode::layout"]),
    ("tests/bytecode/layout.txt", &["--package", "tilewright-cuda-tile", "--lib", "bytecode::layout"]),
    ("docs/cpu-accuracy.md", &["--package", "tilewright-cpu", "--lib", "kernels::tests::accuracy"]),
    ("crates/capi/include/", &["--package", "tilewright-capi", "--test", "header"]),
    ("crates/capi/c/", &["--package", "tilewright-capi", "--test", "example"]),
];

/// Runs them, with more options for the program of the tests.
///
/// # Errors
/// No such file, or no test that reads it.
pub(crate) fn test(file: &Path, options: &[String]) -> Result<bool, String> {
    let path = in_repository(file)?;
    if let Some(words) = whole(&path) {
        return Ok(crate::cargo(&[&["test"], words].concat(), &after_dashes(options), &[]));
    }
    let listed = crate::output(&[&crate::FILE_TESTS[..], &["--", "--list", &path]].concat())?;
    if !listed.lines().any(|line| line.ends_with(": test")) {
        return Err(format!(
            "no test reads `{path}`; `cargo xtask test` takes a file of tests/ or examples/"
        ));
    }
    Ok(crate::cargo(&[&crate::FILE_TESTS[..], &["--", &path]].concat(), options, &[]))
}

fn whole(path: &str) -> Option<&'static [&'static str]> {
    WHOLE.iter().find(|(start, _)| path.starts_with(start)).map(|(_, words)| *words)
}

fn after_dashes(options: &[String]) -> Vec<String> {
    let dashes = (!options.is_empty()).then(|| "--".to_owned());
    dashes.into_iter().chain(options.iter().cloned()).collect()
}

/// The path from the root of the repository, as names of tests have it.
fn in_repository(file: &Path) -> Result<String, String> {
    let shown = file.display();
    let full = file.canonicalize().map_err(|error| format!("`{shown}`: {error}"))?;
    let output = Command::new("git").args(["rev-parse", "--show-toplevel"]).output();
    let root = output.map_err(|error| format!("git: {error}"))?.stdout;
    let root = String::from_utf8_lossy(&root).trim().to_owned();
    let path = full.strip_prefix(&root).map_err(|_| format!("`{shown}` is not in the repository"))?;
    Ok(path.to_string_lossy().replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_from_the_root() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/../Cargo.toml");
        assert_eq!(in_repository(&here), Ok("xtask/Cargo.toml".to_owned()));
        let error = in_repository(Path::new("no/such.mlir")).expect_err("no file");
        assert!(error.starts_with("`no/such.mlir`: "), "{error}");
    }

    #[test]
    fn files_that_one_test_reads_are_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert!(WHOLE.iter().all(|(start, _)| root.join(start).exists()));
        assert_eq!(whole("tests/tileaa/raise/x.mlir").map(|words| words[1]), Some("tilewright-tileaa"));
        assert_eq!(whole("tests/run/core/a.mlir"), None);
    }
}
