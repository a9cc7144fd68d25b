//! Links of the documents, and paths in text for contributors: their targets exist.

use libtest_mimic::Trial;

use crate::files;

/// One test for all documents, one for the pages that name sources.
pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tidy: links of the documents", || Ok(links()?)),
        Trial::test("tidy: paths of the contributors' pages", || Ok(paths()?)),
    ]
}

/// Pages that say where something is changed must not name a file that was moved.
fn paths() -> Result<(), String> {
    let mut problems = Vec::new();
    let pages =
        ["docs/contributing", "docs/decisions"].into_iter().flat_map(|folder| files::find(folder, "md"));
    for page in pages.chain(["CONTRIBUTING.md".to_owned(), "ARCHITECTURE.md".to_owned()]) {
        let text = files::read(&page)?;
        let lost = named_paths(&text).into_iter().filter(|path| !files::root().join(path).exists());
        problems.extend(lost.map(|path| format!("{page}: `{path}` is not there")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Code in a line that is a path of the repository; one with a placeholder in capital letters is none.
fn named_paths(text: &str) -> Vec<&str> {
    const FOLDERS: [&str; 9] =
        ["crates/", "xtask/", "tests/", "docs/", "examples/", "bench/", "fuzz/", "python/", ".ci/"];
    let mut fenced = false;
    let mut found = Vec::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let code = line.split('`').skip(1).step_by(2).filter(|_| !fenced);
        let is_path = |code: &&str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
            FOLDERS.iter().any(|folder| code.starts_with(folder))
                && code.bytes().all(plain)
                && !code.contains("NAME")
        };
        found.extend(code.filter(is_path));
    }
    found
}

fn links() -> Result<(), String> {
    let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"]
        .map(str::to_owned);
    let mut problems = Vec::new();
    for path in
        documents.into_iter().chain(["docs", "crates"].iter().flat_map(|folder| files::find(folder, "md")))
    {
        let text = files::read(&path)?;
        let lost = targets(&text).into_iter().filter(|target| !leads_somewhere(&path, target));
        problems.extend(lost.map(|target| format!("{path}: {target} is not there")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// True when the target is a file, and has the heading that it names.
fn leads_somewhere(from: &str, target: &str) -> bool {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let place =
        if file.is_empty() { files::root().join(from) } else { files::root().join(folder).join(file) };
    if heading.is_empty() {
        return place.exists();
    }
    std::fs::read_to_string(&place).is_ok_and(|text| text.lines().any(|line| anchor(line) == heading))
}

/// Targets of `[text](target)` outside of fenced blocks, without those on the web.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(links.map(|(target, _)| target).filter(|target| !fenced && !target.contains("://")));
    }
    found
}

/// The anchor of a heading, as GitHub makes it: `## 2. Tiles` is `2-tiles`.
fn anchor(line: &str) -> String {
    let Some(title) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim()) else {
        return String::new();
    };
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
