//! Modules of a level.

use diag::{Location, Place};

use crate::attr::AttrSlot;
use crate::entity::{AttrId, Block, DiId, LocId, Op, Region, StrId, TypeId, Value};
use crate::intern::Interner;
use crate::loc::{DebugInfo, Loc};
use crate::storage::Storage;

pub use super::Level;
use super::spec::{Arity, Effects, Field, OpSpec, Trait};

/// The origin of a module, which determines the meaning of the spans of its ops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Built by a program: spans mean nothing.
    #[default]
    Built,
    /// Parsed: spans are bytes of the text.
    Text,
    /// Decoded: spans start at byte offsets of the file.
    Bytecode,
}

/// A module of level `L`: one root op and everything in it.
#[derive(Clone)]
pub struct Module<L: Level> {
    /// Ops, blocks, regions, values.
    pub body: Storage,
    /// Types.
    pub types: Interner<L::Type, TypeId>,
    /// Attributes.
    pub attrs: Interner<L::Attr, AttrId>,
    /// Byte strings: names, messages, file names.
    pub strings: Interner<Box<[u8]>, StrId>,
    /// Locations; id 0 is unknown.
    pub locs: Interner<Loc, LocId>,
    /// Debug information.
    pub debug: Interner<DebugInfo, DiId>,
    /// The op that holds everything.
    pub root: Op,
    /// The origin of the module.
    pub origin: Origin,
}

impl<L: Level> Module<L> {
    /// A module that only has the op that `root` creates.
    pub fn with_root(root: impl FnOnce(&mut Module<L>) -> Op) -> Module<L> {
        let mut module = Module {
            body: Storage::default(),
            types: Interner::default(),
            attrs: Interner::default(),
            strings: Interner::default(),
            locs: Interner::default(),
            debug: Interner::default(),
            root: Op::from_u32(0),
            origin: Origin::Built,
        };
        module.locs.intern(Loc::Unknown);
        module.root = root(&mut module);
        module
    }

    /// The row of an op.
    pub fn spec(&self, op: Op) -> &'static OpSpec<L> {
        &L::ops()[self.body.opcode(op) as usize]
    }

    /// The opcode of an op.
    pub fn opcode(&self, op: Op) -> L::Opcode {
        self.spec(op).opcode
    }

    /// The effects of an op, those of its regions aside, as its row states them.
    pub fn effects(&self, op: Op) -> Effects {
        self.spec(op).effects.of(self, op)
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &L::Type {
        self.types.get(self.body.ty(value))
    }

    /// The source location of an op, for diagnostics: in the text or file that was read, or else its location attribute.
    pub fn place(&self, op: Op) -> Option<Place> {
        let span = self.body.head(op);
        match (self.origin, span) {
            (Origin::Text, Some(span)) => Some(Place::Span(span)),
            (Origin::Built | Origin::Bytecode | Origin::Text, _) => {
                let location = self.file_location(self.body.loc(op)).map(Place::Location);
                location.or_else(|| match self.origin {
                    Origin::Bytecode => span.map(|span| Place::Byte(span.start.into())),
                    Origin::Built | Origin::Text => None,
                })
            }
        }
    }

    /// The file, line and column of a location: for inlined code, those of the innermost place.
    pub fn file_location(&self, mut loc: LocId) -> Option<Location> {
        // Locations are interned after their parts, so each step moves to a smaller id and the walk ends.
        loop {
            loc = match self.locs.try_get(loc)? {
                Loc::Unknown => return None,
                Loc::File { file, line, column, .. } => {
                    return Some(Location::new(self.text(*file).into_owned(), *line, *column));
                }
                Loc::Name { child, .. } => *child,
                Loc::CallSite { callee, .. } => *callee,
                Loc::Fused { parts, .. } => *parts.first()?,
                Loc::Scoped { loc, .. } => *loc,
            };
        }
    }

    /// A string as text; bytes that are not UTF-8 show as U+FFFD.
    pub fn text(&self, id: StrId) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.strings.get(id))
    }

    /// Range of the operand list for a field.
    ///
    /// Of a segmented op the stored sizes decide; of others the one variable field takes what the fixed ones leave.
    /// An op whose operand count fits no reading (possible before verification) yields an empty range.
    #[inline]
    pub fn operand_range(&self, op: Op, field: Field) -> std::ops::Range<usize> {
        let Field::Operand(index) = field else { panic!("{field:?} is not an operand") };
        let (spec, total) = (self.spec(op), self.body.operands(op).len());
        let index = index as usize;
        if total == spec.operands.len() && !spec.has(Trait::Segmented) {
            return index..index + 1;
        }
        self.variable_range(op, spec, index, total)
    }

    /// The range of an operand field where fields are not one value each.
    fn variable_range(&self, op: Op, spec: &OpSpec<L>, index: usize, total: usize) -> std::ops::Range<usize> {
        let (start, len) = if spec.has(Trait::Segmented) {
            let sizes = self.body.segments(op);
            let start = sizes.iter().take(index).map(|&n| n as usize).sum();
            (start, sizes.get(index).map_or(0, |&n| n as usize))
        } else {
            let spare = (total + 1).saturating_sub(spec.operands.len());
            let len = |i: usize| if spec.operands[i].arity == Arity::One { 1 } else { spare };
            ((0..index).map(len).sum(), len(index))
        };
        if start + len <= total { start..start + len } else { 0..0 }
    }

    /// The values of an operand field.
    pub fn operands(&self, op: Op, field: Field) -> &[Value] {
        &self.body.operands(op)[self.operand_range(op, field)]
    }

    /// The value of a required operand of a verified op.
    pub fn operand(&self, op: Op, field: Field) -> Value {
        self.operands(op, field)[0]
    }

    /// The value of an optional operand.
    pub fn operand_opt(&self, op: Op, field: Field) -> Option<Value> {
        self.operands(op, field).first().copied()
    }

    /// The values of a result field. Of the fields of a row at most the last is variable.
    pub fn results(
        &self,
        op: Op,
        field: Field,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator {
        let Field::Result(index) = field else { panic!("{field:?} is not a result") };
        let total = self.body.results(op).len();
        let start = (index as usize).min(total);
        let end = match self.spec(op).results[index as usize].arity {
            Arity::One => (start + 1).min(total),
            Arity::Optional | Arity::Many => total,
        };
        let all = self.body.results(op);
        (start..end).map(move |i| all.get(i).expect("in range"))
    }

    /// The value of a result field of a verified op.
    pub fn result(&self, op: Op, field: Field) -> Value {
        self.results(op, field).next().expect("a verified op has its results")
    }

    /// The slot of an attribute.
    pub fn attr(&self, op: Op, field: Field) -> AttrSlot {
        let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
        self.body.attrs(op).get(index as usize).copied().unwrap_or(AttrSlot::ABSENT)
    }

    /// Sets an attribute.
    pub fn set_attr(&mut self, op: Op, field: Field, slot: AttrSlot) {
        let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
        self.body.attrs_mut(op)[index as usize] = slot;
    }

    /// True when a unit attribute is set.
    pub fn flag(&self, op: Op, field: Field) -> bool {
        self.attr(op, field).as_small().is_some_and(|v| v != 0)
    }

    /// The region of a region field.
    pub fn region(&self, op: Op, field: Field) -> Region {
        let Field::Region(index) = field else { panic!("{field:?} is not a region") };
        self.body.region(op, index as usize)
    }

    /// The only block of a region field, if it has a block.
    pub fn block(&self, op: Op, field: Field) -> Option<Block> {
        self.body.region_blocks(self.region(op, field)).first().copied()
    }
}
