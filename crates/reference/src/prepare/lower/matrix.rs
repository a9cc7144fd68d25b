//! Matrix products.

use cuda_tile::attrs;
use cuda_tile::ops::fields;
use ir::{Op, Value};
use numerics::mma;

use crate::prepare::Emitter;
use crate::program::Kind;
use crate::steps::matrix::{Batches, MmaFloat, MmaInt, MmaScaled};

impl Emitter<'_, '_> {
    fn batches(&self, lhs: Value, rhs: Value) -> Batches {
        let (lhs, rhs) = (self.tile_type(lhs).shape(), self.tile_type(rhs).shape());
        let extent = |shape: &[u32], from_end: usize| shape[shape.len() - from_end] as usize;
        let count = if lhs.len() == 3 { lhs[0] as usize } else { 1 };
        Batches { count, shape: mma::Shape { m: extent(lhs, 2), n: extent(rhs, 1), k: extent(lhs, 1) } }
    }

    pub(super) fn mma_float(&mut self, op: Op) -> Kind {
        use fields::mmaf as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        Kind::MmaFloat(MmaFloat {
            batches: self.batches(lhs, rhs),
            elem: self.scalar(lhs),
            acc_elem: self.target(op),
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            acc: self.operand(op, f::acc),
            out: self.result(op, f::result),
        })
    }

    pub(super) fn mma_int(&mut self, op: Op) -> Kind {
        use fields::mmai as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        let signed = |field| attrs::is_signed(self.module, op, field);
        let (lhs_signed, rhs_signed) = (signed(f::signedness_lhs), signed(f::signedness_rhs));
        Kind::MmaInt(MmaInt {
            batches: self.batches(lhs, rhs),
            lhs: (self.slot(lhs), lhs_signed),
            rhs: (self.slot(rhs), rhs_signed),
            acc: self.operand(op, f::acc),
            out: self.result(op, f::result),
        })
    }

    pub(super) fn mma_scaled(&mut self, op: Op) -> Kind {
        use fields::mmaf_scaled as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        let scale = self.module.operand(op, f::lhs_scale);
        // The last dimension of the scales is k divided by the size of a scaled block.
        let scale_shape = self.tile_type(scale).shape();
        Kind::MmaScaled(MmaScaled {
            batches: self.batches(lhs, rhs),
            scale_k: scale_shape[scale_shape.len() - 1] as usize,
            elem: self.scalar(lhs),
            scale_elem: self.scalar(scale),
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            acc: self.operand(op, f::acc),
            lhs_scale: self.slot(scale),
            rhs_scale: self.operand(op, f::rhs_scale),
            out: self.result(op, f::result),
        })
    }
}
