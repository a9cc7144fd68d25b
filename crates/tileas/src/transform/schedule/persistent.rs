//! Programs that are persistent themselves: a thread block computes several tiles, in a loop around that of the
//! product.
//!
//! The launcher of such a program starts as many thread blocks as its hint of occupancy says for each multiprocessor,
//! and one where it says nothing. A plan therefore has as many.
//!
//! Two agents can compute whole tiles by turns, so that one stores its tile while the other one multiplies
//! ([`TileLoop`]).

use ir::walk::preorder;
use ir::{Op, Value};

use super::exits::{is_loop, loop_around};
use super::nest::Nest;
use super::operand::Filling;
use super::product::Factor;
use super::promotion::is_promoted;
use super::thread_blocks::ctas;
use crate::attributes::Turns;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

/// Whether the thread blocks of a function share its tiles out among them: it counts them, and the product is in a loop
/// of a loop.
pub(super) fn is_persistent(module: &Module, func: Op, nest: &Nest) -> bool {
    let counts = preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::GetNumPrograms);
    let is_nested =
        |dot: Op| loop_around(module, dot).is_some_and(|inner| loop_around(module, inner).is_some());
    counts && nest.products.iter().any(|product| is_nested(product.dot))
}

/// The loop over the tiles of a thread block, whose tiles two agents can compute by turns.
///
/// - All tiles have the same number of steps, which is known before the loop: an agent passes over the stages of the
///   other one's tiles.
/// - A tile needs nothing of the one before. If the program orders its stores after those of the one before, stores
///   take turns too.
/// - Nothing outside of the loop has an effect, so that both agents may run it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileLoop {
    /// Whether stores take turns.
    pub(crate) turns: Turns,
}

impl TileLoop {
    /// That of a nest; none where tiles cannot be computed by turns.
    pub(crate) fn of(module: &Module, func: Op, nest: &Nest) -> Option<TileLoop> {
        let [product] = &nest.products[..] else { return None };
        let inner = module.body.parent_op(product.dot).filter(|&op| module.opcode(op) == Opcode::For)?;
        let outer = module.body.parent_op(inner).filter(|&op| module.opcode(op) == Opcode::For)?;
        let is_plain = matches!(product.factors, [Factor::Loaded(_), Factor::Loaded(_)])
            && !is_promoted(module, product.dot)
            && nest.groups.iter().all(|group| group.is_inner)
            && nest.pipelines().len() == 1
            && nest.operands.iter().all(|operand| operand.filling == Filling::Boxes)
            && nest.skeleton.loads.is_empty()
            && ctas(module, func) == 1;
        let stands_alone = module.body.parent_op(outer) == Some(func) && is_alone(module, func, outer);
        (is_plain && stands_alone && has_known_steps(module, [outer, inner])).then_some(())?;
        let is_token = |value: Value| *module.ty(value) == Type::Token;
        let carried = module.operands(outer, fields::for_::inits);
        if carried.iter().any(|&value| !is_token(value)) || !has_stores_alone(module, outer) {
            return None;
        }
        if carried.is_empty() {
            return Some(TileLoop { turns: Turns::Products });
        }
        orders_ends(module, [outer, inner]).then_some(TileLoop { turns: Turns::Stores })
    }
}

/// Whether nothing beside a loop of a function has an effect.
fn is_alone(module: &Module, func: Op, outer: Op) -> bool {
    let body = module.block(func, fields::func::body);
    body.into_iter().flat_map(|body| module.body.block_ops(body)).all(|op| {
        op == outer
            || module.opcode(op) == Opcode::Return
            || (module.body.regions(op).len() == 0 && module.effects(op).is_repeatable())
    })
}

/// Whether the counters of both loops are numbers of 32 bits, and the bounds of the inner one the same for all tiles.
fn has_known_steps(module: &Module, [outer, inner]: [Op; 2]) -> bool {
    use fields::for_ as f;
    let bounds = |op: Op| [f::lower, f::upper, f::step].map(|field| module.operand(op, field));
    let is_short = |value: Value| {
        let elem = module.ty(value).tile().and_then(|tile| tile.elem.scalar());
        elem == Some(numerics::Scalar::I32)
    };
    let is_constant =
        |value: Value| module.body.def_op(value).is_some_and(|op| module.opcode(op) == Opcode::Constant);
    let is_outside = |value: Value| module.body.def_block(value) != module.body.parent_block(inner);
    is_short(module.operand(outer, f::lower))
        && bounds(inner).into_iter().all(|value| is_short(value) && (is_outside(value) || is_constant(value)))
}

/// Whether all effects in the loop are those of loads and stores.
fn has_stores_alone(module: &Module, outer: Op) -> bool {
    preorder(&module.body, outer).filter(|&op| op != outer).all(|op| {
        is_access(module, op)
            || matches!(module.opcode(op), Opcode::For | Opcode::If | Opcode::Continue | Opcode::Yield)
            || module.effects(op).is_repeatable()
    })
}

fn is_access(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad | Opcode::Store | Opcode::TiledStore)
}

/// Whether what tokens order stands after the loop of the product, where stores take turns.
fn orders_ends(module: &Module, [outer, inner]: [Op; 2]) -> bool {
    let takes_token = |op: Op| module.body.operands(op).iter().any(|&value| *module.ty(value) == Type::Token);
    let body = module.block(outer, fields::for_::body);
    let ops = body.into_iter().flat_map(|body| module.body.block_ops(body));
    let mut before = ops.take_while(|&op| op != inner).chain([inner]);
    before.all(|op| preorder(&module.body, op).all(|op| !takes_token(op) || is_loop(module, op)))
}
