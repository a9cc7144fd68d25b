//! Changes of shape: `view`, `broadcast` and `permute` rename registers, so their source gets a layout for which this
//! is true.

use ir::{Op, Value};

use super::{Relayout, shape_of};
use crate::layout::{Input, RegisterLayout, Shape};
use crate::ops::fields;
use crate::{Module, Opcode};

impl Relayout<'_, '_> {
    pub(super) fn reshape(&mut self, op: Op) {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let target = self.layout_of(result);
        let layout = if target.shape().rank() == 0 {
            // Every thread that holds the only element of a tile can send it.
            self.tile(source).layout.clone()
        } else {
            source_layout(self.module, op, &target)
        };
        self.convert_operand(op, 0, &layout);
        self.set_layout(result, target);
    }

    /// Clones a `view` or `broadcast`, with its result in another layout.
    pub(super) fn rematerialise_reshape(&mut self, op: Op, layout: &RegisterLayout) -> Value {
        let source = self.module.body.operands(op)[0];
        let shape = shape_of(self.tile(source));
        let wanted = if self.module.opcode(op) == Opcode::Broadcast {
            layout.broadcast_operand(&shape)
        } else {
            layout.reshape(shape)
        };
        let source = self.convert(source, &wanted);
        self.rebuild(op, &[source], layout)
    }

    /// Both halves have the same layout, and the result has the registers of both.
    pub(super) fn cat(&mut self, op: Op) {
        let layout = self.tile(self.module.operand(op, fields::cat::lhs)).layout.clone();
        let rhs = self.module.operand_range(op, fields::cat::rhs).start;
        if *layout.shape() == shape_of(self.tile(self.module.body.operands(op)[rhs])) {
            self.convert_operand(op, rhs, &layout);
        }
        let dim = self.module.int(op, fields::cat::dim).unwrap_or(0) as usize;
        let result = self.module.body.result(op, 0);
        self.set_layout(result, layout.join(dim));
        self.settle(op, result);
    }

    pub(super) fn insert_slice(&mut self, op: Op) {
        let layout = self.tile(self.module.operand(op, fields::insert_slice::destination)).layout.clone();
        let result = self.module.body.result(op, 0);
        self.set_layout(result, layout);
        self.settle(op, result);
    }

    /// `pack` or `unpack`: a thread that holds an element of the wider type holds its parts, too.
    pub(super) fn pack(&mut self, op: Op) {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let extents = [source, result].map(|value| self.tile(value).shape()[0]);
        let (wide, narrow) = (extents[0].min(extents[1]), extents[0].max(extents[1]));
        let layout = (self.assignment.of_shape)(&[wide]);
        let parts = split_elements(&layout, narrow);
        let (before, after) = if extents[0] == wide { (layout, parts) } else { (parts, layout) };
        self.convert_operand(op, 0, &before);
        self.set_layout(result, after);
        self.settle(op, result);
    }
}

/// The layout of the source of a `view`, `broadcast` or `permute` that makes the op a renaming of registers.
pub(crate) fn source_layout(module: &Module, op: Op, result: &RegisterLayout) -> RegisterLayout {
    let source = module.ty(module.body.operands(op)[0]).tile().expect("a tile is reshaped");
    let shape = shape_of(source);
    if module.opcode(op) == Opcode::View {
        return result.reshape(shape);
    }
    if module.opcode(op) == Opcode::Broadcast {
        return result.broadcast_operand(&shape);
    }
    let order = module.ints(op, fields::permute::permutation);
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &dim)| inverse[dim as usize] = at);
    result.permute_dims(&inverse)
}

/// The layout of the result of a `view` or `permute` that makes it a renaming, by that of its source.
pub(crate) fn result_layout(module: &Module, op: Op, source: &RegisterLayout) -> RegisterLayout {
    if module.opcode(op) == Opcode::View {
        let result = module.ty(module.body.result(op, 0)).tile().expect("a tile");
        return source.reshape(shape_of(result));
    }
    let order = module.ints(op, fields::permute::permutation);
    source.permute_dims(&order.iter().map(|&dim| dim as usize).collect::<Vec<usize>>())
}

/// The layout of a tile of `extent` parts of the elements of a tile of rank 1, in the lowest registers.
fn split_elements(layout: &RegisterLayout, extent: u32) -> RegisterLayout {
    let shape = Shape::new(&[extent]).expect("an extent is a power of two");
    let bits = extent.ilog2() - layout.shape().extent(0).ilog2();
    let up = |input| layout.columns(input).iter().map(move |&column| column << bits).collect::<Vec<u64>>();
    let registers: Vec<u64> = (0..bits).map(|bit| 1 << bit).chain(up(Input::Register)).collect();
    RegisterLayout::new(shape, &registers, &up(Input::Lane), &up(Input::Warp), &[])
}
