//! Exponentials.

use super::pair::Pair;
use super::{SHIFT, polynomial};
use crate::kernels::types::Real;

/// ln 2.
pub(super) const LN_2: Pair = Pair::new(std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);

/// `m * 2^n`; n is given as `SHIFT + n`.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    pub(super) mantissa: Pair,
    pub(super) shifted: f64,
}

impl Scaled {
    /// The nearest f64, for n from -1200 to 1025.
    #[inline(always)]
    pub(super) fn rounded(self) -> f64 {
        let bits = self.mantissa.rounded().to_bits().wrapping_add(self.shifted.to_bits() << 52);
        // Through a power that both ends of the range can bear; the multiplication rounds what is subnormal.
        let small = self.shifted < SHIFT - 1000.0;
        let offset = if small { 200 << 52 } else { (-2i64 << 52) as u64 };
        let factor = if small { f64::from_bits((1023 - 200) << 52) } else { 4.0 };
        f64::from_bits(bits.wrapping_add(offset)) * factor
    }
}

/// e^r for a remainder of at most 0.35 in magnitude: 1 + r + r^2 q(r).
#[inline(always)]
fn of_remainder(r: Pair) -> Pair {
    const Q: [f64; 11] = [
        0.5,
        0.166_666_666_666_666_82,
        0.041_666_666_666_666_08,
        0.008_333_333_333_316_786,
        0.001_388_888_888_911_903_7,
        0.000_198_412_698_970_130_04,
        2.480_158_692_244_042e-5,
        2.755_723_422_074_410_3e-6,
        2.755_758_377_222_582_4e-7,
        2.511_226_430_227_276e-8,
        2.082_645_833_615_860_3e-9,
    ];
    let high = r.high;
    // The low part only enters to first order: its square is below the last bit of the result.
    let square = high * high * polynomial(high, &Q);
    Pair::ordered_sum(1.0, high).plus((r.low + r.low * (high + square)) + square)
}

/// e^x for |x| up to 800.
#[inline(always)]
pub(super) fn of(x: Pair) -> Scaled {
    let shifted = x.high * std::f64::consts::LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    // ln 2 in two parts: n times the first is exact.
    let first = x.high - n * 0.693_147_180_369_123_8;
    let second = n * 1.908_214_929_270_587_7e-10;
    let r = first - second;
    let r_low = ((first - r) - second) + x.low;
    Scaled { mantissa: of_remainder(Pair::new(r, r_low)), shifted }
}

/// e^x.
#[inline(always)]
pub(in super::super) fn exp(x: f64) -> f64 {
    // Beyond, everything underflows or overflows.
    let power = of(Pair::new(x.within(-760.0, 710.0), 0.0)).rounded();
    if x.is_nan() { Real::NAN } else { power }
}

/// 2^x.
#[inline(always)]
pub(in super::super) fn exp2(x: f64) -> f64 {
    let near = x.within(-1100.0, 1025.0);
    let shifted = near + SHIFT;
    let f = near - (shifted - SHIFT);
    let product = Pair::product(f, LN_2.high);
    let mantissa = of_remainder(product.plus(f * LN_2.low));
    let power = Scaled { mantissa, shifted }.rounded();
    if x.is_nan() { Real::NAN } else { power }
}
