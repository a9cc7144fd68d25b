//! Effects of accesses.

use ir::generic::GenericLevel;
use ir::spec::Effects;
use ir::{Field, Module, Op};

use crate::arith::MemoryOrdering;

/// The effects of a load with any ordering.
pub const LOAD: Effects = Effects::OUTSIDE.and(Effects::FIXED);

/// Effects of a load. One that is not used may go, because nothing sees that it is gone, unless it takes part in
/// synchronisation.
pub fn load_effects<L: GenericLevel>(module: &Module<L>, op: Op, ordering: Field) -> Effects {
    match module.get(op, ordering) {
        MemoryOrdering::Weak => Effects::FIXED,
        MemoryOrdering::Relaxed
        | MemoryOrdering::Acquire
        | MemoryOrdering::Release
        | MemoryOrdering::AcqRel => Effects::OUTSIDE,
    }
}
