//! Commits: how long their subjects are, how many have a body, and how many sources a change of a table takes along.
//!
//! Merges are left out. A body is any text below the subject but trailers (`Signed-off-by:` and the like).

use super::corpus::{git, is_source};

/// A commit's message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Commit {
    /// Characters of the subject.
    pub(super) subject: usize,
    pub(super) body: bool,
}

/// The latest commits, newest first.
///
/// # Errors
/// No repository, or no such revision.
pub(super) fn commits(revision: Option<&str>) -> Result<Vec<Commit>, String> {
    let log = git(&["log", "--no-merges", "--format=%s%x00%b%x01", revision.unwrap_or("HEAD")])?;
    Ok(log.split('\u{1}').filter_map(|entry| entry.trim_start().split_once('\0')).map(read).collect())
}

/// The commits that changed a table, newest first, each with the number of other sources without tests that it changed. A
/// commit that did more than add a row counts in full.
///
/// # Errors
/// No repository, or no such revision.
pub(super) fn changes_of(table: &str, revision: Option<&str>) -> Result<Vec<(String, usize)>, String> {
    let log = git(&["log", "--no-merges", "--name-only", "--format=%x01%h", revision.unwrap_or("HEAD")])?;
    Ok(log.split('\u{1}').filter_map(|entry| changed_with(table, entry)).collect())
}

/// A hash and the number of sources, from the hash and the paths of a commit in lines.
fn changed_with(table: &str, entry: &str) -> Option<(String, usize)> {
    let mut lines = entry.lines().filter(|line| !line.is_empty());
    let hash = lines.next()?.to_owned();
    let paths: Vec<&str> = lines.collect();
    let others = paths.iter().filter(|path| is_source(path) && **path != table).count();
    paths.contains(&table).then_some((hash, others))
}

fn read((subject, body): (&str, &str)) -> Commit {
    let trailer =
        |line: &str| line.split_once(": ").is_some_and(|(key, _)| key.contains('-') && !key.contains(' '));
    Commit {
        subject: subject.chars().count(),
        body: body.lines().any(|line| !line.trim().is_empty() && !trailer(line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_that_change_with_a_table_are_counted() {
        let paths =
            "abc1\n\ncrates/ptx/src/ops.rs\ncrates/ptx/src/text.rs\ncrates/ptx/tests/a.rs\ndocs/ptx.md\n";
        assert_eq!(changed_with("crates/ptx/src/ops.rs", paths), Some(("abc1".to_owned(), 1)));
        assert_eq!(changed_with("crates/cuda-tile/src/ops.rs", paths), None);
    }

    #[test]
    fn trailers_are_no_body() {
        assert_eq!(read(("Fix it", "Signed-off-by: A <a@b>\n\n")), Commit { subject: 6, body: false });
        assert_eq!(read(("Fix", "It was wrong: see above.\n")), Commit { subject: 3, body: true });
    }
}
