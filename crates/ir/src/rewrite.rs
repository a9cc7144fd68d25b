//! Changing a module: a [`Rewriter`] keeps the uses of values up to date and records which ops should be visited again.

use std::collections::VecDeque;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attr::AttrSlot;
use crate::build::Builder;
use crate::entity::{Block, Op, Region, TypeId, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Field;
use crate::storage::{OpDraft, ValueDef};
use crate::uses::Uses;
use crate::walk::preorder;

/// Work that a rewriter has to spend: elements written or computed. Folding large constants stops there, and the
/// remaining ops stay as they are.
const BUDGET: usize = 1 << 22;

/// A module being changed.
///
/// Every change goes through the rewriter, so that [`Rewriter::uses`] is right at any time. Ops that a change may have
/// made simpler come out of [`Rewriter::take_next`].
pub struct Rewriter<'m, L: Level> {
    module: &'m mut Module<L>,
    uses: Uses,
    queue: VecDeque<Op>,
    queued: SecondaryMap<Op, bool>,
    changed: bool,
    /// Work that may still be spent.
    budget: usize,
}

impl<'m, L: Level> Rewriter<'m, L> {
    /// A rewriter of the whole module; nothing is queued.
    pub fn new(module: &'m mut Module<L>) -> Rewriter<'m, L> {
        let uses = Uses::of(&module.body, module.root);
        let mut queued = SecondaryMap::new();
        queued.resize(module.body.op_count());
        Rewriter { module, uses, queue: VecDeque::new(), queued, changed: false, budget: BUDGET }
    }

    /// The module.
    pub fn module(&self) -> &Module<L> {
        self.module
    }

    /// The uses of its values.
    pub fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The ops that use `value`, each once.
    pub fn users(&self, value: Value) -> SmallVec<[Op; 4]> {
        self.uses.users(&self.module.body, value)
    }

    /// True when something was changed.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Spends work from a budget, or fails if it is exhausted: anything more expensive than a visit of an op asks here first,
    /// so that no module makes a rewriter run for long or grow without bound.
    pub fn spend(&mut self, work: usize) -> bool {
        let spent = self.budget.checked_sub(work);
        self.budget = spent.unwrap_or(self.budget);
        spent.is_some()
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: L::Type) -> TypeId {
        self.module.types.intern(ty)
    }

    /// The id of an attribute, as a slot.
    pub fn intern_attr(&mut self, attr: L::Attr) -> AttrSlot {
        AttrSlot::interned(self.module.attrs.intern(attr))
    }

    /// True when `op` is in the module.
    pub fn stands(&self, op: Op) -> bool {
        op == self.module.root || self.module.body.parent_block(op).is_some()
    }
}

/// The queue.
impl<L: Level> Rewriter<'_, L> {
    /// Queues every op of the module, each before those in its regions.
    pub fn enqueue_all(&mut self) {
        self.queue.reserve(self.module.body.op_count());
        for op in preorder(&self.module.body, self.module.root) {
            if !std::mem::replace(&mut self.queued[op], true) {
                self.queue.push_back(op);
            }
        }
    }

    /// Queues an op for another visit.
    pub fn enqueue(&mut self, op: Op) {
        if !std::mem::replace(&mut self.queued[op], true) {
            self.queue.push_back(op);
        }
    }

    /// The next queued op that still is in the module.
    pub fn take_next(&mut self) -> Option<Op> {
        while let Some(op) = self.queue.pop_front() {
            self.queued[op] = false;
            if self.stands(op) {
                return Some(op);
            }
        }
        None
    }

    fn enqueue_users(&mut self, value: Value) {
        let users = self.users(value);
        users.into_iter().for_each(|user| self.enqueue(user));
    }

    /// Queues the op that defines a value, or holds the block that it is an argument of.
    fn enqueue_definition(&mut self, value: Value) {
        let op = match self.module.body.def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(block, _) => self.module.body.block_op(block),
        };
        op.into_iter().for_each(|op| self.enqueue(op));
    }

    /// Notes a change of `op` itself: it, its users and its operands are visited again.
    fn touched(&mut self, op: Op) {
        self.changed = true;
        self.enqueue(op);
        for value in self.module.body.results(op) {
            self.enqueue_users(value);
        }
    }
}

