//! `assign-dot-layouts`: each matrix product gets an instruction, and its tiles get the fragments of this instruction.
//!
//! The pass makes three decisions and writes them on the op: `instruction`, from the table
//! ([`MatrixInstruction`](crate::instruction)); `warps`, the division of rows and columns of the sum among warps;
//! `numbering`, the order of elements in the instruction. Operands and sum are converted to the resulting fragments.
//!
//! - Warps divide the sum into parts that are as square as possible, because each warp loads fragments of both
//!   operands. If the sum is an operand of another product, or is reduced along its rows, each warp has whole rows
//!   instead, so that neither op crosses warps.
//! - Sums of one layout class have one numbering, since a sum that several products share has one layout.
//!
//! If warpgroups multiply, the products of a function with agents use `wgmma`: they get `warpgroups`, which divide the
//! rows of their sums, and the fragments of `wgmma`. Loaded operands do not change, since they are read from shared
//! memory; a left operand that is computed from another product gets the fragments of `a`. If single warps multiply,
//! fragments are loaded from shared memory that tensor maps fill. The rows of this memory are swizzled for elements in
//! the order of the instruction, so the numbering keeps that order. Warps have columns in turn if the sum is stored in
//! slices.
//!
//! Without agents, warpgroups of sm_90a compute the products that [`warpgroup_products`](super::warpgroup_products) selects.
//!
//! Products that no instruction of the target supports are left to `legalize-fma-dot`: other types, or an inner
//! dimension smaller than that of the instruction.

use ir::build::{Builder, IntoAttr as _};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashSet;

use super::dot_division::{Division, Product, whole_rows};
use super::layout_classes::LayoutClasses;
use super::relayout::has_fragments;
use super::schedule::nest::Nest;
use super::schedule::product::{self, Factor};
use super::schedule::stores::slice_of;
use super::schedule::{Unit, has_tensor_sums, is_for_agents};
use super::warpgroup_forms::Form;
use super::warpgroup_products::{ByGroups, Choice, choices};
use super::{functions, tensor_products, warp_bits};
use crate::instruction::{BlockScales, MatrixInstruction};
use crate::layout::{GROUP_BITS, MmaWarps, RegisterLayout, TensorLayout};
use crate::ops::{Builders as _, block_scales, choice, fields};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs, decisions, target};

/// Decides for the products of every function, and rewrites them; true when a product got its instruction.
pub(crate) fn run(module: &mut Module, warpgroups: bool) -> bool {
    let mut changed = false;
    for func in functions(module) {
        let by_groups = is_for_agents(module, func) && Unit::of(module) != Some(Unit::Warps);
        changed |= by_groups && by_warpgroups(module, func);
        for Choice { dot, unit } in choices(module, func, warpgroups) {
            if let Ok(unit) = unit {
                changed |= set_groups(module, dot, &unit);
            }
        }
        for (dot, rows) in of_block(module, func, warpgroups) {
            changed |= into_tensor_memory(module, dot, &rows);
        }
        let decisions = decide(module, func);
        changed |= !decisions.is_empty();
        for decision in &decisions {
            rewrite(module, decision);
        }
    }
    changed
}

/// The decisions of the pass for products without an instruction.
pub(crate) fn decisions(module: &Module, warpgroups: bool) -> Vec<decisions::Decision> {
    let mut found = Vec::new();
    for func in functions(module) {
        let (chosen, of_block) = (decide(module, func), of_block(module, func, warpgroups));
        let choices = choices(module, func, warpgroups);
        let products = nest_of_agents(module, func).map_or_else(Vec::new, |nest| nest.products);
        let products = if Unit::of(module) == Some(Unit::Warps) { Vec::new() } else { products };
        let open = |&op: &Op| choice(module, op).is_some() && MatrixInstruction::of(module, op).is_none();
        for op in preorder(&module.body, func).filter(open) {
            if let Some(product) = products.iter().find(|product| product.dot == op) {
                let why = if product.factors[0] == Factor::Registers {
                    "its right operand is in shared memory, which the agent that copies fills, and its left one in registers, where it was \
                     computed"
                } else {
                    "its operands are in shared memory, which the agent that copies fills"
                };
                let instruction = if has_tensor_sums(module, func) { "tcgen05" } else { "wgmma" };
                let what = format!("The product is computed by `{instruction}`");
                found.push(decisions::Decision::new(op, true, what, why));
                continue;
            }
            let choice = choices.iter().find(|choice| choice.dot == op).map(|choice| &choice.unit);
            if let Some(Ok(unit)) = choice {
                found.push(by_wgmma(module, op, unit));
                continue;
            }
            if of_block.iter().any(|&(dot, _)| dot == op) {
                let why = "there is an instruction for its types and extents, and shared memory holds both operands";
                let why = format!("{why}{}", tensor_products::remark(module, op));
                found.push(decisions::Decision::new(op, true, "The product is computed by `tcgen05`", why));
                continue;
            }
            let by_warps = match choice {
                Some(unit) => unit.as_ref().err().map(|why| format!("warpgroups do not compute it: {why}")),
                None => why_not_of_block(module, func, op).filter(|_| warpgroups && products.is_empty()),
            };
            found.push(match chosen.iter().find(|decision| decision.op == op) {
                Some(decision) => decision.report(by_warps),
                None => refused(module, op),
            });
        }
    }
    found
}

