//! One allocation: its bytes, its name, and who may touch it.

use crate::tile::Poison;
use launch::BlockId;
use numerics::Scalar;
use std::ops::Range;

/// Bytes of an allocation.
pub(super) enum Bytes<'a> {
    Host(&'a mut [u8]),
    Own(Vec<u8>),
}

impl Bytes<'_> {
    pub(super) fn get(&self) -> &[u8] {
        match self {
            Bytes::Host(bytes) => bytes,
            Bytes::Own(bytes) => bytes,
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut [u8] {
        match self {
            Bytes::Host(bytes) => bytes,
            Bytes::Own(bytes) => bytes,
        }
    }
}

/// Bytes that were never written: a mask of their bits, and what reading one gives.
pub(super) struct Unwritten {
    pub(super) mask: Vec<u8>,
    pub(super) poison: Poison,
}

pub(super) struct Allocation<'a> {
    pub(super) range: Range<u64>,
    pub(super) bytes: Bytes<'a>,
    pub(super) name: String,
    /// Element type and extents, where it has any.
    pub(super) shape: Option<(Scalar, Box<[u64]>)>,
    /// Memory that may be read but not written.
    pub(super) constant: bool,
    /// The only tile block that may touch it.
    pub(super) owner: Option<BlockId>,
    pub(super) released: bool,
    pub(super) unwritten: Option<Unwritten>,
    /// Of addresses that stand for several devices: the allocations that are the copies of these.
    pub(super) copies: Option<Range<usize>>,
}

impl<'a> Allocation<'a> {
    pub(super) fn new(range: Range<u64>, bytes: Bytes<'a>, name: String) -> Allocation<'a> {
        Allocation {
            range,
            bytes,
            name,
            shape: None,
            constant: false,
            owner: None,
            released: false,
            unwritten: None,
            copies: None,
        }
    }

    /// True when nothing needs to be checked but bounds.
    pub(super) fn is_plain(&self) -> bool {
        !self.constant && self.owner.is_none() && !self.released && self.copies.is_none()
    }
}
