//! `assume`: the promises that the program makes are checked.

use cuda_tile::Attr;
use numerics::{Scalar, int};
use smallvec::SmallVec;

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::Env;
use crate::slot::Slot;
use crate::steps::shape::row_major;
use crate::tile::{Tile, Value};

/// `assume`.
pub(crate) struct Assume {
    pub(crate) value: Slot,
    pub(crate) out: Slot,
    pub(crate) predicate: Attr,
    pub(crate) shape: Box<[u32]>,
    /// How an element is read, and how much it grows per element: a pointer by the size of what it points to.
    pub(crate) elem: Scalar,
    pub(crate) unit: i128,
}

impl Assume {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let value = env.slots[self.value as usize].clone();
        let kept = match &value {
            Value::Tile(tile) => self.check_tile(tile),
            Value::Tensor(tensor) => self.check_base(tensor.base),
            Value::Token(_) | Value::Absent => Ok(()),
        };
        env.tolerate(kept)?;
        env.set(self.out, value);
        Ok(())
    }

    fn check_base(&self, base: u64) -> Result<(), Fault> {
        if let Attr::DivBy { divisor, .. } = &self.predicate
            && base & (divisor - 1) != 0
        {
            let message = format!("the base address {base:#x} is not divisible by {divisor}");
            return Err(Fault::new(Case::FALSE_DIV_BY, message));
        }
        Ok(())
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "predicates are three kinds of attributes, as verified"
    )]
    fn check_tile(&self, tile: &Tile) -> Result<(), Fault> {
        match &self.predicate {
            Attr::DivBy { divisor, every, along } => self.check_div_by(tile, *divisor, every.zip(*along)),
            Attr::SameElements(blocks) => self.check_same(tile, blocks),
            Attr::Bounded { lower, upper } => self.check_bounded(tile, *lower, *upper),
            other => unreachable!("{other:?} is no predicate, as verified"),
        }
    }

    fn value(&self, tile: &Tile, lane: usize) -> i128 {
        int::value(self.elem, tile.bits[lane], true)
    }

    fn check_div_by(&self, tile: &Tile, divisor: u64, groups: Option<(i64, i64)>) -> Result<(), Fault> {
        let (every, stride, extent) = match groups {
            Some((every, along)) => {
                let along = along as usize;
                (every.max(1) as usize, row_major(&self.shape)[along], self.shape[along] as usize)
            }
            None => (1, 1, tile.bits.len()),
        };
        // A lane that is poison carries no value that the assumption could be false about.
        for lane in (0..tile.bits.len()).filter(|&lane| !tile.poison_at(lane).is_some()) {
            // The lane's position in its group of `every` elements along the dimension, and the lane that begins the
            // group.
            let place = lane / stride % extent % every;
            let first = lane - place * stride;
            let value = self.value(tile, lane);
            if place == 0 && value.rem_euclid(i128::from(divisor)) != 0 {
                let message = format!("{value} is not divisible by {divisor}");
                return Err(Fault::new(Case::FALSE_DIV_BY, message).at(lane));
            }
            // Only the first of a group must be divisible; the others continue from it with unit steps.
            let expected = self.value(tile, first) + place as i128 * self.unit;
            if !tile.poison_at(first).is_some() && value != expected {
                let message = format!("{value} stands where the group continues with {expected}");
                return Err(Fault::new(Case::FALSE_DIV_BY, message).at(lane));
            }
        }
        Ok(())
    }

    fn check_same(&self, tile: &Tile, blocks: &[i64]) -> Result<(), Fault> {
        let strides = row_major(&self.shape);
        let dims: SmallVec<[(usize, usize, usize); 4]> = (self.shape.iter().zip(&strides).zip(blocks))
            .map(|((&extent, &stride), &block)| (extent as usize, stride, block.max(1) as usize))
            .collect();
        for lane in (0..tile.bits.len()).filter(|&lane| !tile.poison_at(lane).is_some()) {
            let first: usize = (dims.iter())
                .map(|&(extent, stride, block)| lane / stride % extent / block * block * stride)
                .sum();
            if !tile.poison_at(first).is_some() && tile.bits[lane] != tile.bits[first] {
                let (one, other) = (self.value(tile, first), self.value(tile, lane));
                let message = format!("{other} differs from {one}, the first element of its block");
                return Err(Fault::new(Case::FALSE_SAME_ELEMENTS, message).at(lane));
            }
        }
        Ok(())
    }

    fn check_bounded(&self, tile: &Tile, lower: Option<i64>, upper: Option<i64>) -> Result<(), Fault> {
        for lane in (0..tile.bits.len()).filter(|&lane| !tile.poison_at(lane).is_some()) {
            let value = self.value(tile, lane);
            let broken = match (lower, upper) {
                (Some(lower), _) if value < lower.into() => format!("{value} is below {lower}"),
                (_, Some(upper)) if value > upper.into() => format!("{value} is above {upper}"),
                _ => continue,
            };
            return Err(Fault::new(Case::FALSE_BOUNDED, broken).at(lane));
        }
        Ok(())
    }
}
