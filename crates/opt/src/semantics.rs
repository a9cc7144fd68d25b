//! Properties of level-1 ops for the shared transforms.

use cuda_tile::ops::Opcode;
use cuda_tile::{CudaTile, Module, roles};
use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Op, Value};
use smallvec::SmallVec;

use crate::control::{Trips, target, trips};
use crate::simplify;

/// The answers of level 1.
#[derive(Clone, Copy, Debug)]
pub struct Level1;

impl Semantics<CudaTile> for Level1 {
    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        use Opcode::*;
        #[allow(clippy::wildcard_enum_match_arm, reason = "an op without regions absorbs nothing")]
        match module.opcode(op) {
            For | Loop => Effects::JUMP,
            If | Reduce | Scan | Generate => Effects::YIELD,
            _ if roles::signature_of_body(module.spec(op)).is_some() => Effects::RETURN,
            _ => Effects::NONE,
        }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops have no regions, or functions")]
        match module.opcode(op) {
            Opcode::For => {
                Regions::Loop { certain: trips(module, op).is_some_and(|trips| trips != Trips::Zero) }
            }
            Opcode::Loop => Regions::Loop { certain: true },
            Opcode::Reduce | Opcode::Scan | Opcode::Generate => Regions::Closed,
            _ => Regions::Once,
        }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(carried(module, op, index))
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, CudaTile>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

/// The result and the block argument that operand `index` becomes.
fn carried(module: &Module, op: Op, index: usize) -> [Option<Value>; 2] {
    let result = |op: Op, index: usize| module.body.results(op).get(index);
    let arg = |op: Op, index: usize| {
        let block = module.body.region_blocks(module.body.region(op, 0)).first();
        block.and_then(|&block| module.body.block_args(block).get(index))
    };
    // The first argument of the body of a `for` is its counter.
    let of_for = |op: Op, index: usize| [result(op, index), arg(op, index + 1)];
    #[allow(clippy::wildcard_enum_match_arm, reason = "only ops with regions and terminators carry values")]
    match module.opcode(op) {
        Opcode::For => index.checked_sub(3).map_or([None, None], |index| of_for(op, index)),
        Opcode::Loop => [None, arg(op, index)],
        Opcode::Continue => match target(module, op) {
            Some(target) if module.opcode(target) == Opcode::For => of_for(target, index),
            Some(target) => [None, arg(target, index)],
            None => [None, None],
        },
        Opcode::Break => [target(module, op).and_then(|target| result(target, index)), None],
        Opcode::Yield => match module.body.parent_op(op) {
            Some(parent) if module.opcode(parent) == Opcode::If => [result(parent, index), None],
            _ => [None, None],
        },
        _ => [None, None],
    }
}
