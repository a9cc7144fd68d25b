//! Construction of the pipelined loop.

use ir::spec::Trait;
use ir::walk::preorder;
use ir::{Block, Op, OpDraft, TypeId, Value};
use rustc_hash::FxHashMap;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::Elem;

use super::Builder;
use super::loads::{self, Copied};
use super::plan::Plan;
use crate::ops::{Builders as _, fields};
use crate::types::TileType;
use crate::{Module, Type};

/// The position at which ops are inserted.
#[derive(Clone, Copy)]
enum Place {
    Before(Op),
    End(Block),
}

type Names = FxHashMap<Value, Value>;

struct Build<'m> {
    module: &'m mut Module,
    plan: &'m Plan,
    place: Place,
    rings: Vec<Value>,
    /// The induction variable of the loop and its type.
    counter: Value,
    counter_type: TypeId,
    unsigned: bool,
    /// Arguments of the old body after the counter.
    arguments: Vec<Value>,
}

/// The state of the producer: its induction variable and the loop-carried values that it needs, in the order of the
/// plan.
#[derive(Clone)]
struct Ahead {
    counter: Value,
    carried: Vec<Value>,
}

/// Replaces a loop by a pipelined one, and gives that.
pub(super) fn build(module: &mut Module, loop_: Op, plan: &Plan) -> Op {
    let body = module.block(loop_, fields::for_::body).expect("a loop has a body");
    let arguments: Vec<Value> = module.body.block_args(body).iter().collect();
    let counter = arguments[0];
    let unsigned = module.flag(loop_, fields::for_::unsigned);
    let counter_type = module.body.ty(counter);
    let mut build = Build {
        module,
        plan,
        place: Place::Before(loop_),
        rings: Vec::new(),
        counter,
        counter_type,
        unsigned,
        arguments: arguments[1..].to_vec(),
    };
    let [lower, upper] =
        [fields::for_::lower, fields::for_::upper].map(|field| build.module.operand(loop_, field));
    build.rings();
    let inits: Vec<Value> = build.module.operands(loop_, fields::for_::inits).to_vec();
    let start = Ahead { counter: lower, carried: plan.carried.iter().map(|&at| inits[at]).collect() };
    let ahead = build.prologue(start, upper);
    let new = build.new_loop(loop_, &inits, &ahead);
    build.steady(loop_, new, upper);
    build.replace(loop_, new);
    new
}