/// Changing ops.
impl<L: Level> Rewriter<'_, L> {
    /// Replaces every use of `old` by `new`, which is of the same type and is there wherever `old` was.
    pub fn replace_value(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        self.changed = true;
        self.hand_name_over(old, new);
        for user in self.uses.replace(&mut self.module.body, old, new) {
            self.enqueue(user);
        }
        self.enqueue_definition(new);
        self.enqueue_definition(old);
    }

    /// A value without a name takes the name of the one that it replaces, if both are single results.
    fn hand_name_over(&mut self, old: Value, new: Value) {
        let body = &mut self.module.body;
        let alone = |value| match body.def(value) {
            ValueDef::Result(op, _) => body.results(op).len() == 1,
            ValueDef::Arg(..) => false,
        };
        if alone(old) && alone(new) && body.name(new).is_none() {
            let name = body.name(old);
            body.set_name(new, name);
        }
    }

    /// Replaces the results of `op` by `values` and erases it.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        let results = self.module.body.results(op);
        debug_assert_eq!(results.len(), values.len(), "a value for every result");
        for (old, &new) in results.into_iter().zip(values) {
            self.replace_value(old, new);
        }
        self.erase(op);
    }

    /// Takes `op` and everything in it out of the module; nothing may use its results.
    pub fn erase(&mut self, op: Op) {
        self.changed = true;
        let inside: Vec<Op> = preorder(&self.module.body, op).collect();
        for &op in &inside {
            self.uses.remove_op(&self.module.body, op);
        }
        for &op in &inside {
            let operands: SmallVec<[Value; 8]> = self.module.body.operands(op).into();
            operands.into_iter().for_each(|value| self.enqueue_definition(value));
        }
        self.enqueue_neighbours(op);
        // Ops in its regions are no longer in the module, either: they must not be visited again.
        for &op in inside.iter().rev() {
            self.module.body.detach(op);
        }
    }

    /// Ops around a removed op may become simpler.
    fn enqueue_neighbours(&mut self, op: Op) {
        let body = &self.module.body;
        let near = [body.parent_op(op), body.next(op), body.prev(op)];
        near.into_iter().flatten().for_each(|near| self.enqueue(near));
    }

    /// Replaces operands and segment sizes of an op.
    pub fn set_operands(&mut self, op: Op, operands: &[Value], segments: &[u32]) {
        let old: SmallVec<[Value; 8]> = self.module.body.operands(op).into();
        self.uses.remove_op(&self.module.body, op);
        self.module.body.set_operands(op, operands, segments);
        self.uses.add_op(&self.module.body, op);
        old.into_iter().for_each(|value| self.enqueue_definition(value));
        self.touched(op);
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let old = self.module.body.operands(op)[index];
        self.uses.remove_op(&self.module.body, op);
        self.module.body.operands_mut(op)[index] = value;
        self.uses.add_op(&self.module.body, op);
        self.enqueue_definition(old);
        self.touched(op);
    }

    /// Replaces every use of `old` by `new` in the operands of one op.
    pub fn replace_uses_in(&mut self, user: Op, old: Value, new: Value) {
        for index in 0..self.module.body.operands(user).len() {
            if self.module.body.operands(user)[index] == old {
                self.set_operand(user, index, new);
            }
        }
    }

    /// Removes the operands of a field, which may be absent.
    pub fn drop_operands(&mut self, op: Op, field: Field) {
        let range = self.module.operand_range(op, field);
        self.keep_operands(op, &|index| !range.contains(&index));
    }

    /// Keeps the operands for which `keep` is true; the sizes of segments follow.
    pub fn keep_operands(&mut self, op: Op, keep: &dyn Fn(usize) -> bool) {
        let body = &self.module.body;
        let kept = |range: std::ops::Range<usize>| range.filter(|&index| keep(index));
        let operands: Vec<Value> =
            kept(0..body.operands(op).len()).map(|index| body.operands(op)[index]).collect();
        let mut start = 0;
        let segments: Vec<u32> = (body.segments(op).iter())
            .map(|&size| {
                let range = start..start + size as usize;
                start = range.end;
                kept(range).count() as u32
            })
            .collect();
        self.set_operands(op, &operands, &segments);
    }

    /// Sets an attribute.
    pub fn set_attr(&mut self, op: Op, field: Field, slot: AttrSlot) {
        self.module.set_attr(op, field, slot);
        self.touched(op);
    }

    /// Keeps the results for which `keep` is true; the others must not be used.
    pub fn keep_results(&mut self, op: Op, keep: &dyn Fn(usize) -> bool) {
        let old: Vec<Value> = self.module.body.results(op).iter().collect();
        let kept: Vec<Value> = (old.iter().enumerate()).filter(|&(i, _)| keep(i)).map(|(_, &v)| v).collect();
        let types: Vec<TypeId> = kept.iter().map(|&value| self.module.body.ty(value)).collect();
        self.module.body.set_result_types(op, &types);
        let new = self.module.body.results(op);
        // The name of a group is that of its first result.
        let name = old.first().and_then(|&first| self.module.body.name(first));
        if let Some(first) = new.get(0) {
            self.module.body.set_name(first, name);
        }
        kept.into_iter().zip(new).for_each(|(old, new)| self.replace_value(old, new));
        self.touched(op);
    }

    /// Keeps the arguments of a block for which `keep` is true; the others must not be used.
    pub fn keep_args(&mut self, block: Block, keep: &dyn Fn(usize) -> bool) {
        let old: Vec<Value> = self.module.body.block_args(block).iter().collect();
        let kept: Vec<Value> = (old.iter().enumerate()).filter(|&(i, _)| keep(i)).map(|(_, &v)| v).collect();
        let types: Vec<TypeId> = kept.iter().map(|&value| self.module.body.ty(value)).collect();
        self.module.body.set_block_args(block, &types);
        for (old, new) in kept.into_iter().zip(self.module.body.block_args(block)) {
            let name = self.module.body.name(old);
            self.module.body.set_name(new, name);
            self.replace_value(old, new);
        }
        self.changed = true;
    }
}

