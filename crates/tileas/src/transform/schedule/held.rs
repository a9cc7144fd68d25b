//! The registers that threads need for the tiles of an iteration.
//!
//! If the first and the last product read the same stage, no product is delayed by an iteration, and the tiles that are live at
//! a product count. Element-wise work between products is not counted. Tiles of outer loops count if they are live during the
//! inner loop.

use cranelift_entity::EntitySet;
use ir::walk::preorder;
use ir::{Block, Op, Value};

use super::nest::Nest;
use super::product::{Factor, Product};
use crate::{Module, Opcode};

/// Whether the first and the last product of a block read the same stage.
pub(super) fn are_in_order(module: &Module, nest: &Nest, block: Option<Block>) -> bool {
    let own = |product: &&Product| module.body.parent_block(product.dot) == block;
    let mut products = nest.products.iter().filter(own);
    let (Some(first), Some(last)) = (products.next(), products.next_back()) else { return false };
    let groups = [first, last].map(|product| nest.inner_group(product));
    groups[0].is_some() && groups[0] == groups[1]
}

/// The most bits of tiles that threads hold while they multiply in a block.
pub(super) fn held_in_order(module: &Module, nest: &Nest, block: Option<Block>) -> u64 {
    let Some(block) = block else { return 0 };
    let staged = staged(module, nest);
    let bits = |value: Value| if staged.contains(value) { 0 } else { bits_in_registers(module, value) };
    let ops: Vec<Op> = module.body.block_ops(block).collect();
    let used = |op: Op| preorder(&module.body, op).flat_map(|op| module.body.operands(op).to_vec());
    // What is made outside is there in all iterations.
    let is_outer = |value: &Value| module.body.def_block(*value).is_some_and(|made| made != block);
    let mut later: EntitySet<Value> = EntitySet::new();
    let mut live = 0;
    let add = |value: Value, later: &mut EntitySet<Value>| if later.insert(value) { bits(value) } else { 0 };
    for value in ops.iter().flat_map(|&op| used(op)).filter(is_outer) {
        live += add(value, &mut later);
    }
    let mut most = 0;
    for &op in ops.iter().rev() {
        if nest.products.iter().any(|product| product.dot == op) {
            let factors = module.body.operands(op)[..2].iter().filter(|&&value| !later.contains(value));
            let unused = module.body.results(op).iter().filter(|&value| !later.contains(value));
            let more = factors.map(|&value| bits(value)).sum::<u64>() + unused.map(bits).sum::<u64>();
            most = most.max(live + more);
        }
        for value in module.body.results(op).iter().filter(|&value| later.contains(value)) {
            live -= bits(value);
        }
        for value in used(op) {
            live += add(value, &mut later);
        }
    }
    most
}

/// The bits of tiles that are live during a block that does not use them: defined before the ops around it, and used after
/// these, such as the sum of an outer loop. Only carried tiles and the results of loops, branches and products
/// count; others may be computed again.
pub(super) fn held_around(module: &Module, func: Op, nest: &Nest, block: Option<Block>) -> u64 {
    let body = &module.body;
    let mut held = staged(module, nest);
    let mut bits = 0;
    let mut around = block.and_then(|block| body.block_op(block));
    while let Some(op) = around.filter(|&op| op != func) {
        let mut made: EntitySet<Value> = EntitySet::new();
        made.extend(body.results(op).iter());
        let after = std::iter::successors(body.next(op), |&later| body.next(later));
        for later in after.flat_map(|later| preorder(body, later)) {
            for &value in body.operands(later).iter().filter(|&&value| !made.contains(value)) {
                let stays = body.def_op(value).is_none_or(|op| is_sum_or_region(module, op));
                bits += if stays && held.insert(value) { bits_in_registers(module, value) } else { 0 };
            }
            let blocks = body.regions(later).flat_map(|region| body.region_blocks(region).to_vec());
            made.extend(blocks.flat_map(|block| body.block_args(block).iter()));
            made.extend(body.results(later).iter());
        }
        around = body.parent_op(op);
    }
    bits
}

fn is_sum_or_region(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::Dot | Opcode::For | Opcode::Loop | Opcode::If)
}

/// The tiles that products read from stages, and what they are views of.
fn staged(module: &Module, nest: &Nest) -> EntitySet<Value> {
    let mut staged: EntitySet<Value> = EntitySet::new();
    for product in &nest.products {
        for (field, factor) in product.sources() {
            let Factor::Loaded(_) = factor else { continue };
            let mut value = module.operand(product.dot, field);
            while staged.insert(value)
                && let Some(op) = module.body.def_op(value)
                && let [source] = module.body.operands(op)
            {
                value = *source;
            }
        }
    }
    staged
}

/// Bits of a tile that is not computed again where it is used.
fn bits_in_registers(module: &Module, value: Value) -> u64 {
    let is_cheap = module.body.def_op(value).is_some_and(|op| {
        matches!(module.opcode(op), Opcode::Constant | Opcode::Broadcast | Opcode::MakeRange)
    });
    let tile = module.ty(value).tile().filter(|tile| !is_cheap && !tile.shape().is_empty());
    tile.map_or(0, |tile| {
        u64::from(tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits())) << tile.layout.shape().bits()
    })
}
