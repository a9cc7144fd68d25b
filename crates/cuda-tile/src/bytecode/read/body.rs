//! Reading bodies: ops, regions, blocks.

use ir::build::IntoAttr;
use ir::spec::Arity;
use ir::{AttrSlot, Block, Op, OpDraft, Region, TypeId};

use super::super::codes::{E_ATTRIBUTE, E_BLOCK, E_DEPTH, E_INDEX, E_OPCODE, E_OPERAND, E_RESULT};
use super::super::layout::{NoOp, OpLayout, Operands, Presence, SegmentLayout};
use super::super::wire::{Cursor, Failure, Result, failure, failure_with_help};
use super::{MAX_DEPTH, Reader, byte_span};
use crate::attrs::{Attr, AttrKind, EnumKind};
use crate::constraint::Constraint;
use crate::ops::fields;
use crate::types::Type;

/// Bodies.
impl<'a> Reader<'a> {
    /// Reads the body of an entry with these parameters.
    pub(super) fn body(&mut self, section: &mut Cursor<'a>, entry: Op, params: &[TypeId]) -> Result<()> {
        let length = section.count(1, "function body length")?;
        let start = section.offset();
        section.bytes(length, "function body")?;
        let mut body = section.slice(start, section.offset());
        let region = self.module.region(entry, fields::entry::body);
        self.values.clear();
        let block = self.open_block(region, params);
        let mut terminated = false;
        while !body.is_empty() {
            terminated = self.op(&mut body, block, 0)?;
        }
        check_terminator(terminated, start)
    }

    fn open_block(&mut self, region: Region, args: &[TypeId]) -> Block {
        let block = self.module.body.create_block(region, args);
        self.values.extend(self.module.body.block_args(block));
        block
    }

    /// Reads an op to the end of `block`; true when it is a terminator.
    fn op(&mut self, cursor: &mut Cursor<'a>, block: Block, depth: usize) -> Result<bool> {
        let at = cursor.offset();
        let code = cursor.varint("opcode")?;
        let Some(layout) = self.layouts.of_code(code) else { return Err(self.no_op(code, at)) };
        let loc = self.next_location(at)?;
        self.results(cursor, layout)?;
        let flags = if layout.flags { cursor.varint("op flags")? } else { 0 };
        self.attrs(cursor, layout, flags)?;
        self.operands(cursor, layout, flags)?;
        self.normalize_in_bounds(layout);
        let regions = self.region_count(cursor, layout)?;
        let op = self.module.body.create_op(OpDraft {
            opcode: layout.opcode as u16,
            operands: &self.scratch.operands,
            segments: &self.scratch.segments,
            attrs: &self.scratch.attrs,
            results: &self.scratch.results,
            regions: regions as u32,
            loc,
        });
        self.module.body.set_span(op, byte_span(at));
        self.module.body.append(block, op);
        for index in 0..regions {
            self.region(cursor, op, index, depth + 1)?;
        }
        let results = self.module.body.results(op);
        let numbered = results.len() - layout.hidden_results.len();
        for value in results.iter().take(numbered) {
            self.values.push(value);
        }
        Ok(layout.terminator)
    }

