//! Regions, blocks, and recovery after an error.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span};

use super::TextLevel;
use super::code;
use super::layout::Layout;
use super::lexer::{Kind, LexError, Token};
use super::reader::Reader;
use super::sink::{Failed, Parse};
use crate::entity::{Block, Op, Region, TypeId};
use crate::level::spec::Trait;
use crate::storage::OpDraft;

/// A block argument as its text gives it.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'s> {
    /// Name without sigil.
    pub name: &'s [u8],
    /// Type.
    pub ty: TypeId,
    /// Where the name is.
    pub span: Span,
}

impl<'s, L: TextLevel> Reader<'s, L> {
    /// `%name : type`.
    pub fn read_argument(&mut self) -> Parse<Argument<'s>> {
        let token = self.expect(Kind::Value, "SSA value name")?;
        self.expect(Kind::Colon, "':'")?;
        let ty = L::read_type(self)?;
        Ok(Argument { name: self.name_of(token), ty, span: token.span() })
    }

    /// `{ .. }`: the region of `op` with this number, whose first block has these arguments.
    pub fn read_region(&mut self, op: Op, index: usize, arguments: &[Argument<'s>]) -> Parse<()> {
        self.nested(|r| r.read_region_inside(op, index, arguments))
    }

    fn read_region_inside(&mut self, op: Op, index: usize, arguments: &[Argument<'s>]) -> Parse<()> {
        let open = self.expect(Kind::BraceOpen, "'{' to begin a region")?;
        let spec = self.module.spec(op);
        let region = self.module.body.region(op, index);
        let outer = self.block;
        let outer_braces = self.begin_body();
        self.names.enter(spec.has(Trait::Isolated));
        self.open.push(open.span());
        let labelled = self.kind() == Kind::Caret;
        // Arguments are stated before the region or at its first label, not twice.
        if labelled && !arguments.is_empty() {
            self.refuse_label(arguments);
        }
        if labelled && arguments.is_empty() {
            self.module.body.clear_region(region);
        } else {
            self.start_region(region, arguments);
        }
        self.start_part();
        let read = self.read_blocks(region);
        let read = read.and_then(|()| L::finish_region(self, op, index));
        self.end_body(outer_braces);
        if read.is_ok() {
            let end = self.end();
            Layout::region(&mut self.layout, open, end);
        }
        // An open region is closed even after an error, so that reading can continue after it.
        self.open.pop();
        self.names.leave();
        self.compare_indentation(open);
        // Added even after an error: the op must be well formed for what reads the module next.
        if let Some(mnemonic) = spec.regions[index].implicit_terminator {
            self.add_terminator(mnemonic);
        }
        self.block = outer;
        read
    }

    fn refuse_label(&mut self, arguments: &[Argument<'s>]) {
        let text = "invalid block name in region with named arguments";
        let error = Diagnostic::error(code::BLOCK, text)
            .at(self.token().span(), "the first block has no label here")
            .also(arguments[0].span, "its arguments are named here")
            .help("drop the label");
        self.fail(error);
    }

    /// The braces open right now are those around the ops to come; returns what was so before.
    pub fn begin_body(&mut self) -> u32 {
        let braces = self.braces();
        std::mem::replace(&mut self.region_braces, braces)
    }

    /// Undoes [`Reader::begin_body`].
    pub fn end_body(&mut self, outer: u32) {
        self.region_braces = outer;
    }

    /// Goes to the first block of a region, which a root has from the start.
    fn start_region(&mut self, region: Region, arguments: &[Argument<'s>]) {
        match self.module.body.region_blocks(region).first() {
            Some(&block) => self.block = Some(block),
            None => self.start_block(region, arguments),
        }
    }

    fn start_block(&mut self, region: Region, arguments: &[Argument<'s>]) {
        let types: Vec<TypeId> = arguments.iter().map(|a| a.ty).collect();
        let block = self.module.body.create_block(region, &types);
        self.block = Some(block);
        let values = self.module.body.block_args(block);
        for (argument, value) in arguments.iter().zip(values) {
            self.define_argument(argument.name, value, argument.span);
        }
    }

    /// Ops and labels up to the closing brace, which is consumed.
    fn read_blocks(&mut self, region: Region) -> Parse<()> {
        loop {
            self.check_part()?;
            match self.kind() {
                Kind::BraceClose => {
                    self.bump();
                    return Ok(());
                }
                Kind::Eof => return Err(self.unclosed()),
                Kind::Caret => {
                    if self.read_label(region).is_err() {
                        self.recover();
                    }
                }
                _ => self.read_statement(),
            }
        }
    }

    fn unclosed(&mut self) -> Failed {
        if self.reported_end || self.sink.is_full() {
            return Failed;
        }
        self.expected("'}'")
    }

    /// One op; after an error, everything up to where the next one seems to begin.
    pub fn read_statement(&mut self) {
        let before = self.token();
        Layout::start(&mut self.layout, before);
        self.check_after_terminator();
        let read = self.read_op();
        if self.token() == before && self.kind() != Kind::Eof {
            self.bump();
        }
        if read.is_err() {
            self.recover();
        }
    }

    fn check_after_terminator(&mut self) {
        let Some(last) = self.block.and_then(|block| self.module.body.last_op(block)) else { return };
        let next = self.module.body.next(last);
        if next.is_some() || !self.module.spec(last).has(Trait::Terminator) {
            return;
        }
        let name = self.module.spec(last).mnemonic;
        let before = self.module.body.span(last).unwrap_or_default();
        let message = format!("'{}{name}' op must be the last operation in the parent block", L::PREFIX);
        let error = Diagnostic::error(code::AFTER_TERMINATOR, message)
            .at(self.token().span(), "another operation follows")
            .also(before, "this ends the block")
            .help(format!("move `{name}` to the end of the region, or drop what follows it"));
        self.fail(error);
        // Once per block: what follows is read as if the block had not ended.
        self.module.body.detach(last);
    }

    /// `^name(%a: T, ..):` begins a block.
    fn read_label(&mut self, region: Region) -> Parse<()> {
        let label = self.expect(Kind::Caret, "the label of a block")?;
        Layout::start(&mut self.layout, label);
        let mut arguments = Vec::new();
        if self.eat(Kind::ParenOpen) {
            self.list(Kind::ParenClose, "')'", |r| {
                arguments.push(r.read_argument()?);
                Ok(())
            })?;
        }
        self.expect(Kind::Colon, "':' after the label of a block")?;
        self.start_block(region, &arguments);
        if let Some(block) = self.block {
            L::begin_block(self, block, self.name_of(label), label.span());
        }
        Ok(())
    }

    /// Ends the current block as an op without operands would, unless something ends it.
    fn add_terminator(&mut self, mnemonic: &str) {
        let Some(block) = self.block else { return };
        let ended =
            self.module.body.last_op(block).is_some_and(|op| self.module.spec(op).has(Trait::Terminator));
        let Some(number) = L::find_op(self, mnemonic).filter(|_| !ended) else { return };
        self.append_plain(block, number);
    }

    fn append_plain(&mut self, block: Block, number: u16) {
        let id = self.module.body.create_op(OpDraft {
            opcode: number,
            operands: &[],
            segments: &[],
            attrs: &[],
            results: &[],
            regions: 0,
            loc: crate::entity::UNKNOWN_LOC,
        });
        let end = self.end();
        self.module.body.set_span(id, Span::new(end.saturating_sub(1), end));
        self.module.body.append(block, id);
    }

    /// Skips to where the next op of this region seems to begin, or to the brace that closes it.
    pub fn recover(&mut self) {
        loop {
            let token = self.token();
            let inside = self.braces() > self.region_braces;
            match token.kind {
                Kind::Eof => return,
                Kind::BraceClose if !inside => return,
                _ if !inside && self.begins_line(token) && self.begins_op(token) => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Remembers the first region whose closing brace begins a line that is indented otherwise than the one that opened it.
    fn compare_indentation(&mut self, open: Token) {
        let Some(close) = self.end().checked_sub(1) else { return };
        let close = Token { start: close, ..open };
        if self.askew.is_some()
            || self.source().get(close.start as usize) != Some(&b'}')
            || !self.begins_line(close)
        {
            return;
        }
        let line = self.line_of(open.start);
        let indented = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let column = self.line_of(close.start).len();
        if indented != column {
            self.askew = Some((open.span(), Span::new(close.start, close.start + 1)));
        }
    }

    /// The text from the start of a line up to `pos`.
    fn line_of(&self, pos: u32) -> &'s [u8] {
        let before = &self.source()[..pos as usize];
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        &before[start..]
    }

    fn begins_line(&self, token: Token) -> bool {
        let before = &self.source()[..token.start as usize];
        before.iter().rev().take_while(|&&b| b != b'\n').all(|b| b.is_ascii_whitespace())
    }

    /// What comes next is at the beginning of a line and names results: the next op begins.
    pub fn begins_next_op(&self) -> bool {
        self.begins_line(self.token()) && self.begins_results()
    }

    fn begins_op(&self, token: Token) -> bool {
        match token.kind {
            Kind::Word => self.begins_with_mnemonic(token),
            Kind::Value => self.begins_results(),
            Kind::Str => self.second().kind == Kind::ParenOpen,
            Kind::Hash | Kind::Bang => self.second().kind == Kind::Equal,
            Kind::Caret | Kind::Error(LexError::ValueName) => true,
            _ => false,
        }
    }

    fn begins_with_mnemonic(&self, token: Token) -> bool {
        let word = self.str_of(token.span());
        let prefixed = word.starts_with(L::PREFIX);
        let name = word.strip_prefix(L::PREFIX).unwrap_or(word);
        let second = self.second();
        if prefixed || L::find_op(self, name).is_some() {
            // A few mnemonics are words inside ops too.
            return second.kind != Kind::Equal;
        }
        let alone = self.text_of(Span::new(token.end, second.start)).contains(&b'\n');
        (matches!(second.kind, Kind::Value | Kind::Symbol) || alone) && !L::INSIDE.contains(&name)
    }

    /// `%a, %b:2 =` comes next.
    pub fn begins_results(&self) -> bool {
        let mut ahead = self.look_ahead();
        loop {
            match ahead.next_token().kind {
                Kind::Value | Kind::Comma | Kind::Colon | Kind::Int => {}
                Kind::Equal => return true,
                _ => return false,
            }
        }
    }
}
