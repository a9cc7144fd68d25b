//! Level 1 to level 2: every op of the language in terms of tiles, memory with a shape, and addresses.
//!
//! What changes on the way:
//! - Views become memory ([`make_memref`](Opcode::MakeMemref)) cut into tiles ([`block_tile`](Opcode::BlockTile)), pointers
//!   plain addresses, and offsets of elements offsets of bytes.
//! - Truth values are bytes in memory: a load of them is a load of bytes and a comparison, a store one of bytes.
//! - Bodies of reductions take what was combined so far in front of the element.
//! - Hints are those of the target.
//! - Calls are inlined, tiles that a body computes become ops on tiles, or a loop where the body is no plain arithmetic.
//!
//! Values keep their names, and ops their locations. Tokens stay what they are: edges between accesses.
//!
//! The program is walked with a stack of frames, one for each block that is being lowered, so that nesting costs heap.

mod arith;
mod control;
mod core;
mod extension;
mod hints;
mod items;
mod memory;
mod types;
mod views;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use cuda_tile::ops::Opcode as Level1;
use cuda_tile::types::Shape;
use diag::{Code, Diagnostic};
use ir::build::Builder;
use ir::descent::Descent;
use ir::verify::op_error;
use ir::{Field, LocId, Op, TypeId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arith::Arith;
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
/// What cannot be lowered: functions that only the caller can supply, parameters that no kernel takes, ops of test builds.
pub fn lower(module: &cuda_tile::Module, target: Option<&str>) -> Result<Module, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(module, target.unwrap_or_default());
    lowering.items();
    if lowering.diagnostics.is_empty() { Ok(lowering.to) } else { Err(lowering.diagnostics) }
}