impl Build<'_> {
    fn b(&mut self) -> Builder<'_> {
        match self.place {
            Place::Before(op) => Builder::before(self.module, op),
            Place::End(block) => Builder::at_end(self.module, block),
        }
    }

    fn number(&mut self, ty: TypeId, number: u64) -> Value {
        self.b().constant().value(ir::generic::Attr::Number(number)).result(ty).finish().value()
    }

    fn index(&mut self, number: u32) -> Value {
        loads::index(&mut self.b(), number)
    }

    fn compare(&mut self, lhs: Value, rhs: Value, unsigned: bool, predicate: ComparisonPredicate) -> Value {
        let ty = Type::Tile(TileType::single(Elem::Scalar(numerics::Scalar::I1)));
        let ty = self.module.types.intern(ty);
        self.b().cmpi().lhs(lhs).rhs(rhs).predicate(predicate).signed(!unsigned).result(ty).finish().value()
    }

    /// Rings instead of buffers.
    fn rings(&mut self) {
        for copied in &self.plan.copies {
            let ty = self.module.body.ty(copied.buffer);
            let stages = i64::from(self.plan.stages.count);
            let bound = self.plan.stages.bound;
            let ring = self.b().create_pipeline().stages(stages).bound(bound).result(ty).finish().value();
            self.rings.push(ring);
        }
        // The previous user of this memory has finished, and values that a thread stored before the loop are visible to
        // the thread that copies them.
        self.b().barrier().finish();
    }

    /// Whether the loop has an iteration `steps` after the one at `counter`, which it has.
    fn has_iteration(&mut self, counter: Value, upper: Value, steps: u32) -> Value {
        let ty = self.counter_type;
        let left = self.b().subi().lhs(upper).rhs(counter).result(ty).finish().value();
        let distance = self.number(ty, self.plan.step * u64::from(steps));
        // The remaining count is unsigned, even if its sign bit is set.
        self.compare(left, distance, true, ComparisonPredicate::GreaterThan)
    }

    fn prologue(&mut self, start: Ahead, upper: Value) -> Ahead {
        let lower = start.counter;
        let any = self.compare(lower, upper, self.unsigned, ComparisonPredicate::LessThan);
        let mut ahead = start;
        for stage in 0..self.plan.stages.count - 1 {
            let more = if stage == 0 {
                any
            } else {
                let far = self.has_iteration(lower, upper, stage);
                let ty = self.module.body.ty(any);
                self.b().andi().lhs(any).rhs(far).result(ty).finish().value()
            };
            let slot = self.index(stage);
            self.produce(more, slot, &ahead);
            ahead = self.advanced(&ahead);
        }
        ahead
    }

    /// Copies the tiles of the iteration at `ahead` into a stage, if there is such an iteration.
    fn produce(&mut self, more: Value, stage: Value, ahead: &Ahead) {
        let branch = self.b().if_().condition(more).finish().op;
        let block = self.module.block(branch, fields::if_::then).expect("a branch has its block");
        let around = std::mem::replace(&mut self.place, Place::End(block));
        let mut names = self.names(ahead);
        for &op in &self.plan.slice {
            self.copy_op(op, &mut names);
        }
        for (at, copied) in self.plan.copies.iter().enumerate() {
            self.copy_tile(copied, self.rings[at], stage, &names);
        }
        self.b().yield_().finish();
        self.place = around;
        self.b().producer_commit().finish();
    }

    /// The producer one iteration later.
    fn advanced(&mut self, ahead: &Ahead) -> Ahead {
        let mut names = self.names(ahead);
        for &op in &self.plan.advance {
            self.copy_op(op, &mut names);
        }
        let body = self.module.body.def_block(self.counter).expect("the counter is an argument of the body");
        let next = self.module.body.last_op(body).expect("a body ends in `continue`");
        let next: Vec<Value> =
            self.plan.carried.iter().map(|&at| self.module.body.operands(next)[at]).collect();
        let carried = next.into_iter().map(|value| names.get(&value).copied().unwrap_or(value)).collect();
        let ty = self.counter_type;
        let step = self.number(ty, self.plan.step);
        let counter = self.b().addi().lhs(ahead.counter).rhs(step).result(ty).finish().value();
        Ahead { counter, carried }
    }

    /// The names of the values of the old body in the producer.
    fn names(&self, ahead: &Ahead) -> Names {
        let carried = self.plan.carried.iter().zip(&ahead.carried);
        let carried = carried.map(|(&at, &value)| (self.arguments[at], value));
        std::iter::once((self.counter, ahead.counter)).chain(carried).collect()
    }

    /// Clones an op of the old body.
    fn copy_op(&mut self, op: Op, names: &mut Names) {
        let body = &self.module.body;
        let operands: Vec<Value> =
            body.operands(op).iter().map(|value| names.get(value).copied().unwrap_or(*value)).collect();
        let (segments, attrs) = (body.segments(op).to_vec(), body.attrs(op).to_vec());
        let types: Vec<TypeId> = body.results(op).iter().map(|value| body.ty(value)).collect();
        let (opcode, loc, extra) = (body.opcode(op), body.loc(op), body.extra(op));
        let draft = OpDraft {
            opcode,
            operands: &operands,
            segments: &segments,
            attrs: &attrs,
            results: &types,
            regions: 0,
            loc,
        };
        let body = &mut self.module.body;
        let new = body.create_op(draft);
        body.set_extra(new, extra);
        match self.place {
            Place::Before(before) => body.insert_before(before, new),
            Place::End(block) => body.append(block, new),
        }
        names.extend(body.results(op).iter().zip(body.results(new).iter()));
    }

    /// A copy of a tile instead of its load.
    fn copy_tile(&mut self, copied: &Copied, ring: Value, stage: Value, names: &Names) {
        let buffer = copied.as_loaded(self.module).expect("the plan has seen the buffer as it is loaded");
        let ty = self.module.types.intern(Type::Buffer(buffer));
        let slot = self.b().producer_acquire().ring(ring).stage(stage).result(ty).finish().value();
        let of = |value: &Value| names.get(value).copied().unwrap_or(*value);
        loads::start(&mut self.b(), copied, slot, of);
    }

    /// The new loop, with additional loop-carried values: the stage that is read, the one that is written, and the
    /// producer.
    fn new_loop(&mut self, old: Op, inits: &[Value], ahead: &Ahead) -> Op {
        let (read, write) = (self.index(0), self.index(self.plan.stages.count - 1));
        let [lower, upper, step] = [fields::for_::lower, fields::for_::upper, fields::for_::step]
            .map(|field| self.module.operand(old, field));
        let mut all = inits.to_vec();
        all.extend([read, write, ahead.counter]);
        all.extend(&ahead.carried);
        let types: Vec<TypeId> = all.iter().map(|&value| self.module.body.ty(value)).collect();
        let unsigned = self.unsigned;
        let loc = self.module.body.loc(old);
        let new = self
            .b()
            .for_()
            .lower(lower)
            .upper(upper)
            .step(step)
            .inits(all)
            .results(types.as_slice())
            .unsigned(unsigned)
            .finish()
            .op;
        self.module.body.set_loc(new, loc);
        let block = self.module.block(new, fields::for_::body).expect("a loop has a body");
        let arguments: Vec<TypeId> = std::iter::once(self.counter_type).chain(types).collect();
        self.module.body.set_block_args(block, &arguments);
        new
    }

    fn steady(&mut self, old: Op, new: Op, upper: Value) {
        let block = self.module.block(new, fields::for_::body).expect("a loop has a body");
        self.place = Place::End(block);
        let arguments: Vec<Value> = self.module.body.block_args(block).iter().collect();
        let extra = &arguments[1 + self.arguments.len()..];
        let [read, write] = [extra[0], extra[1]];
        let ahead = Ahead { counter: extra[2], carried: extra[3..].to_vec() };
        let stages = self.plan.stages.count;
        let fence = self.plan.fence;
        self.b().consumer_wait().pending(i64::from(stages - 2)).fence(fence).finish();
        let more = self.has_iteration(arguments[0], upper, stages - 1);
        self.produce(more, write, &ahead);
        let ahead = self.advanced(&ahead);
        let ty = self.module.body.ty(read);
        let [next_read, next_write] = [read, write].map(|stage| {
            self.b().inc_iter().stage(stage).stages(i64::from(stages)).result(ty).finish().value()
        });
        for (at, copied) in self.plan.copies.iter().enumerate() {
            let ty = self.module.body.ty(copied.buffer);
            let ring = self.rings[at];
            let slot = self.b().consumer_read().ring(ring).stage(read).result(ty).finish().value();
            self.rename(old, &[(copied.buffer, slot)]);
        }
        let body = self.module.block(old, fields::for_::body).expect("a loop has a body");
        let gone: Vec<Op> = (self.plan.copies.iter())
            .flat_map(|copied| [copied.load, copied.store].into_iter().chain(copied.reshapes.iter().copied()))
            .chain(self.plan.barriers.iter().copied())
            .collect();
        let ops: Vec<Op> = self.module.body.block_ops(body).collect();
        for op in ops {
            self.module.body.detach(op);
            if !gone.contains(&op) {
                self.module.body.append(block, op);
            }
        }
        let last = self.module.body.last_op(block).expect("a body ends in `continue`");
        let mut carried = self.module.body.operands(last).to_vec();
        carried.extend([next_read, next_write, ahead.counter]);
        carried.extend(ahead.carried);
        let count = carried.len() as u32;
        let segments: &[u32] = if self.module.spec(last).has(Trait::Segmented) { &[count] } else { &[] };
        self.module.body.set_operands(last, &carried, segments);
        let names: Vec<(Value, Value)> = std::iter::once(self.counter)
            .chain(self.arguments.iter().copied())
            .zip(arguments.iter().copied())
            .collect();
        self.rename(new, &names);
    }

    /// Replaces values in an op and its regions.
    fn rename(&mut self, root: Op, names: &[(Value, Value)]) {
        let names: Names = names.iter().copied().collect();
        let ops: Vec<Op> = preorder(&self.module.body, root).skip(1).collect();
        for op in ops {
            for operand in self.module.body.operands_mut(op) {
                if let Some(&new) = names.get(operand) {
                    *operand = new;
                }
            }
        }
    }

    /// Replaces the old loop by the new one.
    fn replace(&mut self, old: Op, new: Op) {
        let results = self.module.body.results(old).iter().zip(self.module.body.results(new).iter());
        let names: Vec<(Value, Value)> = results.collect();
        for &(old, new) in &names {
            let name = self.module.body.name(old);
            self.module.body.set_name(new, name);
        }
        self.module.body.detach(old);
        let root = self.module.root;
        self.rename(root, &names);
        for copied in &self.plan.copies {
            if let Some(alloc) = self.module.body.def_op(copied.buffer) {
                self.module.body.detach(alloc);
            }
        }
    }
}
