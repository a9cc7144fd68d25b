//! Execution of a plan: panels are packed block by block, and tiles computed from them.

use std::ptr;

use smallvec::SmallVec;

use super::{BLOCK_COLUMNS, BLOCK_K, BLOCK_ROWS, Plan, Rhs, Sums, Words, ZEROS};
use crate::mma::element_size;
use crate::mma::inputs::{Depth, Inputs};
use crate::mma::panel::{Matrix, Panel, Strip, Strips};
use crate::mma::prefetch::{EVERY, OperandPrefetcher};
use crate::mma::scan::{self, Elements};
use crate::mma::source::Part;
use crate::mma::tile::{Columns, Extents, Microkernels, Tile, TileFn};

impl Plan {
    /// Adds the product of a batch to `acc`.
    ///
    /// # Safety
    /// As for [`crate::mma::Mma::run`].
    pub(in crate::mma) unsafe fn run(&self, acc: *mut u8, inputs: &Inputs, scratch: *mut u8) {
        let elements = self.m * self.n;
        // SAFETY: `acc` is valid for all elements of the accumulator; scratch memory has room for a wide one where
        // there is one.
        unsafe {
            match &self.acc {
                None => self.add(acc, inputs, scratch),
                Some([widen, narrow]) => {
                    let wide = scratch.add(self.scratch.acc);
                    widen.run(wide, [acc.cast_const(); 3], elements);
                    self.add(wide, inputs, scratch);
                    narrow.run(acc, [wide.cast_const(); 3], elements);
                }
            }
        }
    }

    /// # Safety
    /// As for [`Plan::run`], with an accumulator of the format's type.
    pub(super) unsafe fn add(&self, acc: *mut u8, inputs: &Inputs, scratch: *mut u8) {
        // SAFETY: operands and accumulator are valid for the whole product; scratch memory has room for split operands.
        unsafe {
            if let Some(split_bf16) = &self.split_bf16 {
                let place = scratch.add(self.scratch.split_bf16);
                split_bf16.run(acc.cast(), inputs, place, |k, prefetcher| {
                    self.blocks(acc, inputs, k, scratch, prefetcher);
                });
            } else {
                let tiles = self.m.div_ceil(self.tiles.rows[0]) * self.n.div_ceil(self.tiles.width);
                let words = inputs.k.div_ceil(self.microkernels.format.group());
                let mut prefetcher = inputs.prefetcher.in_shares(tiles * (words / EVERY));
                self.blocks(acc, inputs, Depth { first: 0, count: inputs.k }, scratch, &mut prefetcher);
            }
        }
    }

    /// Adds the products of some elements along k, block by block.
    ///
    /// # Safety
    /// As for [`Plan::run`], with an accumulator of the format's type.
    pub(in crate::mma) unsafe fn blocks(
        &self,
        acc: *mut u8,
        inputs: &Inputs,
        k: Depth,
        scratch: *mut u8,
        prefetcher: &mut OperandPrefetcher,
    ) {
        let word = self.microkernels.format.word();
        for k in k.blocks(BLOCK_K * self.microkernels.format.group()) {
            let overwrite = inputs.overwrite && k.first == 0;
            for first in (0..self.n).step_by(BLOCK_COLUMNS) {
                let strips = self.strips((self.n - first).min(BLOCK_COLUMNS));
                // SAFETY: the operand is valid for k and the columns of the block, which are inside of the product.
                let rhs = unsafe { self.rhs(inputs, k, first, strips, scratch) };
                for row in (0..self.m).step_by(BLOCK_ROWS) {
                    let rows = BLOCK_ROWS.min(self.m - row);
                    // SAFETY: rows and columns of the block are inside of operands and accumulator, which are valid for
                    // the product.
                    unsafe {
                        let lhs = self.lhs(inputs, k, row, rows, scratch);
                        let sums = Sums { acc: acc.add((row * self.n + first) * word), overwrite };
                        self.block(sums, &lhs, rows, &rhs, prefetcher);
                    }
                }
            }
        }
    }

