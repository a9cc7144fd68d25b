//! From tokens to barriers.
//!
//! Ops stand in the order of the program, which tokens allow. What a thread reads may have been written by another, so
//! where a token orders two accesses of which one writes, all threads of the block meet between them. A token knows when
//! the last access behind it was; a barrier that came later has done it.

use cranelift_entity::SecondaryMap;
use ir::walk::preorder;
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

    fn join(&self, tokens: &[Value]) -> Behind {
        tokens.iter().fold(Behind::default(), |all, &token| {
            let behind = self.tokens[token];
            Behind { read: all.read.max(behind.read), write: all.write.max(behind.write) }
        })
    }

    /// Regions of an op begin: behind tokens that a loop carries may be what its body did. Returns the last barrier before.
    pub(super) fn enter(&mut self, module: &tileaa::Module, op: Op, is_loop: bool) -> u32 {
        let before = self.join(module.body.operands(op));
        self.now += 1;
        if is_loop {
            let behind = self.with_body(module, op, before);
            for region in module.body.regions(op) {
                let Some(&block) = module.body.region_blocks(region).first() else { continue };
                module.body.block_args(block).iter().for_each(|value| self.tokens[value] = behind);
            }
        }
        self.barrier
    }

    /// A region begins behind the barrier that came last before the op.
    pub(super) fn begin_region(&mut self, barrier: u32) {
        self.barrier = barrier;
    }

    /// Regions of an op end: behind its tokens may be what they did, and barriers in them may not have been reached.
    pub(super) fn leave(&mut self, module: &tileaa::Module, op: Op, barrier: u32) {
        let before = self.join(module.body.operands(op));
        self.now += 1;
        self.barrier = barrier;
        let behind = self.with_body(module, op, before);
        module.body.results(op).iter().for_each(|value| self.tokens[value] = behind);
    }

    /// What is behind a token that regions of an op may have changed.
    fn with_body(&self, module: &tileaa::Module, op: Op, before: Behind) -> Behind {
        let (mut reads, mut writes) = (false, false);
        for inner in preorder(&module.body, op) {
            let ordered =
                module.body.results(inner).iter().any(|value| *module.ty(value) == tileaa::Type::Token);
            if ordered && module.body.regions(inner).len() == 0 {
                let writing = writes_memory(module.opcode(inner));
                (reads, writes) = (reads | !writing, writes | writing);
            }
        }
        let latest = |changed: bool, before: u32| if changed { self.now } else { before };
        Behind { read: latest(reads, before.read), write: latest(writes, before.write) }
    }
}

/// Whether an op that tokens order changes memory, as far as others can see.
fn writes_memory(opcode: From) -> bool {
    let reads = [From::Load, From::TiledLoad, From::Print, From::CreateMemToken, From::JoinTokens];
    !reads.contains(&opcode)
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
        let writes = writes_memory(from.opcode(op));
        let needs = behind.write > self.order.barrier || (writes && behind.read > self.order.barrier);
        let ordering = self.ordering(op);
        let releases = matches!(ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel);
        let acquires = matches!(ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel);
        if needs || releases {
            self.barrier();
        }
        self.copy(op)?;
        self.align_picks(op);
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

    /// Coordinates that are picked one by one are where the elements are that they are for: the tile's layout without its other
    /// dimensions.
    fn align_picks(&mut self, op: Op) {
        let block = self.block;
        let Some(new) = self.to.body.last_op(block) else { return };
        let accessed = if self.from.opcode(op) == From::TiledLoad {
            self.to.body.results(new).get(0)
        } else if matches!(self.from.opcode(op), From::TiledStore | From::TiledAtomicRed) {
            self.to.body.operands(new).first().copied()
        } else {
            None
        };
        let Some(accessed) = accessed else { return };
        let layout = self.tile(accessed).layout.clone();
        let picks: Vec<(usize, Value)> = self
            .to
            .body
            .operands(new)
            .iter()
            .enumerate()
            .filter(|&(_, &value)| {
                value != accessed && self.to.ty(value).tile().is_some_and(|t| t.shape().len() == 1)
            })
            .map(|(at, &value)| (at, value))
            .collect();
        for (at, value) in picks {
            let length = self.tile(value).shape()[0];
            let dims = 0..layout.shape().rank();
            let Some(dim) = dims.into_iter().find(|&dim| self.picks_along(new, dim, length)) else {
                continue;
            };
            let mut wanted = layout.clone();
            for other in (0..layout.shape().rank()).rev().filter(|&other| other != dim) {
                wanted = wanted.project(other);
            }
            let converted = self.convert(value, &wanted);
            // The conversion stands behind its use so far.
            self.to.body.detach(new);
            self.to.body.append(block, new);
            self.to.body.operands_mut(new)[at] = converted;
        }
    }

    /// Whether coordinates are picked along a dimension of the tiles that an op accesses.
    fn picks_along(&self, op: Op, dim: usize, length: u32) -> bool {
        self.to.body.operands(op).iter().any(|&value| match self.to.ty(value) {
            crate::Type::BlockTile(tiles) => tiles.gather == Some(dim as u32) && tiles.tile[dim] == length,
            crate::Type::Tile(_) | crate::Type::Memref(_) | crate::Type::Buffer(_) => false,
        })
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
