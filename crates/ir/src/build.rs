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
    fn into_values(self) -> SmallVec<[Value; 4]>;
}

impl IntoValues for Value {
    fn into_values(self) -> SmallVec<[Value; 4]> {
        SmallVec::from_slice(&[self])
    }
}

impl IntoValues for Option<Value> {
    fn into_values(self) -> SmallVec<[Value; 4]> {
        self.into_iter().collect()
    }
}

impl IntoValues for &[Value] {
    fn into_values(self) -> SmallVec<[Value; 4]> {
        SmallVec::from_slice(self)
    }
}

impl<const N: usize> IntoValues for [Value; N] {
    fn into_values(self) -> SmallVec<[Value; 4]> {
        SmallVec::from_slice(&self)
    }
}

impl IntoValues for Vec<Value> {
    fn into_values(self) -> SmallVec<[Value; 4]> {
        SmallVec::from_vec(self)
    }
}

/// Types for a result field: one or a list.
pub trait IntoTypes {
    /// The types, in order.
    fn into_types(self) -> SmallVec<[TypeId; 4]>;
}

impl IntoTypes for TypeId {
    fn into_types(self) -> SmallVec<[TypeId; 4]> {
        SmallVec::from_slice(&[self])
    }
}

impl IntoTypes for &[TypeId] {
    fn into_types(self) -> SmallVec<[TypeId; 4]> {
        SmallVec::from_slice(self)
    }
}

impl<const N: usize> IntoTypes for [TypeId; N] {
    fn into_types(self) -> SmallVec<[TypeId; 4]> {
        SmallVec::from_slice(&self)
    }
}

impl IntoTypes for Vec<TypeId> {
    fn into_types(self) -> SmallVec<[TypeId; 4]> {
        SmallVec::from_vec(self)
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
            operands: SmallVec::from_elem(SmallVec::new(), spec.operands.len()),
            attrs: attrs.collect(),
            results: SmallVec::from_elem(SmallVec::new(), spec.results.len()),
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
    operands: SmallVec<[SmallVec<[Value; 4]>; 4]>,
    attrs: SmallVec<[AttrSlot; 4]>,
    results: SmallVec<[SmallVec<[TypeId; 4]>; 2]>,
    loc: LocId,
}

impl<'m, L: Level> Draft<'m, L> {
    /// Gives the values of an operand field.
    pub fn operand(&mut self, field: Field, values: impl IntoValues) {
        let Field::Operand(index) = field else { panic!("{field:?} is not an operand") };
        self.operands[index as usize] = values.into_values();
    }

    /// Gives an attribute.
    pub fn attr(&mut self, field: Field, value: impl IntoAttr<L>) {
        let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
        self.attrs[index as usize] = value.into_attr(self.module);
    }

    /// Gives the types of a result field.
    pub fn result(&mut self, field: Field, types: impl IntoTypes) {
        let Field::Result(index) = field else { panic!("{field:?} is not a result") };
        self.results[index as usize] = types.into_types();
    }

    /// Creates the op at the insertion point. Regions that must have a block get one, without arguments.
    pub fn finish(self) -> Built<'m, L> {
        let spec = &L::ops()[self.opcode as usize];
        let operands: SmallVec<[Value; 8]> = self.operands.iter().flatten().copied().collect();
        // Only ops with several variadic fields store how many values each has.
        let segments: SmallVec<[u32; 4]> = if spec.has(Trait::Segmented) {
            self.operands.iter().map(|values| values.len() as u32).collect()
        } else {
            SmallVec::new()
        };
        let results: SmallVec<[TypeId; 4]> = self.results.iter().flatten().copied().collect();
        let op = self.module.body.create_op(OpDraft {
            opcode: self.opcode,
            operands: &operands,
            segments: &segments,
            attrs: &self.attrs,
            results: &results,
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
