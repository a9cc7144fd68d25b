//! The kind of access of an event, as far as it matters for races.

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};

/// How an operation reaches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// Through a tile of pointers.
    Pointer,
    /// Through a view.
    View,
}

/// How far away the partner of a non-weak access may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// No other thread: the access is weak.
    Weak,
    /// The same tile block.
    Block,
    /// Every tile block of the launch.
    Launch,
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) writes: bool,
    pub(crate) reach: Reach,
    pub(crate) acquires: bool,
    pub(crate) releases: bool,
    /// Bits of the element in memory.
    pub(crate) bits: u32,
    pub(crate) route: Route,
}

impl Class {
    /// The class of a read or a write of an operation.
    pub(crate) fn new(
        writes: bool,
        ordering: MemoryOrdering,
        scope: Option<MemoryScope>,
        bits: u32,
        route: Route,
    ) -> Class {
        let reach = match (ordering, scope) {
            (MemoryOrdering::Weak, _) | (_, None) => Reach::Weak,
            (_, Some(MemoryScope::TileBlock)) => Reach::Block,
            // A launch runs on one GPU.
            (_, Some(MemoryScope::Device | MemoryScope::System)) => Reach::Launch,
        };
        let (acquires, releases) = match ordering {
            MemoryOrdering::Weak | MemoryOrdering::Relaxed => (false, false),
            MemoryOrdering::Acquire => (true, false),
            MemoryOrdering::Release => (false, true),
            MemoryOrdering::AcqRel => (true, true),
        };
        Class { writes, reach, acquires, releases, bits, route }
    }

    /// True when order between the two matters.
    pub(crate) fn conflicts(self, other: Class) -> bool {
        self.writes || other.writes
    }

    /// "Morally strong": both are strong with a scope that includes the other, and access the same whole element.
    pub(crate) fn may_meet(self, other: Class, same_block: bool) -> bool {
        let reaches = |class: Class| match class.reach {
            Reach::Weak => false,
            Reach::Block => same_block,
            Reach::Launch => true,
        };
        self.bits == other.bits && reaches(self) && reaches(other)
    }

    /// True when everything that races with `older`, an access that happens before this one, races with this one too,
    /// as long as it is not ordered after this one. Then the older need not be kept.
    pub(crate) fn replaces(self, older: Class, same_block: bool) -> bool {
        let as_strict = match self.reach {
            Reach::Weak => true,
            Reach::Block => older.reach != Reach::Weak && same_block,
            Reach::Launch => older.reach == Reach::Launch,
        };
        let same_size = self.reach == Reach::Weak || self.bits == older.bits;
        (self.writes || !older.writes) && as_strict && same_size && self.route == older.route
    }
}
