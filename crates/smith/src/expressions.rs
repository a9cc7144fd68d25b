//! Random expressions: a few element types and shapes, so that ops meet again and again; constants that identities are
//! about (zeros of both signs, ones, ends of ranges, infinities, NaN); index maps, choices, branches and short loops in
//! between. Every value is stored, and every value is defined.
//!
//! Where [`crate::generate`] looks for an op that an engine gets wrong, this looks for a rewrite that is wrong.

use cuda_tile::attrs::{Attr, ComparisonOrdering, ComparisonPredicate, Dense, RoundingMode, Signedness};
use cuda_tile::build::{add_entry, builder_at_end, new_module};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{CudaTile, Module, Type};
use ir::build::Builder;
use ir::{AttrSlot, Block, Op, TypeId, Value, Version};
use numerics::{Format, Scalar, int};

use crate::emit::one_result;
use crate::rng::Rng;
use crate::{BUFFER_ELEMENTS, MEMORY_TYPES, choose, parameters};

/// Element types.
const SCALARS: &[Scalar] = &[Scalar::I1, Scalar::I8, Scalar::I32, Scalar::F16, Scalar::F32];
/// Shapes.
const SHAPES: &[&[i64]] = &[&[], &[4], &[16], &[4, 4], &[1, 4], &[4, 1], &[1, 1]];
/// Deepest nesting of branches and loops.
const MAX_DEPTH: u32 = 2;
/// Values that are stored at most, each of up to 16 elements. Stored values are what is compared; these fit the buffer.
const MAX_STORED: usize = 64;
/// First element that stores go to; loads stay below it.
const STORED_FROM: u64 = 1024;

const INT_OPS: &[Opcode] = &[
    Opcode::AddI,
    Opcode::SubI,
    Opcode::MulI,
    Opcode::MulhiI,
    Opcode::AndI,
    Opcode::OrI,
    Opcode::XorI,
    Opcode::MaxI,
    Opcode::MinI,
    Opcode::AbsI,
    Opcode::NegI,
    Opcode::DivI,
    Opcode::RemI,
    Opcode::ShlI,
    Opcode::ShrI,
];
const FLOAT_OPS: &[Opcode] = &[
    Opcode::AddF,
    Opcode::SubF,
    Opcode::MulF,
    Opcode::DivF,
    Opcode::Fma,
    Opcode::MaxF,
    Opcode::MinF,
    Opcode::AbsF,
    Opcode::NegF,
    Opcode::Ceil,
    Opcode::Floor,
];
const IEEE: &[RoundingMode] =
    &[RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf];

/// Makes a module of about `ops` ops from a seed; its entry is that of [`crate::generate`].
pub fn generate(seed: u64, ops: u32) -> Module {
    let mut module = new_module("kernels");
    let params: Vec<TypeId> =
        parameters(Version::LATEST).into_iter().map(|ty| module.types.intern(ty)).collect();
    let (_, block) = add_entry(&mut module, "k", &params);
    let bases = module.body.block_args(block).iter().collect();
    let mut writer =
        Writer { module: &mut module, rng: Rng::new(seed), block, values: Vec::new(), bases, depth: 0 };
    for &scalar in SCALARS {
        writer.load(scalar, &[16]);
        writer.load(scalar, &[]);
    }
    writer.steps(ops);
    writer.store_all();
    writer.builder().return_().finish();
    module
}

struct Writer<'m> {
    module: &'m mut Module,
    rng: Rng,
    block: Block,
    /// Tiles of numbers that are visible.
    values: Vec<Value>,
    bases: Vec<Value>,
    depth: u32,
}

