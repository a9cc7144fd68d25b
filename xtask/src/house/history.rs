//! Commits: how long their subjects are, and how many have a body.
//!
//! Merges are left out. A body is any text below the subject but trailers (`Signed-off-by:` and the like).

use super::corpus::git;

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
    fn trailers_are_no_body() {
        assert_eq!(read(("Fix it", "Signed-off-by: A <a@b>\n\n")), Commit { subject: 6, body: false });
        assert_eq!(read(("Fix", "It was wrong: see above.\n")), Commit { subject: 3, body: true });
    }
}
