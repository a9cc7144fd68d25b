//! Products of functions without agents that warpgroups compute by `wgmma`: which ones, and why not the others.
//!
//! A warpgroup multiplies matrices in shared memory, and its threads hold 64 rows of the sum in fragments. Warpgroups
//! divide the rows of a sum while each has 64, and then its columns. Sums of fewer rows have [other forms](super::warpgroup_forms),
//! if these cost less than the instruction of warps. Left operands that are computed from another sum
//! stay in registers if this only renames registers; all other operands go through shared memory
//! ([`stage_warpgroup_operands`](super::stage_warpgroup_operands)).
//!
//! Products of one sum have one unit: if one of them stays with the instruction of warps, so do the others, because a
//! sum would otherwise be exchanged between two products.

use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};

use super::dot_division::{Product, whole_rows};
use super::layout_classes::LayoutClasses;
use super::relayout::{first_source, has_fragments, is_zero};
use super::schedule::{STRETCH, is_for_agents, is_promoted};
use super::stage_warpgroup_operands::{DEPTH_BITS, ROWS};
use super::warp_bits;
use super::warpgroup_forms::{
    ByWarps, COLUMNS, Form, cost_of_groups, cost_of_reduction, may_be_along, of_few_rows,
};
use crate::instruction::warpgroup_sums;
use crate::layout::{Conversion, GROUP_BITS, MmaWarps, RegisterLayout, Shape};
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::types::TileType;
use crate::{Module, Opcode};

/// Registers of a thread for the sum of a product: with more, none would be left for the rest of the program.
const MOST_SUM_REGISTERS: u64 = 128;

/// The decision about a product: how warpgroups compute it, or why they do not.
pub(super) struct Choice {
    pub(super) dot: Op,
    pub(super) unit: Result<ByGroups, String>,
}

/// A product that warpgroups compute.
pub(super) struct ByGroups {
    pub(super) form: Form,
    /// The fragments of the left operand, if it stays in registers.
    pub(super) left: Option<RegisterLayout>,
}

impl ByGroups {
    /// The layout of the sum.
    pub(super) fn sum(&self, module: &Module, dot: Op) -> Option<RegisterLayout> {
        let shape = tile(module, dot, fields::dot::acc).layout.shape();
        if self.form.transposed {
            return RegisterLayout::wgmma_accumulator_transposed(shape, self.form.groups);
        }
        RegisterLayout::wgmma_accumulator(shape, self.form.groups)
    }

    /// What the instruction does besides computing the product; empty where it does nothing.
    pub(super) fn remark(&self, module: &Module, dot: Op) -> String {
        let Some([rows, columns]) = matrix(tile(module, dot, fields::dot::acc).layout.shape()) else {
            return String::new();
        };
        let (own, what) = if self.form.transposed { (columns, "columns") } else { (rows, "rows") };
        let transposed = if self.form.transposed { "; it computes the product transposed" } else { "" };
        let repeated = format!("; the {ROWS} rows of an instruction repeat {own} {what}");
        format!("{transposed}{}", if own < ROWS { &repeated } else { "" })
    }
}

