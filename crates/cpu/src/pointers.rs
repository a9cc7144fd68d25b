//! Memory through tiles of pointers, and scratch memory.
//!
//! Fused groups load and store strip by strip, with pointers, mask, padding and value in registers: the same functions
//! serve both, for `n` lanes from raw memory.

use numerics::Scalar;

use crate::program::Place;
use crate::views::Order;

/// `load_ptr_tko`.
#[derive(Debug)]
pub(crate) struct LoadPointers {
    /// 64-bit addresses.
    pub(crate) source: Place,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<Place>,
    /// A tile for the lanes that are masked off.
    pub(crate) padding: Option<Place>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    pub(crate) out: Place,
}

/// `store_ptr_tko`.
#[derive(Debug)]
pub(crate) struct StorePointers {
    /// 64-bit addresses.
    pub(crate) destination: Place,
    pub(crate) value: Place,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<Place>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
}

/// `alloca`.
#[derive(Debug)]
pub(crate) struct Alloca {
    pub(crate) count: u64,
    pub(crate) alignment: u64,
    /// Other tile blocks may touch it.
    pub(crate) shared: bool,
    pub(crate) elem: Scalar,
    pub(crate) out: Place,
}
