//! Matrix products. The order of the sums is that of [`numerics::mma`]: k ascending.

use numerics::{Scalar, mma};

use crate::cause::Case;
use crate::machine::{Env, PoisonBuilder};
use crate::program::Slot;
use crate::tile::{Poison, Poisons, Tile};

/// Extents of a batch of products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batches {
    pub(crate) count: usize,
    pub(crate) shape: mma::Shape,
}

impl Batches {
    fn lhs(&self, batch: usize) -> std::ops::Range<usize> {
        let size = self.shape.m * self.shape.k;
        batch * size..(batch + 1) * size
    }

    fn rhs(&self, batch: usize) -> std::ops::Range<usize> {
        let size = self.shape.k * self.shape.n;
        batch * size..(batch + 1) * size
    }

    fn acc(&self, batch: usize) -> std::ops::Range<usize> {
        let size = self.shape.m * self.shape.n;
        batch * size..(batch + 1) * size
    }

    /// Poison of the products: an element is poisoned by any in its row of lhs, its column of rhs and the accumulator.
    /// `lhs_k` and `rhs_k` say how many elements lie along k.
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
        for batch in 0..self.batches.count {
            let a = mma::Operand { scalar: self.elem, bits: &lhs.bits[self.batches.lhs(batch)] };
            let b = mma::Operand { scalar: self.elem, bits: &rhs.bits[self.batches.rhs(batch)] };
            mma::float(self.batches.shape, a, b, self.acc_elem, &mut bits[self.batches.acc(batch)]);
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
        for batch in 0..self.batches.count {
            let a = (&lhs.bits[self.batches.lhs(batch)], self.lhs.1);
            let b = (&rhs.bits[self.batches.rhs(batch)], self.rhs.1);
            mma::integer(self.batches.shape, a, b, &mut bits[self.batches.acc(batch)]);
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
        let negative = env.poison(Case::NEGATIVE_SCALE);
        let (lhs, rhs, acc) = (env.tile(self.lhs), env.tile(self.rhs), env.tile(self.acc));
        let (a_scale, b_scale) = (env.tile(self.lhs_scale), env.tile(self.rhs_scale));
        let mma::Shape { m, n, .. } = self.batches.shape;
        let mut bits = acc.bits.clone();
        for batch in 0..self.batches.count {
            let part = |slice, scalar| mma::Operand { scalar, bits: slice };
            let (a, b) = (&lhs.bits[self.batches.lhs(batch)], &rhs.bits[self.batches.rhs(batch)]);
            let scales = |tile: &'_ Tile, size: usize| tile.bits[batch * size..(batch + 1) * size].to_vec();
            let (sa, sb) = (scales(a_scale, m * self.scale_k), scales(b_scale, self.scale_k * n));
            mma::scaled(
                self.batches.shape,
                self.scale_k,
                (part(a, self.elem), part(&sa, self.scale_elem)),
                (part(b, self.elem), part(&sb, self.scale_elem)),
                &mut bits[self.batches.acc(batch)],
            );
        }
        let mut poison = PoisonBuilder::from(self.batches.poison(lhs, rhs, acc), bits.len());
        let (a, b) = (self.scale_poison(a_scale, negative), self.scale_poison(b_scale, negative));
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