/// Decides for the products of a function without agents; empty if warpgroups of the target have no products,
/// or are not to compute any.
pub(super) fn choices(module: &Module, func: Op, warpgroups: bool) -> Vec<Choice> {
    let has_wgmma =
        target::capability(module).is_some_and(|one| Feature::Wgmma.capabilities().contains(&one));
    if !warpgroups || !has_wgmma || is_for_agents(module, func) {
        return Vec::new();
    }
    let warp_bits = warp_bits(module, func);
    let open = |&op: &Op| module.opcode(op) == Opcode::Dot && !has_fragments(module, op);
    let dots: Vec<Op> = preorder(&module.body, func).filter(open).collect();
    let forms: Vec<_> = dots.iter().map(|&dot| (dot, forms(module, dot, warp_bits))).collect();
    let classes = LayoutClasses::of(module, func);
    let whole_rows = whole_rows(module, func, &classes, &dots);
    let reduce = |op: Op| {
        let dim = module.int(op, fields::reduce::dim).and_then(|dim| usize::try_from(dim).ok())?;
        Some((classes.root(module.body.operands(op)[0]), dim))
    };
    let reduced = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Reduce);
    let reduced = reduced.filter_map(reduce).collect();
    let sums = Sums { module, classes: &classes, forms: &forms, whole_rows, reduced, warp_bits };
    let choose = |(dot, forms): &(Op, Result<Vec<Form>, String>)| {
        let unit = forms.clone().and_then(|forms| sums.choose(*dot, &forms));
        Choice { dot: *dot, unit: unit.map(|form| ByGroups { form, left: None }) }
    };
    let mut choices: Vec<Choice> = forms.iter().map(choose).collect();
    one_unit_per_sum(module, &classes, &mut choices);
    keep_left_operands(module, &classes, &mut choices);
    choices
}

/// The products of a function, for choosing a form for all of one sum.
struct Sums<'m> {
    module: &'m Module,
    classes: &'m LayoutClasses,
    forms: &'m [(Op, Result<Vec<Form>, String>)],
    /// The sums of which a warp would have whole rows.
    whole_rows: FxHashSet<Value>,
    /// The sums that are reduced, and along which dimension.
    reduced: Vec<(Value, usize)>,
    warp_bits: u32,
}

impl Sums<'_> {
    /// The form of a product: the cheapest one that all products of its sum have. Where rows are too few for an instruction, the
    /// products stay with the instruction of warps if that costs no more.
    fn choose(&self, dot: Op, forms: &[Form]) -> Result<Form, String> {
        let sum = matrix(tile(self.module, dot, fields::dot::acc).layout.shape()).unwrap_or([ROWS; 2]);
        if let &[form] = forms
            && sum[0] >= ROWS
        {
            return Ok(form);
        }
        let all: Vec<&(Op, Result<Vec<Form>, String>)> =
            self.forms.iter().filter(|(other, _)| self.root(*other) == self.root(dot)).collect();
        let has =
            |form: &Form| all.iter().all(|(_, forms)| forms.as_ref().is_ok_and(|forms| forms.contains(form)));
        let dots: Vec<Op> = all.iter().map(|(dot, _)| *dot).collect();
        let costs =
            forms.iter().filter(|&form| has(form)).map(|&form| (self.by_groups(&dots, form, sum), form));
        let (cost, form) =
            costs.min_by_key(|&(cost, _)| cost).ok_or("the products of its sum have no form in common")?;
        match self.by_warps(&dots, sum) {
            Some(of_warps) if of_warps <= cost => {
                let [groups, warps] = [cost, of_warps].map(|cost| cost.div_ceil(100));
                Err(format!(
                    "with the reductions of its sum they would take {groups} cycles of a multiprocessor, and warps take {warps}"
                ))
            }
            _ => Ok(form),
        }
    }

    /// Hundredths of a cycle that warpgroups take for all products of a sum, and for its reductions.
    fn by_groups(&self, dots: &[Op], form: Form, sum: [u32; 2]) -> u64 {
        let layout = ByGroups { form, left: None }.sum(self.module, dots[0]);
        let steps: u64 = dots.iter().map(|&dot| steps(self.module, dot)).sum();
        cost_of_groups(form, sum) * steps + layout.map_or(0, |layout| self.reductions(dots[0], &layout))
    }

    /// The same of warps; none if they have no instruction for one of them.
    fn by_warps(&self, dots: &[Op], sum: [u32; 2]) -> Option<u64> {
        let warps = (self.warp_bits, self.whole_rows.contains(&self.root(dots[0])));
        let mut cost = self.reductions(dots[0], &ByWarps::of(self.module, dots[0], warps)?.sum()?);
        for &dot in dots {
            cost +=
                ByWarps::of(self.module, dot, warps)?.cost(self.module, dot, sum) * steps(self.module, dot);
        }
        Some(cost)
    }

    /// Hundredths of a cycle for the reductions of the sum of a product that is in a layout.
    fn reductions(&self, dot: Op, layout: &RegisterLayout) -> u64 {
        let of_sum = self.reduced.iter().filter(|(root, _)| *root == self.root(dot));
        of_sum.map(|&(_, dim)| cost_of_reduction(layout, dim)).sum()
    }

    fn root(&self, dot: Op) -> Value {
        self.classes.root(self.module.result(dot, fields::dot::result))
    }
}

