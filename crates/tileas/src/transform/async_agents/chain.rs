//! Software pipelining of a chain of products: its last product is delayed by one iteration, so that the tensor cores
//! multiply while threads compute the operands of the next product.
//!
//! ```text
//! for i {                                     if there is an iteration {
//!   wait k; read { s = q * k }; release k       s = q * k; p, o = ..
//!   p, o = .. s .. acc ..                       for the others {
//!   wait v; read { acc = p * v + o }              begin s = q * k; begin acc = p * v + o
//!   release v                           =>        wait for s; release k; what follows from s alone
//! }                                               wait for acc; release v; p, o = .. s .. acc ..
//!                                               }
//!                                               acc = p * v + o; release v
//!                                             }
//! ```
//!
//! The transformation only depends on the ends of the chain: its last product uses fragments that the iteration
//! computes and produces a sum that the loop carries, and the first product depends on neither. Loops with effects
//! other than those of their pipelines are not changed.

use cranelift_entity::EntitySet;
use ir::spec::Effects;
use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::begin::{begin, begin_and_wait, dot_of, factors};
use super::peel::{Guard, guard, others};
use crate::attributes::TurnStep;
use crate::ops::{Builders as _, fields, warpgroups};
use crate::transform::materialize_schedule::{next_counter, take_results};
use crate::{Module, Opcode};

/// A product with what takes its stage and gives it back.
#[derive(Clone, Copy)]
struct Product {
    dot: Op,
    wait: Op,
    read: Op,
    release: Op,
}

/// A loop whose last product may fall behind.
pub(super) struct Chain {
    loop_: Op,
    body: Block,
    dots: Vec<Op>,
    first: Product,
    last: Product,
    /// Advances the iterator of the last product.
    inc: Op,
    /// The number of the carried value that is the sum of the last product.
    sum: usize,
    /// Whether several warpgroups run the loop, which take turns then.
    turns: bool,
}

impl Chain {
    /// The chain of the products of a loop.
    pub(super) fn of(module: &Module, dots: &[Op]) -> Option<Chain> {
        let (&[first, .., last], true) = (dots, dots.iter().all(|&dot| factors(module, dot).is_some()))
        else {
            return None;
        };
        let (first, last) = (Product::of(module, first)?, Product::of(module, last)?);
        let body = module.body.parent_block(last.read)?;
        let loop_ = module.body.block_op(body).filter(|&op| module.opcode(op) == Opcode::For)?;
        let end = module.body.last_op(body).filter(|&op| module.opcode(op) == Opcode::Continue)?;
        if module.body.parent_block(first.read) != Some(body) || first.read == last.read {
            return None;
        }
        let carried = module.body.operands(end);
        let place = |value: Value| carried.iter().position(|&other| other == value);
        let only_carried = |value: Value| {
            let uses = preorder(&module.body, loop_).flat_map(|op| module.body.operands(op).to_vec());
            uses.filter(|&used| used == value).count() == 1
        };
        let given = module.body.result(last.read, 1);
        let sum = place(given).filter(|_| only_carried(given))?;
        let iterator = module.operand(last.wait, fields::pipeline_wait::iterator);
        let inc = module.body.block_ops(body).find(|&op| {
            module.opcode(op) == Opcode::PipelineInc
                && module.operand(op, fields::pipeline_inc::iterator) == iterator
        })?;
        let next = module.body.result(inc, 0);
        let of_last = place(next).filter(|_| only_carried(next))?;
        let argument = |number: usize| module.body.block_args(body).get(number + 1);
        let turns = has_several_warpgroups(module, loop_);
        let chain = Chain { loop_, body, dots: dots.to_vec(), first, last, inc, sum, turns };
        (argument(of_last) == Some(iterator) && chain.may_turn(module)).then_some(chain)
    }

