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
//! Products that no instruction of the target supports are left to `legalize-fma-dot`: other types, or an inner
//! dimension smaller than that of the instruction.

use ir::build::{Builder, IntoAttr as _};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashSet;

use super::COPY;
use super::axis_info::AxisInfo;
use super::layout_classes::{LayoutClasses, shape_of};
use super::relayout::{first_source, has_fragments};
use super::schedule::nest::Nest;
use super::schedule::product::{self, Factor};
use super::schedule::stores::slice_of;
use super::schedule::{Unit, has_tensor_sums, is_for_agents};
use super::{functions, warp_bits};
use crate::instruction::{BlockScales, MatrixInstruction};
use crate::layout::{MmaWarps, Numbering, RegisterLayout, Shape, TensorLayout};
use crate::ops::{Builders as _, block_scales, choice, fields};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs, decisions, target};

/// Columns of a warp between those of others, where warps have columns in turn.
const COLUMNS_OF_TURN: u32 = 16;
/// The binary logarithm of the warps of a warpgroup.
const GROUP_BITS: u32 = 2;

/// A matrix product: its shapes, and the instruction that computes it, if there is one.
pub(crate) struct Product {
    shapes: [Shape; 3],
    /// The shapes of the scales of both operands, if there are scales.
    scales: Option<[Shape; 2]>,
    instruction: Option<MatrixInstruction>,
}

/// How warps divide a product, and how its elements are numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    warps: MmaWarps,
    numbering: Numbering,
}

impl Division {
    /// The decision of `assign-dot-layouts` on a product.
    pub(crate) fn of(module: &Module, dot: Op) -> Option<Division> {
        let choice = choice(module, dot)?;
        let &[rows, columns] = module.ints(dot, choice.warps) else { return None };
        let bits =
            |count: i64| u32::try_from(count).ok().filter(|count| count.is_power_of_two()).map(u32::ilog2);
        let numbering = module.get_opt(dot, choice.numbering)?;
        Some(Division { warps: MmaWarps { rows: bits(rows)?, columns: bits(columns)? }, numbering })
    }

    fn is_transposed(self) -> bool {
        self.numbering == Numbering::Transposed
    }

    /// The current division of the product.
    fn straight(self) -> Division {
        let numbering = if self.is_transposed() { Numbering::Pairs } else { self.numbering };
        Division { numbering, ..self }
    }
}

