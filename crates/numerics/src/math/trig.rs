//! Sine, cosine, tangent.

use super::dd::{Dd, Real};
use super::exp::power_of_two;
use super::tables::{EVEN_FACTORIALS, HALF_PI, ODD_FACTORIALS, QUARTER_PI, TWO_OVER_PI};

/// The sine and cosine of an angle up to pi/4.
pub(super) fn sin_cos_of_remainder<R: Real>(r: R) -> (R, R) {
    let square = -(r * r);
    (r * square.series(&ODD_FACTORIALS, 9), square.series(&EVEN_FACTORIALS, 10))
}

/// The sine and cosine of a finite angle.
pub(super) fn sin_cos<R: Real>(x: f64) -> (R, R) {
    let (quadrant, r) = reduce(x);
    let (sin, cos) = sin_cos_of_remainder(R::of(r));
    match quadrant {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// `x = (4 j + quadrant) * pi/2 + remainder`, the remainder at most pi/4 and precise to 106 bits for every x (Payne and
/// Hanek): x * 2/pi is computed modulo 4 in integers, from the 256 bits of 2/pi that matter.
fn reduce(x: f64) -> (u64, Dd) {
    if x.abs() <= QUARTER_PI.hi {
        return (0, Dd::exact(x));
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let product = multiply(bits & ((1 << 52) - 1) | 1 << 52, window(exponent - 1));
    // The point is after the two top bits: those are the quadrant, the rest a fraction, which is taken to the nearest.
    let quadrant = product[0] >> 62;
    let fraction = shift_left(product, 2);
    let negative = fraction[0] >> 63 != 0;
    let fraction = to_dd(if negative { negate(fraction) } else { fraction });
    let remainder = if negative { -fraction } else { fraction } * HALF_PI;
    let quadrant = quadrant + u64::from(negative);
    if x < 0.0 { (quadrant.wrapping_neg() & 3, -remainder) } else { (quadrant & 3, remainder) }
}

/// 256 bits of 2/pi, highest word first, from bit `first` after the point on.
fn window(first: i32) -> [u64; 4] {
    // The table starts 64 bits early, at bit -63.
    let start = (first + 63) as usize;
    let (word, bit) = (start / 64, start % 64);
    std::array::from_fn(|i| {
        let (high, low) = (TWO_OVER_PI[word + i], TWO_OVER_PI.get(word + i + 1).copied().unwrap_or(0));
        ((u128::from(high) << 64 | u128::from(low)) << bit >> 64) as u64
    })
}

/// `m * words` modulo 2^256, highest word first.
fn multiply(m: u64, words: [u64; 4]) -> [u64; 4] {
    let mut carry = 0;
    let mut product = [0; 4];
    for i in (0..4).rev() {
        let sum = u128::from(m) * u128::from(words[i]) + carry;
        product[i] = sum as u64;
        carry = sum >> 64;
    }
    product
}

fn shift_left(words: [u64; 4], n: u32) -> [u64; 4] {
    let next = |i: usize| words.get(i + 1).copied().unwrap_or(0);
    std::array::from_fn(|i| words[i] << n | next(i) >> (64 - n))
}

fn negate(words: [u64; 4]) -> [u64; 4] {
    let mut carry = true;
    let mut negated = [0; 4];
    for i in (0..4).rev() {
        (negated[i], carry) = (!words[i]).overflowing_add(u64::from(carry));
    }
    negated
}

/// A fraction of 256 bits, cut to its first 106. No f64 is nearer to a multiple of pi/2 than 2^-62, so that the first
/// word is not zero.
fn to_dd(words: [u64; 4]) -> Dd {
    let shift = words[0].leading_zeros();
    let high = u128::from(words[0]) << 64 | u128::from(words[1]);
    let bits = high << shift | (u128::from(words[2]) << shift) >> 64;
    let scale = power_of_two(-(shift as i32) - 53);
    let (first, second) = ((bits >> 75) as u64, (bits >> 22) as u64 & ((1 << 53) - 1));
    let second = second as f64 * power_of_two(-53);
    Dd { hi: first as f64, lo: 0.0 }.scaled(scale) + Dd { hi: second, lo: 0.0 }.scaled(scale)
}

/// The tangent of a finite angle.
pub(super) fn tan<R: Real>(x: f64) -> R {
    let (quadrant, r) = reduce(x);
    let (sin, cos) = sin_cos_of_remainder(R::of(r));
    if quadrant & 1 == 0 { sin / cos } else { -(cos / sin) }
}
