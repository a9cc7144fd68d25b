//! Level 1 to level 2: every op in terms of tiles, shaped memory, and addresses.
//!
//! Changes:
//! - Views become memory ([`make_memref`](Opcode::MakeMemref)) divided into tiles ([`block_tile`](Opcode::BlockTile)), pointers
//!   become plain addresses, and offsets in elements become offsets in bytes.
//! - Truth values are bytes in memory: a load of them is a load of bytes and a comparison, and a store is a store of bytes.
//! - Bodies of reductions take the accumulated value before the element.
//! - Only the hints of the target are kept.
//! - Calls are inlined. Tiles that a body computes become ops on tiles, or a loop if the body is not plain arithmetic.
//!
//! Values keep their names, and ops their locations. Tokens stay edges between accesses.
//!
//! The program is walked with a stack of frames, one for each block that is being lowered, so that nesting uses the heap.

mod arith;
mod control;
mod core;
mod extension;
mod hints;
mod items;
mod memory;
mod multimem;
mod types;
mod views;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use cuda_tile::ops::Special;
use cuda_tile::types::Shape;
use diag::{Code, Diagnostic};
use ir::build::Builder;
use ir::locations::LocationPropagation;
use ir::verify::op_error;
use ir::{Field, LocId, Op, TypeId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ops::Builders;
use crate::types::{Elem, Type};
use crate::{Module, Opcode, TileAa};
use control::Frame;
use hints::Hints;

/// An op of level 1 that no compiler can lower.
pub const REFUSED: Code = Code("E0905");

/// Lowers a verified module for a target such as `sm_90a`, whose hints it takes; without a target it takes the default
/// ones.
///
/// # Errors
/// The parts that cannot be lowered: functions that only the caller can supply, parameters that no kernel takes, ops of test
/// builds.
pub fn lower(module: &cuda_tile::Module, target: Option<&str>) -> Result<Module, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(module, target.unwrap_or_default());
    lowering.items();
    if lowering.diagnostics.is_empty() { Ok(lowering.to) } else { Err(lowering.diagnostics) }
}

/// A module that is being converted.
struct Lowering<'m> {
    from: &'m cuda_tile::Module,
    target: &'m str,
    to: Module,
    /// Values of level 2 by those of level 1.
    values: SecondaryMap<Value, PackedOption<Value>>,
    types: FxHashMap<TypeId, TypeId>,
    places: LocationPropagation,
    frames: Vec<Frame>,
    /// The location of the op that is lowered.
    loc: LocId,
    /// Calls of functions that only the caller can supply, which were reported.
    outside: FxHashSet<Op>,
    diagnostics: Vec<Diagnostic>,
}

/// Access to both modules.
impl<'m> Lowering<'m> {
    fn new(from: &'m cuda_tile::Module, target: &'m str) -> Lowering<'m> {
        let mut to = crate::build::new_module("kernels");
        let places = LocationPropagation::new(from, &mut to);
        Lowering {
            from,
            target,
            to,
            values: SecondaryMap::new(),
            types: FxHashMap::default(),
            places,
            frames: Vec::new(),
            loc: ir::UNKNOWN_LOC,
            outside: FxHashSet::default(),
            diagnostics: Vec::new(),
        }
    }

    /// A builder at the end of the block that is being lowered.
    fn build(&mut self) -> Builder<'_, TileAa> {
        let block = self.frames.last().expect("ops are lowered inside of a frame").block;
        let mut builder = Builder::at_end(&mut self.to, block);
        builder.loc = self.loc;
        builder
    }

    /// The extents of tiles that replace single numbers in the body that is being lowered.
    fn lanes(&self) -> Option<&Shape> {
        self.frames.last().and_then(|frame| frame.lanes.as_ref())
    }

    /// The value of level 2 for one of level 1.
    fn value(&mut self, value: Value) -> Value {
        let found = self.values[value].expect("operands are lowered before their users");
        let Some(shape) = self.lanes().cloned() else { return found };
        match self.to.ty(found).tile() {
            Some(tile) if tile.shape.is_empty() => self.spread(found, &shape),
            Some(_) | None => found,
        }
    }

    /// A tile whose elements are all the single element of `value`.
    fn spread(&mut self, value: Value, shape: &[u32]) -> Value {
        let Some(elem) = self.to.ty(value).tile().map(|tile| tile.elem) else { return value };
        if shape.is_empty() {
            return value;
        }
        let ones = self.tile_type(&vec![1; shape.len()], elem);
        let wide = self.tile_type(shape, elem);
        let viewed = self.build().view().source(value).result(ones).finish().value();
        self.build().broadcast().source(viewed).result(wide).finish().value()
    }

    /// The values of an operand field.
    fn operands(&mut self, op: Op, field: Field) -> Vec<Value> {
        self.from.operands(op, field).iter().map(|&value| self.value(value)).collect()
    }

    /// The value of a required operand.
    fn operand(&mut self, op: Op, field: Field) -> Value {
        self.value(self.from.operand(op, field))
    }

    /// The type of level 2 for the type of a value of level 1.
    fn ty(&mut self, value: Value) -> TypeId {
        let id = self.from.body.ty(value);
        if let Some(shape) = self.lanes().cloned()
            && let Some(Type::Tile(tile)) = types::converted(self.from.types.get(id))
            && tile.shape.is_empty()
        {
            return self.tile_type(&shape, tile.elem);
        }
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        let ty = types::converted(self.from.types.get(id)).expect("values have the types of values");
        let ty = self.to.types.intern(ty);
        self.types.insert(id, ty);
        ty
    }

    fn tile_type(&mut self, shape: &[u32], elem: Elem) -> TypeId {
        self.to.types.intern(Type::tile_of(shape, elem))
    }

    /// Maps a value of level 1 to this one, which gets its name if it has none.
    fn set(&mut self, old: Value, new: Value) {
        if let Some(name) = self.from.body.name(old)
            && self.to.body.name(new).is_none()
        {
            let name = self.to.strings.intern_bytes(self.from.strings.get(name));
            self.to.body.set_name(new, Some(name));
        }
        self.values[old] = new.into();
    }

    /// The results of `op` are those of `new`.
    fn set_results(&mut self, op: Op, new: Op) {
        let pairs: Vec<_> = self.from.body.results(op).iter().zip(self.to.body.results(new).iter()).collect();
        for (old, new) in pairs {
            self.set(old, new);
        }
    }

    /// The only result of `op` is `value`.
    fn set_result(&mut self, op: Op, value: Value) {
        self.set(self.from.body.result(op, 0), value);
    }

    fn refuse(&mut self, op: Op, message: &str, help: &str) {
        self.diagnostics.push(op_error(self.from, op, REFUSED, message).help(help));
    }

    /// Refuses an op, and with it the rest of its kernel, which needs its results; it is not kept.
    fn give_up(&mut self, op: Op, message: &str, help: &str) {
        self.refuse(op, message, help);
        self.frames.truncate(1);
    }

    fn hints(&self, op: Op, field: Field) -> Hints<'m> {
        Hints::of(self.from, op, field, self.target)
    }

    fn text(&self, op: Op, field: Field) -> &'m [u8] {
        match self.from.attr(op, field).as_interned().map(|id| self.from.attrs.get(id)) {
            Some(&cuda_tile::Attr::Str(id)) => self.from.strings.get(id),
            _ => &[],
        }
    }

    /// Makes a string attribute of the new module.
    fn string(&mut self, bytes: &[u8]) -> ir::generic::Attr {
        ir::generic::Attr::Str(self.to.strings.intern_bytes(bytes))
    }

    fn int(&self, op: Op, field: Field) -> i64 {
        let value = cuda_tile::attrs::int_value(self.from, self.from.attr(op, field)).unwrap_or(0);
        i64::try_from(value).unwrap_or(i64::MAX)
    }
}

