//! Expansions in f32 of the most frequent functions of f32.

use ir::Value;

use tile_core::arith::ComparisonPredicate as Is;

use super::math_builder::MathBuilder;
use crate::Type;
use crate::attrs::Approximation;

/// Exponents from the smallest to the largest one of normal numbers.
const RANGE: f64 = 252.0;

impl MathBuilder<'_, '_> {
    /// e^x of f32: `2^j 2^f`, the second by the hardware. j is bounded so that `2^j` is a normal number, and f takes the rest,
    /// which is large where the result is subnormal, zero or infinite. The bounds cost nothing: `ptxas` makes one instruction of
    /// a product, a sum and the bounds 0 and 1.
    pub(super) fn exp_f32(&mut self, x: Value) -> Value {
        let place = self.place_of_exponent(x);
        let (sum, f) = self.exponent_and_rest(x, place);
        let [power, scale] = self.power_and_scale(sum, f);
        self.mul(power, scale)
    }

    /// The same of two numbers, bit for bit; what has no instruction for both is computed one by one.
    pub(super) fn exp_f32x2(&mut self, x: Value) -> Value {
        let places = self.numbers(x).map(|x| self.place_of_exponent(x));
        let place = self.pair(places);
        let (sum, f) = self.exponent_and_rest(x, place);
        let ([low, high], [f_low, f_high]) = (self.numbers(sum), self.numbers(f));
        let [low_power, low_scale] = self.power_and_scale(low, f_low);
        let [high_power, high_scale] = self.power_and_scale(high, f_high);
        let power = self.pair([low_power, high_power]);
        let scale = self.pair([low_scale, high_scale]);
        self.mul(power, scale)
    }

    /// Where the exponent of e^x is in its range, as a part of that.
    fn place_of_exponent(&mut self, x: Value) -> Value {
        let per = std::f64::consts::LOG2_E;
        let (part, half) = (self.num(x, per / RANGE), self.num(x, 0.5));
        let place = self.fma(x, part, half);
        let (zero, one) = (self.num(x, 0.0), self.num(x, 1.0));
        let place = self.max(place, zero);
        self.min(place, one)
    }

    /// A number whose lowest bits are j, and f; of one number or of a pair.
    fn exponent_and_rest(&mut self, x: Value, place: Value) -> (Value, Value) {
        let per = std::f64::consts::LOG2_E;
        let per_hi = self.num(x, per);
        let per_lo = self.num(x, per - f64::from(per as f32));
        let range = self.num(x, RANGE);
        // A sum with 1.5 * 2^23 has no fraction: its lowest bits are j, here with the bias of an exponent.
        let least = self.num(x, 12_582_912.0 + 1.0);
        let sum = self.fma_down(place, range, least);
        let zero_power = self.num(x, 12_582_912.0 + 127.0);
        let minus_j = self.sub(zero_power, sum);
        let f = self.fma(x, per_hi, minus_j);
        (sum, self.fma(x, per_lo, f))
    }

    /// `2^f` and `2^j`.
    fn power_and_scale(&mut self, sum: Value, f: Value) -> [Value; 2] {
        let power = self.approx(Approximation::Ex2, f, true);
        let exponent = self.cast(sum, Type::I32);
        let exponent = self.shl(exponent, 23);
        [power, self.cast(exponent, Type::F32)]
    }

    /// e^x of f32 as `approx` allows it: a power of two by the hardware. The product is rounded, so the error grows with x.
    pub(super) fn exp_approximately(&mut self, x: Value) -> Value {
        let per = self.num(x, std::f64::consts::LOG2_E);
        let exponent = self.mul(x, per);
        self.approx(Approximation::Ex2, exponent, false)
    }

    /// e^x of f32 within one unit: `2^j e^r`, r at most half of ln 2.
    fn exp_series(&mut self, x: Value) -> Value {
        let (low, high) = (self.num(x, -104.0), self.num(x, 89.0));
        let clamped = self.max(x, low);
        let clamped = self.min(clamped, high);
        let per = self.num(x, std::f64::consts::LOG2_E);
        let j = self.mul(clamped, per);
        let j = self.round(j);
        // ln 2 in two parts, the first with few enough bits that its product with j is exact.
        let (first, second) = (self.num(x, -0.693_359_375), self.num(x, 2.121_944_400_546_905_8e-4));
        let r = self.fma(j, first, clamped);
        let r = self.fma(j, second, r);
        let power = self
            .polynomial(r, &[1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0, 1.0 / 5040.0]);
        let j = self.whole_of(j, Type::I32);
        let result = self.scale(power, j);
        let nan = self.is_nan(x);
        self.select(nan, x, result)
    }

    /// 2^x of f32, by the hardware.
    pub(super) fn exp2_f32(&mut self, x: Value, flush: bool) -> Value {
        self.approx(Approximation::Ex2, x, flush)
    }