/// The extent of the inner dimension.
fn depth(module: &Module, dot: Op) -> u32 {
    let shape = tile(module, dot, fields::dot::lhs).layout.shape();
    shape.extent(shape.rank() - 1)
}

/// How many times 32 bytes the inner dimension has.
fn steps(module: &Module, dot: Op) -> u64 {
    let bits = tile(module, dot, fields::dot::lhs).elem.scalar().map_or(64, Scalar::storage_bits);
    u64::from(depth(module, dot)) * u64::from(bits) / u64::from(DEPTH_BITS)
}

/// Products of one sum have one unit. Products without an instruction of warps take the sum in any layout.
fn one_unit_per_sum(module: &Module, classes: &LayoutClasses, choices: &mut [Choice]) {
    let sum = |dot: Op| classes.root(module.result(dot, fields::dot::result));
    let by_warps =
        |choice: &&Choice| choice.unit.is_err() && Product::of(module, choice.dot).instruction.is_some();
    let shared: FxHashSet<Value> = choices.iter().filter(by_warps).map(|choice| sum(choice.dot)).collect();
    for choice in choices.iter_mut().filter(|choice| choice.unit.is_ok() && shared.contains(&sum(choice.dot)))
    {
        choice.unit = Err("another product of its sum is computed by warps".to_owned());
    }
}

/// Left operands that are computed from the sum of another product stay in registers, if fragments only rename them.
fn keep_left_operands(module: &Module, classes: &LayoutClasses, choices: &mut [Choice]) {
    let sum = |dot: Op| classes.root(module.result(dot, fields::dot::result));
    let groups = |choice: &Choice| Some((sum(choice.dot), choice.unit.as_ref().ok()?.form));
    let sums: FxHashMap<Value, Form> = choices.iter().filter_map(groups).collect();
    for choice in choices {
        let Ok(unit) = &mut choice.unit else { continue };
        let lhs = module.operand(choice.dot, fields::dot::lhs);
        let computed_from = sums.get(&classes.root(first_source(module, lhs)));
        if computed_from == Some(&unit.form) && !unit.form.transposed {
            unit.left = renamed_fragments(tile(module, choice.dot, fields::dot::lhs), unit.form.groups);
        }
    }
}

/// The fragments of a left operand, if a tile in the layout of a sum has them in other registers of the same threads.
fn renamed_fragments(left: &TileType, groups: MmaWarps) -> Option<RegisterLayout> {
    let bits = left.elem.scalar()?.storage_bits();
    let from = RegisterLayout::wgmma_accumulator(left.layout.shape(), groups)?;
    let to = RegisterLayout::wgmma_a(left.layout.shape(), bits, groups)?;
    let moved = Conversion::between(&from, &to, bits);
    matches!(moved, Conversion::Same | Conversion::Registers(_)).then_some(to)
}

fn tile(module: &Module, dot: Op, field: Field) -> &TileType {
    module.ty(module.operand(dot, field)).tile().expect("a product is of tiles")
}

