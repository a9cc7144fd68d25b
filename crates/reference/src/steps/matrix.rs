//! Matrix products. The order of the sums is that of [`numerics::mma`]: k ascending.

use std::ops::Range;

use numerics::{Scalar, mma};

use crate::cause::Case;
use crate::machine::{Env, PoisonBuilder};
use crate::slot::Slot;
use crate::tile::{Poison, Poisons, Tile};

/// Extents of a batch of products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batches {
    pub(crate) count: usize,
    pub(crate) shape: mma::Shape,
}

/// Some rows of one product.
struct Part {
    batch: usize,
    /// The first row, counted through all batches.
    row: usize,
    shape: mma::Shape,
    lhs: Range<usize>,
    rhs: Range<usize>,
    acc: Range<usize>,
}

/// Multiplications of the largest part: a run can be cancelled between parts. About half a second of work, at the 100
/// to 200 million operations a second that the bench measures.
const PART: usize = 1 << 26;

impl Batches {
    /// The products cut into parts, each of whole rows.
    fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        let (count, mma::Shape { m, n, k }) = (self.count, self.shape);
        let rows = (PART / (n * k)).clamp(1, m);
        let part = move |batch: usize, first: usize| {
            let (row, rows) = (batch * m + first, rows.min(m - first));
            Part {
                batch,
                row,
                shape: mma::Shape { m: rows, n, k },
                lhs: row * k..(row + rows) * k,
                rhs: batch * k * n..(batch + 1) * k * n,
                acc: row * n..(row + rows) * n,
            }
        };
        (0..count).flat_map(move |batch| (0..m).step_by(rows).map(move |first| part(batch, first)))
    }

    /// Poison of the products: an element is poisoned by any in its row of lhs, its column of rhs and the accumulator.
    /// `lhs_k` and `rhs_k` say how many elements there are along k.
    fn spread(
        &self,
        lhs: Option<&[Poison]>,
        lhs_k: usize,
        rhs: Option<&[Poison]>,
        rhs_k: usize,
        out: &mut PoisonBuilder,
    ) {
        let mma::Shape { m, n, .. } = self.shape;
        for batch in 0..self.count {
            let start = batch * m * n;
            // A poisoned element of lhs enters every sum of its row, one of rhs every sum of its column.
            let rows = (0..m).map(|i| first(lhs, (0..lhs_k).map(|k| (batch * m + i) * lhs_k + k)));
            for (i, mark) in rows.enumerate().filter(|(_, mark)| mark.is_some()) {
                (0..n).for_each(|j| out.mark(start + i * n + j, mark));
            }
            let columns = (0..n).map(|j| first(rhs, (0..rhs_k).map(|k| (batch * rhs_k + k) * n + j)));
            for (j, mark) in columns.enumerate().filter(|(_, mark)| mark.is_some()) {
                (0..m).for_each(|i| out.mark(start + i * n + j, mark));
            }
        }
    }

    fn poison(&self, lhs: &Tile, rhs: &Tile, acc: &Tile) -> Poisons {
        let mut out = PoisonBuilder::from(acc.poison.clone(), acc.bits.len());
        let k = self.shape.k;
        self.spread(lhs.poison.as_deref(), k, rhs.poison.as_deref(), k, &mut out);
        out.finish()
    }
}

fn first(lanes: Option<&[Poison]>, places: impl Iterator<Item = usize>) -> Poison {
    let Some(lanes) = lanes else { return Poison::NONE };
    places.map(|place| lanes[place]).find(|mark| mark.is_some()).unwrap_or(Poison::NONE)
}

/// `mmaf`.
pub(crate) struct MmaFloat {
    pub(crate) lhs: Slot,
    pub(crate) rhs: Slot,
    pub(crate) acc: Slot,
    pub(crate) out: Slot,
    pub(crate) batches: Batches,
    pub(crate) elem: Scalar,
    pub(crate) acc_elem: Scalar,
}

