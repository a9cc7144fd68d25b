//! `cargo xtask bless`: every test that compares with a checked-in file, run under `BLESS=1`.
//!
//! Which tests those are is a list, so that blessing does not run the whole workspace. A test of this crate fails when a
//! crate compares with a file and is not listed, and when `BLESS` is read in a second place.

use std::path::Path;
use std::process::Command;

/// The packages that have goldens, with the words that choose the tests: the frozen bytecode first, because a mistake there
/// is the worst one; the largest last.
const GOLDENS: [(&str, &[&str]); 6] = [
    ("tilewright-cuda-tile", &["--lib", "bytecode::layout"]),
    ("tilewright-tileaa", &["--test", "programs", "files"]),
    ("tilewright-tileas", &["--test", "pipelines"]),
    ("tilewright-cpu", &["--lib", "kernels::tests::accuracy"]),
    ("tilewright-capi", &["--test", "header", "--test", "example"]),
    ("tilewright-filetests", &["--test", "files"]),
];

/// Rewrites all of them; the types of the Python package as well, with a Python that has the package of this tree.
pub(crate) fn bless(python: Option<&Path>) -> bool {
    // A test that fails for another reason must not keep the rest from being rewritten.
    let mut fine = true;
    for (package, words) in GOLDENS {
        let words = [&["test", "--quiet", "--package", package], words].concat();
        fine &= crate::cargo(&words, &[], &[("BLESS", "1")]);
    }
    match python {
        Some(python) => fine & stub(python),
        None => {
            eprintln!("{STUB} was left alone: give `--python` a Python that has the package of this tree");
            fine
        }
    }
}

/// The types of the Python builder's methods.
const STUB: &str = "python/src/tilewright/_ops.pyi";

fn stub(python: &Path) -> bool {
    let status = Command::new(python).arg("python/tools/build_stub.py").status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sources below a folder, with their text.
    fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("text");
                found.push((path.to_string_lossy().into_owned(), text));
            }
        }
    }

    fn crates() -> Vec<(String, String)> {
        let mut found = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates"), &mut found);
        found
    }

    #[test]
    fn bless_is_read_in_one_place() {
        let reads = |(path, text): &(String, String)| text.contains("\"BLESS\"").then(|| path.clone());
        let found: Vec<String> = crates().iter().filter_map(reads).collect();
        assert!(matches!(found.as_slice(), [one] if one.ends_with("real-tools/src/golden.rs")), "{found:?}");
    }

    #[test]
    fn every_crate_with_goldens_is_listed() {
        let compares = |(path, text): &(String, String)| {
            let (_, rest) = path.split_once("/crates/")?;
            let (name, _) = rest.split_once('/')?;
            (name != "real-tools" && text.contains("real_tools::golden"))
                .then(|| format!("tilewright-{name}"))
        };
        let mut found: Vec<String> = crates().iter().filter_map(compares).collect();
        found.sort();
        found.dedup();
        let mut listed: Vec<&str> = GOLDENS.iter().map(|(package, _)| *package).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
