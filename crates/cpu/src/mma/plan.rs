//! A product in blocks: which panels are made when, and which register tiles then compute.
//!
//! k is cut into blocks so that panels stay in the second-level cache, then columns, then rows. Blocks along k come in
//! ascending order, so every accumulator takes its products in that order.

use std::ptr;

use numerics::{Rounding, Scalar};
use smallvec::SmallVec;

use super::format::Format;
use super::panel::{Matrix, Packers, Panel, PanelFn, Strip, Strips};
use super::prefetch::{EVERY, OperandPrefetcher};
use super::scan::{self, Elements, LeastExponentFn};
use super::source::{Part, Source};
use super::split_bf16::SplitBf16;
use super::tile::{Columns, Extents, Microkernels, Tile, TileFn};
use super::{CachedPanel, Factors, Product, element_size};
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;
use crate::machine::MACHINE;
use crate::program::ALIGN;

/// Words along k of a block: long enough that loading and storing accumulators costs little compared with the products.
const BLOCK_K: usize = 256;
/// Columns of a block: a multiple of all strips.
const BLOCK_COLUMNS: usize = 256;
/// Rows of a block: the panels of rhs serve this number of rows before lhs is converted again.
const BLOCK_ROWS: usize = 128;
/// The panels of both sides, in words of 4 bytes, stay in the second-level cache, and leave a quarter of it to accumulators.
const _: () = assert!(4 * BLOCK_K * (BLOCK_COLUMNS + BLOCK_ROWS) <= MACHINE.l2 / 4 * 3);
/// Tiles one above the other from which on it pays to copy an rhs that could be read where it is. A guess: copying costs
/// about as much as one tile's loads, and is repaid when several tiles read the copy.
const COPIED_FROM: usize = 4;

/// How a product is computed in one format.
pub(super) struct Plan {
    microkernels: Microkernels,
    packers: Packers,
    /// Makes rows of words of columns of them.
    words: PanelFn,
    tiles: Tiles,
    m: usize,
    n: usize,
    /// Elements along k of one product.
    k: usize,
    /// See [`super::Mma::most`].
    most: usize,
    lhs: Option<Source>,
    rhs: Option<Source>,
    /// Bytes of lhs are moved by 128, which a bias corrects.
    biased: bool,
    /// The function that finds the smallest numbers, if they matter.
    least_exponent: Option<LeastExponentFn>,
    /// Where the accumulator is of another type: from it, and to it.
    acc: Option<[Elementwise; 2]>,
    /// Faster, if no precision is lost.
    split_bf16: Option<SplitBf16>,
    scratch: Scratch,
}

/// The operands of one batch, as bytes; both with k as rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs {
    /// Elements along k.
    pub(super) k: usize,
    pub(super) lhs: Matrix,
    pub(super) rhs: Matrix,
    pub(super) scales: Option<[Matrix; 2]>,
    /// See [`super::Operands::kept`].
    pub(super) kept: Option<CachedPanel>,
    /// The sums are zero before, whatever is there; only where [`Plan::starts_from_zero`].
    pub(super) overwrite: bool,
    pub(super) prefetcher: OperandPrefetcher,
}

/// Offsets into scratch memory.
#[derive(Clone, Copy, Debug, Default)]
struct Scratch {
    rhs_panel: usize,
    rhs: usize,
    lhs_panel: usize,
    lhs_rows: usize,
    lhs: usize,
    bias: usize,
    row_bias: usize,
    acc: usize,
    split_bf16: usize,
    bytes: usize,
}

impl Scratch {
    fn reserve(&mut self, bytes: usize) -> usize {
        let offset = self.bytes;
        self.bytes = (offset + bytes).next_multiple_of(ALIGN);
        offset
    }
}

/// Elements along k of a block: the first one and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Depth {
    /// All of them, `most` at a time.
    pub(super) fn blocks(self, most: usize) -> impl Iterator<Item = Depth> {
        let Depth { first, count } = self;
        (0..count).step_by(most).map(move |done| Depth { first: first + done, count: most.min(count - done) })
    }
}

