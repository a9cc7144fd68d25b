//! `wmma`: fragments whose layout the ISA leaves open, and their products.
//!
//! Here element i of a matrix, counted by rows, is in slot `i / 32` of lane `i % 32`; slots are counted through the registers
//! of the fragment from the low bits up. A fragment with room for more elements than its matrix has holds all of them again.
//! So the fragment does not depend on the layout of the matrix in memory, and the layouts that `wmma.mma` names say nothing.

use numerics::{Rounding, Scalar, float};
use ptx::Modifier;

use super::element::{self, Element, Packing};
use super::mma::Sum;
use super::product;
use super::{Row, Row64, form, mma_f64};

/// Which matrix of a product a fragment is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A: m by k.
    A,
    /// B: k by n.
    B,
    /// The accumulators: m by n.
    C,
}

/// A fragment, and the matrix in memory that it is loaded from or stored to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Bits of an element.
    pub bits: u32,
    /// Rows are contiguous in memory.
    pub by_rows: bool,
}

/// The fragment of the words of a `wmma.load` or `wmma.store`; `None` if it has not the words of one.
pub fn fragment(role: Role, words: &[Modifier]) -> Option<Fragment> {
    let (m, n, k) = words.iter().find_map(|word| word.shape())?;
    let (rows, columns) = match role {
        Role::A => (m, k),
        Role::B => (k, n),
        Role::C => (m, n),
    };
    let of = words.iter().copied().find(|&word| form::is_type(word))?;
    let bits = Element::named(of.text()).map_or(32, Element::bits);
    let by_rows = words.contains(&Modifier::Row);
    Some(Fragment { rows: rows as usize, columns: columns as usize, bits, by_rows })
}

impl Fragment {
    /// The number of elements from one row, or column, to the next in memory when the instruction does not say it.
    pub fn stride(&self) -> u64 {
        (if self.by_rows { self.columns } else { self.rows }) as u64
    }

    /// Slots of a lane in the given number of registers.
    pub fn slots(&self, registers: usize) -> usize {
        if self.bits == 64 { registers } else { registers * (32 / self.bits) as usize }
    }

    /// Slots of a lane that hold each element once: what is stored.
    pub fn distinct(&self) -> usize {
        (self.rows * self.columns).div_ceil(32)
    }

    /// The place in memory, in elements, of a slot of a lane.
    pub fn offset(&self, slot: usize, lane: usize, stride: u64) -> u64 {
        let index = (slot * 32 + lane) % (self.rows * self.columns);
        let (row, column) = ((index / self.columns) as u64, (index % self.columns) as u64);
        if self.by_rows {
            row.wrapping_mul(stride).wrapping_add(column)
        } else {
            column.wrapping_mul(stride).wrapping_add(row)
        }
    }

    /// The register of a slot, and the bit in it.
    pub fn place(&self, slot: usize) -> (usize, u32) {
        let per_register = (32 / self.bits.min(32)) as usize;
        (slot / per_register, (slot % per_register) as u32 * self.bits)
    }
}

/// A product of fragments of up to 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wmma {
    /// Rows of A, columns of B, columns of A.
    pub shape: (usize, usize, usize),
    /// Elements of A and B.
    pub factor: Element,
    /// The sums that come in.
    pub c: Sum,
    /// The sums that go out.
    pub d: Sum,
}

/// A product of fragments of f64: 8 by 8 by 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WmmaF64 {
    /// How every step is rounded.
    pub rounding: Rounding,
}

/// A `wmma.mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WmmaForm {
    /// In 32-bit registers.
    Small(Wmma),
    /// Of f64.
    F64(WmmaF64),
}

/// The instruction of the words of a `wmma.mma`; `None` if it has not the words of one.
pub fn wmma(words: &[Modifier]) -> Option<WmmaForm> {
    let (m, n, k) = words.iter().find_map(|word| word.shape())?;
    let types: Vec<Modifier> = words.iter().copied().filter(|&word| form::is_type(word)).collect();
    // Of f16 only the sums are named: d, c.
    let (&d, &c) = (types.first()?, types.last()?);
    let factor = if types.len() == 2 { Element::F16 } else { Element::named(types[1].text())? };
    if factor == Element::F64 {
        return Some(WmmaForm::F64(WmmaF64 { rounding: form::rounding(words) }));
    }
    let shape = (m as usize, n as usize, k as usize);
    Some(WmmaForm::Small(Wmma { shape, factor, c: form::sum(c, words)?, d: form::sum(d, words)? }))
}

