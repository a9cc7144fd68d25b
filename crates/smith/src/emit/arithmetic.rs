//! Arithmetic, comparisons and conversions.

use cuda_tile::attrs::{
    Attr, AttrKind, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, RoundingMode, Signedness,
};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{Dense, Type};
use ir::{AttrSlot, TypeId, Value};
use numerics::Scalar;

use super::{Context, Emitter, one_result};
use crate::choose;
use crate::subject::{INTS, NUMBERS};

impl Emitter<'_> {
    /// An op whose operands and result have one type.
    pub(super) fn uniform(&mut self, opcode: Opcode, scalar: Scalar) {
        let spec = opcode.spec();
        let shape = self.shape(scalar);
        let ty = self.number_type(&shape, scalar);
        // A remainder, quotient or shift by a fresh constant is defined: constants are small and not zero.
        let careful = matches!(opcode, Opcode::DivI | Opcode::RemI | Opcode::ShlI | Opcode::ShrI);
        let operands: Vec<Value> = (0..spec.operands.len())
            .map(|index| if careful && index == 1 { self.safe_divisor(ty, opcode) } else { self.value(ty) })
            .collect();
        let attrs = self.uniform_attrs(opcode, scalar);
        let op = one_result(self.builder(), opcode, &operands, &attrs, ty);
        self.define(op);
    }

    /// Ones: no quotient overflows (the signed minimum over -1 cannot arise), no shift is as wide as its type, except
    /// that of i1, which has no defined shift but by 0.
    fn safe_divisor(&mut self, ty: TypeId, opcode: Opcode) -> Value {
        let scalar =
            self.module.types.get(ty).as_tile().and_then(|t| t.elem().scalar()).expect("a tile of numbers");
        let shift = matches!(opcode, Opcode::ShlI | Opcode::ShrI);
        let bits = match (scalar, shift) {
            (Scalar::I1, true) => 0,
            (Scalar::I1, false) => 1,
            (_, true) => self.rng.below(scalar.bits() as usize) as u64,
            (_, false) => 1 + self.rng.below(7) as u64,
        };
        self.constant_of(ty, Attr::Dense(Dense::splat(ty, scalar, bits)))
    }

    fn uniform_attrs(&mut self, opcode: Opcode, scalar: Scalar) -> Vec<(u8, AttrSlot)> {
        let mut slots = Vec::new();
        let mut unsigned = false;
        for (index, attr) in opcode.spec().attrs.iter().enumerate() {
            if attr.since.is_some_and(|since| since > self.version) {
                continue;
            }
            let slot = match attr.kind {
                AttrKind::Flag => {
                    // flush_to_zero is for f32; the other flags of these ops are for any float.
                    let fits = attr.name != "flush_to_zero" || scalar == Scalar::F32;
                    (fits && self.rng.one_in(3)).then_some(AttrSlot::UNIT)
                }
                AttrKind::Rounding(modes) => {
                    let fitting =
                        modes.iter().copied().filter(|&mode| rounding_fits(opcode, mode, scalar, unsigned));
                    let fitting: Vec<RoundingMode> = fitting.collect();
                    Some(AttrSlot::small(self.rng.pick(&fitting) as u32))
                }
                // i1 signed division has the undefined case -1 / -1, for any divisor.
                AttrKind::Keyword(_)
                    if matches!(opcode, Opcode::DivI | Opcode::RemI) && scalar == Scalar::I1 =>
                {
                    unsigned = true;
                    Some(AttrSlot::small(Signedness::Unsigned as u32))
                }
                kind => {
                    let slot = self.keyword(kind);
                    unsigned = slot == Some(AttrSlot::small(Signedness::Unsigned as u32));
                    slot
                }
            };
            slots.extend(slot.map(|slot| (index as u8, slot)));
        }
        slots
    }

    pub(super) fn compare(&mut self, opcode: Opcode, scalar: Scalar) {
        let shape = self.shape(scalar);
        let (ty, result) = (self.number_type(&shape, scalar), self.number_type(&shape, Scalar::I1));
        let (lhs, rhs) = (self.value(ty), self.value(ty));
        let predicate = self.rng.pick(ComparisonPredicate::ALL);
        let ordering = self.rng.pick(ComparisonOrdering::ALL);
        let signedness = self.rng.pick(Signedness::ALL);
        let mut builder = self.builder();
        let op = if opcode == Opcode::CmpF {
            let draft = builder.cmpf().lhs(lhs).rhs(rhs).comparison_predicate(predicate);
            draft.comparison_ordering(ordering).result(result).finish().op
        } else {
            let draft = builder.cmpi().lhs(lhs).rhs(rhs).comparison_predicate(predicate);
            draft.signedness(signedness).result(result).finish().op
        };
        self.define(op);
    }

    pub(super) fn integer_power(&mut self, scalar: Scalar) {
        let shape = self.shape(scalar);
        let exponent = self.rng.pick(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I1]);
        let (ty, exponent) = (self.number_type(&shape, scalar), self.number_type(&shape, exponent));
        let (source, exponent) = (self.value(ty), self.value(exponent));
        let op = self.builder().fpowi().source(source).exponent(exponent).result(ty).finish().op;
        self.define(op);
    }

    /// A conversion from `scalar` to a type that it can be converted to.
    pub(super) fn convert(&mut self, opcode: Opcode, scalar: Scalar) {
        let targets = self.targets(opcode, scalar);
        if targets.is_empty() {
            return;
        }
        let to = self.rng.pick(&targets);
        let shape = loop {
            let shape = self.shape(if to == Scalar::F4E2M1FN { to } else { scalar });
            let even = shape.iter().any(|&d| d > 1);
            if even || (to != Scalar::F4E2M1FN && scalar != Scalar::F4E2M1FN) {
                break shape;
            }
            if self.context == Context::Pure {
                return;
            }
        };
        let (from_ty, to_ty) = (self.number_type(&shape, scalar), self.number_type(&shape, to));
        // Any float may be out of an integer's range; a fresh constant is not. e8m0 takes positive numbers alone.
        let fresh = matches!(opcode, Opcode::FToI) || to == Scalar::F8E8M0FNU || to == Scalar::FNV8E5M3FNU;
        let from = if fresh { self.positive_constant(from_ty, scalar) } else { self.value(from_ty) };
        let signedness = self.rng.pick(Signedness::ALL);
        let rounding = if to == Scalar::F8E8M0FNU { RoundingMode::Zero } else { RoundingMode::NearestEven };
        let mut b = self.builder();
        let op = match opcode {
            Opcode::Bitcast => b.bitcast().source(from).result(to_ty).finish().op,
            Opcode::ExtI => b.exti().from(from).signedness(signedness).to(to_ty).finish().op,
            Opcode::TruncI => b.trunci().from(from).overflow(IntegerOverflow::None).to(to_ty).finish().op,
            Opcode::FToF => b.ftof().from(from).rounding_mode(rounding).to(to_ty).finish().op,
            Opcode::FToI => b.ftoi().from(from).signedness(Signedness::Signed).to(to_ty).finish().op,
            _ => b.itof().from(from).signedness(signedness).rounding_mode(rounding).to(to_ty).finish().op,
        };
        self.define(op);
    }

    /// The constant 1, which every type can hold; -1 for i1 results cannot arise from it unsigned.
    fn positive_constant(&mut self, ty: TypeId, scalar: Scalar) -> Value {
        let bits = match scalar {
            Scalar::F16 => 0x3C00,
            Scalar::BF16 => 0x3F80,
            Scalar::F32 => 0x3F80_0000,
            Scalar::TF32 => 0x3F80_0000 >> 13,
            Scalar::F64 => 1.0f64.to_bits(),
            Scalar::F8E4M3FN => 0x38,
            Scalar::F8E5M2 => 0x3C,
            Scalar::F8E8M0FNU => 0x7F,
            Scalar::F4E2M1FN => 0x2,
            Scalar::FNV8E5M3FNU => 0x78,
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => 1,
        };
        self.constant_of(ty, Attr::Dense(Dense::splat(ty, scalar, bits)))
    }

    fn targets(&mut self, opcode: Opcode, from: Scalar) -> Vec<Scalar> {
        let version = self.version;
        let known = |scalars: &[Scalar]| choose::known(scalars, version);
        let fits = |to: &Scalar| match opcode {
            Opcode::Bitcast => to.bits() == from.bits() && *to != Scalar::I4,
            Opcode::ExtI => to.bits() > from.bits(),
            Opcode::TruncI => to.bits() < from.bits(),
            // A signed i1 has no room for 1.
            Opcode::FToI => *to != Scalar::I1,
            Opcode::FToF => *to != from,
            _ => *to != Scalar::F8E8M0FNU,
        };
        let all = match opcode {
            Opcode::Bitcast => known(NUMBERS),
            Opcode::ExtI | Opcode::TruncI => known(&[INTS, &[Scalar::I4]].concat()),
            Opcode::FToI => known(INTS),
            _ => known(Scalar::FLOATS),
        };
        all.into_iter().filter(fits).collect()
    }

    pub(super) fn pointer_conversion(&mut self, opcode: Opcode, scalar: Scalar) {
        let shape = self.shape(scalar);
        let pointers = self.pointers(&shape, scalar);
        let (pointer, integer) =
            (self.intern(choose::pointers(&shape, scalar)), self.number_type(&shape, Scalar::I64));
        let op = self.builder().ptr_to_int().source(pointers).result(integer).finish().op;
        if opcode == Opcode::PtrToInt {
            // An address is not the same in every run: it is never stored, so it stays out of the scope.
            return;
        }
        let address = self.module.body.result(op, 0);
        let op = if opcode == Opcode::IntToPtr {
            self.builder().int_to_ptr().source(address).result(pointer).finish().op
        } else {
            let bytes = self.intern(choose::pointers(&shape, Scalar::I8));
            self.builder().ptr_to_ptr().source(pointers).result(bytes).finish().op
        };
        self.define(op);
    }

    /// A fact that is true: a fresh constant is what it is.
    pub(super) fn assume(&mut self, scalar: Scalar) {
        let shape = self.shape(scalar);
        let ty = self.number_type(&shape, scalar);
        let bits = if scalar == Scalar::I1 { 0 } else { 8 * (1 + self.rng.below(3)) as u64 };
        let value = self.constant_of(ty, Attr::Dense(Dense::splat(ty, scalar, bits)));
        let predicate = match self.rng.below(3) {
            0 => Attr::DivBy { divisor: 8, every: None, along: None },
            1 => Attr::SameElements(shape.clone().into()),
            _ => Attr::Bounded { lower: Some(0), upper: None },
        };
        let op = self.builder().assume().value(value).predicate(predicate).result(ty).finish().op;
        self.define(op);
    }

    pub(super) fn grid(&mut self, opcode: Opcode) {
        let ty = self.intern(Type::scalar_tile(Scalar::I32));
        let op = if opcode == Opcode::GetTileBlockId {
            self.builder().get_tile_block_id().blockId_x(ty).blockId_y(ty).blockId_z(ty).finish().op
        } else {
            self.builder().get_num_tile_blocks().gridSize_x(ty).gridSize_y(ty).gridSize_z(ty).finish().op
        };
        self.define(op);
    }

    /// A new global, and a pointer to it.
    pub(super) fn global(&mut self, scalar: Scalar) {
        if self.context == Context::Pure {
            return;
        }
        let ty = self.number_type(&[4], scalar);
        let value = choose::constant(&mut self.rng, self.module, ty, self.whole);
        let name = format!("g{}", self.module.body.op_count());
        let items = cuda_tile::build::items_block(self.module);
        let place = std::mem::replace(&mut self.block, items);
        // The entry is already in the block of the items: globals may follow it.
        self.builder().global().sym_name(name.as_str()).value(value).finish();
        self.block = place;
        let pointer = self.intern(choose::pointer_tile(scalar));
        let op = self.builder().get_global().name(name.as_str()).result(pointer).finish().op;
        debug_assert_eq!(self.module.results(op, fields::get_global::result).len(), 1);
    }
}

fn rounding_fits(opcode: Opcode, mode: RoundingMode, scalar: Scalar, unsigned: bool) -> bool {
    match mode {
        RoundingMode::Approx => scalar == Scalar::F32,
        // `full` is f32 only for divf, and the default of exp and tanh for every type.
        RoundingMode::Full => scalar == Scalar::F32 || opcode != Opcode::DivF,
        RoundingMode::NegativeInf => !unsigned,
        RoundingMode::NearestEven
        | RoundingMode::Zero
        | RoundingMode::PositiveInf
        | RoundingMode::NearestIntToZero
        | RoundingMode::NearestAway => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_follows_the_verifier() {
        assert!(!rounding_fits(Opcode::DivI, RoundingMode::NegativeInf, Scalar::I32, true));
        assert!(rounding_fits(Opcode::DivI, RoundingMode::NegativeInf, Scalar::I32, false));
        assert!(!rounding_fits(Opcode::Exp, RoundingMode::Approx, Scalar::F16, false));
        assert!(rounding_fits(Opcode::Exp, RoundingMode::Full, Scalar::F16, false));
        assert!(!rounding_fits(Opcode::DivF, RoundingMode::Full, Scalar::F16, false));
    }
}
