//! e^x, 2^x and tanh x of f32: instruction by instruction what `kernels::math::exp` computes.
//!
//! Where all lanes are in the usual range, which is checked, the quick code does without what the others need.

use super::body::{Body, Source};
use super::instructions::Vector;
use super::operations::{LESS, NAN, SIGN, UNORDERED};

/// 1.5 * 2^23: a number that is added to it is rounded to an integer, which the last bits of the sum hold.
const SHIFT: f32 = 12_582_912.0;

/// A number in two parts.
struct Parts {
    high: Source,
    low: Source,
}

impl Body<'_> {
    fn add(&mut self, a: Source, b: Source) -> Source {
        self.two(Vector::Add, a, b)
    }

    fn sub(&mut self, a: Source, b: Source) -> Source {
        self.two(Vector::Sub, a, b)
    }

    fn mul(&mut self, a: Source, b: Source) -> Source {
        self.two(Vector::Mul, a, b)
    }

    /// The value between two numbers; NaN stays.
    fn within(&mut self, x: Source, low: f32, high: f32) -> Source {
        let (low, high) = (self.number(low), self.number(high));
        let x = self.two(Vector::Max, low, x);
        self.two(Vector::Min, high, x)
    }

    /// Lanes that are not below this magnitude need the careful code.
    pub(super) fn expect_below(&mut self, x: Source, limit: f32) {
        let (magnitude, least) = (self.bits(!SIGN), self.bits(limit.to_bits() - 1));
        let magnitude = self.two(Vector::And, x, magnitude);
        let unusual = self.two(Vector::GreaterI, magnitude, least);
        self.check(unusual);
    }

    /// e^x.
    pub(super) fn exp(&mut self, x: Source) -> Source {
        if !self.careful {
            self.expect_below(x, 86.0);
            let (sum, shifted) = self.exp_parts(x);
            return self.scaled_normal(sum, shifted);
        }
        let near = self.within(x, -110.0, 89.0);
        let (sum, shifted) = self.exp_parts(near);
        self.scaled(sum, shifted, x)
    }

    /// 2^x.
    pub(super) fn exp2(&mut self, x: Source, flush: bool) -> Source {
        if !self.careful {
            self.expect_below(x, 124.0);
            let (sum, shifted) = self.exp2_parts(x);
            return self.scaled_normal(sum, shifted);
        }
        let x = self.flushed(x, flush);
        let near = self.within(x, -160.0, 129.0);
        let (sum, shifted) = self.exp2_parts(near);
        let power = self.scaled(sum, shifted, x);
        self.flushed(power, flush)
    }

    fn exp_parts(&mut self, x: Source) -> (Source, Source) {
        let (remainder, shifted) = self.reduced(x);
        let parts = self.of_remainder(remainder);
        (self.add(parts.high, parts.low), shifted)
    }

    fn exp2_parts(&mut self, x: Source) -> (Source, Source) {
        let (shift, ln_2) = (self.number(SHIFT), self.number(std::f32::consts::LN_2));
        let correction = self.number(-1.904_654_3e-9);
        let shifted = self.add(x, shift);
        let whole = self.sub(shifted, shift);
        let f = self.sub(x, whole);
        let r = self.mul(f, ln_2);
        let error = self.fms(f, ln_2, r);
        let low = self.fma(f, correction, error);
        let parts = self.of_remainder(Parts { high: r, low });
        (self.add(parts.high, parts.low), shifted)
    }

    /// The remainder of x by ln 2, and the quotient as `SHIFT + n`.
    fn reduced(&mut self, x: Source) -> (Parts, Source) {
        let (shift, log_2_e) = (self.number(SHIFT), self.number(std::f32::consts::LOG2_E));
        let (ln_2, ln_2_low) = (self.number(0.693_145_75), self.number(1.428_606_8e-6));
        let shifted = self.fma(x, log_2_e, shift);
        let n = self.sub(shifted, shift);
        let first = self.fnma(n, ln_2, x);
        let high = self.fnma(n, ln_2_low, first);
        let error = self.sub(first, high);
        let low = self.fnma(n, ln_2_low, error);
        (Parts { high, low }, shifted)
    }

    /// e^r for a small remainder.
    fn of_remainder(&mut self, Parts { high: r, low: r_low }: Parts) -> Parts {
        let [c2, c3, c4, c5, c6] =
            [0.499_999_94, 0.166_665_2, 0.041_668_4, 0.008_368_851, 0.001_381_432_5].map(|c| self.number(c));
        let one = self.number(1.0);
        // In an order that needs few registers.
        let high = self.add(r, one);
        let rounded = self.sub(high, one);
        let low = self.sub(r, rounded);
        let low = self.add(low, r_low);
        let square = self.mul(r, r);
        let second = self.fma(r, c5, c4);
        let q = self.fma(square, c6, second);
        let first = self.fma(r, c3, c2);
        let q = self.fma(square, q, first);
        Parts { high, low: self.fma(square, q, low) }
    }

    /// A sum near 1 times 2^n, neither subnormal nor too large.
    fn scaled_normal(&mut self, sum: Source, shifted: Source) -> Source {
        let exponent = self.one(Vector::ShiftLeft, shifted, 23);
        self.two(Vector::AddI, sum, exponent)
    }

    /// A sum near 1 times 2^n; NaN if the operand is.
    fn scaled(&mut self, sum: Source, shifted: Source, operand: Source) -> Source {
        let power = self.scaled_normal(sum, shifted);
        let bound = self.number(SHIFT - 100.0);
        let small = self.compare(shifted, bound, LESS);
        let (up, down) = (self.bits(120 << 23), self.bits((-2i32 << 23) as u32));
        let offset = self.choose(small, up, down);
        let (up, down) = (self.bits((127 - 120) << 23), self.number(4.0));
        let factor = self.choose(small, up, down);
        let power = self.two(Vector::AddI, power, offset);
        let power = self.mul(power, factor);
        let nan = self.bits(NAN);
        let is_nan = self.compare(operand, operand, UNORDERED);
        self.choose(is_nan, nan, power)
    }

    /// tanh x.
    pub(super) fn tanh(&mut self, x: Source, canonical: bool) -> Source {
        let (magnitude, sign) = (self.bits(!SIGN), self.bits(SIGN));
        let m = self.two(Vector::And, x, magnitude);
        let m = self.within(m, 0.0, 9.1);
        let large = self.tanh_large(m);
        let small = self.tanh_small(m);
        let bound = self.number(0.6);
        let is_small = self.compare(m, bound, LESS);
        let result = self.choose(is_small, small, large);
        let result = self.two(Vector::And, result, magnitude);
        let sign = self.two(Vector::And, x, sign);
        let result = self.two(Vector::Or, result, sign);
        if canonical { self.canonical(result) } else { result }
    }

    /// 1 - 2 / (e^2m + 1).
    fn tanh_large(&mut self, m: Source) -> Source {
        let [one, two, half] = [1.0, 2.0, 0.5].map(|c| self.number(c));
        let bias = self.bits(127 << 23);
        let double = self.add(m, m);
        let (remainder, shifted) = self.reduced(double);
        let parts = self.of_remainder(remainder);
        let high = self.add(parts.high, parts.low);
        // The error of each rounded sum is computed and added later, because f32 would lose the last bits.
        let rounded = self.sub(high, parts.high);
        let low = self.sub(parts.low, rounded);
        // `shifted` holds n in its last bits, so a shift and the bias give 2^n.
        let exponent = self.one(Vector::ShiftLeft, shifted, 23);
        let scale = self.two(Vector::AddI, exponent, bias);
        let (power, power_low) = (self.mul(high, scale), self.mul(low, scale));
        let divisor = self.add(power, one);
        let rounded = self.sub(divisor, power);
        let error = self.sub(one, rounded);
        let divisor_low = self.add(error, power_low);
        let quotient = self.two(Vector::Div, two, divisor);
        let first = self.sub(one, quotient);
        let error = self.sub(one, first);
        let error = self.sub(error, quotient);
        let square = self.mul(quotient, half);
        let square = self.mul(square, quotient);
        let correction = self.mul(square, divisor_low);
        let error = self.add(error, correction);
        self.add(first, error)
    }

    /// m + m^3 p(m^2).
    fn tanh_small(&mut self, m: Source) -> Source {
        let c =
            [-0.333_333, 0.133_319_24, -0.053_783_83, 0.020_795_979, -0.005_895_168].map(|c| self.number(c));
        let square = self.mul(m, m);
        let mut sum = c[4];
        for &c in c[..4].iter().rev() {
            sum = self.fma(sum, square, c);
        }
        let cube = self.mul(m, square);
        self.fma(cube, sum, m)
    }
}
