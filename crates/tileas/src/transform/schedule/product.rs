//! A product, and where its factors come from.

use ir::{Field, Op};

use super::reads::follows_from_product;
use super::stage::Side;
use crate::Module;
use crate::ops::fields;

/// A product in a loop.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub(crate) dot: Op,
    /// The left factor, then the right one.
    pub(crate) factors: [Factor; 2],
    /// Whether a factor is the operand with its dimensions in the other order: another product reads it as it is.
    pub(crate) transposed: [bool; 2],
    /// The operands that are the scales of these, if it has block scales.
    pub(crate) scales: Option<[usize; 2]>,
}

/// Where a factor of a product comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factor {
    /// One of the operands, by its number.
    Loaded(usize),
    /// Registers of threads: it follows from another product, or is computed of tiles that they read. What multiplies
    /// shared memory alone reads it from a stage that these threads write ([`stage_of_computed`]).
    Registers,
}

impl Product {
    /// The factors and their scales, by their fields of the product.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (Field, Factor)> + use<> {
        let factors = [fields::dot::lhs, fields::dot::rhs].into_iter().zip(self.factors);
        let scales = self.scales.map(|numbers| numbers.map(Factor::Loaded)).into_iter().flatten();
        factors.chain([fields::dot_scaled::lhs_scale, fields::dot_scaled::rhs_scale].into_iter().zip(scales))
    }

    /// Whether it multiplies the operand of a field with its dimensions in the other order.
    pub(crate) fn is_transposed(&self, field: Field) -> bool {
        [Side::Left, Side::Right]
            .into_iter()
            .zip(self.transposed)
            .any(|(side, transposed)| transposed && side.field() == field)
    }

    /// The operands that are loaded for it: factors, and scales.
    pub(crate) fn loaded(&self) -> impl Iterator<Item = usize> + use<> {
        let number = |(_, factor)| if let Factor::Loaded(number) = factor { Some(number) } else { None };
        self.sources().filter_map(number)
    }

    /// The factors that threads compute of tiles which they read.
    pub(super) fn computed(&self, module: &Module, dots: &[Op]) -> impl Iterator<Item = (Op, Side)> {
        let dot = self.dot;
        let sides = [Side::Left, Side::Right].into_iter().zip(self.factors);
        let follows = follows_from_product(module, dots, (dot, Side::Left));
        let own = sides
            .filter(move |&(side, factor)| factor == Factor::Registers && !(side == Side::Left && follows));
        own.map(move |(side, _)| (dot, side))
    }
}
