//! What the machine reports of an access: the bytes that a lane, or the lanes of a warp, touch in a memory.

use crate::memory::Window;

/// The kind of an access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
    /// Reads and writes, as one.
    Change,
}

impl AccessKind {
    pub(super) const fn reads(self) -> bool {
        matches!(self, AccessKind::Read | AccessKind::Change)
    }

    pub(super) const fn writes(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::Change)
    }

    pub(super) const fn verb(self) -> &'static str {
        match self {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::Change => "changes",
        }
    }
}

/// Memory, as far as it is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    Shared,
    /// Column by column, 128 lanes of 4 bytes each.
    Tensor,
    /// Memory that no other thread reads.
    Local,
    /// Memory that no thread writes.
    Own,
}

impl From<Window> for Space {
    fn from(window: Window) -> Space {
        match window {
            Window::Global => Space::Global,
            Window::Shared => Space::Shared,
            Window::Local => Space::Local,
            Window::Param | Window::Const => Space::Own,
        }
    }
}

impl Space {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Space::Global => "global memory",
            Space::Shared => "shared memory",
            Space::Tensor => "tensor memory",
            Space::Local => "local memory",
            Space::Own => "memory",
        }
    }
}

/// Bytes that are touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) space: Space,
    /// In its space; of shared and tensor memory with the rank.
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) does: AccessKind,
    pub(crate) lane: u32,
}

/// Bytes that lanes access, the same number for each lane, in one memory and without overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchedRow<'a> {
    pub(crate) space: Space,
    /// Of each lane, in its space; of shared memory with the rank, which is the same for all.
    pub(crate) addresses: &'a [u64; 32],
    pub(crate) mask: u32,
    pub(crate) size: u64,
    pub(crate) does: AccessKind,
}

impl TouchedRow<'_> {
    /// Do all lanes touch bytes side by side, in their order?
    pub(super) fn is_in_order(&self) -> bool {
        let (first, size) = (self.addresses[0], self.size);
        let in_order = |(lane, &address): (u64, &u64)| address == first.wrapping_add(lane * size);
        self.mask == u32::MAX
            && size.is_power_of_two()
            && size <= 32
            && (0..).zip(self.addresses).all(in_order)
    }

    pub(super) fn lanes(&self) -> impl Iterator<Item = u32> + use<> {
        let mask = self.mask;
        (0..32).filter(move |lane| mask >> lane & 1 == 1)
    }

    pub(super) fn touched(&self, lane: u32) -> Touched {
        let TouchedRow { space, addresses, size, does, .. } = *self;
        Touched { space, address: addresses[lane as usize], size, does, lane }
    }
}

/// In place of a lane: all of a warp together, or one that is not known.
pub(crate) const WHOLE: u32 = 32;
