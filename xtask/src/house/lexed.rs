//! A Rust source as tokens, without comments, the contents of strings, and tests.
//!
//! Tests are: an item with `#[test]`, `#[cfg(test)]` or `#[cfg(all(test, ..))]`, and a file with
//! `#![cfg(test)]` on top. Files that only tests include are left out by [`super::corpus`].

use std::ops::Range;

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

/// Kinds of tokens that the measurements distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Identifier or keyword.
    Word,
    /// A string of any sort.
    Text,
    /// Number, character, lifetime.
    Other,
    /// One character of punctuation.
    Mark(u8),
}

/// A token: where it is in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    start: u32,
    end: u32,
    /// First and last line, from 0.
    pub(super) first: u32,
    pub(super) last: u32,
}

/// A comment, or consecutive lines of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// `///` or `//!`.
    pub(super) doc: bool,
    /// First and last line, from 0.
    pub(super) first: u32,
    pub(super) last: u32,
    /// The text without slashes.
    pub(super) text: String,
}

/// A source without its tests.
#[derive(Debug)]
pub(super) struct Lexed {
    pub(super) path: String,
    text: String,
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Comment>,
    /// Lines that are not of tests.
    pub(super) lines: usize,
    /// Those of them that hold code.
    pub(super) code_lines: usize,
    /// Modules in files of their own that only tests include.
    pub(super) test_modules: Vec<String>,
}

impl Lexed {
    pub(super) fn new(path: &str, text: &str) -> Lexed {
        let (mut tokens, mut comments) = split(text);
        let tests = tests(text, &tokens);
        let lines = |range: &Range<usize>| tokens[range.start].first..tokens[range.end - 1].last + 1;
        let left_out: Vec<Range<u32>> = tests.ranges.iter().map(lines).collect();
        comments.retain(|comment| !left_out.iter().any(|lines| lines.contains(&comment.first)));
        for range in tests.ranges.iter().rev() {
            tokens.drain(range.clone());
        }
        let all = if tests.whole_file { 0 } else { text.lines().count() };
        Lexed {
            path: path.to_owned(),
            text: text.to_owned(),
            code_lines: code_lines(&tokens),
            tokens,
            comments: joined(comments),
            lines: all.saturating_sub(left_out.iter().map(|lines| lines.len()).sum()),
            test_modules: tests.modules,
        }
    }

    /// The text of a token.
    pub(super) fn text(&self, token: Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The text of a token by number; empty beyond the end.
    pub(super) fn at(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| self.text(*token))
    }

    /// True if these words and marks are at a place.
    pub(super) fn stands(&self, index: usize, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(offset, text)| self.at(index + offset) == *text)
    }

    /// How often these words and marks follow each other.
    pub(super) fn count(&self, texts: &[&str]) -> usize {
        (0..self.tokens.len()).filter(|index| self.stands(*index, texts)).count()
    }

    /// The number after the last token of the group of brackets that opens at `open`.
    pub(super) fn group(&self, open: usize) -> usize {
        group(&self.tokens, open)
    }
}

fn code_lines(tokens: &[Token]) -> usize {
    let mut next = 0;
    let mut count = 0;
    for token in tokens {
        let first = token.first.max(next);
        count += (token.last + 1).saturating_sub(first) as usize;
        next = next.max(token.last + 1);
    }
    count
}

fn split(text: &str) -> (Vec<Token>, Vec<Comment>) {
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let (mut at, mut line) = (0usize, 0u32);
    for token in tokenize(text, FrontmatterAllowed::No) {
        let range = at..at + token.len as usize;
        let (first, text) = (line, &text[range.clone()]);
        line += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
        at = range.end;
        let kind = match token.kind {
            TokenKind::Whitespace => continue,
            TokenKind::LineComment { doc_style } | TokenKind::BlockComment { doc_style, .. } => {
                let text = text.trim_start_matches(['/', '!', '*']).trim_end_matches(['/', '*']).trim();
                comments.push(Comment { doc: doc_style.is_some(), first, last: line, text: text.to_owned() });
                continue;
            }
            TokenKind::Ident | TokenKind::RawIdent => Kind::Word,
            TokenKind::Literal { kind, .. } if is_text(kind) => Kind::Text,
            _ if text.len() == 1 && text.as_bytes()[0].is_ascii_punctuation() => {
                Kind::Mark(text.as_bytes()[0])
            }
            _ => Kind::Other,
        };
        tokens.push(Token { kind, start: range.start as u32, end: range.end as u32, first, last: line });
    }
    (tokens, comments)
}

fn is_text(kind: LiteralKind) -> bool {
    match kind {
        LiteralKind::Str { .. }
        | LiteralKind::ByteStr { .. }
        | LiteralKind::CStr { .. }
        | LiteralKind::RawStr { .. }
        | LiteralKind::RawByteStr { .. }
        | LiteralKind::RawCStr { .. } => true,
        LiteralKind::Int { .. }
        | LiteralKind::Float { .. }
        | LiteralKind::Char { .. }
        | LiteralKind::Byte { .. } => false,
    }
}

