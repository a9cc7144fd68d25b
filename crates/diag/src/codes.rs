//! The error index: static tables of entries, one for each code, contributed by crates. `explain-code` prints an entry.

use crate::diagnostic::Code;
use crate::suggest;
use std::fmt::Write as _;

/// The error-index entry of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The code, for example `E0123`.
    pub code: Code,
    /// One line, without a full stop.
    pub title: &'static str,
    /// The error, and the reason for it, in Markdown.
    pub explanation: &'static str,
    /// A small input that provokes the diagnostic; empty when none is useful.
    pub wrong: &'static str,
    /// The same input fixed; empty when none is useful.
    pub fixed: &'static str,
}

impl CodeInfo {
    /// This entry in Markdown.
    pub fn to_markdown(&self) -> String {
        let mut entry = format!("# {}: {}\n\n{}\n", self.code, self.title, self.explanation.trim());
        for (heading, text) in [("Wrong", self.wrong), ("Fixed", self.fixed)] {
            if !text.is_empty() {
                let language = match self.code.0 {
                    _ if text.starts_with("tilewright ") => "sh",
                    code if code.starts_with("E08") => "ptx",
                    _ => "mlir",
                };
                write!(entry, "\n{heading}:\n\n```{language}\n{}\n```\n", text.trim_matches('\n'))
                    .expect("writing to a string succeeds");
            }
        }
        entry
    }
}

/// The error index: a list of the tables that crates contribute.
///
/// ```
/// use diag::{Code, CodeInfo, Registry};
///
/// static TEXT: &[CodeInfo] = &[CodeInfo {
///     code: Code("E0101"),
///     title: "unknown operation",
///     explanation: "The word is no operation of the language.",
///     wrong: "%0 = iotta : tile<4xi32>",
///     fixed: "%0 = iota : tile<4xi32>",
/// }];
/// let registry = Registry::new(vec![TEXT]);
/// assert!(registry.find("e101").is_some_and(|info| info.to_markdown().starts_with("# E0101: unknown operation")));
/// assert_eq!(registry.nearest("E0102"), ["E0101"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    tables: Vec<&'static [CodeInfo]>,
}

impl Registry {
    /// A registry of these tables, searched in order.
    pub const fn new(tables: Vec<&'static [CodeInfo]>) -> Registry {
        Registry { tables }
    }

    /// Every documented code, sorted.
    pub fn all(&self) -> Vec<&'static CodeInfo> {
        let mut all: Vec<&'static CodeInfo> = self.tables.iter().copied().flatten().collect();
        all.sort_by_key(|info| info.code);
        all
    }

    /// The entry of a code as a user types it: `E0123`, `e0123` and `E123` are the same.
    pub fn find(&self, code: &str) -> Option<&'static CodeInfo> {
        let wanted = normal_form(code)?;
        self.tables.iter().copied().flatten().find(|info| normal_form(info.code.0) == Some(wanted))
    }

    /// The nearest codes to an unknown one.
    pub fn nearest(&self, code: &str) -> Vec<&'static str> {
        suggest::nearest(&code.to_ascii_uppercase(), self.all().into_iter().map(|info| info.code.0))
    }

    /// Errors of the tables: malformed or repeated codes, missing texts. Empty in a correct build.
    pub fn problems(&self) -> Vec<String> {
        let all = self.all();
        let repeated = all.windows(2).filter(|pair| pair[0].code == pair[1].code);
        let mut problems: Vec<String> =
            repeated.map(|pair| format!("code {} is documented twice", pair[0].code)).collect();
        for info in all {
            if !is_well_formed(info.code.0) {
                problems.push(format!("code {} is not a capital letter and four digits", info.code));
            }
            if info.title.is_empty() || info.explanation.trim().is_empty() {
                problems.push(format!("code {} lacks a title or an explanation", info.code));
            }
        }
        problems
    }
}

/// The letter and the number of a code, so that leading zeros and case do not matter.
fn normal_form(code: &str) -> Option<(char, u32)> {
    let mut characters = code.trim().chars();
    let letter = characters.next()?.to_ascii_uppercase();
    let digits = characters.as_str();
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok().map(|number| (letter, number)))?
}

fn is_well_formed(code: &str) -> bool {
    let (letter, digits) = code.split_at_checked(1).unwrap_or(("", ""));
    let capital = letter.bytes().all(|byte| byte.is_ascii_uppercase());
    capital && digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn entry(code: &'static str, title: &'static str) -> CodeInfo {
        CodeInfo { code: Code(code), title, explanation: "Because.", wrong: "", fixed: "" }
    }

    static FIRST: &[CodeInfo] = &[entry("E0007", "seven"), entry("E0123", "many")];
    static SECOND: &[CodeInfo] = &[entry("E0007", "again"), entry("X12", "")];

    #[test]
    fn codes_are_found_as_typed() {
        let registry = Registry::new(vec![FIRST]);
        for typed in ["E0123", "e123", " E00123 "] {
            assert_eq!(registry.find(typed).map(|info| info.title), Some("many"), "{typed}");
        }
        for typed in ["", "E", "0123", "E12x", "E99999999999", "É0123"] {
            assert!(registry.find(typed).is_none(), "{typed}");
        }
        assert_eq!(registry.nearest("e0132"), ["E0123"]);
    }

    #[test]
    fn bad_tables_are_reported() {
        assert!(Registry::new(vec![FIRST]).problems().is_empty());
        assert_eq!(
            Registry::new(vec![FIRST, SECOND]).problems(),
            [
                "code E0007 is documented twice",
                "code X12 is not a capital letter and four digits",
                "code X12 lacks a title or an explanation"
            ]
        );
    }

    #[test]
    fn an_entry_shows_both_examples() {
        let info = CodeInfo { wrong: "\nbad\n", fixed: "good", ..entry("E0001", "title") };
        let expected =
            "# E0001: title\n\nBecause.\n\nWrong:\n\n```mlir\nbad\n```\n\nFixed:\n\n```mlir\ngood\n```\n";
        assert_eq!(info.to_markdown(), expected);
    }
}