/// The decision that warpgroups compute a product, in a function without agents.
fn by_wgmma(module: &Module, op: Op, unit: &ByGroups) -> decisions::Decision {
    let why = if unit.left.is_some() {
        "warpgroups read its right operand from shared memory, and its left one from the registers in which it was computed"
    } else {
        "warpgroups read its operands from shared memory"
    };
    let groups = unit.form.groups;
    let why = format!("{why}{}", unit.remark(module, op));
    decisions::Decision::new(op, true, "The product is computed by `wgmma`", why)
        .with("GroupsOfRows", 1 << groups.rows)
        .with("GroupsOfColumns", 1 << groups.columns)
        .with("SumRegisters", unit.sum(module, op).map_or(0, |sum| sum.registers()))
}

/// The products of a function without agents that all warps compute by `tcgen05`, and the layouts of their sums; none if warpgroups are
/// not to multiply.
fn of_block(module: &Module, func: Op, warpgroups: bool) -> Vec<(Op, RegisterLayout)> {
    if !warpgroups || is_for_agents(module, func) || !target::has_tensor_memory(module) {
        return Vec::new();
    }
    let open = |&op: &Op| choice(module, op).is_some() && !has_fragments(module, op);
    let dots = preorder(&module.body, func).filter(open);
    dots.filter_map(|dot| Some((dot, tensor_products::rows_of_sum(module, func, dot).ok()?))).collect()
}

/// Why `tcgen05` does not compute a product, on targets that have it.
fn why_not_of_block(module: &Module, func: Op, dot: Op) -> Option<String> {
    let why = tensor_products::rows_of_sum(module, func, dot).err();
    let why = why.filter(|_| target::has_tensor_memory(module))?;
    Some(format!("`tcgen05` does not compute it: {why}"))
}

/// Why a product has no instruction.
fn refused(module: &Module, op: Op) -> decisions::Decision {
    let tiles = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc]
        .map(|field| module.ty(module.operand(op, field)).tile().and_then(|tile| tile.elem.scalar()));
    let capability = target::capability(module).unwrap_or(0);
    if let Some(scales) = block_scales(module, op) {
        return refused_scaled(op, [tiles[0], tiles[1]], scales, capability);
    }
    let known = |capability: u32| {
        let [Some(lhs), Some(rhs), Some(acc)] = tiles else { return None };
        MatrixInstruction::for_types(lhs, rhs, acc, capability)
    };
    let why = match (known(capability), known(u32::MAX)) {
        (Some(instruction), _) => {
            format!(
                "`{}` sums over {} at once, and its tiles are smaller",
                instruction.name(),
                instruction.mma().k
            )
        }
        (None, Some(instruction)) => format!("the target has no `{}` for its types", instruction.name()),
        (None, None) => "no matrix instruction supports its types".to_owned(),
    };
    decisions::Decision::new(op, false, "The product is computed element by element", why)
}

/// Why a product with block scales has no instruction.
fn refused_scaled(
    op: Op,
    operands: [Option<Scalar>; 2],
    scales: BlockScales,
    capability: u32,
) -> decisions::Decision {
    let known = |capability: u32| {
        let [Some(lhs), Some(rhs)] = operands else { return None };
        MatrixInstruction::for_scaled([lhs, rhs], scales, capability)
    };
    let of_any = target::Feature::BlockScaledMma.capabilities().iter().find_map(|&one| known(one));
    let why = match (known(capability), of_any) {
        (Some(instruction), _) => format!(
            "`{}` sums over {} at once, and its tiles are smaller",
            instruction.name(),
            instruction.mma().k
        ),
        (None, Some(_)) => format!(
            "warps of the target do not multiply with block scales; those of {} do",
            target::Feature::BlockScaledMma.targets()
        ),
        (None, None) => {
            format!("no matrix instruction takes scales of {} for blocks of {}", scales.scalar, scales.block)
        }
    };
    decisions::Decision::new(op, false, "The scaled product is computed element by element", why)
}