impl Writer<'_> {
    fn builder(&mut self) -> Builder<'_, CudaTile> {
        builder_at_end(self.module, self.block)
    }

    fn tile(&mut self, shape: &[i64], scalar: Scalar) -> TypeId {
        self.module.types.intern(choose::number_tile(shape, scalar))
    }

    fn define(&mut self, op: Op) -> Value {
        let value = self.module.body.result(op, 0);
        self.values.push(value);
        value
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            let (scalar, shape) = (self.rng.pick(SCALARS), self.rng.pick(SHAPES));
            match self.rng.below(12) {
                0 => self.compare(scalar, shape),
                1 => self.select(scalar, shape),
                2 => self.convert(scalar, shape),
                3 | 4 => self.map(scalar, shape),
                5 if self.depth < MAX_DEPTH => self.branch(scalar, shape),
                6 if self.depth < MAX_DEPTH => self.repeat(scalar, shape),
                _ => self.arithmetic(scalar, shape),
            }
        }
    }
}

/// Operands.
impl Writer<'_> {
    /// A value of a type: a visible one, a constant, or another one spread or reshaped.
    fn value(&mut self, scalar: Scalar, shape: &[i64]) -> Value {
        let ty = self.tile(shape, scalar);
        let fitting = |this: &Self| -> Vec<Value> {
            let body = &this.module.body;
            this.values.iter().rev().copied().filter(|&value| body.ty(value) == ty).take(6).collect()
        };
        let known = fitting(self);
        match self.rng.below(8) {
            0 => self.constant(scalar, shape),
            1 if !shape.is_empty() => self.spread(scalar, shape),
            _ if known.is_empty() => self.spread(scalar, shape),
            _ => self.rng.pick(&known),
        }
    }

    /// A rank-0 value spread over a shape, or one row or column of it.
    fn spread(&mut self, scalar: Scalar, shape: &[i64]) -> Value {
        if shape.is_empty() {
            return self.constant(scalar, shape);
        }
        let small: Vec<i64> =
            shape.iter().map(|&extent| if self.rng.one_in(2) { 1 } else { extent }).collect();
        let (from, to) = (self.tile(&small, scalar), self.tile(shape, scalar));
        let count: i64 = small.iter().product();
        let flat: &[i64] = match count {
            1 => &[],
            4 => &[4],
            _ => &[16],
        };
        let mut source = self.value(scalar, flat);
        if self.module.body.ty(source) != from {
            source = self.builder().reshape().source(source).result(from).finish().value();
        }
        let op = self.builder().broadcast().source(source).result(to).finish().op;
        self.define(op)
    }

    fn constant(&mut self, scalar: Scalar, shape: &[i64]) -> Value {
        let ty = self.tile(shape, scalar);
        let count = if self.rng.one_in(4) { shape.iter().product::<i64>() as usize } else { 1 };
        let size = Dense::elem_size(scalar);
        let data: Vec<u8> = (0..count)
            .flat_map(|_| special(&mut self.rng, scalar).to_le_bytes().into_iter().take(size))
            .collect();
        self.constant_of(Dense::new(ty, scalar, &data))
    }

    fn constant_of(&mut self, dense: Dense) -> Value {
        let ty = dense.ty;
        let op = self.builder().constant().value(dense).result(ty).finish().op;
        self.define(op)
    }

    fn number(&mut self, scalar: Scalar, shape: &[i64], bits: u64) -> Value {
        let ty = self.tile(shape, scalar);
        self.constant_of(Dense::splat(ty, scalar, bits))
    }

    /// Pointers to the elements of the buffer of `scalar` from `first` on.
    fn pointers(&mut self, scalar: Scalar, shape: &[i64], first: u64) -> Value {
        let index = MEMORY_TYPES.iter().position(|&other| other == scalar).expect("memory holds it");
        let mut value = self.bases[index];
        let full = self.module.types.intern(choose::pointers(shape, scalar));
        if !shape.is_empty() {
            let unit = self.module.types.intern(choose::pointers(&vec![1; shape.len()], scalar));
            value = self.builder().reshape().source(value).result(unit).finish().value();
            value = self.builder().broadcast().source(value).result(full).finish().value();
        }
        let count: i64 = shape.iter().product();
        let (flat, ty) = (self.tile(&[count], Scalar::I32), self.tile(shape, Scalar::I32));
        let mut lanes = self.builder().iota().result(flat).finish().value();
        lanes = self.builder().reshape().source(lanes).result(ty).finish().value();
        let first = Dense::splat(ty, Scalar::I32, first);
        let first = self.builder().constant().value(first).result(ty).finish().value();
        lanes = self.builder().addi().lhs(lanes).rhs(first).result(ty).finish().value();
        self.builder().offset().ptr(value).offset(lanes).result(full).finish().value()
    }

    fn load(&mut self, scalar: Scalar, shape: &[i64]) {
        let first = self.rng.below(STORED_FROM as usize - 16) as u64;
        let source = self.pointers(scalar, shape, first);
        let (ty, token) = (self.tile(shape, scalar), self.module.types.intern(Type::Token));
        let mut builder = self.builder();
        let draft = builder.load_ptr_tko().source(source);
        let op = draft.memory_ordering_semantics(cuda_tile::attrs::MemoryOrdering::Weak).result(ty);
        let op = op.result_token(token).finish().op;
        self.define(op);
    }

    /// Stores the newest values, each at a separate address.
    fn store_all(&mut self) {
        let values: Vec<Value> = self.values.iter().rev().copied().take(MAX_STORED).collect();
        for (value, first) in values.into_iter().zip((STORED_FROM..BUFFER_ELEMENTS).step_by(16)) {
            let tile = self.module.ty(value).as_tile().expect("values are tiles").clone();
            let scalar = tile.elem().scalar().expect("of numbers");
            let destination = self.pointers(scalar, &choose::extents(&tile), first);
            let token = self.module.types.intern(Type::Token);
            let mut builder = self.builder();
            let draft = builder.store_ptr_tko().destination(destination).value(value);
            let weak = cuda_tile::attrs::MemoryOrdering::Weak;
            draft.memory_ordering_semantics(weak).result_token(token).finish();
        }
    }
}

