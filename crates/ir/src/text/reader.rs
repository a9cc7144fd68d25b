//! The cursor over tokens that all parsing uses: look at the next token, test it, report what was expected.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Code, Diagnostic, Span};

use super::TextLevel;
use super::code;
use super::layout::Layout;
use super::lexer::{Kind, LexError, Lexer, Token, unescape};
use super::names::Names;
use super::sink::{Failed, Parse, Sink};
use crate::entity::{Block, LocId, StrId};
use crate::level::module::Module;
use crate::loc::Loc;

/// How deep regions, attributes, types, literals and locations may nest, all together. The readers recurse, so the limit
/// keeps hostile text from exhausting the stack; programs nest a few levels.
pub const MAX_DEPTH: u32 = 200;

/// Whether two short texts are equal; a loop beats a call here.
fn same(text: &[u8], word: &str) -> bool {
    text.len() == word.len() && text.iter().zip(word.as_bytes()).all(|(a, b)| a == b)
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pos: u32,
    end: u32,
    braces: u32,
}

/// Which of the ops in the first region of a text a reader reads, when several share it out.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The first of them begins here; `None`: at the start of the region.
    pub start: Option<u32>,
    /// The item after the last one begins here, if there is one: reading fails there, and says nothing.
    pub end: Option<u32>,
}

/// A read in progress.
pub struct Reader<'s, L: TextLevel> {
    /// The module that is built.
    pub module: Module<L>,
    /// Diagnostics so far.
    pub sink: Sink,
    /// The visible values.
    pub names: Names<'s>,
    /// The state of the level.
    pub state: L::State<'s>,
    /// Only what the reference tools read.
    pub strict: bool,
    /// Where ops and regions stand, when that is asked for.
    pub layout: Option<Layout>,
    /// The block that ops go to.
    pub block: Option<Block>,
    source: &'s str,
    lexer: Lexer<'s>,
    token: Token,
    /// End of the token consumed last.
    end: u32,
    pub(super) last_type: Span,
    depth: u32,
    /// Braces of all kinds that are open.
    braces: u32,
    /// How many were open when the ops of the current region began.
    pub(super) region_braces: u32,
    /// Opening braces of regions that are not closed yet.
    pub(super) open: Vec<Span>,
    /// The first region whose closing brace is elsewhere than the line that opened it.
    pub(super) askew: Option<(Span, Span)>,
    pub(super) reported_end: bool,
    part: Part,
    /// Reading came to the end of its part, between two ops of the first region.
    ended: bool,
}

impl<'s, L: TextLevel> Reader<'s, L> {
    /// A reader at the start of `text` that fills `module`.
    pub fn new(text: &'s str, module: Module<L>, state: L::State<'s>, strict: bool) -> Self {
        let mut lexer = Lexer::new(text.as_bytes(), !strict);
        let token = lexer.next_token();
        Reader {
            module,
            sink: Sink::default(),
            names: Names::default(),
            state,
            strict,
            layout: None,
            block: None,
            source: text,
            lexer,
            token,
            end: 0,
            last_type: Span::point(0),
            depth: 0,
            braces: 0,
            region_braces: 0,
            open: Vec::new(),
            askew: None,
            reported_end: false,
            part: Part { start: None, end: None },
            ended: false,
        }
    }

    /// Only reads this part of the ops in the first region.
    pub fn share(&mut self, part: Part) {
        self.part = part;
    }

    /// True when reading came to the end of its part, and stood between two ops of the first region there: what follows is
    /// read from there as it would have been read on.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Moves to the start of the part, if that is elsewhere; once.
    pub(super) fn start_part(&mut self) {
        if let Some(start) = self.part.start.take() {
            self.seek(start);
        }
    }

    /// Fails at the end of the part.
    pub(super) fn check_part(&mut self) -> Parse<()> {
        match self.part.end {
            Some(end) if self.token.start >= end => {
                self.ended = self.token.start == end && self.open.len() == 1;
                Err(Failed)
            }
            _ => Ok(()),
        }
    }

    /// The token that comes next.
    pub fn token(&self) -> Token {
        self.token
    }

    /// The kind of the token that comes next.
    pub fn kind(&self) -> Kind {
        self.token.kind
    }

    /// The token after the next one.
    pub fn second(&self) -> Token {
        self.lexer.clone().next_token()
    }

