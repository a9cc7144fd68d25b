//! The sums of a product: where they are in tensor memory, and how panels are added to them.

use super::super::element;
use super::super::instruction::{Accumulator, Instruction};
use super::super::product::{self, Block, Panel};
use super::super::tensor_memory::LANES;
use super::{Member, Mma, Panels};

impl Mma {
    /// Sums are blocks of eight columns by eight rows, since rows are contiguous in tensor memory: B takes the place of
    /// A, which changes no product and no order of a sum.
    pub(super) fn accumulate(&self, rank: usize, member: &mut Member<'_>, (a, b): (&Panels, &Panels)) {
        let (rows, depth) = (self.instruction.m / self.instruction.form.group, self.instruction.k as usize);
        // Sums of f32 that are not scaled, with all columns written, are computed where they are stored: the usual case.
        if let (Panels::Float(a), Panels::Float(b)) = (a, b)
            && self.is_plain()
        {
            return self.accumulate_in_place(member, (rows, depth), a, b);
        }
        for row in 0..rows / 8 {
            for column in 0..self.instruction.n / 8 {
                let old = self.load(member, rows, 8 * row, 8 * column);
                let range = |panel: u32| panel as usize * depth..(panel as usize + 1) * depth;
                let new = match (a, b) {
                    (Panels::Float(a), Panels::Float(b)) => {
                        self.float(old, |sums| product::f32(&b[range(column)], &a[range(row)], sums))
                    }
                    (Panels::Scaled(a), Panels::Scaled(b)) => {
                        self.float(old, |sums| product::scaled(&b[range(column)], &a[range(row)], sums))
                    }
                    (Panels::Integer(a), Panels::Integer(b)) => {
                        self.integer(old, (&b[range(column)], &a[range(row)]))
                    }
                    _ => unreachable!("both operands have factors of one type"),
                };
                self.store(rank, member, (rows, 8 * row, 8 * column), &new);
            }
        }
    }

    /// Are sums f32 that take whole columns, all of which are written?
    fn is_plain(&self) -> bool {
        let Instruction { sum, form, .. } = self.instruction;
        let whole = self.spread(form.group as usize) == 1 && self.disabled == [0; 8];
        whole && sum == Accumulator::F32 && self.scale_d == 0
    }

    fn accumulate_in_place(
        &self,
        member: &mut Member<'_>,
        (rows, depth): (u32, usize),
        a: &Panel<f32>,
        b: &Panel<f32>,
    ) {
        for (column, b) in (0..).step_by(8).zip(b.chunks_exact(depth)) {
            let words = member.tensor.columns_mut(self.place(rows, 0, column).1, 8);
            for (row, a) in (0..rows).step_by(8).zip(a.chunks_exact(depth)) {
                let lane = self.place(rows, row, column).0 as usize;
                product::f32_columns(b, a, self.accumulates, words, (lane, LANES as usize));
            }
        }
    }

    fn load(&self, member: &Member<'_>, rows: u32, row: u32, column: u32) -> Block<u32> {
        if !self.accumulates {
            return [[0; 8]; 8];
        }
        let mut block = [[0; 8]; 8];
        for (j, sums) in (column..).zip(&mut block) {
            let (lane, column) = self.place(rows, row, j);
            sums.copy_from_slice(&member.tensor.column(column)[lane as usize..][..8]);
        }
        block
    }

    fn store(
        &self,
        rank: usize,
        member: &mut Member<'_>,
        (rows, row, column): (u32, u32, u32),
        new: &Block<u32>,
    ) {
        for (j, sums) in (column..).zip(new) {
            let (lane, column) = self.place(rows, row, j);
            let there = &mut member.tensor.column_mut(column)[lane as usize..][..8];
            let bit = rank as u32 * 128 + lane;
            let disabled = self.disabled[(bit / 32) as usize] >> (bit % 32) & 0xff;
            // The mask of disabled lanes is rarely used.
            if disabled == 0 {
                there.copy_from_slice(sums);
                continue;
            }
            for (i, (to, &sum)) in there.iter_mut().zip(sums).enumerate() {
                if disabled >> i & 1 == 0 {
                    *to = sum;
                }
            }
        }
    }

    fn float(&self, old: Block<u32>, add: impl FnOnce(&mut Block<f32>)) -> Block<u32> {
        let half = self.instruction.sum == Accumulator::F16;
        let factor = f32::from_bits((127 - self.scale_d) << 23);
        let value = |word: u32| if half { element::f16(word & 0xffff) } else { f32::from_bits(word) };
        let mut sums = old.map(|line| line.map(|word| value(word) * factor));
        add(&mut sums);
        sums.map(|line| line.map(|sum| if half { element::to_f16(sum) } else { element::to_f32(sum) }))
    }

    fn integer(&self, old: Block<u32>, (a, b): (&[[i32; 8]], &[[i32; 8]])) -> Block<u32> {
        let mut sums = old.map(|line| line.map(|word| word as i32));
        if self.instruction.sum == Accumulator::Saturating {
            product::saturating(a, b, &mut sums);
        } else {
            product::wrapping(a, b, &mut sums);
        }
        sums.map(|line| line.map(|sum| sum as u32))
    }
}
