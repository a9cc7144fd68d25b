//! Rules of the project for itself: every op and every undefined case is tested, every code has an entry in the error index,
//! every source says what it is, files and functions stay small, the documents are fresh.

use libtest_mimic::{Failed, Trial};
use tilewright::cuda_tile::ops::OPS;
use tilewright::driver::codes::registry;

use crate::{files, property};

/// All of it.
pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tidy: every op occurs in tests/run", || Ok(every_op_runs()?)),
        Trial::test("tidy: every code has an entry", || Ok(every_code_has_an_entry()?)),
        Trial::test("tidy: every undefined case has a program", || Ok(every_undefined_case_has_a_program()?)),
        Trial::test("tidy: docs/codes.md is fresh", || Ok(error_index()?)),
        Trial::test("tidy: every source says what it is", || Ok(every_source_says_what_it_is()?)),
        Trial::test("tidy: sizes of source files", file_sizes),
        Trial::test("tidy: sizes of functions", function_sizes),
    ]
}

fn every_op_runs() -> Result<(), String> {
    let mut seen = vec![false; OPS.len()];
    for path in files::find("tests/run", "mlir") {
        let Some((_, module)) = property::valid_preview_module(&path)? else { continue };
        for op in tilewright::ir::walk::preorder(&module.body, module.root) {
            seen[module.body.opcode(op) as usize] = true;
        }
    }
    // Testing-only ops never run: they are admitted by a flag of `check` alone.
    let untested = |spec: &&tilewright::ir::OpSpec<tilewright::CudaTile>| {
        !seen[spec.opcode as usize] && !spec.mnemonic.starts_with("testing$")
    };
    let missing: Vec<&str> = OPS.iter().filter(untested).map(|spec| spec.mnemonic).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("in no file of tests/run: {}", missing.join(", "))) }
}