/// Element i, counted by rows, of the registers of a fragment.
fn element_of(registers: &[&Row], packing: Packing, index: usize) -> u32 {
    let (slot, lane) = (index / 32, index % 32);
    let per_word = packing.per_word();
    let bits = registers[slot / per_word][lane] >> ((slot % per_word) as u32 * packing.pitch);
    bits & (u32::MAX >> (32 - packing.pitch))
}

const fn sum_packing(sum: Sum) -> Packing {
    match sum {
        Sum::F16 => Element::F16.dense(),
        Sum::F32 | Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => Element::Tf32.dense(),
    }
}

impl Wmma {
    /// `d = a * b + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs.
    pub fn execute(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) {
        // Results of 16 bits share registers, so they are joined with `or`.
        d.fill([0; 32]);
        let (m, n, _) = self.shape;
        for (first_row, first_column) in
            (0..m).step_by(8).flat_map(|i| (0..n).step_by(8).map(move |j| (i, j)))
        {
            let index = |row: usize, column: usize| (first_row + row) * n + first_column + column;
            let mut sums = [[0; 8]; 8];
            for (row, sums) in sums.iter_mut().enumerate() {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum = element_of(c, sum_packing(self.c), index(row, column));
                }
            }
            self.block(a, b, (first_row, first_column), &mut sums);
            for (row, sums) in sums.iter().enumerate() {
                for (column, &sum) in sums.iter().enumerate() {
                    let (slot, lane) = (index(row, column) / 32, index(row, column) % 32);
                    let packing = sum_packing(self.d);
                    let per_word = packing.per_word();
                    d[slot / per_word][lane] |= sum << ((slot % per_word) as u32 * packing.pitch);
                }
            }
        }
    }

    /// Eight by eight sums, of bits as they come in and go out.
    fn block(&self, a: &[&Row], b: &[&Row], (row, column): (usize, usize), sums: &mut [[u32; 8]; 8]) {
        let (_, n, depth) = self.shape;
        let packing = self.factor.dense();
        let a_code = |i: usize, k: usize| element_of(a, packing, (row + i) * depth + k);
        let b_code = |k: usize, j: usize| element_of(b, packing, k * n + column + j);
        let value: fn(u32) -> f32 = match self.factor {
            Element::Bf16 => element::bf16,
            Element::Tf32 => element::tf32,
            _ => element::f16,
        };
        if matches!(self.factor, Element::U8 | Element::S8) {
            let value: fn(u32) -> i32 = match self.factor {
                Element::S8 => element::integer::<8, true>,
                _ => element::integer::<8, false>,
            };
            let (mut a_values, mut b_values) = ([[0; 8]; 16], [[0; 8]; 16]);
            for k in 0..depth {
                a_values[k] = std::array::from_fn(|i| value(a_code(i, k)));
                b_values[k] = std::array::from_fn(|j| value(b_code(k, j)));
            }
            let mut signed = sums.map(|row| row.map(u32::cast_signed));
            let multiply = if self.d == Sum::Saturating { product::saturating } else { product::wrapping };
            multiply(&a_values[..depth], &b_values[..depth], &mut signed);
            *sums = signed.map(|row| row.map(i32::cast_unsigned));
            return;
        }
        let (mut a_values, mut b_values) = ([[0.0; 8]; 16], [[0.0; 8]; 16]);
        for k in 0..depth {
            a_values[k] = std::array::from_fn(|i| value(a_code(i, k)));
            b_values[k] = std::array::from_fn(|j| value(b_code(k, j)));
        }
        // Sums of f16 are computed in f32 and rounded once, at the end.
        let incoming = if self.c == Sum::F16 { element::f16 } else { f32::from_bits };
        let mut values = sums.map(|row| row.map(incoming));
        product::f32(&a_values[..depth], &b_values[..depth], &mut values);
        let outgoing = if self.d == Sum::F16 { element::to_f16 } else { element::to_f32 };
        *sums = values.map(|row| row.map(outgoing));
    }
}

impl WmmaF64 {
    /// `d = a * b + c`: A has 8 by 4 elements, B 4 by 8, the sums two registers.
    pub fn execute(&self, a: &Row64, b: &Row64, c: [&Row64; 2]) -> [Row64; 2] {
        std::array::from_fn(|slot| {
            std::array::from_fn(|lane| {
                let (row, column) = ((slot * 32 + lane) / 8, lane % 8);
                let sum = (0..4).fold(c[slot][lane], |sum, k| {
                    float::fma(Scalar::F64, a[row * 4 + k], b[k * 8 + column], sum, self.rounding, false)
                });
                mma_f64::bits(f64::from_bits(sum))
            })
        })
    }
}
