//! Emission of ops: one exhaustive match chooses the operands of each op.

mod arithmetic;
mod control;
mod external;
mod matrix;
mod memory;
mod shapes;
mod views;

use cuda_tile::attrs::{Attr, AttrKind};
use cuda_tile::build::builder_at_end;
use cuda_tile::ops::{Builders, Opcode, Special};
use cuda_tile::types::Elem;
use cuda_tile::{CudaTile, Module, Type};
use ir::build::Builder;
use ir::spec::{V13_2, V13_3};
use ir::{AttrSlot, Block, Field, Op, TypeId, Value, Version};
use numerics::Scalar;

use crate::choose;
use crate::external::External;
use crate::rng::Rng;
use crate::scope::Scope;
use crate::subject::subject_types;
use crate::{BUFFER_ELEMENTS, MEMORY_TYPES, MULTICAST_TYPES, Options};

/// Deepest nesting of regions. A guess: deeper programs grow exponentially, and mostly repeat what shallower ones have.
const MAX_DEPTH: u32 = 3;

/// Where an op may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// In the entry, an `if`, `for` or `loop`: anything.
    Body,
    /// In the body of a reduction: pure ops on rank-0 tiles.
    Pure,
}

/// The module being generated and the place that is written to.
pub(crate) struct Emitter<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) rng: Rng,
    pub(crate) block: Block,
    pub(crate) scope: Scope,
    pub(crate) version: Version,
    pub(crate) context: Context,
    pub(crate) depth: u32,
    /// Ops that may still be emitted.
    budget: u32,
    focus: Vec<(Opcode, Scalar)>,
    params: Vec<Value>,
    externals: Vec<External>,
    slices: bool,
    whole: bool,
}

/// True for ops that the bodies of reductions may hold, in every version; `yield` stands for an `if`, which it ends.
fn stands_in_body(opcode: Opcode) -> bool {
    let spec = opcode.spec();
    let pure = spec.effects.at_most().is_pure() && spec.regions.is_empty();
    pure || spec.has(ir::spec::Trait::PureInTools) || opcode == Opcode::Yield
}

/// Makes an op of one result from its operands and attributes, in the order of its row.
pub(crate) fn one_result(
    mut builder: Builder<'_, CudaTile>,
    opcode: Opcode,
    operands: &[Value],
    attrs: &[(u8, AttrSlot)],
    ty: TypeId,
) -> Op {
    let mut draft = builder.draft(opcode as u16);
    for (index, &value) in operands.iter().enumerate() {
        draft.operand(Field::Operand(index as u8), value);
    }
    for &(index, slot) in attrs {
        draft.attr(Field::Attr(index), slot);
    }
    draft.result(Field::Result(0), ty);
    draft.finish().op
}

