//! The loop of products that becomes agents: one product, in a `for`, of two tiles that tensor maps bring, added onto a sum
//! that the loop carries and nothing else in it looks at.

use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Block, Op, Value, ValueDef};
use tile_core::arith::MemoryOrdering;

use super::operand::{Operand, Side};
use super::refusal::{Refusal, named};
use super::skeleton::{Skeleton, shared_ops};
use crate::instruction::warpgroup_sums;
use crate::launched::unknown;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Columns of an instruction of `wgmma`.
const COLUMNS: std::ops::RangeInclusive<u32> = 8..=256;
/// Bytes of the inner dimension that an instruction takes.
const DEPTH: u32 = 32;

/// A product with its loop.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// The `for` around the product.
    pub(crate) loop_: Op,
    /// The product.
    pub(crate) dot: Op,
    /// Its operands, the left one first.
    pub(crate) operands: [Operand; 2],
    /// What the agent that copies computes.
    pub(crate) skeleton: Skeleton,
}

impl Nest {
    /// The nest of a function.
    ///
    /// # Errors
    /// What is in the way.
    pub(crate) fn of(module: &Module, func: Op) -> Result<Nest, Refusal> {
        let dot = product(module, func)?;
        multiplies(module, dot)?;
        let loop_ = module.body.parent_op(dot).expect("a product of a loop stands in it");
        let body = module.block(loop_, fields::for_::body).expect("a loop has a body");
        let uses = Uses::of(&module.body, func);
        only_sums(module, &uses, body, dot)?;
        let of = |field, side| Operand::of(module, &uses, (body, module.operand(dot, field)), side);
        let operands = [of(fields::dot::lhs, Side::Left)?, of(fields::dot::rhs, Side::Right)?];
        for operand in &operands {
            is_settled(module, func, operand.load)?;
        }
        let loads = [operands[0].load, operands[1].load];
        let skeleton = Skeleton::of(module, func, loop_, &loads)?;
        Ok(Nest { loop_, dot, operands, skeleton })
    }

    /// Bytes of both operands of a step.
    pub(crate) fn stage_bytes(&self) -> u32 {
        let bytes = |operand: &Operand| {
            let bits = operand.buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
            (bits << operand.buffer.layout.shape().bits()) / 8
        };
        self.operands.iter().map(bytes).sum()
    }

    /// The longest latency that the program says of its loads.
    pub(crate) fn latency(&self, module: &Module) -> Option<i64> {
        self.operands.iter().filter_map(|operand| module.int(operand.load, fields::tiled_load::latency)).max()
    }
}

/// The one product of a function that stands in a `for`.
fn product(module: &Module, func: Op) -> Result<Op, Refusal> {
    let in_loop = |&op: &Op| {
        module.body.parent_op(op).is_some_and(|outer| module.opcode(outer) == Opcode::For)
            && matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled | Opcode::FmaDot)
    };
    let mut products = preorder(&module.body, func).filter(in_loop);
    let Some(first) = products.next() else {
        return Err(Refusal::new(func, "no product stands in a `for`"));
    };
    if let Some(second) = products.next() {
        return Err(Refusal::new(second, "there is more than one product in loops"));
    }
    Ok(first)
}

/// `wgmma` multiplies matrices of this size and these types.
fn multiplies(module: &Module, dot: Op) -> Result<(), Refusal> {
    if module.opcode(dot) != Opcode::Dot {
        return Err(Refusal::new(
            dot,
            format!("{} has no instruction of warpgroups here", named(module, dot)),
        ));
    }
    let tile = |field| module.ty(module.operand(dot, field)).tile().expect("a product is of tiles");
    let [lhs, rhs, sum] = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(tile);
    if sum.shape().len() != 2 {
        return Err(Refusal::new(dot, "it multiplies batches of matrices"));
    }
    let scalars = lhs.elem.scalar().zip(rhs.elem.scalar()).zip(sum.elem.scalar());
    let Some(((left, right), total)) =
        scalars.filter(|&((left, right), _)| left.storage_bits() == 16 && left == right)
    else {
        return Err(Refusal::new(
            dot,
            format!("agents multiply `f16` and `bf16` yet, not {} and {}", lhs.elem, rhs.elem),
        ));
    };
    if !warpgroup_sums(left, right).contains(&total) {
        return Err(Refusal::new(dot, format!("`wgmma` does not add products of {left} into {total}")));
    }
    let (columns, depth) = (sum.shape()[1], lhs.shape()[1] * left.storage_bits() / 8);
    if !COLUMNS.contains(&columns) {
        return Err(Refusal::new(
            dot,
            format!("an instruction of `wgmma` makes 8 to 256 columns, and the sum has {columns}"),
        ));
    }
    if depth < DEPTH {
        return Err(Refusal::new(
            dot,
            format!(
                "an instruction of `wgmma` takes {DEPTH} bytes of the inner dimension, and the tiles have {depth}"
            ),
        ));
    }
    Ok(())
}