fn every_code_has_an_entry() -> Result<(), String> {
    let registry = registry();
    let mut problems = registry.problems();
    // Codes of engines are constants, or rows of tables: any text in the form of a code counts.
    for path in sources("crates") {
        let text = files::read(&path)?;
        let unknown = code(&text).flat_map(quoted_codes).filter(|code| registry.find(code).is_none());
        problems.extend(unknown.map(|code| format!("{path}: code {code} has no entry in the error index")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Texts such as `"E0104"` in a line of code.
fn quoted_codes(line: &str) -> impl Iterator<Item = &str> {
    let code = |text: &&str| {
        let (letter, digits) = text.split_at_checked(1).unwrap_or(("", ""));
        matches!(letter, "E" | "W") && digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    line.split('"').skip(1).step_by(2).filter(code)
}

/// The cases of the semantics chapter are the codes from E0500 to E0599.
fn every_undefined_case_has_a_program() -> Result<(), String> {
    let page = files::read("docs/undefined.md")?;
    let mut programs = String::new();
    for folder in ["tests/run", "tests/sanitize"] {
        for path in files::find(folder, "mlir") {
            programs.push_str(&files::read(&path)?);
        }
    }
    let registry = registry();
    let cases = registry.all().into_iter().map(|info| info.code.0).filter(|code| code.starts_with("E05"));
    let wrong = |code: &&str| !page.contains(&format!("| {code} |")) || !programs.contains(*code);
    let missing: Vec<&str> = cases.filter(wrong).collect();
    match missing.as_slice() {
        [] => Ok(()),
        some => Err(format!("not in docs/undefined.md, or in no program of tests/: {}", some.join(", "))),
    }
}

fn every_source_says_what_it_is() -> Result<(), String> {
    let mut silent = Vec::new();
    for path in
        ["crates", "bench", "xtask", "fuzz/fuzz_targets"].iter().flat_map(|folder| files::find(folder, "rs"))
    {
        if !files::read(&path)?.starts_with("//! ") {
            silent.push(path);
        }
    }
    if silent.is_empty() { Ok(()) } else { Err(format!("no `//!` on top: {}", silent.join(", "))) }
}

fn error_index() -> Result<(), String> {
    let mut text = String::from(
        "# Diagnostics\n\nWhat each code means; `tilewright explain-code CODE` prints one page.\n",
    );
    for info in registry().all() {
        text.push('\n');
        text.push_str(info.to_markdown().trim_end().replacen("# ", "## ", 1).as_str());
        text.push('\n');
    }
    files::golden("docs/codes.md", &text)
}

/// Sources in a folder that the limits are for: tables and tests are exempt.
fn sources(folder: &str) -> impl Iterator<Item = String> {
    files::find(folder, "rs").into_iter().filter(|path| {
        !path.contains("/tests/")
            && !path.ends_with("/tests.rs")
            && !path.ends_with("cuda-tile/src/ops.rs")
            && !path.ends_with("ptx/src/ops.rs")
    })
}

/// Where code is.
const FOLDERS: [&str; 3] = ["crates", "bench", "xtask"];

/// Median at most 300 lines, 95 of 100 files at most 1000.
fn file_sizes() -> Result<(), Failed> {
    let sources = FOLDERS.into_iter().flat_map(sources);
    let lengths = sources.map(|path| files::read(&path).map(|text| code(&text).count()));
    within("files", lengths.collect::<Result<_, _>>()?, 300, 1000)
}

/// Median at most 10 lines, 95 of 100 functions at most 50; none above 150 but dispatches over all ops, whose arms
/// are short.
fn function_sizes() -> Result<(), Failed> {
    const DISPATCH: [&str; 3] = [
        "crates/reference/src/prepare/lower.rs",
        "crates/cpu/src/kernels/operation.rs",
        "crates/ptx-emu/src/prepare/select.rs",
    ];
    let mut lengths = Vec::new();
    for path in FOLDERS.into_iter().flat_map(sources) {
        let text = files::read(&path)?;
        for (line, length) in functions(&code(&text).collect::<Vec<&str>>()) {
            if length > 150 && !DISPATCH.contains(&path.as_str()) {
                return Err(format!("{path}:{line}: a function of {length} lines (at most 150)").into());
            }
            lengths.push(length);
        }
    }
    within("functions", lengths, 10, 50)
}

fn within(what: &str, mut lengths: Vec<usize>, most_median: usize, most_p95: usize) -> Result<(), Failed> {
    lengths.sort_unstable();
    let at = |percent: usize| lengths[(lengths.len() - 1) * percent / 100];
    let (median, p95) = (at(50), at(95));
    if median <= most_median && p95 <= most_p95 {
        Ok(())
    } else {
        Err(format!("{what}: median {median} lines (at most {most_median}), p95 {p95} (at most {most_p95})")
            .into())
    }
}

/// Lines up to the unit tests. `#[cfg(test)]` on top of a module that is in a file of its own is not their beginning.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let tests = text
        .match_indices("\n#[cfg(test)]\n")
        .find(|&(at, mark)| !text[at + mark.len()..].lines().next().is_some_and(|next| next.ends_with(';')));
    text[..tests.map_or(text.len(), |(at, _)| at + 1)].lines()
}

/// First line and length of each function, up to the line that is indented like its `fn` and ends it: the code is laid
/// out by rustfmt.
fn functions(lines: &[&str]) -> Vec<(usize, usize)> {
    let heads = lines.iter().enumerate().filter(|(_, line)| is_head(line));
    let measured = heads.map(|(start, head)| {
        let ends = |line: &&str| indent(line) == indent(head) && (line.ends_with('}') || line.ends_with(';'));
        (start + 1, lines[start..].iter().position(ends).map_or(lines.len() - start, |last| last + 1))
    });
    measured.collect()
}

fn is_head(line: &str) -> bool {
    let modifier = |word: &str| word.starts_with("pub") || ["const", "unsafe", "extern"].contains(&word);
    line.split_once("fn ").is_some_and(|(before, _)| before.split_whitespace().all(modifier))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
