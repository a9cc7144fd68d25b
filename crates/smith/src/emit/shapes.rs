//! Ops that move elements.

use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Builders, Opcode};
use ir::Value;
use numerics::Scalar;

use super::Emitter;

impl Emitter<'_> {
    pub(super) fn reshaping(&mut self, opcode: Opcode, scalar: Scalar) {
        let op = match opcode {
            Opcode::Iota => return self.iota(scalar),
            Opcode::Select => return self.select(scalar),
            Opcode::Broadcast => {
                let (from, to) = (self.number_type(&[1, 4], scalar), self.number_type(&[4, 4], scalar));
                let source = self.value(from);
                self.builder().broadcast().source(source).result(to).finish().op
            }
            Opcode::Cat => {
                let (half, whole) = (self.number_type(&[2, 4], scalar), self.number_type(&[4, 4], scalar));
                let (lhs, rhs) = (self.value(half), self.value(half));
                self.builder().cat().lhs(lhs).rhs(rhs).dim(0u64).result(whole).finish().op
            }
            Opcode::Extract => {
                let (whole, part) = (self.number_type(&[4, 4], scalar), self.number_type(&[2, 4], scalar));
                let (source, indices) = (self.value(whole), self.block_number());
                self.builder().extract().source(source).indices(indices).result(part).finish().op
            }
            Opcode::Insert => {
                let (whole, part) = (self.number_type(&[4, 4], scalar), self.number_type(&[2, 4], scalar));
                let (source, destination) = (self.value(part), self.value(whole));
                let indices = self.block_number();
                let mut builder = self.builder();
                let draft = builder.insert().source(source).destination(destination).indices(indices);
                draft.result(whole).finish().op
            }
            Opcode::Permute => {
                let (from, to) = (self.number_type(&[2, 8], scalar), self.number_type(&[8, 2], scalar));
                let source = self.value(from);
                let order = Attr::I32s([1, 0].into());
                self.builder().permute().source(source).permutation(order).result(to).finish().op
            }
            _ => {
                let (from, to) = (self.number_type(&[4, 4], scalar), self.number_type(&[16], scalar));
                let source = self.value(from);
                self.builder().reshape().source(source).result(to).finish().op
            }
        };
        self.define(op);
    }

    /// Block number (0 or 1, 0) of a 4x4 tile cut into 2x4 blocks.
    fn block_number(&mut self) -> [Value; 2] {
        let row = self.rng.below(2) as u64;
        [self.index(row), self.index(0)]
    }

    fn iota(&mut self, scalar: Scalar) {
        // i1 counts two elements only.
        let count = if scalar == Scalar::I1 { 2 } else { 16 };
        let ty = self.number_type(&[count], scalar);
        let op = self.builder().iota().result(ty).finish().op;
        self.define(op);
    }

    fn select(&mut self, scalar: Scalar) {
        let shape = self.shape(scalar);
        let (ty, condition) = (self.number_type(&shape, scalar), self.number_type(&shape, Scalar::I1));
        let (cond, yes, no) = (self.value(condition), self.value(ty), self.value(ty));
        let mut builder = self.builder();
        let draft = builder.select().cond(cond).val_if_true(yes).val_if_false(no);
        let op = draft.result(ty).finish().op;
        self.define(op);
    }

    pub(super) fn packing(&mut self, opcode: Opcode, scalar: Scalar) {
        let bits = if scalar == Scalar::TF32 { 32 } else { i64::from(scalar.bits()) };
        let count = 16;
        let (numbers, bytes) =
            (self.number_type(&[count], scalar), self.number_type(&[count * bits / 8], Scalar::I8));
        let op = if opcode == Opcode::Pack {
            let source = self.value(numbers);
            self.builder().pack().source(source).result(bytes).finish().op
        } else {
            let source = self.value(bytes);
            self.builder().unpack().source(source).result(numbers).finish().op
        };
        self.define(op);
    }
}
