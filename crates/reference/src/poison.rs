//! Origins of poison.

use ir::Op;
use rustc_hash::FxHashMap;

use crate::cause::Case;
use crate::tile::Poison;

/// The operation that made an undefined element, and why it is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    pub(crate) case: Case,
    pub(crate) op: Op,
}

/// Every origin that a run came by, each once.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    list: Vec<Origin>,
    numbers: FxHashMap<Origin, Poison>,
}

impl Origins {
    /// The poison that `op` creates because of `case`.
    pub(crate) fn poison(&mut self, case: Case, op: Op) -> Poison {
        let origin = Origin { case, op };
        *self.numbers.entry(origin).or_insert_with(|| {
            self.list.push(origin);
            Poison(u32::try_from(self.list.len()).expect("fewer origins than ops times cases"))
        })
    }

    /// Where a poison comes from.
    ///
    /// # Panics
    /// When it is [`Poison::NONE`].
    pub(crate) fn origin(&self, poison: Poison) -> Origin {
        self.list[poison.0 as usize - 1]
    }
}
