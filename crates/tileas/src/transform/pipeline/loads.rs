//! Loads of a block that can be asynchronous copies into the buffers in which their tiles are stored.

use cranelift_entity::SecondaryMap;
use ir::analysis::Uses;
use ir::{Block, Field, Op, Value};
use tileaa::types::{Elem, Padding};

use super::Builder;
use crate::layout::SharedLayout;
use crate::ops::{Builders as _, fields};
use crate::transform::relayout::is_zero;
use crate::types::{BufferType, TileType};
use crate::{Module, Opcode, Type};

/// The minimum and maximum bytes of one copy.
pub(crate) const COPY: std::ops::RangeInclusive<u64> = 4..=16;
/// A load that becomes a copy: the ops between it and its buffer are removed.
#[derive(Clone)]
pub(super) struct Copied {
    pub(super) load: Op,
    /// Views and permutations between the load and the store, the last first.
    pub(super) reshapes: Vec<Op>,
    pub(super) store: Op,
    pub(super) buffer: Value,
}

/// The ops of a block, by place.
pub(super) struct Loads<'m> {
    module: &'m Module,
    uses: &'m Uses,
    block: Block,
    pub(super) places: SecondaryMap<Op, u32>,
}

impl Copied {
    /// The buffer with the coordinates of the loaded tile.
    pub(super) fn as_loaded(&self, module: &Module) -> Option<BufferType> {
        let Type::Buffer(buffer) = module.ty(self.buffer) else { return None };
        let mut layout = buffer.layout.clone();
        for &op in &self.reshapes {
            layout = before(module, op, &layout)?;
        }
        Some(BufferType::new(buffer.elem, layout))
    }
}

/// The layout of a buffer with the coordinates that its elements had before a view or a permutation.
fn before(module: &Module, op: Op, layout: &SharedLayout) -> Option<SharedLayout> {
    if module.opcode(op) != Opcode::Permute {
        let source = module.ty(module.body.operands(op)[0]).tile()?;
        return Some(layout.reshape(source.layout.shape().clone()));
    }
    // Dimension i of the result is dimension `permutation[i]` of the source.
    let permutation = module.ints(op, fields::permute::permutation);
    let place = |dim: usize| permutation.iter().position(|&from| from == dim as i64);
    let back: Option<Vec<usize>> = (0..permutation.len()).map(place).collect();
    Some(layout.permute_dims(&back?))
}

/// The value of a constant.
pub(super) fn constant(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    module.number(op, fields::constant::value)
}

