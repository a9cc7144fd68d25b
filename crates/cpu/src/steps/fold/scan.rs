//! `scan` with a body over lanes.
//!
//! Lines are cut into segments, and the segments of many lines are brought side by side: row `k` of the copy holds
//! element `k` of every segment. Each lane is scanned along its rows; then the last elements of the segments of a line
//! are scanned, and what comes before a segment is combined with all of its elements. Where rows of the tile are wide
//! enough, lines are side by side already. Lines of neighbours that are scanned by one operation have kernels.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use super::{Body, Folded, Lines, Pointers, Running, advanced, pointers};
use crate::context::Context;
use crate::fault::Checked;
use crate::kernels::Kernel;
use crate::map::IndexMap;
use crate::pattern::Pattern;

/// `scan`.
pub(crate) struct Scan {
    pub(crate) body: Body,
    pub(crate) operands: Box<[Folded]>,
    pub(crate) lines: Lines,
    pub(crate) reverse: bool,
    pub(crate) way: Way,
}

/// The way in which lines become adjacent.
pub(crate) enum Way {
    /// They need not: a kernel scans a line.
    Lines(Kernel),
    /// They are, as rows of this many elements.
    Rows(usize),
    Segments(Segments),
}

/// Segments of lines, brought side by side.
pub(crate) struct Segments {
    /// Segments of a line.
    pub(crate) count: usize,
    /// Elements of a segment.
    pub(crate) len: usize,
    /// Lines that are scanned at a time.
    pub(crate) lines: usize,
    /// For each operand, where the elements of those lines are.
    pub(crate) patterns: Box<[Pattern]>,
}

/// Rows of at least this number of elements are scanned in place, because a row fills vectors as it is.
const MIN_ROW: usize = 32;
/// Lanes of segments.
const LANES: usize = 64;
/// Elements that are brought side by side at most, unless one line has more: 16 to 32 KiB, which stay in the
/// first-level cache.
const MAX_GATHERED: usize = 4096;

impl Way {
    /// The way to scan these lines with a body of `capacity` lanes.
    pub(crate) fn new(lines: Lines, capacity: usize, sizes: impl Iterator<Item = usize>) -> Way {
        let Lines { outer, len, inner } = lines;
        if inner >= MIN_ROW {
            return Way::Rows(inner.min(capacity));
        }
        // As many lines as fill the lanes; the rest of the lanes are segments, none shorter than eight elements.
        let side_by_side = (outer * inner).min(LANES).min((MAX_GATHERED / len).max(inner));
        let count = (LANES / side_by_side).min(len / 8).max(1);
        let segment = len / count;
        let inner_lines = inner.min(side_by_side);
        let outer_lines = side_by_side / inner_lines;
        // Lanes: line by line, and the segments of each line side by side.
        let shape = [segment, outer_lines, inner_lines, count].map(|extent| extent as u32);
        let strides = [inner, len * inner, 1, segment * inner].map(|stride| stride as u32);
        let map = IndexMap::strided(&shape, &strides);
        let patterns = sizes.map(|size| Pattern::new(&map, size)).collect();
        Way::Segments(Segments { count, len: segment, lines: side_by_side, patterns })
    }

    /// Elements that are brought side by side.
    pub(crate) fn gathered(&self) -> usize {
        match self {
            Way::Lines(_) | Way::Rows(_) => 0,
            Way::Segments(segments) => segments.count * segments.len * segments.lines,
        }
    }
}

