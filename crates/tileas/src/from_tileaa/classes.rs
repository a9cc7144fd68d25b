//! Which values share a layout, and which layout that is.
//!
//! Values of one shape that elements go between one to one (arithmetic, what loops and branches carry) are a *class*, and a
//! class has one layout, so that nothing is converted inside of it. What wants one is asked in this order:
//!
//! 1. sums of matrix products are the fragments of their instruction, all the way round a loop;
//! 2. tiles of memory are blocked, as `layouts` says of their shape;
//! 3. what comes from classes that have a layout by a reduction or a change of shape, or goes there, takes the layout that
//!    makes this a renaming;
//! 4. everything else has the layout of its shape.
//!
//! Constants, ranges and broadcasts belong to no class: they are rematerialised in whatever layout they are wanted.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use tileaa::Opcode as From;
use tileaa::axis_info::AxisAnalysis;
use tileaa::ops::fields as from;
use tileaa::semantics::Level2;

use super::layouts::Layouts;
use super::matrix::{Plan, Product};
use super::shapes;
use crate::layout::{RegisterLayout, Shape};

/// Rounds in which layouts travel from class to class: a backstop.
const ROUNDS: usize = 16;
/// Changes of shape in a row that are looked through.
const DEEPEST: usize = 8;

/// The layouts of a function's values, where they are not those of their shapes.
#[derive(Default)]
pub(super) struct Classes {
    parents: SecondaryMap<Value, PackedOption<Value>>,
    chosen: FxHashMap<Value, RegisterLayout>,
    /// Classes of sums.
    sums: FxHashSet<Value>,
    plans: FxHashMap<Op, Plan>,
}

/// The extents of a tile that is more than one number.
fn shape_of(module: &tileaa::Module, value: Value) -> Option<&[u32]> {
    module.ty(value).tile().map(|tile| &tile.shape[..]).filter(|shape| !shape.is_empty())
}

/// True for what is rematerialised in any layout.
pub(super) fn is_free(module: &tileaa::Module, value: Value) -> bool {
    let mut value = value;
    for _ in 0..DEEPEST {
        let Some(op) = module.body.def_op(value) else { return false };
        let opcode = module.opcode(op);
        if matches!(opcode, From::Constant | From::MakeRange | From::Broadcast) {
            return true;
        }
        if !matches!(opcode, From::View | From::Assume) {
            return false;
        }
        value = module.body.operands(op)[0];
        if module.ty(value).tile().is_some_and(|tile| tile.shape.is_empty()) {
            return true;
        }
    }
    false
}

/// True for ops that take elements of equal places to one.
fn is_elementwise(module: &tileaa::Module, op: Op) -> bool {
    module.opcode(op).arith().is_some() || module.opcode(op) == From::Assume
}

impl Classes {
    /// Looks at a function.
    pub(super) fn of(
        module: &tileaa::Module,
        func: Op,
        layouts: &Layouts,
        (facts, capability): (&AxisAnalysis, u32),
    ) -> Classes {
        let mut classes = Classes::default();
        let ops: Vec<Op> = preorder(&module.body, func).collect();
        for &op in &ops {
            classes.connect(module, op);
        }
        classes.choose_for_products(module, &ops, layouts, (facts, capability));
        for &op in &ops {
            classes.choose_for_memory(module, op, layouts);
        }
        for _ in 0..ROUNDS {
            let before = classes.chosen.len();
            for &op in &ops {
                classes.travel(module, op);
            }
            if classes.chosen.len() == before {
                break;
            }
        }
        classes
    }

    /// The layout of a value, unless it is that of its shape.
    pub(super) fn get(&self, module: &tileaa::Module, value: Value) -> Option<&RegisterLayout> {
        if is_free(module, value) { None } else { self.chosen.get(&self.root(value)) }
    }

    /// How a product is divided.
    pub(super) fn plan(&self, dot: Op) -> Option<Plan> {
        self.plans.get(&dot).copied()
    }

