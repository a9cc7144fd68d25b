//! The factors of products as operands, of which several products may multiply one: with its dimensions in the order of
//! the first product, or in the other one.
//!
//! The memory of a stage is the same for both, as matrix descriptors and `ldmatrix` read 16-bit elements along either
//! dimension.

use ir::Op;
use ir::analysis::Uses;

use super::operand::{Loaded, Operand, loaded};
use super::product::{Factor, Product};
use super::promotion::is_promoted;
use super::reads::{follows_from_product, is_computed};
use super::refusal::Refusal;
use super::scaled::scales;
use super::stage::Side;
use crate::ops::fields;
use crate::{Module, Opcode};

const IN_TWO_LAYOUTS: &str = "products multiply the tile that it loads in different layouts of its memory";

/// The operands of products so far.
pub(super) struct Found<'a> {
    pub(super) module: &'a Module,
    pub(super) uses: &'a Uses,
    pub(super) dots: &'a [Op],
    pub(super) operands: Vec<Operand>,
}

impl Found<'_> {
    pub(super) fn product(&mut self, dot: Op) -> Result<Product, Refusal> {
        let (left, left_transposed) = if follows_from_product(self.module, self.dots, (dot, Side::Left)) {
            (Factor::Registers, false)
        } else {
            self.factor(dot, Side::Left)?
        };
        let (right, right_transposed) = self.factor(dot, Side::Right)?;
        let (factors, transposed) = ([left, right], [left_transposed, right_transposed]);
        if factors.contains(&Factor::Registers) && is_promoted(self.module, dot) {
            let reason = "threads compute an operand of it, and sums of 8-bit floats are promoted of loaded stages alone: `fast_acc` \
                          allows it";
            return Err(Refusal::new(dot, reason));
        }
        let scales = if self.module.opcode(dot) == Opcode::DotScaled {
            Some([self.scales(dot, Side::Left)?, self.scales(dot, Side::Right)?])
        } else {
            None
        };
        Ok(Product { dot, factors, transposed, scales })
    }

    /// A factor that is loaded as it is, or that threads compute; and whether it is the operand with its dimensions in
    /// the other order.
    fn factor(&mut self, dot: Op, side: Side) -> Result<(Factor, bool), Refusal> {
        let found = self.loaded(dot, side);
        if found.is_err() && is_computed(self.module, self.dots, (dot, side)) {
            return Ok((Factor::Registers, false));
        }
        found
    }

    /// An operand, which products share where they multiply the same tile of a stage.
    fn loaded(&mut self, dot: Op, side: Side) -> Result<(Factor, bool), Refusal> {
        let operand = self.operand(dot, side)?;
        self.number(operand).map(|(number, transposed)| (Factor::Loaded(number), transposed))
    }

    fn operand(&self, dot: Op, side: Side) -> Result<Operand, Refusal> {
        let value = self.module.operand(dot, side.field());
        Operand::of(self.module, self.uses, (self.dots, value), side)
    }

    /// The scales of a factor.
    fn scales(&mut self, dot: Op, side: Side) -> Result<usize, Refusal> {
        let field = match side {
            Side::Left => fields::dot_scaled::lhs_scale,
            Side::Right => fields::dot_scaled::rhs_scale,
        };
        let value = self.module.operand(dot, field);
        let operand = scales(self.module, self.uses, (self.dots, value), side)?;
        let load = operand.load;
        match self.number(operand)? {
            (number, false) => Ok(number),
            (_, true) => Err(Refusal::new(load, IN_TWO_LAYOUTS)),
        }
    }

    /// The number of an operand, and whether its dimensions are in the other order than those of the known one.
    fn number(&mut self, operand: Operand) -> Result<(usize, bool), Refusal> {
        let Some(number) = self.operands.iter().position(|known| known.load == operand.load) else {
            self.operands.push(operand);
            return Ok((self.operands.len() - 1, false));
        };
        let known = &self.operands[number];
        if (known.order, &known.buffer) == (operand.order, &operand.buffer) {
            return Ok((number, false));
        }
        let [first, second] = operand.order;
        let is_view = known.order == [second, first]
            && !known.buffer.packed
            && known.buffer == operand.buffer.transposed();
        if is_view { Ok((number, true)) } else { Err(Refusal::new(operand.load, IN_TWO_LAYOUTS)) }
    }

    /// Whether no product multiplies the tile of a stage from which threads would compute a factor.
    ///
    /// # Errors
    /// Why the product of that factor does not multiply the stage.
    pub(super) fn is_read_alone(
        &self,
        (dot, side): (Op, Side),
        multiplied: &[Operand],
    ) -> Result<(), Refusal> {
        let value = self.module.operand(dot, side.field());
        let Ok(Loaded { load, .. }) = loaded(self.module, self.uses, (self.dots, value), side) else {
            return Ok(());
        };
        if !multiplied.iter().any(|operand| operand.load == load) {
            return Ok(());
        }
        let why = self.operand(dot, side).err().unwrap_or_else(|| Refusal::new(load, IN_TWO_LAYOUTS));
        Err(why.help("another product multiplies the same tile: load it twice, once for each"))
    }
}
