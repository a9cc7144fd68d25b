//! `cargo xtask house`: figures about the code that no test limits, for comparing revisions.
//!
//! `docs/contributing/house.md` explains each row; the rules themselves are on top of the modules:
//!
//! - [`corpus`]: which files are measured; [`lexed`]: what is code, a comment, a test.
//! - [`functions`], [`comments`], [`duplicates`], [`history`]: sizes, reasons and words, copies, commit messages.
//! - [`mod@owed`]: constants and unsafe code that owe a reason.
//! - [`imports`]: import graphs and their cycles; [`ops`]: where knowledge of an op is.
//!
//! Figures are lexical. They cost a second, need no build, and are the same for the same files.

mod comments;
mod corpus;
mod duplicates;
mod functions;
mod history;
mod imports;
mod lexed;
mod ops;
mod owed;
mod report;
mod stats;

use std::collections::BTreeSet;

use serde_json::json;

use self::comments::Counts;
use self::corpus::Corpus;
use self::imports::Graph;
use self::lexed::Lexed;
use self::owed::Owed;
use self::report::Report;
use self::stats::{Sizes, rate};

/// The table of level 1.
const LEVEL_1: &str = "crates/cuda-tile/src/ops.rs";
/// The table of PTX.
const PTX: &str = "crates/ptx/src/ops.rs";
/// Files that are tables: they may be long.
const TABLES: [&str; 5] = ["ops.rs", "codes.rs", "modifiers.rs", "words.rs", "tables.rs"];
/// Commits whose messages are measured.
const COMMITS: usize = 200;

/// Measures the working tree or a revision, as text or JSON.
///
/// # Errors
/// No repository, or no such revision.
pub(crate) fn measure(revision: Option<&str>, as_json: bool) -> Result<String, String> {
    let corpus = Corpus::read(revision)?;
    let mut report = Report::default();
    sizes(&corpus, &mut report);
    discipline(&corpus, &mut report);
    reasons(&corpus, revision, &mut report)?;
    structure(&corpus, &mut report);
    knowledge(&corpus, &mut report);
    table_changes(revision, &mut report)?;
    Ok(if as_json { format!("{:#}\n", report.json()) } else { report.text() })
}

fn sum(sources: &[Lexed], of: impl Fn(&Lexed) -> usize) -> usize {
    sources.iter().map(of).sum()
}

fn sizes(corpus: &Corpus, report: &mut Report) {
    let sources = &corpus.sources;
    report.section("Sizes (without tests)");
    let (lines, code) = (sum(sources, |source| source.lines), sum(sources, |source| source.code_lines));
    report.row("lines", "lines", lines, lines);
    report.row("code_lines", "lines of code", code, code);
    let is_table = |source: &&Lexed| TABLES.iter().any(|table| source.path.ends_with(&format!("/{table}")));
    let files: Vec<&Lexed> = sources.iter().filter(|source| !is_table(source)).collect();
    let sizes = Sizes::new(files.iter().map(|source| source.lines).collect());
    report.row("files", "files but tables: number", sizes.len(), sizes.len());
    report.row("file_lines", "lines of a file: median, p90, p95, most", sizes.text(), sizes.json());
    let over = sizes.over(400);
    let share = rate(over, sizes.len(), 100);
    report.row("files_over_400", "files over 400 lines", format!("{over} ({share} %)"), over);
    let functions = sources.iter().flat_map(functions::functions).map(|function| function.lines());
    let functions = Sizes::new(functions.collect());
    report.row(
        "function_lines",
        "lines of a function: median, p90, p95, most",
        functions.text(),
        functions.json(),
    );
    let (over_50, over_150) = (functions.over(50), functions.over(150));
    report.row(
        "functions_over",
        "functions over 50, over 150 lines",
        format!("{over_50}, {over_150}"),
        json!({ "50": over_50, "150": over_150 }),
    );
}