/// The loop carries the sum from the product to the product, and nothing else in it uses that.
fn only_sums(module: &Module, uses: &Uses, body: Block, dot: Op) -> Result<(), Refusal> {
    let (acc, result) = (module.operand(dot, fields::dot::acc), module.body.result(dot, 0));
    let last = module.body.last_op(body).filter(|&last| module.opcode(last) == Opcode::Continue);
    let place = match module.body.def(acc) {
        ValueDef::Arg(block, index) if block == body => (index as usize).checked_sub(1),
        ValueDef::Arg(..) | ValueDef::Result(..) => None,
    };
    let next = |place: usize| last.and_then(|last| module.body.operands(last).get(place).copied());
    let carried = place.and_then(next) == Some(result);
    if carried && uses.count(acc) == 1 && uses.count(result) == 1 {
        Ok(())
    } else {
        Err(Refusal::new(
            dot,
            "its sum is used in the loop by other ops than the product of the next iteration",
        ))
    }
}

/// The memory of a load is known before the kernel runs, and not written by it before the load.
fn is_settled(module: &Module, func: Op, load: Op) -> Result<(), Refusal> {
    let tiles = module.operand(load, fields::tiled_load::tiles);
    let shared = shared_ops(module, func);
    let made =
        module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile && shared.contains(op));
    let Some(cut) = made else {
        return Err(Refusal::new(
            load,
            "its memory is made in a loop or branch, where no tensor map can be made",
        ));
    };
    let memref = module.operand(cut, fields::block_tile::memref);
    if let Some(made) = unknown(module, &[memref], &mut cranelift_entity::EntitySet::new()) {
        let by = made.map_or("a loop or a body".to_owned(), |op| named(module, op));
        return Err(Refusal::new(
            made.unwrap_or(load),
            format!("its memory depends on {by}, which no launcher knows"),
        ));
    }
    if module.get::<MemoryOrdering>(load, fields::tiled_load::ordering) != MemoryOrdering::Weak {
        return Err(Refusal::new(load, "it takes part in synchronisation"));
    }
    match written_before(module, load) {
        None => Ok(()),
        Some(op) => {
            let reason = format!(
                "the program orders a load of the product after {}, and copies of tensor maps do not wait for that",
                named(module, op)
            );
            Err(Refusal::new(op, reason))
        }
    }
}

/// An op that a load is ordered after, other than loads.
fn written_before(module: &Module, load: Op) -> Option<Op> {
    let mut seen: cranelift_entity::EntitySet<Value> = cranelift_entity::EntitySet::new();
    let mut open: Vec<Value> = module.operands(load, fields::tiled_load::token).to_vec();
    while let Some(value) = open.pop() {
        if !seen.insert(value) || *module.ty(value) != Type::Token {
            continue;
        }
        match module.body.def(value) {
            ValueDef::Arg(block, _) => {
                open.extend(
                    module.body.block_op(block).into_iter().flat_map(|op| passes_through(module, op)),
                );
            }
            ValueDef::Result(op, _) =>
            {
                #[allow(
                    clippy::wildcard_enum_match_arm,
                    reason = "other ops that give tokens write or synchronise"
                )]
                match module.opcode(op) {
                    Opcode::CreateMemToken | Opcode::JoinTokens => open.extend(module.body.operands(op)),
                    Opcode::Load | Opcode::TiledLoad if is_weak(module, op) => {
                        open.extend(module.body.operands(op))
                    }
                    Opcode::For | Opcode::Loop | Opcode::If => open.extend(passes_through(module, op)),
                    _ => return Some(op),
                }
            }
        }
    }
    None
}

fn is_weak(module: &Module, load: Op) -> bool {
    let field = if module.opcode(load) == Opcode::Load {
        fields::load::ordering
    } else {
        fields::tiled_load::ordering
    };
    module.get::<MemoryOrdering>(load, field) == MemoryOrdering::Weak
}

/// The values that an op of control flow takes, and those that its regions end with. Which of them becomes which result makes no
/// difference to who asks whether any of them stands for a write.
fn passes_through(module: &Module, op: Op) -> Vec<Value> {
    let ends = preorder(&module.body, op)
        .filter(|&inner| matches!(module.opcode(inner), Opcode::Yield | Opcode::Continue | Opcode::Break));
    std::iter::once(op).chain(ends).flat_map(|op| module.body.operands(op).to_vec()).collect()
}
