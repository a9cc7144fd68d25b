//! Stores by tensor maps: which tiles, and the location of a tile before it is copied.
//!
//! A tile in the layout of the product's sum is written from registers to shared memory, arranged as boxes, and from
//! there one thread copies it. It uses the memory of the stages if the product is complete when the tile is stored; in
//! a loop around the product, the next stages are being filled, so it has separate memory.
//!
//! Copies of tensor maps are only ordered by waiting for them. A store that the program orders before or after other
//! accesses is executed by threads.

use cranelift_entity::EntitySet;
use ir::analysis::Uses;
use ir::build::IntoAttr as _;
use ir::generic::Attr;
use ir::walk::preorder;
use ir::{AttrSlot, Op, Value};
use tileaa::boxes::NoBoxes;

use super::columns::slice_of_registers;
use super::exits::is_loop;
use super::map_memory::is_made_early;
use super::memory_order::written_before;
use super::nest::Nest;
use super::resources::{Resources, shared_of_block};
use super::stage::{staging, staging_of_slice, tensor_map};
use super::sum_loop::{Cut, SumLoop};
use crate::decisions::Decision;
use crate::ops::fields;
use crate::shared_memory::buffer_bytes;
use crate::types::{BufferType, Type};
use crate::{Module, Opcode, target};

/// Stages that the product keeps where tiles are laid out beside them: with fewer, copies are waited for.
const LEAST_STAGES: u32 = 3;
/// Slices of a tile that are in shared memory at once: one is copied while the next one is laid out.
pub(crate) const SLICES_AT_ONCE: u64 = 2;

/// A store of a tile, and whether a tensor map makes it.
pub(crate) struct Stored {
    pub(crate) op: Op,
    pub(crate) boxes: Result<(), NoBoxes>,
    /// The extents of the slices in which its tile goes through shared memory, if it is cut.
    pub(crate) slice: Option<[u32; 2]>,
}

/// Decisions about the stores of a function, and the number of stages that remain.
pub(crate) struct Stores {
    pub(crate) stores: Vec<Stored>,
    pub(crate) stages: u32,
}

impl Stores {
    /// Decides for a function with these resources, which needs some bytes besides for factors that threads compute,
    /// and has some sums in tensor memory.
    pub(crate) fn of(
        module: &Module,
        (func, weights): (Op, u32),
        (nest, loops): (&Nest, &[SumLoop]),
        (resources, take_over): (&Resources, bool),
    ) -> Stores {
        let all = preorder(&module.body, func).filter(|&op| is_asked_about(module, op));
        let in_registers = loops.is_empty();
        let slice = |op: Op| match in_registers {
            true => may_be_boxes(module, (func, nest), op)
                .ok()
                .and_then(|()| slice_of_registers(module, func, op)),
            false => {
                loops.iter().filter_map(|known| known.cut).find(|cut| cut.store == op).map(|cut| cut.slice)
            }
        };
        let mut stores: Vec<Stored> = all
            .map(|op| Stored {
                op,
                boxes: can_be_boxes(module, (func, nest), op, (resources.stages, take_over)),
                slice: slice(op),
            })
            .collect();
        let taken = stores.iter().filter(|stored| stored.boxes.is_ok());
        let taken = taken.map(|stored| (stored.op, stored.slice));
        let beside = bytes_beside(module, (nest, take_over), taken);
        let beside = beside.saturating_mul(resources.multipliers);
        let taken = beside.saturating_add(nest.stage_bytes()[1]).saturating_add(weights);
        let capability = target::capability(module).unwrap_or(0);
        let room = shared_of_block(capability, resources.occupancy).saturating_sub(taken);
        let left = (room / nest.stage_of_pipelines()).min(resources.stages);
        if beside == 0 || left >= resources.stages.min(LEAST_STAGES) {
            return Stores { stores, stages: if beside == 0 { resources.stages } else { left } };
        }
        for stored in &mut stores {
            if stored.boxes.is_ok() && (take_over || is_in_nest(module, nest, stored.op)) {
                stored.boxes = Err(NoBoxes::Room);
            }
        }
        Stores { stores, stages: resources.stages }
    }

    /// Whether a store has no room that would have some with more shared memory.
    pub(crate) fn lacks_room(&self) -> bool {
        self.stores.iter().any(|stored| stored.boxes == Err(NoBoxes::Room))
    }

