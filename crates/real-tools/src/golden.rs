//! Checked-in expected output: one meaning of `BLESS` for every test of the workspace.

use std::path::Path;

/// True when expected output is to be rewritten: `BLESS` is set, and is neither empty nor `0`.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| asks(&value))
}

fn asks(value: &std::ffi::OsStr) -> bool {
    !value.is_empty() && value != "0"
}

/// Compares `found` with the file at `path`, or rewrites the file when blessing.
///
/// # Errors
/// The first line that differs, or why the file could not be written.
pub fn compare(path: &Path, found: &str) -> Result<(), String> {
    compare_or_write(path, found, bless())
}

fn compare_or_write(path: &Path, found: &str, write: bool) -> Result<(), String> {
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    let shown = path.strip_prefix(super::root()).unwrap_or(path).display();
    if write {
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(path, found)).map_err(|error| format!("{shown}: {error}"))
    } else {
        Err(format!("{shown} is stale (`cargo xtask bless` rewrites it)\n{}", difference(&expected, found)))
    }
}

/// The first line in which two texts differ.
pub fn difference(expected: &str, found: &str) -> String {
    let (mut xs, mut ys) = (expected.lines(), found.lines());
    for number in 1.. {
        match (xs.next(), ys.next()) {
            (None, None) => break,
            (x, y) if x == y => {}
            (x, y) => {
                let show = |line: Option<&str>| line.map_or("<end>".to_owned(), |l| format!("{l:?}"));
                return format!("line {number}:\n  expected {}\n  found    {}", show(x), show(y));
            }
        }
    }
    "they differ in line ends only".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bless_has_one_meaning() {
        let asked = |value: &str| asks(std::ffi::OsStr::new(value));
        assert!(asked("1") && asked("yes"));
        assert!(!asked("0") && !asked(""));
    }

    #[test]
    fn a_file_is_compared_and_rewritten_on_request() {
        let path = std::env::temp_dir().join(format!("tilewright-golden-{}", std::process::id()));
        std::fs::write(&path, "a\nb\n").expect("a file in the temporary folder");
        let stale = compare_or_write(&path, "a\nc\n", false).expect_err("differs");
        assert!(stale.contains("line 2:\n  expected \"b\"\n  found    \"c\""), "{stale}");
        assert_eq!(std::fs::read_to_string(&path).expect("unchanged"), "a\nb\n");
        assert_eq!(compare_or_write(&path, "a\nc\n", true), Ok(()));
        assert_eq!(compare_or_write(&path, "a\nc\n", false), Ok(()));
        std::fs::remove_file(&path).expect("it was written");
    }
}
