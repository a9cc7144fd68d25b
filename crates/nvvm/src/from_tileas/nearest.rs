//! Numbers of binary32 rounded to the nearest float of at most 8 bits, ties to even.
//!
//! Targets whose `cvt` knows the format convert two at once. Elsewhere, integers are rounded as the hardware does it: an
//! addition whose carry goes on into the exponent, and for subnormal results an addition of a float whose last bit is the
//! smallest number of the format. Both are much shorter than rounding in any mode: many elements are converted in a row, and
//! the temporary values of each need registers.

use ir::{AttrSlot, Op, Value};
use numerics::Scalar;
use numerics::format::Format;
use tile_core::arith::{Arith, ComparisonPredicate, RoundingMode};

use super::Lower;
use crate::Type;
use crate::attrs::ElementFormat;
use crate::ops::Builders as _;

/// The first capability whose `cvt` rounds pairs to 8 bits (PTX ISA, "cvt": `.e4m3x2`, `.e5m2x2`).
const PAIRS: u32 = 89;

/// Whether a mode rounds to the nearest number, ties to even.
pub(super) fn is_nearest(rounding: RoundingMode) -> bool {
    matches!(rounding, RoundingMode::NearestEven | RoundingMode::Approx | RoundingMode::Full)
}

/// The name that instructions have for a format of pairs.
fn format_of_pairs(scalar: Scalar) -> Option<ElementFormat> {
    match scalar {
        Scalar::F8E4M3FN => Some(ElementFormat::E4M3),
        Scalar::F8E5M2 => Some(ElementFormat::E5M2),
        _ => None,
    }
}