impl<'m> Emitter<'m> {
    pub(crate) fn new(
        module: &'m mut Module,
        body: Block,
        rng: Rng,
        options: &Options,
        externals: Vec<External>,
    ) -> Emitter<'m> {
        let params = module.body.block_args(body).iter().collect();
        Emitter {
            module,
            rng,
            block: body,
            scope: Scope::default(),
            version: options.version,
            context: Context::Body,
            depth: 0,
            budget: options.ops,
            focus: options.focus.clone(),
            params,
            externals,
            slices: options.slices,
            whole: options.whole,
        }
    }

    /// Fills the entry: random ops, the wanted ones among them, then stores of what was computed.
    pub(crate) fn entry(&mut self) {
        if self.slices {
            self.slice_buffers();
        }
        for index in 0..self.params.len() {
            let value = self.params[index];
            self.scope.define(self.module.body.ty(value), value);
        }
        let focus = std::mem::take(&mut self.focus);
        let between = self.budget / (focus.len() as u32 + 1);
        for &(opcode, scalar) in &focus {
            self.some_ops(between);
            self.op(opcode, scalar);
        }
        self.external_call();
        self.some_ops(self.budget);
        self.store_results();
        self.builder().return_().finish();
    }

    /// Moves the pointers that everything else uses to the slices of this tile block.
    fn slice_buffers(&mut self) {
        let i32_tile = self.number_type(&[], Scalar::I32);
        let mut b = self.builder();
        let id = b.get_tile_block_id();
        let id = id.blockId_x(i32_tile).blockId_y(i32_tile).blockId_z(i32_tile).finish().op;
        let id = self.module.body.result(id, 0);
        let size = cuda_tile::Dense::splat(i32_tile, Scalar::I32, BUFFER_ELEMENTS);
        let mut b = self.builder();
        let size = b.constant().value(Attr::Dense(size)).result(i32_tile).finish().value();
        let start = b.muli().lhs(id).rhs(size).result(i32_tile).finish().value();
        let pointers = self.params.len() - 1;
        for index in 0..pointers {
            let param = self.params[index];
            let ty = self.module.body.ty(param);
            self.params[index] = self.builder().offset().ptr(param).offset(start).result(ty).finish().value();
        }
    }

    /// Up to `count` random ops, within the budget.
    pub(crate) fn some_ops(&mut self, count: u32) {
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let opcode = self.rng.pick(Opcode::ALL);
            if self.allowed(opcode) {
                let scalars = self.scalars(opcode);
                let scalar = self.rng.pick(&scalars);
                self.op(opcode, scalar);
            }
        }
    }

    fn allowed(&self, opcode: Opcode) -> bool {
        let spec = opcode.spec();
        let nests = !spec.regions.is_empty();
        spec.code.is_some()
            && spec.since <= self.version
            && !(nests && self.depth >= MAX_DEPTH)
            && !self.scalars(opcode).is_empty()
    }

    /// The element types that an op of this version works on; an op that works on none has one stand-in.
    pub(crate) fn scalars(&self, opcode: Opcode) -> Vec<Scalar> {
        if opcode == Opcode::PreviewCall && !self.externals.is_empty() {
            return vec![Scalar::I32];
        }
        choose::known(subject_types(opcode), self.version)
    }

    pub(crate) fn builder(&mut self) -> Builder<'_, CudaTile> {
        builder_at_end(self.module, self.block)
    }

    /// Makes the results of an op visible; the first of them.
    pub(crate) fn define(&mut self, op: Op) -> Option<Value> {
        let results = self.module.body.results(op);
        for value in results.iter() {
            self.scope.define(self.module.body.ty(value), value);
        }
        results.get(0)
    }

    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    pub(crate) fn number_type(&mut self, shape: &[i64], scalar: Scalar) -> TypeId {
        self.intern(choose::number_tile(shape, scalar))
    }

    pub(crate) fn shape(&mut self, scalar: Scalar) -> Vec<i64> {
        match self.context {
            Context::Body => choose::shape(&mut self.rng, scalar),
            Context::Pure => Vec::new(),
        }
    }

    /// A value of a type: one that is there, or a new one.
    pub(crate) fn value(&mut self, ty: TypeId) -> Value {
        if !self.rng.one_in(4)
            && let Some(value) = self.scope.find(&mut self.rng, ty)
        {
            return value;
        }
        self.new_value(ty)
    }

    fn new_value(&mut self, ty: TypeId) -> Value {
        match self.module.types.get(ty).clone() {
            Type::Tile(tile) => match tile.elem() {
                Elem::Scalar(Scalar::I4) => self.four_bit_value(&choose::extents(&tile)),
                Elem::Scalar(_) => self.constant(ty),
                Elem::Ptr(ptr) => self.pointers(&choose::extents(&tile), ptr.pointee),
            },
            Type::Token => self.token(),
            Type::TensorView(_)
            | Type::View(_)
            | Type::Function(_)
            | Type::Scalar(_)
            | Type::Ptr(_)
            | Type::Preview(_) => {
                unreachable!("values of these types are made where they are used")
            }
        }
    }

    /// A fresh constant of a tile of numbers.
    pub(crate) fn constant(&mut self, ty: TypeId) -> Value {
        let value = choose::constant(&mut self.rng, self.module, ty, self.whole);
        self.constant_of(ty, value)
    }

    pub(crate) fn constant_of(&mut self, ty: TypeId, value: Attr) -> Value {
        let op = self.builder().constant().value(value).result(ty).finish().op;
        self.define(op).expect("a constant has a result")
    }

    /// A rank-0 i32 constant.
    pub(crate) fn index(&mut self, value: u64) -> Value {
        let ty = self.number_type(&[], Scalar::I32);
        let value = Attr::Dense(cuda_tile::Dense::splat(ty, Scalar::I32, value));
        self.constant_of(ty, value)
    }

    fn four_bit_value(&mut self, shape: &[i64]) -> Value {
        let (wide, narrow) = (self.number_type(shape, Scalar::I8), self.number_type(shape, Scalar::I4));
        let from = self.value(wide);
        let op = self.builder().trunci().from(from).to(narrow).finish().op;
        self.define(op).expect("trunci has a result")
    }

    pub(crate) fn token(&mut self) -> Value {
        let ty = self.intern(Type::Token);
        let op = self.builder().make_token().result(ty).finish().op;
        self.define(op).expect("make_token has a result")
    }

    /// The base pointer to the buffer of `scalar`.
    pub(crate) fn base(&mut self, scalar: Scalar) -> Value {
        let known = MEMORY_TYPES.iter().filter(|&&s| cuda_tile::types::scalar_since(s) <= self.version);
        let index = known.clone().position(|&s| s == scalar);
        self.params[index.expect("the buffer of a memory type")]
    }

    /// The base pointer to the memory that several devices have of `scalar`.
    pub(crate) fn multicast_base(&mut self, scalar: Scalar) -> Value {
        // They are the last parameters but one.
        let first = self.params.len() - 1 - MULTICAST_TYPES.len();
        let index = MULTICAST_TYPES.iter().position(|&s| s == scalar);
        self.params[first + index.expect("a type that several devices have memory of")]
    }

    /// Pointers to elements of the buffer of `scalar`, all different, all inside.
    pub(crate) fn pointers(&mut self, shape: &[i64], scalar: Scalar) -> Value {
        let ones: Vec<i64> = vec![1; shape.len()];
        let base = self.base(scalar);
        let (unit, full) = (choose::pointers(&ones, scalar), choose::pointers(shape, scalar));
        let (unit, full) = (self.intern(unit), self.intern(full));
        let mut value = base;
        if !shape.is_empty() {
            let op = self.builder().reshape().source(base).result(unit).finish().op;
            value = self.define(op).expect("reshape has a result");
            let op = self.builder().broadcast().source(value).result(full).finish().op;
            value = self.define(op).expect("broadcast has a result");
        }
        let offsets = self.offsets(shape);
        let op = self.builder().offset().ptr(value).offset(offsets).result(full).finish().op;
        self.define(op).expect("offset has a result")
    }

    /// i32 numbers 0, 1, .. in row-major order, plus a constant that keeps them inside a buffer.
    fn offsets(&mut self, shape: &[i64]) -> Value {
        let count: i64 = shape.iter().product();
        let flat = self.number_type(&[count], Scalar::I32);
        let op = self.builder().iota().result(flat).finish().op;
        let mut value = self.define(op).expect("iota has a result");
        let ty = self.number_type(shape, Scalar::I32);
        if ty != flat {
            let op = self.builder().reshape().source(value).result(ty).finish().op;
            value = self.define(op).expect("reshape has a result");
        }
        let shift = self.rng.below(BUFFER_ELEMENTS as usize - count as usize) as u64;
        let shift = cuda_tile::Dense::splat(ty, Scalar::I32, shift);
        let shift = self.constant_of(ty, Attr::Dense(shift));
        let op = self.builder().addi().lhs(value).rhs(shift).result(ty).finish().op;
        self.define(op).expect("addi has a result")
    }

    /// Stores the newest value of each type that memory can hold, each at a separate address.
    fn store_results(&mut self) {
        let mut seen: Vec<TypeId> = Vec::new();
        let newest: Vec<(TypeId, Value)> = self.scope.iter().rev().collect();
        for (ty, value) in newest {
            let Type::Tile(tile) = self.module.types.get(ty).clone() else { continue };
            let Some(scalar) = tile.elem().scalar() else { continue };
            if seen.len() == 6 || seen.contains(&ty) || !MEMORY_TYPES.contains(&scalar) {
                continue;
            }
            seen.push(ty);
            self.store(&choose::extents(&tile), scalar, value);
        }
    }

    /// Emits an op whose main operand has elements of `scalar`. Ops that cannot stand here are left out.
    pub(crate) fn op(&mut self, opcode: Opcode, scalar: Scalar) {
        if self.context == Context::Pure && !stands_in_body(opcode) {
            return;
        }
        let Some(special) = opcode.special() else { return self.elementwise(opcode, scalar) };
        use Special::*;
        match special {
            Constant => {
                let shape = self.shape(scalar);
                let ty = self.number_type(&shape, scalar);
                self.constant(ty);
            }
            Assume => self.assume(scalar),
            Broadcast | Cat | Extract | Insert | Iota | Permute | Reshape => self.reshaping(opcode, scalar),
            Pack | Unpack => self.packing(opcode, scalar),
            GetTileBlockId | GetNumTileBlocks => self.grid(opcode),
            GetGlobal | Global => self.global(scalar),
            MmaF | MmaI | MmaFScaled => self.mma(opcode, scalar),
            Reduce | Scan => self.fold(opcode, scalar),
            MakeToken => {
                self.token();
            }
            JoinTokens => self.join_tokens(),
            LoadPtrTko => self.load(scalar),
            StorePtrTko => self.store_random(scalar),
            AtomicRmwTko | AtomicCasTko => self.atomic(opcode, scalar),
            Alloca => self.alloca(scalar),
            PrintTko => self.print(scalar),
            Assert => self.assert(),
            GdcWaitTko | GdcLaunchDependentsTko | MemoryFenceAliasTko => self.token_op(opcode),
            MakeTensorView
            | MakePartitionView
            | MakeStridedView
            | MakeGatherScatterView
            | GetTensorShape
            | GetIndexSpaceShape
            | LoadViewTko
            | StoreViewTko
            | AtomicRedViewTko => self.view(opcode, scalar),
            Multimem => self.multimem(opcode, scalar),
            For => self.for_loop(scalar),
            Loop | Break | Continue => self.loop_(scalar),
            If | Yield | Return => self.if_(opcode, scalar),
            PreviewCall => self.external_call(),
            // The module and its entry are there, functions were declared; extensions and testing ops have no bytecode.
            Entry | Module | Generate | ExternElementwise | OptimizationBarrier | Func | Call
            | PreviewFunc | ExternImpl | TestNewAttribute | TestFunc | TestEvolution => {}
        }
    }

    /// Emits an element-wise op. Most take operands of one type, that of the result, and need no arm.
    fn elementwise(&mut self, opcode: Opcode, scalar: Scalar) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the others are like each other")]
        match opcode {
            Opcode::CmpF | Opcode::CmpI => self.compare(opcode, scalar),
            Opcode::FPowI => self.integer_power(scalar),
            Opcode::Bitcast | Opcode::ExtI | Opcode::TruncI | Opcode::FToF | Opcode::FToI | Opcode::IToF => {
                self.convert(opcode, scalar)
            }
            Opcode::IntToPtr | Opcode::PtrToInt | Opcode::PtrToPtr => self.pointer_conversion(opcode, scalar),
            Opcode::Select => self.reshaping(opcode, scalar),
            Opcode::Offset => {
                let shape = self.shape(scalar);
                self.pointers(&shape, scalar);
            }
            _ => self.uniform(opcode, scalar),
        }
    }

    /// A random value for a keyword-like attribute; `None`: leave the default.
    pub(crate) fn keyword(&mut self, kind: AttrKind) -> Option<AttrSlot> {
        let case = match kind {
            AttrKind::Keyword(kind) => self.rng.below(kind.names().len()) as u32,
            AttrKind::Bool => self.rng.below(2) as u32,
            _ => return None,
        };
        Some(AttrSlot::small(case))
    }

    pub(crate) fn has_13_3(&self) -> bool {
        self.version >= V13_3
    }

    pub(crate) fn has_13_2(&self) -> bool {
        self.version >= V13_2
    }
}