/// The decision for a product.
struct Decision {
    op: Op,
    instruction: MatrixInstruction,
    division: Division,
    /// Whether each warp has whole rows of the sum.
    whole_rows: bool,
    operands: [RegisterLayout; 2],
    /// Of the scales, if there are any.
    scales: Option<[RegisterLayout; 2]>,
    sum: RegisterLayout,
}

impl Decision {
    /// With the reason why warpgroups do not compute the product, where the target has some.
    fn report(&self, by_warps: Option<String>) -> decisions::Decision {
        let MmaWarps { rows, columns } = self.division.warps;
        let what = format!("The product is computed by `{}`", self.instruction.name());
        let why = if self.whole_rows {
            "it is the instruction for its types; each warp has whole rows of the sum, which another op needs"
        } else {
            "it is the instruction for its types; the sum is divided into parts that are as square as possible"
        };
        let why = by_warps.unwrap_or_else(|| why.to_owned());
        decisions::Decision::new(self.op, true, what, why)
            .with("WarpsOfRows", 1 << rows)
            .with("WarpsOfColumns", 1 << columns)
            .with("Numbering", self.division.numbering.name())
            .with("SumRegisters", self.sum.registers())
            .with("OperandRegisters", self.operands.iter().map(RegisterLayout::registers).sum::<u64>())
    }
}

fn decide(module: &Module, func: Op) -> Vec<Decision> {
    let classes = LayoutClasses::of(module, func);
    let open = |&op: &Op| choice(module, op).is_some() && !has_fragments(module, op);
    let dots: Vec<Op> = preorder(&module.body, func).filter(open).collect();
    let sum = |op: Op| classes.root(module.result(op, fields::dot::result));
    let whole_rows = whole_rows(module, func, &classes, &dots);
    let warp_bits = warp_bits(module, func);
    let from_stages = nest_of_agents(module, func).map_or_else(Vec::new, |nest| nest.products);
    let slices = slices_of_sums(module, func, &classes);
    let divided: Vec<(Product, Division)> = (dots.iter())
        .map(|&op| {
            let product = Product::of(module, op);
            let mut division = product.divide(module, op, (warp_bits, whole_rows.contains(&sum(op))));
            if from_stages.iter().any(|product| product.dot == op) {
                let slice = slices.iter().find(|(root, _)| *root == sum(op)).map(|&(_, columns)| columns);
                division.numbering = product.in_order(division.warps, slice);
            }
            (product, division)
        })
        .collect();
    let all = dots.iter().zip(&divided);
    let straight: FxHashSet<Value> =
        all.clone().filter(|(_, (_, division))| !division.is_transposed()).map(|(&op, _)| sum(op)).collect();
    let decisions = all.filter_map(|(&op, (product, division))| {
        let division = if straight.contains(&sum(op)) { division.straight() } else { *division };
        Some(Decision {
            op,
            instruction: product.instruction?,
            division,
            whole_rows: whole_rows.contains(&sum(op)),
            operands: product.operands(division)?,
            scales: match product.scales {
                Some(_) => Some(product.scales(division)?),
                None => None,
            },
            sum: product.sum(division)?,
        })
    });
    decisions.collect()
}

/// The classes of tiles that are stored in slices, and the columns of these.
fn slices_of_sums(module: &Module, func: Op, classes: &LayoutClasses) -> Vec<(Value, u32)> {
    let stores = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TiledStore);
    let slice = |store: Op| {
        let [_, columns] = slice_of(module, store)?;
        Some((classes.root(module.operand(store, fields::tiled_store::value)), columns))
    };
    stores.filter_map(slice).collect()
}

/// The nest of a function that gets agents.
fn nest_of_agents(module: &Module, func: Op) -> Option<Nest> {
    Nest::of(module, func).ok().filter(|_| is_for_agents(module, func))
}

/// Assigns the products of a nest of agents to warpgroups, which divide their rows.
fn by_warpgroups(module: &mut Module, func: Op) -> bool {
    let Ok(nest) = Nest::of(module, func) else { return false };
    let Some(group_bits) = warp_bits(module, func).checked_sub(GROUP_BITS) else { return false };
    let groups = MmaWarps { rows: group_bits, columns: 0 };
    let mut changed = false;
    for product in nest.products {
        let sum = module.ty(module.operand(product.dot, fields::dot::acc)).tile();
        let memory = sum.and_then(|sum| TensorLayout::accumulator(sum.layout.shape()));
        changed |= if has_tensor_sums(module, func) {
            let rows = memory.and_then(|memory| memory.by_rows(group_bits));
            rows.is_some_and(|rows| into_tensor_memory(module, product.dot, &rows))
        } else {
            by_groups(module, &product, groups)
        };
    }
    changed
}

