//! Sine, cosine, tangent and the angle of a point, in f64.
//!
//! An angle is first reduced exactly to quarter turns and a remainder: moderate angles by three parts of pi / 2, larger ones by
//! the relevant bits of 2 / pi, as by Payne and Hanek.

use ir::build::Builder;
use ir::{AttrSlot, Value};

use tile_core::arith::ComparisonPredicate as Is;

use super::math_builder::{DoubleDouble, MathBuilder};
use crate::Type;
use crate::ops::Builders as _;
use crate::types::Space;

/// The name of [`TWO_PER_PI`] in a module.
pub(super) const TABLE: &str = "two_per_pi";

/// 64 zeros, then bits of 2 / pi, the first highest.
pub(super) const TWO_PER_PI: [u64; 21] = [
    0x0000_0000_0000_0000,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// pi / 2 in three parts.
const HALF_PI: [f64; 3] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];
const PI: [f64; 2] = [std::f64::consts::PI, 1.2246467991473532e-16];

/// Beyond, the bits of 2 / pi are needed.
const LARGE_ANGLE: f64 = 1_073_741_824.0;

/// A function of an angle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Angle {
    Sine,
    Cosine,
    Tangent,
}

impl MathBuilder<'_, '_> {
    /// A function of an angle in f64.
    pub(super) fn trigonometric(&mut self, x: Value, angle: Angle) -> Value {
        let magnitude = self.abs(x);
        let large = self.num(x, LARGE_ANGLE);
        let is_large = self.is(magnitude, Is::GreaterThanOrEqual, large);
        let (quarters, rest) = self.reduce(x, is_large);
        let (sine, cosine) = self.sine_and_cosine(rest);
        let (one, two) = (self.int(quarters, 1), self.int(quarters, 2));
        let zero = self.int(quarters, 0);
        let odd = self.and(quarters, one);
        let odd = self.is_int(odd, Is::NotEqual, zero);
        let result = match angle {
            Angle::Tangent => {
                let direct = self.div(sine, cosine);
                let inverse = self.div(cosine, sine);
                let inverse = self.neg(inverse);
                self.select(odd, inverse, direct)
            }
            Angle::Sine => {
                let chosen = self.select(odd, cosine, sine);
                self.negated_where(chosen, quarters, two)
            }
            Angle::Cosine => {
                let chosen = self.select(odd, sine, cosine);
                let next = self.addi(quarters, one);
                self.negated_where(chosen, next, two)
            }
        };
        let result = match angle {
            // Near zero the function is its argument, whose sign counts.
            Angle::Sine | Angle::Tangent => self.choose(magnitude, Is::LessThan, 1e-9, x, result),
            Angle::Cosine => result,
        };
        let nan = self.num(x, f64::NAN);
        let result = self.choose(magnitude, Is::Equal, f64::INFINITY, nan, result);
        let is_nan = self.is_nan(x);
        self.select(is_nan, nan, result)
    }

    fn negated_where(&mut self, value: Value, number: Value, bit: Value) -> Value {
        let set = self.and(number, bit);
        let zero = self.int(number, 0);
        let set = self.is_int(set, Is::NotEqual, zero);
        let opposite = self.neg(value);
        self.select(set, opposite, value)
    }

    /// Quarter turns, and the rest between -pi/4 and pi/4.
    fn reduce(&mut self, x: Value, is_large: Value) -> (Value, DoubleDouble) {
        let (wide, float) = (Type::I64, Type::F64);
        let types = [wide, float, float].map(|ty| self.b.module.types.intern(ty));
        let op = self.b.if_().condition(is_large).results(types).finish().op;
        let body = &mut self.b.module.body;
        let regions = [body.region(op, 0), body.region(op, 1)];
        for (side, region) in regions.into_iter().enumerate() {
            let body = &mut self.b.module.body;
            let block = match body.region_blocks(region).first() {
                Some(&block) => block,
                None => body.create_block(region, &[]),
            };
            let mut builder = Builder::at_end(self.b.module, block);
            builder.loc = self.b.loc;
            let mut math = MathBuilder { b: &mut builder };
            let (quarters, rest) = if side == 0 { math.reduce_large(x) } else { math.reduce_moderate(x) };
            math.b.yield_().operands([quarters, rest.hi, rest.lo]).finish();
        }
        let results = self.b.module.body.results(op);
        let [quarters, hi, lo] = [0, 1, 2].map(|index| results.get(index).expect("three results"));
        (quarters, DoubleDouble { hi, lo })
    }