impl Product {
    /// A product, with its instruction, or else the one of the table.
    pub(crate) fn of(module: &Module, op: Op) -> Product {
        let operands = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc];
        let tiles =
            operands.map(|field| module.ty(module.operand(op, field)).tile().expect("a product is of tiles"));
        let shapes = tiles.map(|tile| tile.layout.shape().clone());
        let [lhs, rhs, acc] = tiles.map(|tile| tile.elem.scalar());
        let capability = target::capability(module).unwrap_or(0);
        let from_table = || match block_scales(module, op) {
            Some(scales) => MatrixInstruction::for_scaled([lhs?, rhs?], scales, capability),
            None => MatrixInstruction::for_types(lhs?, rhs?, acc?, capability),
        };
        let instruction = MatrixInstruction::of(module, op).or_else(from_table);
        let scales = block_scales(module, op).map(|_| {
            [fields::dot_scaled::lhs_scale, fields::dot_scaled::rhs_scale].map(|field| {
                let tile = module.ty(module.operand(op, field)).tile().expect("scales are tiles");
                tile.layout.shape().clone()
            })
        });
        Product { instruction: deep_enough(instruction, &shapes), scales, shapes }
    }

    /// Chooses the division and numbering of the product. With whole rows, each warp has whole rows of the sum if there
    /// are enough.
    fn divide(&self, module: &Module, op: Op, (warp_bits, whole_rows): (u32, bool)) -> Division {
        let warps =
            if whole_rows { self.whole_rows(warp_bits) } else { divide_warps(&self.shapes[2], warp_bits) };
        let transposed = !whole_rows && self.is_in_rows(module, op);
        let preferred = [Numbering::Transposed, Numbering::Pairs].into_iter().skip(usize::from(!transposed));
        let mut divisions = preferred.map(|numbering| Division { warps, numbering });
        let fits = |&division: &Division| self.operands(division).is_some() && self.sum(division).is_some();
        divisions.find(fits).unwrap_or(Division { warps, numbering: Numbering::Plain })
    }

    /// The numbering that keeps the order of elements in the instruction, for a sum that is stored in slices of some columns.
    fn in_order(&self, warps: MmaWarps, slice: Option<u32>) -> Numbering {
        let division = Division { warps, numbering: Numbering::Turns };
        let separates =
            slice.is_some_and(|columns| warps.columns > 0 && columns >= COLUMNS_OF_TURN << warps.columns);
        let fits = || self.operands(division).is_some() && self.sum(division).is_some();
        if separates && self.scales.is_none() && fits() { Numbering::Turns } else { Numbering::Plain }
    }

    fn whole_rows(&self, warp_bits: u32) -> MmaWarps {
        let sum = &self.shapes[2];
        let rows = warp_bits.min((sum.extent(sum.rank() - 2).max(16) / 16).ilog2());
        MmaWarps { rows, columns: warp_bits - rows }
    }

    /// True for integers where both operands come from memory in which rows are contiguous and can be copied: then the
    /// right one must be transposed, and the left one can be loaded in vectors. Floats gain nothing, because what
    /// widens them on some targets wants them as matrices come.
    fn is_in_rows(&self, module: &Module, op: Op) -> bool {
        let fastest = self.shapes[0].rank() - 1;
        let in_rows = |field: Field| {
            let value = first_source(module, module.operand(op, field));
            let is_bytes = module.ty(value).tile().and_then(|tile| tile.elem.scalar()) == Some(Scalar::I8);
            let load = module.body.def_op(value).filter(|_| is_bytes);
            let copied = load.and_then(|load| AxisInfo::of(module, load)).and_then(|axis| axis.vector(1, 16));
            copied.is_some_and(|(dim, elements)| dim == fastest && COPY.contains(&elements.into()))
        };
        in_rows(fields::dot::lhs) && in_rows(fields::dot::rhs)
    }

    /// The product of one of `count` slices of the inner dimension.
    pub(crate) fn sliced(&self, count: u32) -> Product {
        let [lhs, rhs, acc] = &self.shapes;
        let slice = |shape: &Shape, dim: usize| {
            let mut extents: Vec<u32> = shape.extents().collect();
            extents[dim] = (extents[dim] / count).max(1);
            Shape::new(&extents).expect("extents are powers of two")
        };
        let rank = lhs.rank();
        let shapes = [slice(lhs, rank - 1), slice(rhs, rank - 2), acc.clone()];
        let scales =
            self.scales.as_ref().map(|[left, right]| [slice(left, rank - 1), slice(right, rank - 2)]);
        Product { instruction: deep_enough(self.instruction, &shapes), scales, shapes }
    }

    /// The layout of the sum.
    fn sum(&self, division: Division) -> Option<RegisterLayout> {
        self.instruction?.mma().sum(&self.shapes[2], division.warps, division.numbering)
    }

    /// The layouts of both operands.
    pub(crate) fn operands(&self, division: Division) -> Option<[RegisterLayout; 2]> {
        let mma = self.instruction?.mma();
        let right = mma.right(&self.shapes[1], division.warps, division.numbering)?;
        Some([mma.left(&self.shapes[0], division.warps, division.numbering)?, right])
    }

    /// The layouts of the scales of both operands; none of a product without scales.
    fn scales(&self, division: Division) -> Option<[RegisterLayout; 2]> {
        let (mma, [left, right]) = (self.instruction?.mma(), self.scales.as_ref()?);
        let right = mma.right_scales(right, division.warps, division.numbering)?;
        Some([mma.left_scales(left, division.warps, division.numbering)?, right])
    }
}

/// The instruction, unless the inner dimension of the tiles is too small for it.
fn deep_enough(instruction: Option<MatrixInstruction>, shapes: &[Shape; 3]) -> Option<MatrixInstruction> {
    let depth = shapes[0].extent(shapes[0].rank() - 1);
    instruction.filter(|instruction| depth >= instruction.mma().k)
}

/// Warps along rows and columns, so that the part of each warp is as square as possible.
fn divide_warps(acc: &Shape, warp_bits: u32) -> MmaWarps {
    let rank = acc.rank();
    let (mut rows, mut columns) = (acc.extent(rank - 2).max(16) / 16, acc.extent(rank - 1).max(8) / 8);
    let mut warps = MmaWarps { rows: 0, columns: 0 };
    for _ in 0..warp_bits {
        // 16 rows against 8 columns: a part of twice as many instructions along columns is square.
        if rows > 1 && (rows * 2 >= columns || columns == 1) {
            warps.rows += 1;
            rows /= 2;
        } else {
            warps.columns += 1;
            columns = (columns / 2).max(1);
        }
    }
    warps
}

