//! `remove-layout-conversions`: layouts are propagated from the ops that require them, so that few conversions remain.
//!
//! Every layout equivalence class ([`LayoutClasses`]) gets one layout, by these rules in order:
//!
//! 1. Sums of matrix instructions have the layout of their fragments, through whole loops, and so have left operands
//!    that warpgroups multiply from registers.
//! 2. Tiles that are loaded or stored have the layout of their shape.
//! 3. A class that is connected to a class with a layout by a reduction or a change of shape gets the layout that makes
//!    this op a renaming of registers.
//! 4. All other classes have the layout of their shape.
//!
//! Conversions remain between classes. [`relayout`](super::relayout) places and shares them.

use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Op, Value, ValueDef};
use rustc_hash::FxHashMap;

use super::axis_info::is_multimem;
use super::blocked::default_layout;
use super::layout_classes::{LayoutClasses, is_elementwise, shape_of};
use super::relayout::{
    Assignment, assign, has_fragments, is_rematerialised, left_fragments, result_layout, source_layout,
};
use super::{functions, warp_bits};
use crate::layout::RegisterLayout;
use crate::ops::fields;
use crate::semantics::Level3;
use crate::{Module, Opcode};

/// The maximum number of rounds of propagation: a safety limit, since a round without changes is the last one.
const MAX_ROUNDS: usize = 16;

/// Propagates layouts in every function; true when there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let funcs = functions(module);
    for &func in &funcs {
        let (shapes, bits) = (layouts_of_shapes(module, func), warp_bits(module, func));
        let of_shape = |shape: &[u32]| {
            let known: Option<&RegisterLayout> = shapes.get(shape);
            known.cloned().unwrap_or_else(|| default_layout(shape, bits))
        };
        let values = Propagation::of(module, func, &of_shape);
        let accesses = accesses(module, func);
        assign(module, func, &Assignment { values, of_shape: &of_shape, accesses });
    }
    !funcs.is_empty()
}

/// The layout of values of each shape, except for layouts that an op dictates.
fn layouts_of_shapes(module: &Module, func: Op) -> FxHashMap<Vec<u32>, RegisterLayout> {
    let mut free = FxHashMap::default();
    let mut dictated = FxHashMap::default();
    for op in preorder(&module.body, func) {
        let args = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        let args = args.flat_map(|block| module.body.block_args(block).iter().collect::<Vec<Value>>());
        for value in module.body.results(op).iter().chain(args) {
            let Some(shape) = shape_of(module, value) else { continue };
            let layout = || module.ty(value).tile().expect("a tile has a shape").layout.clone();
            let layouts = if is_dictated(module, value) { &mut dictated } else { &mut free };
            if !layouts.contains_key(shape) {
                layouts.insert(shape.to_vec(), layout());
            }
        }
    }
    dictated.extend(free);
    dictated
}

/// Whether an op dictates the layout of a value, or a conversion exists because of one.
fn is_dictated(module: &Module, value: Value) -> bool {
    let ValueDef::Result(op, _) = module.body.def(value) else { return false };
    let free = module.opcode(op).arith().is_some()
        || matches!(module.opcode(op), Opcode::LocalLoad | Opcode::Permute);
    !free || is_rematerialised(module, value)
}

/// The layouts of loads and stores, from the types of their tiles.
fn accesses(module: &Module, func: Op) -> FxHashMap<Op, RegisterLayout> {
    let mut layouts = FxHashMap::default();
    for op in preorder(&module.body, func) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops move no tiles of memory")]
        let value = match module.opcode(op) {
            Opcode::TiledLoad => module.result(op, fields::tiled_load::result),
            Opcode::TiledStore => module.operand(op, fields::tiled_store::value),
            Opcode::TiledAtomicRed if is_multimem(module, op) => {
                module.operand(op, fields::tiled_atomic_red::value)
            }
            _ => continue,
        };
        if let Some(tile) = module.ty(value).tile().filter(|tile| !tile.shape().is_empty()) {
            layouts.insert(op, tile.layout.clone());
        }
    }
    layouts
}

/// Layouts that are being propagated from class to class.
struct Propagation<'m> {
    module: &'m Module,
    classes: LayoutClasses,
    /// By the root of a class.
    chosen: FxHashMap<Value, RegisterLayout>,
}