/// The table of ops.
impl Lowering<'_> {
    /// Lowers one op, its regions later.
    fn op(&mut self, op: Op) {
        self.loc = self.places.loc(self.from, op);
        let Some(special) = self.from.opcode(op).special() else { return self.elementwise(op) };
        match special {
            Special::OptimizationBarrier => self.same_value(op),
            Special::Constant => self.constant(op),
            Special::GetGlobal => self.get_global(op),
            Special::GetTileBlockId => self.program_ids(op),
            Special::GetNumTileBlocks => self.program_counts(op),
            Special::Iota => self.shape_op(op, Opcode::MakeRange),
            Special::Reshape => self.shape_op(op, Opcode::View),
            Special::Broadcast => self.shape_op(op, Opcode::Broadcast),
            Special::Permute => self.permute(op),
            Special::Cat => self.cat(op),
            Special::Extract => self.extract(op),
            Special::Insert => self.insert(op),
            Special::Pack => self.shape_op(op, Opcode::Pack),
            Special::Unpack => self.shape_op(op, Opcode::Unpack),
            Special::MmaF => self.mmaf(op),
            Special::MmaI => self.mmai(op),
            Special::MmaFScaled => self.mmaf_scaled(op),
            Special::Reduce => self.reduce(op),
            Special::Scan => self.scan(op),
            Special::Assume => self.assume(op),
            Special::For => self.for_(op),
            Special::Loop => self.loop_(op),
            Special::If => self.if_(op),
            Special::Yield => self.yield_(op),
            Special::Continue => self.continue_(op),
            Special::Break => self.break_(op),
            Special::Return => self.return_(op),
            Special::Assert => self.assert_(op),
            Special::PrintTko => self.print(op),
            Special::MakeToken => self.make_token(op),
            Special::JoinTokens => self.join_tokens(op),
            Special::MemoryFenceAliasTko => self.token_op(op, Opcode::MemoryFence),
            Special::GdcLaunchDependentsTko => self.token_op(op, Opcode::GdcLaunchDependents),
            Special::GdcWaitTko => self.token_op(op, Opcode::GdcWait),
            Special::Alloca => self.alloca(op),
            Special::LoadPtrTko => self.load(op),
            Special::StorePtrTko => self.store(op),
            Special::AtomicRmwTko => self.atomic_rmw(op),
            Special::AtomicCasTko => self.atomic_cas(op),
            Special::MakeTensorView => self.make_memref(op),
            Special::MakePartitionView | Special::MakeStridedView | Special::MakeGatherScatterView => {
                self.block_tile(op);
            }
            Special::GetTensorShape => self.sizes(op),
            Special::GetIndexSpaceShape => self.tile_counts(op),
            Special::LoadViewTko => self.tiled_load(op),
            Special::StoreViewTko => self.tiled_store(op),
            Special::AtomicRedViewTko => self.tiled_atomic(op),
            Special::Multimem => self.multimem(op),
            Special::Generate => self.generate(op),
            Special::Call => self.call(op),
            Special::ExternElementwise => self.extern_elementwise(op),
            Special::PreviewCall => self.extern_call(op),
            Special::TestNewAttribute | Special::TestEvolution => {
                self.refuse(op, "exists only in test builds, so it cannot be compiled", "remove it");
            }
            Special::Module
            | Special::Entry
            | Special::Global
            | Special::Func
            | Special::TestFunc
            | Special::PreviewFunc
            | Special::ExternImpl => {
                unreachable!("items stand in the module, which the verifier has checked")
            }
        }
    }
}
