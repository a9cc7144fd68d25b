//! Register pressure: the maximum number of live 32-bit registers of a thread.
//!
//! The estimate counts live values at the points across which `ptxas` moves no memory access: barriers, stores, atomics, and
//! the start and end of loops and branches. Between them, it may move a load to its use, so a program with all loads first
//! needs no more registers than one that alternates. Constants, addresses of variables and special registers do not count: they
//! are immediates, or `ptxas` rematerialises them. Predicates have separate registers. A value from outside of a loop that is
//! used in it is live until the loop ends.

use ir::analysis::{Effects, LiveRange, LiveRanges};
use ir::transform::Semantics as _;
use ir::walk::preorder;
use ir::{Op, Value};

use crate::semantics::Level4;
use crate::{Module, Opcode};

/// 32-bit registers of a multiprocessor, on every target.
pub const REGISTER_FILE: u32 = 65_536;
/// 32-bit registers that an instruction can name.
pub const NAMED: u32 = 255;

/// Threads of a warp.
const WARP: u32 = 32;
/// Parts of a multiprocessor among which warps, and registers, are divided evenly.
const PARTITIONS: u32 = 4;

/// Registers that each thread can have if the given number of blocks of the given number of threads are on a multiprocessor.
pub fn limit(threads: u32, blocks: u32) -> u32 {
    let warps = threads.max(1).div_ceil(WARP).saturating_mul(blocks.max(1));
    // The partition with the most warps limits all of them.
    let all = warps.div_ceil(PARTITIONS).saturating_mul(PARTITIONS * WARP);
    // Registers are allocated to a thread in units of 8.
    (REGISTER_FILE / all / 8 * 8).min(NAMED)
}

/// The events of register allocation at a point, in this order: the registers of a value that ends at an op are free for the
/// results of that op.
#[derive(Clone, Copy, Default)]
struct Point {
    /// The live registers are counted.
    counts: bool,
    freed: u32,
    taken: u32,
}

/// The maximum number of live registers in a kernel, at the points that no schedule moves.
pub fn pressure(module: &Module, func: Op) -> u32 {
    let lives = LiveRanges::of(&module.body, func, |op| is_loop(module, op));
    // The kernel itself ends last.
    let mut points = vec![Point::default(); lives.end(func) as usize + 1];
    for op in preorder(&module.body, func).filter(|&op| is_fixed(module, op)) {
        points[lives.begin(op) as usize].counts = true;
    }
    for (value, LiveRange { start, end }) in lives.all() {
        if end > start {
            let width = width(module, value);
            points[start as usize].taken += width;
            points[end as usize].freed += width;
        }
    }
    let (mut live, mut most) = (0u32, 0u32);
    for Point { counts, freed, taken } in points {
        most = most.max(if counts { live } else { 0 });
        live = live - freed + taken;
    }
    most
}

/// The registers of a value.
fn width(module: &Module, value: Value) -> u32 {
    let free = module.body.def_op(value).is_some_and(|op| {
        matches!(
            module.opcode(op),
            Opcode::Constant | Opcode::AddressOf | Opcode::DynamicShared | Opcode::Special
        )
    });
    let ty = module.ty(value);
    // One of several registers is another name of it; the join of several ends where it begins.
    let alias = module.body.def_op(value).is_some_and(|op| module.opcode(op) == Opcode::Reg);
    match ty.bits() {
        1 => 0,
        _ if free || alias => 0,
        bits => bits.div_ceil(32) * u32::from(ty.count()),
    }
}

fn is_loop(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::For | Opcode::Loop)
}

/// Whether loads stay on the side of an op that they are on.
fn is_fixed(module: &Module, op: Op) -> bool {
    let moves = Effects::OUTSIDE.and(Effects::YIELD).and(Effects::JUMP);
    module.body.regions(op).len() > 0 || Level4.effects(module, op).any_of(moves)
}

#[cfg(test)]
mod tests {
    use super::limit;

    #[test]
    fn a_thread_has_what_the_fullest_partition_leaves_it() {
        let limits = [(32, 1), (128, 1), (288, 1), (384, 1), (192, 3), (1024, 1), (128, 16)];
        assert_eq!(limits.map(|(threads, blocks)| limit(threads, blocks)), [255, 255, 168, 168, 96, 64, 32]);
    }
}