/// The sum of a product is in tensor memory, from where threads load its rows, in this layout.
fn into_tensor_memory(module: &mut Module, dot: Op, rows: &RegisterLayout) -> bool {
    if has_fragments(module, dot) {
        return false;
    }
    let groups = rows.warps() >> GROUP_BITS;
    let slot = [1, i64::from(groups)].as_slice().into_attr(module);
    let choice = choice(module, dot).expect("a product of tiles is decided of");
    module.set_attr(dot, choice.warpgroups, slot);
    fit(module, dot, &[(fields::dot::acc, rows)], rows);
    true
}

fn by_groups(module: &mut Module, product: &product::Product, groups: MmaWarps) -> bool {
    let left =
        module.ty(module.operand(product.dot, fields::dot::lhs)).tile().expect("a product is of tiles");
    let bits = left.elem.scalar().map_or(64, Scalar::storage_bits);
    let fragments = RegisterLayout::wgmma_a(left.layout.shape(), bits, groups);
    let fragments = fragments.filter(|_| product.factors[0] == Factor::Registers);
    let form = Form { groups, transposed: false };
    set_groups(module, product.dot, &ByGroups { form, left: fragments })
}

/// Warpgroups compute a product, with its left operand in fragments, or from shared memory.
fn set_groups(module: &mut Module, dot: Op, unit: &ByGroups) -> bool {
    let Some(layout) = unit.sum(module, dot) else { return false };
    let groups = unit.form.groups;
    if has_fragments(module, dot) {
        return false;
    }
    let slot = [1i64 << groups.rows, 1 << groups.columns].as_slice().into_attr(module);
    module.set_attr(dot, fields::dot::warpgroups, slot);
    let mut operands = vec![(fields::dot::acc, &layout)];
    operands.extend(unit.left.as_ref().map(|fragments| (fields::dot::lhs, fragments)));
    fit(module, dot, &operands, &layout);
    true
}

fn rewrite(module: &mut Module, decision: &Decision) {
    let op = decision.op;
    let warps = [decision.division.warps.rows, decision.division.warps.columns].map(|bits| 1i64 << bits);
    let choice = choice(module, op).expect("a product is decided of");
    let slot = warps.as_slice().into_attr(module);
    module.set_attr(op, choice.warps, slot);
    let slot = decision.instruction.into_attr(module);
    module.set_attr(op, choice.instruction, slot);
    let slot = decision.division.numbering.into_attr(module);
    module.set_attr(op, choice.numbering, slot);
    let [lhs, rhs] = &decision.operands;
    let mut operands =
        vec![(fields::dot::lhs, lhs), (fields::dot::rhs, rhs), (fields::dot::acc, &decision.sum)];
    if let Some([left, right]) = &decision.scales {
        operands.extend([(fields::dot_scaled::lhs_scale, left), (fields::dot_scaled::rhs_scale, right)]);
    }
    fit(module, op, &operands, &decision.sum);
}

/// Converts operands of a product to layouts, and its sum, which is in a layout too, to the one that it had.
fn fit(module: &mut Module, op: Op, operands: &[(Field, &RegisterLayout)], sum: &RegisterLayout) {
    let mut rewriter = Rewriter::new(module);
    for &(field, layout) in operands {
        let index = rewriter.module().operand_range(op, field).start;
        let value = rewriter.module().body.operands(op)[index];
        let converted = rewriter.build_before(op, op, |b| converted(b, value, layout));
        rewriter.set_operand(op, index, converted);
    }
    let result = rewriter.module().result(op, fields::dot::result);
    let before = rewriter.module().ty(result).tile().expect("a product is a tile").layout.clone();
    let next = rewriter.module().body.next(op).expect("a product does not end its block");
    // The uses take the converted result; the conversion itself takes the sum.
    let settled = rewriter.build_before(next, op, |b| converted(b, result, &before));
    rewriter.replace_value(result, settled);
    let conversion = rewriter.module().body.def_op(settled).expect("an op converts");
    rewriter.set_operand(conversion, 0, result);
    let elem = module.ty(result).tile().expect("a product is a tile").elem;
    let ty = module.types.intern(Type::Tile(TileType::new(elem, sum.clone())));
    module.body.set_ty(result, ty);
}

/// `convert_layout` of a value.
fn converted(b: &mut Builder<'_, TileAs>, value: Value, layout: &RegisterLayout) -> Value {
    let elem = b.module.ty(value).tile().expect("a tile is converted").elem;
    let ty = b.module.types.intern(Type::Tile(TileType::new(elem, layout.clone())));
    b.convert_layout().source(value).result(ty).finish().value()
}
