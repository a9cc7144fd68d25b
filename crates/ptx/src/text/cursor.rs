//! The parser's state, its steps over tokens, and how it reports.

use diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::lexer::{Kind, Remark, Token, lex};
use super::scopes::Scopes;
use super::{FunctionSpans, Parsed, SourceMap};
use crate::codes;
use crate::module::{Body, Comment, FuncId, Immediate, Module, Var};
use crate::target::{Target, Version};

/// Mistakes that are reported before the rest of the text is left unread. One mistake can cause many; the first ones
/// are the ones that are read.
const MOST_MISTAKES: usize = 100;

/// A failure whose error is already reported.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) type Read<T> = Result<T, Failed>;

/// A name at the top of a file.
#[derive(Clone, Copy)]
pub(super) enum Global {
    Variable(Var),
    Function(FuncId),
}

pub(super) struct Parser<'s> {
    text: &'s str,
    tokens: Vec<Token>,
    remarks: Vec<Remark>,
    at: usize,
    next_remark: usize,
    pub(super) module: Module,
    pub(super) map: SourceMap,
    pub(super) globals: FxHashMap<String, Global>,
    /// Of the function that is read.
    pub(super) body: Body,
    pub(super) spans: FunctionSpans,
    pub(super) scopes: Scopes,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Parser<'s> {
    pub(super) fn new(text: &'s str) -> Parser<'s> {
        let (tokens, remarks) = lex(text);
        Parser {
            text,
            tokens,
            remarks,
            at: 0,
            next_remark: 0,
            module: Module::new(Version::NEWEST, Target::plain(75)),
            map: SourceMap::default(),
            globals: FxHashMap::default(),
            body: Body::default(),
            spans: FunctionSpans::default(),
            scopes: Scopes::default(),
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Parsed {
        if self.text.len() > u32::MAX as usize / 2 {
            self.error(codes::LIMIT, Span::point(0), "the text has more than 2 GiB", "");
        } else {
            self.items();
        }
        self.diagnostics.sort_by_key(|found| match found.primary().map(|label| &label.place) {
            Some(diag::Place::Span(span)) => span.start,
            _ => 0,
        });
        Parsed { module: self.module, map: self.map, diagnostics: self.diagnostics }
    }

    pub(super) fn whole_text(&self) -> &'s str {
        self.text
    }

    // Tokens.

    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    pub(super) fn peek_after(&self, distance: usize) -> Token {
        self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    pub(super) fn text_of(&self, token: Token) -> &'s str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    pub(super) fn peek_text(&self) -> &'s str {
        self.text_of(self.peek())
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// End of the token before.
    pub(super) fn last_end(&self) -> u32 {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].end)
    }

    pub(super) fn is_mark(&self, mark: u8) -> bool {
        self.peek().kind == Kind::Mark(mark)
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    pub(super) fn eat(&mut self, mark: u8) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, mark: u8, after: &str) -> Read<Token> {
        if self.is_mark(mark) {
            Ok(self.advance())
        } else {
            Err(self.unexpected(&format!("`{}` {after}", mark as char)))
        }
    }

    /// Takes a directive such as `.reg` if it comes next.
    pub(super) fn eat_dotted(&mut self, word: &str) -> bool {
        let found = self.peek().kind == Kind::Dotted && self.peek_text() == word;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn word(&mut self, what: &str) -> Read<(&'s str, Span)> {
        let token = self.peek();
        if token.kind != Kind::Word {
            return Err(self.unexpected(what));
        }
        self.advance();
        Ok((self.text_of(token), token.span()))
    }

    pub(super) fn quoted(&mut self, what: &str) -> Read<String> {
        let token = self.peek();
        if token.kind != Kind::Text {
            return Err(self.unexpected(what));
        }
        self.advance();
        let text = self.text_of(token);
        Ok(text[1..text.len() - 1].to_owned())
    }

    /// A whole number with its sign.
    pub(super) fn integer(&mut self, what: &str) -> Read<i64> {
        let negative = self.eat(b'-');
        match self.peek().kind {
            Kind::Number(Immediate::Int(value)) => {
                self.advance();
                Ok(if negative { value.wrapping_neg() } else { value })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Has the statement that began at this token been read to its `;`? Then there is nothing to skip after a mistake.
    pub(super) fn is_past_semicolon(&self, start: usize) -> bool {
        self.at > start && self.tokens[self.at - 1].kind == Kind::Mark(b';')
    }

    /// Number of the next token.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Continues after the next `;`, or stops before a brace that may end the function.
    pub(super) fn recover(&mut self) {
        loop {
            match self.peek().kind {
                Kind::End | Kind::Mark(b'{' | b'}') => return,
                Kind::Mark(b';') => {
                    self.advance();
                    return;
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    // Comments.

    /// The comments before the next token that were not taken yet.
    pub(super) fn comments(&mut self) -> Vec<Comment> {
        let mut found = Vec::new();
        while let Some(remark) = self.remarks.get(self.next_remark).filter(|remark| remark.before <= self.at)
        {
            let text = self.text.get(remark.start as usize..remark.end as usize).unwrap_or_default();
            // Several in a row after a statement are one trailing comment and others of their own.
            let trailing = !remark.first_on_line && remark.before == self.at && found.is_empty();
            let lines = text.lines().map(str::trim).collect::<Vec<_>>();
            found.push(Comment { text: lines.join("\n"), trailing });
            self.next_remark += 1;
        }
        found
    }

    // Reports.

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST_MISTAKES {
            self.diagnostics.push(diagnostic);
        } else if self.diagnostics.len() == MOST_MISTAKES {
            let last = Diagnostic::error(
                codes::LIMIT,
                format!("more than {MOST_MISTAKES} mistakes; the rest is not read"),
            );
            self.diagnostics.push(last.at(self.peek().span(), ""));
            self.at = self.tokens.len() - 1;
        }
    }

    pub(super) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: &str,
    ) -> Failed {
        self.report(Diagnostic::error(code, message).at(span, label));
        Failed
    }

    /// Reports that other text was expected here.
    pub(super) fn unexpected(&mut self, wanted: &str) -> Failed {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::OpenText => "a text without its closing quote".to_owned(),
            Kind::BadNumber => format!("`{}`, which is no number,", shortened(self.text_of(token))),
            _ => format!("`{}`", shortened(self.text_of(token))),
        };
        // A missing mark is shown where it is missing: after what was read.
        let behind = wanted.starts_with('`') && self.at > 0;
        let span = if behind { Span::point(self.last_end()) } else { token.span() };
        self.error(codes::SYNTAX, span, format!("expected {wanted}, found {found}"), "")
    }
}

pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("..");
    }
    short
}