    /// A lexer that starts after the next token, to look further ahead.
    pub fn look_ahead(&self) -> Lexer<'s> {
        self.lexer
    }

    /// Everything.
    pub fn source(&self) -> &'s [u8] {
        self.lexer.text()
    }

    /// The text of a span.
    pub fn text_of(&self, span: Span) -> &'s [u8] {
        self.source().get(span.range()).unwrap_or(&[])
    }

    /// The text of the next token.
    pub fn text(&self) -> &'s [u8] {
        self.text_of(self.token.span())
    }

    /// The text of a span as characters.
    pub fn str_of(&self, span: Span) -> &'s str {
        self.source.get(span.range()).unwrap_or("")
    }

    /// End of the token consumed last.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Where the type read last stands.
    pub fn last_type(&self) -> Span {
        self.last_type
    }

    /// Consumes the next token.
    pub fn bump(&mut self) -> Token {
        let token = self.token;
        self.end = token.end;
        match token.kind {
            Kind::BraceOpen => self.braces += 1,
            Kind::BraceClose => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        if !self.strict {
            self.note_loose_sigil(token);
        }
        if self.sink.is_full() {
            self.lexer.seek_end();
        }
        self.token = self.lexer.next_token();
        token
    }

    fn note_loose_sigil(&mut self, token: Token) {
        if matches!(token.kind, Kind::Value | Kind::Symbol | Kind::Hash | Kind::Bang | Kind::Caret) {
            let text = self.text_of(token.span());
            if matches!(text.get(1), Some(b' ' | b'\t')) {
                let sigil = text[0] as char;
                let name = String::from_utf8_lossy(self.name_of(token)).into_owned();
                self.note(
                    token.span(),
                    format!("a blank between `{sigil}` and its name"),
                    format!("`{sigil}{name}`"),
                );
            }
        }
    }

    /// Moves to byte `pos`.
    pub fn seek(&mut self, pos: u32) {
        if self.sink.is_full() {
            return;
        }
        self.lexer.seek(pos);
        self.token = self.lexer.next_token();
    }

    /// The current place.
    pub fn mark(&self) -> Mark {
        Mark { pos: self.token.start, end: self.end, braces: self.braces }
    }

    /// Goes back to a place.
    pub fn restore(&mut self, mark: Mark) {
        self.seek(mark.pos);
        (self.end, self.braces) = (mark.end, mark.braces);
    }

    /// How many braces are open.
    pub fn braces(&self) -> u32 {
        self.braces
    }

    /// Moves to byte `pos`, which ends the token that was just consumed.
    pub fn consumed_to(&mut self, pos: u32) {
        self.end = pos;
        self.seek(pos);
    }

    /// Consumes the next token if it is of this kind.
    pub fn eat(&mut self, kind: Kind) -> bool {
        let hit = self.token.kind == kind;
        if hit {
            self.bump();
        }
        hit
    }

    /// True when the next token is this word.
    pub fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && same(self.text(), word)
    }

    /// Consumes the next token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let hit = self.at_word(word);
        if hit {
            self.bump();
        }
        hit
    }

    /// Consumes a token of this kind, or says that `what` was expected.
    pub fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        if self.token.kind == kind { Ok(self.bump()) } else { Err(self.expected(what)) }
    }

    /// Consumes this word.
    pub fn expect_word(&mut self, word: &str) -> Parse<Token> {
        if self.at_word(word) { Ok(self.bump()) } else { Err(self.expected(&format!("'{word}'"))) }
    }

    /// Consumes punctuation or a keyword, as rows spell it.
    pub fn expect_text(&mut self, text: &str) -> Parse<()> {
        if self.token.kind != Kind::Eof && same(self.text(), text) {
            self.bump();
            return Ok(());
        }
        Err(self.expected(&format!("'{text}'")))
    }

    /// The name in a token that begins with a sigil.
    pub fn name_of(&self, token: Token) -> &'s [u8] {
        let text = self.text_of(token.span());
        let name = text.get(1..).unwrap_or(&[]);
        let blanks = name.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
        &name[blanks..]
    }

    /// The bytes of a string, consumed.
    pub fn read_string(&mut self, what: &str) -> Parse<Vec<u8>> {
        let token = self.expect(Kind::Str, what)?;
        Ok(unescape(self.text_of(token.span())))
    }

    /// A symbol, consumed: its name and its position.
    pub fn read_symbol(&mut self) -> Parse<(StrId, Span)> {
        let token = self.expect(Kind::Symbol, "a symbol name, for example '@kernel'")?;
        let name = self.name_of(token);
        let id = match name.first() {
            Some(b'"') => self.module.strings.intern_bytes(&unescape(name)),
            _ => self.module.strings.intern_bytes(name),
        };
        Ok((id, token.span()))
    }

    /// A location that is unknown or that of a file.
    pub fn intern_loc(&mut self, loc: Loc) -> LocId {
        self.module.locs.intern(loc)
    }

    /// Runs `f` one level deeper, unless that is too deep.
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.token.span();
            let error = Diagnostic::error(code::NESTING, format!("nested deeper than {MAX_DEPTH} levels"))
                .at(span, "this would be one level more")
                .help("write the inner part as operations of their own, or flatten it");
            return Err(self.fail(error));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Items separated by commas up to `close`, whose opening was consumed. An item follows every comma.
    pub fn list(
        &mut self,
        close: Kind,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Kind::Comma) {
                return Err(self.expected(&format!("',' or {what}")));
            }
        }
    }
}