    /// The words of rhs of a block.
    ///
    /// # Safety
    /// As for [`Plan::run`].
    pub(super) unsafe fn rhs(
        &self,
        inputs: &Inputs,
        k: Depth,
        first: usize,
        strips: Strips,
        scratch: *mut u8,
    ) -> Rhs {
        let format = self.microkernels.format;
        let unit = element_size(format.elem()) as isize;
        let mut src = inputs.rhs.from(k.first, first);
        // SAFETY: scratch memory has the size that this plan asked for, which includes a panel.
        let place = unsafe { self.panel(inputs, k, first, scratch) };
        if let Some(source) = self.rhs.as_ref().filter(|_| !place.is_made) {
            let scales = inputs.scales.map(|[_, scales]| (scales.from(0, first), k.first));
            let part = Part { matrix: src, k: k.count, columns: strips.columns, scales };
            // SAFETY: the part is inside of the operand; scratch memory has room for a block of converted elements.
            src = unsafe { source.convert(&part, false, scratch.add(self.scratch.rhs)) };
        }
        let mut rhs = Rhs {
            base: src.base,
            row: Some(src.row),
            strips,
            words: k.count.div_ceil(format.group()),
            bias: ptr::null(),
            least_exponent: 0,
        };
        let by_rows = src.column == unit || strips.columns == 1;
        if format.group() == 1 && by_rows && !self.is_tall() {
            return rhs;
        }
        let by_columns = !by_rows && src.row == unit;
        let pack = if by_columns { self.packers.transpose } else { self.packers.interleave };
        // SAFETY: `src` is valid for the block; the panel has room for a block, and scratch memory for a row of
        // accumulators.
        unsafe {
            if !place.is_made {
                pack(&Panel { src, k: k.count, strips, dst: place.panel });
            }
            rhs = Rhs { base: place.panel, row: None, ..rhs };
            if self.has_bias() {
                if !place.is_made {
                    self.bias(&rhs, place.bias);
                }
                rhs.bias = place.bias;
            }
            rhs.least_exponent = self.least_exponent_of(rhs.base, 0, [1, rhs.words * strips.padded()]);
        }
        rhs
    }

    /// The numbers to subtract from each column: the excess of crossed tiles, or the effect of moving the bytes of lhs
    /// by 128, the product of rows of such bytes.
    ///
    /// # Safety
    /// The panel is there; there is room for a row of accumulators.
    pub(super) unsafe fn bias(&self, rhs: &Rhs, place: *mut i32) {
        static MOVED: u32 = 0x8080_8080;
        let word = self.microkernels.format.word();
        let moved = Words::new((&raw const MOVED).cast(), 0, 0);
        for strip in rhs.strips.iter() {
            // SAFETY: this function's contract: the panel is there; there is room for a row of accumulators. The one
            // word of moved rows is read for every k.
            unsafe {
                if let Some(excess) = self.microkernels.excess {
                    let base = rhs.base.wrapping_add(strip.first * rhs.words * word);
                    let (column, k) = (word as isize, (strip.room * word) as isize);
                    let columns = Columns { base, column, k, columns: strip.room, words: rhs.words };
                    excess(&columns, place.add(strip.first));
                } else {
                    place.add(strip.first).write_bytes(0, strip.room);
                    let sums = Sums { acc: place.cast(), overwrite: false };
                    self.tiles.last_row(strip)(
                        &self.tile(sums, &moved, rhs, strip),
                        &mut OperandPrefetcher::default(),
                    );
                }
            }
        }
    }