/// The words of lhs of a block: strides in bytes.
#[derive(Clone, Copy, Debug)]
struct Words {
    base: *const u8,
    row: isize,
    k: isize,
    /// The numbers to subtract from each row; null for none.
    bias: *const i32,
    /// See [`scan::LeastExponentFn`].
    least_exponent: u16,
}

/// The words of rhs of a block: a panel, or rows where they are.
#[derive(Clone, Copy, Debug)]
struct Rhs {
    base: *const u8,
    /// Bytes between rows that are where they were.
    row: Option<isize>,
    strips: Strips,
    /// Words along k.
    words: usize,
    /// The numbers to subtract from each column; null for none.
    bias: *const i32,
    least_exponent: u16,
}

/// Where the panel of a block of rhs is or will be.
#[derive(Clone, Copy, Debug)]
struct FrameSlot {
    panel: *mut u8,
    /// The place of the numbers to subtract from each column, if there are any.
    bias: *mut i32,
    /// They are there.
    is_made: bool,
}

impl Plan {
    /// A plan in the format that this machine is fastest with.
    pub(super) fn new(isa: Isa, product: &Product, repeats: bool) -> Plan {
        let matrices = |format| Microkernels::of_matrices(isa, format, product);
        // Pairs of bf16 need an instruction of their own; without it they are widened to f32.
        let pairs = || {
            let microkernels =
                matrices(Format::Bf16Pairs).or_else(|| Microkernels::of(isa, Format::Bf16Pairs));
            microkernels.unwrap_or_else(|| always(isa, Format::F32))
        };
        let (microkernels, biased) = match product.factors {
            Factors::Float { elem: Scalar::F64, .. } => (always(isa, Format::F64), false),
            Factors::Float { elem: Scalar::BF16 | Scalar::F8E4M3FN | Scalar::F8E5M2, .. } => (pairs(), false),
            Factors::Float { .. } => (always(isa, Format::F32), false),
            Factors::Scaled { .. } => (pairs(), false),
            Factors::Int { lhs_signed, rhs_signed } => {
                // The instruction of VNNI multiplies unsigned by signed bytes; with two of one sign, one side moves by
                // 128.
                let format = if rhs_signed { Format::UnsignedBySigned } else { Format::SignedByUnsigned };
                if let Some(microkernels) = matrices(Format::Bytes { lhs_signed, rhs_signed }) {
                    (microkernels, false)
                } else if let Some(microkernels) = Microkernels::of(isa, format) {
                    (microkernels, lhs_signed == rhs_signed)
                } else {
                    let crossed = Microkernels::crossed(isa, product);
                    (crossed.unwrap_or_else(|| always(isa, Format::I16Pairs)), false)
                }
            }
        };
        Plan::with(isa, product, microkernels, biased, repeats)
    }

    /// A plan that is exact for scales of any size.
    pub(super) fn wide(isa: Isa, product: &Product) -> Plan {
        Plan::with(isa, product, always(isa, Format::F64), false, false)
    }

    fn with(isa: Isa, product: &Product, microkernels: Microkernels, biased: bool, repeats: bool) -> Plan {
        let format = microkernels.format;
        let [lhs_signed, rhs_signed] = match product.factors {
            Factors::Int { lhs_signed, rhs_signed } => [lhs_signed, rhs_signed],
            Factors::Float { .. } | Factors::Scaled { .. } => [true; 2],
        };
        let scans = format == Format::Bf16Pairs && product.factors.elem() == Scalar::BF16;
        let mut plan = Plan {
            packers: Packers::of(isa, format),
            words: Packers::of(isa, Format::F32).transpose,
            tiles: Tiles::new(&microkernels, product.m, product.n),
            microkernels,
            m: product.m,
            n: product.n,
            k: product.k,
            most: 1,
            lhs: Source::of(isa, product, lhs_signed, biased, format),
            rhs: Source::of(isa, product, rhs_signed, false, format),
            biased,
            least_exponent: scans.then(|| scan::least_exponent(isa)),
            acc: conversions(isa, product.factors.acc(), format.acc()),
            split_bf16: None,
            scratch: Scratch::default(),
        };
        // An accumulator that is rounded in between, or a word that is not full, tells the products apart.
        if repeats && plan.acc.is_none() && product.k.is_multiple_of(format.group()) {
            plan.most = (BLOCK_K * format.group() / product.k).max(1);
        }
        if format == Format::F32 {
            plan.split_bf16 = SplitBf16::of(isa, product, product.k * plan.most);
        }
        plan.scratch = plan.layout(product.k * plan.most);
        plan
    }