    /// Whether the first product and what the last one multiplies are there before the last one, and nothing else is in
    /// order.
    fn may_turn(&self, module: &Module) -> bool {
        let local = |value: Value| {
            let made = module.body.def_op(value);
            made.is_some_and(|op| module.body.parent_block(op) == Some(self.body))
        };
        let [lhs, acc] = self.terms(module);
        let sum = module.body.block_args(self.body).get(self.sum + 1);
        let late = self.late(module);
        let ordered = Effects::OUTSIDE.and(Effects::ENDLESS).and(Effects::JUMP).and(Effects::RETURN);
        let handles = |op: Op| {
            matches!(
                module.opcode(op),
                Opcode::PipelineWait
                    | Opcode::PipelineRead
                    | Opcode::PipelineRelease
                    | Opcode::PipelineInc
                    | Opcode::PipelineYield
                    | Opcode::LocalLoad
                    | Opcode::Continue
            ) || warpgroups(module, op).is_some()
        };
        let free = |op: Op| handles(op) || !module.effects(op).any_of(ordered);
        let inside = preorder(&module.body, self.loop_).filter(|&op| op != self.loop_);
        local(lhs)
            && (local(acc) || Some(acc) == sum)
            && [self.first.wait, self.first.read].iter().all(|&op| !late.contains(op))
            && inside.into_iter().all(free)
    }

    /// The fragments that the last product multiplies, and what it adds onto.
    fn terms(&self, module: &Module) -> [Value; 2] {
        [fields::dot::lhs, fields::dot::acc].map(|field| module.operand(self.last.dot, field))
    }

    /// Ops of the body that follow from the sum of the last product; and conversions whose one use is its fragments,
    /// which would else be held twice.
    fn late(&self, module: &Module) -> EntitySet<Op> {
        let mut late: EntitySet<Op> = EntitySet::new();
        let mut known: EntitySet<Value> = EntitySet::new();
        known.extend(module.body.block_args(self.body).get(self.sum + 1));
        for op in module.body.block_ops(self.body) {
            let follows = preorder(&module.body, op)
                .any(|inner| module.body.operands(inner).iter().any(|&value| known.contains(value)));
            if follows {
                late.insert(op);
                known.extend(module.body.results(op).iter());
            }
        }
        let mut value = self.terms(module)[0];
        while let Some(op) = module.body.def_op(value) {
            let inside = module.body.block_ops(self.body).flat_map(|op| preorder(&module.body, op));
            let users = inside.filter(|&user| module.body.operands(user).contains(&value));
            let converts = matches!(module.opcode(op), Opcode::ConvertLayout | Opcode::FpToFp);
            if !converts || module.body.parent_block(op) != Some(self.body) || users.count() != 1 {
                break;
            }
            late.insert(op);
            value = module.body.operands(op)[0];
        }
        late
    }

    /// Rewrites the loop.
    pub(super) fn fall_behind(&self, rewriter: &mut Rewrite<'_>) {
        let Guard { branch, end, bounds, inits } = guard(rewriter, self.loop_);
        let arguments: Vec<Value> = rewriter.module().body.block_args(self.body).iter().collect();
        let mut names: FxHashMap<Value, Value> =
            arguments.iter().copied().zip(std::iter::once(bounds[0]).chain(inits)).collect();
        let carried = self.first_iteration(rewriter, end, &mut names);
        let next = next_counter(rewriter, end, bounds);
        self.turn(rewriter, end, TurnStep::Open);
        let new = others(rewriter, self.loop_, end, ([next, bounds[1], bounds[2]], carried));
        self.turn(rewriter, end, TurnStep::Close);
        let results = self.last_product(rewriter, end, new);
        self.steady(rewriter);
        rewriter.set_operands(end, &results, &[]);
        take_results(rewriter, self.loop_, branch);
    }

    /// A step of the warpgroups' turns in front of an op.
    fn turn(&self, rewriter: &mut Rewrite<'_>, at: Op, step: TurnStep) {
        if self.turns {
            rewriter.build_before(at, self.first.dot, |b| b.turn().step(step).finish().op);
        }
    }

