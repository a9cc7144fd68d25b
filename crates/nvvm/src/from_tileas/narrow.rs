//! Floats of at most 8 bits, and tf32: conversions to and from the formats of arithmetic.
//!
//! A narrow float is decoded exactly into binary32; a result is rounded once, from binary32 or binary64, in integer
//! arithmetic, which any target supports. [`nearest`](super::nearest) has the usual case: to the nearest, from binary32.

use ir::{AttrSlot, Value};
use numerics::Scalar;
use numerics::format::{Format, Specials};
use tile_core::arith::{Arith, ComparisonPredicate, RoundingMode};

use super::Lower;
use super::nearest::is_nearest;
use crate::Type;
use crate::attrs::ElementFormat;
use crate::ops::Builders as _;

/// The canonical NaN of binary32.
const NAN: u64 = 0x7fc0_0000;
/// The first capability whose `cvt` rounds to the nearest tf32, ties to even.
const NEAREST_TF32: u32 = 90;

/// A number of binary32 or binary64 taken apart for rounding into another format.
struct Parts {
    /// Integers of its width.
    ty: Type,
    /// Its format.
    format: Format,
    /// Everything but the sign.
    magnitude: Value,
    negative: Value,
}

impl Lower<'_> {
    /// An element of a narrow format, held as bits, as binary32.
    pub(super) fn decode(&mut self, value: Value, scalar: Scalar) -> Value {
        let Some(format) = Format::of(scalar).filter(|_| self.type_of(value) == Type::I16) else {
            return value;
        };
        let bits = self.resize(value, Type::I32, false);
        let mask = self.i32(format.magnitude_mask() as u32);
        let magnitude = self.and(bits, mask);
        let mut result =
            if format.subnormals { self.scaled(magnitude, &format) } else { self.power(magnitude) };
        if let Some(infinity) = format.infinity() {
            result = self.where_equal(magnitude, infinity as u32, 0x7f80_0000, result);
        }
        if format.specials != Specials::FiniteOnly {
            let most = format.infinity().unwrap_or(format.max_finite()) as u32;
            let (most, nan) = (self.i32(most), self.i32(NAN as u32));
            let is_nan = self.compare(ComparisonPredicate::GreaterThan, false, magnitude, most);
            let signed = self.signed_by(bits, result, &format);
            result = self.select(is_nan, nan, signed);
        } else {
            result = self.signed_by(bits, result, &format);
        }
        self.bitcast(result, Type::F32)
    }

    /// The magnitude, moved to its place in binary32, then scaled: the scaling makes subnormals normal.
    fn scaled(&mut self, magnitude: Value, format: &Format) -> Value {
        let placed = self.shl(magnitude, 23 - format.mantissa_bits);
        let placed = self.bitcast(placed, Type::F32);
        let scale = self.bits(Type::F32, ((254 - format.bias) as u64) << 23);
        let value = self.binary(Arith::MulF, placed, scale);
        self.bitcast(value, Type::I32)
    }

    /// A power of two by its exponent field; the smallest is subnormal in binary32.
    fn power(&mut self, field: Value) -> Value {
        let placed = self.shl(field, 23);
        self.where_equal(field, 0, 0x0040_0000, placed)
    }

    fn where_equal(&mut self, value: Value, to: u32, then: u32, otherwise: Value) -> Value {
        let (to, then) = (self.i32(to), self.i32(then));
        let is = self.compare(ComparisonPredicate::Equal, false, value, to);
        self.select(is, then, otherwise)
    }

    fn signed_by(&mut self, bits: Value, magnitude: Value, format: &Format) -> Value {
        if !format.signed {
            return magnitude;
        }
        let mask = self.i32(format.sign_mask() as u32);
        let sign = self.and(bits, mask);
        let sign = self.shl(sign, 32 - format.bits());
        self.or(magnitude, sign)
    }

    /// A number of binary32 or binary64 rounded once to a narrow format, as registers hold it.
    pub(super) fn encode(&mut self, value: Value, scalar: Scalar, rounding: RoundingMode) -> Value {
        if scalar == Scalar::TF32 && rounding == RoundingMode::NearestEven && self.type_of(value) == Type::F32
        {
            return self.nearest_tf32(value);
        }
        let format = Format::of(scalar).expect("a float format");
        if is_nearest(rounding) && self.type_of(value) == Type::F32 {
            if self.has_pairs_of(scalar) {
                return self.nearest_of_pair(value, scalar);
            }
            if format.bits() <= 8 && format.subnormals {
                return self.nearest_code(value, &format);
            }
        }
        let parts = self.take_apart(value, format.signed);
        let code = self.rounded(&parts, &format, rounding);
        let code = self.limited(&parts, &format, code, rounding);
        let signed = self.with_sign(&parts, &format, code);
        let signed = match format.nan().unwrap_or(format.max_finite()) {
            nan if format.nan().is_some() => {
                let is_nan = self.is_nan(&parts);
                let nan = self.bits(parts.ty, nan);
                self.select(is_nan, nan, signed)
            }
            most => {
                let is_nan = self.is_nan(&parts);
                let most = self.bits(parts.ty, most);
                self.select(is_nan, most, signed)
            }
        };
        if scalar == Scalar::TF32 {
            let bits = self.resize(signed, Type::I32, false);
            let bits = self.shl(bits, 13);
            return self.bitcast(bits, Type::F32);
        }
        self.resize(signed, Type::I16, false)
    }

    /// A number of binary32 rounded to tf32, which has the same exponents. Products of many operands convert so: one
    /// instruction where the target has it (PTX ISA, "cvt": `.rn.tf32.f32` of sm_90), else an addition whose carry goes
    /// on into the exponent.
    fn nearest_tf32(&mut self, value: Value) -> Value {
        if self.capability() >= NEAREST_TF32 {
            let f32 = self.to.types.intern(Type::F32);
            let mut b = self.b();
            let op = b.narrow().sources([value].as_slice()).format(ElementFormat::TF32);
            return op.result(f32).finish().value();
        }
        let bits = self.bitcast(value, Type::I32);
        let (one, below_half) = (self.i32(1), self.i32(0xfff));
        let last = self.shr(bits, 13);
        let odd = self.and(last, one);
        let carry = self.add(below_half, odd);
        let sum = self.add(bits, carry);
        let mask = self.i32(!0x1fff);
        let rounded = self.and(sum, mask);
        let (magnitude, infinity) = (self.i32(0x7fff_ffff), self.i32(0x7f80_0000));
        let magnitude = self.and(bits, magnitude);
        let is_nan = self.compare(ComparisonPredicate::GreaterThan, false, magnitude, infinity);
        let nan = self.i32(NAN as u32);
        let rounded = self.select(is_nan, nan, rounded);
        self.bitcast(rounded, Type::F32)
    }

    fn take_apart(&mut self, value: Value, signed: bool) -> Parts {
        let (ty, format) = match self.type_of(value) {
            Type::F64 => (Type::I64, Format::F64),
            _ => (Type::I32, Format::F32),
        };
        let bits = self.bitcast(value, ty);
        let (mask, sign) = (self.bits(ty, format.magnitude_mask()), self.bits(ty, format.sign_mask()));
        let magnitude = self.and(bits, mask);
        let sign_bit = self.and(bits, sign);
        // A format without sign takes the magnitude, which is positive.
        let negative = match signed {
            true => self.compare(ComparisonPredicate::Equal, false, sign_bit, sign),
            false => self.bits(Type::I1, 0),
        };
        Parts { ty, format, magnitude, negative }
    }

    fn is_nan(&mut self, parts: &Parts) -> Value {
        let infinity = self.bits(parts.ty, parts.format.infinity().unwrap_or(0));
        self.compare(ComparisonPredicate::GreaterThan, false, parts.magnitude, infinity)
    }

    /// The magnitude's code, rounded, without regard to the largest one: carries propagate into the exponent field.
    fn rounded(&mut self, parts: &Parts, format: &Format, rounding: RoundingMode) -> Value {
        let ty = parts.ty;
        let from = &parts.format;
        let field = self.shr(parts.magnitude, from.mantissa_bits);
        let mask = self.bits(ty, from.mantissa_mask());
        let mantissa = self.and(parts.magnitude, mask);
        let zero = self.bits(ty, 0);
        let one = self.bits(ty, 1);
        let is_normal = self.compare(ComparisonPredicate::NotEqual, false, field, zero);
        let leading = self.bits(ty, 1 << from.mantissa_bits);
        let with_leading = self.or(mantissa, leading);
        let significand = self.select(is_normal, with_leading, mantissa);
        let field = self.select(is_normal, field, one);
        // How far the exponent is below the smallest of the target.
        let least = self.bits(ty, i64::from(format.min_exponent() + from.bias) as u64);
        let missing = self.binary(Arith::SubI, least, field);
        let is_small = self.compare(ComparisonPredicate::GreaterThan, true, missing, zero);
        let missing = self.select(is_small, missing, zero);
        let field = self.select(is_small, least, field);
        let drop = self.bits(ty, u64::from(from.mantissa_bits - format.mantissa_bits));
        let shift = self.add(drop, missing);
        let most = self.bits(ty, u64::from(from.mantissa_bits + 2));
        let over = self.compare(ComparisonPredicate::GreaterThan, false, shift, most);
        let shift = self.select(over, most, shift);
        let kept = self.binary(Arith::ShrI, significand, shift);
        let up = self.rounds_up(parts, significand, kept, shift, rounding);
        let offset = self.bits(ty, i64::from(format.bias - 1 - from.bias) as u64);
        let exponent = self.add(field, offset);
        let exponent = self.shl(exponent, format.mantissa_bits);
        let code = self.add(exponent, kept);
        let next = self.add(code, one);
        let code = self.select(up, next, code);
        // A format without zero ends at its smallest number.
        let below = self.compare(ComparisonPredicate::LessThan, true, code, zero);
        self.select(below, zero, code)
    }

    /// Whether the magnitude between two neighbours becomes the larger one.
    fn rounds_up(
        &mut self,
        parts: &Parts,
        whole: Value,
        kept: Value,
        shift: Value,
        rounding: RoundingMode,
    ) -> Value {
        let ty = parts.ty;
        let (zero, one) = (self.bits(ty, 0), self.bits(ty, 1));
        let below = self.binary(Arith::SubI, shift, one);
        let shifted = self.binary(Arith::ShrI, whole, below);
        let half = self.and(shifted, one);
        let half = self.compare(ComparisonPredicate::Equal, false, half, one);
        let unit = self.binary(Arith::ShlI, one, below);
        let mask = self.binary(Arith::SubI, unit, one);
        let rest = self.and(whole, mask);
        let rest = self.compare(ComparisonPredicate::NotEqual, false, rest, zero);
        match rounding {
            RoundingMode::NearestEven | RoundingMode::Approx | RoundingMode::Full => {
                let odd = self.and(kept, one);
                let odd = self.compare(ComparisonPredicate::Equal, false, odd, one);
                let more = self.or(rest, odd);
                self.and(half, more)
            }
            RoundingMode::Zero | RoundingMode::NearestIntToZero => self.bits(Type::I1, 0),
            RoundingMode::NegativeInf => {
                let some = self.or(half, rest);
                self.and(parts.negative, some)
            }
            RoundingMode::PositiveInf => {
                let some = self.or(half, rest);
                let positive = self.not(parts.negative);
                self.and(positive, some)
            }
            RoundingMode::NearestAway => half,
        }
    }

    /// The result for values beyond the largest number: that number in formats of 8 bits and fewer, else as the mode
    /// says.
    fn limited(&mut self, parts: &Parts, format: &Format, code: Value, rounding: RoundingMode) -> Value {
        let ty = parts.ty;
        let most = self.bits(ty, format.max_finite());
        let over = self.compare(ComparisonPredicate::GreaterThan, false, code, most);
        let beyond = match format.infinity().filter(|_| format.bits() > 8) {
            None => most,
            Some(infinity) => {
                let infinity = self.bits(ty, infinity);
                let finite = match rounding {
                    RoundingMode::Zero | RoundingMode::NearestIntToZero => most,
                    RoundingMode::NegativeInf => self.select(parts.negative, infinity, most),
                    RoundingMode::PositiveInf => self.select(parts.negative, most, infinity),
                    RoundingMode::NearestEven
                    | RoundingMode::Approx
                    | RoundingMode::Full
                    | RoundingMode::NearestAway => infinity,
                };
                let endless = self.bits(ty, parts.format.infinity().unwrap_or(0));
                let is_infinite = self.compare(ComparisonPredicate::Equal, false, parts.magnitude, endless);
                self.select(is_infinite, infinity, finite)
            }
        };
        self.select(over, beyond, code)
    }

    fn with_sign(&mut self, parts: &Parts, format: &Format, code: Value) -> Value {
        if !format.signed {
            return code;
        }
        let sign = self.bits(parts.ty, format.sign_mask());
        let negative = self.or(code, sign);
        self.select(parts.negative, negative, code)
    }

    /// A 64-bit integer that binary64 holds with every bit that rounding to few bits needs: beyond 53 bits, the lowest
    /// kept bit is set if any bit below it was (round to odd).
    pub(super) fn sticky_53(&mut self, value: Value, signed: bool) -> Value {
        if self.type_of(value) != Type::I64 {
            return value;
        }
        let below = self.i64((1 << 11) - 1);
        let (zero, unit) = (self.i64(0), self.i64(1 << 11));
        let lost = self.and(value, below);
        let some = self.compare(ComparisonPredicate::NotEqual, false, lost, zero);
        let high = self.xor(value, lost);
        let sticky = self.or(high, unit);
        let kept = self.select(some, sticky, high);
        let limit = self.i64(1 << 53);
        let (shifted, range) = match signed {
            true => (self.add(value, limit), self.i64(1 << 54)),
            false => (value, limit),
        };
        let large = self.compare(ComparisonPredicate::GreaterThan, false, shifted, range);
        self.select(large, kept, value)
    }

    /// A float in another format that registers compute in.
    pub(super) fn float_to_float(&mut self, value: Value, ty: Type, rounding: AttrSlot) -> Value {
        if self.type_of(value) == ty {
            return value;
        }
        let id = self.to.types.intern(ty);
        self.b().fp_to_fp().source(value).rounding(rounding).result(id).finish().value()
    }
}
