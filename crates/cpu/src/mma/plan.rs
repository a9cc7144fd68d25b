//! A product in blocks: which panels are made when, and which register tiles then compute.
//!
//! k is cut into blocks so that panels stay in the second-level cache, then columns, then rows. Blocks along k come in
//! ascending order, so every accumulator takes its products in that order.

mod run;

use numerics::{Rounding, Scalar};

use self::run::Tiles;
use super::format::Format;
use super::inputs::{Depth, Inputs};
use super::panel::{Packers, PanelFn, Strips};
use super::scan::{self, LeastExponentFn};
use super::source::Source;
use super::split_bf16::SplitBf16;
use super::tile::Microkernels;
use super::{CachedPanel, Factors, Product};
use crate::frame::ALIGN;
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;
use crate::machine::MACHINE;

/// Words along k of a block: long enough that loading and storing accumulators costs little compared with the products.
const BLOCK_K: usize = 256;
/// Columns of a block: a multiple of all strips.
const BLOCK_COLUMNS: usize = 256;
/// Rows of a block: the panels of rhs serve this number of rows before lhs is converted again.
const BLOCK_ROWS: usize = 128;
/// The panels of both sides, in words of 4 bytes, stay in the second-level cache, and leave a quarter of it to
/// accumulators.
const _: () = assert!(4 * BLOCK_K * (BLOCK_COLUMNS + BLOCK_ROWS) <= MACHINE.l2 / 4 * 3);
/// Tiles one above the other from which on it pays to copy an rhs that could be read where it is. A guess: copying
/// costs about as much as one tile's loads, and is repaid when several tiles read the copy.
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

impl Words {
    /// Words without numbers to subtract.
    fn new(base: *const u8, row: isize, k: isize) -> Words {
        Words { base, row, k, bias: std::ptr::null(), least_exponent: 0 }
    }
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
