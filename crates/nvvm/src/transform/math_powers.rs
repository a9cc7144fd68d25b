//! Exponentials, hyperbolic functions and powers in f64.

use ir::Value;

use tile_core::arith::ComparisonPredicate as Is;

use super::math_builder::{DoubleDouble, MathBuilder};
use crate::Type;

/// ln 2 cut to 32 bits, so that products with short integers are exact.
const LN2_HI: f64 = 0.693_147_180_369_123_8;
/// The rest of ln 2.
const LN2_LO: f64 = 1.908_214_929_270_587_7e-10;

impl MathBuilder<'_, '_> {
    /// e^(hi+lo) of f64; beyond 800 either way it is infinite or zero. NaN is not kept.
    fn exp_parts(&mut self, x: DoubleDouble) -> Value {
        let (low, high) = (self.num(x.hi, -800.0), self.num(x.hi, 800.0));
        let clamped = self.max(x.hi, low);
        let clamped = self.min(clamped, high);
        let per = self.num(clamped, std::f64::consts::LOG2_E);
        let j = self.mul(clamped, per);
        let j = self.round(j);
        let (first, second) = (self.num(j, -LN2_HI), self.num(j, -LN2_LO));
        let r = self.fma(j, first, clamped);
        let lo = self.fma(j, second, x.lo);
        let r = self.add(r, lo);
        self.exp_of_rest(r, j)
    }

    /// 2^j e^r, r at most half of ln 2.
    fn exp_of_rest(&mut self, r: Value, j: Value) -> Value {
        let mut factor = 1.0;
        let mut coefficients = vec![0.5];
        for k in 3..15 {
            factor *= f64::from(k);
            coefficients.push(0.5 / factor);
        }
        let square = self.mul(r, r);
        let series = self.polynomial(r, &coefficients);
        let series = self.fma(series, square, r);
        let one = self.num(r, 1.0);
        let power = self.add(series, one);
        let j = self.whole_of(j, Type::I32);
        self.scale(power, j)
    }

    fn nan_stays(&mut self, x: Value, result: Value) -> Value {
        let nan = self.is_nan(x);
        self.select(nan, x, result)
    }

    pub(super) fn exp_f64(&mut self, x: Value) -> Value {
        let zero = self.num(x, 0.0);
        let result = self.exp_parts(DoubleDouble { hi: x, lo: zero });
        self.nan_stays(x, result)
    }

    pub(super) fn exp2_f64(&mut self, x: Value) -> Value {
        let (low, high) = (self.num(x, -1100.0), self.num(x, 1100.0));
        let clamped = self.max(x, low);
        let clamped = self.min(clamped, high);
        let j = self.round(clamped);
        let rest = self.sub(clamped, j);
        let ln2 = self.num(x, std::f64::consts::LN_2);
        let r = self.mul(rest, ln2);
        let result = self.exp_of_rest(r, j);
        self.nan_stays(x, result)
    }

    /// sinh, or cosh, of f64: halves of sums of exponentials; near 0 sinh is its series.
    pub(super) fn hyperbolic(&mut self, x: Value, sine: bool) -> Value {
        let magnitude = self.abs(x);
        let zero = self.num(x, 0.0);
        let half = self.num(x, 0.5);
        // e^|x| / 2 = e^(|x| - ln 2), which overflows only where the result does.
        let ln2 = self.num(x, -std::f64::consts::LN_2);
        let lower = self.sum(magnitude, ln2);
        let ln2_lo = self.num(x, -2.319_046_813_846_299_6e-17);
        let lo = self.add(lower.lo, ln2_lo);
        let up = self.exp_parts(DoubleDouble { hi: lower.hi, lo });
        let minus = self.neg(magnitude);
        let down = self.exp_parts(DoubleDouble { hi: minus, lo: zero });
        let down = self.mul(down, half);
        let infinity = self.num(x, f64::INFINITY);
        let infinite = self.is(magnitude, Is::Equal, infinity);
        if !sine {
            let sum = self.add(up, down);
            let sum = self.select(infinite, infinity, sum);
            return self.nan_stays(x, sum);
        }
        let far = self.sub(up, down);
        let far = self.select(infinite, infinity, far);
        let square = self.mul(x, x);
        let mut factor = 1.0;
        let mut coefficients = Vec::new();
        for k in 1..10 {
            factor *= f64::from(2 * k) * f64::from(2 * k + 1);
            coefficients.push(1.0 / factor);
        }
        let series = self.polynomial(square, &coefficients);
        let series = self.mul(series, square);
        let near = self.fma(series, magnitude, magnitude);
        let result = self.choose(magnitude, Is::LessThan, 1.0, near, far);
        let result = self.with_sign(result, x);
        self.nan_stays(x, result)
    }

