//! The codes of `docs/codes.md`: each is raised by some test.
//!
//! A test raises a code when its files say it, or when it is among the diagnostics of a file of `tests/verify`,
//! `tests/parse` or `tests/ptx`.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::{annotated, files};

/// Where tests are written, and how their files end.
const TESTS: [(&str, &[&str]); 3] =
    [("tests", &["txt", "mlir", "ptx"]), ("crates", &["rs"]), ("python/tests", &["py"])];

/// Codes for faults of Tilewright itself, which no test can cause.
const OWN_FAULTS: [&str; 1] = ["E0943"];

/// One test.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("tidy: each code is raised by some test", || Ok(all_raised()?))]
}

fn all_raised() -> Result<(), String> {
    let mut raised: BTreeSet<String> = OWN_FAULTS.map(str::to_owned).into();
    for (folder, extensions) in TESTS {
        for path in extensions.iter().flat_map(|extension| files::find(folder, extension)) {
            if holds_tests(folder, &path) {
                raised.extend(mentioned(&files::read(&path)?));
            }
        }
    }
    for path in annotated::paths() {
        raised.extend(mentioned(&annotated::diagnostics(&path)?));
    }
    let pages = files::read("docs/codes.md")?;
    let documented = pages.lines().filter_map(|line| line.strip_prefix("## ")?.split(':').next());
    let missing: Vec<&str> = documented.filter(|&code| !raised.contains(code)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no test raises {}", missing.join(", "))) }
}

/// True for files that hold tests and little else: not what tests read, and of Rust not what is tested.
fn holds_tests(folder: &str, path: &str) -> bool {
    let has = |name: &str| path.split('/').any(|part| part == name);
    !has("data") && (folder != "crates" || has("tests") || has("tests.rs"))
}

/// The codes in a text.
fn mentioned(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let codes = words.filter(|word| {
        word.len() == 5 && word.starts_with('E') && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    });
    codes.map(str::to_owned)
}
