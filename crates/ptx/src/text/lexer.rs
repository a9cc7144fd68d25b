//! The lexer.
//!
//! A word is an identifier (`%r1`, `$L_0`, `add`); a dotted word is a directive or modifier (`.reg`, `.shared::cta`,
//! `.16x256b`). Comments are not tokens; they are stored separately, with the token that follows them.

use diag::Span;

use crate::module::Immediate;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// Bytes that begin no token.
    Unknown,
    /// An identifier.
    Word,
    /// A dot and what follows it.
    Dotted,
    /// A number.
    Number(Immediate),
    /// Digits that are not a number.
    BadNumber,
    /// `"text"`.
    Text,
    /// A quote without its end.
    OpenText,
    /// One character.
    Mark(u8),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// A comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remark {
    /// The token that follows.
    pub(crate) before: usize,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Only blanks are before it on its line.
    pub(crate) first_on_line: bool,
}

/// All tokens of a text, the last of kind [`Kind::End`], and its comments.
pub(crate) fn lex(text: &str) -> (Vec<Token>, Vec<Remark>) {
    // A token and the space after it are about four bytes.
    let tokens = Vec::with_capacity(text.len() / 4);
    let mut lexer = Lexer { text: text.as_bytes(), at: 0, tokens, remarks: Vec::new(), fresh: true };
    while lexer.step() {}
    let end = lexer.at as u32;
    lexer.tokens.push(Token { kind: Kind::End, start: end, end });
    (lexer.tokens, lexer.remarks)
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    remarks: Vec<Remark>,
    /// Nothing was read on this line.
    fresh: bool,
}

