//! `nest-exits`: replaces early exits of a kernel, or of an iteration of a `for`, by branches around the ops that they skip.
//!
//! ```text
//! if %c { A; return }                   if %c { A } else { B }
//! B                            ->       return
//! return
//!
//! for .. {                              for .. {
//!   if %c { A; continue %x }              %z = if %c { A; yield %x } else { B; yield %y }
//!   B                          ->         continue %z
//!   continue %y                         }
//! }
//! ```
//!
//! All agents execute the same loops and branches, and none may leave these early. Scalars and memory that a kernel computes
//! after the branch are computed before it, so that all agents can use them, except for the program's promises (`assume`),
//! which only hold after the branch.
//!
//! The pass rewrites functions with products in loops. A nested branch that leaves on some paths only is not changed, nor is a
//! `return` in a loop.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Field, Op, TypeId, Value, ValueDef};

use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode, TileAa};

/// Rewrites every function that multiplies in a loop; true when there was an exit.
pub(crate) fn run(module: &mut Module) -> bool {
    let funcs: Vec<Op> = preorder(&module.body, module.root)
        .filter(|&op| module.opcode(op) == Opcode::Func && multiplies_in_loop(module, op))
        .collect();
    let mut rw = Rewriter::new(module);
    for func in funcs {
        // Loops inside of others are done first.
        let mut loops: Vec<Op> =
            preorder(&rw.module().body, func).filter(|&op| rw.module().opcode(op) == Opcode::For).collect();
        while let Some(loop_) = loops.pop() {
            if let Some(body) = rw.module().block(loop_, fields::for_::body).filter(|_| rw.stands(loop_)) {
                nest(&mut rw, body, Exit::Continue);
            }
        }
        if let Some(body) = rw.module().block(func, fields::func::body) {
            nest(&mut rw, body, Exit::Return);
        }
    }
    rw.changed()
}

/// How a block is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// The next iteration of a `for` begins.
    Continue,
    /// The kernel ends.
    Return,
}

impl Exit {
    fn opcode(self) -> Opcode {
        match self {
            Exit::Continue => Opcode::Continue,
            Exit::Return => Opcode::Return,
        }
    }
}

fn multiplies_in_loop(module: &Module, func: Op) -> bool {
    let is_product = |&op: &Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled);
    preorder(&module.body, func).filter(is_product).any(|dot| {
        let mut around = std::iter::successors(module.body.parent_op(dot), |&op| module.body.parent_op(op));
        around.any(|op| matches!(module.opcode(op), Opcode::For | Opcode::Loop))
    })
}

/// Removes the early exits of a block that itself ends in such an exit.
fn nest(rw: &mut Rewriter<'_, TileAa>, block: Block, exit: Exit) {
    if !ends_in(rw.module(), block, exit) {
        return;
    }
    let is_branch = |op: &Op| rw.module().opcode(*op) == Opcode::If;
    let branches: Vec<Op> = rw.module().body.block_ops(block).filter(is_branch).collect();
    for op in branches.into_iter().rev() {
        let ways = ways(rw.module(), op);
        for way in ways.into_iter().flatten() {
            nest(rw, way, exit);
        }
        match ways.map(|way| way.is_some_and(|way| ends_in(rw.module(), way, exit))) {
            [true, true] => skip_rest(rw, op),
            [true, false] => take_rest(rw, op, (fields::if_::then, fields::if_::otherwise), exit),
            [false, true] => take_rest(rw, op, (fields::if_::otherwise, fields::if_::then), exit),
            [false, false] => {}
        }
    }
}

/// The blocks of a branch, the second of which it may not have.
fn ways(module: &Module, branch: Op) -> [Option<Block>; 2] {
    [fields::if_::then, fields::if_::otherwise].map(|field| {
        let region = module.region(branch, field);
        module.body.region_blocks(region).first().copied()
    })
}

fn ends_in(module: &Module, block: Block, exit: Exit) -> bool {
    module.body.last_op(block).is_some_and(|last| module.opcode(last) == exit.opcode())
}

/// Both ways of a branch leave: the ops after it are unreachable, and the block ends with the values of the branch.
fn skip_rest(rw: &mut Rewriter<'_, TileAa>, branch: Op) {
    let end = end_around(rw.module(), branch);
    let mut rest = behind(rw.module(), branch);
    rest.retain(|&op| op != end);
    let types = types(rw.module(), rw.module().body.operands(end));
    let new = rebuilt(rw, branch, &types);
    let results: Vec<Value> = rw.module().body.results(new).iter().collect();
    rw.set_operands(end, &results, &[]);
    rest.into_iter().rev().for_each(|op| rw.erase(op));
    rw.erase(branch);
    for way in ways(rw.module(), new).into_iter().flatten() {
        yield_instead(rw, way);
    }
}

