//! Operands of `wgmma` as panels of values: decoded once, from shared memory or registers.

use super::Row;
use super::element::{self, Element, Packing};
use super::fragment;
use super::mma::Sum;
pub use super::order::Major;
use super::order::{Block, Line, Order};
use super::panel;
use super::product;
use super::shared_operand::{Layout, Outside, Shared};

/// Values of an operand: panels of eight rows, each of `depth` lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Lines of a panel: the depth in elements, of bits in words.
    pub depth: usize,
    /// The panels, one after the other.
    pub values: Values,
}

/// Values, by how they are multiplied.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Floats.
    Floats(Vec<[f32; 8]>),
    /// Integers.
    Integers(Vec<[i32; 8]>),
    /// Modifiers of bits.
    Bits(Vec<Line>),
}

impl Operand {
    /// The operand of a descriptor: a number of rows of A or columns of B, 32 bytes of k.
    pub(crate) fn of_shared(
        (layout, major): (Layout, Major),
        packing: Packing,
        rows: usize,
        order: Order,
        shared: Shared<'_>,
    ) -> Result<Operand, Outside> {
        if let Some(operand) = Operand::of_halves((layout, major), packing, rows, order, shared) {
            return Ok(operand);
        }
        let mut lines = vec![[0; 8]; rows];
        for (index, lines) in lines.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let first = index as u32 * 8;
            match major {
                Major::K => layout.rows(shared, first, order, lines)?,
                Major::Mn => layout.columns(shared, first, packing.pitch / 8, lines)?,
            }
            if (order, major) == (Order::EvenFirst, Major::Mn) {
                for line in lines.iter_mut() {
                    // Columns in the order that the product takes: even ones, then odd ones.
                    let [a, b, c, d, e, f, g, h] = *line;
                    *line = [a, c, e, g, b, d, f, h];
                }
            }
        }
        Ok(Operand::of_lines(packing, &lines, rows / 8))
    }

    /// [`Operand::of_shared`] of elements of 16 bits, where the processor has instructions for it; `None` elsewhere, or where
    /// it is outside.
    fn of_halves(
        (layout, major): (Layout, Major),
        packing: Packing,
        rows: usize,
        order: Order,
        shared: Shared<'_>,
    ) -> Option<Operand> {
        let mut values = Vec::with_capacity(2 * rows);
        let mut panel = [[0.0; 8]; 16];
        for first in (0..rows as u32).step_by(8) {
            if !layout.halves(shared, (first, major), packing, order, &mut panel) {
                return None;
            }
            values.extend_from_slice(&panel);
        }
        Some(Operand { depth: 16, values: Values::Floats(values) })
    }

    /// The operand of its lines; each of `panels` panels has as many.
    fn of_lines(packing: Packing, lines: &[Line], panels: usize) -> Operand {
        // Bits are multiplied 32 at a time, so their words are not unpacked.
        let depth =
            lines.len() / panels * if packing.element == Element::B1 { 1 } else { packing.per_word() };
        let values = match packing.element {
            Element::B1 => Values::Bits(lines.to_vec()),
            Element::U8 | Element::S8 | Element::U4 | Element::S4 => {
                let mut values = vec![[0; 8]; panels * depth];
                panel::integers(packing, lines, &mut values);
                Values::Integers(values)
            }
            Element::F16
            | Element::Bf16
            | Element::Tf32
            | Element::F64
            | Element::E4m3
            | Element::E5m2
            | Element::E3m2
            | Element::E2m3
            | Element::E2m1 => {
                let mut values = vec![[0.0; 8]; panels * depth];
                panel::floats(packing, lines, &mut values);
                Values::Floats(values)
            }
        };
        Operand { depth, values }
    }

    /// The rows that a warp holds in registers: sixteen, four registers.
    pub fn of_registers(packing: Packing, registers: &[Row; 4]) -> Operand {
        let mut lines = [[0; 8]; 16];
        for half in 0..2 {
            let registers = registers.iter().skip(half).step_by(2);
            fragment::lines(registers, Order::Natural, &mut lines[8 * half..8 * half + 8]);
        }
        Operand::of_lines(packing, &lines, 2)
    }

    /// The same with every value's sign turned; bits stay.
    pub fn negated(mut self) -> Operand {
        match &mut self.values {
            Values::Floats(values) => values.iter_mut().flatten().for_each(|value| *value = -*value),
            Values::Integers(values) => {
                values.iter_mut().flatten().for_each(|value| *value = value.wrapping_neg());
            }
            Values::Bits(_) => {}
        }
        self
    }

    /// The values of a panel and of a panel of another operand, where they are floats.
    pub fn floats<'a>(
        &'a self,
        panel: usize,
        b: &'a Operand,
        b_panel: usize,
    ) -> Option<(&'a product::Panel<f32>, &'a product::Panel<f32>)> {
        let (Values::Floats(values), Values::Floats(b_values)) = (&self.values, &b.values) else {
            return None;
        };
        let depth = self.depth;
        let lines = |panel: usize| panel * depth..(panel + 1) * depth;
        Some((&values[lines(panel)], &b_values[lines(b_panel)]))
    }

    /// `sums += rows of a panel * columns of a panel of b`, of the bits of sums.
    ///
    /// # Panics
    ///
    /// If the values of the operands are not of one kind, or not of the kind of the sums.
    pub fn multiply(&self, panel: usize, b: &Operand, b_panel: usize, sum: Sum, sums: &mut Block<u32>) {
        let depth = self.depth;
        let (a_lines, b_lines) = (panel * depth..(panel + 1) * depth, b_panel * depth..(b_panel + 1) * depth);
        match (&self.values, &b.values) {
            (Values::Floats(a), Values::Floats(b)) => {
                on_floats(sum, sums, |sums| product::f32(&a[a_lines], &b[b_lines], sums));
            }
            (Values::Integers(a), Values::Integers(b)) => {
                // Sums are kept as bits, whatever their type, as registers hold them.
                let mut signed = sums.map(|row| row.map(u32::cast_signed));
                let multiply = if sum == Sum::Saturating { product::saturating } else { product::wrapping };
                multiply(&a[a_lines], &b[b_lines], &mut signed);
                *sums = signed.map(|row| row.map(i32::cast_unsigned));
            }
            (Values::Bits(a), Values::Bits(b)) => {
                let mut signed = sums.map(|row| row.map(u32::cast_signed));
                let Sum::Bits(op) = sum else { unreachable!("bits are counted") };
                product::bits(&a[a_lines], &b[b_lines], op, &mut signed);
                *sums = signed.map(|row| row.map(i32::cast_unsigned));
            }
            (Values::Floats(_) | Values::Integers(_) | Values::Bits(_), _) => {
                unreachable!("operands of one kind are multiplied")
            }
        }
    }
}

/// f16 sums have their bits in the low half.
fn on_floats(sum: Sum, sums: &mut Block<u32>, multiply: impl FnOnce(&mut Block<f32>)) {
    let half = sum == Sum::F16;
    let value = if half { element::f16 } else { f32::from_bits };
    let mut values = sums.map(|row| row.map(value));
    multiply(&mut values);
    let bits = if half { element::to_f16 } else { element::to_f32 };
    *sums = values.map(|row| row.map(bits));
}