impl<'m> Loads<'m> {
    pub(super) fn of(module: &'m Module, uses: &'m Uses, block: Block) -> Loads<'m> {
        let mut places = SecondaryMap::new();
        for (place, op) in module.body.block_ops(block).enumerate() {
            places[op] = place as u32 + 1;
        }
        Loads { module, uses, block, places }
    }

    /// The loads that can be copies, in the order of their stores.
    pub(super) fn copies(&self) -> Vec<Copied> {
        let ops = self.module.body.block_ops(self.block);
        let stores = ops.filter(|&op| self.module.opcode(op) == Opcode::LocalStore);
        stores.filter_map(|store| self.copied(store)).collect()
    }

    /// Whether products of warpgroups read a copy, through another proxy.
    pub(super) fn needs_fence(&self, copied: &Copied) -> bool {
        let users = self.uses.users(&self.module.body, copied.buffer);
        users.iter().any(|&user| self.module.opcode(user) == Opcode::AsyncDot)
    }

    /// The load after a store to a buffer, if it can be a copy.
    fn copied(&self, store: Op) -> Option<Copied> {
        let module = self.module;
        let buffer = module.operand(store, fields::local_store::buffer);
        let alloc = module.body.def_op(buffer).filter(|&op| module.opcode(op) == Opcode::AllocTensor)?;
        let zero = |&value: &Value| constant(module, value) == Some(0);
        let users = self.uses.users(&module.body, buffer);
        #[allow(clippy::wildcard_enum_match_arm, reason = "no other op reads a buffer as it is")]
        let reads_after_store = |&user: &Op| {
            let reads = || match module.opcode(user) {
                Opcode::LocalLoad => module.operands(user, fields::local_load::offsets).iter().all(zero),
                // It takes the stage as it is: copies fill it as the descriptor says.
                Opcode::TensorDot => true,
                _ => self.multiplies_here(user),
            };
            user == store || self.places[user] > self.places[store] && reads()
        };
        let whole = module.operands(store, fields::local_store::offsets).iter().all(zero)
            && module.ints(store, fields::local_store::slice).is_empty();
        if !whole || !users.iter().all(reads_after_store) || self.uses.count(buffer) != users.len() {
            return None;
        }
        debug_assert!(module.body.parent_block(alloc).is_some(), "a buffer stands in a block");
        let mut load = self.only_definition(module.operand(store, fields::local_store::value))?;
        let mut reshapes = Vec::new();
        while matches!(module.opcode(load), Opcode::View | Opcode::Permute) {
            reshapes.push(load);
            load = self.only_definition(module.body.operands(load)[0])?;
        }
        let copied = Copied { load, reshapes, store, buffer };
        self.can_copy(&copied).then_some(copied)
    }

    /// Whether an op is a product of warpgroups that the iteration waits for: it has read its buffers then.
    fn multiplies_here(&self, op: Op) -> bool {
        let module = self.module;
        if module.opcode(op) != Opcode::AsyncDot {
            return false;
        }
        let waits = |&user: &Op| {
            module.opcode(user) == Opcode::DotWait
                && self.places[user] > 0
                && matches!(module.ty(module.body.result(user, 0)), Type::Tile(_))
                && module.int(user, fields::dot_wait::pending).unwrap_or(0) == 0
        };
        self.uses.users(&module.body, module.body.result(op, 0)).iter().all(waits)
    }

    /// The op of the body that defines a value which is used once.
    fn only_definition(&self, value: Value) -> Option<Op> {
        let op = self.module.body.def_op(value)?;
        (self.places[op] > 0 && self.uses.count(value) == 1).then_some(op)
    }

    /// Whether an instruction copies enough bytes at once, and elements outside are zeros.
    fn can_copy(&self, copied: &Copied) -> bool {
        let module = self.module;
        let Some(buffer) = copied.as_loaded(module) else { return false };
        let opcode = module.opcode(copied.load);
        let zeros = if opcode == Opcode::TiledLoad {
            let tiles = module.ty(module.operand(copied.load, fields::tiled_load::tiles)).block_tile();
            let alone = !module.attr(copied.load, fields::tiled_load::multimem).is_present();
            alone
                && tiles.is_some_and(|tiles| {
                    tiles.gather.is_none() && matches!(tiles.padding, None | Some(Padding::Zero))
                })
        } else {
            let other = || module.operand_opt(copied.load, fields::load::other);
            opcode == Opcode::Load && other().is_none_or(|other| is_zero(self.module, other))
        };
        zeros && copy_bytes(module, copied.load, &buffer).is_some()
    }

    /// Barriers of groups of stores that are all copies now, and the fences of these groups.
    pub(super) fn barriers(&self, copies: &[Copied]) -> Vec<Op> {
        let module = self.module;
        let copied = |op: Op| copies.iter().any(|copy| copy.store == op);
        let mut found = Vec::new();
        for first in copies.iter().map(|copy| copy.store) {
            // The ops of the group up to a barrier that are no stores, and the barrier.
            let run = |step: &dyn Fn(Op) -> Option<Op>| {
                let (mut at, mut passed) = (first, Vec::new());
                loop {
                    at = step(at)?;
                    // A product into tensor memory waits for all threads, as a barrier does.
                    let meets = matches!(module.opcode(at), Opcode::Barrier | Opcode::TensorDot);
                    if meets || module.opcode(at) == Opcode::MmaFence {
                        passed.push(at);
                    } else if !copied(at) {
                        return None;
                    }
                    if meets {
                        return Some(passed);
                    }
                }
            };
            let (before, after) = (run(&|op| module.body.prev(op)), run(&|op| module.body.next(op)));
            if let (Some(before), Some(after)) = (before, after) {
                let waits = before.into_iter().chain(after);
                found.extend(waits.filter(|&op| module.opcode(op) != Opcode::TensorDot));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The number of a stage.
pub(super) fn index(b: &mut Builder<'_>, number: u32) -> Value {
    let ty = Type::Tile(TileType::single(Elem::Scalar(numerics::Scalar::I32)));
    let ty = b.module.types.intern(ty);
    b.constant().value(ir::generic::Attr::Number(number.into())).result(ty).finish().value()
}

/// Starts the copy of a tile into a buffer instead of its load. `of` gives the operands of the load where the copy is.
pub(super) fn start(b: &mut Builder<'_>, copied: &Copied, buffer: Value, of: impl Fn(&Value) -> Value) {
    let load = copied.load;
    if b.module.opcode(load) == Opcode::TiledLoad {
        use fields::tiled_load as f;
        let tiles = of(&b.module.operand(load, f::tiles));
        let index: Vec<Value> = b.module.operands(load, f::index).iter().map(of).collect();
        let [inbounds, contiguity, divisibility] =
            [f::inbounds, f::contiguity, f::divisibility].map(|field| b.module.attr(load, field));
        let copy = b.async_tiled_load().tiles(tiles).index(index).buffer(buffer);
        copy.inbounds(inbounds).contiguity(contiguity).divisibility(divisibility).finish();
    } else {
        use fields::load as f;
        let source = of(&b.module.operand(load, f::source));
        let mask = b.module.operand_opt(load, f::mask).map(|mask| of(&mask));
        let [contiguity, divisibility] =
            [f::contiguity, f::divisibility].map(|field| b.module.attr(load, field));
        let copy = b.async_load().source(source).mask(mask).buffer(buffer);
        copy.contiguity(contiguity).divisibility(divisibility).finish();
    }
}

/// The bytes that one copy of a load into a buffer of its shape moves: 4, 8 or 16, aligned in memory and consecutive in
/// the buffer.
fn copy_bytes(module: &Module, load: Op, buffer: &BufferType) -> Option<u64> {
    let tiled = module.opcode(load) == Opcode::TiledLoad;
    let field = |of_tiles: Field, of_load: Field| if tiled { of_tiles } else { of_load };
    let contiguity = module.ints(load, field(fields::tiled_load::contiguity, fields::load::contiguity));
    let divisibility = module.int(load, field(fields::tiled_load::divisibility, fields::load::divisibility));
    let bits = buffer.elem.scalar()?.storage_bits();
    if bits < 8 {
        return None;
    }
    let bytes = u64::from(bits / 8);
    let dim = contiguity.iter().position(|&elements| elements > 1);
    let mut together = dim.map_or(1, |dim| contiguity[dim] as u64);
    if let (false, Some(dim)) = (tiled, dim) {
        // Each thread only has the addresses of its own elements.
        let source =
            module.ty(module.operand(load, fields::load::source)).tile().expect("a tile of addresses");
        together = together.min(u64::from(source.layout.contiguous(dim)));
    }
    together = together.min(dim.map_or(1, |dim| buffer.layout.contiguous(dim).into()));
    let most = (together * bytes).min(divisibility.unwrap_or(1).max(1) as u64);
    let most = (1u64 << most.ilog2()).min(*COPY.end());
    COPY.contains(&most).then_some(most)
}