/// One way of a branch leaves, and the ops after the branch move into the other one.
fn take_rest(rw: &mut Rewriter<'_, TileAa>, branch: Op, (leaving, staying): (Field, Field), exit: Exit) {
    if exit == Exit::Return {
        hoist(rw, branch);
    }
    let end = end_around(rw.module(), branch);
    let given = rw.module().body.operands(end).to_vec();
    let types = types(rw.module(), &given);
    let rest = behind(rw.module(), branch);
    let new = rebuilt(rw, branch, &types);
    let other = way(rw, new, staying);
    // The moved ops use the values that the branch yielded directly.
    if let Some(last) = rw.module().body.last_op(other) {
        let values = rw.module().body.operands(last).to_vec();
        let results: Vec<Value> = rw.module().body.results(branch).iter().collect();
        for (result, value) in results.into_iter().zip(values) {
            rw.replace_value(result, value);
        }
        rw.erase(last);
    }
    let last = rw.build_at_end(other, end, |b| b.yield_().finish().op);
    for op in rest.into_iter().filter(|&op| op != end) {
        rw.move_before(op, last);
    }
    let given = rw.module().body.operands(end).to_vec();
    rw.set_operands(last, &given, &[]);
    let results: Vec<Value> = rw.module().body.results(new).iter().collect();
    rw.set_operands(end, &results, &[]);
    let left = way(rw, new, leaving);
    yield_instead(rw, left);
    rw.erase(branch);
}

/// Creates a branch with other result types before `branch`, and moves its blocks there.
fn rebuilt(rw: &mut Rewriter<'_, TileAa>, branch: Op, types: &[TypeId]) -> Op {
    let condition = rw.module().operand(branch, fields::if_::condition);
    let new =
        rw.build_before(branch, branch, |b| b.if_().condition(condition).results(types.to_vec()).finish().op);
    for field in [fields::if_::then, fields::if_::otherwise] {
        let [from, to] = [branch, new].map(|op| rw.module().region(op, field));
        rw.erase_blocks(to);
        rw.move_blocks(from, to);
    }
    new
}

/// The block of a way of a branch, which is created if it is missing.
fn way(rw: &mut Rewriter<'_, TileAa>, branch: Op, field: Field) -> Block {
    let region = rw.module().region(branch, field);
    match rw.module().body.region_blocks(region).first() {
        Some(&block) => block,
        None => rw.create_block(region),
    }
}

/// Replaces the exit at the end of a block by a `yield` of the same values.
fn yield_instead(rw: &mut Rewriter<'_, TileAa>, block: Block) {
    let last = rw.module().body.last_op(block).expect("a block that leaves has its end");
    let values = rw.module().body.operands(last).to_vec();
    rw.build_before(last, last, |b| b.yield_().operands(values).finish().op);
    rw.erase(last);
}

/// Moves scalars and memory that are computed after a branch before it.
fn hoist(rw: &mut Rewriter<'_, TileAa>, branch: Op) {
    let rest = behind(rw.module(), branch);
    let mut late: cranelift_entity::EntitySet<Op> = cranelift_entity::EntitySet::new();
    late.insert(branch);
    for op in rest {
        let module = rw.module();
        let known = |&value: &Value| match module.body.def(value) {
            ValueDef::Result(op, _) => !late.contains(op),
            ValueDef::Arg(..) => true,
        };
        let everywhere = module.body.results(op).iter().all(|value| is_everywhere(module.ty(value)));
        // Memory that is described but not accessed is harmless.
        let harmless = matches!(module.opcode(op), Opcode::MakeMemref | Opcode::GetTileCount);
        let plain = module.body.regions(op).len() == 0
            && (harmless || module.effects(op).is_pure())
            && !module.body.results(op).is_empty();
        if plain && everywhere && module.body.operands(op).iter().all(known) {
            rw.move_before(op, branch);
        } else {
            late.insert(op);
        }
    }
}

/// Whether a value is a scalar or memory, and not distributed among threads.
fn is_everywhere(ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => tile.shape.iter().all(|&extent| extent == 1),
        Type::Memref(_) | Type::BlockTile(_) => true,
        Type::Token => false,
    }
}

/// The ops after one in its block.
fn behind(module: &Module, op: Op) -> Vec<Op> {
    std::iter::successors(module.body.next(op), |&op| module.body.next(op)).collect()
}

/// The end of the block of an op.
fn end_around(module: &Module, op: Op) -> Op {
    let block = module.body.parent_block(op).expect("a branch stands in a block");
    module.body.last_op(block).expect("a block has its end")
}

fn types(module: &Module, values: &[Value]) -> Vec<TypeId> {
    values.iter().map(|&value| module.body.ty(value)).collect()
}