    /// The value in place of the last product.
    fn tail(&self) -> [Op; 4] {
        [self.last.wait, self.last.read, self.last.release, self.inc]
    }

    /// The first iteration without its last product; what the other ones start with: what is carried, then the
    /// fragments.
    fn first_iteration(
        &self,
        rewriter: &mut Rewrite<'_>,
        at: Op,
        names: &mut FxHashMap<Value, Value>,
    ) -> Vec<Value> {
        let ops: Vec<Op> = rewriter.module().body.block_ops(self.body).collect();
        let (&last, ops) = ops.split_last().expect("a body has its end");
        for &op in ops.iter().filter(|op| !self.tail().contains(op)) {
            let copy = rewriter.clone_before(op, at, names);
            let dots = preorder(&rewriter.module().body, copy);
            let dots: Vec<Op> = dots.filter(|&op| warpgroups(rewriter.module(), op).is_some()).collect();
            for dot in dots {
                begin_and_wait(rewriter, dot);
            }
        }
        let module = rewriter.module();
        let [lhs, acc] = self.terms(module);
        let mut carried = module.body.operands(last).to_vec();
        carried[self.sum] = acc;
        let next = module.body.result(self.inc, 0);
        let iterator = module.operand(self.last.wait, fields::pipeline_wait::iterator);
        carried.iter_mut().filter(|value| **value == next).for_each(|value| *value = iterator);
        carried.push(lhs);
        carried.into_iter().map(|value| names.get(&value).copied().unwrap_or(value)).collect()
    }

    /// The last product after the loop; what the loop gives.
    fn last_product(&self, rewriter: &mut Rewrite<'_>, at: Op, new: Op) -> Vec<Value> {
        let module = rewriter.module();
        let mut results: Vec<Value> = module.body.results(new).iter().collect();
        let fragments = results.pop().expect("the loop carries fragments");
        let [lhs, acc] = self.terms(module);
        let iterator = module.operand(self.last.wait, fields::pipeline_wait::iterator);
        let place = |value: Value| match module.body.def(value) {
            ValueDef::Arg(_, index) => (index as usize).checked_sub(1),
            ValueDef::Result(..) => None,
        };
        let iterator_place = place(iterator).expect("the loop carries an iterator");
        let mut names: FxHashMap<Value, Value> =
            [(iterator, results[iterator_place]), (acc, results[self.sum]), (lhs, fragments)]
                .into_iter()
                .collect();
        for op in self.tail() {
            rewriter.clone_before(op, at, &mut names);
        }
        let module = rewriter.module();
        let read = names[&module.body.result(self.last.read, 0)];
        let read = module.body.def_op(read).expect("a read gives a stage");
        results[self.sum] = module.body.result(read, 1);
        results[iterator_place] = names[&module.body.result(self.inc, 0)];
        let dot = dot_of(module, read).expect("a read of the chain has a product");
        begin_and_wait(rewriter, dot);
        results
    }