impl Propagation<'_> {
    /// The layouts of a function's values, if they are not those of their shapes.
    fn of(
        module: &Module,
        func: Op,
        of_shape: &dyn Fn(&[u32]) -> RegisterLayout,
    ) -> FxHashMap<Value, RegisterLayout> {
        let classes = LayoutClasses::of(module, func);
        let mut propagation = Propagation { module, classes, chosen: FxHashMap::default() };
        let ops: Vec<Op> = preorder(&module.body, func).collect();
        for &op in ops.iter().filter(|&&op| has_fragments(module, op)) {
            let sum = module.result(op, fields::dot::result);
            let layout = module.ty(sum).tile().expect("a product is a tile").layout.clone();
            propagation.chosen.entry(propagation.classes.root(sum)).or_insert(layout);
        }
        for &op in &ops {
            if let Some(layout) = left_fragments(module, op) {
                let root = propagation.classes.root(module.operand(op, fields::dot::lhs));
                propagation.chosen.entry(root).or_insert(layout);
            }
        }
        for &op in &ops {
            propagation.choose_for_memory(op, of_shape);
        }
        for _ in 0..MAX_ROUNDS {
            let before = propagation.chosen.len();
            ops.iter().for_each(|&op| propagation.travel(op));
            if propagation.chosen.len() == before {
                break;
            }
        }
        propagation.values(&ops)
    }

    fn values(&self, ops: &[Op]) -> FxHashMap<Value, RegisterLayout> {
        let body = &self.module.body;
        let args = |op: Op| body.regions(op).flat_map(|region| body.region_blocks(region).to_vec());
        let args = |op: Op| args(op).flat_map(|block| body.block_args(block).iter().collect::<Vec<Value>>());
        let values = ops.iter().flat_map(|&op| body.results(op).iter().chain(args(op)));
        values.filter_map(|value| self.get(value).map(|layout| (value, layout.clone()))).collect()
    }

    fn get(&self, value: Value) -> Option<&RegisterLayout> {
        let root = self.classes.root(value);
        self.chosen.get(&root).filter(|_| !is_rematerialised(self.module, value))
    }

    fn choose_for_memory(&mut self, op: Op, of_shape: &dyn Fn(&[u32]) -> RegisterLayout) {
        let accesses = matches!(
            self.module.opcode(op),
            Opcode::Load
                | Opcode::Store
                | Opcode::TiledLoad
                | Opcode::TiledStore
                | Opcode::TiledAtomicRed
                | Opcode::AtomicRmw
                | Opcode::AtomicCas
        );
        if !accesses {
            return;
        }
        let operands = self.module.body.operands(op).iter().copied();
        for value in operands.chain(self.module.body.results(op).iter()) {
            if let Some(shape) = shape_of(self.module, value) {
                self.propose(value, || of_shape(shape));
            }
        }
    }

    fn propose(&mut self, value: Value, layout: impl FnOnce() -> RegisterLayout) {
        if shape_of(self.module, value).is_some() && !is_rematerialised(self.module, value) {
            let root = self.classes.root(value);
            self.chosen.entry(root).or_insert_with(layout);
        }
    }

    /// Propagates layouts across an op.
    fn travel(&mut self, op: Op) {
        let module = self.module;
        let (operands, results) = (module.body.operands(op), module.body.results(op));
        let opcode = module.opcode(op);
        if is_elementwise(module, op) {
            let known = results.get(0).and_then(|result| self.get(result)).cloned();
            let Some(known) = known else { return };
            operands.iter().for_each(|&operand| self.want(operand, &known));
        } else if opcode == Opcode::Reduce {
            let Some(known) = self.get(operands[0]).cloned() else { return };
            let dim = module.int(op, fields::reduce::dim).unwrap_or(0) as usize;
            results.iter().for_each(|result| self.propose(result, || known.reduce(dim)));
        } else if matches!(opcode, Opcode::View | Opcode::Permute) {
            let result = module.body.result(op, 0);
            if let Some(known) = self.get(result).cloned() {
                let source = source_layout(module, op, &known);
                self.want(operands[0], &source);
            }
            if let Some(known) = self.get(operands[0]).cloned() {
                self.propose(result, || result_layout(module, op, &known));
            }
        }
        for (index, &operand) in operands.iter().enumerate() {
            let target = Level3.carried(module, op, index).first().copied();
            let known = target.and_then(|target| self.get(target)).cloned();
            if let Some(known) = known {
                self.want(operand, &known);
            }
        }
    }

    /// A value is requested in a layout: a rematerialised value passes the request on to its operands.
    fn want(&mut self, value: Value, layout: &RegisterLayout) {
        let Some(shape) = shape_of(self.module, value) else { return };
        if !layout.shape().extents().eq(shape.iter().copied()) {
            return;
        }
        if !is_rematerialised(self.module, value) {
            self.propose(value, || layout.without_free_registers());
            return;
        }
        let Some(op) = self.module.body.def_op(value) else { return };
        let Some(&source) = self.module.body.operands(op).first() else { return };
        if shape_of(self.module, source).is_none() {
            return;
        }
        let opcode = self.module.opcode(op);
        if matches!(opcode, Opcode::Broadcast | Opcode::View) {
            self.want(source, &source_layout(self.module, op, layout));
        } else if opcode == Opcode::ConvertLayout {
            self.want(source, layout);
        }
    }
}
