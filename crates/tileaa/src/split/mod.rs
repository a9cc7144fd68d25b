//! Tile blocks in parts: divided among the thread blocks of a cluster, or computed by one thread block part by part.
//!
//! The model: if a kernel requests clusters (`num_cta_in_cga`), tiles are divided along one dimension into as many parts, and
//! the thread block of rank `r` has part `r` of each. `axes` determines which dimensions are divided together: elements never
//! cross from one part to another. Each thread block computes values without such a dimension, scalars above all, for itself.
//! Control flow only depends on such values, so all thread blocks take the same path. Values that all thread blocks have are
//! written by the thread block of rank 0.
//!
//! [`decide`] analyses a kernel, and gives the reason if it is not divided; `plan-clusters` writes the decision
//! (`cluster_size`); `split-tile-blocks` divides.
//!
//! Parts that thread blocks may compute concurrently may also be computed one after the other. A kernel whose live tiles far
//! exceed the registers of a thread block therefore gets a loop over the parts of its tiles: [`decide_slices`] counts and
//! chooses, `plan-slices` writes the decision (`slices`), and `split-tile-blocks` divides and creates the loop, whose counter
//! is the rank. The loop goes around the ops that have the divided tiles (`scope`), inside of the loops of a persistent program.
//!
//! Two parts may also be computed side by side, by ops of their own ([`plan_chains`], `chains`).
//!
//! - Classes of axes are divided in the order of the work along them, as long as no tile would be divided twice.
//! - A part of a product is one that tensor cores support.
//! - Thread blocks do not wait for each other: an access that a token orders after one of another thread block prevents
//!   division, unless the two cannot alias (`order`). So does synchronisation with other tile blocks, because it would only
//!   order one thread block.
//! - Private memory of the tile block prevents division, too: each thread block would have its own.

mod axes;
mod batches;
mod chains;
mod choose;
mod loops;
mod order;
mod pressure;
mod rewrite;
mod scope;
mod side_by_side;
mod slices;
mod tiled;

use std::fmt;

use ir::analysis::Uses;
use ir::build::IntoAttr as _;
use ir::walk::preorder;
use ir::{AttrSlot, Op};
use rustc_hash::FxHashMap;

use self::axes::{Axes, Tile};
pub(crate) use self::batches::split_batches;
pub use self::chains::plan_chains;
use self::choose::Preferred;
use self::rewrite::Parts;
use self::scope::Nested;
pub use self::slices::{Slices, decide_slices};
pub(crate) use self::tiled::{Tiled, moved_on};
use crate::arith::MemoryOrdering;
use crate::axis_info::AxisAnalysis;
use crate::ops::{fields, is_multimem};
use crate::types::TileType;
use crate::{Module, Opcode};

/// Why a tile block is left to one thread block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A reduction.
    Reduced,
    /// A scan.
    Scanned,
    /// A product.
    Summed,
    /// Tiles that are joined, or slices.
    Joined,
    /// A reshape.
    Reshaped,
    /// Elements as bytes.
    Packed,
    /// A print.
    Printed,
    /// Memory with a shape that is loop-carried or the result of a branch.
    Carried,
    /// Two dimensions of one tile.
    Twice,
    /// Few elements.
    Short,
    /// Nothing to share.
    Nothing,
    /// The order of accesses.
    Order,
    /// An access that other tile blocks may wait for.
    Synchronises,
    /// An atomic access whose result all thread blocks need.
    Result,
    /// Memory of the tile block.
    OwnMemory,
    /// A return inside of a loop or branch.
    Returns,
    /// Work that is not divided.
    Whole,
    /// Memory of several devices.
    Devices,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Reduced => "a reduction needs all elements along the dimension to divide",
            Why::Scanned => "a scan needs all elements along the dimension to divide",
            Why::Summed => "a product sums over the dimension to divide",
            Why::Joined => "tiles are joined or sliced along the dimension to divide",
            Why::Reshaped => "a reshape scatters the elements along the dimension to divide",
            Why::Packed => "elements are packed into bytes",
            Why::Printed => "a whole tile is printed",
            Why::Carried => "shaped memory is the result of a loop or a branch",
            Why::Twice => "two dimensions of a tile would be divided together",
            Why::Short => "tiles have too few elements along the dimension to divide",
            Why::Nothing => "no loaded or stored tile can be divided",
            Why::Order => "a token orders an access after one of another thread block, and the two may alias",
            Why::Synchronises => "an access synchronises with other tile blocks",
            Why::Result => "an atomic access returns one number that all thread blocks need",
            Why::OwnMemory => "the tile block has private memory (`alloca`)",
            Why::Returns => "the kernel returns inside a loop or branch",
            Why::Whole => "the tiles with the most registers, or most of the work, would not be divided",
            Why::Devices => "multicast memory of several devices is accessed",
        })
    }
}

/// Why, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub why: Why,
    /// Where.
    pub op: Op,
}

/// The decision for a kernel that requests clusters.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The kernel.
    pub func: Op,
    /// Thread blocks of a cluster.
    pub ctas: u32,
    /// How it is cut, or why it is not.
    pub plan: Result<Plan, Refusal>,
}

