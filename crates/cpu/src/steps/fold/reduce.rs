//! `reduce` with a body over lanes.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use super::{Body, Folded, Lines, Pointers, Running, advanced, pointers};
use crate::context::Context;
use crate::fault::Checked;
use crate::kernels::fold::Folding;
use crate::map::IndexMap;
use crate::pattern::Pattern;

/// Elements that are copied at a time when lines are reduced side by side: 16 to 32 KiB, which stay in the first-level
/// cache.
pub(crate) const MAX_GATHERED: usize = 4096;

/// `reduce`.
pub(crate) struct Reduce {
    pub(crate) body: Body,
    pub(crate) operands: Box<[Folded]>,
    pub(crate) lines: Lines,
    /// Folds a line of neighbours.
    pub(crate) line: Option<Folding>,
    /// Short lines of neighbours: how many are folded side by side, and how they are brought side by side.
    pub(crate) side_by_side: Option<SideBySide>,
}

/// Short lines whose elements are neighbours, brought side by side.
pub(crate) struct SideBySide {
    pub(crate) count: usize,
    /// For each operand.
    pub(crate) patterns: Box<[Pattern]>,
}

impl SideBySide {
    /// How to fold these lines side by side, if that is worth it.
    pub(crate) fn new(lines: Lines, sizes: impl Iterator<Item = usize>) -> Option<SideBySide> {
        let Lines { outer, len, inner } = lines;
        if inner > 1 || outer < 4 || len > MAX_GATHERED / 8 {
            return None;
        }
        let count = outer.min(MAX_GATHERED / len);
        let map = IndexMap::strided(&[len as u32, count as u32], &[1, len as u32]);
        Some(SideBySide { count, patterns: sizes.map(|size| Pattern::new(&map, size)).collect() })
    }
}

impl Reduce {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        if let (Some(folding), [operand]) = (&self.line, &self.operands[..]) {
            self.fold_lines(ctx, folding, operand);
            return Ok(());
        }
        let running = Running::start(&self.body, ctx, &self.operands);
        let from = pointers(&self.operands, |operand| ctx.at(operand.from));
        let to = pointers(&self.operands, |operand| ctx.at(operand.out));
        let Lines { outer, len, inner } = self.lines;
        match &self.side_by_side {
            Some(side_by_side) => {
                for line in (0..outer).step_by(side_by_side.count) {
                    let gathered = pointers(&self.operands, |operand| ctx.at(operand.gathered));
                    let lines = advanced(&from, &self.operands, line * len);
                    for (pattern, (&line, &gathered)) in
                        side_by_side.patterns.iter().zip(lines.iter().zip(&gathered))
                    {
                        // SAFETY: the pattern covers `count` whole lines of the operand; the copy has room for as many.
                        unsafe { pattern.gather(line, gathered) }
                    }
                    let to = advanced(&to, &self.operands, line);
                    self.fold_rows(&running, &gathered, &to, side_by_side.count)?;
                }
            }
            None => {
                for line in 0..outer {
                    let from = advanced(&from, &self.operands, line * len * inner);
                    let to = advanced(&to, &self.operands, line * inner);
                    self.fold_rows(&running, &from, &to, inner)?;
                }
            }
        }
        Ok(())
    }

    /// Folds lines of neighbours, one after the other.
    fn fold_lines(&self, ctx: &Context<'_>, folding: &Folding, operand: &Folded) {
        let (from, to, parts) = (ctx.at(operand.from), ctx.at(operand.out), ctx.at(operand.buffers[0]));
        let sources = |source: *mut u8| [source.cast_const(); 3];
        for line in 0..self.lines.outer {
            // SAFETY: the lines are in the operand one after the other, and the result has an element for each; a
            // buffer has room for more elements than there are parts.
            unsafe {
                folding.begin.run(parts, sources(ctx.at(operand.identity)), 1);
                let from = from.add(line * self.lines.len * operand.size);
                folding.add.run(parts, sources(from), self.lines.len);
                folding.end.run(to.add(line * operand.size), sources(parts), 1);
            }
        }
    }

    /// Folds `len` rows of `width` elements, the rows one after the other, to one row.
    fn fold_rows(&self, running: &Running<'_, '_>, from: &Pointers, to: &Pointers, width: usize) -> Checked {
        let part = width.min(self.body.capacity);
        for start in (0..width).step_by(part) {
            let from = advanced(from, &self.operands, start);
            let to = advanced(to, &self.operands, start);
            self.fold_columns(running, &from, &to, width, part)?;
        }
        Ok(())
    }

    /// Folds `part` columns of rows of `width` elements: as many rows at a time as the body takes, then halves.
    fn fold_columns(
        &self,
        running: &Running<'_, '_>,
        from: &Pointers,
        to: &Pointers,
        width: usize,
        part: usize,
    ) -> Checked {
        // All numbers are powers of two. Several rows at a time only where whole rows are.
        let mut rows = self.lines.len.min(if part == width { self.body.capacity / part } else { 1 });
        let mut buffers =
            [0, 1].map(|index| pointers(&self.operands, |operand| running.ctx.at(operand.buffers[index])));
        let mut accumulators = from.clone();
        for first in (rows..self.lines.len).step_by(rows) {
            let elements = advanced(from, &self.operands, first * width);
            // SAFETY: the rows are inside of the operand; the buffer is not the one that the accumulators are in.
            unsafe { running.combine(&elements, &accumulators, &buffers[0], rows * part)? }
            accumulators.clone_from(&buffers[0]);
            buffers.swap(0, 1);
        }
        while rows > 1 {
            rows /= 2;
            let upper = advanced(&accumulators, &self.operands, rows * part);
            // SAFETY: both halves are among the accumulated rows, which are inside of operand or buffer; the result
            // goes to the other buffer.
            unsafe { running.combine(&upper, &accumulators, &buffers[0], rows * part)? }
            accumulators.clone_from(&buffers[0]);
            buffers.swap(0, 1);
        }
        let identities = pointers(&self.operands, |operand| running.ctx.at(operand.identities));
        // SAFETY: the result has room for a row, apart from everything else.
        unsafe { running.combine(&accumulators, &identities, to, part) }
    }
}