/// Decides for the products of every function, and rewrites them; true when a product got its instruction.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut changed = false;
    for func in functions(module) {
        let by_groups = is_for_agents(module, func) && Unit::of(module) != Some(Unit::Warps);
        changed |= by_groups && by_warpgroups(module, func);
        let decisions = decide(module, func);
        changed |= !decisions.is_empty();
        for decision in &decisions {
            rewrite(module, decision);
        }
    }
    changed
}

/// The decisions of the pass for products without an instruction.
pub(crate) fn decisions(module: &Module) -> Vec<decisions::Decision> {
    let mut found = Vec::new();
    for func in functions(module) {
        let chosen = decide(module, func);
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
            found.push(match chosen.iter().find(|decision| decision.op == op) {
                Some(decision) => decision.report(),
                None => refused(module, op),
            });
        }
    }
    found
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
    fn report(&self) -> decisions::Decision {
        let MmaWarps { rows, columns } = self.division.warps;
        let what = format!("The product is computed by `{}`", self.instruction.name());
        let why = if self.whole_rows {
            "it is the instruction for its types; each warp has whole rows of the sum, which another op needs"
        } else {
            "it is the instruction for its types; the sum is divided into parts that are as square as possible"
        };
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

/// The classes of sums of which each warp should have whole rows.
fn whole_rows(module: &Module, func: Op, classes: &LayoutClasses, dots: &[Op]) -> FxHashSet<Value> {
    let sum = |op: Op| classes.root(module.result(op, fields::dot::result));
    let sums: FxHashSet<Value> = dots.iter().map(|&op| sum(op)).collect();
    let mut whole_rows = FxHashSet::default();
    for &op in dots {
        let left = classes.root(module.operand(op, fields::dot::lhs));
        if sums.contains(&left) {
            whole_rows.extend([left, sum(op)]);
        }
    }
    for op in preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Reduce) {
        let operand = module.body.operands(op)[0];
        let dim = module.int(op, fields::reduce::dim).unwrap_or(0);
        if shape_of(module, operand).is_some_and(|shape| dim as usize + 1 == shape.len()) {
            whole_rows.insert(classes.root(operand));
        }
    }
    whole_rows
}

/// Assigns the products of a nest of agents to warpgroups, which divide their rows.
fn by_warpgroups(module: &mut Module, func: Op) -> bool {
    let Ok(nest) = Nest::of(module, func) else { return false };
    let Some(group_bits) = warp_bits(module, func).checked_sub(GROUP_BITS) else { return false };
    let groups = MmaWarps { rows: group_bits, columns: 0 };
    let mut changed = false;
    for product in nest.products {
        changed |= if has_tensor_sums(module, func) {
            into_tensor_memory(module, product.dot, group_bits)
        } else {
            by_groups(module, &product, groups)
        };
    }
    changed
}

/// The sum of a product is in tensor memory, from where threads load its rows.
fn into_tensor_memory(module: &mut Module, dot: Op, group_bits: u32) -> bool {
    let sum = module.ty(module.operand(dot, fields::dot::acc)).tile().expect("a product is of tiles");
    let Some(layout) =
        TensorLayout::accumulator(sum.layout.shape()).and_then(|memory| memory.by_rows(group_bits))
    else {
        return false;
    };
    if has_fragments(module, dot) {
        return false;
    }
    let slot = [1, 1i64 << group_bits].as_slice().into_attr(module);
    let choice = choice(module, dot).expect("a product of tiles is decided of");
    module.set_attr(dot, choice.warpgroups, slot);
    fit(module, dot, &[(fields::dot::acc, &layout)], &layout);
    true
}

fn by_groups(module: &mut Module, product: &product::Product, groups: MmaWarps) -> bool {
    let dot = product.dot;
    let tile = |field: Field| module.ty(module.operand(dot, field)).tile().expect("a product is of tiles");
    let (left, sum) = (tile(fields::dot::lhs), tile(fields::dot::acc));
    let Some(layout) = RegisterLayout::wgmma_accumulator(sum.layout.shape(), groups) else { return false };
    let bits = left.elem.scalar().map_or(64, Scalar::storage_bits);
    let fragments = RegisterLayout::wgmma_a(left.layout.shape(), bits, groups);
    let fragments = fragments.filter(|_| product.factors[0] == Factor::Registers);
    if has_fragments(module, dot) {
        return false;
    }
    let slot = [1i64 << groups.rows, 1 << groups.columns].as_slice().into_attr(module);
    module.set_attr(dot, fields::dot::warpgroups, slot);
    let mut operands = vec![(fields::dot::acc, &layout)];
    operands.extend(fragments.iter().map(|fragments| (fields::dot::lhs, fragments)));
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
