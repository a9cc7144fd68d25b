//! ln x and log2 x of f32: instruction by instruction what `kernels::math::wide` computes.

use std::f64::consts::{LN_2, LOG2_E};

use numerics::math::Function;

use super::body::{Body, Source};
use super::instructions::Vector;
use super::operations::{EQUAL, EXPONENT, NAN, NOT_GREATER_OR_EQUAL};
use crate::kernels::math::wide::{LOGARITHM, MANTISSA, ROOT_HALF};

/// Bits of the least number whose logarithm needs no care: the least subnormal, as the computation is in f64, where it
/// is normal.
const MIN_QUICK: u32 = 1;
/// Bits of the greatest one: the largest finite number.
const MAX_QUICK: u32 = EXPONENT - 1;

impl Body<'_> {
    /// ln x or log2 x.
    pub(super) fn logarithm(&mut self, function: Function, x: Source) -> Source {
        if !self.careful {
            let (least, greatest) = (self.bits(MIN_QUICK), self.bits(MAX_QUICK));
            let above = self.two(Vector::SubI, x, least);
            let below = self.two(Vector::SubI, greatest, x);
            // The sign bit is set if either difference is negative: zeros, negative numbers, infinities and NaN.
            let unusual = self.two(Vector::Or, above, below);
            self.check(unusual);
        }
        let value = self.by_doubles(x, |body, x| {
            let (of_mantissa, n) = body.logarithm_parts(x);
            if function == Function::Log2 {
                let factor = body.double(LOG2_E);
                let of_mantissa = body.two(Vector::MulWide, of_mantissa, factor);
                return body.two(Vector::AddWide, n, of_mantissa);
            }
            let factor = body.double(LN_2);
            let n = body.two(Vector::MulWide, n, factor);
            body.two(Vector::AddWide, n, of_mantissa)
        });
        if !self.careful {
            return value;
        }
        // The careful code sets these values afterwards and replaces the results of the computation above.
        let (infinity, below_all) = (self.number(f32::INFINITY), self.number(f32::NEG_INFINITY));
        let (zero, nan) = (self.bits(0), self.bits(NAN));
        let is_infinity = self.compare(x, infinity, EQUAL);
        let value = self.choose(is_infinity, infinity, value);
        let is_zero = self.compare(x, zero, EQUAL);
        let value = self.choose(is_zero, below_all, value);
        let has_none = self.compare(x, zero, NOT_GREATER_OR_EQUAL);
        self.choose(has_none, nan, value)
    }

    /// `ln m` and n, where `x = m * 2^n` with m between sqrt(1/2) and sqrt(2).
    fn logarithm_parts(&mut self, x: Source) -> (Source, Source) {
        let one = self.double(1.0);
        let (root, bias) = (self.long(ROOT_HALF), self.long(1023 << 52));
        let (mantissa, integer) = (self.long(MANTISSA), self.long(0x4330_0000_0000_0000));
        let offset = self.double(4_503_599_627_370_496.0 + 1023.0);
        // Counted from sqrt(1/2) rather than 1, the exponent changes there, and m falls between sqrt(1/2) and sqrt(2),
        // where the polynomial is short.
        let from_root = self.two(Vector::SubLong, x, root);
        let from_root = self.two(Vector::AddLong, from_root, bias);
        let n = self.one(Vector::ShiftRightLong, from_root, 52);
        // An integer below 2^52 in the mantissa of 2^52: subtracting that converts it, as AVX2 has no conversion of
        // 64-bit integers.
        let n = self.two(Vector::Or, n, integer);
        let n = self.two(Vector::SubWide, n, offset);
        let m = self.two(Vector::And, from_root, mantissa);
        let m = self.two(Vector::AddLong, m, root);
        let (above, below) = (self.two(Vector::SubWide, m, one), self.two(Vector::AddWide, m, one));
        let s = self.two(Vector::DivWide, above, below);
        let square = self.two(Vector::MulWide, s, s);
        let by_square = self.polynomial(square, &LOGARITHM);
        let double = self.two(Vector::AddWide, s, s);
        (self.two(Vector::MulWide, double, by_square), n)
    }
}
