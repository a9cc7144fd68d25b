//! Random programs of several products without a fixed form: outside of loops, in branches, and in loops in loops.
//!
//! A program is a list of random statements. Products take any tiles of the scope they are in, so that several read one tile,
//! also transposed, and that a sum is added onto, used, replaced or reset. A third of the programs have the form that agents
//! support: one loop over tiles of views. Programs of later seeds also have gathered operands, ops of two sums, few rows, deep
//! products, and more often sums that need eight warps.

mod blocks;
mod tiles;

use smith::Rng;

use self::tiles::Tile;
use super::choice::HINTS;
use super::program::Program;

/// Types of the operands and of the sum, the op, and the flags after its operands.
struct Types {
    elem: &'static str,
    sum: &'static str,
    op: [&'static str; 2],
}

const fn types(elem: &'static str, sum: &'static str, op: [&'static str; 2]) -> Types {
    Types { elem, sum, op }
}

const TYPES: [Types; 12] = [
    types("f16", "f32", ["mmaf", ""]),
    types("f16", "f32", ["mmaf", ""]),
    types("f16", "f32", ["mmaf", ""]),
    types("bf16", "f32", ["mmaf", ""]),
    types("bf16", "f32", ["mmaf", ""]),
    types("f16", "f16", ["mmaf", ""]),
    types("i8", "i32", ["mmai", " signed signed"]),
    types("i8", "i32", ["mmai", " signed signed"]),
    types("f8E4M3FN", "f32", ["mmaf", " fast_acc"]),
    types("f8E5M2", "f32", ["mmaf", ""]),
    types("tf32", "f32", ["mmaf", ""]),
    types("f16", "f32", ["mmaf", ""]),
];

/// Matrices that operands are loaded from.
const INPUTS: usize = 3;
/// Rows and columns of each: a tile of 128 for each iteration of a loop.
const EXTENT: u32 = 512;
/// Iterations of a loop, at most: places that a store in a loop needs.
const ITERATIONS: u32 = 4;
/// Statements of a program.
const STATEMENTS: usize = 7;
/// Tile blocks, at most.
const BLOCKS: u32 = 2;
/// The first seed whose program may have more forms of operands, shapes and uses of sums.
const FIRST_WIDER: u64 = 200_000;
/// Hints of these.
const WIDER_HINTS: [&str; 6] = [
    "",
    "",
    "num_worker_warps_per_cta = 4",
    "num_worker_warps_per_cta = 8",
    "num_worker_warps_per_cta = 8",
    "num_cta_in_cga = 2",
];

/// The program of a seed.
pub(super) fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed ^ 0x626f_6479);
    let types = &TYPES[rng.below(TYPES.len())];
    let turned = [0; INPUTS].map(|_| rng.one_in(4));
    let is_wider = seed >= FIRST_WIDER;
    let depth = if is_wider { rng.pick(&[16, 32, 64, 64, 128, 512]) } else { 0 };
    let mut body = Body {
        types,
        is_wider,
        depth,
        for_agents: rng.one_in(3),
        left: STATEMENTS,
        rng,
        header: String::new(),
        text: String::new(),
        numbers: 0,
        turned,
        tiles: Vec::new(),
        loops: Vec::new(),
        partitions: Vec::new(),
        outputs: Vec::new(),
    };
    body.statements();
    body.finish(seed)
}

/// A program that is being written.
struct Body {
    rng: Rng,
    types: &'static Types,
    /// Whether it may have the forms from [`FIRST_WIDER`] on.
    is_wider: bool,
    /// The inner dimension of most products of such a program, so that they share operands.
    depth: u32,
    /// Whether it has the form that agents support.
    for_agents: bool,
    /// Statements that may still be made.
    left: usize,
    /// Views, before all other ops.
    header: String,
    text: String,
    numbers: u32,
    /// Which inputs are contiguous along their first dimension.
    turned: [bool; INPUTS],
    /// Tiles of the scope.
    tiles: Vec<Tile>,
    /// Counters of the loops around.
    loops: Vec<String>,
    /// Partitions that the header makes.
    partitions: Vec<String>,
    /// Shapes of what is stored, and for how many iterations.
    outputs: Vec<([u32; 2], u32)>,
}

impl Body {
    fn line(&mut self, line: &str) {
        self.text.push_str("    ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&mut self) -> String {
        self.numbers += 1;
        format!("%v{}", self.numbers)
    }

    /// An op with one result.
    fn op(&mut self, op: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {op}"));
        name
    }

    /// All of the program, with its launch.
    fn finish(mut self, seed: u64) -> Program {
        let (elem, sum) = (self.types.elem, self.types.sum);
        let (steps, blocks) =
            (self.rng.below(ITERATIONS as usize), 1 + self.rng.below(BLOCKS as usize) as u32);
        let hints = if self.is_wider { self.rng.pick(&WIDER_HINTS) } else { self.rng.pick(&HINTS) };
        let hints = match hints {
            "" => String::new(),
            hints => format!(" optimization_hints=<default = {{{hints}}}>"),
        };
        let mut parameters =
            (0..INPUTS).map(|at| format!("%in{at}: tile<ptr<{elem}>>, ")).collect::<String>();
        parameters += &format!("%old: tile<ptr<{sum}>>, %steps: tile<i32>, %wide: tile<i32>");
        let mut args: Vec<String> = (0..INPUTS as u64)
            .map(|at| {
                let number = seed.wrapping_mul(4).wrapping_add(at) % 1_000_000;
                format!("{elem}[{EXTENT},{EXTENT}]=randint(-1,2,seed={number})")
            })
            .collect();
        args.push(format!("{sum}[{EXTENT},{EXTENT}]=randint(-3,4,seed={})", seed % 1_000_000));
        args.extend([steps.to_string(), EXTENT.to_string()]);
        for (at, ([rows, columns], places)) in self.outputs.iter().enumerate() {
            parameters += &format!(", %out{at}: tile<ptr<{sum}>>");
            args.push(format!("{sum}[{},{columns}]=ones", rows * places * blocks));
        }
        let text = format!(
            "cuda_tile.module @products {{\n  entry @k({parameters}){hints} {{\n    %zero = constant <i32: 0> : tile<i32>\n    \
             %one = constant <i32: 1> : tile<i32>\n    %two = constant <i32: 2> : tile<i32>\n    %iterations = constant <i32: {ITERATIONS}> : tile<i32>\n    \
             %ld = assume div_by<16>, %wide : tile<i32>\n    %row, %unused_y, %unused_z = get_tile_block_id : tile<i32>\n{}{}    return\n  }}\n}}\n",
            self.header, self.text
        );
        Program { text, args, grid: [blocks, 1] }
    }
}