    /// Whether threads make the store of a sum that was to be cut for it.
    pub(crate) fn has_lost_cut(&self, loops: &[SumLoop]) -> bool {
        let is_lost =
            |cut: Cut| self.stores.iter().any(|stored| stored.op == cut.store && stored.boxes.is_err());
        loops.iter().filter_map(|known| known.cut).any(is_lost)
    }

    /// Writes the decision on the stores.
    pub(crate) fn write(&self, module: &mut Module) {
        use fields::tiled_store::{boxes, no_boxes, slice};
        for stored in &self.stores {
            let (yes, no) = match stored.boxes {
                Ok(()) => (true.into_attr(module), AttrSlot::ABSENT),
                Err(why) => (AttrSlot::ABSENT, why.into_attr(module)),
            };
            module.set_attr(stored.op, boxes, yes);
            module.set_attr(stored.op, no_boxes, no);
            if let Some(extents) = stored.slice.filter(|_| stored.boxes.is_ok()) {
                let extents = Attr::Ints(extents.map(i64::from).into()).into_attr(module);
                module.set_attr(stored.op, slice, extents);
            }
        }
    }

    /// The same in words.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Decision> + '_ {
        self.stores.iter().map(|stored| match stored.boxes {
            Ok(()) => {
                let what = "The tile is stored by a tensor map";
                let why = "it is written to shared memory, and one thread copies it in boxes";
                let decision = Decision::new(stored.op, true, what, why);
                match stored.slice {
                    Some([rows, columns]) => decision.with("Slice", format!("{rows}x{columns}")),
                    None => decision,
                }
            }
            Err(why) => Decision::new(stored.op, false, "The tile is stored by threads", why.reason()),
        })
    }
}

/// Bytes of shared memory that tiles which are stored in loops around the product need beside its stages, or all tiles
/// that are stored where thread blocks take over those of others.
pub(crate) fn bytes_beside(
    module: &Module,
    (nest, take_over): (&Nest, bool),
    stores: impl Iterator<Item = (Op, Option<[u32; 2]>)>,
) -> u32 {
    let mut types: Vec<(BufferType, u64)> = Vec::new();
    for (op, slice) in stores.filter(|&(op, _)| take_over || is_in_nest(module, nest, op)) {
        let buffers = if slice.is_some() { SLICES_AT_ONCE } else { 1 };
        let staging = staging_in(module, op, slice).map(|ty| (ty, buffers));
        types.extend(staging.filter(|known| !types.contains(known)));
    }
    let bytes = types.iter().map(|(ty, buffers)| buffer_bytes(ty) * buffers);
    bytes.map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX)).fold(0, u32::saturating_add)
}

/// The extents of the slices in which the tile of a store goes through shared memory, as was decided.
pub(crate) fn slice_of(module: &Module, store: Op) -> Option<[u32; 2]> {
    let extents = module.ints(store, fields::tiled_store::slice);
    let &[rows, columns] = extents else { return None };
    Some([u32::try_from(rows).ok()?, u32::try_from(columns).ok()?])
}

/// The stores of a function that tensor maps make.
pub(crate) fn boxed_stores(module: &Module, func: Op) -> Vec<Op> {
    let is_boxed = |&op: &Op| is_boxed_store(module, op);
    preorder(&module.body, func).filter(is_boxed).collect()
}

/// All stores of a function without agents are made by threads.
pub(super) fn by_threads(module: &mut Module, func: Op) {
    for op in boxed_stores(module, func) {
        module.set_attr(op, fields::tiled_store::boxes, AttrSlot::ABSENT);
    }
}

/// Whether an op is a store that a tensor map makes.
pub(crate) fn is_boxed_store(module: &Module, op: Op) -> bool {
    module.opcode(op) == Opcode::TiledStore && module.flag(op, fields::tiled_store::boxes)
}

/// Where the tile of a store, or a slice of it, lies before it is copied; none where boxes cannot be laid out.
pub(crate) fn staging_of(module: &Module, store: Op) -> Option<BufferType> {
    staging_in(module, store, slice_of(module, store))
}

fn staging_in(module: &Module, store: Op, slice: Option<[u32; 2]>) -> Option<BufferType> {
    let tiles = module.ty(module.operand(store, fields::tiled_store::tiles)).block_tile()?;
    match slice {
        Some(slice) => staging_of_slice(tiles, slice),
        None => staging(tiles).filter(|buffer| tensor_map(tiles, buffer).is_some()),
    }
}

