//! The choices for a random program around a product.

use smith::Rng;

/// Types that a product has.
pub(super) struct Types {
    /// Of the operands, in memory too.
    pub(super) operand: &'static str,
    pub(super) bits: u32,
    pub(super) sum: &'static str,
    /// The op, and the text after its operands.
    pub(super) op: [&'static str; 2],
}

const fn types(operand: &'static str, bits: u32, sum: &'static str, op: [&'static str; 2]) -> Types {
    Types { operand, bits, sum, op }
}

const TYPES: [Types; 15] = [
    types("f16", 16, "f32", ["mmaf", ""]),
    types("f16", 16, "f16", ["mmaf", ""]),
    types("bf16", 16, "f32", ["mmaf", ""]),
    types("tf32", 32, "f32", ["mmaf", ""]),
    types("f32", 32, "f32", ["mmaf", ""]),
    types("i8", 8, "i32", ["mmai", " signed signed"]),
    types("i8", 8, "i32", ["mmai", " unsigned unsigned"]),
    types("i8", 8, "i32", ["mmai", " signed unsigned"]),
    types("i8", 8, "i32", ["mmai", " unsigned signed"]),
    types("f8E4M3FN", 8, "f32", ["mmaf", ""]),
    types("f8E5M2", 8, "f32", ["mmaf", ""]),
    types("f8E4M3FN", 8, "f32", ["mmaf", " fast_acc"]),
    types("f8E5M2", 8, "f16", ["mmaf", ""]),
    types("bf16", 16, "f32", ["mmaf", ""]),
    types("f16", 16, "f32", ["mmaf", ""]),
];

/// Products of [`Form::Scaled`].
const SCALED: [Types; 2] =
    [types("f8E4M3FN", 8, "f32", ["mmaf_scaled", ""]), types("f8E5M2", 8, "f32", ["mmaf_scaled", ""])];
/// Products of [`Form::Chain`].
const CHAINED: [Types; 2] = [types("f16", 16, "f32", ["mmaf", ""]), types("bf16", 16, "f32", ["mmaf", ""])];

const NESTS: [Nest; 5] = [Nest::Persistent, Nest::Pairs, Nest::Branch, Nest::Either, Nest::Return];
const EPILOGUES: [Epilogue; 8] = [
    Epilogue::Store,
    Epilogue::Store,
    Epilogue::Narrow,
    Epilogue::Residual,
    Epilogue::BiasRelu,
    Epilogue::Mask,
    Epilogue::Transposed,
    Epilogue::RowMax,
];
pub(super) const HINTS: [&str; 10] = [
    "",
    "",
    "",
    "",
    "occupancy = 1",
    "occupancy = 2",
    "num_worker_warps_per_cta = 4",
    "num_worker_warps_per_cta = 8",
    "num_cta_in_cga = 2",
    "num_cta_in_cga = 2",
];

/// The constructs around the loop of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nest {
    /// Nothing.
    Plain,
    /// A loop over rows of tiles, a tile block for every second one.
    Persistent,
    /// A loop over two rows of tiles, as far as there are two.
    Pairs,
    /// A branch that some tile blocks take.
    Branch,
    /// The same with another store in the other branch.
    Either,
    /// Some tile blocks return before it.
    Return,
}

/// How an iteration ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Never,
    /// The second one continues without a product.
    Continue,
}

/// The use of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Epilogue {
    Store,
    /// Stored as `f16`, where it is `f32`.
    Narrow,
    /// Added to what is in memory.
    Residual,
    /// A row is added, and what is negative becomes zero.
    BiasRelu,
    /// Zero in the upper triangle.
    Mask,
    /// Stored in the order of columns.
    Transposed,
    /// The largest element of each row is taken from it.
    RowMax,
}

/// How the left operand is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Tile by tile of a view.
    View,
    /// Rows that a view picks, by numbers that are loaded.
    Picked,
    /// The same from addresses that the program computes.
    Addresses,
}

/// The products of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One.
    One,
    /// One whose operands have a scale for each block of elements.
    Scaled,
    /// Two: the sum of the first one, limited and converted, is the left operand of the second one.
    Chain(Chain),
}

/// Two products of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// Columns of the first product, which the second one sums over.
    pub(super) between: u32,
    pub(super) rescaled: Rescaled,
    /// Whether the left operand of the first product is loaded once, before the loop.
    pub(super) once: bool,
}

/// How the sum of an iteration is rescaled before the next one is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rescaled {
    Never,
    /// Halved.
    Halved,
    /// Each row is halved where the first product has a new maximum.
    ByRow,
}

/// The first seed whose program may pick rows.
const FIRST_PICKED: u64 = 1_000;
/// The first seed whose program may have another form than one product, or a tile of fewer rows than 16.
const FIRST_FORMS: u64 = 10_000;

/// A random program around a product.
pub(super) struct Choice {
    pub(super) types: &'static Types,
    pub(super) form: Form,
    /// Rows, columns and inner dimension of a tile.
    pub(super) tile: [u32; 3],
    /// The same of the matrices.
    pub(super) extents: [u32; 3],
    /// Tiles along rows and columns.
    pub(super) tiles: [u32; 2],
    /// Whether the left operand is contiguous along rows, and the right one along columns.
    pub(super) across: [bool; 2],
    /// Whether the left operand's tile is transposed by `permute`.
    pub(super) permuted: bool,
    pub(super) rows: Rows,
    /// The alignment of addresses that the program assumes, in bytes.
    pub(super) alignment: u32,
    pub(super) nest: Nest,
    pub(super) exit: Exit,
    pub(super) epilogue: Epilogue,
    /// The first step of the loop, and the distance of steps.
    pub(super) steps: [u32; 2],
    pub(super) hints: &'static str,
    pub(super) seed: u64,
}

