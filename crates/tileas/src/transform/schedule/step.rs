//! Counts the work of a thread block in a step: one iteration of the loop whose products multiply most.
//!
//! Counts are sums over all warps of the thread block. Bytes and products are exact; instructions are an estimate of
//! the number of PTX instructions.

use ir::{Block, Op, Value};
use numerics::Scalar;
use tile_core::arith::Arith;

use super::clusters;
use super::nest::Nest;
use super::operand::Filling;
use super::product::{Factor, Product};
use super::promotion::{Promotion, STRETCH, is_promoted};
use super::resources::GROUP;
use super::thread_blocks::{PAIR, ctas, is_paired};
use crate::ops::fields;
use crate::types::TileType;
use crate::{Module, Opcode};

/// Multiplications of 16 bits of a multiprocessor in a cycle, measured with `wgmma` of 64 to 256 columns on an H200.
const RATE: u64 = 2048;
/// The same for `tcgen05.mma`, from the published speed of a B200.
const TENSOR_RATE: u64 = 4096;
/// Bytes from the second-level cache in a cycle, by tensor maps: what products of 64x64 tiles load, which wait for it.
const CACHE: u64 = 52;
/// The same with tensor memory: an estimate, no GPU has measured it yet.
const TENSOR_CACHE: u64 = 80;
/// Rows of an instruction of `wgmma`.
const ROWS: u64 = 64;
/// Bytes of the inner dimension of an instruction.
const DEPTH_BYTES: u64 = 32;
/// Instructions of a warp that multiplies, besides those of its products: waits, arrivals, the numbers of stages, the
/// loop.
const AROUND: u64 = 26;
/// Instructions for a product of a warp group: its descriptors, and itself.
const OF_PRODUCT: u64 = 4;
/// Instructions for an element of a sum that products are added to in registers: the addition, and the zero that the
/// next products start from.
const OF_PROMOTED: u64 = 2;
/// Instructions of the warp that copies, besides its copies.
const AROUND_COPIES: u64 = 22;
/// Instructions of a copy of a box.
const OF_BOX: u64 = 5;
/// Instructions of a copy of 16 bytes by each lane.
const OF_COPY: u64 = 7;
/// Bytes of a copy of a lane.
const COPY_BYTES: u64 = 16;
/// Bytes of a box of 64 rows of 128 bytes.
const BOX_BYTES: u64 = 128 * 64;
/// Rows of an instruction of `tcgen05.mma`.
const TENSOR_ROWS: u64 = 128;
/// Instructions of the warp that multiplies into tensor memory, besides those of its products.
const AROUND_TENSOR: u64 = 25;
/// Instructions for such a product: its descriptors, and itself.
const OF_TENSOR_PRODUCT: u64 = 4;
/// Instructions of the warp that copies for it, besides its copies.
const AROUND_TENSOR_COPIES: u64 = 16;
/// Instructions of a copy of a box there: the others are shared.
const OF_TENSOR_BOX: u64 = 1;
/// Instructions of `ex2` and the like.
const OF_POWER: u64 = 1;
/// Instructions of a power of e with all of its bits.
const OF_EXACT_POWER: u64 = 9;

/// The work of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Multiplications, and how many a multiprocessor does in a cycle.
    pub(crate) multiplications: u64,
    pub(crate) rate: u64,
    /// Elements of the inner dimension of the last product.
    pub(crate) depth: u64,
    /// Bytes that products read from shared memory.
    pub(crate) operands: u64,
    /// Bytes that copies write into shared memory.
    pub(crate) copied: u64,
    /// Bytes that this thread block asks the second-level cache for, and how many it delivers in a cycle.
    pub(crate) loaded: u64,
    pub(crate) cache: u64,
    /// Powers, logarithms, roots, of which a multiprocessor makes a few in a cycle.
    pub(crate) powers: u64,
    /// Instructions of all warps.
    pub(crate) instructions: u64,
    /// Bytes that are stored for a tile.
    pub(crate) stored: u64,
}