    /// See [`super::Mma::most`].
    pub(super) fn most(&self) -> usize {
        self.most
    }

    fn layout(&self, k: usize) -> Scratch {
        let format = self.microkernels.format;
        let (rows, columns) = (self.m.min(BLOCK_ROWS), self.n.min(BLOCK_COLUMNS));
        // The same blocks that the product goes through (`BLOCK_K` and so on): a panel never holds more than one of
        // them.
        let depth = k.div_ceil(format.group()).min(BLOCK_K) * format.word();
        let padded = self.strips(columns).padded();
        let mut scratch = Scratch::default();
        scratch.rhs_panel = scratch.reserve(padded * depth);
        scratch.rhs = scratch.reserve(if self.rhs.is_some() { columns * depth } else { 0 });
        // Words of one element need no panel on this side: the microkernels broadcast each element from where it is
        // stored.
        scratch.lhs_panel = scratch.reserve(if format.group() > 1 { rows * depth } else { 0 });
        scratch.lhs_rows = scratch.reserve(if self.microkernels.matrices { rows * depth } else { 0 });
        scratch.lhs = scratch.reserve(if self.lhs.is_some() { rows * depth } else { 0 });
        let crossed = self.microkernels.excess.is_some();
        scratch.bias = scratch.reserve(if self.has_bias() { padded * format.word() } else { 0 });
        scratch.row_bias = scratch.reserve(if crossed { rows * format.word() } else { 0 });
        scratch.acc = scratch.reserve(if self.acc.is_some() { self.m * self.n * format.word() } else { 0 });
        scratch.split_bf16 = scratch.reserve(self.split_bf16.as_ref().map_or(0, SplitBf16::scratch_bytes));
        scratch
    }

    fn strips(&self, columns: usize) -> Strips {
        Strips { columns, width: self.tiles.width, last: self.tiles.last }
    }

    /// Bytes of the panel of rhs, if there is always one.
    pub(super) fn panel_bytes(&self) -> Option<usize> {
        let format = self.microkernels.format;
        let always = format.group() > 1 || self.is_tall();
        let rows = self.kept_words() + if self.has_bias() { self.kept_words().div_ceil(BLOCK_K) } else { 0 };
        (always && self.split_bf16.is_none()).then(|| self.strips(self.n).padded() * rows * format.word())
    }

    /// Words along k of a panel that is kept. A bias for each block of them follows.
    fn kept_words(&self) -> usize {
        (self.k * self.most).div_ceil(self.microkernels.format.group())
    }

    /// Whether there are numbers to subtract from each column.
    fn has_bias(&self) -> bool {
        self.biased || self.microkernels.excess.is_some()
    }

    /// Whether it pays to copy an rhs that could be read where it is.
    fn is_tall(&self) -> bool {
        self.m >= COPIED_FROM * self.tiles.rows[0]
    }

