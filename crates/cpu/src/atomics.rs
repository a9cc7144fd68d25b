//! Read-modify-write: one transaction per element, in the order of the elements.

use cuda_tile::attrs::AtomicRMWMode;
use numerics::Scalar;

use crate::program::Place;
use crate::views::{Order, ViewTile};

/// `atomic_rmw_tko`.
#[derive(Debug)]
pub(crate) struct ReadModifyWrite {
    /// 64-bit addresses.
    pub(crate) pointers: Place,
    pub(crate) arg: Place,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<Place>,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    /// The old values; none when nothing needs them.
    pub(crate) out: Option<Place>,
}

/// `atomic_cas_tko`.
#[derive(Debug)]
pub(crate) struct CompareAndSwap {
    /// 64-bit addresses.
    pub(crate) pointers: Place,
    pub(crate) expected: Place,
    pub(crate) value: Place,
    /// Bytes of 0 and 1; lanes that are masked off return what they would have compared with.
    pub(crate) mask: Option<Place>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    /// The old values; none when nothing needs them.
    pub(crate) out: Option<Place>,
}

/// `atomic_red_view_tko`.
#[derive(Debug)]
pub(crate) struct ReduceIntoView {
    pub(crate) tile: ViewTile,
    pub(crate) value: Place,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) order: Order,
}
