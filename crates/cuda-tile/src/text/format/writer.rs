//! Tokens into lines, with the comments between them.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use ir::text::{Kind, Layout, Token};

use super::rename::Renaming;
use super::signature::{CONTINUATION, Signature};
use super::spacing::{Bracket, Set, Statement};
use crate::ops::Opcode;

/// Text in the making.
pub(super) struct Writer<'s> {
    source: &'s str,
    layout: &'s Layout,
    renaming: &'s Renaming,
    /// Prefixes are dropped.
    short: bool,
    out: String,
    indent: usize,
    /// The op that is being set.
    statement: Statement<'s>,
    /// Ops around it, whose regions are open, with the brackets that were open there.
    outer: Vec<(Statement<'s>, Vec<Bracket>)>,
    brackets: Vec<Bracket>,
    /// The parameters of the op, where it has some.
    signature: Option<Signature>,
    /// End of the token set last.
    end: usize,
    /// The next token begins a line.
    fresh: bool,
    /// Nothing follows the brace that opened the region, or in the file.
    empty: bool,
    /// The last comment ran to the end of its line.
    commented: bool,
}

impl<'s> Writer<'s> {
    pub(super) fn new(
        source: &'s str,
        layout: &'s Layout,
        renaming: &'s Renaming,
        short: bool,
    ) -> Writer<'s> {
        Writer {
            source,
            layout,
            renaming,
            short,
            out: String::new(),
            indent: 0,
            statement: Statement::default(),
            outer: Vec::new(),
            brackets: Vec::new(),
            signature: None,
            end: 0,
            fresh: true,
            empty: true,
            commented: false,
        }
    }

    /// Sets a token, before `next`.
    pub(super) fn token(&mut self, token: Token, next: Option<Token>) {
        let opens = self.layout.opens.binary_search(&token.start).is_ok();
        let closes = self.layout.closes.binary_search(&token.start).is_ok();
        let starts = self.layout.starts.binary_search(&token.start).is_ok();
        if starts || closes {
            self.settle_signature();
        }
        self.comments(token.start as usize, starts || closes, closes);
        self.end = token.end as usize;
        if closes {
            self.close_region();
        } else if starts {
            self.statement = Statement::new(token.kind);
            self.brackets.clear();
            self.fresh = true;
        }
        if starts {
            self.push_results(token.start);
        }
        if self.is_dropped(token.start) {
            return;
        }
        let mut set = self.shortened(token, next);
        if let Some(name) = self.renaming.tokens.get(&token.start) {
            set.text = name;
        }
        let touches = self.statement.touches(set, self.brackets.last().copied());
        self.lead(touches, starts || closes);
        self.push_token(set);
        self.fresh = false;
        self.empty = false;
        self.count_brackets(set, opens, closes);
        self.note_parameters(set.kind);
        let open = self.brackets.last().copied();
        self.statement.advance(set, open);
        if opens {
            self.settle_signature();
            self.open_region();
        }
    }

    /// New names of results before an op.
    fn push_results(&mut self, start: u32) {
        if let Some(results) = self.renaming.results.get(&start) {
            self.lead(false, true);
            self.out.push_str(results);
            self.fresh = false;
            self.empty = false;
        }
    }

    fn is_dropped(&self, start: u32) -> bool {
        let dropped = &self.renaming.dropped;
        let at = dropped.partition_point(|range| range.0 <= start);
        at > 0 && start < dropped[at - 1].1
    }

    fn push_token(&mut self, token: Set<'s>) {
        match token.kind {
            Kind::Value | Kind::Symbol | Kind::Hash | Kind::Bang | Kind::Caret => {
                self.out.push_str(&token.text[..1]);
                self.out.push_str(token.text[1..].trim_start());
            }
            _ => self.out.push_str(token.text),
        }
    }

    /// The space before a token: a new line, a blank or nothing.
    fn lead(&mut self, touches: bool, begins: bool) {
        if self.fresh || self.commented {
            self.break_line();
            let label = usize::from(self.statement.label);
            let deeper = if begins { 0 } else { CONTINUATION };
            self.push_indent((self.indent + deeper).saturating_sub(label));
            self.commented = false;
        } else if !touches {
            self.out.push(' ');
        }
    }

    fn count_brackets(&mut self, token: Set<'s>, opens: bool, closes: bool) {
        match token.kind {
            _ if opens || closes => {}
            Kind::ParenOpen | Kind::BracketOpen | Kind::Less | Kind::BraceOpen => {
                let open = self.brackets.last().copied();
                self.brackets.extend(self.statement.bracket(token.kind, open));
            }
            Kind::ParenClose | Kind::BracketClose | Kind::Greater | Kind::BraceClose => {
                self.brackets.pop();
            }
            _ => {}
        }
    }

    /// Notes where parameters of a signature begin, after a token.
    fn note_parameters(&mut self, kind: Kind) {
        let (at, depth) = (self.out.len(), self.brackets.len());
        match (kind, &mut self.signature) {
            (Kind::ParenOpen, None) if depth == 1 => {
                self.signature = Signature::open(self.statement.name, at, self.indent);
            }
            (Kind::Comma, Some(signature)) if depth == 1 => signature.comma(at),
            (Kind::ParenClose, Some(signature)) if depth == 0 => signature.close(at - 1),
            _ => {}
        }
    }

    fn settle_signature(&mut self) {
        if let Some(signature) = self.signature.take() {
            signature.settle(&mut self.out);
        }
    }

    fn open_region(&mut self) {
        let brackets = std::mem::take(&mut self.brackets);
        self.outer.push((std::mem::take(&mut self.statement), brackets));
        self.indent += 1;
        self.fresh = true;
        self.empty = true;
    }

    fn close_region(&mut self) {
        if let Some((statement, brackets)) = self.outer.pop() {
            (self.statement, self.brackets) = (statement, brackets);
        }
        self.indent = self.indent.saturating_sub(1);
        self.fresh = true;
    }

    fn break_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn push_indent(&mut self, levels: usize) {
        self.out.extend(std::iter::repeat_n("  ", levels));
    }

    /// Writes the comments between the last token and byte `until`, and an empty line where there was one. `begins`:
    /// what comes next begins a line; `closes`: it closes a region.
    fn comments(&mut self, until: usize, begins: bool, closes: bool) {
        let mut gap = &self.source[self.end..until];
        let first_line = self.end == 0;
        // Where the last token was dropped, a comment before it is the last that was set.
        let mut own_line = first_line || self.commented;
        while let Some(at) = gap.find("//") {
            let lines = count_lines(&gap[..at]);
            own_line |= lines > 0;
            let rest = &gap[at..];
            let len = rest.find('\n').unwrap_or(rest.len());
            if own_line {
                // Inside an op the comment stands with what it interrupts.
                let whole = begins || self.fresh;
                self.own_line_comment(rest[..len].trim_end(), lines, whole);
            } else {
                self.out.push_str(if self.out.is_empty() { "" } else { " " });
                self.out.push_str(rest[..len].trim_end());
            }
            self.commented = true;
            own_line = false;
            gap = &rest[len..];
        }
        let apart = count_lines(gap) > 1;
        if begins && !closes && apart && !self.empty {
            self.break_line();
            self.empty_line();
        }
    }

    fn own_line_comment(&mut self, text: &str, lines: usize, whole: bool) {
        self.break_line();
        if lines > 1 && whole && !self.empty {
            self.empty_line();
        }
        let deeper = if whole { 0 } else { CONTINUATION };
        self.push_indent(self.indent + deeper);
        self.out.push_str(text);
        self.empty = false;
    }

    fn empty_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A token without its prefix, where that can be dropped, and without blanks after a sigil.
    fn shortened(&self, token: Token, next: Option<Token>) -> Set<'s> {
        let text = &self.source[token.start as usize..token.end as usize];
        let whole = Set { kind: token.kind, text };
        if !self.short {
            return whole;
        }
        let name = self.statement.name;
        let in_dictionary = self.brackets.contains(&Bracket::Brace);
        match token.kind {
            Kind::Word if name.is_none() && text != "cuda_tile.module" && self.brackets.is_empty() => {
                Set { text: text.strip_prefix("cuda_tile.").unwrap_or(text), ..whole }
            }
            Kind::Bang if !in_dictionary && !name.is_some_and(|name| name.starts_with('"')) => {
                let outermost = self.statement.alias && self.brackets.is_empty();
                if outermost { whole } else { without_prefix(whole) }
            }
            Kind::Hash
                if self.statement.is(Opcode::Assume) && next.is_some_and(|next| next.kind == Kind::Less) =>
            {
                without_prefix(whole)
            }
            _ => whole,
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.settle_signature();
        self.comments(self.source.len(), true, true);
        self.break_line();
        self.out
    }
}

/// `!cuda_tile.tile` as `tile`.
fn without_prefix(token: Set<'_>) -> Set<'_> {
    match token.text[1..].trim_start().strip_prefix("cuda_tile.") {
        Some(bare) => Set { kind: Kind::Word, text: bare },
        None => token,
    }
}

fn count_lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
