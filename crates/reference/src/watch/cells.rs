//! Cells: what shadow memory remembers of each element.

use smallvec::SmallVec;

use super::class::{Class, Reach};

/// Accesses that one cell remembers. They are all compared with each new access, so the number bounds its time. With
/// one more, one is dropped, and the report states that a race may have been missed.
pub(crate) const REMEMBERED: usize = 8;

/// The state of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Accesses, the latest last.
    pub(crate) records: SmallVec<[u32; REMEMBERED]>,
    /// Accesses that were forgotten because the list was full.
    pub(crate) forgot: Forgot,
    /// The element carries a message.
    pub(crate) published: bool,
}

/// Kinds of accesses, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Forgot(u8);

impl Forgot {
    /// Bits of both kinds of reads; see [`Forgot::bit`].
    const READS: u8 = 0b0011;
    /// Bits of accesses that are not weak: reads and writes that may synchronise.
    const MEETING: u8 = 0b1010;

    fn bit(class: Class) -> u8 {
        1 << (2 * u8::from(class.writes) + u8::from(class.reach != Reach::Weak))
    }

    pub(crate) fn add(&mut self, class: Class) {
        self.0 |= Forgot::bit(class);
    }

    /// True when one of them may race with an access.
    pub(crate) fn matters_to(self, class: Class) -> bool {
        let conflicting = if class.writes { self.0 } else { self.0 & !Forgot::READS };
        let meeting = if class.reach == Reach::Weak { 0 } else { Forgot::MEETING };
        conflicting & !meeting != 0
    }
}

/// The cells of an allocation.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    /// Half-bytes of a cell, as a power of two; meaningless while there are no cells.
    pub(crate) shift: u32,
    pub(crate) states: Vec<u32>,
}

impl Cells {
    /// Bytes that they take.
    pub(crate) fn size(&self) -> u64 {
        self.states.len() as u64 * size_of::<u32>() as u64
    }

    /// Makes the cells as small as elements of `1 << shift` half-bytes need them.
    pub(crate) fn fit(&mut self, shift: u32, bytes: usize) {
        if self.states.is_empty() {
            self.shift = shift;
            self.states = vec![0; (bytes * 2).div_ceil(1 << shift)];
        } else if shift < self.shift {
            let pieces = 1 << (self.shift - shift);
            let split = self.states.iter().flat_map(|&state| std::iter::repeat_n(state, pieces));
            self.states = split.collect();
            self.shift = shift;
        }
    }
}

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Number of the allocation.
    pub(crate) allocation: usize,
    /// Byte in the allocation.
    pub(crate) offset: usize,
    /// The upper half of the byte, for elements of 4 bits.
    pub(crate) high: bool,
    /// Bits of the element in memory.
    pub(crate) bits: u32,
}

impl Element {
    pub(crate) fn half_bytes(self) -> usize {
        self.offset * 2 + usize::from(self.high)
    }
}