/// The ways in which warpgroups compute a product, or why they do not.
fn forms(module: &Module, dot: Op, warp_bits: u32) -> Result<Vec<Form>, String> {
    let bits = operand_bits(module, dot)?;
    let sum = tile(module, dot, fields::dot::acc);
    let shape = sum.layout.shape();
    let [rows, columns] =
        matrix(shape).ok_or("it is a batch of products, and an instruction computes one")?;
    let Some(group_bits) = warp_bits.checked_sub(GROUP_BITS) else {
        return Err(format!("{} warps compute a tile block, and a warpgroup has 4", 1 << warp_bits));
    };
    let depth = depth(module, dot);
    if depth < DEPTH_BITS / bits {
        return Err(format!("it sums over {depth}, and an instruction over {}", DEPTH_BITS / bits));
    }
    let of_sum = sum.elem.scalar().map_or(64, Scalar::storage_bits);
    let registers = (u64::from(of_sum) << shape.bits().min(40)) >> (warp_bits + 10);
    if registers > MOST_SUM_REGISTERS {
        return Err(format!("its sum needs {registers} registers of a thread"));
    }
    if rows < ROWS {
        let forms = of_few_rows(module, dot, ([rows, columns], bits), group_bits);
        return if forms.is_empty() { Err(why_no_form([rows, columns])) } else { Ok(forms) };
    }
    let of_rows = group_bits.min((rows / ROWS).ilog2());
    let groups = MmaWarps { rows: of_rows, columns: group_bits - of_rows };
    let own = columns >> groups.columns;
    if !COLUMNS.contains(&own) {
        return Err(format!("a warpgroup has {own} columns of its sum, and an instruction 8 to 256"));
    }
    Ok(vec![Form { groups, transposed: false }])
}

/// Why there is no form for a sum of few rows.
fn why_no_form([rows, columns]: [u32; 2]) -> String {
    format!(
        "its sum has {rows} rows and {columns} columns, and a warpgroup has {ROWS} of one and 8 to 256 of the other, or repeats 8, \
         or 16 or 32 that are contiguous in memory"
    )
}

/// The bits of an element of the operands, if `wgmma` multiplies such operands in the order of their memory.
fn operand_bits(module: &Module, dot: Op) -> Result<u32, String> {
    let fields = [fields::dot::lhs, fields::dot::rhs, fields::dot::acc];
    let [Some(left), Some(right), Some(sum)] = fields.map(|field| tile(module, dot, field).elem.scalar())
    else {
        return Err("its elements are no numbers".to_owned());
    };
    if !warpgroup_sums(left, right).contains(&sum) {
        return Err(format!("`wgmma` does not multiply {left} and {right} into {sum}"));
    }
    if is_promoted(module, dot) && !is_one_part(module, dot) {
        let text = "`wgmma` adds products of 8-bit floats with fewer bits than f32 has: without `fast_acc` it may add up 128 \
                    along the inner dimension, beginning at zero";
        return Err(text.to_owned());
    }
    let bits = left.storage_bits();
    let rank = tile(module, dot, fields::dot::acc).shape().len();
    let sides = [("left", fields::dot::lhs, rank - 1), ("right", fields::dot::rhs, rank.saturating_sub(2))];
    for (side, field, depth) in sides {
        if bits != 16 && !may_be_along(module, module.operand(dot, field), depth) {
            return Err(format!(
                "memory of its {side} operand is not contiguous along the inner dimension, and `wgmma` takes {left} \
                 only along that"
            ));
        }
    }
    Ok(bits)
}

/// Whether a promoted sum needs no addition by threads: a product that adds to nothing, over no more than the tensor core adds
/// up by itself.
fn is_one_part(module: &Module, dot: Op) -> bool {
    depth(module, dot) <= STRETCH && is_zero(module, module.operand(dot, fields::dot::acc))
}

/// Rows and columns of a sum: of a matrix, or of a batch of one.
fn matrix(shape: &Shape) -> Option<[u32; 2]> {
    let outer = shape.rank().checked_sub(2)?;
    let is_one = (0..outer).all(|dim| shape.extent(dim) == 1);
    is_one.then(|| [shape.extent(outer), shape.extent(outer + 1)])
}
