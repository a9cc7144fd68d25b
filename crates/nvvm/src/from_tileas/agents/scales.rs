//! Products with block scales into tensor memory: `tcgen05.block_scaled_mma`, and `tcgen05.copy` of their scales.
//!
//! Scales are copied from shared memory to tensor memory by the lane that starts the products. Copies and products of
//! one thread run in order, so no wait is between them. A column has four scales of a row; the instruction says by a
//! byte which of them it takes.

use ir::{Op, Value};
use numerics::Scalar;
use tileas::layout::TensorLayout;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::descriptors::TENSOR_VERSION;
use super::tensor::ROWS;
use super::tensor_moves::column_of;
use crate::Type;
use crate::attrs::ElementFormat;
use crate::from_tileas::{Lower, Lowered};
use crate::ops::Builders as _;

/// Scales of a row in a column of tensor memory, and in a block of shared memory.
const OF_COLUMN: u32 = 4;
/// Bytes from eight rows of 16 bytes of a block to the next eight.
const STRIDE: u32 = 128;

/// The column and byte of a scale of the first row: the first one that an instruction takes.
fn place(layout: &TensorLayout, scale: u32) -> (u32, u32) {
    let whole = scale / OF_COLUMN * OF_COLUMN;
    (column_of(layout, layout.shape().pack(&[0, whole])), scale % OF_COLUMN)
}

impl Lower<'_> {
    /// `tcgen05.copy` of scales: an instruction for each block of 128 rows and four scales.
    pub(super) fn tensor_copy(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_copy as f;
        let [buffer, memory] = [f::buffer, f::tensor].map(|field| self.from.operand(op, field));
        let (FromType::Buffer(blocks), FromType::Tensor(to)) =
            (self.from.ty(buffer).clone(), self.from.ty(memory).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let shape = to.layout.shape().clone();
        if self.runner.warps != 1 || Some(&to.layout) != TensorLayout::scales(&shape).as_ref() {
            return Err(self.refuse_agents(op));
        }
        let offsets = blocks.layout.offsets();
        let low = self.low_word_of_stage(buffer, &[], 0);
        let high = self.i32(STRIDE >> 4 | TENSOR_VERSION);
        let (base, elected) = (self.tensor(memory), self.issuers().elected);
        for scale in (0..shape.extent(1)).step_by(OF_COLUMN as usize) {
            for row in (0..shape.extent(0)).step_by(ROWS as usize) {
                let first = shape.pack(&[row, scale]);
                let chunks = offsets.apply(first) as u32 >> 4;
                let moved = self.i32(chunks);
                let start = if chunks == 0 { low } else { self.add(low, moved) };
                let block = self.packed(&[start, high], Type::I64);
                let tensor = self.columns_behind(base, column_of(&to.layout, first));
                self.b().tcgen05_copy().tensor(tensor).block(block).predicate(elected).finish();
            }
        }
        Ok(())
    }

    /// `tcgen05.block_scaled_mma`: an instruction for each 32 bytes of k, which have one, two or four scales in each row
    /// and column.
    pub(super) fn tensor_dot_scaled(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_dot_scaled as f;
        let [lhs, rhs, acc] = [f::lhs, f::rhs, f::acc].map(|field| self.from.operand(op, field));
        let (FromType::Buffer(left), FromType::Buffer(right), FromType::Tensor(sum)) =
            (self.from.ty(lhs).clone(), self.from.ty(rhs).clone(), self.from.ty(acc).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let formats = [lhs, rhs].map(|value| self.format_of(value, false));
        let [Some(a_format), Some(b_format)] = formats else { return Err(self.refuse_agents(op)) };
        let pairs = self.from.int(op, f::cta_group).unwrap_or(1) != 1;
        if pairs || self.runner.warps != 1 {
            return Err(self.refuse_agents(op));
        }
        let columns = sum.layout.shape().extent(1);
        let a = self.matrix(op, lhs, &left, (0, ROWS), None)?;
        let b = self.matrix(op, rhs, &right, (1, columns), None)?;
        let scales = [f::lhs_scale, f::rhs_scale].map(|field| self.from.operand(op, field));
        let accumulates = self.from.operand_opt(op, f::accumulate).map(|value| self.single(value));
        let (tensor, elected) = (self.tensor(acc), self.issuers().elected);
        let (steps, depth) = b.steps();
        let (of_row, scale_format) = self.scale_vector(scales[0], steps);
        for step in 0..steps {
            let [from_a, from_b] = [&a, &b].map(|matrix| self.descriptor(matrix, 0, step * depth));
            let [(a_scale, a_byte), (b_scale, b_byte)] =
                scales.map(|value| self.scales_of(value, step * of_row));
            let mut builder = self.b();
            let mut product = builder.tcgen05_mma_scaled().tensor(tensor).a(from_a).b(from_b);
            product = product.a_scale(a_scale).b_scale(b_scale).predicate(elected);
            if let Some(accumulates) = accumulates.filter(|_| step == 0) {
                product = product.accumulate(accumulates);
            }
            product = product.n(i64::from(columns)).a_format(a_format).b_format(b_format);
            product =
                product.a_byte(a_byte).b_byte(b_byte).scale_format(scale_format).scales(i64::from(of_row));
            product.transpose_a(a.transposed).transpose_b(b.transposed).finish();
        }
        Ok(())
    }

    /// How many scales of a row an instruction takes, and their format.
    fn scale_vector(&self, value: Value, steps: u32) -> (u32, ElementFormat) {
        let FromType::Tensor(memory) = self.from.ty(value) else {
            panic!("a verified op has scales in tensor memory")
        };
        let are_powers = memory.elem.scalar() == Some(Scalar::F8E8M0FNU);
        let format = if are_powers { ElementFormat::UE8M0 } else { ElementFormat::UE4M3 };
        (memory.layout.shape().extent(1) / steps, format)
    }

    /// The address and byte of the scales that an instruction takes, from this one of a row on.
    fn scales_of(&mut self, value: Value, scale: u32) -> (Value, i64) {
        let FromType::Tensor(memory) = self.from.ty(value).clone() else {
            panic!("a verified op has scales in tensor memory")
        };
        let (column, byte) = place(&memory.layout, scale);
        let base = self.tensor(value);
        (self.columns_behind(base, column), i64::from(byte))
    }
}
