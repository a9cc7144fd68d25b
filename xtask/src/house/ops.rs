//! How widely knowledge of an op is spread: lists of all ops, and files that name one.
//!
//! Rows are read off the tables: `addf AddF "addf" = ..` in `cuda-tile/src/ops.rs`, `Add = "add", ..` in `ptx/src/ops.rs`. A
//! file *names* an op when the variant occurs in it as a word outside of tests, and the table is such a file; a word that means
//! an op of another level or a case of another enum counts as well, so figures are upper bounds. Names of PTX (`Add`, `Min`)
//! are too common for that: a file names one with `Opcode::Add`, and only crates that know PTX count ([`PTX_CRATES`]). An
//! *exhaustive match* is a `match` whose patterns name at least nine tenths of the ops that are not element-wise, and that has
//! no arm `_`: element-wise ops have a class on their row and one definition, so that a match over `Special` does not name
//! them. It is reported as the function around it.

use std::collections::BTreeSet;

use super::functions::{Function, functions};
use super::lexed::{Kind, Lexed};

/// Variants of the ops of a table, in its order.
pub(super) fn rows(table: &Lexed) -> Vec<String> {
    let kind = |index: usize| table.tokens.get(index).map(|token| token.kind);
    let mut rows = Vec::new();
    for index in 0..table.tokens.len() {
        let variant = kind(index) == Some(Kind::Word)
            && kind(index + 1) == Some(Kind::Text)
            && table.at(index).starts_with(|first: char| first.is_ascii_uppercase());
        let field = index > 0
            && kind(index - 1) == Some(Kind::Word)
            && table.at(index - 1).starts_with(|first: char| first.is_ascii_lowercase());
        let level_1 = variant && field && table.at(index + 2) == "=";
        let ptx = kind(index) == Some(Kind::Word)
            && table.stands(index + 1, &["="])
            && kind(index + 2) == Some(Kind::Text)
            && table.at(index + 3) == ",";
        if level_1 || ptx {
            rows.push(table.at(index).to_owned());
        }
    }
    rows
}

/// The rows without a column that declares them element-wise; in a table without such a column, all rows.
pub(super) fn special(table: &Lexed, rows: &[String]) -> Vec<String> {
    let mut elementwise: BTreeSet<&str> = BTreeSet::new();
    let mut row = "";
    for index in 0..table.tokens.len() {
        if rows.iter().any(|name| name == table.at(index)) {
            row = table.at(index);
        } else if table.stands(index, &["compute", ":", "[", "Elementwise"]) {
            elementwise.insert(row);
        }
    }
    rows.iter().filter(|name| !elementwise.contains(name.as_str())).cloned().collect()
}

/// An exhaustive match over ops.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exhaustive {
    pub(super) path: String,
    pub(super) function: String,
    /// Line of the function, from 1.
    pub(super) line: u32,
    /// Lines of the function.
    pub(super) lines: usize,
}

