//! The files that are measured, of the working tree or of a revision.
//!
//! Sources are the `.rs` files below `crates/`, `bench/`, `xtask/` and `fuzz/`. Left out are folders `tests`, `benches`
//! and `examples`, files `tests.rs`, and files of modules that are declared under `#[cfg(test)]`. A revision is read
//! through `git ls-tree` and `git cat-file`; the working tree is not touched.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::lexed::Lexed;

/// Where sources are.
const FOLDERS: [&str; 4] = ["crates/", "bench/", "xtask/", "fuzz/"];

/// The measured sources.
pub(super) struct Corpus {
    /// Sources without tests, sorted by path.
    pub(super) sources: Vec<Lexed>,
    /// Documents: path and text.
    pub(super) documents: Vec<(String, String)>,
}

impl Corpus {
    /// Reads a revision, or the working tree.
    ///
    /// # Errors
    /// No repository, or no such revision.
    pub(super) fn read(revision: Option<&str>) -> Result<Corpus, String> {
        let files = match revision {
            Some(revision) => of_revision(revision)?,
            None => of_tree()?,
        };
        Ok(Corpus::of(files))
    }

    /// Sorts files into sources and documents.
    pub(super) fn of(files: Vec<(String, String)>) -> Corpus {
        let (mut sources, mut documents) = (Vec::new(), Vec::new());
        for (path, text) in files {
            if path.ends_with(".rs") {
                sources.push(Lexed::new(&path, &text));
            } else {
                documents.push((path, text));
            }
        }
        let tests: Vec<String> = sources.iter().flat_map(test_files).collect();
        let is_test = |path: &str| {
            tests.iter().any(|test| {
                path.strip_prefix(test.as_str()).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            })
        };
        sources.retain(|source| !is_test(&source.path) && source.lines > 0);
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        Corpus { sources, documents }
    }

    /// The sources of each crate, with its name: the folder.
    pub(super) fn crates(&self) -> Vec<(&str, Vec<&Lexed>)> {
        let mut crates: Vec<(&str, Vec<&Lexed>)> = Vec::new();
        for source in &self.sources {
            let Some((folder, _)) = source.path.split_once("/src/") else { continue };
            let name = folder.rsplit('/').next().unwrap_or(folder);
            match crates.last_mut() {
                Some((last, sources)) if *last == name => sources.push(source),
                _ => crates.push((name, vec![source])),
            }
        }
        crates
    }
}

/// Paths, without extension, of the modules of a file that only tests include.
fn test_files(source: &Lexed) -> Vec<String> {
    let (folder, file) = source.path.rsplit_once('/').unwrap_or(("", &source.path));
    let folder = match file {
        "mod.rs" | "lib.rs" | "main.rs" => folder.to_owned(),
        _ => format!("{folder}/{}", file.trim_end_matches(".rs")),
    };
    source.test_modules.iter().map(|name| format!("{folder}/{name}")).collect()
}

/// A source that is not a test.
pub(super) fn is_source(path: &str) -> bool {
    path.ends_with(".rs")
        && FOLDERS.iter().any(|folder| path.starts_with(folder))
        && !["/tests/", "/benches/", "/examples/"].iter().any(|folder| path.contains(folder))
        && !path.ends_with("/tests.rs")
}

fn is_measured(path: &str) -> bool {
    let pages = ["docs/contributing/", "docs/decisions/"];
    let document = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/add-an-op.md"].contains(&path)
        || (path.ends_with(".md") && pages.iter().any(|folder| path.starts_with(folder)));
    is_source(path) || document
}

fn of_tree() -> Result<Vec<(String, String)>, String> {
    let listed = git(&["ls-files", "--cached", "--others", "--exclude-standard"])?;
    let paths = listed.lines().filter(|path| is_measured(path));
    // A file that was deleted, but not yet from the index, is not there.
    Ok(paths
        .filter_map(|path| std::fs::read_to_string(path).ok().map(|text| (path.to_owned(), text)))
        .collect())
}

fn of_revision(revision: &str) -> Result<Vec<(String, String)>, String> {
    let listed = git(&["ls-tree", "-r", "--name-only", revision])?;
    let paths: Vec<&str> = listed.lines().filter(|path| is_measured(path)).collect();
    let mut child = Command::new("git")
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("git: {error}"))?;
    let mut input = child.stdin.take().ok_or("git takes no input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("git gives no output")?);
    let mut files = Vec::new();
    for path in paths {
        writeln!(input, "{revision}:{path}").map_err(|error| format!("git: {error}"))?;
        files.push((path.to_owned(), blob(&mut output).map_err(|error| format!("{path}: {error}"))?));
    }
    drop(input);
    child.wait().map_err(|error| format!("git: {error}"))?;
    Ok(files)
}

/// One answer of `git cat-file --batch`: `HASH blob SIZE`, the bytes, an end of line.
fn blob(output: &mut impl BufRead) -> std::io::Result<String> {
    let mut head = String::new();
    output.read_line(&mut head)?;
    let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok());
    let size: usize = size.ok_or_else(|| std::io::Error::other(head.trim_end().to_owned()))?;
    let mut bytes = vec![0; size + 1];
    output.read_exact(&mut bytes)?;
    bytes.pop();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The output of a git command.
pub(super) fn git(words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(words).output().map_err(|error| format!("git: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("git {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_tests_are_left_out() {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let corpus = Corpus::of(vec![
            file("crates/a/src/lib.rs", "mod b;\n#[cfg(test)]\nmod golden;\n"),
            file("crates/a/src/b.rs", "#[cfg(test)]\nmod inner;\nfn f() {}\n"),
            file("crates/a/src/b/inner.rs", "fn t() {}\n"),
            file("crates/a/src/golden.rs", "fn t() {}\n"),
            file("docs/contributing/a.md", "words of a page\n"),
        ]);
        let paths: Vec<&str> = corpus.sources.iter().map(|source| source.path.as_str()).collect();
        assert_eq!(paths, ["crates/a/src/b.rs", "crates/a/src/lib.rs"]);
        assert_eq!(corpus.documents.len(), 1);
        assert_eq!(corpus.crates()[0].0, "a");
    }

    #[test]
    fn what_is_measured() {
        assert!(is_measured("crates/a/src/lib.rs") && is_measured("docs/contributing/style.md"));
        assert!(!is_measured("crates/a/tests/x.rs") && !is_measured("crates/a/src/b/tests.rs"));
        assert!(!is_measured("docs/cli.md") && !is_measured("python/x.rs"));
    }

    #[test]
    fn an_answer_of_git_is_read() {
        let mut answer: &[u8] = b"0123 blob 3\nab\n\n0123 blob 0\n\nx:y missing\n";
        assert_eq!(blob(&mut answer).expect("a blob"), "ab\n");
        assert_eq!(blob(&mut answer).expect("a blob"), "");
        assert!(blob(&mut answer).is_err());
    }
}
