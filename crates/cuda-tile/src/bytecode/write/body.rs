//! Writing bodies: ops, regions, blocks.

use ir::spec::Arity;
use ir::{AttrSlot, Block, Op, SlotValue, Value};

use super::super::codes::E_DEPTH;
use super::super::gate::at_op;
use super::super::layout::{Interned, OpLayout, Operands, Presence, SegmentLayout, Stored};
use super::super::read::MAX_DEPTH;
use super::super::wire::Put;
use super::Writer;
use crate::attrs::{Attr, EnumKind, PreviewAttr, int_value};

/// Bodies.
impl Writer<'_> {
    pub(super) fn number(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            self.numbers[value.as_u32() as usize] = self.visible.len() as u32;
            self.visible.push(value);
        }
    }

    pub(super) fn block_ops(&mut self, out: &mut Vec<u8>, block: Block, depth: usize) {
        let module = self.module;
        for op in module.body.block_ops(block) {
            self.op(out, op, depth);
        }
    }

    fn op(&mut self, out: &mut Vec<u8>, op: Op, depth: usize) {
        let module = self.module;
        let Some(layout) = self.layouts.of_opcode(module.opcode(op)) else {
            return self.malformed(op, "is not known to the version");
        };
        out.put_varint(layout.code.into());
        let index = self.tables.debug_loc(module.body.loc(op));
        self.locations.push(index);
        let results = module.body.results(op);
        let shown = results.len().saturating_sub(layout.hidden_results.len());
        if shown < layout.fixed_results || shown > layout.fixed_results && !layout.open_results {
            self.malformed(op, "has a wrong number of results");
        }
        if layout.result_count {
            out.put_varint(shown as u64);
        }
        for value in results.iter().take(shown) {
            self.tables.put_type(out, module.body.ty(value));
        }
        if layout.flags {
            out.put_varint(self.flags(op, layout));
        }
        self.attrs(out, op, layout);
        self.operands(out, op, layout);
        self.regions(out, op, depth);
        self.number(results.iter().take(shown));
    }

    pub(super) fn flags(&self, op: Op, layout: &OpLayout) -> u64 {
        let bit = |presence, set| match presence {
            Presence::Flag(bit) if set => 1 << bit,
            Presence::Flag(_) | Presence::Always | Presence::Never => 0,
        };
        let attrs = layout.attrs.iter().zip(self.module.body.attrs(op));
        let attrs = attrs.map(|(attr, &slot)| bit(attr.presence, is_stored(attr.stored, slot)));
        let segments: &[SegmentLayout] = match &layout.operands {
            Operands::Segments(segments) => segments,
            Operands::Fixed(_) | Operands::Counted(..) => &[],
        };
        let sizes = segments.iter().zip(self.module.body.segments(op));
        attrs.sum::<u64>() | sizes.map(|(segment, &size)| bit(segment.presence, size > 0)).sum::<u64>()
    }

    pub(super) fn attrs(&mut self, out: &mut Vec<u8>, op: Op, layout: &OpLayout) {
        let module = self.module;
        let slots = module.body.attrs(op);
        if slots.len() != layout.attrs.len() {
            return self.malformed(op, "has a wrong number of attributes");
        }
        for (index, (attr, &slot)) in layout.attrs.iter().zip(slots).enumerate() {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(_) => is_stored(attr.stored, slot),
                Presence::Never => false,
            };
            let slot = if slot.is_present() { slot } else { attr.default };
            if stored && self.attr(out, op, attr.stored, slot).is_none() {
                let name = layout.spec().attrs[index].name;
                self.malformed(op, &format!("lacks attribute '{name}' or has a value that cannot be stored"));
            }
        }
    }

    /// Writes an attribute; `None` when the slot holds nothing of the kind.
    fn attr(&mut self, out: &mut Vec<u8>, op: Op, stored: Stored, slot: AttrSlot) -> Option<()> {
        let module = self.module;
        match stored {
            Stored::Flag => {}
            Stored::Case(kind) => put_case(out, slot, kind)?,
            Stored::Bool => out.push(slot.as_small().filter(|&value| value <= 1)? as u8),
            Stored::Int(bits) => {
                let value = int_value(module, slot)?;
                let fits = bits == 64 || value >> bits == 0;
                out.put_varint(fits.then_some(value)?);
            }
            Stored::Interned(kind) => self.interned(out, op, kind, slot)?,
        }
        Some(())
    }

    fn interned(&mut self, out: &mut Vec<u8>, op: Op, kind: Interned, slot: AttrSlot) -> Option<()> {
        if kind == Interned::InBounds {
            return self.in_bounds(out, op, slot);
        }
        let (module, id) = (self.module, slot.as_interned()?);
        match (kind, module.attrs.get(id)) {
            (Interned::Str, Attr::Str(text)) => self.tables.strings.put(out, *text, module),
            (Interned::Symbol, Attr::Str(text)) if !module.strings.get(*text).is_empty() => {
                self.tables.strings.put(out, *text, module);
            }
            (Interned::Type, Attr::Type(ty)) => self.tables.put_type(out, *ty),
            (Interned::I32s, Attr::I32s(values)) => {
                let storable = values.iter().all(|&value| value != i32::MIN && value != i32::MAX);
                storable.then(|| out.put_i32s(values))?;
            }
            (Interned::Dense, Attr::Dense(dense)) => self.tables.constants.put(out, id, dense),
            (Interned::Identities | Interned::Attrs, Attr::Array(_)) => {
                self.tables.put_array(out, id, self.version);
            }
            (Interned::Hints | Interned::Dict, Attr::Dict(_)) => {
                self.tables.put_dictionary(out, id, self.version)
            }
            (Interned::Predicate, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) => {
                self.tables.put_attr(out, id, self.version);
            }
            (Interned::Scratch, Attr::Preview(attr)) => match &**attr {
                PreviewAttr::Scratch { size, alignment } => self.tables.put_scratch(out, size, alignment),
                PreviewAttr::Expr(_) | PreviewAttr::Layout(_) | PreviewAttr::ConstParam { .. } => {
                    return None;
                }
            },
            _ => return None,
        }
        Some(())
    }

    /// One flag for each index; absent means false for all.
    fn in_bounds(&mut self, out: &mut Vec<u8>, op: Op, slot: AttrSlot) -> Option<()> {
        match slot.get() {
            SlotValue::Absent => {
                let spec = self.module.spec(op);
                let many = spec.operands.iter().position(|operand| operand.arity == Arity::Many)?;
                let count = *self.module.body.segments(op).get(many)? as usize;
                out.put_varint(count as u64);
                out.resize(out.len() + count, 0);
            }
            SlotValue::Interned(id) => {
                let Attr::Bools(flags) = self.module.attrs.get(id) else { return None };
                out.put_varint(flags.len() as u64);
                out.extend(flags.iter().map(|&flag| u8::from(flag)));
            }
            SlotValue::Small(_) => return None,
        }
        Some(())
    }

    fn operands(&mut self, out: &mut Vec<u8>, op: Op, layout: &OpLayout) {
        let module = self.module;
        let operands = module.body.operands(op);
        match &layout.operands {
            Operands::Fixed(count) => {
                if operands.len() != *count {
                    self.malformed(op, "has a wrong number of operands");
                }
            }
            Operands::Counted(least, most) => {
                if operands.len() < *least || operands.len() > *most {
                    self.malformed(op, "has a wrong number of operands");
                }
                out.put_varint(operands.len() as u64);
            }
            Operands::Segments(segments) => return self.segments(out, op, segments),
        }
        self.operand_list(out, op, operands);
    }

    fn segments(&mut self, out: &mut Vec<u8>, op: Op, segments: &[SegmentLayout]) {
        let module = self.module;
        let (mut rest, sizes) = (module.body.operands(op), module.body.segments(op));
        let total: usize = sizes.iter().map(|&size| size as usize).sum();
        if sizes.len() != segments.len() || total != rest.len() {
            return self.malformed(op, "has operand segments that do not match its operands");
        }
        for (segment, &size) in segments.iter().zip(sizes) {
            let fits = match segment.arity {
                Arity::One => size == 1,
                Arity::Optional => size <= 1,
                Arity::Many => true,
            };
            if !fits {
                self.malformed(op, "has a wrong number of operands");
            }
            let (values, others) = rest.split_at(size as usize);
            rest = others;
            if segment.presence == Presence::Never {
                continue;
            }
            if segment.arity == Arity::Many {
                out.put_varint(size.into());
            }
            self.operand_list(out, op, values);
        }
    }

    fn operand_list(&mut self, out: &mut Vec<u8>, op: Op, values: &[Value]) {
        for &value in values {
            let number = self.numbers.get(value.as_u32() as usize).copied().unwrap_or(u32::MAX);
            if self.visible.get(number as usize) != Some(&value) {
                return self.malformed(op, "uses a value that is not visible there");
            }
            out.put_varint(number.into());
        }
    }

    fn regions(&mut self, out: &mut Vec<u8>, op: Op, depth: usize) {
        let module = self.module;
        let regions = module.body.regions(op);
        if regions.len() == 0 {
            return;
        }
        if depth == MAX_DEPTH {
            let message = format!("regions are nested deeper than {MAX_DEPTH} levels");
            self.problems.push(at_op(module, op, E_DEPTH, message));
            return;
        }
        out.put_varint(regions.len() as u64);
        for region in regions {
            let blocks = module.body.region_blocks(region);
            out.put_varint(blocks.len() as u64);
            for &block in blocks {
                let outer = self.visible.len();
                let args = module.body.block_args(block);
                out.put_varint(args.len() as u64);
                for value in args {
                    self.tables.put_type(out, module.body.ty(value));
                }
                self.number(args);
                out.put_varint(module.body.block_ops(block).count() as u64);
                self.block_ops(out, block, depth + 1);
                self.visible.truncate(outer);
            }
        }
    }
}

/// True if an optional attribute must be stored.
fn is_stored(stored: Stored, slot: AttrSlot) -> bool {
    match stored {
        Stored::Flag => slot.as_small().is_some_and(|value| value != 0),
        Stored::Case(_) | Stored::Bool | Stored::Int(_) | Stored::Interned(_) => slot.is_present(),
    }
}

fn put_case(out: &mut Vec<u8>, slot: AttrSlot, kind: EnumKind) -> Option<()> {
    let case = slot.as_small().filter(|&case| (case as usize) < kind.names().len())?;
    out.put_varint(case.into());
    Some(())
}