impl Lower<'_> {
    /// The format of 8 bits to which an op converts floats that binary32 holds. Two codes are made at once: a register
    /// holds both until they are stored.
    pub(super) fn narrowed_in_pairs(&self, op: Op) -> Option<Scalar> {
        let operand = *self.from.body.operands(op).first()?;
        let [source, result] =
            [operand, self.from.body.result(op, 0)].map(|value| self.tile(value).elem.scalar());
        let is_known = matches!(source, Some(Scalar::F32 | Scalar::F16 | Scalar::BF16))
            && self.from.opcode(op).arith() == Some(Arith::FpToFp)
            && is_nearest(self.rounding_of(op));
        let has_subnormals = |scalar: &Scalar| {
            Format::of(*scalar).is_some_and(|format| format.bits() == 8 && format.subnormals)
        };
        result.filter(has_subnormals).filter(|_| is_known)
    }

    /// Whether the target converts two numbers of binary32 to a format at once.
    pub(super) fn has_pairs_of(&self, scalar: Scalar) -> bool {
        format_of_pairs(scalar).is_some() && self.capability() >= PAIRS
    }

    /// Two numbers in a format of 8 bits, as registers hold them.
    pub(super) fn nearest_pair(&mut self, pair: [Value; 2], scalar: Scalar) -> [Value; 2] {
        let pair = pair.map(|value| self.float_to_float(value, Type::F32, AttrSlot::ABSENT));
        if !self.has_pairs_of(scalar) {
            let format = Format::of(scalar).expect("a float format");
            let codes = pair.map(|value| self.nearest_code(value, &format));
            let codes = self.pair_of_bytes(&codes);
            return self.bytes_of(codes);
        }
        let codes = self.codes_of(pair, scalar);
        let codes = self.bytes_of(codes);
        self.with_nan(pair, codes, scalar)
    }

    /// A number of binary32 in a format that [`Lower::has_pairs_of`] knows.
    pub(super) fn nearest_of_pair(&mut self, value: Value, scalar: Scalar) -> Value {
        let zero = self.bits(Type::F32, 0);
        let code = self.codes_of([value, zero], scalar);
        let [code] = self.with_nan([value], [code], scalar);
        code
    }

    /// The codes of two numbers in 16 bits.
    fn codes_of(&mut self, pair: [Value; 2], scalar: Scalar) -> Value {
        let format = format_of_pairs(scalar).expect("the format was found to have pairs");
        let ty = self.to.types.intern(Type::I16);
        let mut b = self.b();
        let op = b.narrow().sources(pair.as_slice()).format(format).saturate(true);
        op.result(ty).finish().value()
    }

    /// `cvt` makes all ones of a NaN, which is not the canonical NaN of a format that has several.
    fn with_nan<const N: usize>(
        &mut self,
        numbers: [Value; N],
        mut codes: [Value; N],
        scalar: Scalar,
    ) -> [Value; N] {
        let format = Format::of(scalar).expect("a float format");
        if format.nan() == Some(format.magnitude_mask()) {
            return codes;
        }
        let nan = self.bits(Type::I16, format.nan().expect("formats of pairs have a NaN"));
        for (number, code) in numbers.into_iter().zip(&mut codes) {
            let is_nan = self.is_nan_float(number);
            *code = self.select(is_nan, nan, *code);
        }
        codes
    }

    /// The code of a number of binary32 in a format of at most 8 bits that has subnormal numbers; the largest number
    /// stands for all beyond it. Every value is computed from the one before, so that few are live.
    pub(super) fn nearest_code(&mut self, value: Value, format: &Format) -> Value {
        let from = &Format::F32;
        let drop = from.mantissa_bits - format.mantissa_bits;
        // How much larger exponent fields are in binary32.
        let more = ((from.bias - format.bias) as u32) << from.mantissa_bits;
        let limited = self.limited_float(value, [drop, more], format);
        let bits = self.bitcast(limited, Type::I32);
        let mask = self.i32(from.magnitude_mask() as u32);
        let magnitude = self.and(bits, mask);
        let one = self.i32(1);
        let last = self.shr(magnitude, drop);
        let odd = self.and(last, one);
        let carry = self.i32(((1u32 << (drop - 1)) - 1).wrapping_sub(more));
        let carried = self.add(magnitude, carry);
        let carried = self.add(carried, odd);
        let normal = self.shr(carried, drop);
        let mut code = self.or_subnormal(magnitude, normal, format);
        if format.signed {
            let moved = self.shr(bits, 32 - format.bits());
            let mask = self.i32(format.sign_mask() as u32);
            let sign = self.and(moved, mask);
            code = self.or(code, sign);
        }
        self.resize(code, Type::I16, false)
    }

    /// A number limited to those of a format; instead of a NaN, the number that its code would stand for.
    fn limited_float(&mut self, value: Value, [drop, more]: [u32; 2], format: &Format) -> Value {
        let number = |code: u64| u64::from(((code as u32) << drop) + more);
        let most = number(format.max_finite());
        let [low, high] = [most | Format::F32.sign_mask(), most].map(|bits| self.bits(Type::F32, bits));
        let limited = self.binary(Arith::MinF, value, high);
        let limited = self.binary(Arith::MaxF, limited, low);
        let Some(nan) = format.nan() else { return limited };
        let nan = self.bits(Type::F32, number(nan));
        let is_nan = self.is_nan_float(value);
        self.select(is_nan, nan, limited)
    }

    fn is_nan_float(&mut self, value: Value) -> Value {
        let ty = self.to.types.intern(Type::I1);
        let predicate = ComparisonPredicate::NotEqual;
        self.b().cmpf().lhs(value).rhs(value).predicate(predicate).result(ty).finish().value()
    }

    /// The code of a magnitude whose result is subnormal; otherwise another one.
    fn or_subnormal(&mut self, magnitude: Value, otherwise: Value, format: &Format) -> Value {
        let from = &Format::F32;
        let power = |exponent: i32| ((exponent + from.bias) as u32) << from.mantissa_bits;
        // A float whose last bit is the smallest number of the format.
        let rounder = power(format.min_quantum() + from.mantissa_bits as i32);
        let rounder_bits = self.i32(rounder);
        let rounder = self.bits(Type::F32, rounder.into());
        let number = self.bitcast(magnitude, Type::F32);
        let rounded = self.binary(Arith::AddF, number, rounder);
        let rounded = self.bitcast(rounded, Type::I32);
        let subnormal = self.binary(Arith::SubI, rounded, rounder_bits);
        let least = self.i32(power(format.min_exponent()));
        let is_small = self.compare(ComparisonPredicate::LessThan, true, magnitude, least);
        self.select(is_small, subnormal, otherwise)
    }
}