impl Step {
    /// That of a nest whose products are made by some warp groups.
    pub(crate) fn of(module: &Module, func: Op, nest: &Nest, groups: u32) -> Step {
        let block = main_block(module, nest);
        let here = |product: &&Product| module.body.parent_block(product.dot) == block;
        let products: Vec<&Product> = nest.products.iter().filter(here).collect();
        let all = |of: &dyn Fn(&Product) -> u64| products.iter().map(|&product| of(product)).sum::<u64>();
        let issued = all(&|product| {
            let promoted = if is_promoted(module, product.dot) { promoted(module, product) } else { 0 };
            4 * instructions(module, product, groups) * OF_PRODUCT + promoted
        });
        let [copied, loaded, copies] = copies(module, func, (nest, block), OF_BOX);
        let warps = u64::from(groups) * 4;
        let threads = u64::from(groups * GROUP);
        let [around, powers] = between(module, block, threads);
        let largest = products.iter().max_by_key(|product| multiplications(module, product));
        Step {
            multiplications: all(&|product| multiplications(module, product)),
            rate: products.iter().map(|product| rate(module, product, RATE)).min().unwrap_or(1),
            depth: products.last().map_or(1, |product| depth(module, product)),
            operands: all(&|product| operands(module, product, groups)),
            copied,
            loaded,
            cache: CACHE,
            powers,
            instructions: warps * (AROUND + around) + issued + AROUND_COPIES + copies,
            stored: largest.map_or(0, |product| bytes(sum_of(module, product))),
        }
    }

    /// That of a nest whose products tensor cores add up in tensor memory, without work of threads in the loop. The
    /// instructions of a pair are counted for one of its thread blocks.
    pub(crate) fn of_tensor_memory(module: &Module, func: Op, nest: &Nest) -> Step {
        let block = main_block(module, nest);
        let here = |product: &&Product| module.body.parent_block(product.dot) == block;
        let products: Vec<&Product> = nest.products.iter().filter(here).collect();
        let all = |of: &dyn Fn(&Product) -> u64| products.iter().map(|&product| of(product)).sum::<u64>();
        let [copied, loaded, copies] = copies(module, func, (nest, block), OF_TENSOR_BOX);
        let issued = all(&|product| tensor_instructions(module, product) * OF_TENSOR_PRODUCT) + AROUND_TENSOR;
        let largest = products.iter().max_by_key(|product| multiplications(module, product));
        let leads = if is_paired(module, func) { u64::from(PAIR) } else { 1 };
        Step {
            multiplications: all(&|product| multiplications(module, product)),
            rate: products.iter().map(|product| rate(module, product, TENSOR_RATE)).min().unwrap_or(1),
            depth: products.last().map_or(1, |product| depth(module, product)),
            operands: all(&|product| tensor_operands(module, nest, product)),
            copied,
            loaded,
            cache: TENSOR_CACHE,
            powers: 0,
            instructions: issued / leads + AROUND_TENSOR_COPIES + copies,
            stored: largest.map_or(0, |product| bytes(sum_of(module, product))),
        }
    }
}

/// Bytes that the copies of a block write and load, and their instructions, of which a box takes `of_box`.
fn copies(module: &Module, func: Op, (nest, block): (&Nest, Option<Block>), of_box: u64) -> [u64; 3] {
    let (mut copied, mut loaded, mut issued) = (0, 0, 0);
    for group in nest.groups.iter().filter(|group| Some(group.block) == block) {
        let shared = clusters::shared(module, func, nest, group);
        for operand in group.operands.iter().map(|&number| &nest.operands[number]) {
            let is_shared = shared.iter().any(|other| other.load == operand.load);
            let parts = if is_shared { u64::from(ctas(module, func)) } else { 1 };
            let bytes = u64::from(operand.bytes());
            copied += bytes;
            loaded += bytes / parts;
            issued += match operand.filling {
                Filling::Boxes => bytes.div_ceil(BOX_BYTES) / parts * of_box,
                Filling::Threads(_) | Filling::Stores(_) => bytes / COPY_BYTES / 32 * OF_COPY,
            };
        }
    }
    [copied, loaded, issued]
}

/// The block whose products multiply most.
fn main_block(module: &Module, nest: &Nest) -> Option<Block> {
    let of_block = |block: Option<Block>| {
        let there = nest.products.iter().filter(|other| module.body.parent_block(other.dot) == block);
        there.map(|product| multiplications(module, product)).sum::<u64>()
    };
    let blocks = nest.products.iter().map(|product| module.body.parent_block(product.dot));
    // Of blocks that are alike the first one.
    blocks.rev().max_by_key(|&block| of_block(block)).flatten()
}

fn tile(module: &Module, value: Value) -> &TileType {
    module.ty(value).tile().expect("a product is of tiles")
}

fn sum_of<'m>(module: &'m Module, product: &Product) -> &'m TileType {
    tile(module, module.body.result(product.dot, 0))
}

fn bits(tile: &TileType) -> u64 {
    tile.elem.scalar().map_or(64, |scalar| u64::from(scalar.storage_bits()))
}

fn elements(tile: &TileType) -> u64 {
    1 << tile.layout.shape().bits()
}

fn bytes(tile: &TileType) -> u64 {
    elements(tile) * bits(tile) / 8
}

/// Elements along k.
fn depth(module: &Module, product: &Product) -> u64 {
    u64::from(tile(module, module.operand(product.dot, fields::dot::rhs)).shape()[0])
}

