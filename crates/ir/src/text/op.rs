//! An op while its text is read.

use diag::Span;
use smallvec::SmallVec;

use super::TextLevel;
use crate::attr::AttrSlot;
use crate::entity::{AttrId, LocId, Op, TypeId, UNKNOWN_LOC, Value};
use crate::level::spec::{Field, OpSpec};

/// `%a` or `%a:2` before an op.
#[derive(Clone, Copy, Debug)]
pub struct ResultName<'s> {
    /// Name.
    pub name: &'s [u8],
    /// The number of results that it names.
    pub count: u32,
    /// Where it stands.
    pub span: Span,
}

/// The text before the parts of an op.
#[derive(Clone, Debug)]
pub struct Head<'s> {
    /// First byte of the op.
    pub start: u32,
    /// Names of results, if any are named.
    pub results: SmallVec<[ResultName<'s>; 2]>,
    /// The mnemonic without prefix.
    pub mnemonic: &'s str,
    /// Where the mnemonic is.
    pub span: Span,
}

impl Head<'_> {
    /// How many results are named.
    pub fn named(&self) -> usize {
        self.results.iter().map(|result| result.count as usize).sum()
    }
}

/// A use of a value.
#[derive(Clone, Copy, Debug)]
pub struct Use<'s> {
    /// Which operand of the row.
    pub field: u8,
    /// Name without sigil.
    pub name: &'s [u8],
    /// Where it stands.
    pub span: Span,
    /// The value; `None` when its definition failed.
    pub value: Option<Value>,
    /// The type that the op states for it, and where.
    pub ty: Option<(TypeId, Span)>,
}

/// An op while its text is read.
pub struct OpText<'s, L: TextLevel> {
    /// Row.
    pub spec: &'static OpSpec<L>,
    /// Number of the row.
    pub number: u16,
    /// First byte.
    pub start: u32,
    /// Where the mnemonic is.
    pub span: Span,
    /// Operands in the order of the text.
    pub operands: SmallVec<[Use<'s>; 6]>,
    /// One slot per attribute of the row.
    pub attrs: SmallVec<[AttrSlot; 6]>,
    /// Types of results, with the result of the row that they belong to.
    pub results: SmallVec<[(u8, TypeId); 3]>,
    /// How many results are named before the op, which for some ops says how many there are.
    pub named: usize,
    /// Dictionary of attributes that the row does not know.
    pub extra: Option<AttrId>,
    /// Location.
    pub loc: LocId,
    /// The op, once created; its regions are read after that.
    pub id: Option<Op>,
    /// End of the text before the regions.
    pub head_end: u32,
}

impl<L: TextLevel> OpText<'_, L> {
    /// An op of row `number` of which nothing was read.
    pub fn new(number: u16, head: &Head<'_>) -> Self {
        let spec = &L::ops()[number as usize];
        let default =
            |a: &crate::level::spec::AttrSpec<L>| a.default.map_or(AttrSlot::ABSENT, AttrSlot::small);
        OpText {
            spec,
            number,
            start: head.start,
            span: head.span,
            operands: SmallVec::new(),
            attrs: spec.attrs.iter().map(default).collect(),
            results: SmallVec::new(),
            named: head.named(),
            extra: None,
            loc: UNKNOWN_LOC,
            id: None,
            head_end: head.span.end,
        }
    }

    /// Sets an attribute by its field.
    pub fn set_attr(&mut self, field: Field, slot: AttrSlot) {
        let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
        self.attrs[index as usize] = slot;
    }

    /// Adds the type of a result.
    pub fn add_result(&mut self, field: Field, ty: TypeId) {
        let Field::Result(index) = field else { panic!("{field:?} is not a result") };
        self.results.push((index, ty));
    }

    /// The uses of an operand field.
    pub fn uses(&self, field: Field) -> impl Iterator<Item = &Use<'_>> {
        self.operands.iter().filter(move |u| Field::Operand(u.field) == field)
    }

    /// How many uses an operand field has.
    pub fn use_count(&self, field: Field) -> usize {
        self.uses(field).count()
    }

    /// States the type of every use of an operand field.
    pub fn state_type(&mut self, field: Field, ty: TypeId, span: Span) {
        for u in self.operands.iter_mut().filter(|u| Field::Operand(u.field) == field) {
            u.ty = Some((ty, span));
        }
    }

    /// States the types of the uses of an operand field, one each.
    pub fn state_types(&mut self, field: Field, types: &[(TypeId, Span)]) {
        let uses = self.operands.iter_mut().filter(|u| Field::Operand(u.field) == field);
        for (u, &ty) in uses.zip(types) {
            u.ty = Some(ty);
        }
    }
}