/// How the tiles of a kernel are cut.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Tiles and the dimension along which each is cut, in the order of the program.
    cut: Vec<(Tile, usize)>,
    /// The same, as a set.
    dims: FxHashMap<Tile, usize>,
    /// The ops that only the thread block of rank 0 executes.
    first: Vec<Op>,
    /// The tile with most work, and its dimension.
    pub most: (TileType, usize),
    /// The ops that are executed once for each part, if that is not the whole kernel.
    nested: Option<Nested>,
}

impl Plan {
    /// The dimension along which a tile is cut.
    fn dim(&self, tile: Tile) -> Option<usize> {
        self.dims.get(&tile).copied()
    }

    /// The same for the elements that an access moves.
    fn access(&self, module: &Module, op: Op) -> Option<usize> {
        self.dim(moved(module, op)?)
    }

    /// The ops that are executed once for each part.
    fn ops(&self, module: &Module, func: Op) -> Vec<Op> {
        match &self.nested {
            Some(run) => run.all(module),
            None => preorder(&module.body, func).collect(),
        }
    }

    /// Whether an op of the kernel is one of them.
    fn contains(&self, op: Op) -> bool {
        self.nested.as_ref().is_none_or(|run| run.contains(op))
    }
}

/// Decides for every kernel of a verified module that requests clusters and has none yet.
pub fn decide(module: &Module) -> Vec<Decision> {
    let asks = |&func: &Op| {
        module.opcode(func) == Opcode::Func
            && module.int(func, fields::func::num_cta_in_cga).is_some_and(|ctas| ctas > 1)
            && module.int(func, fields::func::num_ctas).is_none()
    };
    let mut asking = preorder(&module.body, module.root).filter(asks).peekable();
    if asking.peek().is_none() {
        return Vec::new();
    }
    let facts = AxisAnalysis::of(module);
    let decided = asking.map(|func| {
        let ctas = module.int(func, fields::func::num_cta_in_cga).unwrap_or(1) as u32;
        Decision { func, ctas, plan: plan(module, &facts, func, ctas) }
    });
    decided.collect()
}

/// Why the tile blocks of a kernel cannot be divided among this number of thread blocks; none if they can.
pub fn obstacle(module: &Module, func: Op, ctas: u32) -> Option<Refusal> {
    plan(module, &AxisAnalysis::of(module), func, ctas).err()
}

/// Compute capability from which on there are clusters.
pub const CLUSTERS_SINCE: u32 = 90;

/// Writes the number of thread blocks per tile block on every kernel that requests clusters and can have them; true if one can.
pub(crate) fn plan_clusters(module: &mut Module, capability: u32) -> bool {
    if capability < CLUSTERS_SINCE {
        return false;
    }
    let mut changed = false;
    for Decision { func, ctas, .. } in decide(module).into_iter().filter(|decision| decision.plan.is_ok()) {
        let slot = i64::from(ctas).into_attr(module);
        module.set_attr(func, fields::func::cluster_size, slot);
        changed = true;
    }
    changed
}

/// Whether a kernel has a planned cluster that does not share its tile blocks yet.
pub fn has_clusters(module: &Module) -> bool {
    preorder(&module.body, module.root)
        .any(|op| module.opcode(op) == Opcode::Func && module.int(op, fields::func::cluster_size).is_some())
}

/// Writes the number of slices on every kernel whose tiles need too many registers; true if one is divided.
pub(crate) fn plan_slices(module: &mut Module, shared: u64) -> bool {
    let mut changed = false;
    for slices in decide_slices(module, shared) {
        if let Ok((parts, _)) = slices.plan {
            let slot = i64::from(parts).into_attr(module);
            module.set_attr(slices.func, fields::func::slices, slot);
            changed = true;
        }
    }
    changed
}

/// Cuts the tiles of every kernel whose cluster or slices are planned; true when the module changed.
pub(crate) fn split(module: &mut Module) -> bool {
    let planned = |&func: &Op| {
        let asks = [fields::func::cluster_size, fields::func::slices, fields::func::chains];
        module.opcode(func) == Opcode::Func && asks.iter().any(|&field| module.int(func, field).is_some())
    };
    let funcs: Vec<Op> = preorder(&module.body, module.root).filter(planned).collect();
    if funcs.is_empty() {
        return false;
    }
    let facts = AxisAnalysis::of(module);
    for func in funcs {
        use fields::func as f;
        let [cluster, slices, chains] = [f::cluster_size, f::slices, f::chains].map(|field| {
            let parts = module.int(func, field).and_then(|parts| u32::try_from(parts).ok());
            module.set_attr(func, field, AttrSlot::ABSENT);
            parts.filter(|&parts| parts > 1)
        });
        let is_whole = module.int(func, f::num_ctas).is_none();
        // Text may plan what cannot be; such a kernel is left as it is.
        let planned = match (cluster.filter(|_| is_whole), slices, chains.filter(|_| is_whole)) {
            (Some(ctas), _, _) => {
                plan(module, &facts, func, ctas).ok().map(|plan| (Parts::Cluster(ctas), plan))
            }
            (None, Some(parts), _) => {
                slices::division(module, &facts, func, parts).ok().map(|plan| (Parts::Slices(parts), plan))
            }
            (None, None, Some(_)) => chains::division(module, &facts, func).map(|plan| (Parts::Chains, plan)),
            (None, None, None) => None,
        };
        if let Some((parts, plan)) = planned {
            rewrite::rewrite(module, func, parts, &plan);
        }
    }
    true
}