impl MmaFloat {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let (lhs, rhs, acc) = (env.tile(self.lhs), env.tile(self.rhs), env.tile(self.acc));
        let mut bits = acc.bits.clone();
        for part in self.batches.parts().take_while(|_| !(env.machine.cancelled)()) {
            let a = mma::Operand { scalar: self.elem, bits: &lhs.bits[part.lhs] };
            let b = mma::Operand { scalar: self.elem, bits: &rhs.bits[part.rhs] };
            mma::float(part.shape, a, b, self.acc_elem, &mut bits[part.acc]);
        }
        let poison = self.batches.poison(lhs, rhs, acc);
        env.set_tile(self.out, bits, poison);
    }
}

/// `mmai`.
pub(crate) struct MmaInt {
    pub(crate) lhs: (Slot, bool),
    pub(crate) rhs: (Slot, bool),
    pub(crate) acc: Slot,
    pub(crate) out: Slot,
    pub(crate) batches: Batches,
}

impl MmaInt {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let (lhs, rhs, acc) = (env.tile(self.lhs.0), env.tile(self.rhs.0), env.tile(self.acc));
        let mut bits = acc.bits.clone();
        for part in self.batches.parts().take_while(|_| !(env.machine.cancelled)()) {
            let (a, b) = ((&lhs.bits[part.lhs], self.lhs.1), (&rhs.bits[part.rhs], self.rhs.1));
            mma::integer(part.shape, a, b, &mut bits[part.acc]);
        }
        let poison = self.batches.poison(lhs, rhs, acc);
        env.set_tile(self.out, bits, poison);
    }
}

/// `mmaf_scaled`.
pub(crate) struct MmaScaled {
    pub(crate) lhs: Slot,
    pub(crate) rhs: Slot,
    pub(crate) acc: Slot,
    pub(crate) lhs_scale: Slot,
    pub(crate) rhs_scale: Slot,
    pub(crate) out: Slot,
    pub(crate) batches: Batches,
    /// Scales along k.
    pub(crate) scale_k: usize,
    pub(crate) elem: Scalar,
    pub(crate) scale_elem: Scalar,
}

impl MmaScaled {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        // Recorded before the operands are borrowed, and used only if some scale is negative.
        let negative = env.poison(Case::NEGATIVE_SCALE);
        let (lhs, rhs, acc) = (env.tile(self.lhs), env.tile(self.rhs), env.tile(self.acc));
        let (a_scale, b_scale) = (env.tile(self.lhs_scale), env.tile(self.rhs_scale));
        let n = self.batches.shape.n;
        let mut bits = acc.bits.clone();
        // Parts are short, so that a product of large tiles can be cancelled between them.
        for part in self.batches.parts().take_while(|_| !(env.machine.cancelled)()) {
            let operand = |bits, scalar| mma::Operand { scalar, bits };
            let a_scales = &a_scale.bits[part.row * self.scale_k..][..part.shape.m * self.scale_k];
            let b_scales = &b_scale.bits[part.batch * self.scale_k * n..][..self.scale_k * n];
            mma::scaled(
                part.shape,
                self.scale_k,
                (operand(&lhs.bits[part.lhs], self.elem), operand(a_scales, self.scale_elem)),
                (operand(&rhs.bits[part.rhs], self.elem), operand(b_scales, self.scale_elem)),
                &mut bits[part.acc],
            );
        }
        let mut poison = PoisonBuilder::from(self.batches.poison(lhs, rhs, acc), bits.len());
        let (a, b) = (self.scale_poison(a_scale, negative), self.scale_poison(b_scale, negative));
        // A scale covers several elements along k, so its poison reaches the same rows and columns as theirs.
        self.batches.spread(a.as_deref(), self.scale_k, b.as_deref(), self.scale_k, &mut poison);
        env.set_tile(self.out, bits, poison.finish());
    }

    /// Poison of scales: their own, and that of negative ones.
    fn scale_poison(&self, scales: &Tile, negative: Poison) -> Poisons {
        let mut poison = PoisonBuilder::from(scales.poison.clone(), scales.bits.len());
        if self.scale_elem == Scalar::F8E4M3FN {
            let negatives = scales.bits.iter().enumerate().filter(|(_, bits)| **bits & 0x80 != 0);
            negatives.for_each(|(lane, _)| poison.mark(lane, negative));
        }
        poison.finish()
    }
}
