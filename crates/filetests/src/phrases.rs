//! Phrases that only this project used: documents and documentation of code may not have them.
//!
//! The list is `docs/contributing/phrases.txt`, with what to write instead. Only phrases whose use is never right are on it;
//! the glossary has the other terms. Comments inside functions are also checked, since they are read in the same way.
//! A phrase that continues in the next line is found. Strings are not checked: the messages of the closed tools are theirs,
//! and our own pages of codes are checked as `docs/codes.md`.

use libtest_mimic::Trial;

use crate::files;

const LIST: &str = "docs/contributing/phrases.txt";

/// Pages that quote phrases in order to refuse them.
const QUOTING: [&str; 2] = ["docs/contributing/glossary.md", "docs/contributing/style.md"];

/// Folders whose sources and documents are checked.
const FOLDERS: [&str; 8] =
    ["crates", "bench", "xtask", "fuzz/fuzz_targets", "docs", "examples", "python", "tests"];

/// Documents at the root.
const AT_ROOT: [&str; 5] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

/// One test for all sources and documents, one for the search itself.
pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tidy: home-made phrases", || Ok(no_phrase_occurs()?)),
        Trial::test("tidy: home-made phrases are found", || Ok(phrases_are_found()?)),
    ]
}

/// A refused phrase, and what to write instead.
struct Phrase {
    words: Vec<String>,
    instead: String,
}

fn no_phrase_occurs() -> Result<(), String> {
    let phrases = list()?;
    let inside =
        |ending: &'static str| FOLDERS.into_iter().flat_map(move |folder| files::find(folder, ending));
    let documents = AT_ROOT.into_iter().map(str::to_owned).chain(inside("md"));
    let mut problems = Vec::new();
    for path in documents.filter(|path| !QUOTING.contains(&path.as_str())) {
        problems.extend(found(&path, &blocks_of_document(&files::read(&path)?), &phrases));
    }
    for path in inside("rs") {
        problems.extend(found(&path, &blocks_of_source(&files::read(&path)?), &phrases));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// A wrong text of each kind must be found, otherwise the test above proves nothing.
fn phrases_are_found() -> Result<(), String> {
    let phrases = list()?;
    let source = "/// Computed in every run\n/// of a loop, and made\n/// anew.\nfn run_of() {} // so many\n";
    let document = "A copy under\nway.\n\nSo; many\n";
    let count = |blocks: &[Block]| found("it", blocks, &phrases).len();
    // Of two phrases that overlap, both are found.
    match (count(&blocks_of_source(source)), count(&blocks_of_document(document))) {
        (3, 1) => Ok(()),
        other => Err(format!("{other:?} phrases in the two texts, which have 3 and 1")),
    }
}

fn list() -> Result<Vec<Phrase>, String> {
    let text = files::read(LIST)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let phrase = |line: &str| {
        let (phrase, instead) =
            line.split_once(" = ").ok_or_else(|| format!("{LIST}: no ` = ` in `{line}`"))?;
        Ok(Phrase { words: words(phrase), instead: instead.to_owned() })
    };
    lines.map(phrase).collect()
}

/// Lines of text that belong together: the number of the first one, and the lines.
type Block<'a> = (usize, Vec<&'a str>);

/// Paragraphs of a document; code counts as text, because it has comments.
fn blocks_of_document(text: &str) -> Vec<Block<'_>> {
    blocks(text.lines().map(|line| (!line.trim().is_empty()).then_some(line)))
}

/// Comments that are whole lines, without their marks.
fn blocks_of_source(text: &str) -> Vec<Block<'_>> {
    blocks(
        text.lines().map(|line| Some(line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!']))),
    )
}

fn blocks<'a>(lines: impl Iterator<Item = Option<&'a str>>) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut open = false;
    for (number, line) in lines.enumerate() {
        match (line, blocks.last_mut()) {
            (Some(line), Some((_, block))) if open => block.push(line),
            (Some(line), _) => blocks.push((number + 1, vec![line])),
            (None, _) => {}
        }
        open = line.is_some();
    }
    blocks
}

/// Phrases in blocks, with path, line and what to write instead.
fn found(path: &str, blocks: &[Block<'_>], phrases: &[Phrase]) -> Vec<String> {
    let mut found = Vec::new();
    for (first, lines) in blocks {
        let numbered = lines
            .iter()
            .zip(*first..)
            .flat_map(|(line, number)| words(line).into_iter().map(move |word| (number, word)));
        let (numbers, text): (Vec<usize>, Vec<String>) = numbered.unzip();
        for Phrase { words, instead } in phrases {
            let starts = text.windows(words.len()).enumerate().filter(|(_, window)| window == words);
            found.extend(starts.map(|(at, _)| {
                format!(
                    "{path}:{}: \"{}\" is a phrase of our own: write {instead}",
                    numbers[at],
                    words.join(" ")
                )
            }));
        }
    }
    found
}

/// Words in small letters; a mark between two words other than a hyphen is kept as a word, so that phrases end there.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for piece in text.split_whitespace() {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        words.push(word.to_lowercase());
        if piece.ends_with([',', ';', ':', '.']) {
            words.push(".".to_owned());
        }
    }
    words
}
