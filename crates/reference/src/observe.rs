//! Looking at values while a program runs.

use cuda_tile::Type;
use ir::Value;
use launch::BlockId;

/// An observer of computed values.
pub trait Observer {
    /// The observed values.
    fn values(&self) -> &[Value];

    /// One of them was computed.
    fn observe(&mut self, seen: Observed<'_>);
}

/// A value that was just computed.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'s> {
    /// Which value.
    pub value: Value,
    /// The tile block that computed it.
    pub block: BlockId,
    /// Its type.
    pub ty: &'s Type,
    /// Raw bits of each element in row-major order; of a view its base address, extents and strides; of a token
    /// nothing.
    pub bits: &'s [u64],
    /// Which elements are undefined; empty when all are defined.
    pub undefined: &'s [bool],
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn values(&self) -> &[Value] {
        &[]
    }

    fn observe(&mut self, _: Observed<'_>) {}
}
