//! From tokens to barriers.
//!
//! Ops stand in the order of the program, which tokens allow. What a thread reads may have been written by another, so
//! where a token orders two accesses of which one writes, all threads of the block meet between them. A token knows when
//! the last access behind it was; a barrier that came later has done it. Nobody waits between accesses that cannot meet, nor
//! where each thread reads and writes what is its own: the same elements of the same memory, in one layout.

use cranelift_entity::SecondaryMap;
use ir::walk::preorder;
use ir::{Field, Op, Value};
use smallvec::SmallVec;
use tileaa::Opcode as From;
use tileaa::alias::Access;
use tileaa::arith::MemoryOrdering;

use super::{Lower, Lowered};
use crate::layout::{Input, RegisterLayout};
use crate::ops::{Builders as _, fields};

/// Accesses behind a token that are looked at one by one; of more only the time is kept.
const KNOWN: usize = 8;

/// What is behind a token: when the last read and the last write were, and plain accesses, which are looked at one by one.
#[derive(Clone, Default)]
struct Behind {
    read: u32,
    write: u32,
    known: SmallVec<[Known; 2]>,
}

/// A plain access, and when it was.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    time: u32,
    op: Op,
    writes: bool,
}

impl Behind {
    fn add(&mut self, known: Known) {
        if !self.known.contains(&known) {
            self.known.push(known);
        }
        if self.known.len() > KNOWN {
            self.forget();
        }
    }

    /// Keeps only the times.
    fn forget(&mut self) {
        for known in self.known.drain(..) {
            let last = if known.writes { &mut self.write } else { &mut self.read };
            *last = known.time.max(*last);
        }
    }
}

/// Accesses and barriers so far, by number.
#[derive(Default)]
pub(super) struct Order {
    now: u32,
    barrier: u32,
    tokens: SecondaryMap<Value, Behind>,
    /// The layouts in which plain accesses move their tiles.
    moved: SecondaryMap<Op, Option<RegisterLayout>>,
}

impl Order {
    /// A value stands for another.
    pub(super) fn carry(&mut self, old: Value, new: Value) {
        self.tokens[new] = self.tokens[old].clone();
    }

    fn join(&self, tokens: &[Value]) -> Behind {
        let mut all = Behind::default();
        for &token in tokens {
            let behind = &self.tokens[token];
            (all.read, all.write) = (all.read.max(behind.read), all.write.max(behind.write));
            behind.known.iter().filter(|known| known.time > self.barrier).for_each(|&known| all.add(known));
        }
        all
    }

    /// Regions of an op begin: behind tokens that a loop carries may be what its body did. Returns the last barrier before.
    pub(super) fn enter(&mut self, module: &tileaa::Module, op: Op, is_loop: bool) -> u32 {
        let before = self.join(module.body.operands(op));
        self.now += 1;
        if is_loop {
            let behind = self.with_body(module, op, before);
            for region in module.body.regions(op) {
                let Some(&block) = module.body.region_blocks(region).first() else { continue };
                module.body.block_args(block).iter().for_each(|value| self.tokens[value] = behind.clone());
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
        self.barrier = barrier;
        let before = self.join(module.body.operands(op));
        self.now += 1;
        let behind = self.with_body(module, op, before);
        module.body.results(op).iter().for_each(|value| self.tokens[value] = behind.clone());
    }

    /// What is behind a token that regions of an op may have changed.
    fn with_body(&self, module: &tileaa::Module, op: Op, mut before: Behind) -> Behind {
        before.forget();
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
        Behind {
            read: latest(reads, before.read),
            write: latest(writes, before.write),
            known: SmallVec::new(),
        }
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
        self.copy_access(op)?;
        let new = self.to.body.last_op(self.block).expect("the access stands last");
        self.order.moved[op] = self.moved(op, new);
        let passed = self.order.barrier;
        let meets = |known: &Known| known.time > passed && self.meets(known, op, writes);
        let needs =
            behind.write > passed || (writes && behind.read > passed) || behind.known.iter().any(meets);
        let ordering = self.ordering(op);
        let releases = matches!(ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel);
        let acquires = matches!(ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel);
        if needs || releases {
            self.barrier_before(new);
        }
        self.align_picks(op);
        self.settle_loaded(op);
        self.order.now += 1;
        let now = self.order.now;
        if let Some(token) = from.body.results(op).iter().find(is_token) {
            let mut after = self.order.join(&tokens);
            if Access::of(from, op).is_some() {
                after.add(Known { time: now, op, writes });
            } else if writes {
                after.write = now;
            } else {
                after.read = now;
            }
            self.order.tokens[token] = after;
        }
        if acquires {
            self.barrier();
        }
        Ok(())
    }

    /// Whether threads of the block may meet in memory at an access behind another one.
    fn meets(&self, known: &Known, op: Op, writes: bool) -> bool {
        let from = self.from;
        if !writes && !known.writes {
            return false;
        }
        let (Some(before), Some(now)) = (Access::of(from, known.op), Access::of(from, op)) else {
            return true;
        };
        if now.is_apart(from, &self.facts, &before) {
            return false;
        }
        let (first, second) = (&self.order.moved[known.op], &self.order.moved[op]);
        let alone = |layout: &RegisterLayout| {
            layout.shape().rank() > 0 && layout.free(Input::Lane) == 0 && layout.free(Input::Warp) == 0
        };
        !(now.is_same(from, &before) && first == second && first.as_ref().is_some_and(alone))
    }

    /// The layout in which a plain load or store moves its tile.
    fn moved(&self, op: Op, new: Op) -> Option<RegisterLayout> {
        let opcode = self.from.opcode(op);
        let value = if matches!(opcode, From::Load | From::TiledLoad) {
            self.to.body.results(new).get(0)
        } else if opcode == From::Store {
            Some(self.to.operand(new, fields::store::value))
        } else if opcode == From::TiledStore {
            Some(self.to.operand(new, fields::tiled_store::value))
        } else {
            None
        };
        value.map(|value| self.tile(value).layout.clone())
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
        let mut tiles = self.to.body.operands(op).iter().filter_map(|&value| self.to.ty(value).block_tile());
        tiles.any(|tiles| tiles.gather == Some(dim as u32) && tiles.tile[dim] == length)
    }

    fn barrier_before(&mut self, op: Op) {
        ir::build::Builder::before(&mut self.to, op).barrier().finish();
        self.order.now += 1;
        self.order.barrier = self.order.now;
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
