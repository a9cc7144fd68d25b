//! Values: types, definitions and names.

use std::ops::Range;

use cranelift_entity::EntityRef;

use super::{ARG, List, Storage, ValueDef};
use crate::entity::{Block, Op, StrId, TypeId, Value};

impl Storage {
    /// How many values were ever created.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// True when `value` is a value of this module.
    pub fn is_value(&self, value: Value) -> bool {
        self.values.is_valid(value)
    }

    /// Type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> TypeId {
        self.values[value].ty
    }

    /// Changes the type of a value.
    pub fn set_ty(&mut self, value: Value, ty: TypeId) {
        self.values[value].ty = ty;
    }

    /// The definition of a value.
    pub fn def(&self, value: Value) -> ValueDef {
        let data = self.values[value];
        if data.index & ARG != 0 {
            ValueDef::Arg(Block::new(data.owner as usize), data.index & !ARG)
        } else {
            ValueDef::Result(Op::new(data.owner as usize), data.index)
        }
    }

    /// The op that a value is a result of.
    pub fn def_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) => None,
        }
    }

    /// The block in which a value is defined, when it is in one.
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.def(value) {
            ValueDef::Result(op, _) => self.parent_block(op),
            ValueDef::Arg(block, _) => Some(block),
        }
    }

    /// The user's name of a value, without sigil. Group results share the name of their first.
    pub fn name(&self, value: Value) -> Option<StrId> {
        self.names[value].expand()
    }

    /// Gives a value the user's name.
    pub fn set_name(&mut self, value: Value, name: Option<StrId>) {
        if name.is_some() || self.names.get(value).is_some_and(|n| n.is_some()) {
            self.names[value] = name.into();
        }
    }
}

/// Contiguous values: the results of an op or the arguments of a block.
#[derive(Clone, Copy)]
pub struct ValueRange(pub(super) List);

impl ValueRange {
    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.range().len()
    }

    /// Their positions among all values.
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.0.range()
    }

    /// True when there are none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The n-th.
    #[inline]
    pub fn get(self, index: usize) -> Option<Value> {
        (index < self.len()).then(|| Value::new(self.0.start as usize + index))
    }

    /// All, in order.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator {
        self.0.range().map(Value::new)
    }
}

impl IntoIterator for ValueRange {
    type Item = Value;
    type IntoIter = std::iter::Map<Range<usize>, fn(usize) -> Value>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.range().map(Value::new)
    }
}
