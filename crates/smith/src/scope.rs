//! The values that an op may use, by type.

use ir::{TypeId, Value};

use crate::rng::Rng;

/// Values visible at a point; leaving a region forgets those defined in it.
#[derive(Default)]
pub(crate) struct Scope {
    values: Vec<(TypeId, Value)>,
}

impl Scope {
    /// Makes a value visible.
    pub(crate) fn define(&mut self, ty: TypeId, value: Value) {
        self.values.push((ty, value));
    }

    /// A place to return to.
    pub(crate) fn mark(&self) -> usize {
        self.values.len()
    }

    /// Forgets what was defined since `mark`.
    pub(crate) fn reset(&mut self, mark: usize) {
        self.values.truncate(mark);
    }

    /// A visible value of a type; newer ones are likelier.
    pub(crate) fn find(&self, rng: &mut Rng, ty: TypeId) -> Option<Value> {
        let fitting = self.values.iter().rev().filter(|(other, _)| *other == ty).map(|&(_, value)| value);
        let fitting: Vec<Value> = fitting.take(4).collect();
        (!fitting.is_empty()).then(|| rng.pick(&fitting))
    }

    /// All visible values, oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (TypeId, Value)> + '_ {
        self.values.iter().copied()
    }
}
