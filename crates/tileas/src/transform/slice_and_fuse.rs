//! `slice-and-fuse`: matrix products whose operands do not fit in shared memory are computed in slices.
//!
//! The pass decides, and [`stage-dot-operands`](super::stage_dot_operands) rewrites. It writes `slices = n` on a
//! product whose operands go through shared memory next to it and together need more than `buffers` bytes: the smallest
//! power of two for which a slice of each fits and is still deep enough for the instruction. An operand that is already
//! in fragments, or comes from outside of a loop, stays in registers, whose layout must separate its slices.
//!
//! Products of warpgroups may use half of the bytes, because operands from outside of a loop keep their buffers beside
//! them.
//!
//! If no number of slices is suitable, the product is not changed: its conversions go through shared memory in rounds.

use ir::build::IntoAttr as _;
use ir::walk::preorder;
use ir::{Op, Value};

use super::buffers::{all_bytes, inner_dims, slice_count, sliced_layout};
use super::dot_division::{Division, Product};
use super::relayout::{has_fragments, left_fragments};
use super::stage_dot_operands::{in_stages, staged_operands};
use super::stage_warpgroup_operands::{most_slices, room_of_product, shared_operands};
use crate::decisions::Decision;
use crate::layout::RegisterLayout;
use crate::ops::{fields, warpgroups};
use crate::{Module, Opcode, target};

/// Decides for every product; true if one will be sliced.
pub(crate) fn run(module: &mut Module, limit: u64) -> bool {
    let dots: Vec<Op> = preorder(&module.body, module.root).filter(|&op| is_sliceable(module, op)).collect();
    let in_stages = in_stages(module);
    let mut changed = false;
    for op in dots.into_iter().filter(|&op| !in_stages.contains(op)) {
        if let Some(count) = decide(module, op, room(module, op, limit)) {
            let slot = i64::from(count).into_attr(module);
            module.set_attr(op, fields::dot::slices, slot);
            changed = true;
        }
    }
    changed
}

/// Whether a product may be computed in slices. One with scales stays whole: few scales are for a block of a slice. So does one
/// into tensor memory, which is only chosen if both operands fit.
fn is_sliceable(module: &Module, op: Op) -> bool {
    let in_tensor_memory = warpgroups(module, op).is_some() && target::has_tensor_memory(module);
    module.opcode(op) == Opcode::Dot && has_fragments(module, op) && !in_tensor_memory
}

/// The operands of a product that go through shared memory next to it.
fn staged_values(module: &Module, op: Op) -> Vec<Value> {
    if warpgroups(module, op).is_some() {
        return shared_operands(module, op);
    }
    staged_operands(module, op).iter().flatten().map(|staged| staged.source).collect()
}

/// The bytes that they may take together.
fn room(module: &Module, op: Op, limit: u64) -> u64 {
    if warpgroups(module, op).is_some() { room_of_product(limit) } else { limit }
}

/// The decisions of the pass for products whose operands go through shared memory next to them.
pub(crate) fn decisions(module: &Module, limit: u64) -> Vec<Decision> {
    let in_stages = in_stages(module);
    let products =
        preorder(&module.body, module.root).filter(|&op| is_sliceable(module, op) && !in_stages.contains(op));
    let decide = |op: Op| {
        let (values, limit) = (staged_values(module, op), room(module, op, limit));
        let bytes = all_bytes(module, &values);
        let decision = match decide(module, op, limit) {
            _ if values.is_empty() => return None,
            None if bytes <= limit => {
                let why = "both fit in shared memory";
                Decision::new(op, true, "The product uses its operands as a whole", why)
            }
            Some(count) => {
                let why =
                    format!("a slice of them has room in shared memory, and one of {} has not", count / 2);
                Decision::new(
                    op,
                    true,
                    format!("The product is computed in {count} slices of its operands"),
                    why,
                )
                .with("Slices", count)
            }
            None => {
                let why = "no slice that fits is as deep as its instruction";
                Decision::new(
                    op,
                    false,
                    "The product reads its operands through shared memory in rounds",
                    why,
                )
            }
        };
        Some(decision.with("Bytes", bytes).with("Room", limit))
    };
    products.filter_map(decide).collect()
}

fn decide(module: &Module, op: Op, limit: u64) -> Option<u32> {
    if warpgroups(module, op).is_some() {
        return decide_of_warpgroups(module, op, limit);
    }
    let staged = staged_operands(module, op);
    let large: Vec<Value> = staged.iter().flatten().map(|staged| staged.source).collect();
    if all_bytes(module, &large) <= limit {
        return None;
    }
    let (product, division) = (Product::of(module, op), Division::of(module, op)?);
    let layouts = [fields::dot::lhs, fields::dot::rhs].map(|field| {
        module.ty(module.operand(op, field)).tile().expect("a product is of tiles").layout.clone()
    });
    let dims = inner_dims(layouts[0].shape().rank());
    let depth = layouts[0].shape().extent(dims[0]);
    let fits = |count: u32| {
        let apart =
            |at: usize| staged[at].is_some() || sliced_layout(&layouts[at], dims[at], count).is_some();
        product.sliced(count).operands(division).is_some() && apart(0) && apart(1)
    };
    slice_count(module, &large, (depth, limit), fits).filter(|&count| count > 1)
}

/// The slices of a product of warpgroups; if none has room, the smallest ones.
fn decide_of_warpgroups(module: &Module, op: Op, limit: u64) -> Option<u32> {
    let (values, most) = (shared_operands(module, op), most_slices(module, op));
    if all_bytes(module, &values) <= limit {
        return None;
    }
    let fragments = left_fragments(module, op);
    let is_apart = |count: u32| {
        let slice = |layout: &RegisterLayout| sliced_layout(layout, layout.shape().rank() - 1, count);
        fragments.as_ref().is_none_or(|layout| slice(layout).is_some())
    };
    let count = slice_count(module, &values, (most, limit), is_apart).unwrap_or(most);
    Some(count).filter(|&count| count > 1 && is_apart(count))
}