    fn reduce_moderate(&mut self, x: Value) -> (Value, DoubleDouble) {
        let per = self.num(x, std::f64::consts::FRAC_2_PI);
        let n = self.mul(x, per);
        let n = self.round(n);
        let [first, second, third] = HALF_PI.map(|part| self.num(x, part));
        let whole = self.product(n, first);
        let r = self.sub(x, whole.hi);
        let small = self.product(n, second);
        // r - whole.lo - small - n third
        let (a, b) = (self.neg(whole.lo), self.neg(small.hi));
        let top = self.sum(r, a);
        let next = self.sum(top.hi, b);
        let minus = self.neg(n);
        let lo = self.sub(next.lo, small.lo);
        let lo = self.add(lo, top.lo);
        let lo = self.fma(minus, third, lo);
        let rest = self.quick_sum(next.hi, lo);
        let quarters = self.whole_of(n, Type::I64);
        (quarters, rest)
    }

    /// 192 bits of the product of the mantissa with those bits of 2 / pi whose product is below four.
    fn reduce_large(&mut self, x: Value) -> (Value, DoubleDouble) {
        let bits = self.cast(x, Type::I64);
        let exponent = self.shr(bits, 52, false);
        let mask = self.int(bits, 0x7ff);
        let exponent = self.and(exponent, mask);
        let offset = self.int(bits, 1075 + 2 - 64);
        let at = self.subi(exponent, offset);
        let fraction = self.int(bits, (1 << 52) - 1);
        let implicit = self.int(bits, 1 << 52);
        let mantissa = self.and(bits, fraction);
        let mantissa = self.or(mantissa, implicit);
        let words = self.table_words(at);
        // The product modulo 2^192, lowest word first.
        let [w2, w1, w0] = words;
        let p0 = self.muli(mantissa, w0);
        let h0 = self.mul_high(mantissa, w0);
        let l1 = self.muli(mantissa, w1);
        let p1 = self.addi(h0, l1);
        let carry = self.carried(p1, l1);
        let h1 = self.mul_high(mantissa, w1);
        let l2 = self.muli(mantissa, w2);
        let p2 = self.addi(h1, l2);
        let p2 = self.addi(p2, carry);
        let top = self.shr(p2, 62, false);
        let high = self.joined(p2, p1, 2);
        let low = self.joined(p1, p0, 2);
        // A fraction of one half and more belongs to the next quarter.
        let sign = self.shr(high, 63, false);
        let quarters = self.addi(top, sign);
        let rest = self.fraction_as_double(high, low);
        let rest = self.times(rest, HALF_PI[0], HALF_PI[1]);
        let zero = self.int(bits, 0);
        let negative = self.is_int(bits, Is::LessThan, zero);
        let back = self.subi(zero, quarters);
        let quarters = self.select(negative, back, quarters);
        let (hi, lo) = (self.neg(rest.hi), self.neg(rest.lo));
        let hi = self.select(negative, hi, rest.hi);
        let lo = self.select(negative, lo, rest.lo);
        (quarters, DoubleDouble { hi, lo })
    }

    /// 1 where a sum wrapped past one of its parts.
    fn carried(&mut self, sum: Value, part: Value) -> Value {
        let ty = self.b.module.types.intern(Type::I1);
        let less = AttrSlot::small(Is::LessThan as u32);
        let wrapped = self.b.cmpi().lhs(sum).rhs(part).predicate(less).result(ty).finish().value();
        self.extend(wrapped, Type::I64, false)
    }

    /// `high << by | low >> (64 - by)`.
    fn joined(&mut self, high: Value, low: Value, by: i64) -> Value {
        let (up, down) = (self.shl(high, by), self.shr(low, 64 - by, false));
        self.or(up, down)
    }

    /// Three words of the table from a bit on, the highest first.
    fn table_words(&mut self, at: Value) -> [Value; 3] {
        let word = self.shr(at, 6, false);
        let mask = self.int(at, 63);
        let shift = self.and(at, mask);
        let space = self.b.module.types.intern(Type::Ptr(Space::Const));
        let wide = self.b.module.types.intern(Type::I64);
        let table = self.b.address_of().name(TABLE).result(space).finish().value();
        let address = self.b.addptr().base(table).offset(word).bytes(8).result(space).finish().value();
        let loaded: Vec<Value> = (0..4)
            .map(|index| {
                let load = self.b.ld().address(address).bits(64).offset(8 * index);
                load.values([wide]).finish().value()
            })
            .collect();
        let one = self.int(at, 1);
        let mask = self.int(at, 63);
        let down = self.subi(mask, shift);
        [0, 1, 2].map(|index| {
            let up = self.shift_up(loaded[index], shift);
            // Shifted by 64 - shift, in two steps: a shift by 64 has no result.
            let rest = self.shift_down(loaded[index + 1], one, false);
            let rest = self.shift_down(rest, down, false);
            self.or(up, rest)
        })
    }