    /// The body of the other iterations: the last product is that of the iteration before.
    fn steady(&self, rewriter: &mut Rewrite<'_>) {
        let module = rewriter.module();
        let late: Vec<Op> = {
            let late = self.late(module);
            let own = |op: &Op| late.contains(*op) && !self.tail().contains(op);
            let end = module.body.last_op(self.body);
            module.body.block_ops(self.body).filter(|op| own(op) && Some(*op) != end).collect()
        };
        let end = module.body.last_op(self.body).expect("a body has its end");
        let arguments: Vec<Value> = module.body.block_args(self.body).iter().collect();
        let (before, fragments) = (arguments[self.sum + 1], arguments[arguments.len() - 1]);
        let [lhs, acc] = self.terms(module);
        let tiles = [self.first.dot, self.last.dot].map(|dot| module.body.ty(module.body.result(dot, 0)));
        let moved = [self.last.wait, self.last.read, self.first.release];
        let behind = module.body.block_ops(self.body).skip_while(|&op| op != self.first.read).skip(1);
        let anchor = behind.into_iter().find(|op| !moved.contains(op)).expect("a body has its end");
        // The terms of this iteration are carried by the loop; those of the previous one are multiplied.
        let index = |field: ir::Field| rewriter.module().operand_range(self.last.dot, field).start;
        let [of_lhs, of_acc] = [fields::dot::lhs, fields::dot::acc].map(index);
        let given = rewriter.module().body.result(self.last.read, 1);
        rewriter.set_operand(self.last.dot, of_lhs, fragments);
        rewriter.move_before(self.last.wait, anchor);
        rewriter.move_before(self.last.read, anchor);
        let sum = rewriter.build_before(end, self.last.dot, |b| {
            b.dot_wait().acc(given).late(true).result(tiles[1]).finish().value()
        });
        rewriter.replace_value(before, sum);
        rewriter.set_operand(self.last.dot, of_acc, before);
        let wait = rewriter.module().body.def_op(sum).expect("an op waits");
        let mut carried = rewriter.module().body.operands(end).to_vec();
        carried[self.sum] = if acc == before { sum } else { acc };
        carried.push(lhs);
        rewriter.set_operands(end, &carried, &[]);
        rewriter.move_before(self.last.release, end);
        late.into_iter().for_each(|op| rewriter.move_before(op, end));
        self.turn(rewriter, self.first.read, TurnStep::Take);
        self.turn(rewriter, anchor, TurnStep::Pass);
        begin(rewriter, self.last.read, tiles[1]);
        debug_assert_eq!(rewriter.module().body.operands(wait), [given]);
        self.wait_for_first(rewriter, anchor, tiles[0]);
        let middle = self.dots[1..self.dots.len() - 1].to_vec();
        middle.into_iter().for_each(|dot| begin_and_wait(rewriter, dot));
    }

    /// The first product is waited for when the last one has begun.
    fn wait_for_first(&self, rewriter: &mut Rewrite<'_>, at: Op, tile: ir::TypeId) {
        let given = rewriter.module().body.result(self.first.read, 1);
        let users = rewriter.users(given);
        begin(rewriter, self.first.read, tile);
        let sum = rewriter.build_before(at, self.first.dot, |b| {
            b.dot_wait().acc(given).pending(1).result(tile).finish().value()
        });
        for user in users {
            for index in 0..rewriter.module().body.operands(user).len() {
                if rewriter.module().body.operands(user)[index] == given {
                    rewriter.set_operand(user, index, sum);
                }
            }
        }
        rewriter.move_before(self.first.release, at);
    }
}

/// Whether the agent around an op has several warpgroups.
fn has_several_warpgroups(module: &Module, op: Op) -> bool {
    let mut outer = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    let agent = outer.find(|&op| module.opcode(op) == Opcode::Agent);
    agent.and_then(|agent| module.int(agent, fields::agent::num_warps)).is_some_and(|warps| warps > 4)
}

impl Product {
    fn of(module: &Module, dot: Op) -> Option<Product> {
        let is = |op: &Op, opcode: Opcode| module.opcode(*op) == opcode;
        let read = module.body.parent_op(dot).filter(|op| is(op, Opcode::PipelineRead))?;
        let [stage, given] = module.body.results(read).iter().collect::<Vec<_>>()[..] else { return None };
        let end = module.body.last_op(module.body.parent_block(dot)?)?;
        let gives = module.body.operands(end) == [module.body.result(dot, 0)];
        let wait = module.body.def_op(module.operand(read, fields::pipeline_read::stage))?;
        let block = module.body.parent_block(read)?;
        let release = module.body.block_ops(block).find(|&op| {
            is(&op, Opcode::PipelineRelease) && module.operand(op, fields::pipeline_release::stage) == stage
        })?;
        let same = module.body.ty(given) == module.body.ty(module.body.result(dot, 0));
        let near = is(&wait, Opcode::PipelineWait) && module.body.parent_block(wait) == Some(block);
        (gives && same && near).then_some(Product { dot, wait, read, release })
    }
}