/// Making and moving ops.
impl<L: Level> Rewriter<'_, L> {
    /// Builds ops before `at`; they take the location and place of `like`.
    pub fn build_before<T>(&mut self, at: Op, like: Op, build: impl FnOnce(&mut Builder<'_, L>) -> T) -> T {
        let first = self.module.body.op_count();
        let mut builder = Builder::before(self.module, at);
        builder.loc = builder.module.body.loc(like);
        let result = build(&mut builder);
        self.adopt(first, like);
        result
    }

    /// Builds ops at the end of `block`; they take the location and place of `like`.
    pub fn build_at_end<T>(
        &mut self,
        block: Block,
        like: Op,
        build: impl FnOnce(&mut Builder<'_, L>) -> T,
    ) -> T {
        let first = self.module.body.op_count();
        let mut builder = Builder::at_end(self.module, block);
        builder.loc = builder.module.body.loc(like);
        let result = build(&mut builder);
        self.adopt(first, like);
        result
    }

    /// Takes over the ops made since there were `first`.
    fn adopt(&mut self, first: usize, like: Op) {
        let span = self.module.body.head(like);
        for index in first..self.module.body.op_count() {
            let op = Op::from_u32(index as u32);
            self.uses.add_op(&self.module.body, op);
            if let Some(span) = span {
                self.module.body.set_span(op, span);
            }
            self.enqueue(op);
        }
        self.changed |= self.module.body.op_count() > first;
    }

    /// Builds an op without regions like `op`, with its attributes, before `at`: of other operands and result types.
    pub fn rebuild_before(&mut self, at: Op, op: Op, operands: &[Value], results: &[TypeId]) -> Op {
        let body = &self.module.body;
        let (segments, attrs) = (body.segments(op).to_vec(), body.attrs(op).to_vec());
        let (opcode, loc, extra) = (body.opcode(op), body.loc(op), body.extra(op));
        let first = body.op_count();
        let draft =
            OpDraft { opcode, operands, segments: &segments, attrs: &attrs, results, regions: 0, loc };
        let new = self.module.body.create_op(draft);
        self.module.body.set_extra(new, extra);
        self.module.body.insert_before(at, new);
        self.adopt(first, op);
        new
    }

    /// Moves `op` before `at`.
    pub fn move_before(&mut self, op: Op, at: Op) {
        self.module.body.detach(op);
        self.module.body.insert_before(at, op);
        self.touched(op);
    }

    /// Moves every op of `block`, except its last, before `at`; returns the last, which stays.
    pub fn splice_before(&mut self, block: Block, at: Op) -> Op {
        let ops: Vec<Op> = self.module.body.block_ops(block).collect();
        let (&last, before) = ops.split_last().expect("a verified block has a terminator");
        before.iter().for_each(|&op| self.move_before(op, at));
        last
    }

    /// Adds a block without arguments to the end of a region.
    pub fn create_block(&mut self, region: Region) -> Block {
        self.changed = true;
        self.module.body.create_block(region, &[])
    }

    /// Moves the blocks of a region to the end of another.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        let owners = [self.module.body.region_op(from), self.module.body.region_op(to)];
        self.module.body.move_blocks(from, to);
        owners.into_iter().for_each(|op| self.touched(op));
    }

    /// Exchanges the blocks of two regions.
    pub fn swap_blocks(&mut self, one: Region, other: Region) {
        self.module.body.swap_blocks(one, other);
        let owners = [self.module.body.region_op(one), self.module.body.region_op(other)];
        owners.into_iter().for_each(|op| self.touched(op));
    }

    /// Removes the blocks of a region with all their ops, whose results nothing outside may use.
    pub fn erase_blocks(&mut self, region: Region) {
        for block in self.module.body.region_blocks(region).to_vec() {
            let ops: Vec<Op> = self.module.body.block_ops(block).collect();
            ops.into_iter().rev().for_each(|op| self.erase(op));
        }
        self.module.body.clear_region(region);
        let owner = self.module.body.region_op(region);
        self.touched(owner);
    }

    /// Removes every op of the block of `op` from `op` on; nothing outside of them may use their results.
    pub fn erase_from(&mut self, op: Op) {
        let ops: Vec<Op> = std::iter::successors(Some(op), |&op| self.module.body.next(op)).collect();
        ops.into_iter().rev().for_each(|op| self.erase(op));
    }

    /// Copies `op` with everything in it before `at`. Operands that `map` knows are replaced; the results of the
    /// copies are added to it.
    pub fn clone_before(&mut self, op: Op, at: Op, map: &mut FxHashMap<Value, Value>) -> Op {
        let first = self.module.body.op_count();
        let copy = self.clone_detached(op, map);
        self.module.body.insert_before(at, copy);
        for index in first..self.module.body.op_count() {
            let op = Op::from_u32(index as u32);
            self.uses.add_op(&self.module.body, op);
            self.enqueue(op);
        }
        self.changed = true;
        copy
    }

    fn clone_detached(&mut self, op: Op, map: &mut FxHashMap<Value, Value>) -> Op {
        // Copies of ops with regions wait for the ops in them: nesting costs heap, not stack.
        let copy = self.clone_shallow(op, map);
        let mut pending = vec![(op, copy)];
        while let Some((from, to)) = pending.pop() {
            let regions: SmallVec<[(Region, Region); 2]> =
                self.module.body.regions(from).zip(self.module.body.regions(to)).collect();
            for (from, to) in regions {
                for block in self.module.body.region_blocks(from).to_vec() {
                    self.clone_block(block, to, map, &mut pending);
                }
            }
        }
        copy
    }

    fn clone_block(
        &mut self,
        block: Block,
        to: Region,
        map: &mut FxHashMap<Value, Value>,
        pending: &mut Vec<(Op, Op)>,
    ) {
        let args: Vec<Value> = self.module.body.block_args(block).iter().collect();
        let types: Vec<TypeId> = args.iter().map(|&arg| self.module.body.ty(arg)).collect();
        let new = self.module.body.create_block(to, &types);
        for (old, new) in args.into_iter().zip(self.module.body.block_args(new)) {
            self.copy_name(old, new, map);
        }
        for op in self.module.body.block_ops(block).collect::<Vec<Op>>() {
            let copy = self.clone_shallow(op, map);
            self.module.body.append(new, copy);
            if self.module.body.regions(op).len() > 0 {
                pending.push((op, copy));
            }
        }
    }

    fn copy_name(&mut self, old: Value, new: Value, map: &mut FxHashMap<Value, Value>) {
        let name = self.module.body.name(old);
        self.module.body.set_name(new, name);
        map.insert(old, new);
    }

    /// A copy of the op without what is in its regions, standing nowhere.
    fn clone_shallow(&mut self, op: Op, map: &mut FxHashMap<Value, Value>) -> Op {
        let body = &self.module.body;
        let operands: Vec<Value> =
            // A value that is not mapped is defined outside of the copied ops.
            body.operands(op).iter().map(|value| map.get(value).copied().unwrap_or(*value)).collect();
        let (segments, attrs) = (body.segments(op).to_vec(), body.attrs(op).to_vec());
        let results: Vec<Value> = body.results(op).iter().collect();
        let types: Vec<TypeId> = results.iter().map(|&value| body.ty(value)).collect();
        let (opcode, regions, loc) = (body.opcode(op), body.regions(op).len() as u16, body.loc(op));
        let (extra, head) = (body.extra(op), body.head(op));
        let body = &mut self.module.body;
        let draft = OpDraft {
            opcode,
            operands: &operands,
            segments: &segments,
            attrs: &attrs,
            results: &types,
            regions,
            loc,
        };
        let copy = body.create_op(draft);
        body.set_extra(copy, extra);
        head.into_iter().for_each(|span| body.set_span(copy, span));
        for (old, new) in results.into_iter().zip(self.module.body.results(copy)) {
            self.copy_name(old, new, map);
        }
        copy
    }
}
