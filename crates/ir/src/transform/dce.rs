//! Dead code elimination: ops without effects whose results are unused are removed, and so are loop-carried values that are
//! never read.
//!
//! A loop-carried value on which only its own next value depends is dead too: [`Semantics::carried`] maps operands that are
//! passed on unchanged, and liveness flows backwards from ops with effects.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::analysis::EffectTable;
use crate::entity::{Op, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::rewrite::Rewriter;
use crate::storage::ValueDef;
use crate::transform::Semantics;
use crate::walk::preorder;

/// Removes dead ops and dead carried values; true when something changed.
pub fn dce<L: Level>(module: &mut Module<L>, semantics: &dyn Semantics<L>) -> bool {
    let life = Life::of(module, semantics);
    let mut rewriter = Rewriter::new(module);
    sweep(&mut rewriter, &life);
    let ops: Vec<Op> = preorder(&rewriter.module().body, rewriter.module().root).collect();
    prune(&mut rewriter, semantics, &life, &ops);
    rewriter.changed()
}

/// The live ops and values.
struct Life {
    ops: SecondaryMap<Op, bool>,
    values: SecondaryMap<Value, bool>,
    /// Values that operands become: alive only when something reads them.
    carried: SecondaryMap<Value, bool>,
}

struct Marker<'m, L: Level> {
    module: &'m Module<L>,
    semantics: &'m dyn Semantics<L>,
    effects: EffectTable,
    life: Life,
    /// The sources of a loop-carried value, and the other values that the same operands become: all are live together.
    sources: SecondaryMap<Value, SmallVec<[Value; 4]>>,
    new_ops: Vec<Op>,
    new_values: Vec<Value>,
}

impl Life {
    fn of<L: Level>(module: &Module<L>, semantics: &dyn Semantics<L>) -> Life {
        let mut marker = Marker {
            module,
            semantics,
            effects: EffectTable::of(module, module.root, semantics),
            life: Life {
                ops: SecondaryMap::with_capacity(module.body.op_count()),
                values: SecondaryMap::with_capacity(module.body.value_count()),
                carried: SecondaryMap::new(),
            },
            sources: SecondaryMap::new(),
            new_ops: Vec::new(),
            new_values: Vec::new(),
        };
        marker.find_sources();
        marker.keep_op(module.root);
        marker.run();
        marker.life
    }
}

impl<L: Level> Marker<'_, L> {
    fn find_sources(&mut self) {
        for op in preorder(&self.module.body, self.module.root) {
            for (index, &operand) in self.module.body.operands(op).iter().enumerate() {
                let becomes = self.semantics.carried(self.module, op, index);
                for &value in &becomes {
                    self.life.carried[value] = true;
                    self.sources[value].push(operand);
                    self.sources[value].extend(becomes.iter().copied().filter(|&other| other != value));
                }
            }
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(op) = self.new_ops.pop() {
                self.op_lives(op);
            } else if let Some(value) = self.new_values.pop() {
                self.value_lives(value);
            } else {
                return;
            }
        }
    }

    fn keep_op(&mut self, op: Op) {
        if !std::mem::replace(&mut self.life.ops[op], true) {
            self.new_ops.push(op);
        }
    }

    fn keep_value(&mut self, value: Value) {
        if !std::mem::replace(&mut self.life.values[value], true) {
            self.new_values.push(value);
        }
    }

    /// Operands of a live op are live, and so are ops with effects in its regions.
    fn op_lives(&mut self, op: Op) {
        let body = &self.module.body;
        for (index, &operand) in body.operands(op).iter().enumerate() {
            if self.semantics.carried(self.module, op, index).is_empty() {
                self.keep_value(operand);
            }
        }
        for region in body.regions(op) {
            for &block in body.region_blocks(region) {
                for inner in body.block_ops(block) {
                    if !self.effects.get(inner).is_droppable() {
                        self.keep_op(inner);
                    }
                }
            }
        }
    }

    fn value_lives(&mut self, value: Value) {
        let definition = match self.module.body.def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(block, _) => self.module.body.block_op(block),
        };
        definition.into_iter().for_each(|op| self.keep_op(op));
        if self.life.carried[value] {
            for source in std::mem::take(&mut self.sources[value]) {
                self.keep_value(source);
            }
        }
    }
}

/// Erases dead ops, users before what they use.
fn sweep<L: Level>(rewriter: &mut Rewriter<'_, L>, life: &Life) {
    let ops: Vec<Op> = preorder(&rewriter.module().body, rewriter.module().root).collect();
    for op in ops.into_iter().rev() {
        if !life.ops[op]
            && rewriter.stands(op)
            && !rewriter.uses().any_result_used(&rewriter.module().body, op)
        {
            rewriter.erase(op);
        }
    }
}

/// Drops operands of living ops that become dead values, then those values.
fn prune<L: Level>(rewriter: &mut Rewriter<'_, L>, semantics: &dyn Semantics<L>, life: &Life, ops: &[Op]) {
    let dead = |value: Value| life.carried[value] && !life.values[value];
    let mut dropped: Vec<(Op, Vec<usize>)> = Vec::new();
    for &op in ops {
        let module = rewriter.module();
        let is_dead = |&index: &usize| {
            let becomes = semantics.carried(module, op, index);
            !becomes.is_empty() && becomes.iter().all(|&value| dead(value))
        };
        let indices: Vec<usize> = (0..module.body.operands(op).len()).filter(is_dead).collect();
        if !indices.is_empty() {
            dropped.push((op, indices));
        }
    }
    for (op, indices) in dropped {
        rewriter.keep_operands(op, &|index| !indices.contains(&index));
    }
    sweep(rewriter, life);
    for &op in ops.iter().filter(|&&op| life.ops[op]) {
        drop_carried(rewriter, op, &dead);
    }
}

/// Drops the dead results and block arguments of an op.
fn drop_carried<L: Level>(rewriter: &mut Rewriter<'_, L>, op: Op, dead: &dyn Fn(Value) -> bool) {
    let results: Vec<bool> = rewriter.module().body.results(op).iter().map(dead).collect();
    if results.contains(&true) {
        rewriter.keep_results(op, &|index| !results[index]);
    }
    for region in rewriter.module().body.regions(op) {
        for block in rewriter.module().body.region_blocks(region).to_vec() {
            let args: Vec<bool> = rewriter.module().body.block_args(block).iter().map(dead).collect();
            if args.contains(&true) {
                rewriter.keep_args(block, &|index| !args[index]);
            }
        }
    }
}
