//! Loops and branches of agents that fill stages: those of the kernel, which carry what the agent needs, and iterators.

use ir::{Block, Op, TypeId, Value};

use super::producer::Write;
use crate::Opcode;
use crate::ops::{Builders as _, fields};

impl Write<'_, '_> {
    pub(super) fn for_(&mut self, old: Op, pipelines: &[usize], (at, iterators): (Op, &mut [Value])) {
        use fields::for_ as f;
        let module = self.rewriter.module();
        let [lower, upper, step] =
            [f::lower, f::upper, f::step].map(|field| self.name(module.operand(old, field)));
        let carried = &self.nest.skeleton.carried[old];
        let inits =
            carried.iter().map(|&number| self.carried(module.operands(old, f::inits)[number], (old, number)));
        let inits: Vec<Value> = inits.chain(pipelines.iter().map(|&pipeline| iterators[pipeline])).collect();
        let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
        let (unsigned, counter) = (module.flag(old, f::unsigned), module.body.ty(lower));
        let (new, body, end) = self.rewriter.build_before(at, old, |b| {
            let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits).results(types.as_slice());
            let new = loop_.unsigned(unsigned).finish().op;
            let body = b.module.block(new, f::body).expect("a loop has a body");
            let arguments: Vec<TypeId> = std::iter::once(counter).chain(types.iter().copied()).collect();
            b.module.body.set_block_args(body, &arguments);
            (new, body, b.inside(body, |b| b.continue_().finish().op))
        });
        let module = self.rewriter.module();
        let old_body = module.block(old, f::body).expect("a loop has a body");
        let (given, taken) = (module.body.block_args(old_body), module.body.block_args(body));
        let of_loop = std::iter::once(0).chain(carried.iter().map(|&number| number + 1));
        for (at, new) in of_loop.zip(taken) {
            let layout = at.checked_sub(1).and_then(|number| self.demands.carried(old, number));
            self.names.insert(given.get(at).expect("both loops carry it"), layout, new);
        }
        let mut inside = iterators.to_vec();
        for (&pipeline, argument) in pipelines.iter().zip(taken.iter().skip(1 + carried.len())) {
            inside[pipeline] = argument;
        }
        self.block(old_body, end, &mut inside);
        let module = self.rewriter.module();
        let last = module.body.last_op(old_body).expect("a body has its end");
        let nexts =
            carried.iter().map(|&number| self.carried(module.body.operands(last)[number], (old, number)));
        let nexts: Vec<Value> = nexts.chain(pipelines.iter().map(|&pipeline| inside[pipeline])).collect();
        let results: Vec<Value> = module.body.results(new).iter().collect();
        for (&number, &new) in carried.iter().zip(&results) {
            let result = module.body.results(old).get(number).expect("a loop gives what it carries");
            self.names.insert(result, self.demands.carried(old, number), new);
        }
        self.rewriter.set_operands(end, &nexts, &[]);
        let trailing = &results[carried.len()..];
        pipelines.iter().zip(trailing).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
    }

    pub(super) fn if_(&mut self, old: Op, pipelines: &[usize], (at, iterators): (Op, &mut [Value])) {
        use fields::if_ as f;
        let condition = self.name(self.rewriter.module().operand(old, f::condition));
        let given: Vec<Value> = pipelines.iter().map(|&pipeline| iterators[pipeline]).collect();
        let types: Vec<TypeId> = given.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        let new = self
            .rewriter
            .build_before(at, old, |b| b.if_().condition(condition).results(types.as_slice()).finish().op);
        for field in [f::then, f::otherwise] {
            let block = self.rewriter.module().block(new, field).unwrap_or_else(|| {
                let region = self.rewriter.module().region(new, field);
                self.rewriter.create_block(region)
            });
            let end = self.rewriter.build_at_end(block, old, |b| b.yield_().finish().op);
            let mut inside = iterators.to_vec();
            if let Some(old) = self.rewriter.module().block(old, field) {
                self.block(old, end, &mut inside);
                if self.leave(old, end, &inside) {
                    continue;
                }
            }
            let nexts: Vec<Value> = pipelines.iter().map(|&pipeline| inside[pipeline]).collect();
            self.rewriter.set_operands(end, &nexts, &[]);
        }
        let results: Vec<Value> = self.rewriter.module().body.results(new).iter().collect();
        pipelines.iter().zip(results).for_each(|(&pipeline, result)| iterators[pipeline] = result);
    }

    /// A loop that ends where a branch says so.
    pub(super) fn loop_(&mut self, old: Op, pipelines: &[usize], (at, iterators): (Op, &mut [Value])) {
        use fields::loop_ as f;
        let module = self.rewriter.module();
        let (carried, given) = (&self.nest.skeleton.carried[old], &self.nest.skeleton.given[old]);
        let inits = carried.iter().map(|&number| self.name(module.operands(old, f::inits)[number]));
        let inits: Vec<Value> = inits.chain(pipelines.iter().map(|&pipeline| iterators[pipeline])).collect();
        let arguments: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
        let mut types: Vec<TypeId> =
            given.iter().map(|&number| module.body.ty(module.body.result(old, number))).collect();
        types.extend(&arguments[carried.len()..]);
        let (new, body, end) = self.rewriter.build_before(at, old, |b| {
            let new = b.loop_().inits(inits).results(types.as_slice()).finish().op;
            let body = b.module.block(new, f::body).expect("a loop has a body");
            b.module.body.set_block_args(body, &arguments);
            (new, body, b.inside(body, |b| b.continue_().finish().op))
        });
        let module = self.rewriter.module();
        let old_body = module.block(old, f::body).expect("a loop has a body");
        let (taken, given_to) = (module.body.block_args(body), module.body.block_args(old_body));
        for (&number, new) in carried.iter().zip(taken) {
            self.names.insert(given_to.get(number).expect("both loops carry it"), None, new);
        }
        let mut inside = iterators.to_vec();
        for (&pipeline, argument) in pipelines.iter().zip(taken.iter().skip(carried.len())) {
            inside[pipeline] = argument;
        }
        self.around.push((old, pipelines.to_vec()));
        self.block(old_body, end, &mut inside);
        self.leave(old_body, end, &inside);
        self.around.pop();
        let module = self.rewriter.module();
        let results: Vec<Value> = module.body.results(new).iter().collect();
        for (&number, &new) in given.iter().zip(&results) {
            self.names.insert(module.body.result(old, number), None, new);
        }
        let trailing = &results[given.len()..];
        pipelines.iter().zip(trailing).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
    }

    /// Where a block leaves the `loop` around it, or begins its next iteration, so does the block of this agent,
    /// instead of its `end`; false for other blocks.
    fn leave(&mut self, old: Block, end: Op, iterators: &[Value]) -> bool {
        let module = self.rewriter.module();
        let last = module.body.last_op(old).expect("a block has its end");
        let opcode = module.opcode(last);
        if !matches!(opcode, Opcode::Break | Opcode::Continue) {
            return false;
        }
        let (loop_, pipelines) = self.around.last().expect("what leaves a loop stands in one");
        let skeleton = &self.nest.skeleton;
        let numbers =
            if opcode == Opcode::Break { &skeleton.given[*loop_] } else { &skeleton.carried[*loop_] };
        let values = numbers.iter().map(|&number| self.name(module.body.operands(last)[number]));
        let values: Vec<Value> =
            values.chain(pipelines.iter().map(|&pipeline| iterators[pipeline])).collect();
        self.rewriter.build_before(end, last, |b| {
            if opcode == Opcode::Break {
                b.break_().operands(values).finish();
            } else {
                b.continue_().operands(values).finish();
            }
        });
        self.rewriter.erase(end);
        true
    }
}