/// Whether an op is a store whose attributes state whether a tensor map can describe it.
fn is_asked_about(module: &Module, op: Op) -> bool {
    use fields::tiled_store::{boxes, no_boxes};
    module.opcode(op) == Opcode::TiledStore
        && [boxes, no_boxes].iter().any(|&field| module.attr(op, field).is_present())
}

fn can_be_boxes(
    module: &Module,
    (func, nest): (Op, &Nest),
    store: Op,
    (stages, take_over): (u32, bool),
) -> Result<(), NoBoxes> {
    may_be_boxes(module, (func, nest), store)?;
    let staged = staging_of(module, store).ok_or(NoBoxes::Row)?;
    let in_stages = !take_over && !is_in_nest(module, nest, store);
    if in_stages && buffer_bytes(&staged) > nest.largest_pipeline(stages) {
        return Err(NoBoxes::Room);
    }
    Ok(())
}

/// Whether a tensor map can execute a store that has room.
pub(super) fn may_be_boxes(module: &Module, (func, nest): (Op, &Nest), store: Op) -> Result<(), NoBoxes> {
    use fields::tiled_store as f;
    if let Some(why) = module.get_opt(store, f::no_boxes) {
        return Err(why);
    }
    // A tile with dimensions of one element besides is laid out like the sum.
    let shape = |value: Value| {
        let tile = module.ty(value).tile()?;
        Some(tile.shape().iter().copied().filter(|&extent| extent != 1).collect::<Vec<u32>>())
    };
    let stored = shape(module.operand(store, f::value));
    let is_sum = nest.products.iter().any(|product| shape(module.body.result(product.dot, 0)) == stored);
    if !is_sum || is_before(module, (func, nest), store) {
        return Err(NoBoxes::Shape);
    }
    if staging_of(module, store).is_none() {
        return Err(NoBoxes::Row);
    }
    if !is_made_early(module, func, module.operand(store, f::tiles)) {
        return Err(NoBoxes::Late);
    }
    if is_ordered(module, func, store) {
        return Err(NoBoxes::Order);
    }
    Ok(())
}

/// Whether a store is in a loop around the product.
fn is_in_nest(module: &Module, nest: &Nest, op: Op) -> bool {
    let mut around = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    around.any(|op| is_loop(module, op) && nest.skeleton.kept.contains(op))
}

/// Whether a loop of products stands after a store.
fn is_before(module: &Module, (func, nest): (Op, &Nest), store: Op) -> bool {
    let is_kept = |op: Op| is_loop(module, op) && nest.skeleton.kept.contains(op);
    preorder(&module.body, func).skip_while(|&op| op != store).any(is_kept)
}

/// Whether the program orders a store after a write, or another access after it. With itself, in a loop, it is in
/// order: the copy of an iteration waits for the one before.
fn is_ordered(module: &Module, func: Op, store: Op) -> bool {
    if written_before(module, module.operands(store, fields::tiled_store::token), Some(store)).is_some() {
        return true;
    }
    let uses = Uses::of(&module.body, func);
    let is_token = |value: &Value| *module.ty(*value) == Type::Token;
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut behind: Vec<Value> = module.body.results(store).iter().filter(is_token).collect();
    while let Some(token) = behind.pop() {
        if !seen.insert(token) {
            continue;
        }
        for &user in uses.users(&module.body, token).iter().filter(|&&user| user != store) {
            #[allow(
                clippy::wildcard_enum_match_arm,
                reason = "other ops that take tokens access memory or synchronise"
            )]
            match module.opcode(user) {
                Opcode::JoinTokens => behind.push(module.body.result(user, 0)),
                Opcode::For | Opcode::Loop | Opcode::If => {
                    behind.extend(handed_on(module, user).filter(is_token))
                }
                Opcode::Continue | Opcode::Break | Opcode::Yield => {
                    let owner = module.body.parent_op(user).expect("what ends a block stands in one");
                    behind.extend(handed_on(module, owner).filter(is_token));
                }
                _ => return true,
            }
        }
    }
    false
}

/// The block arguments and results of an op of control flow. Their order does not matter for finding
/// about any.
fn handed_on(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
    let inside: Vec<Value> =
        blocks.flat_map(|block| module.body.block_args(block).iter().collect::<Vec<_>>()).collect();
    inside.into_iter().chain(module.body.results(op).iter().collect::<Vec<_>>())
}