    #[cold]
    fn no_op(&self, code: u64, at: usize) -> Failure {
        match self.layouts.why_not(code) {
            NoOp::Unknown => failure(E_OPCODE, at, format!("unknown or unimplemented opcode: {code}")),
            NoOp::Newer(op) => {
                let message = format!("unsupported opcode {code} for bytecode version {}", self.version);
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

    fn results(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<()> {
        let at = cursor.offset();
        let fixed = layout.fixed_results;
        let count = if layout.result_count { cursor.count(1, "result count")? } else { fixed };
        if count < fixed || count > fixed && !layout.open_results {
            let message = format!(
                "'{}' has {}{fixed} results, but {count} are stored",
                layout.spec().mnemonic,
                if layout.open_results { "at least " } else { "" },
            );
            return Err(failure(E_RESULT, at, message));
        }
        self.scratch.results.clear();
        for _ in 0..count {
            let ty = self.types.id(cursor, &mut self.module)?;
            self.scratch.results.push(ty);
        }
        for hidden in layout.hidden_results {
            debug_assert_eq!(hidden.constraint, Constraint::Token, "only tokens were added to older ops");
            let token = self.module.types.intern(Type::Token);
            self.scratch.results.push(token);
        }
        Ok(())
    }

    fn attrs(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, flags: u64) -> Result<()> {
        self.scratch.attrs.clear();
        for attr in &layout.attrs {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(bit) => flags >> bit & 1 != 0,
                Presence::Never => false,
            };
            let slot = if stored { self.attr(cursor, attr.kind)? } else { attr.default };
            self.scratch.attrs.push(slot);
        }
        Ok(())
    }

    fn attr(&mut self, cursor: &mut Cursor<'a>, kind: AttrKind) -> Result<AttrSlot> {
        match kind {
            AttrKind::Flag => Ok(AttrSlot::UNIT),
            AttrKind::Keyword(kind) => enum_case(cursor, kind),
            AttrKind::Rounding(_) => enum_case(cursor, EnumKind::RoundingMode),
            AttrKind::Overflow => enum_case(cursor, EnumKind::IntegerOverflow),
            AttrKind::Ordering(_) => enum_case(cursor, EnumKind::MemoryOrdering),
            AttrKind::Scope => enum_case(cursor, EnumKind::MemoryScope),
            AttrKind::Bool => Ok(AttrSlot::small((cursor.byte("boolean")? != 0).into())),
            AttrKind::Int { bits } => self.integer(cursor, bits),
            AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => {
                let at = cursor.offset();
                let id = self.string(cursor, "string index")?;
                if self.module.strings.get(id).is_empty() && !matches!(kind, AttrKind::Str) {
                    return Err(failure(E_ATTRIBUTE, at, "symbol name is empty"));
                }
                Ok(self.str_slot(id))
            }
            AttrKind::FunctionType => {
                let id = self.types.id(cursor, &mut self.module)?;
                Ok(Attr::Type(id).into_attr(&mut self.module))
            }
            AttrKind::I32s => self.i32s(cursor),
            AttrKind::InBounds => {
                let count = cursor.count(1, "number of flags")?;
                let flags: Box<[bool]> = cursor.bytes(count, "flags")?.iter().map(|&b| b != 0).collect();
                Ok(Attr::Bools(flags).into_attr(&mut self.module))
            }
            AttrKind::Dense => {
                // The type is that of the op's result.
                let at = cursor.offset();
                let Some(&ty) = self.scratch.results.first() else {
                    return Err(failure(E_RESULT, at, "a constant needs a result, whose type is its own"));
                };
                self.constants.slot(cursor, ty, &mut self.module)
            }
            AttrKind::Identities => self.attr_reader(true).numbers(cursor).map(AttrSlot::interned),
            AttrKind::Dicts => self.attr_reader(false).array(cursor).map(AttrSlot::interned),
            AttrKind::Predicate => self.attr_reader(false).predicate(cursor).map(AttrSlot::interned),
            AttrKind::Hints => self.attr_reader(false).hints(cursor).map(AttrSlot::interned),
        }
    }

    fn integer(&mut self, cursor: &mut Cursor<'a>, bits: u32) -> Result<AttrSlot> {
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

    fn operands(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, flags: u64) -> Result<()> {
        self.scratch.operands.clear();
        self.scratch.segments.clear();
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
                for segment in segments {
                    let count = segment_size(cursor, *segment, flags)?;
                    self.operand_list(cursor, count, layout)?;
                    self.scratch.segments.push(count as u32);
                }
                Ok(())
            }
        }
    }

    fn operand_list(&mut self, cursor: &mut Cursor<'a>, count: usize, layout: &OpLayout) -> Result<()> {
        for _ in 0..count {
            let at = cursor.offset();
            let index = cursor.varint("operand index")?;
            match self.values.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                Some(&value) => self.scratch.operands.push(value),
                None => {
                    let message = format!(
                        "operand index {index} out of bounds (size={}) in '{}'",
                        self.values.len(),
                        layout.spec().mnemonic
                    );
                    return Err(failure(E_INDEX, at, message));
                }
            }
        }
        Ok(())
    }

    /// Drops `inbounds` that promise nothing: absent means false for every index.
    fn normalize_in_bounds(&mut self, layout: &OpLayout) {
        let Some((attr, operand)) = layout.in_bounds else { return };
        let Some(id) = self.scratch.attrs[attr].as_interned() else { return };
        let Attr::Bools(flags) = self.module.attrs.get(id) else { return };
        if flags.len() == self.scratch.segments[operand] as usize && !flags.contains(&true) {
            self.scratch.attrs[attr] = AttrSlot::ABSENT;
        }
    }

    /// Reads the number of regions, which the row fixes.
    fn region_count(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<usize> {
        let expected = layout.spec().regions.len();
        if expected == 0 {
            return Ok(0);
        }
        let at = cursor.offset();
        let count = cursor.varint("region count")?;
        if count != expected as u64 {
            let message =
                format!("'{}' has {expected} regions, but {count} are stored", layout.spec().mnemonic);
            return Err(failure(E_BLOCK, at, message));
        }
        Ok(expected)
    }

    fn region(&mut self, cursor: &mut Cursor<'a>, op: Op, index: usize, depth: usize) -> Result<()> {
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
        let region = self.module.body.region(op, index);
        for _ in 0..count {
            self.block(cursor, region, depth)?;
        }
        Ok(())
    }

    fn block(&mut self, cursor: &mut Cursor<'a>, region: Region, depth: usize) -> Result<()> {
        let start = cursor.offset();
        let count = cursor.count(1, "block argument count")?;
        self.scratch.results.clear();
        for _ in 0..count {
            let ty = self.types.id(cursor, &mut self.module)?;
            self.scratch.results.push(ty);
        }
        let outer = self.values.len();
        let args = std::mem::take(&mut self.scratch.results);
        let block = self.open_block(region, &args);
        self.scratch.results = args;
        let ops = cursor.count(2, "op count")?;
        let mut terminated = false;
        for _ in 0..ops {
            terminated = self.op(cursor, block, depth)?;
        }
        self.values.truncate(outer);
        check_terminator(terminated, start)
    }
}

fn check_terminator(terminated: bool, start: usize) -> Result<()> {
    if terminated {
        return Ok(());
    }
    Err(failure(E_BLOCK, start, "invalid block structure: the block does not end with a terminator"))
}

fn enum_case(cursor: &mut Cursor<'_>, kind: EnumKind) -> Result<AttrSlot> {
    let at = cursor.offset();
    let number = cursor.varint("enum value")?;
    if number < kind.names().len() as u64 {
        return Ok(AttrSlot::small(number as u32));
    }
    Err(failure(E_ATTRIBUTE, at, format!("invalid integer value for enum type: {number}")))
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
