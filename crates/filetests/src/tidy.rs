//! What the project demands of itself: every op is tested, files stay small, the documents are fresh.

use libtest_mimic::{Failed, Trial};
use tilewright::cuda_tile::ops::OPS;
use tilewright::driver::codes::registry;

use crate::{files, property};

/// All of it.
pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("every op occurs in tests/run", || Ok(every_op_runs()?)),
        Trial::test("every code has a page", || Ok(every_code_has_a_page()?)),
        Trial::test("docs/codes.md is fresh", || Ok(code_pages()?)),
        Trial::test("sizes of source files", sizes),
    ]
}

fn every_op_runs() -> Result<(), String> {
    let mut seen = vec![false; OPS.len()];
    for path in files::find("tests/run", "mlir") {
        let Some((_, module)) = property::valid_module(&path)? else { continue };
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

fn every_code_has_a_page() -> Result<(), String> {
    let problems = registry().problems();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn code_pages() -> Result<(), String> {
    let mut text = String::from(
        "# Diagnostics\n\nWhat each code means; `tilewright explain-code CODE` prints one page.\n",
    );
    for info in registry().all() {
        text.push('\n');
        text.push_str(info.page().trim_end().replacen("# ", "## ", 1).as_str());
        text.push('\n');
    }
    files::golden("docs/codes.md", &text)
}

/// style.md, section 5: file median at most 300 lines, 95 of 100 at most 1000; tables and tests are exempt.
fn sizes() -> Result<(), Failed> {
    let sources = files::find("crates", "rs").into_iter().filter(|path| {
        !path.contains("/tests/") && !path.ends_with("/tests.rs") && !path.ends_with("cuda-tile/src/ops.rs")
    });
    let mut lengths: Vec<usize> =
        sources.map(|path| files::read(&path).map_or(0, |text| code_lines(&text))).collect();
    lengths.sort_unstable();
    let at = |percent: usize| lengths[(lengths.len() - 1) * percent / 100];
    let (median, p95) = (at(50), at(95));
    if median <= 300 && p95 <= 1000 {
        Ok(())
    } else {
        Err(format!("file lengths: median {median} (at most 300), p95 {p95} (at most 1000)").into())
    }
}

/// Lines up to the unit tests.
fn code_lines(text: &str) -> usize {
    text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count()
}