    /// Where the panel of a block of rhs and its bias are or will be.
    ///
    /// # Safety
    /// As for [`Plan::run`].
    unsafe fn panel(&self, inputs: &Inputs, k: Depth, first: usize, scratch: *mut u8) -> FrameSlot {
        let format = self.microkernels.format;
        // SAFETY: scratch memory has room for the panel of a block, a place that is kept for those of all.
        unsafe {
            match inputs.kept {
                None => FrameSlot {
                    panel: scratch.add(self.scratch.rhs_panel),
                    bias: scratch.add(self.scratch.bias).cast(),
                    is_made: false,
                },
                Some(CachedPanel { place, is_made }) => {
                    let (row, before) = (self.strips(self.n).padded(), k.first / format.group());
                    let panel = before * row + first * k.count.div_ceil(format.group());
                    let bias = (self.kept_words() + before / BLOCK_K) * row + first;
                    let [panel, bias] = [panel, bias].map(|words| place.wrapping_add(words * format.word()));
                    FrameSlot { panel, bias: bias.cast(), is_made }
                }
            }
        }
    }

    /// Whether accumulators need not be cleared first.
    pub(super) fn starts_from_zero(&self) -> bool {
        self.acc.is_none() && self.split_bf16.is_none() && !self.microkernels.matrices
    }

