//! Results of the reference interpreter: every tile, and the sums that are exact.

use std::collections::{BTreeMap, BTreeSet};

use reference::{Observed, Observer};
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::elementwise::Elementwise;
use tilewright::cuda_tile::ops::{Opcode, fields};
use tilewright::ir::{Op, Value, ValueDef, walk};
use tilewright::launch::BlockId;
use tilewright::numerics::select::IntBinary;
use tilewright::numerics::{Scalar, convert};

use super::products::{self, Terms, precision};

/// A tile as a block computed it last.
pub(super) struct Tile {
    /// Raw bits of its elements.
    pub(super) bits: Vec<u64>,
    /// Which of them are undefined; empty when none is.
    pub(super) undefined: Vec<bool>,
}

/// Watches every tile of a module in one block.
pub(super) struct Facts<'m> {
    module: &'m Module,
    block: BlockId,
    watched: Vec<Value>,
    tiles: BTreeMap<(BlockId, u32), Tile>,
    /// The terms of the sums of products that the watched block computed.
    terms: BTreeMap<u32, Terms>,
    /// Sums that depend on the order of their terms, in any block.
    pub(super) rounded: BTreeSet<u32>,
}

impl<'m> Facts<'m> {
    /// Watches `block`.
    pub(super) fn new(module: &'m Module, entry: Op, block: BlockId) -> Facts<'m> {
        let watched = tiles(module, entry);
        Facts {
            module,
            block,
            watched,
            tiles: BTreeMap::new(),
            terms: BTreeMap::new(),
            rounded: BTreeSet::new(),
        }
    }

    /// Values that are watched.
    pub(super) fn watched(&self) -> &[Value] {
        &self.watched
    }

    /// A tile as the watched block computed it last.
    pub(super) fn tile(&self, value: Value) -> Option<&Tile> {
        self.tiles.get(&(self.block, value.as_u32()))
    }

    /// The terms of a sum of products, as the watched block computed it last.
    pub(super) fn terms(&self, value: Value) -> Option<&Terms> {
        self.terms.get(&value.as_u32())
    }

    /// Follows the terms of sums of products, from a product to the next.
    fn follow_terms(&mut self, value: Value) {
        let terms = match self.module.body.def(value) {
            ValueDef::Result(op, _) => {
                products::product(self.module, op).and_then(|k| self.product_terms(op, k))
            }
            ValueDef::Arg(..) => None,
        };
        let bits = |value: Value| self.tile(value).map(|tile| &tile.bits);
        let carried = || {
            // Of the two, the one that came here last has these bits.
            let sources = products::carried(self.module, value)?.into_iter().rev();
            let mut known = sources.filter(|&source| bits(source) == bits(value));
            known.find_map(|source| self.terms(source)).cloned()
        };
        match terms.or_else(carried) {
            Some(terms) => self.terms.insert(value.as_u32(), terms),
            None => self.terms.remove(&value.as_u32()),
        };
    }

    fn product_terms(&self, op: Op, k: usize) -> Option<Terms> {
        let operands = self.module.body.operands(op);
        let numbers = |index: usize| {
            let scalar = self.module.ty(operands[index]).as_tile()?.elem().scalar()?;
            self.numbers(self.block, operands[index], scalar)
        };
        let before = match self.terms(operands[2]) {
            Some(terms) => terms.clone(),
            None => Terms::of_numbers(&numbers(2)?),
        };
        Terms::of_product(&numbers(0)?, &numbers(1)?, k, before)
    }

    fn numbers(&self, block: BlockId, value: Value, scalar: Scalar) -> Option<Vec<f64>> {
        let tile = self.tiles.get(&(block, value.as_u32()))?;
        Some(tile.bits.iter().map(|&bits| convert::to_f64(scalar, bits)).collect())
    }

    /// Whether a float sum that was just computed would be the same in any order.
    fn is_exact(&self, block: BlockId, op: Op) -> bool {
        match self.module.opcode(op) {
            Opcode::Reduce | Opcode::Scan => self.fold_is_exact(block, op).unwrap_or(false),
            Opcode::MmaF | Opcode::MmaFScaled => self.product_is_exact(block, op).unwrap_or(false),
            _ => true,
        }
    }

    fn fold_is_exact(&self, block: BlockId, op: Op) -> Option<bool> {
        let body = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        let body: Vec<Op> = self.module.body.block_ops(body).collect();
        if body.iter().all(|&op| keeps_elements(self.module, op)) {
            return Some(true);
        }
        // A sum of one operand, along any dimension, is judged by all elements together.
        let [operand] = *self.module.body.operands(op) else { return None };
        let scalar = self.module.ty(operand).as_tile()?.elem().scalar()?;
        let terms = self.numbers(block, operand, scalar)?;
        let adds = body.iter().map(|&op| self.module.opcode(op)).eq([Opcode::AddF, Opcode::Yield]);
        Some(adds && sums_exactly(&terms, precision(scalar)))
    }

    fn product_is_exact(&self, block: BlockId, op: Op) -> Option<bool> {
        let operands = self.module.body.operands(op);
        let number = |index: usize| {
            let value = *operands.get(index)?;
            let scalar = self.module.ty(value).as_tile()?.elem().scalar()?;
            self.numbers(block, value, scalar)
        };
        let acc_type = self.module.ty(operands[2]).as_tile()?.elem().scalar()?;
        let (mut lhs, mut rhs, mut terms) = (number(0)?, number(1)?, number(2)?);
        let is_scaled = self.module.opcode(op) == Opcode::MmaFScaled;
        if is_scaled {
            let columns = self.module.ty(operands[1]).as_tile()?.shape().last().copied()? as usize;
            scale(&mut lhs, &number(3)?, 1);
            scale(&mut rhs, &number(4)?, columns);
        }
        let depth = self.module.ty(operands[0]).as_tile()?.shape().last().copied()?;
        let largest = |numbers: &[f64]| numbers.iter().fold(0.0f64, |most, number| most.max(number.abs()));
        let product = largest(&lhs) * largest(&rhs);
        terms.extend(std::iter::repeat_n(product, depth as usize));
        let unit = unit(&lhs) * unit(&rhs);
        // Terms that are no normal numbers of f32 are rounded elsewhere as well.
        if is_scaled && (product > MAX_SCALED_PRODUCT || unit < 1.0 / MAX_SCALED_PRODUCT) {
            return None;
        }
        Some(fits(&terms, unit.min(self::unit(&terms)), precision(acc_type)))
    }
}

/// The largest product of scaled numbers, and the inverse of the smallest, that are certainly normal numbers of f32.
const MAX_SCALED_PRODUCT: f64 = (1u64 << 60) as f64;

/// Multiplies numbers by their block scales. Blocks run along rows, or along columns if there are several columns.
fn scale(numbers: &mut [f64], scales: &[f64], columns: usize) {
    let block = (numbers.len() / scales.len().max(1)).max(1);
    for (at, number) in numbers.iter_mut().enumerate() {
        *number *= scales[at / columns / block * columns + at % columns];
    }
}

/// Ops of bodies whose result does not depend on the order of elements: they choose, or compute in integers.
fn keeps_elements(module: &Module, op: Op) -> bool {
    use Elementwise as E;
    use IntBinary::{Add, Mul};
    let function = Elementwise::of(module, op);
    matches!(
        function,
        Some(
            E::IntBinary { op: Add | Mul, .. }
                | E::And(_)
                | E::Or(_)
                | E::Xor(_)
                | E::MinI { .. }
                | E::MaxI { .. }
                | E::MinF { .. }
                | E::MaxF { .. }
                | E::CompareI { .. }
                | E::CompareF { .. }
                | E::Extend { .. }
                | E::Truncate { .. }
                | E::Select(_)
        )
    ) || matches!(module.opcode(op), Opcode::Constant | Opcode::Yield)
}

/// The largest power of two that divides all numbers; 1 when there are none but zeros, 0 when one is not finite.
fn unit(numbers: &[f64]) -> f64 {
    let lowest = |number: &f64| {
        if !number.is_finite() {
            return 0.0;
        }
        let mantissa = number.to_bits() & ((1 << 52) - 1);
        let exponent = (number.to_bits() >> 52 & 0x7FF) as i32 - 1023;
        2f64.powi(exponent - if mantissa == 0 { 0 } else { 52 - mantissa.trailing_zeros() as i32 })
    };
    numbers.iter().filter(|number| **number != 0.0).map(lowest).fold(f64::INFINITY, f64::min).min(1e300)
}

fn fits(terms: &[f64], unit: f64, precision: i32) -> bool {
    precision == i32::MAX || terms.iter().map(|term| term.abs()).sum::<f64>() <= unit * 2f64.powi(precision)
}

/// Whether a sum is exact in any order of computation: all terms are multiples of one power of two, and their
/// magnitudes together are not too many of it.
fn sums_exactly(terms: &[f64], precision: i32) -> bool {
    fits(terms, unit(terms), precision)
}

/// All tiles of an entry and of the functions of its module, except those in bodies of reductions.
fn tiles(module: &Module, entry: Op) -> Vec<Value> {
    let mut values = Vec::new();
    let functions = module.body.block_ops(tilewright::build::items_block(module));
    let roots = functions.filter(|&op| op == entry || module.opcode(op) == Opcode::Func);
    for root in roots {
        for op in walk::preorder(&module.body, root) {
            let pure = |op: Op| matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan | Opcode::Generate);
            let inside = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
            if inside.into_iter().any(pure) {
                continue;
            }
            values.extend(module.body.results(op));
            if !pure(op) {
                let blocks =
                    module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
                values.extend(blocks.flat_map(|block| module.body.block_args(block)));
            }
        }
    }
    values.retain(|&value| module.ty(value).as_tile().is_some());
    values
}

impl Observer for Facts<'_> {
    fn values(&self) -> &[Value] {
        &self.watched
    }

    fn observe(&mut self, seen: Observed<'_>) {
        let tile = Tile { bits: seen.bits.to_vec(), undefined: seen.undefined.to_vec() };
        self.tiles.insert((seen.block, seen.value.as_u32()), tile);
        if seen.block == self.block {
            self.follow_terms(seen.value);
        }
        if let ValueDef::Result(op, _) = self.module.body.def(seen.value)
            && !self.is_exact(seen.block, op)
        {
            self.rounded.insert(op.as_u32());
        }
    }
}

/// The parameters of an entry.
pub(super) fn parameters(module: &Module, entry: Op) -> Vec<Value> {
    let block = module.block(entry, fields::entry::body).expect("a verified entry has a body");
    module.body.block_args(block).iter().collect()
}