/// Comments of one kind on consecutive lines, as one.
fn joined(comments: Vec<Comment>) -> Vec<Comment> {
    let mut blocks: Vec<Comment> = Vec::new();
    for comment in comments {
        match blocks.last_mut() {
            Some(block) if block.doc == comment.doc && block.last + 1 == comment.first => {
                block.last = comment.last;
                block.text.push('\n');
                block.text.push_str(&comment.text);
            }
            _ => blocks.push(comment),
        }
    }
    blocks
}

fn group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
            Kind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            Kind::Mark(_) | Kind::Word | Kind::Text | Kind::Other => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// The lines that belong to tests.
#[derive(Default)]
struct Tests {
    /// Tokens of items, in order, one after the other.
    ranges: Vec<Range<usize>>,
    modules: Vec<String>,
    whole_file: bool,
}

fn tests(text: &str, tokens: &[Token]) -> Tests {
    let word = |index: usize| {
        tokens.get(index).map_or("", |token: &Token| &text[token.start as usize..token.end as usize])
    };
    let mut found = Tests::default();
    let mut index = 0;
    while index < tokens.len() {
        let inner = word(index + 1) == "!";
        let open = index + 1 + usize::from(inner);
        if word(index) != "#" || word(open) != "[" {
            index += 1;
            continue;
        }
        let end = group(tokens, open);
        let inside: Vec<&str> = (open + 1..end - 1).map(word).collect();
        if !is_test(&inside) {
            index = end;
        } else if inner {
            found.whole_file = true;
            found.ranges.clear();
            found.ranges.push(0..tokens.len());
            return found;
        } else {
            let after = item_end(tokens, &word, end);
            if word(after - 1) == ";" && word(after - 3) == "mod" {
                found.modules.push(word(after - 2).to_owned());
            }
            found.ranges.push(index..after);
            index = after;
        }
    }
    found
}

/// True for what is inside of `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, ..))]`.
fn is_test(inside: &[&str]) -> bool {
    match inside {
        ["test"] | ["cfg", "(", "test", ")"] => true,
        ["cfg", "(", "all", "(", rest @ ..] => rest.contains(&"test") && !rest.contains(&"not"),
        _ => false,
    }
}

/// The number after the item that begins at a token: after its `;`, or after its braces.
fn item_end<'t>(tokens: &[Token], word: &dyn Fn(usize) -> &'t str, start: usize) -> usize {
    let mut index = start;
    let mut import = false;
    while index < tokens.len() {
        match word(index) {
            ";" => return index + 1,
            "use" => import = true,
            "{" if !import => return group(tokens, index),
            "(" | "[" | "{" => {
                index = group(tokens, index);
                continue;
            }
            // A field, or the last thing in a block.
            ")" | "]" | "}" => return index.max(start + 1),
            _ => {}
        }
        index += 1;
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r##"//! Model.
//! Second line.

use a::b;

/// Adds.
fn add(x: u32) -> u32 { // why
    let s = "fn not(){ // no }";
    x /* block */ + 1
}

#[cfg(test)]
mod tests {
    // A comment of a test.
    #[test]
    fn t() { panic!() }
}

#[cfg(test)]
mod golden;

const R: &str = r#"two
lines"#;
"##;

    impl Lexed {
        fn names(&self, word: &str) -> bool {
            self.count(&[word]) > 0
        }
    }

    #[test]
    fn comments_strings_and_tests_are_no_code() {
        let lexed = Lexed::new("a.rs", SOURCE);
        assert!(lexed.names("add") && !lexed.names("not") && !lexed.names("panic") && !lexed.names("golden"));
        assert_eq!(lexed.test_modules, ["golden"]);
        let comments: Vec<(bool, &str)> =
            lexed.comments.iter().map(|comment| (comment.doc, comment.text.as_str())).collect();
        let expected = [(true, "Model.\nSecond line."), (true, "Adds."), (false, "why"), (false, "block")];
        assert_eq!(comments, expected);
    }

    #[test]
    fn lines_are_counted_without_tests() {
        let lexed = Lexed::new("a.rs", SOURCE);
        assert_eq!(SOURCE.lines().count(), 23);
        assert_eq!(lexed.lines, 23 - 6 - 2);
        // `use`, four lines of the function, two of the constant.
        assert_eq!(lexed.code_lines, 7);
    }

    #[test]
    fn a_file_of_tests_is_empty() {
        let lexed = Lexed::new("a.rs", "#![cfg(test)]\nfn a() {}\n");
        assert_eq!((lexed.lines, lexed.code_lines, lexed.tokens.len()), (0, 0, 0));
    }

    #[test]
    fn items_of_tests_end_where_they_end() {
        let text = "#[cfg(test)]\nuse a::{b, c};\n#[cfg(all(test, unix))] const X: [u8; 2] = [1, 2];\n\
                    #[cfg(not(test))] fn kept() {}\nstruct S { #[cfg(test)] field: u8 }\nfn last() {}\n";
        let lexed = Lexed::new("a.rs", text);
        assert!(lexed.names("kept") && lexed.names("S") && lexed.names("last"));
        assert!(!lexed.names("b") && !lexed.names("X") && !lexed.names("field"));
    }
}