impl Choice {
    pub(super) fn of(seed: u64) -> Choice {
        // Not the programs of other campaigns with these seeds.
        let mut rng = Rng::new(seed ^ 0x7072_6f64);
        let types = &TYPES[rng.below(TYPES.len())];
        let tile = tile(types, &mut rng);
        let tiles = [1 + rng.below(2) as u32, 1 + rng.below(2) as u32];
        // Operands of other widths are contiguous along the inner dimension more often: no instruction takes them otherwise.
        let rare = if types.bits == 16 { 2 } else { 8 };
        let steps = rng.pick(&[0, 1, 2, 3, 3, 5]);
        let mut others = Rng::new(seed ^ 0x726f_7773);
        let picks = seed >= FIRST_PICKED && others.one_in(2);
        let rows = if picks { others.pick(&[Rows::Picked, Rows::Addresses]) } else { Rows::View };
        let choice = Choice {
            types,
            form: Form::One,
            tile,
            extents: extents(tile, [tiles[0], tiles[1], steps], &mut rng),
            tiles,
            across: [rng.one_in(rare) && rows == Rows::View, rng.one_in(rare)],
            permuted: rng.one_in(6) && rows == Rows::View,
            rows,
            alignment: if rng.one_in(12) { 4 } else { 16 },
            nest: if rng.one_in(2) { Nest::Plain } else { rng.pick(&NESTS) },
            exit: if rng.one_in(12) { Exit::Continue } else { Exit::Never },
            epilogue: rng.pick(&EPILOGUES),
            steps: [u32::from(rng.one_in(6)), if rng.one_in(6) { 2 } else { 1 }],
            hints: rng.pick(&HINTS),
            seed,
        };
        if seed < FIRST_FORMS { choice } else { choice.reformed(steps) }
    }

    /// The choice of a later seed: another form, or few rows. `steps` is the number of tiles of the inner dimension.
    fn reformed(mut self, mut steps: u32) -> Choice {
        let mut rng = Rng::new(self.seed ^ 0x666f_726d);
        match rng.below(4) {
            0 => {
                self.types = &SCALED[rng.below(SCALED.len())];
                self.form = Form::Scaled;
                let rows = rng.pick(&[128, 128, 128, 64, 16]);
                self.tile = [rows, rng.pick(&[128, 128, 64, 32]), rng.pick(&[128, 128, 64, 32])];
                self.across = [rng.one_in(8), rng.one_in(8)];
                // Without agents, threads multiply element by element.
                self.tiles[1] = 1;
                steps = steps.min(2);
            }
            1 => {
                self.types = &CHAINED[rng.below(CHAINED.len())];
                let between = rng.pick(&[64, 64, 128, 32]);
                let rescaled = rng.pick(&[Rescaled::Never, Rescaled::Halved, Rescaled::ByRow]);
                self.form = Form::Chain(Chain { between, rescaled, once: !rng.one_in(4) });
                self.tile = [
                    rng.pick(&[128, 128, 64, 32]),
                    rng.pick(&[64, 64, 128, 32]),
                    rng.pick(&[64, 64, 128, 32]),
                ];
                self.exit = Exit::Never;
            }
            _ => {
                self.tile[0] = rng.pick(&[1, 2, 4, 4, 8, 8, 16, 64]);
                self.tile[1] = rng.pick(&[64, 128, 128, 256, 32]);
            }
        }
        if self.form != Form::One {
            (self.rows, self.permuted) = (Rows::View, false);
        }
        self.extents = extents(self.tile, [self.tiles[0], self.tiles[1], steps], &mut rng);
        // The first of two products reads its left operand even if the loop is empty.
        if matches!(self.form, Form::Chain(_)) {
            self.extents[2] = self.extents[2].max(1);
        }
        self
    }
}

/// The extents of a tile. The emulator executes each program many times, so that large ones are few.
fn tile(types: &Types, rng: &mut Rng) -> [u32; 3] {
    let rows = rng.pick(&[64, 64, 64, 128, 128, 32, 16, 256]);
    let columns = rng.pick(&[8, 16, 32, 64, 64, 128, 256]);
    let bytes = rng.pick(&[16, 32, 32, 64, 64, 128, 256]);
    let columns = if rows * columns > 128 * 128 && !rng.one_in(4) { 64 } else { columns };
    [rows, columns, bytes * 8 / types.bits]
}

/// Extents of matrices of the given numbers of tiles, the last of which may be cut; there may be nothing to sum over.
fn extents(tile: [u32; 3], counts: [u32; 3], rng: &mut Rng) -> [u32; 3] {
    let mut extents = [0, 1, 2].map(|dim| {
        let cut = if rng.one_in(3) { rng.below(tile[dim] as usize) as u32 } else { 0 };
        (tile[dim] * counts[dim]).saturating_sub(cut)
    });
    extents[0] = extents[0].max(1);
    extents[1] = extents[1].max(1);
    extents
}