/// A module on its way.
struct Lowering<'m> {
    from: &'m cuda_tile::Module,
    target: &'m str,
    to: Module,
    /// Values of level 2 by those of level 1.
    values: SecondaryMap<Value, PackedOption<Value>>,
    types: FxHashMap<TypeId, TypeId>,
    places: Descent,
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
        let places = Descent::new(from, &mut to);
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

    /// The extents that single numbers take in the body that is being lowered.
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

    /// Says that a value of level 1 is this one from now on, which takes its name if it has none.
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
    fn string(&mut self, bytes: &[u8]) -> ir::plain::Attr {
        ir::plain::Attr::Str(self.to.strings.intern_bytes(bytes))
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
        match self.from.opcode(op) {
            Level1::AbsF => self.arith(op, Arith::AbsF),
            Level1::AbsI => self.arith(op, Arith::AbsI),
            Level1::AddF => self.arith(op, Arith::AddF),
            Level1::AddI => self.arith(op, Arith::AddI),
            Level1::AndI => self.arith(op, Arith::AndI),
            Level1::Atan2 => self.arith(op, Arith::Atan2),
            Level1::Bitcast => self.arith(op, Arith::Bitcast),
            Level1::Ceil => self.arith(op, Arith::Ceil),
            Level1::CmpF => self.arith(op, Arith::CmpF),
            Level1::CmpI => self.arith(op, Arith::CmpI),
            Level1::Cos => self.arith(op, Arith::Cos),
            Level1::Cosh => self.arith(op, Arith::Cosh),
            Level1::DivF => self.arith(op, Arith::DivF),
            Level1::DivI => self.arith(op, Arith::DivI),
            Level1::Exp => self.arith(op, Arith::Exp),
            Level1::Exp2 => self.arith(op, Arith::Exp2),
            Level1::ExtI => self.arith(op, Arith::ExtI),
            Level1::FPowI => self.arith(op, Arith::FPowI),
            Level1::FToF => self.arith(op, Arith::FpToFp),
            Level1::FToI => self.arith(op, Arith::FToI),
            Level1::Floor => self.arith(op, Arith::Floor),
            Level1::Fma => self.arith(op, Arith::Fma),
            Level1::IToF => self.arith(op, Arith::IToF),
            Level1::IntToPtr => self.arith(op, Arith::IntToPtr),
            Level1::Log => self.arith(op, Arith::Log),
            Level1::Log2 => self.arith(op, Arith::Log2),
            Level1::MaxF => self.arith(op, Arith::MaxF),
            Level1::MaxI => self.arith(op, Arith::MaxI),
            Level1::MinF => self.arith(op, Arith::MinF),
            Level1::MinI => self.arith(op, Arith::MinI),
            Level1::MulF => self.arith(op, Arith::MulF),
            Level1::MulI => self.arith(op, Arith::MulI),
            Level1::MulhiI => self.arith(op, Arith::MulHiI),
            Level1::NegF => self.arith(op, Arith::NegF),
            Level1::NegI => self.arith(op, Arith::NegI),
            Level1::OrI => self.arith(op, Arith::OrI),
            Level1::Pow => self.arith(op, Arith::Pow),
            Level1::PtrToInt => self.arith(op, Arith::PtrToInt),
            Level1::RemF => self.arith(op, Arith::RemF),
            Level1::RemI => self.arith(op, Arith::RemI),
            Level1::Rsqrt => self.arith(op, Arith::Rsqrt),
            Level1::Select => self.arith(op, Arith::Select),
            Level1::ShlI => self.arith(op, Arith::ShlI),
            Level1::ShrI => self.arith(op, Arith::ShrI),
            Level1::Sin => self.arith(op, Arith::Sin),
            Level1::Sinh => self.arith(op, Arith::Sinh),
            Level1::Sqrt => self.arith(op, Arith::Sqrt),
            Level1::SubF => self.arith(op, Arith::SubF),
            Level1::SubI => self.arith(op, Arith::SubI),
            Level1::Tan => self.arith(op, Arith::Tan),
            Level1::Tanh => self.arith(op, Arith::Tanh),
            Level1::TruncI => self.arith(op, Arith::TruncI),
            Level1::XorI => self.arith(op, Arith::XorI),
            Level1::Offset => self.offset(op),
            Level1::PtrToPtr | Level1::OptimizationBarrier => self.same_value(op),
            Level1::Constant => self.constant(op),
            Level1::GetGlobal => self.get_global(op),
            Level1::GetTileBlockId => self.program_ids(op),
            Level1::GetNumTileBlocks => self.program_counts(op),
            Level1::Iota => self.shape_op(op, Opcode::MakeRange),
            Level1::Reshape => self.shape_op(op, Opcode::View),
            Level1::Broadcast => self.shape_op(op, Opcode::Broadcast),
            Level1::Permute => self.permute(op),
            Level1::Cat => self.cat(op),
            Level1::Extract => self.extract(op),
            Level1::Insert => self.insert(op),
            Level1::Pack => self.shape_op(op, Opcode::Pack),
            Level1::Unpack => self.shape_op(op, Opcode::Unpack),
            Level1::MmaF => self.mmaf(op),
            Level1::MmaI => self.mmai(op),
            Level1::MmaFScaled => self.mmaf_scaled(op),
            Level1::Reduce => self.reduce(op),
            Level1::Scan => self.scan(op),
            Level1::Assume => self.assume(op),
            Level1::For => self.for_(op),
            Level1::Loop => self.loop_(op),
            Level1::If => self.if_(op),
            Level1::Yield => self.yield_(op),
            Level1::Continue => self.continue_(op),
            Level1::Break => self.break_(op),
            Level1::Return => self.return_(op),
            Level1::Assert => self.assert_(op),
            Level1::PrintTko => self.print(op),
            Level1::MakeToken => self.make_token(op),
            Level1::JoinTokens => self.join_tokens(op),
            Level1::MemoryFenceAliasTko => self.token_op(op, Opcode::MemoryFence),
            Level1::GdcLaunchDependentsTko => self.token_op(op, Opcode::GdcLaunchDependents),
            Level1::GdcWaitTko => self.token_op(op, Opcode::GdcWait),
            Level1::Alloca => self.alloca(op),
            Level1::LoadPtrTko => self.load(op),
            Level1::StorePtrTko => self.store(op),
            Level1::AtomicRmwTko => self.atomic_rmw(op),
            Level1::AtomicCasTko => self.atomic_cas(op),
            Level1::MakeTensorView => self.make_memref(op),
            Level1::MakePartitionView | Level1::MakeStridedView | Level1::MakeGatherScatterView => {
                self.block_tile(op);
            }
            Level1::GetTensorShape => self.sizes(op),
            Level1::GetIndexSpaceShape => self.tile_counts(op),
            Level1::LoadViewTko => self.tiled_load(op),
            Level1::StoreViewTko => self.tiled_store(op),
            Level1::AtomicRedViewTko => self.tiled_atomic(op),
            Level1::Generate => self.generate(op),
            Level1::Call => self.call(op),
            Level1::ExternElementwise => self.extern_elementwise(op),
            Level1::TestNewAttribute | Level1::TestEvolution => {
                self.refuse(op, "exists in test builds alone, so it cannot be compiled", "remove it");
            }
            Level1::Module | Level1::Entry | Level1::Global | Level1::Func | Level1::TestFunc => {
                unreachable!("items stand in the module, which the verifier has checked")
            }
        }
    }
}
