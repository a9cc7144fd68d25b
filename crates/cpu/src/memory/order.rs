//! Memory orderings of accesses.

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};

/// Ordering and scope of a memory operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) ordering: MemoryOrdering,
    pub(crate) scope: Option<MemoryScope>,
}

impl Order {
    /// Plain accesses, with which no other block's access may conflict.
    pub(crate) const WEAK: Order = Order { ordering: MemoryOrdering::Weak, scope: None };

    /// Whether single elements are accessed atomically.
    pub(crate) fn is_atomic(self) -> bool {
        self.ordering != MemoryOrdering::Weak
    }

    /// "reads", "writes (release, device)".
    pub(crate) fn verb(self, write: bool) -> String {
        let verb = if write { "writes" } else { "reads" };
        match self.scope {
            None => verb.to_owned(),
            Some(scope) => format!("{verb} ({}, {})", self.ordering.name(), scope.name()),
        }
    }
}
