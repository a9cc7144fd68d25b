//! The classes of axes that are divided: those with the most work, as long as no tile would be divided twice.

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

/// Takes classes of axes, those with the most work first.
pub(super) fn choose(module: &Module, axes: &Axes<'_>, func: Op, ctas: u32) -> Result<Plan, Refusal> {
    let classes = classes(module, axes, func);
    let mut order: Vec<usize> = (0..classes.len()).filter(|&class| classes[class].work > 0).collect();
    // Of equal ones the outer dimension, which leaves runs in memory as long as they are.
    let dim = |class: usize| classes[class].most.map_or(0, |(axis, _)| axes.all()[axis].dim);
    order.sort_by_key(|&class| (std::cmp::Reverse(classes[class].work), dim(class), class));
    let mut plan: Option<Plan> = None;
    let mut refused = None;
    for class in order {
        let class = &classes[class];
        match refusal(axes, class, ctas) {
            Some(refusal) => {
                refused.get_or_insert(refusal);
            }
            None => take(module, axes, class, &mut plan),
        }
    }
    plan.ok_or_else(|| refused.unwrap_or(Refusal { why: Why::Nothing, op: func }))
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
fn refusal(axes: &Axes<'_>, class: &Class, ctas: u32) -> Option<Refusal> {
    if let Some(refusal) = axes.refusal(&class.members, ctas) {
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
    *plan = Some(Plan { cut, dims, first: Vec::new(), most: (ty.clone(), dim) });
}
