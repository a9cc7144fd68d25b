//! What running an op does besides computing its results.

use cranelift_entity::SecondaryMap;

use crate::entity::Op;
use crate::module::{Level, Module};
use crate::transform::Semantics;
use crate::walk::{Visit, walk};

/// A set of effects. The empty set is an op that may be computed anywhere its operands are there, any number of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(u8);

impl Effects {
    /// None: the op may run where, and as often as, one likes.
    pub const NONE: Effects = Effects(0);
    /// May be undefined as a whole: it stays behind whatever decides that it runs, but may be dropped.
    pub const GUARDED: Effects = Effects(1);
    /// Changes or observes what is outside of the module's values: it runs where, and as often as, the program says.
    pub const OUTSIDE: Effects = Effects(1 << 1);
    /// May never end.
    pub const ENDLESS: Effects = Effects(1 << 2);
    /// Ends the block of the op around it and gives it values.
    pub const YIELD: Effects = Effects(1 << 3);
    /// Goes on behind or at the start of the loop around it.
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

    /// True for an op that nobody misses when its results are not used.
    pub const fn is_droppable(self) -> bool {
        self.without(Effects::GUARDED.and(Effects::FIXED)).is_pure()
    }

    /// True for an op that gives what an equal op gave that has run before.
    pub const fn is_repeatable(self) -> bool {
        self.without(Effects::GUARDED).is_pure()
    }

    /// True when control may not reach what stands behind the op in its block.
    pub const fn may_leave(self) -> bool {
        self.any_of(Effects::ENDLESS.and(Effects::YIELD).and(Effects::JUMP).and(Effects::RETURN))
    }
}

/// The effects of every op, those of its regions included.
pub struct EffectTable(SecondaryMap<Op, Effects>);

impl EffectTable {
    /// Computes them for `root` and everything below it.
    pub fn of<L: Level>(module: &Module<L>, root: Op, semantics: &dyn Semantics<L>) -> EffectTable {
        let mut table = SecondaryMap::with_capacity(module.body.op_count());
        let mut around: Vec<Effects> = Vec::new();
        for visit in walk(&module.body, root) {
            match visit {
                Visit::Enter(_) => around.push(Effects::NONE),
                Visit::Leave(op) => {
                    let inside = around.pop().expect("an op is entered before it is left");
                    let own = semantics.effects(module, op);
                    let effects = own.and(inside.without(semantics.absorbs(module, op)));
                    table[op] = effects;
                    if let Some(outer) = around.last_mut() {
                        *outer = outer.and(effects);
                    }
                }
            }
        }
        EffectTable(table)
    }

    /// The effects of an op.
    pub fn get(&self, op: Op) -> Effects {
        self.0[op]
    }
}
