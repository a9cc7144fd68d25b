//! Reading bodies: ops, regions, blocks.

use ir::build::IntoAttr;
use ir::spec::{Arity, Trait, V250_0};
use ir::{AttrSlot, Block, Chain, Op, OpHead, OpStart, Region, TypeId};

use super::super::codes::{E_ATTRIBUTE, E_BLOCK, E_DEPTH, E_INDEX, E_OPCODE, E_OPERAND, E_RESULT};
use super::super::layout::{
    Interned, NoOp, OpLayout, Operands, PREVIEW_CODES, Presence, SegmentLayout, Stored,
};
use super::super::preview::not_advertised;
use super::super::wire::{Cursor, Failure, Result, failure, failure_with_help};
use super::{MAX_DEPTH, Reader, byte_span};
use crate::attrs::{Attr, EnumKind};
use crate::constraint::Constraint;
use crate::ops::fields;
use crate::types::Type;
use crate::verify::Written;

/// Reads a number. Only the cold arm may fail, so that no check is needed after a short number.
macro_rules! varint {
    ($cursor:expr, $what:literal) => {
        match $cursor.short_varint() {
            Some(value) => value,
            None => $cursor.wide_varint($what)?,
        }
    };
}

/// Bodies.
impl<'f, 'a> Reader<'f, 'a> {
    /// Reads the body of an entry with these parameters.
    pub(super) fn body(&mut self, section: &mut Cursor<'a>, entry: Op, params: &[TypeId]) -> Result<()> {
        let length = section.count(1, "function body length")?;
        let start = section.offset();
        section.bytes(length, "function body")?;
        let mut body = section.slice(start, section.offset());
        let region = self.module.region(entry, fields::entry::body);
        self.values.clear();
        let block = self.open_block(region, params);
        let chain = self.ops(&mut body, block, None, 0)?;
        self.close_block(chain, start)
    }

    /// Reads the ops of a block: a given number, or all that are left.
    fn ops(
        &mut self,
        cursor: &mut Cursor<'a>,
        block: Block,
        count: Option<usize>,
        depth: usize,
    ) -> Result<Chain> {
        let mut chain = self.module.body.open_block(block);
        let mut left = count.unwrap_or(usize::MAX);
        while left > 0 && (count.is_some() || !cursor.is_empty()) {
            self.op(cursor, &mut chain, depth)?;
            left -= 1;
        }
        Ok(chain)
    }

    fn open_block(&mut self, region: Region, args: &[TypeId]) -> Block {
        let block = self.module.body.create_block(region, args);
        if let Some(verifier) = &mut self.verifier {
            verifier.block();
        }
        self.values.extend(self.module.body.block_args(block));
        block
    }

    /// Ends a block, whose last op must be a terminator.
    fn close_block(&mut self, chain: Chain, start: usize) -> Result<()> {
        self.module.body.close_block(chain);
        if chain.last().is_some_and(|op| self.module.spec(op).has(Trait::Terminator)) {
            return Ok(());
        }
        Err(failure(E_BLOCK, start, "invalid block structure: the block does not end with a terminator"))
    }

    /// Reads an op to the end of a block. Inlined, because entering and leaving it takes as long as reading a small op.
    #[inline(always)]
    fn op(&mut self, cursor: &mut Cursor<'a>, chain: &mut Chain, depth: usize) -> Result<()> {
        let at = cursor.offset();
        let code = varint!(cursor, "opcode");
        let layout = match self.layouts.of_code(code) {
            Some(layout) => layout,
            None => self.preview_op(code, at)?,
        };
        let loc = self.next_location(at)?;
        let start = self.module.body.begin_op();
        let numbered = self.results(cursor, layout, &start)?;
        let flags = if layout.flags { varint!(cursor, "op flags") } else { 0 };
        let typed = cursor.offset() - at;
        self.attrs(cursor, layout, flags, &start)?;
        let described = cursor.offset() - at;
        self.operands(cursor, layout, flags)?;
        if let Some(in_bounds) = layout.in_bounds {
            self.normalize_in_bounds(in_bounds, &start);
        }
        let regions = if layout.regions == 0 { 0 } else { self.region_count(cursor, layout)? };
        let head = OpHead { opcode: layout.opcode as u16, regions, loc, span: byte_span(at) };
        let results = self.module.body.begun_results(&start);
        let op = self.module.body.finish_op(start, head, chain);
        if regions > 0 {
            self.regions(cursor, op, depth + 1)?;
        } else if let Some(verifier) = &mut self.verifier {
            verifier.op(&self.module, op, Written { bytes: self.file.word(at), typed, described });
        }
        self.values.extend(results.iter().take(numbered));
        Ok(())
    }