    /// tanh of f64: from e^2x, near 0 the quotient of sinh and cosh.
    pub(super) fn tanh_f64(&mut self, x: Value) -> Value {
        let limit = self.num(x, 22.0);
        let magnitude = self.abs(x);
        let bounded = self.min(magnitude, limit);
        let sine = self.hyperbolic(bounded, true);
        let cosine = self.hyperbolic(bounded, false);
        let quotient = self.div(sine, cosine);
        let result = self.with_sign(quotient, x);
        self.nan_stays(x, result)
    }

    /// x^y of f64, with the special cases of C's `pow`.
    pub(super) fn pow_f64(&mut self, x: Value, y: Value) -> Value {
        let magnitude = self.abs(x);
        let log = self.log_parts(magnitude);
        let product = self.product(log.hi, y);
        let lo = self.fma(log.lo, y, product.lo);
        // Where the product is infinite its error is not a number.
        let bound = self.num(x, 1000.0);
        let size = self.abs(product.hi);
        let moderate = self.is(size, Is::LessThan, bound);
        let zero = self.num(x, 0.0);
        let lo = self.select(moderate, lo, zero);
        let result = self.exp_parts(DoubleDouble { hi: product.hi, lo });
        self.pow_edges(x, y, magnitude, result)
    }

    fn pow_edges(&mut self, x: Value, y: Value, magnitude: Value, result: Value) -> Value {
        let (zero, one) = (self.num(x, 0.0), self.num(x, 1.0));
        let (infinity, nan) = (self.num(x, f64::INFINITY), self.num(x, f64::NAN));
        let y_positive = self.is(y, Is::GreaterThan, zero);
        // Bases 0 and infinity, and exponents that are infinite.
        let of_zero = self.select(y_positive, zero, infinity);
        let of_infinity = self.select(y_positive, infinity, zero);
        let result = self.choose(magnitude, Is::Equal, 0.0, of_zero, result);
        let result = self.choose(magnitude, Is::Equal, f64::INFINITY, of_infinity, result);
        let y_magnitude = self.abs(y);
        let larger = self.is(magnitude, Is::GreaterThan, one);
        let grows = self.xor(larger, y_positive);
        let far = self.select(grows, zero, infinity);
        let far = self.choose(magnitude, Is::Equal, 1.0, one, far);
        let result = self.choose(y_magnitude, Is::Equal, f64::INFINITY, far, result);
        // Negative bases: odd whole exponents change the sign, others that are not whole have no result.
        let whole = self.floor(y);
        let is_whole = self.is(whole, Is::Equal, y);
        let half = self.num(y, 0.5);
        let halved = self.mul(y, half);
        let down = self.floor(halved);
        let is_even = self.is(down, Is::Equal, halved);
        let bits = self.cast(x, Type::I64);
        let nothing = self.int(bits, 0);
        let negative = self.is_int(bits, Is::LessThan, nothing);
        let opposite = self.neg(result);
        let odd = self.select(is_even, result, opposite);
        let signed = self.select(negative, odd, result);
        let real = self.select(is_whole, signed, nan);
        let below = self.is(x, Is::LessThan, zero);
        let minus_infinity = self.num(x, f64::NEG_INFINITY);
        let infinite = self.is(x, Is::Equal, minus_infinity);
        let of_negative = self.select(is_whole, real, nan);
        let unsigned = self.select(is_whole, signed, result);
        let of_negative = self.select(infinite, unsigned, of_negative);
        let result = self.select(below, of_negative, unsigned);
        let x_nan = self.is_nan(x);
        let y_nan = self.is_nan(y);
        let result = self.select(x_nan, nan, result);
        let result = self.select(y_nan, nan, result);
        let result = self.choose(x, Is::Equal, 1.0, one, result);
        self.choose(y, Is::Equal, 0.0, one, result)
    }
}
