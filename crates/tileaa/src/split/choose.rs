//! The classes of axes that are divided: those with the most work, as long as no tile would be divided twice.

use std::cmp::Reverse;

use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::FxHashMap;

use super::axes::{Axes, Axis, Tile};
use super::{Plan, Refusal, Why, moved};
use crate::{Module, Opcode};

/// The work along the axes of an op: elements that are moved, products that are summed.
pub(super) fn work(module: &Module, op: Op) -> Option<(Tile, u64)> {
    let product = |sum: Value, lhs: Value| {
        let of = |value: Value| module.ty(value).tile().cloned();
        let (sum_type, lhs) = (of(sum)?, of(lhs)?);
        let steps = u64::from(*lhs.shape.last()?);
        Some((Tile::Value(sum), sum_type.elements().saturating_mul(steps)))
    };
    #[allow(clippy::wildcard_enum_match_arm, reason = "the work of the other ops follows that of these")]
    match module.opcode(op) {
        Opcode::Dot => product(module.body.result(op, 0), module.body.operands(op)[0]),
        Opcode::DotScaled => product(module.body.result(op, 0), module.body.operands(op)[0]),
        _ => {
            let tile = moved(module, op)?;
            let value = match tile {
                Tile::Value(value) => value,
                Tile::Operand(op, index) => module.body.operands(op)[index],
            };
            Some((tile, module.ty(value).tile()?.elements()))
        }
    }
}

/// A class of axes that may be cut.
#[derive(Clone, Default)]
struct Class {
    members: Vec<usize>,
    work: u64,
    /// Its axis with the most work, and how much.
    most: Option<(usize, u64)>,
}

/// Which of two dimensions with equal work is divided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Preferred {
    /// The outer one, which leaves runs in memory as long as they are.
    Outer,
    /// The longer one of a product, so that all parts need the smaller operand; else the outer one.
    Longer,
}

/// Takes classes of axes, those with the most work first.
pub(super) fn choose(
    module: &Module,
    axes: &Axes<'_>,
    (func, parts): (Op, u32),
    preferred: Preferred,
) -> Result<Plan, Refusal> {
    let classes = classes(module, axes, func);
    let mut order: Vec<usize> = (0..classes.len()).filter(|&class| classes[class].work > 0).collect();
    let most = |class: usize| classes[class].most.map(|(axis, _)| &axes.all()[axis]);
    let dim = |class: usize| most(class).map_or(0, |axis| axis.dim);
    let length = |class: usize| {
        let of_product =
            most(class).filter(|axis| preferred == Preferred::Longer && is_sum(module, axis.tile));
        of_product.map_or(0, |axis| axis.extent)
    };
    order.sort_by_key(|&class| (Reverse(classes[class].work), Reverse(length(class)), dim(class), class));
    let mut plan: Option<Plan> = None;
    let mut refused = None;
    for class in order {
        let class = &classes[class];
        match refusal(axes, class, parts) {
            Some(refusal) => {
                refused.get_or_insert(refusal);
            }
            None => take(module, axes, class, &mut plan),
        }
    }
    plan.ok_or_else(|| refused.unwrap_or(Refusal { why: Why::Nothing, op: func }))
}

/// Whether a tile is what a product gives.
fn is_sum(module: &Module, tile: Tile) -> bool {
    let Tile::Value(value) = tile else { return false };
    let op = module.body.def_op(value);
    op.is_some_and(|op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled))
}

fn classes(module: &Module, axes: &Axes<'_>, func: Op) -> Vec<Class> {
    let mut classes = vec![Class::default(); axes.all().len()];
    for axis in 0..axes.all().len() {
        classes[axes.class(axis)].members.push(axis);
    }
    for (tile, work) in preorder(&module.body, func).filter_map(|op| work(module, op)) {
        let Some(first) = axes.first(tile) else { continue };
        for axis in first..axes.all().len() {
            if axes.all()[axis].tile != tile {
                break;
            }
            let class = &mut classes[axes.class(axis)];
            class.work = class.work.saturating_add(work);
            if class.most.is_none_or(|(_, most)| most < work) {
                class.most = Some((axis, work));
            }
        }
    }
    classes
}

/// Why a class is not cut.
fn refusal(axes: &Axes<'_>, class: &Class, parts: u32) -> Option<Refusal> {
    if let Some(refusal) = axes.refusal(&class.members, parts) {
        return Some(refusal);
    }
    let mut seen: FxHashMap<Tile, usize> = FxHashMap::default();
    let twice = class.members.iter().find(|&&axis| seen.insert(axes.all()[axis].tile, axis).is_some())?;
    Some(Refusal { why: Why::Twice, op: axes.place(*twice) })
}

/// Cuts a class, unless one of its tiles is cut already.
fn take(module: &Module, axes: &Axes<'_>, class: &Class, plan: &mut Option<Plan>) {
    let of = |&axis: &usize| (axes.all()[axis].tile, axes.all()[axis].dim);
    let cut: Vec<(Tile, usize)> = class.members.iter().map(of).collect();
    if let Some(plan) = plan {
        if cut.iter().any(|(tile, _)| plan.dims.contains_key(tile)) {
            return;
        }
        plan.dims.extend(cut.iter().copied());
        plan.cut.extend(cut);
        return;
    }
    let Some((axis, _)) = class.most else { return };
    let Axis { tile, dim, .. } = axes.all()[axis].clone();
    let value = match tile {
        Tile::Value(value) => value,
        Tile::Operand(op, index) => module.body.operands(op)[index],
    };
    let Some(ty) = module.ty(value).tile() else { return };
    let dims = cut.iter().copied().collect();
    *plan = Some(Plan { cut, dims, first: Vec::new(), most: (ty.clone(), dim), nested: None });
}
