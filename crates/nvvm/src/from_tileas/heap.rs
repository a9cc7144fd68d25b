//! Memory of the tile block (`alloca`): on the device's heap.
//!
//! Any thread of the block may access all of it, and it may be larger than shared memory. One thread therefore
//! allocates it on the heap the first time, and stores its address in a slot of shared memory for all threads. An
//! allocation in a loop is only live for one iteration, so the slot's memory is reused by every iteration; it is freed
//! at the end of the kernel.

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::ops::fields as from;

use super::Lower;
use crate::Type;
use crate::ops::Builders as _;
use crate::types::Space;

/// Addresses of the heap are multiples of this.
const ALIGNED: i64 = 16;
/// The message of the kernel when the heap is exhausted.
const EXHAUSTED: &str = "the device's heap has no memory left for an `alloca` of";

impl Lower<'_> {
    /// The address of the slot of an `alloca`.
    fn slot(&mut self, op: Op) -> Value {
        let offset = self.offset(op, from::alloca::offset);
        self.shared_at(offset)
    }

    /// Empties the slots of a function.
    pub(super) fn begin_heap(&mut self, func: Op) {
        let ops = ir::walk::preorder(&self.from.body, func);
        self.kernel.heap = ops.filter(|&op| self.from.opcode(op) == tileas::Opcode::Alloca).collect();
        if self.kernel.heap.is_empty() {
            return;
        }
        self.on_first_thread(|l| {
            let nothing = l.i64(0);
            for op in l.kernel.heap.clone() {
                let address = l.slot(op);
                l.st(address, &[nothing], 64, None);
            }
        });
    }

    pub(super) fn alloca(&mut self, op: Op) {
        let bytes = self.from.int(op, from::alloca::bytes).unwrap_or(0).max(1);
        let alignment = self.from.int(op, from::alloca::alignment).unwrap_or(1);
        let slack = if alignment > ALIGNED { alignment - 1 } else { 0 };
        let slot = self.slot(op);
        self.on_first_thread(|l| {
            let known = l.ld(slot, Type::I64, 64, 1)[0];
            let missing = l.is_zero(known);
            l.when(missing, |l| {
                let asked = l.i64(bytes.saturating_add(slack));
                let ty = l.pointer_type(Space::Generic);
                let found = l.b().heap_alloc().bytes(asked).result(ty).finish().value();
                let found = l.number(found);
                l.st(slot, &[found], 64, None);
            });
        });
        // Also: no thread still reads, in the iteration before, what this one writes.
        self.barrier();
        let mut address = self.ld(slot, Type::I64, 64, 1)[0];
        // All lanes have the value, so no warp diverges over it.
        let failed = self.is_zero(address);
        self.when(failed, |l| {
            l.b().trap().message(format!("{EXHAUSTED} {bytes} bytes").as_str()).finish();
        });
        if slack > 0 {
            let (slack, mask) = (self.i64(slack), self.i64(-alignment));
            let up = self.add(address, slack);
            address = self.and(up, mask);
        }
        let ty = self.pointer_type(Space::Global);
        let pointer = self.b().int_to_ptr().source(address).result(ty).finish().value();
        self.hold(op, 0, vec![pointer]);
    }

    /// Frees all memory, when it is no longer used.
    pub(super) fn free_heap(&mut self) {
        if self.kernel.heap.is_empty() {
            return;
        }
        self.barrier();
        self.on_first_thread(|l| {
            for op in l.kernel.heap.clone() {
                let slot = l.slot(op);
                let address = l.ld(slot, Type::I64, 64, 1)[0];
                let ty = l.pointer_type(Space::Generic);
                let pointer = l.b().int_to_ptr().source(address).result(ty).finish().value();
                l.b().heap_free().address(pointer).finish();
            }
        });
    }

    fn is_zero(&mut self, value: Value) -> Value {
        let zero = self.i64(0);
        self.compare(ComparisonPredicate::Equal, false, value, zero)
    }

    /// A generic address as a number.
    fn number(&mut self, pointer: Value) -> Value {
        let ty = self.to.types.intern(Type::I64);
        self.b().ptr_to_int().source(pointer).result(ty).finish().value()
    }
}
