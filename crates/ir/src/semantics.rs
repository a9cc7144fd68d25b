//! What a level tells the shared analyses and transforms about its ops.

use smallvec::SmallVec;

use crate::entity::{Op, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Effects;
use crate::rewrite::Rewriter;

/// The kind of the regions of an op, for the transforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regions {
    /// It has none, or they run at most once each time that the op runs.
    Once,
    /// They are executed any number of times in a row, at least once if `certain`.
    Loop {
        /// Whether the first iteration is certain.
        certain: bool,
    },
    /// Bodies that stay as they are written, in themselves: nothing is moved out of them, and nothing in them is replaced
    /// by a value from outside.
    Closed,
}

/// Those of two optional values that exist. [`Semantics::carried`] returns them inline, because it is called for every operand.
#[inline]
pub fn present(values: [Option<Value>; 2]) -> SmallVec<[Value; 2]> {
    let mut present = SmallVec::new();
    for value in values.into_iter().flatten() {
        present.push(value);
    }
    present
}

/// The facts about a level that the shared transforms need; the level answers with exhaustive matches over its ops.
pub trait Semantics<L: Level> {
    /// Effects of the op itself, its regions aside: those of its row.
    fn effects(&self, module: &Module<L>, op: Op) -> Effects {
        module.effects(op)
    }

    /// Effects of ops in its regions that end at this op: a loop absorbs the jumps that belong to it.
    fn absorbs(&self, module: &Module<L>, op: Op) -> Effects;

    /// The kind of its regions.
    fn regions(&self, module: &Module<L>, op: Op) -> Regions;

    /// The values that operand `index` of the op becomes unchanged: results of an op with regions, or arguments of its
    /// blocks. None when the op itself uses the operand.
    fn carried(&self, module: &Module<L>, op: Op, index: usize) -> SmallVec<[Value; 2]>;

    /// Whether a pure op costs nothing where it is, but keeps values live if it moves out of a loop.
    fn stays_in_loops(&self, _module: &Module<L>, _op: Op) -> bool {
        false
    }

    /// Rewrites `op` into something simpler, one step; false when there is nothing to do. Steps must come to an end.
    fn simplify(&self, rewriter: &mut Rewriter<'_, L>, op: Op) -> bool;
}