    /// 1 / sqrt x of f32, by the hardware.
    pub(super) fn rsqrt_f32(&mut self, x: Value, flush: bool) -> Value {
        self.approx(Approximation::Rsqrt, x, flush)
    }

    /// tanh x of f32: odd polynomial near 0, else from e^2x.
    pub(super) fn tanh_f32(&mut self, x: Value) -> Value {
        let magnitude = self.abs(x);
        let two = self.num(x, 2.0);
        let one = self.num(x, 1.0);
        let twice = self.add(magnitude, magnitude);
        let power = self.exp_series(twice);
        let sum = self.add(power, one);
        let quotient = self.div(two, sum);
        let far = self.sub(one, quotient);
        let square = self.mul(x, x);
        // The series of tanh(x) / x - 1, divided by x^2.
        let series = self.polynomial(
            square,
            &[
                -1.0 / 3.0,
                2.0 / 15.0,
                -17.0 / 315.0,
                62.0 / 2835.0,
                -1382.0 / 155_925.0,
                21_844.0 / 6_081_075.0,
                -929_569.0 / 638_512_875.0,
                6_404_582.0 / 10_854_718_875.0,
            ],
        );
        let series = self.mul(series, square);
        let near = self.fma(series, magnitude, magnitude);
        let result = self.choose(magnitude, Is::LessThan, 0.5, near, far);
        self.with_sign(result, x)
    }

    /// ln x of f32 as a whole number of ln 2 and the rest, then 2^k scaled by `unit`.
    pub(super) fn log_f32(&mut self, x: Value, base_two: bool) -> Value {
        let subnormal = self.num(x, f64::from(f32::MIN_POSITIVE));
        let small = self.is(x, Is::LessThan, subnormal);
        let two23 = self.num(x, 8_388_608.0);
        let scaled = self.mul(x, two23);
        let normal = self.select(small, scaled, x);
        let bits = self.cast(normal, Type::I32);
        // The exponent such that the mantissa is between sqrt 1/2 and sqrt 2.
        let offset = self.int(bits, 0x3f35_04f3);
        let shifted = self.subi(bits, offset);
        let exponent = self.shr(shifted, 23, true);
        let high = self.shl(exponent, 23);
        let mantissa = self.subi(bits, high);
        let mantissa = self.cast(mantissa, Type::F32);
        let (adjust, zero) = (self.int(bits, -23), self.int(bits, 0));
        let adjust = self.select(small, adjust, zero);
        let exponent = self.addi(exponent, adjust);
        let e = self.float_of(exponent, Type::F32, true);
        let (one, two) = (self.num(x, 1.0), self.num(x, 2.0));
        let f = self.sub(mantissa, one);
        let below = self.add(f, two);
        let s = self.div(f, below);
        let z = self.mul(s, s);
        let r = self.polynomial(z, &[2.0 / 3.0, 2.0 / 5.0, 2.0 / 7.0, 2.0 / 9.0, 2.0 / 11.0]);
        let r = self.mul(r, z);
        // ln(1+f) = f - s (f - r)
        let inner = self.sub(f, r);
        let minus = self.neg(s);
        let result = if base_two {
            self.log2_of_parts(e, f, minus, inner)
        } else {
            let (first, second) = (self.num(x, 0.693_359_375), self.num(x, -2.121_944_400_546_905_8e-4));
            let tail = self.mul(e, second);
            let tail = self.fma(minus, inner, tail);
            let rest = self.add(tail, f);
            self.fma(e, first, rest)
        };
        self.log_edges(x, result)
    }

    /// e + log2 e (f + minus inner), keeping the rounding error of the sum.
    fn log2_of_parts(&mut self, e: Value, f: Value, minus: Value, inner: Value) -> Value {
        let correction = self.mul(minus, inner);
        let log = self.quick_sum(f, correction);
        let error = {
            let negative = self.neg(correction);
            self.fma(minus, inner, negative)
        };
        let lo = self.add(log.lo, error);
        let per = std::f64::consts::LOG2_E;
        let rest = per - f64::from(per as f32);
        let product =
            self.times(super::math_builder::DoubleDouble { hi: log.hi, lo }, f64::from(per as f32), rest);
        let total = self.sum(e, product.hi);
        let lo = self.add(total.lo, product.lo);
        self.add(total.hi, lo)
    }

    /// -inf of zeros, NaN of negative numbers, inf of inf.
    pub(super) fn log_edges(&mut self, x: Value, result: Value) -> Value {
        let infinity = self.num(x, f64::INFINITY);
        let minus = self.num(x, f64::NEG_INFINITY);
        let nan = self.num(x, f64::NAN);
        let infinite = self.is(x, Is::Equal, infinity);
        let result = self.select(infinite, infinity, result);
        let result = self.choose(x, Is::Equal, 0.0, minus, result);
        let result = self.choose(x, Is::LessThan, 0.0, nan, result);
        let is_nan = self.is_nan(x);
        self.select(is_nan, nan, result)
    }
}
