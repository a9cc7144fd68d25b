//! Building modules: an insertion point, and ops given field by field.

use smallvec::SmallVec;

use crate::attr::AttrSlot;
use crate::entity::{Block, LocId, Op, TypeId, UNKNOWN_LOC, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::{Field, Trait};
use crate::storage::OpDraft;

/// Values for an operand field: one, an optional one, or a list.
pub trait IntoValues {
    /// The values, in order.
    fn values(&self) -> &[Value];
}

impl IntoValues for Value {
    fn values(&self) -> &[Value] {
        std::slice::from_ref(self)
    }
}

impl IntoValues for Option<Value> {
    fn values(&self) -> &[Value] {
        self.as_slice()
    }
}

impl IntoValues for &[Value] {
    fn values(&self) -> &[Value] {
        self
    }
}

impl<const N: usize> IntoValues for [Value; N] {
    fn values(&self) -> &[Value] {
        self
    }
}

impl IntoValues for Vec<Value> {
    fn values(&self) -> &[Value] {
        self
    }
}

/// Types for a result field: one or a list.
pub trait IntoTypes {
    /// The types, in order.
    fn types(&self) -> &[TypeId];
}

impl IntoTypes for TypeId {
    fn types(&self) -> &[TypeId] {
        std::slice::from_ref(self)
    }
}

impl IntoTypes for &[TypeId] {
    fn types(&self) -> &[TypeId] {
        self
    }
}

impl<const N: usize> IntoTypes for [TypeId; N] {
    fn types(&self) -> &[TypeId] {
        self
    }
}

impl IntoTypes for Vec<TypeId> {
    fn types(&self) -> &[TypeId] {
        self
    }
}

/// A value for an attribute field.
pub trait IntoAttr<L: Level> {
    /// The slot; anything large is interned in `module`.
    fn into_attr(self, module: &mut Module<L>) -> AttrSlot;
}

impl<L: Level> IntoAttr<L> for AttrSlot {
    fn into_attr(self, _: &mut Module<L>) -> AttrSlot {
        self
    }
}

impl<L: Level> IntoAttr<L> for bool {
    fn into_attr(self, _: &mut Module<L>) -> AttrSlot {
        AttrSlot::small(self.into())
    }
}

/// Where new ops go.
pub struct Builder<'m, L: Level> {
    /// The module that is built.
    pub module: &'m mut Module<L>,
    /// Location of the next ops.
    pub loc: LocId,
    block: Option<Block>,
    before: Option<Op>,
}

impl<'m, L: Level> Builder<'m, L> {
    /// A builder that appends to `block`.
    pub fn at_end(module: &'m mut Module<L>, block: Block) -> Self {
        Builder { module, loc: UNKNOWN_LOC, block: Some(block), before: None }
    }

    /// A builder that inserts before `op`.
    pub fn before(module: &'m mut Module<L>, op: Op) -> Self {
        Builder { module, loc: UNKNOWN_LOC, block: None, before: Some(op) }
    }

    /// Moves to the end of `block`.
    pub fn move_to_end(&mut self, block: Block) {
        (self.block, self.before) = (Some(block), None);
    }

    /// Runs `f` with this builder at the end of `block`, then returns to the old place.
    pub fn inside<T>(&mut self, block: Block, f: impl FnOnce(&mut Self) -> T) -> T {
        let old = (self.block, self.before);
        self.move_to_end(block);
        let result = f(self);
        (self.block, self.before) = old;
        result
    }

    /// Starts an op by its number in the table.
    pub fn draft(&mut self, opcode: u16) -> Draft<'_, L> {
        let spec = &L::ops()[opcode as usize];
        let attrs = spec.attrs.iter().map(|a| match a.default {
            Some(value) => AttrSlot::small(value),
            None => AttrSlot::ABSENT,
        });
        Draft {
            opcode,
            operands: FieldLists::new(spec.operands.len()),
            attrs: attrs.collect(),
            results: FieldLists::new(spec.results.len()),
            place: (self.block, self.before),
            loc: self.loc,
            module: self.module,
        }
    }
}