fn discipline(corpus: &Corpus, report: &mut Report) {
    report.section("In a thousand lines of code (and in all)");
    let code = sum(&corpus.sources, |source| source.code_lines);
    let mut count = |key, label: &str, texts: &[&[&str]]| {
        let all = texts.iter().map(|texts| sum(&corpus.sources, |source| source.count(texts))).sum();
        let share = rate(all, code, 1000);
        report.row(key, label, format!("{share} ({all})"), json!({ "count": all, "per_kloc": share }));
    };
    count("unwrap", "`unwrap()`", &[&[".", "unwrap", "(", ")"]]);
    count("expect", "`expect(`", &[&[".", "expect", "("]]);
    count("panic", "`panic!`, `unreachable!`", &[&["panic", "!"], &["unreachable", "!"]]);
    count("unsafe", "`unsafe`", &[&["unsafe"]]);
    count("allow", "`#[allow]`", &[&["#", "[", "allow"], &["#", "!", "[", "allow"]]);
}

fn reasons(corpus: &Corpus, revision: Option<&str>, report: &mut Report) -> Result<(), String> {
    let sources = &corpus.sources;
    let counts = Counts::of(sources.iter().flat_map(|source| &source.comments));
    let code = sum(sources, |source| source.code_lines);
    report.section("Reasons and words");
    let inline = rate(counts.inline_lines, code, 100);
    report.row("inline_comments", "inline comments, lines in 100 of code", inline, inline);
    let reasoned = counts.inline_lines.saturating_sub(counts.safety);
    let reasoned = rate(reasoned, code, 100);
    report.row("inline_comments_but_safety", "  without `// SAFETY:`", reasoned, reasoned);
    let long = sources.iter().flat_map(|source| {
        let long = functions::functions(source).into_iter().filter(|function| function.lines() >= 25);
        long.map(|function| function.has_comment(source))
    });
    let long: Vec<bool> = long.collect();
    let share = rate(long.iter().filter(|has| **has).count(), long.len(), 100);
    report.row("commented_functions", "functions of 25 lines with a comment inside, %", share, share);
    let share = rate(counts.with_reason, counts.blocks, 100);
    report.row("blocks_with_reason", "blocks of comment with a reason, %", share, share);
    owed(corpus, report);
    words(&counts, report);
    commits(revision, report)?;
    let documents: usize = corpus.documents.iter().map(|(_, text)| text.split_whitespace().count()).sum();
    report.row("contributor_words", "words of documents for contributors", documents, documents);
    Ok(())
}

fn owed(corpus: &Corpus, report: &mut Report) {
    let Owed { constants, bare, without_comment, formulas } = Owed::of(&corpus.sources);
    report.row("bare_constants", "constants whose name does not say what is bounded", bare, bare);
    report.row(
        "constants_without_comment",
        "numeric constants without a comment",
        format!("{without_comment} of {constants}"),
        without_comment,
    );
    report.row("safety_formulas", "`// SAFETY:` that states no invariant", formulas, formulas);
}

fn words(counts: &Counts, report: &mut Report) {
    let share = |count: usize| rate(count, counts.words, 10_000);
    report.row(
        "reason_words",
        "\"because\", \"e.g.\" in 10,000 words",
        format!("{}, {}", share(counts.because), share(counts.for_example)),
        json!({ "because": share(counts.because), "for_example": share(counts.for_example) }),
    );
    let home_made = comments::HOME_MADE.iter().zip(&counts.home_made);
    let list = home_made.clone().map(|(forms, count)| format!("{}: {}", forms.join(", "), share(*count)));
    let all: usize = counts.home_made.iter().sum();
    let each: serde_json::Map<String, serde_json::Value> =
        home_made.map(|(forms, count)| (forms[0].to_owned(), share(*count).into())).collect();
    let label = "home-made words in 10,000 words";
    report.list("home_made_words", label, share(all), each, list.collect());
    let pronouns = rate(counts.without_noun, counts.sentences, 100);
    report.row("sentences_without_noun", "sentences that begin with a pronoun, %", pronouns, pronouns);
    report.row("unfinished", "TODO, FIXME", counts.unfinished, counts.unfinished);
}

