//! The part of a kernel that has the tiles of a division: its whole body, or the body of a loop or branch around all of them.
//!
//! A loop over slices only has to go around the work that is divided. A persistent program, for example, has a loop over tiles,
//! and all work on a tile is in it. If the slices of a tile are computed there, one after the other, accesses that tokens order from
//! one tile to the next stay in this order, and the numbers that say which tile comes next are computed once.

use std::collections::BTreeSet;

use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Block, Op, Value};
use rustc_hash::FxHashSet;

use super::Plan;
use super::axes::Tile;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Consecutive ops of a block inside of a loop or branch.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    /// In the order of the program.
    pub(super) ops: Vec<Op>,
    /// The same, with those of regions.
    all: FxHashSet<Op>,
}

impl Nested {
    fn of(module: &Module, ops: &[Op]) -> Nested {
        let all = ops.iter().flat_map(|&op| preorder(&module.body, op)).collect();
        Nested { ops: ops.to_vec(), all }
    }

    /// All ops in the order of the program, with those of regions.
    pub(super) fn all(&self, module: &Module) -> Vec<Op> {
        self.ops.iter().flat_map(|&op| preorder(&module.body, op)).collect()
    }

    /// The values of these ops that other ops take.
    pub(super) fn leaving(&self, module: &Module, uses: &Uses) -> Vec<Value> {
        let results = self.ops.iter().flat_map(|&op| module.body.results(op).iter());
        results.filter(|&value| !self.uses_behind(module, uses, value).is_empty()).collect()
    }

    /// The operands of other ops that are a value.
    pub(super) fn uses_behind(&self, module: &Module, uses: &Uses, value: Value) -> Vec<(Op, usize)> {
        let users: BTreeSet<Op> = uses.users(&module.body, value).into_iter().collect();
        let others = users.into_iter().filter(|&op| !self.contains(op));
        let places = |op: Op| {
            let operands = module.body.operands(op).iter().enumerate();
            operands.filter(move |&(_, &operand)| operand == value).map(move |(index, _)| (op, index))
        };
        others.flat_map(places).collect()
    }

    /// Whether an op is one of these, or in a region of one.
    pub(super) fn contains(&self, op: Op) -> bool {
        self.all.contains(&op)
    }
}

/// The innermost ops around all tiles that a plan divides; none if that is the body of the kernel.
pub(super) fn nested(module: &Module, func: Op, uses: &Uses, plan: &Plan) -> Option<Nested> {
    let divided = divided(module, uses, plan);
    let mut block = module.block(func, fields::func::body)?;
    let mut found = None;
    loop {
        let around: Vec<Op> = divided.iter().map(|&op| within(module, op, block)).collect::<Option<_>>()?;
        let (&first, others) = around.split_first()?;
        // Loops and branches that have divided tiles themselves are divided as well.
        if others.iter().any(|&op| op != first) || divided.contains(&first) {
            return found;
        }
        let mut blocks = divided.iter().map(|&op| block_in(module, op, first));
        let inner = blocks.next()??;
        if blocks.any(|other| other != Some(inner)) {
            return found;
        }
        block = inner;
        found = run_of(module, &divided, block).filter(|run| may_repeat(module, uses, run)).or(found);
    }
}

/// The ops that have divided tiles.
fn divided(module: &Module, uses: &Uses, plan: &Plan) -> FxHashSet<Op> {
    let body = &module.body;
    let mut found = FxHashSet::default();
    for &(tile, _) in &plan.cut {
        match tile {
            Tile::Operand(op, _) => {
                found.insert(op);
            }
            Tile::Value(value) => {
                let of_block = || body.def_block(value).and_then(|block| body.block_op(block));
                found.extend(body.def_op(value).or_else(of_block));
                found.extend(uses.users(body, value));
            }
        }
    }
    found
}

/// The op of a block that is, or is around, an op.
fn within(module: &Module, op: Op, block: Block) -> Option<Op> {
    let mut op = op;
    while module.body.parent_block(op) != Some(block) {
        op = module.body.parent_op(op)?;
    }
    Some(op)
}

/// The block of an op that is around another one.
fn block_in(module: &Module, op: Op, around: Op) -> Option<Block> {
    let mut op = op;
    while module.body.parent_op(op)? != around {
        op = module.body.parent_op(op)?;
    }
    module.body.parent_block(op)
}

/// The ops of a block from the first divided one to the last.
fn run_of(module: &Module, divided: &FxHashSet<Op>, block: Block) -> Option<Nested> {
    let around: FxHashSet<Op> = divided.iter().filter_map(|&op| within(module, op, block)).collect();
    let ops: Vec<Op> = module.body.block_ops(block).collect();
    let first = ops.iter().position(|op| around.contains(op))?;
    let last = ops.iter().rposition(|op| around.contains(op))?;
    Some(Nested::of(module, &ops[first..=last]))
}

/// Whether ops may be executed once for each part: they have no way out, and only tokens of theirs are used behind them.
fn may_repeat(module: &Module, uses: &Uses, run: &Nested) -> bool {
    let tokens_leave = run.leaving(module, uses).iter().all(|&value| *module.ty(value) == Type::Token);
    tokens_leave && !run.all(module).into_iter().any(|op| leaves(module, op, run))
}

/// Whether an op leaves the ops around it, or may be executed only once.
fn leaves(module: &Module, op: Op, run: &Nested) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops go on with the next one")]
    match module.opcode(op) {
        Opcode::Return | Opcode::GdcLaunchDependents | Opcode::GdcWait => true,
        Opcode::Break | Opcode::Continue => {
            let mut around = module.body.parent_op(op);
            while let Some(op) = around.filter(|&op| run.contains(op)) {
                if matches!(module.opcode(op), Opcode::For | Opcode::Loop) {
                    return false;
                }
                around = module.body.parent_op(op);
            }
            true
        }
        _ => false,
    }
}
