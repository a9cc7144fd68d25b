//! The effects of an op according to its row.
//!
//! The row is the only source: transforms, verifiers and the reference pages all read it, so they agree on which ops may be
//! removed, moved or executed speculatively.

use crate::entity::Op;
use crate::level::Level;
use crate::level::module::Module;

use super::{Trait, Traits};

/// A set of effects. The empty set is an op that may be computed anywhere its operands are there, any number of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(u8);

impl Effects {
    /// None: the op may run anywhere, any number of times.
    pub const NONE: Effects = Effects(0);
    /// May be undefined as a whole: it may be dropped, but not run where the program would not have run it.
    pub const GUARDED: Effects = Effects(1);
    /// Changes or observes state outside of the module's values: it must run where, and as often as, the program says.
    pub const OUTSIDE: Effects = Effects(1 << 1);
    /// May never end.
    pub const ENDLESS: Effects = Effects(1 << 2);
    /// Ends the block of the op around it and gives it values.
    pub const YIELD: Effects = Effects(1 << 3);
    /// Leaves the loop around it, or starts its next iteration.
    pub const JUMP: Effects = Effects(1 << 4);
    /// Leaves the function.
    pub const RETURN: Effects = Effects(1 << 5);
    /// Its results depend on where and how often it runs: it stays where it is, but may be dropped.
    pub const FIXED: Effects = Effects(1 << 6);

    /// Both sets.
    #[must_use]
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// This set without the other.
    #[must_use]
    pub const fn without(self, other: Effects) -> Effects {
        Effects(self.0 & !other.0)
    }

    /// True when one of `other` is among these.
    pub const fn any_of(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    /// True for an op that may run where the program would not have run it.
    pub const fn is_pure(self) -> bool {
        self.0 == 0
    }

    /// True for an op that may be removed when its results are not used.
    pub const fn is_droppable(self) -> bool {
        self.without(Effects::GUARDED.and(Effects::FIXED)).is_pure()
    }

    /// True for an op that computes what an equal op has computed before it.
    pub const fn is_repeatable(self) -> bool {
        self.without(Effects::GUARDED).is_pure()
    }

    /// True when control may not reach the op after it in its block.
    pub const fn may_leave(self) -> bool {
        self.any_of(Effects::ENDLESS.and(Effects::YIELD).and(Effects::JUMP).and(Effects::RETURN))
    }
}

/// The column `effects` of a row: what its ops do, their regions aside.
pub enum RowEffects<L: Level> {
    /// The same for every op of the row.
    Always(Effects),
    /// Attributes or operands decide.
    Depends {
        /// The effects of an op of which only the opcode is known; `of` returns a subset of these.
        at_most: Effects,
        /// The effects of one op.
        of: fn(&Module<L>, Op) -> Effects,
    },
}

// Derived implementations would require the same traits of `L`, although a row contains no `L`.
impl<L: Level> Clone for RowEffects<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Level> Copy for RowEffects<L> {}

impl<L: Level> RowEffects<L> {
    /// No effects.
    pub const NONE: Self = RowEffects::Always(Effects::NONE);
    /// See [`Effects::GUARDED`].
    pub const GUARDED: Self = RowEffects::Always(Effects::GUARDED);
    /// See [`Effects::FIXED`].
    pub const FIXED: Self = RowEffects::Always(Effects::FIXED);
    /// See [`Effects::OUTSIDE`].
    pub const OUTSIDE: Self = RowEffects::Always(Effects::OUTSIDE);
    /// See [`Effects::ENDLESS`].
    pub const ENDLESS: Self = RowEffects::Always(Effects::ENDLESS);
    /// See [`Effects::YIELD`].
    pub const YIELD: Self = RowEffects::Always(Effects::YIELD);
    /// See [`Effects::JUMP`].
    pub const JUMP: Self = RowEffects::Always(Effects::JUMP);
    /// See [`Effects::RETURN`].
    pub const RETURN: Self = RowEffects::Always(Effects::RETURN);

    /// Effects that attributes or operands decide: `at_most` these, and for one op those that `of` gives.
    pub const fn depends(at_most: Effects, of: fn(&Module<L>, Op) -> Effects) -> Self {
        RowEffects::Depends { at_most, of }
    }

    /// The effects of an op of which only the opcode is known.
    pub const fn at_most(&self) -> Effects {
        match self {
            RowEffects::Always(effects) => *effects,
            RowEffects::Depends { at_most, .. } => *at_most,
        }
    }

    /// The effects of one op.
    pub fn of(&self, module: &Module<L>, op: Op) -> Effects {
        match self {
            RowEffects::Always(effects) => *effects,
            RowEffects::Depends { of, .. } => of(module, op),
        }
    }

    /// The column of a row of [`crate::generic_ops!`], where it may be left out: the traits `Pure`, `NoEffect` and
    /// `BodyEffects` are short for it, and an op without this column has effects outside of its results.
    ///
    /// # Panics
    /// When the traits contradict the column. Rows are constants, so this is an error of the compilation.
    #[must_use]
    pub const fn of_row<const N: usize>(traits: Traits, written: [Self; N]) -> Self {
        if N == 0 {
            return match () {
                () if traits.has(Trait::Pure) || traits.has(Trait::BodyEffects) => Self::NONE,
                () if traits.has(Trait::NoEffect) => Self::GUARDED,
                () => Self::OUTSIDE,
            };
        }
        let most = written[0].at_most();
        assert!(!traits.has(Trait::Pure) || most.is_pure(), "a row is `Pure`, but has effects");
        assert!(!traits.has(Trait::NoEffect) || most.is_droppable(), "a row is `NoEffect`, but has effects");
        written[0]
    }
}