    /// Bytes of scratch memory that [`Plan::run`] needs.
    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes
    }

    /// Adds the product of a batch to `acc`.
    ///
    /// # Safety
    /// As for [`super::Mma::run`].
    pub(super) unsafe fn run(&self, acc: *mut u8, inputs: &Inputs, scratch: *mut u8) {
        let elements = self.m * self.n;
        // SAFETY: `acc` is valid for all elements of the accumulator; scratch memory has room for a wide one where there is one.
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
    unsafe fn add(&self, acc: *mut u8, inputs: &Inputs, scratch: *mut u8) {
        // SAFETY: operands and accumulator are valid for the whole product; scratch memory has room for split operands.
        unsafe {
            if let Some(split_bf16) = &self.split_bf16 {
                split_bf16.run(self, acc.cast(), inputs, [scratch, scratch.add(self.scratch.split_bf16)]);
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
    pub(super) unsafe fn blocks(
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
                    // SAFETY: rows and columns of the block are inside of operands and accumulator, which are valid for the
                    // product.
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
    unsafe fn rhs(&self, inputs: &Inputs, k: Depth, first: usize, strips: Strips, scratch: *mut u8) -> Rhs {
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
        // SAFETY: `src` is valid for the block; the panel has room for a block, and scratch memory for a row of accumulators.
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
            if let Some(least) = self.least_exponent {
                let matrix = Matrix { base: rhs.base, row: 0, column: unit };
                let columns = rhs.words * strips.padded() * format.group();
                rhs.least_exponent = least(&Elements { matrix, rows: 1, columns });
            }
        }
        rhs
    }

    /// The numbers to subtract from each column: the excess of crossed tiles, or the effect of moving the bytes of lhs by 128,
    /// the product of rows of such bytes.
    ///
    /// # Safety
    /// The panel is there; there is room for a row of accumulators.
    unsafe fn bias(&self, rhs: &Rhs, place: *mut i32) {
        static MOVED: u32 = 0x8080_8080;
        let word = self.microkernels.format.word();
        let moved =
            Words { base: (&raw const MOVED).cast(), row: 0, k: 0, bias: ptr::null(), least_exponent: 0 };
        for strip in rhs.strips.iter() {
            // SAFETY: this function's contract: the panel is there; there is room for a row of accumulators. The one word of moved
            // rows is read for every k.
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
    unsafe fn lhs(&self, inputs: &Inputs, k: Depth, row: usize, rows: usize, scratch: *mut u8) -> Words {
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
            return Words {
                base: src.base,
                row: src.column,
                k: src.row,
                bias: ptr::null(),
                least_exponent: 0,
            };
        }
        let word = format.word() as isize;
        let words = k.count.div_ceil(format.group());
        let in_place = src.row == unit && k.count.is_multiple_of(format.group());
        let by_rows = in_place || self.microkernels.matrices;
        let mut lhs = if in_place {
            Words { base: src.base, row: src.column, k: word, bias: ptr::null(), least_exponent: 0 }
        } else {
            let strips = Strips { columns: rows, width: rows, last: rows };
            // SAFETY: `src` is valid for the block; scratch memory has room for the panels of a block.
            unsafe {
                let dst = scratch.add(self.scratch.lhs_panel);
                (self.packers.interleave)(&Panel { src, k: k.count, strips, dst });
                let k = rows as isize * word;
                let panel = Words { base: dst, row: word, k, bias: ptr::null(), least_exponent: 0 };
                if by_rows { self.rows(&panel, rows, words, scratch) } else { panel }
            }
        };
        if let Some(excess) = self.microkernels.excess {
            let columns = Columns { base: lhs.base, column: lhs.row, k: lhs.k, columns: rows, words };
            // SAFETY: these are words of the operand, or of a panel that has just been made; scratch memory has room for a
            // number for each row of a block.
            lhs.bias = unsafe {
                let place = scratch.add(self.scratch.row_bias).cast();
                excess(&columns, place);
                place
            };
        }
        if let Some(least) = self.least_exponent {
            let (pitch, lines, length) = if by_rows { (lhs.row, rows, words) } else { (lhs.k, words, rows) };
            let matrix = Matrix { base: lhs.base, row: pitch, column: unit };
            let elements = Elements { matrix, rows: lines, columns: length * format.group() };
            // SAFETY: these are elements of the operand, or of a panel that has just been made.
            lhs.least_exponent = unsafe { least(&elements) };
        }
        lhs
    }

    /// A panel of lhs with the words of a row contiguous.
    ///
    /// # Safety
    /// The panel is there; scratch memory has room for another.
    unsafe fn rows(&self, panel: &Words, rows: usize, words: usize, scratch: *mut u8) -> Words {
        let src = Matrix { base: panel.base, row: panel.row, column: panel.k };
        let strips = Strips { columns: words, width: words, last: words };
        // SAFETY: this function's contract: the panel is there; scratch memory has room for another. Words of 32 bits are
        // transposed like such numbers.
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
                // SAFETY: this function's contract: words of lhs and rhs are valid for reads, accumulators of these rows and
                // columns for reads and writes.
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

/// Accumulators of a block.
#[derive(Clone, Copy, Debug)]
struct Sums {
    acc: *mut u8,
    /// See [`Inputs::overwrite`].
    overwrite: bool,
}

/// Bytes of the widest row of accumulators: eight vectors of AVX-512.
const MAX_ROW_BYTES: usize = 8 * 64;

/// A row of accumulators that are zero.
#[repr(align(64))]
struct Zeros([u8; MAX_ROW_BYTES]);

static ZEROS: Zeros = Zeros([0; MAX_ROW_BYTES]);

/// The register tiles of a format that every instruction set has.
fn always(isa: Isa, format: Format) -> Microkernels {
    Microkernels::of(isa, format).expect("every instruction set has f32, f64 and i16")
}

/// Conversions of an accumulator from its type to another one and back; `None` if it is the same.
fn conversions(isa: Isa, from: Scalar, to: Scalar) -> Option<[Elementwise; 2]> {
    let convert = |from, to| {
        Elementwise::new(Operation::FloatToFloat { from, to, rounding: Rounding::NearestEven }, isa)
    };
    (from != to).then(|| [convert(from, to), convert(to, from)])
}

/// Register tiles by the rows that they have.
struct Tiles {
    /// Rows, descending to 1.
    rows: &'static [usize],
    /// Columns of a strip.
    width: usize,
    /// Columns that the last strip has room for, if it is another.
    last: usize,
    whole: SmallVec<[TileFn; 4]>,
    rest: SmallVec<[TileFn; 4]>,
}

impl Tiles {
    /// Tiles for an accumulator: the fewer rows it has, the wider.
    fn new(microkernels: &Microkernels, m: usize, n: usize) -> Tiles {
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
    fn of(&self, i: usize, strip: Strip) -> TileFn {
        if strip.columns == self.width { self.whole[i] } else { self.rest[i] }
    }

    /// The function for a strip of tiles of one row.
    fn last_row(&self, strip: Strip) -> TileFn {
        self.of(self.rows.len() - 1, strip)
    }
}
