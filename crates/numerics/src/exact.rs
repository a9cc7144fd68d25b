//! Values without a format: decoding is exact, encoding rounds once.

use crate::format::Format;
use crate::rounding::Rounding;

/// A finite magnitude other than zero: `significand * 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magnitude {
    /// Power of two that the significand is scaled by.
    pub exponent: i32,
    /// Never zero.
    pub significand: u64,
}

/// The class of a value, with its magnitude where it has one; the sign is passed separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite,
    /// A zero.
    Zero,
    /// Everything else.
    Finite(Magnitude),
}

/// A decomposed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The sign bit, also of zeros and NaN.
    pub negative: bool,
    /// The rest.
    pub class: Class,
}

/// The result for a rounded value beyond the largest finite one. In f16 and all wider formats it is always an infinity;
/// this says what it is in the formats of 8 bits and fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The largest finite value of its sign, for infinities too, and also in f8E5M2, which has infinities. NaN becomes the
    /// positive largest finite value where the format has no NaN. NVIDIA hardware converts so, and so do `ftof` and
    /// `itof`.
    #[default]
    Saturate,
    /// An infinity, or else NaN; the largest finite value where the format has neither. Constants in the text form are
    /// converted so. A negative number in an unsigned format is NaN too.
    NonFinite,
}

/// A real number that is converted to a format: `(significand + d) * 2^exponent`, where `0 < d < 1` when `inexact` and `d = 0`
/// otherwise. An inexact significand must have at least two bits more than the format keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Real {
    pub(crate) negative: bool,
    pub(crate) exponent: i32,
    pub(crate) significand: u128,
    pub(crate) inexact: bool,
}

impl Format {
    /// Takes a value apart, exactly.
    #[inline]
    pub const fn decode(&self, bits: u64) -> Unpacked {
        let code = bits & self.magnitude_mask();
        let negative = self.is_negative(bits);
        let class = if self.is_nan(bits) {
            Class::Nan
        } else if self.is_infinite(bits) {
            Class::Infinite
        } else if self.is_zero(bits) {
            Class::Zero
        } else {
            Class::Finite(self.decode_finite(code))
        };
        Unpacked { negative, class }
    }

    const fn decode_finite(&self, code: u64) -> Magnitude {
        let mantissa = code & self.mantissa_mask();
        let field = (code >> self.mantissa_bits) as i32;
        if field == 0 && self.subnormals {
            return Magnitude { exponent: self.min_quantum(), significand: mantissa };
        }
        Magnitude {
            exponent: field - self.bias - self.mantissa_bits as i32,
            significand: mantissa | 1 << self.mantissa_bits,
        }
    }

    /// The NaN of this format; if there is none, the largest finite value.
    pub const fn nan_or_max(&self) -> u64 {
        match self.nan() {
            Some(nan) => nan,
            None => self.max_finite(),
        }
    }

    /// The code for an infinity of the given sign in this format.
    pub const fn infinity_or(&self, negative: bool, overflow: Overflow) -> u64 {
        let code = match overflow {
            Overflow::Saturate if self.bits() <= 8 => self.max_finite(),
            Overflow::Saturate | Overflow::NonFinite => match self.infinity() {
                Some(infinity) => infinity,
                None => self.nan_or_max(),
            },
        };
        self.sign(negative) | code
    }

    /// A zero of the given sign; the smallest value if there is no zero.
    pub const fn zero(&self, negative: bool) -> u64 {
        self.sign(negative)
    }

    /// Rounds a real number into this format, once.
    ///
    /// An unsigned format drops the sign before it rounds, as the hardware's conversions to ue8m0 do; where overflow is
    /// not finite, a negative number is NaN instead.
    #[inline]
    pub(crate) fn encode(&self, real: Real, rounding: Rounding, overflow: Overflow) -> u64 {
        if real.significand == 0 {
            return self.zero(real.negative);
        }
        if real.negative && !self.signed && overflow == Overflow::NonFinite {
            return self.nan_or_max();
        }
        let negative = real.negative && self.signed;
        let top = real.exponent + 127 - real.significand.leading_zeros() as i32;
        let quantum = top.max(self.min_exponent()) - self.mantissa_bits as i32;
        let (kept, half, rest) = split(&real, quantum - real.exponent);
        let steps = (quantum - self.min_quantum()) as u64;
        if steps >= 1 << self.exponent_bits {
            return self.encode_overflow(negative, rounding, overflow);
        }
        let mut code = kept + (steps << self.mantissa_bits);
        code += u64::from(rounding.rounds_up(negative, kept & 1 != 0, half, rest));
        if !self.subnormals {
            // The code of the smallest power of two is 0, one less than its significand; there is no zero below it.
            code = code.saturating_sub(1);
        }
        if code > self.max_finite() {
            return self.encode_overflow(negative, rounding, overflow);
        }
        self.sign(negative) | code
    }

    fn encode_overflow(&self, negative: bool, rounding: Rounding, overflow: Overflow) -> u64 {
        if rounding.overflows_to_infinity(negative) {
            self.infinity_or(negative, overflow)
        } else {
            self.sign(negative) | self.max_finite()
        }
    }
}

/// Cuts the significand at bit `shift`: the kept part, the first dropped bit, and whether anything follows it.
#[inline]
fn split(real: &Real, shift: i32) -> (u64, bool, bool) {
    if shift <= 0 {
        return ((real.significand << -shift) as u64, false, real.inexact);
    }
    if shift > 128 {
        return (0, false, true);
    }
    let below = real.significand & ((1 << (shift - 1)) - 1);
    let half = real.significand >> (shift - 1) & 1 != 0;
    let kept = real.significand.checked_shr(shift as u32).unwrap_or(0) as u64;
    (kept, half, below != 0 || real.inexact)
}