fn commits(revision: Option<&str>, report: &mut Report) -> Result<(), String> {
    let commits = history::commits(revision)?;
    let latest = &commits[..commits.len().min(COMMITS)];
    let subjects = Sizes::new(latest.iter().map(|commit| commit.subject).collect());
    let with_body = |commits: &[history::Commit]| commits.iter().filter(|commit| commit.body).count();
    report.row(
        "commit_subjects",
        "characters of the last 200 subjects: median, p90",
        format!("{}, {}", subjects.at(50), subjects.at(90)),
        json!({ "median": subjects.at(50), "p90": subjects.at(90) }),
    );
    let (bodies, of_latest) = (with_body(&commits), with_body(latest));
    report.row(
        "commit_bodies",
        "commits with a body: of all, of the last 200",
        format!("{bodies} of {}, {of_latest} of {}", commits.len(), latest.len()),
        json!({ "all": bodies, "of": commits.len(), "latest": of_latest }),
    );
    Ok(())
}

fn structure(corpus: &Corpus, report: &mut Report) {
    report.section("Structure");
    let copies = duplicates::runs(&corpus.sources);
    let runs: usize = copies.iter().sum();
    let share = rate(runs, copies.len(), 1);
    report.row("repeated_runs", "repeated runs of 8 lines, in a file", format!("{share} ({runs})"), share);
    let mut found: Vec<Cyclic> = Vec::new();
    let mut free = Vec::new();
    let mut folders = serde_json::Map::new();
    for (name, files) in corpus.crates() {
        let graph = Graph::new(files);
        let cycles = graph.folder_cycles();
        if !cycles.is_empty() {
            folders.insert(name.to_owned(), json!(cycles));
        }
        match Cyclic::of(name, &graph) {
            Some(cyclic) => found.push(cyclic),
            None => free.push(name),
        }
    }
    found.sort_by_key(|cyclic| std::cmp::Reverse(cyclic.files.len()));
    let each: serde_json::Map<String, serde_json::Value> =
        found.iter().map(|cyclic| (cyclic.name.clone(), cyclic.json())).collect();
    let label = "crates with cycles of imports: the largest cycle of each";
    report.list("import_cycles", label, found.len(), each, found.iter().flat_map(Cyclic::text).collect());
    report.row("crates_without_cycles", "crates without", free.join(", "), free);
    let names: Vec<&str> = folders.keys().map(String::as_str).collect();
    report.row("folder_cycles", "crates with cycles of folders", names.join(", "), folders.clone());
}

/// The cycles of a crate.
struct Cyclic {
    name: String,
    /// Of the largest cycle.
    files: Vec<String>,
    percent: f64,
    of: usize,
    cycles: usize,
    imports: usize,
}

impl Cyclic {
    fn of(name: &str, graph: &Graph<'_>) -> Option<Cyclic> {
        let cycles = graph.cycles();
        let largest = cycles.first()?;
        let all: Vec<usize> = (0..graph.files.len()).collect();
        let inside = |path: &str| path.split_once("/src/").map_or(path, |(_, inside)| inside).to_owned();
        let mut files: Vec<String> = largest.iter().map(|index| inside(&graph.files[*index].path)).collect();
        files.sort();
        Some(Cyclic {
            name: name.to_owned(),
            files,
            percent: rate(graph.lines(largest), graph.lines(&all), 100),
            of: all.len(),
            cycles: cycles.len(),
            imports: graph.edges.iter().map(Vec::len).sum(),
        })
    }

    fn json(&self) -> serde_json::Value {
        json!({ "files": self.files, "of": self.of, "lines_percent": self.percent, "cycles": self.cycles })
    }

    /// The figures, and the files of a cycle that is short enough to be listed.
    fn text(&self) -> Vec<String> {
        let Cyclic { name, files, percent, of, cycles, imports } = self;
        let figures = format!(
            "{name}: {} of {of} files, {percent:.0} % of the lines; {cycles} in all, {imports} imports",
            files.len()
        );
        let members = (files.len() <= 8).then(|| format!("  {}", files.join(", ")));
        std::iter::once(figures).chain(members).collect()
    }
}

