//! Places that owe a reason: numeric constants and unsafe code.
//!
//! A numeric constant is `const NAME: TYPE =` with one of [`NUMBERS`] as its type.
//!
//! - *Bare names*: constants whose whole name is one of [`BARE`], which says that something is bounded and not what.
//! - *Without a comment*: constants with no comment on their line or on the line before it.
//! - *Formulas*: `// SAFETY:` comments that are one of [`FORMULAS`], which point elsewhere and state no invariant.

use super::lexed::Lexed;

/// Types of numbers.
const NUMBERS: &[&str] =
    &["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "u128", "i128"];

/// Names that do not say what is bounded.
const BARE: &[&str] = &[
    "MOST", "MANY", "FEW", "FAR", "NEAR", "LARGE", "LARGEST", "SMALL", "LEAST", "LONG", "LONGEST", "DEEP",
    "DEEPEST", "WIDE", "WIDEST", "ENOUGH", "WORTH", "TRIED",
];

/// Beginnings of comments that state no invariant, if nothing follows them.
const FORMULAS: &[&str] =
    &["the caller's promise", "the caller's", "as the caller promises", "the caller promises it", "as above"];

/// Counts over sources.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Owed {
    pub(super) constants: usize,
    pub(super) bare: usize,
    pub(super) without_comment: usize,
    pub(super) formulas: usize,
}

impl Owed {
    pub(super) fn of<'a>(sources: impl IntoIterator<Item = &'a Lexed>) -> Owed {
        let mut owed = Owed::default();
        for source in sources {
            owed.add(source);
        }
        owed
    }

    fn add(&mut self, source: &Lexed) {
        for index in 0..source.tokens.len() {
            let is_number = source.at(index) == "const"
                && source.at(index + 2) == ":"
                && NUMBERS.contains(&source.at(index + 3))
                && source.at(index + 4) == "=";
            if !is_number {
                continue;
            }
            let line = source.tokens[index].first;
            let explained = |first: u32, last: u32| (first..=last + 1).contains(&line);
            let has_comment = source.comments.iter().any(|comment| explained(comment.first, comment.last));
            self.constants += 1;
            self.bare += usize::from(BARE.contains(&source.at(index + 1)));
            self.without_comment += usize::from(!has_comment);
        }
        let safety = source.comments.iter().filter_map(|comment| comment.text.split("SAFETY: ").nth(1));
        self.formulas += safety.filter(|text| FORMULAS.contains(&text.trim_end_matches('.'))).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_formulas_are_counted() {
        let text = "/// Lines that a core waits for.\nconst LINES: usize = 16;\nconst MOST: u64 = 3;\nconst TEXT: &str = \"\";\n\
                    const LEFT: i32 = 1; // bits\nfn f() {\n    // SAFETY: the caller's promise.\n    unsafe { g() }\n    \
                    // SAFETY: as above; `x` is valid.\n    unsafe { g() }\n}\n";
        let owed = Owed::of(&[Lexed::new("a.rs", text)]);
        assert_eq!(owed, Owed { constants: 3, bare: 1, without_comment: 1, formulas: 1 });
    }
}
