//! Matrix products.
//!
//! Where the target has an instruction for the types and the tile is deep enough, operands and sum are converted to its
//! fragments. Everything else is multiplied element by element, with both operands in shared memory.

use ir::{Op, Value};
use numerics::Scalar;
use tileaa::ops::fields as from;

use super::{Lower, Lowered};
use crate::layout::{Mma, MmaWarps, RegisterLayout, Shape};
use crate::ops::Builders as _;
use crate::types::TileType;

impl Lower<'_> {
    pub(super) fn dot(&mut self, op: Op) -> Lowered<()> {
        let operands = [from::dot::lhs, from::dot::rhs, from::dot::acc].map(|field| self.operand(op, field));
        let result = self.from.body.result(op, 0);
        let value = match self.fragments(operands) {
            Some(layouts) => self.mma(op, operands, &layouts),
            None => self.fma_dot(op, operands),
        };
        let settled = self.settle(value);
        self.bind(result, settled);
        Ok(())
    }

    /// The layouts of lhs, rhs and sum for the instruction that multiplies them.
    fn fragments(&self, [lhs, rhs, acc]: [Value; 3]) -> Option<[RegisterLayout; 3]> {
        let scalar = |value: Value| self.tile(value).elem.scalar();
        let mma = instruction(scalar(lhs)?, scalar(rhs)?, scalar(acc)?, self.options.capability)?;
        let shape = |value: Value| Shape::new(self.tile(value).shape());
        let (a, b, c) = (shape(lhs)?, shape(rhs)?, shape(acc)?);
        let warps = divide_warps(&c, self.layouts.warp_bits());
        Some([mma.a(&a, warps)?, mma.b(&b, warps)?, mma.accumulator(&c, warps)?])
    }

    fn mma(&mut self, op: Op, operands: [Value; 3], layouts: &[RegisterLayout; 3]) -> Value {
        let mut converted = operands;
        for (value, layout) in converted.iter_mut().zip(layouts) {
            *value = self.convert(*value, layout);
        }
        let elem = self.tile(converted[2]).elem;
        let ty = self.tile_type(TileType::new(elem, layouts[2].clone()));
        let op = self.copy_typed(op, &[ty]);
        self.to.body.operands_mut(op).copy_from_slice(&converted);
        self.to.body.result(op, 0)
    }

    /// Blocks are scaled as elements are read.
    pub(super) fn dot_scaled(&mut self, op: Op) -> Lowered<()> {
        use from::dot_scaled as fields;
        let operands = [fields::lhs, fields::rhs, fields::lhs_scale, fields::rhs_scale];
        let shared = self.in_shared(&operands.map(|field| self.operand(op, field)));
        let acc = self.operand(op, fields::acc);
        let ty = self.to.body.ty(acc);
        let dot = self
            .builder()
            .fma_dot()
            .lhs(shared[0])
            .rhs(shared[1])
            .acc(acc)
            .lhs_scale(shared[2])
            .rhs_scale(shared[3])
            .result(ty)
            .finish()
            .value();
        let settled = self.settle(dot);
        let result = self.from.body.result(op, 0);
        self.bind(result, settled);
        Ok(())
    }

    /// Tiles in buffers that all threads see.
    fn in_shared(&mut self, values: &[Value]) -> Vec<Value> {
        let mut buffers = Vec::new();
        for &value in values {
            let tile = self.tile(value).clone();
            buffers.push(self.buffer(tile.shape(), tile.elem));
        }
        self.builder().barrier().finish();
        for (&value, &buffer) in values.iter().zip(&buffers) {
            let zeros = self.zeros(self.tile(value).shape().len());
            self.builder().local_store().value(value).buffer(buffer).offsets(zeros).finish();
        }
        self.builder().barrier().finish();
        buffers
    }

    fn fma_dot(&mut self, op: Op, [lhs, rhs, acc]: [Value; 3]) -> Value {
        let buffers = self.in_shared(&[lhs, rhs]);
        let ty = self.to.body.ty(acc);
        let (signed_lhs, signed_rhs) =
            (self.from.flag(op, from::dot::signed_lhs), self.from.flag(op, from::dot::signed_rhs));
        self.builder()
            .fma_dot()
            .lhs(buffers[0])
            .rhs(buffers[1])
            .acc(acc)
            .signed_lhs(signed_lhs)
            .signed_rhs(signed_rhs)
            .result(ty)
            .finish()
            .value()
    }
}

/// The instruction of a target for these types; none where `mma.sync` has none.
fn instruction(lhs: Scalar, rhs: Scalar, acc: Scalar, capability: u32) -> Option<Mma> {
    let f8 = |scalar| matches!(scalar, Scalar::F8E4M3FN | Scalar::F8E5M2);
    let (k, element_bits) = match (lhs, rhs, acc) {
        (Scalar::F16, Scalar::F16, Scalar::F32 | Scalar::F16) if capability >= 80 => (16, 16),
        (Scalar::BF16, Scalar::BF16, Scalar::F32) if capability >= 80 => (16, 16),
        (Scalar::TF32, Scalar::TF32, Scalar::F32) if capability >= 80 => (8, 32),
        (Scalar::I8, Scalar::I8, Scalar::I32) if capability >= 80 => (32, 8),
        (a, b, Scalar::F32) if f8(a) && f8(b) && capability >= 89 => (32, 8),
        (Scalar::F64, Scalar::F64, Scalar::F64) if capability >= 80 => {
            return Some(Mma { rows: 8, k: 4, element_bits: 64 });
        }
        _ => return None,
    };
    Some(Mma { rows: 16, k, element_bits })
}

/// Warps along rows and columns, so that the part of each is as square as can be.
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
