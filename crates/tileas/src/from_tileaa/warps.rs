//! How many warps work on a tile block.
//!
//! The model: a tile that is live takes registers of every thread, as many as its elements divided by the threads; what
//! copies take to shared memory, and what is rematerialised wherever it is wanted, takes none. Where the most that is live at
//! once does not fit into the registers of four warps with what addresses and fragments take, eight warps share it. More
//! than eight have no more registers in all: a multiprocessor has 64 K, and a thread 255. Where several blocks are to be on a
//! multiprocessor at once, that is true of fewer warps already.
//!
//! Tiles that do not fit into eight warps either are spilled in part, whatever the number of warps. Every element of a thread has
//! instructions of its own, so sixteen or thirty-two warps share such tiles: each has a half or a quarter of the code, and of what is
//! spilled. Programs with products keep eight, because each warp loads fragments of both operands.
//!
//! Products of 8-bit floats are such of f16 on targets that have them in name only: `ptxas` widens the fragments, which then take
//! twice the registers.

use ir::analysis::{LiveRange, LiveRanges};
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;
use tileaa::Opcode as From;
use tileaa::axis_info::AxisAnalysis;

use super::classes::is_free;

/// Registers of a thread that tiles may take; the rest is for addresses, and fragments of products on their way.
const FOR_TILES: u64 = 136;
/// The same where fragments are widened on their way into products.
const BESIDE_WIDENED: u64 = 120;
/// The same where there are no products: more warps have more accesses in flight, and cost no more registers in all.
const WITHOUT_PRODUCTS: u64 = 96;
/// The warps that have all registers of a multiprocessor together.
const WITH_ALL: u32 = 8;
/// Registers of a thread that tiles without products take at most before their code is shared by more warps than that.
const OF_LARGE: u64 = 192;
/// The warps of the largest thread block.
const MOST: u32 = 32;

/// The warps for a function: `usual`, or twice as many while the live tiles do not fit, or are too large for any number.
pub(super) fn choose(
    module: &tileaa::Module,
    facts: &AxisAnalysis,
    func: Op,
    usual: u32,
    capability: u32,
) -> u32 {
    let bits = most_live(module, facts, func);
    let blocks = module.int(func, tileaa::ops::fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32;
    let products = preorder(&module.body, func)
        .filter(|&op| matches!(module.opcode(op), From::Dot | From::DotScaled))
        .map(|op| if is_widened(module, op, capability) { BESIDE_WIDENED } else { FOR_TILES });
    let room = products.min();
    let of_thread = |warps: u32| bits.div_ceil(32 * 32 * u64::from(warps));
    let mut warps = usual;
    while warps < WITH_ALL / blocks && of_thread(warps) > room.unwrap_or(WITHOUT_PRODUCTS) {
        warps *= 2;
    }
    while room.is_none() && warps < MOST / blocks && of_thread(warps) > OF_LARGE {
        warps *= 2;
    }
    warps
}

/// Whether fragments of bytes go into a product of f16.
fn is_widened(module: &tileaa::Module, op: Op, capability: u32) -> bool {
    let lhs = module.body.operands(op)[0];
    let f8 = matches!(module.ty(lhs).scalar(), Some(Scalar::F8E4M3FN | Scalar::F8E5M2));
    f8 && module.opcode(op) == From::Dot && (90..120).contains(&capability)
}

/// Bits of the tiles that are live at once, at most.
fn most_live(module: &tileaa::Module, facts: &AxisAnalysis, func: Op) -> u64 {
    let is_loop = |op: Op| matches!(module.opcode(op), From::For | From::Loop);
    let lives = LiveRanges::of(&module.body, func, is_loop);
    let mut changes: Vec<(u32, bool, u64)> = Vec::new();
    for (value, LiveRange { start, end }) in lives.all() {
        let bits = bits_of(module, facts, value);
        if bits > 0 && end > start {
            changes.extend([(start, true, bits), (end, false, bits)]);
        }
    }
    // What ends where something starts has left its registers to that.
    changes.sort_unstable();
    let (mut live, mut most) = (0u64, 0u64);
    for (_, starts, bits) in changes {
        live = if starts { live + bits } else { live - bits };
        most = most.max(live);
    }
    most
}

/// Bits of registers that a value takes, over all threads.
fn bits_of(module: &tileaa::Module, facts: &AxisAnalysis, value: Value) -> u64 {
    let Some(tile) = module.ty(value).tile().filter(|tile| !tile.shape.is_empty()) else { return 0 };
    if is_free(module, value) || is_copied(module, facts, value) {
        return 0;
    }
    let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(16));
    tile.elements() * u64::from(bits)
}

/// True for what a copy may take to shared memory: loads of loops.
fn is_copied(module: &tileaa::Module, facts: &AxisAnalysis, value: Value) -> bool {
    let load =
        module.body.def_op(value).filter(|&op| matches!(module.opcode(op), From::Load | From::TiledLoad));
    let around = |&op: &Op| module.body.parent_block(op).and_then(|block| module.body.block_op(block));
    let load = load.filter(|op| around(op).is_some_and(|around| module.opcode(around) == From::For));
    let reach = load.and_then(|load| facts.reach(module, load));
    reach.is_some_and(|reach| reach.vector(1, 16).is_some_and(|(_, elements)| elements >= 4))
}
