//! The bit layout of each float format.
//!
//! Model: the bits below the sign are a magnitude code, and codes are ordered like the values. The code of a finite value is
//! `exponent field << mantissa bits | mantissa`; the codes above [`Format::max_finite`] are infinity and NaN, according to
//! [`Specials`].

use crate::Scalar;

/// The meaning of the codes above the largest finite value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Specials {
    /// All-ones exponent: infinity when the mantissa is 0, NaN otherwise.
    Ieee,
    /// One code, all ones, is NaN; there is no infinity.
    NanOnly,
    /// Every code is finite.
    FiniteOnly,
}

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the mantissa field; the leading 1 is not stored.
    pub mantissa_bits: u32,
    /// The bias: the exponent field minus the exponent.
    pub bias: i32,
    /// Whether the top bit is a sign.
    pub signed: bool,
    /// Whether exponent field 0 holds zero and subnormals (false only for f8E8M0FNU, where it is another power of two).
    pub subnormals: bool,
    /// Infinity and NaN.
    pub specials: Specials,
}

const fn ieee(exponent_bits: u32, mantissa_bits: u32) -> Format {
    Format {
        exponent_bits,
        mantissa_bits,
        bias: (1 << (exponent_bits - 1)) - 1,
        signed: true,
        subnormals: true,
        specials: Specials::Ieee,
    }
}

impl Format {
    /// IEEE binary16.
    pub const F16: Format = ieee(5, 10);
    /// bfloat16.
    pub const BF16: Format = ieee(8, 7);
    /// IEEE binary32.
    pub const F32: Format = ieee(8, 23);
    /// TensorFloat-32, 19 bits.
    pub const TF32: Format = ieee(8, 10);
    /// IEEE binary64.
    pub const F64: Format = ieee(11, 52);
    /// f8E4M3FN.
    pub const F8E4M3FN: Format = Format { specials: Specials::NanOnly, ..ieee(4, 3) };
    /// f8E5M2.
    pub const F8E5M2: Format = ieee(5, 2);
    /// f8E8M0FNU: the powers of two from 2^-127 to 2^127.
    pub const F8E8M0FNU: Format =
        Format { specials: Specials::NanOnly, signed: false, subnormals: false, ..ieee(8, 0) };
    /// f4E2M1FN.
    pub const F4E2M1FN: Format = Format { specials: Specials::FiniteOnly, ..ieee(2, 1) };
    /// fnv8E5M3FNU.
    pub const FNV8E5M3FNU: Format = Format { specials: Specials::NanOnly, signed: false, ..ieee(5, 3) };

    /// The format of a scalar type; `None` for integers.
    pub const fn of(scalar: Scalar) -> Option<Format> {
        match scalar {
            Scalar::F16 => Some(Format::F16),
            Scalar::BF16 => Some(Format::BF16),
            Scalar::F32 => Some(Format::F32),
            Scalar::TF32 => Some(Format::TF32),
            Scalar::F64 => Some(Format::F64),
            Scalar::F8E4M3FN => Some(Format::F8E4M3FN),
            Scalar::F8E5M2 => Some(Format::F8E5M2),
            Scalar::F8E8M0FNU => Some(Format::F8E8M0FNU),
            Scalar::F4E2M1FN => Some(Format::F4E2M1FN),
            Scalar::FNV8E5M3FNU => Some(Format::FNV8E5M3FNU),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
        }
    }

    /// Bits of a value, sign included.
    pub const fn bits(&self) -> u32 {
        self.exponent_bits + self.mantissa_bits + self.signed as u32
    }

    /// The mask of the magnitude code.
    pub const fn magnitude_mask(&self) -> u64 {
        (1 << (self.exponent_bits + self.mantissa_bits)) - 1
    }

    /// The mask of the sign bit; 0 in an unsigned format.
    pub const fn sign_mask(&self) -> u64 {
        (self.signed as u64) << (self.exponent_bits + self.mantissa_bits)
    }

    /// The mask of the mantissa field.
    pub const fn mantissa_mask(&self) -> u64 {
        (1 << self.mantissa_bits) - 1
    }

    /// The sign bit of a value of the given sign.
    pub const fn sign(&self, negative: bool) -> u64 {
        if negative { self.sign_mask() } else { 0 }
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(&self, bits: u64) -> bool {
        bits & self.sign_mask() != 0
    }

    /// The magnitude code of infinity, if there is one.
    pub const fn infinity(&self) -> Option<u64> {
        match self.specials {
            Specials::Ieee => Some(self.magnitude_mask() ^ self.mantissa_mask()),
            Specials::NanOnly | Specials::FiniteOnly => None,
        }
    }

    /// The canonical quiet NaN, if there is one: positive, with only the top mantissa bit set; all ones in a format with
    /// only one NaN code.
    pub const fn nan(&self) -> Option<u64> {
        match self.specials {
            Specials::Ieee => {
                Some(self.magnitude_mask() ^ self.mantissa_mask() | 1 << (self.mantissa_bits - 1))
            }
            Specials::NanOnly => Some(self.magnitude_mask()),
            Specials::FiniteOnly => None,
        }
    }

    /// The code of the largest finite value.
    pub const fn max_finite(&self) -> u64 {
        match self.specials {
            Specials::Ieee => (self.magnitude_mask() ^ self.mantissa_mask()) - 1,
            Specials::NanOnly => self.magnitude_mask() - 1,
            Specials::FiniteOnly => self.magnitude_mask(),
        }
    }

    /// The exponent of the smallest normal value.
    pub const fn min_exponent(&self) -> i32 {
        self.subnormals as i32 - self.bias
    }

    /// The exponent of the last mantissa bit of the smallest normal value: every value is a multiple of two to this.
    pub const fn min_quantum(&self) -> i32 {
        self.min_exponent() - self.mantissa_bits as i32
    }

    /// Whether the bits are a NaN.
    pub const fn is_nan(&self, bits: u64) -> bool {
        let code = bits & self.magnitude_mask();
        match self.infinity() {
            Some(infinity) => code > infinity,
            None => code > self.max_finite(),
        }
    }

    /// Whether the bits are an infinity.
    pub const fn is_infinite(&self, bits: u64) -> bool {
        match self.infinity() {
            Some(infinity) => bits & self.magnitude_mask() == infinity,
            None => false,
        }
    }

    /// Whether the bits are a zero of either sign.
    pub const fn is_zero(&self, bits: u64) -> bool {
        self.subnormals && bits & self.magnitude_mask() == 0
    }

    /// Whether the bits are a subnormal value; zero is not.
    pub const fn is_subnormal(&self, bits: u64) -> bool {
        let code = bits & self.magnitude_mask();
        self.subnormals && code != 0 && code <= self.mantissa_mask()
    }

    /// A subnormal value becomes a zero of its sign; every other value stays.
    pub const fn flush(&self, bits: u64) -> u64 {
        if self.is_subnormal(bits) { bits & self.sign_mask() } else { bits }
    }
}
