//! `order-tile-blocks`: the order in which thread blocks compute the tiles of a product, for the L2 cache.
//!
//! Hardware starts thread blocks along the first axis of the grid. Concurrent thread blocks then multiply few rows by
//! all columns, and load much more than necessary: a square needs the fewest loads. The pass therefore orders tile
//! blocks in groups of some rows of the second axis, column by column. The last group has the remaining rows, so that
//! every tile is computed once, for any grid:
//!
//! ```text
//! rows = min(group, grid.y - first)          first: the first row of the group of y
//! at   = (y - first) * grid.x + x            the number of the tile block in its group
//! y' = first + at % rows,  x' = at / rows
//! ```
//!
//! The cost model: bytes that all concurrent thread blocks load for one step of the inner dimension. `group` rows of
//! tiles and `blocks / group` columns need `group * bytes of a row + blocks / group * bytes of a column`. The rows of a
//! group are also those of the next columns, so the cache already contains some of them: a row counts a third. If rows
//! counted fully, groups would be half as large; with such groups, an H200 took 3 to 5 % longer for tiles of 128x128,
//! and no less time for others (docs/agents.md, "Order of tile blocks").
//!
//! Programs whose operands do not each depend on one axis of their own are not changed: they order their tiles
//! themselves, or cannot benefit. Neither are programs that count tile blocks or may wait for others, which rely on the
//! launch order.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};

use super::buffers::index;
use super::functions;
use super::origins::{is_same_in_cluster, origins};
use super::schedule::memory_order::may_wait;
use super::schedule::nest::Nest;
use super::schedule::thread_blocks::ctas;
use super::schedule::{has_agents, is_for_agents};
use crate::decisions::Decision;
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAs};

/// Multiprocessors of an H100 or H200. On other GPUs of Hopper, which have fewer, the best group is almost the same.
const MULTIPROCESSORS: u32 = 132;
/// The largest group; larger ones are never best.
const LARGEST_GROUP: u32 = 32;
/// The maximum requested rows of a group: with more, numbers of tile blocks in a group might wrap.
pub(crate) const MOST_ROWS: u32 = 128;
/// The axes of the grid along which tiles are ordered.
const AXES: [i64; 2] = [0, 1];

/// Rows of a group, and the compared numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    group: u32,
    /// Tile blocks that run concurrently.
    blocks: u32,
    /// Bytes of a step that a tile block loads along each axis.
    bytes: [u32; 2],
}

/// Orders the tile blocks of every function that gets agents, with `asked` rows of a group instead of the best number,
/// if it is not 0. True if one was changed.
pub(crate) fn run(module: &mut Module, asked: u32) -> bool {
    let mut changed = false;
    for func in functions(module) {
        if let Some(Ok(order)) = plan(module, func, asked).filter(|order| order.is_ok_and(Order::is_other)) {
            rewrite(module, func, order.group);
            changed = true;
        }
    }
    changed
}

/// The decisions of the pass for functions that get agents.
pub(crate) fn decisions(module: &Module, asked: u32) -> Vec<Decision> {
    let decide = |func: Op| {
        let plain = "Tile blocks are taken in the order of launch";
        Some(match plan(module, func, asked)? {
            Err(why) => Decision::new(func, false, plain, why),
            Ok(order) if !order.is_other() => Decision::new(func, false, plain, "the option requests it"),
            Ok(order) => {
                let why = match asked {
                    0 => "concurrent thread blocks load the fewest bytes that are not in the cache",
                    _ => "the option requests it",
                };
                order.decision(func, why)
            }
        })
    };
    functions(module).into_iter().filter_map(decide).collect()
}

impl Order {
    /// The group for which concurrent thread blocks load the fewest bytes that are not in the cache.
    fn best(blocks: u32, bytes: [u32; 2]) -> Order {
        let groups = (0..=LARGEST_GROUP.ilog2()).map(|bit| Order { group: 1 << bit, blocks, bytes });
        groups
            .min_by_key(|order| order.bytes_of_rows() / 3 + order.bytes_of_columns())
            .expect("there are groups")
    }

    /// Bytes of the rows of a group for a step.
    fn bytes_of_rows(&self) -> u64 {
        u64::from(self.group) * u64::from(self.bytes[1])
    }

    /// Bytes of the columns that concurrent thread blocks multiply by them.
    fn bytes_of_columns(&self) -> u64 {
        u64::from(self.blocks.div_ceil(self.group)) * u64::from(self.bytes[0])
    }

    /// Bytes that concurrent thread blocks load for a step.
    fn loaded(&self) -> u64 {
        self.bytes_of_rows() + self.bytes_of_columns()
    }

    /// Whether the order differs from that of launch.
    fn is_other(self) -> bool {
        self.group > 1
    }

    fn decision(&self, func: Op, why: &str) -> Decision {
        let what = format!("Tile blocks are taken in groups of {} rows", self.group);
        Decision::new(func, true, what, why)
            .with("Group", self.group)
            .with("BlocksAtOnce", self.blocks)
            .with("BytesOfStep", self.loaded())
            .with("BytesOfRow", self.bytes[1])
            .with("BytesOfColumn", self.bytes[0])
    }
}