/// How the tiles of a kernel are divided if all of it is executed once for each part.
fn plan(module: &Module, facts: &AxisAnalysis, func: Op, parts: u32) -> Result<Plan, Refusal> {
    if let Some(refusal) = preorder(&module.body, func).find_map(|op| unshared(module, op)) {
        return Err(refusal);
    }
    let plan = choose::choose(module, &Axes::of(module, func), (func, parts), Preferred::Outer)?;
    checked(module, facts, func, plan)
}

/// The same if only the ops around the divided tiles are.
fn plan_nested(module: &Module, facts: &AxisAnalysis, func: Op, parts: u32) -> Result<Plan, Refusal> {
    let mut plan = choose::choose(module, &Axes::of(module, func), (func, parts), Preferred::Longer)?;
    plan.nested = scope::nested(module, func, &Uses::of(&module.body, func), &plan);
    match plan.ops(module, func).into_iter().find_map(|op| unshared(module, op)) {
        Some(refusal) => Err(refusal),
        None => checked(module, facts, func, plan),
    }
}

/// A plan, with what only one part executes.
fn checked(module: &Module, facts: &AxisAnalysis, func: Op, mut plan: Plan) -> Result<Plan, Refusal> {
    let uses = Uses::of(&module.body, func);
    for op in plan.ops(module, func) {
        if !writes(module, op) || plan.access(module, op).is_some() {
            continue;
        }
        let gives = module.body.results(op).iter().filter(|&value| module.ty(value).tile().is_some());
        if gives.into_iter().any(|value| uses.is_used(value)) {
            return Err(Refusal { why: Why::Result, op });
        }
        plan.first.push(op);
    }
    order::check(module, facts, func, &uses, &plan)?;
    Ok(plan)
}

/// A reason why an op cannot be divided, for any division of tiles.
fn unshared(module: &Module, op: Op) -> Option<Refusal> {
    use fields::{atomic_cas, atomic_rmw, load, store, tiled_atomic_red, tiled_load, tiled_store};
    if is_multimem(module, op) {
        return Some(Refusal { why: Why::Devices, op });
    }
    let weak = [MemoryOrdering::Weak].as_slice();
    let relaxed = [MemoryOrdering::Weak, MemoryOrdering::Relaxed].as_slice();
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops access no memory")]
    let (ordering, free) = match module.opcode(op) {
        Opcode::Alloca => return Some(Refusal { why: Why::OwnMemory, op }),
        Opcode::MemoryFence => return Some(Refusal { why: Why::Synchronises, op }),
        // A value that is read again may have changed: thread blocks would see different numbers.
        Opcode::Load => (load::ordering, weak),
        Opcode::TiledLoad => (tiled_load::ordering, weak),
        Opcode::Store => (store::ordering, relaxed),
        Opcode::TiledStore => (tiled_store::ordering, relaxed),
        Opcode::AtomicRmw => (atomic_rmw::ordering, relaxed),
        Opcode::AtomicCas => (atomic_cas::ordering, relaxed),
        Opcode::TiledAtomicRed => (tiled_atomic_red::ordering, relaxed),
        _ => return None,
    };
    let found = module.get::<MemoryOrdering>(op, ordering);
    (!free.contains(&found)).then_some(Refusal { why: Why::Synchronises, op })
}

/// Whether an op has an effect outside of the kernel that must happen once.
fn writes(module: &Module, op: Op) -> bool {
    matches!(
        module.opcode(op),
        Opcode::Store
            | Opcode::TiledStore
            | Opcode::TiledAtomicRed
            | Opcode::AtomicRmw
            | Opcode::AtomicCas
            | Opcode::Print
    )
}

/// The elements that an access moves.
fn moved(module: &Module, op: Op) -> Option<Tile> {
    let taken = |field| Axes::operand(module, op, module.operand_range(op, field).start);
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops access no memory")]
    Some(match module.opcode(op) {
        Opcode::Load => Tile::Value(module.result(op, fields::load::result)),
        Opcode::TiledLoad => Tile::Value(module.result(op, fields::tiled_load::result)),
        Opcode::Store => taken(fields::store::value),
        Opcode::TiledStore => taken(fields::tiled_store::value),
        Opcode::TiledAtomicRed => taken(fields::tiled_atomic_red::value),
        Opcode::AtomicRmw => Tile::Value(module.result(op, fields::atomic_rmw::result)),
        Opcode::AtomicCas => Tile::Value(module.result(op, fields::atomic_cas::result)),
        _ => return None,
    })
}
