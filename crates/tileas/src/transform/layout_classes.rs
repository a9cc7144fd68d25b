//! Layout equivalence classes: values that should share a layout.
//!
//! Values of one shape whose elements correspond one to one (arithmetic, loop-carried values, results of branches, sums
//! of products) are a *class*. A class has one layout, so no conversion occurs inside it. The analysis looks through
//! conversions. Constants, ranges and broadcasts belong to no class, because they are rematerialised in any layout that
//! is needed.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Op, Value};

use super::relayout::is_rematerialised;
use crate::ops::fields;
use crate::semantics::Level3;
use crate::{Module, Opcode};

/// The classes of a function's values: a union-find forest.
pub(crate) struct LayoutClasses {
    parents: SecondaryMap<Value, PackedOption<Value>>,
}

/// The extents of a tile that is more than one number.
pub(crate) fn shape_of(module: &Module, value: Value) -> Option<&[u32]> {
    module.ty(value).tile().map(|tile| tile.shape()).filter(|shape| !shape.is_empty())
}

/// True for ops that map elements at equal places to one.
pub(crate) fn is_elementwise(module: &Module, op: Op) -> bool {
    module.opcode(op).arith().is_some() || module.opcode(op) == Opcode::ConvertLayout
}

impl LayoutClasses {
    /// Collects the classes of a function.
    pub(crate) fn of(module: &Module, func: Op) -> LayoutClasses {
        let mut classes = LayoutClasses { parents: SecondaryMap::new() };
        for op in preorder(&module.body, func) {
            classes.connect(module, op);
        }
        classes
    }

    /// The value that stands for the class of a value.
    pub(crate) fn root(&self, value: Value) -> Value {
        let mut value = value;
        while let Some(parent) = self.parents[value].expand() {
            value = parent;
        }
        value
    }

    fn join(&mut self, module: &Module, one: Value, other: Value) {
        let shapes = [one, other].map(|value| shape_of(module, value));
        let rematerialised = |&value: &Value| is_rematerialised(module, value);
        if shapes[0].is_none() || shapes[0] != shapes[1] || [one, other].iter().any(rematerialised) {
            return;
        }
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parents[one] = other.into();
        }
    }

    /// The root, with path halving.
    fn find(&mut self, mut value: Value) -> Value {
        while let Some(parent) = self.parents[value].expand() {
            if let Some(above) = self.parents[parent].expand() {
                self.parents[value] = above.into();
            }
            value = parent;
        }
        value
    }

    /// Joins the operands and results of an element-wise op.
    fn connect(&mut self, module: &Module, op: Op) {
        let (operands, results) = (module.body.operands(op), module.body.results(op));
        let opcode = module.opcode(op);
        if is_elementwise(module, op) || opcode == Opcode::Scan {
            let Some(result) = results.get(0) else { return };
            operands.iter().for_each(|&operand| self.join(module, result, operand));
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no products")]
        let acc = match opcode {
            Opcode::Dot => Some(fields::dot::acc),
            Opcode::DotScaled => Some(fields::dot_scaled::acc),
            Opcode::FmaDot => Some(fields::fma_dot::acc),
            _ => None,
        };
        if let Some(acc) = acc {
            self.join(module, module.body.result(op, 0), module.operand(op, acc));
        }
        if matches!(opcode, Opcode::Reduce | Opcode::Scan) {
            operands.windows(2).for_each(|pair| self.join(module, pair[0], pair[1]));
            let results: Vec<Value> = results.iter().collect();
            results.windows(2).for_each(|pair| self.join(module, pair[0], pair[1]));
        }
        for (index, &operand) in operands.iter().enumerate() {
            let becomes = Level3.carried(module, op, index);
            for &value in &becomes {
                self.join(module, value, operand);
                self.join(module, value, becomes[0]);
            }
        }
    }
}