    /// The words of lhs of a block.
    ///
    /// # Safety
    /// As for [`Plan::run`].
    pub(super) unsafe fn lhs(
        &self,
        inputs: &Inputs,
        k: Depth,
        row: usize,
        rows: usize,
        scratch: *mut u8,
    ) -> Words {
        let format = self.microkernels.format;
        let unit = element_size(format.elem()) as isize;
        let mut src = inputs.lhs.from(k.first, row);
        if let Some(source) = &self.lhs {
            let scales = inputs.scales.map(|[scales, _]| (scales.from(0, row), k.first));
            let part = Part { matrix: src, k: k.count, columns: rows, scales };
            // SAFETY: the part is inside of the operand; scratch memory has room for a block of converted elements.
            src = unsafe { source.convert(&part, true, scratch.add(self.scratch.lhs)) };
        }
        if format.group() == 1 {
            return Words::new(src.base, src.column, src.row);
        }
        let word = format.word() as isize;
        let words = k.count.div_ceil(format.group());
        let in_place = src.row == unit && k.count.is_multiple_of(format.group());
        let by_rows = in_place || self.microkernels.matrices;
        let mut lhs = if in_place {
            Words::new(src.base, src.column, word)
        } else {
            let strips = Strips { columns: rows, width: rows, last: rows };
            // SAFETY: `src` is valid for the block; scratch memory has room for the panels of a block.
            unsafe {
                let dst = scratch.add(self.scratch.lhs_panel);
                (self.packers.interleave)(&Panel { src, k: k.count, strips, dst });
                let panel = Words::new(dst, word, rows as isize * word);
                if by_rows { self.rows(&panel, rows, words, scratch) } else { panel }
            }
        };
        if let Some(excess) = self.microkernels.excess {
            let columns = Columns { base: lhs.base, column: lhs.row, k: lhs.k, columns: rows, words };
            // SAFETY: these are words of the operand, or of a panel that has just been made; scratch memory has room
            // for a number for each row of a block.
            lhs.bias = unsafe {
                let place = scratch.add(self.scratch.row_bias).cast();
                excess(&columns, place);
                place
            };
        }
        let (pitch, lines, length) = if by_rows { (lhs.row, rows, words) } else { (lhs.k, words, rows) };
        // SAFETY: these are words of the operand, or of a panel that has just been made.
        lhs.least_exponent = unsafe { self.least_exponent_of(lhs.base, pitch, [lines, length]) };
        lhs
    }

    /// The least exponent of the elements of some lines of words, where tiles need it.
    ///
    /// # Safety
    /// The words are valid for reads.
    unsafe fn least_exponent_of(&self, base: *const u8, pitch: isize, [lines, words]: [usize; 2]) -> u16 {
        let Some(least) = self.least_exponent else { return 0 };
        let format = self.microkernels.format;
        let matrix = Matrix { base, row: pitch, column: element_size(format.elem()) as isize };
        // SAFETY: this function's contract: the words are valid for reads.
        unsafe { least(&Elements { matrix, rows: lines, columns: words * format.group() }) }
    }

    /// A panel of lhs with the words of a row contiguous.
    ///
    /// # Safety
    /// The panel is there; scratch memory has room for another.
    pub(super) unsafe fn rows(&self, panel: &Words, rows: usize, words: usize, scratch: *mut u8) -> Words {
        let src = Matrix { base: panel.base, row: panel.row, column: panel.k };
        let strips = Strips { columns: words, width: words, last: words };
        // SAFETY: this function's contract: the panel is there; scratch memory has room for another. Words of 32 bits
        // are transposed like such numbers.
        let dst = unsafe {
            let dst = scratch.add(self.scratch.lhs_rows);
            (self.words)(&Panel { src, k: rows, strips, dst });
            dst
        };
        Words { base: dst, row: words as isize * panel.row, k: panel.row, ..*panel }
    }

    /// Computes a block, tile by tile.
    ///
    /// # Safety
    /// Words of lhs and rhs are valid for reads, accumulators of these rows and columns for reads and writes.
    unsafe fn block(
        &self,
        sums: Sums,
        lhs: &Words,
        rows: usize,
        rhs: &Rhs,
        prefetcher: &mut OperandPrefetcher,
    ) {
        let pitch = self.n * self.microkernels.format.word();
        let _session = self.microkernels.session();
        let mut done = 0;
        while done < rows {
            let i = self.tiles.next(rows - done);
            let base = lhs.base.wrapping_offset(done as isize * lhs.row);
            let bias = if lhs.bias.is_null() { lhs.bias } else { lhs.bias.wrapping_add(done) };
            let lhs = Words { base, bias, ..*lhs };
            for strip in rhs.strips.iter() {
                // SAFETY: this function's contract: words of lhs and rhs are valid for reads, accumulators of these
                // rows and columns for reads and writes.
                unsafe {
                    let sums = Sums { acc: sums.acc.add(done * pitch), ..sums };
                    self.tiles.of(i, strip)(&self.tile(sums, &lhs, rhs, strip), prefetcher);
                }
            }
            done += self.tiles.rows[i];
        }
    }