    /// A signed fraction of 128 bits as a number between -1/2 and 1/2.
    fn fraction_as_double(&mut self, high: Value, low: Value) -> DoubleDouble {
        let first = self.float_of(high, Type::F64, true);
        let back = self.whole_of(first, Type::I64);
        let rest = self.subi(high, back);
        let rest = self.float_of(rest, Type::F64, true);
        let tail = self.float_of(low, Type::F64, false);
        let unit = self.num(first, 2f64.powi(-64));
        let tail = self.mul(tail, unit);
        let rest = self.add(rest, tail);
        let both = self.quick_sum(first, rest);
        DoubleDouble { hi: self.mul(both.hi, unit), lo: self.mul(both.lo, unit) }
    }

    fn sine_and_cosine(&mut self, rest: DoubleDouble) -> (Value, Value) {
        let r = rest.hi;
        let z = self.mul(r, r);
        let series = |first: f64, from: i32| -> Vec<f64> {
            let mut term = first;
            let mut coefficients = vec![term];
            for k in 1..9 {
                let n = f64::from(from + 2 * k);
                term = -term / (n * (n - 1.0));
                coefficients.push(term);
            }
            coefficients
        };
        let sine = self.polynomial(z, &series(-1.0 / 6.0, 3));
        let cube = self.mul(z, r);
        let sine = self.mul(sine, cube);
        let half = self.num(z, 0.5);
        let halved = self.mul(z, half);
        let one = self.num(z, 1.0);
        let near = self.sub(one, halved);
        let sine = self.fma(rest.lo, near, sine);
        let sine = self.add(r, sine);
        let cosine = self.polynomial(z, &series(1.0 / 24.0, 4));
        let square = self.mul(z, z);
        let cosine = self.mul(cosine, square);
        let left = self.sub(one, near);
        let left = self.sub(left, halved);
        let minus = self.neg(rest.lo);
        let cosine = self.fma(minus, r, cosine);
        let cosine = self.add(left, cosine);
        let cosine = self.add(near, cosine);
        (sine, cosine)
    }

    /// The angle of the point (x, y) in f64.
    pub(super) fn angle(&mut self, y: Value, x: Value) -> Value {
        let (a, b) = (self.abs(y), self.abs(x));
        let (small, large) = (self.min(a, b), self.max(a, b));
        let ratio = self.div(small, large);
        // Two infinities are a diagonal, two zeros are on the axis.
        let ratio = self.choose(large, Is::Equal, 0.0, large, ratio);
        let one = self.num(x, 1.0);
        let ratio = self.choose(small, Is::Equal, f64::INFINITY, one, ratio);
        let far = self.num(x, 0.414_213_562_373_095_05);
        let is_far = self.is(ratio, Is::GreaterThan, far);
        let (below, above) = (self.sub(ratio, one), self.add(ratio, one));
        let turned = self.div(below, above);
        let t = self.select(is_far, turned, ratio);
        let z = self.mul(t, t);
        let series: Vec<f64> =
            (1..24).map(|k| if k % 2 == 1 { -1.0 } else { 1.0 } / f64::from(2 * k + 1)).collect();
        let series = self.polynomial(z, &series);
        let series = self.mul(series, z);
        let (zero, eighth) = (self.num(x, 0.0), self.num(x, PI[0] / 4.0));
        let eighth_lo = self.num(x, PI[1] / 4.0);
        let base = self.select(is_far, eighth, zero);
        let base_lo = self.select(is_far, eighth_lo, zero);
        let rest = self.fma(series, t, base_lo);
        let sum = self.sum(base, t);
        let lo = self.add(sum.lo, rest);
        let steep = self.is(a, Is::GreaterThan, b);
        let angle = self.reflected(DoubleDouble { hi: sum.hi, lo }, steep, HALF_PI[0], HALF_PI[1]);
        let bits = self.cast(x, Type::I64);
        let nothing = self.int(bits, 0);
        let left = self.is_int(bits, Is::LessThan, nothing);
        let angle = self.reflected(angle, left, PI[0], PI[1]);
        let result = self.add(angle.hi, angle.lo);
        let result = self.with_sign(result, y);
        let nan = self.num(x, f64::NAN);
        let (x_nan, y_nan) = (self.is_nan(x), self.is_nan(y));
        let result = self.select(x_nan, nan, result);
        self.select(y_nan, nan, result)
    }

    /// `from - angle` where the condition holds.
    fn reflected(&mut self, angle: DoubleDouble, condition: Value, from: f64, from_lo: f64) -> DoubleDouble {
        let (from, from_lo) = (self.num(angle.hi, from), self.num(angle.hi, from_lo));
        let minus = self.neg(angle.hi);
        let sum = self.sum(from, minus);
        let lo = self.sub(from_lo, angle.lo);
        let lo = self.add(sum.lo, lo);
        DoubleDouble {
            hi: self.select(condition, sum.hi, angle.hi),
            lo: self.select(condition, lo, angle.lo),
        }
    }
}
