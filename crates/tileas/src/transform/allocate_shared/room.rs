//! Room: the memory that a function would need, computed before it is changed.

use ir::{Op, Value};

use super::limit;
use super::pack::Packed;
use crate::Module;
use crate::shared_memory::{Allocations, Rings, STAGE_ALIGN};

/// The shared memory of a function, for passes that decide its use. The queries use the same packing as the pass
/// itself, so that an allocation that was found to fit is not refused later.
#[derive(Clone, Copy)]
pub struct Room<'m> {
    module: &'m Module,
    func: Op,
    limit: u64,
}

impl Room<'_> {
    /// The shared memory of a function, if a thread block may have `limit` bytes.
    pub fn new(module: &Module, func: Op, limit: u64) -> Room<'_> {
        Room { module, func, limit }
    }

    /// Bytes that the function currently needs.
    pub fn needed(&self) -> u64 {
        Packed::of(Some(self.limit), &Allocations::of(self.module, self.func, None)).total.into()
    }

    /// Whether there is room for a buffer of that many bytes in addition to everything that the function needs, boxes
    /// of tensor maps included.
    pub fn has(&self, bytes: u64) -> bool {
        self.needed().next_multiple_of(STAGE_ALIGN.into()) + bytes <= self.limit
    }

    /// Bytes that it would need if these buffers of a loop were rings of the given number of stages.
    pub fn needed_with_rings(&self, loop_: Op, buffers: &[Value], stages: u32) -> u64 {
        let needs = Allocations::of(self.module, self.func, Some(Rings { loop_, buffers, stages }));
        Packed::of(Some(self.limit), &needs).total.into()
    }

    /// The maximum number of stages up to `wanted` that these buffers of a loop may have; none if there is no room for
    /// two.
    pub fn stages(&self, loop_: Op, buffers: &[Value], wanted: u32) -> Option<u32> {
        (2..=wanted).rev().find(|&stages| self.needed_with_rings(loop_, buffers, stages) <= self.limit)
    }
}

impl<'m> Room<'m> {
    /// The same for the target of the module, if one is named.
    pub fn of_target(module: &'m Module, func: Op) -> Option<Room<'m>> {
        Some(Room::new(module, func, limit(module)?))
    }
}