impl Lexer<'_> {
    fn step(&mut self) -> bool {
        let Some(&byte) = self.text.get(self.at) else { return false };
        let rest = &self.text[self.at..];
        match byte {
            b'\n' => {
                self.at += 1;
                self.fresh = true;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
            _ if rest.starts_with(b"//") => {
                self.remark(rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()))
            }
            _ if rest.starts_with(b"/*") => {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                self.remark(end.map_or(rest.len(), |end| end + 4));
            }
            _ => self.token(byte),
        }
        true
    }

    fn remark(&mut self, length: usize) {
        let (start, end) = (self.at as u32, (self.at + length) as u32);
        self.remarks.push(Remark { before: self.tokens.len(), start, end, first_on_line: self.fresh });
        self.at += length;
    }

    fn token(&mut self, byte: u8) {
        let start = self.at;
        let (kind, length) = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'%' => (Kind::Word, self.word_length(1)),
            b'.' if self.text.get(start + 1).is_some_and(|&b| is_word(b)) => {
                (Kind::Dotted, self.word_length(1))
            }
            b'0'..=b'9' => self.number(),
            b'"' => self.quoted(),
            _ if byte.is_ascii_graphic() => (Kind::Mark(byte), 1),
            _ => (Kind::Unknown, self.unknown_length()),
        };
        self.at = start + length;
        self.fresh = false;
        self.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    /// Letters, digits, `_`, `$`, and `::` between them.
    fn word_length(&self, from: usize) -> usize {
        let rest = &self.text[self.at..];
        let mut length = from;
        loop {
            match &rest[length..] {
                [byte, ..] if is_word(*byte) => length += 1,
                [b':', b':', byte, ..] if is_word(*byte) => length += 3,
                _ => return length,
            }
        }
    }

    fn unknown_length(&self) -> usize {
        let rest = &self.text[self.at..];
        1 + rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count()
    }

    fn quoted(&self) -> (Kind, usize) {
        let rest = &self.text[self.at..];
        let mut length = 1;
        loop {
            match &rest[length..] {
                [] | [b'\n', ..] => return (Kind::OpenText, length),
                [b'\\', b'\n', ..] | [b'\\'] => return (Kind::OpenText, length + 1),
                [b'\\', _, ..] => length += 2,
                [b'"', ..] => return (Kind::Text, length + 1),
                _ => length += 1,
            }
        }
    }

    fn number(&self) -> (Kind, usize) {
        let rest = &self.text[self.at..];
        let mut length = rest.iter().take_while(|&&byte| is_word(byte)).count();
        // A fraction and an exponent with its sign make a decimal float.
        let hexadecimal = matches!(rest.get(1), Some(b'x' | b'X' | b'f' | b'F' | b'd' | b'D'));
        if !hexadecimal {
            if rest.get(length) == Some(&b'.')
                && rest.get(length + 1).is_none_or(|&b| b.is_ascii_digit() || !is_word(b))
            {
                length += 1 + rest[length + 1..].iter().take_while(|&&byte| is_word(byte)).count();
            }
            let signed = matches!(rest.get(length), Some(b'+' | b'-'));
            if signed && rest[..length].ends_with(b"e") | rest[..length].ends_with(b"E") {
                length += 1 + rest[length + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            }
        }
        let text = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        (read_number(text).map_or(Kind::BadNumber, Kind::Number), length)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// A number as PTX writes it; exact bits for `0f` and `0d`.
fn read_number(text: &str) -> Option<Immediate> {
    let bytes = text.as_bytes();
    let digits = text.get(2..).unwrap_or_default();
    match (bytes.first()?, bytes.get(1)) {
        (b'0', Some(b'f' | b'F')) if digits.len() == 8 => {
            return u32::from_str_radix(digits, 16).ok().map(Immediate::F32);
        }
        (b'0', Some(b'd' | b'D')) if digits.len() == 16 => {
            return u64::from_str_radix(digits, 16).ok().map(Immediate::F64);
        }
        (b'0', Some(b'f' | b'F' | b'd' | b'D')) => return None,
        (b'0', Some(b'x' | b'X')) => return whole(digits, 16),
        (b'0', Some(b'b' | b'B')) => return whole(digits, 2),
        _ => {}
    }
    if text.contains(['.', 'e', 'E']) {
        return text.parse::<f64>().ok().map(|value| Immediate::F64(value.to_bits()));
    }
    if bytes.len() > 1 && bytes[0] == b'0' && bytes[1].is_ascii_digit() {
        whole(&text[1..], 8)
    } else {
        whole(text, 10)
    }
}

fn whole(digits: &str, radix: u32) -> Option<Immediate> {
    let digits = digits.strip_suffix(['U', 'u']).unwrap_or(digits);
    u64::from_str_radix(digits, radix).ok().map(|value| Immediate::Int(value as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        lex(text).0.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn numbers_of_every_spelling() {
        let number = |text: &str| kinds(text)[0];
        assert_eq!(number("0x1F"), Kind::Number(Immediate::Int(31)));
        assert_eq!(number("017"), Kind::Number(Immediate::Int(15)));
        assert_eq!(number("0b101"), Kind::Number(Immediate::Int(5)));
        assert_eq!(number("42U"), Kind::Number(Immediate::Int(42)));
        assert_eq!(number("18446744073709551615"), Kind::Number(Immediate::Int(-1)));
        assert_eq!(number("0f3F800000"), Kind::Number(Immediate::F32(0x3F80_0000)));
        assert_eq!(number("0d3FF0000000000000"), Kind::Number(Immediate::F64(1.0f64.to_bits())));
        assert_eq!(number("1.5e-3"), Kind::Number(Immediate::F64(1.5e-3f64.to_bits())));
        assert_eq!(number("18446744073709551616"), Kind::BadNumber);
        assert_eq!(number("0f12"), Kind::BadNumber);
        assert_eq!(number("09"), Kind::BadNumber);
    }

    #[test]
    fn words_keep_their_colons() {
        let text = "a: ld.shared::cta.b32 $L__BB0_1:";
        let words: Vec<&str> =
            lex(text).0.iter().map(|token| &text[token.start as usize..token.end as usize]).collect();
        assert_eq!(words, ["a", ":", "ld", ".shared::cta", ".b32", "$L__BB0_1", ":", ""]);
    }

    #[test]
    fn comments_stand_before_tokens() {
        let (tokens, remarks) = lex("add // one\n/* two */ x");
        assert_eq!(tokens.len(), 3);
        assert_eq!(
            remarks.iter().map(|r| (r.before, r.first_on_line)).collect::<Vec<_>>(),
            [(1, false), (1, true)]
        );
    }

    #[test]
    fn broken_ends_are_tokens() {
        assert_eq!(kinds("\"abc"), [Kind::OpenText, Kind::End]);
        assert_eq!(kinds("é"), [Kind::Unknown, Kind::End]);
        assert_eq!(kinds("/* no end"), [Kind::End]);
        assert_eq!(kinds("\"a\\"), [Kind::OpenText, Kind::End]);
    }
}