/// The exhaustive matches over the rows in a source.
pub(super) fn exhaustive(source: &Lexed, rows: &BTreeSet<&str>) -> Vec<Exhaustive> {
    let functions = functions(source);
    let mut found: Vec<Exhaustive> = Vec::new();
    for index in 0..source.tokens.len() {
        if source.at(index) != "match" || !names_all(source, index, rows) {
            continue;
        }
        let around = functions.iter().rev().find(|function| function.body.contains(&index));
        if let Some(Function { name, first, .. }) = around {
            let lines = around.map_or(0, Function::lines);
            let one =
                Exhaustive { path: source.path.clone(), function: name.clone(), line: first + 1, lines };
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    found
}

/// True when the patterns of a match name nearly all rows, and none is `_`.
fn names_all(source: &Lexed, start: usize, rows: &BTreeSet<&str>) -> bool {
    let Some(open) = arms(source, start) else { return false };
    let end = source.group(open) - 1;
    let mut named: BTreeSet<&str> = BTreeSet::new();
    let mut index = open + 1;
    while index < end {
        let Some(arrow) = arrow(source, index, end) else { break };
        if source.at(index) == "_" {
            return false;
        }
        named.extend((index..arrow).filter_map(|at| rows.get(source.at(at)).copied()));
        index = arm_end(source, arrow + 2, end);
    }
    named.len() * 10 >= rows.len() * 9
}

/// The brace that opens the arms.
fn arms(source: &Lexed, start: usize) -> Option<usize> {
    let mut index = start;
    while index < source.tokens.len() {
        match source.at(index) {
            "{" => return Some(index),
            ";" => return None,
            "(" | "[" => index = source.group(index),
            _ => index += 1,
        }
    }
    None
}

/// The `=>` after a pattern.
fn arrow(source: &Lexed, mut index: usize, end: usize) -> Option<usize> {
    while index < end {
        if source.stands(index, &["=", ">"]) {
            return Some(index);
        }
        index = if matches!(source.at(index), "(" | "[" | "{") { source.group(index) } else { index + 1 };
    }
    None
}

/// Where the next arm begins.
fn arm_end(source: &Lexed, mut index: usize, end: usize) -> usize {
    if source.at(index) == "{" {
        let after = source.group(index);
        return if source.at(after) == "," { after + 1 } else { after };
    }
    while index < end && source.at(index) != "," {
        index = if matches!(source.at(index), "(" | "[" | "{") { source.group(index) } else { index + 1 };
    }
    index + 1
}

/// Crates that know instructions of PTX.
pub(super) const PTX_CRATES: [&str; 3] = ["crates/ptx/", "crates/ptx-emu/", "crates/codegen/"];

/// For each row of PTX, the number of sources that name it.
pub(super) fn ptx_spread(sources: &[Lexed], rows: &[String]) -> Vec<usize> {
    // The table has the row, without `Opcode::`.
    let mut counts = vec![1; rows.len()];
    let knows = |source: &&Lexed| PTX_CRATES.iter().any(|folder| source.path.starts_with(folder));
    for source in sources.iter().filter(knows) {
        let named: BTreeSet<&str> = (0..source.tokens.len())
            .filter(|index| source.stands(*index, &["Opcode", ":", ":"]))
            .map(|index| source.at(index + 3))
            .collect();
        for (count, row) in counts.iter_mut().zip(rows) {
            *count += usize::from(named.contains(row.as_str()));
        }
    }
    counts
}

/// For each row, the number of sources that name it.
pub(super) fn spread(sources: &[Lexed], rows: &[String]) -> Vec<usize> {
    let words: Vec<BTreeSet<&str>> = sources
        .iter()
        .map(|source| {
            let words = source.tokens.iter().filter(|token| token.kind == Kind::Word);
            words.map(|token| source.text(*token)).collect()
        })
        .collect();
    rows.iter().map(|row| words.iter().filter(|words| words.contains(row.as_str())).count()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "level! { addf AddF \"addf\" = Some(2) { a: x } exp2 Exp2 \"exp2\" = None {} if_ If \"if\" = None {} }";

    #[test]
    fn rows_are_read_off_both_tables() {
        assert_eq!(rows(&Lexed::new("ops.rs", TABLE)), ["AddF", "Exp2", "If"]);
        let ptx = Lexed::new(
            "ops.rs",
            "ops! { Add = \"add\", \"9.7.1\" { \"x\"; } Ex2 = \"ex2\", \"9\" { \"y\" \"z\"; } }",
        );
        assert_eq!(rows(&ptx), ["Add", "Ex2"]);
    }

    #[test]
    fn a_match_over_all_ops_is_found() {
        let text = "fn all(op: Opcode) -> bool {\n match op.kind({ x }) {\n Opcode::AddF | Opcode::Exp2 => { AddF; true }\n \
                    Opcode::If if f(op) => g(op, 1), Opcode::If => false,\n }\n}\n\
                    fn some(op: Opcode) { match op { AddF => Exp2, If => 1, _ => 2 } }\n\
                    fn wild(op: Opcode) { match op { AddF => (), Exp2 => (), If => (), _ => () } }\n";
        let source = Lexed::new("a.rs", text);
        let rows = ["AddF", "Exp2", "If"].into_iter().collect();
        let found = exhaustive(&source, &rows);
        let expected = Exhaustive { path: "a.rs".into(), function: "all".into(), line: 1, lines: 6 };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn rows_of_element_wise_ops_are_told_apart() {
        let table = "ops! { addf AddF \"addf\" = Some(1), V { compute: [Elementwise(|op| f(op))] }\n\
                     iff If \"if\" = Some(2), V { compute: [Region] } }";
        let table = Lexed::new("ops.rs", table);
        assert_eq!(special(&table, &rows(&table)), ["If"]);
    }

    #[test]
    fn files_that_name_an_instruction_are_counted() {
        let sources = [
            ("crates/codegen/src/a.rs", "fn f() { Opcode::Add; Min }"),
            ("crates/opt/src/a.rs", "fn f() { Opcode::Add }"),
            ("crates/ptx/src/b.rs", "fn f() { Opcode::Min; ptx::Opcode::Add }"),
        ];
        let sources = sources.map(|(path, text)| Lexed::new(path, text));
        assert_eq!(ptx_spread(&sources, &["Add".into(), "Min".into()]), [3, 2]);
    }

    #[test]
    fn files_that_name_an_op_are_counted() {
        let sources =
            [("ops.rs", TABLE), ("a.rs", "fn f() { AddF }"), ("b.rs", "// Exp2\nfn g() { AddF; \"Exp2\" }")];
        let sources = sources.map(|(path, text)| Lexed::new(path, text));
        let rows = rows(&sources[0]);
        assert_eq!(spread(&sources, &rows), [3, 1, 1]);
    }
}