/// Diagnostics.
impl<L: TextLevel> Reader<'_, L> {
    /// Gives an error and returns the proof of it.
    pub fn fail(&mut self, error: Diagnostic) -> Failed {
        self.sink.push(error);
        if self.sink.is_full() {
            self.lexer.seek_end();
            self.token = self.lexer.next_token();
        }
        Failed
    }

    /// An error at a span.
    pub fn error_at(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Failed {
        self.fail(Diagnostic::error(code, message).at(span, label))
    }

    /// A note that a spelling is not the standard one.
    pub fn note(&mut self, span: Span, what: impl Into<String>, standard: impl Into<String>) {
        let what = what.into();
        let note = Diagnostic::remark(code::NONSTANDARD, format!("{what} is not standard"))
            .at(span, "the reference tools refuse this")
            .help(format!("the standard spelling is {}", standard.into()));
        self.sink.push(note);
    }

    /// Says that `what` was expected where the next token is.
    pub fn expected(&mut self, what: &str) -> Failed {
        let error = self.expected_error(what);
        self.fail(error)
    }

    /// The error that `what` was expected where the next token is, to be extended.
    pub fn expected_error(&mut self, what: &str) -> Diagnostic {
        let token = self.token;
        match token.kind {
            Kind::Error(reason) => self.lex_error(reason, token),
            Kind::Eof => self.end_error(what),
            _ => self.expected_here(what, token),
        }
    }

    fn expected_here(&self, what: &str, token: Token) -> Diagnostic {
        let error = Diagnostic::error(code::EXPECTED, format!("expected {what}"));
        let found = format!("found {}", self.describe(token));
        let between = self.text_of(Span::new(self.end, token.start));
        if self.end > 0 && between.contains(&b'\n') {
            return error
                .at(Span::new(self.end - 1, self.end), "expected after this")
                .also(token.span(), found);
        }
        error.at(token.span(), found)
    }

    fn end_error(&mut self, what: &str) -> Diagnostic {
        self.reported_end = true;
        let end =
            if self.end > 0 { Span::new(self.end - 1, self.end) } else { Span::point(self.token.start) };
        let Some(&open) = self.open.last() else {
            let text = format!("expected {what}, but the text ends here");
            return Diagnostic::error(code::EXPECTED, text).at(end, "the text ends after this");
        };
        let mut error =
            Diagnostic::error(code::UNCLOSED, format!("the text ends inside a region: expected {what}"))
                .at(end, "the text ends after this")
                .also(open, "this is never closed")
                .help("add the missing '}'");
        if let Some((open, close)) = self.askew {
            error = error
                .also(open, "perhaps this is the one")
                .also(close, "whose '}' would be this, indented otherwise");
        }
        error
    }

    /// A token in words.
    pub fn describe(&self, token: Token) -> String {
        let text = self.str_of(token.span());
        match token.kind {
            Kind::Eof => "the end of the text".into(),
            Kind::Str => "a string".into(),
            _ if text.len() > 40 => format!("'{}...'", text.chars().take(40).collect::<String>()),
            _ => format!("'{text}'"),
        }
    }

    fn lex_error(&self, reason: LexError, token: Token) -> Diagnostic {
        let at = |message: &str, label: &str| Diagnostic::error(code::TOKEN, message).at(token.span(), label);
        let sigil = |message: &str, sigil: &str| {
            at(message, "no name follows")
                .help(format!("write the name right after '{sigil}', without a blank"))
        };
        match reason {
            LexError::Character => at("unexpected character", "begins no token"),
            LexError::OpenString => {
                at("expected '\"' in string literal", "the string does not end on this line")
                    .help("close it, and write line ends as `\\n`")
            }
            LexError::Escape => at("unknown escape in string literal", "in this string").help(
                "escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and two hexadecimal digits, for example `\\0A`",
            ),
            LexError::ValueName => sigil("invalid SSA name", "%"),
            LexError::SymbolName => sigil("@ identifier expected to start with letter or '_'", "@"),
            LexError::AttributeName => sigil("invalid attribute name", "#"),
            LexError::TypeName => sigil("invalid type identifier", "!"),
            LexError::BlockName => sigil("invalid block name", "^"),
        }
    }
}