impl Scan {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        // A single operand with a known operation has a kernel of its own: the usual scan.
        if let (Way::Lines(kernel), [operand]) = (&self.way, &self.operands[..]) {
            self.scan_lines(ctx, *kernel, operand);
            return Ok(());
        }
        let running = Running::start(&self.body, ctx, &self.operands);
        let from = pointers(&self.operands, |operand| ctx.at(operand.from));
        let to = pointers(&self.operands, |operand| ctx.at(operand.out));
        let Lines { outer, len, inner } = self.lines;
        match &self.way {
            Way::Lines(_) => unreachable!("a kernel scans one operand"),
            Way::Rows(width) => {
                for (line, start) in (0..outer).flat_map(|line| (0..inner).map(move |start| (line, start))) {
                    // Rows are taken `width` at a time; the starts in between belong to the group before.
                    if start % width == 0 {
                        let at = line * len * inner + start;
                        let from = advanced(&from, &self.operands, at);
                        let to = advanced(&to, &self.operands, at);
                        self.scan_rows(&running, &from, &to, (len, inner, *width))?;
                    }
                }
            }
            Way::Segments(segments) => {
                for line in (0..outer * inner).step_by(segments.lines) {
                    let at = line / inner * len * inner + line % inner;
                    let from = advanced(&from, &self.operands, at);
                    let to = advanced(&to, &self.operands, at);
                    self.scan_segments(&running, segments, &from, &to)?;
                }
            }
        }
        Ok(())
    }

    /// Scans lines of neighbours, one after the other.
    fn scan_lines(&self, ctx: &Context<'_>, kernel: Kernel, operand: &Folded) {
        let (from, to, identity) = (ctx.at(operand.from), ctx.at(operand.out), ctx.at(operand.identity));
        for line in 0..self.lines.outer {
            let at = line * self.lines.len * operand.size;
            // SAFETY: the lines are in operand and result one after the other; these are apart.
            unsafe {
                let srcs = [from.add(at), identity, identity].map(|src| src.cast_const());
                kernel.run(to.add(at), srcs, self.lines.len);
            }
        }
    }

    /// Step `k` of `len` is row number…
    fn row(&self, k: usize, len: usize) -> usize {
        if self.reverse { len - 1 - k } else { k }
    }

    /// Scans `len` rows of `width` elements, `stride` elements apart, from one place to another.
    fn scan_rows(
        &self,
        running: &Running<'_, '_>,
        from: &Pointers,
        to: &Pointers,
        (len, stride, width): (usize, usize, usize),
    ) -> Checked {
        let mut before = pointers(&self.operands, |operand| running.ctx.at(operand.identities));
        for k in 0..len {
            let row = self.row(k, len) * stride;
            let result = advanced(to, &self.operands, row);
            // SAFETY: rows are inside of operands and results, which are apart.
            unsafe { running.combine(&advanced(from, &self.operands, row), &before, &result, width)? }
            before = result;
        }
        Ok(())
    }

    fn scan_segments(
        &self,
        running: &Running<'_, '_>,
        segments: &Segments,
        from: &Pointers,
        to: &Pointers,
    ) -> Checked {
        let lanes = segments.lines * segments.count;
        let ctx = running.ctx;
        // The copy and its result are one after the other.
        let gathered = pointers(&self.operands, |operand| ctx.at(operand.gathered));
        let scanned = advanced(&gathered, &self.operands, lanes * segments.len);
        for (pattern, (&from, &gathered)) in segments.patterns.iter().zip(from.iter().zip(&gathered)) {
            // SAFETY: the pattern covers these lines, and the copy has room for them.
            unsafe { pattern.gather(from, gathered) }
        }
        self.scan_rows(running, &gathered, &scanned, (segments.len, lanes, lanes))?;
        let results = if segments.count > 1 {
            self.carry(running, segments, &scanned, &gathered)?;
            &gathered
        } else {
            &scanned
        };
        for (pattern, (&to, &result)) in segments.patterns.iter().zip(to.iter().zip(results)) {
            // SAFETY: as above, for the result.
            unsafe { pattern.scatter(result, to) }
        }
        Ok(())
    }

    /// Combines every segment with all previous ones.
    fn carry(
        &self,
        running: &Running<'_, '_>,
        segments: &Segments,
        scanned: &Pointers,
        to: &Pointers,
    ) -> Checked {
        let lanes = segments.lines * segments.count;
        let ctx = running.ctx;
        let [carries, next] =
            [0, 1].map(|index| pointers(&self.operands, |operand| ctx.at(operand.buffers[index])));
        // The last elements of the segments, one segment further on; nothing comes before the first.
        let last = advanced(scanned, &self.operands, self.row(segments.len - 1, segments.len) * lanes);
        for (which, operand) in self.operands.iter().enumerate() {
            for lane in 0..lanes {
                let segment = lane % segments.count;
                let from = match (self.reverse, segment) {
                    (false, 0) => None,
                    (true, segment) if segment + 1 == segments.count => None,
                    (false, _) => Some(lane - 1),
                    (true, _) => Some(lane + 1),
                };
                let source = match from {
                    Some(from) => last[which].wrapping_add(from * operand.size),
                    None => ctx.at(operand.identities),
                };
                // SAFETY: both are lanes of buffers that hold all of them, and are apart.
                unsafe {
                    let to = carries[which].add(lane * operand.size);
                    to.copy_from_nonoverlapping(source, operand.size);
                }
            }
        }
        self.scan_carries(running, segments, carries.clone(), next)?;
        for k in 0..segments.len {
            let at = k * lanes;
            let row = advanced(scanned, &self.operands, at);
            // SAFETY: rows are inside of the copies, the carries in a buffer of their own.
            unsafe { running.combine(&row, &carries, &advanced(to, &self.operands, at), lanes)? }
        }
        Ok(())
    }

    /// Scans the carries of every line where they are.
    fn scan_carries(
        &self,
        running: &Running<'_, '_>,
        segments: &Segments,
        carries: Pointers,
        aside: Pointers,
    ) -> Checked {
        for line in 0..segments.lines {
            for k in 1..segments.count {
                let lane = |k| line * segments.count + self.row(k, segments.count);
                let element = advanced(&carries, &self.operands, lane(k));
                let before = advanced(&carries, &self.operands, lane(k - 1));
                // SAFETY: single lanes of the carries; the result is apart until it is copied.
                unsafe { running.combine(&element, &before, &aside, 1)? }
                for ((&element, &aside), operand) in element.iter().zip(&aside).zip(&self.operands) {
                    // SAFETY: both are one element, of the carries and of the buffer, which do not overlap.
                    unsafe { element.copy_from_nonoverlapping(aside, operand.size) }
                }
            }
        }
        Ok(())
    }
}
