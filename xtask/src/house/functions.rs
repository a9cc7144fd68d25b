//! Functions: where they are, how long, whether a comment is inside.
//!
//! A function is `fn NAME` with a body; its lines go from the one with `fn` to the closing brace, both included. A
//! function inside of another one counts twice. Functions that macros define are not seen.

use super::lexed::{Kind, Lexed};

/// A function of a source.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    /// Lines, from 0.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Tokens of the body, with its braces.
    pub(super) body: std::ops::Range<usize>,
}

impl Function {
    pub(super) fn lines(&self) -> usize {
        (self.last - self.first + 1) as usize
    }

    /// True when there is a comment between the line after `fn` and the closing brace.
    pub(super) fn has_comment(&self, source: &Lexed) -> bool {
        source.comments.iter().any(|comment| self.first < comment.first && comment.first < self.last)
    }
}

/// The functions of a source, in order.
pub(super) fn functions(source: &Lexed) -> Vec<Function> {
    let mut found = Vec::new();
    for index in 0..source.tokens.len() {
        let named = source.tokens.get(index + 1).is_some_and(|token| token.kind == Kind::Word);
        if source.at(index) != "fn" || !named {
            continue;
        }
        if let Some(open) = body(source, index) {
            let end = source.group(open);
            let (first, last) = (source.tokens[index].first, source.tokens[end - 1].last);
            let name = source.at(index + 1).to_owned();
            found.push(Function { name, first, last, body: open..end });
        }
    }
    found
}

/// The brace that opens a body; none for a declaration.
fn body(source: &Lexed, start: usize) -> Option<usize> {
    let mut index = start;
    while index < source.tokens.len() {
        match source.at(index) {
            "{" => return Some(index),
            ";" | "}" => return None,
            "(" | "[" => index = source.group(index),
            _ => index += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_lines_and_comments() {
        let text = "trait T { fn declared(&self) -> [u8; 3]; }\nfn one() { 1 }\npub(crate) unsafe fn two<F: Fn(u8)>(\n    \
                    f: F,\n) where F: Copy\n{\n    // Why.\n    fn inner() {}\n}\ntype P = fn(u8) -> u8;\n";
        let source = Lexed::new("a.rs", text);
        let found = functions(&source);
        let short: Vec<(&str, usize, bool)> =
            found.iter().map(|f| (f.name.as_str(), f.lines(), f.has_comment(&source))).collect();
        assert_eq!(short, [("one", 1, false), ("two", 7, true), ("inner", 1, false)]);
    }
}
