//! The lexer: bytes to tokens, one at a time, without allocation.
//!
//! Blanks, line ends and `//` comments separate tokens. A token is a kind and two byte offsets; its text stays in the source.
//! The lexer never fails: invalid input is a token of kind [`Kind::Error`].

use diag::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// End of the text.
    Eof,
    /// No token; the reason.
    Error(LexError),
    /// A word: `addf`, `cuda_tile.addf`.
    Word,
    /// Decimal digits.
    Int,
    /// `0x` and hexadecimal digits.
    Hex,
    /// `1.5e3`.
    Float,
    /// `"..."`.
    Str,
    /// `%name`.
    Value,
    /// `@name` or `@"..."`.
    Symbol,
    /// `#name`.
    Hash,
    /// `!name`.
    Bang,
    /// `^name`.
    Caret,
    /// `(`
    ParenOpen,
    /// `)`
    ParenClose,
    /// `{`
    BraceOpen,
    /// `}`
    BraceClose,
    /// `[`
    BracketOpen,
    /// `]`
    BracketClose,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `=`
    Equal,
    /// `->`
    Arrow,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `?`
    Question,
    /// `*`
    Star,
}

/// Why bytes are not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexError {
    /// A character that begins nothing.
    Character,
    /// A string without its end on the same line.
    OpenString,
    /// A string with an escape that does not exist.
    Escape,
    /// `%` without a name.
    ValueName,
    /// `@` without a name.
    SymbolName,
    /// `#` without a name.
    AttributeName,
    /// `!` without a name.
    TypeName,
    /// `^` without a name.
    BlockName,
}

/// A token: its kind and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its bytes.
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// A position in the text.
#[derive(Clone, Copy)]
pub struct Lexer<'s> {
    text: &'s [u8],
    pos: usize,
    /// A sigil may be separated from its name by blanks.
    loose_sigils: bool,
}

const fn class(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'_' => WORD_START | WORD | SUFFIX,
        b'0'..=b'9' => WORD | SUFFIX | DIGIT,
        b'$' | b'.' => WORD | SUFFIX,
        b'-' => SUFFIX,
        b' ' | b'\t' | b'\r' | b'\n' => BLANK,
        _ => 0,
    }
}

// Classes of bytes, one bit each, so that the loops of the lexer test several with one lookup.
/// May begin a word.
const WORD_START: u8 = 1;
/// May continue a word.
const WORD: u8 = 2;
/// May continue a name after a sigil.
const SUFFIX: u8 = 4;
/// A decimal digit.
const DIGIT: u8 = 8;
/// White space.
const BLANK: u8 = 16;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
};