/// An op being built; the level's drafts wrap it with the names of its fields.
pub struct Draft<'m, L: Level> {
    module: &'m mut Module<L>,
    place: (Option<Block>, Option<Op>),
    opcode: u16,
    operands: FieldLists<Value>,
    attrs: SmallVec<[AttrSlot; 4]>,
    results: FieldLists<TypeId>,
    loc: LocId,
}

/// The lists of several fields one after the other, in the order of the fields.
struct FieldLists<T> {
    items: SmallVec<[T; 8]>,
    counts: SmallVec<[u32; 8]>,
}

impl<T: Copy> FieldLists<T> {
    fn new(fields: usize) -> FieldLists<T> {
        FieldLists { items: SmallVec::new(), counts: SmallVec::from_elem(0, fields) }
    }

    /// Replaces the list of a field. Fields are set in any order.
    fn set(&mut self, field: usize, items: &[T]) {
        let start: usize = self.counts[..field].iter().map(|&count| count as usize).sum();
        let old = std::mem::replace(&mut self.counts[field], items.len() as u32) as usize;
        if old > 0 {
            self.items.drain(start..start + old);
        }
        match items {
            [one] if start == self.items.len() => self.items.push(*one),
            _ => self.items.insert_from_slice(start, items),
        }
    }
}

impl<'m, L: Level> Draft<'m, L> {
    /// Gives the values of an operand field.
    pub fn operand(&mut self, field: Field, values: impl IntoValues) {
        let Field::Operand(index) = field else { panic!("{field:?} is not an operand") };
        self.operands.set(index as usize, values.values());
    }

    /// Gives an attribute.
    pub fn attr(&mut self, field: Field, value: impl IntoAttr<L>) {
        let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
        self.attrs[index as usize] = value.into_attr(self.module);
    }

    /// Gives the types of a result field.
    pub fn result(&mut self, field: Field, types: impl IntoTypes) {
        let Field::Result(index) = field else { panic!("{field:?} is not a result") };
        self.results.set(index as usize, types.types());
    }

    /// Creates the op at the insertion point. Regions that must have a block get one, without arguments.
    pub fn finish(self) -> Built<'m, L> {
        let spec = &L::ops()[self.opcode as usize];
        // Only ops with several variadic fields store how many values each has.
        let segments = if spec.has(Trait::Segmented) { &self.operands.counts[..] } else { &[] };
        let op = self.module.body.create_op(OpDraft {
            opcode: self.opcode,
            operands: &self.operands.items,
            segments,
            attrs: &self.attrs,
            results: &self.results.items,
            regions: spec.regions.len() as u16,
            loc: self.loc,
        });
        for (index, region) in spec.regions.iter().enumerate() {
            if region.min_blocks > 0 {
                let region = self.module.body.region(op, index);
                self.module.body.create_block(region, &[]);
            }
        }
        match self.place {
            (_, Some(before)) => self.module.body.insert_before(before, op),
            (Some(block), None) => self.module.body.append(block, op),
            (None, None) => {}
        }
        Built { module: self.module, op }
    }
}

/// An op just created.
pub struct Built<'m, L: Level> {
    module: &'m mut Module<L>,
    /// The op.
    pub op: Op,
}

impl<L: Level> Built<'_, L> {
    /// Its only, or first, result.
    ///
    /// # Panics
    /// When the op has no results.
    pub fn value(&self) -> Value {
        self.module.body.result(self.op, 0)
    }

    /// Its first `N` results.
    ///
    /// # Panics
    /// When the op has fewer.
    pub fn values<const N: usize>(&self) -> [Value; N] {
        std::array::from_fn(|index| self.module.body.result(self.op, index))
    }
}
