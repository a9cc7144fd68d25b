//! The passes of level 3, one folder or file each. Decisions and rewrites are in separate files if both are long.

pub mod allocate_shared;
pub(crate) mod assign_dot_layouts;
pub(crate) mod assign_load_store_layouts;
pub(crate) mod async_agents;
pub(crate) mod attach_tma_desc_args;
mod axis_info;
mod blocked;
mod buffers;
mod dot_division;
mod layout_classes;
pub(crate) mod legalize_fma_dot;
pub(crate) mod materialize_schedule;
pub(crate) mod order_tile_blocks;
mod origins;
pub(crate) mod pipeline;
pub(crate) mod place_barriers;
pub(crate) mod plan_cta;
mod relayout;
pub(crate) mod remove_layout_conversions;
pub(crate) mod schedule;
pub(crate) mod slice_and_fuse;
pub(crate) mod stage_dot_operands;
pub(crate) mod stage_tiles;
mod stage_warpgroup_operands;
pub(crate) mod take_over_tiles;
mod tensor_forms;
mod tensor_products;
mod tensor_sums;
mod warpgroup_forms;
mod warpgroup_products;

use ir::Op;

pub use allocate_shared::{Room, allocate_shared};
pub(crate) use blocked::default_layout;
pub(crate) use buffers::room as room_for_buffers;
pub(crate) use pipeline::COPY;
pub(crate) use relayout::{Assignment, assign as assign_layouts};
pub use schedule::{
    Offer, Refusal, makes_agents, makes_chains, makes_clusters, offers, picks_rows, refusals, swaps_operands,
    unplanned, with_chains,
};

use crate::ops::fields;
use crate::{Module, Opcode};

/// The functions of a module.
fn functions(module: &Module) -> Vec<Op> {
    let items = module.block(module.root, fields::module::body);
    let items = items.into_iter().flat_map(|block| module.body.block_ops(block));
    items.filter(|&op| module.opcode(op) == Opcode::Func).collect()
}

/// Binary logarithm of the number of warps of a function.
fn warp_bits(module: &Module, func: Op) -> u32 {
    let warps = module.int(func, fields::func::num_warps).unwrap_or(1);
    u32::try_from(warps).unwrap_or(1).max(1).ilog2()
}

/// Gives the location and place of `like` to the ops that were created since there were `first` ops.
fn locate(module: &mut Module, like: Op, first: usize) {
    let (loc, span) = (module.body.loc(like), module.body.head(like));
    for index in first..module.body.op_count() {
        let op = Op::from_u32(index as u32);
        if module.body.loc(op) == ir::UNKNOWN_LOC {
            module.body.set_loc(op, loc);
        }
        if let Some(span) = span.filter(|_| module.body.span(op).is_none()) {
            module.body.set_span(op, span);
        }
    }
}