fn is(byte: u8, mask: u8) -> bool {
    CLASS[byte as usize] & mask != 0
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of `text`, of which at most the first 2^32 - 2 bytes are read.
    pub fn new(text: &'s [u8], loose_sigils: bool) -> Lexer<'s> {
        let end = text.len().min(u32::MAX as usize - 1);
        Lexer { text: &text[..end], pos: 0, loose_sigils }
    }

    /// The whole text.
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Moves to byte `pos`.
    pub fn seek(&mut self, pos: u32) {
        self.pos = (pos as usize).min(self.text.len());
    }

    /// Skips everything that is left.
    pub fn seek_end(&mut self) {
        self.pos = self.text.len();
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, mask: u8) {
        while self.pos < self.text.len() && is(self.text[self.pos], mask) {
            self.pos += 1;
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            self.skip_while(BLANK);
            if self.peek(0) != b'/' || self.peek(1) != b'/' {
                return;
            }
            let rest = &self.text[self.pos..];
            self.pos += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        }
    }

    /// The next token.
    pub fn next_token(&mut self) -> Token {
        self.skip_blanks();
        let start = self.pos;
        let kind = match self.text.get(start) {
            None => Kind::Eof,
            Some(&byte) => {
                self.pos += 1;
                self.token_after(byte)
            }
        };
        Token { kind, start: start as u32, end: self.pos as u32 }
    }

    /// The kind of the token that began with `first`, which is consumed.
    fn token_after(&mut self, first: u8) -> Kind {
        match first {
            b'%' => self.sigil(Kind::Value, LexError::ValueName),
            b',' => Kind::Comma,
            b':' => Kind::Colon,
            b'<' => Kind::Less,
            b'>' => Kind::Greater,
            b'=' => Kind::Equal,
            b'(' => Kind::ParenOpen,
            b')' => Kind::ParenClose,
            b'{' => Kind::BraceOpen,
            b'}' => Kind::BraceClose,
            b'[' => Kind::BracketOpen,
            b']' => Kind::BracketClose,
            b'!' => self.sigil(Kind::Bang, LexError::TypeName),
            b'#' => self.sigil(Kind::Hash, LexError::AttributeName),
            b'^' => self.sigil(Kind::Caret, LexError::BlockName),
            b'@' => self.symbol(),
            b'"' => self.string(Kind::Str),
            b'?' => Kind::Question,
            b'*' => Kind::Star,
            b'+' => Kind::Plus,
            // `->` is one token; a number after `-` is read by the parser, which knows whether one may be there.
            b'-' if self.peek(0) == b'>' => {
                self.pos += 1;
                Kind::Arrow
            }
            b'-' => Kind::Minus,
            b'0'..=b'9' => self.number(first),
            _ if is(first, WORD_START) => {
                self.skip_while(WORD);
                Kind::Word
            }
            _ => self.no_token(),
        }
    }

    fn no_token(&mut self) -> Kind {
        // The rest of a character of several bytes.
        while self.pos < self.text.len() && self.text[self.pos] & 0xC0 == 0x80 {
            self.pos += 1;
        }
        Kind::Error(LexError::Character)
    }

    fn number(&mut self, first: u8) -> Kind {
        if first == b'0' && self.peek(0) == b'x' && self.peek(1).is_ascii_hexdigit() {
            self.pos += 1;
            while self.peek(0).is_ascii_hexdigit() {
                self.pos += 1;
            }
            return Kind::Hex;
        }
        self.skip_while(DIGIT);
        if self.peek(0) != b'.' {
            return Kind::Int;
        }
        self.pos += 1;
        self.skip_while(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.skip_while(DIGIT);
            }
        }
        Kind::Float
    }

    fn sigil(&mut self, kind: Kind, error: LexError) -> Kind {
        let after = self.pos;
        if self.loose_sigils {
            while matches!(self.peek(0), b' ' | b'\t') {
                self.pos += 1;
            }
        }
        if self.suffix_id() {
            kind
        } else {
            self.pos = after;
            Kind::Error(error)
        }
    }

    fn suffix_id(&mut self) -> bool {
        let first = self.peek(0);
        if is(first, DIGIT) {
            self.skip_while(DIGIT);
            true
        } else if is(first, SUFFIX) {
            self.skip_while(SUFFIX);
            true
        } else {
            false
        }
    }

    fn symbol(&mut self) -> Kind {
        if self.peek(0) == b'"' {
            self.pos += 1;
            return self.string(Kind::Symbol);
        }
        self.sigil(Kind::Symbol, LexError::SymbolName)
    }

    /// A string whose opening quote is consumed.
    fn string(&mut self, kind: Kind) -> Kind {
        let mut bad_escape = false;
        loop {
            let byte = self.peek(0);
            if self.pos >= self.text.len() || byte == b'\n' {
                return Kind::Error(LexError::OpenString);
            }
            self.pos += 1;
            match byte {
                b'"' if bad_escape => return Kind::Error(LexError::Escape),
                b'"' => return kind,
                b'\\' => match self.escape_len() {
                    Some(len) => self.pos += len,
                    None => bad_escape = true,
                },
                _ => {}
            }
        }
    }

    fn escape_len(&self) -> Option<usize> {
        match self.peek(0) {
            b'"' | b'\\' | b'n' | b't' => Some(1),
            a if a.is_ascii_hexdigit() && self.peek(1).is_ascii_hexdigit() => Some(2),
            _ => None,
        }
    }
}

/// The bytes of a string token; `quoted` includes its quotes and was lexed as a string.
pub fn unescape(quoted: &[u8]) -> Vec<u8> {
    let inner = &quoted[1..quoted.len() - 1];
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let hex = |byte: u8| (byte as char).to_digit(16).unwrap_or(0) as u8;
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(high) if high.is_ascii_hexdigit() => {
                let low = rest.next().unwrap_or(b'0');
                bytes.push(hex(high) << 4 | hex(low));
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, loose: bool) -> Vec<Kind> {
        let mut lexer = Lexer::new(text.as_bytes(), loose);
        let mut kinds = Vec::new();
        loop {
            let kind = lexer.next_token().kind;
            if kind == Kind::Eof {
                return kinds;
            }
            kinds.push(kind);
        }
    }

    #[test]
    fn words_numbers_and_sigils() {
        use Kind::*;
        assert_eq!(kinds("%a#1 = experimental$x.y", false), [Value, Hash, Equal, Word]);
        assert_eq!(kinds("4x8xf32 0x8xf32", false), [Int, Word, Hex, Word]);
        assert_eq!(kinds("1. 1.5e-3 1.e 1e5 -2", false), [Float, Float, Float, Word, Int, Word, Minus, Int]);
        assert_eq!(kinds("@\"a b\" @x // @y\n ->", false), [Symbol, Symbol, Arrow]);
        assert_eq!(kinds("%c->", false), [Value, Greater]);
    }

    #[test]
    fn sigils_touch_their_names() {
        assert_eq!(kinds("% t", false), [Kind::Error(LexError::ValueName), Kind::Word]);
        assert_eq!(kinds("<! cuda_tile.ptr", false)[1], Kind::Error(LexError::TypeName));
        assert_eq!(kinds("% t", true), [Kind::Value]);
        assert_eq!(kinds("%\nt", true), [Kind::Error(LexError::ValueName), Kind::Word]);
    }

    #[test]
    fn strings() {
        assert_eq!(kinds(r#""a\n\0A\"" "b"#, false), [Kind::Str, Kind::Error(LexError::OpenString)]);
        assert_eq!(kinds(r#""\q""#, false), [Kind::Error(LexError::Escape)]);
        assert_eq!(unescape(br#""a\n\0A\"\\\t\ff""#), b"a\n\n\"\\\t\xff");
    }

    #[test]
    fn odd_characters_are_one_error_each() {
        assert_eq!(kinds("é;", false), [Kind::Error(LexError::Character); 2]);
    }
}