    /// The layout of an op of the preview, where the header advertises it.
    #[cold]
    fn preview_op(&self, code: u64, at: usize) -> Result<&'f OpLayout> {
        match self.layouts.of_preview(code).filter(|_| self.types.preview) {
            Some(layout) => Ok(layout),
            None => Err(self.no_op(code, at)),
        }
    }

    #[cold]
    fn no_op(&self, code: u64, at: usize) -> Failure {
        if self.strict && PREVIEW_CODES.contains(&code) && self.version < V250_0 {
            let message = if self.types.preview {
                format!("unknown or unimplemented opcode: {code}")
            } else {
                not_advertised("opcode", code)
            };
            return failure(E_OPCODE, at, message);
        }
        match self.layouts.why_not(code) {
            NoOp::Unknown => failure(E_OPCODE, at, format!("unknown or unimplemented opcode: {code}")),
            NoOp::Newer(op) => {
                let message =
                    format!("unsupported opcode {code} for bytecode version {}", self.version_name());
                let help = op.map(|op| {
                    let spec = op.spec();
                    format!("'{}' needs version {} or newer in the header", spec.mnemonic, spec.since)
                });
                match help {
                    Some(help) => failure_with_help(E_OPCODE, at, message, help),
                    None => failure(E_OPCODE, at, message),
                }
            }
        }
    }

    /// The version as messages name it: with its tag where that is set.
    fn version_name(&self) -> String {
        let preview = if self.types.preview { ".1" } else { "" };
        format!("{}{preview}", self.version)
    }

    /// Reads the types of the results; gives how many of them get a number.
    #[inline]
    fn results(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, start: &OpStart) -> Result<usize> {
        let count =
            if layout.result_count { self.result_count(cursor, layout)? } else { layout.fixed_results };
        for _ in 0..count {
            let ty = self.types.id(cursor, &mut self.module)?;
            self.module.body.push_result(start, ty);
        }
        if !layout.hidden_results.is_empty() {
            self.hidden_results(layout, start);
        }
        Ok(count)
    }

    /// Adds the results that the version does not store.
    #[cold]
    fn hidden_results(&mut self, layout: &OpLayout, start: &OpStart) {
        for hidden in layout.hidden_results {
            debug_assert_eq!(hidden.constraint, Constraint::Token, "only tokens were added to older ops");
            let token = self.module.types.intern(Type::Token);
            self.module.body.push_result(start, token);
        }
    }

    /// Reads the number of results of an op of which it is stored.
    fn result_count(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<usize> {
        let at = cursor.offset();
        let fixed = layout.fixed_results;
        let count = cursor.count(1, "result count")?;
        if count < fixed || count > fixed && !layout.open_results {
            let message = format!(
                "'{}' has {}{fixed} results, but {count} are stored",
                layout.spec().mnemonic,
                if layout.open_results { "at least " } else { "" },
            );
            return Err(failure(E_RESULT, at, message));
        }
        Ok(count)
    }

    #[inline]
    fn attrs(
        &mut self,
        cursor: &mut Cursor<'a>,
        layout: &OpLayout,
        flags: u64,
        start: &OpStart,
    ) -> Result<()> {
        for attr in &*layout.attrs {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(bit) => flags >> bit & 1 != 0,
                Presence::Never => false,
            };
            let slot = if stored { self.attr(cursor, attr.stored, start)? } else { attr.default };
            self.module.body.push_attr(slot);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn attr(
        &mut self,
        cursor: &mut Cursor<'a>,
        stored: Stored,
        start: &OpStart,
    ) -> Result<AttrSlot> {
        match stored {
            Stored::Flag => Ok(AttrSlot::UNIT),
            Stored::Case(kind) => enum_case(cursor, kind),
            Stored::Bool => Ok(AttrSlot::small((cursor.byte("boolean")? != 0).into())),
            Stored::Int(bits) => self.integer(cursor, bits),
            Stored::Interned(kind) => self.interned(cursor, kind, *start),
        }
    }

    #[inline(never)]
    fn interned(&mut self, cursor: &mut Cursor<'a>, kind: Interned, start: OpStart) -> Result<AttrSlot> {
        match kind {
            // The type is that of the op's result.
            Interned::Dense => match self.module.body.begun_type(&start) {
                Some(ty) => self.constants.slot(cursor, ty, &mut self.module),
                None => Err(untyped_constant(cursor)),
            },
            Interned::InBounds => self.in_bounds(cursor),
            Interned::Str => self.text(cursor, true),
            Interned::Symbol => self.text(cursor, false),
            Interned::Type => {
                let id = self.types.id(cursor, &mut self.module)?;
                Ok(Attr::Type(id).into_attr(&mut self.module))
            }
            Interned::I32s => self.i32s(cursor),
            Interned::Identities => self.attr_reader(true).numbers(cursor).map(AttrSlot::interned),
            Interned::Attrs => self.attr_reader(false).array(cursor).map(AttrSlot::interned),
            Interned::Dict => self.attr_reader(false).dictionary(cursor).map(AttrSlot::interned),
            Interned::Scratch => self.attr_reader(false).scratch(cursor).map(AttrSlot::interned),
            Interned::Predicate => self.attr_reader(false).predicate(cursor).map(AttrSlot::interned),
            Interned::Hints => self.attr_reader(false).hints(cursor).map(AttrSlot::interned),
        }
    }

    fn text(&mut self, cursor: &mut Cursor<'a>, may_be_empty: bool) -> Result<AttrSlot> {
        let at = cursor.offset();
        let id = self.string(cursor, "string index")?;
        if self.module.strings.get(id).is_empty() && !may_be_empty {
            return Err(failure(E_ATTRIBUTE, at, "symbol name is empty"));
        }
        Ok(self.str_slot(id))
    }

    fn in_bounds(&mut self, cursor: &mut Cursor<'a>) -> Result<AttrSlot> {
        let count = cursor.count(1, "number of flags")?;
        let flags: Box<[bool]> = cursor.bytes(count, "flags")?.iter().map(|&b| b != 0).collect();
        Ok(Attr::Bools(flags).into_attr(&mut self.module))
    }

    fn integer(&mut self, cursor: &mut Cursor<'a>, bits: u8) -> Result<AttrSlot> {
        let at = cursor.offset();
        let value = cursor.varint("integer attribute")?;
        if bits < 64 && value >> bits != 0 {
            return Err(failure(E_ATTRIBUTE, at, format!("value {value} does not fit in {bits} bits")));
        }
        Ok(value.into_attr(&mut self.module))
    }

    fn i32s(&mut self, cursor: &mut Cursor<'a>) -> Result<AttrSlot> {
        let at = cursor.offset();
        let values: Box<[i32]> = cursor.i32s("number of integers")?.collect();
        if let Some(value) = values.iter().find(|&&value| value == i32::MIN || value == i32::MAX) {
            return Err(failure(E_ATTRIBUTE, at, format!("array contains unsupported value {value}")));
        }
        Ok(Attr::I32s(values).into_attr(&mut self.module))
    }

    #[inline]
    fn operands(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, flags: u64) -> Result<()> {
        match &layout.operands {
            Operands::Fixed(count) => self.operand_list(cursor, *count, layout),
            Operands::Counted(least, most) => {
                let at = cursor.offset();
                let count = cursor.count(1, "operand count")?;
                if count < *least || count > *most {
                    let message = format!(
                        "'{}' takes at {} operands, but {count} are stored",
                        layout.spec().mnemonic,
                        if count < *least { format!("least {least}") } else { format!("most {most}") }
                    );
                    return Err(failure(E_OPERAND, at, message));
                }
                self.operand_list(cursor, count, layout)
            }
            Operands::Segments(segments) => {
                for segment in &**segments {
                    let count = segment_size(cursor, *segment, flags)?;
                    self.operand_list(cursor, count, layout)?;
                    self.module.body.push_segment(count as u32);
                }
                Ok(())
            }
        }
    }

    #[inline]
    fn operand_list(&mut self, cursor: &mut Cursor<'a>, count: usize, layout: &OpLayout) -> Result<()> {
        for _ in 0..count {
            let at = cursor.offset();
            let index = varint!(cursor, "operand index");
            match self.values.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                Some(&value) => self.module.body.push_operand(value),
                None => return Err(self.no_value(index, at, layout)),
            }
        }
        Ok(())
    }

    #[cold]
    fn no_value(&self, index: u64, at: usize, layout: &OpLayout) -> Failure {
        let message = format!(
            "operand index {index} out of bounds (size={}) in '{}'",
            self.values.len(),
            layout.spec().mnemonic
        );
        failure(E_INDEX, at, message)
    }

    /// Drops `inbounds` that promise nothing: absent means false for every index.
    fn normalize_in_bounds(&mut self, (attr, operand): (usize, usize), start: &OpStart) {
        let (attrs, segments) = self.module.body.begun_lists(start);
        let Some(id) = attrs[attr].as_interned() else { return };
        let Attr::Bools(flags) = self.module.attrs.get(id) else { return };
        if flags.len() == segments[operand] as usize && !flags.contains(&true) {
            attrs[attr] = AttrSlot::ABSENT;
        }
    }

    /// Reads the number of regions, which the row fixes.
    fn region_count(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<u16> {
        let expected = layout.regions;
        let at = cursor.offset();
        let count = cursor.varint("region count")?;
        if count != u64::from(expected) {
            let message =
                format!("'{}' has {expected} regions, but {count} are stored", layout.spec().mnemonic);
            return Err(failure(E_BLOCK, at, message));
        }
        Ok(expected)
    }

    #[inline(never)]
    fn regions(&mut self, cursor: &mut Cursor<'a>, op: Op, depth: usize) -> Result<()> {
        if let Some(verifier) = &mut self.verifier {
            verifier.enter(&self.module, op);
        }
        for (index, region) in self.module.body.regions(op).enumerate() {
            self.region(cursor, op, index, region, depth)?;
        }
        if let Some(verifier) = &mut self.verifier {
            verifier.leave(&self.module, op);
        }
        Ok(())
    }

    fn region(
        &mut self,
        cursor: &mut Cursor<'a>,
        op: Op,
        index: usize,
        region: Region,
        depth: usize,
    ) -> Result<()> {
        let at = cursor.offset();
        if depth > MAX_DEPTH {
            let message = format!("regions are nested deeper than {MAX_DEPTH} levels");
            return Err(failure(E_DEPTH, at, message));
        }
        let spec = &self.module.spec(op).regions[index];
        let count = cursor.varint("block count")?;
        if count < spec.min_blocks.into() || count > spec.max_blocks.into() {
            let message = format!(
                "invalid block structure: region '{}' of '{}' cannot have {count} blocks",
                spec.name,
                self.module.spec(op).mnemonic
            );
            return Err(failure(E_BLOCK, at, message));
        }
        for _ in 0..count {
            self.block(cursor, region, depth)?;
        }
        Ok(())
    }

    fn block(&mut self, cursor: &mut Cursor<'a>, region: Region, depth: usize) -> Result<()> {
        let start = cursor.offset();
        let count = cursor.count(1, "block argument count")?;
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        for _ in 0..count {
            args.push(self.types.id(cursor, &mut self.module)?);
        }
        let outer = self.values.len();
        let block = self.open_block(region, &args);
        self.args = args;
        let ops = cursor.count(2, "op count")?;
        let chain = self.ops(cursor, block, Some(ops), depth)?;
        self.values.truncate(outer);
        self.close_block(chain, start)
    }
}

#[inline]
fn enum_case(cursor: &mut Cursor<'_>, kind: EnumKind) -> Result<AttrSlot> {
    let at = cursor.offset();
    let number = varint!(cursor, "enum value");
    if number < kind.names().len() as u64 {
        return Ok(AttrSlot::small(number as u32));
    }
    Err(no_case(number, at))
}

#[cold]
fn no_case(number: u64, at: usize) -> Failure {
    failure(E_ATTRIBUTE, at, format!("invalid integer value for enum type: {number}"))
}

#[cold]
fn untyped_constant(cursor: &Cursor<'_>) -> Failure {
    failure(E_RESULT, cursor.offset(), "a constant needs a result, whose type is its own")
}

fn segment_size(cursor: &mut Cursor<'_>, segment: SegmentLayout, flags: u64) -> Result<usize> {
    match (segment.arity, segment.presence) {
        (_, Presence::Never) => Ok(0),
        (_, Presence::Flag(bit)) => Ok((flags >> bit & 1) as usize),
        (Arity::One, Presence::Always) => Ok(1),
        (Arity::Many, Presence::Always) => cursor.count(1, "operand count"),
        (Arity::Optional, Presence::Always) => unreachable!("optional operands of segmented ops own a bit"),
    }
}
