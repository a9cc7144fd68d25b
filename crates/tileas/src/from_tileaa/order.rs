//! From tokens to barriers.
//!
//! Ops stand in the order of the program, which tokens allow. What a thread reads may have been written by another, so
//! where a token orders two accesses of which one writes, all threads of the block meet between them. A token knows when
//! the last access behind it was; a barrier that came later has done it.

use cranelift_entity::SecondaryMap;
use ir::{Field, Op, Value};
use tileaa::Opcode as From;
use tileaa::arith::MemoryOrdering;

use super::{Lower, Lowered};
use crate::ops::Builders as _;

/// What is behind a token: when the last read and the last write were.
#[derive(Clone, Copy, Default)]
struct Behind {
    read: u32,
    write: u32,
}

/// Accesses and barriers so far, by number.
#[derive(Default)]
pub(super) struct Order {
    now: u32,
    barrier: u32,
    tokens: SecondaryMap<Value, Behind>,
}

impl Order {
    /// A value stands for another.
    pub(super) fn carry(&mut self, old: Value, new: Value) {
        self.tokens[new] = self.tokens[old];
    }

    fn join(&mut self, tokens: &[Value]) -> Behind {
        tokens.iter().fold(Behind::default(), |all, &token| {
            let behind = self.tokens[token];
            Behind { read: all.read.max(behind.read), write: all.write.max(behind.write) }
        })
    }

    /// Regions of an op begin: behind tokens that a loop carries there may be anything. Returns the last barrier before.
    pub(super) fn enter(&mut self, module: &tileaa::Module, op: Op, is_loop: bool) -> u32 {
        self.now += 1;
        if is_loop {
            self.anything_behind(
                module
                    .body
                    .regions(op)
                    .filter_map(|region| {
                        module.body.region_blocks(region).first().map(|&block| module.body.block_args(block))
                    })
                    .flatten(),
            );
        }
        self.barrier
    }

    /// A region begins behind the barrier that came last before the op.
    pub(super) fn begin_region(&mut self, barrier: u32) {
        self.barrier = barrier;
    }

    /// Regions of an op end.
    pub(super) fn leave(&mut self, module: &tileaa::Module, op: Op) {
        self.now += 1;
        self.anything_behind(module.body.results(op).iter());
    }

    fn anything_behind(&mut self, values: impl Iterator<Item = Value>) {
        for value in values {
            self.tokens[value] = Behind { read: self.now, write: self.now };
        }
    }
}

impl Lower<'_> {
    /// Tokens of nothing, or of several.
    pub(super) fn join_tokens(&mut self, op: Op) {
        let behind = self.order.join(self.from.body.operands(op));
        let result = self.from.body.result(op, 0);
        self.order.tokens[result] = behind;
    }

    /// An op that tokens order.
    pub(super) fn access(&mut self, op: Op) -> Lowered<()> {
        let from = self.from;
        let is_token = |&value: &Value| *from.ty(value) == tileaa::Type::Token;
        let tokens: Vec<Value> = from.body.operands(op).iter().copied().filter(is_token).collect();
        let behind = self.order.join(&tokens);
        let writes = !matches!(from.opcode(op), From::Load | From::TiledLoad | From::Print);
        let needs = behind.write > self.order.barrier || (writes && behind.read > self.order.barrier);
        let ordering = self.ordering(op);
        let releases = matches!(ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel);
        let acquires = matches!(ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel);
        if needs || releases {
            self.barrier();
        }
        self.copy(op)?;
        self.order.now += 1;
        let now = self.order.now;
        if let Some(token) = from.body.results(op).iter().find(is_token) {
            let read = behind.read.max(if writes { 0 } else { now });
            let write = behind.write.max(if writes { now } else { 0 });
            self.order.tokens[token] = Behind { read, write };
        }
        if acquires {
            self.barrier();
        }
        Ok(())
    }

    fn barrier(&mut self) {
        self.builder().barrier().finish();
        self.order.now += 1;
        self.order.barrier = self.order.now;
    }

    /// The ordering of an access; weak where ops have none.
    fn ordering(&self, op: Op) -> MemoryOrdering {
        let spec = self.from.spec(op);
        let index = spec.attrs.iter().position(|attr| attr.name == "ordering");
        let slot = index.map(|index| self.from.attr(op, Field::Attr(index as u8)));
        slot.and_then(MemoryOrdering::from_slot).unwrap_or(MemoryOrdering::Weak)
    }
}