/// Ops.
impl Writer<'_> {
    fn arithmetic(&mut self, scalar: Scalar, shape: &[i64]) {
        let opcode = self.rng.pick(if scalar.is_int() { INT_OPS } else { FLOAT_OPS });
        let is_shift = matches!(opcode, Opcode::ShlI | Opcode::ShrI);
        let is_division = matches!(opcode, Opcode::DivI | Opcode::RemI);
        let operands: Vec<Value> = (0..opcode.spec().operands.len())
            .map(|index| match index {
                1 if is_shift => {
                    let amount = self.rng.below(scalar.bits() as usize) as u64;
                    self.number(scalar, shape, amount)
                }
                1 if is_division => {
                    let divisor = if scalar == Scalar::I1 { 1 } else { 1 + self.rng.below(3) as u64 };
                    self.number(scalar, shape, divisor)
                }
                _ => self.value(scalar, shape),
            })
            .collect();
        let attrs = self.modes(opcode, scalar);
        let ty = self.tile(shape, scalar);
        let op = one_result(self.builder(), opcode, &operands, &attrs, ty);
        self.define(op);
    }

    fn modes(&mut self, opcode: Opcode, scalar: Scalar) -> Vec<(u8, AttrSlot)> {
        let mut slots = Vec::new();
        for (index, attr) in opcode.spec().attrs.iter().enumerate() {
            let case = match attr.name {
                // The quotient of the signed minimum of i1 by -1 is undefined.
                "signedness" if scalar == Scalar::I1 && matches!(opcode, Opcode::DivI | Opcode::RemI) => {
                    Signedness::Unsigned as u32
                }
                "signedness" => self.rng.pick(Signedness::ALL) as u32,
                "rounding_mode" => self.rng.pick(IEEE) as u32,
                "flush_to_zero" if scalar == Scalar::F32 && self.rng.one_in(4) => 1,
                "propagate_nan" if self.rng.one_in(2) => 1,
                _ => continue,
            };
            slots.push((index as u8, AttrSlot::small(case)));
        }
        slots
    }

    fn compare(&mut self, scalar: Scalar, shape: &[i64]) {
        let (lhs, rhs) = (self.value(scalar, shape), self.value(scalar, shape));
        let (predicate, result) = (self.rng.pick(ComparisonPredicate::ALL), self.tile(shape, Scalar::I1));
        let (sign, ordering) = (self.rng.pick(Signedness::ALL), self.rng.pick(ComparisonOrdering::ALL));
        let mut builder = self.builder();
        let op = if scalar.is_int() {
            let draft = builder.cmpi().lhs(lhs).rhs(rhs).comparison_predicate(predicate);
            draft.signedness(sign).result(result).finish().op
        } else {
            let draft = builder.cmpf().lhs(lhs).rhs(rhs).comparison_predicate(predicate);
            draft.comparison_ordering(ordering).result(result).finish().op
        };
        self.define(op);
    }

    /// A choice; often between what was compared.
    fn select(&mut self, scalar: Scalar, shape: &[i64]) {
        let ty = self.tile(shape, scalar);
        let cond = self.value(Scalar::I1, shape);
        let compared = self.module.body.def_op(cond).map(|op| self.module.body.operands(op).to_vec());
        let compared =
            compared.filter(|of| of.len() == 2 && of.iter().all(|&v| self.module.body.ty(v) == ty));
        let (yes, no) = match compared {
            Some(of) if self.rng.one_in(2) => (of[0], of[1]),
            Some(of) => (of[1], of[0]),
            None => (self.value(scalar, shape), self.value(scalar, shape)),
        };
        let op = self.builder().select().cond(cond).val_if_true(yes).val_if_false(no).result(ty).finish().op;
        self.define(op);
    }

    fn convert(&mut self, scalar: Scalar, shape: &[i64]) {
        let to = self.rng.pick(SCALARS);
        let (from, ty) = (self.value(scalar, shape), self.tile(shape, to));
        let sign = self.rng.pick(Signedness::ALL);
        let mut b = self.builder();
        let op = match (scalar.is_int(), to.is_int()) {
            (true, true) if to.bits() > scalar.bits() => {
                b.exti().from(from).signedness(sign).to(ty).finish().op
            }
            (true, true) if to.bits() < scalar.bits() => b.trunci().from(from).to(ty).finish().op,
            (true, false) if scalar.bits() == to.bits() => b.bitcast().source(from).result(ty).finish().op,
            (true, false) => b.itof().from(from).signedness(sign).to(ty).finish().op,
            (false, true) if scalar.bits() == to.bits() => b.bitcast().source(from).result(ty).finish().op,
            (false, false) if scalar != to => b.ftof().from(from).to(ty).finish().op,
            (false, true) => {
                let draft = b.ftoi().from(from).signedness(sign).saturating(true);
                draft.to(ty).finish().op
            }
            (true, true) | (false, false) => return,
        };
        self.define(op);
    }

    /// An index map.
    fn map(&mut self, scalar: Scalar, shape: &[i64]) {
        let ty = self.tile(shape, scalar);
        let count: i64 = shape.iter().product();
        let op = match (self.rng.below(4), count) {
            (0, _) if shape.len() == 2 => {
                let source = self.value(scalar, &[shape[1], shape[0]]);
                let order = Attr::I32s([1, 0].into());
                self.builder().permute().source(source).permutation(order).result(ty).finish().op
            }
            (1, 16) if shape.len() == 1 => {
                let (low, high) = (self.value(scalar, &[4]), self.value(scalar, &[4]));
                let half = self.tile(&[8], scalar);
                let low = self.builder().cat().lhs(low).rhs(high).dim(0u64).result(half).finish().value();
                self.builder().cat().lhs(low).rhs(low).dim(0u64).result(ty).finish().op
            }
            (2, 4) if shape.len() == 1 => {
                let source = self.value(scalar, &[16]);
                let block = self.rng.below(4) as u64;
                let index = self.number(Scalar::I32, &[], block);
                self.builder().extract().source(source).indices(index).result(ty).finish().op
            }
            (3, 16) if shape.len() == 1 => {
                let (source, whole) = (self.value(scalar, &[4]), self.value(scalar, &[16]));
                let block = self.rng.below(4) as u64;
                let index = self.number(Scalar::I32, &[], block);
                let mut builder = self.builder();
                let draft = builder.insert().source(source).destination(whole).indices(index);
                draft.result(ty).finish().op
            }
            _ => {
                let from: &[i64] = match count {
                    1 => self.rng.pick(&[&[][..], &[1, 1]]),
                    4 => self.rng.pick(&[&[4][..], &[1, 4], &[4, 1]]),
                    _ => self.rng.pick(&[&[16][..], &[4, 4]]),
                };
                let source = self.value(scalar, from);
                self.builder().reshape().source(source).result(ty).finish().op
            }
        };
        self.define(op);
    }

    /// Writes `block`; what is defined there is forgotten.
    fn nested(&mut self, block: Block, fill: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.block, block);
        let visible = self.values.len();
        self.depth += 1;
        fill(self);
        self.depth -= 1;
        self.values.truncate(visible);
        self.block = outer;
    }

    fn branch(&mut self, scalar: Scalar, shape: &[i64]) {
        let condition = self.value(Scalar::I1, &[]);
        let ty = self.tile(shape, scalar);
        let op = self.builder().if_().condition(condition).results([ty, ty]).finish().op;
        let other = self.module.region(op, fields::if_::elseRegion);
        let other = self.module.body.create_block(other, &[]);
        let then = self.module.block(op, fields::if_::thenRegion).expect("built with its block");
        for block in [then, other] {
            self.nested(block, |this| {
                let count = this.rng.below(3) as u32;
                this.steps(count);
                let yielded = [this.value(scalar, shape), this.value(scalar, shape)];
                this.builder().yield_().operands(yielded).finish();
            });
        }
        self.define_all(op);
    }

    fn define_all(&mut self, op: Op) {
        let results = self.module.body.results(op);
        self.values.extend(results.iter());
    }

    /// A loop of up to three runs that carries two values.
    fn repeat(&mut self, scalar: Scalar, shape: &[i64]) {
        let (bound, ty) = (self.tile(&[], Scalar::I32), self.tile(shape, scalar));
        let runs = self.rng.below(4) as u64;
        let [lower, upper, step] = [0, runs, 1].map(|bits| self.number(Scalar::I32, &[], bits));
        let inits = [self.value(scalar, shape), self.value(scalar, shape)];
        let mut builder = self.builder();
        let draft = builder.for_().lowerBound(lower).upperBound(upper).step(step).initValues(inits);
        let op = draft.resultValues([ty, ty]).finish().op;
        let block = self.module.block(op, fields::for_::region).expect("built with its block");
        self.module.body.set_block_args(block, &[bound, ty, ty]);
        self.nested(block, |this| {
            let args = this.module.body.block_args(block);
            this.values.extend(args.iter());
            let count = this.rng.below(4) as u32;
            this.steps(count);
            let next = [this.value(scalar, shape), this.value(scalar, shape)];
            this.builder().continue_().operands(next).finish();
        });
        self.define_all(op);
    }
}

/// Bits that an identity or a limit is about.
fn special(rng: &mut Rng, scalar: Scalar) -> u64 {
    let Some(format) = Format::of(scalar) else {
        let mask = int::mask(scalar);
        return rng.pick(&[0, 1, 2, 3, mask, mask - 1, mask >> 1, (mask >> 1) + 1, rng.clone().bits()])
            & mask;
    };
    let one = numerics::convert::from_f64(scalar, 1.0);
    let magnitude = rng.pick(&[
        0,
        0,
        one,
        one,
        numerics::convert::from_f64(scalar, 2.0),
        numerics::convert::from_f64(scalar, 0.1),
        1,
        format.max_finite(),
        format.infinity().unwrap_or(0),
        format.nan().unwrap_or(0),
    ]);
    magnitude | format.sign(rng.one_in(2))
}