    /// The work of a tile.
    ///
    /// # Safety
    /// Accumulators of these columns are valid at `acc`.
    unsafe fn tile(&self, sums: Sums, lhs: &Words, rhs: &Rhs, strip: Strip) -> Tile {
        let word = self.microkernels.format.word();
        // SAFETY: this function's contract: accumulators of these columns are valid at `acc`.
        let acc = unsafe { sums.acc.add(strip.first * word) };
        let acc_row = self.n * word;
        let (from, from_row) =
            if sums.overwrite { (ZEROS.0.as_ptr(), 0) } else { (acc.cast_const(), acc_row) };
        let (rhs_place, rhs_k) = match rhs.row {
            Some(row) => (strip.first, row),
            None => (strip.first * rhs.words, (strip.room * word) as isize),
        };
        Tile {
            acc,
            acc_row,
            from,
            from_row,
            lhs: lhs.base,
            lhs_row: lhs.row,
            lhs_k: lhs.k,
            rhs: rhs.base.wrapping_add(rhs_place * word),
            rhs_k,
            k: rhs.words,
            columns: strip.columns,
            bias: if rhs.bias.is_null() { rhs.bias } else { rhs.bias.wrapping_add(strip.first) },
            row_bias: lhs.bias,
            exact: self.least_exponent.is_some()
                && !scan::products_are_normal(lhs.least_exponent, rhs.least_exponent),
        }
    }
}

/// Register tiles by the rows that they have.
pub(super) struct Tiles {
    /// Rows, descending to 1.
    pub(super) rows: &'static [usize],
    /// Columns of a strip.
    pub(super) width: usize,
    /// Columns that the last strip has room for, if it is another.
    pub(super) last: usize,
    whole: SmallVec<[TileFn; 4]>,
    rest: SmallVec<[TileFn; 4]>,
}

impl Tiles {
    /// Tiles for an accumulator: the fewer rows it has, the wider.
    pub(super) fn new(microkernels: &Microkernels, m: usize, n: usize) -> Tiles {
        // With few rows, only more vectors side by side give enough independent sums to hide the latency of an FMA.
        let (most, vectors) = match m {
            1 => (1, 8),
            2 | 3 => (2, 4),
            _ => (m, 2),
        };
        let vectors = vectors.min(n.div_ceil(microkernels.lanes).next_power_of_two());
        let first = microkernels.rows.iter().position(|&rows| rows <= most).expect("the last is 1");
        let rows = &microkernels.rows[first..];
        let width = vectors * microkernels.lanes;
        let rest = (n % width).div_ceil(microkernels.lanes).next_power_of_two();
        let last = rest * microkernels.lanes;
        let tiles = |vectors, partial| {
            rows.iter().map(|&rows| microkernels.tile(Extents { rows, vectors, partial })).collect()
        };
        Tiles { rows, width, last, whole: tiles(vectors, false), rest: tiles(rest, n % width < last) }
    }

    /// The height of a tile when `left` rows are left: all of them, unless two tiles of the next lower height
    /// take nearly all and one of the tallest would leave so few that their sums wait for each other.
    fn next(&self, left: usize) -> usize {
        match *self.rows {
            [first, second, ..] if first < 2 * second && (2 * second..first + second).contains(&left) => 1,
            _ => self.rows.iter().position(|&rows| rows <= left).expect("the last is 1, or divides all rows"),
        }
    }

    /// The function for a strip of tiles of `rows[i]` rows.
    pub(super) fn of(&self, i: usize, strip: Strip) -> TileFn {
        if strip.columns == self.width { self.whole[i] } else { self.rest[i] }
    }

    /// The function for a strip of tiles of one row.
    fn last_row(&self, strip: Strip) -> TileFn {
        self.of(self.rows.len() - 1, strip)
    }
}
