//! Dead code elimination: ops without effects whose results are unused are removed, and so are loop-carried values that are
//! never read.
//!
//! A loop-carried value on which only its own next value depends is dead too: [`Semantics::carried`] maps operands that are
//! passed on unchanged, and liveness flows backwards from ops with effects.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
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
    let mut ops: Vec<Op> = preorder(&module.body, module.root).collect();
    if ops.iter().all(|&op| life.ops[op]) && life.carried.iter().all(|(value, _)| !life.is_dead(value)) {
        return false;
    }
    let mut rewriter = Rewriter::new(module);
    sweep(&mut rewriter, &life, &ops);
    ops.retain(|&op| rewriter.stands(op));
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
    sources: FxHashMap<Value, SmallVec<[Value; 4]>>,
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
                ops: SecondaryMap::new(),
                values: SecondaryMap::new(),
                carried: SecondaryMap::new(),
            },
            sources: FxHashMap::default(),
            new_ops: Vec::new(),
            new_values: Vec::new(),
        };
        marker.life.ops.resize(module.body.op_count());
        marker.life.values.resize(module.body.value_count());
        marker.find_sources();
        marker.keep_op(module.root);
        marker.run();
        marker.life
    }

    /// True for a value that operands become and that nothing reads.
    fn is_dead(&self, value: Value) -> bool {
        self.carried[value] && !self.values[value]
    }
}

/// Whether operands of an op may become other values: it has regions, or ends a block of an op that has.
fn may_carry<L: Level>(module: &Module<L>, op: Op) -> bool {
    module.body.regions(op).len() > 0 || module.body.next(op).is_none()
}

impl<L: Level> Marker<'_, L> {
    fn find_sources(&mut self) {
        let carriers = preorder(&self.module.body, self.module.root).filter(|&op| may_carry(self.module, op));
        for op in carriers {
            for (index, &operand) in self.module.body.operands(op).iter().enumerate() {
                let becomes = self.semantics.carried(self.module, op, index);
                for &value in &becomes {
                    self.life.carried[value] = true;
                    let sources = self.sources.entry(value).or_default();
                    sources.push(operand);
                    sources.extend(becomes.iter().copied().filter(|&other| other != value));
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
        let carries = may_carry(self.module, op);
        for (index, &operand) in body.operands(op).iter().enumerate() {
            if !carries || self.semantics.carried(self.module, op, index).is_empty() {
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
            for source in self.sources.remove(&value).unwrap_or_default() {
                self.keep_value(source);
            }
        }
    }
}

/// Erases dead ops, users before what they use.
fn sweep<L: Level>(rewriter: &mut Rewriter<'_, L>, life: &Life, ops: &[Op]) {
    for &op in ops.iter().rev() {
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
    let dead = |value: Value| life.is_dead(value);
    let mut dropped: Vec<(Op, Vec<usize>)> = Vec::new();
    for &op in ops {
        let module = rewriter.module();
        if !may_carry(module, op) {
            continue;
        }
        let is_dead = |&index: &usize| {
            let becomes = semantics.carried(module, op, index);
            !becomes.is_empty() && becomes.iter().all(|&value| dead(value))
        };
        let indices: Vec<usize> = (0..module.body.operands(op).len()).filter(is_dead).collect();
        if !indices.is_empty() {
            dropped.push((op, indices));
        }
    }
    if !dropped.is_empty() {
        for (op, indices) in dropped {
            rewriter.keep_operands(op, &|index| !indices.contains(&index));
        }
        sweep(rewriter, life, ops);
    }
    for &op in ops.iter().filter(|&&op| life.ops[op]) {
        if rewriter.module().body.regions(op).len() > 0 {
            drop_carried(rewriter, op, &dead);
        }
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