fn knowledge(corpus: &Corpus, report: &mut Report) {
    report.section("Knowledge of ops");
    let sources = &corpus.sources;
    let table = |path: &str| sources.iter().find(|source| source.path == path).map(ops::rows);
    if let Some(rows) = table(LEVEL_1) {
        let level_1 = sources.iter().find(|source| source.path == LEVEL_1);
        let special = level_1.map(|table| ops::special(table, &rows)).unwrap_or_default();
        matches(sources, &special, report);
        let counts = ops::spread(sources, &rows);
        let label = "files that name an op: median, p90, least, most";
        named(report, ("files_naming_an_op", label), &counts);
        for (key, wanted) in [("files_naming_exp2", "Exp2"), ("files_naming_mmaf", "MmaF")] {
            if let Some(at) = rows.iter().position(|row| row == wanted) {
                report.row(key, &format!("  `{wanted}`"), counts[at], counts[at]);
            }
        }
    }
    if let Some(rows) = table(PTX) {
        let counts = ops::ptx_spread(sources, &rows);
        let label = format!("files that name one of {} opcodes of PTX: median, p90, least, most", rows.len());
        named(report, ("files_naming_a_ptx_opcode", &label), &counts);
    }
}

/// The files that a commit changes when it adds a form of PTX.
fn table_changes(revision: Option<&str>, report: &mut Report) -> Result<(), String> {
    let changes = history::changes_of(PTX, revision)?;
    let sizes = Sizes::new(changes.iter().map(|(_, sources)| *sources).collect());
    let list = changes.iter().take(5).map(|(hash, sources)| format!("{hash}: {sources}")).collect();
    let label = "other sources in a commit that changes the table of PTX: median, least";
    let text = format!("{}, {}", sizes.at(50), sizes.at(0));
    let value = json!({ "median": sizes.at(50), "min": sizes.at(0), "commits": changes.len() });
    report.list("sources_with_ptx_table", label, text, value, list);
    Ok(())
}

fn matches(sources: &[Lexed], rows: &[String], report: &mut Report) {
    let names: BTreeSet<&str> = rows.iter().map(String::as_str).collect();
    let found: Vec<ops::Exhaustive> =
        sources.iter().flat_map(|source| ops::exhaustive(source, &names)).collect();
    let lines: usize = found.iter().map(|one| one.lines).sum();
    let line = |one: &ops::Exhaustive| format!("{}:{} {} ({})", one.path, one.line, one.function, one.lines);
    let list: Vec<String> = found.iter().map(line).collect();
    let text = format!("{}, {lines} lines, over {} ops that are not element-wise", found.len(), rows.len());
    let value = json!({ "count": found.len(), "lines": lines, "ops": rows.len(), "list": list.clone() });
    report.list("exhaustive_matches", "exhaustive matches over level 1", text, value, list);
}

fn named(report: &mut Report, (key, label): (&'static str, &str), counts: &[usize]) {
    let sizes = Sizes::new(counts.to_vec());
    let text = format!("{}, {}, {}, {}", sizes.at(50), sizes.at(90), sizes.at(0), sizes.at(100));
    report.row(
        key,
        label,
        text,
        json!({ "median": sizes.at(50), "p90": sizes.at(90), "min": sizes.at(0), "max": sizes.at(100) }),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Crates whose files import each other in a cycle. Another one is an error, and one that has none any more leaves the
    /// list. Cycles of folders are errors everywhere.
    const WITH_CYCLES: [&str; 3] = ["cpu", "cuda-tile", "ir"];

    /// The figures of the working tree, and the page that explains them; none of sources without a repository, which have no
    /// revisions to measure.
    fn figures_and_page() -> Option<(serde_json::Value, String)> {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        if !root.join(".git").exists() {
            return None;
        }
        std::env::set_current_dir(root).expect("the root");
        let figures = measure(None, true).expect("the working tree");
        let page = std::fs::read_to_string("docs/contributing/house.md").expect("the page");
        Some((serde_json::from_str(&figures).expect("JSON"), page))
    }

    /// A row needs an explanation: the page names each row by its key.
    #[test]
    fn rows_are_documented_and_no_cycles_are_new() {
        let Some((figures, page)) = figures_and_page() else { return };
        let keys = figures.as_object().expect("an object").keys();
        let missing: Vec<&String> = keys.filter(|key| !page.contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "not in docs/contributing/house.md: {missing:?}");
        let cycles = figures["import_cycles"].as_object().expect("crates");
        assert!(cycles.keys().eq(WITH_CYCLES), "cycles of imports: {cycles:#?}");
        let folders = figures["folder_cycles"].as_object().expect("crates");
        assert!(folders.is_empty(), "cycles of folders: {folders:#?}");
    }
}