fn multiplications(module: &Module, product: &Product) -> u64 {
    elements(sum_of(module, product)) * depth(module, product)
}

/// Multiplications of a multiprocessor in a cycle, if it does this number of 16 bits.
fn rate(module: &Module, product: &Product, halves: u64) -> u64 {
    halves * 16 / bits(tile(module, module.operand(product.dot, fields::dot::rhs)))
}

/// The parts that the columns of a product are multiplied in, one after the other.
fn parts(module: &Module, product: &Product, groups: u32) -> u64 {
    if !is_promoted(module, product.dot) {
        return 1;
    }
    let sum = sum_of(module, product);
    let registers = elements(sum) * bits(sum) / 32 / u64::from(groups * GROUP);
    let atoms = u64::from(sum.shape()[0]) / (ROWS * u64::from(groups));
    let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    Promotion::of(count(registers), count(atoms), count(depth(module, product))).columns.into()
}

/// Instructions of `wgmma` of all warp groups.
fn instructions(module: &Module, product: &Product, groups: u32) -> u64 {
    let right = tile(module, module.operand(product.dot, fields::dot::rhs));
    let steps = depth(module, product) * bits(right) / 8 / DEPTH_BYTES;
    let atoms = u64::from(sum_of(module, product).shape()[0]) / ROWS;
    atoms * steps * parts(module, product, groups)
}

/// Instructions of `tcgen05.mma`.
fn tensor_instructions(module: &Module, product: &Product) -> u64 {
    let right = tile(module, module.operand(product.dot, fields::dot::rhs));
    let steps = depth(module, product) * bits(right) / 8 / DEPTH_BYTES;
    u64::from(sum_of(module, product).shape()[0]).div_ceil(TENSOR_ROWS) * steps
}

/// Bytes that these read in a thread block: rows and columns, of a pair half of the columns.
fn tensor_operands(module: &Module, nest: &Nest, product: &Product) -> u64 {
    let [rows, columns] = [0, 1].map(|dim| u64::from(sum_of(module, product).shape()[dim]));
    let is_halved = product.loaded().any(|number| nest.operands[number].is_halved);
    let columns = if is_halved { columns / u64::from(PAIR) } else { columns };
    tensor_instructions(module, product) * (rows.min(TENSOR_ROWS) + columns) * DEPTH_BYTES
}

/// Instructions of all warps that add parts of a product to its sum.
fn promoted(module: &Module, product: &Product) -> u64 {
    let stretches = depth(module, product).div_ceil(STRETCH.into());
    elements(sum_of(module, product)) / 32 * stretches * OF_PROMOTED
}

/// Bytes that products read: each instruction its rows, if these are in shared memory, and its columns.
fn operands(module: &Module, product: &Product, groups: u32) -> u64 {
    let right = tile(module, module.operand(product.dot, fields::dot::rhs));
    let parts = parts(module, product, groups);
    let columns = u64::from(right.shape()[1]) / parts;
    let rows = if product.factors[0] == Factor::Registers { 0 } else { ROWS };
    instructions(module, product, groups) * (rows + columns) * DEPTH_BYTES
}

/// Instructions of a warp for what stands in a block besides products, and powers of all threads.
pub(super) fn between(module: &Module, block: Option<Block>, threads: u64) -> [u64; 2] {
    let (mut issued, mut powers) = (0, 0);
    for op in block.into_iter().flat_map(|block| module.body.block_ops(block)) {
        let made = module.body.results(op).iter().next().and_then(|value| module.ty(value).tile());
        let Some(made) = made.filter(|made| !made.shape().is_empty()) else { continue };
        let registers = |tile: &TileType| elements(tile).div_ceil(threads);
        if module.opcode(op) == Opcode::Reduce {
            let folded = module.body.operands(op).first().and_then(|&value| module.ty(value).tile());
            issued += folded.map_or(0, registers) + 4 * registers(made);
            continue;
        }
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "all other arithmetic is an instruction for an element"
        )]
        let each = match module.opcode(op).arith() {
            None => continue,
            Some(Arith::Exp2 | Arith::Rsqrt | Arith::Sqrt | Arith::Log2 | Arith::Tanh) => {
                powers += elements(made);
                OF_POWER
            }
            Some(Arith::Exp | Arith::Log) => {
                powers += elements(made);
                OF_EXACT_POWER
            }
            Some(_) => 1,
        };
        // Neighbours of 16 bits are converted together.
        let together = if matches!(made.elem.scalar(), Some(Scalar::F16 | Scalar::BF16)) { 2 } else { 1 };
        issued += registers(made).div_ceil(together) * each;
    }
    [issued, powers]
}