/// The order of a function's tile blocks, or why it does not change; none for functions that get no agents.
fn plan(module: &Module, func: Op, asked: u32) -> Option<Result<Order, &'static str>> {
    if !is_for_agents(module, func) || has_agents(module, func) {
        return None;
    }
    let nest = Nest::of(module, func).ok().filter(|nest| !nest.is_stream())?;
    Some(bytes_along(module, func, &nest).map(|bytes| {
        let occupancy = module.int(func, fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32;
        let best = Order::best(MULTIPROCESSORS * occupancy / ctas(module, func), bytes);
        if asked == 0 { best } else { Order { group: asked, ..best } }
    }))
}

/// Bytes that a tile block loads for a step along each axis, if every operand depends on one axis.
fn bytes_along(module: &Module, func: Op, nest: &Nest) -> Result<[u32; 2], &'static str> {
    if preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::GetNumPrograms) {
        return Err("the program counts tile blocks");
    }
    if preorder(&module.body, func).any(|op| may_wait(module, op)) {
        return Err("tile blocks may wait for others, which must start before them");
    }
    let mut bytes = [0, 0];
    for &number in nest.groups.iter().filter(|group| group.is_inner).flat_map(|group| &group.operands) {
        let operand = &nest.operands[number];
        let load = module.body.operands(operand.load);
        // Each thread block of a cluster loads a part of a divided tile.
        let parts = if is_same_in_cluster(module, load) { 1 } else { ctas(module, func) };
        match along(module, load) {
            [true, true] => return Err("an operand of the product differs in every tile block"),
            [false, false] => {}
            [first, _] => bytes[usize::from(!first)] += operand.bytes() * parts,
        }
    }
    if bytes.contains(&0) {
        return Err("the operands of the product do not depend on two different axes of the grid");
    }
    Ok(bytes)
}

/// The axes of the grid on which values depend.
fn along(module: &Module, values: &[Value]) -> [bool; 2] {
    let mut found = [false; 2];
    for axis in origins(module, values).into_iter().filter_map(|op| axis_of(module, op)) {
        found[axis] = true;
    }
    found
}

/// The axis, of the two, of the position that an op returns.
fn axis_of(module: &Module, op: Op) -> Option<usize> {
    let axis = module.int(op, fields::get_program_id::axis);
    let is_id = module.opcode(op) == Opcode::GetProgramId;
    AXES.iter().position(|&known| is_id && axis == Some(known))
}

/// Replaces the position of the block by that of its tile in all ops of a function.
fn rewrite(module: &mut Module, func: Op, group: u32) {
    let body = module.block(func, fields::func::body).expect("a function has a body");
    let first = module.body.block_ops(body).next().expect("a function ends in `return`");
    let ids = preorder(&module.body, func).filter_map(|op| Some((op, axis_of(module, op)?)));
    let ids: Vec<(Op, usize)> = ids.collect();
    let like = ids.first().map_or(func, |&(op, _)| op);
    let mut rewriter = Rewriter::new(module);
    let taken = rewriter.build_before(first, like, |b| position(b, group));
    for (op, axis) in ids {
        rewriter.replace_op(op, &[taken[axis]]);
    }
}

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// The position of the tile of a thread block. No number wraps: axes of the grid have fewer than 2^24 tile blocks.
fn position(b: &mut Builder<'_>, group: u32) -> [Value; 2] {
    let group = index(b, group);
    let ty = b.module.body.ty(group);
    let [x, y] = AXES.map(|axis| b.get_program_id().axis(axis).result(ty).finish().value());
    let [columns, all] = AXES.map(|axis| b.get_num_programs().axis(axis).result(ty).finish().value());
    let row = b.remi().lhs(y).rhs(group).result(ty).finish().value();
    let first = b.subi().lhs(y).rhs(row).result(ty).finish().value();
    let left = b.subi().lhs(all).rhs(first).result(ty).finish().value();
    let rows = b.mini().lhs(left).rhs(group).result(ty).finish().value();
    let before = b.muli().lhs(row).rhs(columns).result(ty).finish().value();
    let at = b.addi().lhs(before).rhs(x).result(ty).finish().value();
    let column = b.divi().lhs(at).rhs(rows).result(ty).finish().value();
    let whole = b.muli().lhs(column).rhs(rows).result(ty).finish().value();
    let beside = b.subi().lhs(at).rhs(whole).result(ty).finish().value();
    let row = b.addi().lhs(first).rhs(beside).result(ty).finish().value();
    [column, row]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_load_few_bytes_that_are_not_in_the_cache() {
        let kilobytes = |bytes: [u32; 2]| bytes.map(|kilobytes| kilobytes << 10);
        for (occupancy, bytes, group) in
            [(2, [16, 16], 32), (1, [32, 16], 32), (1, [16, 32], 16), (4, [8, 8], 32), (1, [16, 16], 16)]
        {
            let best = Order::best(MULTIPROCESSORS * occupancy, kilobytes(bytes));
            assert_eq!(best.group, group, "{bytes:?}");
            let launch = Order { group: 1, ..best };
            assert!(best.loaded() < launch.loaded());
        }
    }
}