    /// True for sums of products, and what is computed from them element by element.
    pub(super) fn is_sum(&self, module: &tileaa::Module, value: Value) -> bool {
        !is_free(module, value) && self.sums.contains(&self.root(value))
    }

    fn root(&self, value: Value) -> Value {
        let mut value = value;
        while let Some(parent) = self.parents[value].expand() {
            value = parent;
        }
        value
    }

    fn join(&mut self, module: &tileaa::Module, one: Value, other: Value) {
        let shapes = [one, other].map(|value| shape_of(module, value));
        if shapes[0].is_none() || shapes[0] != shapes[1] || [one, other].iter().any(|&v| is_free(module, v)) {
            return;
        }
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parents[one] = other.into();
        }
    }

    /// The root, halving the way there.
    fn find(&mut self, mut value: Value) -> Value {
        while let Some(parent) = self.parents[value].expand() {
            if let Some(above) = self.parents[parent].expand() {
                self.parents[value] = above.into();
            }
            value = parent;
        }
        value
    }

    /// Joins what an op takes element by element.
    fn connect(&mut self, module: &tileaa::Module, op: Op) {
        let (operands, results) = (module.body.operands(op), module.body.results(op));
        let opcode = module.opcode(op);
        if is_elementwise(module, op) || opcode == From::Scan {
            let Some(result) = results.get(0) else { return };
            operands.iter().for_each(|&operand| self.join(module, result, operand));
        }
        if opcode == From::Dot {
            self.join(module, module.result(op, from::dot::result), module.operand(op, from::dot::acc));
        }
        if opcode == From::DotScaled {
            let result = module.result(op, from::dot_scaled::result);
            self.join(module, result, module.operand(op, from::dot_scaled::acc));
        }
        if matches!(opcode, From::Reduce | From::Scan) {
            operands.windows(2).for_each(|pair| self.join(module, pair[0], pair[1]));
            let results: Vec<Value> = results.iter().collect();
            results.windows(2).for_each(|pair| self.join(module, pair[0], pair[1]));
        }
        for (index, &operand) in operands.iter().enumerate() {
            let becomes = Level2.carried(module, op, index);
            for &value in &becomes {
                self.join(module, value, operand);
                self.join(module, value, becomes[0]);
            }
        }
    }

    /// Sums are fragments. Where a product's sum is an operand of another, or is reduced along its rows, each warp has whole
    /// rows of it, so that neither leaves the warp.
    fn choose_for_products(
        &mut self,
        module: &tileaa::Module,
        ops: &[Op],
        layouts: &Layouts,
        (facts, capability): (&AxisAnalysis, u32),
    ) {
        let of = |opcode: From| ops.iter().copied().filter(move |&op| module.opcode(op) == opcode);
        let sum = |classes: &Classes, op: Op| classes.root(module.result(op, from::dot::result));
        let dots: Vec<Op> = of(From::Dot).collect();
        for &op in &dots {
            let root = sum(self, op);
            self.sums.insert(root);
        }
        let mut whole_rows: FxHashSet<Value> = FxHashSet::default();
        for &op in &dots {
            let left = self.root(module.operand(op, from::dot::lhs));
            if self.sums.contains(&left) {
                whole_rows.extend([left, sum(self, op)]);
            }
        }
        for op in of(From::Reduce) {
            let operand = module.body.operands(op)[0];
            let dim = module.int(op, from::reduce::dim).unwrap_or(0);
            if shape_of(module, operand).is_some_and(|shape| dim as usize + 1 == shape.len()) {
                whole_rows.insert(self.root(operand));
            }
        }
        let products: Vec<(Product, Plan)> = dots
            .iter()
            .map(|&op| {
                let product = Product::of(module, op, capability);
                let whole_rows = whole_rows.contains(&sum(self, op));
                let plan = product.plan(module, facts, op, (layouts.warp_bits(), whole_rows));
                (product, plan)
            })
            .collect();
        // A sum of several products has one layout.
        let all = dots.iter().zip(&products);
        let straight: FxHashSet<Value> =
            all.filter(|(_, (_, plan))| !plan.is_turned()).map(|(&op, _)| sum(self, op)).collect();
        for (&op, (product, plan)) in dots.iter().zip(&products) {
            let root = sum(self, op);
            let plan = if straight.contains(&root) { plan.straight() } else { *plan };
            self.plans.insert(op, plan);
            if self.chosen.contains_key(&root) {
                continue;
            }
            if let Some(layout) = product.sum(plan) {
                self.chosen.insert(root, layout);
            } else {
                self.sums.remove(&root);
            }
        }
    }

    fn choose_for_memory(&mut self, module: &tileaa::Module, op: Op, layouts: &Layouts) {
        let opcode = module.opcode(op);
        let accesses = [From::Load, From::Store, From::TiledLoad, From::TiledStore, From::TiledAtomicRed];
        if !accesses.contains(&opcode) && !matches!(opcode, From::AtomicRmw | From::AtomicCas) {
            return;
        }
        let operands = module.body.operands(op).iter().copied();
        for value in operands.chain(module.body.results(op).iter()) {
            if let Some(shape) = shape_of(module, value) {
                let layout = layouts.of_shape(shape);
                self.propose(module, value, || layout);
            }
        }
    }

    fn propose(&mut self, module: &tileaa::Module, value: Value, layout: impl FnOnce() -> RegisterLayout) {
        if shape_of(module, value).is_some() && !is_free(module, value) {
            let root = self.root(value);
            self.chosen.entry(root).or_insert_with(layout);
        }
    }

    /// Takes layouts across an op.
    fn travel(&mut self, module: &tileaa::Module, op: Op) {
        let (operands, results) = (module.body.operands(op), module.body.results(op));
        let opcode = module.opcode(op);
        if is_elementwise(module, op) {
            let known = results.get(0).and_then(|result| self.get(module, result)).cloned();
            let Some(known) = known else { return };
            operands.iter().for_each(|&operand| self.want(module, operand, &known));
        } else if opcode == From::Reduce {
            let Some(known) = self.get(module, operands[0]).cloned() else { return };
            let dim = module.int(op, from::reduce::dim).unwrap_or(0) as usize;
            results.iter().for_each(|result| self.propose(module, result, || known.reduce(dim)));
        } else if matches!(opcode, From::View | From::Permute) {
            let result = module.body.result(op, 0);
            if let Some(known) = self.get(module, result).cloned() {
                let source = shapes::behind(module, op, &known);
                self.want(module, operands[0], &source);
            }
            if let Some(known) = self.get(module, operands[0]).cloned() {
                self.propose(module, result, || shapes::ahead(module, op, &known));
            }
        }
        for (index, &operand) in operands.iter().enumerate() {
            let target = Level2.carried(module, op, index).first().copied();
            let known = target.and_then(|target| self.get(module, target)).cloned();
            if let Some(known) = known {
                self.want(module, operand, &known);
            }
        }
    }

    /// A value is wanted in a layout: what is rematerialised passes that on to its operands.
    fn want(&mut self, module: &tileaa::Module, value: Value, layout: &RegisterLayout) {
        let Some(shape) = shape_of(module, value) else { return };
        if *shape != layout.shape().extents().collect::<Vec<u32>>()[..] {
            return;
        }
        if !is_free(module, value) {
            self.propose(module, value, || layout.without_free_registers());
            return;
        }
        let Some(op) = module.body.def_op(value) else { return };
        let Some(&source) = module.body.operands(op).first() else { return };
        let Some(shape) = shape_of(module, source).and_then(Shape::new) else { return };
        let opcode = module.opcode(op);
        if opcode == From::Broadcast {
            self.want(module, source, &layout.broadcast_operand(&shape));
        } else if opcode == From::View {
            self.want(module, source, &layout.reshape(shape));
        } else if opcode == From::Assume {
            self.want(module, source, layout);
        }
    }
}
