//! Logarithms in f64, with their rounding errors.

use ir::Value;

use tile_core::arith::ComparisonPredicate as Is;

use super::math_builder::{DoubleDouble, MathBuilder};
use crate::Type;

/// ln 2 cut to 32 bits, so that products with short integers are exact.
const LN2_HI: f64 = 0.693_147_180_369_123_8;
/// The rest of ln 2.
const LN2_LO: f64 = 1.908_214_929_270_587_7e-10;
/// 1 / ln 2: nearest, and the rest.
const PER_LN2_LO: f64 = 2.035_527_374_093_103_3e-17;

impl MathBuilder<'_, '_> {
    /// ln x of a positive finite f64, as two parts.
    pub(super) fn log_parts(&mut self, x: Value) -> DoubleDouble {
        let smallest = self.num(x, f64::MIN_POSITIVE);
        let small = self.is(x, Is::LessThan, smallest);
        let two54 = self.num(x, 18_014_398_509_481_984.0);
        let scaled = self.mul(x, two54);
        let normal = self.select(small, scaled, x);
        let bits = self.cast(normal, Type::I64);
        // The exponent such that the mantissa is between sqrt 1/2 and sqrt 2.
        let offset = self.int(bits, 0x3fe6_a09e_667f_3bcd);
        let shifted = self.subi(bits, offset);
        let exponent = self.shr(shifted, 52, true);
        let high = self.shl(exponent, 52);
        let mantissa = self.subi(bits, high);
        let m = self.cast(mantissa, Type::F64);
        let (adjust, zero) = (self.int(bits, -54), self.int(bits, 0));
        let adjust = self.select(small, adjust, zero);
        let exponent = self.addi(exponent, adjust);
        let e = self.float_of(exponent, Type::F64, true);
        let tail = self.log_of_mantissa(m);
        let (first, second) = (self.num(x, LN2_HI), self.num(x, LN2_LO));
        let large = self.mul(e, first);
        let total = self.sum(large, tail.hi);
        let rest = self.fma(e, second, tail.lo);
        let rest = self.add(rest, total.lo);
        self.quick_sum(total.hi, rest)
    }

    /// ln m, m between sqrt 1/2 and sqrt 2: twice the series of artanh at s = (m - 1) / (m + 1).
    fn log_of_mantissa(&mut self, m: Value) -> DoubleDouble {
        let one = self.num(m, 1.0);
        let f = self.sub(m, one);
        let d = self.sum(m, one);
        let s = self.div(f, d.hi);
        let minus = self.neg(s);
        let left = self.fma(minus, d.hi, f);
        let left = self.fma(minus, d.lo, left);
        let s_lo = self.div(left, d.hi);
        let z = self.product(s, s);
        let series: Vec<f64> = (1..14).map(|k| 2.0 / f64::from(2 * k + 3)).collect();
        let higher = self.polynomial(z.hi, &series);
        // z (2/3 + z higher), the first with its error.
        let higher = self.mul(higher, z.hi);
        let (third, third_lo) = (self.num(m, 2.0 / 3.0), self.num(m, 3.700_743_415_417_188e-17));
        let lead = self.sum(third, higher);
        let lead_lo = self.add(lead.lo, third_lo);
        let t = self.product(z.hi, lead.hi);
        let t_lo = self.fma(z.hi, lead_lo, t.lo);
        let t_lo = self.fma(z.lo, lead.hi, t_lo);
        let u = self.product(s, t.hi);
        let u_lo = self.fma(s, t_lo, u.lo);
        let u_lo = self.fma(s_lo, t.hi, u_lo);
        let twice = self.add(s, s);
        let twice_lo = self.add(s_lo, s_lo);
        let total = self.quick_sum(twice, u.hi);
        let rest = self.add(total.lo, twice_lo);
        let rest = self.add(rest, u_lo);
        self.quick_sum(total.hi, rest)
    }

    /// ln x, or log2 x, of f64.
    pub(super) fn log_f64(&mut self, x: Value, base_two: bool) -> Value {
        let parts = self.log_parts(x);
        let parts = if base_two { self.times(parts, std::f64::consts::LOG2_E, PER_LN2_LO) } else { parts };
        let result = self.add(parts.hi, parts.lo);
        self.log_edges(x, result)
    }
}
